#!/usr/bin/env python3
"""Runs JAX's own test programs on Strata and compares every result with that of XLA on the CPU.

Usage: python3 test/jax/run.py [--sample [N]] [--seed S] [--target interpreter|cpu] [--x64] [--only REGEX] [--keep DIR]

Without `--sample` all programs are run. A program passes when all its results agree (judge.py has the tolerances),
is skipped when a located diagnostic says that an op is not supported, and fails in every other case: a wrong value, a
program that is rejected, a crash, a run without an end. The table has a row for each primitive; the last line counts.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np

import judge
import programs

#: Seconds that one program may take, about a hundred times what the slowest takes.
LIMIT = 60
#: What the tools say about an op they know and cannot handle: `file:line:column: error: …'op'…`, and one of these.
UNSUPPORTED = re.compile(
    r"^\S+:\d+:\d+: error: (?=.*'[a-z_]+\.[\w.-]+').*(not supported|failed to legalize|is not interpreted|does not know)", re.MULTILINE
)
OUTCOMES = ("passed", "failed", "skipped")


def main():
    options = arguments()
    warnings.filterwarnings("ignore")
    judge.check()
    harnesses = programs.load(options.x64)
    if options.only:
        harnesses = [h for h in harnesses if re.search(options.only, h.fullname)]
    if options.sample is not None:
        harnesses = programs.sample(harnesses, options.sample, options.seed)
    table = collections.defaultdict(collections.Counter)
    reasons = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(options.keep or scratch)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            outcomes = pool.map(lambda h: one(h, options, folder), harnesses)
            for harness, (outcome, why) in zip(harnesses, outcomes):
                table[harness.group_name][outcome] += 1
                if outcome != "passed":
                    reasons.append(f"{outcome}: {harness.fullname}: {why}")
    report(table, reasons, options)
    return 1 if any(row["failed"] for row in table.values()) else 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, nargs="?", const=2000, help="run N programs, spread over the primitives")
    parser.add_argument("--seed", type=int, default=0, help="of the sample and of the inputs")
    parser.add_argument("--target", default="interpreter", choices=["interpreter", "cpu"])
    parser.add_argument("--x64", action="store_true", help="enable 64-bit types in JAX")
    parser.add_argument("--only", metavar="REGEX", help="run the programs whose names match")
    parser.add_argument("--keep", metavar="DIR", help="leave the programs that do not pass, and their data, in DIR")
    parser.add_argument("--log", metavar="FILE", help="write a line for each program that does not pass")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def tool():
    folder = os.environ.get("STRATA_TOOLS_DIR")
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    return pathlib.Path(folder) if folder else root / "target" / "debug"


def one(harness, options, folder):
    """The outcome of a program, and why it is that."""
    try:
        program = programs.trace(harness, options.seed)
    except Exception as error:  # JAX raises many kinds; each is a failure to make a program, which must be looked at.
        return "failed", f"JAX: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
    folder.mkdir(parents=True, exist_ok=True)
    # Names differ behind what a file system takes of them.
    place = pathlib.Path(tempfile.mkdtemp(prefix=program.name[:120] + "_", dir=folder))
    outcome, why = run(program, options, place)
    if outcome == "passed" or not options.keep:
        shutil.rmtree(place)
    return outcome, why


def run(program, options, place):
    source = place / "program.mlir"
    source.write_text(program.text)
    command = [tool() / "strata-run", source, f"--target={options.target}", f"--output-dir={place}"]
    for i, array in enumerate(program.inputs):
        np.save(place / f"in_{i}.npy", carrier(array))
        command.append(f"--input={place / f'in_{i}.npy'}")
    if options.keep:
        for i, array in enumerate(program.results):
            np.save(place / f"want_{i}.npy", carrier(array))
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return "failed", f"no end within {LIMIT} s"
    first = next((line for line in done.stderr.splitlines() if line.strip()), "")
    first = first.replace(f"{source}:", "")
    if done.returncode == 1:
        return ("skipped" if UNSUPPORTED.search(done.stderr) else "failed"), first
    if done.returncode != 0:
        return "failed", f"exit status {done.returncode}: {first}"
    files = [place / f"{i}.npy" for i in range(len(program.results))]
    missing = [file.name for file in files if not file.exists()]
    if missing:
        return "failed", f"there is no {missing[0]}"
    got = [restored(np.load(file), want.dtype) for file, want in zip(files, program.results)]
    why = judge.first_difference(got, program.results, program.defined)
    return ("failed", why) if why else ("passed", "")


def carrier(array):
    """The array in a type that `.npy` files have: small floats as their bits, small integers as bytes."""
    if judge.is_small_int(array.dtype):
        return array.astype(np.int8 if array.dtype.name.startswith("i") else np.uint8)
    return array.view(f"u{array.dtype.itemsize}") if array.dtype.kind == "V" or array.dtype.num >= 256 else array


def restored(array, dtype):
    """The array that `carrier` stands for."""
    if judge.is_small_int(dtype) and array.dtype.kind in "iu":
        return array.astype(dtype)
    same_size = array.dtype.itemsize == dtype.itemsize
    return array.view(dtype) if array.dtype.kind == "V" and same_size else array


def report(table, reasons, options):
    for line in reasons:
        if line.startswith("failed"):
            print(line[:400])
    if options.log:
        pathlib.Path(options.log).write_text("".join(line + "\n" for line in reasons))
    print(f"\n{'primitive':<32} {'passed':>7} {'failed':>7} {'skipped':>7}")
    for group, row in sorted(table.items()):
        print(f"{group:<32}" + "".join(f" {row[outcome]:>7}" for outcome in OUTCOMES))
    total = collections.Counter()
    for row in table.values():
        total.update(row)
    print("\n" + ", ".join(f"{total[outcome]} {outcome}" for outcome in OUTCOMES))


if __name__ == "__main__":
    sys.exit(main())
