//! Products and transposes of matrices by the intrinsics of LLVM, on matrices that are vectors of one dimension.
//!
//! ```mlir
//! %t = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
//! ```
//! becomes
//! ```mlir
//! %f = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
//! %m = llvm.intr.matrix.transpose %f {columns = 2 : i32, rows = 4 : i32} : vector<8xf32> into vector<8xf32>
//! %t = vector.shape_cast %m : vector<8xf32> to vector<4x2xf32>
//! ```

use std::sync::Arc;

use strata_arith::{AddFOp, AddIOp};
use strata_ir::{affine::AffineMap, prelude::*, rewrite::PatternSet};
use strata_llvm as llvm;
use strata_passes_vector::transposed;
use strata_vector::{CombiningKind, ContractionOp, IteratorType, MaskOp, ShapeCastOp, TransposeOp};

/// The patterns are tried before those that need no intrinsic.
const BENEFIT: u16 = 100;

/// Adds the pattern for products.
pub(crate) fn add_product(patterns: &mut PatternSet) {
    patterns.add_fn(Some(ContractionOp::NAME), "matrix-product", BENEFIT, Arc::new(product));
}

/// Adds the pattern for transposes.
pub(crate) fn add_transpose(patterns: &mut PatternSet) {
    patterns.add_fn(Some(TransposeOp::NAME), "matrix-transpose", BENEFIT, Arc::new(transpose));
}

/// The matrix as a vector of one dimension; `None` if a size is a multiple of `vscale`.
fn flat_type(b: &Body, matrix: Value) -> Option<(Type, [i64; 2])> {
    let ty = b.cx().type_as::<VectorType>(b.ty(matrix)).filter(|ty| !ty.scalable.contains(&true))?;
    let &[rows, columns] = &ty.shape[..] else { return None };
    Some((b.cx().vector(&[rows.checked_mul(columns)?], ty.elem), [rows, columns]))
}

fn i32_attr(b: &Body, n: i64) -> Option<Attr> {
    i32::try_from(n).ok().map(|n| b.cx().i32_attr(n))
}

fn product(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let c = op.as_op::<ContractionOp>(rw)?;
    let (lhs, rhs, acc) = (c.lhs(rw), c.rhs(rw), c.acc(rw));
    let (maps, iterators) = (c.maps(rw), c.iterators(rw));
    let elem = rw.cx().elem_or_self(rw.ty(acc));
    let masked = MaskOp::around(rw, op).is_some();
    let kind = rw.attr(op, "kind").and_then(|a| rw.cx().attr_as::<CombiningKind>(a).copied());
    use IteratorType::{Parallel as P, Reduction as R};
    if masked
        || iterators != [P, P, R]
        || kind.is_some_and(|k| k != CombiningKind::Add)
        || rw.cx().is_index(elem)
        || [lhs, rhs].into_iter().any(|v| rw.cx().elem_or_self(rw.ty(v)) != elem)
    {
        return None;
    }
    let flips = |map: usize, dims: [u32; 2]| {
        let is = |dims: &[u32]| maps.get(map).is_some_and(|m| *m == AffineMap::select(3, dims));
        if is(&dims) { Some(false) } else { is(&[dims[1], dims[0]]).then_some(true) }
    };
    let (flip_lhs, flip_rhs, flip_acc) = (flips(0, [0, 2])?, flips(1, [2, 1])?, flips(2, [0, 1])?);
    for v in [lhs, rhs, acc] {
        flat_type(rw, v)?;
    }
    let lhs = if flip_lhs { transposed(rw, lhs, &[1, 0])? } else { lhs };
    let rhs = if flip_rhs { transposed(rw, rhs, &[1, 0])? } else { rhs };
    let ((flat_lhs, [m, k]), (flat_rhs, [_, n])) = (flat_type(rw, lhs)?, flat_type(rw, rhs)?);
    let [rows, depth, columns] = [i32_attr(rw, m)?, i32_attr(rw, k)?, i32_attr(rw, n)?];
    let (lhs, rhs) = (ShapeCastOp::build(rw, lhs, flat_lhs), ShapeCastOp::build(rw, rhs, flat_rhs));
    let flat = rw.cx().vector(&[m.checked_mul(n)?], elem);
    let sums = llvm::MatrixMultiplyOp::build(rw, lhs, rhs, rows, depth, columns, flat);
    let matrix = rw.cx().vector(&[m, n], elem);
    let sums = ShapeCastOp::build(rw, sums, matrix);
    let sums = if flip_acc { transposed(rw, sums, &[1, 0])? } else { sums };
    let value = match rw.cx().as_float(elem) {
        Some(_) => AddFOp::build(rw, acc, sums, None),
        None => AddIOp::build(rw, acc, sums, None),
    };
    rw.replace_op(op, &[value]);
    Some(())
}

fn transpose(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let t = op.as_op::<TransposeOp>(rw)?;
    let (source, result) = (t.vector(rw), t.result(rw));
    let order = rw.cx().attr_as::<DenseArrayAttr>(rw.attr(op, "permutation")?)?;
    if order.values[..] != [1, 0] {
        return None;
    }
    // The sizes of the result, as upstream has them.
    let (flat, [rows, columns]) = flat_type(rw, result)?;
    let (rows, columns) = (i32_attr(rw, rows)?, i32_attr(rw, columns)?);
    let source = ShapeCastOp::build(rw, source, flat);
    let value = llvm::MatrixTransposeOp::build(rw, source, rows, columns, flat);
    let ty = rw.ty(result);
    let value = ShapeCastOp::build(rw, value, ty);
    rw.replace_op(op, &[value]);
    Some(())
}
