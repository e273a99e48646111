"""Recurrences over sequences: state spaces, gated cells, linear attention, convolutions of signals."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.program import Family, normal, random, uniform

SEQUENCES = Family()

# Mamba, of the sizes of mamba-130m: 768 features, 1536 inside, 16 numbers of state for each.

STATE = 16


def decays():
    return np.log(np.tile(np.arange(1, STATE + 1, dtype=np.float32), (1536, 1)))


def discrete(x, dt, a, b):
    """What a step multiplies the state with and adds to it, of [length, width] or [width]."""
    return jnp.exp(dt[..., None] * -jnp.exp(a)), (dt * x)[..., None] * b[..., None, :]


def scan_inputs(length=128):
    return [normal(length, 1536), uniform(length, 1536, low=0.001, high=0.1), decays(), normal(length, STATE), normal(length, STATE)]


@SEQUENCES.add(scan_inputs, tolerance=1e-4)
def mamba_scan(x, dt, a, b, c):
    """The selective scan, a step after the other."""

    def step(h, now):
        x, dt, b, c = now
        keep, new = discrete(x, dt, a, b)
        h = keep * h + new
        return h, h @ c

    return lax.scan(step, jnp.zeros((1536, STATE)), (x, dt, b, c))[1]


@SEQUENCES.add(lambda: scan_inputs(64), tolerance=1e-4)
def mamba_scan_associative(x, dt, a, b, c):
    """The selective scan as a tree."""
    h = lax.associative_scan(lambda p, q: (p[0] * q[0], q[0] * p[1] + q[1]), discrete(x, dt, a, b))[1]
    return jnp.einsum("lds,ls->ld", h, c)


def mamba_weights():
    make = random(1)
    return {
        "in": make(768, 3072), "filter": make(4, 1536), "filter_bias": make(1536, fan=1e4), "parts": make(1536, 48 + 2 * STATE),
        "dt": make(48, 1536), "dt_bias": make(1536, fan=4) - 4, "a": decays(), "skip": np.ones(1536, np.float32), "out": make(1536, 768),
    }


@SEQUENCES.add(lambda: [mamba_weights(), normal(128, 768)], tolerance=1e-4)
def mamba_block(p, x):
    """A whole block: projections, a convolution along the sequence, the scan, a gate."""
    x, gate = jnp.split(x @ p["in"], 2, -1)
    padded = jnp.pad(x, ((3, 0), (0, 0)))
    x = jax.nn.silu(sum(padded[i : i + x.shape[0]] * p["filter"][i] for i in range(4)) + p["filter_bias"])
    dt, b, c = jnp.split(x @ p["parts"], [48, 48 + STATE], -1)
    y = mamba_scan(x, jax.nn.softplus(dt @ p["dt"] + p["dt_bias"]), p["a"], b, c) + x * p["skip"]
    return (y * jax.nn.silu(gate)) @ p["out"]


@SEQUENCES.add(lambda: [mamba_weights(), normal(768), normal(3, 1536), normal(1536, STATE)], tolerance=1e-4)
def mamba_step(p, x, before, h):
    """One token, with the last three inputs and the state."""
    x, gate = jnp.split(x @ p["in"], 2, -1)
    window = jnp.concatenate([before, x[None]])
    x = jax.nn.silu((window * p["filter"]).sum(0) + p["filter_bias"])
    dt, b, c = jnp.split(x @ p["parts"], [48, 48 + STATE], -1)
    keep, new = discrete(x, jax.nn.softplus(dt @ p["dt"] + p["dt_bias"]), p["a"], b)
    h = keep * h + new
    return ((h @ c + x * p["skip"]) * jax.nn.silu(gate)) @ p["out"], window[1:], h


# Plain cells.


@SEQUENCES.add(lambda: [normal(256, 64), 0.1 * normal(64, 64)], tolerance=1e-3)
def recurrence(x, w):
    return lax.scan(lambda h, row: (jnp.tanh(h @ w + row),) * 2, jnp.zeros(x.shape[1], x.dtype), x)[1]


@SEQUENCES.add(lambda: [uniform(60)], tolerance=1e-3)
def scalar_carries(x):
    """The gradient of a loop with 60 scalars: what a loop costs when its work is nothing."""

    def step(state, _):
        return [0.99 * s + 0.01 * t * s for s, t in zip(state, state[1:] + state[:1], strict=True)], None

    return jax.grad(lambda v: sum(lax.scan(step, list(v), None, 100)[0]))(x)


# Gated cells.


def cell_weights(inside, width, gates):
    make = random(2)
    return make(inside, gates * width), make(width, gates * width), make(gates * width, fan=1e4)


def lstm_scan(p, xs):
    def step(state, x):
        h, c = state
        i, f, g, o = jnp.split(x @ p[0] + h @ p[1] + p[2], 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zero = jnp.zeros((xs.shape[1], p[1].shape[0]))
    return lax.scan(step, (zero, zero), xs)[1]


SEQUENCES.add(lambda: [cell_weights(256, 512, 4), normal(64, 16, 256)], "lstm_64", 1e-4)(lstm_scan)
SEQUENCES.add(lambda: [cell_weights(64, 128, 4), normal(256, 1, 64)], "lstm_256_one", 1e-4)(lstm_scan)


@SEQUENCES.add(lambda: [cell_weights(128, 256, 4), normal(32, 16, 128)], tolerance=1e-4)
def lstm_gradient(p, xs):
    return jax.grad(lambda p: (lstm_scan(p, xs) ** 2).mean())(p)


@SEQUENCES.add(lambda: [cell_weights(256, 256, 3), normal(64, 16, 256)], tolerance=1e-4)
def gru_64(p, xs):
    def step(h, x):
        xr, xz, xn = jnp.split(x @ p[0] + p[2], 3, -1)
        hr, hz, hn = jnp.split(h @ p[1], 3, -1)
        z = jax.nn.sigmoid(xz + hz)
        h = (1 - z) * jnp.tanh(xn + jax.nn.sigmoid(xr + hr) * hn) + z * h
        return h, h

    return lax.scan(step, jnp.zeros((xs.shape[1], 256)), xs)[1]


@SEQUENCES.add(lambda: [cell_weights(128, 128, 4), cell_weights(128, 128, 4), normal(64, 8, 128)], tolerance=1e-4)
def lstm_both_ways(p, q, xs):
    return jnp.concatenate([lstm_scan(p, xs), lstm_scan(q, xs[::-1])[::-1]], -1)


# Linear attention and long convolutions.


@SEQUENCES.add(lambda: [normal(256, 768), normal(256, 768), uniform(768), normal(768)], tolerance=1e-4)
def rwkv_scan(k, v, decay, first):
    """The weighted mean of RWKV 4, kept in range by its largest exponent."""

    def step(state, now):
        a, b, most = state
        k, v = now
        top = jnp.maximum(most, first + k)
        e1, e2 = jnp.exp(most - top), jnp.exp(first + k - top)
        out = (e1 * a + e2 * v) / (e1 * b + e2)
        top = jnp.maximum(most - decay, k)
        e1, e2 = jnp.exp(most - decay - top), jnp.exp(k - top)
        return (e1 * a + e2 * v, e1 * b + e2, top), out

    zero = jnp.zeros(768)
    return lax.scan(step, (zero, zero, zero - 1e30), (k, v))[1]


@SEQUENCES.add(lambda: [normal(8, 512, 64), normal(8, 512, 64), normal(8, 512, 64)], tolerance=1e-4)
def linear_attention(q, k, v):
    """Causal, in chunks of 64 with a state between them."""
    q, k = jax.nn.elu(q) + 1, jax.nn.elu(k) + 1
    chunks = [x.reshape(8, 8, 64, 64).swapaxes(0, 1) for x in (q, k, v)]
    mask = jnp.tril(jnp.ones((64, 64)))

    def step(state, now):
        q, k, v = now
        inside = jnp.einsum("hqk,hkd->hqd", jnp.einsum("hqd,hkd->hqk", q, k) * mask, v)
        return state + jnp.einsum("hkd,hke->hde", k, v), inside + jnp.einsum("hqd,hde->hqe", q, state)

    return lax.scan(step, jnp.zeros((8, 64, 64)), tuple(chunks))[1]


@SEQUENCES.add(lambda: [normal(64, 1024), normal(64, 1024)], tolerance=1e-4)
def long_convolution(x, k):
    """Causal, with a filter as long as the sequence, by Fourier transforms, as S4 and Hyena have it."""
    return jnp.fft.irfft(jnp.fft.rfft(x, 2048) * jnp.fft.rfft(k, 2048), 2048)[:, :1024]


@SEQUENCES.add(lambda: [normal(1, 2048, 64), random(3)(10, 2, 64, 128), random(4)(10, 64, 64)], tolerance=1e-4)
def wavenet(x, filters, mixers):
    """Ten dilated causal convolutions with gates."""
    for i in range(10):
        numbers = ("NWC", "WIO", "NWC")
        y = lax.conv_general_dilated(x, filters[i], (1,), [(1 << i, 0)], rhs_dilation=(1 << i,), dimension_numbers=numbers)
        a, b = jnp.split(y, 2, -1)
        x = x + (jnp.tanh(a) * jax.nn.sigmoid(b)) @ mixers[i]
    return x
