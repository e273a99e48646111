//! Erasing ops and blocks.

use crate::{
    Block, Body, Entity, Event, Op, Region,
    counts::{HAS_EXTRA, HAS_SUCCS, SHELL},
};

impl Body {
    /// Erases an op and everything nested in it. Its results must be unused from outside.
    ///
    /// # Panics
    /// If a result is still used.
    #[track_caller]
    pub fn erase(&mut self, op: impl Into<Op>) {
        let op = op.into();
        assert!(self.is_unused(op), "erasing {op:?} ({}) whose result is used", self.op_name(op));
        self.erase_forced(op);
    }
    /// Erases an op and everything nested in it; remaining uses of its results are left dangling and must be erased
    /// by the caller too.
    pub fn erase_forced(&mut self, op: Op) {
        self.remove(op);
        if self.regions(op).is_empty() {
            self.drop_operands(op);
            self.note(Event::Erased(op));
            return self.drop_op(op);
        }
        // First all operands, so that the order of erasing does not matter; then the ops themselves.
        let mut todo: Vec<Op> = vec![op];
        let mut i = 0;
        while i < todo.len() {
            let cur = todo[i];
            i += 1;
            self.drop_operands(cur);
            for r in 0..self.regions(cur).len() {
                let region = self.regions(cur)[r];
                for b in 0..self.blocks(region).len() {
                    let block = self.blocks(region)[b];
                    todo.extend(self.block_ops(block));
                }
            }
        }
        for &cur in &todo {
            self.note(Event::Erased(cur));
            self.drop_op(cur);
        }
    }
    /// Frees one op whose operands are gone, with its regions and blocks but not the ops inside.
    fn drop_op(&mut self, op: Op) {
        self.drop_edges(op);
        for r in 0..self.regions(op).len() {
            let region = self.regions(op)[r];
            for block in self.erase_region(region).take(&mut self.rare) {
                self.drop_block(block);
            }
        }
        for r in 0..self.results(op).len() {
            let v = self.result(op, r);
            self.erase_value(v);
        }
        let d = self.erase_entity(op);
        let (n_results, n_regions) = (self.n_results(op, d.counts), self.n_regions(op, d.counts));
        let regions_at = self.regions_at(&d);
        self.free_words(d.at, d.run());
        let Some(rare) = &mut self.rare else { return };
        if n_results > 1 {
            rare.free_results.get_or_insert_default().add(d.results_at.index() as u32, n_results);
        }
        if n_regions > 1 {
            rare.free_regions.get_or_insert_default().add(regions_at.index() as u32, n_regions);
        }
        if !rare.many.is_empty() {
            rare.many.remove(&op);
        }
        if d.counts.has(HAS_SUCCS) {
            rare.succs.remove(op, d.succs_place());
        }
        if d.counts.has(SHELL) {
            rare.children.remove(d.at);
        }
        if d.counts.has(HAS_EXTRA) {
            rare.extra.remove(&op);
        }
    }
    pub(super) fn drop_block(&mut self, block: Block) {
        let d = self.erase_block_data(block);
        self.forget_edges(block);
        self.drop_args(d.args_at.index() as u32, d.n_args);
    }
    /// Erases a block with its ops. Values defined in it must be unused outside of it.
    pub fn erase_block(&mut self, block: Block) {
        self.erase_ops(&[block]);
        if let Some(region) = self.blocks[block].parent {
            self.regions[region].remove(block, &mut self.rare);
        }
        self.note(Event::BlockErased(block));
        self.drop_block(block);
    }
    /// Erases the blocks of a region for which `keep` returns false; returns whether there were any. Values defined
    /// in erased blocks must not be used in kept ones.
    pub fn retain_blocks(&mut self, region: Region, mut keep: impl FnMut(Block) -> bool) -> bool {
        let dead: Vec<Block> = self.blocks(region).iter().copied().filter(|&b| !keep(b)).collect();
        if dead.is_empty() {
            return false;
        }
        self.erase_ops(&dead);
        for &block in &dead {
            self.blocks[block].parent = None;
        }
        let blocks = &self.blocks;
        self.regions[region].retain(|b| blocks[b].parent.is_some(), &mut self.rare);
        for block in dead {
            self.note(Event::BlockErased(block));
            self.drop_block(block);
        }
        true
    }
    /// Erases the ops of blocks. Uses are cut first, since there may be cycles; users go before definitions.
    fn erase_ops(&mut self, blocks: &[Block]) {
        let ops: Vec<Op> = blocks.iter().flat_map(|&b| self.block_ops(b)).collect();
        for &op in &ops {
            self.drop_operands(op);
            if !self.regions(op).is_empty() {
                for nested in self.ops_in(op) {
                    self.drop_operands(nested);
                }
            }
        }
        for &op in ops.iter().rev() {
            self.erase_forced(op);
        }
    }
}
