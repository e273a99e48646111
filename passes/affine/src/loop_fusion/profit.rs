//! The depth at which fusion is worth it.

use strata_affine::ForOp;
use strata_ir::{affine::relation::BoundKind, prelude::*};

use super::AffineLoopFusion;
use crate::analysis::{
    access::Access,
    constraints::ValueConstraints,
    cost::{NestStats, additional_compute},
    region::{MemoryRegion, memory_footprint},
    slice::Slice,
};

/// A fusion whose depth is asked for.
pub(super) struct Candidate<'a> {
    pub(super) source: ForOp,
    pub(super) destination: ForOp,
    /// The accesses of the source to the memory that both share.
    pub(super) accesses: &'a [Op],
    /// The slices for one loop, two and so on of the destination; none where it is not legal.
    pub(super) slices: &'a [Option<Slice>],
}

impl AffineLoopFusion {
    /// The number of loops of the destination into which the slice goes; `None` if no choice repeats few enough ops and makes memory smaller.
    pub(super) fn best_depth(&self, b: &Body, candidate: &Candidate<'_>, tolerance: f64) -> Option<usize> {
        let Candidate { source, destination, accesses, slices } = *candidate;
        let max_depth = slices.iter().rposition(Option::is_some)? + 1;
        NestStats::new(b, source)?;
        NestStats::new(b, destination)?;
        let additional = |slice: &Slice| additional_compute(b, source, destination, slice);
        if accesses.len() > 1 {
            let fraction = additional(slices[max_depth - 1].as_ref()?)?;
            return (fraction <= tolerance).then_some(max_depth);
        }
        let access = Access::new(b, *accesses.first()?)?;
        let whole = MemoryRegion::compute(b, &access, 0, None)?.size_in_bytes(b)?;
        let mut best: Option<(f64, usize, i64)> = None;
        for depth in (1..=max_depth).rev() {
            let Some(slice) = &slices[depth - 1] else { continue };
            let Some(fraction) = additional(slice) else { continue };
            let limits = |system: &mut ValueConstraints| add_slice_bounds(b, slice, system);
            let part = MemoryRegion::compute(b, &access, 0, Some(&limits));
            let Some(part) = part.and_then(|r| r.size_in_bytes(b)).filter(|&n| n != 0) else { continue };
            let reduction = whole as f64 / part as f64;
            if reduction > best.map_or(0.0, |b| b.0) && fraction <= tolerance {
                best = Some((reduction, depth, part));
            }
        }
        let (_, depth, part) = best?;
        let to = memory_footprint(b, destination.op())?;
        let from = memory_footprint(b, source.op())?;
        (to.checked_add(part)? <= from.checked_add(to)?).then_some(depth)
    }
}

/// Bounds the induction variables of a slice, and the operands of its bounds.
fn add_slice_bounds(b: &Body, slice: &Slice, system: &mut ValueConstraints) -> Option<()> {
    for &operand in &slice.operands {
        system.column(b, operand)?;
    }
    for (&iv, bounds) in slice.ivs.iter().zip(&slice.bounds) {
        if system.find(iv).is_none() {
            continue;
        }
        let (Some(lower), Some(upper)) = (&bounds.lower, &bounds.upper) else { continue };
        if let Some(value) = crate::analysis::slice::single_value(bounds) {
            let map = lower.with_results(vec![value.clone()]);
            system.add_bound(b, BoundKind::Equal, iv, &slice.bound(&map))?;
            continue;
        }
        system.add_bound(b, BoundKind::Lower, iv, &slice.bound(lower))?;
        let last = upper.map_results(|e| e - 1);
        system.add_bound(b, BoundKind::Upper, iv, &slice.bound(&last))?;
    }
    Some(())
}
