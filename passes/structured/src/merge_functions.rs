//! `merge-identical-functions` and `duplicate-function-elimination`: keep one of several functions that are equal except for their names.
//!
//! # Before
//! ```mlir
//! func.func private @f(%x: memref<4xf32>) { … }
//! func.func private @g(%x: memref<4xf32>) { … the same … }
//! call @f(%a)   call @g(%b)
//! ```
//! # After
//! ```mlir
//! func.func private @f(%x: memref<4xf32>) { … }
//! call @f(%a)   call @f(%b)
//! ```
//! Functions that call merged ones may become equal in turn, so the first pass is repeated until nothing changes. It keeps public functions;
//! the second, upstream's, takes these too, and is not repeated. Locations are ignored, as are symbol tables inside of the module.

use rustc_hash::FxHashMap;
use strata_func::FuncOp;
use strata_ir::{core::TypeOrAttr, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Merge private functions that do the same.
#[pass(
    name = "merge-identical-functions",
    class = "MergeIdenticalFunctions",
    on = "builtin.module",
    statistics = ["num-merged": "Number of functions that were replaced by others"],
    idempotent
)]
pub struct MergeIdenticalFunctions;

impl BodyPass for MergeIdenticalFunctions {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        loop {
            let merged = merge(module, |module, f| module.symbol_visibility(f.op()) == "private");
            cx.count("num-merged", merged.len() as u64);
            if merged.is_empty() {
                return Ok(());
            }
            rename(module, &merged, &mut FxHashMap::default());
        }
    }
}

/// Deduplicate functions.
#[pass(
    name = "duplicate-function-elimination",
    class = "DuplicateFunctionElimination",
    on = "builtin.module"
)]
pub struct DuplicateFunctionElimination;

impl BodyPass for DuplicateFunctionElimination {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let merged = merge(module, |_, _| true);
        if !merged.is_empty() {
            rename(module, &merged, &mut FxHashMap::default());
        }
        Ok(())
    }
}

/// A part of a function in a form that can be compared: numbers stand for values and blocks.
#[derive(PartialEq, Eq, Hash)]
enum Part {
    Kind(&'static str),
    Attr(Option<Attr>),
    Extra(Str, Attr),
    Type(Type),
    Number(usize),
}

/// Removes functions among the `candidates` that are equal to an earlier one. Returns their names, each with the name of the remaining
/// function.
fn merge(module: &mut Body, candidates: impl Fn(&Body, FuncOp) -> bool) -> FxHashMap<Str, Str> {
    let functions: Vec<FuncOp> = (module.children().filter_map(|(op, _)| op.as_op::<FuncOp>(module)))
        .filter(|&f| candidates(module, f) && !f.is_declaration(module))
        .collect();
    let mut known: FxHashMap<Vec<Part>, Str> = FxHashMap::default();
    let mut merged = FxHashMap::default();
    for f in functions {
        let (Some(name), Some(parts)) = (module.symbol_name(f.op()), parts(module, f)) else { continue };
        match known.get(&parts) {
            Some(&same) => {
                merged.insert(name, same);
                module.erase(f);
            }
            None => {
                known.insert(parts, name);
            }
        }
    }
    merged
}

fn parts(module: &Body, f: FuncOp) -> Option<Vec<Part>> {
    let body = module.child(f.op())?;
    let mut parts = Vec::new();
    for (slot, attr) in FuncOp::info().attrs.iter().enumerate() {
        if attr.name != "sym_name" {
            parts.push(Part::Attr(module.attr_slot(f.op(), slot)));
        }
    }
    parts.extend(module.extra_attrs(f.op()).iter().map(|&(name, attr)| Part::Extra(name, attr)));
    let mut values: FxHashMap<Value, usize> = FxHashMap::default();
    let mut blocks: FxHashMap<Block, usize> = FxHashMap::default();
    let mut value = |v: Value| {
        let next = values.len();
        *values.entry(v).or_insert(next)
    };
    let mut block = |b: Block| {
        let next = blocks.len();
        *blocks.entry(b).or_insert(next)
    };
    // Regions still to be read; an explicit stack, so that deep nesting needs no recursion.
    let mut open: Vec<Region> = body.regions(Op::SELF).to_vec();
    while let Some(region) = open.pop() {
        parts.push(Part::Number(body.blocks(region).len()));
        for &b in body.blocks(region) {
            parts.push(Part::Number(block(b)));
            for &arg in body.block_args(b) {
                parts.extend([Part::Number(value(arg)), Part::Type(body.ty(arg))]);
            }
            for op in body.block_ops(b) {
                if body.is_shell(op) {
                    // A symbol table in a function does not occur.
                    return None;
                }
                let info = body.info(op);
                parts.extend([Part::Kind(info.name), Part::Number(body.num_operands(op))]);
                parts.extend(body.operands(op).map(|v| Part::Number(value(v))));
                parts.extend((0..info.attrs.len()).map(|slot| Part::Attr(body.attr_slot(op, slot))));
                parts.extend(body.extra_attrs(op).iter().map(|&(name, attr)| Part::Extra(name, attr)));
                parts.push(Part::Number(body.results(op).len()));
                for &result in body.results(op) {
                    parts.extend([Part::Number(value(result)), Part::Type(body.ty(result))]);
                }
                parts.extend(body.successors(op).iter().map(|&b| Part::Number(block(b))));
                parts.push(Part::Number(body.regions(op).len()));
                open.extend(body.regions(op));
            }
        }
    }
    Some(parts)
}

/// Replaces the names of removed functions.
fn rename(body: &mut Body, merged: &FxHashMap<Str, Str>, known: &mut FxHashMap<Attr, Attr>) {
    for op in body.all_ops().into_iter().chain([Op::SELF]) {
        // The attributes of a function are those of its body.
        if body.is_shell(op) {
            continue;
        }
        for slot in 0..body.info(op).attrs.len() {
            if let Some(old) = body.attr_slot(op, slot) {
                let new = renamed(body.cx(), old, merged, known);
                if new != old {
                    body.set_attr_slot(op, slot, Some(new));
                }
            }
        }
        for (name, old) in body.extra_attrs(op).to_vec() {
            let new = renamed(body.cx(), old, merged, known);
            if new != old {
                body.set_extra_attr(op, name, Some(new));
            }
        }
    }
    for (_, child) in body.children_mut() {
        // Inside of another symbol table, the names are others.
        if !child.has_trait(Op::SELF, Trait::SymbolTable) {
            rename(child, merged, known);
        }
    }
}

/// An attribute with the names of functions replaced.
fn renamed(
    cx: &Context,
    attr: Attr,
    merged: &FxHashMap<Str, Str>,
    known: &mut FxHashMap<Attr, Attr>,
) -> Attr {
    if let Some(&new) = known.get(&attr) {
        return new;
    }
    let new = match cx.attr_as::<SymbolRefAttr>(attr) {
        Some(r) => match merged.get(&r.root) {
            Some(&root) => cx.attr(SymbolRefAttr { root, ..r.clone() }),
            None => attr,
        },
        None => cx.map_attr(attr, &mut |part| match part {
            TypeOrAttr::Attr(a) => TypeOrAttr::Attr(renamed(cx, a, merged, known)),
            other => other,
        }),
    };
    known.insert(attr, new);
    new
}
