"""Steps of training: gradients, losses, updates of parameters, quantization."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.language import dense_weights, layer, normalized
from peers.program import Family, integers, key, normal, random, uniform
from peers.vision import bottleneck_weights, conv, resnet50_block

TRAINING = Family()

# Updates of parameters.


def moments():
    return [normal(1024, 1024), 0.1 * normal(1024, 1024), 0.1 * normal(1024, 1024), uniform(1024, 1024, high=0.01), np.float32(10)]


@TRAINING.add(moments, tolerance=1e-4)
def adam(p, g, m, v, t):
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    return p - 1e-3 * (m / (1 - 0.9**t)) / (jnp.sqrt(v / (1 - 0.999**t)) + 1e-8), m, v


@TRAINING.add(lambda: [normal(1024, 1024), 0.1 * normal(1024, 1024), 0.1 * normal(1024, 1024)])
def sgd_momentum(p, g, m):
    m = 0.9 * m + g + 1e-4 * p
    return p - 0.1 * m, m


@TRAINING.add(lambda: [normal(512, 512), normal(512), normal(512, 2048), normal(2048)], tolerance=1e-4)
def clip_by_norm(*gradients):
    """Gradients made smaller together where all of them are longer than 1."""
    length = jnp.sqrt(sum((g * g).sum() for g in gradients))
    return [g * jnp.minimum(1.0, 1.0 / length) for g in gradients]


@TRAINING.add(lambda: [normal(1024, 1024), normal(1024, 1024), uniform(1024, low=0.1), uniform(1024, low=0.1)], tolerance=1e-4)
def adafactor(p, g, rows, columns):
    """The second moments as a product of two vectors."""
    square = g * g + 1e-30
    rows, columns = 0.9 * rows + 0.1 * square.mean(1), 0.9 * columns + 0.1 * square.mean(0)
    update = g * lax.rsqrt(rows / rows.mean())[:, None] * lax.rsqrt(columns)
    return p - 0.01 * update / jnp.maximum(1.0, jnp.sqrt((update**2).mean())), rows, columns


# Losses.


def cross_entropy(logits, labels):
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), labels[..., None], -1).mean()


TRAINING.add(lambda: [normal(64, 50257), integers(64, high=50257)], "cross_entropy", 1e-4)(cross_entropy)
TRAINING.add(lambda: [normal(64, 50257), integers(64, high=50257)], "cross_entropy_gradient", 1e-4)(jax.grad(cross_entropy))


@TRAINING.add(lambda: [normal(256, 128), normal(256, 128) + 1], tolerance=1e-4)
def contrastive(x, y):
    """The loss of CLIP with its gradients."""

    def loss(x, y):
        x, y = (v * lax.rsqrt((v * v).sum(-1, keepdims=True)) for v in (x, y))
        logits, labels = x @ y.T / 0.07, jnp.arange(256)
        return cross_entropy(logits, labels) + cross_entropy(logits.T, labels)

    return jax.value_and_grad(loss, (0, 1))(x, y)


@TRAINING.add(lambda: [normal(1 << 14, 81), integers(1 << 14, high=81)], tolerance=1e-4)
def focal_loss(logits, labels):
    chosen = jax.nn.one_hot(labels, 81)
    p = jax.nn.sigmoid(logits)
    near = p * chosen + (1 - p) * (1 - chosen)
    return -((1 - near) ** 2 * jnp.log(near + 1e-6)).sum() / 1000


# Gradients of parts of networks.


def mlp(x, w1, w2, w3):
    return jnp.tanh(jnp.tanh(x @ w1) @ w2) @ w3


TRAINING.add(lambda: [normal(1, 64), normal(64, 64), normal(64, 64), normal(64, 8)], "mlp_small")(mlp)


@TRAINING.add(lambda: [normal(64, 256), 0.1 * normal(256, 256), 0.1 * normal(256, 256), normal(256, 16)], tolerance=1e-4)
def mlp_gradient(x, w1, w2, w3):
    return jax.grad(lambda ws: (mlp(x, *ws) ** 2).mean())((w1, w2, w3))


TRAINING.add(lambda: [normal(512, 768), [1 + normal(768), normal(768)], normal(512, 768) + 1], "layer_norm_gradient", 1e-4)(
    jax.grad(lambda x, p, y: (normalized(x, p) * y).sum(), (0, 1))
)
TRAINING.add(lambda: [normal(256, 1024), normal(256, 1024) + 1], "softmax_gradient", 1e-4)(
    jax.grad(lambda x, y: (jax.nn.softmax(x, axis=-1) * y).sum())
)
TRAINING.add(lambda: [normal(512, 3072), normal(512, 3072) + 1], "gelu_gradient", 1e-4)(jax.grad(lambda x, y: (jax.nn.gelu(x) * y).sum()))


@TRAINING.add(lambda: [normal(8, 28, 28, 64), normal(64), normal(8, 28, 28, 64) + 1], tolerance=1e-3)
def batch_norm_gradient(x, scale, y):
    def loss(x, scale):
        mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
        return (jax.nn.relu((x - mean) * lax.rsqrt(variance + 1e-5) * scale) * y).sum()

    return jax.grad(loss, (0, 1))(x, scale)


@TRAINING.add(lambda: [normal(8, 256, 64), normal(8, 256, 64), normal(8, 256, 64)], tolerance=1e-4)
def attention_gradient(q, k, v):
    def loss(q, k, v):
        scores = jnp.einsum("hqd,hkd->hqk", q, k) / 8
        scores = jnp.where(jnp.tril(jnp.ones((256, 256), bool)), scores, -1e30)
        return (jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores, axis=-1), v) ** 2).sum()

    return jax.grad(loss, (0, 1, 2))(q, k, v)


@TRAINING.add(lambda: [dense_weights(384, 1536), normal(128, 384), normal(128, 384) + 1], tolerance=1e-3)
def transformer_step(p, x, y):
    """A layer with its gradients and a step of descent."""
    loss, g = jax.value_and_grad(lambda p: ((layer(6)(p, x) - y) ** 2).mean())(p)
    return loss, jax.tree.map(lambda p, g: p - 0.01 * g, p, g)


@TRAINING.add(lambda: [bottleneck_weights(256, 64), normal(2, 28, 28, 256)], tolerance=1e-3)
def resnet_block_step(p, x):
    g = jax.grad(lambda p: (resnet50_block(p, x) ** 2).mean())(p)
    return jax.tree.map(lambda p, g: p - 0.01 * g, p, g)


def lenet_weights():
    make = random(3)
    return [make(5, 5, 1, 32), make(5, 5, 32, 64), make(7 * 7 * 64, 128), make(128, 10)]


@TRAINING.add(lambda: [lenet_weights(), normal(32, 28, 28, 1), integers(32, high=10)], tolerance=1e-3)
def lenet_step(p, x, labels):
    """A step of a small network of digits, with pooling."""

    def loss(p):
        y = x
        for w in p[:2]:
            y = lax.reduce_window(jax.nn.relu(conv(y, w)), -np.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "SAME")
        return cross_entropy(jax.nn.relu(y.reshape(32, -1) @ p[2]) @ p[3], labels)

    value, g = jax.value_and_grad(loss)(p)
    return value, jax.tree.map(lambda p, g: p - 0.01 * g, p, g)


@TRAINING.add(
    lambda: [[random(i)(*s) for i, s in enumerate([(784, 256), (256, 40), (20, 256), (256, 784)])], uniform(64, 784), key(1)],
    tolerance=1e-3,
)
def autoencoder_step(p, x, seed):
    """A variational autoencoder: random codes, two losses, gradients."""

    def loss(p):
        mean, scale = jnp.split(jax.nn.relu(x @ p[0]) @ p[1], 2, -1)
        z = mean + jnp.exp(scale) * jax.random.normal(jax.random.wrap_key_data(seed), mean.shape)
        y = jax.nn.relu(z @ p[2]) @ p[3]
        near = (jax.nn.softplus(y) - x * y).sum(-1)
        return (near + 0.5 * (mean**2 + jnp.exp(2 * scale) - 2 * scale - 1).sum(-1)).mean()

    return jax.grad(loss)(p)


@TRAINING.add(lambda: [normal(512, 768), key(2)], tolerance=1e-4)
def dropout(x, seed):
    return jnp.where(jax.random.bernoulli(jax.random.wrap_key_data(seed), 0.9, x.shape), x / 0.9, 0)


# Few bits.


@TRAINING.add(lambda: [normal(128, 768), integers(768, 768, low=-127, high=128, dtype=np.int8), uniform(768, high=0.01)], tolerance=1e-3)
def linear_int8(x, w, scale):
    """Rows are quantized when they come, weights were before."""
    size = jnp.abs(x).max(-1, keepdims=True) / 127
    rows = jnp.round(x / size).astype(jnp.int8)
    return lax.dot_general(rows, w, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32) * size * scale


@TRAINING.add(lambda: [normal(1, 1024), integers(512, 1024, high=256, dtype=np.uint8), uniform(32, 1024, high=0.01)], tolerance=1e-4)
def linear_int4(x, packed, scale):
    """Weights of four bits, two in a byte, with a scale for each group of 32."""
    w = jnp.stack([packed & 15, packed >> 4], 1).reshape(1024, 1024).astype(jnp.int8) - 8
    return x @ (w.reshape(32, 32, 1024).astype(jnp.float32) * scale[:, None]).reshape(1024, 1024)


@TRAINING.add(lambda: [normal(1, 1024), integers(1024, 1024, high=256, dtype=np.uint8), uniform(1024, high=0.01)], tolerance=1e-4)
def decode_int8(x, weights, scale):
    """One token: weights of eight bits with a scale for each output."""
    return x @ ((weights.astype(jnp.float32) - 128) * scale)


@TRAINING.add(lambda: [normal(1, 1024), integers(1024, 1024, high=256, dtype=np.uint8), uniform(1024, high=0.01)], tolerance=1e-4)
def decode_int8_nt(x, weights, scale):
    """The same with a row of weights for each output."""
    return x @ ((weights.astype(jnp.float32) - 128) * scale[:, None]).T


@TRAINING.add(lambda: [normal(1, 1024), normal(1024, 1024, dtype=jnp.bfloat16)], tolerance=1e-4)
def decode_bf16(x, weights):
    return x @ weights.astype(jnp.float32)


@TRAINING.add(lambda: [normal(1, 1024), normal(1024, 1024, dtype=jnp.bfloat16)], tolerance=1e-4)
def decode_bf16_nt(x, weights):
    return x @ weights.astype(jnp.float32).T


@TRAINING.add(lambda: [normal(128, 768, dtype=jnp.bfloat16), random(1)(768, 3072), random(2)(3072, 768)], tolerance=3e-2)
def mixed_precision(x, up, down):
    """A perceptron in bfloat16 whose weights are f32."""
    return jax.nn.gelu(x @ up.astype(jnp.bfloat16)) @ down.astype(jnp.bfloat16)


@TRAINING.add(lambda: [normal(128, 768), random(1)(768, 768), random(2)(768, 8), random(3)(8, 768)], tolerance=1e-4)
def lora(x, w, a, b):
    return x @ w + (x @ a) @ b * 2
