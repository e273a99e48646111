"""Single operations at odd sizes and with narrow types: what programs have between their large operations."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.program import Family, integers, normal, uniform

SMALL = Family()
add = SMALL.add

#: No dimension is a multiple of a vector.
ODD = (17, 129, 67)

for _axis in range(3):
    add(lambda: [normal(*ODD)], f"odd_sum_{_axis}", 1e-4)(lambda x, axis=_axis: x.sum(axis))
    add(lambda: [normal(*ODD)], f"odd_max_{_axis}", 0)(lambda x, axis=_axis: x.max(axis))
    add(lambda: [normal(*ODD)], f"odd_argmax_{_axis}", 0)(lambda x, axis=_axis: x.argmax(axis))
    add(lambda: [normal(*ODD)], f"odd_softmax_{_axis}", 1e-4)(lambda x, axis=_axis: jax.nn.softmax(x, axis=axis))
    add(lambda: [normal(*ODD)], f"odd_reverse_{_axis}", 0)(lambda x, axis=_axis: jnp.flip(x, axis))
for _order in ((0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
    add(lambda: [normal(*ODD)], "odd_transpose_" + "".join(map(str, _order)), 0)(lambda x, order=_order: x.transpose(order))

add(lambda: [normal(*ODD)], "odd_sum_02", 1e-4)(lambda x: x.sum((0, 2)))
add(lambda: [normal(*ODD)], "odd_sum", 1e-4)(jnp.sum)
add(lambda: [normal(*ODD)], "odd_mean_variance", 1e-4)(lambda x: (x.mean(-1), x.var(-1)))
add(lambda: [normal(*ODD), normal(67), normal(129, 1)], "odd_broadcasts")(lambda x, y, z: x * y + z)
add(lambda: [normal(*ODD), normal(*ODD) + 1], "odd_select", 0)(lambda x, y: jnp.where(x > y, x, 0))
add(lambda: [normal(*ODD)], "odd_pad", 0)(lambda x: lax.pad(x, np.float32(0), ((1, 2, 0), (3, 0, 0), (0, 5, 0))))
add(lambda: [normal(*ODD)], "odd_pad_between", 0)(lambda x: lax.pad(x, np.float32(0), ((0, 0, 0), (1, 1, 1), (0, 0, 1))))
add(lambda: [normal(*ODD)], "odd_pad_reflected", 0)(lambda x: jnp.pad(x, ((0, 0), (3, 3), (3, 3)), mode="reflect"))
add(lambda: [normal(*ODD)], "odd_slice", 0)(lambda x: x[1:, 3:120, 5:62])
add(lambda: [normal(*ODD)], "odd_slice_strided", 0)(lambda x: x[:, ::3, ::2])
add(lambda: [normal(*ODD), normal(17, 3, 67), normal(17, 31, 67)], "odd_concatenate", 0)(lambda *x: jnp.concatenate(x, 1))
add(lambda: [normal(*ODD), normal(17, 129, 5)], "odd_concatenate_last", 0)(lambda *x: jnp.concatenate(x, 2))
add(lambda: [normal(*ODD)], "odd_roll", 0)(lambda x: jnp.roll(x, (5, 7), (1, 2)))
add(lambda: [normal(*ODD)], "odd_stack", 0)(lambda x: jnp.stack([x, x + 1, x * 2], -1))
add(lambda: [normal(*ODD)], "odd_reshape_transpose", 0)(lambda x: x.reshape(17, 43, 3, 67).transpose(0, 2, 1, 3).reshape(51, -1))
add(lambda: [normal(*ODD), normal(3, 5, 7), np.int32(7)], "odd_update", 0)(lambda x, y, i: lax.dynamic_update_slice(x, y, (i, i, i)))
add(lambda: [normal(33, 65), normal(65, 17)], "odd_product", 1e-4)(jnp.matmul)
add(lambda: [normal(7, 31, 31, 5), normal(3, 3, 5, 11)], "odd_convolution", 1e-4)(
    lambda x, k: lax.conv_general_dilated(x, k, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
)
add(lambda: [normal(129, 67)], "odd_cumsum", 1e-4)(lambda x: x.cumsum(1))
add(lambda: [normal(129, 67)], "odd_sort", 0)(lambda x: jnp.sort(x, 1))
add(lambda: [normal(8)], "add_one", 0)(lambda x: x + 1)
add(lambda: [normal(1, 3)], "tiny_softmax")(lambda x: jax.nn.softmax(x, axis=-1))
add(lambda: [normal(3, 3), normal(3, 3)], "tiny_product", 1e-4)(jnp.matmul)

# Types.

SIDE = (500, 500)


def narrow(dtype):
    return lambda: [normal(*SIDE, dtype=dtype), normal(*SIDE, dtype=dtype)]


add(narrow(jnp.bfloat16), "bf16_chain", 2e-2)(lambda x, y: jax.nn.silu(x) * y + x)
add(narrow(np.float16), "f16_chain", 1e-2)(lambda x, y: jax.nn.silu(x) * y + x)
add(narrow(jnp.bfloat16), "bf16_row_sum", 2e-2)(lambda x, y: x.sum(1))
add(narrow(jnp.bfloat16), "bf16_layer_norm", 3e-2)(
    lambda x, y: (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * y[0]
)
add(narrow(jnp.bfloat16), "bf16_softmax", 2e-2)(lambda x, y: jax.nn.softmax(x, axis=-1))
add(narrow(jnp.bfloat16), "bf16_transpose", 0)(lambda x, y: x.T)
add(narrow(np.float32), "f32_to_bf16", 0)(lambda x, y: x.astype(jnp.bfloat16))
add(narrow(jnp.bfloat16), "bf16_to_f32", 0)(lambda x, y: x.astype(jnp.float32))
add(lambda: [integers(*SIDE, high=256, dtype=np.uint8)] * 2, "u8_average", 0)(
    lambda x, y: ((x.astype(np.uint16) + y.astype(np.uint16) + 1) >> 1).astype(np.uint8)
)
add(lambda: [integers(*SIDE, low=-128, high=128, dtype=np.int8)], "i8_row_sum", 0)(lambda x: x.sum(1, dtype=np.int32))
add(lambda: [integers(*SIDE, low=-128, high=128, dtype=np.int8)], "i8_transpose", 0)(lambda x: x.T)
add(lambda: [integers(*SIDE, high=1 << 30)] * 2, "i32_divide", 0)(lambda x, y: x // (y % 1000 + 1))
add(lambda: [integers(*SIDE, high=1 << 30)], "i32_divide_constant", 0)(lambda x: x // 7 + x % 10)
add(lambda: [integers(*SIDE, high=1 << 30)], "population_count", 0)(lax.population_count)
add(lambda: [integers(*SIDE, high=1 << 30)], "hash_bits", 0)(lambda x: (x ^ (x >> 16)) * 0x45D9F3B ^ (x << 3))
add(lambda: [normal(*SIDE), integers(*SIDE, high=100)], "float_to_int", 0)(lambda x, i: (x * 100).astype(np.int32) + i)
add(lambda: [(normal(*SIDE) + 1j * normal(*SIDE)).astype(np.complex64)] * 2, "complex_multiply", 1e-4)(lambda x, y: x * y.conj())
add(lambda: [(normal(*SIDE) + 1j * normal(*SIDE)).astype(np.complex64)], "complex_abs", 1e-4)(jnp.abs)
add(lambda: [uniform(*SIDE) > 0.5, uniform(*SIDE) > 0.3], "mask_count", 0)(lambda x, y: (x & ~y).sum(1))
add(lambda: [uniform(*SIDE, low=0.1)], "sqrt_reciprocal", 1e-4)(lambda x: lax.rsqrt(x) + 1 / jnp.sqrt(x + 1))
add(lambda: [normal(*SIDE)], "round_clip", 0)(lambda x: jnp.clip(jnp.round(x * 10), -8, 7))
add(lambda: [normal(*SIDE)], "softplus", 1e-4)(jax.nn.softplus)
add(lambda: [normal(*SIDE)], "mish", 1e-4)(jax.nn.mish)
add(lambda: [uniform(*SIDE, low=0.01, high=0.99)], "logit", 1e-4)(jax.scipy.special.logit)
add(lambda: [uniform(128, 128, low=0.5, high=10)], "log_gamma", 1e-4)(lax.lgamma)
add(lambda: [uniform(128, 128, low=0.5, high=10)], "digamma", 1e-4)(lax.digamma)
add(lambda: [uniform(128, 128, low=-0.9, high=0.9)], "erf_inverse", 1e-4)(lax.erf_inv)
add(lambda: [uniform(128, 128, low=-0.9, high=0.9)], "arc_functions", 1e-4)(lambda x: jnp.arcsin(x) + jnp.arccos(x) + jnp.arctan(x) + jnp.arctanh(x))
add(lambda: [uniform(1 << 14, low=-100, high=100), uniform(1 << 14, low=1, high=9)], "remainder", 1e-4)(jnp.remainder)
add(lambda: [normal(512, 512)], "triangle", 0)(jnp.tril)
add(lambda: [normal(512, 512)], "diagonal", 0)(jnp.diagonal)
add(lambda: [np.int32(3)], "iota_grid", 0)(lambda s: jnp.arange(512)[:, None] * s + jnp.arange(512))
