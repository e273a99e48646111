//! `memref.dma_start` as a loop that copies elements, in the order of rows.

use strata_arith::{AddIOp, DivUIOp, MulIOp, RemUIOp, constant_index};
use strata_ir::prelude::*;
use strata_memref::{DimOp, DmaStartOp, LoadOp, StoreOp};

use super::value;
use crate::loop_builder::build_for;

/// A buffer and the index of the element at which a transfer begins.
struct Place {
    memref: Value,
    /// The sizes of all dimensions.
    sizes: Vec<Value>,
    first: Value,
}

/// The place that the operands from `next` on describe: a buffer and an index for each dimension.
fn place(b: &mut Builder<'_>, operands: &[Value], next: &mut usize) -> Option<Place> {
    let memref = *operands.get(*next)?;
    let rank = b.cx().type_as::<MemRefType>(b.ty(memref))?.shape.len();
    let indices = operands.get(*next + 1..*next + 1 + rank)?;
    *next += 1 + rank;
    let sizes = DimOp::all(b, memref)?;
    let sizes: Vec<Value> = sizes.into_iter().map(|n| value(b, n)).collect();
    let mut first = constant_index(b, 0);
    for (&size, &index) in sizes.iter().zip(indices) {
        first = MulIOp::build(b, first, size, None);
        first = AddIOp::build(b, first, index, None);
    }
    Some(Place { memref, sizes, first })
}

impl Place {
    /// The indices of the element `by` elements after the first one.
    fn position(&self, b: &mut Builder<'_>, by: Value) -> Vec<Value> {
        let mut left = AddIOp::build(b, self.first, by, None);
        let mut position = Vec::new();
        for (d, &size) in self.sizes.iter().enumerate().rev() {
            if d == 0 {
                position.push(left);
            } else {
                position.push(RemUIOp::build(b, left, size));
                left = DivUIOp::build(b, left, size, None);
            }
        }
        position.reverse();
        position
    }
    /// The number of the memory space of the buffer.
    fn space(&self, b: &Body) -> i64 {
        let ty = b.cx().type_as::<MemRefType>(b.ty(self.memref));
        ty.and_then(|t| b.cx().attr_i64(t.memory_space?)).unwrap_or(0)
    }
}

/// Copies the elements of a transfer. With a stride, the elements of the buffer in the slower memory, which is the one with the lower
/// number, lie in groups at that distance.
pub(super) fn start(b: &mut Builder<'_>, op: DmaStartOp) -> Option<()> {
    let operands: Vec<Value> = b.operands(op.op()).collect();
    let mut next = 0;
    let from = place(b, &operands, &mut next)?;
    let to = place(b, &operands, &mut next)?;
    let n = *operands.get(next)?;
    let tag = *operands.get(next + 1)?;
    next += 2 + b.cx().type_as::<MemRefType>(b.ty(tag))?.shape.len();
    let stride = operands.get(next).copied().zip(operands.get(next + 1).copied());
    let source_is_slower = from.space(b) <= to.space(b);
    let [zero, one] = [0, 1].map(|n| constant_index(b, n));
    build_for(b, zero, n, one, &[], |b, k, _| {
        let apart = stride.map(|(stride, group)| {
            let number = DivUIOp::build(b, k, group, None);
            let rest = RemUIOp::build(b, k, group);
            let start = MulIOp::build(b, number, stride, None);
            AddIOp::build(b, start, rest, None)
        });
        let by = |slower: bool| apart.filter(|_| slower).unwrap_or(k);
        let at = from.position(b, by(source_is_slower));
        let element = LoadOp::build(b, from.memref, &at, None, None);
        let at = to.position(b, by(!source_is_slower));
        StoreOp::build(b, element, to.memref, &at, None, None);
        Vec::new()
    });
    Some(())
}
