//! Blocks, and the regions that hold them.

use smallvec::SmallVec;

use crate::{Block, Body, Event, InsertPoint, Op, Region, Type, Value, data::BlockData};

impl Body {
    /// Adds a block at the end of a region.
    pub fn add_block(&mut self, region: Region, arg_types: &[Type]) -> Block {
        let at = self.blocks(region).len();
        self.insert_block(region, at, arg_types)
    }
    /// Adds a block as number `at` of a region.
    pub fn insert_block(&mut self, region: Region, at: usize, arg_types: &[Type]) -> Block {
        let block = self.push_block(BlockData { parent: Some(region), ..Default::default() });
        self.regions[region].insert(at, block, &mut self.rare);
        for &ty in arg_types {
            self.add_block_arg(block, ty);
        }
        self.note(Event::BlockChanged(block));
        block
    }
    /// A block that no region holds yet; see [`Body::attach_block`].
    pub fn new_block(&mut self) -> Block {
        self.push_block(BlockData::default())
    }
    /// Puts a detached block at the end of a region.
    pub fn attach_block(&mut self, region: Region, block: Block) {
        self.blocks[block].parent = Some(region);
        let at = self.blocks(region).len();
        self.regions[region].insert(at, block, &mut self.rare);
        self.note(Event::BlockChanged(block));
    }
    /// Moves a block with its ops to the end of another region of this body, or before block number `at` of it.
    pub fn move_block(&mut self, block: Block, region: Region, at: Option<usize>) {
        if let Some(old) = self.blocks[block].parent.take() {
            self.regions[old].remove(block, &mut self.rare);
        }
        let at = at.unwrap_or(self.blocks(region).len());
        self.regions[region].insert(at, block, &mut self.rare);
        self.blocks[block].parent = Some(region);
        self.note(Event::BlockChanged(block));
    }
    /// Moves all blocks of `from` to the end of `to`.
    pub fn move_blocks(&mut self, from: Region, to: Region) {
        for block in self.regions[from].take(&mut self.rare) {
            self.blocks[block].parent = None;
            self.move_block(block, to, None);
        }
    }
    /// Puts the blocks of a region into another order. A list that does not have exactly the blocks of the region changes
    /// nothing; returns whether it had.
    pub fn set_block_order(&mut self, region: Region, order: &[Block]) -> bool {
        let distinct: rustc_hash::FxHashSet<Block> = order.iter().copied().collect();
        let old = self.blocks(region);
        if distinct.len() != order.len()
            || old.len() != order.len()
            || old.iter().any(|b| !distinct.contains(b))
        {
            return false;
        }
        self.regions[region].set(order, &mut self.rare);
        if let Some(&first) = order.first() {
            self.note(Event::BlockChanged(first));
        }
        true
    }
    /// Moves the ops of `block` from `op` on to a new block after it, and returns that.
    pub fn split_block(&mut self, block: Block, op: Option<Op>) -> Block {
        let region = self.blocks[block].parent.expect("a block to be split is in a region");
        let at = self.blocks(region).iter().position(|&b| b == block).map_or(0, |i| i + 1);
        let new = self.insert_block(region, at, &[]);
        if let (Some(first), Some(last)) = (op, self.last_op(block)) {
            self.move_ops(first, last, InsertPoint::at_end(new));
        }
        new
    }
    /// Moves all ops of `from` before `at`, replacing the arguments of `from` by `args`, and erases `from`.
    pub fn inline_block(&mut self, from: Block, at: InsertPoint, args: &[Value]) {
        let olds: SmallVec<[Value; 4]> = self.block_args(from).into();
        assert_eq!(olds.len(), args.len(), "inlining a block with another number of arguments");
        for (&old, &new) in olds.iter().zip(args) {
            self.replace_all_uses(old, new);
        }
        if let (Some(first), Some(last)) = (self.first_op(from), self.last_op(from)) {
            self.move_ops(first, last, at);
        }
        self.erase_block(from);
    }
}
