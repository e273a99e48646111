"""Kinds of attention: with biases, bands, windows, and of one sequence to another."""

import jax
import jax.numpy as jnp
import numpy as np

from peers.language import attended
from peers.program import Family, normal, random

ATTENTION = Family()


@ATTENTION.add(lambda: [normal(8, 512, 64)] * 3 + [normal(8, 32)], tolerance=1e-4)
def attention_t5(q, k, v, table):
    """With a bias by the distance of positions, in buckets, as T5 has it."""
    distance = jnp.arange(512)[None] - jnp.arange(512)[:, None]
    near = jnp.abs(distance)
    far = 8 + (jnp.log(jnp.maximum(near, 1) / 8) / np.log(128 / 8) * 8).astype(jnp.int32)
    bucket = jnp.where(distance > 0, 16, 0) + jnp.where(near < 8, near, jnp.minimum(far, 15))
    return attended(q, k, v, table[:, bucket])


@ATTENTION.add(lambda: [normal(12, 512, 64)] * 3, tolerance=1e-4)
def attention_alibi(q, k, v):
    """Causal, with a bias that is linear in the distance."""
    distance = jnp.arange(512)[None] - jnp.arange(512)[:, None]
    slopes = 2.0 ** (-8 * jnp.arange(1, 13) / 12)
    return attended(q, k, v, jnp.where(distance <= 0, slopes[:, None, None] * distance, -1e30))


@ATTENTION.add(lambda: [normal(8, 1024, 64)] * 3, tolerance=1e-4)
def attention_band(q, k, v):
    """Causal, of at most 256 positions back, as Mistral has it."""
    distance = jnp.arange(1024)[:, None] - jnp.arange(1024)[None]
    return attended(q, k, v, jnp.where((distance >= 0) & (distance < 256), 0.0, -1e30))


@ATTENTION.add(lambda: [normal(56, 56, 96), random(3)(96, 288), random(4)(96, 96), normal(3, 169)], tolerance=1e-4)
def attention_windows(x, qkv, out, table):
    """Swin: windows of 7x7, shifted by 3, with a bias by distance."""
    x = jnp.roll(x, (-3, -3), (0, 1)).reshape(8, 7, 8, 7, 96).transpose(0, 2, 1, 3, 4).reshape(64, 49, 96)
    q, k, v = (x @ qkv).reshape(64, 49, 3, 3, 32).transpose(2, 0, 3, 1, 4)
    y, x_ = np.divmod(np.arange(49), 7)
    place = (y[:, None] - y + 6) * 13 + x_[:, None] - x_ + 6
    scores = jnp.einsum("whqd,whkd->whqk", q, k) * np.float32(32**-0.5) + table[:, place]
    x = jnp.einsum("whqk,whkd->wqhd", jax.nn.softmax(scores, axis=-1), v).reshape(64, 49, 96) @ out
    x = x.reshape(8, 8, 7, 7, 96).transpose(0, 2, 1, 3, 4).reshape(56, 56, 96)
    return jnp.roll(x, (3, 3), (0, 1))


@ATTENTION.add(lambda: [normal(8, 77, 64), normal(8, 77, 64), normal(8, 1024, 64)], tolerance=1e-4)
def attention_cross(k, v, q):
    """Of the pixels of Stable Diffusion to the 77 tokens of a text."""
    return attended(q, k, v)
