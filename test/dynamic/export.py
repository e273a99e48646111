"""Exports JAX programs of unknown sizes with JAX's results for several sizes: NAME.mlir and NAME.json beside this file.

    python3 test/dynamic/export.py target/debug/strata-opt

Run by hand when programs are added; the tests need no JAX.
"""

import json
import pathlib
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import export, lax

HERE = pathlib.Path(__file__).parent
SIZES = [
    {"b": 1, "c": 1, "h": 3, "n": 1},
    {"b": 3, "c": 4, "h": 5, "n": 2},
    {"b": 7, "c": 2, "h": 4, "n": 5},
]
F32, I32 = jnp.float32, jnp.int32


def lstm(w, xs):
    def step(carry, x):
        h, c = carry
        i, f, g, o = jnp.split(jnp.concatenate([h, x], -1) @ w, 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zero = jnp.zeros((xs.shape[1], 3))
    return lax.scan(step, (zero, zero), xs)


def loss(w, x, y):
    return jax.value_and_grad(lambda w: jnp.mean((jnp.tanh(x @ w) - y) ** 2))(w)


def attention(q, k, v):
    weights = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k))
    return jnp.einsum("bhqk,bkhd->bqhd", weights, v)


def convolution(x, w):
    return lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


PROGRAMS = {
    "mlp": (lambda x, w, v: jax.nn.gelu(x @ w) @ v, [("b, 4", F32), ("4, 5", F32), ("5, 3", F32)]),
    "softmax": (lambda x: jax.nn.softmax(x, axis=1), [("b, c", F32)]),
    "flatten": (lambda x: x.reshape(x.shape[0] * x.shape[1], -1).T, [("b, c, 2", F32)]),
    "concatenate": (lambda x, y: jnp.concatenate([x, y, x]), [("b, 2", F32), ("c, 2", F32)]),
    "argmax": (lambda x: (x.argmax(0), x.max(1)), [("b, c", F32)]),
    "scan": (lambda x: lax.scan(lambda c, t: (c + t, c * 2), jnp.zeros_like(x[0]), x), [("b, c", F32)]),
    "lstm": (lstm, [("5, 12", F32), ("b, c, 2", F32)]),
    "gradient": (loss, [("4, 3", F32), ("b, 4", F32), ("b, 3", F32)]),
    "attention": (attention, [("b, c, 2, 4", F32)] * 3),
    "convolution": (convolution, [("b, h, h, 2", F32), ("3, 3, 2, 3", F32)]),
    "gather": (lambda x, i: x[i], [("b, c", F32), ("n", I32)]),
    "scatter": (lambda x, i, u: x.at[i].add(u), [("b, c", F32), ("n", I32), ("n, c", F32)]),
    "sort": (lambda x: (jnp.sort(x, axis=0), jnp.argsort(x, axis=1)), [("b, c", F32)]),
    "pad": (lambda x: jnp.pad(x, ((1, 2), (0, x.shape[0]))), [("b, c", F32)]),
    "roll": (lambda x: jnp.roll(x, 1, axis=0)[::-1], [("b, c", F32)]),
    "switch": (lambda x, i: lax.switch(i, [lambda x: x, lambda x: x + 1, lambda x: x * x], x), [("b", F32), ("", I32)]),
    "loop": (lambda x: lax.while_loop(lambda c: c.sum() < 100, lambda c: c * 2 + 1, jnp.abs(x)), [("b", F32)]),
}


def array(x):
    x = np.asarray(x)
    return {"type": str(x.dtype), "shape": list(x.shape), "data": x.flatten().tolist()}


def main():
    rng = np.random.default_rng(0)
    for name, (function, specs) in PROGRAMS.items():
        scope = export.SymbolicScope()
        args = [jax.ShapeDtypeStruct(export.symbolic_shape(s, scope=scope), t) for s, t in specs]
        text = export.export(jax.jit(function))(*args).mlir_module()
        # Without locations, which name files of the machine.
        text = subprocess.run([sys.argv[1]], input=text, capture_output=True, text=True, check=True).stdout
        (HERE / f"{name}.mlir").write_text(text)
        cases = []
        for sizes in SIZES:
            inputs = []
            for arg in args:
                shape = tuple(d if isinstance(d, int) else sizes[str(d)] for d in arg.shape)
                if arg.dtype == I32:
                    inputs.append(rng.integers(-1, 4, shape).astype(np.int32))
                else:
                    inputs.append(rng.standard_normal(shape).round(3).astype(np.float32))
            outputs = jax.tree.leaves(jax.jit(function)(*inputs))
            cases.append({"inputs": [array(x) for x in inputs], "outputs": [array(x) for x in outputs]})
        (HERE / f"{name}.json").write_text(json.dumps(cases) + "\n")


main()
