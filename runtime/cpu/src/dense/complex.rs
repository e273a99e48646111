//! Factorizations and triangular systems of complex matrices, by the routines of LAPACK.

use super::arrays::{entry, square, unfit};
use crate::context::Context;
use crate::lapack;
use crate::routine::Call;

/// As [`factors::cholesky`](super::factors::cholesky), with the LAPACK routine.
pub(super) fn cholesky(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let lower = entry(call, "lower")? == "1";
    let uplo = if lower { 'L' } else { 'U' };
    let n = square(&call.inputs.first().ok_or_else(unfit)?.shape)?;
    let zero = num_complex::Complex::new(0.0, 0.0);
    let nan = num_complex::Complex::new(f64::NAN, f64::NAN);
    lapack::run_with(ctx, "lapack_zpotrf_ffi", &|_| Some(uplo), call, |outputs| {
        let [factors, failures] = outputs else { return };
        for (factor, failed) in factors.values.chunks_exact_mut((n * n).max(1)).zip(&failures.values) {
            for (k, v) in factor.iter_mut().enumerate() {
                let (i, j) = (k / n, k % n);
                if i != j && (i > j) != lower {
                    *v = zero;
                } else if failed.re != 0.0 {
                    *v = nan;
                }
            }
        }
    })
}

pub(super) fn solve(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let is = |name: &str| Ok::<bool, String>(entry(call, name)? == "1");
    let (left, lower, unit) = (is("left")?, is("lower")?, is("unit")?);
    let transpose = entry(call, "transpose")?.chars().next();
    let letters = |name: &str| match name {
        "side" => Some(if left { 'L' } else { 'R' }),
        "uplo" => Some(if lower { 'L' } else { 'U' }),
        "diag" => Some(if unit { 'U' } else { 'N' }),
        "trans_x" => transpose,
        _ => None,
    };
    lapack::run_with(ctx, "lapack_ztrsm_ffi", &letters, call, |_| ())
}
