//! Copies of parts of memrefs by asynchronous transfers.

use strata_affine::{ApplyOp, DmaStartOp, DmaWaitOp, ValueMap};
use strata_ir::{affine::AffineMap, prelude::*};

use super::plan::Plan;
use crate::analysis::region::MemoryRegion;

impl Plan {
    /// The distances between the parts of a region that lie together, with the number of elements of each, inner ones first.
    pub(super) fn strides(&self, b: &Body, region: &MemoryRegion) -> Vec<(i64, i64)> {
        let sizes = b.cx().shaped(b.ty(region.memref)).and_then(|s| s.shape).unwrap_or(&[]);
        let (mut stride, mut count) = (1i64, 1i64);
        let mut out = Vec::new();
        for d in (1..self.shape.len().min(sizes.len())).rev() {
            stride = stride.saturating_mul(sizes[d]);
            count = count.saturating_mul(self.shape[d]);
            if self.shape[d] < sizes[d] && self.shape[d - 1] > 1 {
                out.push((stride, count));
            }
        }
        out
    }
}

/// Starts a transfer between a region and a buffer, and waits for its end. Gives the op that starts it.
pub(super) fn transfer(
    plan: &Plan,
    body: &mut Body,
    at: InsertPoint,
    loc: Location,
    region: &MemoryRegion,
    [buffer, tag]: [Value; 2],
) -> Option<Op> {
    // Constants are at the start of the function, as upstream's.
    let top = InsertPoint::at_start(body, body.entry()?);
    let mut b = Builder::new(body, top, loc);
    let starts: Vec<Option<i64>> = plan.offsets.iter().map(|e| e.as_const()).collect();
    let known: Vec<Option<Value>> = starts
        .iter()
        .map(|start| start.filter(|&n| n != 0).map(|n| strata_arith::constant_index(&mut b, n)))
        .collect();
    let count = plan.shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d))?;
    let count = strata_arith::constant_index(&mut b, count);
    let mut extents = vec![count];
    for (stride, elements) in plan.strides(&b, region) {
        extents.extend([stride, elements].map(|n| strata_arith::constant_index(&mut b, n)));
    }
    let zero = strata_arith::constant_index(&mut b, 0);
    let mut b = Builder::new(body, at, loc);
    let n_symbols = plan.symbols.len() as u32;
    let indices: Vec<Value> = plan
        .offsets
        .iter()
        .zip(starts.iter().zip(known))
        .map(|(offset, (start, known))| match start {
            Some(_) => known.unwrap_or(zero),
            None => {
                let map = AffineMap::new(n_symbols, 0, vec![offset.clone()]);
                ApplyOp::create(&mut b, map, &plan.symbols)
            }
        })
        .collect();
    let identity = |values: Vec<Value>| ValueMap::new(AffineMap::identity(values.len() as u32), values);
    let place = identity(indices);
    let applied = place.operands.iter().any(|&v| b.def_as::<ApplyOp>(v).is_some());
    let place = if applied { place.simplified(&b) } else { place };
    let in_buffer = identity(vec![zero; plan.shape.len()]);
    let (memory, fast) = ((region.memref, place), (buffer, in_buffer));
    let (from, to) = if region.is_write { (fast, memory) } else { (memory, fast) };
    let tags = (tag, identity(vec![zero]));
    let mut operands = Vec::new();
    for (value, map) in [&from, &to, &tags] {
        operands.push(*value);
        operands.extend(&map.operands);
    }
    operands.extend(&extents);
    let start = DmaStartOp::build(&mut b, &operands).op();
    for (map, name) in [(&from.1, "src_map"), (&to.1, "dst_map"), (&tags.1, "tag_map")] {
        set_map(&mut b, start, name, map);
    }
    let wait = DmaWaitOp::build(&mut b, &[tag, zero, count]).op();
    set_map(&mut b, wait, "tag_map", &tags.1);
    Some(start)
}

fn set_map(b: &mut Builder<'_>, op: Op, name: &str, map: &ValueMap) {
    let attr = b.cx().affine_map_attr(map.map.clone());
    b.body().set_attr(op, name, Some(attr));
}
