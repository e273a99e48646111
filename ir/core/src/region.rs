//! A region: its op, and its blocks in order.

use std::ops::Deref;

use crate::{Block, Entity, Op};

/// The blocks of a region. Most regions have one, which is kept without a list of its own.
#[derive(Clone)]
pub(crate) struct RegionData {
    pub parent: Option<Op>,
    /// The only block, or [`no_block`].
    only: Block,
    /// All blocks where they are several, or were once.
    list: Option<Box<List>>,
}

/// Stands for no block. A body has fewer, and an `Option` would leave no value for a free slot, which would take more memory then.
fn no_block() -> Block {
    Block::from_index(u32::MAX as usize)
}

/// A list that is cheap to remove from near both ends. Chains of blocks are merged from their first block on, which
/// removes one block after the other right behind it.
#[derive(Clone, Default)]
struct List {
    /// How many items at the front are no part of the list.
    from: usize,
    items: Vec<Block>,
}

impl Default for RegionData {
    fn default() -> Self {
        Self { parent: None, only: no_block(), list: None }
    }
}

impl Deref for RegionData {
    type Target = [Block];
    #[inline]
    fn deref(&self) -> &[Block] {
        match &self.list {
            None if self.only == no_block() => &[],
            None => std::slice::from_ref(&self.only),
            Some(list) => &list.items[list.from..],
        }
    }
}

impl List {
    /// Removes a block; moves those on the shorter side of it.
    fn remove(&mut self, block: Block) {
        let all = &self.items[self.from..];
        let Some(at) = position(all, block) else { return };
        if at < all.len() / 2 {
            self.items.copy_within(self.from..self.from + at, self.from + 1);
            self.from += 1;
        } else {
            self.items.remove(self.from + at);
        }
    }
}

impl RegionData {
    /// The list, which is made of the only block if there is none yet.
    fn list(&mut self) -> &mut List {
        let only = std::mem::replace(&mut self.only, no_block());
        self.list.get_or_insert_with(|| {
            let items = if only == no_block() { Vec::new() } else { vec![only] };
            Box::new(List { from: 0, items })
        })
    }
    pub fn push(&mut self, block: Block) {
        self.insert(self.len(), block);
    }
    pub fn insert(&mut self, at: usize, block: Block) {
        if self.is_empty() && self.list.is_none() {
            self.only = block;
        } else {
            let list = self.list();
            list.items.insert(list.from + at, block);
        }
    }
    pub fn remove(&mut self, block: Block) {
        match &mut self.list {
            Some(list) => list.remove(block),
            None if self.only == block => self.only = no_block(),
            None => (),
        }
    }
    pub fn retain(&mut self, mut keep: impl FnMut(Block) -> bool) {
        match &mut self.list {
            Some(list) => {
                list.items.drain(..std::mem::take(&mut list.from));
                list.items.retain(|&b| keep(b));
            }
            None if self.only != no_block() && !keep(self.only) => self.only = no_block(),
            None => (),
        }
    }
    /// The blocks, which are taken out.
    pub fn take(&mut self) -> impl Iterator<Item = Block> + use<> {
        let only = Some(std::mem::replace(&mut self.only, no_block())).filter(|&b| b != no_block());
        let list = self.list.take().map_or_else(Vec::new, |list| {
            let List { from, mut items } = *list;
            items.drain(..from);
            items
        });
        only.into_iter().chain(list)
    }
    pub fn set(&mut self, blocks: &[Block]) {
        (self.only, self.list) = (no_block(), None);
        match *blocks {
            [] => (),
            [only] => self.only = only,
            _ => self.list = Some(Box::new(List { from: 0, items: blocks.into() })),
        }
    }
    /// Bytes outside of the region itself.
    pub fn bytes(&self) -> usize {
        self.list.as_ref().map_or(0, |list| size_of::<List>() + list.items.capacity() * size_of::<Block>())
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
        assert_eq!(list.take().collect::<Vec<_>>(), model);
        assert!(list.is_empty());
    }
}
