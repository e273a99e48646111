"""Blocks of networks of images and of diffusion, of the sizes of their papers. Images are NHWC, filters HWIO."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.program import Family, normal, random, uniform

VISION = Family()


def conv(x, w, stride=1, groups=1, dilation=1):
    numbers = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(
        x, w, (stride, stride), "SAME", rhs_dilation=(dilation, dilation), dimension_numbers=numbers, feature_group_count=groups
    )


def scaled(x, p):
    """Normalization with the statistics of training, which are in scale and offset."""
    return x * p[0] + p[1]


def norm(make, width):
    return 1 + make(width, fan=1e4), make(width, fan=1e4)


def bottleneck_weights(width, inside):
    make = random(2)
    shapes = [(1, 1, width, inside), (3, 3, inside, inside), (1, 1, inside, width)]
    return [(make(*shape), norm(make, shape[-1])) for shape in shapes]


@VISION.add(lambda: [bottleneck_weights(1024, 256), normal(1, 14, 14, 1024)], tolerance=1e-4)
def resnet50_block(p, x):
    y = x
    for i, (w, n) in enumerate(p):
        y = scaled(conv(y, w), n)
        y = jax.nn.relu(y) if i < 2 else y
    return jax.nn.relu(x + y)


@VISION.add(lambda: [[random(i)(3, 3, 64 + 32 * i, 32) for i in range(4)], normal(1, 28, 28, 64)], tolerance=1e-4)
def densenet_block(filters, x):
    for w in filters:
        x = jnp.concatenate([x, conv(jax.nn.relu(x), w)], -1)
    return x


@VISION.add(lambda: [random(1)(1, 1, 80, 240), random(2)(3, 3, 1, 240), random(3)(1, 1, 80, 240), normal(1, 28, 28, 240)], tolerance=1e-4)
def shufflenet_block(first, middle, last, x):
    y = jax.nn.relu(conv(x, first, groups=3))
    y = y.reshape(1, 28, 28, 3, 80).swapaxes(3, 4).reshape(x.shape)
    return jax.nn.relu(x + conv(conv(y, middle, groups=240), last, groups=3))


@VISION.add(lambda: [random(1)(3, 3, 128, 128), random(2)(1, 1, 384, 128), normal(1, 32, 32, 128)], tolerance=1e-4)
def pyramid_dilated(w, mixer, x):
    """The filters of DeepLab: three dilations, put together."""
    return jax.nn.relu(conv(jnp.concatenate([jax.nn.relu(conv(x, w, dilation=d)) for d in (6, 12, 18)], -1), mixer))


VISION.add(lambda: [normal(1, 8, 32, 32, 16), random(1)(3, 3, 3, 16, 32)], "conv_3d", 1e-4)(
    lambda x, w: lax.conv_general_dilated(x, w, (1, 1, 1), "SAME", dimension_numbers=("NDHWC", "DHWIO", "NDHWC"))
)
VISION.add(lambda: [normal(8, 1024, 64), random(1)(5, 64, 64)], "conv_1d", 1e-4)(
    lambda x, w: lax.conv_general_dilated(x, w, (1,), "SAME", dimension_numbers=("NWC", "WIO", "NWC"))
)
VISION.add(lambda: [normal(1, 128, 128, 32), random(1)(3, 3, 32, 12)], "super_resolution", 1e-4)(
    lambda x, w: conv(x, w).reshape(1, 128, 128, 2, 2, 3).transpose(0, 1, 3, 2, 4, 5).reshape(1, 256, 256, 3)
)
VISION.add(lambda: [normal(8, 56, 56, 64)], "batch_norm_training", 1e-4)(
    lambda x: (x - x.mean((0, 1, 2))) * lax.rsqrt(x.var((0, 1, 2)) + 1e-5)
)
VISION.add(lambda: [normal(4, 32, 56, 56)], "instance_norm", 1e-4)(
    lambda x: (x - x.mean((2, 3), keepdims=True)) * lax.rsqrt(x.var((2, 3), keepdims=True) + 1e-5)
)
VISION.add(lambda: [normal(8, 64, 28, 28), uniform(64), uniform(64)], "batch_norm_nchw", 1e-4)(
    lambda x, scale, bias: jax.nn.relu(x * scale[:, None, None] + bias[:, None, None])
)
VISION.add(lambda: [normal(1, 112, 112, 64)], "average_pool")(
    lambda x: lax.reduce_window(x, np.float32(0), lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4
)

# Diffusion and U-Net.


def group_norm(x, p, groups=32):
    y = x.reshape(*x.shape[:-1], groups, -1)
    mean, variance = y.mean((1, 2, 4), keepdims=True), y.var((1, 2, 4), keepdims=True)
    return ((y - mean) * lax.rsqrt(variance + 1e-5)).reshape(x.shape) * p[0] + p[1]


VISION.add(lambda: [normal(1, 64, 64, 128), norm(random(1), 128)], "group_norm", 1e-4)(group_norm)


def residual_weights(make, before, after, time=512):
    p = {"norm1": norm(make, before), "filter1": make(3, 3, before, after), "time": make(time, after)}
    p |= {"norm2": norm(make, after), "filter2": make(3, 3, after, after)}
    return p if before == after else p | {"short": make(1, 1, before, after)}


def residual(p, x, time):
    y = conv(jax.nn.silu(group_norm(x, p["norm1"])), p["filter1"]) + (time @ p["time"])[:, None, None]
    y = conv(jax.nn.silu(group_norm(y, p["norm2"])), p["filter2"])
    return y + (conv(x, p["short"]) if "short" in p else x)


def pixels_attention(p, x):
    y = group_norm(x, p["norm"]).reshape(-1, x.shape[-1])
    q, k, v = jnp.split(y @ p["qkv"], 3, -1)
    y = jax.nn.softmax(q @ k.T * np.float32(q.shape[-1] ** -0.5), axis=-1) @ v
    return x + (y @ p["out"]).reshape(x.shape)


def diffusion_weights():
    make = random(5)
    return {
        "time": [make(128, 512), make(512, 512)], "first": make(3, 3, 3, 128), "down": residual_weights(make, 128, 128),
        "smaller": make(3, 3, 128, 128), "middle": residual_weights(make, 128, 256),
        "attention": {"norm": norm(make, 256), "qkv": make(256, 768), "out": make(256, 256)},
        "up": residual_weights(make, 384, 128), "norm": norm(make, 128), "last": make(3, 3, 128, 3),
    }


@VISION.add(lambda: [diffusion_weights(), normal(1, 32, 32, 3), np.float32(500), np.float32(0.02)], tolerance=1e-3)
def diffusion_step(p, x, t, beta):
    """A step of DDPM on an image of 32x32: two scales, attention at 16x16, skip connection."""
    angles = t * jnp.exp(-np.log(10000.0) * jnp.arange(64) / 63)
    time = jnp.concatenate([jnp.sin(angles), jnp.cos(angles)])[None]
    time = jax.nn.silu(jax.nn.silu(time @ p["time"][0]) @ p["time"][1])
    skip = residual(p["down"], conv(x, p["first"]), time)
    y = residual(p["middle"], conv(skip, p["smaller"], 2), time)
    y = pixels_attention(p["attention"], y)
    y = jnp.repeat(jnp.repeat(y, 2, 1), 2, 2)
    y = residual(p["up"], jnp.concatenate([y, skip], -1), time)
    noise = conv(jax.nn.silu(group_norm(y, p["norm"])), p["last"])
    return (x - beta * noise) * lax.rsqrt(1 - beta)


@VISION.add(
    lambda: [[random(i)(*s) for i, s in enumerate([(3, 3, 32, 64), (3, 3, 64, 64), (2, 2, 64, 32), (3, 3, 64, 32)])], normal(1, 128, 128, 32)],
    tolerance=1e-4,
)
def unet_level(p, x):
    """Down by pooling, up by a transposed convolution, joined with what was before."""
    y = lax.reduce_window(x, -np.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "SAME")
    y = jax.nn.relu(conv(jax.nn.relu(conv(y, p[0])), p[1]))
    y = lax.conv_transpose(y, p[2], (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return jax.nn.relu(conv(jnp.concatenate([x, y], -1), p[3]))
