//! The regions that the ops of a range reach.

use strata_affine::{ForOp, LoadOp, StoreOp};
use strata_ir::{
    affine::{BinaryOp, Kind},
    prelude::*,
};

use crate::{
    analysis::{
        access::Access,
        domain::{Enclosing, enclosing_ops, induction_vars},
        region::MemoryRegion,
    },
    loops::trip_count::constant_trip_count,
};

/// The regions that are read, and those that are written.
pub(super) fn regions(b: &Body, range: &[Op], slow: u32) -> Option<(Vec<MemoryRegion>, Vec<MemoryRegion>)> {
    let depth = induction_vars(b, &enclosing_ops(b, *range.first()?)).len();
    let block = b.parent_block(*range.first()?)?;
    let (mut reads, mut writes): (Vec<MemoryRegion>, Vec<MemoryRegion>) = (Vec::new(), Vec::new());
    let inside: Vec<Op> = range.iter().flat_map(|&op| [vec![op], b.ops_in(op)].concat()).collect();
    let mut seen = rustc_hash::FxHashSet::default();
    // The loops around the first access to each memref, and what its region has beyond the elements that are reached.
    let mut reaches: Vec<(Value, Vec<Enclosing>, Reach)> = Vec::new();
    for op in inside.into_iter().filter(|&op| seen.insert(op)) {
        let element = op.isa::<LoadOp>(b) || op.isa::<StoreOp>(b);
        let Some(access) = Access::new(b, op).filter(|_| element) else { continue };
        let ty = b.cx().type_as::<MemRefType>(b.ty(access.memref))?;
        let space = ty.memory_space.map_or(Some(0), |s| b.cx().attr_i64(s));
        if space != Some(i64::from(slow)) || !is_defined_outside(b, access.memref, block) {
            continue;
        }
        let around = enclosing_ops(b, op);
        let reach = Reach::new(b, &access, block);
        match reaches.iter_mut().find(|e| e.0 == access.memref) {
            Some(known) if known.1 == around => known.2 = known.2.max(reach),
            Some(known) => known.2 = known.2.max(reach).max(Reach::Between),
            None => reaches.push((access.memref, around, reach)),
        }
        let region = MemoryRegion::accessed(b, &access, depth, None);
        let mut region = region.or_else(|| MemoryRegion::whole(b, &access, depth))?;
        let (mut in_reads, mut in_writes) = (false, false);
        for (list, found) in [(&mut reads, &mut in_reads), (&mut writes, &mut in_writes)] {
            if let Some(known) = list.iter_mut().find(|r| r.memref == region.memref) {
                *found = true;
                if known.union(&region).is_none() {
                    known.constraints = MemoryRegion::whole(b, &access, depth)?.constraints;
                }
                region.constraints = known.constraints.clone();
            }
        }
        if region.is_write && !in_writes {
            writes.push(region);
        } else if !region.is_write && !in_reads {
            reads.push(region);
        }
    }
    for region in reads.iter_mut().chain(&mut writes) {
        let shape = b.cx().type_as::<MemRefType>(b.ty(region.memref))?.shape.clone();
        let reach = reaches.iter().find(|e| e.0 == region.memref).map_or(Reach::Guarded, |e| e.2);
        region.constraints.clamp_constants(&shape);
        region.constraints.add_shape_bounds_where(&shape, |relation, dim| match reach {
            Reach::All => false,
            Reach::Between => {
                let symbolic = relation.inequalities().iter().any(|row| row[dim] != 0 && is_symbolic(row));
                symbolic && relation.constant_size(dim).is_none_or(|known| known.size != 1)
            }
            Reach::Guarded => true,
        });
    }
    // Elements of a region that are not written keep their values: they are copied in first. Upstream copies none of them in.
    for write in &writes {
        if reads.iter().all(|read| read.memref != write.memref) {
            reads.push(MemoryRegion { is_write: false, ..write.clone() });
        }
    }
    Some((reads, writes))
}

/// Whether a row has more than one variable.
fn is_symbolic(row: &[i64]) -> bool {
    row[..row.len() - 1].iter().filter(|f| **f != 0).count() > 1
}

/// The elements of the region of an access beyond those that it reaches, which may be beyond the bounds of the memref.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reach {
    /// Its ends are reached.
    All,
    /// Its ends may be between or after elements that are reached, but for dimensions with one index.
    Between,
    /// No element may be reached at all.
    Guarded,
}

impl Reach {
    fn new(b: &Body, access: &Access, block: Block) -> Self {
        let mut reach = Self::All;
        for result in access.map.map.results() {
            result.walk(|e| {
                if matches!(e.kind(), Kind::Binary(op, ..) if !matches!(op, BinaryOp::Add | BinaryOp::Mul)) {
                    reach = Self::Between;
                }
            });
        }
        let mut at = access.op;
        while b.parent_block(at) != Some(block) {
            let Some(parent) = b.parent_op(at) else { return Self::Guarded };
            let Some(op) = parent.as_op::<ForOp>(b) else { return Self::Guarded };
            if constant_trip_count(b, op).is_none_or(|n| n == 0) {
                return Self::Guarded;
            }
            if op.step_value(b) != 1 {
                reach = Self::Between;
            }
            at = parent;
        }
        reach
    }
}

/// Whether a value is defined in the region of a block or around it.
pub(super) fn is_defined_outside(b: &Body, value: Value, block: Block) -> bool {
    let region = b.def_block(value).and_then(|block| b.block_parent(block));
    let mut at = b.block_parent(block);
    while let Some(r) = at {
        if Some(r) == region {
            return true;
        }
        at = b.region_parent(r).and_then(|op| b.parent_region(op));
    }
    false
}
