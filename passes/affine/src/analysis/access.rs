//! Affine accesses: which memory an op reads or writes, and where.

use strata_affine::{LoadOp, StoreOp, ValueMap, VectorLoadOp, VectorStoreOp};
use strata_ir::prelude::*;

/// An access to an element, or to a vector of elements, of a memref.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The op.
    pub op: Op,
    /// The memory.
    pub memref: Value,
    /// Whether the memory is written.
    pub is_write: bool,
    /// The indices, composed with the ops that compute their operands.
    pub map: ValueMap,
}

/// Whether an op is an affine access, and whether it writes.
pub fn access_kind(b: &Body, op: Op) -> Option<bool> {
    if op.isa::<LoadOp>(b) || op.isa::<VectorLoadOp>(b) {
        return Some(false);
    }
    (op.isa::<StoreOp>(b) || op.isa::<VectorStoreOp>(b)).then_some(true)
}

/// The memory of an affine access.
pub fn accessed_memref(b: &Body, op: Op) -> Option<Value> {
    Some(b.operand(op, usize::from(access_kind(b, op)?)))
}

/// The indices of an affine access as they are written.
pub fn access_map(b: &Body, op: Op) -> Option<ValueMap> {
    let first = 1 + usize::from(access_kind(b, op)?);
    let map = b.attr(op, "map").and_then(|a| b.cx().attr_as::<AffineMapAttr>(a))?;
    Some(ValueMap::new(map.0.clone(), b.operands(op).skip(first)))
}

impl Access {
    /// The access of an op; `None` for other ops.
    pub fn new(b: &Body, op: Op) -> Option<Self> {
        let is_write = access_kind(b, op)?;
        let map = access_map(b, op)?.composed(b).canonicalized(b).flattened().canonicalized(b);
        Some(Self { op, memref: accessed_memref(b, op)?, is_write, map })
    }
    /// Whether both access the same element when their operands have the same values.
    pub fn same_element(&self, b: &Body, other: &Self) -> bool {
        if self.memref != other.memref {
            return false;
        }
        let difference = ValueMap::difference(b, &self.map, &other.map);
        difference.is_some_and(|d| d.map.results().iter().all(|e| e.as_const() == Some(0)))
    }
}

/// The accesses of the ops in `root`, in order.
pub fn accesses_in(b: &Body, root: Op) -> Vec<Access> {
    b.ops_in(root).into_iter().filter_map(|op| Access::new(b, op)).collect()
}
