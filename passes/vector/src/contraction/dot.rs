//! Products of matrices, and of matrices and vectors, as one dot product for each element of the result.

use strata_arith::{AddFOp, AddIOp, MulFOp, MulIOp};
use strata_ir::prelude::*;
use strata_vector::{CombiningKind, ExtractOp, InsertOp, IteratorType, ReductionOp};

use super::Contraction;
use crate::{
    shapes::{count, fixed, vector, zeros},
    transpose::transposed,
};

/// Factors whose last dimension is the reduction, once they are transposed.
struct Factors {
    rows: Value,
    columns: Value,
    flip_rows: bool,
    flip_columns: bool,
}

/// The dot products that a contraction is; `None`, with nothing changed, if its maps are not those of such a product.
pub(super) fn dot_products(rw: &mut Rewriter<'_>, c: &Contraction) -> Option<Value> {
    let Factors { rows, columns, flip_rows, flip_columns } = factors(c).filter(|_| c.mask.is_none())?;
    let ty = vector(rw, c.acc).filter(|ty| !ty.scalable.contains(&true) && !rw.cx().is_index(ty.elem))?;
    count(&ty.shape)?;
    let rows = if flip_rows { transposed(rw, rows, &[1, 0])? } else { rows };
    let columns = if flip_columns { transposed(rw, columns, &[1, 0])? } else { columns };
    let mut result = zeros(rw, rw.ty(c.acc))?;
    let (m, n) = (ty.shape[0], ty.shape.get(1).copied());
    let mut parts = Vec::new();
    for i in 0..m {
        let row = ExtractOp::create(rw, rows, &fixed(&[i]));
        for j in 0..n.unwrap_or(1) {
            // Each column is extracted once.
            if i == 0 {
                parts.push(if n.is_some() { ExtractOp::create(rw, columns, &fixed(&[j])) } else { columns });
            }
            let product = multiply(rw, row, parts[j as usize]);
            let kind = rw.cx().attr(CombiningKind::Add);
            let sum = ReductionOp::build(rw, kind, product, None, None, ty.elem);
            let at = if n.is_some() { fixed(&[i, j]) } else { fixed(&[i]) };
            result = InsertOp::create(rw, sum, result, &at);
        }
    }
    Some(match rw.cx().as_float(ty.elem) {
        Some(_) => AddFOp::build(rw, result, c.acc, None),
        None => AddIOp::build(rw, result, c.acc, None),
    })
}

/// The product of the elements of two vectors.
pub(super) fn multiply(rw: &mut Rewriter<'_>, x: Value, y: Value) -> Value {
    match rw.cx().as_float(rw.cx().elem_or_self(rw.ty(x))) {
        Some(_) => MulFOp::build(rw, x, y, None),
        None => MulIOp::build(rw, x, y, None),
    }
}

fn factors(c: &Contraction) -> Option<Factors> {
    use IteratorType::{Parallel as P, Reduction as R};
    // Whether a factor with the parallel dimension `d` has the reduction `k` first.
    let side = |map: usize, d: u32, k: u32| {
        if c.is(map, &[k, d]) { Some(true) } else { c.is(map, &[d, k]).then_some(false) }
    };
    match c.iterators[..] {
        [P, P, R] => {
            let (flip_lhs, flip_rhs) = (side(0, 0, 2)?, side(1, 1, 2)?);
            if c.is(2, &[0, 1]) {
                Some(Factors { rows: c.lhs, columns: c.rhs, flip_rows: flip_lhs, flip_columns: flip_rhs })
            } else if c.is(2, &[1, 0]) {
                Some(Factors { rows: c.rhs, columns: c.lhs, flip_rows: flip_rhs, flip_columns: flip_lhs })
            } else {
                None
            }
        }
        [P, R] => {
            c.is(2, &[0]).then_some(())?;
            if let (Some(flip_rows), true) = (side(0, 0, 1), c.is(1, &[1])) {
                return Some(Factors { rows: c.lhs, columns: c.rhs, flip_rows, flip_columns: false });
            }
            let flip_rows = side(1, 0, 1).filter(|_| c.is(0, &[1]))?;
            Some(Factors { rows: c.rhs, columns: c.lhs, flip_rows, flip_columns: false })
        }
        _ => None,
    }
}
