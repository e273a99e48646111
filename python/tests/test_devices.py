"""Two devices of the platform."""

import subprocess
import sys
import unittest

from on_strata import TestCase, environment, jax, np

import jax.experimental
import jax.numpy as jnp
from strata_jax_plugin import library_path


def python(program, **variables):
    """The output of a program with other variables of the environment."""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment(**variables))
    return result.stdout.strip() + result.stderr


class Devices(TestCase):
    """Places of arrays and programs."""

    def test_count(self):
        self.assertEqual([device.platform for device in jax.devices()], ["strata"] * 2)

    def test_device_put(self):
        first, second = jax.devices()
        array = jax.device_put(np.arange(3), first)
        moved = jax.device_put(array, second)
        self.assertEqual(moved.devices(), {second})
        np.testing.assert_array_equal(moved, [0, 1, 2])
        back = jax.device_put(jax.device_put(moved, jax.devices("cpu")[0]), first)
        np.testing.assert_array_equal(back, [0, 1, 2])

    def test_programs_run_where_their_arguments_are(self):
        second = jax.devices()[1]
        result = jax.jit(lambda x: x + 1)(jax.device_put(np.arange(3), second))
        self.assertEqual(result.devices(), {second})
        with jax.default_device(second):
            self.assertEqual(jnp.ones(3).devices(), {second})

    def test_sharded_arrays(self):
        mesh = jax.sharding.Mesh(np.array(jax.devices()), ("x",))
        array = jax.device_put(np.arange(4.0), jax.NamedSharding(mesh, jax.P("x")))
        self.assertEqual([shard.device.id for shard in array.addressable_shards], [0, 1])
        np.testing.assert_array_equal(array, np.arange(4.0))

    def test_one_device_of_a_mesh(self):
        mesh = jax.sharding.Mesh(np.array(jax.devices()[:1]), ("x",))
        total = jax.shard_map(lambda x: jax.lax.psum(x, "x"), mesh=mesh, in_specs=jax.P("x"), out_specs=jax.P())
        np.testing.assert_array_equal(jax.jit(total)(np.arange(4.0)), np.arange(4.0))

    def test_host_functions_of_divided_programs_are_called_once(self):
        shapes = []

        def host(x):
            shapes.append(x.shape)
            return np.asarray(x) + 1

        def function(x):
            y = x * 2
            jax.debug.callback(lambda total: shapes.append(float(total)), y.sum())
            returned = jax.ShapeDtypeStruct(y.shape, y.dtype)
            return jax.pure_callback(host, returned, y) + x, jax.experimental.io_callback(host, returned, y)

        mesh = jax.sharding.Mesh(np.array(jax.devices()), ("x",))
        array = jax.device_put(np.arange(4.0, dtype=np.float32), jax.NamedSharding(mesh, jax.P("x")))
        first, second = jax.jit(function)(array)
        jax.effects_barrier()
        np.testing.assert_array_equal(first, 3 * np.arange(4.0) + 1)
        np.testing.assert_array_equal(second, 2 * np.arange(4.0) + 1)
        self.assertCountEqual(shapes, [12.0, (4,), (4,)])

    def test_partitioned_programs(self):
        """Many more are in `test/jax/sharded_programs.py`."""
        mesh = jax.sharding.Mesh(np.array(jax.devices()), ("x",))
        array = jax.device_put(np.arange(4.0), jax.NamedSharding(mesh, jax.P("x")))
        doubled = jax.jit(lambda x: x * 2)(array)
        self.assertEqual([shard.data.tolist() for shard in doubled.addressable_shards], [[0.0, 2.0], [4.0, 6.0]])
        self.assertEqual(float(jax.jit(jax.numpy.sum)(array)), 6.0)
        sums = jax.pmap(lambda x: jax.lax.psum(x, "i"), axis_name="i")(np.array([[1.0, 2.0], [3.0, 4.0]]))
        np.testing.assert_array_equal(sums, [[4.0, 6.0]] * 2)
        permuted = jax.shard_map(
            lambda x: jax.lax.ppermute(x, "x", [(0, 1)]), mesh=mesh, in_specs=jax.P("x"), out_specs=jax.P("x")
        )
        np.testing.assert_array_equal(jax.jit(permuted)(array), [0.0, 0.0, 0.0, 1.0])


class Choice(TestCase):
    """Which platform is the default."""

    SHOW = "import jax; print([d.platform for d in jax.devices()], jax.devices('strata')[0].platform)"

    def test_an_installed_plugin_is_not_the_default(self):
        self.assertEqual(python(self.SHOW, JAX_PLATFORMS=""), "['cpu'] strata")

    def test_chosen(self):
        for variables in ({"JAX_PLATFORMS": "strata"}, {"JAX_PLATFORMS": "", "STRATA_DEFAULT": "1"}):
            with self.subTest(variables):
                self.assertEqual(python(self.SHOW, STRATA_NUM_DEVICES="1", **variables), "['strata'] strata")

    def test_named_in_the_environment(self):
        library = f"strata:{library_path()}"
        self.assertEqual(
            python(self.SHOW, STRATA_NUM_DEVICES="1", PJRT_NAMES_AND_LIBRARY_PATHS=library), "['strata'] strata"
        )

    def test_a_missing_library(self):
        show = "import jax; print(jax.devices()[0].platform)"
        self.assertEqual(python(show, JAX_PLATFORMS="", STRATA_PJRT_LIBRARY="/nothing"), "cpu")
        self.assertIn(
            "STRATA_PJRT_LIBRARY names /nothing, which is not a file", python(show, STRATA_PJRT_LIBRARY="/nothing")
        )

    def test_an_unknown_version(self):
        """A part that a version of JAX lacks is left out with a message, and the rest works."""
        program = (
            "import jax, jax._src.callback; jax.__version__ = '99.0'; del jax._src.callback.emit_python_callback\n"
            "import jax.numpy as jnp; print(jnp.ones(2).sum())"
        )
        text = python(program)
        self.assertTrue(text.startswith("2.0"), text)
        self.assertIn("jax 99.0 is not one that this version knows (0.10.2); callbacks: left out, there is no", text)


if __name__ == "__main__":
    unittest.main()
