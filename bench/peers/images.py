"""Operations on images and on boxes in them."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.program import Family, integers, key, normal, uniform

IMAGES = Family()


def photograph(*shape):
    return uniform(*shape, high=255).astype(np.uint8)


IMAGES.add(lambda: [uniform(256, 256, 3)], "resize_bicubic", 1e-4)(lambda x: jax.image.resize(x, (224, 224, 3), "bicubic"))
IMAGES.add(lambda: [uniform(8, 256, 256, 3), np.int32(13), np.int32(20)], "crop", 0)(
    lambda x, i, j: lax.dynamic_slice(x, (0, i, j, 0), (8, 224, 224, 3))
)
IMAGES.add(lambda: [uniform(512, 512, 3)], "to_grey")(lambda x: x @ np.array([0.299, 0.587, 0.114], np.float32))
IMAGES.add(lambda: [photograph(8, 224, 224, 3)], "normalize_bytes")(
    lambda x: (x.astype(jnp.float32) / 255 - np.array([0.485, 0.456, 0.406], np.float32)) / np.array([0.229, 0.224, 0.225], np.float32)
)


@IMAGES.add(lambda: [uniform(16, 64, 64, 3), key(1)])
def augmented(x, seed):
    """Each image at a random place, mirrored or not, brighter or darker."""
    where, mirror, light = jax.random.split(jax.random.wrap_key_data(seed), 3)
    corners = jax.random.randint(where, (16, 2), 0, 9)
    x = jnp.pad(x, ((0, 0), (4, 4), (4, 4), (0, 0)))
    x = jax.vmap(lambda x, c: lax.dynamic_slice(x, (c[0], c[1], 0), (64, 64, 3)))(x, corners)
    x = jnp.where(jax.random.bernoulli(mirror, 0.5, (16, 1, 1, 1)), x[:, :, ::-1], x)
    return jnp.clip(x * jax.random.uniform(light, (16, 1, 1, 1), minval=0.8, maxval=1.2), 0, 1)


@IMAGES.add(lambda: [photograph(512, 512)], tolerance=0)
def equalized(x):
    """The histogram of an image made even."""
    sums = jnp.cumsum(jnp.zeros(256, np.int32).at[x.reshape(-1)].add(1))
    least = sums[jnp.argmax(sums > 0)]
    table = ((sums - least) * 255 // jnp.maximum(sums[-1] - least, 1)).astype(jnp.uint8)
    return table[x]


@IMAGES.add(lambda: [uniform(256, 256)], tolerance=0)
def median_filter(x):
    p = jnp.pad(x, 1, mode="edge")
    return jnp.sort(jnp.stack([p[i : i + 256, j : j + 256] for i in range(3) for j in range(3)]), axis=0)[4]


@IMAGES.add(lambda: [uniform(1, 512, 512, 1)], tolerance=1e-4)
def gaussian_blur(x):
    """Down the columns, then along the rows, with eleven weights."""
    w = np.exp(-(np.arange(-5, 6) ** 2) / 8).astype(np.float32)
    numbers = ("NHWC", "HWIO", "NHWC")
    for shape in ((11, 1, 1, 1), (1, 11, 1, 1)):
        x = lax.conv_general_dilated(x, (w / w.sum()).reshape(shape), (1, 1), "SAME", dimension_numbers=numbers)
    return x


@IMAGES.add(lambda: [uniform(512, 512)], tolerance=1e-4)
def sobel(x):
    p = jnp.pad(x, 1, mode="edge")
    down = p[2:, :-2] + 2 * p[2:, 1:-1] + p[2:, 2:] - p[:-2, :-2] - 2 * p[:-2, 1:-1] - p[:-2, 2:]
    right = p[:-2, 2:] + 2 * p[1:-1, 2:] + p[2:, 2:] - p[:-2, :-2] - 2 * p[1:-1, :-2] - p[2:, :-2]
    return jnp.sqrt(down**2 + right**2)


@IMAGES.add(lambda: [uniform(256, 256, 3), uniform(256, 256, high=260, low=-4), uniform(256, 256, high=260, low=-4)], tolerance=1e-4)
def grid_sample(x, rows, columns):
    """The image at any places, bilinear."""
    i, j = jnp.floor(rows), jnp.floor(columns)
    a, b = (rows - i)[..., None], (columns - j)[..., None]

    def at(i, j):
        i, j = i.astype(np.int32), j.astype(np.int32)
        inside = (i >= 0) & (i < 256) & (j >= 0) & (j < 256)
        return jnp.where(inside[..., None], x[jnp.clip(i, 0, 255), jnp.clip(j, 0, 255)], 0)

    return at(i, j) * (1 - a) * (1 - b) + at(i, j + 1) * (1 - a) * b + at(i + 1, j) * a * (1 - b) + at(i + 1, j + 1) * a * b


@IMAGES.add(lambda: [uniform(512, 512, 3)], tolerance=1e-4)
def to_hsv(x):
    r, g, b = x[..., 0], x[..., 1], x[..., 2]
    top, low = x.max(-1), x.min(-1)
    d = top - low + 1e-8
    hue = jnp.where(top == r, (g - b) / d % 6, jnp.where(top == g, (b - r) / d + 2, (r - g) / d + 4)) / 6
    return jnp.stack([hue, d / (top + 1e-8), top], -1)


IMAGES.add(lambda: [uniform(512, 512)], "integral_image", 1e-4)(lambda x: x.cumsum(0).cumsum(1))
IMAGES.add(lambda: [uniform(512, 512) > 0.7], "dilated", 0)(
    lambda x: lax.reduce_window(x, False, lax.bitwise_or, (5, 5), (1, 1), "SAME")
)


def overlaps(a, b):
    low, high = jnp.maximum(a[:, None, :2], b[None, :, :2]), jnp.minimum(a[:, None, 2:], b[None, :, 2:])
    both = jnp.clip(high - low, 0).prod(-1)
    area = lambda x: (x[:, 2:] - x[:, :2]).prod(-1)  # noqa: E731
    return both / (area(a)[:, None] + area(b)[None] - both)


def boxes(n):
    corner = uniform(n, 2, high=90)
    return np.concatenate([corner, corner + uniform(n, 2, low=5, high=20)], 1)


IMAGES.add(lambda: [boxes(1024), boxes(256)], "box_overlaps", 1e-4)(overlaps)


@IMAGES.add(lambda: [boxes(256), uniform(256)], tolerance=0)
def suppressed(x, scores):
    """The boxes that no better one covers (non-maximum suppression)."""
    order = jnp.argsort(-scores)
    cover = overlaps(x[order], x[order]) > 0.5

    def step(i, kept):
        return kept & ~(cover[i] & kept[i] & (jnp.arange(256) > i))

    return order, lax.fori_loop(0, 256, step, jnp.ones(256, bool))


@IMAGES.add(lambda: [normal(1, 13, 13, 5 * 85)], tolerance=1e-4)
def yolo_boxes(x):
    x = x.reshape(13, 13, 5, 85)
    grid = jnp.stack(jnp.meshgrid(jnp.arange(13), jnp.arange(13)), -1)[:, :, None]
    anchors = np.array([[1.3, 1.7], [3.2, 4.0], [5.1, 8.1], [9.5, 4.8], [11.2, 10.0]], np.float32)
    middle, size = (jax.nn.sigmoid(x[..., :2]) + grid) / 13, jnp.exp(x[..., 2:4]) * anchors / 13
    scores = jax.nn.sigmoid(x[..., 4:5]) * jax.nn.softmax(x[..., 5:], axis=-1)
    return jnp.concatenate([middle - size / 2, middle + size / 2], -1).reshape(-1, 4), scores.reshape(-1, 80)


@IMAGES.add(lambda: [uniform(32, 32, 64), integers(64, 2, high=20)], tolerance=1e-4)
def roi_pool(x, corners):
    """64 regions of 12x12, each pooled to 4x4."""
    parts = jax.vmap(lambda c: lax.dynamic_slice(x, (c[0], c[1], 0), (12, 12, 64)))(corners)
    return parts.reshape(64, 4, 3, 4, 3, 64).max((2, 4))
