#!/usr/bin/env python3
"""Runs whole models on Strata and compares their outputs and gradients with those of XLA on the CPU.

Usage: python3 test/jax/run_models.py [--only REGEX] [--targets interpreter,cpu,gpusim:sm_90a] [--validate] [--keep DIR] [--jobs N]

The models are in models.py. With `--validate` every pass of the CPU pipeline is checked on every model, by interpreting
it before and after the pass on random inputs (`strata-opt --validate-passes`). Targets such as sm_90a are not run: kernels are
made code of.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import numpy as np

import assemble
import judge
import models
import programs
import strata

#: Seconds that the validation of a model may take.
LIMIT = 600
#: Models are deep: what a pass does to the order of a sum is magnified a hundredfold on the way to a gradient.
TOLERANCE = "--validate-passes-tolerance=1e-3"


def main():
    options = arguments()
    judge.check()
    if any(target.startswith("sm_") for target in options.targets) and not assemble.is_there():
        print("ptxas is not installed (pip install nvidia-cuda-nvcc): kernels are not assembled\n0 passed, 0 failed")
        return
    names = [name for name in models.MODELS if re.search(options.only, name)]
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = pathlib.Path(options.keep or scratch)
        # Threads suffice: the work is that of other processes, but for tracing.
        for lines in pool.map(lambda name: one(name, folder / name, options), names):
            print("\n".join(lines), flush=True)
            wrong = sum(": passed in " not in line for line in lines)
            passed, failed = passed + len(lines) - wrong, failed + wrong
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or passed == 0)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="REGEX", default="", help="run the models whose names match")
    parser.add_argument("--targets", type=lambda text: text.split(","), default=["interpreter", "cpu", "gpusim", "gpusim:sm_90a"])
    parser.add_argument("--validate", action="store_true", help="check every pass instead")
    parser.add_argument("--keep", metavar="DIR", help="leave the models and their data in DIR")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def one(name, place, options):
    """A line for each check of a model."""
    model = models.MODELS[name]
    program = trace(name, model)
    strata.write(program, place, keep=True)
    checks = ["passes"] if options.validate else options.targets
    lines = []
    for check in checks:
        start = time.perf_counter()
        if check.startswith("sm_"):
            outcome, why = assemble.run(check, place)
        else:
            outcome, why = validate(place) if check == "passes" else strata.run(program, check, place)
        lines.append(f"{name}: {check}: {outcome} in {time.perf_counter() - start:.2f} s" + (f": {why}" if why else ""))
    return lines


def trace(name, model):
    """The program of a model with the results of XLA."""
    lowered = jax.jit(model.function, keep_unused=True).lower(*model.arguments)
    results = [np.asarray(leaf) for leaf in jax.tree.leaves(lowered.compile()(*model.arguments))]
    inputs = [np.asarray(leaf) for leaf in jax.tree.leaves(model.arguments)]
    return programs.Program(name, lowered.as_text(), inputs, results, lambda results: results)


def validate(place):
    """The outcome of checking every pass on a model, and why it is that."""
    opt = strata.tool().with_name("strata-opt")
    command = [opt, place / "program.mlir", "--strata-cpu-pipeline", "--validate-passes=2", TOLERANCE]
    command += ["-o", os.devnull]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return "failed", f"no end within {LIMIT} s"
    first = next((line for line in done.stderr.splitlines() if line.strip()), "")
    return ("passed", "") if done.returncode == 0 else ("failed", first)


if __name__ == "__main__":
    main()
