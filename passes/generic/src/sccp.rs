//! `sccp`: sparse conditional constant propagation.
//!
//! Before:
//! ```mlir
//! cf.cond_br %true, ^a(%c1 : i32), ^b
//! ^a(%x: i32):
//!   %0 = arith.addi %x, %c1 : i32
//! ```
//! After: uses of `%x` and `%0` are constants; blocks that are never reached do not count.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Sparse Conditional Constant Propagation.
#[pass(name = "sccp", class = "SCCP", each_body, idempotent)]
pub struct Sccp;

impl BodyPass for Sccp {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut solver = Solver::default();
        solver.solve(body);
        solver.rewrite(body);
        Ok(())
    }
}

/// What is known about a value. A value without an entry has not been computed yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lattice {
    /// Always this constant; with the dialect that makes it.
    Constant(Attr),
    /// Several values.
    Unknown,
}

#[derive(Default)]
struct Solver {
    values: FxHashMap<Value, Lattice>,
    live: FxHashSet<Block>,
    edges: FxHashSet<(Block, Block, usize)>,
    blocks: Vec<Block>,
    ops: Vec<Op>,
}

impl Solver {
    fn solve(&mut self, body: &mut Body) {
        for region in body.regions(Op::SELF).to_vec() {
            self.enter(body, region);
        }
        loop {
            if let Some(op) = self.ops.pop() {
                if body.parent_block(op).is_some_and(|b| self.live.contains(&b)) {
                    self.visit(body, op);
                }
            } else if let Some(block) = self.blocks.pop() {
                for op in body.block_ops(block).collect::<Vec<_>>() {
                    self.visit(body, op);
                }
            } else {
                break;
            }
        }
    }
    /// The region is entered with unknown arguments.
    fn enter(&mut self, body: &Body, region: Region) {
        let Some(&entry) = body.blocks(region).first() else { return };
        for &arg in body.block_args(entry) {
            self.set(body, arg, Lattice::Unknown);
        }
        self.reach(entry);
    }
    fn reach(&mut self, block: Block) {
        if self.live.insert(block) {
            self.blocks.push(block);
        }
    }
    fn set(&mut self, body: &Body, value: Value, new: Lattice) {
        let joined = match (self.values.get(&value), new) {
            (None, n) => n,
            (Some(old), n) if *old == n => return,
            (Some(Lattice::Unknown), _) => return,
            _ => Lattice::Unknown,
        };
        self.values.insert(value, joined);
        self.ops.extend(body.users(value));
    }
    fn unknown_results(&mut self, body: &Body, op: Op) {
        for &v in body.results(op) {
            self.set(body, v, Lattice::Unknown);
        }
    }
    fn visit(&mut self, body: &mut Body, op: Op) {
        if !body.regions(op).is_empty() {
            for region in body.regions(op).to_vec() {
                self.enter(body, region);
                // Without knowing how blocks are entered, all of them may be.
            }
            return self.unknown_results(body, op);
        }
        if !body.successors(op).is_empty() {
            return self.branch(body, op);
        }
        if body.results(op).is_empty() {
            return;
        }
        if body.has_trait(op, Trait::ConstantLike)
            && let Some(attr) = body.attr_slot(op, 0)
        {
            let v = body.result(op, 0);
            return self.set(body, v, Lattice::Constant(attr));
        }
        let mut consts: SmallVec<[Option<Attr>; 4]> = SmallVec::new();
        for v in body.operands(op) {
            match self.values.get(&v) {
                None => return,
                Some(Lattice::Constant(a)) => consts.push(Some(*a)),
                Some(Lattice::Unknown) => consts.push(None),
            }
        }
        if !op.implements::<dyn Fold>(body) || body.is_shell(op) {
            return self.unknown_results(body, op);
        }
        // Folding may change the op in place for values that are only assumed, so a copy is folded.
        let copy = body.clone_op(op, &mut IdMap::new());
        let folded = copy.cast::<dyn Fold>(body).and_then(|f| f.fold(body, &consts));
        let results = match folded {
            Some(Folded::Results(r)) if r.len() == body.results(op).len() => r,
            _ => {
                body.erase_forced(copy);
                return self.unknown_results(body, op);
            }
        };
        let own: SmallVec<[Value; 2]> = SmallVec::from_slice(body.results(copy));
        body.erase_forced(copy);
        for (i, r) in results.iter().enumerate() {
            let target = body.result(op, i);
            let new = match r {
                FoldResult::Attr(a) => Lattice::Constant(*a),
                FoldResult::Value(v) if own.contains(v) => Lattice::Unknown,
                FoldResult::Value(v) => match self.values.get(v) {
                    Some(l) => *l,
                    None => continue,
                },
            };
            self.set(body, target, new);
        }
    }
    fn branch(&mut self, body: &mut Body, op: Op) {
        self.unknown_results(body, op);
        let Some(block) = body.parent_block(op) else { return };
        let successors = body.successors(op).to_vec();
        let Some(branch) = op.cast::<dyn BranchOp>(body) else {
            for s in successors {
                for &arg in body.block_args(s) {
                    self.set(body, arg, Lattice::Unknown);
                }
                self.reach(s);
            }
            return;
        };
        let mut consts: SmallVec<[Option<Attr>; 4]> = SmallVec::new();
        let mut waiting = false;
        for v in body.operands(op) {
            let known = self.values.get(&v);
            waiting |= known.is_none();
            consts.push(match known {
                Some(Lattice::Constant(a)) => Some(*a),
                _ => None,
            });
        }
        let only = branch.successor_for(body, &consts);
        if only.is_none() && waiting && successors.len() > 1 {
            return;
        }
        for (i, &s) in successors.iter().enumerate() {
            if only.is_some_and(|o| o != i) {
                continue;
            }
            self.edges.insert((block, s, i));
            let range = branch.successor_operands(body, i);
            let args = body.block_args(s).to_vec();
            let produced = args.len().saturating_sub(range.len());
            for (k, &arg) in args.iter().enumerate() {
                let new = match k.checked_sub(produced).map(|k| body.operand(op, range.start + k)) {
                    None => Lattice::Unknown,
                    Some(v) => match self.values.get(&v) {
                        Some(l) => *l,
                        None => continue,
                    },
                };
                self.set(body, arg, new);
            }
            self.reach(s);
        }
    }
    fn rewrite(&mut self, body: &mut Body) {
        let cx = body.cx_arc().clone();
        let mut made: FxHashMap<(Region, Attr, Type, &str), Value> = FxHashMap::default();
        for region in all_regions(body) {
            // Constants at the start of the entry block are used again.
            let leading = body.blocks(region).first().into_iter().flat_map(|&b| body.block_ops(b));
            for op in leading.take_while(|&op| body.has_trait(op, Trait::ConstantLike)) {
                if let (Some(attr), [v]) = (body.attr_slot(op, 0), body.results(op)) {
                    made.entry((region, attr, body.ty(*v), body.info(op).dialect())).or_insert(*v);
                }
            }
            for block in body.blocks(region).to_vec() {
                if !self.live.contains(&block) {
                    continue;
                }
                for arg in body.block_args(block).to_vec() {
                    self.replace(body, &cx, region, arg, None, &mut made);
                }
                for op in body.block_ops(block).collect::<Vec<_>>() {
                    if body.has_trait(op, Trait::ConstantLike) {
                        continue;
                    }
                    let mut all = !body.results(op).is_empty();
                    for v in body.results(op).to_vec() {
                        all &= self.replace(body, &cx, region, v, Some(op), &mut made) || !body.has_uses(v);
                    }
                    if all && strata_ir::analysis::is_trivially_dead(body, op) {
                        body.erase(op);
                    }
                }
            }
        }
    }
    fn replace(
        &self,
        body: &mut Body,
        cx: &std::sync::Arc<Context>,
        region: Region,
        value: Value,
        op: Option<Op>,
        made: &mut FxHashMap<(Region, Attr, Type, &'static str), Value>,
    ) -> bool {
        let Some(Lattice::Constant(attr)) = self.values.get(&value).copied() else { return false };
        if !body.has_uses(value) {
            return false;
        }
        let Some(&entry) = body.blocks(region).first() else { return false };
        let ty = body.ty(value);
        let own = op.and_then(|op| cx.dialect_of(body.op_name(op)));
        let others = ["arith", "ub"].into_iter().filter_map(|d| cx.dialect(d));
        for d in own.into_iter().chain(others) {
            let Some(make) = d.materialize_constant else { continue };
            let key = (region, attr, ty, d.name);
            let new = match made.get(&key) {
                Some(&v) => Some(v),
                None => {
                    let mut b = Builder::at_start(body, entry);
                    make(&mut b, attr, ty)
                }
            };
            if let Some(new) = new {
                made.insert(key, new);
                body.replace_all_uses(value, new);
                return true;
            }
        }
        false
    }
}

fn all_regions(body: &Body) -> Vec<Region> {
    let mut out = body.regions(Op::SELF).to_vec();
    body.walk(|op| out.extend_from_slice(body.regions(op)));
    out
}
