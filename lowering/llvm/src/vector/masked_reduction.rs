//! Reductions of the lanes that a mask selects.
//!
//! ```mlir
//! %0 = vector.mask %k { vector.reduction <add>, %v, %s : vector<4xf32> into f32 } : vector<4xi1> -> f32
//! ```
//! becomes
//! ```mlir
//! %n = llvm.mlir.constant(4 : i32) : i32
//! %0 = "llvm.intr.vp.reduce.fadd"(%s, %v, %k, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
//! ```
//! Extremes of floats that keep NaN have no such op: the lanes that are off get a value that changes nothing.

use strata_arith::{IndexCastOp, MulIOp, eval::IntBinary};
use strata_ir::{prelude::*, rewrite::conversion::unrealized_cast};
use strata_llvm as llvm;
use strata_vector::{CombiningKind, MaskOp, ReductionOp};

use super::flat;
use crate::engine::{Lower, Lowered};

pub(super) fn masked_reduction(l: &mut Lower<'_>) -> Lowered {
    let mask = l.op().as_op::<MaskOp>(l.body).ok_or("is no mask")?;
    if mask.passthru(l.body).is_some() {
        return Err("has values for the lanes that are off".to_owned());
    }
    let inner = mask.masked_op(l.body).and_then(|op| op.as_op::<ReductionOp>(l.body));
    let reduction = inner.ok_or("masks an op that is no reduction")?;
    let (vector, start) = (reduction.vector(l.body), reduction.acc(l.body));
    let kind = *reduction.kind(l.body).get(l.cx());
    let lanes = l.operand(0)?;
    let vector = l.value(vector)?;
    flat(l, l.body.ty(vector))?;
    let start = start.map(|v| l.value(v)).transpose()?;
    let ty = l.new_result_type(0)?;
    let float = llvm::types::is_float(l.cx(), ty);
    let value = match kind {
        CombiningKind::Minimumf | CombiningKind::Maximumf => extreme(l, kind, vector, lanes, start, ty)?,
        _ => {
            let op = predicated(kind, float).ok_or("has a reduction that its elements have not")?;
            let start = match start {
                Some(start) => start,
                None => {
                    let neutral = neutral(l.cx(), kind, ty).ok_or("has no neutral element")?;
                    llvm::ConstantOp::build(&mut l.at(), neutral, ty)
                }
            };
            let length = length(l, vector)?;
            l.build(op, &[start, vector, lanes, length], ty, &[])
        }
    };
    l.replace_one(value)
}

/// The op of LLVM for a kind of reduction.
fn predicated(kind: CombiningKind, float: bool) -> Option<&'static OpInfo> {
    use CombiningKind as K;
    Some(match (kind, float) {
        (K::Add, true) => llvm::VPReduceFAddOp::info(),
        (K::Mul, true) => llvm::VPReduceFMulOp::info(),
        (K::Minnumf, true) => llvm::VPReduceFMinOp::info(),
        (K::Maxnumf, true) => llvm::VPReduceFMaxOp::info(),
        (K::Add, false) => llvm::VPReduceAddOp::info(),
        (K::Mul, false) => llvm::VPReduceMulOp::info(),
        (K::Minui, false) => llvm::VPReduceUMinOp::info(),
        (K::Minsi, false) => llvm::VPReduceSMinOp::info(),
        (K::Maxui, false) => llvm::VPReduceUMaxOp::info(),
        (K::Maxsi, false) => llvm::VPReduceSMaxOp::info(),
        (K::And, false) => llvm::VPReduceAndOp::info(),
        (K::Or, false) => llvm::VPReduceOrOp::info(),
        (K::Xor, false) => llvm::VPReduceXorOp::info(),
        _ => return None,
    })
}

/// The value that does not change a reduction.
fn neutral(cx: &Context, kind: CombiningKind, ty: Type) -> Option<Attr> {
    use CombiningKind as K;
    let width = cx.bit_width(ty)?;
    if cx.as_float(ty).is_some() {
        return Some(match kind {
            K::Mul => cx.float_attr(1.0, ty),
            // NaN, with the sign that upstream gives it.
            K::Minnumf => cx.float_attr(-f64::NAN, ty),
            K::Maxnumf => cx.float_attr(f64::NAN, ty),
            K::Minimumf => cx.float_attr(f64::INFINITY, ty),
            K::Maximumf => cx.float_attr(f64::NEG_INFINITY, ty),
            _ => cx.float_attr(0.0, ty),
        });
    }
    let operation = match kind {
        K::Add => IntBinary::Add,
        K::Mul => IntBinary::Mul,
        K::Minui => IntBinary::MinU,
        K::Minsi => IntBinary::MinS,
        K::Maxui => IntBinary::MaxU,
        K::Maxsi => IntBinary::MaxS,
        K::And => IntBinary::And,
        K::Or => IntBinary::Or,
        K::Xor => IntBinary::Xor,
        K::Minnumf | K::Maxnumf | K::Minimumf | K::Maximumf => return None,
    };
    Some(cx.attr(IntegerAttr { value: operation.neutral(width)?, ty }))
}

/// The number of lanes.
fn length(l: &mut Lower<'_>, vector: Value) -> Lowered<Value> {
    let ty = l.body.ty(vector);
    let i32 = l.cx().i32();
    let n = l.int(l.lanes(ty) as i64, i32);
    if !l.cx().type_as::<VectorType>(ty).is_some_and(|v| v.scalable.contains(&true)) {
        return Ok(n);
    }
    let (i64, index) = (l.index_type(), l.cx().index());
    let scale = llvm::VscaleOp::build(&mut l.at(), i64);
    let scale = unrealized_cast(&mut l.at(), scale, index)?;
    let scale = IndexCastOp::build(&mut l.at(), scale, i32);
    Ok(MulIOp::build(&mut l.at(), n, scale, None))
}

/// The smallest or the largest lane, or NaN if there is one.
fn extreme(
    l: &mut Lower<'_>,
    kind: CombiningKind,
    vector: Value,
    lanes: Value,
    start: Option<Value>,
    ty: Type,
) -> Lowered<Value> {
    let (reduce, combine) = match kind {
        CombiningKind::Minimumf => (llvm::VectorReduceFMinimumOp::info(), llvm::MinimumOp::info()),
        _ => (llvm::VectorReduceFMaximumOp::info(), llvm::MaximumOp::info()),
    };
    let whole = l.body.ty(vector);
    let neutral = neutral(l.cx(), kind, ty).and_then(|n| l.cx().splat_attr(whole, n));
    let neutral = neutral.ok_or("has no neutral element")?;
    let neutral = llvm::ConstantOp::build(&mut l.at(), neutral, whole);
    let vector = l.build(llvm::SelectOp::info(), &[lanes, vector, neutral], whole, &[]);
    let value = l.build(reduce, &[vector], ty, &[]);
    Ok(match start {
        Some(start) => l.build(combine, &[value, start], ty, &[]),
        None => value,
    })
}
