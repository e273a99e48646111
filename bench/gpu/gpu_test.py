"""Runs the programs of a pack on a GPU and compares every result with that of XLA on the CPU.

Usage: run.sh test [--target cuda|gpusim|cpu] [--only REGEX] [--number N] [--jobs N] [--log FILE]

A program passes when all its results agree (judge.py has the tolerances), is skipped when a diagnostic says that an op is not supported,
and fails in every other case. The last line counts; the exit status is 1 where one fails.
"""

import argparse
import concurrent.futures
import gzip
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import ml_dtypes
import numpy as np

import judge
from carriers import restored

HERE = pathlib.Path(__file__).resolve().parent
#: Seconds that one program may take.
LIMIT = 60
UNSUPPORTED = re.compile(r"(not supported|failed to legalize|does not know|no conversion)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="cuda")
    parser.add_argument("--only", help="programs whose names match")
    parser.add_argument("--number", type=int, help="so many of them, as evenly as possible")
    parser.add_argument("--jobs", type=int, default=min(8, os.cpu_count() or 1))
    parser.add_argument("--log", type=pathlib.Path, help="a line for each program that does not pass")
    options = parser.parse_args()
    judge.check()
    places = sorted((HERE / "tests").iterdir())
    if options.only:
        places = [place for place in places if re.search(options.only, (place / "name").read_text())]
    if options.number:
        places = places[:: max(1, len(places) // options.number)]
    first = probe(options.target)
    if first:
        sys.exit(first)
    start, counts, lines = time.monotonic(), {"passed": 0, "failed": 0, "skipped": 0}, []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for place, (outcome, why) in zip(places, pool.map(lambda place: run(place, options.target), places)):
            counts[outcome] += 1
            if outcome != "passed":
                lines.append(f"{outcome}: {(place / 'name').read_text()}: {why}")
                print(lines[-1][:300], flush=True)
    if options.log:
        options.log.write_text("".join(line + "\n" for line in lines))
    summary = ", ".join(f"{n} {outcome}" for outcome, n in counts.items())
    print(f"{options.target}: {summary}; {time.monotonic() - start:.0f} s")
    sys.exit(1 if counts["failed"] else 0)


def tool():
    return pathlib.Path(os.environ["STRATA_TOOLS_DIR"]) / "strata-run"


def probe(target):
    """Why nothing can be run, if nothing can: a program that adds two numbers."""
    text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.add %x, %x : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n"
    command = [tool(), "-", f"--target={target}", "--random-inputs=1"]
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"error: adding two numbers has no end within {LIMIT} s"
    return None if done.returncode == 0 else done.stderr.strip() or f"error: exit status {done.returncode}"


def run(place, target):
    """The outcome of a program, and why it is that."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        source = scratch / "program.mlir"
        source.write_bytes(gzip.open(place / "program.mlir.gz").read())
        command = [tool(), source, f"--target={target}", f"--inputs={place / 'in.npz'}", f"--output-dir={scratch}"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return "failed", f"no end within {LIMIT} s"
        first = next((line for line in done.stderr.splitlines() if line.strip()), "").replace(f"{source}:", "")
        if done.returncode != 0:
            refused = done.returncode == 1 and UNSUPPORTED.search(done.stderr)
            return ("skipped", first) if refused else ("failed", f"exit status {done.returncode}: {first}")
        archive = np.load(place / "want.npz")
        types = (place / "types").read_text().split()
        want = [restored(archive[f"arr_{i}"], dtype(name)) for i, name in enumerate(types)]
        files = [scratch / f"{i}.npy" for i in range(len(want))]
        missing = [file.name for file in files if not file.exists()]
        if missing:
            return "failed", f"there is no {missing[0]}"
        got = [restored(np.load(file), one.dtype) for file, one in zip(files, want)]
        why = judge.first_difference(got, want)
        return ("failed", why) if why else ("passed", "")


def dtype(name):
    return np.dtype(getattr(ml_dtypes, name, name))


if __name__ == "__main__":
    main()
