//! Conditionals: the blocks behind each successor of a branch, and those where they meet.

use rustc_hash::FxHashSet;
use strata_arith::IndexCastUIOp;
use strata_cf::{CondBranchOp, SwitchOp};
use strata_ir::prelude::*;
use strata_pass::PassError;
use strata_scf::{IfOp, IndexSwitchOp, YieldOp};

use super::{Lift, edges::Edge, multiplexer::Multiplexer, op_error};

/// Where control goes on behind the parts of a branch.
struct Continuation {
    /// The edges to it from the parts, and the edges to ops that leave the region.
    edges: Vec<Edge>,
    /// No part leaves the region.
    always: bool,
    /// No part leads to it.
    never: bool,
}

impl Lift<'_> {
    /// Lifts the branch at the end of `entry`; returns the blocks from which to go on.
    pub(super) fn lift_branch(&mut self, entry: Block) -> Result<Vec<Block>, PassError> {
        let Some(end) = self.body.last_op(entry) else { return Ok(Vec::new()) };
        match *self.body.successors(end) {
            [] => return Ok(Vec::new()),
            [next] => {
                let values = Edge { op: end, successor: 0 }.values(self.body);
                self.edges.erase(self.body, end);
                self.body.inline_block(next, InsertPoint::at_end(entry), &values);
                return Ok(vec![entry]);
            }
            _ => {}
        }
        let parts = self.parts(end);
        let continuation = self.continuation(entry, end, &parts);
        if continuation.never {
            // Each part ends in another way, so that nothing can follow a conditional.
            return Ok(self.body.successors(end).to_vec());
        }
        let mut targets = continuation.edges.iter().map(|e| e.to(self.body));
        let first = targets.next();
        let mut next = first.filter(|&first| targets.all(|to| to == first));
        if next.is_none() || !continuation.always {
            let loc = continuation.edges.first().map_or(Location::UNKNOWN, |e| self.body.loc(e.op));
            next = Multiplexer::join(self, loc, &continuation.edges).map(|m| m.block);
        }
        let Some(next) = next else { return Ok(Vec::new()) };
        if !continuation.always {
            // The branch to the one block that the edges lead to now is another case.
            if let Some(region) = self.body.block_parent(entry) {
                self.forget_tree(region);
            }
            return Ok(vec![entry]);
        }
        self.make_conditional(entry, end, &parts, next)
    }

    /// For each successor the blocks that only it leads to.
    fn parts(&mut self, end: Op) -> Vec<Vec<Block>> {
        let successors = self.body.successors(end).to_vec();
        let alone = |body: &Body, to: Block| body.single_predecessor(to) == Some(end);
        let part = |to| if alone(self.body, to) { self.dominated(to) } else { Vec::new() };
        successors.into_iter().map(part).collect()
    }

    fn continuation(&self, entry: Block, end: Op, parts: &[Vec<Block>]) -> Continuation {
        let inside: FxHashSet<Block> = parts.iter().flatten().copied().chain([entry]).collect();
        let mut out = Continuation { edges: Vec::new(), always: true, never: true };
        for (edge, part) in self.edges_from(end).zip(parts) {
            if part.is_empty() {
                out.edges.push(edge);
                out.never = false;
            }
            for &block in part {
                let last = self.body.last_op(block);
                let from: Vec<Edge> = last.into_iter().flat_map(|op| self.edges_from(op)).collect();
                if from.is_empty() {
                    out.always = false;
                    out.edges.extend(self.edges.to(block));
                }
                for edge in from.into_iter().filter(|e| !inside.contains(&e.to(self.body))) {
                    out.edges.push(edge);
                    out.never = false;
                }
            }
        }
        out
    }

    fn make_conditional(
        &mut self,
        entry: Block,
        end: Op,
        parts: &[Vec<Block>],
        next: Block,
    ) -> Result<Vec<Block>, PassError> {
        let types: Vec<Type> = self.body.block_args(next).iter().map(|&v| self.body.ty(v)).collect();
        let (op, regions) = self.build_conditional(end, &types)?;
        let loc = self.body.loc(op);
        let mut entries = Vec::new();
        // Blocks that get nothing but the terminator, with the values that it yields.
        let mut empty: Vec<(Block, Vec<Value>)> = Vec::new();
        for ((edge, part), region) in self.edges_from(end).zip(parts).zip(regions) {
            let values = edge.values(self.body);
            let Some(&first) = part.first() else {
                empty.push((self.body.add_block(region, &[]), values));
                continue;
            };
            self.move_part(part, next, region, &mut empty);
            for (arg, value) in self.body.block_args(first).to_vec().into_iter().zip(values) {
                self.body.replace_all_uses(arg, value);
            }
            edge.set_values(self.body, &[]);
            self.body.retain_block_args(first, |_, _| false);
            entries.push(first);
        }
        self.edges.erase(self.body, end);
        for (block, values) in empty {
            YieldOp::build(&mut Builder::new(self.body, InsertPoint::at_end(block), loc), &values);
        }
        for edge in self.edges.to(next) {
            let values = edge.values(self.body);
            YieldOp::build(&mut Builder::before(self.body, edge.op), &values);
            self.edges.erase(self.body, edge.op);
        }
        let results = self.body.results(op).to_vec();
        self.body.inline_block(next, InsertPoint::at_end(entry), &results);
        entries.push(entry);
        Ok(entries)
    }

    /// Moves the blocks of a part to a region, where one of them at most leads to `next`.
    fn move_part(
        &mut self,
        part: &[Block],
        next: Block,
        region: Region,
        empty: &mut Vec<(Block, Vec<Value>)>,
    ) {
        let mut exits: Vec<Edge> = Vec::new();
        for &block in part {
            if let Some(end) = self.body.last_op(block) {
                exits.extend(self.edges_from(end).filter(|e| e.to(self.body) == next));
            }
            self.body.move_block(block, region, None);
        }
        if exits.len() > 1 {
            let exit = self.body.add_block(region, &[]);
            self.copy_args(next, exit);
            for edge in exits {
                self.edges.redirect(self.body, edge, exit);
            }
            empty.push((exit, self.body.block_args(exit).to_vec()));
        }
    }

    /// Builds an op with a region for each successor of a branch, in front of it.
    fn build_conditional(&mut self, end: Op, types: &[Type]) -> Result<(Op, Vec<Region>), PassError> {
        if let Some(branch) = end.as_op::<CondBranchOp>(self.body) {
            let condition = branch.condition(self.body);
            let op = IfOp::build(&mut Builder::before(self.body, end), condition, types).op();
            return Ok((op, self.body.regions(op).to_vec()));
        }
        let Some(branch) = end.as_op::<SwitchOp>(self.body) else {
            let why = "Cannot convert unknown control flow op to structured control flow";
            return Err(op_error(self.body, end, why));
        };
        let cases: Vec<i64> = branch
            .cases(self.body)
            .into_iter()
            .map(|a| {
                let value = self.body.cx().attr_as::<IntegerAttr>(a);
                value.map_or(0, |v| v.value.zext_or_trunc(64).as_i64().unwrap_or(0))
            })
            .collect();
        let flag = branch.flag(self.body);
        let mut b = Builder::before(self.body, end);
        let index = b.cx().index();
        let flag = IndexCastUIOp::build(&mut b, flag, index);
        let values = b.cx().i64_array(&cases);
        let op = IndexSwitchOp::build(&mut b, flag, values, cases.len(), types).op();
        Ok((op, self.body.regions(op).to_vec()))
    }
}
