"""MobileNet v2 and v3 (large), and a block of each and of EfficientNet: filters of single channels, squeezing, hard swish."""

import jax
import jax.numpy as jnp

from peers.program import Family, normal, random
from peers.vision import conv, norm, scaled

MOBILENET = Family()


def relu6(x):
    return jnp.clip(x, 0, 6)


def hard_swish(x):
    return x * relu6(x + 3) / 6


def inverted(make, before, inside, after, size, squeezed=False):
    """Weights of an inverted residual: expand, filter each channel, shrink."""
    p = {} if inside == before else {"expand": make(1, 1, before, inside), "norm1": norm(make, inside)}
    p |= {"filter": make(size, size, 1, inside), "norm2": norm(make, inside), "shrink": make(1, 1, inside, after), "norm3": norm(make, after)}
    if squeezed:
        p |= {"squeeze": make(inside, inside // 4), "excite": make(inside // 4, inside)}
    return p


def excited(x, p, gate):
    weights = gate(jax.nn.relu(x.mean((1, 2)) @ p["squeeze"]) @ p["excite"])
    return x * weights[:, None, None]


def inverted_residual(p, x, activation, stride=1, gate=lambda x: relu6(x + 3) / 6):
    y = activation(scaled(conv(x, p["expand"]), p["norm1"])) if "expand" in p else x
    y = activation(scaled(conv(y, p["filter"], stride, y.shape[-1]), p["norm2"]))
    y = excited(y, p, gate) if "squeeze" in p else y
    y = scaled(conv(y, p["shrink"]), p["norm3"])
    return x + y if x.shape == y.shape else y


MOBILENET.add(lambda: [inverted(random(1), 24, 144, 24, 3), normal(1, 56, 56, 24)], "mobilenet_v2_block", 1e-4)(
    lambda p, x: inverted_residual(p, x, relu6)
)
MOBILENET.add(lambda: [inverted(random(1), 40, 120, 40, 5, True), normal(1, 28, 28, 40)], "mobilenet_v3_block", 1e-4)(
    lambda p, x: inverted_residual(p, x, hard_swish)
)
MOBILENET.add(lambda: [inverted(random(1), 80, 480, 80, 3, True), normal(1, 14, 14, 80)], "efficientnet_block", 1e-4)(
    lambda p, x: inverted_residual(p, x, jax.nn.silu, gate=jax.nn.sigmoid)
)

#: Expansion, channels, blocks, first stride of MobileNet v2.
V2 = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))
#: Size of the filter, inside, channels, whether it is squeezed, hard swish, stride of MobileNet v3 large.
V3 = (
    (3, 16, 16, 0, 0, 1), (3, 64, 24, 0, 0, 2), (3, 72, 24, 0, 0, 1), (5, 72, 40, 1, 0, 2), (5, 120, 40, 1, 0, 1), (5, 120, 40, 1, 0, 1),
    (3, 240, 80, 0, 1, 2), (3, 200, 80, 0, 1, 1), (3, 184, 80, 0, 1, 1), (3, 184, 80, 0, 1, 1), (3, 480, 112, 1, 1, 1),
    (3, 672, 112, 1, 1, 1), (5, 672, 160, 1, 1, 2), (5, 960, 160, 1, 1, 1), (5, 960, 160, 1, 1, 1),
)


def mobilenet_weights(first, blocks, last, after=None):
    make, before, made = random(1), first, []
    for inside, width, size, squeezed in blocks:
        made.append(inverted(make, before, inside or before, width, size, squeezed))
        before = width
    p = {"first": make(3, 3, 3, first), "first_norm": norm(make, first), "blocks": made}
    p |= {"last": make(1, 1, before, last), "last_norm": norm(make, last), "classes": make(after or last, 1000)}
    return p | ({"hidden": make(last, after)} if after else {})


def v2_weights():
    blocks, before = [], 32
    for factor, width, count, _ in V2:
        for _ in range(count):
            blocks.append((factor * before, width, 3, False))
            before = width
    return mobilenet_weights(32, blocks, 1280)


@MOBILENET.add(lambda: [v2_weights(), normal(1, 224, 224, 3)], tolerance=1e-3)
def mobilenet_v2(p, x):
    x = relu6(scaled(conv(x, p["first"], 2), p["first_norm"]))
    strides = [stride if not i else 1 for _, _, count, stride in V2 for i in range(count)]
    for block, stride in zip(p["blocks"], strides, strict=True):
        x = inverted_residual(block, x, relu6, stride)
    return relu6(scaled(conv(x, p["last"]), p["last_norm"])).mean((1, 2)) @ p["classes"]


@MOBILENET.add(
    lambda: [mobilenet_weights(16, [(i, c, k, s) for k, i, c, s, _, _ in V3], 960, 1280), normal(1, 224, 224, 3)], tolerance=1e-3
)
def mobilenet_v3(p, x):
    x = hard_swish(scaled(conv(x, p["first"], 2), p["first_norm"]))
    for block, (_, _, _, _, swish, stride) in zip(p["blocks"], V3, strict=True):
        x = inverted_residual(block, x, hard_swish if swish else jax.nn.relu, stride)
    x = hard_swish(scaled(conv(x, p["last"]), p["last_norm"])).mean((1, 2))
    return hard_swish(x @ p["hidden"]) @ p["classes"]
