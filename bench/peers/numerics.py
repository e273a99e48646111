"""Numerical building blocks: sums, searches, products of tensors, Fourier transforms, linear algebra of many small or special matrices."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.program import Family, integers, normal, uniform

NUMERICS = Family()
add = NUMERICS.add

# Sums along an axis and searches.

add(lambda: [normal(512, 1024)], "logsumexp", 1e-4)(lambda x: jax.nn.logsumexp(x, axis=1))
add(lambda: [1 + 0.01 * normal(64, 4096)], "cumprod", 1e-3)(lambda x: jnp.cumprod(x, 1))
add(lambda: [normal(64, 4096)], "cummax", 0)(lambda x: lax.cummax(x, 1))
add(lambda: [normal(64, 4096)], "cumlogsumexp", 1e-4)(lambda x: lax.cumlogsumexp(x, 1))
add(lambda: [normal(512, 512)], "cumsum_columns", 1e-4)(lambda x: jnp.cumsum(x, 0))
add(lambda: [np.sort(normal(1 << 14)), normal(1 << 14)], "searchsorted", 0)(jnp.searchsorted)
add(lambda: [uniform(1 << 14, high=15), np.linspace(0, 16, 257, dtype=np.float32), normal(257)], "interpolate", 1e-4)(jnp.interp)
add(lambda: [integers(1 << 14, high=500)], "unique", 0)(lambda x: jnp.unique(x, size=512, fill_value=-1))
add(lambda: [uniform(1 << 16)], "histogram_floats", 0)(lambda x: jnp.histogram(x, 64, (0, 1))[0])
add(lambda: [integers(4096, high=1000)], "one_hot", 0)(lambda i: jax.nn.one_hot(i, 1000))
add(lambda: [normal(1 << 16), integers(1 << 16, high=1000), uniform(1 << 16)], "bincount_weights", 1e-4)(
    lambda x, i, w: jnp.zeros(1000).at[i].add(x * w)
)
add(lambda: [normal(1024, 1024)], "nonzero", 0)(lambda x: jnp.nonzero(x > 3, size=2048, fill_value=-1))
add(lambda: [normal(512, 512)], "variance_columns", 1e-4)(lambda x: x.var(0))
add(lambda: [normal(1 << 18)], "sum_of_all", 1e-4)(jnp.sum)
add(lambda: [normal(1 << 18), normal(1 << 18)], "dot_long", 1e-4)(jnp.dot)
add(lambda: [normal(1 << 16)], "polynomial", 1e-4)(lambda x: jnp.polyval(np.arange(1, 9, dtype=np.float32), jnp.clip(x, -1, 1)))
add(lambda: [normal(1 << 15), normal(31)], "convolve_signal", 1e-4)(lambda x, k: jnp.convolve(x, k, "same"))
add(lambda: [normal(256, 1024)], "moving_average", 1e-4)(
    lambda x: lax.reduce_window(x, np.float32(0), lax.add, (1, 16), (1, 1), "VALID") / 16
)
add(lambda: [normal(256, 1024)], "difference_and_trapezoids", 1e-4)(lambda x: (jnp.diff(x, axis=1), jnp.trapezoid(x, axis=1)))

# Products of tensors.

add(lambda: [normal(64, 32), normal(32, 48), normal(48, 64), normal(64, 16)], "einsum_chain", 1e-4)(
    lambda a, b, c, d: jnp.einsum("ij,jk,kl,lm->im", a, b, c, d)
)
add(lambda: [normal(128, 32), normal(32, 64, 32), normal(128, 32) + 1], "einsum_bilinear", 1e-4)(
    lambda x, w, y: jnp.einsum("bi,iok,bk->bo", x, w, y)
)
add(lambda: [normal(16, 16, 16, 16), normal(16, 16, 16, 16)], "einsum_four", 1e-4)(lambda x, y: jnp.einsum("abcd,cdef->abef", x, y))
add(lambda: [normal(24, 24, 24, 24), normal(24, 24, 24, 24)], "einsum_inner", 1e-4)(lambda x, y: jnp.einsum("aebf,fced->abcd", x, y))
add(lambda: [normal(8, 128, 64), normal(8, 128, 64)], "einsum_outer", 1e-4)(lambda x, y: jnp.einsum("bij,bik->bjk", x, y))
add(lambda: [normal(512, 512)], "einsum_trace", 1e-4)(lambda x: jnp.einsum("ij,ji->", x, x))
add(lambda: [normal(32, 32), normal(16, 16)], "kronecker")(jnp.kron)
add(lambda: [normal(512, 64), normal(1024, 64) + 1], "pairwise_distances", 1e-4)(
    lambda x, y: jnp.sqrt(jnp.maximum((x * x).sum(1)[:, None] + (y * y).sum(1) - 2 * x @ y.T, 0))
)
add(lambda: [normal(256, 32), normal(256, 32) + 1], "pairwise_l1", 1e-4)(lambda x, y: jnp.abs(x[:, None] - y[None]).sum(-1))
add(lambda: [normal(128, 128)], "matrix_power", 1e-3)(lambda x: jnp.linalg.matrix_power(x / 16, 7))

# Fourier transforms.


def complex_normal(*shape):
    return (normal(*shape) + 1j * normal(*shape)[::-1]).astype(np.complex64)


add(lambda: [normal(64, 1024)], "fft", 1e-4)(lambda x: jnp.abs(jnp.fft.fft(x)))
add(lambda: [normal(64, 4096)], "fft_real", 1e-4)(lambda x: jnp.fft.irfft(jnp.fft.rfft(x) * 2))
add(lambda: [complex_normal(256, 256)], "fft_2d", 1e-4)(jnp.fft.fft2)
add(lambda: [complex_normal(32, 32, 32)], "fft_3d", 1e-4)(jnp.fft.fftn)
add(lambda: [normal(1024, 128)], "fft_real_short", 1e-4)(jnp.fft.rfft)
add(lambda: [complex_normal(64, 1009)], "fft_prime", 1e-4)(jnp.fft.fft)
add(lambda: [complex_normal(64, 1000)], "fft_thousand", 1e-4)(jnp.fft.fft)
add(lambda: [complex_normal(1, 1 << 16)], "fft_long", 1e-4)(jnp.fft.fft)


@add(lambda: [normal(16000)], tolerance=1e-4)
def spectrogram(x):
    """Windows of 400 of one second of sound every 160, as Whisper has them."""
    at = jnp.arange(98)[:, None] * 160 + jnp.arange(400)
    return jnp.abs(jnp.fft.rfft(x[at] * jnp.hanning(400))) ** 2


@add(lambda: [normal(128, 128), normal(128, 128) + 1], tolerance=1e-4)
def convolve_images(x, y):
    return jnp.fft.irfft2(jnp.fft.rfft2(x, (256, 256)) * jnp.fft.rfft2(y, (256, 256)))[:128, :128]


@add(lambda: [normal(256, 64)], tolerance=1e-4)
def cosine_transform(x):
    ordered = jnp.concatenate([x[:, ::2], x[:, ::-1][:, ::2]], 1)
    turn = jnp.exp(-1j * np.pi * jnp.arange(64) / 128)
    return (jnp.fft.fft(ordered) * turn).real * 2


# Linear algebra.


def definite(count, n):
    x = normal(count, n, n)
    return x @ x.swapaxes(1, 2) + n * np.eye(n, dtype=np.float32)


add(lambda: [normal(512, 64), normal(512)], "least_squares", 1e-3)(lambda x, y: jnp.linalg.lstsq(x, y)[0])
add(lambda: [normal(128, 64)], "pseudo_inverse", 1e-3)(jnp.linalg.pinv)
add(lambda: [0.1 * normal(64, 64)], "exponential_of_matrix", 1e-4)(jax.scipy.linalg.expm)
add(lambda: [definite(1024, 4), normal(1024, 4, 1)], "solves_4", 1e-3)(jnp.linalg.solve)
add(lambda: [definite(256, 16), normal(256, 16, 1)], "solves_16", 1e-3)(jnp.linalg.solve)
add(lambda: [definite(256, 16)], "choleskys_16", 1e-4)(jnp.linalg.cholesky)
add(lambda: [definite(1024, 3)], "inverses_3", 1e-4)(jnp.linalg.inv)
add(lambda: [definite(64, 32)], "determinants_32", 1e-3)(lambda x: jnp.linalg.slogdet(x)[1])
add(lambda: [definite(64, 16)], "eigenvalues_16", 1e-4)(jnp.linalg.eigvalsh)
add(lambda: [normal(1024, 32)], "qr_tall", 1e-3)(lambda x: jnp.abs(jnp.linalg.qr(x)[1]))
add(lambda: [normal(2048, 64)], "principal_components", 1e-3)(lambda x: jnp.linalg.eigvalsh((x - x.mean(0)).T @ (x - x.mean(0)) / 2048))
add(lambda: [definite(1, 256)[0], normal(256)], "factored_solve", 1e-3)(
    lambda x, y: jax.scipy.linalg.cho_solve(jax.scipy.linalg.cho_factor(x), y)
)


@add(lambda: [definite(1, 512)[0], normal(512)], tolerance=1e-3)
def conjugate_gradient(a, b):
    """Twenty steps."""

    def step(_, state):
        x, r, p, rr = state
        ap = a @ p
        alpha = rr / (p @ ap)
        x, r = x + alpha * p, r - alpha * ap
        new = r @ r
        return x, r, r + new / rr * p, new

    return lax.fori_loop(0, 20, step, (jnp.zeros(512), b, b, b @ b))[0]


@add(lambda: [normal(256, 256), normal(256)], tolerance=1e-3)
def power_iteration(a, x):
    def step(_, x):
        y = a @ (a.T @ x)
        return y / jnp.linalg.norm(y)

    return lax.fori_loop(0, 20, step, x)


@add(lambda: [uniform(256, 256), normal(256), normal(256)], tolerance=1e-3)
def sinkhorn(cost, a, b):
    """Optimal transport: fifty sweeps over rows and columns."""
    a, b = jax.nn.log_softmax(a), jax.nn.log_softmax(b)

    def step(_, state):
        f, g = state
        f = a - jax.nn.logsumexp(g[None] - 10 * cost, axis=1)
        return f, b - jax.nn.logsumexp(f[:, None] - 10 * cost, axis=0)

    return lax.fori_loop(0, 50, step, (a, b))
