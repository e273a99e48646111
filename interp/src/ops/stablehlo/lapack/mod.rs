//! Calls of LAPACK, as JAX writes factorizations for its CPU backend: `lapack_`, a letter for the element type, the
//! routine, `_ffi`. Dimensions before the last two are batches. All is computed in `f64`.

mod factor;
mod matrix;
mod spectral;

use strata_ir::prelude::{DictionaryAttr, IntegerAttr};

use crate::{C64, Data, Eval, Flow, Num, Step, Tensor, tensor::count};
use factor::Triangle;
use matrix::Matrix;

/// Executes the call of a routine; `None` where the name is not one of a routine that is known.
pub(super) fn call(s: &mut Step<'_, '_>, name: &str) -> Option<Eval> {
    let routine = name.strip_prefix("lapack_")?.strip_suffix("_ffi")?;
    let run = match routine.strip_prefix(['s', 'd', 'c', 'z'])? {
        "getrf" => getrf,
        "potrf" => potrf,
        "trsm" => trsm,
        "geqrf" => geqrf,
        "orgqr" | "ungqr" => orgqr,
        "syevd" | "heevd" => heevd,
        "gesdd" | "gesvd" => gesdd,
        _ => return None,
    };
    Some(run(s))
}

/// A letter of the configuration, as LAPACK's options are.
fn letter(s: &Step<'_, '_>, name: &str) -> Eval<char> {
    let config = s.attr("mhlo.backend_config").and_then(|a| s.cx().attr_as::<DictionaryAttr>(a));
    let value = config.and_then(|d| d.get(s.cx().intern(name)));
    let value = value.and_then(|a| s.cx().attr_as::<IntegerAttr>(a)).and_then(|i| i.value.as_u64());
    let value = value.and_then(|v| u8::try_from(v).ok());
    value.map(char::from).ok_or_else(|| s.fault(format!("has no '{name}' in its backend_config")))
}

/// The matrices of operand `i`, one for each batch.
fn matrices(s: &mut Step<'_, '_>, i: usize) -> Eval<Vec<Matrix>> {
    let t = s.tensor(i)?;
    let &[ref lead @ .., rows, cols] = &t.shape[..] else {
        return Err(s.fault(format!("operand #{i} is not a matrix")));
    };
    let values: Vec<C64> = t.data.iter().map(Num::complex).collect();
    let one = |b: usize| Matrix { rows, cols, values: values[b * rows * cols..][..rows * cols].to_vec() };
    let all = (0..count(lead).unwrap_or(0)).map(one).collect();
    let work = values.len().saturating_mul(rows.min(cols)) / 16;
    s.charge(work)?;
    Ok(all)
}

/// Sets result `k` from the values of all batches.
fn put(s: &mut Step<'_, '_>, k: usize, values: impl IntoIterator<Item = C64>) -> Eval {
    let (elem, shape) = (s.result_elem(k)?, s.result_shape(k)?);
    let data = Data::collect(elem, values.into_iter().map(|v| Num::from_complex(elem, v)));
    s.ensure(count(&shape) == Some(data.len()), || format!("result #{k} has sizes that do not fit"))?;
    s.set_elements(k, Tensor::new(elem, shape, data))
}

fn real(values: impl IntoIterator<Item = f64>) -> impl Iterator<Item = C64> {
    values.into_iter().map(|v| C64::new(v, 0.0))
}

/// Counts from 1 as a number: what LAPACK reports as `info`, and pivots.
fn counts(values: impl IntoIterator<Item = usize>) -> impl Iterator<Item = C64> {
    real(values.into_iter().map(|v| v as f64))
}

/// LU: the factors, the pivots counted from 1, and where the matrix is singular.
fn getrf(s: &mut Step<'_, '_>) -> Eval {
    let mut all = matrices(s, 0)?;
    let (pivots, info): (Vec<_>, Vec<_>) = all.iter_mut().map(factor::lu).unzip();
    put(s, 0, all.into_iter().flat_map(|a| a.values))?;
    put(s, 1, counts(pivots.into_iter().flatten().map(|p| p + 1)))?;
    put(s, 2, counts(info))
}

/// Cholesky: the factor in its triangle, and where the matrix is not positive definite.
fn potrf(s: &mut Step<'_, '_>) -> Eval {
    let lower = letter(s, "uplo")? == 'L';
    let mut all = matrices(s, 0)?;
    s.ensure(all.iter().all(|a| a.rows == a.cols), || "needs square matrices".into())?;
    let info: Vec<usize> = all.iter_mut().map(|a| factor::cholesky(a, lower)).collect();
    put(s, 0, all.into_iter().flat_map(|a| a.values))?;
    put(s, 1, counts(info))
}

/// Triangular systems, from the left or from the right.
fn trsm(s: &mut Step<'_, '_>) -> Eval {
    let left = letter(s, "side")? == 'L';
    let how = letter(s, "trans_x")?;
    let triangle = Triangle {
        upper: letter(s, "uplo")? == 'U',
        unit: letter(s, "diag")? == 'U',
        // A system from the right is solved as its adjoint, which is one from the left.
        transposed: (how != 'N') == left,
        conjugated: (how == 'C') == left,
    };
    let (a, b) = (matrices(s, 0)?, matrices(s, 1)?);
    let mut out = Vec::new();
    s.ensure(a.len() == b.len(), || "has operands of different batches".into())?;
    for (a, b) in a.iter().zip(b) {
        let mut b = if left { b } else { b.adjoint() };
        s.ensure(a.rows == a.cols && a.rows == b.rows, || "has sizes that do not fit".into())?;
        triangle.solve(a, &mut b);
        out.extend(if left { b } else { b.adjoint() }.values);
    }
    put(s, 0, out)
}

/// QR: `R` and the reflectors, and their factors.
fn geqrf(s: &mut Step<'_, '_>) -> Eval {
    let mut all = matrices(s, 0)?;
    let taus: Vec<C64> = all.iter_mut().flat_map(factor::qr).collect();
    put(s, 0, all.into_iter().flat_map(|a| a.values))?;
    put(s, 1, taus)
}

/// `Q` from the reflectors.
fn orgqr(s: &mut Step<'_, '_>) -> Eval {
    let all = matrices(s, 0)?;
    let taus: Vec<C64> = s.tensor(1)?.data.iter().map(Num::complex).collect();
    let k = s.tensor(1)?.shape.last().copied().unwrap_or(0);
    let fits = taus.len() == k * all.len() && all.iter().all(|a| k <= a.cols && a.cols <= a.rows);
    s.ensure(fits, || "has sizes that do not fit".into())?;
    let out: Vec<C64> =
        all.iter().enumerate().flat_map(|(b, a)| factor::q_of(a, &taus[b * k..][..k]).values).collect();
    put(s, 0, out)
}

/// Eigenvectors and eigenvalues of Hermitian matrices, of which one triangle is read.
fn heevd(s: &mut Step<'_, '_>) -> Eval {
    let lower = letter(s, "uplo")? == 'L';
    let all = matrices(s, 0)?;
    s.ensure(all.iter().all(|a| a.rows == a.cols), || "needs square matrices".into())?;
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
        info.push(usize::from(found.is_none()));
        let (w, v) = found.unwrap_or_else(|| (vec![f64::NAN; n], Matrix::zero(n, n)));
        values.extend(real(w));
        vectors.extend(v.values);
    }
    put(s, 0, vectors)?;
    put(s, 1, values)?;
    put(s, 2, counts(info))
}

/// Singular values and vectors: what is left of the operand, the values, `U`, `V*`.
fn gesdd(s: &mut Step<'_, '_>) -> Eval {
    let all = matrices(s, 0)?;
    let (u_shape, v_shape) = (s.result_shape(2)?, s.result_shape(3)?);
    let (Some(&u_cols), Some(&v_rows)) = (u_shape.last(), v_shape.get(v_shape.len().wrapping_sub(2))) else {
        return Err(s.fault("needs matrices for the vectors"));
    };
    let (mut left, mut values, mut right, mut info) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for a in &all {
        let found = spectral::svd(a);
        info.push(usize::from(found.is_none()));
        let (u, w, v) = found.unwrap_or_else(|| {
            let k = a.rows.min(a.cols);
            (Matrix::zero(a.rows, a.rows), vec![f64::NAN; k], Matrix::zero(a.cols, a.cols))
        });
        left.extend(u.with_columns(u_cols).values);
        values.extend(real(w));
        right.extend(v.with_columns(v_rows).adjoint().values);
    }
    put(s, 0, all.into_iter().flat_map(|a| a.values))?;
    put(s, 1, values)?;
    put(s, 2, left)?;
    put(s, 3, right)?;
    put(s, 4, counts(info))?;
    Ok(Flow::Next)
}
