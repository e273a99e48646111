//! Ops on vectors of several dimensions as ops on their rows.
//!
//! ```mlir
//! %0 = vector.interleave %a, %b : vector<2x3xi8> -> vector<2x6xi8>
//! ```
//! becomes, for each row,
//! ```mlir
//! %x = vector.extract %a[1] : vector<3xi8> from vector<2x3xi8>
//! %y = vector.extract %b[1] : vector<3xi8> from vector<2x3xi8>
//! %z = vector.interleave %x, %y : vector<3xi8> -> vector<6xi8>
//! %n = vector.insert %z, %0 [1] : vector<6xi8> into vector<2x6xi8>
//! ```

use strata_ir::{prelude::*, rewrite::patterns};
use strata_tensor::MixedIndex;
use strata_vector::{
    BitCastOp, DeinterleaveOp, ExtractOp, FMAOp, FromElementsOp, GatherOp, InsertOp, InterleaveOp, ShuffleOp,
    ToElementsOp,
};

use crate::shapes::{advance, count, fixed, is_scalable, poison, row, rows, vector, zeros};

/// Interleavings and their inverses of several dimensions become those of one.
pub const LOWER_INTERLEAVE: &[PatternRow] = patterns! {
    InterleaveOp => "lower-interleave": interleave,
    DeinterleaveOp => "lower-deinterleave": deinterleave,
};
/// Interleavings become shuffles.
pub const INTERLEAVE_TO_SHUFFLE: &[PatternRow] =
    patterns! { InterleaveOp => "interleave-to-shuffle": interleave_to_shuffle };
/// Vectors made of elements are made of rows.
pub const UNROLL_FROM_ELEMENTS: &[PatternRow] =
    patterns! { FromElementsOp => "unroll-from-elements": from_elements };
/// Vectors are taken apart into rows, and these into elements.
pub const UNROLL_TO_ELEMENTS: &[PatternRow] = patterns! { ToElementsOp => "unroll-to-elements": to_elements };
/// Bits of rows get another width.
pub const UNROLL_BITCAST: &[PatternRow] = patterns! { BitCastOp => "unroll-bitcast": bitcast };
/// Rows are gathered one after the other.
pub const UNROLL_GATHER: &[PatternRow] = patterns! { GatherOp => "unroll-gather": gather };
/// Multiply-adds are those of rows.
pub const UNROLL_FMA: &[PatternRow] = patterns! { FMAOp => "unroll-fma": fma };

/// The rows of a vector: the type of one, and all their positions.
struct Rows {
    ty: Type,
    at: Vec<Vec<MixedIndex>>,
}

/// The rows of the last dimension, or those behind the first dimension that is a multiple of `vscale`.
fn last_rows(cx: &Context, ty: &VectorType) -> Option<Rows> {
    let lead = (0..ty.shape.len().checked_sub(1)?).take_while(|&d| !is_scalable(ty, d)).count();
    let shape = ty.shape.get(..lead).filter(|lead| !lead.is_empty())?;
    let mut part = ty.clone();
    for _ in 0..lead {
        part = row(&part)?;
    }
    let mut next = vec![0; lead];
    let at = (0..count(shape)?).map(|_| {
        let at = fixed(&next);
        advance(&mut next, shape, 1);
        at
    });
    Some(Rows { at: at.collect(), ty: cx.ty(part) })
}

/// The rows of the first dimension of a vector of several.
fn first_rows(cx: &Context, ty: &VectorType) -> Option<Rows> {
    let count = rows(ty).filter(|_| ty.shape.len() > 1)?;
    Some(Rows { at: (0..count).map(|i| fixed(&[i])).collect(), ty: cx.ty(row(ty)?) })
}

fn interleave(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let interleave = op.as_op::<InterleaveOp>(rw)?;
    let (lhs, rhs, result) = (interleave.lhs(rw), interleave.rhs(rw), interleave.result(rw));
    let rows = last_rows(rw.cx(), &vector(rw, result)?)?;
    let mut value = zeros(rw, rw.ty(result))?;
    for at in rows.at {
        let (x, y) = (ExtractOp::create(rw, lhs, &at), ExtractOp::create(rw, rhs, &at));
        let v = InterleaveOp::build(rw, x, y);
        value = InsertOp::create(rw, v, value, &at);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

fn deinterleave(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let deinterleave = op.as_op::<DeinterleaveOp>(rw)?;
    let (source, result) = (deinterleave.source(rw), deinterleave.res1(rw));
    let rows = last_rows(rw.cx(), &vector(rw, result)?)?;
    let ty = rw.ty(result);
    let mut values = [zeros(rw, ty)?; 2];
    for at in rows.at {
        let row = ExtractOp::create(rw, source, &at);
        let parts = DeinterleaveOp::build(rw, row, rows.ty, rows.ty);
        let parts = [parts.res1(rw), parts.res2(rw)];
        for (value, part) in values.iter_mut().zip(parts) {
            *value = InsertOp::create(rw, part, *value, &at);
        }
    }
    rw.replace_op(op, &values);
    Some(())
}

fn interleave_to_shuffle(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let interleave = op.as_op::<InterleaveOp>(rw)?;
    let (lhs, rhs) = (interleave.lhs(rw), interleave.rhs(rw));
    let (ty, result) = (vector(rw, lhs)?, rw.ty(interleave.result(rw)));
    let [n] = ty.shape[..] else { return None };
    rows(&ty)?;
    let mask: Vec<i64> = (0..n).flat_map(|i| [i, n + i]).collect();
    let mask = rw.cx().i64_array(&mask);
    let value = ShuffleOp::build(rw, lhs, rhs, mask, result);
    rw.replace_op(op, &[value]);
    Some(())
}

fn from_elements(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let made = op.as_op::<FromElementsOp>(rw)?;
    let result = made.dest(rw);
    let rows = first_rows(rw.cx(), &vector(rw, result)?)?;
    let elements: Vec<Value> = made.elements(rw).collect();
    let each = elements.len().checked_div(rows.at.len())?;
    let mut value = poison(rw, rw.ty(result));
    for (at, part) in rows.at.iter().zip(elements.chunks(each)) {
        let v = FromElementsOp::build(rw, part, rows.ty);
        value = InsertOp::create(rw, v, value, at);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

fn to_elements(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = op.as_op::<ToElementsOp>(rw)?.source(rw);
    let rows = first_rows(rw.cx(), &vector(rw, source)?)?;
    let parts: Vec<Value> = rows.at.iter().map(|at| ExtractOp::create(rw, source, at)).collect();
    let mut elements = Vec::new();
    for v in parts {
        elements.extend(ToElementsOp::create(rw, v)?);
    }
    rw.replace_op(op, &elements);
    Some(())
}

fn bitcast(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let cast = op.as_op::<BitCastOp>(rw)?;
    let (source, result) = (cast.source(rw), cast.result(rw));
    let rows = last_rows(rw.cx(), &vector(rw, result)?)?;
    let mut value = poison(rw, rw.ty(result));
    for at in rows.at {
        let row = ExtractOp::create(rw, source, &at);
        let row = BitCastOp::build(rw, row, rows.ty);
        value = InsertOp::create(rw, row, value, &at);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

fn gather(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let gather = op.as_op::<GatherOp>(rw)?;
    let result = gather.result(rw);
    let rows = first_rows(rw.cx(), &vector(rw, result)?)?;
    let (base, offsets) = (gather.base(rw), gather.offsets(rw).collect::<Vec<_>>());
    let lanes = [gather.indices(rw), gather.mask(rw), gather.pass_thru(rw)];
    let alignment = rw.attr(op, "alignment");
    let mut value = poison(rw, rw.ty(result));
    for at in rows.at {
        let [indices, mask, other] = lanes.map(|v| ExtractOp::create(rw, v, &at));
        let row = GatherOp::build(rw, base, &offsets, indices, mask, other, alignment, rows.ty);
        value = InsertOp::create(rw, row, value, &at);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

fn fma(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let fma = op.as_op::<FMAOp>(rw)?;
    let result = fma.result(rw);
    let rows = first_rows(rw.cx(), &vector(rw, result)?)?;
    let operands = [fma.lhs(rw), fma.rhs(rw), fma.acc(rw)];
    let mut value = zeros(rw, rw.ty(result))?;
    for at in rows.at {
        let [x, y, acc] = operands.map(|v| ExtractOp::create(rw, v, &at));
        let row = FMAOp::build(rw, x, y, acc);
        value = InsertOp::create(rw, row, value, &at);
    }
    rw.replace_op(op, &[value]);
    Some(())
}
