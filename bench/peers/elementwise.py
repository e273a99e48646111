"""Functions of numbers, and sums and largest elements of rows, columns and windows."""

import jax
import jax.numpy as jnp
import numpy as np

from peers.program import Family, Program, normal, uniform


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


def unary(function, low=-4.0, high=4.0):
    return Program(function, [uniform(1 << 16, low=low, high=high)])


def unary_f64(function, low=-4.0, high=4.0):
    return Program(function, [uniform(1 << 16, low=low, high=high).astype(np.float64)], 1e-14, wide=True)

ELEMENTWISE = Family(
    {
        "max_pool": lambda: Program(max_pool, [normal(1, 112, 112, 64)], 0),
        "window_sum": lambda: Program(window_sum, [normal(1, 32, 56, 56)]),
        "max_pool_gradient": lambda: Program(jax.grad(lambda x: (max_pool(x) ** 2).sum()), [normal(1, 56, 56, 64)]),
        "softmax": lambda: Program(lambda x: jax.nn.softmax(x, axis=-1), [normal(512, 512)]),
        "softmax_long": lambda: Program(lambda x: jax.nn.softmax(x, axis=-1), [normal(16, 32768)]),
        "layer_norm": lambda: Program(layer_norm, [normal(512, 512), normal(512), normal(512)]),
        "attention": lambda: Program(attention, [normal(8, 512, 64)] * 3),
        "exp": lambda: unary(jnp.exp),
        "log": lambda: unary(jnp.log, 0.001, 100),
        "tanh": lambda: unary(jnp.tanh),
        "erf": lambda: unary(jax.lax.erf),
        "sin": lambda: unary(jnp.sin),
        "pow": lambda: Program(jnp.power, [uniform(1 << 16), uniform(1 << 16, low=-3, high=3)]),
        "atan2": lambda: Program(jnp.arctan2, [uniform(1 << 16, low=-3, high=3), uniform(1 << 16, low=-1, high=1)]),
        "sinh": lambda: unary(jnp.sinh),
        "exp_f64": lambda: unary_f64(jnp.exp),
        "log_f64": lambda: unary_f64(jnp.log, 0.001, 100),
        "tanh_f64": lambda: unary_f64(jnp.tanh),
        "sin_f64": lambda: unary_f64(jnp.sin),
        "erf_f64": lambda: unary_f64(jax.lax.erf),
        "pow_f64": lambda: Program(
            jnp.power,
            [uniform(1 << 16).astype(np.float64), uniform(1 << 16, low=-3, high=3).astype(np.float64)],
            1e-13,
            wide=True,
        ),
        "cbrt": lambda: unary(jnp.cbrt),
        "gelu_exact": lambda: unary(lambda x: jax.nn.gelu(x, approximate=False)),
        "tanh_bf16": lambda: Program(lambda x: jnp.tanh(x), [uniform(1 << 16, low=-4).astype(jnp.bfloat16)], 2e-2),
        "elementwise": lambda: Program(gelu_chain, [normal(512, 512), normal(512, 512)]),
        "row_sum": lambda: Program(lambda x: x.sum(1), [normal(1024, 1024)]),
        "column_sum": lambda: Program(lambda x: x.sum(0), [normal(1024, 1024)]),
        "row_max": lambda: Program(lambda x: x.max(1), [normal(1024, 1024)], 0),
        "short_rows": lambda: Program(lambda x: x.sum(1), [normal(1 << 16, 8)]),
        "row_any": lambda: Program(lambda x: x.any(1), [normal(1024, 1024) > 4], 0),
        "argmax": lambda: Program(lambda x: x.argmax(1), [normal(1024, 1024)], 0),
        "argmin_columns": lambda: Program(lambda x: x.argmin(0), [normal(1024, 1024)], 0),
        "cumsum": lambda: Program(lambda x: x.cumsum(1), [normal(64, 16384)], 1e-4),
    }
)
