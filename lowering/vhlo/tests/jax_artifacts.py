"""Artifacts of jaxlib at many versions, and the comparison of modules; the other half of tests/jax.rs.

write DIR: NAME.mlir for each program, NAME.VERSION.bc and NAME.VERSION.ref for each version that jaxlib can write.
agree DIR: NAME.VERSION.out, an artifact of the module NAME.mlir, must be read as that module.
call DIR: NAME.exported must be a function with two arguments that gives their matrix product and the sum of that.
check DIR: NAME.VERSION.ours, the text of what was read, and NAME.VERSION.out, the artifact that was written, must be
the module of NAME.VERSION.ref.
ops DIR: the same as write, for programs of one op each, at every version; NAME.VERSION.refused, what jaxlib says, where it has no
artifact.
plain DIR: NAME.mlir and NAME.bc, bytecode of StableHLO itself, of these programs and those of `write`, and NAME.ref, its text.
checkplain DIR: NAME.ours and NAME.out as in check.
"""
import functools
import glob
import os
import pathlib
import re
import sys
import tempfile

import jax
import jax._src.interpreters.mlir as mlir
import jax.export
import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir._mlir_libs import _stablehlo
from jaxlib.mlir.dialects import func, stablehlo

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


@functools.cache
def context():
    """One context for all programs; a pass on nothing loads the quantized types, which jaxlib does not register."""
    _stablehlo.register_stablehlo_passes()
    made = mlir.make_ir_context()
    with made, ir.Location.unknown():
        passmanager.PassManager.parse("builtin.module(vhlo-legalize-to-stablehlo)").run(ir.Module.create().operation)
    return made


def text_of(module):
    return module.operation.get_asm(print_generic_op_form=True, use_local_scope=True)


def load(data):
    module = stablehlo.deserialize_portable_artifact(context(), data)
    return module if isinstance(module, ir.Module) else ir.Module.parse(module)


def write(folder):
    for name, (function, args) in PROGRAMS.items():
        lowered = jax.jit(function).lower(*args)
        with context():
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
                    out.write(text_of(load(data)))


ROOT = pathlib.Path(__file__).resolve().parents[3]
#: Every version that jaxlib writes, of those whose ops differ.
ALL_VERSIONS = [f"0.{n}.0" for n in range(9, 21)] + [f"1.{n}.0" for n in range(18)] + ["1.4.1"]
#: What an op may say since some version, or in some form.
FORMS = (pathlib.Path(__file__).parent / "data/forms.mlir").read_text().split("// -----\n\n// ")[1:]
EXTRA = {
    **dict(form.split("\n", 1) for form in FORMS),
    **{
        "type_" + re.sub("[^a-zA-Z0-9]+", "_", t): f"func.func @f(%a: tensor<2x{t}>) -> tensor<2x{t}> {{\n  return %a : tensor<2x{t}>\n}}"
        for t in "i1 i2 i4 ui2 i8 ui64 f8E5M2 f8E4M3 f8E4M3FN f8E5M2FNUZ f8E4M3FNUZ f8E4M3B11FNUZ f8E3M4 f4E2M1FN f6E2M3FN "
        "f6E3M2FN f8E8M0FNU complex<f64> !quant.uniform<i8:f32,0.5:3> !quant.uniform<i2:f32,0.5> "
        "!quant.uniform<i8:f32:0,{0.5,1.0}>".split()
    },
}


def single_ops():
    """A function around each op of the examples of StableHLO and CHLO."""
    seen = set()
    for dialect in ["stablehlo", "chlo"]:
        for part in (ROOT / f"test/dialects/{dialect}/ops.mlir").read_text().split("// -----"):
            with context():
                try:
                    examples = ir.Module.parse(part)
                except Exception:
                    continue
                blocks = [b for f in examples.body.operations for r in f.regions for b in r.blocks]
                ops = [op for b in blocks for op in list(b.operations)[:-1]]
                for op in ops:
                    with ir.Location.unknown():
                        module = ir.Module.create()
                        with ir.InsertionPoint(module.body):
                            types = ([v.type for v in op.operands], [v.type for v in op.results])
                            entry = func.FuncOp("f", types).add_entry_block()
                        with ir.InsertionPoint(entry):
                            new = op.operation.clone()
                            for i, argument in enumerate(entry.arguments):
                                new.operands[i] = argument
                            func.ReturnOp(list(new.results))
                    text = module.operation.get_asm(print_generic_op_form=True)
                    try:
                        ir.Module.parse(text)
                    except Exception:
                        continue
                    if text not in seen:
                        seen.add(text)
                        yield f"{op.operation.name.replace('.', '_').replace('-', '_')}_{len(seen)}", text


def written(text, version):
    """The artifact, and what was said on standard error, where jaxlib reports what it refuses."""
    with tempfile.TemporaryFile() as said:
        kept = os.dup(2)
        os.dup2(said.fileno(), 2)
        try:
            data = stablehlo.serialize_portable_artifact_str(text, version)
        except ValueError:
            data = None
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        said.seek(0)
        return data, said.read().decode()


def ops(folder):
    programs = {**dict(single_ops()), **EXTRA}
    for name, text in programs.items():
        if "chlo." in text:
            continue
        with context():
            try:
                ir.Module.parse(text)
            except Exception:
                continue
            with open(f"{folder}/{name}.mlir", "w") as out:
                out.write(text)
            for version in ALL_VERSIONS:
                data, errors = written(text, version)
                if data is None:
                    pathlib.Path(f"{folder}/{name}.{version}.refused").write_text(errors)
                    continue
                with open(f"{folder}/{name}.{version}.bc", "wb") as out:
                    out.write(data)
                with open(f"{folder}/{name}.{version}.ref", "w") as out:
                    out.write(text_of(load(data)))


def plain(folder):
    programs = {**dict(single_ops()), **EXTRA, "sdy": (ROOT / "test/dialects/sdy/ops.mlir").read_text()}
    for name, (function, args) in PROGRAMS.items():
        programs[name] = str(jax.jit(function).lower(*args).compiler_ir("stablehlo"))
    for name, text in programs.items():
        with context():
            try:
                module = ir.Module.parse(text)
            except Exception:
                continue
            with open(f"{folder}/{name}.mlir", "w") as out:
                out.write(text)
            with open(f"{folder}/{name}.bc", "wb") as out:
                module.operation.write_bytecode(out)
            with open(f"{folder}/{name}.ref", "w") as out:
                out.write(text_of(module))


def checkplain(folder):
    check(folder, load=lambda data: ir.Module.parse(data))


def check(folder, load=load):
    wrong = []
    files = sorted(glob.glob(f"{folder}/*.ref"))
    for file in files:
        base = file[: -len(".ref")]
        with context(), open(file) as reference:
            want = reference.read()
            with open(base + ".ours") as ours, open(base + ".out", "rb") as out:
                if text_of(ir.Module.parse(ours.read())) != want:
                    wrong.append(f"{os.path.basename(base)}: read as another module")
                if text_of(load(out.read())) != want:
                    wrong.append(f"{os.path.basename(base)}: written as another module")
    print("\n".join(wrong) or f"{len(files)} artifacts agree")
    sys.exit(1 if wrong or len(files) < 100 else 0)


def agree(folder):
    """Artifacts of versions that this jaxlib does not know yet are left out."""
    newest = tuple(map(int, stablehlo.get_current_version().split(".")))
    wrong, agreed = [], 0
    for file in sorted(glob.glob(f"{folder}/*.mlir")):
        base = file[: -len(".mlir")]
        with context(), open(file) as text:
            want = text_of(ir.Module.parse(text.read()))
            for artifact in sorted(glob.glob(glob.escape(base) + ".*.out")):
                version = tuple(map(int, artifact[len(base) + 1 : -len(".out")].split(".")))
                if version > newest:
                    continue
                with open(artifact, "rb") as data:
                    try:
                        found = text_of(load(data.read()))
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


actions = {"write": write, "check": check, "agree": agree, "call": call, "ops": ops, "plain": plain, "checkplain": checkplain}
actions[sys.argv[1]](sys.argv[2])
