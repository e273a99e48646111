"""Times compiling against XLA:CPU: from StableHLO text, or from what JAX traced, to functions that can be called.

Usage: PYTHON bench/compile_vs_xla.py [--run target/release/strata-run] [--programs transformer_64,...] [--rounds N] [--json FILE]

PYTHON has jax. Each program of peers/compiled.py is traced once. In each round `strata-run --benchmark-compile` compiles its text
several times in a process of its own, the starting of which is not counted, and XLA compiles the lowered program in this process, with
all caches of JAX cleared; the order changes every round. What is compared is processor time, of all threads together: the time that a
user waits depends on how many processors are free. "ratio" is our time divided by XLA's: less than 1 means that ours is faster.
With --threads N the same is done with one thread and with N for generating code, in turn, and what a user waits is printed for both: the
fastest of all rounds, and how many times as fast N threads are.
Exit code 1: a program does not compile, or a ratio is over --most. bench/README.md explains every option.
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import jax

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from peers.compiled import COMPILED  # noqa: E402

jax.config.update("jax_default_matmul_precision", "highest")


def strata(arguments, path, repeats, threads=None):
    command = [arguments.run, str(path), f"--benchmark-compile={repeats}", "--json", *arguments.run_flag]
    variables = os.environ if threads is None else {**os.environ, "STRATA_COMPILE_THREADS": str(threads)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=variables)
    if done.returncode != 0:
        sys.exit(f"{path.stem}: {done.stderr[:300]}")
    return json.loads(done.stdout)


def xla(function, inputs):
    jax.clear_caches()
    lowered = jax.jit(function).lower(*inputs)
    wall, processor = time.perf_counter(), time.process_time()
    lowered.compile()
    return (time.process_time() - processor) * 1e3, (time.perf_counter() - wall) * 1e3


def measure(name, arguments, folder):
    function, inputs = COMPILED[name]
    path = folder / f"{name}.mlir"
    path.write_text(jax.jit(function).lower(*inputs).as_text())
    # The clock of processor time ticks every 10 ms, so that short compilations are repeated.
    repeats = max(1, min(50, round(arguments.seconds * 1e3 / strata(arguments, path, 1)["min_ms"])))
    xla(function, inputs)
    ours, theirs = [], []
    for number in range(arguments.rounds):
        steps = [lambda: ours.append(strata(arguments, path, repeats)), lambda: theirs.append(xla(function, inputs))]
        for step in steps[:: 1 if number % 2 else -1]:
            step()
    mine, peer = min(o["processor_ms"] for o in ours), min(t[0] for t in theirs)
    middle = statistics.median(o["processor_ms"] for o in ours) / statistics.median(t[0] for t in theirs)
    waited = min(o["min_ms"] for o in ours), min(t[1] for t in theirs)
    scaling = {}
    if arguments.threads > 1:
        by_threads = {1: [], arguments.threads: []}
        for number in range(arguments.rounds):
            for threads in list(by_threads)[:: 1 if number % 2 else -1]:
                by_threads[threads].append(strata(arguments, path, repeats, threads)["min_ms"])
        one, many = (min(times) for times in by_threads.values())
        scaling = {"one_thread_ms": one, "threads": arguments.threads, "threads_ms": many, "scaling": one / many}
    return {
        **scaling,
        "program": name, "strata_ms": mine, "xla_ms": peer, "ratio": mine / peer, "median_ratio": middle,
        "strata_wall_ms": waited[0], "xla_wall_ms": waited[1], "text_bytes": path.stat().st_size,
    }


def scaled(row):
    if "scaling" not in row:
        return ""
    return f"   1 thread {row['one_thread_ms']:.0f} ms, {row['threads']} threads {row['threads_ms']:.0f} ms: {row['scaling']:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", default="target/release/strata-run")
    parser.add_argument("--run-flag", action="append", default=[])
    parser.add_argument("--programs", default=",".join(COMPILED))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--most", type=float, default=math.inf)
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    names = arguments.programs.split(",")
    if unknown := [name for name in names if name not in COMPILED]:
        sys.exit(f"unknown programs: {', '.join(unknown)}")
    rows = []
    print(f"{'program':24} {'strata ms':>10} {'XLA ms':>8} {'ratio':>7} {'median':>7}   waited ms (strata; XLA)")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            row = measure(name, arguments, pathlib.Path(folder))
            rows.append(row)
            print(
                f"{name:24} {row['strata_ms']:10.1f} {row['xla_ms']:8.1f} {row['ratio']:7.2f} {row['median_ratio']:7.2f}"
                f"   {row['strata_wall_ms']:.0f}; {row['xla_wall_ms']:.0f}" + scaled(row),
                flush=True,
            )
    mean = math.exp(statistics.fmean(math.log(row["ratio"]) for row in rows))
    print(f"geometric mean of {len(rows)} ratios: {mean:.2f}")
    if arguments.json:
        arguments.json.write_text(json.dumps({"rows": rows}, indent=1))
    sys.exit(1 if any(row["ratio"] > arguments.most for row in rows) else 0)


if __name__ == "__main__":
    main()
