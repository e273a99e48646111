"""Pieces of language models as they run one token at a time, or in bfloat16: none of them was tuned for before its first measurement."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.language import rms_norm
from peers.program import Family, integers, normal, random

DECODING = Family()
BF16 = jnp.bfloat16


def product(x, weights):
    return x @ weights


DECODING.add(lambda: [normal(1, 1024, dtype=BF16), normal(1024, 1024, dtype=BF16)], "bf16_token", 3e-2)(product)
DECODING.add(lambda: [normal(1, 1024, dtype=BF16), normal(1024, 1024, dtype=BF16)], "bf16_token_nt", 3e-2)(lambda x, w: x @ w.T)
DECODING.add(lambda: [normal(1, 1024, dtype=np.float16), normal(1024, 1024, dtype=np.float16)], "f16_token", 3e-2)(product)
DECODING.add(lambda: [normal(4, 1024, dtype=BF16), normal(1024, 1024, dtype=BF16)], "bf16_tokens_4", 3e-2)(product)
DECODING.add(lambda: [normal(128, 1024, dtype=BF16), normal(1024, dtype=BF16)], "rms_norm_bf16", 3e-2)(rms_norm)


def swiglu(x, gate, up, down):
    return (jax.nn.silu(x @ gate) * (x @ up)) @ down


def swiglu_weights():
    return [(random(seed)(*shape) * 0.5).astype(BF16) for seed, shape in enumerate([(512, 1536), (512, 1536), (1536, 512)])]


DECODING.add(lambda: [normal(1, 512, dtype=BF16), *swiglu_weights()], "swiglu_bf16_1", 5e-2)(swiglu)
DECODING.add(lambda: [normal(64, 512, dtype=BF16), *swiglu_weights()], "swiglu_bf16_64", 5e-2)(swiglu)


def attention_of_token(query, keys, values):
    """Queries [batch, heads, width] of one token, keys and values [batch, length, heads, width] of those before."""
    scores = jnp.einsum("bhd,bshd->bhs", query, keys, preferred_element_type=jnp.float32) / 8
    return jnp.einsum("bhs,bshd->bhd", jax.nn.softmax(scores, -1).astype(values.dtype), values)


def token_and_cache(dtype):
    return [normal(4, 8, 64, dtype=dtype), normal(4, 512, 8, 64, dtype=dtype), normal(4, 512, 8, 64, dtype=dtype)]


DECODING.add(lambda: token_and_cache(np.float32), "attention_token", 1e-4)(attention_of_token)
DECODING.add(lambda: token_and_cache(BF16), "attention_token_bf16", 3e-2)(attention_of_token)


@DECODING.add(lambda: [normal(1, 4, 4, 64, dtype=BF16), *(normal(1, 4, 1024, 64, dtype=BF16) for _ in range(2))], tolerance=1e-3)
def grouped_queries_token(query, keys, values):
    wide = jnp.float32
    scores = jnp.einsum("bgrd,bgsd->bgrs", query.astype(wide), keys.astype(wide)) / 8
    return jnp.einsum("bgrs,bgsd->bgrd", jax.nn.softmax(scores, -1), values.astype(wide))


def bytes_with_scales():
    return [integers(1024, 8, 64, low=-127, high=127, dtype=np.int8), normal(1024, 8) * np.float32(0.01)]


@DECODING.add(lambda: [normal(8, 64), *bytes_with_scales(), *bytes_with_scales()], tolerance=1e-3)
def cache_of_bytes(query, keys, key_scales, values, value_scales):
    scores = jnp.einsum("hd,shd->hs", query, keys.astype(jnp.float32) * key_scales[..., None]) / 8
    return jnp.einsum("hs,shd->hd", jax.nn.softmax(scores, -1), values.astype(jnp.float32) * value_scales[..., None])


@DECODING.add(lambda: [normal(256, 8, 64), np.arange(256, dtype=np.float32)], tolerance=1e-3)
def rotary_pairs(x, places):
    """Rotary embedding whose pairs are neighbours."""
    angles = (places[:, None] * 10000.0 ** (-jnp.arange(0, 64, 2) / 64))[:, None]
    even, odd = x[..., ::2], x[..., 1::2]
    cos, sin = jnp.cos(angles), jnp.sin(angles)
    return jnp.stack([even * cos - odd * sin, even * sin + odd * cos], -1).reshape(x.shape)


@DECODING.add(lambda: [normal(1024, 1024)], tolerance=1e-2)
def quantize_blocks(weights):
    blocks = weights.reshape(-1, 32)
    scales = jnp.abs(blocks).max(1, keepdims=True) / 127
    return jnp.round(blocks / scales).astype(jnp.int8), scales


def language_loss(hidden, table, targets):
    return -jnp.take_along_axis(jax.nn.log_softmax(hidden @ table), targets[:, None], 1).mean()


def language_loss_inputs():
    return [normal(64, 256), random(1)(256, 8192), integers(64, high=8192)]


DECODING.add(language_loss_inputs, tolerance=1e-4)(language_loss)
DECODING.add(language_loss_inputs, "language_loss_gradient", 1e-3)(jax.grad(language_loss, (0, 1)))


@DECODING.add(lambda: [normal(4, 512, 8, 64), normal(4, 1, 8, 64), np.int32(7)], tolerance=0)
def cache_update(cache, keys, place):
    return lax.dynamic_update_slice(cache, keys, (0, place, 0, 0))


def causal_attention(query, keys, values):
    return jax.nn.dot_product_attention(query, keys, values, is_causal=True)


DECODING.add(lambda: [normal(1, 256, 8, 64) for _ in range(3)], tolerance=1e-3)(causal_attention)
DECODING.add(lambda: [normal(1, 256, 8, 64, dtype=BF16) for _ in range(3)], "causal_attention_bf16", 3e-2)(causal_attention)
