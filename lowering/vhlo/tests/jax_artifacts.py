"""Artifacts of jaxlib at many versions, and the comparison of modules; the other half of tests/jax.rs.

write DIR: NAME.mlir for each program, NAME.VERSION.bc and NAME.VERSION.ref for each version that jaxlib can write.
check DIR: NAME.VERSION.ours, the text of what was read, and NAME.VERSION.out, the artifact that was written, must be
the module of NAME.VERSION.ref.
"""
import glob
import os
import sys

import jax
import jax._src.interpreters.mlir as mlir
import jax.numpy as jnp
from jax import lax
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

VERSIONS = ["0.9.0", "0.11.0", "0.12.0", "0.14.0", "0.20.0", "1.0.0", "1.5.0", "1.8.0", "1.12.0", "1.17.0"]

x, v, i = jnp.ones((4, 4)), jnp.ones((8,)), jnp.arange(8)
image, kernel = jnp.ones((1, 8, 8, 2)), jnp.ones((3, 3, 2, 2))
dims = ("NHWC", "HWIO", "NHWC")
PROGRAMS = {
    "layer": (lambda a, b: jax.nn.relu(jnp.tanh(a @ b) + 1.5), (x, x)),
    "conv": (lambda a, b: lax.conv_general_dilated(a, b, (2, 1), "SAME", dimension_numbers=dims), (image, kernel)),
    "sort": (jnp.sort, (v,)),
    "gather": (lambda a, b: a[b], (v, i)),
    "scatter": (lambda a, b: a.at[b].add(1.0), (v, i)),
    "batched": (lambda a, b: jax.vmap(lambda p, q: p[q])(a, b), (x, i[:4])),
    "loop": (lambda a: lax.fori_loop(0, 5, lambda _, c: c * 2.0, a), (v,)),
    "cond": (lambda a: lax.cond(a[0] > 0, lambda q: q + 1, lambda q: q - 1, a), (v,)),
    "bits": (lambda a: (a > 0) & jnp.array([True, False] * 4), (v,)),
    "complex": (lambda a: jnp.exp(1j * a), (v,)),
    "f8": (lambda a: a.astype(jnp.float8_e4m3fn).astype(jnp.float32), (v,)),
    "random": (lambda: jax.random.normal(jax.random.PRNGKey(0), (4,)), ()),
    "pool": (lambda a: lax.reduce_window(a, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), (image,)),
    "tan": (lambda a: jnp.tan(a) + lax.rsqrt(a), (v,)),
}


def text_of(module):
    return module.operation.get_asm(print_generic_op_form=True, use_local_scope=True)


def load(context, data):
    module = stablehlo.deserialize_portable_artifact(context, data)
    return module if isinstance(module, ir.Module) else ir.Module.parse(module)


def write(folder):
    for name, (function, args) in PROGRAMS.items():
        lowered = jax.jit(function).lower(*args)
        with mlir.make_ir_context() as context:
            text = lowered.compiler_ir("stablehlo").operation.get_asm(enable_debug_info=True)
            with open(f"{folder}/{name}.mlir", "w") as out:
                out.write(text)
            for version in VERSIONS:
                try:
                    data = stablehlo.serialize_portable_artifact_str(text, version)
                except Exception:
                    continue
                with open(f"{folder}/{name}.{version}.bc", "wb") as out:
                    out.write(data)
                with open(f"{folder}/{name}.{version}.ref", "w") as out:
                    out.write(text_of(load(context, data)))


def check(folder):
    wrong = []
    files = sorted(glob.glob(f"{folder}/*.ref"))
    for file in files:
        base = file[: -len(".ref")]
        with mlir.make_ir_context() as context, open(file) as reference:
            want = reference.read()
            with open(base + ".ours") as ours, open(base + ".out", "rb") as out:
                if text_of(ir.Module.parse(ours.read())) != want:
                    wrong.append(f"{os.path.basename(base)}: read as another module")
                if text_of(load(context, out.read())) != want:
                    wrong.append(f"{os.path.basename(base)}: written as another module")
    print("\n".join(wrong) or f"{len(files)} artifacts agree")
    sys.exit(1 if wrong or len(files) < 100 else 0)


{"write": write, "check": check}[sys.argv[1]](sys.argv[2])
