//! Factorizations and triangular systems of real matrices in the precision of their elements (`docs/adr/0014-lapack-kernels.md`):
//! `strata_cholesky`, `strata_triangular_solve`, and the equivalent LAPACK routines. Those of complex numbers are in
//! [`lapack`](crate::lapack).
//!
//! Routines compute in the memory of their results. What they need beside it is counted exactly, or a little too high, by the function of
//! the same name in [`scratch`](strata_runtime_kernels::dense::scratch).

mod arrays;
mod complex;
mod factors;
mod orthogonal;
mod spectral;
mod systems;

use strata_runtime_kernels::dense::Real;

use crate::context::Context;
use crate::routine::{Call, ElementType};

/// The routines that begin with [`arrays::copy`] and read nothing else of the argument. Those of LAPACK are without the letter of their type.
const OVERWRITING: [&str; 9] = [
    "strata_cholesky",
    "strata_triangular_solve",
    "geqrf",
    "gesdd",
    "gesvd",
    "getrf",
    "ormqr",
    "syevd",
    "trsm",
];

/// Runs a routine if it is one of this module and its arrays are real.
pub(crate) fn run(ctx: Option<&Context>, name: &str, call: &mut Call<'_>) -> Option<Result<(), String>> {
    match call.inputs.first().map(|i| (i.element.code, i.element.bits)) {
        Some((2, 32)) => run_in::<f32>(ctx, name, call),
        Some((2, 64)) => run_in::<f64>(ctx, name, call),
        _ if name == "strata_cholesky" => Some(complex::cholesky(ctx, call)),
        _ if name == "strata_triangular_solve" => Some(complex::solve(ctx, call)),
        _ => None,
    }
}

/// Whether a routine on elements of this type overwrites a copy of an argument, so that the argument may be in the memory of its result.
pub(crate) fn overwrites(name: &str, element: Option<ElementType>) -> bool {
    let real = matches!(element.map(|e| (e.code, e.bits)), Some((2, 32 | 64)));
    let lapack = name.strip_prefix("lapack_").and_then(|name| name.strip_suffix("_ffi"));
    let name = lapack.map_or(Some(name), |name| name.strip_prefix(['s', 'd']));
    real && name.is_some_and(|name| OVERWRITING.contains(&name))
}

fn run_in<T: Real>(ctx: Option<&Context>, name: &str, call: &mut Call<'_>) -> Option<Result<(), String>> {
    let routine = match name {
        "strata_cholesky" => factors::cholesky::<T>,
        "strata_triangular_solve" => systems::solve::<T>,
        "lapack_spotrf_ffi" | "lapack_dpotrf_ffi" => factors::potrf::<T>,
        "lapack_strsm_ffi" | "lapack_dtrsm_ffi" => systems::trsm::<T>,
        "lapack_sgetrf_ffi" | "lapack_dgetrf_ffi" => factors::getrf::<T>,
        "lapack_sgeqrf_ffi" | "lapack_dgeqrf_ffi" => orthogonal::geqrf::<T>,
        "lapack_sorgqr_ffi" | "lapack_dorgqr_ffi" => orthogonal::orgqr::<T>,
        "lapack_sormqr_ffi" | "lapack_dormqr_ffi" => orthogonal::ormqr::<T>,
        "lapack_ssyevd_ffi" | "lapack_dsyevd_ffi" => spectral::syevd::<T>,
        "lapack_sgesdd_ffi" | "lapack_dgesdd_ffi" | "lapack_sgesvd_ffi" | "lapack_dgesvd_ffi" => {
            spectral::gesdd::<T>
        }
        _ => return None,
    };
    Some(routine(ctx, call))
}
