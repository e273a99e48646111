//! The bodies that an analysis works on together: one body and all bodies nested in it.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{
    core::{symbols::for_each_symbol_ref, writer::deep},
    prelude::*,
};

/// The number of a body among [`Units`].
pub type Unit = usize;

/// A body moved out of the body around it.
struct Taken {
    parent: Unit,
    shell: Op,
    body: Box<Body>,
}

/// Bodies by the symbol table around them and their name in it.
type Names = FxHashMap<(Unit, Str), Unit>;

/// A body and all bodies nested in it, each with a number; 0 is the outermost.
pub struct Units<'b> {
    root: &'b mut Body,
    /// Outer ones before inner ones.
    taken: Vec<Taken>,
    children: FxHashMap<(Unit, Op), Unit>,
    /// The body that each call runs.
    callees: FxHashMap<(Unit, Op), Unit>,
    /// Bodies whose callers are all known.
    closed: FxHashSet<Unit>,
    /// Whether the outermost body is the whole program.
    outermost: bool,
}

impl<'b> Units<'b> {
    /// `root` with all bodies in it; `outermost` says that `root` is the whole program.
    pub fn new(root: &'b mut Body, outermost: bool) -> Self {
        let mut taken = Vec::new();
        take(root, &mut taken);
        let children = taken.iter().enumerate().map(|(i, t)| ((t.parent, t.shell), i + 1)).collect();
        let mut units = Self {
            root,
            taken,
            children,
            callees: FxHashMap::default(),
            closed: FxHashSet::default(),
            outermost,
        };
        units.resolve_calls();
        units
    }
    pub fn len(&self) -> usize {
        self.taken.len() + 1
    }
    pub fn body(&self, unit: Unit) -> &Body {
        match unit.checked_sub(1) {
            None => self.root,
            Some(i) => &self.taken[i].body,
        }
    }
    pub fn body_mut(&mut self, unit: Unit) -> &mut Body {
        match unit.checked_sub(1) {
            None => self.root,
            Some(i) => &mut self.taken[i].body,
        }
    }
    /// The body of a shell.
    pub fn child(&self, unit: Unit, op: Op) -> Option<Unit> {
        self.children.get(&(unit, op)).copied()
    }
    /// The body that a call runs.
    pub fn callee(&self, unit: Unit, call: Op) -> Option<Unit> {
        self.callees.get(&(unit, call)).copied()
    }
    /// Whether all callers of a body are known.
    pub fn is_closed(&self, unit: Unit) -> bool {
        self.closed.contains(&unit)
    }
    /// Moves all bodies back to their places.
    pub fn put_back(mut self) {
        while let Some(Taken { parent, shell, body }) = self.taken.pop() {
            self.body_mut(parent).put_child(shell, body);
        }
    }
    fn resolve_calls(&mut self) {
        // Names are read from the bodies themselves: the shells are empty now.
        let mut names = Names::default();
        for (i, t) in self.taken.iter().enumerate() {
            if self.body(t.parent).has_trait(Op::SELF, Trait::SymbolTable)
                && let Some(name) = t.body.symbol_name(Op::SELF)
            {
                names.entry((t.parent, name)).or_insert(i + 1);
            }
        }
        let mut open: FxHashSet<Unit> = FxHashSet::default();
        let mut callees = FxHashMap::default();
        for unit in 0..self.len() {
            let body = self.body(unit);
            for op in body.all_ops().into_iter().chain([Op::SELF]) {
                let call = op.cast::<dyn CallOp>(body);
                if let Some(attr) = call.and_then(|c| c.callee(body))
                    && let Some(r) = body.cx().attr_as::<SymbolRefAttr>(attr)
                    && let Some(callee) = self.resolve(&names, unit, r)
                {
                    callees.insert((unit, op), callee);
                }
                if call.is_none() {
                    for_each_symbol_ref(body, op, &mut |r| open.extend(self.resolve(&names, unit, r)));
                }
            }
        }
        let hidden = self.hidden_tables();
        let known = |&u: &Unit| {
            let body = self.body(u);
            body.symbol_name(Op::SELF).is_some()
                && match body.symbol_visibility(Op::SELF) {
                    "private" => true,
                    "nested" => hidden[self.taken[u - 1].parent],
                    _ => false,
                }
        };
        // The body that the pass was given may have callers outside.
        self.closed = (1..self.len()).filter(known).filter(|u| !open.contains(u)).collect();
        self.callees = callees;
    }
    /// For each unit, whether all uses of the nested symbols in it are among the units.
    fn hidden_tables(&self) -> Vec<bool> {
        let mut hidden: Vec<bool> = Vec::with_capacity(self.len());
        for unit in 0..self.len() {
            let body = self.body(unit);
            let around = match unit.checked_sub(1) {
                None => self.outermost,
                Some(i) => hidden[self.taken[i].parent],
            };
            // Symbols in an op that is no symbol table, or in a table without a name, cannot be referenced from outside.
            let alone = !body.has_trait(Op::SELF, Trait::SymbolTable)
                || body.symbol_name(Op::SELF).is_none()
                || body.symbol_visibility(Op::SELF) == "private";
            hidden.push(around || alone);
        }
        hidden
    }
    /// The body of the callable that a reference in `unit` names.
    fn resolve(&self, names: &Names, unit: Unit, r: &SymbolRefAttr) -> Option<Unit> {
        let mut at = unit;
        let mut found = loop {
            if let Some(&found) = names.get(&(at, r.root)) {
                break found;
            }
            at = self.taken[at.checked_sub(1)?].parent;
        };
        for &name in &r.nested {
            found = *names.get(&(found, name))?;
        }
        let body = self.body(found);
        let has_blocks = body.regions(Op::SELF).first().is_some_and(|&r| !body.blocks(r).is_empty());
        (Op::SELF.implements::<dyn CallableOp>(body) && has_blocks).then_some(found)
    }
}

/// Moves all bodies out of `body`, which has the number 0; the first in `out` has the number 1.
fn take(body: &mut Body, out: &mut Vec<Taken>) {
    let shells: Vec<Op> = body.children().map(|(op, _)| op).collect();
    for shell in shells {
        let Some(mut child) = body.take_child(shell) else { continue };
        // Nested bodies come right after the body around them.
        let mut nested = Vec::new();
        deep(|| take(&mut child, &mut nested));
        out.push(Taken { parent: 0, shell, body: child });
        let at = out.len();
        out.extend(nested.into_iter().map(|t| Taken { parent: t.parent + at, ..t }));
    }
}
