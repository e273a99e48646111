//! `stablehlo-approx-top-k-expander`: the call that `jax.lax.approx_max_k` becomes is a sort and a slice.
//!
//! Before:
//! ```mlir
//! %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %least, %none) {called_computations = [@better],
//!     mhlo.backend_config = {top_k = 2 : i64, reduction_dim = 0 : i64, aggregate_to_topk = true, …}} : …
//! ```
//! After:
//! ```mlir
//! %1:2 = "stablehlo.sort"(%x, %i) ({ … what @better does … }) : …
//! %2 = stablehlo.slice %1#0 [0:2] : …
//! %3 = stablehlo.slice %1#1 [0:2] : …
//! ```
//! The exact answer is one of those that the call may give.

use strata_func::FuncOp;
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo as hlo;

/// Expand the custom call ApproxTopK into a sort and slices.
#[pass(
    name = "stablehlo-approx-top-k-expander",
    class = "StablehloApproxTopKExpander",
    on = "builtin.module",
    produces = [stablehlo],
    idempotent
)]
pub struct ApproxTopKExpander;

impl BodyPass for ApproxTopKExpander {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let functions: Vec<Op> =
            module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
        for function in functions {
            let calls = |body: &Body| body.all_ops().into_iter().filter(|&op| is_call(body, op)).collect();
            let calls: Vec<Op> = module.child(function).map(calls).unwrap_or_default();
            if calls.is_empty() {
                continue;
            }
            let table = SymbolTable::new(module);
            let Some(mut body) = module.take_child(function) else { continue };
            for op in calls {
                expand(module, &table, &mut body, op);
            }
            module.put_child(function, body);
        }
        Ok(())
    }
}

fn is_call(b: &Body, op: Op) -> bool {
    op.isa::<hlo::CustomCallOp>(b)
        && b.attr(op, "call_target_name").and_then(|a| b.cx().attr_str(a)) == Some("ApproxTopK")
}

/// Replaces a call; one that is not as it should be stays, for the lowering to refuse.
fn expand(module: &Body, table: &SymbolTable, b: &mut Body, op: Op) -> Option<()> {
    let cx = b.cx_arc().clone();
    let config = b.attr(op, "mhlo.backend_config").or_else(|| b.attr(op, "backend_config"))?;
    let config = cx.attr_as::<DictionaryAttr>(config)?;
    let entry = |name: &str| config.get(cx.intern(name)).and_then(|a| cx.attr_i64(a));
    let (k, dim) = (entry("top_k")?, entry("reduction_dim")?);
    if entry("aggregate_to_topk")? == 0 {
        return None;
    }
    let callees = b.attr(op, "called_computations").and_then(|a| cx.attr_as::<ArrayAttr>(a))?;
    let callee = cx.attr_as::<SymbolRefAttr>(*callees.0.first()?)?;
    let better = module.child(table.get(callee.root)?)?;
    let &[region] = better.regions(Op::SELF) else { return None };
    let &[block] = better.blocks(region) else { return None };
    // Half of the operands are what to start from.
    let count = b.results(op).len();
    let inputs: Vec<Value> = b.operands(op).take(count).collect();
    let types: Vec<Type> = inputs.iter().map(|&v| b.ty(v)).collect();
    let shape = cx.shaped(*types.first()?)?.shape?.to_vec();
    let axis = usize::try_from(dim).ok().filter(|&d| d < shape.len())?;
    let params: Vec<Type> = better.block_args(block).iter().map(|&v| better.ty(v)).collect();
    if b.num_operands(op) != 2 * count
        || params.len() != 2 * count
        || shape.contains(&DYNAMIC)
        || k > shape[axis]
    {
        return None;
    }
    let mut builder = Builder::before(b, op);
    builder.set_cur_loc(builder.loc(op));
    let mut state = OpState::new(hlo::SortOp::info(), builder.loc(op));
    state.operands.extend_from_slice(&inputs);
    state.result_types.extend_from_slice(&types);
    state.set_attr(&cx, "dimension", cx.i64_attr(dim));
    state.set_attr(&cx, "is_stable", cx.bool_attr(true));
    let comparator = builder.body().new_region();
    state.regions.push(comparator);
    let sort = builder.build(state);
    let made = builder.body().add_block(comparator, &params);
    builder.in_block(made, |b| {
        let mut map = IdMap::new();
        let args = b.block_args(made).to_vec();
        for (&from, &to) in better.block_args(block).iter().zip(&args) {
            map.map(from, to);
        }
        let ops: Vec<Op> = better.block_ops(block).collect();
        let Some((&last, ops)) = ops.split_last() else { return };
        for &inner in ops {
            let copy = b.body().import_op(better, inner, &mut map);
            b.insert_op(copy);
        }
        let returned: Vec<Value> = better.operands(last).map(|v| map.get(v)).collect();
        let mut end = OpState::new(hlo::ReturnOp::info(), b.cur_loc());
        end.operands.extend(returned);
        b.build(end);
    });
    let (starts, ones) = (vec![0; shape.len()], vec![1; shape.len()]);
    let mut limits = shape.clone();
    limits[axis] = k;
    for i in 0..count {
        let sorted = builder.result(sort, i);
        let old = builder.result(op, i);
        let mut slice = OpState::new(hlo::SliceOp::info(), builder.cur_loc());
        slice.operands.push(sorted);
        slice.result_types.push(builder.ty(old));
        for (name, values) in [("start_indices", &starts), ("limit_indices", &limits), ("strides", &ones)] {
            slice.set_attr(&cx, name, cx.i64_array(values));
        }
        let slice = builder.build(slice);
        let new = builder.result(slice, 0);
        builder.body().replace_all_uses(old, new);
    }
    b.erase(op);
    Some(())
}
