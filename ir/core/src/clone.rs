//! Cloning ops, regions and bodies.

use rustc_hash::FxHashMap;

use crate::{Block, Body, Def, InsertPoint, Op, OpState, Region, Value, body::Rare, writer::deep};

/// Maps values and blocks to their clones.
#[derive(Default, Clone)]
pub struct IdMap {
    /// Old value to new value.
    pub values: FxHashMap<Value, Value>,
    /// Old block to new block.
    pub blocks: FxHashMap<Block, Block>,
}

impl IdMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }
    /// Maps a value.
    pub fn map(&mut self, from: Value, to: Value) -> &mut Self {
        self.values.insert(from, to);
        self
    }
    /// The value to which `v` is mapped; `v` itself when it is not mapped.
    pub fn get(&self, v: Value) -> Value {
        self.values.get(&v).copied().unwrap_or(v)
    }
}

impl Clone for Body {
    fn clone(&self) -> Self {
        deep(|| Self {
            cx: self.cx.clone(),
            ops: self.ops.clone(),
            values: self.values.clone(),
            blocks: self.blocks.clone(),
            regions: self.regions.clone(),
            uses: self.uses.clone(),
            words: self.words.clone(),
            rare: self.rare.as_ref().map(|rare| Box::new(rare.copy())),
            version: self.cx.first_version(),
        })
    }
}

impl Rare {
    /// Everything but the listener.
    fn copy(&self) -> Self {
        Self {
            results: self.results.clone(),
            regions: self.regions.clone(),
            free_results: self.free_results.clone(),
            free_regions: self.free_regions.clone(),
            many: self.many.clone(),
            succs: self.succs.clone(),
            edges: self.edges.clone(),
            block_lists: self.block_lists.clone(),
            extra: self.extra.clone(),
            children: self.children.clone(),
            listener: None,
            vacant: self.vacant.clone(),
            order: self.order.clone(),
        }
    }
}

impl Body {
    /// Clones `op` of this body with everything nested; the clone is in no block. Values that `map` does not know stay
    /// as they are.
    pub fn clone_op(&mut self, op: Op, map: &mut IdMap) -> Op {
        let mut clones = Vec::new();
        let new = self.clone_nested(op, map, &mut clones);
        self.map_early_uses(&clones, map);
        new
    }
    /// Clones the blocks of region `from` to the end of region `to`, both of this body.
    pub fn clone_region(&mut self, from: Region, to: Region, map: &mut IdMap) {
        let mut clones = Vec::new();
        self.clone_blocks(from, to, map, &mut clones);
        self.map_early_uses(&clones, map);
    }
    /// Maps uses before definitions, across blocks or in graph regions, which may be in regions nested deeper: from the values of the
    /// originals, as a value that another one is mapped to may be mapped itself.
    fn map_early_uses(&mut self, clones: &[(Op, Op)], map: &IdMap) {
        for &(op, clone) in clones {
            for i in 0..self.num_operands(op) {
                if let Some(&new) = map.values.get(&self.operand(op, i)) {
                    self.set_operand(clone, i, new);
                }
            }
        }
    }
    /// Clones an op, and adds the ops inside of it to `clones`, each with its clone.
    fn clone_nested(&mut self, op: Op, map: &mut IdMap, clones: &mut Vec<(Op, Op)>) -> Op {
        let mut state = self.state_of(op, map);
        for _ in 0..self.regions(op).len() {
            let region = self.new_region();
            state.regions.push(region);
        }
        let new = self.create(state);
        self.map_results(op, new, map);
        for i in 0..self.regions(op).len() {
            let (from, to) = (self.regions(op)[i], self.regions(new)[i]);
            self.clone_blocks(from, to, map, clones);
        }
        new
    }
    fn clone_blocks(&mut self, from: Region, to: Region, map: &mut IdMap, clones: &mut Vec<(Op, Op)>) {
        let blocks = self.blocks(from).to_vec();
        for &b in &blocks {
            let types: Vec<_> = self.block_args(b).iter().map(|&v| self.ty(v)).collect();
            let new = self.add_block(to, &types);
            for (i, old) in self.block_args(b).to_vec().into_iter().enumerate() {
                let arg = self.block_args(new)[i];
                map.values.insert(old, arg);
                let loc = self.value_loc(old);
                self.set_arg_loc(arg, loc);
            }
            map.blocks.insert(b, new);
        }
        for &b in &blocks {
            let at = InsertPoint::at_end(map.blocks[&b]);
            for op in self.block_ops(b).collect::<Vec<_>>() {
                let new = deep(|| self.clone_nested(op, map, clones));
                self.insert(new, at);
                clones.push((op, new));
            }
        }
    }
    fn state_of(&self, op: Op, map: &IdMap) -> OpState {
        let mut state = OpState::new(self.info(op), self.loc(op));
        state.operands = self.operands(op).map(|v| map.get(v)).collect();
        state.result_types = self.result_types(op).collect();
        state.successors =
            self.successors(op).iter().map(|b| map.blocks.get(b).copied().unwrap_or(*b)).collect();
        match self.child(op) {
            Some(child) => state.child = Some(Box::new(child.clone())),
            None => {
                state.attrs = (0..state.info.attrs.len()).map(|slot| self.attr_slot(op, slot)).collect();
                state.extra = self.extra_attrs(op).to_vec();
            }
        }
        state
    }
    fn map_results(&self, op: Op, new: Op, map: &mut IdMap) {
        for (&old, &new) in self.results(op).iter().zip(self.results(new)) {
            map.values.insert(old, new);
        }
    }
    /// Clones `op` of the body `src` into this body. Every value from outside of `op` must be in `map`.
    pub fn import_op(&mut self, src: &Body, op: Op, map: &mut IdMap) -> Op {
        let mut state = src.state_of(op, map);
        state.operands = src.operands(op).map(|v| self.imported(src, v, map)).collect();
        // Variadic regions are not created by default.
        for _ in 0..src.regions(op).len() {
            let region = self.new_region();
            state.regions.push(region);
        }
        let new = self.create(state);
        for (i, &old) in src.results(op).iter().enumerate() {
            let result = self.result(new, i);
            match map.values.insert(old, result) {
                Some(f) if self.values.contains(f) && self.def(f) == Def::Forward => {
                    self.resolve_forward(f, result)
                }
                _ => (),
            }
        }
        for (i, &from) in src.regions(op).iter().enumerate() {
            let to = self.regions(new)[i];
            self.import_region(src, from, to, map);
        }
        new
    }
    fn imported(&mut self, src: &Body, v: Value, map: &mut IdMap) -> Value {
        if let Some(&new) = map.values.get(&v) {
            return new;
        }
        let forward = self.new_forward(src.ty(v));
        map.values.insert(v, forward);
        forward
    }
    /// Clones the blocks of region `from` of the body `src` to the end of region `to` of this one.
    pub fn import_region(&mut self, src: &Body, from: Region, to: Region, map: &mut IdMap) {
        for &b in src.blocks(from) {
            let types: Vec<_> = src.block_args(b).iter().map(|&v| src.ty(v)).collect();
            let new = self.add_block(to, &types);
            for (i, &old) in src.block_args(b).iter().enumerate() {
                let arg = self.block_args(new)[i];
                if let Some(forward) = map.values.insert(old, arg)
                    && self.values.contains(forward)
                    && self.def(forward) == Def::Forward
                {
                    self.resolve_forward(forward, arg);
                }
                self.set_arg_loc(arg, src.value_loc(old));
            }
            map.blocks.insert(b, new);
        }
        for &b in src.blocks(from) {
            let at = InsertPoint::at_end(map.blocks[&b]);
            for op in src.block_ops(b) {
                let new = deep(|| self.import_op(src, op, map));
                self.insert(new, at);
            }
        }
    }
}
