//! `shape_assertion`, the check of sizes that JAX exports, becomes a call that is made only if the check fails.
//!
//! Before:
//! ```mlir
//! stablehlo.custom_call @shape_assertion(%holds, %n) {error_message = "n is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
//! ```
//! After:
//! ```mlir
//! "stablehlo.if"(%holds) ({ stablehlo.return }, {
//!   func.call @strata_shape_assertion.call(%n) : (tensor<i32>) -> ()
//!   stablehlo.return
//! }) : (tensor<i1>) -> ()
//! ```
//! The routine always fails. Its configuration is the message, into which it formats the numbers.

use strata_func::CallOp;
use strata_ir::prelude::*;
use strata_stablehlo as hlo;

use super::Declared;

/// The routine of the runtime.
const ROUTINE: &str = "strata_shape_assertion";

/// Whether an op is an assertion whose message has placeholders for numbers; others need no call.
pub(super) fn applies(b: &Body, op: Op) -> bool {
    let text = |name: &str| b.attr(op, name).and_then(|a| b.cx().attr_str(a));
    op.isa::<hlo::CustomCallOp>(b)
        && text("call_target_name") == Some("shape_assertion")
        && text("error_message").is_some_and(|m| m.contains('{'))
        && b.num_operands(op) > 1
        && b.results(op).is_empty()
}

/// Replaces an assertion.
pub(super) fn expand(
    module: &mut Body,
    declared: &mut Declared,
    b: &mut Body,
    op: Op,
) -> Result<(), Diagnostic> {
    let cx = b.cx_arc().clone();
    let loc = b.loc(op);
    let message = b.attr(op, "error_message").and_then(|a| cx.attr_str(a)).unwrap_or_default().to_owned();
    let operands: Vec<Value> = b.operands(op).collect();
    let Some((&holds, numbers)) = operands.split_first() else { return Ok(()) };
    let integer = |v: &Value| b.ty(*v) == cx.tensor(&[], cx.i32()) || b.ty(*v) == cx.tensor(&[], cx.i64());
    if !numbers.iter().all(integer) {
        let message =
            "'stablehlo.custom_call' op expects numbers of a message of type tensor<i32> or tensor<i64>";
        return Err(Diagnostic::error(loc, message));
    }
    let inputs: Vec<Type> = numbers.iter().map(|&v| b.ty(v)).collect();
    let symbol = declared.function(module, ROUTINE, message, &inputs, &[]);
    let callee = cx.symbol_ref(&symbol);
    let mut builder = Builder::before(b, op);
    let b = &mut builder;
    b.set_cur_loc(loc);
    let mut state = OpState::new(hlo::IfOp::info(), loc);
    state.operands.push(holds);
    for _ in 0..2 {
        let region = b.body().new_region();
        state.regions.push(region);
    }
    let regions = state.regions.clone();
    b.build(state);
    for (fails, &region) in [false, true].into_iter().zip(&regions) {
        let block = b.body().add_block(region, &[]);
        b.in_block(block, |b| {
            if fails {
                CallOp::build(b, callee, numbers, None, None, None, &[]);
            }
            b.build(OpState::new(hlo::ReturnOp::info(), loc));
        });
    }
    b.body().erase(op);
    Ok(())
}
