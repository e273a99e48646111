//! Walks through the blocks of a function and frees their buffers.

use rustc_hash::FxHashSet;
use strata_arith::XOrIOp;
use strata_cf::AssertOp;
use strata_func::FuncOp;
use strata_ir::{
    analysis::effects_of,
    core::{
        Arity,
        dominance::post_order_blocks,
        interfaces::{BranchOp, CallOp},
    },
    prelude::*,
    rewrite::regions::append_successor_operand,
};
use strata_memref::AllocaOp;

use super::{
    MANUAL,
    checks::{check, is_region_end},
    functions::{n_buffers, update_signature},
    is_memref,
    rules::{free_at_end, rule, select_ownership},
    state::{Ownership, State},
};
use crate::{lower_dealloc::bool_constant, placement::frees};

/// Frees the buffers of a function; `dynamic` are the functions whose results tell who owns buffers.
pub(super) fn run(body: &mut Body, dynamic: &FxHashSet<Str>) -> Result<(), Diagnostic> {
    let Some(func) = body.self_as::<FuncOp>() else { return Ok(()) };
    if body.entry().is_none() {
        return Ok(());
    }
    let mut blocks = Vec::new();
    blocks_below(body, Op::SELF, &mut blocks);
    check(body, &blocks)?;
    let is_dynamic = body.symbol_name(Op::SELF).is_some_and(|name| dynamic.contains(&name));
    let mut driver = Driver { state: State::new(body, &blocks), dynamic, is_dynamic };
    for block in blocks {
        driver.block(block)?;
    }
    update_signature(body, func)
}

/// The blocks in the regions of an op: those below a block before it, and a block behind those that dominate it.
fn blocks_below(body: &Body, op: Op, out: &mut Vec<Block>) {
    for &region in body.regions(op) {
        let mut blocks = post_order_blocks(body, region);
        blocks.reverse();
        let reached: FxHashSet<Block> = blocks.iter().copied().collect();
        blocks.extend(body.blocks(region).iter().filter(|block| !reached.contains(block)));
        for block in blocks {
            for op in body.block_ops(block) {
                strata_ir::core::writer::deep(|| blocks_below(body, op, out));
            }
            out.push(block);
        }
    }
}

struct Driver<'b, 'd> {
    state: State<'b>,
    dynamic: &'d FxHashSet<Str>,
    /// Whether the results of the function tell who owns buffers.
    is_dynamic: bool,
}

impl Driver<'_, '_> {
    fn block(&mut self, block: Block) -> Result<(), Diagnostic> {
        self.enter(block);
        let ops: Vec<Op> = self.state.body.block_ops(block).collect();
        for op in ops {
            let op = match rule(self.state.body, op) {
                Some(rule) => {
                    rule(&mut self.state, op)?;
                    op
                }
                None => self.op(op, block)?,
            };
            self.remaining(op, block);
        }
        Ok(())
    }
    /// The ownership of the buffers that a block gets.
    fn enter(&mut self, block: Block) {
        let state = &mut self.state;
        let region = state.body.block_parent(block);
        let mut b = InsertPoint::at_start(state.body, block);
        let mut no = |state: &mut State<'_>, v: Value| {
            let loc = state.body.value_loc(v);
            let mut builder = Builder::new(state.body, b, loc);
            let value = bool_constant(&mut builder, false);
            b = builder.point();
            value
        };
        for v in state.live_in(block) {
            let Some(home) = state.body.def_block(v) else { continue };
            if state.body.block_parent(home) == region {
                if let Some(ownership) = state.ownership(v, home) {
                    state.update(v, block, ownership);
                }
                state.free_at_end(v, block);
            } else {
                let value = no(state, v);
                state.update(v, block, Ownership::Unique(value));
            }
        }
        let is_argument = state.body.entry() == Some(block);
        for arg in state.body.block_args(block).to_vec() {
            if !is_memref(state.body, arg) {
                continue;
            }
            let owned = if is_argument {
                no(state, arg)
            } else {
                let (loc, i1) = (state.body.value_loc(arg), state.body.cx().i1());
                let owned = state.body.add_block_arg(block, i1);
                state.body.set_arg_loc(owned, loc);
                owned
            };
            state.own(arg, owned);
            state.free_at_end(arg, block);
        }
    }
    /// Handles an op by its interfaces. Returns the op that is there afterwards.
    fn op(&mut self, op: Op, block: Block) -> Result<Op, Diagnostic> {
        self.effects(op, block);
        let body = &*self.state.body;
        if body.has_trait(op, Trait::Terminator) {
            if op.cast::<dyn BranchOp>(body).is_some() {
                self.branch(op, block)?;
            } else if is_region_end(body, op) {
                self.end(op, block)?;
            }
            return Ok(op);
        }
        if op.cast::<dyn RegionBranchOp>(body).is_some() {
            return self.with_regions(op, block);
        }
        if op.cast::<dyn CallOp>(body).is_some() {
            return Ok(self.call(op, block));
        }
        Ok(op)
    }
    /// Results that an op allocates belong to the block.
    fn effects(&mut self, op: Op, block: Block) {
        let state = &mut self.state;
        let loc = state.body.loc(op);
        for v in state.body.operands(op).collect::<Vec<_>>() {
            if !is_memref(state.body, v) || !frees(state.body, op, v) {
                continue;
            }
            // The program must not free a buffer that is freed automatically.
            if let Some(owned) = state.indicator(v, block) {
                let mut b = Builder::before(state.body, op);
                let yes = bool_constant(&mut b, true);
                let free = XOrIOp::build(&mut b, owned, yes);
                let message = b.cx().string_attr("expected that the block does not have ownership");
                AssertOp::build(&mut b, free, message);
            }
        }
        let effects = effects_of(state.body, op).unwrap_or_default();
        for v in state.body.results(op).to_vec() {
            let allocates = effects.iter().any(|e| e.kind == EffectKind::Alloc && e.on == Some(v));
            if !is_memref(state.body, v) || !allocates {
                continue;
            }
            let automatic = !op.isa::<AllocaOp>(state.body) && state.body.attr(op, MANUAL).is_none();
            let owned = state.bool_at_start(block, loc, automatic);
            state.own(v, owned);
            if automatic {
                state.free_at_end(v, block);
            }
        }
    }
    /// An op with regions passes ownership in and out.
    fn with_regions(&mut self, op: Op, block: Block) -> Result<Op, Diagnostic> {
        let state = &mut self.state;
        let loc = state.body.loc(op);
        let passed = op.cast::<dyn RegionBranchOp>(state.body).map(|regions| {
            let first = regions.successors(state.body, RegionPoint::Parent).first().copied();
            first.map(|to| regions.entry_operands(state.body, to)).unwrap_or_default()
        });
        let n = n_buffers(state.body, &passed.unwrap_or_default());
        let no = state.bool_at_start(block, loc, false);
        append_operands(state.body, op, &vec![no; n])?;
        let n = n_buffers(state.body, state.body.results(op));
        let op = state.append_results(op, n);
        self.own_results(op, n, block);
        Ok(op)
    }
    /// The last results of an op tell who owns the others.
    fn own_results(&mut self, op: Op, n: usize, block: Block) {
        let results = self.state.body.results(op).to_vec();
        let (buffers, owned) = results.split_at(results.len() - n);
        let buffers = buffers.iter().filter(|&&v| is_memref(self.state.body, v)).copied();
        for (v, &owned) in buffers.collect::<Vec<_>>().into_iter().zip(owned) {
            self.state.own(v, owned);
            self.state.free_at_end(v, block);
        }
    }
    fn call(&mut self, op: Op, block: Block) -> Op {
        let state = &mut self.state;
        let cx = state.body.cx_arc().clone();
        let callee = op.cast::<dyn CallOp>(state.body).and_then(|call| call.callee(state.body));
        let callee = callee.and_then(|a| cx.attr_as::<SymbolRefAttr>(a)).map(|symbol| symbol.root);
        if op.isa::<strata_func::CallOp>(state.body)
            && callee.is_some_and(|name| self.dynamic.contains(&name))
        {
            let n = n_buffers(state.body, state.body.results(op));
            let op = state.append_results(op, n);
            self.own_results(op, n, block);
            return op;
        }
        let yes = bool_constant(&mut Builder::before(state.body, op), true);
        for v in state.body.results(op).to_vec() {
            if is_memref(state.body, v) {
                state.own(v, yes);
                state.free_at_end(v, block);
            }
        }
        op
    }
    fn branch(&mut self, op: Op, block: Block) -> Result<(), Diagnostic> {
        let state = &mut self.state;
        let Some(&to) = state.body.successors(op).first() else { return Ok(()) };
        let range =
            op.cast::<dyn BranchOp>(state.body).map(|branch| branch.successor_operands(state.body, 0));
        let passed: Vec<Value> = range.unwrap_or_default().map(|i| state.body.operand(op, i)).collect();
        let freed = state.freed(op, block)?;
        let retained = state.retained(block, Some(to), &passed);
        let owned = state.dealloc(op, &freed, &retained, block);
        for &owned in owned.iter().take(n_buffers(state.body, &passed)) {
            append_successor_operand(state.body, op, 0, owned);
        }
        Ok(())
    }
    /// The end of a region, or of the function.
    fn end(&mut self, op: Op, block: Block) -> Result<(), Diagnostic> {
        let state = &mut self.state;
        let returns = state.body.parent_op(op) == Some(Op::SELF) && !self.is_dynamic;
        if returns {
            for i in 0..state.body.num_operands(op) {
                let v = state.body.operand(op, i);
                if is_memref(state.body, v) {
                    let (buffer, owned) = unique(state, op, v, block);
                    let kept = state.guaranteed(op, buffer, owned, block);
                    state.body.set_operand(op, i, kept);
                }
            }
        }
        let passed: Vec<Value> = match op.cast::<dyn RegionTerminator>(state.body) {
            Some(end) => end.forwarded(state.body, RegionPoint::Parent).to_vec(),
            None => state.body.operands(op).collect(),
        };
        let owned = free_at_end(state, op, &passed)?;
        if !returns {
            append_operands(state.body, op, &owned)?;
        }
        Ok(())
    }
    /// A buffer that an op makes of others belongs to the owner of these.
    fn remaining(&mut self, op: Op, block: Block) {
        let state = &mut self.state;
        for v in state.body.results(op).to_vec() {
            if !is_memref(state.body, v) || state.ownership(v, block).is_some() {
                continue;
            }
            for operand in state.body.operands(op).collect::<Vec<_>>() {
                let home = state.body.def_block(operand);
                let known = home.and_then(|home| state.ownership(operand, home));
                if let Some(ownership) = known.filter(|_| is_memref(state.body, operand)) {
                    state.update(v, block, ownership);
                }
            }
            if state.ownership(v, block).is_none() {
                let no = bool_constant(&mut Builder::before(state.body, op), false);
                state.own(v, no);
            }
        }
    }
}

/// A buffer with one value that tells whether the block has to free it, made before `at`.
fn unique(state: &mut State<'_>, at: Op, buffer: Value, block: Block) -> (Value, Value) {
    let here = state.body.def_block(buffer) == Some(block);
    let chosen = if here { select_ownership(state, at, buffer, block) } else { None };
    match chosen {
        Some(owned) => (buffer, owned),
        None => state.unique(at, buffer, block),
    }
}

/// Adds operands to the last group of an op.
fn append_operands(body: &mut Body, op: Op, values: &[Value]) -> Result<(), Diagnostic> {
    if values.is_empty() {
        return Ok(());
    }
    let groups = body.info(op).operands;
    let Some(last) = groups.len().checked_sub(1).filter(|&last| groups[last].arity == Arity::Variadic) else {
        let message = "buffers that are passed on need an op with a variable number of operands";
        return Err(Diagnostic::op_error(body, op, message));
    };
    let old = body.operand_group(op, last);
    let all: Vec<Value> = old.map(|i| body.operand(op, i)).chain(values.iter().copied()).collect();
    body.set_operand_group(op, last, &all);
    Ok(())
}
