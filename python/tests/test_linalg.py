"""Linear algebra on the platform, compared with XLA and LAPACK."""

from on_strata import TYPES, TestCase, jax, np, on_cpu, random

import jax.numpy as jnp
from jax import lax
from jax._src.lax.linalg import geqrf, ormqr as apply_reflectors
from jax.lax import linalg

#: Batches of each type.
BATCHES = {np.float32: ((3,), (0,)), np.float64: ((),), np.complex64: ((2, 2),), np.complex128: ((2,),)}


def hermitian(seed, shape, dtype):
    """Positive definite matrices."""
    a = random(seed, shape, dtype)
    return (a @ np.conj(np.swapaxes(a, -1, -2)) + shape[-1] * np.eye(shape[-1])).astype(dtype)


def triangular(seed, shape, dtype):
    """Lower triangular matrices with a small condition."""
    return np.tril(random(seed, shape, dtype)) + (shape[-1] * np.eye(shape[-1])).astype(dtype)


def eigh(a):
    """Eigenvalues, the defect of the vectors, and that of their lengths."""
    w, v = jnp.linalg.eigh(a)
    return w, a @ v - v * w[..., None, :], jnp.swapaxes(v.conj(), -1, -2) @ v


def eig(a):
    """The defect of right vectors, and the moments of the eigenvalues, which have no order."""
    w, v = jnp.linalg.eig(a)
    return a @ v - v * w[..., None, :], w.sum(-1), (w * w).sum(-1), jnp.linalg.norm(v, axis=-2)


def svd(a):
    """Singular values and the product."""
    u, s, v = jnp.linalg.svd(a, full_matrices=False)
    return s, (u * s[..., None, :]) @ v


def svd_full(a):
    """Singular values and the products of the full factors."""
    u, s, v = jnp.linalg.svd(a, full_matrices=True)
    return s, u @ jnp.swapaxes(u.conj(), -1, -2), v @ jnp.swapaxes(v.conj(), -1, -2)


def qr(a):
    """The factors: Householder's have no freedom."""
    return jnp.linalg.qr(a)


def qr_pivoted(a):
    """Factors and columns of the factorization with pivots."""
    return jax.scipy.linalg.qr(a, pivoting=True, mode="economic")


def schur(a):
    """The product of the factors, for one matrix."""
    t, z = jax.scipy.linalg.schur(a, output="complex")
    return z @ t @ z.conj().T, z @ z.conj().T


def hessenberg(a):
    """The product of the factors, for one matrix."""
    h, q = jax.scipy.linalg.hessenberg(a, calc_q=True)
    return q @ h @ q.conj().T, h


def tridiagonal(a):
    """The form and its reflectors."""
    return linalg.tridiagonal(a, lower=True)


def tridiagonal_solve(a):
    """A system whose diagonals are rows of a matrix."""
    d = jnp.abs(a[..., 1, :]) + 5
    lower = a[..., 0, :].at[..., 0].set(0)
    upper = a[..., 2, :].at[..., -1].set(0)
    return linalg.tridiagonal_solve(lower, d.astype(a.dtype), upper, a)


def multiply_by_q(a):
    """The product with the orthogonal factor, without that factor."""
    factor, taus = geqrf(a)
    return apply_reflectors(factor, taus, a, left=True, transpose=False)


def solve(a):
    return jnp.linalg.solve(a, a[..., :, :2])


def solve_transposed(a):
    return linalg.triangular_solve(a, a, left_side=True, lower=True, transpose_a=True, conjugate_a=True)


def solve_right(a):
    return linalg.triangular_solve(a, a, left_side=False, lower=True, unit_diagonal=True)


CASES = {
    "cholesky": (jnp.linalg.cholesky, hermitian, 5, 5),
    "eigh": (eigh, hermitian, 5, 5),
    "eigvalsh": (jnp.linalg.eigvalsh, hermitian, 5, 5),
    "eig": (eig, random, 5, 5),
    "svd": (svd, random, 4, 6),
    "svd_full": (svd_full, random, 6, 4),
    "svdvals": (jnp.linalg.svdvals, random, 5, 5),
    "qr": (qr, random, 6, 4),
    "qr_wide": (qr, random, 4, 6),
    "ormqr": (multiply_by_q, random, 5, 3),
    "lu": (linalg.lu, random, 5, 5),
    "det": (jnp.linalg.det, random, 5, 5),
    "inv": (jnp.linalg.inv, hermitian, 5, 5),
    "solve": (solve, random, 5, 5),
    "triangular_solve": (solve_transposed, triangular, 4, 4),
    "triangular_solve_right": (solve_right, triangular, 4, 4),
    "tridiagonal": (tridiagonal, hermitian, 5, 5),
    "tridiagonal_solve": (tridiagonal_solve, random, 3, 3),
    "pinv": (jnp.linalg.pinv, random, 4, 3),
}
#: Those of one matrix.
SINGLE = {
    "qr_pivoted": (qr_pivoted, random, 5, 4),
    "schur": (schur, random, 5, 5),
    "hessenberg": (hessenberg, random, 5, 5),
    "expm": (jax.scipy.linalg.expm, random, 4, 4),
}


class LinearAlgebra(TestCase):
    """Every factorization, type and batch."""

    def check(self, name, case, batches):
        function, make, rows, columns = case
        for dtype in TYPES:
            for batch in batches[dtype]:
                with self.subTest(name, dtype=dtype.__name__, batch=batch):
                    a = make(1, (*batch, rows, columns), dtype)
                    self.assert_as_cpu(function, a)

    def test_batches(self):
        for name, case in CASES.items():
            self.check(name, case, BATCHES)

    def test_single(self):
        for name, case in SINGLE.items():
            self.check(name, case, dict.fromkeys(TYPES, ((),)))

    def test_nan(self):
        """A NaN reaches the results where it does so in LAPACK, though not always the same elements."""
        for name, (function, make, rows, columns) in (CASES | SINGLE).items():
            with self.subTest(name):
                a = make(2, (rows, columns), np.float32)
                a[1, 1] = np.nan
                has_nan = lambda tree: any(np.isnan(np.asarray(x)).any() for x in jax.tree.leaves(tree))  # noqa: E731
                self.assertEqual(has_nan(jax.jit(function)(a)), has_nan(on_cpu(function, a)))

    def test_not_positive_definite(self):
        a = hermitian(3, (2, 4, 4), np.float32)
        a[0] = -a[0]
        self.assert_as_cpu(jnp.linalg.cholesky, a)

    def test_singular(self):
        self.assert_as_cpu(linalg.lu, np.ones((4, 4), np.float32))

    def test_empty_matrices(self):
        for name in ("cholesky", "lu", "qr", "eigvalsh", "svdvals"):
            with self.subTest(name):
                self.assert_as_cpu(CASES[name][0], np.zeros((2, 0, 0), np.float32))

    def test_gradients(self):
        a = hermitian(4, (4, 4), np.float64)
        for name, function in {
            "cholesky": jnp.linalg.cholesky,
            "eigvalsh": jnp.linalg.eigvalsh,
            "svdvals": jnp.linalg.svdvals,
            "inv": jnp.linalg.inv,
            "slogdet": lambda a: jnp.linalg.slogdet(a)[1],
            "qr": lambda a: jnp.linalg.qr(a)[1],
        }.items():
            with self.subTest(name):
                self.assert_as_cpu(jax.grad(lambda a, f=function: jnp.sum(f(a))), a)

    def test_no_loops_for_factorizations(self):
        """The programs call LAPACK; the general rules of JAX are loops of small steps."""
        a = np.eye(4, dtype=np.float32)
        for name in ("svd", "qr", "eigh", "cholesky"):
            with self.subTest(name):
                text = jax.jit(CASES[name][0]).lower(a).as_text()
                self.assertIn("@lapack_s", text)
                self.assertNotIn("stablehlo.while", text)

    def test_matmul(self):
        a, b = random(5, (33, 65), np.float32), random(6, (65, 17), np.float32)
        self.assert_as_cpu(lambda a, b: lax.dot(a, b, precision="highest"), a, b)


if __name__ == "__main__":
    import unittest

    unittest.main()
