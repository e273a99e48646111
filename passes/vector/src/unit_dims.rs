//! Elementwise ops, transposes and loops work on vectors without dimensions of size one, behind and before shape casts.
//!
//! ```mlir
//! %r = arith.addf %a, %b : vector<4x1xf32>
//! ```
//! becomes
//! ```mlir
//! %x = vector.shape_cast %a : vector<4x1xf32> to vector<4xf32>
//! %y = vector.shape_cast %b : vector<4x1xf32> to vector<4xf32>
//! %s = arith.addf %x, %y : vector<4xf32>
//! %r = vector.shape_cast %s : vector<4xf32> to vector<4x1xf32>
//! ```
//! A vector of one element keeps one dimension.

use std::sync::Arc;

use strata_ir::{prelude::*, rewrite::patterns};
use strata_scf::{ForOp, replace_carried};
use strata_tensor::index_list::statics;
use strata_vector::{ShapeCastOp, TransposeOp};

use crate::{
    shapes::{is_scalable, vector},
    sinking::{is_elementwise, on_operands},
    transpose::transposed,
};

const ROWS: &[PatternRow] = patterns! {
    ForOp => "unit-dims-of-loop": for_loop,
    TransposeOp => "unit-dims-of-transpose": transpose,
};

/// Adds the patterns of this file.
pub fn add_unit_dim_cast_patterns(set: &mut PatternSet) {
    set.add_fn(None, "unit-dims-of-elementwise", 1, Arc::new(elementwise));
    set.add(ROWS);
}

fn is_one(ty: &VectorType, d: usize) -> bool {
    ty.shape[d] == 1 && !is_scalable(ty, d)
}

/// The type without dimensions of size one, if that is another one.
fn reduced(b: &Body, v: Value) -> Option<Type> {
    let ty = vector(b, v)?;
    let kept: Vec<usize> = (0..ty.shape.len()).filter(|&d| !is_one(&ty, d)).collect();
    let scalable = match ty.scalable.contains(&true) {
        true => kept.iter().map(|&d| is_scalable(&ty, d)).collect(),
        false => SmallVec::new(),
    };
    let mut shape: SmallVec<[i64; 4]> = kept.iter().map(|&d| ty.shape[d]).collect();
    if shape.is_empty() {
        shape.push(1);
    }
    let new = b.cx().ty(VectorType { shape: shape.into_iter().collect(), scalable, elem: ty.elem });
    (new != b.ty(v)).then_some(new)
}

fn elementwise(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    if !is_elementwise(rw, op) || !rw.regions(op).is_empty() {
        return None;
    }
    let operands: Vec<Value> = rw.operands(op).collect();
    let types: Vec<Type> = operands.iter().map(|&v| reduced(rw, v)).collect::<Option<_>>()?;
    if vector(rw, operands[0])?.shape.len() < 2 {
        return None;
    }
    let result = rw.result(op, 0);
    let (old, new) = (rw.ty(result), reduced(rw, result)?);
    let casts: Vec<Value> =
        operands.into_iter().zip(types).map(|(v, ty)| ShapeCastOp::build(rw, v, ty)).collect();
    let value = on_operands(rw, op, &casts, new);
    let value = ShapeCastOp::build(rw, value, old);
    rw.replace_op(op, &[value]);
    Some(())
}

fn transpose(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let t = op.as_op::<TransposeOp>(rw)?;
    let (source, old) = (t.vector(rw), rw.ty(t.result(rw)));
    let (ty, new) = (vector(rw, source)?, reduced(rw, source)?);
    let kept: Vec<usize> = (0..ty.shape.len()).filter(|&d| !is_one(&ty, d)).collect();
    let mut order: Vec<i64> = statics(rw, op, "permutation")
        .iter()
        .filter_map(|&d| kept.iter().position(|&k| k as i64 == d))
        .map(|d| d as i64)
        .collect();
    if order.is_empty() {
        order.push(0);
    }
    let value = ShapeCastOp::build(rw, source, new);
    let value = transposed(rw, value, &order)?;
    let value = ShapeCastOp::build(rw, value, old);
    rw.replace_op(op, &[value]);
    Some(())
}

/// The first carried vector that has such dimensions is carried without them.
fn for_loop(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let op = op.as_op::<ForOp>(rw)?;
    let inits: Vec<Value> = op.init_args(rw).collect();
    let (number, init, ty) =
        inits.into_iter().enumerate().find_map(|(i, init)| Some((i, init, reduced(rw, init)?)))?;
    let source = ShapeCastOp::build(rw, init, ty);
    replace_carried(op, rw, number, source, |b, v, ty| ShapeCastOp::build(b, v, ty))
}
