"""Loops of physics and of differential equations."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from peers.program import Family, normal, uniform

SIMULATIONS = Family()

# Differential equations.


def lorenz(y):
    x, y, z = y
    return jnp.stack([10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z])


def rk4(f, y, h):
    a = f(y)
    b = f(y + h / 2 * a)
    c = f(y + h / 2 * b)
    return y + h / 6 * (a + 2 * b + 2 * c + f(y + h * c))


@SIMULATIONS.add(lambda: [normal(3, 1024)], tolerance=1e-3)
def rk4_lorenz(y):
    """100 steps from 1024 points."""
    return lax.fori_loop(0, 100, lambda _, y: rk4(lorenz, y, 0.005), y)


@SIMULATIONS.add(lambda: [normal(3)], tolerance=1e-3)
def rk4_lorenz_one(y):
    """500 steps from one point: what a loop costs."""
    return lax.fori_loop(0, 500, lambda _, y: rk4(lorenz, y, 0.001), y)


DOPRI = (
    (1 / 5,), (3 / 40, 9 / 40), (44 / 45, -56 / 15, 32 / 9), (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656), (35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
DOPRI_ERROR = (71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)


@SIMULATIONS.add(lambda: [uniform(2, 64, low=0.5, high=2)], tolerance=2e-3)
def dopri_van_der_pol(y):
    """Dormand and Prince, with steps as large as the error allows."""

    def f(y):
        return jnp.stack([y[1], 2 * (1 - y[0] ** 2) * y[1] - y[0]])

    def step(state):
        t, y, h = state
        h = jnp.minimum(h, 2.0 - t)
        k = [f(y)]
        for row in DOPRI:
            k.append(f(y + h * sum(a * b for a, b in zip(row, k, strict=True))))
        new = y + h * sum(a * b for a, b in zip(DOPRI[-1], k[:6], strict=True))
        error = jnp.abs(h * sum(a * b for a, b in zip(DOPRI_ERROR, k, strict=True))).max() / 1e-4
        good = error <= 1
        factor = jnp.clip(0.9 * jnp.maximum(error, 1e-6) ** -0.2, 0.2, 5.0)
        return jnp.where(good, t + h, t), jnp.where(good, new, y), h * factor

    return lax.while_loop(lambda s: s[0] < 2.0 - 1e-6, step, (jnp.float32(0), y, jnp.float32(0.01)))[1]


@SIMULATIONS.add(lambda: [uniform(2, 256, low=0.5, high=1.5), np.array([0, 3], np.uint32)], tolerance=1e-3)
def euler_maruyama(y, seed):
    """A predator and its prey with noise: random numbers in a loop."""

    def step(y, seed):
        change = jnp.stack([y[0] * (1 - y[1]), y[1] * (y[0] - 1)])
        return jnp.maximum(y + 0.01 * change + 0.02 * y * jax.random.normal(seed, y.shape), 0), None

    return lax.scan(step, y, jax.random.split(jax.random.wrap_key_data(seed), 50))[0]


# Particles.


@SIMULATIONS.add(lambda: [normal(1024, 3), uniform(1024, low=0.5)], tolerance=1e-4)
def n_body(x, mass):
    """The forces between all pairs of 1024 bodies."""
    difference = x[None] - x[:, None]
    distance = (difference**2).sum(-1) + 1e-2
    return (difference * (mass[None] * distance**-1.5)[..., None]).sum(1)


@SIMULATIONS.add(lambda: [uniform(256, 3, high=8), 0.1 * normal(256, 3)], tolerance=1e-3)
def molecules(x, v):
    """Ten steps of 256 atoms in a periodic box with the forces of Lennard and Jones."""

    def energy(x):
        d = x[:, None] - x[None]
        d = d - 8 * jnp.round(d / 8)
        r2 = (d**2).sum(-1) + 16 * jnp.eye(256) + 0.5
        return (r2**-6 - r2**-3).sum() * 2

    def step(_, state):
        x, v = state
        v = v - 0.001 * jax.grad(energy)(x)
        return (x + 0.001 * v) % 8, v

    return lax.fori_loop(0, 10, step, (x, v))


# Fields on grids.


@SIMULATIONS.add(lambda: [normal(256, 256)], tolerance=1e-4)
def jacobi(f):
    """100 sweeps of Poisson's equation with zeros around."""

    def sweep(_, u):
        p = jnp.pad(u, 1)
        return 0.25 * (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - f)

    return lax.fori_loop(0, 100, sweep, jnp.zeros_like(f))


@SIMULATIONS.add(lambda: [normal(256, 256)], tolerance=1e-4)
def heat_periodic(u):
    def step(_, u):
        return u + 0.1 * (jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1) - 4 * u)

    return lax.fori_loop(0, 50, step, u)


@SIMULATIONS.add(lambda: [normal(64, 64, 64), normal(64, 64, 64)], tolerance=1e-4)
def wave_3d(u, before):
    """A step of the wave equation in three dimensions."""
    p = jnp.pad(u, 1)
    inside = slice(1, -1)
    around = p[:-2, inside, inside] + p[2:, inside, inside] + p[inside, :-2, inside]
    around += p[inside, 2:, inside] + p[inside, inside, :-2] + p[inside, inside, 2:]
    return 2 * u - before + 0.1 * (around - 6 * u)


@SIMULATIONS.add(lambda: [1 + 0.1 * uniform(9, 128, 128)], tolerance=1e-4)
def lattice_boltzmann(f):
    """A step on nine directions: stream and collide."""
    directions = np.array([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)])
    weights = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4, np.float32)[:, None, None]
    f = jnp.stack([jnp.roll(f[i], tuple(d), (0, 1)) for i, d in enumerate(directions)])
    density = f.sum(0)
    speed = jnp.einsum("dn,dxy->nxy", directions.astype(np.float32), f) / density
    along = jnp.einsum("dn,nxy->dxy", directions.astype(np.float32), speed)
    rest = density * weights * (1 + 3 * along + 4.5 * along**2 - 1.5 * (speed**2).sum(0))
    return f + (rest - f) / 0.6


@SIMULATIONS.add(lambda: [1 + 0.1 * uniform(128, 128), np.zeros((2, 128, 128), np.float32)], tolerance=1e-4)
def shallow_water(h, v):
    """Twenty steps with periodic borders."""

    def slope(x, axis):
        return (jnp.roll(x, -1, axis) - jnp.roll(x, 1, axis)) / 2

    def step(_, state):
        h, v = state
        v = v - 0.01 * jnp.stack([slope(h, 0), slope(h, 1)])
        return h - 0.01 * (slope(h * v[0], 0) + slope(h * v[1], 1)), v

    return lax.fori_loop(0, 20, step, (h, v))


@SIMULATIONS.add(lambda: [normal(256, 256)], tolerance=1e-4)
def poisson_spectral(f):
    """By a Fourier transform in two dimensions."""
    k = jnp.fft.fftfreq(256) * 256
    square = (k[:, None] ** 2 + k[: 129] ** 2).at[0, 0].set(1)
    return jnp.fft.irfft2(jnp.fft.rfft2(f) / square)


@SIMULATIONS.add(lambda: [(normal(512, 512) > 0.5).astype(np.uint8)], tolerance=0)
def game_of_life(cells):
    def step(_, cells):
        p = jnp.pad(cells, 1)
        count = sum(p[i : i + 512, j : j + 512] for i in range(3) for j in range(3)) - cells
        return ((count == 3) | ((count == 2) & (cells == 1))).astype(np.uint8)

    return lax.fori_loop(0, 10, step, cells)


@SIMULATIONS.add(lambda: [np.linspace(-2, 0.5, 256, dtype=np.float32), np.linspace(-1.2, 1.2, 256, dtype=np.float32)], tolerance=0.05)
def mandelbrot(x, y):
    """How many of 50 steps each point stays near."""
    a, b = jnp.meshgrid(x, y)

    def step(_, state):
        u, v, count = state
        u, v = u * u - v * v + a, 2 * u * v + b
        near = u * u + v * v < 4
        return jnp.where(near, u, 2), jnp.where(near, v, 2), count + near

    return lax.fori_loop(0, 50, step, (0 * a, 0 * b, jnp.zeros(a.shape, np.int32)))[2]
