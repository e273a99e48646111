"""Writes the shape-polymorphic programs of this folder: what `jax.export` gives for symbolic sizes, with inputs of known
sizes and the results of XLA for them.

Usage: python3 generate.py [--out DIR]

Each program is a folder as those of `test/e2e`. `manifest.tsv` has one more column: the types that the arguments are
refined to.
"""

import argparse
import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from jax import export

# Relative and absolute tolerance of floating-point results.
TOLERANCE = (1e-5, 1e-6)


def softmax(x):
    return jax.nn.softmax(x, axis=-1)


def dense_layer(x, weights, offset):
    """Divides by the size of a dimension, which is a number only once the sizes are known."""
    y = jnp.tanh(x @ weights + offset)
    return y, jnp.mean(y, axis=0)


def causal_attention(queries, keys):
    scores = jnp.einsum("bqd,bkd->bqk", queries, keys) / np.sqrt(np.float32(queries.shape[2]))
    n = queries.shape[1]
    mask = jnp.arange(n)[:, None] >= jnp.arange(n)[None, :]
    return jax.nn.softmax(jnp.where(mask, scores, -1e9), axis=-1)


# Function, symbolic shapes of the arguments, sizes of the example.
PROGRAMS = [
    (softmax, ["b, n"], [(5, 37)]),
    (dense_layer, ["b, d", "d, h", "h"], [(6, 19), (19, 11), (11,)]),
    (causal_attention, ["b, n, 8", "b, n, 8"], [(3, 7, 8), (3, 7, 8)]),
]


def generate(out, function, symbolic, sizes):
    """Writes one program and returns its line of the manifest."""
    name = function.__name__
    rng = np.random.default_rng(list(name.encode()))
    arguments = [rng.normal(size=size).astype(np.float32) for size in sizes]
    scope = export.SymbolicScope()
    specs = [jax.ShapeDtypeStruct(export.symbolic_shape(s, scope=scope), np.float32) for s in symbolic]
    module = export.export(jax.jit(function))(*specs).mlir_module()
    results = [np.asarray(r) for r in jax.tree.leaves(jax.jit(function)(*arguments))]
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "program.mlir").write_text(strip_locations(module))
    for kind, arrays in (("in", arguments), ("out", results)):
        for index, array in enumerate(arrays):
            np.save(folder / f"{kind}_{index}.npy", np.ascontiguousarray(array))
    types = ",".join(f"tensor<{'x'.join(map(str, size))}xf32>" for size in sizes)
    return f"{name}\t{len(arguments)}\t{len(results)}\t{TOLERANCE[0]:g}\t{TOLERANCE[1]:g}\t{types}\n"


def strip_locations(module):
    """The module without locations, printed again."""
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir

    with mlir.make_ir_context():
        return str(ir.Module.parse(module)).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent)
    options = parser.parse_args()
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_default_matmul_precision", "highest")
    manifest = "name\tinputs\toutputs\trtol\tatol\ttypes\n"
    for program in PROGRAMS:
        manifest += generate(options.out, *program)
    (options.out / "manifest.tsv").write_text(manifest)


if __name__ == "__main__":
    main()
