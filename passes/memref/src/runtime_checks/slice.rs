//! Slices, and dimensions that are divided.

use strata_arith::{AddIOp, AndIOp, CmpIPredicate, MulIOp, RemSIOp, SubIOp, constant_int};
use strata_ir::prelude::*;
use strata_memref::{ExpandShapeOp, SubViewOp};
use strata_passes_analysis::index_arith::compare;
use strata_scf::IfOp;
use strata_tensor::{ExtractSliceOp, MixedIndex, OffsetSizeStride};

use super::checker::{Checker, in_bounds};

pub(super) fn subview(c: &mut Checker<'_, '_>, op: Op) -> Option<()> {
    let view = op.as_op::<SubViewOp>(c.b)?;
    let source = view.source(c.b);
    let slice = [view.mixed_offsets(c.b), view.mixed_sizes(c.b), view.mixed_strides(c.b)];
    bounds(c, source, slice, "subview")
}

pub(super) fn extract_slice(c: &mut Checker<'_, '_>, op: Op) -> Option<()> {
    let view = op.as_op::<ExtractSliceOp>(c.b)?;
    let source = view.source(c.b);
    let slice = [view.mixed_offsets(c.b), view.mixed_sizes(c.b), view.mixed_strides(c.b)];
    bounds(c, source, slice, "extract_slice")
}

/// The first and the last element of a slice are in the source. The offset of an empty slice may be the size.
fn bounds(c: &mut Checker<'_, '_>, source: Value, slice: [Vec<MixedIndex>; 3], name: &str) -> Option<()> {
    let (zero, one) = (c.index(0), c.index(1));
    let i1 = c.b.cx().i1();
    let [offsets, sizes, strides] = slice;
    for (i, ((offset, size), stride)) in offsets.iter().zip(&sizes).zip(&strides).enumerate() {
        let (offset, size, stride) = (c.materialize(offset)?, c.materialize(size)?, c.materialize(stride)?);
        let dim = c.known_dim(source, i);
        let empty = c.compare(CmpIPredicate::Eq, size, zero);
        let inside = IfOp::create(
            c.b,
            empty,
            &[i1],
            |b| {
                let above = compare(b, CmpIPredicate::Sge, offset, zero);
                let below = compare(b, CmpIPredicate::Sle, offset, dim);
                vec![AndIOp::build(b, above, below)]
            },
            |b| vec![in_bounds(b, offset, zero, dim)],
        );
        let inside = c.b.result(inside.op(), 0);
        c.assert(inside, &format!("offset {i} is out-of-bounds"));
        let filled = c.compare(CmpIPredicate::Sgt, size, zero);
        let inside = IfOp::create(
            c.b,
            filled,
            &[i1],
            |b| {
                let steps = SubIOp::build(b, size, one, None);
                let distance = MulIOp::build(b, steps, stride, None);
                let last = AddIOp::build(b, offset, distance, None);
                vec![in_bounds(b, last, zero, dim)]
            },
            |b| vec![constant_int(b, 1, i1)],
        );
        let inside = c.b.result(inside.op(), 0);
        c.assert(inside, &format!("{name} runs out-of-bounds along dimension {i}"));
    }
    Some(())
}

/// A dimension is divided by the sizes that are known.
pub(super) fn expand_shape(c: &mut Checker<'_, '_>, op: Op) -> Option<()> {
    let expand = op.as_op::<ExpandShapeOp>(c.b)?;
    let source = expand.src(c.b);
    let shape = c.b.cx().shaped(c.b.ty(c.b.result(op, 0)))?.shape?.to_vec();
    for (i, group) in expand.groups(c.b).into_iter().enumerate() {
        let actual = c.dim(source, i);
        let known = group
            .iter()
            .filter_map(|&d| shape.get(usize::try_from(d).ok()?).copied().filter(|&n| n != DYNAMIC));
        let known = known.fold(1_i64, i64::saturating_mul);
        let divisor = c.index(known);
        let rest = RemSIOp::build(c.b, actual, divisor);
        let zero = c.index(0);
        let divides = c.compare(CmpIPredicate::Eq, rest, zero);
        c.assert(divides, "static result dims in reassoc group do not divide src dim evenly");
    }
    Some(())
}
