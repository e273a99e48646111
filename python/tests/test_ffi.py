"""Handlers of XLA's FFI in C++, called by programs of the platform beside those of XLA."""

import concurrent.futures
import ctypes
import gc
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile

from on_strata import ROOT, TestCase, jax, np

import jax.numpy as jnp
import ml_dtypes
from jax.experimental import serialize_executable

SOURCE = pathlib.Path(__file__).with_name("ffi_handlers.cc")
FLOAT = jax.ShapeDtypeStruct((), np.float32)
PAIR = jax.ShapeDtypeStruct((2, 3), np.float32)
ARRAY = np.arange(6, dtype=np.float32).reshape(2, 3)
BOTH = ("strata", "cpu")

_folder = tempfile.TemporaryDirectory()


def build() -> ctypes.CDLL:
    """The handlers, compiled against the headers of jaxlib."""
    library = pathlib.Path(_folder.name, "handlers.so")
    compiler = os.environ.get("CXX", "c++")
    include = f"-I{jax.ffi.include_dir()}"
    # The headers have warnings of their own.
    flags = ["-std=c++17", "-O1", "-w", "-fPIC", "-shared"]
    subprocess.run([compiler, *flags, include, str(SOURCE), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def register(name: str, platforms=BOTH, api_version=1, **stages: str) -> None:
    """Registers a function of the library, or several for the stages."""
    capsules = {stage: jax.ffi.pycapsule(getattr(LIBRARY, function)) for stage, function in stages.items()}
    for platform in platforms:
        target = capsules or jax.ffi.pycapsule(getattr(LIBRARY, name))
        jax.ffi.register_ffi_target(f"test_{name}", target, platform=platform, api_version=api_version)


# Initializes the platforms, of which XLA's takes a type before the handlers that use it only then.
jax.devices("cpu")
LIBRARY = build()
LIBRARY.counter_id.restype = LIBRARY.counter_info.restype = ctypes.c_void_p
LIBRARY.count_states.restype = LIBRARY.count_effects.restype = ctypes.c_int64
COUNTER = {
    "type_id": jax.ffi.pycapsule(LIBRARY.counter_id()),
    "type_info": jax.ffi.pycapsule(LIBRARY.counter_info()),
}
for _platform in BOTH:
    jax.ffi.register_ffi_type("test_counter", COUNTER, platform=_platform)
for _name in ("rms_norm", "inspect", "attributes", "fail", "increment", "later", "effect", "ordered", "about", "columns"):
    register(_name)
register("counter", instantiate="counter_instantiate", execute="counter_execute")
register("stages", ["strata"], prepare="stages_prepare", initialize="stages_initialize", execute="stages_execute")
register("untyped_add", api_version=0)
register("untyped_both", api_version=0)
jax.ffi.register_ffi_target("test_only_cpu", jax.ffi.pycapsule(LIBRARY.rms_norm), platform="cpu")


def rms_norm(x, target="test_rms_norm", vmap_method="broadcast_all"):
    call = jax.ffi.ffi_call(target, jax.ShapeDtypeStruct(x.shape, x.dtype), vmap_method=vmap_method)
    return call(x, epsilon=np.float32(1e-5))


@jax.custom_vjp
def normalized(x):
    return rms_norm(x)


def _scale(x):
    return jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + np.float32(1e-5))


def _backward(x, cotangent):
    scale = _scale(x)
    inner = jnp.mean(cotangent * x, -1, keepdims=True)
    return (cotangent * scale - x * scale**3 * inner,)


normalized.defvjp(lambda x: (rms_norm(x), x), _backward)


def inspect(x):
    results = (
        jax.ShapeDtypeStruct(x.shape, x.dtype),
        jax.ShapeDtypeStruct((4,), np.int64),
        jax.ShapeDtypeStruct((3,), np.uint8),
    )
    return jax.ffi.ffi_call("test_inspect", results)(x)


class Handlers(TestCase):
    """`jax.ffi.ffi_call`."""

    def test_layouts(self):
        script = ROOT / "pjrt" / "tests" / "ffi_layouts.py"
        subprocess.run([sys.executable, str(script), "--check"], check=True)

    def test_rms_norm(self):
        for dtype in (np.float32, np.float64):
            for shape in ((5,), (2, 3), (4, 0), (0, 4), (2, 3, 64)):
                with self.subTest(f"{dtype.__name__}{shape}"):
                    x = np.random.default_rng(1).standard_normal(shape).astype(dtype)
                    self.assert_as_cpu(rms_norm, x)
                    self.assert_as_cpu(lambda x: jnp.sum(rms_norm(x * 2) + x), x)

    def test_transformations(self):
        x = np.random.default_rng(2).standard_normal((4, 3, 8)).astype(np.float32)
        for method in ("sequential", "sequential_unrolled", "expand_dims", "broadcast_all", "legacy_vectorized"):
            with self.subTest(method):
                self.assert_as_cpu(jax.vmap(lambda x, m=method: rms_norm(x, vmap_method=m)), x)
        self.assert_as_cpu(lambda x: jax.lax.scan(lambda c, x: (normalized(c + x), c), x[0], x), x)
        self.assert_as_cpu(jax.grad(lambda x: jnp.sum(jnp.sin(normalized(x)))), x)
        self.assert_as_cpu(lambda x: jax.lax.cond(x[0, 0, 0] > 9, rms_norm, lambda x: x, x), x)
        self.assert_as_cpu(lambda x: jax.lax.fori_loop(0, 5, lambda i, x: rms_norm(x) + i, x), x)
        expected = jax.grad(lambda x: jnp.sum(jnp.sin(x * _scale(x))))
        np.testing.assert_allclose(jax.grad(lambda x: jnp.sum(jnp.sin(normalized(x))))(x), expected(x), 1e-4, 1e-5)

    def test_eager(self):
        np.testing.assert_allclose(rms_norm(jnp.asarray(ARRAY)), ARRAY * _scale(ARRAY), 1e-5)

    def test_types(self):
        names = "int4 uint4 int2 uint2 bfloat16 float8_e5m2 float8_e4m3fn float8_e4m3 float8_e3m4 float8_e8m0fnu float4_e2m1fn"
        types = [np.dtype(getattr(ml_dtypes, name)) for name in names.split()]
        whole = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128"
        for dtype in types + [np.dtype(name) for name in whole.split()]:
            with self.subTest(dtype.name):
                x = np.array([1, 0, 1, 1, 2, 1], np.float32).astype(dtype)
                copy, about, start = jax.jit(inspect)(x)
                expected = jax.jit(inspect)(jax.device_put(x, jax.devices("cpu")[0]))
                wide = np.float32 if dtype in types else dtype
                np.testing.assert_array_equal(np.asarray(copy).astype(wide), x.astype(wide))
                np.testing.assert_array_equal(about, expected[1])
                # Six elements of two bits have no more bytes.
                np.testing.assert_array_equal(start[:2], expected[2][:2])

    def test_negative_packed(self):
        for dtype in (jnp.int4, jnp.int2):
            x = np.array([1, -2, 1, 0, -1, 1, -2], np.int8).astype(dtype)
            copy, _, start = jax.jit(lambda x: inspect(x + jnp.zeros_like(x)))(x)
            np.testing.assert_array_equal(np.asarray(copy), x)
            np.testing.assert_array_equal(start[:1], [0xE1 if dtype == jnp.int4 else 0b00011001])
            total = jax.jit(lambda x: jnp.sum(inspect(x)[0].astype(np.int32)))(x)
            self.assertEqual(int(total), -2)

    def test_scalar_and_empty(self):
        self.assert_as_cpu(lambda x: inspect(x)[:2], np.float32(3))
        self.assert_as_cpu(lambda x: inspect(x)[1], np.zeros((0, 3), np.int16))

    def test_attributes(self):
        def call():
            return jax.ffi.ffi_call("test_attributes", jax.ShapeDtypeStruct((10,), np.float64))(
                flag=True,
                narrow=np.int32(-3),
                wide=5,
                single=np.float32(0.5),
                twice=0.25,
                text="hello",
                list=np.array([1, 2]),
                floats=np.array([1, 2, 4], np.float32),
                nested={"x": 7, "name": "deep"},
            )

        self.assert_as_cpu(call)
        np.testing.assert_array_equal(jax.jit(call)(), [1, -3, 5, 0.5, 0.25, 5, 12, 7, 7, 2])

    def test_state(self):
        def counter(start):
            return jax.ffi.ffi_call("test_counter", jax.ShapeDtypeStruct((), np.int64), has_side_effect=True)(start=start)

        gc.collect()
        before = LIBRARY.count_states()
        # Each call of a program has a state of its own.
        function = jax.jit(lambda: (counter(10), counter(20))).lower().compile()
        self.assertEqual(LIBRARY.count_states(), before + 2)
        self.assertEqual([tuple(int(x) for x in function()) for _ in range(3)], [(10, 20), (11, 21), (12, 22)])
        del function
        jax.clear_caches()
        gc.collect()
        self.assertEqual(LIBRARY.count_states(), before)
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, r"INVALID_ARGUMENT.*a counter starts at 0 or above"):
            jax.jit(lambda: counter(-1))()
        self.assertEqual(LIBRARY.count_states(), before)

    def test_stages(self):
        before = LIBRARY.count_states()
        function = jax.jit(lambda: jax.ffi.ffi_call("test_stages", jax.ShapeDtypeStruct((2,), np.int64))())
        np.testing.assert_array_equal(function(), [30, 34])
        self.assertEqual(LIBRARY.count_states(), before)

    def test_errors(self):
        def fail(x, code=9):
            return jax.ffi.ffi_call("test_fail", PAIR)(x, code=code, message="it is bad")

        for code, name in ((3, "INVALID_ARGUMENT"), (5, "NOT_FOUND"), (9, "FAILED_PRECONDITION"), (15, "DATA_LOSS")):
            for device in (jax.devices()[0], jax.devices("cpu")[0]):
                with self.assertRaises(jax.errors.JaxRuntimeError) as caught:
                    jax.jit(fail, static_argnums=1)(jax.device_put(ARRAY, device), code).block_until_ready()
                self.assertEqual(str(caught.exception), f"{name}: it is bad")
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "(?s)Wrong number of attributes"):
            jax.jit(lambda x: jax.ffi.ffi_call("test_rms_norm", PAIR)(x, one=1, two=2))(ARRAY).block_until_ready()
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "RmsNorm takes f32 and f64"):
            jax.jit(rms_norm)(ARRAY.astype(np.int32)).block_until_ready()
        # A later call works.
        self.assert_as_cpu(rms_norm, ARRAY)

    def test_unknown(self):
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, r"test_ffi\.py:\d+.*\n?.*test_nobody"):
            jax.jit(lambda x: jax.ffi.ffi_call("test_nobody", PAIR)(x))(ARRAY)
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, r"'test_rms_norm' has API version 2"):
            jax.jit(lambda x: jax.ffi.ffi_call("test_rms_norm", PAIR, custom_call_api_version=2)(x))(ARRAY)
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, r"'test_untyped_add' has API version 4"):
            jax.jit(lambda x: jax.ffi.ffi_call("test_untyped_add", PAIR)(x, x))(ARRAY)
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, r"attribute 'a' is \[1, 2\]"):
            jax.jit(lambda x: jax.ffi.ffi_call("test_rms_norm", PAIR)(x, a=(1, 2)))(ARRAY)

    def test_registration(self):
        with self.assertRaisesRegex(ValueError, "has version 7.0 of XLA's FFI"):
            register("from_the_future", ["strata"])
        with self.assertRaisesRegex(ValueError, "another handler 'test_fail'"):
            register("fail", ["strata"], execute="rms_norm")
        with self.assertRaisesRegex(ValueError, r"has the stages \['run'\]"):
            register("stage", ["strata"], run="rms_norm")
        with self.assertRaisesRegex(ValueError, "no function for execution"):
            register("stage", ["strata"], prepare="stages_prepare")
        # Again, as a library that is loaded twice does.
        register("rms_norm")

    def test_handlers_of_the_host(self):
        self.assert_as_cpu(lambda x: rms_norm(x, "test_only_cpu"), ARRAY)

    def test_registration_before_the_platforms(self):
        script = f"""
import ctypes
from on_strata import jax, np
library = ctypes.CDLL({LIBRARY._name!r})
library.counter_id.restype = library.counter_info.restype = ctypes.c_void_p
capsule = jax.ffi.pycapsule
parts = {{"type_id": capsule(library.counter_id()), "type_info": capsule(library.counter_info())}}
jax.ffi.register_ffi_type("early", parts, platform="cpu")
stages = {{"instantiate": capsule(library.counter_instantiate), "execute": capsule(library.counter_execute)}}
jax.ffi.register_ffi_target("early", stages, platform="cpu")
for platform in ("strata", "cpu"):
    with jax.default_device(jax.devices(platform)[0]):
        function = jax.jit(lambda: jax.ffi.ffi_call("early", jax.ShapeDtypeStruct((), np.int64), has_side_effect=True)(start=3))
        assert [int(function()) for _ in range(2)] == [3, 4], platform
"""
        subprocess.run([sys.executable, "-c", script], check=True, cwd=SOURCE.parent)

    def test_aliases(self):
        def increment(x):
            return jax.ffi.ffi_call("test_increment", jax.ShapeDtypeStruct(x.shape, x.dtype), input_output_aliases={0: 0})(x)

        self.assert_as_cpu(increment, ARRAY)
        self.assert_as_cpu(lambda x: (increment(x), x, increment(increment(x * 2))), ARRAY)
        x = jnp.asarray(ARRAY)
        np.testing.assert_array_equal(jax.jit(increment)(x), ARRAY + 1)
        np.testing.assert_array_equal(x, ARRAY)
        np.testing.assert_array_equal(jax.jit(increment, donate_argnums=0)(x), ARRAY + 1)

    def test_layouts_of_arrays(self):
        def columns(x):
            call = jax.ffi.ffi_call(
                "test_columns",
                jax.ShapeDtypeStruct(x.shape, x.dtype),
                input_layouts=((1, 0),),
                output_layouts=(1, 0),
                vmap_method="sequential",
            )
            return call(x)

        self.assert_as_cpu(columns, ARRAY)
        np.testing.assert_array_equal(jax.jit(columns)(ARRAY), np.cumsum(ARRAY.T).reshape(3, 2).T)
        self.assert_as_cpu(jax.vmap(columns), np.arange(24, dtype=np.float32).reshape(2, 3, 4))

    def test_later(self):
        def later(x, fails=False):
            return jax.ffi.ffi_call("test_later", jax.ShapeDtypeStruct(x.shape, x.dtype))(x, fails=fails)

        self.assert_as_cpu(lambda x: later(later(x) + 1), ARRAY)
        with self.assertRaises(jax.errors.JaxRuntimeError) as caught:
            jax.jit(lambda x: later(x, True))(ARRAY).block_until_ready()
        self.assertEqual(str(caught.exception), "DATA_LOSS: too late")

    def test_effects(self):
        before = LIBRARY.count_effects()

        def function(x):
            jax.ffi.ffi_call("test_effect", (), has_side_effect=True)(x)
            return x + 1

        for _ in range(3):
            jax.jit(function)(ARRAY).block_until_ready()
        self.assertEqual(LIBRARY.count_effects(), before + 18)

    def test_tokens(self):
        def function(x):
            token = jax.lax.create_token()
            token, y = jax.ffi.ffi_call("test_ordered", (jax.core.abstract_token, PAIR))(token, x)
            token, y = jax.ffi.ffi_call("test_ordered", (jax.core.abstract_token, PAIR))(token, y)
            return y

        self.assert_as_cpu(function, ARRAY)

    def test_context(self):
        def about(x):
            return jax.ffi.ffi_call("test_about", jax.ShapeDtypeStruct((4,), np.int64))() + x

        for device in jax.devices()[:2]:
            result = jax.jit(about)(jax.device_put(np.int64(0), device))
            np.testing.assert_array_equal(result, [0, 1, device.id, 1])

    def test_untyped(self):
        x = np.arange(4, dtype=np.float32)
        for version in (1, 2):
            call = jax.ffi.ffi_call("test_untyped_add", jax.ShapeDtypeStruct((4,), np.float32), custom_call_api_version=version)
            np.testing.assert_array_equal(jax.jit(call)(x, 2 * x), 3 * x)
        call = jax.ffi.ffi_call("test_untyped_both", (FLOAT, FLOAT), custom_call_api_version=3, legacy_backend_config="9ab")
        self.assertEqual([float(y) for y in jax.jit(call)(np.float32(2))], [5, 18])

    def test_threads(self):
        function = jax.jit(lambda x: normalized(jax.lax.fori_loop(0, 3, lambda i, x: normalized(x) + i, x)))
        inputs = [np.random.default_rng(i).standard_normal((8, 16)).astype(np.float32) for i in range(64)]
        expected = [np.asarray(function(x)) for x in inputs]

        def work(i):
            return all(np.array_equal(function(inputs[i]), expected[i]) for _ in range(20))

        with concurrent.futures.ThreadPoolExecutor(64) as threads:
            self.assertTrue(all(threads.map(work, range(64))))

    def test_serialization(self):
        compiled = jax.jit(lambda x: rms_norm(x) + 1).lower(ARRAY).compile()
        serialized, *trees = serialize_executable.serialize(compiled)
        loaded = serialize_executable.deserialize_and_load(serialized, *trees, execution_devices=jax.devices()[:1])
        np.testing.assert_array_equal(loaded(ARRAY), compiled(ARRAY))
        # Another process, which has no such handler.
        file = pathlib.Path(_folder.name, "program")
        file.write_bytes(pickle.dumps((serialized, *trees)))
        script = f"""
import pickle, sys
from on_strata import jax
from jax.experimental import serialize_executable
try:
    serialize_executable.deserialize_and_load(*pickle.load(open({str(file)!r}, "rb")), execution_devices=jax.devices()[:1])
except jax.errors.JaxRuntimeError as why:
    sys.exit(0 if "test_rms_norm" in str(why) else str(why))
sys.exit("it was loaded")
"""
        subprocess.run([sys.executable, "-c", script], check=True, cwd=SOURCE.parent)


if __name__ == "__main__":
    import unittest

    unittest.main()
