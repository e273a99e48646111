"""Models as people write them in JAX, small enough for tests: what a compiler has to get right as a whole.

A model is a function of arrays with its inputs. Where training is what the model is for, the results include the gradients of
all parameters. Inputs come from fixed seeds and are arguments of the program, never constants in it.
"""

import dataclasses
from collections.abc import Callable

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax


@dataclasses.dataclass
class Model:
    """A function, and its arguments as trees of arrays."""

    function: Callable
    arguments: tuple


MODELS = {}


def model(*arguments):
    """Registers a function under its name; `arguments` are made by calling each with a random generator."""

    def register(function):
        rng = np.random.default_rng(len(MODELS))
        made = tuple(jax.tree.map(lambda make: make(rng), a, is_leaf=callable) for a in arguments)
        MODELS[function.__name__] = Model(function, made)
        return function

    return register


def normal(*shape, scale=1.0):
    return lambda rng: (scale * rng.standard_normal(shape)).astype(np.float32)


def glorot(*shape):
    """Weights whose products are about as large as what they are multiplied with."""
    return normal(*shape, scale=float(np.prod(shape[:-1])) ** -0.5)


def positive(*shape):
    return lambda rng: rng.uniform(0.5, 1.5, shape).astype(np.float32)


def integers(high, *shape):
    return lambda rng: rng.integers(0, high, shape, dtype=np.int32)


def zeros(*shape):
    return lambda rng: np.zeros(shape, np.float32)


def key(seed):
    return lambda rng: np.array([0, seed], np.uint32)


def random_key(data):
    return jax.random.wrap_key_data(data, impl="threefry2x32")


def cross_entropy(logits, labels):
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=1).mean()


# ---- images ----


def convolution(x, kernel, stride=1):
    return lax.conv_general_dilated(x, kernel, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def batch_norm(x, p, running=None):
    """Normalized by its own statistics, or by running ones; also the statistics."""
    mean, variance = (x.mean((0, 1, 2)), x.var((0, 1, 2))) if running is None else running
    return (x - mean) * lax.rsqrt(variance + 1e-5) * p["scale"] + p["offset"], (mean, variance)


def norm_parameters(channels):
    return {"scale": positive(channels), "offset": normal(channels, scale=0.1)}


def block_parameters(inside, outside):
    p = {"a": glorot(3, 3, inside, outside), "b": glorot(3, 3, outside, outside)}
    p |= {"norm_a": norm_parameters(outside), "norm_b": norm_parameters(outside)}
    return p | ({"across": glorot(1, 1, inside, outside)} if inside != outside else {})


RESNET = {
    "stem": glorot(3, 3, 3, 8),
    "norm": norm_parameters(8),
    "blocks": [block_parameters(8, 8), block_parameters(8, 16), block_parameters(16, 32)],
    "head": glorot(32, 10),
}


def resnet_logits(p, x, running=None):
    statistics = []

    def norm(x, p):
        used = None if running is None else running[len(statistics)]
        y, found = batch_norm(x, p, used)
        statistics.append(found)
        return y

    x = jax.nn.relu(norm(convolution(x, p["stem"]), p["norm"]))
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    for block in p["blocks"]:
        stride = 2 if "across" in block else 1
        y = jax.nn.relu(norm(convolution(x, block["a"], stride), block["norm_a"]))
        y = norm(convolution(y, block["b"]), block["norm_b"])
        x = jax.nn.relu(y + (convolution(x, block["across"], stride) if "across" in block else x))
    return x.mean((1, 2)) @ p["head"], statistics


@model(RESNET, normal(2, 16, 16, 3), [(normal(c, scale=0.1), positive(c)) for c in (8, 8, 8, 16, 16, 32, 32)])
def resnet_forward(p, x, running):
    """A residual network as it is deployed."""
    return jax.nn.softmax(resnet_logits(p, x, running)[0])


@model(RESNET, normal(3, 16, 16, 3), integers(10, 3))
def resnet_training_step(p, x, labels):
    """A step of training with momentum, batch normalization by the batch."""

    def loss(p):
        logits, statistics = resnet_logits(p, x)
        return cross_entropy(logits, labels), statistics

    (value, statistics), gradient = jax.value_and_grad(loss, has_aux=True)(p)
    return value, statistics, jax.tree.map(lambda w, g: w - 0.1 * g, p, gradient)


UNET = {
    "down": [glorot(3, 3, 3, 8), glorot(3, 3, 8, 16)],
    "bottom": glorot(3, 3, 16, 16),
    "up": [glorot(2, 2, 16, 8), glorot(2, 2, 16, 8)],
    "join": [glorot(3, 3, 24, 16), glorot(3, 3, 16, 8)],
    "out": glorot(1, 1, 8, 1),
}


def unet(p, x):
    kept = []
    for kernel in p["down"]:
        x = jax.nn.gelu(convolution(x, kernel))
        kept.append(x)
        x = lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4
    x = jax.nn.gelu(convolution(x, p["bottom"]))
    for kernel, join in zip(p["up"], p["join"], strict=True):
        x = lax.conv_transpose(x, kernel, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        x = jax.nn.gelu(convolution(jnp.concatenate([x, kept.pop()], -1), join))
    return convolution(x, p["out"])[..., 0]


@model(UNET, normal(1, 12, 12, 3), normal(1, 12, 12))
def unet_gradient(p, x, target):
    """Segmentation: a U-Net with transposed convolutions, its loss and the gradients."""
    return jax.value_and_grad(lambda p: ((unet(p, x) - target) ** 2).mean())(p)


@model(normal(1, 9, 13, 2))
def image_resize(x):
    """Up and down, by each method."""
    sizes = ((1, 17, 20, 2), (1, 4, 7, 2))
    methods = ("nearest", "linear", "cubic", "lanczos3")
    return [jax.image.resize(x, size, method) for size in sizes for method in methods]


# ---- layers and sequences ----


def dense_parameters(*sizes):
    return [{"w": glorot(a, b), "b": normal(b, scale=0.1)} for a, b in zip(sizes, sizes[1:])]


def mlp(layers, x, activation=jnp.tanh):
    for layer in layers[:-1]:
        x = activation(x @ layer["w"] + layer["b"])
    return x @ layers[-1]["w"] + layers[-1]["b"]


@model(dense_parameters(20, 64, 64, 5), normal(32, 20), integers(5, 32))
def mlp_adam(p, x, labels):
    """Ten steps of Adam in one program."""

    def step(i, state):
        p, m, v, _ = state
        value, g = jax.value_and_grad(lambda p: cross_entropy(mlp(p, x, jax.nn.relu), labels))(p)
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
        t = (i + 1).astype(jnp.float32)
        rate = 1e-2 * jnp.sqrt(1 - 0.999**t) / (1 - 0.9**t)
        p = jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-3), p, m, v)
        return p, m, v, value

    start = jax.tree.map(jnp.zeros_like, p)
    return lax.fori_loop(0, 10, step, (p, start, start, jnp.float32(0)))


def half(*shape):
    """Weights of 16 bits."""
    make = glorot(*shape)
    return lambda rng: make(rng).astype(ml_dtypes.bfloat16)


@model(half(64, 1024), half(1024, 64), half(2048, 64), normal(2048, 64))
def wide_mlp_gradient(up, down, x, target):
    """As many tokens and features as tensor cores of 16-bit numbers are made for, with everything in 16 bits but the loss."""

    def loss(up, down):
        y = jax.nn.gelu(x @ up) @ down
        return ((y.astype(jnp.float32) - target) ** 2).sum() / 64

    value, (of_up, of_down) = jax.value_and_grad(loss, argnums=(0, 1))(up, down)
    return value.astype(jnp.bfloat16), of_up, of_down


WIDTH, HEADS = 32, 4
TRANSFORMER = {
    "qkv": glorot(WIDTH, 3 * WIDTH),
    "out": glorot(WIDTH, WIDTH),
    "up": glorot(WIDTH, 4 * WIDTH),
    "down": glorot(4 * WIDTH, WIDTH),
    "norms": [norm_parameters(WIDTH), norm_parameters(WIDTH)],
}


def layer_norm(x, p):
    centred = x - x.mean(-1, keepdims=True)
    return centred * lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * p["scale"] + p["offset"]


def split_heads(x):
    return jnp.moveaxis(x.reshape(*x.shape[:-1], HEADS, WIDTH // HEADS), -2, -3)


def attend(q, k, v, mask):
    scores = jnp.einsum("...qd,...kd->...qk", q, k) * (WIDTH // HEADS) ** -0.5
    return jnp.einsum("...qk,...kd->...qd", jax.nn.softmax(jnp.where(mask, scores, -1e9)), v)


def join_heads(x):
    x = jnp.moveaxis(x, -3, -2)
    return x.reshape(*x.shape[:-2], WIDTH)


def rotate(x, positions):
    """Rotary embedding of positions."""
    half = x.shape[-1] // 2
    angles = positions[:, None] * 100.0 ** (-jnp.arange(half) / half)
    a, b = jnp.split(x, 2, -1)
    return jnp.concatenate([a * jnp.cos(angles) - b * jnp.sin(angles), a * jnp.sin(angles) + b * jnp.cos(angles)], -1)


def transformer_block(p, x):
    n = x.shape[-2]
    q, k, v = (split_heads(part) for part in jnp.split(layer_norm(x, p["norms"][0]) @ p["qkv"], 3, -1))
    q, k = rotate(q, jnp.arange(n)), rotate(k, jnp.arange(n))
    x = x + join_heads(attend(q, k, v, jnp.tril(jnp.ones((n, n), bool)))) @ p["out"]
    return x + jax.nn.gelu(layer_norm(x, p["norms"][1]) @ p["up"]) @ p["down"]


@model(TRANSFORMER, normal(2, 24, WIDTH))
def transformer_gradient(p, x):
    """A block of a transformer with causal attention: its output and the gradients of everything."""
    y, back = jax.vjp(transformer_block, p, x)
    return y, back(jnp.cos(y))


@model(TRANSFORMER, normal(50, WIDTH), integers(50, 8))
def decode_with_cache(p, embedding, prompt):
    """Sixteen tokens, greedily, with the keys and values of earlier ones in buffers that the loop updates in place."""
    length = 24
    cache = jnp.zeros((2, HEADS, length, WIDTH // HEADS))

    def step(carry, i):
        tokens, cache = carry
        x = embedding[tokens[i]]
        q, k, v = (split_heads(part[None]) for part in jnp.split(layer_norm(x, p["norms"][0]) @ p["qkv"], 3))
        cache = lax.dynamic_update_slice(cache, jnp.stack([k, v]), (0, 0, i, 0))
        x = x + join_heads(attend(q, cache[0], cache[1], jnp.arange(length) <= i))[0] @ p["out"]
        x = x + jax.nn.gelu(layer_norm(x, p["norms"][1]) @ p["up"]) @ p["down"]
        logits = x @ embedding.T
        known = i + 1 < prompt.shape[0]
        following = jnp.where(known, tokens[jnp.minimum(i + 1, length - 1)], jnp.argmax(logits).astype(jnp.int32))
        return (tokens.at[i + 1].set(following, mode="drop"), cache), logits

    tokens = jnp.zeros(length, jnp.int32).at[: prompt.shape[0]].set(prompt)
    return lax.scan(step, (tokens, cache), jnp.arange(length))


LSTM = {"x": glorot(8, 64), "h": glorot(16, 64), "b": normal(64, scale=0.1), "out": glorot(16, 4)}


@model(LSTM, normal(20, 6, 8), normal(20, 6, 4))
def lstm_gradient(p, xs, targets):
    """A recurrent network over 20 steps, and back through time."""

    def loss(p):
        def step(state, x):
            h, c = state
            i, f, g, o = jnp.split(x @ p["x"] + h @ p["h"] + p["b"], 4, -1)
            c = jax.nn.sigmoid(f + 1) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h @ p["out"]

        start = jnp.zeros((xs.shape[1], 16))
        return ((lax.scan(step, (start, start), xs)[1] - targets) ** 2).mean()

    return jax.value_and_grad(loss)(p)


@model({"in": dense_parameters(30, 40, 16), "out": dense_parameters(8, 40, 30)}, normal(12, 30), key(3))
def vae_gradient(p, x, seed):
    """A variational autoencoder: random codes, two losses, gradients."""

    def loss(p):
        mean, log_variance = jnp.split(mlp(p["in"], x), 2, -1)
        code = mean + jnp.exp(log_variance / 2) * jax.random.normal(random_key(seed), mean.shape)
        divergence = 0.5 * (jnp.exp(log_variance) + mean**2 - 1 - log_variance).sum(-1)
        return (((mlp(p["out"], code) - x) ** 2).sum(-1) + divergence).mean()

    return jax.value_and_grad(loss)(p)


@model(normal(3, 200), key(5))
def sample_tokens(logits, seed):
    """Sampling from the most likely tokens: sort, cumulative sum, top-k, categorical."""
    values, order = lax.sort((-logits, lax.broadcasted_iota(jnp.int32, logits.shape, 1)), num_keys=1)
    probabilities = jax.nn.softmax(-values)
    kept = jnp.cumsum(probabilities, -1) - probabilities < 0.9
    choice = jax.random.categorical(random_key(seed), jnp.where(kept, -values, -jnp.inf))
    return jnp.take_along_axis(order, choice[:, None], 1), lax.top_k(logits, 5), kept.sum(-1)


# ---- science ----


@model(normal(2), positive())
def ode_gradient(start, stiffness):
    """The gradient of an adaptive Runge-Kutta method: nested loops whose number of steps depends on the data."""

    def solve(y, k):
        def slope(y):
            return jnp.stack([y[1], k * (1 - y[0] ** 2) * y[1] - y[0]])

        def step(state):
            y, t, h, left = state
            k1 = slope(y)
            k2 = slope(y + h * k1 / 2)
            k3 = slope(y + h * k2 * 3 / 4)
            third = y + h * (2 * k1 + 3 * k2 + 4 * k3) / 9
            k4 = slope(third)
            error = jnp.abs(h * (-5 * k1 / 72 + k2 / 12 + k3 / 9 - k4 / 8)).max()
            accepted = error < 1e-3
            y, t = jnp.where(accepted, third, y), jnp.where(accepted, t + h, t)
            h = jnp.clip(0.9 * h * (1e-3 / (error + 1e-12)) ** (1 / 3), 1e-3, 0.2)
            return y, t, h, left - 1

        end = lax.while_loop(lambda s: (s[1] < 2.0) & (s[3] > 0), step, (y, jnp.float32(0), jnp.float32(0.1), 200))
        return end[0], end[3]

    def fixed(y, k):
        def step(y, _):
            slope = lambda y: jnp.stack([y[1], k * (1 - y[0] ** 2) * y[1] - y[0]])
            a = slope(y)
            b = slope(y + 0.02 * a)
            c = slope(y + 0.02 * b)
            d = slope(y + 0.04 * c)
            return y + 0.04 / 6 * (a + 2 * b + 2 * c + d), None

        return lax.scan(step, y, None, 50)[0].sum()

    return solve(start, stiffness)[0], jax.grad(fixed, (0, 1))(start, stiffness)


@model(normal(24, 3), normal(24, 3, scale=0.1), positive(24))
def n_body(position, velocity, mass):
    """Gravity between all pairs, fifty steps of leapfrog, and the energy after each."""

    def apart(x):
        delta = x[None] - x[:, None]
        return delta, (delta**2).sum(-1) + 0.1

    def force(x):
        delta, square = apart(x)
        return (mass[None, :, None] * delta * (square**-1.5)[..., None]).sum(1)

    def step(state, _):
        x, v = state
        v = v + 0.005 * force(x)
        x = x + 0.01 * v
        v = v + 0.005 * force(x)
        energy = 0.5 * (mass * (v**2).sum(-1)).sum() - 0.5 * (mass[:, None] * mass / jnp.sqrt(apart(x)[1])).sum()
        return (x, v), energy

    return lax.scan(step, (position, velocity), None, 50)


@model(normal(200, 5))
def k_means(points):
    """Until no point changes its cluster."""

    def step(state):
        centres, _, labels, n = state
        nearest = ((points[:, None] - centres) ** 2).sum(-1).argmin(1).astype(jnp.int32)
        sums = jax.ops.segment_sum(points, nearest, 6)
        counts = jax.ops.segment_sum(jnp.ones(len(points)), nearest, 6)
        return jnp.where(counts[:, None] > 0, sums / counts[:, None], centres), labels, nearest, n + 1

    start = (points[:6], jnp.full(len(points), -1, jnp.int32), jnp.full(len(points), -2, jnp.int32), 0)
    return lax.while_loop(lambda s: (s[1] != s[2]).any() & (s[3] < 50), step, start)


@model(normal(64, 48))
def spectral_step(u):
    """Ten steps of a heat equation with advection, half in Fourier space."""
    kx = jnp.fft.fftfreq(64, 1 / 64)[:, None]
    ky = jnp.fft.rfftfreq(48, 1 / 48)
    decay = jnp.exp(-1e-3 * (kx**2 + ky**2))

    def step(_, u):
        hat = jnp.fft.rfft2(u)
        slope = jnp.fft.irfft2(1j * kx * hat, s=u.shape)
        return jnp.fft.irfft2(decay * jnp.fft.rfft2(u - 1e-3 * u * slope), s=u.shape)

    return lax.fori_loop(0, 10, step, u)


@model(normal(40, 2), normal(40), normal(15, 2), {"scale": positive(), "length": positive(), "noise": positive()})
def gaussian_process(x, y, at, p):
    """Regression by Cholesky: mean and variance at new places, the likelihood and its gradient."""

    def kernel(a, b, p):
        return p["scale"] * jnp.exp(-0.5 * ((a[:, None] - b) ** 2).sum(-1) / p["length"] ** 2)

    def likelihood(p):
        factor = jnp.linalg.cholesky(kernel(x, x, p) + p["noise"] * jnp.eye(len(x)))
        white = jax.scipy.linalg.solve_triangular(factor, y, lower=True)
        return -0.5 * white @ white - jnp.log(jnp.diag(factor)).sum(), (factor, white)

    (value, (factor, white)), gradient = jax.value_and_grad(likelihood, has_aux=True)(p)
    cross = jax.scipy.linalg.solve_triangular(factor, kernel(x, at, p), lower=True)
    return cross.T @ white, p["scale"] - (cross**2).sum(0), value, gradient


@model(key(11))
def monte_carlo(seed):
    """Prices of an option: a hundred steps of two thousand paths, with all kinds of random numbers."""
    paths, steps, other = jax.random.split(random_key(seed), 3)

    def step(price, key):
        return price * jnp.exp(-0.0002 + 0.02 * jax.random.normal(key, price.shape)), None

    end = lax.scan(step, jnp.ones(2000), jax.random.split(steps, 100))[0]
    keys = jax.random.split(other, 6)
    more = (
        jax.random.uniform(keys[0], (100,)),
        jax.random.randint(keys[1], (100,), -5, 1000),
        jax.random.permutation(keys[2], 50),
        jax.random.bernoulli(keys[3], 0.3, (100,)),
        jax.random.exponential(keys[4], (100,)),
        jax.random.truncated_normal(keys[5], -1.0, 2.0, (100,)),
        jax.random.bits(paths, (33,), "uint8"),
    )
    return jnp.maximum(end - 1, 0).mean(), jnp.percentile(end, jnp.array([5.0, 50.0, 95.0])), more


@model(normal(30, 12), integers(30, 80), integers(30, 80), {"self": glorot(12, 12), "other": glorot(12, 12)})
def graph_network(nodes, senders, receivers, p):
    """Messages along the edges of a graph: gather, scatter, segment maxima, and gradients of all of it."""

    def energy(p, nodes):
        for _ in range(3):
            messages = jax.nn.relu(nodes[senders] @ p["other"])
            sums = jax.ops.segment_sum(messages, receivers, len(nodes))
            largest = jax.ops.segment_max(messages, receivers, len(nodes))
            nodes = jnp.tanh(nodes @ p["self"] + sums + jnp.where(jnp.isfinite(largest), largest, 0))
        return (nodes**2).sum()

    return jax.value_and_grad(energy, (0, 1))(p, nodes)


@model(normal(), normal())
def mandelbrot(x, y):
    """Complex numbers in a loop with an end of its own for each point."""
    c = (jnp.linspace(-2, 1, 48) + 0.01 * x)[None] + 1j * (jnp.linspace(-1.2, 1.2, 40) + 0.01 * y)[:, None]

    def step(state):
        z, count, n = state
        inside = jnp.abs(z) < 2
        return jnp.where(inside, z * z + c, z), count + inside, n + 1

    return lax.while_loop(lambda s: s[2] < 12, step, (jnp.zeros_like(c), jnp.zeros(c.shape, jnp.int32), 0))[1]


@model(normal(12, 8), normal(8, 5), {"experts": glorot(5, 8, 6), "out": glorot(5, 6, 8)})
def mixture_of_experts(x, router, p):
    """Rows sorted by the expert that they go to, products by groups of rows, and their gradients; some experts get no row."""

    def loss(p, x):
        chosen = jnp.argmax(x @ router, -1) // 2 * 2
        order = jnp.argsort(chosen)
        sizes = jnp.bincount(chosen, length=5)
        hidden = jax.nn.relu(lax.ragged_dot(x[order], p["experts"], sizes))
        rows = lax.ragged_dot(hidden, p["out"], sizes)
        return (jnp.zeros_like(x).at[order].set(rows) ** 2).sum(), sizes

    return jax.value_and_grad(loss, (0, 1), has_aux=True)(p, x)


@model(normal(2, 4, 64), normal(2, 3, 64))
def block_scaled_products(x, y):
    """Products of small floats with a scale for every 16 or 32 of them."""

    def scaled(a, block, dtype):
        blocks = a.reshape(*a.shape[:-1], -1, block)
        scales = 2.0 ** jnp.ceil(jnp.log2(jnp.abs(blocks).max(-1)))
        return (blocks / scales[..., None]).reshape(a.shape).astype(dtype), scales.astype(jnp.float8_e8m0fnu)

    (a, a_scale), (b, b_scale) = scaled(x, 32, jnp.float8_e4m3fn), scaled(y, 16, jnp.float8_e5m2)
    numbers = (((2,), (2,)), ((0,), (0,)))
    return lax.scaled_dot(
        a, b, lhs_scale=a_scale, rhs_scale=b_scale, dimension_numbers=numbers, preferred_element_type=jnp.float32
    )
