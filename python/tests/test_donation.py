"""Donated arguments: results in their memory have the values that they have elsewhere, and what others use stays as it is."""

import unittest
import warnings
from concurrent.futures import ThreadPoolExecutor

import on_strata
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def momentum(p, m, g):
    m = 0.9 * m + g
    return p - 0.1 * m, m


def adam(p, m, v, g, t):
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    return p - 1e-3 * (m / (1 - 0.9**t)) / (jnp.sqrt(v / (1 - 0.999**t)) + 1e-8), m, v


def train(parameters, momenta, x, y):
    def loss(parameters):
        h = x
        for w, b in parameters[:-1]:
            h = jnp.tanh(h @ w + b)
        w, b = parameters[-1]
        return jnp.mean((h @ w + b - y) ** 2)

    value, gradients = jax.value_and_grad(loss)(parameters)
    momenta = jax.tree.map(lambda m, g: 0.9 * m + g, momenta, gradients)
    return value, jax.tree.map(lambda p, m: p - 0.1 * m, parameters, momenta), momenta


def power(a, n=5):
    def step(carry):
        i, x = carry
        return i + 1, x @ a / jnp.abs(x).max()

    return lax.while_loop(lambda carry: carry[0] < n, step, (jnp.int32(0), a))[1]


#: Name, function, donated arguments, shapes of the arguments, and how many results are in donated memory.
CASES = [
    ("sgd with momentum", momentum, (0, 1), [(300, 200)] * 3, 2),
    ("adam", adam, (0, 1, 2), [(128, 96)] * 4 + [()], 3),
    ("more donors than results", lambda a, b: a + b, (0, 1), [(64, 64)] * 2, 1),
    ("element of at", lambda x, v: x.at[5].set(v), (0,), [(1000, 16), (16,)], 1),
    ("elements of at", lambda x, v: x.at[jnp.array([7, 3, 7])].add(v), (0,), [(1000, 16), (3, 16)], 1),
    ("slice", lambda x, v: lax.dynamic_update_slice(x, v, (3, 4)), (0,), [(100, 80), (5, 6)], 1),
    ("moved slice", lambda x: lax.dynamic_update_slice(x, x[2:50], (7, 0)), (0,), [(100, 80)], 0),
    ("overlapping slices", lambda x: x.at[1:].set(x[:-1]), (0,), [(5000,)], 0),
    ("sum of neighbours", lambda x: x.at[1:-1].add(x[:-2] + x[2:]), (0,), [(5000,)], 1),
    ("for loop", lambda x: lax.fori_loop(0, 7, lambda i, c: c * 1.5 + i, x), (0,), [(1000,)], 1),
    ("while loop with its start", power, (0,), [(32, 32)], 0),
    ("scan", lambda c, x: lax.scan(lambda c, x: (c * 0.5 + x, c.sum()), c, x), (0,), [(64,), (9, 64)], 1),
    ("swap", lambda a, b: (b, a), (0, 1), [(50, 60)] * 2, 2),
    ("rotation", lambda a, b, c: (b + 1, c + 1, a + 1), (0, 1, 2), [(50, 60)] * 3, 2),
    ("swap with sums", lambda a, b: (b + a, a - b), (0, 1), [(50, 60)] * 2, 1),
    ("unchanged", lambda a, b: (a, a * b), (0,), [(50, 60)] * 2, 1),
    ("given twice", lambda a: (a, a), (0,), [(50, 60)], 1),
    ("given twice, one larger", lambda a: (a + 1, a), (0,), [(50, 60)], 1),
    ("read after", lambda a, b: (a + b, (a * a).sum(), a[::2] @ b), (0,), [(60, 60)] * 2, 1),
    ("transposed", lambda a: a.T * 2 + a, (0,), [(70, 70)], 0),
    ("reversed", lambda a: a[::-1] + 1, (0,), [(7000,)], 0),
    ("product", lambda a, b: a @ b, (0,), [(96, 96)] * 2, 0),
    ("product and its argument", lambda a, b: (a @ b + a, a), (0,), [(96, 96)] * 2, 1),
    ("sorted", lambda a: jnp.sort(a, axis=1), (0,), [(30, 300)], 0),
    ("cumulative sum", lambda a: jnp.cumsum(a, axis=0), (0,), [(300, 30)], 0),
    ("softmax", lambda a: jax.nn.softmax(a, axis=-1), (0,), [(300, 64)], 1),
    ("normalized", lambda a: (a - a.mean(0)) / a.std(0), (0,), [(300, 64)], 1),
    ("condition", lambda a, b: lax.cond(b.sum() > 0, lambda: a + b, lambda: a * b), (0,), [(64, 64)] * 2, 0),
    ("broadcast", lambda a, b: a + b[:, None] + a.sum(), (0, 1), [(64, 64), (64,)], 1),
    ("reshaped", lambda a: (a.reshape(-1) * 3).reshape(a.shape), (0,), [(40, 50)], 1),
    ("empty", lambda a, b: (a * 2, b + 1), (0, 1), [(0, 4), (3,)], 1),
    ("scalars", lambda a, b: (a + b, a * b), (0, 1), [(), ()], 2),
    ("inverse", jnp.linalg.inv, (0,), [(20, 20)], 1),
    ("gather", lambda a, b: a[jnp.array([5, 1, 1, 3, 0])] + b, (0,), [(5, 90), (5, 90)], 0),
]


def example(shapes):
    generator = np.random.default_rng(7)
    return [generator.uniform(-1, 1, shape).astype(np.float32) for shape in shapes]


class Donation(unittest.TestCase):
    def check(self, function, donated, arguments):
        """The results with donation, which are those of XLA, and how many are in the memory of an argument."""
        placed = [jnp.asarray(a.copy()) + 0 for a in arguments]
        before = {placed[i].unsafe_buffer_pointer() for i in donated if placed[i].size}
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Some donated buffers were not usable")
            results = jax.tree.leaves(jax.jit(function, donate_argnums=donated)(*placed))
        expected = jax.tree.leaves(on_strata.on_cpu(function, *arguments))
        self.assertEqual(len(results), len(expected))
        for result, other in zip(results, expected):
            np.testing.assert_allclose(result, other, rtol=2e-5, atol=2e-5)
        return sum(result.unsafe_buffer_pointer() in before for result in results if result.size)

    def test_results_are_those_without_donation(self):
        for name, function, donated, shapes, used in CASES:
            with self.subTest(name):
                self.assertEqual(self.check(function, donated, example(shapes)), used)

    def test_every_argument_in_turn(self):
        for name, function, _, shapes, _ in CASES:
            for donated in range(len(shapes)):
                with self.subTest(name, donated=donated):
                    self.check(function, (donated,), example(shapes))

    def test_training(self):
        def start():
            shapes = [(64, 48), (48,), (48, 48), (48,), (48, 10), (10,)]
            w = example(shapes)
            return [tuple(map(jnp.asarray, w[i : i + 2])) for i in (0, 2, 4)]

        x, y = example([(32, 64), (32, 10)])
        kept, donated = jax.jit(train), jax.jit(train, donate_argnums=(0, 1))
        states = [(start(), jax.tree.map(jnp.zeros_like, start())) for _ in range(2)]
        for _ in range(20):
            (a, *first), (b, *second) = kept(*states[0], x, y), donated(*states[1], x, y)
            self.assertAlmostEqual(float(a), float(b), places=5)
            states = [first, second]
        for a, b in zip(*map(jax.tree.leaves, states)):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)

    def test_calls_that_nobody_waits_for(self):
        function = jax.jit(lambda x, i: x.at[i].add(x[i - 1] + 1), donate_argnums=0)
        x = jnp.zeros(100_000) + 0
        place, expected = x.unsafe_buffer_pointer(), np.zeros(100_000)
        for i in range(1, 200):
            x = function(x, i)
            expected[i] += expected[i - 1] + 1
        np.testing.assert_array_equal(x, expected)
        self.assertEqual(x.unsafe_buffer_pointer(), place)

    def test_memory_that_others_use_is_not_written(self):
        function = jax.jit(lambda x: x + 1, donate_argnums=0)
        x = jnp.arange(4096.0) + 0
        view = np.asarray(x)
        y = function(x)
        np.testing.assert_array_equal(view, np.arange(4096.0))
        np.testing.assert_array_equal(y, np.arange(4096.0) + 1)
        # An array of NumPy that JAX may use where it is.
        host = np.arange(4096, dtype=np.float32)
        y = function(jax.device_put(host))
        np.testing.assert_array_equal(host, np.arange(4096))
        np.testing.assert_array_equal(y, np.arange(4096) + 1)

    def test_an_argument_that_is_used_twice(self):
        for donated in (0,), (1,), (0, 1):
            x = jnp.arange(4096.0) + 0
            results = jax.jit(lambda a, b: (a * 3, a[::-1] + b), donate_argnums=donated)(x, x)
            numbers = np.arange(4096.0)
            np.testing.assert_array_equal(results, (numbers * 3, np.full(4096, 4095.0)))

    def test_threads_that_donate_the_same_array(self):
        function = jax.jit(lambda x: x * 2 + 1, donate_argnums=0)
        function(jnp.zeros(50_000) + 0)
        for _ in range(20):
            x = jnp.arange(50_000.0) + 0
            expected = np.arange(50_000.0) * 2 + 1

            def call(_):
                try:
                    return np.asarray(function(x))
                except (RuntimeError, ValueError) as error:
                    return str(error)

            with ThreadPoolExecutor(4) as pool:
                results = list(pool.map(call, range(4)))
            arrays = [result for result in results if not isinstance(result, str)]
            self.assertGreaterEqual(len(arrays), 1)
            for result in arrays:
                np.testing.assert_array_equal(result, expected)
            for why in (result for result in results if isinstance(result, str)):
                self.assertRegex(why, "deleted|donated")

    def test_memory_analysis(self):
        x = jnp.zeros((256, 256), jnp.float32)
        for donated, aliases in ((), 0), ((0,), x.nbytes), ((0, 1), 2 * x.nbytes):
            compiled = jax.jit(lambda p, m: (p - m, m * 2), donate_argnums=donated).lower(x, x).compile()
            self.assertEqual(compiled.memory_analysis().alias_size_in_bytes, aliases)

    def test_peak_of_memory(self):
        device = jax.devices()[0]
        function = jax.jit(lambda x: x * 2 + 1, donate_argnums=0)
        x = jnp.zeros(1 << 20, jnp.float32) + 0
        x.block_until_ready()
        before = device.memory_stats()
        for _ in range(10):
            x = function(x)
        x.block_until_ready()
        after = device.memory_stats()
        self.assertEqual(after["bytes_in_use"], before["bytes_in_use"])
        self.assertEqual(after["peak_bytes_in_use"], before["peak_bytes_in_use"])


if __name__ == "__main__":
    unittest.main()
