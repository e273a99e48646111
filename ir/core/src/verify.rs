//! The verifier. It collects all errors of a body and of its children.
//!
//! Checks of an op, mostly in this order:
//! 1. structure: operands are defined and dominate their uses; a terminator is the last op of its block. After the ops
//!    of its regions, and only if these are valid: successors are blocks of the same region, and every block of a CFG
//!    region ends in a terminator;
//! 2. declaration: numbers of results and operands, attributes, types of operands and results, regions;
//! 3. type rules and traits;
//! 4. the op's own [`Verify`] and its uses of symbols, then its regions, then
//!    [`VerifyRegions`];
//! 5. a symbol table: no name occurs twice.

use std::{num::NonZeroU32, sync::Arc};

use crate::{
    Arity, Block, Body, Context, Def, Diagnostic, Location, Op, OpInfo, Region, Trait, Type, TypeRule, Value,
    dominance::Dominance,
    interfaces::{BranchOp, Verify, VerifyRegions, VerifySymbolUses, implicit_terminator},
    op_info::{AttrSpec, UNREGISTERED, ValueSpec},
    symbols::{NestedTables, SymbolScope, SymbolTable},
    writer::deep,
};

mod error;
mod groups;
mod owned;
mod parallel;
mod seen;
mod traits;

pub use error::{VerifyError, VerifyResult};

/// Returns an error from a verifier unless a condition holds.
#[macro_export]
macro_rules! ensure {
    ($cond:expr, $($msg:tt)+) => {
        if !$cond {
            return Err(::std::convert::From::from(::std::format!($($msg)+)));
        }
    };
}

impl Body {
    /// All errors of this body, of its op and of its child bodies; empty when it is valid.
    pub fn verify(&self) -> Vec<Diagnostic> {
        let limit = self.cx().limits().diagnostics as usize;
        let mut v = Verifier::new(limit, None);
        v.outermost = true;
        v.body(self, &mut Vec::new());
        v.errors
    }
}

/// A symbol table around the ops being verified.
#[derive(Clone)]
struct Scope<'a> {
    body: &'a Body,
    table: Arc<SymbolTable>,
    nested: Arc<NestedTables>,
}

impl Scope<'_> {
    /// The scope in which the symbols of an op are looked up.
    fn symbols(&self) -> SymbolScope<'_> {
        SymbolScope::new(self.body, &self.table, &self.nested)
    }
}

/// A step of the walk over the ops. All ops of a block are on the stack at once, so that its size matters.
enum Step {
    /// Verifies the op, then pushes the ops of its regions.
    Enter,
    /// Runs the checks that follow the ops of its regions; with the number of errors before those, and one.
    Leave(NonZeroU32),
}

impl Step {
    fn leave(errors: usize) -> Self {
        // The limit of diagnostics is below 2^32.
        Self::Leave(NonZeroU32::MIN.saturating_add(errors as u32))
    }
}

struct Verifier {
    errors: Vec<Diagnostic>,
    limit: usize,
    /// The number of ops in the bodies that were printed for errors, counted once per error.
    shown: usize,
    /// A cache of ops that were found valid.
    seen: seen::Seen,
    /// Empty stacks with memory.
    spare: Vec<Vec<(Op, Step)>>,
    /// The number of threads; determined when there is enough work, because that starts the thread pool.
    threads: Option<usize>,
    /// Whether the next body is the outermost one, whose op no other body has.
    outermost: bool,
}

/// Printing an op numbers the values of its whole body, so errors stop showing their op once the printed bodies have
/// this many ops.
const SHOWN_LIMIT: usize = 1 << 20;

/// The number of errors for which similar names are looked for: a table may have many names.
const SUGGESTIONS: usize = 16;

impl Verifier {
    fn new(limit: usize, threads: Option<usize>) -> Self {
        let seen = seen::Seen::default();
        Self { errors: Vec::new(), limit, shown: 0, seen, spare: Vec::new(), threads, outermost: false }
    }
    fn body<'a>(&mut self, body: &'a Body, scopes: &mut Vec<Scope<'a>>) {
        let is_table = body.has_trait(Op::SELF, Trait::SymbolTable);
        if is_table {
            let table = Arc::new(self.unique_symbols(body, Op::SELF));
            scopes.push(Scope { body, table, nested: Arc::default() });
        }
        let before = self.errors.len();
        self.op(body, Op::SELF, scopes);
        if self.outermost {
            self.outermost = false;
            self.owned_attrs(body, Op::SELF, scopes);
        }
        let mut ops = self.spare.pop().unwrap_or_default();
        push_ops(body, Op::SELF, &mut ops);
        self.drop_valid(body, &mut ops, scopes);
        self.walk(body, &mut ops, scopes, &mut Dominance::new());
        ops.clear();
        self.spare.push(ops);
        if self.errors.len() > self.limit {
            return;
        }
        self.leave(body, Op::SELF, before);
        if is_table {
            scopes.pop();
        }
    }
    /// Verifies the ops on a stack and the ops nested in them; the top of the stack comes first.
    fn walk<'a>(
        &mut self,
        body: &'a Body,
        ops: &mut Vec<(Op, Step)>,
        scopes: &mut Vec<Scope<'a>>,
        dom: &mut Dominance,
    ) {
        while let Some((op, step)) = ops.pop() {
            if self.errors.len() > self.limit {
                return;
            }
            if let Step::Leave(before) = step {
                self.leave(body, op, before.get() as usize - 1);
                continue;
            }
            self.dominance(body, op, dom);
            if body.is_shell(op) {
                if !self.check(body, op, traits::symbol_parent(body, op)) {
                    continue;
                }
                if let Some(child) = body.child(op) {
                    if self.counts(body, op) && self.values(body, op) {
                        self.check(body, op, groups::all_grouped(body, op, body.info(op)));
                    }
                    deep(|| self.body(child, scopes));
                }
                self.symbol_uses(body, op, scopes);
                self.owned_attrs(body, op, scopes);
                continue;
            }
            if body.regions(op).is_empty() {
                if self.op(body, op, scopes) {
                    self.owned_attrs(body, op, scopes);
                }
                continue;
            }
            if self.op(body, op, scopes) {
                self.owned_attrs(body, op, scopes);
                ops.push((op, Step::leave(self.errors.len())));
                push_ops(body, op, ops);
            }
        }
    }

    fn error(&mut self, body: &Body, op: Op, e: impl Into<crate::VerifyError>) {
        let e = e.into();
        let message = if e.bare { e.message } else { format!("'{}' op {}", body.op_name(op), e.message) };
        let mut d = Diagnostic::error(e.loc.unwrap_or(body.loc(op)), message);
        if !e.hides_op && self.shown < SHOWN_LIMIT {
            self.shown += body.num_ops();
            d = d.showing(body, op);
            if e.loc.is_none() {
                d = d.label_operands(body, op);
            }
        }
        for (loc, note) in e.notes {
            d = d.note(loc, note);
        }
        self.errors.push(d);
        if e.uninferred {
            self.error(body, op, "failed to infer returned types");
        }
    }
    fn check(&mut self, body: &Body, op: Op, r: VerifyResult) -> bool {
        if let Err(e) = r {
            self.error(body, op, e);
            return false;
        }
        true
    }

    /// Runs the checks of an op that do not depend on its regions; returns whether it is valid so far.
    fn op(&mut self, body: &Body, op: Op, scopes: &[Scope<'_>]) -> bool {
        let info = body.info(op);
        if std::ptr::eq(info, &UNREGISTERED) {
            return self.unregistered(body, op) && self.blocks(body, op);
        }
        let seen = self.seen.find(body, op);
        if let Some((_, Some(rest))) = seen {
            return self.rest(body, op, rest, scopes);
        }
        if !(self.check(body, op, region_count(body, op, info))
            && self.check(body, op, single_blocks(body, op, info))
            && self.check(body, op, parents(body, op, info)))
        {
            return false;
        }
        if op != Op::SELF && !self.counts(body, op) {
            return false;
        }
        if !self.check(body, op, attributes(body, op, info)) || op != Op::SELF && !self.values(body, op) {
            return false;
        }
        if !(self.check(body, op, rules(body, op, info))
            && self.check(body, op, regions(body, op, info))
            && self.check(body, op, successors(body, op, info))
            && self.check(body, op, traits::verify(body, op, info))
            && self.check(body, op, branches(body, op, info)))
        {
            return false;
        }
        if !self.blocks(body, op) {
            return false;
        }
        if let Some(v) = op.cast::<dyn Verify>(body)
            && !self.check(body, op, v.verify(body))
        {
            return false;
        }
        if body.regions(op).is_empty() && !self.check(body, op, groups::all_grouped(body, op, info)) {
            return false;
        }
        if let Some((hash, _)) = seen {
            self.seen.keep(hash, body, op);
        }
        if op != Op::SELF {
            self.symbol_uses(body, op, scopes);
        }
        true
    }
    /// Runs the checks that the cache cannot skip, in the order of [`Self::op`].
    fn rest(&mut self, body: &Body, op: Op, rest: seen::Rest, scopes: &[Scope<'_>]) -> bool {
        let info = body.info(op);
        if rest.place
            && !(self.check(body, op, parents(body, op, info))
                && self.check(body, op, branches(body, op, info)))
        {
            return false;
        }
        if rest.verify
            && let Some(v) = op.cast::<dyn Verify>(body)
            && !self.check(body, op, v.verify(body))
        {
            return false;
        }
        if rest.symbols {
            self.symbol_uses(body, op, scopes);
        }
        true
    }
    /// Checks the numbers of results and operands.
    fn counts(&mut self, body: &Body, op: Op) -> bool {
        let info = body.info(op);
        if std::ptr::eq(info, &UNREGISTERED) {
            return true;
        }
        self.check(body, op, result_count(body, op, info))
            && self.check(body, op, operand_count(body, op, info))
            && self.check(body, op, groups::segments(body, op, info))
    }
    /// Checks the groups and types of operands and results.
    fn values(&mut self, body: &Body, op: Op) -> bool {
        let info = body.info(op);
        if std::ptr::eq(info, &UNREGISTERED) {
            return true;
        }
        self.check(body, op, groups::operands(body, op, info))
            && self.check(body, op, groups::results(body, op, info))
    }
    fn symbol_uses(&mut self, body: &Body, op: Op, scopes: &[Scope<'_>]) {
        // Without an enclosing table, as when a single function is verified, symbols cannot be resolved.
        if let Some(nearest) = scopes.last()
            && let Some(v) = op.cast::<dyn VerifySymbolUses>(body)
        {
            let outer = scopes.len().checked_sub(2).map(|i| scopes[i].symbols());
            let symbols = nearest.symbols();
            if let Err(e) = v.verify_symbol_uses(body, &symbols.within(outer.as_ref())) {
                let suggests = self.shown < SHOWN_LIMIT && self.errors.len() < SUGGESTIONS;
                let at = self.errors.len();
                self.error(body, op, e);
                if suggests && let Some(d) = self.errors.get_mut(at) {
                    d.suggest_symbols(body, op, &symbols);
                }
            }
        }
    }
    /// Runs the checks that follow the ops of an op's regions. They run only if these ops are valid, as errors in them
    /// often cause errors here. `before` is the number of errors before those of the regions.
    fn leave(&mut self, body: &Body, op: Op, before: usize) {
        if self.errors.len() != before
            || !self.terminators(body, op)
            || !self.check(body, op, implicit_terminators(body, op))
        {
            return;
        }
        if let Some(v) = op.cast::<dyn VerifyRegions>(body)
            && !self.check(body, op, v.verify_regions(body))
        {
            return;
        }
        if op != Op::SELF && !body.regions(op).is_empty() {
            self.check(body, op, groups::all_grouped(body, op, body.info(op)));
        }
        if op != Op::SELF && body.has_trait(op, Trait::SymbolTable) {
            self.unique_symbols(body, op);
        }
    }
    fn unregistered(&mut self, body: &Body, op: Op) -> bool {
        let name = body.op_name(op);
        if let Some(dynamic) = body.cx().dynamic().filter(|d| d.has_op(name)) {
            let errors = dynamic.verify_op(body, op);
            let valid = errors.is_empty();
            errors.into_iter().for_each(|e| self.error(body, op, e));
            return valid;
        }
        let dialect = name.split('.').next().unwrap_or(name);
        if body.cx().allows_unregistered() && !body.cx().is_dynamic(dialect) {
            return true;
        }
        let message = if body.cx().dialect(dialect).is_some() || body.cx().is_dynamic(dialect) {
            format!(
                "unregistered operation '{name}' found in dialect ('{dialect}') that does not allow unknown operations"
            )
        } else {
            format!(
                "operation being parsed with an unregistered dialect. If this is intended, please use --allow-unregistered-dialect with the MLIR opt tool used: '{name}'"
            )
        };
        self.error(body, op, VerifyError::bare(message));
        false
    }
    /// Collects the symbols of a table; reports names that occur twice.
    fn unique_symbols(&mut self, body: &Body, table: Op) -> SymbolTable {
        let (symbols, again) = SymbolTable::with_duplicates(body, table);
        for (name, op) in again {
            let message = format!("redefinition of symbol named '{}'", body.cx().str(name));
            let first = symbols.get(name).unwrap_or(op);
            let e = VerifyError::bare(message).note(body.loc(first), "see existing symbol definition here");
            self.error(body, op, e);
        }
        symbols
    }
    fn dominance(&mut self, body: &Body, op: Op, dom: &mut Dominance) {
        let reachable = std::cell::OnceCell::new();
        for (i, v) in body.operands(op).enumerate() {
            if dom.dominates(body, v, op) {
                continue;
            }
            // An op in an unreachable block may use any value; this does not extend to the regions of that op.
            let live =
                *reachable.get_or_init(|| body.parent_block(op).is_none_or(|b| dom.is_reachable(body, b)));
            if !live {
                return;
            }
            // MLIR prints this without the prefix of the op.
            let e = VerifyError::bare(format!("operand #{i} does not dominate this use"));
            let (loc, note) = place_of_definition(body, op, v);
            self.error(body, op, e.note(loc, note));
        }
    }
    /// Checks the blocks of an op's regions, before the ops in them: none is empty, and only the last op branches.
    fn blocks(&mut self, body: &Body, op: Op) -> bool {
        let before = self.errors.len();
        let info = body.info(op);
        for (i, &region) in body.regions(op).iter().enumerate() {
            let blocks = body.blocks(region);
            if blocks.len() > 1 && info.has(Trait::GraphRegion) {
                let r = format!("expects region #{i} to have 0 or 1 blocks");
                self.error(body, op, r);
                continue;
            }
            if blocks.first().is_some_and(|entry| has_predecessors(body, blocks, *entry)) {
                let e = VerifyError::bare("entry block of region may not have predecessors");
                self.error(body, op, VerifyError { hides_op: true, ..e });
                continue;
            }
            for &block in blocks {
                self.block(body, op, block);
            }
        }
        self.errors.len() == before
    }
    fn block(&mut self, body: &Body, parent: Op, block: crate::Block) {
        let Some(last) = body.last_op(block) else {
            if needs_terminator(body, parent) && !body.has_trait(parent, Trait::GraphRegion) {
                let e = VerifyError::bare("empty block: expect at least a terminator");
                self.error(body, parent, VerifyError { hides_op: true, ..e });
            }
            return;
        };
        for op in body.block_ops(block) {
            if op != last && !body.successors(op).is_empty() {
                let e = "operation with block successors must terminate its parent block";
                self.error(body, op, VerifyError::bare(e));
            }
        }
    }
    /// Checks the last ops of the blocks of an op's regions, after the ops in them: they are terminators whose
    /// successors are blocks of the region.
    fn terminators(&mut self, body: &Body, op: Op) -> bool {
        let before = self.errors.len();
        for &region in body.regions(op) {
            for &block in body.blocks(region) {
                let Some(last) = body.last_op(block) else { continue };
                if body.successors(last).iter().any(|&b| body.block_parent(b) != Some(region)) {
                    self.error(body, last, "branching to block of a different region");
                } else if needs_terminator(body, op)
                    && !body.has_trait(last, Trait::Terminator)
                    && (!std::ptr::eq(body.info(last), &UNREGISTERED) || is_dynamic(body, last))
                {
                    let text = match body.cx().op_printer() {
                        Some(print) => print(body, last),
                        None => format!("\"{}\"", body.op_name(last)),
                    };
                    self.error(
                        body,
                        last,
                        VerifyError::bare(format!("block with no terminator, has {text}")),
                    );
                }
            }
        }
        self.errors.len() == before
    }
}

/// Whether the blocks of an op must end in terminators; an unregistered op is not checked.
fn needs_terminator(body: &Body, op: Op) -> bool {
    let info = body.info(op);
    !info.has(Trait::NoTerminator) && !std::ptr::eq(info, &UNREGISTERED)
}

/// Whether one of the blocks branches to `block`.
fn has_predecessors(body: &Body, blocks: &[Block], block: Block) -> bool {
    blocks.iter().any(|&b| body.last_op(b).is_some_and(|last| body.successors(last).contains(&block)))
}

/// The location and text of a note about the definition of a value that does not dominate its use by `user`.
fn place_of_definition(body: &Body, user: Op, value: Value) -> (Location, String) {
    let own = body.parent_region(user);
    let inside = |inner: Option<Region>, outer: Option<Region>| {
        inner != outer && regions_around(body, inner).any(|r| Some(r) == outer)
    };
    match body.def(value) {
        Def::Result { op: def, .. } => {
            let place = match body.parent_region(def) {
                _ if body.parent_block(def) == body.parent_block(user) => "in the same block",
                region if region == own => "in the same region",
                region if inside(own, region) => "in a parent region",
                region if inside(region, own) => "in a child region",
                _ => "is neither in a parent nor in a child region",
            };
            (body.loc(def), format!("operand defined here (op {place})"))
        }
        Def::Arg { block, .. } => {
            let region = body.block_parent(block);
            let index = region.and_then(|r| body.blocks(r).iter().position(|&b| b == block)).unwrap_or(0);
            let place = match region {
                region if region == own => "in the same region",
                region if inside(own, region) => "in a parent region",
                region if inside(region, own) => "in a child region",
                _ => "neither in a parent nor in a child region",
            };
            let loc = body.block_parent_op(block).map_or(body.value_loc(value), |op| body.loc(op));
            (loc, format!("operand defined as a block argument (block #{index} {place})"))
        }
        Def::Forward => (body.value_loc(value), "operand is not defined".to_owned()),
    }
}

/// A region and its enclosing regions, from the inside out.
fn regions_around(body: &Body, region: Option<Region>) -> impl Iterator<Item = Region> + '_ {
    std::iter::successors(region, move |&r| body.region_parent(r).and_then(|op| body.parent_region(op)))
}

fn branch_args(body: &Body, op: Op, branch: &dyn BranchOp, i: usize) -> VerifyResult {
    let range = branch.successor_operands(body, i);
    let dest = body.successors(op)[i];
    let args = body.block_args(dest);
    // MLIR prints both errors without the prefix of the op.
    if range.len() != args.len() {
        let (n, m) = (range.len(), args.len());
        let message = format!("branch has {n} operands for successor #{i}, but target block has {m}");
        return Err(VerifyError::bare(message));
    }
    for (k, (n, &arg)) in range.zip(args).enumerate() {
        if body.ty(body.operand(op, n)) != body.ty(arg) {
            return Err(VerifyError::bare(format!("type mismatch for bb argument #{k} of successor #{i}")));
        }
    }
    Ok(())
}

fn push_ops(body: &Body, op: Op, out: &mut Vec<(Op, Step)>) {
    let start = out.len();
    for &region in body.regions(op) {
        out.extend(body.region_ops(region).map(|o| (o, Step::Enter)));
    }
    out[start..].reverse();
}

fn describe(cx: &Context, ty: Type) -> String {
    cx.type_to_string(ty)
}

/// The number of `specs` that take exactly one value, and whether all do.
fn fixed(specs: &[ValueSpec]) -> (usize, bool) {
    let n = specs.iter().filter(|s| s.arity == Arity::One).count();
    (n, n == specs.len())
}

fn operand_count(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    let found = body.num_operands(op);
    if info.operand_segments().is_some() {
        return Ok(());
    }
    match fixed(info.operands) {
        (0, true) => ensure!(found == 0, "requires zero operands"),
        (1, true) => ensure!(found == 1, "requires a single operand"),
        (n, true) => ensure!(found == n, "expected {n} operands, but found {found}"),
        (n, false) => ensure!(found >= n, "expected {n} or more operands, but found {found}"),
    }
    Ok(())
}

fn result_count(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    let found = body.results(op).len();
    if info.result_segments().is_some() {
        return Ok(());
    }
    match fixed(info.results) {
        (0, true) => ensure!(found == 0, "requires zero results"),
        (1, true) => ensure!(found == 1, "requires one result"),
        (n, true) => ensure!(found == n, "expected {n} results"),
        (n, false) => ensure!(found >= n, "expected {n} or more results"),
    }
    Ok(())
}

fn attributes(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    let slots = body.attr_slots(op);
    let all = || info.attrs.iter().zip(slots.clone().chain(std::iter::repeat(None)));
    // As upstream, the first missing attribute by name is reported; among wrong attributes, the first in the order of
    // declaration.
    let missing =
        all().filter(|(spec, attr)| attr.is_none() && spec.required).map(|(spec, _)| spec.name).min();
    if let Some(name) = missing {
        return Err(format!("requires attribute '{name}'").into());
    }
    for (spec, attr) in all() {
        ensure!(attr.is_none_or(|a| (spec.check)(a, body.cx())), "{}", unsatisfied(spec));
    }
    Ok(())
}

/// The error message for an attribute that does not satisfy its constraint.
pub fn unsatisfied(spec: &AttrSpec) -> String {
    format!("attribute '{}' failed to satisfy constraint: {}", spec.name, spec.desc)
}

/// Checks that an op of this kind may have `found` regions.
///
/// # Errors
/// The number of regions that it needs.
pub fn check_region_count(info: &OpInfo, found: usize) -> VerifyResult {
    let variadic = info.regions.last().is_some_and(|r| r.variadic);
    let fixed = info.regions.len() - variadic as usize;
    ensure!(
        if variadic { found >= fixed } else { found == fixed },
        "{}",
        match (variadic, fixed) {
            (false, 0) => "requires zero regions".to_owned(),
            (false, 1) => "requires one region".to_owned(),
            (false, n) => format!("expected {n} regions"),
            (true, n) => format!("expected {n} or more regions"),
        }
    );
    Ok(())
}

fn region_count(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    check_region_count(info, body.regions(op).len())
}

/// The regions of an op with [`Trait::SingleBlock`] have at most one block, which is not empty.
fn single_blocks(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    if !info.has(Trait::SingleBlock) {
        return Ok(());
    }
    for (i, &region) in body.regions(op).iter().enumerate() {
        match *body.blocks(region) {
            [] => (),
            [block] => {
                let may_be_empty = info.has(Trait::NoTerminator) || info.has(Trait::GraphRegion);
                ensure!(may_be_empty || body.first_op(block).is_some(), "expects a non-empty block");
            }
            _ => return Err(format!("expects region #{i} to have 0 or 1 blocks").into()),
        }
    }
    Ok(())
}

/// The blocks of an op with an implicit terminator end with that op.
fn implicit_terminators(body: &Body, op: Op) -> VerifyResult {
    let info = body.info(op);
    if !info.has(Trait::ImplicitTerminator) || info.has(Trait::NoTerminator) {
        return Ok(());
    }
    let Some(want) = implicit_terminator(info) else { return Ok(()) };
    for &region in body.regions(op) {
        let Some(last) = body.blocks(region).first().and_then(|&b| body.last_op(b)) else { continue };
        let found = body.op_name(last);
        if found != want {
            let message = format!("expects regions to end with '{want}', found '{found}'");
            let note = format!("in custom textual format, the absence of terminator implies '{want}'");
            return Err(VerifyError::from(message).note(body.loc(op), note));
        }
    }
    Ok(())
}

fn regions(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    for (i, &region) in body.regions(op).iter().enumerate() {
        let spec = &info.regions[i.min(info.regions.len() - 1)];
        let n = body.blocks(region).len();
        if spec.single_block && !(spec.may_be_empty && n == 0) {
            ensure!(
                n == 1,
                "region #{i} ('{}') failed to verify constraint: region with 1 blocks",
                spec.name
            );
        }
    }
    Ok(())
}

fn successors(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    let found = body.successors(op).len();
    let variadic = info.successors.last().is_some_and(|s| s.variadic);
    let fixed = info.successors.len() - variadic as usize;
    ensure!(
        if variadic { found >= fixed } else { found == fixed },
        "requires {}{fixed} successor{} but found {found}",
        if variadic { "at least " } else { "" },
        if fixed == 1 { "" } else { "s" }
    );
    Ok(())
}

/// The parent is one of the ops that the declaration names.
fn parents(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    if !info.parents.is_empty()
        && let Some(parent) = body.parent_op(op)
    {
        let name = body.op_name(parent);
        if !info.parents.contains(&name) {
            let one = if info.parents.len() == 1 { "" } else { "to be one of " };
            return Err(format!("expects parent op {one}'{}'", info.parents.join(", ")).into());
        }
    }
    Ok(())
}

/// Whether the kind of the op is defined at run time: it is no terminator.
fn is_dynamic(body: &Body, op: Op) -> bool {
    body.cx().dynamic().is_some_and(|d| d.has_op(body.op_name(op)))
}

/// A terminator ends its block, and a branch passes the operands that its target blocks take.
fn branches(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    // For an op with successors, the checks of the block have reported this already.
    if info.has(Trait::Terminator) && body.successors(op).is_empty() {
        let last = body.parent_block(op).and_then(|b| body.last_op(b));
        ensure!(last.is_none_or(|l| l == op), "must be the last operation in the parent block");
    }
    if let Some(branch) = op.cast::<dyn BranchOp>(body) {
        for i in 0..body.successors(op).len() {
            branch_args(body, op, branch, i)?;
        }
    }
    Ok(())
}

/// The types of a named operand or result group, or of a typed attribute.
pub fn types_of(body: &Body, op: Op, info: &OpInfo, name: &str) -> Vec<Type> {
    if let Some(g) = info.operands.iter().position(|s| s.name == name) {
        return body.operand_group(op, g).map(|i| body.ty(body.operand(op, i))).collect();
    }
    if let Some(g) = info.results.iter().position(|s| s.name == name) {
        return body.result_group(op, g).map(|i| body.ty(body.result(op, i))).collect();
    }
    let attr = info.attr_slot(name).and_then(|slot| body.attr_slot(op, slot));
    let cx = body.cx();
    let untyped_string = |a| cx.attr_as::<crate::StringAttr>(a).map(|_| cx.none());
    attr.and_then(|a| cx.attr_type(a).or_else(|| untyped_string(a))).into_iter().collect()
}

fn rules(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    for rule in info.rules {
        match rule {
            TypeRule::Same(names) => {
                let mut all = names.iter().flat_map(|n| types_of(body, op, info, n));
                let first = all.next();
                if all.any(|t| Some(t) != first) {
                    let list = names.join(", ");
                    return Err(format!("failed to verify that all of {{{list}}} have same type").into());
                }
            }
            TypeRule::Holds { desc, check } => ensure!(check(body, op), "failed to verify that {desc}"),
            TypeRule::Derived { target, source, desc, derive } => {
                let from = types_of(body, op, info, source);
                let to = types_of(body, op, info, target);
                for (&from, &to) in from.iter().zip(&to) {
                    ensure!(derive(from, body.cx()).is_none_or(|t| t == to), "failed to verify that {desc}");
                }
            }
        }
    }
    Ok(())
}
