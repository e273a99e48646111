"""Exports JAX programs of unknown sizes with JAX's results for several sizes: NAME.mlir and NAME.json beside this file.

    python3 test/dynamic/export.py target/debug/strata-opt [NAME...]

Run by hand when programs are added, with their names; the tests need no JAX.
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
F32, I32, U32, C64 = jnp.float32, jnp.int32, jnp.uint32, jnp.complex64


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


def definite(x):
    return x @ jnp.swapaxes(x, -1, -2) + 4 * jnp.eye(x.shape[-1])


def dominant(x):
    return x + 6 * jnp.eye(x.shape[-1])


def from_svd(x):
    u, s, v = jnp.linalg.svd(x, full_matrices=False)
    return (u * s[..., None, :]) @ v, s


def from_eigh(x):
    w, v = jnp.linalg.eigh(x + jnp.swapaxes(x, -1, -2))
    return (v * w[..., None, :]) @ jnp.swapaxes(v, -1, -2), w


def from_qr(x):
    q, r = jnp.linalg.qr(x)
    return q @ r, jnp.abs(r)


def process(x, y, z):
    """A Gaussian process: the mean at `z`, and the likelihood."""
    kernel = lambda x, y: jnp.exp(-((x[:, None] - y[None]) ** 2).sum(-1))
    factor = jnp.linalg.cholesky(kernel(x, x) + jnp.eye(x.shape[0]))
    weights = jax.scipy.linalg.cho_solve((factor, True), y)
    return kernel(z, x) @ weights, y @ weights + 2 * jnp.log(jnp.diagonal(factor)).sum()


def transforms(x):
    spectrum = jnp.fft.rfft(x, axis=1)
    return spectrum, jnp.fft.irfft(spectrum * spectrum, axis=1), jnp.fft.fft(x, axis=1), jnp.fft.ifft(x, axis=1)


def random_numbers(key, x):
    key = jax.random.wrap_key_data(key)
    numbers = jax.random.normal(key, x.shape), jax.random.uniform(key, x.shape[:1])
    return *numbers, jax.random.randint(key, x.shape, 0, 9), jax.random.categorical(key, x)


def random_bits(key, x):
    bits = lambda t: jax.random.bits(jax.random.wrap_key_data(key, impl="rbg"), x.shape, t)
    three_fry = lax.rng_bit_generator(key, x.shape, U32, algorithm=lax.RandomAlgorithm.RNG_THREE_FRY)
    return bits(jnp.uint32), bits(jnp.uint16).astype(U32), *three_fry


def transformer(w, v, x):
    def block(w, v):
        h = x - x.mean(-1, keepdims=True)
        h = h * lax.rsqrt((h * h).mean(-1, keepdims=True) + 1e-5)
        q, k, u = jnp.split(h @ w, 3, -1)
        places = jnp.arange(x.shape[1])
        scores = jnp.where(places[:, None] >= places[None], jnp.einsum("bqd,bkd->bqk", q, k), -1e9)
        return x + jnp.einsum("bqk,bkd->bqd", jax.nn.softmax(scores), u) + jax.nn.gelu(h @ v) @ v.T

    return block(w, v), jax.grad(lambda w: (block(w, v) ** 2).mean())(w)


def cache(keys, q, i):
    keys = lax.dynamic_update_slice(keys, q[:, None], (0, i, 0))
    return keys, jnp.einsum("bd,bnd->bn", q, keys)


def grouped(x, i):
    return jax.ops.segment_sum(x, i % 3, 3), jnp.maximum(jax.ops.segment_max(x, i % 3, 3), -9), jnp.bincount(i % 3, length=3)


def cumulative(x):
    sums = jnp.cumsum(x, 0), jnp.cumsum(x, 1), jnp.cumsum((x > 0).astype(I32), 1)
    others = lax.cumprod(x, 0, reverse=True), lax.cummax(x, 1), lax.cummin(x, 0), lax.cumlogsumexp(x, 1)
    return *sums, *others, jax.grad(lambda x: (jnp.cumsum(x, 1) ** 2).sum())(x)


def pooling(x):
    def pool(function, init, padding):
        return lambda x: lax.reduce_window(x, init, function, (1, 2, 2, 1), (1, 2, 2, 1), padding)

    kinds = [(lax.max, -jnp.inf), (lax.add, 0.0)]
    pools = [pool(*kind, padding) for kind in kinds for padding in ("VALID", "SAME")]
    return [(pool(x), jax.grad(lambda x, pool=pool: (pool(x) ** 2).sum())(x)) for pool in pools]


def windows(x):
    """Windows of unknown sizes that are no cumulative sums."""
    n = x.shape[0]
    largest = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2), (1, n), "SAME")
    return lax.reduce_window(x, 0.0, lax.add, (n, 1), (1, 1), "SAME"), largest


def convolution_gradient(x, w, v):
    grouped = lambda x, v: lax.conv_general_dilated(
        x, v, (1, 1), "SAME", rhs_dilation=(2, 1), feature_group_count=2, dimension_numbers=("NHWC", "HWIO", "NHWC")
    )
    both = lambda x, w, v: (convolution(x, w) ** 2).sum() + (grouped(x, v) ** 2).sum()
    return jax.grad(both, (0, 1, 2))(x, w, v)


def convolution_strides(x, w):
    strided = lax.conv_general_dilated(x, w, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return strided, lax.conv_transpose(x, w, (2, 2), "SAME")


def scatter_windows(x, i, u, y, j, v):
    """Windows that reach over the edges: several of two dimensions, and one in each row of a batch."""
    drop = lax.GatherScatterMode.FILL_OR_DROP
    line = lax.ScatterDimensionNumbers((0,), (), (0,))
    added = lax.scatter_add(x, i, u, lax.ScatterDimensionNumbers((1, 2), (), (0, 1)), mode=drop)
    return added, jax.vmap(lambda y, j, v: lax.scatter(y, j, v, line, mode=drop))(y, j, v)


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
    "scatter_windows": (
        scatter_windows,
        [("h + 1, 4", F32), ("n, 2", I32), ("n, 2, 2", F32), ("b, h + 1", F32), ("b, 1", I32), ("b, 2", F32)],
    ),
    "sort": (lambda x: (jnp.sort(x, axis=0), jnp.argsort(x, axis=1)), [("b, c", F32)]),
    "pad": (lambda x: jnp.pad(x, ((1, 2), (0, x.shape[0]))), [("b, c", F32)]),
    "roll": (lambda x: jnp.roll(x, 1, axis=0)[::-1], [("b, c", F32)]),
    "switch": (lambda x, i: lax.switch(i, [lambda x: x, lambda x: x + 1, lambda x: x * x], x), [("b", F32), ("", I32)]),
    "solve": (lambda x, y: (jnp.linalg.solve(dominant(x), y), jnp.linalg.inv(dominant(x))), [("n, n", F32), ("n, b", F32)]),
    "solve_batch": (lambda x, y: jnp.linalg.solve(dominant(x), y), [("b, 4, 4", F32), ("b, 4, n", F32)]),
    "determinant": (lambda x: jax.value_and_grad(lambda x: jnp.linalg.slogdet(dominant(x))[1])(x), [("n, n", F32)]),
    "cholesky": (lambda x: jnp.linalg.cholesky(definite(x)), [("b, n, n", F32)]),
    "cholesky_complex": (lambda x: jnp.linalg.cholesky(x @ x.conj().T + 6 * jnp.eye(x.shape[0])), [("n, n", C64)]),
    "triangular": (
        lambda x, y: lax.linalg.triangular_solve(dominant(x), y, lower=True, transpose_a=True),
        [("b, n, n", F32), ("b, c, n", F32)],
    ),
    "qr": (from_qr, [("b, 5, 3", F32)]),
    "svd": (from_svd, [("b, 5, 3", F32)]),
    "eigh": (from_eigh, [("b, n, n", F32)]),
    "eig": (lambda x: jnp.sort(jnp.abs(jnp.linalg.eigvals(x)), -1), [("b, 3, 3", F32)]),
    "process": (process, [("n, 2", F32), ("n", F32), ("c, 2", F32)]),
    "transforms": (transforms, [("b, 8, n", F32)]),
    "transforms_complex": (lambda x: (jnp.fft.fft(x), jnp.fft.irfft(x), jnp.fft.ifft2(x)), [("b, 4, 6", C64)]),
    "random_numbers": (random_numbers, [("2", U32), ("b, n", F32)]),
    "random_bits": (random_bits, [("4", U32), ("b, n", F32)]),
    "sort_pairs": (lambda i, x: lax.sort((i, x), num_keys=2), [("b, c", I32), ("b, c", F32)]),
    "top_k": (lambda x: lax.top_k(x, 3), [("b, 6", F32)]),
    "top_k_unknown": (lambda x: lax.top_k(x, x.shape[0]), [("b, b + 3", F32)]),
    "approximate_top_k": (lambda x: lax.approx_max_k(x, 2), [("b, 6", F32)]),
    "bitcast": (
        lambda x: (lax.bitcast_convert_type(x, jnp.uint16).astype(U32), lax.bitcast_convert_type(x, U32)),
        [("b, c", F32)],
    ),
    "transformer": (transformer, [("8, 24", F32), ("8, 16", F32), ("b, c, 8", F32)]),
    "cache": (cache, [("b, h, 4", F32), ("b, 4", F32), ("", I32)]),
    "grouped": (grouped, [("n", F32), ("n", I32)]),
    "unique": (lambda x: jnp.unique(x, size=4, return_counts=True, fill_value=-9), [("n", I32)]),
    "difference": (lambda x: jnp.linalg.norm(jnp.diff(x, axis=1), axis=0), [("b, h", F32)]),
    "cumulative": (cumulative, [("b, h", F32)]),
    "pooling": (pooling, [("b, h, h, 2", F32)]),
    "windows": (windows, [("b, h", F32)]),
    "convolution_gradient": (convolution_gradient, [("b, h, h, 2", F32), ("3, 3, 2, 3", F32), ("2, 3, 1, 4", F32)]),
    "convolution_strides": (convolution_strides, [("b, h, h, 2", F32), ("3, 3, 2, 3", F32)]),
    "loop": (lambda x: lax.while_loop(lambda c: c.sum() < 100, lambda c: c * 2 + 1, jnp.abs(x)), [("b", F32)]),
}


def array(x):
    x = np.asarray(x)
    data = x.flatten().view(np.float32) if x.dtype == C64 else x.flatten()
    return {"type": str(x.dtype), "shape": list(x.shape), "data": data.tolist()}


def main():
    for name in sys.argv[2:] or PROGRAMS:
        function, specs = PROGRAMS[name]
        rng = np.random.default_rng(0)
        scope = export.SymbolicScope()
        args = [jax.ShapeDtypeStruct(export.symbolic_shape(s, scope=scope), t) for s, t in specs]
        text = export.export(jax.jit(function), platforms=["cpu"])(*args).mlir_module()
        # Without locations, which name files of the machine.
        text = subprocess.run([sys.argv[1]], input=text, capture_output=True, text=True, check=True).stdout
        (HERE / f"{name}.mlir").write_text(text)
        cases = []
        for sizes in SIZES:
            inputs = []
            for arg in args:
                shape = tuple(d if isinstance(d, int) else eval(str(d), {}, sizes) for d in arg.shape)
                if arg.dtype == I32:
                    inputs.append(rng.integers(-1, 4, shape).astype(np.int32))
                elif arg.dtype == U32:
                    inputs.append(rng.integers(0, 1 << 32, shape, np.uint32))
                elif arg.dtype == C64:
                    inputs.append(rng.standard_normal((*shape, 2)).round(3).astype(np.float32).view(C64)[..., 0])
                else:
                    inputs.append(rng.standard_normal(shape).round(3).astype(np.float32))
            outputs = jax.tree.leaves(jax.jit(function)(*inputs))
            cases.append({"inputs": [array(x) for x in inputs], "outputs": [array(x) for x in outputs]})
        (HERE / f"{name}.json").write_text(json.dumps(cases) + "\n")


main()
