//! Transposes, broadcasts, masks and interleavings of vectors as ops on their rows or elements.
//!
//! ```mlir
//! %t = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
//! ```
//! becomes, for each element,
//! ```mlir
//! %e = vector.extract %v[0, 1] : f32 from vector<2x4xf32>
//! %n = vector.insert %e, %t [1, 0] : f32 into vector<4x2xf32>
//! ```
//! Trailing dimensions that keep their places stay vectors.

use std::sync::Arc;

use strata_arith::{CmpIPredicate, SelectOp, constant_index};
use strata_ir::{prelude::*, rewrite::patterns};
use strata_passes_analysis::index_arith::compare;
use strata_tensor::{MixedIndex, index_list::statics};
use strata_ub::PoisonOp;
use strata_vector::{
    BroadcastOp, ConstantMaskOp, CreateMaskOp, ExtractOp, FromElementsOp, InsertOp, InterleaveOp,
    ShapeCastOp, ShuffleOp, ToElementsOp, TransposeOp,
};

/// Broadcasts become insertions of rows.
pub const LOWER_BROADCAST: &[PatternRow] = patterns! { BroadcastOp => "lower-broadcast": broadcast };
/// Masks of several dimensions become insertions of rows; constant ones of one dimension become constants.
pub const LOWER_MASK: &[PatternRow] = patterns! {
    CreateMaskOp => "lower-create-mask": create_mask,
    ConstantMaskOp => "lower-constant-mask": constant_mask,
};
/// Interleavings of several dimensions become those of one.
pub const LOWER_INTERLEAVE: &[PatternRow] = patterns! { InterleaveOp => "lower-interleave": interleave_rows };
/// Interleavings become shuffles.
pub const INTERLEAVE_TO_SHUFFLE: &[PatternRow] =
    patterns! { InterleaveOp => "interleave-to-shuffle": interleave_to_shuffle };
/// Vectors made of elements are made of rows.
pub const UNROLL_FROM_ELEMENTS: &[PatternRow] =
    patterns! { FromElementsOp => "unroll-from-elements": from_elements };
/// Vectors are taken apart into rows, and these into elements.
pub const UNROLL_TO_ELEMENTS: &[PatternRow] = patterns! { ToElementsOp => "unroll-to-elements": to_elements };

/// The largest number of rows or elements that one op becomes.
const MAX_STEPS: i64 = 1 << 12;

/// How transposes are lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TransposeLowering {
    /// By extracting and inserting elements.
    Elements,
    /// Those of two dimensions by shuffles of all elements, others by elements.
    Shuffles,
}

/// Adds the lowering of transposes.
pub fn add_transpose_patterns(set: &mut PatternSet, lowering: TransposeLowering) {
    let apply = move |op: Op, rw: &mut Rewriter<'_>| transpose(op, rw, lowering);
    set.add_fn(Some("vector.transpose"), "lower-transpose", 1, Arc::new(apply));
}

fn vector(b: &Body, v: Value) -> Option<VectorType> {
    b.cx().type_as::<VectorType>(b.ty(v)).cloned()
}

/// The type of the rows.
fn row(ty: &VectorType) -> Option<VectorType> {
    let mut row = ty.clone();
    row.shape = ty.shape.get(1..)?.into();
    row.scalable = ty.scalable.get(1..).unwrap_or(&[]).into();
    Some(row)
}

/// The number of rows, if it is fixed and not too large.
fn rows(ty: &VectorType) -> Option<i64> {
    let fixed = ty.scalable.first() != Some(&true);
    ty.shape.first().copied().filter(|&n| fixed && n <= MAX_STEPS)
}

fn poison(rw: &mut Rewriter<'_>, ty: Type) -> Value {
    PoisonOp::build(rw, None, ty)
}

fn fixed(at: &[i64]) -> Vec<MixedIndex> {
    at.iter().map(|&n| MixedIndex::Static(n)).collect()
}

fn transpose(op: Op, rw: &mut Rewriter<'_>, lowering: TransposeLowering) -> Option<()> {
    let t = op.as_op::<TransposeOp>(rw)?;
    let (source, result) = (t.vector(rw), rw.ty(t.result(rw)));
    let ty = vector(rw, source)?;
    let order: Vec<usize> =
        statics(rw, op, "permutation").iter().map(|&d| usize::try_from(d).ok()).collect::<Option<_>>()?;
    if ty.scalable.contains(&true) {
        return None;
    }
    if order == [1, 0] && ty.shape.contains(&1) {
        let value = ShapeCastOp::build(rw, source, result);
        rw.replace_op(op, &[value]);
        return Some(());
    }
    // The dimensions that are more than one element, as the result has them.
    let large: Vec<usize> = order.iter().copied().filter(|&d| ty.shape[d] != 1).collect();
    if lowering == TransposeLowering::Shuffles
        && let [column, row] = large[..]
        && column > row
    {
        return shuffle_all(op, rw, source, [ty.shape[row], ty.shape[column]], &ty);
    }
    let mut kept = order.len();
    while kept > 0 && order[kept - 1] == kept - 1 {
        kept -= 1;
    }
    let shape = &ty.shape[..kept];
    let count = shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d)).filter(|&n| n <= MAX_STEPS)?;
    if kept == 0 {
        rw.replace_op(op, &[source]);
        return Some(());
    }
    let mut value = poison(rw, result);
    for linear in 0..count {
        let (mut from, mut rest) = (vec![0; kept], linear);
        for d in (0..kept).rev() {
            from[d] = rest % shape[d];
            rest /= shape[d];
        }
        let to: Vec<i64> = order[..kept].iter().map(|&d| from[d]).collect();
        let part = ExtractOp::create(rw, source, &fixed(&from));
        value = InsertOp::create(rw, part, value, &fixed(&to));
    }
    rw.replace_op(op, &[value]);
    Some(())
}

/// One shuffle of all elements transposes a matrix.
fn shuffle_all(
    op: Op,
    rw: &mut Rewriter<'_>,
    source: Value,
    [m, n]: [i64; 2],
    ty: &VectorType,
) -> Option<()> {
    let count = m.checked_mul(n).filter(|&count| count <= MAX_STEPS)?;
    let flat = rw.cx().vector(&[count], ty.elem);
    let all = ShapeCastOp::build(rw, source, flat);
    let mask: Vec<i64> = (0..n).flat_map(|j| (0..m).map(move |i| i * n + j)).collect();
    let mask = rw.cx().i64_array(&mask);
    let all = ShuffleOp::build(rw, all, all, mask, flat);
    let result = rw.ty(rw.result(op, 0));
    let value = ShapeCastOp::build(rw, all, result);
    rw.replace_op(op, &[value]);
    Some(())
}

fn broadcast(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let broadcast = op.as_op::<BroadcastOp>(rw)?;
    let (source, result) = (broadcast.source(rw), broadcast.vector(rw));
    let (from, to) = (vector(rw, source)?, vector(rw, result)?);
    let result = rw.ty(result);
    if from.shape.len() <= 1 && to.shape.len() == 1 {
        if from.shape == to.shape && from.scalable == to.scalable {
            rw.replace_op(op, &[source]);
            return Some(());
        }
        let element = ExtractOp::create(rw, source, &vec![MixedIndex::Static(0); from.shape.len()]);
        let value = BroadcastOp::build(rw, element, result);
        rw.replace_op(op, &[value]);
        return Some(());
    }
    let same = from.shape.len() == to.shape.len();
    let differs = from.shape.iter().zip(&to.shape).position(|(a, b)| a != b);
    if same && differs.is_none() {
        rw.replace_op(op, &[source]);
        return Some(());
    }
    let count = rows(&to)?;
    let part = rw.cx().ty(row(&to)?);
    let whole = |rw: &mut Rewriter<'_>, v: Value| BroadcastOp::build(rw, v, part);
    // All rows are the same where the leading dimension is added or stretched.
    let mut shared = None;
    if !same {
        shared = Some(whole(rw, source));
    }
    let mut value = if shared.is_some() { Some(poison(rw, result)) } else { None };
    if shared.is_none() && differs == Some(0) {
        value = Some(poison(rw, result));
        let first = ExtractOp::create(rw, source, &[MixedIndex::Static(0)]);
        shared = Some(whole(rw, first));
    }
    let mut value = match value {
        Some(v) => v,
        None => poison(rw, result),
    };
    for d in 0..count {
        let v = match shared {
            Some(v) => v,
            None => {
                let v = ExtractOp::create(rw, source, &[MixedIndex::Static(d)]);
                whole(rw, v)
            }
        };
        value = InsertOp::create(rw, v, value, &[MixedIndex::Static(d)]);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

/// A mask of no elements.
fn none_set(rw: &mut Rewriter<'_>, ty: Type) -> Option<Value> {
    let zero = rw.cx().int_attr(0, rw.cx().i1());
    let zero = rw.cx().splat_attr(ty, zero)?;
    rw.constant("arith", zero, ty)
}

fn create_mask(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let mask = op.as_op::<CreateMaskOp>(rw)?;
    let result = mask.result(rw);
    let ty = vector(rw, result)?;
    let result = rw.ty(result);
    if ty.shape.len() < 2 {
        return None;
    }
    let (count, part) = (rows(&ty)?, rw.cx().ty(row(&ty)?));
    let bounds: Vec<Value> = mask.operands(rw).collect();
    let set = CreateMaskOp::build(rw, &bounds[1..], part);
    let clear = none_set(rw, part)?;
    let mut value = none_set(rw, result)?;
    for d in 0..count {
        let at = constant_index(rw, d);
        let inside = compare(rw, CmpIPredicate::Slt, at, bounds[0]);
        let v = SelectOp::build(rw, inside, set, clear);
        value = InsertOp::create(rw, v, value, &[MixedIndex::Static(d)]);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

fn constant_mask(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let mask = op.as_op::<ConstantMaskOp>(rw)?;
    let result = mask.result(rw);
    let ty = vector(rw, result)?;
    let result = rw.ty(result);
    let sizes = statics(rw, op, "mask_dim_sizes").to_vec();
    let &set = sizes.first()?;
    if ty.shape.len() < 2 {
        let n = ty.shape.first().copied().unwrap_or(1);
        let attr = if set == 0 || set >= n {
            let bit = rw.cx().int_attr(i64::from(set != 0), rw.cx().i1());
            rw.cx().splat_attr(result, bit)?
        } else {
            rows(&ty)?;
            let bits: Vec<i64> = (0..n).map(|i| i64::from(i < set)).collect();
            rw.cx().dense_i64s(result, &bits)?
        };
        let value = rw.constant("arith", attr, result)?;
        rw.replace_op(op, &[value]);
        return Some(());
    }
    rows(&ty)?;
    let part = rw.cx().ty(row(&ty)?);
    let rest = rw.cx().i64_array(&sizes[1..]);
    let v = ConstantMaskOp::build(rw, rest, part);
    let mut value = none_set(rw, result)?;
    for d in 0..set {
        value = InsertOp::create(rw, v, value, &[MixedIndex::Static(d)]);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

fn interleave_rows(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let interleave = op.as_op::<InterleaveOp>(rw)?;
    let (lhs, rhs, result) = (interleave.lhs(rw), interleave.rhs(rw), interleave.result(rw));
    let ty = vector(rw, result)?;
    let result = rw.ty(result);
    if ty.shape.len() < 2 {
        return None;
    }
    let count = rows(&ty)?;
    let mut value = poison(rw, result);
    for d in 0..count {
        let at = [MixedIndex::Static(d)];
        let (x, y) = (ExtractOp::create(rw, lhs, &at), ExtractOp::create(rw, rhs, &at));
        let v = InterleaveOp::build(rw, x, y);
        value = InsertOp::create(rw, v, value, &at);
    }
    rw.replace_op(op, &[value]);
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
    let ty = vector(rw, result)?;
    let result = rw.ty(result);
    if ty.shape.len() < 2 {
        return None;
    }
    let (count, part) = (rows(&ty)?, rw.cx().ty(row(&ty)?));
    let elements: Vec<Value> = made.elements(rw).collect();
    let each = elements.len() / usize::try_from(count).ok().filter(|&n| n > 0)?;
    let mut value = poison(rw, result);
    for d in 0..count {
        let first = d as usize * each;
        let v = FromElementsOp::build(rw, &elements[first..first + each], part);
        value = InsertOp::create(rw, v, value, &[MixedIndex::Static(d)]);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

fn to_elements(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = op.as_op::<ToElementsOp>(rw)?.source(rw);
    let ty = vector(rw, source)?;
    if ty.shape.len() < 2 {
        return None;
    }
    let count = rows(&ty)?;
    let parts: Vec<Value> =
        (0..count).map(|d| ExtractOp::create(rw, source, &[MixedIndex::Static(d)])).collect();
    let mut elements = Vec::new();
    for v in parts {
        elements.extend(ToElementsOp::create(rw, v)?);
    }
    rw.replace_op(op, &elements);
    Some(())
}
