//! `lift-cf-to-scf`: branches between blocks become loops and conditionals.
//!
//! Before:
//! ```mlir
//!   cf.cond_br %c, ^bb1, ^bb2
//! ^bb1:
//!   cf.br ^bb3(%x : i32)
//! ^bb2:
//!   cf.br ^bb3(%y : i32)
//! ^bb3(%z: i32):
//!   return %z : i32
//! ```
//! After:
//! ```mlir
//! %z = scf.if %c -> i32 { scf.yield %x : i32 } else { scf.yield %y : i32 }
//! return %z : i32
//! ```
//! The method is that of Bahmann, Reissmann, Jahre and Meyer, "Perfect Reconstructability of Control Flow from Demand Dependence
//! Graphs" (2015), as upstream has it. Cycles become loops with one entry and one exit (`cycles`), where edges to several blocks lead to
//! one block first, which a number tells where to go on (`multiplexer`). The graph without cycles is divided at each branch into the blocks
//! of each successor and those where they meet (`branches`).
//!
//! Any control flow is lifted: irreducible, with several exits, and loops without an exit. Blocks that cannot be reached, and terminators
//! with effects, are errors.

mod branches;
mod cycles;
mod edges;
mod multiplexer;

use rustc_hash::FxHashMap;
use strata_arith::constant_int;
use strata_func::FuncOp;
use strata_ir::{analysis::is_memory_effect_free, core::dominance::Dominance, prelude::*};
use strata_pass::{BodyPass, PassCx, PassError, PassResult, pass};

use edges::{Edge, Edges};

/// Lift ControlFlow dialect to SCF dialect.
#[pass(name = "lift-cf-to-scf", class = "LiftControlFlowToSCFPass", produces = [arith, func, scf, ub], each_body)]
pub struct LiftControlFlowToScf;

impl BodyPass for LiftControlFlowToScf {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        if body.self_as::<FuncOp>().is_none() {
            return Ok(());
        }
        for op in body.post_order().into_iter().chain([Op::SELF]) {
            for region in body.regions(op).to_vec() {
                if body.blocks(region).len() > 1 {
                    check(body, region)?;
                    Lift::new(body, region).run()?;
                }
            }
        }
        Ok(())
    }
}

fn op_error(body: &Body, op: Op, why: &str) -> PassError {
    Diagnostic::error(body.loc(op), format!("'{}' op {why}", body.op_name(op))).into()
}

/// Whether all branches can be replaced, and all blocks are reached.
fn check(body: &Body, region: Region) -> PassResult {
    for &block in &body.blocks(region)[1..] {
        if let Some(op) = body.first_op(block).filter(|_| body.num_predecessors(block) == 0) {
            return Err(op_error(body, op, "transformation does not support unreachable blocks"));
        }
    }
    for &block in body.blocks(region) {
        let Some(op) = body.last_op(block).filter(|&op| !body.successors(op).is_empty()) else { continue };
        let Some(branch) = op.cast::<dyn BranchOp>(body) else {
            let why = "transformation does not support terminators with successors not implementing BranchOpInterface";
            return Err(op_error(body, op, why));
        };
        if !is_memory_effect_free(body, op) {
            return Err(op_error(body, op, "transformation does not support terminators with side effects"));
        }
        for (i, &to) in body.successors(op).iter().enumerate() {
            if branch.successor_operands(body, i).len() != body.block_args(to).len() {
                let why =
                    "transformation does not support operations with operation-produced successor operands";
                return Err(op_error(body, op, why));
            }
        }
    }
    Ok(())
}

/// The transformation of one region.
struct Lift<'b> {
    body: &'b mut Body,
    /// The region, and the first of its blocks, which gets all constants.
    region: Region,
    entry: Block,
    edges: Edges,
    /// Poison by type.
    undefs: FxHashMap<Type, Value>,
    /// The constants that tell where control goes.
    numbers: Vec<Option<Value>>,
    /// The last blocks of the region, with their terminators: one for each kind.
    exits: Vec<(Op, Block)>,
    dominance: Dominance,
    /// The blocks that each block dominates immediately, by region.
    trees: FxHashMap<Region, FxHashMap<Block, Vec<Block>>>,
}

/// A block from which a part of the region is transformed.
#[derive(Clone, Copy)]
struct Entry {
    block: Block,
    /// There may be cycles behind it.
    cyclic: bool,
}

impl<'b> Lift<'b> {
    fn new(body: &'b mut Body, region: Region) -> Self {
        let edges = Edges::new(body, region);
        let entry = body.blocks(region)[0];
        Self {
            body,
            region,
            entry,
            edges,
            undefs: FxHashMap::default(),
            numbers: Vec::new(),
            exits: Vec::new(),
            dominance: Dominance::new(),
            trees: FxHashMap::default(),
        }
    }

    fn run(mut self) -> PassResult {
        for block in self.body.blocks(self.region).to_vec() {
            if let Some(end) = self.body.last_op(block).filter(|&op| self.body.successors(op).is_empty()) {
                self.combine_exit(end);
            }
        }
        let mut todo = vec![Entry { block: self.entry, cyclic: true }];
        while let Some(entry) = todo.pop() {
            if entry.cyclic {
                let loops = self.lift_cycles(entry.block)?;
                if !loops.is_empty()
                    && let Some(region) = self.body.block_parent(entry.block)
                {
                    self.forget_tree(region);
                }
                todo.extend(loops.into_iter().map(|block| Entry { block, cyclic: true }));
            }
            let parts = self.lift_branch(entry.block)?;
            todo.extend(parts.into_iter().map(|block| Entry { block, cyclic: false }));
        }
        Ok(())
    }

    /// A builder at the start of the region, for constants.
    fn constants(&mut self) -> Builder<'_> {
        let at = InsertPoint::at_start(self.body, self.entry);
        let loc = self.body.region_parent(self.region).map_or(Location::UNKNOWN, |op| self.body.loc(op));
        Builder::new(self.body, at, loc)
    }
    /// A value of a type that nothing reads.
    fn undef(&mut self, ty: Type) -> Value {
        if let Some(&value) = self.undefs.get(&ty) {
            return value;
        }
        let value = strata_ub::PoisonOp::build(&mut self.constants(), None, ty);
        self.undefs.insert(ty, value);
        value
    }
    /// The number of a target as a value.
    fn number(&mut self, n: usize) -> Value {
        if let Some(&Some(value)) = self.numbers.get(n) {
            return value;
        }
        let mut b = self.constants();
        let i32 = b.cx().i32();
        let value = constant_int(&mut b, n as i64, i32);
        if self.numbers.len() <= n {
            self.numbers.resize(n + 1, None);
        }
        self.numbers[n] = Some(value);
        value
    }

    /// Makes an op that leaves the region a branch to the only block with an op of its kind.
    fn combine_exit(&mut self, end: Op) {
        let body = &*self.body;
        let same = |&&(other, _): &&(Op, Block)| {
            std::ptr::eq(body.info(other), body.info(end))
                && body.attrs_equal(other, end)
                && body.operand_types(other).eq(body.operand_types(end))
        };
        let known = self.exits.iter().find(same).copied();
        let values: Vec<Value> = body.operands(end).collect();
        let (loc, Some(from)) = (body.loc(end), body.parent_block(end)) else { return };
        let exit = match known {
            Some((other, _)) if other == end => return,
            Some((_, exit)) => {
                self.body.erase(end);
                exit
            }
            None => {
                let types: Vec<Type> = values.iter().map(|&v| self.body.ty(v)).collect();
                let exit = self.body.add_block(self.region, &types);
                for arg in self.body.block_args(exit).to_vec() {
                    self.body.set_arg_loc(arg, loc);
                }
                self.body.move_op(end, InsertPoint::at_end(exit));
                let args = self.body.block_args(exit).to_vec();
                self.body.set_operands(end, &args);
                self.exits.push((end, exit));
                exit
            }
        };
        self.switch(loc, from, None, (exit, values), Vec::new());
        if let Some(region) = self.body.block_parent(from) {
            self.forget_tree(region);
        }
    }

    fn forget_tree(&mut self, region: Region) {
        self.trees.remove(&region);
        self.dominance.invalidate(region);
    }
    /// The blocks that `block` dominates, parents first.
    fn dominated(&mut self, block: Block) -> Vec<Block> {
        let Some(region) = self.body.block_parent(block) else { return vec![block] };
        if !self.trees.contains_key(&region) {
            let tree = self.tree(region);
            self.trees.insert(region, tree);
        }
        let tree = &self.trees[&region];
        let (mut out, mut todo) = (Vec::new(), vec![block]);
        while let Some(block) = todo.pop() {
            out.push(block);
            todo.extend(tree.get(&block).into_iter().flatten().rev());
        }
        out
    }
    /// The children of each block in the dominator tree, in the order in which a walk in depth finds them.
    fn tree(&mut self, region: Region) -> FxHashMap<Block, Vec<Block>> {
        let mut tree: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut todo: Vec<Block> = self.body.blocks(region).first().copied().into_iter().collect();
        self.dominance.invalidate(region);
        while let Some(block) = todo.pop() {
            if !seen.insert(block) {
                continue;
            }
            if let Some(idom) = self.dominance.idom(self.body, block) {
                tree.entry(idom).or_default().push(block);
            }
            if let Some(end) = self.body.last_op(block) {
                todo.extend(self.body.successors(end).iter().rev());
            }
        }
        tree
    }
    /// Puts a `cf.switch` at the end of `from`: to the blocks of `cases` with their numbers, or else to `default`.
    fn switch(
        &mut self,
        loc: Location,
        from: Block,
        flag: Option<Value>,
        default: (Block, Vec<Value>),
        cases: Vec<(usize, Block, Vec<Value>)>,
    ) -> Op {
        let flag = flag.unwrap_or_else(|| self.number(0));
        let mut b = Builder::new(self.body, InsertPoint::at_end(from), loc);
        let target = |(block, operands)| strata_cf::Target { block, operands };
        let cases: Vec<(Attr, strata_cf::Target)> = cases
            .into_iter()
            .map(|(n, block, operands)| (b.cx().i32_attr(n as i32), target((block, operands))))
            .collect();
        let op = strata_cf::SwitchOp::create(&mut b, flag, &target(default), &cases).op();
        self.edges.add(self.body, op);
        op
    }
    /// The edges from an op.
    fn edges_from(&self, op: Op) -> impl Iterator<Item = Edge> + use<> {
        (0..self.body.successors(op).len()).map(move |successor| Edge { op, successor })
    }
}
