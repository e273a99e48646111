//! `mangle-symbols`: renames the functions and globals of a program so that they cannot clash with other names.
//!
//! # Before
//! ```mlir
//! func.func private @free() { … }
//! func.func @main() { call @free() : () -> () … }
//! ```
//! # After
//! ```mlir
//! func.func private @user.free() { … }
//! func.func @user.main() { call @user.free() : () -> () … }
//! ```
//! The pass runs before `convert-program-to-llvm`, which is the first pass that declares functions of the C library and of the runtime: all earlier
//! names belong to the program, or to parts of it that passes outlined, and no later name does. `strata_llvm::mangle` defines the mapping
//! between both.
//!
//! A symbol that is declared and used, but not defined, is an error: a program cannot refer to functions of the C library or of the
//! runtime. Functions of the host are called by `stablehlo.custom_call`; the declarations for these calls are marked. Modules of kernels
//! have their own namespaces.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{
    core::{TypeOrAttr, symbols::for_each_symbol_ref},
    prelude::*,
};
use strata_llvm::mangle::mangle;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::runtime::TARGET;

/// Give the functions and globals of a program names that no function of the C library or of the runtime has.
#[pass(
    name = "mangle-symbols",
    class = "MangleSymbols",
    on = "builtin.module",
    statistics = ["num-renamed": "Number of symbols that got other names"]
)]
pub struct MangleSymbols;

impl BodyPass for MangleSymbols {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let context = module.cx_arc().clone();
        let symbols: Vec<(Op, Str)> = module
            .all_ops()
            .into_iter()
            .filter(|&op| !module.has_trait(op, Trait::SymbolTable))
            .filter_map(|op| Some((op, module.symbol_name(op)?)))
            .collect();
        let declared: Vec<(Op, Str)> =
            symbols.iter().copied().filter(|&(op, _)| is_declaration(module, op)).collect();
        let used = if declared.is_empty() { FxHashSet::default() } else { uses(module) };
        let errors: Vec<Diagnostic> = declared
            .into_iter()
            .filter(|(_, name)| used.contains(name))
            .map(|(op, name)| undefined(module, op, context.str(name)))
            .collect();
        if !errors.is_empty() {
            return Err(errors.into());
        }
        let new = |&(_, name): &(Op, Str)| (name, context.intern(&mangle(context.str(name))));
        let names: FxHashMap<Str, Str> = symbols.iter().map(new).collect();
        for (op, name) in symbols {
            if let Some(&new) = names.get(&name) {
                module.set_symbol_name(op, context.str(new));
            }
        }
        cx.count("num-renamed", names.len() as u64);
        rename(module, &names, &mut FxHashMap::default());
        Ok(())
    }
}

/// Whether a function or a global is only declared, and is not a routine of the runtime.
fn is_declaration(module: &Body, op: Op) -> bool {
    if module.has_trait(op, Trait::FunctionLike) {
        let defined = module.child(op).is_some_and(|body| body.entry().is_some());
        return !defined && module.attr(op, TARGET).is_none();
    }
    let has = |name: &str| module.attr(op, name).is_some();
    match module.op_name(op) {
        "memref.global" => !has("initial_value"),
        "llvm.mlir.global" => !has("value") && module.child(op).is_none_or(|body| body.entry().is_none()),
        _ => false,
    }
}

fn undefined(module: &Body, op: Op, name: &str) -> Diagnostic {
    let message = format!(
        "'{}' op declares '{name}', which the program uses and does not define: a program cannot name functions of the C library or of \
         the runtime",
        module.op_name(op)
    );
    Diagnostic::error(module.loc(op), message)
}

/// The symbols that are used in a module.
fn uses(module: &Body) -> FxHashSet<Str> {
    let mut found = FxHashSet::default();
    let mut todo = vec![module];
    while let Some(body) = todo.pop() {
        for op in body.all_ops().into_iter().chain([Op::SELF]) {
            if !body.is_shell(op) {
                for_each_symbol_ref(body, op, &mut |name| _ = found.insert(name.root));
            }
        }
        todo.extend(inner(body).map(|(_, child)| child));
    }
    found
}

/// The nested bodies that share the namespace of a body.
fn inner(body: &Body) -> impl Iterator<Item = (Op, &Body)> {
    body.children().filter(|(_, child)| !child.has_trait(Op::SELF, Trait::SymbolTable))
}

/// Renames symbols in their uses.
fn rename(body: &mut Body, names: &FxHashMap<Str, Str>, known: &mut FxHashMap<Attr, Attr>) {
    for op in body.all_ops().into_iter().chain([Op::SELF]) {
        // The attributes of a function belong to its body, too.
        if body.is_shell(op) {
            continue;
        }
        for slot in 0..body.info(op).attrs.len() {
            if let Some(old) = body.attr_slot(op, slot) {
                let new = renamed(body.cx(), old, names, known);
                if new != old {
                    body.set_attr_slot(op, slot, Some(new));
                }
            }
        }
        for (name, old) in body.extra_attrs(op).to_vec() {
            let new = renamed(body.cx(), old, names, known);
            if new != old {
                body.set_extra_attr(op, name, Some(new));
            }
        }
    }
    for (_, child) in body.children_mut() {
        if !child.has_trait(Op::SELF, Trait::SymbolTable) {
            rename(child, names, known);
        }
    }
}

/// An attribute with its symbols renamed.
fn renamed(cx: &Context, attr: Attr, names: &FxHashMap<Str, Str>, known: &mut FxHashMap<Attr, Attr>) -> Attr {
    if let Some(&new) = known.get(&attr) {
        return new;
    }
    let new = match cx.attr_as::<SymbolRefAttr>(attr) {
        Some(r) => match names.get(&r.root) {
            Some(&root) => cx.attr(SymbolRefAttr { root, ..r.clone() }),
            None => attr,
        },
        None => cx.map_attr(attr, &mut |part| match part {
            TypeOrAttr::Attr(a) => TypeOrAttr::Attr(renamed(cx, a, names, known)),
            other => other,
        }),
    };
    known.insert(attr, new);
    new
}
