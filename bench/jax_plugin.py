"""Times JAX on the platform `strata` (the PJRT plugin) against JAX on XLA:CPU, in one process, call by call in turn.

Usage: PYTHON bench/jax_plugin.py [--library FILE] [--only REGEX] [--threads N] [--rounds N] [--steps N] [--clock cpu|wall] [--json FILE]

PYTHON has jax; --library is target/release/libstrata_pjrt.so unless it is named. Dispatch: a jitted addition of eight numbers, called
without waiting (a chain) and with waiting for each result. Steps: training steps of whole networks whose parameters stay on the device.
First call: tracing and lowering, which are JAX's on both sides, and compilation. Memory: resident pages over --steps training steps of
a small network. Results are compared before anything is timed; losses after all of it. Both are measured in every round, in an order
that changes; a time is the best of the rounds, "median" the ratio of the medians. Times are those of the processor with one thread,
so that others on the machine count little, and of a clock with several. "ratio" is XLA's time divided by ours. Exit code 1: a wrong
result, a program that does not run, or memory that grows.
"""

import argparse
import os

PARSER = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
PARSER.add_argument("--library", default="target/release/libstrata_pjrt.so")
PARSER.add_argument("--only", metavar="REGEX", default="")
PARSER.add_argument("--threads", type=int, default=1)
PARSER.add_argument("--rounds", type=int, default=7)
PARSER.add_argument("--seconds", type=float, default=0.1, help="of a series of calls")
PARSER.add_argument("--steps", type=int, default=10_000, help="of the measurement of memory; 0 leaves it out")
PARSER.add_argument("--clock", choices=["cpu", "wall"])
PARSER.add_argument("--cpu", type=int, default=min(os.sched_getaffinity(0)))
PARSER.add_argument("--json")
ARGUMENTS = PARSER.parse_args()

# The libraries read these when they start.
os.environ["STRATA_NUM_THREADS"] = str(ARGUMENTS.threads)
os.environ["PJRT_NAMES_AND_LIBRARY_PATHS"] = f"strata:{os.path.abspath(ARGUMENTS.library)}"
os.environ["JAX_PLATFORMS"] = "strata,cpu"
if ARGUMENTS.threads == 1:
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1 " + os.environ.get("XLA_FLAGS", "")
    os.sched_setaffinity(0, {ARGUMENTS.cpu})
else:
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: ARGUMENTS.threads])

import json  # noqa: E402
import pathlib  # noqa: E402
import re  # noqa: E402
import statistics  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from peers import processor  # noqa: E402
from peers.networks import NETWORKS  # noqa: E402

jax.config.update("jax_default_matmul_precision", "highest")
WALL = (ARGUMENTS.clock or ("cpu" if ARGUMENTS.threads == 1 else "wall")) == "wall"
CLOCK = time.perf_counter if WALL else time.process_time
#: The largest difference of results, as a part of the largest element, and of losses after training steps that magnify it.
TOLERANCE, LOSS_TOLERANCE = 1e-4, 1e-2
#: Bytes that the resident pages may grow by, from a tenth of the steps to their end.
GROWTH = 8 << 20


class Side:
    """One of the platforms: a jitted step with its state on the device."""

    def __init__(self, device, network):
        self.device = device
        self.state, self.batch = jax.device_put((network.state(), network.batch()), device)
        # Another function for each platform, so that JAX keeps nothing of the one for the other.
        self.step = jax.jit(lambda *arguments: network.step(*arguments))

    def first(self):
        """The results of a step that changes nothing."""
        return [np.asarray(leaf) for leaf in jax.tree.leaves(self.step(self.state, *self.batch))]

    def advance(self, calls):
        """So many steps; the last loss."""
        for _ in range(calls):
            self.loss, self.state = self.step(self.state, *self.batch)
        jax.block_until_ready(self.state)
        return self.loss

    def waiting(self, calls):
        for _ in range(calls):
            self.loss, self.state = self.step(self.state, *self.batch)
            jax.block_until_ready(self.state)


class Wrong(Exception):
    """The platforms differ; the text says by how much."""


def main():
    sides = jax.devices("strata")[0], jax.devices("cpu")[0]
    about = processor.describe()
    print(f"{about}\nthreads: {ARGUMENTS.threads}; times of the {'clock' if WALL else 'processor'}; jax {jax.__version__}; {ARGUMENTS.library}")
    print(f"{'measurement':34} {'strata us':>11} {'XLA us':>11} {'ratio':>7} {'median':>7}", flush=True)
    rows, failed = [], []
    for name, network in NETWORKS.items():
        if re.search(ARGUMENTS.only, name):
            try:
                rows += compared(name, network, sides)
            except Exception as error:  # JAX raises many kinds; all of them are reported.
                failed.append({"name": name, "why": f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"})
                print(f"{name:34} {failed[-1]['why']}", flush=True)
    memory = [resident(device, ARGUMENTS.steps) for device in sides] if ARGUMENTS.steps else []
    for device, row in zip(sides, memory):
        print(f"resident MB of {ARGUMENTS.steps} steps, {device.platform}: {row['early'] / 1e6:.1f} after a tenth, {row['end'] / 1e6:.1f} at the end")
    if memory and memory[0]["end"] - memory[0]["early"] > GROWTH:
        failed.append({"name": "memory", "why": "the resident pages grow"})
    if ARGUMENTS.json:
        settings = {key: str(value) for key, value in vars(ARGUMENTS).items()}
        text = {"processor": about, "settings": settings, "rows": rows, "memory": memory, "failed": failed}
        pathlib.Path(ARGUMENTS.json).write_text(json.dumps(text, indent=1))
    sys.exit(1 if failed else 0)


def compared(name, network, devices):
    """The rows of a network."""
    sides = [Side(device, network) for device in devices]
    errors = [difference(*pair) for pair in zip(*(side.first() for side in sides), strict=True)]
    if not max(errors) <= TOLERANCE:
        raise Wrong(f"wrong result: differs by {max(errors):.1e} of the largest element")
    rows = [row(f"{name}, chain", times([lambda n, s=side: s.advance(n) for side in sides]))]
    if network.small:
        rows.append(row(f"{name}, waiting", times([lambda n, s=side: s.waiting(n) for side in sides])))
    stages = [("trace and lower", lambda device: lowered(network, device)), ("compile", lambda device: None)]
    parts = [[], []]
    for number in range(min(ARGUMENTS.rounds, 3)):
        for i in (0, 1) if number % 2 else (1, 0):
            parts[i].append(compiling(network, devices[i]))
    for place, (stage, _) in enumerate(stages):
        rows.append(row(f"{name}, {stage}", [[part[place] for part in side] for side in parts]))
    final = [float(side.advance(1)) for side in (Side(device, network) for device in devices)]
    trained = [float(Side(device, network).advance(20)) for device in devices]
    for pair in (final, trained):
        if not abs(pair[0] - pair[1]) <= LOSS_TOLERANCE * max(abs(pair[1]), 1e-6):
            raise Wrong(f"losses differ: {pair[0]} and {pair[1]}")
    return rows
