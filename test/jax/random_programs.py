#!/usr/bin/env python3
"""Compares random programs with jaxlib: its parser, verifier and printer, and what its implementations compute.

Usage: python3 test/jax/random_programs.py [--seeds A..B] [--size N] [--level reference|compiler] [--keep DIR]

`random-programs --emit` writes the programs with inputs and with the results of our interpreter. jaxlib must accept each
one and print it to the same generic form. With `reference` the interpreter of StableHLO runs it, with `compiler` XLA for
the CPU; results agree by the tolerances of judge.py. What the other side cannot run is skipped, with its reason.
"""

import argparse
import collections
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import ml_dtypes
import numpy as np

import judge

#: Seconds that one program may take on the other side.
LIMIT = 60
#: Element types without a NumPy type of their own, which files hold as bytes.
SMALL = {
    "i2": ml_dtypes.int2,
    "i4": ml_dtypes.int4,
    "ui2": ml_dtypes.uint2,
    "ui4": ml_dtypes.uint4,
    "f4E2M1FN": ml_dtypes.float4_e2m1fn,
    "f6E2M3FN": ml_dtypes.float6_e2m3fn,
    "f6E3M2FN": ml_dtypes.float6_e3m2fn,
    "f8E3M4": ml_dtypes.float8_e3m4,
    "f8E4M3": ml_dtypes.float8_e4m3,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
    "bf16": ml_dtypes.bfloat16,
}
#: Types whose results StableHLO's interpreter cannot give back: less than a byte.
UNREADABLE = re.compile(r"tensor<[0-9x]*(i2|i4|ui2|ui4|f4E|f6E)")


def main():
    options = arguments()
    judge.check()
    counts = collections.Counter()
    reasons = collections.Counter()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(options.keep or scratch)
        emit(options, folder)
        # A process for each program: StableHLO's interpreter ends the process at what it cannot do.
        for place in sorted(folder.iterdir(), key=lambda p: int(p.name) if p.name.isdigit() else -1):
            if not (place / "program.mlir").exists():
                continue
            outcome, why = apart(place, options.level)
            counts[outcome] += 1
            if outcome == "failed":
                print(f"seed {place.name}: {why}")
            if outcome == "skipped":
                reasons[why] += 1
    for why, n in reasons.most_common():
        print(f"skipped {n}: {why}")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if counts["failed"] or not counts["passed"] else 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", default="0..200", metavar="A..B")
    parser.add_argument("--size", type=int, default=24, help="steps of a program")
    parser.add_argument("--level", default="reference", choices=["reference", "compiler"])
    parser.add_argument("--keep", metavar="DIR", help="leave the programs and their data in DIR")
    return parser.parse_args()


def emit(options, folder):
    tools = os.environ.get("STRATA_TOOLS_DIR")
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    tool = (pathlib.Path(tools) if tools else root / "target" / "debug") / "random-programs"
    command = [tool, f"--seeds={options.seeds}", f"--size={options.size}", f"--level={options.level}", f"--emit={folder}"]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        sys.exit(f"{made.stdout}{made.stderr}")


def apart(place, level):
    """The outcome of a program, found out in a process of its own."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.Process(target=lambda: report(theirs, place, level))
    child.start()
    theirs.close()
    try:
        answer = ours.recv() if ours.poll(LIMIT) else None
    except EOFError:
        answer = None
    child.kill()
    child.join()
    if answer:
        return answer
    words = (place / "stderr").read_text(errors="replace")
    fatal = re.search(r"LLVM ERROR: (.*)", words)
    why = re.sub(r"%\S+|tensor<.*|\d+", "…", fatal[1]) if fatal else "it ends or takes too long"
    return "skipped", why[:120]


def report(pipe, place, level):
    log = os.open(place / "stderr", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    os.dup2(log, 2)
    try:
        pipe.send(compare(place, level))
    except Exception as error:  # Whatever is raised is a difference between the two sides, which must be looked at.
        pipe.send(("failed", f"{type(error).__name__}: {str(error)[:2000]}"))
    pipe.close()


def compare(place, level):
    """Parses, prints, runs and judges one program."""
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir

    jax.config.update("jax_enable_x64", True)
    context = mlir.make_ir_context()
    with context, ir.Location.unknown():
        module = ir.Module.parse((place / "program.mlir").read_text())
        module.operation.verify()
        generic = module.operation.get_asm(print_generic_op_form=True)
        for got, want in zip((place / "generic.mlir").read_text().splitlines(), generic.splitlines()):
            if got != want:
                return "failed", f"another generic form\n  {got}\ninstead of\n  {want}"
        main = next(f for f in module.body.operations if f.attributes["sym_name"].value == "main")
        inputs, outputs = main.type.inputs, main.type.results
        args = [load(place / f"in_{i}.npy", ty) for i, ty in enumerate(inputs)]
        ours = [load(place / f"out_{i}.npy", ty) for i, ty in enumerate(outputs)]
        if level == "reference":
            theirs = reference(module, args, inputs, outputs)
        else:
            theirs = compiler(module, args)
    if isinstance(theirs, str):
        return "skipped", theirs
    settled = [np.load(place / f"settled_{i}.npy", allow_pickle=False) for i in range(len(ours))]
    why = judge.first_difference(ours, theirs, lambda results: comparable(results, ours, theirs, settled))
    return ("failed", why) if why else ("passed", "")


def comparable(results, ours, theirs, settled):
    """The results with ones where noise moves an element, and where both sides have a complex number with a NaN part."""
    kept = []
    for result, ok, mine, other in zip(results, settled, ours, theirs, strict=True):
        if mine.dtype.kind == "c" and mine.dtype == other.dtype and mine.shape == other.shape:
            ok = ok & ~(np.isnan(mine) & np.isnan(other))
        kept.append(np.where(ok, result, np.ones_like(result)) if ok.shape == result.shape else result)
    return kept


def load(path, ty):
    """An array of the type that the program has for it."""
    array = np.load(path, allow_pickle=False)
    small = SMALL.get(str(ty.element_type))
    return array.view(np.uint16 if array.dtype.itemsize == 2 else np.uint8).view(small) if small else array


def reference(module, args, inputs, outputs):
    """What StableHLO's interpreter computes, or why it cannot."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    unreadable = [ty for ty in outputs if UNREADABLE.match(str(ty))]
    if unreadable:
        return "results of less than a byte"
    # The bindings have no class for literals of complex numbers.
    if any("complex" in str(ty) for ty in [*inputs, *outputs]):
        return "complex arguments or results"
    literals = [literal(array, ty) for array, ty in zip(args, inputs)]
    if any(one is None for one in literals):
        return "arguments that cannot be handed over"
    results = stablehlo.eval_module(module, literals)
    return [values(result, ty) for result, ty in zip(results, outputs, strict=True)]


def literal(array, ty):
    from jaxlib.mlir import ir

    text = str(ty.element_type)
    if text in ("i2", "i4", "ui2", "ui4") or text.startswith(("f4", "f6")):
        return None
    if array.size == 0:
        return ir.Attribute.parse(f"dense<> : {ty}")
    if text == "i1":
        return ir.Attribute.parse(f"dense<{str(array.tolist()).lower()}> : {ty}")
    return ir.Attribute.parse(f'dense<"0x{array.tobytes().hex()}"> : {ty}')


def values(attribute, ty):
    """The elements of a literal."""
    text = str(ty.element_type)
    shape = tuple(ty.shape)
    if 0 in shape:
        return np.zeros(shape, np_type(text))
    words = re.match(r'dense<"0x([0-9A-F]*)">', str(attribute))
    if words:
        return np.frombuffer(bytes.fromhex(words[1]), np_type(text)).reshape(shape)
    flat = re.findall(r"\([^)]*\)|true|false|0x[0-9A-F]+|-?[0-9][0-9.eE+-]*", str(attribute).rsplit("> : ", 1)[0][6:])
    numbers = np.array([number(word, text) for word in flat], np_type(text))
    return np.full(shape, numbers[0]) if len(flat) == 1 else numbers.reshape(shape)


def np_type(text):
    names = {"i1": bool, "f16": np.float16, "f32": np.float32, "f64": np.float64}
    names |= {"complex<f32>": np.complex64, "complex<f64>": np.complex128}
    names |= {f"i{n}": f"int{n}" for n in (8, 16, 32, 64)} | {f"ui{n}": f"uint{n}" for n in (8, 16, 32, 64)}
    return np.dtype(SMALL.get(text) or names[text])


def number(word, text):
    """An element as MLIR prints it: a number, a pair, or the bits of what is not finite."""
    if word.startswith("("):
        part = "f32" if "f32" in text else "f64"
        re_, im = (number(w.strip(), part) for w in word[1:-1].split(","))
        return complex(re_, im)
    if word in ("true", "false"):
        return word == "true"
    if word.startswith("0x"):
        dtype = np_type(text)
        return np.frombuffer(int(word, 16).to_bytes(dtype.itemsize, "little"), dtype)[0]
    return float(word) if "f" in text else int(word)


def compiler(module, args):
    """What XLA computes, or why it cannot."""
    from jax._src import xla_bridge
    from jaxlib import xla_client
    from jaxlib import _jax

    backend = xla_bridge.get_backend("cpu")
    try:
        devices = _jax.DeviceList(tuple(jax.devices()[:1]))
        program = backend.compile_and_load(module, devices, xla_client.CompileOptions())
    except Exception as error:  # XLA says in many ways what it does not have.
        return re.sub(r"%\S+|\d+", "…", str(error).splitlines()[0])[:120]
    kept = program.execute_sharded([jax.device_put(a) for a in args])
    return [np.asarray(parts[0]) for parts in kept.disassemble_into_single_device_arrays()]


if __name__ == "__main__":
    sys.exit(main())
