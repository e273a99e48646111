//! The greedy driver: folds, canonicalises and applies patterns until nothing changes.
//!
//! An iteration works as one of MLIR's `applyPatternsGreedily`, so that ops end up in the same order:
//! 1. all ops are added to the worklist; equal constants are merged on the way, and moved to the start of the outermost
//!    region that may hold them;
//! 2. unreachable blocks are erased: values may depend on themselves there, which patterns do not expect;
//! 3. ops are folded and rewritten. A constant that a fold makes stays where the op was, until the next iteration;
//! 4. regions are simplified.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use strata_analysis::would_be_trivially_dead;
use strata_core::{
    Attr, Block, Body, Diagnostic, Entity, Fold, FoldResult, Folded, InsertPoint, Location, Op, Region,
    Trait, Type, Value, op_info::UNREGISTERED,
};

use crate::{
    Canonicalize, PatternSet, RegionSimplification, Rewriter,
    constants::constant_value,
    conversion::materialize_constant,
    regions::{erase_unreachable, simplify_regions},
};

/// How the driver works.
#[derive(Clone, Copy, Debug)]
pub struct GreedyConfig {
    /// Folds ops.
    pub fold: bool,
    /// Applies [`Canonicalize`] of ops.
    pub canonicalize: bool,
    /// Starts at the first op; otherwise at the last.
    pub top_down: bool,
    /// Visits ops that patterns create in the same iteration, instead of in the next one, and after a fold in place only the op itself.
    pub visit_created: bool,
    /// How the control flow is simplified at the end of each iteration.
    pub regions: RegionSimplification,
    /// The limit of iterations over the whole body; `None` for no limit.
    pub max_iterations: Option<u32>,
    /// How many rewrites are done at all; `None` is the limit of the context.
    pub max_rewrites: Option<u64>,
}

impl Default for GreedyConfig {
    fn default() -> Self {
        Self {
            fold: true,
            canonicalize: true,
            top_down: true,
            visit_created: false,
            regions: RegionSimplification::Normal,
            max_iterations: Some(10),
            max_rewrites: None,
        }
    }
}

/// The result of a run of the driver.
#[derive(Clone, Debug, Default)]
pub struct GreedyResult {
    /// Whether anything was changed.
    pub changed: bool,
    /// Number of folds, rewrites and erased ops.
    pub rewrites: u64,
    /// Whether the last iteration changed nothing.
    pub converged: bool,
    /// Set when the driver gave up; names the patterns that went on firing.
    pub not_converged: Option<Diagnostic>,
}

impl GreedyResult {
    /// # Errors
    /// The diagnostic of a driver that gave up.
    pub fn into_result(self) -> Result<(), Diagnostic> {
        self.not_converged.map_or(Ok(()), Err)
    }
}

/// Simplifies all ops of `body`, not of its children.
pub fn rewrite_greedily(body: &mut Body, patterns: &PatternSet, config: &GreedyConfig) -> GreedyResult {
    rewrite_greedily_in(body, Op::SELF, patterns, config)
}

/// The same for the ops in the regions of one op. Others are not changed, except that constants may move out of `scope`.
pub fn rewrite_greedily_in(
    body: &mut Body,
    scope: Op,
    patterns: &PatternSet,
    config: &GreedyConfig,
) -> GreedyResult {
    let limit = config.max_rewrites.unwrap_or_else(|| {
        let per_op = body.cx().limits().rewrites_per_op;
        per_op.saturating_mul(body.num_ops() as u64).saturating_add(100_000)
    });
    let mut driver = Driver {
        patterns,
        config,
        scope,
        result: GreedyResult::default(),
        worklist: Worklist::default(),
        fired: FxHashMap::default(),
        limit,
        logs: tracing::enabled!(target: TARGET, tracing::Level::DEBUG),
    };
    let (mut iteration, mut again) = (0, true);
    while again && config.max_iterations.is_none_or(|max| iteration < max) {
        iteration += 1;
        again = driver.iterate(body);
        if driver.result.not_converged.is_some() {
            return driver.result;
        }
        // The regions of a whole body are simplified at once.
        if scope == Op::SELF
            && config.regions != RegionSimplification::Disabled
            && simplify_regions(body, config.regions == RegionSimplification::Aggressive)
        {
            (again, driver.result.changed) = (true, true);
        }
    }
    driver.result.converged = !again;
    driver.result
}

/// Ops to look at, each at most once.
#[derive(Default)]
struct Worklist {
    stack: Vec<Op>,
    queued: Vec<bool>,
}

impl Worklist {
    /// Prepares for the ops of a body.
    fn reserve(&mut self, body: &Body) {
        if self.queued.len() < body.op_capacity() {
            self.queued.resize(body.op_capacity(), false);
        }
        self.stack.reserve(body.num_ops());
    }
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

/// The key of a uniqued constant: its block, dialect, value and type.
type ConstantKey = (Block, &'static str, Attr, Type);

struct Driver<'p> {
    patterns: &'p PatternSet,
    config: &'p GreedyConfig,
    /// Only ops in this one are looked at.
    scope: Op,
    result: GreedyResult,
    worklist: Worklist,
    fired: FxHashMap<&'static str, u64>,
    limit: u64,
    /// Whether events are logged; asked once for all ops.
    logs: bool,
}

impl Driver<'_> {
    /// One pass over the body; whether it changed anything.
    fn iterate(&mut self, body: &mut Body) -> bool {
        let cx = body.cx_arc().clone();
        let before = self.result.rewrites;
        let mut changed = false;
        for region in self.fill(body, &cx) {
            changed |= body.is_live_region(region) && erase_unreachable(body, region);
        }
        self.result.changed |= changed;
        let mut touched = Vec::new();
        while let Some(op) = self.worklist.pop() {
            if !body.is_live(op) || body.parent_block(op).is_none_or(|b| is_disconnected(body, b)) {
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
                if body.is_live(op) && (self.scope == Op::SELF || self.is_in_scope(body, op)) {
                    self.worklist.push(op);
                }
            }
        }
        changed || self.result.rewrites != before
    }
    fn is_in_scope(&self, body: &Body, op: Op) -> bool {
        op != self.scope && body.is_ancestor(self.scope, op)
    }
    /// Puts all ops into the worklist and unites constants; returns the regions with several blocks.
    fn fill(&mut self, body: &mut Body, cx: &std::sync::Arc<strata_core::Context>) -> Vec<Region> {
        let top_down = self.config.top_down;
        let ops = if top_down { body.ops_in(self.scope) } else { body.post_order_in(self.scope) };
        self.worklist.reserve(body);
        let mut constants = FxHashMap::default();
        let mut touched = Vec::new();
        let mut regions: Vec<Region> = body.regions(self.scope).to_vec();
        for op in ops {
            regions.extend(body.regions(op));
            if self.config.fold
                && body.has_trait(op, Trait::ConstantLike)
                && self.unite(body, cx, op, &mut constants, &mut touched)
            {
                touched.drain(..).for_each(|user| self.worklist.push(user));
            } else {
                self.worklist.push(op);
            }
        }
        if top_down {
            self.worklist.stack.reverse();
        }
        regions.retain(|&r| body.blocks(r).len() > 1);
        regions
    }
    fn step(
        &mut self,
        body: &mut Body,
        cx: &std::sync::Arc<strata_core::Context>,
        op: Op,
        touched: &mut Vec<Op>,
    ) -> bool {
        let info = body.info(op);
        if self.logs {
            log(body, op, "visited");
        }
        if body.is_unused(op) && would_be_trivially_dead(body, op) {
            log(body, op, "erased, it has no uses and no effects");
            let (at, loc) = (InsertPoint::before(body, op), body.loc(op));
            Rewriter::new(body, cx, at, loc, touched).erase_op(op);
            return true;
        }
        if self.config.fold {
            // Folding a constant would make the same one again.
            if !info.has(Trait::ConstantLike) && self.fold(body, cx, op, touched) {
                tracing::debug!(target: TARGET, "'{}' folded", info.name);
                return true;
            }
        }
        let (at, loc) = (InsertPoint::before(body, op), body.loc(op));
        let first_created = body.op_capacity();
        let mut rw = Rewriter::new(body, cx, at, loc, touched);
        if self.config.canonicalize
            && let Some(c) = op.cast::<dyn Canonicalize>(&rw)
            && c.canonicalize(&mut rw).is_some()
        {
            tracing::debug!(target: TARGET, "'{}' canonicalized", info.name);
            *self.fired.entry(info.name).or_default() += 1;
            return self.after(body, op, first_created, touched);
        }
        for entry in self.patterns.for_op(info) {
            if (entry.apply)(op, &mut rw).is_some() {
                tracing::debug!(target: TARGET, "'{}' rewritten by pattern '{}'", info.name, entry.name);
                *self.fired.entry(entry.name).or_default() += 1;
                return self.after(body, op, first_created, touched);
            }
        }
        false
    }
    /// A rewritten op that is still there may match again, and the ops from `first_created` on may match.
    fn after(&mut self, body: &Body, op: Op, first_created: usize, touched: &mut Vec<Op>) -> bool {
        if self.config.visit_created {
            touched.splice(0..0, (first_created..body.op_capacity()).map(Op::from_index));
        }
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
        // The interface object is the op id itself, so it does not borrow the body.
        let Some(fold) = op.cast::<dyn Fold>(body) else { return false };
        let operands_before: SmallVec<[Value; 4]> = body.operands(op).collect();
        let consts: SmallVec<[Option<Attr>; 4]> =
            operands_before.iter().map(|&v| constant_value(body, v)).collect();
        let folded = fold.fold(body, &consts);
        let (at, loc) = (InsertPoint::before(body, op), body.loc(op));
        match folded {
            None => false,
            Some(Folded::InPlace) => {
                touched.push(op);
                if self.config.visit_created {
                    return true;
                }
                touched.extend(operands_before.iter().filter_map(|&v| body.def_op(v)));
                for i in 0..body.results(op).len() {
                    touched.extend(body.users(body.result(op, i)));
                }
                true
            }
            Some(Folded::Results(results)) => {
                let mut values: SmallVec<[Value; 2]> = SmallVec::new();
                for (i, r) in results.iter().enumerate() {
                    let ty = body.ty(body.result(op, i));
                    let value = match r {
                        // In code that is never reached, an op may depend on itself.
                        FoldResult::Value(v) if body.def_op(*v) == Some(op) => None,
                        FoldResult::Value(v) if body.ty(*v) == ty => Some(*v),
                        FoldResult::Value(_) => None,
                        FoldResult::Attr(a) => Self::constant(body, op, *a, ty, touched),
                    };
                    match value {
                        Some(v) => values.push(v),
                        None => return false,
                    }
                }
                if values.len() != body.results(op).len() {
                    return false;
                }
                Rewriter::new(body, cx, at, loc, touched).replace_op(op, &values);
                true
            }
        }
    }
    /// The block in which constants used by `op` are united: the entry of the nearest isolated op.
    fn constant_block(body: &Body, op: Op) -> Option<Block> {
        let mut block = body.parent_block(op)?;
        while let Some(parent) = body.block_parent_op(block) {
            // Nothing is known about an unregistered op, so it may be isolated.
            let closed = body.has_trait(parent, Trait::IsolatedFromAbove)
                || std::ptr::eq(body.info(parent), &UNREGISTERED);
            if parent == Op::SELF || closed {
                break;
            }
            block = body.parent_block(parent)?;
        }
        let region = body.block_parent(block)?;
        body.blocks(region).first().copied()
    }
    /// Makes a constant in front of `op`.
    fn constant(body: &mut Body, op: Op, value: Attr, ty: Type, touched: &mut Vec<Op>) -> Option<Value> {
        let v = materialize_constant(body, op, value, ty)?;
        touched.push(body.def_op(v)?);
        Some(v)
    }
    fn constant_key(body: &Body, op: Op) -> Option<ConstantKey> {
        let [result] = *body.results(op) else { return None };
        let value = body.attr_slot(op, 0)?;
        Some((Self::constant_block(body, op)?, body.info(op).dialect(), value, body.ty(result)))
    }
    /// Replaces a constant by an equal one that was visited before, and returns `true`, or moves it to the start of the
    /// block for constants. Neither causes another iteration by itself.
    fn unite(
        &mut self,
        body: &mut Body,
        cx: &std::sync::Arc<strata_core::Context>,
        op: Op,
        constants: &mut FxHashMap<ConstantKey, Op>,
        touched: &mut Vec<Op>,
    ) -> bool {
        let Some(key) = Self::constant_key(body, op) else { return false };
        let block = key.0;
        // A constant that replaces several ops, or is moved to another block, loses its location.
        match constants.entry(key) {
            Entry::Occupied(known) => {
                let (at, loc) = (InsertPoint::before(body, op), body.loc(op));
                body.set_loc(*known.get(), Location::UNKNOWN);
                let v = body.result(*known.get(), 0);
                Rewriter::new(body, cx, at, loc, touched).replace_op(op, &[v]);
                self.result.changed = true;
                true
            }
            Entry::Vacant(place) => {
                place.insert(op);
                // Constants precede all other ops; one that already does stays at its place.
                let leading = body.parent_block(op) == Some(block)
                    && body.prev_op(op).is_none_or(|p| body.has_trait(p, Trait::ConstantLike));
                if !leading {
                    let elsewhere = body.parent_block(op) != Some(block);
                    let at = InsertPoint::at_start(body, block);
                    body.move_op(op, at);
                    if elsewhere {
                        body.set_loc(op, Location::UNKNOWN);
                    }
                    self.result.changed = true;
                }
                false
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

/// The name of the driver's events, upstream's `DEBUG_TYPE`.
const TARGET: &str = "greedy-rewriter";

/// Logs an event of an op with its location.
fn log(body: &Body, op: Op, event: &str) {
    let place = || match body.loc(op).file_line_col(body.cx()) {
        Some((file, line, column)) => format!(" at {file}:{line}:{column}"),
        None => String::new(),
    };
    tracing::debug!(target: TARGET, "'{}'{}: {event}", body.op_name(op), place());
}

/// Whether no edge leads to a block that is no entry: a rewrite has cut it off, and the next iteration erases it.
fn is_disconnected(body: &Body, block: Block) -> bool {
    body.num_predecessors(block) == 0
        && body.block_parent(block).is_some_and(|r| body.blocks(r).first() != Some(&block))
}
