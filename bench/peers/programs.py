"""The programs of vs_xla.py: what array programs spend their time in, each small enough to be timed in milliseconds.

A program is a function of JAX, its inputs, and how its results are compared: `close` with a tolerance relative to the largest
value of a result, or `equal` to the bit.
"""

import jax
import jax.numpy as jnp
import numpy as np

from peers.graphs import GRAPHS
from peers.images import IMAGES
from peers.language import LANGUAGE
from peers.numerics import NUMERICS
from peers.probability import PROBABILITY
from peers.program import Program, integers, normal, uniform
from peers.sequences import SEQUENCES
from peers.simulations import SIMULATIONS
from peers.small import SMALL
from peers.strings import STRINGS
from peers.training import TRAINING
from peers.vision import VISION


def dot(x, y, out=None):
    return jax.lax.dot_general(x, y, (((x.ndim - 1,), (0,)), ((), ())), preferred_element_type=out)


def convolution(x, k, groups=1, stride=1):
    numbers = ("NHWC", "HWIO", "NHWC")
    return jax.lax.conv_general_dilated(
        x, k, (stride, stride), "SAME", dimension_numbers=numbers, feature_group_count=groups
    )


def convolution_gradient(x, k, groups=1, stride=1):
    """With respect to images and kernel."""
    return jax.grad(lambda x, k: (convolution(x, k, groups, stride) ** 2).sum(), (0, 1))(x, k)


def transposed_convolution(x, k):
    return jax.lax.conv_transpose(x, k, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def layer_norm(x, scale, bias):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale + bias


def attention(q, k, v):
    weights = jax.nn.softmax(jnp.einsum("hqd,hkd->hqk", q, k) / np.float32(q.shape[-1]) ** 0.5, axis=-1)
    return jnp.einsum("hqk,hkd->hqd", weights, v)


def gelu_chain(x, y):
    return jax.nn.gelu(x * y + 1) * jax.nn.sigmoid(x) - jnp.maximum(y, 0)


def max_pool(x):
    return jax.lax.reduce_window(x, -np.inf, jax.lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")


def window_sum(x):
    return jax.lax.reduce_window(x, np.float32(0), jax.lax.add, (1, 1, 3, 3), (1, 1, 1, 1), "SAME")


def mlp(x, w1, w2, w3):
    return jnp.tanh(jnp.tanh(x @ w1) @ w2) @ w3


def mlp_gradient(x, w1, w2, w3):
    return jax.grad(lambda ws: (mlp(x, *ws) ** 2).mean())((w1, w2, w3))


def recurrence(x, w):
    return jax.lax.scan(lambda h, row: (jnp.tanh(h @ w + row),) * 2, jnp.zeros(x.shape[1], x.dtype), x)[1]


def grid(old, new):
    """Where the pixels of a larger image begin in a smaller one, their neighbours, and how far they are from the first."""
    at = jnp.clip((jnp.arange(new) + 0.5) * (old / new) - 0.5, 0, old - 1)
    first = jnp.floor(at).astype(jnp.int32)
    return first, jnp.minimum(first + 1, old - 1), at - first


def resize(x, n, pixels):
    """Bilinear, as exporters of PyTorch write it: four gathers by grids of indices."""
    (y0, y1, fy), (x0, x1, fx) = (grid(x.shape[d], n) for d in pixels)
    last = pixels[-1] == x.ndim - 1
    fy, fx = (fy[:, None], fx) if last else (fy[:, None, None], fx[:, None])

    def at(y, x_):
        return x[:, :, y[:, None], x_[None]] if last else x[:, y[:, None], x_[None]]

    return at(y0, x0) * (1 - fy) * (1 - fx) + at(y0, x1) * (1 - fy) * fx + at(y1, x0) * fy * (1 - fx) + at(y1, x1) * fy * fx


def scalar_carries(x):
    """The gradient of a loop with 60 scalars: what a loop costs when its work is nothing."""

    def step(state, _):
        return [0.99 * s + 0.01 * t * s for s, t in zip(state, state[1:] + state[:1], strict=True)], None

    return jax.grad(lambda v: sum(jax.lax.scan(step, list(v), None, 100)[0]))(x)


def threefry(key):
    return jax.random.bits(jax.random.wrap_key_data(key), (1 << 20,), "uint32")


def unary(function, low=-4.0, high=4.0):
    return Program(function, [uniform(1 << 16, low=low, high=high)])


def unary_f64(function, low=-4.0, high=4.0):
    return Program(function, [uniform(1 << 16, low=low, high=high).astype(np.float64)], 1e-14, wide=True)


def linear_algebra(n):
    """Factorizations of a matrix of that size. What has a sign that is open is squared."""
    x, y = normal(n, n), normal(n, 16)
    return {
        "qr": Program(lambda x: jnp.linalg.qr(x), [x], 1e-3),
        "svd": Program(lambda x: jnp.linalg.svd(x)[1], [x], 1e-4),
        "svd_vectors": Program(lambda x: squares(*jnp.linalg.svd(x)), [x], 1e-3),
        "eigh": Program(lambda x: eigenvectors_squared(x + x.T), [x], 1e-3),
        "inv": Program(lambda x: jnp.linalg.inv(x + n * jnp.eye(n)), [x], 1e-4),
        "det": Program(lambda x: jnp.linalg.det(jnp.eye(n) + x / n), [x], 1e-3),
        "linear_system": Program(lambda x, y: jnp.linalg.solve(x + n * jnp.eye(n), y), [x, y], 1e-4),
    }


def squares(u, s, vt):
    return s, u * u, vt * vt


def eigenvectors_squared(x):
    values, vectors = jnp.linalg.eigh(x)
    return values, vectors * vectors


FEW_ROWS = [1, 2, 4, 8, 12]

PROGRAMS = {
    "gemm_256": Program(dot, [normal(256, 256), normal(256, 256)]),
    "gemm_512": Program(dot, [normal(512, 512), normal(512, 512)]),
    "gemm_1024": Program(dot, [normal(1024, 1024), normal(1024, 1024)]),
    "gemm_skinny": Program(dot, [normal(8, 1024), normal(1024, 1024)]),
    "gemv": Program(dot, [normal(1024), normal(1024, 1024)]),
    # A matrix that comes from memory, times few rows: tokens that are generated one after the other.
    **{f"gemm_rows_{m}": Program(dot, [normal(m, 2048), normal(2048, 8192)]) for m in FEW_ROWS},
    **{f"gemm_rows_{m}_nt": Program(lambda x, y: jnp.einsum("mk,nk->mn", x, y), [normal(m, 2048), normal(8192, 2048)]) for m in FEW_ROWS},
    "gemm_batched": Program(lambda x, y: x @ y, [normal(64, 64, 64), normal(64, 64, 64)]),
    "gemm_bf16": Program(
        lambda x, y: dot(x.astype(jnp.bfloat16), y.astype(jnp.bfloat16), jnp.float32), [normal(512, 512), normal(512, 512)], 1e-3
    ),
    "gemm_i8": Program(
        lambda x, y: dot(x, y, jnp.int32), [integers(512, 512, high=100, dtype=np.int8)] * 2, 0
    ),
    "gemm_tn": Program(lambda x, y: jnp.einsum("km,kn->mn", x, y), [normal(512, 512)] * 2),
    "gemm_nt": Program(lambda x, y: jnp.einsum("mk,nk->mn", x, y), [normal(512, 512)] * 2),
    "gemm_odd": Program(dot, [normal(127, 511), normal(511, 255)]),
    "gemm_batched_odd": Program(lambda x, y: x @ y, [normal(16, 33, 129), normal(16, 129, 65)]),
    "gemm_bias_relu": Program(lambda x, y, b: jax.nn.relu(x @ y + b), [normal(256, 256), normal(256, 256), normal(256)]),
    "gemm_f16": Program(lambda x, y: dot(x, y, jnp.float32), [normal(512, 512, dtype=np.float16)] * 2, 1e-3),
    "gemm_bf16_out": Program(
        lambda x, y: (x.astype(jnp.bfloat16) @ y.astype(jnp.bfloat16)).astype(jnp.float32), [normal(512, 512)] * 2, 1e-2
    ),
    "conv_3x3": Program(convolution, [normal(1, 56, 56, 64), normal(3, 3, 64, 64)]),
    "conv_7x7": Program(lambda x, k: convolution(x, k, stride=2), [normal(1, 112, 112, 3), normal(7, 7, 3, 64)]),
    "conv_1x1": Program(convolution, [normal(1, 56, 56, 64), normal(1, 1, 64, 128)]),
    "conv_depthwise": Program(lambda x, k: convolution(x, k, groups=64), [normal(1, 56, 56, 64), normal(3, 3, 1, 64)]),
    "conv_deep": Program(convolution, [normal(1, 7, 7, 512), normal(3, 3, 512, 512)]),
    "conv_dilated": Program(
        lambda x, k: jax.lax.conv_general_dilated(x, k, (1, 1), "SAME", rhs_dilation=(2, 2), dimension_numbers=("NHWC", "HWIO", "NHWC")),
        [normal(1, 28, 28, 64), normal(3, 3, 64, 64)],
    ),
    "conv_nchw": Program(lambda x, k: jax.lax.conv(x, k, (1, 1), "SAME"), [normal(1, 64, 28, 28), normal(64, 64, 3, 3)]),
    "conv_grouped": Program(lambda x, k: convolution(x, k, groups=4), [normal(1, 28, 28, 128), normal(3, 3, 32, 128)]),
    "conv_transposed": Program(transposed_convolution, [normal(1, 28, 28, 64), normal(3, 3, 64, 32)]),
    "conv_gradient": Program(convolution_gradient, [normal(2, 28, 28, 64), normal(3, 3, 64, 64)], 1e-4),
    "conv_gradient_strided": Program(
        lambda x, k: convolution_gradient(x, k, stride=2), [normal(2, 28, 28, 64), normal(3, 3, 64, 64)], 1e-4
    ),
    "conv_depthwise_gradient": Program(
        lambda x, k: convolution_gradient(x, k, groups=64), [normal(1, 28, 28, 64), normal(3, 3, 1, 64)], 1e-4
    ),
    "max_pool": Program(max_pool, [normal(1, 112, 112, 64)], 0),
    "window_sum": Program(window_sum, [normal(1, 32, 56, 56)]),
    "max_pool_gradient": Program(jax.grad(lambda x: (max_pool(x) ** 2).sum()), [normal(1, 56, 56, 64)]),
    "softmax": Program(lambda x: jax.nn.softmax(x, axis=-1), [normal(512, 512)]),
    "softmax_long": Program(lambda x: jax.nn.softmax(x, axis=-1), [normal(16, 32768)]),
    "layer_norm": Program(layer_norm, [normal(512, 512), normal(512), normal(512)]),
    "attention": Program(attention, [normal(8, 512, 64)] * 3),
    "exp": unary(jnp.exp),
    "log": unary(jnp.log, 0.001, 100),
    "tanh": unary(jnp.tanh),
    "erf": unary(jax.lax.erf),
    "sin": unary(jnp.sin),
    "pow": Program(jnp.power, [uniform(1 << 16), uniform(1 << 16, low=-3, high=3)]),
    "atan2": Program(jnp.arctan2, [uniform(1 << 16, low=-3, high=3), uniform(1 << 16, low=-1, high=1)]),
    "sinh": unary(jnp.sinh),
    "exp_f64": unary_f64(jnp.exp),
    "log_f64": unary_f64(jnp.log, 0.001, 100),
    "tanh_f64": unary_f64(jnp.tanh),
    "sin_f64": unary_f64(jnp.sin),
    "erf_f64": unary_f64(jax.lax.erf),
    "pow_f64": Program(
        jnp.power,
        [uniform(1 << 16).astype(np.float64), uniform(1 << 16, low=-3, high=3).astype(np.float64)],
        1e-13,
        wide=True,
    ),
    "cbrt": unary(jnp.cbrt),
    "gelu_exact": unary(lambda x: jax.nn.gelu(x, approximate=False)),
    "tanh_bf16": Program(lambda x: jnp.tanh(x), [uniform(1 << 16, low=-4).astype(jnp.bfloat16)], 2e-2),
    "elementwise": Program(gelu_chain, [normal(512, 512), normal(512, 512)]),
    "transpose": Program(lambda x: x.T, [normal(1024, 1024)], 0),
    "row_sum": Program(lambda x: x.sum(1), [normal(1024, 1024)]),
    "column_sum": Program(lambda x: x.sum(0), [normal(1024, 1024)]),
    "to_channels_last": Program(lambda x: x.transpose(0, 2, 3, 1), [normal(8, 64, 56, 56)], 0),
    "add_transposed": Program(lambda x, y: x.T + y, [normal(1024, 1024)] * 2, 0),
    "reverse": Program(lambda x: x[:, ::-1], [normal(512, 512)], 0),
    "row_max": Program(lambda x: x.max(1), [normal(1024, 1024)], 0),
    "short_rows": Program(lambda x: x.sum(1), [normal(1 << 16, 8)]),
    "row_any": Program(lambda x: x.any(1), [normal(1024, 1024) > 4], 0),
    "argmax": Program(lambda x: x.argmax(1), [normal(1024, 1024)], 0),
    "argmin_columns": Program(lambda x: x.argmin(0), [normal(1024, 1024)], 0),
    "cumsum": Program(lambda x: x.cumsum(1), [normal(64, 16384)], 1e-4),
    "concatenate": Program(lambda x, y: jnp.concatenate([x, y], 1) * 2, [normal(512, 512), normal(512, 512)], 0),
    "pad": Program(lambda x: jnp.pad(x, 8), [normal(512, 512)], 0),
    "sort": Program(lambda x: jnp.sort(x), [normal(1 << 16)], 0),
    "argsort": Program(lambda x: jnp.argsort(x), [normal(1 << 16)], 0),
    "sort_1m": Program(lambda x: jnp.sort(x), [normal(1 << 20)], 0),
    "argsort_1m": Program(lambda x: jnp.argsort(x), [normal(1 << 20)], 0),
    "sort_rows": Program(lambda x: jnp.sort(x), [normal(4096, 64)], 0),
    "sort_columns": Program(lambda x: jnp.sort(x, 0), [normal(512, 512)], 0),
    "lexsort": Program(lambda x, y: jnp.lexsort((x, y)), [normal(1 << 16), integers(1 << 16, high=100)], 0),
    "top_k_1m": Program(lambda x: jax.lax.top_k(x, 64), [normal(1 << 20)], 0),
    "top_k": Program(lambda x: jax.lax.top_k(x, 8), [normal(64, 4096)], 0),
    "gather": Program(lambda x, i: x[i], [normal(1 << 14, 64), integers(1 << 13, high=1 << 14)], 0),
    "scatter_add": Program(lambda x, i, u: x.at[i].add(u), [normal(1 << 12, 64), integers(1 << 12, high=1 << 12), normal(1 << 12, 64)]),
    "gather_fill": Program(
        lambda x, i: jnp.take(x, i, axis=0, mode="fill"), [normal(1 << 14, 64), integers(1 << 13, high=1 << 14)], 0
    ),
    "repeat": Program(lambda x: jnp.repeat(x, 4, axis=0), [normal(1024, 64)], 0),
    "repeat_elements": Program(lambda x: jnp.repeat(x, 4), [normal(1 << 16)], 0),
    "take_along_axis": Program(
        lambda x, i: jnp.take_along_axis(x, i, axis=1), [normal(512, 512), integers(512, 512, high=512)], 0
    ),
    "take_along_rows": Program(
        lambda x, i: jnp.take_along_axis(x, i, axis=0), [normal(512, 512), integers(512, 512, high=512)], 0
    ),
    "resize_nchw": Program(lambda x: resize(x, 128, (2, 3)), [normal(1, 32, 64, 64)]),
    "resize_nhwc": Program(lambda x: resize(x, 128, (1, 2)), [normal(1, 64, 64, 32)]),
    "resize_colors": Program(lambda x: resize(x, 224, (1, 2)), [normal(1, 112, 112, 3)]),
    "resize_nearest": Program(lambda x: x[:, :, (jnp.arange(128) // 2)[:, None], jnp.arange(128) // 2], [normal(1, 32, 64, 64)], 0),
    "image_resize": Program(lambda x: jax.image.resize(x, (1, 128, 128, 32), "bilinear"), [normal(1, 64, 64, 32)]),
    "take_concatenated": Program(
        lambda x: jnp.take(x, jnp.concatenate([jnp.arange(0, 512, 2), jnp.arange(1, 512, 2)]), axis=1), [normal(256, 512)], 0
    ),
    "segment_sum": Program(lambda x, i: jax.ops.segment_sum(x, i, 100), [normal(1 << 13, 64), integers(1 << 13, high=100)], 1e-4),
    "histogram": Program(lambda i: jnp.zeros(256, np.int32).at[i].add(1), [integers(1 << 16, high=256)], 0),
    "random_normal": Program(
        lambda key: jax.random.normal(jax.random.wrap_key_data(key), (1 << 18,)), [np.array([1, 2], np.uint32)], 1e-5
    ),
    "threefry": Program(threefry, [np.array([1, 2], np.uint32)], 0),
    "fft": Program(lambda x: jnp.abs(jnp.fft.fft(x)), [normal(64, 1024)], 1e-4),
    "cholesky": Program(lambda x: jnp.linalg.cholesky(x @ x.T + 256 * jnp.eye(256)), [normal(256, 256)], 1e-4),
    "cholesky_512": Program(lambda x: jnp.linalg.cholesky(x @ x.T + 512 * jnp.eye(512)), [normal(512, 512)], 1e-4),
    "triangular_solve": Program(
        lambda x, y: jax.scipy.linalg.solve_triangular(x + 512 * jnp.eye(512), y, lower=True), [normal(512, 512)] * 2, 1e-4
    ),
    **{f"{name}_{n}": program for n in (32, 128, 512) for name, program in linear_algebra(n).items()},
    "solve": Program(lambda x, y: jnp.linalg.solve(x + 256 * jnp.eye(256), y), [normal(256, 256), normal(256, 16)], 1e-4),
    "fft_real": Program(lambda x: jnp.fft.irfft(jnp.fft.rfft(x) * 2), [normal(64, 4096)], 1e-4),
    "add_one": Program(lambda x: x + 1, [normal(8)], 0),
    "mlp_small": Program(mlp, [normal(1, 64), normal(64, 64), normal(64, 64), normal(64, 8)]),
    "mlp_gradient": Program(mlp_gradient, [normal(64, 256), 0.1 * normal(256, 256), 0.1 * normal(256, 256), normal(256, 16)], 1e-4),
    "recurrence": Program(recurrence, [normal(256, 64), 0.1 * normal(64, 64)], 1e-3),
    "scalar_carries": Program(scalar_carries, [uniform(60)], 1e-3),
}

PROGRAMS |= LANGUAGE | SEQUENCES | VISION | GRAPHS | SIMULATIONS | PROBABILITY
PROGRAMS |= TRAINING | IMAGES | NUMERICS | STRINGS | SMALL
