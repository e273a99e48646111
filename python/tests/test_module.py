"""Programs: loading, compiling, calling, and what is told about them."""

import copy
import json
import pathlib
import pickle
import tempfile
import unittest

import ml_dtypes
import numpy as np
from on_module import LAYER, LOOP, elementwise, strata


def numbers(*shape, dtype=np.float32):
    return np.random.default_rng(0).standard_normal(shape).astype(dtype)


class Load(unittest.TestCase):
    """The forms of programs."""

    def test_forms(self):
        module = strata.load(LAYER)
        expected = str(module)
        for data in (LAYER.encode(), module.to_bytecode(), bytearray(LAYER.encode())):
            self.assertEqual(str(strata.load(data)), expected)
        with tempfile.TemporaryDirectory() as folder:
            for name, data in (("a.mlir", LAYER.encode()), ("a.mlirbc", module.to_bytecode())):
                path = pathlib.Path(folder) / name
                path.write_bytes(data)
                self.assertEqual(str(strata.load(path)), expected)
                self.assertEqual(str(strata.load(str(path))), expected)
            with self.assertRaises(FileNotFoundError):
                strata.load(pathlib.Path(folder) / "missing.mlir")

    def test_entry(self):
        text = LAYER.replace("@main", "@layer")
        self.assertEqual(strata.load(text, entry="layer").signature.outputs[0].shape, (4, 16))
        with self.assertRaisesRegex(strata.CompileError, "no function '@main'"):
            strata.load(text).compile()

    def test_shown(self):
        module = strata.load(LAYER)
        self.assertIn("stablehlo.dot_general", str(module))
        self.assertIn("strata.Module @main", repr(module))
        self.assertIn("<pre>", module._repr_html_())
        self.assertIn('loc("', module.to_text(locations=True))
        self.assertIn('"stablehlo.add"(', module.to_text(generic=True))
        self.assertEqual(str(pickle.loads(pickle.dumps(module))), str(module))
        self.assertEqual(str(copy.copy(module)), str(module))

    def test_passes(self):
        module = strata.load(LAYER)
        lowered = module.run_passes("builtin.module(func.func(stablehlo-legalize-to-linalg),canonicalize,cse)")
        self.assertIn("linalg.matmul", str(lowered))
        self.assertNotIn("linalg", str(module))
        x, w, b = numbers(4, 8), numbers(8, 16), numbers(16)
        np.testing.assert_allclose(lowered.interpret(x, w, b), module.interpret(x, w, b), 1e-5)
        with self.assertRaisesRegex(strata.CompileError, "no-such-pass"):
            module.run_passes("no-such-pass")

    def test_validation(self):
        module = strata.load(elementwise("add", "tensor<3xf32>"))
        self.assertIsInstance(module.validate_passes("canonicalize,cse"), tuple)
        remarks = module.validate_passes(inputs=1)
        self.assertTrue(all(isinstance(remark, strata.Diagnostic) for remark in remarks))


class Call(unittest.TestCase):
    """Compiled programs as functions."""

    @classmethod
    def setUpClass(cls):
        cls.layer = strata.load(LAYER).compile()
        cls.arguments = numbers(4, 8), numbers(8, 16), numbers(16)

    def test_targets(self):
        x, w, b = self.arguments
        for target in ("cpu", "interpreter", "gpusim"):
            layer = strata.load(LAYER).compile(target)
            np.testing.assert_allclose(layer(x, w, b), x @ w + b, 1e-5, 1e-5, err_msg=target)
            self.assertEqual(layer.target, target)
        self.assertIn("kernel", layer.counters())

    def test_names(self):
        x, w, b = self.arguments
        expected = self.layer(x, w, b)
        np.testing.assert_array_equal(self.layer(x, b=b, w=w), expected)
        np.testing.assert_array_equal(self.layer(x=x, b=b, w=w), expected)
        self.assertEqual([spec.name for spec in self.layer.signature.inputs], ["x", "w", "b"])
        self.assertEqual(self.layer.signature.outputs[0].name, "y")
        for args, kwargs, message in (
            ((x, w), {}, "takes 3 arguments, 2 are given"),
            ((x, w, b, b), {"x": x}, "takes 3 arguments, 5 are given"),
            ((x, w), {"x": x}, "'x' is given twice"),
            ((x, w), {"z": x}, "no argument has the name 'z'"),
            ((x,), {"w": w}, r"argument #2 \(b\) is missing"),
        ):
            with self.assertRaisesRegex(strata.ArgumentError, message):
                self.layer(*args, **kwargs)

    def test_signature(self):
        self.assertEqual(
            str(self.layer.signature), "(x: tensor<4x8xf32>, w: tensor<8x16xf32>, b: tensor<16xf32>) -> (y: tensor<4x16xf32>)"
        )
        self.assertEqual(self.layer.signature.inputs[0].dtype, np.float32)
        self.assertIn("<table>", self.layer._repr_html_())
        self.assertIn("on cpu", repr(self.layer))

    def test_wrong_arguments(self):
        x, w, b = self.arguments
        with self.assertRaisesRegex(strata.ArgumentError, r"argument #0 \(x\) is tensor<4x8xf32>, not tensor<4x9xf32>"):
            self.layer(numbers(4, 9), w, b)
        with self.assertRaisesRegex(strata.ArgumentError, r"argument #1 \(w\) \(tensor<8x16xf32>\) takes an array of float32, float64 is given"):
            self.layer(x, w.astype(np.float64), b)
        with self.assertRaisesRegex(strata.ArgumentError, "cannot be made of str"):
            self.layer(x, w, "b")
        with self.assertRaises(TypeError):
            self.layer(x, w, object())

    def test_other_orders(self):
        x, w, b = self.arguments
        expected = self.layer(x, w, b)
        for other in (np.asfortranarray(x), np.repeat(x, 2, axis=1)[:, ::2], np.frombuffer(b"-" + x.tobytes(), np.float32, offset=1).reshape(4, 8)):
            np.testing.assert_array_equal(self.layer(other, w, b), expected)
        read_only = x.copy()
        read_only.flags.writeable = False
        np.testing.assert_array_equal(self.layer(read_only, w, b.tolist()), expected)

    def test_results_are_their_own(self):
        first = self.layer(*self.arguments)
        kept = first.copy()
        second = self.layer(numbers(4, 8) + 1, *self.arguments[1:])
        self.assertFalse(np.shares_memory(first, second))
        self.assertTrue(first.flags.writeable)
        np.testing.assert_array_equal(first, kept)

    def test_types(self):
        types = {"i1": np.bool_, "i8": np.int8, "i64": np.int64, "ui16": np.uint16, "f16": np.float16, "bf16": ml_dtypes.bfloat16}
        types |= {"f64": np.float64, "complex<f32>": np.complex64, "f8E4M3FN": ml_dtypes.float8_e4m3fn, "i4": ml_dtypes.int4}
        for element, dtype in types.items():
            op = "or" if element == "i1" else "add"
            add = strata.load(elementwise(op, f"tensor<3x{element}>")).compile("interpreter" if element == "i4" else "cpu")
            a, b = np.array([0, 1, 0]).astype(dtype), np.array([1, 1, 0]).astype(dtype)
            result = add(a, b)
            self.assertEqual(result.dtype, np.dtype(dtype), element)
            np.testing.assert_array_equal(result, a | b if op == "or" else a + b, element)

    def test_scalars_and_no_elements(self):
        add = strata.load(elementwise("add", "tensor<f32>")).compile()
        result = add(1, np.float32(2.5))
        self.assertEqual((result.shape, result.dtype, float(result)), ((), np.float32, 3.5))
        empty = strata.load(elementwise("add", "tensor<0x4xf32>")).compile()
        self.assertEqual(empty(np.zeros((0, 4), np.float32), np.zeros((0, 4), np.float32)).shape, (0, 4))

    def test_unknown_sizes(self):
        for target in ("cpu", "interpreter"):
            add = strata.load(elementwise("add", "tensor<?x2xf32>")).compile(target)
            self.assertEqual(add.signature.inputs[0].shape, (None, 2))
            for n in (0, 1, 5):
                x = numbers(n, 2)
                result = add(x, x)
                self.assertEqual(result.shape, (n, 2))
                np.testing.assert_array_equal(result, x + x)
            with self.assertRaisesRegex(strata.ArgumentError, r"not tensor<2x3xf32>"):
                add(numbers(2, 3), numbers(2, 3))

    def test_several_results_and_none(self):
        two = strata.load("func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<i32>) {\n  %0 = stablehlo.constant dense<7> : tensor<i32>\n  return %a, %0 : tensor<2xf32>, tensor<i32>\n}")
        first, second = two.compile()(np.ones(2, np.float32))
        self.assertEqual((first.tolist(), int(second)), ([1, 1], 7))
        self.assertEqual(strata.load("func.func @main() {\n  return\n}").compile()(), ())

    def test_options(self):
        x, w, b = self.arguments
        options = ({"opt_level": 0, "threads": 1}, {"opt_level": 3, "compile_threads": 1}, {"cpu": "x86-64-v2"}, {"cancellable": False})
        for option in options:
            np.testing.assert_allclose(strata.load(LAYER).compile(**option)(x, w, b), x @ w + b, 1e-5, 1e-5, err_msg=str(option))
        for option, message in (
            ({"opt_level": 4}, "opt_level is 0, 1, 2 or 3"),
            ({"target": "tpu"}, "no target 'tpu'"),
            ({"scatter_out_of_bounds": "drop"}, "'window' or 'element'"),
            ({"cpu": "no-such-cpu"}, "no-such-cpu"),
            ({"tuning_db": "no/such.db"}, "tuning database 'no/such.db'"),
        ):
            with self.assertRaisesRegex(strata.TargetError, message):
                strata.load(LAYER).compile(**option)
        with self.assertRaisesRegex(TypeError, "no option 'speed'"):
            strata.load(LAYER).compile(speed=11)

    def test_cache(self):
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(2):
                layer = strata.load(LAYER).compile(cache_dir=folder)
                np.testing.assert_array_equal(layer(*self.arguments), self.layer(*self.arguments))
            self.assertTrue(any(pathlib.Path(folder).iterdir()))


class Told(unittest.TestCase):
    """What executables tell about themselves."""

    @classmethod
    def setUpClass(cls):
        cls.layer = strata.load(LAYER).compile()
        cls.arguments = numbers(4, 8), numbers(8, 16), numbers(16)

    def test_benchmark(self):
        for target in ("cpu", "gpusim"):
            times = strata.load(LAYER).compile(target).benchmark(*self.arguments, runs=5, warm_up=1)
            self.assertEqual(len(times.times), 5)
            self.assertTrue(0 < times.best <= times.median <= times.worst)
            self.assertGreater(times.flops, 0)
            self.assertIn("5 runs", str(times))

    def test_cost(self):
        cost = self.layer.cost()
        self.assertEqual(cost.operations, 2 * 4 * 8 * 16 + 4 * 16)
        self.assertEqual(cost.ops["stablehlo.add"][0], 1)
        self.assertIn("stablehlo.add", cost._repr_html_())
        self.assertEqual(strata.load(LAYER).cost(), cost)

    def test_memory(self):
        self.layer(*self.arguments)
        memory = self.layer.memory()
        self.assertEqual((memory.arguments, memory.results), (4 * (32 + 128 + 16), 4 * 64))

    def test_code(self):
        self.assertIn("define", self.layer.llvm_ir())
        self.assertIn("ret", self.layer.asm())
        self.assertIn("llvm.func", self.layer.llvm_dialect())
        self.assertIn(".entry", self.layer.ptx())
        self.assertIn("sm_80", strata.load(LAYER).compile("gpusim", arch="sm_80").ptx())

    def test_profile(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "trace.json"
            trace = self.layer.profile(*self.arguments, path=path)
            self.assertEqual(json.loads(path.read_text()), trace)
        self.assertTrue(trace["traceEvents"])
        with self.assertRaisesRegex(strata.TargetError, "for the target cpu"):
            strata.load(LAYER).compile("interpreter").profile(*self.arguments)


class Errors(unittest.TestCase):
    """Exceptions."""

    def test_parse(self):
        with self.assertRaises(strata.ParseError) as caught:
            strata.load("func.func @main() {\n  oops\n}", name="wrong.mlir")
        error = caught.exception
        (first, *_) = error.diagnostics
        self.assertEqual((first.severity, first.file, first.line, first.column), ("error", "wrong.mlir", 2, 3))
        self.assertIn("wrong.mlir:2:3: error: ", str(error))
        self.assertIn("  oops\n  ^", str(error))
        self.assertEqual(pickle.loads(pickle.dumps(error)).diagnostics, error.diagnostics)
        self.assertIsInstance(error, strata.Error)
        for data in (b"\xff\xfe", b"ML\xefR\x00"):
            with self.assertRaises(strata.Error):
                strata.load(data)

    def test_notes(self):
        text = "func.func @main(%a: tensor<2xf32>) -> tensor<3xf32> {\n  return %a : tensor<2xf32>\n}"
        with self.assertRaises(strata.ParseError) as caught:
            strata.load(text)
        self.assertTrue(caught.exception.diagnostics)

    def test_compile(self):
        text = 'func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.custom_call @nowhere(%a) : (tensor<2xf32>) -> tensor<2xf32>\n  return %0 : tensor<2xf32>\n}'
        with self.assertRaisesRegex(strata.CompileError, "nowhere") as caught:
            strata.load(text, name="call.mlir").compile()
        self.assertEqual([(d.file, d.line) for d in caught.exception.diagnostics[:1]], [("call.mlir", 2)])

    def test_timeout(self):
        with self.assertRaises(strata.TimedOutError) as caught:
            strata.load(LAYER).compile(timeout=0.0)
        self.assertIsInstance(caught.exception, TimeoutError)

    def test_loop(self):
        self.assertEqual(int(strata.load(LOOP).compile()(7)), 7)


if __name__ == "__main__":
    unittest.main()
