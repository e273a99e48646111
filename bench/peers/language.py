"""Blocks of language models, of the sizes of their papers and configurations; each as a prefill and as one token with a cache."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.program import Family, integers, normal, random

LANGUAGE = Family()

# Llama: grouped queries, rotary positions, RMS normalization, SwiGLU.

#: Width, heads, heads of keys, hidden width.
LLAMA = (2048, 32, 8, 8192)  # Llama 3.2 1B
SMOLLM = (576, 9, 3, 1536)  # SmolLM 135M


def llama_weights(sizes, dtype=np.float32):
    width, heads, groups, hidden = sizes
    make, head = random(1), width // heads
    shapes = {
        "query": (width, width), "key": (width, groups * head), "value": (width, groups * head), "out": (width, width),
        "gate": (width, hidden), "up": (width, hidden), "down": (hidden, width),
    }
    norms = {name: np.ones(width, dtype) for name in ("norm1", "norm2")}
    return {name: make(*shape).astype(dtype) for name, shape in shapes.items()} | norms


def rms_norm(x, scale):
    wide = x.astype(jnp.float32)
    return (wide * lax.rsqrt((wide * wide).mean(-1, keepdims=True) + 1e-5)).astype(x.dtype) * scale


def rotated(x, first):
    """Rotary embedding of [length, heads, width], the first at position `first`."""
    half = x.shape[-1] // 2
    angles = (first + jnp.arange(x.shape[0]))[:, None] * 10000.0 ** (-jnp.arange(half) / half)
    cos, sin = jnp.cos(angles)[:, None].astype(x.dtype), jnp.sin(angles)[:, None].astype(x.dtype)
    return jnp.concatenate([x[..., :half] * cos - x[..., half:] * sin, x[..., half:] * cos + x[..., :half] * sin], -1)


def grouped_attention(q, k, v, mask):
    """Of queries [length, heads, width] and fewer heads of keys and values; `mask` is [length, length of keys]."""
    q = q.reshape(q.shape[0], k.shape[1], -1, q.shape[-1])
    scores = jnp.einsum("qgnd,kgd->gnqk", q, k) * np.asarray(q.shape[-1] ** -0.5, q.dtype)
    weights = jax.nn.softmax(jnp.where(mask, scores.astype(jnp.float32), -1e30), axis=-1).astype(q.dtype)
    return jnp.einsum("gnqk,kgd->qgnd", weights, v).reshape(q.shape[0], -1)


def llama_block(sizes):
    """A function of weights and tokens; with caches and a position, of one token behind those in the caches."""
    width, heads, groups, _ = sizes

    def block(p, x, caches=None, at=0):
        y, head = rms_norm(x, p["norm1"]), width // heads
        q, k, v = ((y @ p[name]).reshape(x.shape[0], n, head) for name, n in (("query", heads), ("key", groups), ("value", groups)))
        q, k = rotated(q, at), rotated(k, at)
        mask = jnp.tril(jnp.ones((x.shape[0],) * 2, bool))
        if caches is not None:
            k, v = caches = [lax.dynamic_update_slice(cache, new, (at, 0, 0)) for cache, new in zip(caches, (k, v), strict=True)]
            mask = (jnp.arange(k.shape[0]) <= at)[None]
        x = x + grouped_attention(q, k, v, mask) @ p["out"]
        y = rms_norm(x, p["norm2"])
        x = x + (jax.nn.silu(y @ p["gate"]) * (y @ p["up"])) @ p["down"]
        return x if caches is None else (x, *caches)

    return block


def llama_cache(sizes, length, dtype=np.float32):
    width, heads, groups, _ = sizes
    return [normal(length, groups, width // heads, dtype=dtype)] * 2


LANGUAGE.add(lambda: [llama_weights(LLAMA), normal(128, 2048)], "llama_block_128", 1e-4)(llama_block(LLAMA))
LANGUAGE.add(
    lambda: [llama_weights(LLAMA), normal(1, 2048), llama_cache(LLAMA, 1024), np.int32(700)], "llama_block_1", 1e-4
)(llama_block(LLAMA))
LANGUAGE.add(lambda: [llama_weights(SMOLLM), normal(256, 576)], "smollm_block_256", 1e-4)(llama_block(SMOLLM))
LANGUAGE.add(
    lambda: [llama_weights(SMOLLM), normal(1, 576), llama_cache(SMOLLM, 2048), np.int32(1500)], "smollm_block_1", 1e-4
)(llama_block(SMOLLM))
LANGUAGE.add(
    lambda: [
        llama_weights(SMOLLM, jnp.bfloat16), normal(1, 576, dtype=jnp.bfloat16), llama_cache(SMOLLM, 2048, jnp.bfloat16), np.int32(1500)
    ],
    "smollm_block_1_bf16", 3e-2,
)(llama_block(SMOLLM))

LANGUAGE.add(lambda: [normal(512, 32, 64)], "rotary_512", 1e-3)(lambda x: rotated(x, 0))
LANGUAGE.add(lambda: [normal(512, 2048), normal(2048)], "rms_norm_512")(rms_norm)
LANGUAGE.add(lambda: [normal(256, 8192)] * 2, "swiglu_256")(lambda x, y: jax.nn.silu(x) * y)

# Encoders and decoders with heads as many as those of keys.


def dense_weights(width, hidden):
    make = random(2)
    names = {"query": (width, width), "key": (width, width), "value": (width, width), "out": (width, width)}
    names |= {"up": (width, hidden), "down": (hidden, width)}
    biases = {name + "_bias": make(shape[1], fan=1e4) for name, shape in names.items()}
    norms = {name: (1 + make(width, fan=1e4), make(width, fan=1e4)) for name in ("norm1", "norm2")}
    return {name: make(*shape) for name, shape in names.items()} | biases | norms


def normalized(x, p):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-5) * p[0] + p[1]


def heads_of(x, n):
    return x.reshape(x.shape[0], n, -1).transpose(1, 0, 2)


def attended(q, k, v, bias=0.0):
    scores = jnp.einsum("hqd,hkd->hqk", q, k) * np.float32(q.shape[-1] ** -0.5) + bias
    return jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores, axis=-1), v).transpose(1, 0, 2).reshape(q.shape[1], -1)


def layer(n, first=True):
    """An encoder's layer with n heads: normalization first (GPT, ViT, Whisper), or last (BERT)."""

    def before(p, x):
        y = normalized(x, p["norm1"])
        q, k, v = (heads_of(y @ p[name] + p[name + "_bias"], n) for name in ("query", "key", "value"))
        x = x + attended(q, k, v) @ p["out"] + p["out_bias"]
        y = jax.nn.gelu(normalized(x, p["norm2"]) @ p["up"] + p["up_bias"], approximate=False)
        return x + y @ p["down"] + p["down_bias"]

    def after(p, x):
        q, k, v = (heads_of(x @ p[name] + p[name + "_bias"], n) for name in ("query", "key", "value"))
        x = normalized(x + attended(q, k, v) @ p["out"] + p["out_bias"], p["norm1"])
        y = jax.nn.gelu(x @ p["up"] + p["up_bias"], approximate=False)
        return normalized(x + y @ p["down"] + p["down_bias"], p["norm2"])

    return before if first else after


LANGUAGE.add(lambda: [dense_weights(768, 3072), normal(128, 768)], "bert_layer_128", 1e-4)(layer(12, first=False))
LANGUAGE.add(lambda: [dense_weights(768, 3072), normal(197, 768)], "vit_base_layer", 1e-4)(layer(12))
LANGUAGE.add(lambda: [dense_weights(384, 1536), normal(1500, 384)], "whisper_tiny_layer", 1e-4)(layer(6))


def gpt2_layer_cached(p, x, keys, values, at):
    """One token of GPT-2; keys and values are [heads, 1024, 64]."""
    y = normalized(x, p["norm1"])
    q, k, v = (heads_of(y @ p[name] + p[name + "_bias"], 12) for name in ("query", "key", "value"))
    keys, values = (lax.dynamic_update_slice(cache, new, (0, at, 0)) for cache, new in ((keys, k), (values, v)))
    bias = jnp.where(jnp.arange(keys.shape[1]) <= at, 0.0, -1e30)
    x = x + attended(q, keys, values, bias) @ p["out"] + p["out_bias"]
    y = jax.nn.gelu(normalized(x, p["norm2"]) @ p["up"] + p["up_bias"])
    return x + y @ p["down"] + p["down_bias"], keys, values


LANGUAGE.add(
    lambda: [dense_weights(768, 3072), normal(1, 768), normal(12, 1024, 64), normal(12, 1024, 64), np.int32(511)], tolerance=1e-4
)(gpt2_layer_cached)


@LANGUAGE.add(
    lambda: [[dense_weights(768, 3072) for _ in range(12)], normal(1, 768), normal(12, 2, 12, 1024, 64), np.int32(511)], tolerance=1e-4
)
def gpt2_cached(layers, x, caches, at):
    """One token through all layers of GPT-2, whose caches are updated in place."""
    made = []
    for p, cache in zip(layers, caches, strict=True):
        x, *new = gpt2_layer_cached(p, x, cache[0], cache[1], at)
        made.append(jnp.stack(new))
    return x, jnp.stack(made)


# Tokens.


@LANGUAGE.add(lambda: [normal(50257), np.array([0, 5], np.uint32)], tolerance=0)
def sample_top_k(logits, seed):
    """One of the 50 most likely tokens."""
    values, tokens = lax.top_k(logits, 50)
    return tokens[jax.random.categorical(jax.random.wrap_key_data(seed), values / 0.8)]


@LANGUAGE.add(lambda: [normal(4, 50257)], tolerance=1e-4)
def top_p(logits):
    """The probabilities of the most likely tokens whose sum is 0.9."""
    p = jax.nn.softmax(logits, axis=-1)
    ordered = jnp.sort(p, axis=-1)[:, ::-1]
    least = jnp.take_along_axis(ordered, (jnp.cumsum(ordered, -1) < 0.9).sum(-1, keepdims=True), -1)
    kept = jnp.where(p >= least, p, 0)
    return kept / kept.sum(-1, keepdims=True)


LANGUAGE.add(lambda: [normal(32000, 512), integers(8, 128, high=32000)], "embed_tokens", 0)(lambda table, i: table[i])
