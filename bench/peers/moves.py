"""What changes the order or the place of elements: transposes, sorts, gathers, resizes."""

import jax
import jax.numpy as jnp
import numpy as np

from peers.program import Family, Program, integers, normal


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

MOVES = Family(
    {
        "transpose": lambda: Program(lambda x: x.T, [normal(1024, 1024)], 0),
        "to_channels_last": lambda: Program(lambda x: x.transpose(0, 2, 3, 1), [normal(8, 64, 56, 56)], 0),
        "add_transposed": lambda: Program(lambda x, y: x.T + y, [normal(1024, 1024)] * 2, 0),
        "reverse": lambda: Program(lambda x: x[:, ::-1], [normal(512, 512)], 0),
        "concatenate": lambda: Program(lambda x, y: jnp.concatenate([x, y], 1) * 2, [normal(512, 512), normal(512, 512)], 0),
        "pad": lambda: Program(lambda x: jnp.pad(x, 8), [normal(512, 512)], 0),
        "sort": lambda: Program(lambda x: jnp.sort(x), [normal(1 << 16)], 0),
        "argsort": lambda: Program(lambda x: jnp.argsort(x), [normal(1 << 16)], 0),
        "sort_1m": lambda: Program(lambda x: jnp.sort(x), [normal(1 << 20)], 0),
        "argsort_1m": lambda: Program(lambda x: jnp.argsort(x), [normal(1 << 20)], 0),
        "sort_rows": lambda: Program(lambda x: jnp.sort(x), [normal(4096, 64)], 0),
        "sort_columns": lambda: Program(lambda x: jnp.sort(x, 0), [normal(512, 512)], 0),
        "lexsort": lambda: Program(lambda x, y: jnp.lexsort((x, y)), [normal(1 << 16), integers(1 << 16, high=100)], 0),
        "top_k_1m": lambda: Program(lambda x: jax.lax.top_k(x, 64), [normal(1 << 20)], 0),
        "top_k": lambda: Program(lambda x: jax.lax.top_k(x, 8), [normal(64, 4096)], 0),
        "gather": lambda: Program(lambda x, i: x[i], [normal(1 << 14, 64), integers(1 << 13, high=1 << 14)], 0),
        "scatter_add": lambda: Program(lambda x, i, u: x.at[i].add(u), [normal(1 << 12, 64), integers(1 << 12, high=1 << 12), normal(1 << 12, 64)]),
        "gather_fill": lambda: Program(
            lambda x, i: jnp.take(x, i, axis=0, mode="fill"), [normal(1 << 14, 64), integers(1 << 13, high=1 << 14)], 0
        ),
        "repeat": lambda: Program(lambda x: jnp.repeat(x, 4, axis=0), [normal(1024, 64)], 0),
        "repeat_elements": lambda: Program(lambda x: jnp.repeat(x, 4), [normal(1 << 16)], 0),
        "take_along_axis": lambda: Program(
            lambda x, i: jnp.take_along_axis(x, i, axis=1), [normal(512, 512), integers(512, 512, high=512)], 0
        ),
        "take_along_rows": lambda: Program(
            lambda x, i: jnp.take_along_axis(x, i, axis=0), [normal(512, 512), integers(512, 512, high=512)], 0
        ),
        "resize_nchw": lambda: Program(lambda x: resize(x, 128, (2, 3)), [normal(1, 32, 64, 64)]),
        "resize_nhwc": lambda: Program(lambda x: resize(x, 128, (1, 2)), [normal(1, 64, 64, 32)]),
        "resize_colors": lambda: Program(lambda x: resize(x, 224, (1, 2)), [normal(1, 112, 112, 3)]),
        "resize_nearest": lambda: Program(lambda x: x[:, :, (jnp.arange(128) // 2)[:, None], jnp.arange(128) // 2], [normal(1, 32, 64, 64)], 0),
        "image_resize": lambda: Program(lambda x: jax.image.resize(x, (1, 128, 128, 32), "bilinear"), [normal(1, 64, 64, 32)]),
        "take_concatenated": lambda: Program(
            lambda x: jnp.take(x, jnp.concatenate([jnp.arange(0, 512, 2), jnp.arange(1, 512, 2)]), axis=1), [normal(256, 512)], 0
        ),
        "segment_sum": lambda: Program(lambda x, i: jax.ops.segment_sum(x, i, 100), [normal(1 << 13, 64), integers(1 << 13, high=100)], 1e-4),
        "histogram": lambda: Program(lambda i: jnp.zeros(256, np.int32).at[i].add(1), [integers(1 << 16, high=256)], 0),
    }
)
