"""Writes the examples that are programs of JAX, with the places in this file that their ops come from."""

import pathlib
import re

import jax
import jax.numpy as jnp

HERE = pathlib.Path(__file__).resolve().parent
TOKENS, WIDTH, HEADS, HIDDEN = 16, 32, 4, 128


def norm(x, scale, bias):
    mean = x.mean(axis=-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale + bias


def attention(q, k, v):
    scores = q @ k.T / jnp.sqrt(jnp.float32(q.shape[-1]))
    mask = jnp.tril(jnp.ones(scores.shape, bool))
    weights = jax.nn.softmax(jnp.where(mask, scores, -1e10), axis=-1)
    return weights @ v


def gpt2_block(x, ln1, wqkv, bqkv, wo, bo, ln2, w1, b1, w2, b2):
    """A block of GPT-2: masked attention of several heads, and two layers, each behind a norm and added to its input."""
    h = norm(x, *ln1) @ wqkv + bqkv
    q, k, v = (part.reshape(TOKENS, HEADS, -1).transpose(1, 0, 2) for part in jnp.split(h, 3, axis=-1))
    heads = jax.vmap(attention)(q, k, v).transpose(1, 0, 2).reshape(TOKENS, WIDTH)
    x = x + heads @ wo + bo
    h = jax.nn.gelu(norm(x, *ln2) @ w1 + b1)
    return x + h @ w2 + b2


def convolution(images, filters, bias):
    """A layer of a network for images: convolution, bias, relu and the largest of each two by two."""
    out = jax.lax.conv_general_dilated(images, filters, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    out = jax.nn.relu(out + bias)
    return jax.lax.reduce_window(out, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def floats(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def write(name, function, *args):
    text = jax.jit(function).lower(*args).as_text(debug_info=True)
    # Paths of this machine say nothing to others.
    text = re.sub(r'"[^"]*/generate\.py"', '"generate.py"', text)
    text = re.sub(r'"/[^"]*/((?:jax|site-packages)/[^"]*)"', r'"\1"', text)
    summary = (function.__doc__ or name).splitlines()[0]
    (HERE / f"{name}.mlir").write_text(f"// {summary}\n// Written by generate.py with JAX.\n{text}")


write(
    "gpt2_block", gpt2_block, floats(TOKENS, WIDTH), (floats(WIDTH), floats(WIDTH)), floats(WIDTH, 3 * WIDTH), floats(3 * WIDTH),
    floats(WIDTH, WIDTH), floats(WIDTH), (floats(WIDTH), floats(WIDTH)), floats(WIDTH, HIDDEN), floats(HIDDEN), floats(HIDDEN, WIDTH), floats(WIDTH),
)
write("convolution", convolution, floats(2, 12, 12, 3), floats(3, 3, 3, 8), floats(8))
