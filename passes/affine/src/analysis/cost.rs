//! How many ops nests of loops run, as they are and with a slice of another nest in them.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_affine::{ForOp, IfOp};
use strata_ir::prelude::*;

use super::{
    access::{access_kind, accessed_memref},
    constraints::for_op_of,
    domain::enclosing_loops,
    slice::Slice,
};
use crate::loops::trip_count::constant_trip_count;

/// The loops of a nest with constant trip counts.
pub struct NestStats {
    /// Outer loops before inner ones.
    loops: Vec<LoopStats>,
}

struct LoopStats {
    op: Op,
    /// The number of the loop around it.
    parent: Option<usize>,
    trip_count: i64,
    /// Ops of the body but loops, conditions and the terminator.
    n_ops: i64,
}

impl NestStats {
    /// The figures of a nest; `None` if a trip count is not known, or an op other than a loop is around a loop.
    pub fn new(b: &Body, root: ForOp) -> Option<Self> {
        let mut loops: Vec<LoopStats> = Vec::new();
        let mut numbers: FxHashMap<Op, usize> = FxHashMap::default();
        let inner = b.ops_in(root.op()).into_iter().filter_map(|op| op.as_op::<ForOp>(b));
        for for_op in std::iter::once(root).chain(inner) {
            let op = for_op.op();
            let parent = match numbers.is_empty() {
                true => None,
                false => Some(*numbers.get(&b.parent_op(op)?)?),
            };
            let counted = |op: &Op| !op.isa::<ForOp>(b) && !op.isa::<IfOp>(b);
            let n_ops = b.block_ops(for_op.region_block(b)).filter(counted).count() as i64 - 1;
            let trip_count = i64::try_from(constant_trip_count(b, for_op)?).ok()?;
            numbers.insert(op, loops.len());
            loops.push(LoopStats { op, parent, trip_count, n_ops });
        }
        Some(Self { loops })
    }
    /// How many ops the nest runs; `None` if the number does not fit.
    pub fn cost(&self) -> Option<i64> {
        self.cost_with(&FxHashMap::default(), &FxHashMap::default())
    }
    /// The same with other trip counts and with ops that are added to the bodies of loops.
    fn cost_with(&self, trip_counts: &FxHashMap<Op, i64>, added: &FxHashMap<Op, i64>) -> Option<i64> {
        let mut bodies: Vec<i64> = self.loops.iter().map(|l| l.n_ops).collect();
        for (i, stats) in self.loops.iter().enumerate().rev() {
            let body = bodies[i].checked_add(added.get(&stats.op).copied().unwrap_or(0))?;
            let total = body.checked_mul(trip_counts.get(&stats.op).copied().unwrap_or(stats.trip_count))?;
            match stats.parent {
                Some(parent) => bodies[parent] = bodies[parent].checked_add(total)?,
                None => return Some(total),
            }
        }
        None
    }
}

/// The trip counts of the loops of a slice, by the loops of its source; `None` if one is not known.
fn slice_trip_counts(b: &Body, slice: &Slice) -> Option<FxHashMap<Op, i64>> {
    let mut counts = FxHashMap::default();
    for (&iv, bounds) in slice.ivs.iter().zip(&slice.bounds) {
        let for_op = for_op_of(b, iv)?;
        let count = match (&bounds.lower, &bounds.upper) {
            (Some(lower), Some(upper)) if lower.n_results() > 0 && upper.n_results() > 0 => {
                if lower.n_results() != 1 || upper.n_results() != 1 {
                    return None;
                }
                let span = upper.map_results(|e| e - lower.result(0));
                strata_ir::affine::simplify_map(&span).single_constant()?
            }
            _ => match (for_op.constant_lower(b), for_op.constant_upper(b)) {
                (Some(low), Some(high)) => high.checked_sub(low)?,
                _ => i64::try_from(constant_trip_count(b, for_op)?).ok()?,
            },
        };
        counts.insert(for_op.op(), count);
    }
    Some(counts)
}

/// The cost of a nest with a slice in it, relative to those of both nests, less one. `None` if a trip count is not known.
pub fn additional_compute(b: &Body, source: ForOp, destination: ForOp, slice: &Slice) -> Option<f64> {
    let (from, to) = (NestStats::new(b, source)?, NestStats::new(b, destination)?);
    let fused = fused_cost(b, source, &from, &to, slice)?;
    Some(fused as f64 / (from.cost()? as f64 + to.cost()? as f64) - 1.0)
}

fn fused_cost(b: &Body, source: ForOp, from: &NestStats, to: &NestStats, slice: &Slice) -> Option<i64> {
    let counts = slice_trip_counts(b, slice)?;
    let iterations = counts.values().try_fold(1i64, |n, &c| n.checked_mul(c))?;
    let into = slice.into?.op();
    let mut added: FxHashMap<Op, i64> = FxHashMap::default();
    if iterations == 1 {
        // Values that a single iteration stores need not be loaded.
        let inside = b.ops_in(source.op()).into_iter();
        let stored: FxHashSet<Value> = inside
            .filter(|&op| access_kind(b, op) == Some(true))
            .filter_map(|op| accessed_memref(b, op))
            .collect();
        for &memref in &stored {
            for user in b.users(memref).filter(|&u| access_kind(b, u) == Some(false)) {
                let is_inside = enclosing_loops(b, user).iter().any(|l| l.op() == into);
                if let Some(parent) = b.parent_op(user).filter(|p| is_inside && p.isa::<ForOp>(b)) {
                    *added.entry(parent).or_default() -= 1;
                }
            }
        }
    }
    let slice_cost = from.cost_with(&counts, &FxHashMap::default())?;
    added.insert(into, slice_cost);
    to.cost_with(&FxHashMap::default(), &added)
}
