"""Sampling, filters and statistics."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.program import Family, integers, key, normal, random, uniform

PROBABILITY = Family()


def keyed(seed):
    return jax.random.wrap_key_data(seed)


# Chains.


@PROBABILITY.add(lambda: [normal(500, 16), integers(500, high=2), np.zeros(16, np.float32), key(1)], tolerance=5e-3)
def hmc_logistic(x, y, w, seed):
    """Ten proposals of Hamiltonian Monte Carlo for logistic regression, each of ten leaps."""
    signs = 2.0 * y - 1

    def potential(w):
        return jax.nn.softplus(-signs * (x @ w)).sum() + 0.5 * (w @ w)

    gradient = jax.grad(potential)

    def propose(w, seed):
        first, second = jax.random.split(seed)
        p = jax.random.normal(first, w.shape)
        leap = lambda _, s: ((q := s[0] + 0.02 * (r := s[1] - 0.01 * gradient(s[0]))), r - 0.01 * gradient(q))  # noqa: E731
        new, r = lax.fori_loop(0, 10, leap, (w, p))
        change = potential(w) + 0.5 * (p @ p) - potential(new) - 0.5 * (r @ r)
        w = jnp.where(jnp.log(jax.random.uniform(second)) < change, new, w)
        return w, w

    return lax.scan(propose, w, jax.random.split(keyed(seed), 10))[1]


@PROBABILITY.add(lambda: [normal(256, 4), key(2)], tolerance=1e-3)
def metropolis(x, seed):
    """50 steps of 256 chains."""

    def step(x, seed):
        first, second = jax.random.split(seed)
        new = x + 0.5 * jax.random.normal(first, x.shape)
        change = 0.5 * ((x**2).sum(-1) - (new**2).sum(-1))
        return jnp.where((jnp.log(jax.random.uniform(second, (256,))) < change)[:, None], new, x), None

    return lax.scan(step, x, jax.random.split(keyed(seed), 50))[0]


@PROBABILITY.add(lambda: [np.where(normal(128, 128) > 0, 1, -1).astype(np.float32), key(3)], tolerance=0)
def ising(spins, seed):
    """Ten sweeps over both colours of a board."""
    colour = (np.indices((128, 128)).sum(0) % 2).astype(bool)

    def sweep(spins, seeds):
        for mask, seed in zip((colour, ~colour), seeds, strict=True):
            around = jnp.roll(spins, 1, 0) + jnp.roll(spins, -1, 0) + jnp.roll(spins, 1, 1) + jnp.roll(spins, -1, 1)
            up = jax.random.uniform(seed, spins.shape) < jax.nn.sigmoid(0.8 * around)
            spins = jnp.where(mask, jnp.where(up, 1.0, -1.0), spins)
        return spins, None

    return lax.scan(sweep, spins, jax.random.split(keyed(seed), (10, 2)))[0]


# Rounding decides about a particle at the border, and its noise moves the means from then on: few observations, and a wide tolerance.
@PROBABILITY.add(lambda: [normal(4), key(4)], tolerance=2e-2)
def particle_filter(seen, seed):
    """1024 particles, drawn again after each of four observations."""

    def step(x, now):
        seen, seed = now
        first, second = jax.random.split(seed)
        x = 0.9 * x + 0.5 * jax.random.normal(first, x.shape)
        weights = jax.nn.softmax(-2 * (seen - x) ** 2)
        at = (jnp.arange(1024) + jax.random.uniform(second)) / 1024
        return x[jnp.minimum(jnp.searchsorted(jnp.cumsum(weights), at), 1023)], (weights * x).sum()

    return lax.scan(step, jnp.zeros(1024), (seen, jax.random.split(keyed(seed), 4)))[1]


# Integrals.


@PROBABILITY.add(lambda: [key(5)], tolerance=1e-5)
def monte_carlo_pi(seed):
    x = jax.random.uniform(keyed(seed), (2, 1 << 18))
    return 4 * ((x**2).sum(0) < 1).mean()


@PROBABILITY.add(lambda: [uniform(1 << 16, low=80, high=120), uniform(1 << 16, low=80, high=120), uniform(1 << 16, low=0.1)], tolerance=1e-4)
def black_scholes(price, strike, years):
    a = (jnp.log(price / strike) + (0.03 + 0.045) * years) / (0.3 * jnp.sqrt(years))
    cdf = jax.scipy.stats.norm.cdf
    return price * cdf(a) - strike * jnp.exp(-0.03 * years) * cdf(a - 0.3 * jnp.sqrt(years))


@PROBABILITY.add(lambda: [key(6)], tolerance=1e-3)
def asian_option(seed):
    """The mean of 8192 paths of 64 days."""
    steps = 0.0001 + 0.02 * jax.random.normal(keyed(seed), (8192, 64))
    paths = 100 * jnp.exp(jnp.cumsum(steps, 1))
    return jnp.maximum(paths.mean(1) - 100, 0).mean()


# Draws.

PROBABILITY.add(lambda: [np.array([1, 2], np.uint32)], "threefry", 0)(lambda seed: jax.random.bits(keyed(seed), (1 << 20,), "uint32"))
PROBABILITY.add(lambda: [np.array([1, 2], np.uint32)], "random_normal", 1e-5)(lambda seed: jax.random.normal(keyed(seed), (1 << 18,)))
PROBABILITY.add(lambda: [key(7)], "random_uniform", 0)(lambda seed: jax.random.uniform(keyed(seed), (1 << 18,)))
PROBABILITY.add(lambda: [key(8)], "random_permutation", 0)(lambda seed: jax.random.permutation(keyed(seed), 1 << 14))
PROBABILITY.add(lambda: [key(9), normal(1024, 64)], "random_categorical", 0)(lambda seed, x: jax.random.categorical(keyed(seed), x))
PROBABILITY.add(lambda: [key(10)], "random_integers", 0)(lambda seed: jax.random.randint(keyed(seed), (1 << 18,), 0, 1000))
PROBABILITY.add(lambda: [key(11)], "random_gamma", 1e-3)(lambda seed: jax.random.gamma(keyed(seed), 2.5, (4096,)))
PROBABILITY.add(lambda: [key(12)], "random_truncated", 1e-4)(lambda seed: jax.random.truncated_normal(keyed(seed), -2, 2, (1 << 16,)))

# Inference.


@PROBABILITY.add(lambda: [normal(100, 4), np.eye(8, dtype=np.float32) + 0.01 * normal(8, 8), random(1)(4, 8)], tolerance=1e-3)
def kalman(seen, move, look):
    """A filter of eight numbers of state over 100 observations of four."""

    def step(state, z):
        x, p = state
        x, p = move @ x, move @ p @ move.T + 0.01 * jnp.eye(8)
        s = look @ p @ look.T + 0.1 * jnp.eye(4)
        gain = jnp.linalg.solve(s, look @ p).T
        x = x + gain @ (z - look @ x)
        return (x, p - gain @ look @ p), x

    return lax.scan(step, (jnp.zeros(8), jnp.eye(8)), seen)[1]


@PROBABILITY.add(lambda: [uniform(256, 4), normal(256), uniform(64, 4) + 0.1], tolerance=1e-3)
def gaussian_process(x, y, new):
    """Means and variances at 64 points after 256."""

    def kernel(a, b):
        return jnp.exp(-((a[:, None] - b[None]) ** 2).sum(-1))

    factor = jnp.linalg.cholesky(kernel(x, x) + 0.1 * jnp.eye(256))
    across = kernel(x, new)
    half = jax.scipy.linalg.solve_triangular(factor, across, lower=True)
    return across.T @ jax.scipy.linalg.cho_solve((factor, True), y), 1 - (half**2).sum(0)


@PROBABILITY.add(lambda: [normal(4096, 8), normal(16, 8)], tolerance=1e-3)
def mixture_step(x, means):
    """A step of expectation and maximization with 16 Gaussians of diagonal variances."""
    share = jax.nn.softmax(-0.5 * ((x[:, None] - means) ** 2).sum(-1), axis=-1)
    count = share.sum(0)[:, None]
    new = share.T @ x / count
    return new, share.T @ (x * x) / count - new**2


@PROBABILITY.add(lambda: [normal(4096, 16), normal(32, 16)], tolerance=1e-3)
def k_means_step(x, centres):
    distances = (centres**2).sum(-1) - 2 * x @ centres.T
    nearest = jnp.argmin(distances, -1)
    count = jax.ops.segment_sum(jnp.ones(4096), nearest, 32)
    return jax.ops.segment_sum(x, nearest, 32) / jnp.maximum(count, 1)[:, None]


PROBABILITY.add(lambda: [normal(2048, 32)], "correlations", 1e-4)(lambda x: jnp.corrcoef(x, rowvar=False))
PROBABILITY.add(lambda: [normal(64, 1024)], "quantiles", 1e-4)(lambda x: jnp.quantile(x, np.array([0.1, 0.5, 0.9], np.float32), axis=1))
PROBABILITY.add(lambda: [normal(64, 1001)], "medians", 0)(lambda x: jnp.median(x, axis=1))
