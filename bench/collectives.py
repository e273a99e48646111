"""Times collectives between devices of one process: on the platform `strata` (the PJRT plugin) against XLA:CPU, in turn.

Usage: PYTHON bench/collectives.py [--library FILE] [--devices 2,4,8] [--bytes 4096,1048576,67108864] [--only REGEX] [--rounds N] [--json FILE]

PYTHON has jax; --library is target/release/libstrata_pjrt.so unless it is named. Each program is one collective of f32 over all devices,
which are replicas, with as many bytes on each; "empty" adds one to a number on each. Programs are called through the client of each
platform, without JAX in between. Both platforms have as many devices as the largest number asked for, and all processors. Results are
compared before anything is timed. A time is that of a call with waiting for all of its results, on the clock: the best of the rounds;
"median" is the ratio of the medians, "ratio" XLA's time divided by ours. Exit code 1: a wrong result.
"""

import argparse
import os

PARSER = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
PARSER.add_argument("--library", default="target/release/libstrata_pjrt.so")
PARSER.add_argument("--devices", default="2,4,8")
PARSER.add_argument("--bytes", default=f"{4 << 10},{1 << 20},{64 << 20}")
PARSER.add_argument("--only", metavar="REGEX", default="")
PARSER.add_argument("--rounds", type=int, default=7)
PARSER.add_argument("--seconds", type=float, default=0.1, help="of a series of calls")
PARSER.add_argument("--json")
ARGUMENTS = PARSER.parse_args()
DEVICES = [int(n) for n in ARGUMENTS.devices.split(",")]

# The libraries read these when they start.
os.environ["PJRT_NAMES_AND_LIBRARY_PATHS"] = f"strata:{os.path.abspath(ARGUMENTS.library)}"
os.environ["JAX_PLATFORMS"] = "strata,cpu"
os.environ["STRATA_NUM_DEVICES"] = str(max(DEVICES))
os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={max(DEVICES)} " + os.environ.get("XLA_FLAGS", "")

import json  # noqa: E402
import pathlib  # noqa: E402
import re  # noqa: E402
import statistics  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax._src.lib import xla_client  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402
from jaxlib import _jax  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from peers import processor  # noqa: E402

REGION = """ ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.NAME %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32> })"""
#: The collectives: the op, its attributes (GROUPS is the group of all, COUNT its size), the op of its region, and the elements of a result
#: for each element of the operand.
COLLECTIVES = {
    "empty": ("", "", None, lambda n: 1),
    "all_reduce": ("all_reduce", "replica_groups = GROUPS", "add", lambda n: 1),
    "all_reduce max": ("all_reduce", "replica_groups = GROUPS", "maximum", lambda n: 1),
    "reduce_scatter": ("reduce_scatter", "scatter_dimension = 0 : i64, replica_groups = GROUPS", "add", lambda n: 1 / n),
    "all_gather": ("all_gather", "all_gather_dim = 0 : i64, replica_groups = GROUPS", None, lambda n: n),
    "all_to_all": (
        "all_to_all",
        "split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = COUNT : i64, replica_groups = GROUPS",
        None,
        lambda n: 1,
    ),
    "permute": ("collective_permute", "source_target_pairs = PAIRS", None, lambda n: 1),
}


def module(kind, devices, elements):
    """The text of the program of each device."""
    op, attributes, reduction, factor = COLLECTIVES[kind]
    pairs = ", ".join(f"[{i}, {(i + 1) % devices}]" for i in range(devices))
    attributes = attributes.replace("GROUPS", f"dense<[{list(range(devices))}]> : tensor<1x{devices}xi64>").replace("COUNT", str(devices))
    attributes = attributes.replace("PAIRS", f"dense<[{pairs}]> : tensor<{devices}x2xi64>")
    from_type, to_type = f"tensor<{elements}xf32>", f"tensor<{round(elements * factor(devices))}xf32>"
    body = f'%0 = "stablehlo.{op}"(%x) <{{{attributes}}}>{REGION.replace("NAME", reduction) if reduction else ""} : ({from_type}) -> {to_type}'
    if not op:
        body = f"%one = stablehlo.constant dense<1.0> : {from_type} %0 = stablehlo.add %x, %one : {from_type}"
    function = f"func.func public @main(%x: {from_type}) -> {to_type} {{ {body} return %0 : {to_type} }}"
    return f"module @m attributes {{mhlo.num_replicas = {devices} : i32, mhlo.num_partitions = 1 : i32}} {{ {function} }}"


class Side:
    """A program on the devices of a platform, with its argument there."""

    def __init__(self, devices, text, x):
        options = xla_client.CompileOptions()
        options.num_replicas, options.num_partitions = len(devices), 1
        options.device_assignment = xla_client.DeviceAssignment.create(np.array([[device.id] for device in devices]))
        self.program = devices[0].client.compile_and_load(text, _jax.DeviceList(tuple(devices)), options)
        self.x = jax.device_put(x, NamedSharding(Mesh(np.array(devices), ("d",)), PartitionSpec("d")))

    def call(self):
        """The results of all devices."""
        results = self.program.execute_sharded([self.x]).disassemble_into_single_device_arrays()[0]
        return jax.block_until_ready(results)

    def series(self, calls):
        start = time.perf_counter()
        for _ in range(calls):
            self.call()
        return (time.perf_counter() - start) / calls


def main():
    about = processor.describe()
    print(f"{about}\njax {jax.__version__}; {ARGUMENTS.library}")
    print(f"{'measurement':38} {'strata us':>11} {'XLA us':>11} {'ratio':>7} {'median':>7}", flush=True)
    rows, failed = [], []
    for devices in DEVICES:
        for kind in COLLECTIVES:
            for size in [4] if kind == "empty" else map(int, ARGUMENTS.bytes.split(",")):
                name = f"{kind}, {devices} devices, {size} bytes"
                if not re.search(ARGUMENTS.only, name):
                    continue
                # Small integers, whose sums are exact in any order.
                x = np.random.default_rng(0).integers(-8, 8, devices * size // 4).astype(np.float32)
                text = module(kind, devices, size // 4)
                sides = [Side(jax.devices(platform)[:devices], text, x) for platform in ("strata", "cpu")]
                ours, theirs = ([np.asarray(part) for part in side.call()] for side in sides)
                if all(map(np.array_equal, ours, theirs)):
                    rows.append(row(name, times(sides)))
                else:
                    failed.append(name)
                    print(f"{name:38} wrong result", flush=True)
    if ARGUMENTS.json:
        settings = {key: str(value) for key, value in vars(ARGUMENTS).items()}
        pathlib.Path(ARGUMENTS.json).write_text(json.dumps({"processor": about, "settings": settings, "rows": rows, "failed": failed}, indent=1))
    sys.exit(1 if failed else 0)


def times(sides):
    """The mean times of series of calls, of each side, in all rounds."""
    calls = []
    for side in sides:
        once = min(side.series(2) for _ in range(3))
        calls.append(max(1, round(ARGUMENTS.seconds / max(once, 1e-7))))
    means = [[] for _ in sides]
    for number in range(ARGUMENTS.rounds):
        for i in (0, 1) if number % 2 else (1, 0):
            means[i].append(sides[i].series(calls[i]))
    return means


def row(name, sides):
    """A row of the table, which is printed, from the times of both sides in seconds."""
    (ours, theirs), (ours_median, theirs_median) = map(min, sides), map(statistics.median, sides)
    made = {"name": name, "strata_us": ours * 1e6, "xla_us": theirs * 1e6, "ratio": theirs / ours, "median_ratio": theirs_median / ours_median}
    print(f"{name:38} {ours * 1e6:11.1f} {theirs * 1e6:11.1f} {made['ratio']:7.2f} {made['median_ratio']:7.2f}", flush=True)
    return made


if __name__ == "__main__":
    main()
