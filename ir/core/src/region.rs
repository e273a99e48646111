//! A region: its op, and its blocks in order.

use crate::{Block, Entity, Op, Region};

/// The blocks of a region. Most regions have one, which is kept without a list of its own.
#[derive(Clone)]
pub(crate) struct RegionData {
    pub parent: Option<Op>,
    /// The region itself, so that the list of regions of an op with one can be borrowed.
    pub own: Region,
    /// The only block, [`no_block`], or with [`LIST`] the number of the list of blocks where they are several, or were once.
    only: Block,
}

/// No body has as many blocks.
const LIST: usize = 1 << 31;

/// Stands for no block. A body has fewer, and an `Option` would leave no value for a free slot, which would take more memory then.
fn no_block() -> Block {
    Block::from_index(LIST - 1)
}

/// Where a body keeps its lists of blocks, which exist from the first region with several blocks on.
pub(crate) trait Lists {
    /// The lists, if there are any.
    fn existing(&mut self) -> Option<&mut BlockLists>;
    /// The lists, which are made if there are none.
    fn make(&mut self) -> &mut BlockLists;
}

/// A list that is cheap to remove from near both ends. Chains of blocks are merged from their first block on, which
/// removes one block after the other right behind it.
#[derive(Clone, Default)]
struct List {
    /// How many items at the front are no part of the list.
    from: usize,
    items: Vec<Block>,
}

/// The lists of blocks of the regions of a body that have several.
#[derive(Clone, Default)]
pub(crate) struct BlockLists {
    all: Vec<List>,
    free: Vec<u32>,
}

impl BlockLists {
    /// Adds a list and returns what stands for it in a region.
    fn add(&mut self, items: Vec<Block>) -> Block {
        let list = List { from: 0, items };
        let at = match self.free.pop() {
            Some(at) => {
                self.all[at as usize] = list;
                at as usize
            }
            None => {
                self.all.push(list);
                self.all.len() - 1
            }
        };
        Block::from_index(LIST | at)
    }
    /// Takes the blocks of a list, which is free then.
    fn take(&mut self, at: usize) -> Vec<Block> {
        let List { from, mut items } = std::mem::take(&mut self.all[at]);
        items.drain(..from);
        self.free.push(at as u32);
        items
    }
    /// Gives back the memory that lists have beyond their size.
    pub fn fit(&mut self) {
        self.all.shrink_to_fit();
        self.all.iter_mut().for_each(|list| list.items.shrink_to_fit());
    }
    /// Bytes of all lists.
    pub fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<List>()
            + self.free.capacity() * size_of::<u32>()
            + self.all.iter().map(|list| list.items.capacity() * size_of::<Block>()).sum::<usize>()
    }
}

impl Default for RegionData {
    fn default() -> Self {
        Self { parent: None, own: Region::from_index(0), only: no_block() }
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
    /// The number of its list, if it has one.
    #[inline]
    fn list_number(&self) -> Option<usize> {
        let index = self.only.index();
        (index & LIST != 0).then_some(index & !LIST)
    }
    fn list<'r>(&self, lists: &'r mut impl Lists) -> Option<&'r mut List> {
        lists.existing()?.all.get_mut(self.list_number()?)
    }
    /// Its blocks.
    #[inline]
    pub fn blocks<'r>(&'r self, lists: Option<&'r BlockLists>) -> &'r [Block] {
        if self.only == no_block() {
            return &[];
        }
        match self.list_number() {
            None => std::slice::from_ref(&self.only),
            Some(at) => lists.map_or(&[], |lists| {
                let list = &lists.all[at];
                &list.items[list.from..]
            }),
        }
    }
    /// Inserts a block as number `at`.
    pub fn insert(&mut self, at: usize, block: Block, lists: &mut impl Lists) {
        if self.only == no_block() {
            self.only = block;
            return;
        }
        if self.list_number().is_none() {
            self.only = lists.make().add(vec![self.only]);
        }
        if let Some(list) = self.list(lists) {
            list.items.insert(list.from + at, block);
        }
    }
    /// Removes a block.
    pub fn remove(&mut self, block: Block, lists: &mut impl Lists) {
        if self.only == block {
            self.only = no_block();
        } else if let Some(list) = self.list(lists) {
            list.remove(block);
        }
    }
    /// Removes the blocks for which `keep` returns false.
    pub fn retain(&mut self, mut keep: impl FnMut(Block) -> bool, lists: &mut impl Lists) {
        if let Some(list) = self.list(lists) {
            list.items.drain(..std::mem::take(&mut list.from));
            list.items.retain(|&b| keep(b));
        } else if self.only != no_block() && !keep(self.only) {
            self.only = no_block();
        }
    }
    /// The blocks, which are taken out.
    pub fn take<L: Lists>(&mut self, lists: &mut L) -> impl Iterator<Item = Block> + use<L> {
        let number = self.list_number();
        let only = Some(std::mem::replace(&mut self.only, no_block()));
        let list = number.and_then(|at| Some(lists.existing()?.take(at)));
        let only = only.filter(|&b| b != no_block() && number.is_none());
        only.into_iter().chain(list.unwrap_or_default())
    }
    /// Replaces the blocks.
    pub fn set(&mut self, blocks: &[Block], lists: &mut impl Lists) {
        self.take(lists).for_each(drop);
        match *blocks {
            [] => (),
            [only] => self.only = only,
            _ => self.only = lists.make().add(blocks.into()),
        }
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

    impl Lists for Option<BlockLists> {
        fn existing(&mut self) -> Option<&mut BlockLists> {
            self.as_mut()
        }
        fn make(&mut self) -> &mut BlockLists {
            self.get_or_insert_default()
        }
    }

    #[test]
    fn a_list_is_what_a_vector_is() {
        let ids: Vec<Block> = (0..300).map(Block::from_index).collect();
        let (mut list, mut model, mut lists) = (RegionData::default(), Vec::new(), None::<BlockLists>);
        for (i, &b) in ids.iter().enumerate() {
            let at = (i * 7919) % (model.len() + 1);
            list.insert(at, b, &mut lists);
            model.insert(at, b);
            if i % 3 == 2 {
                let gone = model.remove((i * 31) % model.len());
                list.remove(gone, &mut lists);
                // A block that is not there changes nothing.
                list.remove(gone, &mut lists);
            }
            assert_eq!(list.blocks(lists.as_ref()), model);
        }
        list.retain(|b| b.index() % 2 == 0, &mut lists);
        model.retain(|b| b.index() % 2 == 0);
        assert_eq!(list.blocks(lists.as_ref()), model);
        list.remove(model.remove(0), &mut lists);
        list.insert(model.len(), ids[1], &mut lists);
        model.push(ids[1]);
        assert_eq!(list.take(&mut lists).collect::<Vec<_>>(), model);
        assert!(list.blocks(lists.as_ref()).is_empty());
        list.set(&ids[..3], &mut lists);
        assert_eq!(list.blocks(lists.as_ref()), &ids[..3]);
        list.set(&ids[..1], &mut lists);
        assert_eq!(list.blocks(lists.as_ref()), &ids[..1]);
    }
}
