"""Features of JAX on the platform: random numbers, control flow, gradients, donation, export, caches, analyses, DLPack."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

from on_strata import TestCase, jax, np, random

import jax.numpy as jnp
from jax import export, lax

ARRAY = np.arange(12, dtype=np.float32).reshape(3, 4)


class Programs(TestCase):
    """Programs compared with XLA."""

    def test_random(self):
        draws = {
            "normal": lambda k: jax.random.normal(k, (5,)),
            "uniform": lambda k: jax.random.uniform(k, (5,), np.float32),
            "randint": lambda k: jax.random.randint(k, (5,), 0, 100),
            "permutation": lambda k: jax.random.permutation(k, 10),
            "categorical": lambda k: jax.random.categorical(k, jnp.zeros((4, 5))),
            "of no elements": lambda k: jax.random.normal(k, (0, 2)),
            "split": lambda k: jax.random.key_data(jax.random.split(k, 3)),
        }
        for name, draw in draws.items():
            with self.subTest(name):
                self.assert_as_cpu(draw, jax.random.PRNGKey(3))

    def test_control_flow(self):
        self.assert_as_cpu(lambda x: lax.scan(lambda c, y: (c + y, c * y), x[0], x), ARRAY)
        self.assert_as_cpu(lambda x: lax.while_loop(lambda s: s.sum() < 1000, lambda s: s * 2, x), ARRAY)
        self.assert_as_cpu(lambda x: lax.fori_loop(0, 5, lambda i, s: s + i, x), ARRAY)
        branches = [lambda x: x, lambda x: -x, jnp.sin]
        for index in range(3):
            self.assert_as_cpu(lambda i, x: lax.switch(i, branches, x), index, ARRAY)

    def test_gradients(self):
        self.assert_as_cpu(jax.hessian(lambda x: jnp.sum(jnp.sin(x) ** 3)), ARRAY[0])
        self.assert_as_cpu(jax.grad(jax.checkpoint(lambda x: jnp.sum(jnp.tanh(x @ x.T)))), ARRAY / 10)
        self.assert_as_cpu(jax.vmap(jax.grad(lambda x: jnp.max(x) * x[0])), ARRAY)

    def test_rules_that_are_not_taken_from_cpu(self):
        """JAX avoids defects of XLA on CPUs for these; the general rules are right here."""
        images = random(1, (1, 3, 8, 8), np.complex64)
        kernel = random(2, (4, 3, 3, 3), np.complex64)
        self.assert_as_cpu(lambda x, w: lax.conv(x, w, (1, 1), "SAME"), images, kernel, tolerance=1e-3)
        pool = lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "SAME").sum()  # noqa: E731
        self.assert_as_cpu(jax.grad(pool), random(1, (1, 7, 7, 2), np.float32))
        self.assert_as_cpu(lambda k: jax.random.gamma(k, 2.0, (3,)), jax.random.PRNGKey(3))

    def test_narrow_types(self):
        for dtype in (jnp.bfloat16, np.float16, jnp.float8_e4m3fn, jnp.int4):
            with self.subTest(dtype.__name__):
                array = jnp.asarray(ARRAY[0], dtype)
                np.testing.assert_array_equal(np.asarray(array).astype(np.float32), ARRAY[0])


class Compilation(TestCase):
    """What JAX asks about compiled programs."""

    def test_donation(self):
        function = jax.jit(lambda x: x + 1, donate_argnums=0)
        array = jnp.ones(1000)
        self.assertRegex(function.lower(array).as_text(), "tf.aliasing_output|jax.buffer_donor")
        result = function(array)
        self.assertTrue(array.is_deleted())
        np.testing.assert_array_equal(result, np.full(1000, 2.0))
        with self.assertRaisesRegex(RuntimeError, "deleted"):
            array + 1

    def test_options_of_the_compiler(self):
        x = np.arange(9.0).reshape(3, 3)
        lowered = jax.jit(lambda x: jnp.tanh(x @ x)).lower(x)
        good = ({"strata_opt_level": 0}, {"strata_opt_level": 3, "strata_vector_bits": 128}, {"xla_cpu_enable_fast_math": True})
        for options in good + ({"strata_num_threads": 1, "strata_tile_all": True},):
            self.assert_near(lowered.compile(compiler_options=options)(x), np.tanh(x @ x))
        with tempfile.NamedTemporaryFile("w", suffix=".db") as file:
            file.write("strata-tuning-db 1\n")
            file.flush()
            self.assert_near(lowered.compile(compiler_options={"strata_tuning_db": file.name})(x), np.tanh(x @ x))
        wrong = {"strata_opt_level": 7, "strata_vector_bits": 100, "strata_nothing": 1, "strata_pass_pipeline": "builtin.module(nothing)"}
        wrong["strata_tuning_db"] = "no/such.db"
        for name, value in wrong.items():
            with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "INVALID_ARGUMENT"):
                lowered.compile(compiler_options={name: value})
        jax.config.update("jax_optimization_level", "O0")
        try:
            self.assert_near(jax.jit(lambda x: jnp.sin(x) + 1)(x), np.sin(x) + 1)
        finally:
            jax.config.update("jax_optimization_level", "UNKNOWN")

    def test_text(self):
        compiled = jax.jit(jnp.sin).lower(ARRAY).compile()
        self.assertIn("sin", compiled.as_text())

    def test_memory_analysis(self):
        compiled = jax.jit(lambda x: jnp.sin(x) @ x.T).lower(ARRAY).compile()
        sizes = compiled.memory_analysis()
        self.assertEqual((sizes.argument_size_in_bytes, sizes.output_size_in_bytes), (48, 36))

    def test_export(self):
        function = jax.jit(lambda x: jnp.sin(x) @ x.T)
        for platforms in (None, ["strata", "cpu"]):
            with self.subTest(platforms):
                data = export.export(function, platforms=platforms)(ARRAY).serialize()
                loaded = export.deserialize(data)
                self.assertIn("strata", loaded.platforms)
                np.testing.assert_allclose(loaded.call(ARRAY), np.sin(ARRAY) @ ARRAY.T, 1e-5, 1e-5)

    def test_export_of_linear_algebra(self):
        matrix = ARRAY[:, :3] + ARRAY[:, :3].T
        loaded = export.deserialize(export.export(jax.jit(jnp.linalg.eigvalsh))(matrix).serialize())
        np.testing.assert_allclose(loaded.call(matrix), np.linalg.eigvalsh(matrix), 1e-4, 1e-4)

    def test_polymorphic_export(self):
        (size,) = export.symbolic_shape("n")
        exported = export.export(jax.jit(lambda x: (x * 2).sum(0)))(jax.ShapeDtypeStruct((size, 4), np.float32))
        np.testing.assert_array_equal(exported.call(ARRAY), (ARRAY * 2).sum(0))

    def test_compilation_cache(self):
        """Programs are in the cache, and a second process takes them from there; those with callbacks are not."""
        program = (
            "import sys; sys.path.insert(0, sys.argv[1])\n"
            "from on_strata import jax, np\n"
            "jax.config.update('jax_compilation_cache_dir', sys.argv[2])\n"
            "jax.config.update('jax_persistent_cache_min_compile_time_secs', 0)\n"
            "jax.config.update('jax_persistent_cache_min_entry_size_bytes', -1)\n"
            "hits = []\n"
            "jax.monitoring.register_event_listener(lambda name, **_: hits.append(name))\n"
            "x = np.arange(4, dtype=np.float32)\n"
            "assert (jax.jit(lambda x: x * 2)(x) == x * 2).all()\n"
            "call = lambda x: jax.pure_callback(lambda x: np.asarray(x) + 1, x, x)\n"
            "if len(sys.argv) > 3: assert (jax.jit(call)(x) == x + 1).all()\n"
            "print(hits.count('/jax/compilation_cache/cache_hits'))\n"
        )
        here = str(pathlib.Path(__file__).parent)
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-c", program, here, folder]
            first = subprocess.run(command, capture_output=True, text=True, check=True)
            entries = [path for path in pathlib.Path(folder).iterdir() if path.name.endswith("-cache")]
            second = subprocess.run([*command, "callback"], capture_output=True, text=True, check=True)
            after = [path for path in pathlib.Path(folder).iterdir() if path.name.endswith("-cache")]
        self.assertGreater(len(entries), 0)
        self.assertGreater(int(second.stdout), int(first.stdout))
        self.assertFalse([path.name for path in after if "call" in path.name])


class Arrays(TestCase):
    """Memory of arrays."""

    def test_dlpack(self):
        array = jnp.arange(3.0)
        np.testing.assert_array_equal(np.from_dlpack(array), [0, 1, 2])
        copy = jnp.from_dlpack(np.arange(3.0), device=jax.devices()[0])
        self.assertEqual(copy.devices(), {jax.devices()[0]})
        np.testing.assert_array_equal(copy, [0, 1, 2])

    def test_numpy_without_a_copy(self):
        array = jnp.ones(1000)
        self.assertEqual(np.asarray(array).ctypes.data, array.unsafe_buffer_pointer())


if __name__ == "__main__":
    unittest.main()
