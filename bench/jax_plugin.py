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

from peers.one_thread import xla_flags

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
    os.environ["XLA_FLAGS"] = xla_flags()
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
    results = [side.first()[: 1 if network.deep else None] for side in sides]
    errors = [difference(*pair) for pair in zip(*results, strict=True)]
    if not max(errors) <= TOLERANCE:
        raise Wrong(f"wrong result: differs by {max(errors):.1e} of the largest element")
    rows = [row(f"{name}, chain", times([side.advance for side in sides]))]
    if network.small:
        rows.append(row(f"{name}, waiting", times([side.waiting for side in sides])))
    stages = [[], []]
    for number in range(min(ARGUMENTS.rounds, 3)):
        for i in (0, 1) if number % 2 else (1, 0):
            stages[i].append(first_call(network, devices[i]))
    for place, stage in enumerate(("trace and lower", "compile", "first run")):
        rows.append(row(f"{name}, {stage}", [[seconds[place] for seconds in side] for side in stages]))
    ours, theirs = (float(Side(device, network).advance(20)) for device in devices)
    if not abs(ours - theirs) <= LOSS_TOLERANCE * max(abs(theirs), 1e-6):
        raise Wrong(f"losses after 20 steps differ: {ours} and {theirs}")
    return rows


def difference(mine, theirs):
    """The largest difference, as a part of the largest element."""
    if mine.dtype != theirs.dtype or mine.shape != theirs.shape or not np.isfinite(mine).all():
        return float("inf")
    largest = max(np.abs(theirs).max(initial=0), 1e-30)
    return float(np.abs(mine.astype(np.float64) - theirs).max(initial=0) / largest)


def first_call(network, device):
    """The seconds of tracing and lowering, of compilation, and of the first run."""
    state, batch = jax.device_put((network.state(), network.batch()), device)
    with jax.default_device(device):
        start = CLOCK()
        lowered = jax.jit(lambda *arguments: network.step(*arguments)).lower(state, *batch)
        is_lowered = CLOCK()
        compiled = lowered.compile()
        is_compiled = CLOCK()
        jax.block_until_ready(compiled(state, *batch))
    return is_lowered - start, is_compiled - is_lowered, CLOCK() - is_compiled


def times(runs):
    """The mean times of series of calls, of each side, in all rounds."""
    calls = []
    for run in runs:
        run(3)
        once = min(series(run, 3) for _ in range(3))
        calls.append(max(1, round(ARGUMENTS.seconds / max(once, 1e-7))))
    means = [[] for _ in runs]
    for number in range(ARGUMENTS.rounds):
        for i in (0, 1) if number % 2 else (1, 0):
            means[i].append(series(runs[i], calls[i]))
    return means


def series(run, calls):
    start = CLOCK()
    run(calls)
    return (CLOCK() - start) / calls


def row(name, sides):
    """A row of the table, which is printed, from the times of both sides in seconds."""
    (ours, theirs), (ours_median, theirs_median) = map(min, sides), map(statistics.median, sides)
    made = {"name": name, "strata_us": ours * 1e6, "xla_us": theirs * 1e6, "ratio": theirs / ours, "median_ratio": theirs_median / ours_median}
    print(f"{name:34} {ours * 1e6:11.1f} {theirs * 1e6:11.1f} {made['ratio']:7.2f} {made['median_ratio']:7.2f}", flush=True)
    return made


def resident(device, steps):
    """The resident bytes of the process after a tenth of the steps of a small network, and after all."""
    side = Side(device, NETWORKS["mlp"])
    found = []
    for part in (steps // 10, steps - steps // 10):
        # Not more in flight than a training loop has that prints its loss.
        for _ in range(max(1, part // 100)):
            side.advance(100)
        found.append(int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
    return {"platform": device.platform, "early": found[0], "end": found[1]}


if __name__ == "__main__":
    main()
