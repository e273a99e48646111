"""Products of matrices and convolutions, of the sizes that networks have."""

import jax
import jax.numpy as jnp
import numpy as np

from peers.program import Family, Program, integers, normal


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


FEW_ROWS = [1, 2, 4, 8, 12]

PRODUCTS = Family(
    {
        "gemm_256": lambda: Program(dot, [normal(256, 256), normal(256, 256)]),
        "gemm_512": lambda: Program(dot, [normal(512, 512), normal(512, 512)]),
        "gemm_1024": lambda: Program(dot, [normal(1024, 1024), normal(1024, 1024)]),
        "gemm_skinny": lambda: Program(dot, [normal(8, 1024), normal(1024, 1024)]),
        "gemv": lambda: Program(dot, [normal(1024), normal(1024, 1024)]),
        # A matrix that comes from memory, times few rows: tokens that are generated one after the other.
        **{f"gemm_rows_{m}": lambda m=m: Program(dot, [normal(m, 2048), normal(2048, 8192)]) for m in FEW_ROWS},
        **{
            f"gemm_rows_{m}_nt": lambda m=m: Program(lambda x, y: jnp.einsum("mk,nk->mn", x, y), [normal(m, 2048), normal(8192, 2048)])
            for m in FEW_ROWS
        },
        "gemm_batched": lambda: Program(lambda x, y: x @ y, [normal(64, 64, 64), normal(64, 64, 64)]),
        "gemm_bf16": lambda: Program(
            lambda x, y: dot(x.astype(jnp.bfloat16), y.astype(jnp.bfloat16), jnp.float32), [normal(512, 512), normal(512, 512)], 1e-3
        ),
        "gemm_i8": lambda: Program(
            lambda x, y: dot(x, y, jnp.int32), [integers(512, 512, high=100, dtype=np.int8)] * 2, 0
        ),
        "gemm_tn": lambda: Program(lambda x, y: jnp.einsum("km,kn->mn", x, y), [normal(512, 512)] * 2),
        "gemm_nt": lambda: Program(lambda x, y: jnp.einsum("mk,nk->mn", x, y), [normal(512, 512)] * 2),
        "gemm_odd": lambda: Program(dot, [normal(127, 511), normal(511, 255)]),
        "gemm_batched_odd": lambda: Program(lambda x, y: x @ y, [normal(16, 33, 129), normal(16, 129, 65)]),
        "gemm_bias_relu": lambda: Program(lambda x, y, b: jax.nn.relu(x @ y + b), [normal(256, 256), normal(256, 256), normal(256)]),
        "gemm_f16": lambda: Program(lambda x, y: dot(x, y, jnp.float32), [normal(512, 512, dtype=np.float16)] * 2, 1e-3),
        "gemm_bf16_out": lambda: Program(
            lambda x, y: (x.astype(jnp.bfloat16) @ y.astype(jnp.bfloat16)).astype(jnp.float32), [normal(512, 512)] * 2, 1e-2
        ),
        "conv_3x3": lambda: Program(convolution, [normal(1, 56, 56, 64), normal(3, 3, 64, 64)]),
        "conv_7x7": lambda: Program(lambda x, k: convolution(x, k, stride=2), [normal(1, 112, 112, 3), normal(7, 7, 3, 64)]),
        "conv_1x1": lambda: Program(convolution, [normal(1, 56, 56, 64), normal(1, 1, 64, 128)]),
        "conv_depthwise": lambda: Program(lambda x, k: convolution(x, k, groups=64), [normal(1, 56, 56, 64), normal(3, 3, 1, 64)]),
        "conv_deep": lambda: Program(convolution, [normal(1, 7, 7, 512), normal(3, 3, 512, 512)]),
        "conv_dilated": lambda: Program(
            lambda x, k: jax.lax.conv_general_dilated(x, k, (1, 1), "SAME", rhs_dilation=(2, 2), dimension_numbers=("NHWC", "HWIO", "NHWC")),
            [normal(1, 28, 28, 64), normal(3, 3, 64, 64)],
        ),
        "conv_nchw": lambda: Program(lambda x, k: jax.lax.conv(x, k, (1, 1), "SAME"), [normal(1, 64, 28, 28), normal(64, 64, 3, 3)]),
        "conv_grouped": lambda: Program(lambda x, k: convolution(x, k, groups=4), [normal(1, 28, 28, 128), normal(3, 3, 32, 128)]),
        "conv_transposed": lambda: Program(transposed_convolution, [normal(1, 28, 28, 64), normal(3, 3, 64, 32)]),
        "conv_gradient": lambda: Program(convolution_gradient, [normal(2, 28, 28, 64), normal(3, 3, 64, 64)], 1e-4),
        "conv_gradient_strided": lambda: Program(
            lambda x, k: convolution_gradient(x, k, stride=2), [normal(2, 28, 28, 64), normal(3, 3, 64, 64)], 1e-4
        ),
        "conv_depthwise_gradient": lambda: Program(
            lambda x, k: convolution_gradient(x, k, groups=64), [normal(1, 28, 28, 64), normal(3, 3, 1, 64)], 1e-4
        ),
    }
)
