//! The data of each op, value, operand and block of a body.

use std::num::NonZeroU32;

use crate::{
    Block, Location, Op, OpInfo, Region, Type, Value,
    counts::{Counts, SHELL},
    entity::Use,
};

#[derive(Clone)]
pub(crate) struct OpData {
    pub info: &'static OpInfo,
    pub parent: Option<Block>,
    pub prev: Option<Op>,
    pub next: Option<Op>,
    pub operands_at: u32,
    /// The only result, or the place of several in their pool; of an op without results, the place of its successors.
    pub results_at: Value,
    pub attrs_at: u32,
    /// The only region, or the place of several in their pool; of a shell, the place of its child.
    pub regions_at: Region,
    pub order: u32,
    pub loc: Location,
    pub counts: Counts,
}

impl OpData {
    /// The place of the successors of an op that has some, if it has no results.
    pub fn succs_place(&self) -> Option<Value> {
        (self.counts.results() == Some(0)).then_some(self.results_at)
    }
    /// How many slots for attributes it has; those of a shell are in its child.
    #[inline]
    pub fn n_attrs(&self) -> usize {
        if self.counts.has(SHELL) { 0 } else { self.info.attrs.len() }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct ValueData {
    pub ty: Type,
    pub first_use: Option<Use>,
    /// Owner index; see `kind`.
    pub owner: u32,
    /// The number of the result or argument, with the kind in the top bits.
    pub index: u32,
}
pub(crate) const ARG_BIT: u32 = 1 << 31;
pub(crate) const FORWARD: u32 = u32::MAX;

#[derive(Clone, Copy)]
pub(crate) struct UseData {
    pub value: Value,
    pub owner: Op,
    pub next: Option<Use>,
    pub prev: Option<Use>,
}

#[derive(Clone)]
pub(crate) struct BlockData {
    pub parent: Option<Region>,
    pub first: Option<Op>,
    pub last: Option<Op>,
    /// How many edges lead here, and one; see `mutate/edges.rs`. It is never zero, so that a free slot takes no more memory.
    pub edges: NonZeroU32,
    /// The XOR of the indices of the ops that they come from.
    pub edge_ops: u32,
    /// Its arguments are this run of the pool, with their locations behind them; see `mutate/args.rs`.
    pub args_at: u32,
    pub n_args: u32,
}

impl Default for BlockData {
    fn default() -> Self {
        Self {
            parent: None,
            first: None,
            last: None,
            edges: NonZeroU32::MIN,
            edge_ops: 0,
            args_at: 0,
            n_args: 0,
        }
    }
}

// Pointers of 32 bits make them smaller.
#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<Option<OpData>>() == 48);
    assert!(size_of::<Option<BlockData>>() == 28);
    assert!(size_of::<Option<crate::region::RegionData>>() == 32);
    assert!(size_of::<Option<ValueData>>() == 16);
    assert!(size_of::<UseData>() == 16);
};
