//! The data of each op, value, operand and block of a body.

use crate::{Block, Entity, Location, Op, OpInfo, Region, Type, Value, counts::Counts, entity::Use};

#[derive(Clone)]
pub(crate) struct OpData {
    pub info: &'static OpInfo,
    pub parent: Option<Block>,
    pub prev: Option<Op>,
    pub next: Option<Op>,
    pub operands_at: u32,
    /// The only result, or the place of several in their pool; of an op without results, the place of its successors.
    pub results_at: Value,
    /// The run of its attributes in the pool of words, with its region, or the place of several, behind them; see `slots.rs`. Of an op
    /// without stored slots, the region itself, and of a shell, the place of its child.
    pub at: u32,
    pub loc: Location,
    pub counts: Counts,
}

impl OpData {
    /// The place of the successors of an op that has some, if it has no results.
    pub fn succs_place(&self) -> Option<Value> {
        (self.counts.results() == Some(0)).then_some(self.results_at)
    }
    /// How many slots for attributes are stored; those of a shell are in its child.
    #[inline]
    pub fn n_attrs(&self) -> usize {
        self.counts.slots().unwrap_or(self.info.attrs.len())
    }
    /// How many words it has.
    pub fn run(&self) -> usize {
        let n = self.n_attrs();
        if n > 0 && self.counts.regions() != Some(0) { n + 1 } else { n }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct ValueData {
    pub ty: Type,
    pub first_use: Option<Use>,
    pub owner: Owner,
}

/// The origin of a value: the index of an op, that of a block with [`ARG_BIT`], or [`FORWARD`]. The number among the results or
/// arguments is the position in the list of these.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Owner(u32);

const ARG_BIT: u32 = 1 << 31;
/// No body has as many blocks.
const FORWARD: u32 = u32::MAX;

impl Owner {
    pub const FORWARD: Self = Self(FORWARD);

    #[inline]
    pub fn op(op: Op) -> Self {
        Self(op.index() as u32)
    }
    #[inline]
    pub fn block(block: Block) -> Self {
        Self(block.index() as u32 | ARG_BIT)
    }
    #[inline]
    pub fn as_op(self) -> Option<Op> {
        (self.0 & ARG_BIT == 0).then(|| Op::from_index(self.0 as usize))
    }
    #[inline]
    pub fn as_block(self) -> Option<Block> {
        (self.0 & ARG_BIT != 0 && self.0 != FORWARD).then(|| Block::from_index((self.0 & !ARG_BIT) as usize))
    }
}

/// The position of a value in the list of the results or arguments that it is one of. Most lists are short, or have values one after
/// the other.
#[inline]
pub(crate) fn position(list: &[Value], value: Value) -> usize {
    let guess = list.first().map_or(0, |first| value.index().wrapping_sub(first.index()));
    if list.get(guess) == Some(&value) { guess } else { search(list, value) }
}

/// The same, where a list was changed. One from which values were removed is still in the order of their indices; in any other one, whole chunks
/// are compared at once, which is faster than item by item.
fn search(list: &[Value], value: Value) -> usize {
    const CHUNK: usize = 64;
    let ordered = list.partition_point(|v| v.index() < value.index());
    if list.get(ordered) == Some(&value) {
        return ordered;
    }
    let holds = |chunk: &[Value]| chunk.iter().fold(false, |found, &v| found | (v == value));
    let chunk = list.chunks(CHUNK).position(holds).unwrap_or_default();
    let rest = list.get(chunk * CHUNK..).unwrap_or_default();
    chunk * CHUNK + rest.iter().position(|&v| v == value).unwrap_or_default()
}

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
    /// Its arguments are the run of the pool that starts at the index of this value, with their locations behind them; see
    /// `mutate/args.rs`. A value is never zero, so that a free slot takes no more memory.
    pub args_at: Value,
    pub n_args: u32,
}

/// The edges that lead to a block.
#[derive(Clone, Copy, Default)]
pub(crate) struct Edges {
    /// How many there are.
    pub n: u32,
    /// The XOR of the indices of the ops that they come from.
    pub ops: u32,
}

impl Default for BlockData {
    fn default() -> Self {
        Self { parent: None, first: None, last: None, args_at: Value::from_index(0), n_args: 0 }
    }
}

// Pointers of 32 bits make them smaller.
#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<Option<OpData>>() == 40);
    assert!(size_of::<Option<BlockData>>() == 20);
    assert!(size_of::<Option<crate::region::RegionData>>() == 12);
    assert!(size_of::<Option<ValueData>>() == 12);
    assert!(size_of::<UseData>() == 16);
    assert!(size_of::<crate::Body>() == 160);
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_in_lists_of_any_order() {
        let shuffled: Vec<usize> = (0..200).map(|i| (i * 77) % 200 + 5).collect();
        for indices in [&[7][..], &[3, 4, 5], &[9, 8, 7], &[5, 6, 9, 2], &shuffled] {
            let list: Vec<Value> = indices.iter().map(|&i| Value::from_index(i)).collect();
            for (i, &value) in list.iter().enumerate() {
                assert_eq!(position(&list, value), i, "{indices:?}");
            }
        }
    }
}
