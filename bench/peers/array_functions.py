"""Functions of jax.numpy, jax.lax and jax.image, one program each: none of them was tuned for before its first measurement."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.program import Family, integers, normal

ARRAY_FUNCTIONS = Family()


def add(name, function, *inputs, tolerance=1e-3):
    """Registers a function; `inputs` are functions that make arrays, or shapes of normal numbers."""
    make = lambda: [x() if callable(x) else normal(*x) for x in inputs]  # noqa: E731
    ARRAY_FUNCTIONS.add(make, f"array_{name}", tolerance)(function)


def ordered(n):
    return lambda: np.sort(normal(n))


def numbers(*shape, high):
    return lambda: integers(*shape, high=high)


# Orders and sums.
add("percentile", lambda x: jnp.percentile(x, jnp.array([5.0, 50.0, 95.0]), axis=0), (512, 64))
add("median", lambda x: jnp.median(x, axis=1), (256, 255))
add("cumsum", lambda x: jnp.cumsum(x, 0), (512, 512))
add("cumprod", lambda x: jnp.cumprod(1 + 0.1 * x, 1), (256, 256))
add("cummax", lambda x: lax.cummax(x, 1), (256, 1024))
add("argsort", lambda x: jnp.argsort(x, 1), (256, 256))
add("top_8", lambda x: lax.top_k(x, 8), (256, 1024))
add("logsumexp_rows", lambda x: jax.nn.logsumexp(x, 1), (1024, 1000))
add("logsumexp_columns", lambda x: jax.nn.logsumexp(x, 0), (1000, 1024))
add("variance", lambda x: jnp.var(x, 0), (1024, 512))
add("positive_sum", lambda x: jnp.where(x > 0, x, 0).sum(1), (1024, 1024))
add("nanmean", lambda x: jnp.nanmean(x, 0), lambda: np.where(normal(1024, 256) > 2, np.nan, normal(1024, 256)).astype(np.float32))

# Products.
add("covariance", jnp.cov, (64, 2048))
add("correlation", jnp.corrcoef, (64, 2048))
add("kronecker", jnp.kron, (32, 32), (32, 32))
add("outer", jnp.outer, (1024,), (1024,))
add("three_matrices", lambda a, b, c: jnp.einsum("ij,jk,kl->il", a, b, c), (128, 128), (128, 128), (128, 128))
add("inner_of_batch", lambda a, b: jnp.einsum("bij,bij->b", a, b), (64, 64, 64), (64, 64, 64))
add("trace_of_batch", lambda a: jnp.einsum("bii->b", a), (64, 64, 64))
add("contraction", lambda a, b: jnp.einsum("abcd,cdef->bafe", a, b), (8, 8, 16, 16), (16, 16, 8, 8))
add("one_hot_product", lambda i, w: jax.nn.one_hot(i, 512) @ w, numbers(256, high=512), (512, 128))
add("complex_product", lambda a, b: lax.complex(a, b) @ lax.complex(b, a), (128, 128), (128, 128))

# Places.
add("interpolation", jnp.interp, (1 << 16,), ordered(1024), (1024,))
add("digitize", jnp.digitize, (1 << 16,), ordered(64))
add("bincount", lambda x: jnp.bincount(x, length=256), numbers(1 << 18, high=256))
add("is_in", jnp.isin, numbers(1 << 14, high=5000), numbers(256, high=5000))
add("take_rows", lambda x, i: x[i], (4096, 256), numbers(1024, high=4096))
add("add_rows", lambda x, i, u: x.at[i].add(u), (4096, 64), numbers(1024, high=4096), (1024, 64))

# Neighbours.
add("convolve", lambda a, b: jnp.convolve(a, b, mode="same"), (1 << 15,), (63,))
add("gradient", lambda x: jnp.stack(jnp.gradient(x)), (512, 512))
add("laplacian", lambda x: x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:] - 4 * x[1:-1, 1:-1], (512, 512))
add("laplacian_periodic", lambda x: sum(jnp.roll(x, s, a) for a in range(3) for s in (1, -1)) - 6 * x, (64, 64, 64))
add("pairwise_3", lambda x, y: jnp.sqrt(((x[:, None] - y[None]) ** 2).sum(-1)), (512, 3), (512, 3))
add("pairwise_64", lambda x, y: ((x[:, None] - y[None]) ** 2).sum(-1), (256, 64), (256, 64))

# Images.
NHWC = ("NHWC", "HWIO", "NHWC")
add(
    "conv_dilated", lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "SAME", rhs_dilation=(2, 2), dimension_numbers=NHWC),
    (1, 56, 56, 32), (3, 3, 32, 32),
)
add("conv_5x5", lambda x, w: lax.conv_general_dilated(x, w, (2, 2), "SAME", dimension_numbers=NHWC), (1, 112, 112, 16), (5, 5, 16, 32))
add("average_2x2", lambda x: x.reshape(8, 32, 2, 32, 2, 16).mean((2, 4)), (8, 64, 64, 16))
add("upsample", lambda x: jnp.repeat(jnp.repeat(x, 2, 1), 2, 2), (8, 32, 32, 16))
add("resize", lambda x: jax.image.resize(x, (4, 96, 96, 8), "bilinear"), (4, 64, 64, 8))

# Integers.
add("divisions", lambda x: x // 7 + x % 13, numbers(1 << 18, high=1 << 30), tolerance=0)
add("population", lambda x: lax.population_count(x).sum(), numbers(1 << 18, high=1 << 30), tolerance=0)


def xorshift(x):
    def step(_, x):
        x = x ^ (x << 13)
        return x ^ (x >> 17)

    return lax.fori_loop(0, 16, step, x)


add("xorshift", xorshift, lambda: integers(1 << 14, high=1 << 31, dtype=np.uint32), tolerance=0)

# Loops and derivatives.
add(
    "recurrence", lambda w, x: lax.scan(lambda h, x: (jnp.tanh(0.1 * w @ h + x), h[0]), jnp.zeros(64), x), (64, 64), (256, 64),
)
add("hessian", jax.hessian(lambda x: jnp.sum(jnp.sin(x) * jnp.cos(x[::-1]))), (64,))
add("jacobian", jax.jacfwd(lambda x: jnp.tanh(x @ x.T)), (16, 16))
