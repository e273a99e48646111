//! Factorizations and triangular systems become calls, if they are large enough and of a type that the runtime supports.

use strata_ir::prelude::*;
use strata_stablehlo::{self as hlo, Transpose};

/// Smaller matrices are lowered to loops.
const FEWEST: i64 = 8;

/// The routine for an op, and its configuration.
pub(super) fn routine_of(b: &Body, op: Op) -> Option<(String, String)> {
    let flag =
        |name: &str| u8::from(b.attr(op, name).and_then(|a| b.cx().attr_i64(a)).is_some_and(|v| v != 0));
    if let Some(cholesky) = op.as_op::<hlo::CholeskyOp>(b) {
        fits(b, cholesky.a(b))?;
        return Some(("strata_cholesky".to_owned(), format!("lower={}\n", flag("lower"))));
    }
    let solve = op.as_op::<hlo::TriangularSolveOp>(b)?;
    fits(b, solve.a(b))?;
    let transpose = match *solve.transpose_a(b).get(b.cx()) {
        Transpose::NoTranspose => "N",
        Transpose::Transpose => "T",
        Transpose::Adjoint => "C",
        Transpose::Invalid => return None,
    };
    let (left, lower, unit) = (flag("left_side"), flag("lower"), flag("unit_diagonal"));
    let config = format!("left={left}\nlower={lower}\nunit={unit}\ntranspose={transpose}\n");
    Some(("strata_triangular_solve".to_owned(), config))
}

/// Whether matrices are large and of floats or complex numbers of 32 or 64 bits.
fn fits(b: &Body, matrices: Value) -> Option<()> {
    let cx = b.cx();
    let ty = cx.type_as::<TensorType>(b.ty(matrices))?;
    let part = cx.type_as::<ComplexType>(ty.elem).map_or(ty.elem, |c| c.elem);
    let large = ty.shape.last().is_some_and(|&n| n >= FEWEST || n == DYNAMIC);
    (large && (part == cx.f32() || part == cx.f64())).then_some(())
}
