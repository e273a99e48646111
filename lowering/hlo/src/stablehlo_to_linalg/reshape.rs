//! `reshape` and `dynamic_reshape`: the same elements in another shape.

use strata_arith::CmpIPredicate;
use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{CollapseShapeOp, ExpandShapeOp, MixedIndex};

use super::{
    Lowered, constants,
    shape_operands::given,
    sizes::{self, fixed},
    state::Lowering,
    types::{self, signless},
};

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let new = l.get(b.operand(op, 0))?;
    let to = if op.isa::<hlo::DynamicReshapeOp>(b) {
        given(l, b, op, b.operand(op, 1))?
    } else {
        let result = b.ty(b.result(op, 0));
        open_size(b, new, result)?
    };
    reshape(b, new, &to)
}

/// The sizes of a reshaped tensor, one of which at most the type does not tell.
fn open_size(b: &mut Builder<'_>, v: Value, ty: Type) -> Lowered<Vec<MixedIndex>> {
    let known = types::sizes(b, signless(b.cx(), ty))?;
    let open: Vec<usize> = (0..known.len()).filter(|&d| known[d] == DYNAMIC).collect();
    let mut to = fixed(&known);
    if open.is_empty() {
        return Ok(to);
    }
    let from = sizes::mixed_sizes(b, v)?;
    let rest = known.iter().filter(|&&n| n != DYNAMIC).try_fold(1i64, |n, &d| n.checked_mul(d));
    let rest = rest.ok_or(sizes::TOO_LARGE)?;
    match open[..] {
        [d] if rest != 0 => {
            let all = sizes::product(b, &from)?;
            to[d] = sizes::div(b, all, rest.into())?;
        }
        _ if from.len() == to.len() => to = from,
        _ => return Err("the sizes of its result are not known".into()),
    }
    Ok(to)
}

/// The same elements in another shape, which must have as many.
pub(super) fn reshape(b: &mut Builder<'_>, v: Value, to: &[MixedIndex]) -> Lowered<Value> {
    let from = sizes::mixed_sizes(b, v)?;
    if from == to {
        return Ok(v);
    }
    sizes::fits(b, to);
    if let (Some(from), Some(to)) = (sizes::constants(&from), sizes::constants(to)) {
        let [n, m] = [&from, &to].map(|sizes| sizes.iter().map(|&n| i128::from(n)).product::<i128>());
        if n != m {
            return Err(format!("its operand has {n} elements, its result {m}"));
        }
        return Ok(by_segments(b, v, &from, &to));
    }
    let (n, m) = (sizes::product(b, &from)?, sizes::product(b, to)?);
    sizes::require(b, CmpIPredicate::Eq, n, m, "a reshaped tensor has another number of elements")?;
    Ok(through_row(b, v, from.len(), to))
}

/// The same elements, put into one row and taken from it: which dimensions hold the same elements is not known.
fn through_row(b: &mut Builder<'_>, v: Value, rank: usize, to: &[MixedIndex]) -> Value {
    let elem = b.cx().elem_or_self(b.ty(v));
    let all: Vec<i64> = (0..rank as i64).collect();
    let mut v = match rank {
        0 => ExpandShapeOp::create(b, v, &[], &[MixedIndex::Static(1)]),
        1 => v,
        _ => CollapseShapeOp::create(b, v, &[all]),
    };
    // In one row; what is known of its length is what is known of the sizes to come.
    let known = to.iter().try_fold(1i64, |n, d| n.checked_mul(d.as_static()?)).unwrap_or(DYNAMIC);
    let row = b.cx().tensor(&[known], elem);
    let in_between = b.cx().tensor(&[DYNAMIC], elem);
    if b.ty(v) != row && b.ty(v) != in_between && row != in_between {
        v = sizes::cast(b, v, in_between);
    }
    v = sizes::cast(b, v, row);
    let all: Vec<i64> = (0..to.len() as i64).collect();
    match to.len() {
        0 => CollapseShapeOp::create(b, v, &[]),
        1 => v,
        _ => ExpandShapeOp::create(b, v, &[all], to),
    }
}

/// Dimensions of both shapes that hold the same elements.
struct Segment {
    from: Vec<i64>,
    to: Vec<i64>,
}

/// Splits two shapes of the same number of elements, not 0, into the smallest parts that hold the same elements.
fn segments(from: &[i64], to: &[i64]) -> Vec<Segment> {
    let (mut i, mut j) = (0, 0);
    let mut out: Vec<Segment> = Vec::new();
    while i < from.len() && j < to.len() {
        let (mut a, mut c) = (from[i], to[j]);
        let mut segment = Segment { from: vec![i as i64], to: vec![j as i64] };
        (i, j) = (i + 1, j + 1);
        while a != c {
            if a < c && i < from.len() {
                a *= from[i];
                segment.from.push(i as i64);
                i += 1;
            } else if j < to.len() {
                c *= to[j];
                segment.to.push(j as i64);
                j += 1;
            } else {
                break;
            }
        }
        out.push(segment);
    }
    // The remaining dimensions have size 1.
    if let Some(last) = out.last_mut() {
        last.from.extend((i..from.len()).map(|d| d as i64));
        last.to.extend((j..to.len()).map(|d| d as i64));
    }
    out
}

/// The same elements where all sizes are constants: dimensions that hold the same elements become one, and that one others.
fn by_segments(b: &mut Builder<'_>, mut v: Value, from: &[i64], to: &[i64]) -> Value {
    if from.contains(&0) {
        // There are no elements to keep.
        let elem = b.cx().elem_or_self(b.ty(v));
        return constants::empty(b, to, elem);
    }
    let parts = segments(from, to);
    if parts.iter().any(|p| p.from.len() > 1) || parts.len() < from.len() {
        let groups: Vec<Vec<i64>> = parts.iter().map(|p| p.from.clone()).collect();
        v = CollapseShapeOp::create(b, v, &groups);
    }
    if parts.iter().any(|p| p.to.len() > 1) || parts.len() < to.len() {
        let groups: Vec<Vec<i64>> = parts.iter().map(|p| p.to.clone()).collect();
        v = ExpandShapeOp::create(b, v, &groups, &fixed(to));
    }
    v
}
