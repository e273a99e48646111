"""Python functions that programs call."""

import io
import contextlib
import logging

from on_strata import TestCase, jax, np

import jax.numpy as jnp
from jax import lax
from jax.experimental import checkify, io_callback

PAIR = jax.ShapeDtypeStruct((2, 3), np.float32)
ARRAY = np.arange(6, dtype=np.float32).reshape(2, 3)


def twice(array):
    """A function of the host."""
    return np.asarray(array) * 2


def refuse(array):
    """A function of the host that fails."""
    raise ValueError(f"no array of {array.shape[0]} rows")


class Callbacks(TestCase):
    """`pure_callback`, `io_callback`, `debug`, `checkify`."""

    def test_pure(self):
        function = jax.jit(lambda x: jax.pure_callback(twice, PAIR, x) + 1)
        for _ in range(50):
            np.testing.assert_array_equal(function(ARRAY), 2 * ARRAY + 1)

    def test_eager(self):
        np.testing.assert_array_equal(jax.pure_callback(twice, PAIR, ARRAY), 2 * ARRAY)

    def test_vmap(self):
        row = jax.ShapeDtypeStruct((3,), np.float32)
        for method in ("sequential", "expand_dims", "broadcast_all"):
            with self.subTest(method):
                function = jax.vmap(lambda x, m=method: jax.pure_callback(twice, row, x, vmap_method=m))
                np.testing.assert_array_equal(jax.jit(function)(ARRAY), 2 * ARRAY)

    def test_in_control_flow(self):
        call = lambda x: jax.pure_callback(twice, PAIR, x)  # noqa: E731
        loop = jax.jit(lambda x: jax.lax.fori_loop(0, 3, lambda i, x: call(x), x))
        branch = jax.jit(lambda x: jax.lax.cond(x[0, 0] < 1, call, lambda x: x, x))
        np.testing.assert_array_equal(loop(ARRAY), 8 * ARRAY)
        np.testing.assert_array_equal(branch(ARRAY), 2 * ARRAY)
        np.testing.assert_array_equal(branch(ARRAY + 1), ARRAY + 1)

    def test_types(self):
        for dtype in (np.bool_, np.int8, np.uint64, np.float16, jnp.bfloat16, np.float64, np.complex64, np.complex128, jnp.int4):
            with self.subTest(dtype.__name__):
                array = ARRAY.astype(dtype)
                result = jax.jit(lambda x: jax.pure_callback(np.asarray, x, x))(array)
                self.assertEqual(result.dtype, np.dtype(dtype))
                np.testing.assert_array_equal(np.asarray(result), array)

    def test_shapes(self):
        several = (jax.ShapeDtypeStruct((), np.float32), jax.ShapeDtypeStruct((0, 2), np.int32))
        total, empty = jax.jit(lambda x: jax.pure_callback(lambda x: (x.sum(), np.zeros((0, 2), np.int32)), several, x))(ARRAY)
        self.assertEqual(float(total), 15)
        self.assertEqual(empty.shape, (0, 2))
        no_arguments = jax.jit(lambda: jax.pure_callback(lambda: np.float32(4), several[0]))
        self.assertEqual(float(no_arguments()), 4)

    def test_arguments_stay(self):
        kept = []
        function = jax.jit(lambda x: (jax.debug.callback(kept.append, x * 2), x)[1])
        for i in range(5):
            function(ARRAY + i)
        jax.effects_barrier()
        self.assertEqual(sorted(float(x[0, 0]) for x in kept), [0, 2, 4, 6, 8])

    def test_errors(self):
        logging.getLogger("jax._src.callback").setLevel(logging.CRITICAL)
        with self.assertRaises(jax.errors.JaxRuntimeError) as caught:
            jax.jit(lambda x: jax.pure_callback(refuse, PAIR, x))(ARRAY).block_until_ready()
        text = str(caught.exception)
        self.assertIn("ValueError: no array of 2 rows", text)
        self.assertIn("in refuse", text)
        self.assertNotIn("pure_callback_impl", text)
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "Incorrect output shape"):
            jax.jit(lambda x: jax.pure_callback(lambda x: x[0], PAIR, x))(ARRAY).block_until_ready()
        # A later call works.
        np.testing.assert_array_equal(jax.jit(lambda x: x + 1)(ARRAY), ARRAY + 1)

    def test_unordered_effects(self):
        seen = []
        function = jax.jit(lambda x: (io_callback(lambda x: seen.append(float(x)), None, x.sum()), x)[1])
        jax.block_until_ready(function(ARRAY))
        jax.effects_barrier()
        self.assertEqual(seen, [15])

    def test_ordered_effects(self):
        seen = []

        def note(i):
            seen.append(int(i))

        def body(carry, i):
            io_callback(note, None, i, ordered=True)
            return carry + i, None

        def function(n):
            io_callback(note, None, n, ordered=True)
            total, _ = jax.lax.scan(body, n, jnp.arange(4))
            io_callback(note, None, total, ordered=True)
            return total

        jitted = jax.jit(function)
        jitted(10)
        jitted(20)
        jax.effects_barrier()
        self.assertEqual(seen, [10, 0, 1, 2, 3, 16, 20, 0, 1, 2, 3, 26])

    def test_print(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            jax.jit(lambda x: jax.debug.print("sum {s}", s=x.sum()))(ARRAY)
            jax.debug.print("eager {s}", s=ARRAY.sum())
            jax.effects_barrier()
        self.assertEqual(sorted(out.getvalue().split("\n")), ["", "eager 15.0", "sum 15.0"])

    def test_print_is_done_when_the_call_returns(self):
        def slow(x):
            jax.debug.print("end {x}", x=jnp.isfinite(lax.fori_loop(0, 50, lambda _, y: jnp.tanh(y @ y), x)).all())
            return x

        program = jax.jit(slow)
        for _ in range(2):
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                program(jnp.ones((200, 200)))
            self.assertEqual(out.getvalue(), "end True\n")

    def test_print_in_gradient(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            value = jax.jit(jax.grad(lambda x: (jax.debug.print("at {x}", x=x), x * x)[1]))(3.0)
            jax.effects_barrier()
        self.assertEqual((float(value), out.getvalue()), (6, "at 3.0\n"))

    def test_checkify(self):
        def logarithm(x):
            checkify.check(jnp.all(x > 0), "an element is not positive")
            return jnp.log(x)

        error, _ = checkify.checkify(jax.jit(logarithm))(ARRAY)
        self.assertIn("an element is not positive", error.get())

    def test_callback_runs_programs(self):
        inner = jax.jit(lambda x: x @ x.T)
        shape = jax.ShapeDtypeStruct((200, 200), jnp.float32)
        outer = jax.jit(lambda x: jax.pure_callback(lambda v: np.asarray(inner(jnp.asarray(v)) + 1), shape, x) * 2)
        x = jnp.ones((200, 200), jnp.float32)
        for _ in range(10):
            result = outer(x)
        self.assert_near(result, np.full((200, 200), 402, np.float32))

    def test_export_is_refused(self):
        from jax import export

        with self.assertRaises(NotImplementedError):
            export.export(jax.jit(lambda x: jax.pure_callback(twice, PAIR, x)))(ARRAY)


if __name__ == "__main__":
    import unittest

    unittest.main()
