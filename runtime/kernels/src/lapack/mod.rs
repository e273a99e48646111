//! Calls of LAPACK as JAX writes factorizations for its CPU backend: `lapack_`, a letter for the element type, the routine, `_ffi`.
//! Dimensions before the last two are batches. All routines compute in `f64`.

mod eigen;
mod factor;
mod matrix;
mod real_schur;
mod spectral;

use crate::C64;
use crate::memory::{Collected, copied, extend, filled, push};
use factor::Triangle;
use matrix::Matrix;

/// An array in row-major order; the numbers of a real array have no imaginary parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Array {
    /// The sizes.
    pub shape: Vec<usize>,
    /// The numbers, as many as the product of the sizes.
    pub values: Vec<C64>,
}

/// The entries of a call's configuration: letters such as `L` for `uplo`.
pub type Letters<'a> = &'a dyn Fn(&str) -> Option<char>;

/// The operands and results of a routine.
struct Call<'a> {
    letters: Letters<'a>,
    inputs: &'a [Array],
    outputs: &'a mut [Array],
}

type Outcome<T = ()> = Result<T, String>;
type Routine = fn(&mut Call<'_>) -> Outcome;

/// The routine that the target of a call names.
fn routine(name: &str) -> Option<Routine> {
    let routine = name.strip_prefix("lapack_")?.strip_suffix("_ffi")?;
    Some(match routine.strip_prefix(['s', 'd', 'c', 'z'])? {
        "gees" => gees,
        "geev" => geev,
        "gehrd" => gehrd,
        "geqp3" => geqp3,
        "gtsv" => gtsv,
        "ormqr" | "unmqr" => ormqr,
        "sytrd" | "hetrd" => hetrd,
        "getrf" => getrf,
        "potrf" => potrf,
        "trsm" => trsm,
        "geqrf" => geqrf,
        "orgqr" | "ungqr" => orgqr,
        "syevd" | "heevd" => heevd,
        "gesdd" | "gesvd" => gesdd,
        _ => return None,
    })
}

/// Whether the target of a call names a known routine.
pub fn is_known(name: &str) -> bool {
    routine(name).is_some()
}

/// An estimate of the number of steps of a call with these operands.
pub fn cost(inputs: &[Array]) -> usize {
    let one = |a: &Array| {
        let smaller = a.shape.iter().rev().take(2).min().copied().unwrap_or(1);
        a.values.len().saturating_mul(smaller) / 16
    };
    inputs.iter().map(one).fold(0, usize::saturating_add)
}

/// An upper estimate of the bytes of [`call`] and its arrays for these sizes: each number is in an array, in its matrix, and in one or
/// two derived matrices. `None` if the number overflows.
pub fn memory<'a>(shapes: impl Iterator<Item = &'a [usize]>) -> Option<usize> {
    let (mut numbers, mut largest) = (0usize, 0);
    for shape in shapes {
        numbers = numbers.checked_add(shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d))?)?;
        largest = shape.iter().rev().take(2).copied().fold(largest, usize::max);
    }
    let work = largest.checked_mul(largest)?.checked_mul(4)?;
    numbers.checked_mul(3)?.checked_add(work)?.checked_mul(size_of::<C64>())
}

/// Executes the call of a routine; the outputs have their sizes, and their values are set.
///
/// # Errors
/// If the name is not that of a known routine, or operands, results or configuration do not fit it.
pub fn call(name: &str, letters: Letters<'_>, inputs: &[Array], outputs: &mut [Array]) -> Outcome {
    let Some(run) = routine(name) else { return Err(format!("calls '{name}', which is not known")) };
    let size = |shape: &[usize]| shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d));
    ensure(inputs.iter().all(|a| size(&a.shape) == Some(a.values.len())), || {
        "has an operand whose sizes are not those of its data".into()
    })?;
    run(&mut Call { letters, inputs, outputs })
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(message()) }
}

impl Call<'_> {
    fn letter(&self, name: &str) -> Outcome<char> {
        (self.letters)(name).ok_or_else(|| format!("has no '{name}' in its backend_config"))
    }
    fn input(&self, i: usize) -> Outcome<&Array> {
        self.inputs.get(i).ok_or_else(|| format!("has no operand #{i}"))
    }
    fn shape(&self, k: usize) -> Outcome<&[usize]> {
        self.outputs.get(k).map(|o| &o.shape[..]).ok_or_else(|| format!("has no result #{k}"))
    }
    /// The matrices of operand `i`, one for each batch.
    fn matrices(&self, i: usize) -> Outcome<Vec<Matrix>> {
        let a = self.input(i)?;
        let &[ref lead @ .., rows, cols] = &a.shape[..] else {
            return Err(format!("operand #{i} is not a matrix"));
        };
        let size = rows * cols;
        let one = |b: usize| Matrix { rows, cols, values: copied(&a.values[b * size..][..size]) };
        Ok((0..lead.iter().product()).map(one).collected())
    }
    /// As [`Self::matrices`]; all of them must be square.
    fn squares(&self, i: usize) -> Outcome<Vec<Matrix>> {
        let all = self.matrices(i)?;
        ensure(all.iter().all(|a| a.rows == a.cols), || "needs square matrices".into())?;
        Ok(all)
    }
    /// Sets result `k` from the values of all batches.
    fn put(&mut self, k: usize, values: impl IntoIterator<Item = C64>) -> Outcome {
        let n: usize = self.shape(k)?.iter().product();
        let out = &mut self.outputs[k].values;
        out.clear();
        extend(out, values);
        ensure(out.len() == n, || format!("result #{k} has sizes that do not fit"))
    }
}

fn real(values: impl IntoIterator<Item = f64>) -> impl Iterator<Item = C64> {
    values.into_iter().map(|v| C64::new(v, 0.0))
}

/// Counts from 1 as numbers, for LAPACK's `info` and pivots.
fn counts(values: impl IntoIterator<Item = usize>) -> impl Iterator<Item = C64> {
    real(values.into_iter().map(|v| v as f64))
}

/// The elements of all batches.
fn elements(all: Vec<Matrix>) -> impl Iterator<Item = C64> {
    all.into_iter().flat_map(|a| a.values)
}

/// LU: the factors, the pivots counted from 1, and the step at which the matrix is found singular.
fn getrf(c: &mut Call<'_>) -> Outcome {
    let mut all = c.matrices(0)?;
    let (mut pivots, mut info) = (Vec::new(), Vec::new());
    for a in &mut all {
        let (exchanged, singular) = factor::lu(a);
        extend(&mut pivots, exchanged);
        push(&mut info, singular);
    }
    c.put(0, elements(all))?;
    c.put(1, counts(pivots.into_iter().map(|p| p + 1)))?;
    c.put(2, counts(info))
}

/// Cholesky: the factor in its triangle, and the step at which the matrix is found not to be positive definite.
fn potrf(c: &mut Call<'_>) -> Outcome {
    let lower = c.letter("uplo")? == 'L';
    let mut all = c.squares(0)?;
    let info: Vec<usize> = all.iter_mut().map(|a| factor::cholesky(a, lower)).collected();
    c.put(0, elements(all))?;
    c.put(1, counts(info))
}

/// Triangular systems, from the left or from the right.
fn trsm(c: &mut Call<'_>) -> Outcome {
    let left = c.letter("side")? == 'L';
    let how = c.letter("trans_x")?;
    let triangle = Triangle {
        upper: c.letter("uplo")? == 'U',
        unit: c.letter("diag")? == 'U',
        // A system from the right is solved as its adjoint, which is a system from the left.
        transposed: (how != 'N') == left,
        conjugated: (how == 'C') == left,
    };
    let (a, b) = (c.squares(0)?, c.matrices(1)?);
    let mut out = Vec::new();
    ensure(a.len() == b.len(), || "has operands of different batches".into())?;
    for (a, b) in a.iter().zip(b) {
        let mut b = if left { b } else { b.adjoint() };
        ensure(a.rows == b.rows, || "has sizes that do not fit".into())?;
        triangle.solve(a, &mut b);
        extend(&mut out, if left { b } else { b.adjoint() }.values);
    }
    c.put(0, out)
}

/// QR: `R` and the vectors of the reflectors, and their scalar factors.
fn geqrf(c: &mut Call<'_>) -> Outcome {
    let mut all = c.matrices(0)?;
    let taus: Vec<C64> = all.iter_mut().flat_map(factor::qr).collected();
    c.put(0, elements(all))?;
    c.put(1, taus)
}

/// `Q` from the reflectors.
fn orgqr(c: &mut Call<'_>) -> Outcome {
    let all = c.matrices(0)?;
    let taus = c.input(1)?;
    let k = taus.shape.last().copied().unwrap_or(0);
    let fits = taus.values.len() == k * all.len() && all.iter().all(|a| k <= a.cols && a.cols <= a.rows);
    ensure(fits, || "has sizes that do not fit".into())?;
    let q = |(b, a): (usize, &Matrix)| factor::q_of(a, &taus.values[b * k..][..k]);
    let out = all.iter().enumerate().map(q).collected();
    c.put(0, elements(out))
}

/// Eigenvectors and eigenvalues of Hermitian matrices, of which one triangle is read.
fn heevd(c: &mut Call<'_>) -> Outcome {
    let lower = c.letter("uplo")? == 'L';
    let all = c.squares(0)?;
    let (mut vectors, mut values, mut info) = (Vec::new(), Vec::new(), Vec::new());
    for mut a in all {
        let n = a.rows;
        for i in 0..n {
            a[(i, i)].im = 0.0;
            for j in 0..i {
                let (from, to) = if lower { ((i, j), (j, i)) } else { ((j, i), (i, j)) };
                a[to] = a[from].conj();
            }
        }
        let found = spectral::eigh(a);
        push(&mut info, usize::from(found.is_none()));
        let (w, v) = found.unwrap_or_else(|| (filled(f64::NAN, n), Matrix::zero(n, n)));
        extend(&mut values, real(w));
        extend(&mut vectors, v.values);
    }
    c.put(0, vectors)?;
    c.put(1, values)?;
    c.put(2, counts(info))
}

/// Singular values and vectors: the overwritten operand, the values, `U`, `V*`.
fn gesdd(c: &mut Call<'_>) -> Outcome {
    let all = c.matrices(0)?;
    let (u_shape, v_shape) = (c.shape(2)?, c.shape(3)?);
    let (Some(&u_cols), Some(&v_rows)) = (u_shape.last(), v_shape.get(v_shape.len().wrapping_sub(2))) else {
        return Err("needs matrices for the vectors".into());
    };
    let (mut left, mut values, mut right, mut info) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for a in &all {
        let found = spectral::svd(a);
        push(&mut info, usize::from(found.is_none()));
        let (u, w, v) = found.unwrap_or_else(|| {
            let k = a.rows.min(a.cols);
            (Matrix::zero(a.rows, a.rows), filled(f64::NAN, k), Matrix::zero(a.cols, a.cols))
        });
        extend(&mut left, u.with_columns(u_cols).values);
        extend(&mut values, real(w));
        extend(&mut right, v.with_columns(v_rows).adjoint().values);
    }
    c.put(0, elements(all))?;
    c.put(1, values)?;
    c.put(2, left)?;
    c.put(3, right)?;
    c.put(4, counts(info))
}

/// Eigenvalues, as real and imaginary parts if the matrix is real, left and right eigenvectors.
fn geev(c: &mut Call<'_>) -> Outcome {
    let all = c.squares(0)?;
    let real = c.outputs.len() == 5;
    let (mut values, mut left, mut right, mut info) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for a in all {
        let n = a.rows;
        let found = eigen::eigen(a, real);
        push(&mut info, usize::from(found.is_none()));
        let nan = C64::new(f64::NAN, f64::NAN);
        let found = found.unwrap_or_else(|| eigen::Eigen {
            values: filled(nan, n),
            left: Matrix::zero(n, n),
            right: Matrix::zero(n, n),
        });
        extend(&mut values, found.values);
        extend(&mut left, found.left.values);
        extend(&mut right, found.right.values);
    }
    let next = usize::from(real);
    if real {
        c.put(0, values.iter().map(|v| v.re.into()))?;
        c.put(1, values.iter().map(|v| v.im.into()))?;
    } else {
        c.put(0, values)?;
    }
    c.put(next + 1, left)?;
    c.put(next + 2, right)?;
    c.put(next + 3, counts(info))
}

/// The Schur form, its basis and the eigenvalues, as real and imaginary parts if the matrix is real.
fn gees(c: &mut Call<'_>) -> Outcome {
    let all = c.squares(0)?;
    let real = c.outputs.len() == 6;
    let (mut form, mut basis, mut values, mut info) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for a in all {
        let n = a.rows;
        let found = if real {
            real_schur::real_schur(a).map(|s| (s.t, s.z, s.values))
        } else {
            eigen::schur(a).map(|s| {
                let values = (0..n).map(|k| s.t[(k, k)]).collected();
                (s.t, s.z, values)
            })
        };
        push(&mut info, usize::from(found.is_none()));
        let empty = || (Matrix::zero(n, n), Matrix::zero(n, n), filled(C64::default(), n));
        let (t, z, w) = found.unwrap_or_else(empty);
        extend(&mut values, w);
        extend(&mut form, t.values);
        extend(&mut basis, z.values);
    }
    c.put(0, form)?;
    c.put(1, basis)?;
    let next = if real {
        c.put(2, values.iter().map(|v| v.re.into()))?;
        c.put(3, values.iter().map(|v| v.im.into()))?;
        4
    } else {
        c.put(2, values)?;
        3
    };
    c.put(next, counts(info.iter().map(|_| 0)))?;
    c.put(next + 1, counts(info))
}

/// The Hessenberg form with the vectors of the reflectors below it, and their scalar factors.
fn gehrd(c: &mut Call<'_>) -> Outcome {
    let mut all = c.squares(0)?;
    let batches = all.len();
    let taus: Vec<C64> = all.iter_mut().flat_map(factor::hessenberg).collected();
    c.put(0, elements(all))?;
    c.put(1, taus)?;
    c.put(2, counts(filled(0, batches)))
}

/// The tridiagonal form of a Hermitian matrix, with the vectors of the reflectors in a triangle, and their scalar factors.
fn hetrd(c: &mut Call<'_>) -> Outcome {
    let lower = c.letter("uplo")? == 'L';
    let mut all = c.squares(0)?;
    let batches = all.len();
    let (mut main, mut off, mut taus) = (Vec::new(), Vec::new(), Vec::new());
    for a in &mut all {
        let (d, e, t) = factor::tridiagonal(a, lower);
        extend(&mut main, d);
        extend(&mut off, e);
        extend(&mut taus, t);
    }
    c.put(0, elements(all))?;
    c.put(1, real(main))?;
    c.put(2, real(off))?;
    c.put(3, taus)?;
    c.put(4, counts(filled(0, batches)))
}

/// QR with column pivoting: `R` and the vectors of the reflectors, the column order, and the scalar factors.
fn geqp3(c: &mut Call<'_>) -> Outcome {
    let mut all = c.matrices(0)?;
    let order = c.input(1)?;
    let n = order.shape.last().copied().unwrap_or(0);
    let fits = order.values.len() == n * all.len() && all.iter().all(|a| a.cols == n);
    ensure(fits, || "has sizes that do not fit".into())?;
    let mut order: Vec<usize> = order.values.iter().map(|v| v.re as usize).collected();
    let mut taus = Vec::new();
    for (b, a) in all.iter_mut().enumerate() {
        extend(&mut taus, factor::pivoted_qr(a, &mut order[b * n..][..n]));
    }
    c.put(0, elements(all))?;
    c.put(1, counts(order))?;
    c.put(2, taus)
}

/// A product with `Q`, from the left or from the right, given by its reflectors.
fn ormqr(c: &mut Call<'_>) -> Outcome {
    let (left, adjoint) = (c.letter("left")? != '\0', c.letter("transpose")? != '\0');
    let (all, mut products) = (c.matrices(0)?, c.matrices(2)?);
    let taus = c.input(1)?;
    let k = taus.shape.last().copied().unwrap_or(0);
    let fits = taus.values.len() == k * all.len()
        && all.len() == products.len()
        && all
            .iter()
            .zip(&products)
            .all(|(a, p)| k <= a.cols && a.rows == if left { p.rows } else { p.cols });
    ensure(fits, || "has sizes that do not fit".into())?;
    for (b, (a, product)) in all.iter().zip(&mut products).enumerate() {
        let taus = &taus.values[b * k..][..k];
        if left {
            factor::times_q(a, taus, adjoint, product);
        } else {
            // A product from the right is the adjoint of a product from the left.
            let mut turned = product.adjoint();
            factor::times_q(a, taus, !adjoint, &mut turned);
            *product = turned.adjoint();
        }
    }
    c.put(0, elements(products))
}

/// Tridiagonal systems; the diagonals are returned unchanged.
fn gtsv(c: &mut Call<'_>) -> Outcome {
    let mut all = c.matrices(3)?;
    let diagonals = [c.input(0)?, c.input(1)?, c.input(2)?].map(|d| copied(&d.values));
    let n = all.first().map_or(0, |b| b.rows);
    ensure(diagonals.iter().all(|d| d.len() == n * all.len()), || "has sizes that do not fit".into())?;
    let mut info = Vec::new();
    for (k, b) in all.iter_mut().enumerate() {
        let [lower, main, upper] = [0, 1, 2].map(|i: usize| &diagonals[i][k * n..][..n]);
        push(&mut info, factor::solve_tridiagonal(lower, main, upper, b));
    }
    for (k, d) in diagonals.into_iter().enumerate() {
        c.put(k, d)?;
    }
    c.put(3, elements(all))?;
    c.put(4, counts(info))
}
