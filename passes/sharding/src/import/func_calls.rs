//! `sdy-import-func-calls`: a call becomes a named computation with the body of the function, through which shardings spread.
//!
//! Before: `%0 = call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>`. After:
//! ```mlir
//! %0 = sdy.named_computation<"f">(%a) (%b: tensor<8xf32>) { … sdy.return %c : tensor<8xf32> } : (tensor<8xf32>) -> tensor<8xf32>
//! ```
//! Functions that call themselves, and declarations, stay calls.

use rustc_hash::FxHashMap;
use strata_func::{CallOp, FuncOp};
use strata_ir::core::symbols::SymbolTable;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{
    NamedComputationOp, ReturnOp,
    attrs::{TensorSharding, TensorShardingPerValue},
    shardings::{self, SHARDING},
};

use crate::nested::for_each_nested;

/// Creates a pass to convert a `CallOp` to a `NamedComputationOp`.
#[pass(
    name = "sdy-import-func-calls",
    class = "ImportFuncCallsPass",
    on = "builtin.module",
    produces = [sdy],
    idempotent
)]
pub struct ImportFuncCalls;

/// How far the calls of a function are imported.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Entered,
    Done,
}

impl BodyPass for ImportFuncCalls {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let table = SymbolTable::new(module);
        let functions: FxHashMap<Str, Op> = table.iter().filter(|(_, op)| op.isa::<FuncOp>(module)).collect();
        let mut states: FxHashMap<Str, State> = FxHashMap::default();
        let mut imported: Vec<Str> = Vec::new();
        // A function comes after those that it calls; one that is entered again calls itself.
        let mut names: Vec<Str> =
            table.iter().map(|(name, _)| name).filter(|n| functions.contains_key(n)).collect();
        names.reverse();
        let mut todo: Vec<Str> = names;
        while let Some(&name) = todo.last() {
            match states.get(&name) {
                Some(State::Done) => _ = todo.pop(),
                Some(State::Entered) => {
                    states.insert(name, State::Done);
                    todo.pop();
                    let Some(&function) = functions.get(&name) else { continue };
                    let Some(mut body) = module.take_child(function) else { continue };
                    import_in(&mut body, module, &functions, &states, name, &mut imported);
                    module.put_child(function, body);
                }
                None => {
                    states.insert(name, State::Entered);
                    let called = functions.get(&name).and_then(|op| module.child(*op)).map(callees);
                    todo.extend(called.unwrap_or_default().into_iter().filter(|n| !states.contains_key(n)));
                }
            }
        }
        erase_uncalled(module, &functions, &imported);
        Ok(())
    }
}

fn callee(b: &Body, op: Op) -> Option<Str> {
    op.as_op::<CallOp>(b)?;
    Some(b.cx().attr_as::<SymbolRefAttr>(b.attr(op, "callee")?)?.root)
}

/// The functions that a body calls.
fn callees(b: &Body) -> Vec<Str> {
    let mut all: Vec<Str> = b.all_ops().into_iter().filter_map(|op| callee(b, op)).collect();
    for (_, child) in b.children() {
        all.extend(strata_ir::core::writer::deep(|| callees(child)));
    }
    all
}

/// Replaces the calls of a body, and of those in it, of functions whose own calls are done.
fn import_in(
    b: &mut Body,
    module: &Body,
    functions: &FxHashMap<Str, Op>,
    states: &FxHashMap<Str, State>,
    own: Str,
    imported: &mut Vec<Str>,
) {
    for op in b.all_ops() {
        if let Some(mut child) = b.take_child(op) {
            strata_ir::core::writer::deep(|| {
                import_in(&mut child, module, functions, states, own, imported);
            });
            b.put_child(op, child);
        }
        let Some(name) = callee(b, op).filter(|name| *name != own) else { continue };
        let done = states.get(&name) == Some(&State::Done);
        let body = functions.get(&name).filter(|_| done).and_then(|function| module.child(*function));
        if let Some(body) = body.filter(|body| body.entry().is_some() && !callees(body).contains(&name)) {
            import(b, op, name, body);
            imported.push(name);
        }
    }
}

fn import(b: &mut Body, op: Op, name: Str, function: &Body) {
    let cx = b.cx_arc().clone();
    let Some(entry) = function.entry() else { return };
    let args = function.block_args(entry);
    let known: Vec<Option<TensorSharding>> =
        args.iter().map(|&arg| shardings::sharding(function, arg)).collect();
    let ins = known.iter().flatten().next().map(|first| {
        let or_open = |(sharding, &arg): (&Option<TensorSharding>, &Value)| {
            let rank = cx.shaped(function.ty(arg)).and_then(|shaped| shaped.shape).map_or(0, <[i64]>::len);
            sharding.clone().unwrap_or_else(|| TensorSharding::replicated(first.mesh_or_ref, rank, false))
        };
        cx.attr(TensorShardingPerValue(known.iter().zip(args).map(or_open).collect()))
    });
    let outs = b.extra_attr(op, SHARDING);
    let original = function.extra_attr(Op::SELF, "sdy.original_func_name");
    let label = original.unwrap_or_else(|| cx.string_attr(cx.str(name)));
    let operands: Vec<Value> = b.operands(op).collect();
    let types: Vec<Type> = b.result_types(op).collect();
    let attrs: Vec<(Str, Attr)> =
        b.extra_attrs(op).iter().filter(|entry| cx.str(entry.0) != SHARDING).copied().collect();
    let new =
        NamedComputationOp::build(&mut Builder::before(b, op), label, &operands, ins, outs, &types).op();
    if let Some(child) = b.child_mut(new) {
        fill(child, function, entry);
        attrs.into_iter().for_each(|(name, attr)| child.set_extra_attr(Op::SELF, name, Some(attr)));
    }
    for (old, new) in b.results(op).to_vec().into_iter().zip(b.results(new).to_vec()) {
        b.replace_all_uses(old, new);
    }
    b.erase(op);
}

/// Copies the body of a function into a computation.
fn fill(child: &mut Body, function: &Body, entry: Block) {
    let Some(&region) = child.regions(Op::SELF).first() else { return };
    let types: Vec<Type> = function.block_args(entry).iter().map(|&arg| function.ty(arg)).collect();
    let block = match child.blocks(region).first() {
        Some(&block) => {
            types.iter().for_each(|&ty| _ = child.add_block_arg(block, ty));
            block
        }
        None => child.add_block(region, &types),
    };
    let mut map = IdMap::new();
    for (&from, &to) in function.block_args(entry).iter().zip(child.block_args(block)) {
        map.map(from, to);
    }
    let last = function.last_op(entry);
    for op in function.block_ops(entry).filter(|op| Some(*op) != last) {
        let new = child.import_op(function, op, &mut map);
        child.insert(new, InsertPoint::at_end(block));
    }
    let returned: Vec<Value> =
        last.map(|last| function.operands(last).map(|value| map.get(value)).collect()).unwrap_or_default();
    ReturnOp::build(&mut Builder::at_end(child, block), &returned);
}

/// Erases private functions that were imported, and that nothing calls any more.
fn erase_uncalled(module: &mut Body, functions: &FxHashMap<Str, Op>, imported: &[Str]) {
    let mut called: Vec<Str> = Vec::new();
    _ = for_each_nested(module, &mut |b| {
        called.extend(b.all_ops().into_iter().filter_map(|op| callee(b, op)));
        Ok(())
    });
    let mut seen = rustc_hash::FxHashSet::default();
    for name in imported {
        if let Some(&op) = functions.get(name)
            && seen.insert(*name)
            && !called.contains(name)
            && module.symbol_visibility(op) == "private"
        {
            module.erase(op);
        }
    }
}
