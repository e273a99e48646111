"""Products and convolutions of bf16 and i8, of the sizes that networks have: what registers of tiles (AMX) are for."""

import jax
import jax.numpy as jnp
import numpy as np

from peers.products import dot
from peers.program import Family, Program, integers, normal

BF16 = jnp.bfloat16


def bf16(*shape):
    return normal(*shape, dtype=BF16)


def bytes_of(*shape):
    return integers(*shape, high=100, dtype=np.int8)


def transposed(x, y, out):
    return jnp.einsum("...mk,...nk->...mn", x, y, preferred_element_type=out)


def convolution(x, k, out):
    return jax.lax.conv_general_dilated(
        x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"), preferred_element_type=out
    )


def of_kind(name, operand, out, tolerance):
    """The programs of one type of numbers."""

    def program(f, *shapes):
        return lambda: Program(lambda x, y: f(x, y, out), [operand(*s) for s in shapes], tolerance)

    return {
        f"{name}_1024": program(dot, (1024, 1024), (1024, 1024)),
        f"{name}_1024_nt": program(transposed, (1024, 1024), (1024, 1024)),
        # The wide layer of a transformer, for 128 tokens and for 16.
        f"{name}_wide_128": program(dot, (128, 768), (768, 3072)),
        f"{name}_wide_16": program(dot, (16, 768), (768, 3072)),
        f"{name}_wide_16_nt": program(transposed, (16, 768), (3072, 768)),
        # Scores of 12 heads of 197 patches.
        f"{name}_scores": program(transposed, (12, 197, 64), (12, 197, 64)),
        f"{name}_odd": program(dot, (127, 511), (511, 255)),
        f"{name}_conv_3x3": program(convolution, (1, 56, 56, 64), (3, 3, 64, 64)),
        f"{name}_conv_1x1": program(convolution, (1, 28, 28, 256), (1, 1, 256, 256)),
        f"{name}_conv_deep": program(convolution, (1, 7, 7, 512), (3, 3, 512, 512)),
    }


NARROW_PRODUCTS = Family({**of_kind("bf16", bf16, jnp.float32, 1e-3), **of_kind("i8", bytes_of, jnp.int32, 0)})
