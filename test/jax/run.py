#!/usr/bin/env python3
"""Runs JAX's own test programs on Strata and compares every result with that of XLA on the CPU.

Usage: python3 test/jax/run.py [--sample [N]] [--seed S] [--targets interpreter,cpu,gpusim,plugin,plugin:gpusim] [--expected] [--x64] [--only REGEX]

`plugin` runs a program through the PJRT plugin by jaxlib (plugin.py); the library is `STRATA_PJRT_LIBRARY` or the one beside the tools.
`plugin:gpusim` lets the plugin run it on the simulator of GPUs, in whose memory the arrays stay.
`gpusim` is a GPU of sm_80, `gpusim:sm_90a` one of that. Targets such as sm_90a are not run: their kernels are made code of, where NVIDIA's assembler is installed.
Without `--sample` all programs are run. A program passes on a target when all its results agree (judge.py has the
tolerances), is skipped when a located diagnostic says that an op is not supported, and fails in every other case: a
wrong value, a program that is rejected, a crash, a run without an end. The table has a row for each primitive; the last
line counts. With `--expected` the numbers must be at least those of expected.tsv.
"""

import argparse
import collections
import concurrent.futures
import multiprocessing
import os
import pathlib
import re
import shutil
import sys
import tempfile
import warnings

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax

import assemble
import expected
import judge
import plugin
import programs
import strata

OUTCOMES = ("passed", "failed", "skipped")
#: JAX keeps every program that it compiled; so many at most.
KEPT_BY_JAX = 200


def main():
    options = arguments()
    judge.check()
    if any(target.startswith("sm_") for target in options.targets) and not assemble.is_there():
        print("ptxas is not installed (pip install nvidia-cuda-nvcc): kernels are not assembled")
        options.targets = [target for target in options.targets if not target.startswith("sm_")]
        if not options.targets:
            print("0 passed, 0 failed, 0 skipped")
            return 0
    harnesses = chosen(options)
    groups = {h.fullname: h.group_name for h in harnesses}
    counts = expected.Counts(options.targets)
    table = collections.defaultdict(collections.Counter)
    reasons, refused = [], 0
    with tempfile.TemporaryDirectory() as scratch:
        options.scratch = pathlib.Path(options.keep or scratch)
        # Processes and not threads: tracing is Python, of which one thread runs at a time. They are spawned, as the
        # threads of XLA do not survive a fork.
        spawn = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(options.jobs, spawn, start, (options,)) as pool:
            for name, text, outcomes in pool.map(one, groups, chunksize=8):
                if outcomes is None:
                    refused += 1
                    continue
                counts.add(groups[name], text, [outcome for outcome, _ in outcomes])
                for target, (outcome, why) in zip(options.targets, outcomes):
                    table[groups[name]][target, outcome] += 1
                    if outcome != "passed":
                        reasons.append(f"{outcome}: {target}: {name}: {why}")
                    if outcome == "failed":
                        print(reasons[-1][:400], flush=True)
    problems = counts.compare() if options.expected else []
    if options.log:
        pathlib.Path(options.log).write_text("".join(line + "\n" for line in reasons))
    if refused:
        print(f"{refused} of {len(groups)} are no programs: JAX does not implement them on CPUs")
    return report(table, problems, options.targets)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, nargs="?", const=2000, help="run N programs, spread over the primitives")
    parser.add_argument("--seed", type=int, default=0, help="of the sample and of the inputs")
    parser.add_argument("--targets", type=names, default=["interpreter", "cpu", "gpusim"], help="none only makes the programs; sm_80 and others: assemble kernels")
    parser.add_argument("--expected", action="store_true", help="fail when fewer pass than expected.tsv says")
    parser.add_argument("--x64", action="store_true", help="enable 64-bit types in JAX")
    parser.add_argument("--only", metavar="REGEX", help="run the programs whose names match")
    parser.add_argument("--keep", metavar="DIR", help="leave the programs that fail, and their data, in DIR")
    parser.add_argument("--log", metavar="FILE", help="write a line for each program that does not pass")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def names(text):
    """The parts of a list."""
    return [part for part in text.split(",") if part]


def chosen(options):
    """The harnesses that are run."""
    harnesses = programs.load(options.x64)
    if options.only:
        harnesses = [h for h in harnesses if re.search(options.only, h.fullname)]
    if options.sample is not None:
        harnesses = programs.sample(harnesses, options.sample, options.seed)
    return harnesses


def start(options):
    """Makes a worker: the harnesses cannot be sent to one, as they contain functions."""
    global OPTIONS, HARNESSES, DONE
    warnings.filterwarnings("ignore")
    OPTIONS, DONE = options, 0
    HARNESSES = {h.fullname: h for h in programs.load(options.x64)}


def one(name):
    """A program's name, its text, and for each target the outcome and why it is that; nothing where JAX refuses it."""
    global DONE
    DONE += 1
    if DONE % KEPT_BY_JAX == 0:
        jax.clear_caches()
    try:
        program = programs.get(HARNESSES[name], OPTIONS.seed, OPTIONS.x64)
    except Exception as error:  # JAX raises many kinds; unless it says so beforehand, each must be looked at.
        if not programs.is_implemented(HARNESSES[name]):
            return name, "", None
        why = f"JAX: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
        return name, "", [("failed", why)] * len(OPTIONS.targets)
    if not OPTIONS.targets:
        return name, "", []
    OPTIONS.scratch.mkdir(parents=True, exist_ok=True)
    # Names differ behind what a file system takes of them.
    place = pathlib.Path(tempfile.mkdtemp(prefix=re.sub(r"\W", "_", name)[:120] + "_", dir=OPTIONS.scratch))
    strata.write(program, place, OPTIONS.keep)
    outcomes = [run_on(program, target, place) for target in OPTIONS.targets]
    if not OPTIONS.keep or all(outcome != "failed" for outcome, _ in outcomes):
        shutil.rmtree(place)
    return name, program.text, outcomes


def run_on(program, target, place):
    """The outcome of a program on a target, and why it is that."""
    if target == "plugin" or target.startswith("plugin:"):
        return plugin.run(program, target.partition(":")[2] or "cpu")
    return assemble.run(target, place) if target.startswith("sm_") else strata.run(program, target, place)


def report(table, problems, targets):
    """Prints the table and what is worse than expected; the exit status."""
    if not targets:
        return 0
    print(f"\n{'primitive':<32}" + "".join(f" {target:^26}" for target in targets))
    print(f"{'':<32}" + "".join(f" {outcome:>8}" for _ in targets for outcome in OUTCOMES))
    for group, row in sorted(table.items()):
        print(f"{group:<32}" + "".join(f" {row[target, outcome]:>8}" for target in targets for outcome in OUTCOMES))
    total = collections.Counter()
    for row in table.values():
        total.update(row)
    print(f"{'all':<32}" + "".join(f" {total[target, outcome]:>8}" for target in targets for outcome in OUTCOMES) + "\n")
    for problem in problems:
        print(f"worse than expected: {problem}")
    passed, failed, skipped = (sum(total[target, outcome] for target in targets) for outcome in OUTCOMES)
    failed += len(problems)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
