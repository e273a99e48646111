//! Transposes as extractions and insertions, or as shuffles.
//!
//! ```mlir
//! %t = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
//! ```
//! becomes, for each element,
//! ```mlir
//! %e = vector.extract %v[0, 1] : f32 from vector<2x4xf32>
//! %n = vector.insert %e, %t [1, 0] : f32 into vector<4x2xf32>
//! ```
//! or one shuffle of all elements. Trailing dimensions that keep their places stay vectors.

use std::sync::Arc;

use strata_ir::prelude::*;
use strata_pass::option_enum;
use strata_tensor::index_list::statics;
use strata_vector::{ExtractOp, InsertOp, ShapeCastOp, ShuffleOp, TransposeOp};

use crate::{
    shapes::{advance, count, fixed, is_scalable, poison, vector},
    transpose_16x16::transpose_16x16,
};

option_enum! {
    /// How transposes are lowered.
    pub enum TransposeLowering {
        /// Lower transpose into element-wise extract and inserts.
        Elements = "eltwise",
        /// Lower 2-D transpose directly to `llvm.intr.matrix.transpose`.
        LlvmIntr = "llvmintr",
        /// Lower 2-D transpose to `vector.shuffle` on 1-D vector.
        Shuffles = "shuffle1d",
        /// Lower 2-D transpose to `vector.shuffle` on 16x16 vector.
        Shuffles16x16 = "shuffle16x16",
    }
}

/// Adds the lowering of transposes. That to the intrinsic of LLVM is not here; without it they become extractions and insertions.
pub fn add_transpose_patterns(set: &mut PatternSet, lowering: TransposeLowering) {
    let apply = move |op: Op, rw: &mut Rewriter<'_>| transpose(op, rw, lowering);
    set.add_fn(Some(TransposeOp::NAME), "lower-transpose", 1, Arc::new(apply));
}

/// The transpose of a vector.
pub fn transposed(rw: &mut Rewriter<'_>, v: Value, order: &[i64]) -> Option<Value> {
    let ty = vector(rw, v)?;
    let order_of: Vec<usize> = order.iter().map(|&d| usize::try_from(d).ok()).collect::<Option<_>>()?;
    let shape = order_of.iter().map(|&d| ty.shape.get(d).copied()).collect::<Option<_>>()?;
    let scalable = match ty.scalable.contains(&true) {
        true => order_of.iter().map(|&d| is_scalable(&ty, d)).collect(),
        false => SmallVec::new(),
    };
    let new = rw.cx().ty(VectorType { shape, scalable, elem: ty.elem });
    let order = rw.cx().i64_array(order);
    Some(TransposeOp::build(rw, v, order, new))
}

/// The dimension of the source that each dimension of the result is.
fn order(b: &Body, op: Op) -> Option<Vec<usize>> {
    statics(b, op, "permutation").iter().map(|&d| usize::try_from(d).ok()).collect()
}

/// The sizes of the dimensions with more than one element, if there are two, both are fixed, and a transpose exchanges them.
pub(crate) fn exchanged(b: &Body, op: Op, source: &VectorType) -> Option<[i64; 2]> {
    if source.scalable.contains(&true) {
        return None;
    }
    // As the result has them.
    let large: Vec<usize> = order(b, op)?.into_iter().filter(|&d| source.shape[d] != 1).collect();
    let &[column, row] = &large[..] else { return None };
    (column > row).then(|| [source.shape[row], source.shape[column]])
}

fn transpose(op: Op, rw: &mut Rewriter<'_>, lowering: TransposeLowering) -> Option<()> {
    let t = op.as_op::<TransposeOp>(rw)?;
    let (source, result) = (t.vector(rw), rw.ty(t.result(rw)));
    let ty = vector(rw, source)?;
    let order = order(rw, op)?;
    if ty.scalable.contains(&true) {
        return None;
    }
    if order == [1, 0] && ty.shape.contains(&1) {
        let value = ShapeCastOp::build(rw, source, result);
        rw.replace_op(op, &[value]);
        return Some(());
    }
    if matches!(lowering, TransposeLowering::Shuffles | TransposeLowering::Shuffles16x16)
        && let Some(sizes) = exchanged(rw, op, &ty)
    {
        return shuffle(op, rw, source, sizes, &ty, lowering);
    }
    let mut kept = order.len();
    while kept > 0 && order[kept - 1] == kept - 1 {
        kept -= 1;
    }
    let shape = &ty.shape[..kept];
    let n = count(shape)?;
    if kept == 0 {
        rw.replace_op(op, &[source]);
        return Some(());
    }
    let mut value = poison(rw, result);
    let mut from = vec![0; kept];
    for _ in 0..n {
        let to: Vec<i64> = order[..kept].iter().map(|&d| from[d]).collect();
        let part = ExtractOp::create(rw, source, &fixed(&from));
        value = InsertOp::create(rw, part, value, &fixed(&to));
        advance(&mut from, shape, 1);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

/// Shuffles of all elements, or of rows of 16, transpose a matrix.
fn shuffle(
    op: Op,
    rw: &mut Rewriter<'_>,
    source: Value,
    [m, n]: [i64; 2],
    ty: &VectorType,
    lowering: TransposeLowering,
) -> Option<()> {
    let flat = rw.cx().vector(&[count(&[m, n])?], ty.elem);
    let all = ShapeCastOp::build(rw, source, flat);
    let all = if lowering == TransposeLowering::Shuffles16x16 && [m, n] == [16, 16] {
        let matrix = rw.cx().vector(&[m, n], ty.elem);
        let matrix = ShapeCastOp::build(rw, all, matrix);
        transpose_16x16(rw, matrix)
    } else {
        let mask: Vec<i64> = (0..n).flat_map(|j| (0..m).map(move |i| i * n + j)).collect();
        let mask = rw.cx().i64_array(&mask);
        ShuffleOp::build(rw, all, all, mask, flat)
    };
    let result = rw.ty(rw.result(op, 0));
    let value = ShapeCastOp::build(rw, all, result);
    rw.replace_op(op, &[value]);
    Some(())
}
