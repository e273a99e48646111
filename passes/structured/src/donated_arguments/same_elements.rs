//! Ops that read each element of one buffer before they write the same element of another one.

use strata_ir::{affine::inverse_permutation, prelude::*};
use strata_memref::{CollapseShapeOp, CopyOp, ExpandShapeOp};
use strata_passes_analysis::buffer_alias::{base, is_memref};

use crate::structured_op;

/// Whether an op that reads `from` and writes `to` may do so if both are the same memory: it is a copy of all elements, or an elementwise
/// op that accesses both by the same map, whose iterations write one element each and read no other of these buffers.
pub(super) fn reads_before_it_writes(b: &Body, op: Op, from: Value, to: Value) -> bool {
    if op.isa::<CopyOp>(b) {
        return same_place(b, b.operand(op, 0), from, b.operand(op, 1), to);
    }
    let Some(s) = structured_op::structured(b, op).filter(|s| s.is_elementwise() && b.results(op).is_empty())
    else {
        return false;
    };
    let mut writes = s.outputs.iter().enumerate().filter(|(_, v)| base(b, **v) == to);
    let (Some((number, &out)), None) = (writes.next(), writes.next()) else { return false };
    let map = &s.maps[s.inputs.len() + number];
    let is_whole = inverse_permutation(map).is_some() && map.n_results() == s.num_loops();
    // Other operands of the same buffers, also those that the payload reads by indices of its own.
    let is_other = |v: Value| is_memref(b, v) && [from, to].contains(&base(b, v));
    let loads = b.ops_in(op).into_iter().any(|inner| b.operands(inner).any(is_other));
    let others = s.outputs.iter().enumerate().any(|(i, &v)| i != number && is_other(v));
    let same = |(&v, other): (&Value, &strata_ir::affine::AffineMap)| {
        !is_other(v) || other == map && same_place(b, v, from, out, to)
    };
    is_whole && !loads && !others && !s.reads_output(b, number) && s.inputs.iter().zip(&s.maps).all(same)
}

/// Whether two buffers are the same reshapes of `from` and `to`, so that equal indices mean equal positions.
fn same_place(b: &Body, mut x: Value, from: Value, mut y: Value, to: Value) -> bool {
    while x != from && y != to {
        let (Some(of_x), Some(of_y)) = (b.def_op(x), b.def_op(y)) else { return false };
        let reshapes = |op: Op| op.isa::<CollapseShapeOp>(b) || op.isa::<ExpandShapeOp>(b);
        let contiguous = |v: Value| {
            b.cx()
                .type_as::<MemRefType>(b.ty(v))
                .is_some_and(|t| t.layout.is_none() && !t.shape.contains(&DYNAMIC))
        };
        if !reshapes(of_x) || !reshapes(of_y) || b.ty(x) != b.ty(y) || !contiguous(x) {
            return false;
        }
        (x, y) = (b.operand(of_x, 0), b.operand(of_y, 0));
    }
    x == from && y == to && b.ty(x) == b.ty(y)
}
