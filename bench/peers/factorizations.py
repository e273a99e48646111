"""Factorizations of matrices, and systems of equations."""

import jax
import jax.numpy as jnp

from peers.program import Family, Program, normal


def linear_algebra(n):
    """Factorizations of a matrix of that size. What has a sign that is open is squared."""
    return {
        "qr": lambda: Program(lambda x: jnp.linalg.qr(x), [normal(n, n)], 1e-3),
        "svd": lambda: Program(lambda x: jnp.linalg.svd(x)[1], [normal(n, n)], 1e-4),
        "svd_vectors": lambda: Program(lambda x: squares(*jnp.linalg.svd(x)), [normal(n, n)], 1e-3),
        "eigh": lambda: Program(lambda x: eigenvectors_squared(x + x.T), [normal(n, n)], 1e-3),
        "inv": lambda: Program(lambda x: jnp.linalg.inv(x + n * jnp.eye(n)), [normal(n, n)], 1e-4),
        "det": lambda: Program(lambda x: jnp.linalg.det(jnp.eye(n) + x / n), [normal(n, n)], 1e-3),
        "linear_system": lambda: Program(lambda x, y: jnp.linalg.solve(x + n * jnp.eye(n), y), [normal(n, n), normal(n, 16)], 1e-4),
    }


def squares(u, s, vt):
    return s, u * u, vt * vt


def eigenvectors_squared(x):
    values, vectors = jnp.linalg.eigh(x)
    return values, vectors * vectors


FACTORIZATIONS = Family(
    {
        "cholesky": lambda: Program(lambda x: jnp.linalg.cholesky(x @ x.T + 256 * jnp.eye(256)), [normal(256, 256)], 1e-4),
        "cholesky_512": lambda: Program(lambda x: jnp.linalg.cholesky(x @ x.T + 512 * jnp.eye(512)), [normal(512, 512)], 1e-4),
        "triangular_solve": lambda: Program(
            lambda x, y: jax.scipy.linalg.solve_triangular(x + 512 * jnp.eye(512), y, lower=True), [normal(512, 512)] * 2, 1e-4
        ),
        **{f"{name}_{n}": program for n in (32, 128, 512) for name, program in linear_algebra(n).items()},
        "solve": lambda: Program(lambda x, y: jnp.linalg.solve(x + 256 * jnp.eye(256), y), [normal(256, 256), normal(256, 16)], 1e-4),
    }
)
