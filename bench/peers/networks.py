"""The training steps of jax_plugin.py: state, batch, and a function that gives the loss and the next state."""

import dataclasses
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.program import random


@dataclasses.dataclass
class Network:
    """A step with what it begins with; `small` ones are also timed with a wait after each call.

    Of a `deep` network only the losses are compared: rounding decides which of two signs an input of `relu` near zero has, and the gradient
    jumps there, by 1e-3 to 6e-2 of its largest element, for XLA's own f32 beside f64, too.
    """

    step: Callable
    state: Callable
    batch: Callable
    small: bool = False
    deep: bool = False


def descended(state, gradient, rate):
    return jax.tree.map(lambda p, g: p - rate * g, state, gradient)


def trained(loss, rate):
    """A step of gradient descent on a loss of parameters and a batch."""

    def step(state, *batch):
        value, gradient = jax.value_and_grad(loss)(state, *batch)
        return value, descended(state, gradient, rate)

    return step


def cross_entropy(logits, labels):
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), labels[..., None], -1).mean()


# The smallest program: dispatch and nothing else.


def addition(x):
    return x[0], x + 1


# A small network of dense layers.


def mlp_state():
    make = random(0)
    sizes = (64, 128, 128, 10)
    return [(make(a, b), np.zeros(b, np.float32)) for a, b in zip(sizes, sizes[1:])]


def mlp_batch():
    return random(1)(64, 64, fan=1.0), np.arange(64, dtype=np.int32) % 10


def mlp_loss(layers, x, labels):
    for w, b in layers[:-1]:
        x = jax.nn.relu(x @ w + b)
    w, b = layers[-1]
    return cross_entropy(x @ w + b, labels)


# A block of GPT-2 as its paper has it: width 768, 12 heads, 128 tokens.

WIDTH, HEADS, TOKENS = 768, 12, 128


def gpt2_state():
    make = random(2)
    ones, zeros = np.ones(WIDTH, np.float32), np.zeros(WIDTH, np.float32)
    shapes = {"qkv": (WIDTH, 3 * WIDTH), "out": (WIDTH, WIDTH), "up": (WIDTH, 4 * WIDTH), "down": (4 * WIDTH, WIDTH)}
    layers = {name: (make(*shape), np.zeros(shape[1], np.float32)) for name, shape in shapes.items()}
    return layers | {"norm1": (ones, zeros), "norm2": (ones, zeros)}


def gpt2_batch():
    make = random(3)
    return make(TOKENS, WIDTH, fan=1.0), make(TOKENS, WIDTH, fan=1.0)


def layer_norm(x, p):
    centred = x - x.mean(-1, keepdims=True)
    return centred * lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * p[0] + p[1]


def gpt2_loss(p, x, target):
    dense = lambda x, p: x @ p[0] + p[1]  # noqa: E731
    parts = jnp.split(dense(layer_norm(x, p["norm1"]), p["qkv"]), 3, -1)
    q, k, v = (y.reshape(TOKENS, HEADS, -1).transpose(1, 0, 2) for y in parts)
    scores = jnp.einsum("hqd,hkd->hqk", q, k) * np.float32((WIDTH // HEADS) ** -0.5)
    scores = jnp.where(jnp.tril(jnp.ones((TOKENS, TOKENS), bool)), scores, np.float32(-1e30))
    attended = jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores), v)
    x = x + dense(attended.transpose(1, 0, 2).reshape(TOKENS, WIDTH), p["out"])
    x = x + dense(jax.nn.gelu(dense(layer_norm(x, p["norm2"]), p["up"])), p["down"])
    return ((x - target) ** 2).mean()


# ResNet-50 on images of 64 x 64: all of its bottleneck blocks, or one of each stage.

STAGES = ((64, 256), (128, 512), (256, 1024), (512, 2048))
BLOCKS = (3, 4, 6, 3)


def norm_state(channels, scale=1):
    return np.full(channels, scale, np.float32), np.zeros(channels, np.float32)


def resnet_state(counts=(1, 1, 1, 1)):
    make, before, stages = random(4), 64, []
    for (inside, outside), count in zip(STAGES, counts):
        blocks = []
        for _ in range(count):
            shapes = [(1, 1, before, inside), (3, 3, inside, inside), (1, 1, inside, outside)]
            if before != outside:
                shapes.append((1, 1, before, outside))
            # What a block adds is small at first, in deep networks: with 16 elements to normalize, rounding would grow from block to block.
            scales = (1, 1, 0.1 if sum(counts) > len(counts) else 1, 1)
            blocks.append([(make(*shape), *norm_state(shape[-1], scale)) for shape, scale in zip(shapes, scales)])
            before = outside
        stages.append(blocks)
    return {"stem": (make(7, 7, 3, 64), *norm_state(64)), "stages": stages, "head": make(before, 10)}


def resnet_batch():
    return random(5)(4, 64, 64, 3, fan=1.0), np.arange(4, dtype=np.int32)


def convolved(x, p, stride=1):
    """A convolution with the normalization of a batch."""
    kernel, scale, offset = p
    x = lax.conv_general_dilated(x, kernel, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + offset


def resnet_loss(p, x, labels):
    x = jax.nn.relu(convolved(x, p["stem"], 2))
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    for number, blocks in enumerate(p["stages"]):
        for place, (a, b, c, *across) in enumerate(blocks):
            stride = 2 if number and not place else 1
            y = jax.nn.relu(convolved(x, a))
            y = jax.nn.relu(convolved(y, b, stride))
            x = jax.nn.relu(convolved(y, c) + (convolved(x, across[0], stride) if across else x))
    return cross_entropy(x.mean((1, 2)) @ p["head"], labels)


NETWORKS = {
    "addition": Network(addition, lambda: np.zeros(8, np.float32), tuple, small=True),
    "mlp": Network(trained(mlp_loss, 0.05), mlp_state, mlp_batch, small=True),
    "gpt2_block": Network(trained(gpt2_loss, 0.01), gpt2_state, gpt2_batch),
    "resnet_blocks": Network(trained(resnet_loss, 0.001), resnet_state, resnet_batch),
    "resnet50": Network(trained(resnet_loss, 0.0001), lambda: resnet_state(BLOCKS), resnet_batch, deep=True),
}
