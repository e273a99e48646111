//! Facts about functions for their callers.

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use strata_func::{CallOp, FuncOp};
use strata_ir::prelude::*;

/// The facts that are known of a function.
#[derive(Clone, Default)]
pub(crate) struct Function {
    /// Its signature; with buffers once it is bufferized.
    pub inputs: Vec<Type>,
    /// The types of its results.
    pub results: Vec<Type>,
    /// The attributes of its arguments.
    pub arg_attrs: Vec<Option<Attr>>,
    /// Whether the sets below are known.
    pub is_analyzed: bool,
    /// For each argument, the results that may have its buffer.
    pub aliases: FxHashMap<usize, Vec<usize>>,
    /// For each result, the argument whose buffer it is.
    pub equivalent: FxHashMap<usize, usize>,
    /// The arguments that are read.
    pub read: FxHashSet<usize>,
    /// The arguments that are written.
    pub written: FxHashSet<usize>,
}

/// The functions of a module, by name.
#[derive(Clone, Default)]
pub(crate) struct Functions(pub FxHashMap<Str, Function>);

impl Functions {
    /// The functions of a module, before the analysis.
    pub fn new(module: &Body) -> Self {
        let mut out = FxHashMap::default();
        for (op, body) in module.children() {
            let Some(func) = body.self_as::<FuncOp>() else { continue };
            let Some(name) = module.symbol_name(op) else { continue };
            let inputs = func.inputs(body).to_vec();
            let attrs = body.attr(Op::SELF, "arg_attrs").and_then(|a| body.cx().attr_as::<ArrayAttr>(a));
            let arg_attrs = (0..inputs.len()).map(|i| attrs.and_then(|a| a.0.get(i).copied())).collect();
            let results = func.results(body).to_vec();
            out.insert(name, Function { inputs, results, arg_attrs, ..Function::default() });
        }
        Self(out)
    }
    /// The function that a call calls.
    pub fn callee(&self, body: &Body, call: Op) -> Option<&Function> {
        self.0.get(&callee_name(body, call.as_op::<CallOp>(body)?)?)
    }
}

fn callee_name(body: &Body, call: CallOp) -> Option<Str> {
    let callee = body.attr_slot(call.op(), 0)?;
    Some(body.cx().attr_as::<SymbolRefAttr>(callee)?.root)
}

/// An attribute of an argument.
pub(crate) fn arg_attr(cx: &Context, attrs: Option<Attr>, name: &str) -> Option<Attr> {
    cx.attr_as::<DictionaryAttr>(attrs?)?.get(cx.intern(name))
}

/// The functions of a module, callees first, and those that call each other in a circle.
pub(crate) fn by_calls(module: &Body) -> (Vec<Op>, Vec<Op>) {
    let mut names: FxHashMap<Str, Op> = FxHashMap::default();
    let shells: Vec<Op> =
        module.children().filter(|(op, _)| op.isa::<FuncOp>(module)).map(|(op, _)| op).collect();
    for &op in &shells {
        if let Some(name) = module.symbol_name(op) {
            names.insert(name, op);
        }
    }
    // For each function, the functions that call it, and the number of those that it calls.
    let mut callers: FxHashMap<Op, Vec<Op>> = FxHashMap::default();
    let mut open: IndexMap<Op, usize, rustc_hash::FxBuildHasher> = IndexMap::default();
    for &shell in &shells {
        let mut callees = FxHashSet::default();
        if let Some(body) = module.child(shell) {
            body.walk(|op| {
                let Some(call) = op.as_op::<CallOp>(body) else { return };
                if let Some(&callee) = callee_name(body, call).and_then(|name| names.get(&name))
                    && callees.insert(callee)
                {
                    callers.entry(callee).or_default().push(shell);
                }
            });
        }
        open.insert(shell, callees.len());
    }
    let mut ordered = Vec::new();
    let mut ready: Vec<Op> = open.iter().filter(|(_, n)| **n == 0).map(|(&op, _)| op).collect();
    ready.reverse();
    while let Some(op) = ready.pop() {
        open.shift_remove(&op);
        ordered.push(op);
        for caller in callers.remove(&op).unwrap_or_default() {
            if let Some(n) = open.get_mut(&caller) {
                *n -= 1;
                if *n == 0 {
                    ready.push(caller);
                }
            }
        }
    }
    (ordered, open.into_keys().collect())
}
