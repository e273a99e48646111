//! `stablehlo-approx-top-k-expander`: expands the custom call of `jax.lax.approx_max_k` to a sort and a slice.
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
//! The exact answer is a valid result of the approximate call. `stablehlo.dynamic_approx_top_k` is the same with `k` as an operand; where
//! sizes are dynamic, so are the slices.

use strata_func::FuncOp;
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo as hlo;

use crate::chlo_to_stablehlo::emit::{Emit, V};

/// The custom call whose `k` is an operand.
const COMPUTED: &str = "stablehlo.dynamic_approx_top_k";

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
            let calls =
                |body: &Body| body.all_ops().into_iter().filter(|&op| target(body, op).is_some()).collect();
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

/// The target of a custom call, if it is one of the two.
fn target(b: &Body, op: Op) -> Option<&str> {
    op.as_op::<hlo::CustomCallOp>(b)?;
    let name = b.attr(op, "call_target_name").and_then(|a| b.cx().attr_str(a))?;
    matches!(name, "ApproxTopK" | COMPUTED).then_some(name)
}

/// Replaces a call; a malformed one is left for the lowering to report.
fn expand(module: &Body, table: &SymbolTable, b: &mut Body, op: Op) -> Option<()> {
    let cx = b.cx_arc().clone();
    let config = b.attr(op, "mhlo.backend_config").or_else(|| b.attr(op, "backend_config"))?;
    let config = cx.attr_as::<DictionaryAttr>(config)?;
    let entry = |name: &str| config.get(cx.intern(name)).and_then(|a| cx.attr_i64(a));
    let dim = entry("reduction_dim")?;
    if entry("aggregate_to_topk")? == 0 {
        return None;
    }
    let callees = b.attr(op, "called_computations").and_then(|a| cx.attr_as::<ArrayAttr>(a))?;
    let callee = cx.attr_as::<SymbolRefAttr>(*callees.0.first()?)?;
    let better = module.child(table.get(callee.root)?)?;
    let &[region] = better.regions(Op::SELF) else { return None };
    let &[block] = better.blocks(region) else { return None };
    // The second half of the operands are initial values.
    let count = b.results(op).len();
    let inputs: Vec<Value> = b.operands(op).take(count).collect();
    let types: Vec<Type> = inputs.iter().map(|&v| b.ty(v)).collect();
    let shape = cx.shaped(*types.first()?)?.shape?.to_vec();
    let axis = usize::try_from(dim).ok().filter(|&d| d < shape.len())?;
    let params: Vec<Type> = better.block_args(block).iter().map(|&v| better.ty(v)).collect();
    // They are followed by `k` and by the sizes of results, if these are operands.
    let number = if target(b, op) == Some(COMPUTED) { b.operands(op).nth(2 * count) } else { None };
    let k = if number.is_none() { Some(entry("top_k")?) } else { None };
    let known = k.filter(|_| !shape.contains(&DYNAMIC));
    if b.num_operands(op) < 2 * count
        || params.len() != 2 * count
        || known.is_some_and(|k| !(0..=shape[axis]).contains(&k))
        || target(b, op) == Some(COMPUTED) && number.is_none()
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
    for i in 0..count {
        let sorted = builder.result(sort, i);
        let old = builder.result(op, i);
        let ty = builder.ty(old);
        let new = {
            let e = Emit::new(&mut builder);
            let v = e.value(sorted);
            match (known, number) {
                (Some(k), _) => first_of_known(v, &shape, axis, k, ty),
                (None, Some(n)) => first(v, axis, e.value(n), ty),
                (None, None) => first(v, axis, v.size(axis).convert(cx.i64()).c(k.unwrap_or(0) as f64), ty),
            }
            .value
        };
        builder.body().replace_all_uses(old, new);
    }
    b.erase(op);
    Some(())
}

/// The first `k` elements along a dimension.
fn first_of_known<'e>(v: V<'e>, shape: &[i64], axis: usize, k: i64, ty: Type) -> V<'e> {
    let mut limits = shape.to_vec();
    limits[axis] = k;
    let [starts, strides] = [0, 1].map(|n| v.cx().i64_array(&vec![n; shape.len()]));
    let limits = v.cx().i64_array(&limits);
    v.op::<hlo::SliceOp>(
        &[],
        ty,
        &[("start_indices", starts), ("limit_indices", limits), ("strides", strides)],
    )
}

/// The first `k` elements along a dimension of a tensor of dynamic sizes. `k` is not converted to `i32`, where a value that is too large
/// might wrap to a valid one.
pub(crate) fn first<'e>(v: V<'e>, axis: usize, k: V<'e>, ty: Type) -> V<'e> {
    let (rank, wide) = (v.sizes().len(), v.cx().i64());
    let k = k.convert(wide);
    let limits: Vec<V<'e>> = (0..rank).map(|d| if d == axis { k } else { v.size(d).convert(wide) }).collect();
    let of = |n: f64| v.vector(&vec![k.c(n); rank]);
    v.op::<hlo::RealDynamicSliceOp>(&[of(0.0), v.vector(&limits), of(1.0)], ty, &[])
}
