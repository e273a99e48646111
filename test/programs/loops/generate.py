#!/usr/bin/env python3
"""Writes the programs of this folder: loops over small matrices, as JAX exports them.

Usage: python3 test/programs/loops/generate.py

In each, iterations read and write rows, columns and elements of matrices at places that a loop counts, so that kernels of one
block run the loops together.
"""

import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

N = 12
HERE = pathlib.Path(__file__).parent


def rotation(a, p, q):
    angle = 0.5 * jnp.arctan2(2 * a[p, q], a[q, q] - a[p, p])
    return jnp.cos(angle), jnp.sin(angle)


def rotate_by_product(a, p, q):
    """The rotation as a matrix that differs from the identity in four elements."""
    c, s = rotation(a, p, q)
    j = jnp.eye(N, dtype=a.dtype).at[p, p].set(c).at[q, q].set(c).at[p, q].set(s).at[q, p].set(-s)
    return j.T @ a @ j


def rotate_by_updates(a, p, q):
    c, s = rotation(a, p, q)
    j = jnp.eye(N, dtype=a.dtype)
    for row, column, value in ((p, p, c), (q, q, c), (p, q, s), (q, p, -s)):
        j = lax.dynamic_update_slice(j, jnp.reshape(value, (1, 1)), (row, column))
    return j.T @ a @ j


def rotate_rows(a, p, q):
    c, s = rotation(a, p, q)
    rp, rq = lax.dynamic_slice(a, (p, 0), (1, N)), lax.dynamic_slice(a, (q, 0), (1, N))
    a = lax.dynamic_update_slice(a, c * rp - s * rq, (p, 0))
    a = lax.dynamic_update_slice(a, s * rp + c * rq, (q, 0))
    cp, cq = lax.dynamic_slice(a, (0, p), (N, 1)), lax.dynamic_slice(a, (0, q), (N, 1))
    a = lax.dynamic_update_slice(a, c * cp - s * cq, (0, p))
    return lax.dynamic_update_slice(a, s * cp + c * cq, (0, q))


def sweep(rotate, a):
    """A loop over pairs of rows."""

    def body(state):
        p, q, a = state
        a = rotate(a, p, q)
        last = q == N - 1
        return jnp.where(last, p + 1, p), jnp.where(last, p + 2, q + 1), a

    return lax.while_loop(lambda s: s[0] < N - 1, body, (jnp.int32(0), jnp.int32(1), a))[2]


def jacobi(rotate):
    def f(a):
        a = a + a.T
        a = lax.while_loop(lambda s: s[0] < 2, lambda s: (s[0] + 1, sweep(rotate, s[1])), (jnp.int32(0), a))[1]
        return jnp.sort(jnp.diagonal(a))

    return f


def jacobi_pairs(a):
    """The pairs from a table, and the product of all rotations beside the matrix."""
    ps, qs = (jnp.array(i, jnp.int32) for i in np.triu_indices(N, 1))

    def body(state, pair):
        a, v = state
        p, q = pair
        c, s = rotation(a, p, q)
        j = jnp.eye(N, dtype=a.dtype).at[p, p].set(c).at[q, q].set(c).at[p, q].set(s).at[q, p].set(-s)
        return (j.T @ a @ j, v @ j), None

    (a, v), _ = lax.scan(body, (a + a.T, jnp.eye(N, dtype=a.dtype)), (ps, qs))
    return jnp.diagonal(a), jnp.abs(v)


def givens(a):
    def body(state):
        j, i, q, r = state
        f, g = r[j, j], r[i, j]
        h = jnp.sqrt(f * f + g * g) + 1e-20
        c, s = f / h, g / h
        turn = jnp.stack([jnp.stack([c, s]), jnp.stack([-s, c])])
        rows = turn @ jnp.stack([r[j], r[i]])
        r = lax.dynamic_update_slice(r, rows[0:1], (j, 0))
        r = lax.dynamic_update_slice(r, rows[1:2], (i, 0))
        columns = jnp.stack([q[:, j], q[:, i]], 1) @ turn.T
        q = lax.dynamic_update_slice(q, columns[:, 0:1], (0, j))
        q = lax.dynamic_update_slice(q, columns[:, 1:2], (0, i))
        last = i == N - 1
        return jnp.where(last, j + 1, j), jnp.where(last, j + 2, i + 1), q, r

    start = (jnp.int32(0), jnp.int32(1), jnp.eye(N, dtype=a.dtype), a + N * jnp.eye(N, dtype=a.dtype))
    _, _, q, r = lax.while_loop(lambda s: s[1] < N, body, start)
    return q, r


def gauss(a, b):
    numbers = jnp.arange(N)

    def forward(k, state):
        a, b = state
        factors = jnp.where(numbers > k, a[:, k] / a[k, k], 0.0)
        return a - factors[:, None] * a[k][None, :], b - factors * b[k]

    a, b = lax.fori_loop(0, N, forward, (a + 4 * N * jnp.eye(N, dtype=a.dtype), b))

    def back(i, x):
        k = N - 1 - i
        rest = jnp.sum(jnp.where(numbers > k, a[k] * x, 0.0))
        return lax.dynamic_update_slice(x, ((b[k] - rest) / a[k, k])[None], (k,))

    return lax.fori_loop(0, N, back, jnp.zeros(N, a.dtype))


def lu(a):
    numbers = jnp.arange(N)

    def body(k, state):
        a, order = state
        pivot = jnp.argmax(jnp.where(numbers >= k, jnp.abs(a[:, k]), -1.0)).astype(jnp.int32)
        first, second = lax.dynamic_slice(a, (k, 0), (1, N)), lax.dynamic_slice(a, (pivot, 0), (1, N))
        a = lax.dynamic_update_slice(a, second, (k, 0))
        a = lax.dynamic_update_slice(a, first, (pivot, 0))
        one, other = order[k], order[pivot]
        order = lax.dynamic_update_slice(order, other[None], (k,))
        order = lax.dynamic_update_slice(order, one[None], (pivot,))
        below = numbers > k
        column = jnp.where(below, a[:, k] / a[k, k], a[:, k])
        a = lax.dynamic_update_slice(a, column[:, None], (0, k))
        row = jnp.where(numbers > k, a[k], 0.0)
        return a - jnp.where(below, column, 0.0)[:, None] * row[None, :], order

    return lax.fori_loop(jnp.int32(0), jnp.int32(N), body, (a, jnp.arange(N, dtype=jnp.int32)))


def power(a):
    a = a + a.T + N * jnp.eye(N, dtype=a.dtype)

    def body(state):
        i, x, _ = state
        y = a @ x
        y = y / jnp.sqrt(jnp.sum(y * y))
        return i + 1, y, jnp.max(jnp.abs(y - x))

    start = (jnp.int32(0), jnp.full(N, 1 / np.sqrt(N), a.dtype), jnp.float32(1))
    _, x, _ = lax.while_loop(lambda s: (s[0] < 20) & (s[2] > 0), body, start)
    return x @ a @ x


def bubble(x):
    n = x.shape[0]

    def step(j, x):
        pair = lax.dynamic_slice(x, (j,), (2,))
        pair = jnp.stack([jnp.minimum(pair[0], pair[1]), jnp.maximum(pair[0], pair[1])])
        return lax.dynamic_update_slice(x, pair, (j,))

    def round_of(state):
        i, x = state
        x = lax.while_loop(lambda s: s[0] < n - 1 - i, lambda s: (s[0] + 1, step(s[0], s[1])), (jnp.int32(0), x))[1]
        return i + 1, x

    return lax.while_loop(lambda s: s[0] < n - 1, round_of, (jnp.int32(0), x))[1]


def levinson(r, y):
    numbers = jnp.arange(N)
    r = r.at[0].set(4.0 * N)

    def body(state):
        k, f, x = state
        mirrored = jnp.clip(k - numbers, 0, N - 1)
        error = jnp.sum(jnp.where(numbers < k, f * r[mirrored], 0.0))
        backward = f[mirrored] * (numbers <= k)
        f = (f - error * backward) / (1 - error * error)
        error = jnp.sum(jnp.where(numbers < k, x * r[mirrored], 0.0))
        return k + 1, f, x + (y[k] - error) * f[mirrored] * (numbers <= k)

    zeros = jnp.zeros(N, r.dtype)
    f = lax.dynamic_update_slice(zeros, (1 / r[0])[None], (0,))
    x = lax.dynamic_update_slice(zeros, (y[0] / r[0])[None], (0,))
    return lax.while_loop(lambda s: s[0] < N, body, (jnp.int32(1), f, x))[2]


def gram_schmidt(a):
    a = a + N * jnp.eye(N, dtype=a.dtype)

    def column(j, q):
        v = lax.dynamic_slice(a, (0, j), (N, 1))[:, 0]

        def project(i, v):
            u = lax.dynamic_slice(q, (0, i), (N, 1))[:, 0]
            return v - jnp.sum(u * v) * u

        v = lax.fori_loop(0, j, project, v)
        return lax.dynamic_update_slice(q, (v / jnp.sqrt(jnp.sum(v * v)))[:, None], (0, j))

    return lax.fori_loop(0, N, column, jnp.zeros((N, N), a.dtype))


def hessenberg(a):
    numbers = jnp.arange(N)

    def body(k, a):
        x = jnp.where(numbers > k, a[:, k], 0.0)
        length = jnp.sqrt(jnp.sum(x * x))
        v = x.at[k + 1].add(jnp.where(x[k + 1] < 0, -length, length))
        v = v / jnp.sqrt(jnp.sum(v * v) + 1e-20)
        a = a - 2 * v[:, None] * (v @ a)[None, :]
        return a - 2 * (a @ v)[:, None] * v[None, :]

    return lax.fori_loop(0, N - 2, body, a)


def shortest_paths(a):
    def body(k, d):
        return jnp.minimum(d, lax.dynamic_slice(d, (k, 0), (1, N)) + lax.dynamic_slice(d, (0, k), (N, 1)))

    return lax.fori_loop(0, N, body, jnp.abs(a))


MATRIX, VECTOR = jax.ShapeDtypeStruct((N, N), np.float32), jax.ShapeDtypeStruct((N,), np.float32)
PROGRAMS = {
    "jacobi_product": (jacobi(rotate_by_product), MATRIX),
    "jacobi_updates": (jacobi(rotate_by_updates), MATRIX),
    "jacobi_rows": (jacobi(rotate_rows), MATRIX),
    "jacobi_pairs": (jacobi_pairs, MATRIX),
    "givens": (givens, MATRIX),
    "gauss": (gauss, MATRIX, VECTOR),
    "lu": (lu, MATRIX),
    "power": (power, MATRIX),
    "bubble": (bubble, VECTOR),
    "levinson": (levinson, VECTOR, VECTOR),
    "gram_schmidt": (gram_schmidt, MATRIX),
    "hessenberg": (hessenberg, MATRIX),
    "shortest_paths": (shortest_paths, MATRIX),
}


def main():
    with jax.default_matmul_precision("highest"):
        for name, (function, *arguments) in PROGRAMS.items():
            text = jax.jit(function).lower(*arguments).as_text()
            (HERE / f"{name}.mlir").write_text("// Made by generate.py.\n" + text)


if __name__ == "__main__":
    main()
