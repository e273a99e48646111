"""The setting of the tests: JAX with the platform, two devices of it, and 64-bit types; import it before JAX.

Without an installed package, the sources of this folder and the library of the debug build are used.
"""

import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

os.environ.setdefault("JAX_PLATFORMS", "strata,cpu")
os.environ.setdefault("STRATA_NUM_DEVICES", "2")
if not os.environ.get("STRATA_TEST_INSTALLED"):
    os.environ.setdefault("STRATA_PJRT_LIBRARY", str(ROOT / "target" / "debug" / "libstrata_pjrt.so"))
    sys.path.insert(0, str(ROOT / "python" / "src"))

import jax  # noqa: E402
import numpy as np  # noqa: E402

jax.config.update("jax_enable_x64", True)

def environment(**variables):
    """The environment of another process with the same packages."""
    sources = {} if os.environ.get("STRATA_TEST_INSTALLED") else {"PYTHONPATH": str(ROOT / "python" / "src")}
    return os.environ | sources | variables


TYPES = (np.float32, np.float64, np.complex64, np.complex128)


def cpu():
    """The device of XLA."""
    return jax.devices("cpu")[0]


def on_cpu(function, *arguments):
    """The results of XLA."""
    return jax.jit(function)(*jax.device_put(arguments, cpu()))


def random(seed, shape, dtype):
    """Numbers around 0."""
    generator = np.random.default_rng(seed)
    numbers = generator.standard_normal(shape)
    if np.issubdtype(dtype, np.complexfloating):
        numbers = numbers + 1j * generator.standard_normal(shape)
    return numbers.astype(dtype)


class TestCase(unittest.TestCase):
    """Comparisons with the platform `cpu`."""

    def assert_near(self, actual, expected, tolerance=None, message=""):
        """Compares trees of arrays; NaNs are equal."""
        leaves, tree = jax.tree.flatten(actual)
        expected, expected_tree = jax.tree.flatten(expected)
        self.assertEqual(tree, expected_tree, message)
        for one, other in zip(leaves, expected):
            one, other = np.asarray(one), np.asarray(other)
            self.assertEqual(one.dtype, other.dtype, message)
            narrow = tolerance or (1e-10 if one.dtype.itemsize >= 8 and one.dtype != np.complex64 else 2e-4)
            np.testing.assert_allclose(one, other, narrow, narrow, equal_nan=True, err_msg=message)

    def assert_as_cpu(self, function, *arguments, tolerance=None, message=""):
        """Compares the results of a function with those of XLA."""
        actual = jax.jit(function)(*arguments)
        for leaf in jax.tree.leaves(actual):
            self.assertEqual(next(iter(leaf.devices())).platform, "strata")
        self.assert_near(actual, on_cpu(function, *arguments), tolerance, message)
