"""Arguments of other libraries, by DLPack, and functions of JAX."""

import unittest

import ml_dtypes
import numpy as np
from on_module import elementwise, strata

try:
    import torch
except ImportError:
    torch = None
try:
    import jax
except ImportError:
    jax = None


class Exporter:
    """An array that is known by DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class DLPack(unittest.TestCase):
    """Arguments by DLPack."""

    def test_numpy(self):
        add = strata.load(elementwise("add", "tensor<2x3xf32>")).compile()
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        np.testing.assert_array_equal(add(Exporter(x), Exporter(np.asfortranarray(x))), x + x)
        with self.assertRaisesRegex(strata.ArgumentError, "takes an array of float32, int64 is given"):
            add(Exporter(x.astype(np.int64)), x)

    def test_another_device(self):
        class Elsewhere(Exporter):
            def __dlpack_device__(self):
                return 2, 0

            def __dlpack__(self, **options):
                raise BufferError("not here")

        add = strata.load(elementwise("add", "tensor<2xf32>")).compile()
        with self.assertRaisesRegex(strata.ArgumentError, "device of type 2, not of the CPU"):
            add(Elsewhere(np.ones(2, np.float32)), np.ones(2, np.float32))

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_torch(self):
        for dtype, element in ((torch.float32, "f32"), (torch.int64, "i64"), (torch.bool, "i1"), (torch.bfloat16, "bf16")):
            op = "or" if element == "i1" else "add"
            program = strata.load(elementwise(op, f"tensor<2x3x{element}>")).compile()
            x = torch.tensor([[0, 1, 2], [3, 4, 5]]).to(dtype)
            result = program(x, x.T.contiguous().T)
            expected = x | x if op == "or" else x + x
            np.testing.assert_array_equal(result.astype(np.float64), expected.to(torch.float64).numpy(), element)

    @unittest.skipIf(jax is None, "JAX is not installed")
    def test_jax(self):
        cpu = jax.devices("cpu")[0]
        for dtype in (np.float32, ml_dtypes.bfloat16):
            element = "f32" if dtype is np.float32 else "bf16"
            add = strata.load(elementwise("add", f"tensor<3x{element}>")).compile()
            x = jax.device_put(np.arange(3).astype(dtype), cpu)
            np.testing.assert_array_equal(add(x, x), np.arange(3).astype(dtype) * 2)


@unittest.skipIf(jax is None, "JAX is not installed")
class Jit(unittest.TestCase):
    """`strata.jit`."""

    def test_trees(self):
        @strata.jit
        def layer(parameters, x, *, scale):
            return {"y": jax.numpy.tanh(x @ parameters["w"] + parameters["b"]) * scale, "n": x.sum()}, None

        w, b, x = np.ones((3, 2), np.float32), np.zeros(2, np.float32), np.ones((4, 3), np.float32)
        result, none = layer({"w": w, "b": b}, x, scale=np.float32(2))
        self.assertIsNone(none)
        np.testing.assert_allclose(result["y"], np.tanh(x @ w + b) * 2, 1e-5)
        self.assertEqual(float(result["n"]), 12)
        self.assertIn("1 programs", repr(layer))
        self.assertEqual(layer.__name__, "layer")

    def test_cache(self):
        traces = []

        def double(x):
            traces.append(x.shape)
            return x * 2

        double = strata.jit(double, opt_level=1)
        for shape in ((2,), (3,), (2,), (3,)):
            np.testing.assert_array_equal(double(np.ones(shape, np.float32)), np.full(shape, 2, np.float32))
        self.assertEqual(traces, [(2,), (3,)])
        double(np.ones(2, np.int32))
        self.assertEqual(len(traces), 3)

    def test_static(self):
        @strata.jit(static_argnums=1, static_argnames="sign")
        def power(x, n, sign=1):
            for _ in range(n - 1):
                x = x * x
            return sign * x

        self.assertEqual(power(np.float32(3), 1).item(), 3)
        self.assertEqual(power(np.float32(3), 2).item(), 9)
        self.assertEqual(power(np.float32(3), 2, sign=-1).item(), -9)

    def test_scalars_and_unused(self):
        @strata.jit
        def first(x, y):
            return x + 1

        self.assertEqual(first(1, 2).item(), 2)
        self.assertEqual(first(np.float64(1.5), None).item(), 2.5)

    def test_gradients_and_linear_algebra(self):
        x = np.random.default_rng(0).standard_normal((4, 4)).astype(np.float32)
        a = x @ x.T + 4 * np.eye(4, dtype=np.float32)
        inverse = strata.jit(jax.numpy.linalg.inv)(a)
        np.testing.assert_allclose(inverse @ a, np.eye(4), atol=1e-4)
        gradient = strata.jit(jax.grad(lambda x: (jax.numpy.sin(x) ** 2).sum()))(x)
        np.testing.assert_allclose(gradient, 2 * np.sin(x) * np.cos(x), 1e-4, 1e-5)

    def test_programs(self):
        f = strata.jit(lambda x: x + 1)
        module = f.lower(np.ones(3, np.float32))
        self.assertIn("stablehlo.add", str(module))
        self.assertEqual(f.compile(np.ones(3, np.float32)).signature.inputs[0].name, "x")

    def test_exported_programs(self):
        exported = jax.export.export(jax.jit(lambda x: x * 3), platforms=["cpu"])(jax.ShapeDtypeStruct((2,), np.float32))
        triple = strata.load(bytes(exported.serialize())).compile()
        np.testing.assert_array_equal(triple(np.ones(2, np.float32)), [3, 3])


if __name__ == "__main__":
    unittest.main()
