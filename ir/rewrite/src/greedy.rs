//! The greedy driver: folds, canonicalises and applies patterns until nothing changes.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use strata_analysis::would_be_trivially_dead;
use strata_core::{
    Attr, Block, Body, Diagnostic, Entity, Fold, FoldResult, Folded, InsertPoint, Op, Trait, Type, Value,
};

use crate::{Canonicalize, PatternSet, Rewriter, constants::constant_value};

/// How the driver works.
#[derive(Clone, Copy, Debug)]
pub struct GreedyConfig {
    /// Folds ops.
    pub fold: bool,
    /// Applies [`Canonicalize`] of ops.
    pub canonicalize: bool,
    /// Starts at the first op; otherwise at the last.
    pub top_down: bool,
    /// How often the whole body is gone over again when it changed; `None` until nothing changes.
    pub max_iterations: Option<u32>,
    /// How many rewrites are done at all; `None` is the limit of the context.
    pub max_rewrites: Option<u64>,
}

impl Default for GreedyConfig {
    fn default() -> Self {
        Self { fold: true, canonicalize: true, top_down: true, max_iterations: Some(10), max_rewrites: None }
    }
}

/// What a run of the driver did.
#[derive(Clone, Debug, Default)]
pub struct GreedyResult {
    /// Whether anything was changed.
    pub changed: bool,
    /// Number of folds, rewrites and erased ops.
    pub rewrites: u64,
    /// Set when the driver gave up; names the patterns that went on firing.
    pub not_converged: Option<Diagnostic>,
}

/// Simplifies all ops of `body`, not of its children.
pub fn rewrite_greedily(body: &mut Body, patterns: &PatternSet, config: &GreedyConfig) -> GreedyResult {
    let limit = config.max_rewrites.unwrap_or_else(|| {
        let per_op = body.cx().limits().rewrites_per_op;
        per_op.saturating_mul(body.num_ops() as u64).saturating_add(100_000)
    });
    let mut driver = Driver {
        patterns,
        config,
        result: GreedyResult::default(),
        worklist: Worklist::default(),
        constants: FxHashMap::default(),
        fired: FxHashMap::default(),
        limit,
    };
    let mut iteration = 0;
    loop {
        driver.constants.clear();
        if !driver.iterate(body) {
            break;
        }
        iteration += 1;
        if config.max_iterations.is_some_and(|max| iteration >= max) || driver.result.not_converged.is_some()
        {
            break;
        }
    }
    driver.result
}

/// Ops to look at, each at most once.
#[derive(Default)]
struct Worklist {
    stack: Vec<Op>,
    queued: Vec<bool>,
}

impl Worklist {
    fn push(&mut self, op: Op) {
        let i = op.index();
        if i >= self.queued.len() {
            self.queued.resize(i + 1, false);
        }
        if !std::mem::replace(&mut self.queued[i], true) {
            self.stack.push(op);
        }
    }
    fn pop(&mut self) -> Option<Op> {
        let op = self.stack.pop()?;
        self.queued[op.index()] = false;
        Some(op)
    }
}

/// Where uniqued constants live and what they are.
type ConstantKey = (Block, &'static str, Attr, Type);

struct Driver<'p> {
    patterns: &'p PatternSet,
    config: &'p GreedyConfig,
    result: GreedyResult,
    worklist: Worklist,
    constants: FxHashMap<ConstantKey, Op>,
    fired: FxHashMap<&'static str, u64>,
    limit: u64,
}

impl Driver<'_> {
    /// One pass over the body; whether it changed anything.
    fn iterate(&mut self, body: &mut Body) -> bool {
        let cx = body.cx_arc().clone();
        let before = self.result.rewrites;
        let mut ops = body.all_ops();
        if self.config.top_down {
            ops.reverse();
        }
        for op in ops {
            self.worklist.push(op);
        }
        let mut touched = Vec::new();
        while let Some(op) = self.worklist.pop() {
            if !body.is_live(op) || body.parent_block(op).is_none() {
                continue;
            }
            if self.result.rewrites >= self.limit {
                self.give_up(body, op);
                return false;
            }
            if self.step(body, &cx, op, &mut touched) {
                self.result.rewrites += 1;
                self.result.changed = true;
            }
            for op in touched.drain(..) {
                if body.is_live(op) {
                    self.worklist.push(op);
                }
            }
        }
        self.result.rewrites != before
    }
    fn step(
        &mut self,
        body: &mut Body,
        cx: &std::sync::Arc<strata_core::Context>,
        op: Op,
        touched: &mut Vec<Op>,
    ) -> bool {
        let info = body.info(op);
        if body.is_unused(op) && would_be_trivially_dead(body, op) {
            let (at, loc) = (InsertPoint::before(body, op), body.loc(op));
            self.forget_constant(body, op);
            Rewriter::new(body, cx, at, loc, touched).erase_op(op);
            return true;
        }
        if self.config.fold {
            if info.has(Trait::ConstantLike) {
                return self.unique_constant(body, cx, op, touched);
            }
            if self.fold(body, cx, op, touched) {
                return true;
            }
        }
        let (at, loc) = (InsertPoint::before(body, op), body.loc(op));
        let mut rw = Rewriter::new(body, cx, at, loc, touched);
        if self.config.canonicalize
            && let Some(c) = op.cast::<dyn Canonicalize>(&rw)
            && c.canonicalize(&mut rw).is_some()
        {
            *self.fired.entry(info.name).or_default() += 1;
            return self.after(body, op, touched);
        }
        for entry in self.patterns.for_op(info) {
            if (entry.apply)(op, &mut rw).is_some() {
                *self.fired.entry(entry.name).or_default() += 1;
                return self.after(body, op, touched);
            }
        }
        false
    }
    /// A rewritten op that is still there may match again.
    fn after(&mut self, body: &Body, op: Op, touched: &mut Vec<Op>) -> bool {
        if body.is_live(op) {
            touched.push(op);
        }
        true
    }
    fn fold(
        &mut self,
        body: &mut Body,
        cx: &std::sync::Arc<strata_core::Context>,
        op: Op,
        touched: &mut Vec<Op>,
    ) -> bool {
        if !op.implements::<dyn Fold>(body) {
            return false;
        }
        let consts: SmallVec<[Option<Attr>; 4]> =
            body.operands(op).map(|v| constant_value(body, v)).collect();
        let operands_before: SmallVec<[Value; 4]> = body.operands(op).collect();
        // The interface object is the op id itself, so it does not borrow the body.
        let folded = op.cast::<dyn Fold>(body).and_then(|f| f.fold(body, &consts));
        let (at, loc) = (InsertPoint::before(body, op), body.loc(op));
        match folded {
            None => false,
            Some(Folded::InPlace) => {
                touched.push(op);
                touched.extend(operands_before.iter().filter_map(|&v| body.def_op(v)));
                for i in 0..body.results(op).len() {
                    touched.extend(body.users(body.result(op, i)));
                }
                true
            }
            Some(Folded::Results(results)) => {
                let mut values: SmallVec<[Value; 2]> = SmallVec::new();
                // Each constant goes to the start of the block, so the last one is made first.
                for (i, r) in results.iter().enumerate().rev() {
                    let ty = body.ty(body.result(op, i));
                    let value = match r {
                        FoldResult::Value(v) if body.ty(*v) == ty => Some(*v),
                        FoldResult::Value(_) => None,
                        FoldResult::Attr(a) => self.constant(body, op, *a, ty, touched),
                    };
                    match value {
                        Some(v) => values.push(v),
                        None => return false,
                    }
                }
                if values.len() != body.results(op).len() {
                    return false;
                }
                values.reverse();
                Rewriter::new(body, cx, at, loc, touched).replace_op(op, &values);
                true
            }
        }
    }
    /// The block in which constants for `op` are put: the entry of the nearest isolated op.
    fn constant_block(body: &Body, op: Op) -> Option<Block> {
        let mut block = body.parent_block(op)?;
        while let Some(parent) = body.block_parent_op(block) {
            if parent == Op::SELF || body.has_trait(parent, Trait::IsolatedFromAbove) {
                break;
            }
            block = body.parent_block(parent)?;
        }
        let region = body.block_parent(block)?;
        body.blocks(region).first().copied()
    }
    fn constant(
        &mut self,
        body: &mut Body,
        op: Op,
        value: Attr,
        ty: Type,
        touched: &mut Vec<Op>,
    ) -> Option<Value> {
        let cx = body.cx_arc().clone();
        let block = Self::constant_block(body, op)?;
        let dialect = cx.dialect_of(body.op_name(op))?;
        for d in [Some(dialect), cx.dialect("arith")].into_iter().flatten() {
            if let Some(&known) = self.constants.get(&(block, d.name, value, ty))
                && body.is_live(known)
            {
                return Some(body.result(known, 0));
            }
            let Some(make) = d.materialize_constant else { continue };
            let at = InsertPoint::at_start(body, block);
            let mut b = strata_core::Builder::new(body, at, strata_core::Location::UNKNOWN);
            if let Some(v) = make(&mut b, value, ty) {
                let new = body.def_op(v)?;
                self.constants.insert((block, d.name, value, ty), new);
                touched.push(new);
                return Some(v);
            }
        }
        None
    }
    fn constant_key(body: &Body, op: Op) -> Option<ConstantKey> {
        let [result] = *body.results(op) else { return None };
        let value = body.attr_slot(op, 0)?;
        Some((Self::constant_block(body, op)?, body.info(op).dialect(), value, body.ty(result)))
    }
    fn forget_constant(&mut self, body: &Body, op: Op) {
        if body.has_trait(op, Trait::ConstantLike)
            && let Some(key) = Self::constant_key(body, op)
            && self.constants.get(&key) == Some(&op)
        {
            self.constants.remove(&key);
        }
    }
    /// Merges equal constants and moves them to the start of the entry block.
    fn unique_constant(
        &mut self,
        body: &mut Body,
        cx: &std::sync::Arc<strata_core::Context>,
        op: Op,
        touched: &mut Vec<Op>,
    ) -> bool {
        let Some(key) = Self::constant_key(body, op) else { return false };
        let block = key.0;
        match self.constants.get(&key) {
            Some(&known) if known == op => false,
            Some(&known) if body.is_live(known) => {
                let (at, loc) = (InsertPoint::before(body, op), body.loc(op));
                let v = body.result(known, 0);
                Rewriter::new(body, cx, at, loc, touched).replace_op(op, &[v]);
                true
            }
            _ => {
                self.constants.insert(key, op);
                // Constants stand before all other ops; one that does already stays where it is.
                let leading = body.parent_block(op) == Some(block)
                    && body.prev_op(op).is_none_or(|p| body.has_trait(p, Trait::ConstantLike));
                if leading {
                    return false;
                }
                let at = InsertPoint::at_start(body, block);
                body.move_op(op, at);
                true
            }
        }
    }
    fn give_up(&mut self, body: &Body, op: Op) {
        let mut fired: Vec<_> = self.fired.iter().map(|(n, c)| (*c, *n)).collect();
        fired.sort_by(|a, b| b.cmp(a));
        let names: Vec<String> = fired.iter().take(3).map(|(c, n)| format!("{n} ({c} times)")).collect();
        let message = format!(
            "rewriting did not converge after {} rewrites; most frequent: {}",
            self.result.rewrites,
            names.join(", ")
        );
        self.result.not_converged = Some(Diagnostic::error(body.loc(op), message));
    }
}
