//! Loops: cycles of blocks with one entry, and one exit at their end, behind which they repeat.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_arith::TruncIOp;
use strata_func::{FuncOp, ReturnOp};
use strata_ir::prelude::*;
use strata_pass::PassError;
use strata_scf::{ConditionOp, WhileOp, YieldOp};

use super::{Lift, edges::Edge, multiplexer::Multiplexer};

/// The edges of a cycle.
#[derive(Default)]
struct CycleEdges {
    /// From blocks outside.
    entry: Vec<Edge>,
    /// To blocks outside.
    exit: Vec<Edge>,
    /// From blocks inside to those that edges from outside lead to.
    back: Vec<Edge>,
}

/// A cycle whose last block alone leads out of it, and back to its first one.
struct Loop {
    blocks: Vec<Block>,
    inside: FxHashSet<Block>,
    header: Block,
    latch: Block,
    /// The only block that the cycle leads to.
    exit: Block,
    /// The argument of the latch that says whether to repeat.
    condition: Value,
}

impl Lift<'_> {
    /// Lifts the outermost cycles behind `entry`; returns their first blocks.
    pub(super) fn lift_cycles(&mut self, entry: Block) -> Result<Vec<Block>, PassError> {
        let mut headers = Vec::new();
        for cycle in cycles(self.body, entry) {
            headers.extend(self.lift_cycle(cycle)?);
        }
        Ok(headers)
    }

    fn cycle_edges(&self, blocks: &[Block], inside: &FxHashSet<Block>) -> CycleEdges {
        let mut out = CycleEdges::default();
        let mut entries = FxHashSet::default();
        let leaves = |lift: &Self, block: Block| {
            lift.body.last_op(block).into_iter().flat_map(|op| lift.edges_from(op)).collect::<Vec<Edge>>()
        };
        for &block in blocks {
            for edge in self.edges.to(block) {
                if self.body.parent_block(edge.op).is_none_or(|from| !inside.contains(&from)) {
                    out.entry.push(edge);
                    entries.insert(block);
                }
            }
            out.exit.extend(leaves(self, block).into_iter().filter(|e| !inside.contains(&e.to(self.body))));
        }
        for &block in blocks {
            out.back.extend(leaves(self, block).into_iter().filter(|e| entries.contains(&e.to(self.body))));
        }
        out
    }

    fn lift_cycle(&mut self, mut blocks: Vec<Block>) -> Result<Option<Block>, PassError> {
        let mut inside: FxHashSet<Block> = blocks.iter().copied().collect();
        let edges = self.cycle_edges(&blocks, &inside);
        let (Some(first), Some(back)) = (edges.entry.first(), edges.back.first()) else { return Ok(None) };
        let mut header = first.to(self.body);
        if edges.entry.len() > 1 {
            let loc = self.body.last_op(header).map_or(Location::UNKNOWN, |op| self.body.loc(op));
            let all: Vec<Edge> = edges.entry.iter().chain(&edges.back).copied().collect();
            if let Some(multiplexer) = Multiplexer::join(self, loc, &all) {
                header = multiplexer.block;
            }
        }
        let loc = self.body.loc(back.op);
        if inside.insert(header) {
            blocks.push(header);
        }
        let Some((latch, exit, condition)) = self.single_latch(loc, header, &edges)? else { return Ok(None) };
        inside.insert(latch);
        blocks.push(latch);
        let cycle = Loop { blocks, inside, header, latch, exit, condition };
        let values = self.reduce(&cycle);
        self.make_while(loc, &cycle, &values);
        Ok(Some(header))
    }

    /// Leads all edges back and out of the cycle to one block, its latch, and those that leave it from there to another one.
    fn single_latch(
        &mut self,
        loc: Location,
        header: Block,
        edges: &CycleEdges,
    ) -> Result<Option<(Block, Block, Value)>, PassError> {
        let to: Vec<Block> = edges.back.iter().chain(&edges.exit).map(|e| e.to(self.body)).collect();
        let zero = self.number(0);
        let ty = self.body.ty(zero);
        let Some(multiplexer) = Multiplexer::new(self, loc, &to, &[ty]) else { return Ok(None) };
        let latch = multiplexer.block;
        let Some(region) = self.body.block_parent(latch) else { return Ok(None) };
        let place = self.body.block_number(region, latch).map_or(0, |n| n + 1);
        let exit = self.body.insert_block(region, place, &[]);
        for &edge in &edges.back {
            let one = self.number(1);
            multiplexer.redirect(self, edge, &[one]);
        }
        for &edge in &edges.exit {
            let zero = self.number(0);
            multiplexer.redirect(self, edge, &[zero]);
        }
        let args = self.body.block_args(latch).to_vec();
        let Some(&condition) = args.last() else { return Ok(None) };
        let passed = args[..self.body.block_args(header).len()].to_vec();
        self.switch(loc, latch, Some(condition), (header, passed), vec![(0, exit, Vec::new())]);
        if edges.exit.is_empty() {
            self.end_without_exit(loc, exit)?;
        } else {
            multiplexer.dispatch(self, loc, exit, Some(header));
        }
        Ok(Some((latch, exit, condition)))
    }

    /// Behind a loop that never ends, the function returns any values.
    fn end_without_exit(&mut self, loc: Location, exit: Block) -> Result<(), PassError> {
        let parent = self.body.region_parent(self.body.block_parent(exit).unwrap_or(self.region));
        let function = parent.and_then(|op| op.as_op::<FuncOp>(self.body));
        let Some(function) = function else {
            let name = parent.map_or("", |op| self.body.op_name(op));
            let why = format!("Cannot create unreachable terminator for '{name}'");
            return Err(Diagnostic::error(loc, why).into());
        };
        let results = function.signature(self.body).1;
        let mut b = Builder::new(self.body, InsertPoint::at_end(exit), loc);
        let values: Vec<Value> =
            results.into_iter().map(|ty| strata_ub::PoisonOp::build(&mut b, None, ty)).collect();
        let end = ReturnOp::build(&mut b, &values).op();
        self.combine_exit(end);
        Ok(())
    }

    /// Passes all values that are used behind the loop through its header and its latch, so that the values that leave the loop are those
    /// that the next iteration would get; returns these.
    fn reduce(&mut self, cycle: &Loop) -> Vec<Value> {
        let Some(end) = self.body.last_op(cycle.latch) else { return Vec::new() };
        let (again, out) = (Edge { op: end, successor: 0 }, Edge { op: end, successor: 1 });
        let mut values = again.values(self.body);
        for &value in &values {
            let (ty, loc) = (self.body.ty(value), self.body.value_loc(value));
            let arg = self.add_arg(cycle.exit, ty, loc);
            out.append(self.body, value);
            self.replace_outside(cycle, value, arg);
        }
        let latch_args = self.body.block_args(cycle.latch).to_vec();
        let header_args = self.body.block_args(cycle.header).to_vec();
        for &block in &cycle.blocks {
            let mut defined = if block == cycle.latch {
                latch_args.clone()
            } else if block == cycle.header {
                header_args.clone()
            } else {
                self.body.block_args(block).to_vec()
            };
            defined.extend(self.body.block_ops(block).flat_map(|op| self.body.results(op)));
            let mut dominates: FxHashMap<Block, bool> = FxHashMap::default();
            for value in defined {
                if !self.is_used_outside(cycle, value) {
                    continue;
                }
                let (ty, loc) = (self.body.ty(value), self.body.value_loc(value));
                let arg = self.add_arg(cycle.exit, ty, loc);
                self.add_arg(cycle.header, ty, loc);
                let passed = self.at_latch(cycle, block, value, &mut dominates);
                values.push(passed);
                again.append(self.body, passed);
                out.append(self.body, passed);
                self.replace_outside(cycle, value, arg);
            }
        }
        for edge in self.edges.to(cycle.header).into_iter().filter(|e| e.op != end) {
            let mut passed = edge.values(self.body);
            for &arg in &self.body.block_args(cycle.header).to_vec()[passed.len()..] {
                passed.push(self.undef(self.body.ty(arg)));
            }
            edge.set_values(self.body, &passed);
        }
        values
    }

    /// A value of `block` at the latch: an argument of that, where the value does not reach it on all ways.
    fn at_latch(
        &mut self,
        cycle: &Loop,
        block: Block,
        value: Value,
        known: &mut FxHashMap<Block, bool>,
    ) -> Value {
        let edges = self.edges.to(cycle.latch);
        let reaches: Vec<bool> = edges
            .iter()
            .map(|e| match self.body.parent_block(e.op) {
                Some(from) => *known
                    .entry(from)
                    .or_insert_with(|| self.dominance.block_dominates(self.body, block, from)),
                None => true,
            })
            .collect();
        if block == cycle.latch || reaches.iter().all(|&r| r) {
            return value;
        }
        let (ty, loc) = (self.body.ty(value), self.body.value_loc(value));
        let arg = self.add_arg(cycle.latch, ty, loc);
        for (edge, reaches) in edges.into_iter().zip(reaches) {
            let passed = if reaches { value } else { self.undef(ty) };
            edge.append(self.body, passed);
        }
        arg
    }

    /// Whether an op is in a loop, or in an op of it.
    fn is_inside(body: &Body, cycle: &Loop, op: Op) -> bool {
        let mut around = std::iter::successors(Some(op), |&op| body.parent_op(op));
        around.any(|op| body.parent_block(op).is_some_and(|b| cycle.inside.contains(&b)))
    }
    fn is_used_outside(&self, cycle: &Loop, value: Value) -> bool {
        self.body.users(value).any(|user| !Self::is_inside(self.body, cycle, user))
    }
    fn replace_outside(&mut self, cycle: &Loop, value: Value, by: Value) {
        self.body.replace_uses_if(value, by, |body, user| !Self::is_inside(body, cycle, user));
    }

    /// Moves the blocks into a `scf.while` in the place of the header.
    fn make_while(&mut self, loc: Location, cycle: &Loop, values: &[Value]) {
        let (header, latch) = (cycle.header, cycle.latch);
        let Some(region) = self.body.block_parent(header) else { return };
        let place = self.body.block_number(region, header).unwrap_or(0);
        let outer = self.body.insert_block(region, place, &[]);
        self.copy_args(header, outer);
        if let Some(end) = self.body.last_op(latch) {
            self.edges.erase(self.body, end);
        }
        let inits = self.body.block_args(outer).to_vec();
        let types: Vec<Type> = inits.iter().map(|&v| self.body.ty(v)).collect();
        let mut b = Builder::new(self.body, InsertPoint::at_end(outer), loc);
        let op = WhileOp::build(&mut b, &inits, &types);
        let before = b.regions(op.op())[0];
        let middle = cycle.blocks.iter().copied().filter(|&block| block != header && block != latch);
        for block in [header].into_iter().chain(middle).chain([latch]) {
            b.body().move_block(block, before, None);
        }
        b.in_block(latch, |b| {
            let i1 = b.cx().i1();
            let again = TruncIOp::build(b, cycle.condition, None, i1);
            ConditionOp::build(b, again, values);
        });
        b.region_block(op, 1, &types, |b, after| {
            let args = b.block_args(after).to_vec();
            YieldOp::build(b, &args);
        });
        for edge in self.edges.to(header) {
            self.edges.redirect(self.body, edge, outer);
        }
        let results = self.body.results(op.op()).to_vec();
        self.body.inline_block(cycle.exit, InsertPoint::at_end(outer), &results);
    }
}

/// The cycles that are not inside of another one, in the order in which a walk in depth leaves them.
fn cycles(body: &Body, entry: Block) -> Vec<Vec<Block>> {
    let successors = |block: Block| body.last_op(block).map_or(&[][..], |op| body.successors(op));
    // For each block its number in the walk, or `None` where it is known which cycle it is in.
    let mut numbers: FxHashMap<Block, Option<usize>> = FxHashMap::default();
    let (mut out, mut stack): (Vec<Vec<Block>>, Vec<Block>) = (Vec::new(), Vec::new());
    // The block, the next successor, and the smallest number that the block leads to.
    let mut walk: Vec<(Block, usize, usize)> = Vec::new();
    let enter = |block: Block, numbers: &mut FxHashMap<Block, Option<usize>>, stack: &mut Vec<Block>| {
        let number = numbers.len();
        numbers.insert(block, Some(number));
        stack.push(block);
        (block, 0, number)
    };
    walk.push(enter(entry, &mut numbers, &mut stack));
    while let Some((block, next, low)) = walk.last_mut() {
        if let Some(&to) = successors(*block).get(*next) {
            *next += 1;
            match numbers.get(&to) {
                None => walk.push(enter(to, &mut numbers, &mut stack)),
                Some(&Some(number)) => *low = (*low).min(number),
                Some(None) => {}
            }
            continue;
        }
        let (block, low) = (*block, *low);
        walk.pop();
        if let Some((_, _, above)) = walk.last_mut() {
            *above = (*above).min(low);
        }
        if numbers.get(&block).copied().flatten() != Some(low) {
            continue;
        }
        let mut component = Vec::new();
        while let Some(inner) = stack.pop() {
            numbers.insert(inner, None);
            component.push(inner);
            if inner == block {
                break;
            }
        }
        if component.len() > 1 || successors(block).contains(&block) {
            out.push(component);
        }
    }
    out
}
