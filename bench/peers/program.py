"""What a program of vs_xla.py is, and the arrays that programs are given."""

import dataclasses
from collections.abc import Callable

import jax
import numpy as np


@dataclasses.dataclass
class Program:
    """A function of JAX with its inputs, which are arrays or trees of them."""

    function: Callable
    inputs: list
    # Largest difference relative to the largest value; 0: equal.
    tolerance: float = 2e-5
    # Whether numbers may have 64 bits.
    wide: bool = False

    def flat(self):
        """The function of all arrays one by one, and these arrays."""
        leaves, tree = jax.tree.flatten(self.inputs)
        return lambda *arrays: self.function(*jax.tree.unflatten(tree, arrays)), leaves


class Family(dict):
    """Programs by name. Those of `add` make their arrays when it is their turn: all of them at once would need gigabytes."""

    def add(self, inputs, name=None, tolerance=2e-5, wide=False):
        """Registers a function with what makes its inputs, under its own name where there is no other."""

        def register(function):
            key = name or function.__name__
            if key in self:
                raise KeyError(f"two programs are named {key}")
            self[key] = lambda: Program(function, inputs(), tolerance, wide)
            return function

        return register


def normal(*shape, dtype=np.float32):
    return np.random.default_rng(len(shape)).standard_normal(shape).astype(dtype)


def uniform(*shape, low=0.0, high=1.0):
    return np.random.default_rng(len(shape)).uniform(low, high, shape).astype(np.float32)


def integers(*shape, high, low=0, dtype=np.int32):
    return np.random.default_rng(len(shape)).integers(low, high, shape).astype(dtype)


def random(seed):
    """A function that makes normal arrays, scaled so that products with them keep their size."""
    rng = np.random.default_rng(seed)

    def make(*shape, fan=None):
        size = float(np.prod(shape[:-1])) if fan is None else fan
        return rng.standard_normal(shape, np.float32) * np.float32(size**-0.5)

    return make


def key(seed):
    """The data of a random key, for `jax.random.wrap_key_data`."""
    return np.array([0, seed], np.uint32)
