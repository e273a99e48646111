"""Artifacts of jaxlib at many versions, and the comparison of modules; the other half of tests/jax.rs.

write DIR: NAME.mlir for each program, NAME.VERSION.bc and NAME.VERSION.ref for each version that jaxlib can write.
agree DIR: NAME.VERSION.out, an artifact of the module NAME.mlir, must be read as that module.
call DIR: NAME.exported must be a function with two arguments that gives their matrix product and the sum of that.
check DIR: NAME.VERSION.ours, the text of what was read, and NAME.VERSION.out, the artifact that was written, must be
the module of NAME.VERSION.ref.
"""
import glob
import os
import sys

import jax
import jax._src.interpreters.mlir as mlir
import jax.export
import jax.numpy as jnp
import numpy as np
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


def agree(folder):
    """Artifacts of versions that this jaxlib does not know yet are left out."""
    newest = tuple(map(int, stablehlo.get_current_version().split(".")))
    wrong, agreed = [], 0
    for file in sorted(glob.glob(f"{folder}/*.mlir")):
        base = file[: -len(".mlir")]
        with mlir.make_ir_context() as context, open(file) as text:
            want = text_of(ir.Module.parse(text.read()))
            for artifact in sorted(glob.glob(glob.escape(base) + ".*.out")):
                version = tuple(map(int, artifact[len(base) + 1 : -len(".out")].split(".")))
                if version > newest:
                    continue
                with open(artifact, "rb") as data:
                    try:
                        found = text_of(load(context, data.read()))
                    except Exception as error:
                        found = str(error)
                if found == want:
                    agreed += 1
                else:
                    wrong.append(f"{os.path.basename(artifact)}: read as\n{found}\ninstead of\n{want}")
    print("\n".join(wrong[:20]) or f"{agreed} artifacts are read as the modules that they were")
    sys.exit(1 if wrong or agreed < 500 else 0)


def call(folder):
    for file in glob.glob(f"{folder}/*.exported"):
        with open(file, "rb") as data:
            exported = jax.export.deserialize(bytearray(data.read()))
        a = np.arange(6, dtype=np.float32).reshape(2, 3)
        b = np.arange(12, dtype=np.float32).reshape(3, 4)
        product, total = exported.call(a, b)
        assert np.array_equal(product, a @ b) and float(total) == float((a @ b).sum()), (product, total)
        assert [str(t) for t in exported.in_avals] == ["float32[2,3]", "float32[3,4]"], exported.in_avals
        print(f"{os.path.basename(file)} is called")


{"write": write, "check": check, "agree": agree, "call": call}[sys.argv[1]](sys.argv[2])
