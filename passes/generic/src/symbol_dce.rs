//! `symbol-dce`: erases symbols that nothing refers to and that are not visible from outside.
//!
//! Before: `func.func private @unused()` beside functions that do not call it. After: it is gone.
//!
//! Where an unknown op might be a symbol table, references inside of it cannot be resolved, and the pass fails.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{
    core::symbols::{SymbolTable, for_each_symbol_ref},
    core::{op_info::UNREGISTERED, writer::deep},
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Eliminate dead symbols.
#[pass(
    name = "symbol-dce",
    class = "SymbolDCE",
    statistics = ["num-dce'd": "Number of symbols DCE'd"],
    idempotent
)]
pub struct SymbolDce;

impl BodyPass for SymbolDce {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if !body.has_trait(Op::SELF, Trait::SymbolTable) {
            let name = body.op_name(Op::SELF);
            let message = format!("'{name}' op symbol-dce only applies to operations with a symbol table");
            return Err(cx.error(body.loc(Op::SELF), message));
        }
        // Uses of nested symbols are all known only if nothing is around the table, or nothing there can refer to them.
        let hidden = cx.is_outermost() || is_hidden(body);
        let mut work = Work { erased: 0, unknown: None };
        work.eliminate(body, hidden, &[]);
        cx.count("num-dce'd", work.erased);
        match work.unknown {
            None => Ok(()),
            Some(loc) => {
                let message = "operation contains potentially unknown symbol table, meaning that we can't reliable \
                               compute symbol uses";
                Err(cx.error(loc, message))
            }
        }
    }
}

/// A name with the names inside of it: `@a::@b::@c` as `(a, [b, c])`.
type Ref = (Str, SmallVec<[Str; 1]>);

/// The names referenced by an op and everything nested in it except for nested symbol tables.
type Refs = Vec<Ref>;

/// Adds the names that `op` refers to; returns whether all tables in it are known.
fn refs_of(body: &Body, op: Op, out: &mut Refs) -> bool {
    let own = refs_at(body, op, out);
    refs_inside(body, op, out) & own
}

/// Adds the names that the ops in the regions of `op` refer to.
fn refs_inside(body: &Body, op: Op, out: &mut Refs) -> bool {
    let mut known = true;
    body.walk_in(op, |each| {
        known &= refs_at(body, each, out);
        WalkControl::Continue
    });
    known
}

fn refs_at(body: &Body, op: Op, out: &mut Refs) -> bool {
    for_each_symbol_ref(body, op, &mut |r| out.push((r.root, r.nested.clone())));
    let Some(child) = body.child(op) else { return !may_be_table(body, op) };
    // Names inside of a table refer to symbols of that table, which is visited on its own.
    child.has_trait(Op::SELF, Trait::SymbolTable) || deep(|| refs_inside(child, Op::SELF, out))
}

/// Whether the op is unknown and may be a symbol table.
fn may_be_table(body: &Body, op: Op) -> bool {
    let is_known = |name: &str| body.cx().dialect(name.split('.').next().unwrap_or(name)).is_some();
    std::ptr::eq(body.info(op), &UNREGISTERED) && body.regions(op).len() == 1 && !is_known(body.op_name(op))
}

/// Whether no reference from outside of the table in `body` reaches its nested symbols.
fn is_hidden(body: &Body) -> bool {
    body.symbol_name(Op::SELF).is_none() || body.symbol_visibility(Op::SELF) == "private"
}

struct Work {
    erased: u64,
    /// The first op whose uses of symbols cannot be determined.
    unknown: Option<Location>,
}

impl Work {
    /// Erases the dead symbols of `body`. With `hidden`, nested symbols are not visible from outside except for `used`, the names of this
    /// table that are referenced from outside.
    fn eliminate(&mut self, body: &mut Body, hidden: bool, used: &[Ref]) {
        let table = SymbolTable::new(body);
        let mut live = vec![false; body.op_capacity()];
        let mut inner: FxHashMap<Op, FxHashSet<Ref>> = FxHashMap::default();
        let mut todo: Vec<Op> = Vec::new();
        for &region in body.regions(Op::SELF) {
            for op in body.region_ops(region) {
                let name = body.symbol_name(op);
                let visible = match body.symbol_visibility(op) {
                    "private" => false,
                    "nested" => !hidden,
                    _ => true,
                };
                if (name.is_none() || visible) && !std::mem::replace(&mut live[op.index()], true) {
                    todo.push(op);
                }
            }
        }
        let mut refs = used.to_vec();
        loop {
            for (root, nested) in refs.drain(..) {
                let Some(target) = table.get(root) else { continue };
                if let Some((&first, rest)) = nested.split_first() {
                    inner.entry(target).or_default().insert((first, rest.into()));
                }
                if !std::mem::replace(&mut live[target.index()], true) {
                    todo.push(target);
                }
            }
            let Some(op) = todo.pop() else { break };
            if !refs_of(body, op, &mut refs) {
                self.unknown.get_or_insert(body.loc(op));
                return;
            }
        }
        for (_, op) in table.iter() {
            if !live[op.index()] && body.is_unused(op) {
                body.erase(op);
                self.erased += 1;
            }
        }
        for (op, child) in body.children_mut() {
            if child.has_trait(Op::SELF, Trait::SymbolTable) {
                let used: Refs = inner.remove(&op).unwrap_or_default().into_iter().collect();
                deep(|| self.eliminate(child, hidden || is_hidden(child), &used));
            }
        }
    }
}
