//! `linalg-split-reductions`: reductions that vectors do not fit become partial results, and the reduction of these.
//!
//! Reductions of all elements of operands in different orders are made one along each row first ([`orders`]); those of groups of neighbours,
//! such as the channels of a group normalization, one of each channel ([`groups`]); those that are long and have few results, one of each part
//! ([`long`]). The results of floats are regrouped by this, as they are wherever a reduction runs in vectors.

mod groups;
mod long;
mod orders;

use std::ops::Range;

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{FillOp, LinalgOp};
use strata_tensor::EmptyOp;

use strata_passes_analysis::combiner::Combiner;

use crate::structured_op::{self, IteratorType, Structured};

/// The fewest steps of the loops that stay reductions, for each partial result.
const STEPS: i64 = 8;

/// Splits the reductions of a body. Returns how many.
pub fn split(body: &mut Body) -> usize {
    let mut done = 0;
    for op in body.all_ops() {
        if !body.is_live(op) || !op.implements::<dyn LinalgOp>(body) {
            continue;
        }
        let first = [orders::split, groups::split].into_iter().find_map(|split| split(body, op));
        let second = long::split(body, first.unwrap_or(op));
        done += usize::from(first.is_some()) + usize::from(second.is_some());
    }
    done
}

/// A tensor of neutral elements.
fn start(b: &mut Builder<'_>, combiner: Combiner, ty: Type) -> Option<Value> {
    let elem = b.cx().elem_or_self(ty);
    let neutral = combiner.neutral_attr(b.cx(), elem);
    let neutral = strata_arith::constant(b, neutral);
    let empty = EmptyOp::build(b, &[], ty);
    let fill = FillOp::create(b, &[neutral], empty).ok()?.op();
    Some(b.result(fill, 0))
}

/// The reduction of partial results along some dimensions, in the place of `s`.
fn total(b: &mut Builder<'_>, s: &Structured, combiner: Combiner, partial: Value, along: Range<usize>) -> Op {
    let rank = b.cx().shaped(b.ty(partial)).and_then(|t| t.shape).map_or(0, <[i64]>::len);
    let kept = (0..rank).filter(|d| !along.contains(d)).map(|d| AffineExpr::dim(d as u32)).collect();
    let maps = vec![AffineMap::identity(rank as u32), AffineMap::new(rank as u32, 0, kept)];
    let kind = |d| if along.contains(&d) { IteratorType::Reduction } else { IteratorType::Parallel };
    let iterators: Vec<IteratorType> = (0..rank).map(kind).collect();
    let types: Vec<Type> = b.result_types(s.op).collect();
    structured_op::build_generic(b, &[partial], &s.outputs, maps, &iterators, &types, |b, args| {
        vec![combiner.apply(b, args[1], args[0])]
    })
}
