"""Simulates the programs of vs_xla.py on 1 to 64 threads, and lists the kernels with too few tasks for 16.

Usage: PYTHON bench/threads.py [--run target/release/strata-run] [--only REGEX] [--json FILE]

PYTHON has jax. Each program is lowered to StableHLO; `strata-run --simulate-threads` compiles it, records its tasks on one thread, and
simulates the thread pool (`driver/src/simulated_threads.rs`). A line has the time of one thread, the speedups of 2 to 64, and the smallest number
of tasks of a kernel of 50 us or more; behind it are the kernels with fewer than 64, which is 4 for each of 16 threads. Exit code 1: there are
such kernels, or a program failed.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import jax
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from peers import processor  # noqa: E402
from peers.models import LARGE, MODELS  # noqa: E402
from peers.programs import PROGRAMS  # noqa: E402

jax.config.update("jax_default_matmul_precision", "highest")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", default="target/release/strata-run")
    parser.add_argument("--run-flag", action="append", default=[])
    parser.add_argument("--only", metavar="REGEX")
    parser.add_argument("--json", metavar="FILE")
    return parser.parse_args()


def simulated(name, given, folder):
    """The report of strata-run for a program, or why there is none."""
    program = (PROGRAMS | MODELS)[name]()
    with jax.enable_x64(program.wide):
        function, inputs = program.flat()
        text = jax.jit(function, keep_unused=True).lower(*inputs).as_text()
        arrays = [np.asarray(array) for array in inputs]
    source, archive = folder / "program.mlir", folder / "inputs.npz"
    source.write_text(text)
    np.savez(archive, *arrays)
    command = [given.run, str(source), "--inputs", str(archive), "--outputs", str(folder / "results.npz"), "--simulate-threads", "--json"]
    done = subprocess.run([*command, *given.run_flag], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None, next((line for line in done.stderr.splitlines() if "error" in line), done.stderr[:200])
    return json.loads(done.stdout)["threads"], None


def line(name, report):
    rows = report["simulated"]
    fewest = rows[0]["fewest_tasks_per_thread"]
    speedups = " ".join(f"{row['speedup']:>6.2f}" for row in rows[1:])
    return f"{name:28} {rows[0]['us']:>11.1f} {speedups} {'-' if fewest is None else round(fewest):>7}"


def main():
    given = arguments()
    names = [*PROGRAMS, *MODELS]
    names = [n for n in names if re.search(given.only, n)] if given.only else [n for n in names if n not in LARGE]
    print(processor.describe())
    print(f"{'program':28} {'us':>11} " + " ".join(f"{n:>6}" for n in (2, 4, 8, 16, 32, 64)) + f" {'fewest':>7}", flush=True)
    reports, failed, few = {}, {}, 0
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            report, why = simulated(name, given, pathlib.Path(folder))
        if report is None:
            failed[name] = why
            print(f"{name:28} {why}", flush=True)
            continue
        reports[name] = report
        print(line(name, report), flush=True)
        for kernel in report["kernels"]:
            if kernel["few"]:
                few += 1
                print(f"    {kernel['tasks']:>3} x {kernel['count']:<4} {kernel['longest_us']:>9.0f} us  {kernel['part'][:110]}", flush=True)
    speedups = [report["simulated"][4]["speedup"] for report in reports.values() if report["simulated"][0]["us"] >= 100]
    mean = np.exp(np.mean(np.log(speedups))) if speedups else float("nan")
    print(f"{len(reports)} programs; kernels with few tasks: {few}; speedup of programs of 100 us or more with 16 threads: {mean:.2f}")
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps({"processor": processor.describe(), "programs": reports, "failed": failed}, indent=1))
    sys.exit(1 if few or failed else 0)


if __name__ == "__main__":
    main()
