#!/usr/bin/env python3
"""Compares random scatters of JAX, whose windows reach over the edges, with XLA on the CPU.

Usage: python3 test/jax/scatters.py [--count N] [--seed SEED] [--targets TARGETS]

JAX's mode `drop` (`GatherScatterMode.FILL_OR_DROP`) drops a window that is not entirely inside of its operand. JAX's own test
programs have few such windows, so these are made here: points, rows and blocks, with and without batching dimensions, at
indices of several types from below zero to behind the end.
"""

import argparse
import pathlib
import sys
import tempfile

import jax
import numpy as np
from jax import lax

import judge
import strata
from programs import Program, everything

FUNCTIONS = [lax.scatter, lax.scatter_add, lax.scatter_mul, lax.scatter_min, lax.scatter_max]
INDICES = [np.int32, np.int8, np.uint8, np.uint32]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100, help="scatters")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--targets", default="interpreter,cpu,gpusim")
    options = parser.parse_args()
    judge.check()
    rng = np.random.default_rng(options.seed)
    failed = dropped = 0
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(options.count):
            program, cuts = scatter(rng, number)
            dropped += cuts
            place = pathlib.Path(scratch) / str(number)
            strata.write(program, place, keep=False)
            for target in options.targets.split(","):
                outcome, why = strata.run(program, target, place)
                if outcome != "passed":
                    failed += 1
                    print(f"{program.name} on {target}: {outcome}: {why}\n{program.text}")
    print(f"{options.count} scatters, {dropped} with windows partly outside, {failed} failures")
    return 1 if failed or not dropped else 0


def scatter(rng, number):
    """A random scatter as a program, and whether a window of it is partly outside."""
    shape = [int(n) for n in rng.integers(1, 6, rng.integers(1, 4))]
    dims = [int(d) for d in rng.permutation(len(shape))]
    batching = [dims.pop()] if len(dims) > 1 and rng.random() < 0.4 else []
    selected = dims[: rng.integers(1, len(dims) + 1)]
    inserted = sorted(d for d in dims if rng.random() < 0.3)
    kept = [d for d in range(len(shape)) if d not in inserted + batching]
    window = [int(rng.integers(1, shape[d] + 1)) for d in kept]
    batch = [shape[d] for d in batching] + [int(n) for n in rng.integers(1, 5, rng.integers(0, 3))]
    ours = sorted(int(d) for d in rng.choice(len(batch) + len(kept), len(kept), replace=False))
    sizes, counts = iter(window), iter(batch)
    updates = [next(sizes) if d in ours else next(counts) for d in range(len(batch) + len(kept))]
    numbers = lax.ScatterDimensionNumbers(
        update_window_dims=tuple(ours),
        inserted_window_dims=tuple(inserted),
        scatter_dims_to_operand_dims=tuple(selected),
        operand_batching_dims=tuple(batching),
        scatter_indices_batching_dims=tuple(range(len(batching))),
    )
    dtype = INDICES[rng.integers(len(INDICES))]
    low = 0 if np.iinfo(dtype).min == 0 else -3
    indices = rng.integers(low, 7, batch + [len(selected)]).astype(dtype)
    extent = np.array([window[kept.index(d)] if d in kept else 1 for d in selected])
    first, room = indices.astype(np.int64), np.array([shape[d] for d in selected])
    cut = ((first < 0) | (first + extent > room)) & (first + extent > 0) & (first < room)
    inputs = [rng.integers(-9, 10, shape).astype(np.int32), indices, rng.integers(-99, 100, updates).astype(np.int32)]
    function = FUNCTIONS[rng.integers(len(FUNCTIONS))]
    jitted = jax.jit(lambda x, i, u: function(x, i, u, numbers, mode=lax.GatherScatterMode.FILL_OR_DROP))
    name = f"{number}: {function.__name__} of {updates} to {shape}"
    results = [np.asarray(jitted(*inputs))]
    return Program(name, jitted.lower(*inputs).as_text(), inputs, results, everything), bool(cut.any())


if __name__ == "__main__":
    sys.exit(main())
