"""Times the reference interpreter against StableHLO's own interpreter and against XLA:CPU, all through one jaxlib.

Usage: PYTHON bench/interp_vs_stablehlo.py [--interp target/release/interp_time] [--programs matmul,softmax,...]

PYTHON has jax. Each program is written in JAX and lowered once; the three candidates run the same StableHLO text on the same
inputs: `stablehlo.eval_module` and the executable of XLA in this process, ours in a process of its own that stays up
(`cargo build --release -p strata-bench`), pinned to the same processor. They run in turn, and the order changes every round. A time is
the fastest call of all rounds: wall time of the call alone, without parsing, compiling or making the arguments. The results of
all three are compared before anything is timed. Exit code 1: a wrong result, or a ratio that misses --min-faster or --max-slower.
bench/README.md explains every option.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

# Results differ by the order of sums and by the last places of transcendental functions.
TOLERANCE = {"rtol": 2e-5, "atol": 2e-5}


def newton(x):
    """A loop whose body is all scalars: what an op costs when its work is nothing."""

    def step(state):
        k, y = state
        return k + 1, 0.5 * (y + x / y)

    return jax.lax.while_loop(lambda state: state[0] < 1000, step, (0, x))[1]


def recurrence(x, w):
    """A loop over rows of a matrix, with updates in place."""
    return jax.lax.scan(lambda h, row: (jnp.tanh(h @ w + row),) * 2, jnp.zeros(x.shape[1], x.dtype), x)[1]


def two_sums(x):
    """A reduction of two values, whose body is no single op."""
    return jax.lax.reduce(
        (x, x * x), (np.float32(0), np.float32(0)), lambda a, b: (a[0] + b[0], jnp.maximum(a[1], b[1]) + 1), (1,)
    )[0]


def normal(*shape):
    return np.random.default_rng(len(shape)).standard_normal(shape).astype(np.float32)


# Each program: the function and its inputs.
PROGRAMS = {
    "matmul": (lambda x, y: x @ y, [normal(128, 128), normal(128, 128)]),
    "matmul_bf16": (
        lambda x, y: (x.astype(jnp.bfloat16) @ y.astype(jnp.bfloat16)).astype(jnp.float32),
        [normal(128, 128), normal(128, 128)],
    ),
    "softmax": (lambda x: jax.nn.softmax(x, axis=-1), [normal(512, 512)]),
    "softmax_columns": (lambda x: jax.nn.softmax(x, axis=0), [normal(512, 512)]),
    "transpose": (lambda x: x.T + 1, [normal(512, 512)]),
    "select": (lambda x: jnp.where(x > 0, jnp.clip(x, 0.1, 1.0), x * x), [normal(512, 512)]),
    "integers": (lambda x: (x.astype(jnp.int32) * 7 + 3) // 5, [100 * normal(512, 512)]),
    "convolution": (
        lambda x, k: jax.lax.conv_general_dilated(x, k, (1, 1), "SAME"),
        [normal(1, 8, 32, 32), normal(16, 8, 3, 3)],
    ),
    "pool": (
        lambda x: jax.lax.reduce_window(x, -np.inf, jax.lax.max, (1, 1, 3, 3), (1, 1, 2, 2), "SAME"),
        [normal(1, 8, 64, 64)],
    ),
    "sort": (lambda x: jnp.sort(x, axis=-1), [normal(64, 1024)]),
    "gather": (lambda x, i: x[i.astype(jnp.int32) % 512], [normal(512, 64), np.abs(1000 * normal(2048))]),
    "newton": (newton, [np.float32(2)]),
    "recurrence": (recurrence, [normal(256, 64), 0.1 * normal(64, 64)]),
    "two_sums": (two_sums, [normal(64, 64)]),
}


class Strata:
    """Our interpreter, in a process that waits for orders."""

    def __init__(self, program, text, inputs, folder):
        source, self.result = folder / "program.mlir", folder / "result.npy"
        source.write_text(text)
        files = []
        for number, array in enumerate(inputs):
            files.append(str(folder / f"argument{number}.npy"))
            np.save(files[-1], array)
        command = [program, str(source), "main", str(self.result), *files]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline().strip() != "ready":
            sys.exit(f"failed: {' '.join(command)}")

    def first(self):
        return np.load(self.result)

    def fastest(self, calls):
        self.process.stdin.write(f"{calls}\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline()) * 1e-9

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class InProcess:
    """A function of this process that takes no arguments and gives the first result as an array."""

    def __init__(self, function):
        self.function = function

    def first(self):
        return np.asarray(self.function())

    def fastest(self, calls):
        times = []
        for _ in range(calls):
            start = time.perf_counter()
            self.function()
            times.append(time.perf_counter() - start)
        return min(times)

    def close(self):
        pass


def stablehlo_candidate(text, inputs):
    """StableHLO's interpreter: the module and the attributes of its inputs are made once."""
    context = jax_mlir.make_ir_context()
    with context, ir.Location.unknown():
        module = ir.Module.parse(text)
        element = ir.F32Type.get()
        attributes = [ir.DenseElementsAttr.get(np.asarray(array), type=element, shape=array.shape) for array in inputs]

    def run():
        with context:
            return stablehlo.eval_module(module, attributes)[0]

    return InProcess(run)


def xla_candidate(executable, inputs):
    arrays = [jax.device_put(array) for array in inputs]
    return InProcess(lambda: executable(*arrays).block_until_ready())


def measure(name, options, folder):
    function, inputs = PROGRAMS[name]
    lowered = jax.jit(function).lower(*inputs)
    text = lowered.as_text()
    candidates = {
        "strata": Strata(options.interp, text, inputs, folder),
        "xla": xla_candidate(lowered.compile(), inputs),
    }
    calls = {"strata": options.calls, "xla": options.calls, "stablehlo": 1}
    if options.stablehlo:
        candidates["stablehlo"] = stablehlo_candidate(text, inputs)
    results = {who: candidate.first() for who, candidate in candidates.items()}
    times = {who: float("inf") for who in candidates}
    for number in range(options.rounds):
        order = list(candidates) if number % 2 == 0 else list(candidates)[::-1]
        for who in order:
            # Its runs take so long that a few of them say enough.
            if who != "stablehlo" or number < options.stablehlo_rounds:
                times[who] = min(times[who], candidates[who].fastest(calls[who]))
    for candidate in candidates.values():
        candidate.close()
    return results, times


def agree(results, tolerance):
    """Whether the results of all candidates are the same, in words for the table."""
    ours = results["strata"]
    worst = 0.0
    for who, theirs in results.items():
        if not np.allclose(ours, theirs, **tolerance):
            return f"DIFFERENT from {who}"
        worst = max(worst, float(np.max(np.abs(ours - theirs), initial=0)))
    return f"equal to {worst:.0e}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--interp", default="target/release/interp_time")
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--calls", type=int, default=10)
    parser.add_argument("--stablehlo-rounds", type=int, default=2)
    parser.add_argument("--no-stablehlo", dest="stablehlo", action="store_false")
    parser.add_argument("--cpu", default=None)
    parser.add_argument("--min-faster", type=float, default=0)
    parser.add_argument("--max-slower", type=float, default=float("inf"))
    parser.add_argument("--json")
    options = parser.parse_args()
    if options.cpu != "all":
        os.sched_setaffinity(0, {int(options.cpu) if options.cpu else min(os.sched_getaffinity(0))})
    print(f"jax {jax.__version__}, {len(os.sched_getaffinity(0))} processor(s); times of the fastest call in ms")
    print(f"{'program':16} {'strata':>10} {'stablehlo':>12} {'xla':>9} {'faster than':>12} {'slower than':>12}  results")
    print(f"{'':16} {'':10} {'':12} {'':9} {'stablehlo':>12} {'xla':>12}")
    rows, failed = [], False
    for name in options.programs.split(","):
        with tempfile.TemporaryDirectory() as folder:
            results, times = measure(name, options, pathlib.Path(folder))
        tolerance = {"rtol": 2e-2, "atol": 2e-1} if "bf16" in name else TOLERANCE
        verdict = agree(results, tolerance)
        theirs = times.get("stablehlo", float("nan"))
        faster, slower = theirs / times["strata"], times["strata"] / times["xla"]
        failed |= "DIFFERENT" in verdict or faster < options.min_faster or slower > options.max_slower
        print(
            f"{name:16} {times['strata'] * 1e3:10.3f} {theirs * 1e3:12.1f} {times['xla'] * 1e3:9.3f} "
            f"{faster:12.0f} {slower:12.1f}  {verdict}",
            flush=True,
        )
        rows.append({"program": name, "seconds": times, "faster": faster, "slower": slower, "results": verdict})
    if options.json:
        settings = {key: value for key, value in vars(options).items() if key != "json"}
        pathlib.Path(options.json).write_text(json.dumps({"settings": settings, "rows": rows}, indent=1))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
