"""Where arrays are and in which order: kinds of memory, layouts, and arrays that stay on a GPU, which is simulated here."""

import subprocess
import sys
import unittest

from on_strata import TestCase, environment, jax, np

import jax.numpy as jnp
from jax.experimental.layout import Format, Layout
from jax.sharding import SingleDeviceSharding

#: A program for a process with another platform.
ON_SIMULATOR = """
import jax, jax.numpy as jnp, numpy as np
jax.config.update("jax_enable_x64", True)
device = jax.devices()[0]
assert (device.platform, device.device_kind) == ("strata_gpusim", "the simulated GPU"), device.device_kind
x = np.arange(12, dtype=np.float32).reshape(3, 4)
host = jax.sharding.SingleDeviceSharding(device, memory_kind="pinned_host")
a, b = jax.device_put(x), jax.device_put(x, host)
near = jax.sharding.SingleDeviceSharding(device, memory_kind="device")
def program(a, b):
    b = jax.device_put(b, near)
    return jnp.tanh(a) @ b.T, (a + b).sum(), jnp.sort(a, axis=1)[:, ::-1]
f = jax.jit(program, in_shardings=(None, host))
product, total, ordered = f(a, b)
np.testing.assert_allclose(product, np.tanh(x) @ x.T, 1e-5)
np.testing.assert_allclose((total, ordered[0, 0]), (2 * x.sum(), 3))
y = jax.jit(lambda a: a * 2, out_shardings=host, donate_argnums=0)(a)
assert y.sharding.memory_kind == "pinned_host" and a.is_deleted()
np.testing.assert_array_equal(y, 2 * x)
np.testing.assert_array_equal(jax.device_put(product, host), product)
np.testing.assert_allclose(jnp.linalg.eigh(jnp.eye(3) + 1)[0], [1, 1, 4], 1e-5)
np.testing.assert_array_equal(jax.pure_callback(lambda v: np.asarray(v) * 2, jax.ShapeDtypeStruct((3,), "f4"), jnp.ones(3, "f4")), 2)
np.testing.assert_array_equal(jax.jit(lambda n: jnp.nonzero(n, size=3)[0])(jnp.array([0, 1, 1, 0, 1])), [1, 2, 4])
in_use = device.memory_stats()["bytes_in_use"]
for _ in range(20):
    product = f(product[:, :3] @ x, b)[0]
assert device.memory_stats()["bytes_in_use"] <= in_use + 4096
"""


class Memories(TestCase):
    def setUp(self):
        self.device = jax.devices("strata")[0]
        self.host = SingleDeviceSharding(self.device, memory_kind="pinned_host")
        self.x = np.arange(12, dtype=np.float32).reshape(3, 4)

    def test_results_are_where_the_program_wants_them(self):
        f = jax.jit(lambda x: (x * 2, x + 1), out_shardings=(self.host, None))
        double, more = f(self.x)
        self.assertEqual((double.sharding.memory_kind, more.sharding.memory_kind), ("pinned_host", "device"))
        self.assert_near((double, more), (2 * self.x, self.x + 1))

    def test_arguments_in_other_memory(self):
        x = jax.device_put(self.x, self.host)
        back = SingleDeviceSharding(self.device, memory_kind="device")
        y = jax.jit(lambda x: jax.device_put(x, back) + 1, in_shardings=self.host)(x)
        self.assertEqual((x.sharding.memory_kind, y.sharding.memory_kind), ("pinned_host", "device"))
        self.assert_near(y, self.x + 1)

    def test_memory_analysis_counts_arrays(self):
        compiled = jax.jit(lambda x: x @ x.T, out_shardings=self.host).lower(self.x).compile()
        self.assertEqual(compiled.memory_analysis().argument_size_in_bytes, 48)
        self.assertEqual(compiled.memory_analysis().output_size_in_bytes, 36)


class Layouts(TestCase):
    def setUp(self):
        self.columns = Format(Layout(major_to_minor=(1, 0)), SingleDeviceSharding(jax.devices("strata")[0]))
        self.x = np.arange(12, dtype=np.float32).reshape(3, 4)

    def test_arrays_by_columns(self):
        x = jax.device_put(self.x, self.columns)
        self.assertEqual(x.format.layout.major_to_minor, (1, 0))
        self.assert_near(x, self.x)
        f = jax.jit(lambda x: x.T @ x, in_shardings=self.columns, out_shardings=self.columns)
        y = f(x)
        self.assertEqual(y.format.layout.major_to_minor, (1, 0))
        self.assert_near(y, self.x.T @ self.x)
        # Programs without wishes take them, too.
        self.assert_near((y + 1, y.sum(axis=0)), (self.x.T @ self.x + 1, (self.x.T @ self.x).sum(axis=0)))
        self.assert_near(jax.device_put(y, jax.devices("strata")[1]), self.x.T @ self.x)

    def test_three_dimensions(self):
        layout = Format(Layout(major_to_minor=(2, 0, 1)), SingleDeviceSharding(jax.devices("strata")[0]))
        x = np.arange(24, dtype=np.int64).reshape(2, 3, 4)
        y = jax.jit(lambda x: jnp.cumsum(x, axis=1), in_shardings=layout, out_shardings=layout)(jax.device_put(x, layout))
        self.assertEqual(y.format.layout.major_to_minor, (2, 0, 1))
        self.assert_near(y, np.cumsum(x, axis=1))

    def test_the_compiler_chooses(self):
        auto = Format(Layout.AUTO)
        lowered = jax.jit(lambda x: x @ x.T, in_shardings=auto, out_shardings=auto).lower(jax.ShapeDtypeStruct((4, 3), "f4"))
        formats, _ = lowered.compile().input_formats
        self.assertEqual(formats[0].layout.major_to_minor, (0, 1))


class Simulator(unittest.TestCase):
    def test_arrays_stay_on_the_gpu(self):
        variables = environment(JAX_PLATFORMS="strata_gpusim")
        variables.pop("STRATA_NUM_DEVICES", None)
        done = subprocess.run([sys.executable, "-c", ON_SIMULATOR], env=variables, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])


if __name__ == "__main__":
    unittest.main()
