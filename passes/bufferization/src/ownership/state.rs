//! Who frees which buffer, and the values that tell it.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use strata_bufferization::CloneOp;
use strata_ir::prelude::*;
use strata_memref::{ExtractStridedMetadataOp, ReinterpretCastOp, layout};
use strata_tensor::MixedIndex;

use super::{is_memref, is_true, liveness::Liveness};
use crate::{lower_dealloc::bool_constant, rebuild::rebuild};

/// Whether a block has to free a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ownership {
    /// It has to if this value is true.
    Unique(Value),
    /// Several values may tell it, for buffers that may be the same.
    Unknown,
}

/// The ownership of all buffers in all blocks, while ops are changed.
pub(super) struct State<'b> {
    pub body: &'b mut Body,
    liveness: Liveness,
    ownership: FxHashMap<(Value, Block), Ownership>,
    to_free: FxHashMap<Block, Vec<Value>>,
}

/// Lists of buffers and of their conditions, as `bufferization.dealloc` has them.
pub(super) type Freed = (Vec<Value>, Vec<Value>);

impl<'b> State<'b> {
    pub fn new(body: &'b mut Body, blocks: &[Block]) -> Self {
        let liveness = Liveness::new(body, blocks);
        Self { body, liveness, ownership: FxHashMap::default(), to_free: FxHashMap::default() }
    }
    /// A constant at the start of a block.
    pub fn bool_at_start(&mut self, block: Block, loc: Location, value: bool) -> Value {
        let at = InsertPoint::at_start(self.body, block);
        bool_constant(&mut Builder::new(self.body, at, loc), value)
    }
    /// The ownership of a buffer in a block, if there is one yet.
    pub fn ownership(&self, buffer: Value, block: Block) -> Option<Ownership> {
        self.ownership.get(&(buffer, block)).copied()
    }
    /// The value that tells whether a block has to free a buffer, if there is one such value.
    pub fn indicator(&self, buffer: Value, block: Block) -> Option<Value> {
        match self.ownership(buffer, block)? {
            Ownership::Unique(value) => Some(value),
            Ownership::Unknown => None,
        }
    }
    /// Forgets what is known of a buffer in a block.
    pub fn reset(&mut self, buffer: Value, block: Block) {
        self.ownership.remove(&(buffer, block));
    }
    /// Adds to what is known of a buffer in a block.
    pub fn update(&mut self, buffer: Value, block: Block, new: Ownership) {
        let combined = match (self.ownership(buffer, block), new) {
            (None, new) => new,
            (Some(Ownership::Unique(x)), Ownership::Unique(y)) if self.same(x, y) => Ownership::Unique(x),
            _ => Ownership::Unknown,
        };
        self.ownership.insert((buffer, block), combined);
    }
    /// A value tells whether the block that defines a buffer has to free it.
    pub fn own(&mut self, buffer: Value, indicator: Value) {
        if let Some(block) = self.body.def_block(buffer) {
            self.update(buffer, block, Ownership::Unique(indicator));
        }
    }
    fn same(&self, x: Value, y: Value) -> bool {
        x == y || constant_value(self.body, x).is_some_and(|a| constant_value(self.body, y) == Some(a))
    }
    /// A block may have to free a buffer at its end.
    pub fn free_at_end(&mut self, buffer: Value, block: Block) {
        self.to_free.entry(block).or_default().push(buffer);
    }
    /// The buffers of other blocks that a block uses or passes on, in the order of the program.
    pub fn live_in(&self, block: Block) -> Vec<Value> {
        let mut out: Vec<Value> = self.liveness.live_in(block).collect();
        out.sort_by(|&x, &y| self.order(x, y));
        out
    }
    /// Arguments come first, by their numbers, then what ops define, the outermost first.
    fn order(&self, x: Value, y: Value) -> Ordering {
        let key = |v: Value| {
            let block = self.body.def_block(v);
            let region = block.and_then(|block| self.body.block_parent(block));
            let outer = |&region: &Region| self.body.parent_region(self.body.region_parent(region)?);
            let depth = std::iter::successors(region, outer).count();
            let number = region.zip(block).and_then(|(region, block)| self.body.block_number(region, block));
            match self.body.def(v) {
                Def::Arg { index, .. } => (0, index as usize, depth, number, 0, 0),
                Def::Result { op, index } => (1, 0, depth, number, self.body.order(op), index as usize),
                Def::Forward => (2, 0, 0, None, 0, 0),
            }
        };
        key(x).cmp(&key(y))
    }
    /// A buffer with one value that tells whether the block has to free it: the buffer itself, or a clone.
    pub fn unique(&mut self, at: Op, buffer: Value, block: Block) -> (Value, Value) {
        if let Some(indicator) = self.indicator(buffer, block) {
            return (buffer, indicator);
        }
        let (loc, ty) = (self.body.value_loc(buffer), self.body.ty(buffer));
        let at = InsertPoint::before(self.body, at);
        let mut b = Builder::new(self.body, at, loc);
        let clone = CloneOp::build(&mut b, buffer, ty);
        let indicator = bool_constant(&mut b, true);
        self.own(clone, indicator);
        self.free_at_end(clone, block);
        (clone, indicator)
    }
    /// The buffers that a block may have to free, made before `at`, and the conditions.
    pub fn freed(&mut self, at: Op, block: Block) -> Result<Freed, Diagnostic> {
        let (mut buffers, mut conditions) = (Vec::new(), Vec::new());
        for buffer in self.to_free.get(&block).cloned().unwrap_or_default() {
            let invalid = || {
                Diagnostic::error(self.body.value_loc(buffer), "MemRef value does not have valid ownership")
            };
            let condition = self.indicator(buffer, block).ok_or_else(invalid)?;
            let ty = self.body.ty(buffer);
            let mut b = Builder::before(self.body, at);
            let cx = b.cx_arc().clone();
            let ranked = match cx.type_as::<UnrankedMemRefType>(ty) {
                None => buffer,
                Some(unranked) => {
                    let scalar = MemRefType {
                        shape: SmallVec::new(),
                        elem: unranked.elem,
                        layout: None,
                        memory_space: unranked.memory_space,
                    };
                    let layout = layout::Strided { strides: Vec::new(), offset: 0 };
                    let ty = layout::with_layout(&cx, &scalar, &[], &layout);
                    ReinterpretCastOp::create(&mut b, buffer, MixedIndex::Static(0), &[], &[], ty)
                }
            };
            let strided = layout::strides(&cx, b.ty(ranked)).is_some();
            let parts = if strided { ExtractStridedMetadataOp::create(&mut b, ranked) } else { None };
            let parts = parts.ok_or_else(|| {
                let message = "a buffer whose layout has no strides cannot be freed automatically";
                Diagnostic::error(self.body.value_loc(buffer), message)
            })?;
            buffers.push(parts.base_buffer(self.body));
            conditions.push(condition);
        }
        Ok((buffers, conditions))
    }
    /// The buffers that a block passes on, to a block if there is one, and those that stay live.
    pub fn retained(&self, from: Block, to: Option<Block>, passed: &[Value]) -> Vec<Value> {
        let mut out: Vec<Value> = passed.iter().copied().filter(|&v| is_memref(self.body, v)).collect();
        let mut live: Vec<Value> = self.liveness.live_out(from, to).collect();
        live.sort_by(|&x, &y| self.order(x, y));
        out.extend(live);
        out
    }
    /// Frees buffers before `at`; returns for each retained one the value that tells whether it is to be freed later.
    pub fn dealloc(&mut self, at: Op, freed: &Freed, retained: &[Value], block: Block) -> Vec<Value> {
        let types = vec![self.body.cx().i1(); retained.len()];
        let mut b = Builder::before(self.body, at);
        let op = strata_bufferization::DeallocOp::build(&mut b, &freed.0, &freed.1, retained, &types);
        let conditions: Vec<Value> = op.updated_conditions(self.body).to_vec();
        retained.iter().for_each(|&v| self.reset(v, block));
        for (&v, &condition) in retained.iter().zip(&conditions) {
            // The results for a buffer that is passed on and stays live are equal.
            if self.ownership(v, block).is_none() {
                self.update(v, block, Ownership::Unique(condition));
            }
        }
        conditions
    }
    /// A buffer that the block has to free in any case: this one, or, if it has not to, a clone.
    pub fn guaranteed(&mut self, at: Op, buffer: Value, indicator: Value, block: Block) -> Value {
        if is_true(self.body, indicator) {
            return buffer;
        }
        let (loc, ty) = (self.body.value_loc(buffer), self.body.ty(buffer));
        let at = InsertPoint::before(self.body, at);
        let mut b = Builder::new(self.body, at, loc);
        let kept = strata_scf::IfOp::create(
            &mut b,
            indicator,
            &[ty],
            |_| vec![buffer],
            |b| vec![CloneOp::build(b, buffer, ty)],
        );
        let yes = bool_constant(&mut b, true);
        let kept = self.body.result(kept.op(), 0);
        self.own(kept, yes);
        self.free_at_end(kept, block);
        kept
    }
    /// Replaces an op by one with more results.
    pub fn append_results(&mut self, op: Op, n: usize) -> Op {
        let operands: Vec<Value> = self.body.operands(op).collect();
        let i1 = self.body.cx().i1();
        let types: Vec<Type> = self.body.result_types(op).chain(std::iter::repeat_n(i1, n)).collect();
        let new = rebuild(self.body, op, &operands, &types);
        let results = self.body.results(new).to_vec();
        for (old, new) in self.body.results(op).to_vec().into_iter().zip(results) {
            self.body.replace_all_uses(old, new);
            self.liveness.replace(old, new);
        }
        self.body.erase(op);
        new
    }
}
