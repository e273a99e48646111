//! Indices of elements and of dimensions, and alignments.

use strata_arith::{AndIOp, CmpIPredicate, RemUIOp};
use strata_ir::prelude::*;
use strata_memref::{AssumeAlignmentOp, ExtractAlignedPointerAsIndexOp};

use super::checker::{Checker, folded, in_bounds};

/// The operands from `first` on are indices of an element of operand `source`.
pub(super) fn elements(c: &mut Checker<'_, '_>, op: Op, source: usize, first: usize) -> Option<()> {
    let source = c.b.operand(op, source);
    let rank = c.b.cx().shaped(c.b.ty(source))?.rank()?;
    if rank == 0 {
        return None;
    }
    let indices: Vec<Value> = c.b.operands(op).skip(first).take(rank).collect();
    let zero = c.index(0);
    let mut all: Option<Value> = None;
    for (i, index) in indices.into_iter().enumerate() {
        let size = c.known_dim(source, i);
        let here = in_bounds(c.b, index, zero, size);
        all = Some(match all {
            Some(all) => {
                let both = AndIOp::build(c.b, all, here);
                folded(c.b, both)
            }
            None => here,
        });
    }
    c.assert(all?, "out-of-bounds access");
    Some(())
}

/// The dimension of which the size is asked is one of the source.
pub(super) fn dim(c: &mut Checker<'_, '_>, op: Op) -> Option<()> {
    let (source, index) = (c.b.operand(op, 0), c.b.operand(op, 1));
    let rank = c.rank(source);
    let zero = c.index(0);
    let inside = in_bounds(c.b, index, zero, rank);
    c.assert(inside, "index is out of bounds");
    Some(())
}

/// The address is a multiple of the alignment.
pub(super) fn alignment(c: &mut Checker<'_, '_>, op: Op) -> Option<()> {
    let assume = op.as_op::<AssumeAlignmentOp>(c.b)?;
    let (buffer, index) = (assume.memref(c.b), c.b.cx().index());
    let alignment = c.b.attr(op, "alignment").and_then(|a| c.b.cx().attr_i64(a))?;
    let address = ExtractAlignedPointerAsIndexOp::build(c.b, buffer, index);
    let divisor = c.index(alignment);
    let rest = RemUIOp::build(c.b, address, divisor);
    let zero = c.index(0);
    let aligned = c.compare(CmpIPredicate::Eq, rest, zero);
    c.assert(aligned, &format!("memref is not aligned to {alignment}"));
    Some(())
}
