//! `sdy-export-named-computations`: a named computation becomes a function and a call of it.
//!
//! Before:
//! ```mlir
//! %0 = sdy.named_computation<"f">(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{}]>] (%b: tensor<8xf32>) { … } : …
//! ```
//! After:
//! ```mlir
//! %0 = call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//! …
//! func.func private @f(%b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
//!     -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) { … }
//! ```

use strata_func::{CallOp, FuncOp, ReturnOp};
use strata_ir::core::{symbols::SymbolTable, writer::deep};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{
    NamedComputationOp,
    attrs::TensorShardingPerValue,
    shardings::{SHARDING, set_function_result, set_sharding},
};

/// Outline calls from `NamedComputationOp`.
#[pass(
    name = "sdy-export-named-computations",
    class = "ExportNamedComputationsPass",
    on = "builtin.module",
    produces = [func],
    idempotent
)]
pub struct ExportNamedComputations;

impl BodyPass for ExportNamedComputations {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut table = SymbolTable::new(module);
        for op in module.all_ops() {
            if let Some(mut child) = module.take_child(op) {
                outline(module, &mut table, &mut child);
                module.put_child(op, child);
            }
        }
        Ok(())
    }
}

/// Outlines the computations of a body, the innermost first.
fn outline(module: &mut Body, table: &mut SymbolTable, b: &mut Body) {
    for op in b.all_ops() {
        let Some(mut child) = b.take_child(op) else { continue };
        deep(|| outline(module, table, &mut child));
        b.put_child(op, child);
        if op.isa::<NamedComputationOp>(b) {
            outline_one(module, table, b, op);
        }
    }
}

fn outline_one(module: &mut Body, table: &mut SymbolTable, b: &mut Body, op: Op) {
    let cx = b.cx_arc().clone();
    let (child, own) = b.inner(op);
    let name = child.attr(own, "name").and_then(|name| cx.attr_str(name)).unwrap_or("computation");
    let shardings = |list: &str| -> TensorShardingPerValue {
        let all = child.attr(own, list).and_then(|attr| cx.attr_as::<TensorShardingPerValue>(attr));
        all.cloned().unwrap_or_default()
    };
    let (ins, outs) = (shardings("in_shardings"), shardings("out_shardings"));
    let attrs = child.extra_attrs(own).to_vec();
    let block = child.regions(own).first().and_then(|&region| child.blocks(region).first().copied());
    let (Some(block), Some(end)) = (block, module.entry()) else { return };
    let inputs: Vec<Type> = b.operand_types(op).collect();
    let results: Vec<Type> = b.result_types(op).collect();
    let symbol = if table.get(cx.intern(name)).is_some() { table.fresh(&cx, name) } else { name.to_owned() };
    let mut builder = Builder::new(module, InsertPoint::at_end(end), b.loc(op));
    let function = FuncOp::create(&mut builder, &symbol, &inputs, &results).op();
    table.insert(cx.intern(&symbol), function);
    let original = (cx.intern("sdy.original_func_name"), Some(cx.string_attr(name)));
    if let Some(body) = module.child_mut(function)
        && let Some(entry) = FuncOp::add_entry(body)
    {
        body.set_attr(Op::SELF, "sym_visibility", Some(cx.string_attr("private")));
        body.set_extra_attr(Op::SELF, original.0, original.1);
        fill(body, entry, child, block);
        for (index, sharding) in ins.0.into_iter().enumerate() {
            if let Some(&arg) = body.block_args(entry).get(index) {
                set_sharding(body, arg, sharding);
            }
        }
        for (index, sharding) in outs.0.iter().enumerate() {
            set_function_result(body, index, results.len(), Some(sharding.clone()));
        }
    }
    let operands: Vec<Value> = b.operands(op).collect();
    let callee = cx.symbol_ref(&symbol);
    let call = CallOp::build(&mut Builder::before(b, op), callee, &operands, None, None, None, &results).op();
    attrs.into_iter().for_each(|(name, attr)| b.set_extra_attr(call, name, Some(attr)));
    if !outs.0.is_empty() {
        let outs = cx.attr(outs);
        b.set_extra_attr(call, cx.intern(SHARDING), Some(outs));
    }
    for (old, new) in b.results(op).to_vec().into_iter().zip(b.results(call).to_vec()) {
        b.replace_all_uses(old, new);
    }
    b.erase(op);
}

/// Copies the ops of a computation into a function.
fn fill(function: &mut Body, entry: Block, child: &Body, block: Block) {
    let mut map = IdMap::new();
    for (&from, &to) in child.block_args(block).iter().zip(function.block_args(entry)) {
        map.map(from, to);
    }
    let last = child.last_op(block);
    for op in child.block_ops(block).filter(|op| Some(*op) != last) {
        let new = function.import_op(child, op, &mut map);
        function.insert(new, InsertPoint::at_end(entry));
    }
    let returned: Vec<Value> =
        last.map(|last| child.operands(last).map(|value| map.get(value)).collect()).unwrap_or_default();
    ReturnOp::build(&mut Builder::at_end(function, entry), &returned);
}
