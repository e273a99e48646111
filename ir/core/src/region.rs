//! A region: its op, and its blocks in order.

use std::{num::NonZeroU32, ops::Deref};

use smallvec::SmallVec;

use crate::{Block, Op};

/// The list of blocks is cheap to remove from near both ends. Chains of blocks are merged from their first block on, which
/// removes one block after the other right behind it.
#[derive(Clone)]
pub(crate) struct RegionData {
    pub parent: Option<Op>,
    /// How many items at the front are no part of the list, and one: it is never zero, so that a free slot takes no more memory.
    from: NonZeroU32,
    items: SmallVec<[Block; 4]>,
}

impl Default for RegionData {
    fn default() -> Self {
        Self { parent: None, from: NonZeroU32::MIN, items: SmallVec::new() }
    }
}

impl Deref for RegionData {
    type Target = [Block];
    #[inline]
    fn deref(&self) -> &[Block] {
        &self.items[self.start()..]
    }
}

impl RegionData {
    #[inline]
    fn start(&self) -> usize {
        self.from.get() as usize - 1
    }
    pub fn push(&mut self, block: Block) {
        self.items.push(block);
    }
    pub fn insert(&mut self, at: usize, block: Block) {
        self.items.insert(self.start() + at, block);
    }
    /// Removes a block; moves those on the shorter side of it.
    pub fn remove(&mut self, block: Block) {
        let Some(at) = position(self, block) else { return };
        let start = self.start();
        if at < self.len() / 2 {
            self.items.copy_within(start..start + at, start + 1);
            self.from = self.from.saturating_add(1);
        } else {
            self.items.remove(start + at);
        }
    }
    pub fn retain(&mut self, mut keep: impl FnMut(Block) -> bool) {
        let mut place = 0;
        let start = self.start();
        self.items.retain(|b| {
            place += 1;
            place > start && keep(*b)
        });
        self.from = NonZeroU32::MIN;
    }
    /// The blocks, which are taken out.
    pub fn take(&mut self) -> SmallVec<[Block; 4]> {
        self.retain(|_| true);
        std::mem::take(&mut self.items)
    }
    pub fn set(&mut self, blocks: &[Block]) {
        (self.items, self.from) = (blocks.into(), NonZeroU32::MIN);
    }
    /// Bytes outside of the list itself.
    pub fn bytes(&self) -> usize {
        crate::memory::spilled(&self.items)
    }
}

/// The position of a block. Whole chunks are compared at once, which is faster than item by item.
fn position(blocks: &[Block], block: Block) -> Option<usize> {
    const PIECE: usize = 64;
    let holds = |piece: &[Block]| piece.iter().fold(false, |found, &b| found | (b == block));
    let piece = blocks.chunks(PIECE).position(holds)?;
    let rest = &blocks[piece * PIECE..];
    rest.iter().position(|&b| b == block).map(|i| piece * PIECE + i)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Entity;

    #[test]
    fn a_list_is_what_a_vector_is() {
        let ids: Vec<Block> = (0..300).map(Block::from_index).collect();
        let (mut list, mut model) = (RegionData::default(), Vec::new());
        for (i, &b) in ids.iter().enumerate() {
            let at = (i * 7919) % (model.len() + 1);
            list.insert(at, b);
            model.insert(at, b);
            if i % 3 == 2 {
                let gone = model.remove((i * 31) % model.len());
                list.remove(gone);
                // A block that is not there changes nothing.
                list.remove(gone);
            }
            assert_eq!(*list, *model);
        }
        list.retain(|b| b.index() % 2 == 0);
        model.retain(|b| b.index() % 2 == 0);
        assert_eq!(*list, *model);
        list.remove(model.remove(0));
        list.push(ids[1]);
        model.push(ids[1]);
        assert_eq!(list.take().to_vec(), model);
        assert!(list.is_empty());
    }
}
