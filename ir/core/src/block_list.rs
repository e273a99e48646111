//! The blocks of a region, in order.

use std::ops::Deref;

use smallvec::SmallVec;

use crate::Block;

/// A list that is cheap to remove from near both ends. Chains of blocks are merged from their first block on, which
/// removes one block after the other right behind it.
#[derive(Clone, Default)]
pub(crate) struct BlockList {
    items: SmallVec<[Block; 4]>,
    /// How many items at the front are no part of the list.
    start: u32,
}

impl Deref for BlockList {
    type Target = [Block];
    #[inline]
    fn deref(&self) -> &[Block] {
        &self.items[self.start as usize..]
    }
}

impl BlockList {
    pub fn push(&mut self, block: Block) {
        self.items.push(block);
    }
    pub fn insert(&mut self, at: usize, block: Block) {
        self.items.insert(self.start as usize + at, block);
    }
    /// Removes a block; moves those on the shorter side of it.
    pub fn remove(&mut self, block: Block) {
        let Some(at) = position(self, block) else { return };
        let start = self.start as usize;
        if at < self.len() / 2 {
            self.items.copy_within(start..start + at, start + 1);
            self.start += 1;
        } else {
            self.items.remove(start + at);
        }
    }
    pub fn retain(&mut self, mut keep: impl FnMut(Block) -> bool) {
        let mut place = 0;
        let start = self.start;
        self.items.retain(|b| {
            place += 1;
            place > start && keep(*b)
        });
        self.start = 0;
    }
    /// The blocks, which are taken out.
    pub fn take(&mut self) -> SmallVec<[Block; 4]> {
        self.retain(|_| true);
        std::mem::take(&mut self.items)
    }
    pub fn set(&mut self, blocks: &[Block]) {
        *self = Self { items: blocks.into(), start: 0 };
    }
    /// Bytes outside of the list itself.
    pub fn bytes(&self) -> usize {
        crate::body::spilled(&self.items)
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
        let (mut list, mut model) = (BlockList::default(), Vec::new());
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
