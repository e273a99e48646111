//! Blocks, their arguments, and the regions that hold them.

use crate::{
    Block, Body, Entity, Event, InsertPoint, Location, Op, Region, Type, Value,
    data::{ARG_BIT, BlockData, ValueData},
};

impl Body {
    /// Adds a block at the end of a region.
    pub fn add_block(&mut self, region: Region, arg_types: &[Type]) -> Block {
        let at = self.blocks(region).len();
        self.insert_block(region, at, arg_types)
    }
    /// Adds a block as number `at` of a region.
    pub fn insert_block(&mut self, region: Region, at: usize, arg_types: &[Type]) -> Block {
        let block = self.push_block(BlockData { parent: Some(region), ..Default::default() });
        self.regions[region].insert(at, block);
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
        self.regions[region].push(block);
        self.note(Event::BlockChanged(block));
    }
    /// Moves a block with its ops to the end of another region of this body, or before block number `at` of it.
    pub fn move_block(&mut self, block: Block, region: Region, at: Option<usize>) {
        if let Some(old) = self.blocks[block].parent.take() {
            self.regions[old].remove(block);
        }
        let at = at.unwrap_or(self.regions[region].len());
        self.regions[region].insert(at, block);
        self.blocks[block].parent = Some(region);
        self.note(Event::BlockChanged(block));
    }
    /// Moves all blocks of `from` to the end of `to`.
    pub fn move_blocks(&mut self, from: Region, to: Region) {
        for block in self.regions[from].take() {
            self.blocks[block].parent = None;
            self.move_block(block, to, None);
        }
    }
    /// Adds an argument to a block.
    pub fn add_block_arg(&mut self, block: Block, ty: Type) -> Value {
        let index = self.blocks[block].args.len() as u32 | ARG_BIT;
        let v = self.push_value(ValueData { ty, first_use: None, owner: block.index() as u32, index });
        self.blocks[block].args.push(v);
        self.note(Event::BlockChanged(block));
        v
    }
    /// Inserts an argument as number `at` of a block.
    pub fn insert_block_arg(&mut self, block: Block, at: usize, ty: Type) -> Value {
        let v = self.add_block_arg(block, ty);
        self.blocks[block].args.pop();
        self.blocks[block].args.insert(at, v);
        self.renumber_args(block, at);
        v
    }
    /// Removes an unused argument of a block.
    pub fn erase_block_arg(&mut self, block: Block, at: usize) {
        let v = self.blocks[block].args[at];
        assert!(!self.has_uses(v), "erasing a block argument that is used");
        self.blocks[block].args.remove(at);
        self.set_arg_loc(v, Location::UNKNOWN);
        self.erase_value(v);
        self.renumber_args(block, at);
        self.note(Event::BlockChanged(block));
    }
    /// Removes the arguments of a block for which `keep` returns false, which are unused. One after the other, as many as there are would
    /// take quadratic time.
    pub fn retain_block_args(&mut self, block: Block, mut keep: impl FnMut(&Self, Value) -> bool) {
        let old = std::mem::take(&mut self.blocks[block].args);
        let (mut kept, count) = (Vec::with_capacity(old.len()), old.len());
        for v in old {
            if keep(self, v) {
                kept.push(v);
                continue;
            }
            assert!(!self.has_uses(v), "erasing a block argument that is used");
            self.set_arg_loc(v, Location::UNKNOWN);
            self.erase_value(v);
        }
        let changed = kept.len() != count;
        self.blocks[block].args = kept.into_iter().collect();
        if changed {
            self.renumber_args(block, 0);
            self.note(Event::BlockChanged(block));
        }
    }
    /// Numbers the arguments from `first` on.
    pub(super) fn renumber_args(&mut self, block: Block, first: usize) {
        for (i, v) in self.blocks[block].args.iter().enumerate().skip(first) {
            self.values[*v].index = i as u32 | ARG_BIT;
        }
    }
    /// Sets the location of a block argument.
    pub fn set_arg_loc(&mut self, arg: Value, loc: Location) {
        match self.arg_locs.get_mut(arg.index()) {
            Some(old) => *old = loc,
            None if loc == Location::UNKNOWN => {}
            None => {
                self.arg_locs.resize(arg.index(), Location::UNKNOWN);
                self.arg_locs.push(loc);
            }
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
        self.regions[region].set(order);
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
        let olds = self.blocks[from].args.clone();
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
