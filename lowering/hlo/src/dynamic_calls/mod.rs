//! `stablehlo-legalize-dynamic-calls`: converts custom calls that represent ops with dynamic sizes to ops.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %sizes, %strides, %base_dilations,
//!     %window_dilations, %padding) {called_computations = [@add]} : …
//! ```
//! After, where the windows are prefixes of the dimension:
//! ```mlir
//! %0, %1 = chlo.scan(%x) inits (%zero) dimension=0 attributes {is_associative = true} {
//! ^bb0(%input: tensor<f32>, %carry: tensor<f32>):
//!   %2 = "stablehlo.map"(%carry, %input) ({ … what @add does … }) : …
//!   stablehlo.return %2, %2 : tensor<f32>, tensor<f32>
//! } : …
//! ```
//! Windows of static sizes become a `dynamic_pad` and a `reduce_window`; others a loop over the elements of windows (`window`).

mod window;

use strata_func::FuncOp;
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo as hlo;

/// Turn custom calls of operations with computed sizes into operations.
#[pass(
    name = "stablehlo-legalize-dynamic-calls",
    class = "StablehloLegalizeDynamicCalls",
    on = "builtin.module",
    produces = [chlo, stablehlo],
    idempotent
)]
pub struct LegalizeDynamicCalls;

impl BodyPass for LegalizeDynamicCalls {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let functions: Vec<Op> =
            module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
        let mut errors = Vec::new();
        for function in functions {
            let Some(body) = module.child(function) else { continue };
            let calls: Vec<Op> = body.all_ops().into_iter().filter(|&op| is_call(body, op)).collect();
            if calls.is_empty() {
                continue;
            }
            let table = SymbolTable::new(module);
            let Some(mut body) = module.take_child(function) else { continue };
            for op in calls {
                if let Err(why) = replace(module, &table, &mut body, op) {
                    let message = format!("failed to legalize operation 'stablehlo.custom_call': {why}");
                    errors.push(Diagnostic::error(body.loc(op), message));
                }
            }
            module.put_child(function, body);
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}

fn is_call(b: &Body, op: Op) -> bool {
    op.isa::<hlo::CustomCallOp>(b)
        && b.attr(op, "call_target_name").and_then(|a| b.cx().attr_str(a))
            == Some("stablehlo.dynamic_reduce_window")
}

fn replace(module: &Body, table: &SymbolTable, body: &mut Body, op: Op) -> Result<(), String> {
    let computation = called(module, table, body, op).ok_or("its computation is no function")?;
    let loc = body.loc(op);
    let mut b = Builder::before(body, op);
    b.set_cur_loc(loc);
    let values = window::lower(&mut b, op, computation)?;
    for (i, new) in values.into_iter().enumerate() {
        let old = body.result(op, i);
        body.replace_all_uses(old, new);
    }
    body.erase(op);
    Ok(())
}

/// The body of the function that a call names.
fn called<'m>(module: &'m Body, table: &SymbolTable, b: &Body, op: Op) -> Option<&'m Body> {
    let callees = b.attr(op, "called_computations").and_then(|a| b.cx().attr_as::<ArrayAttr>(a))?;
    let callee = b.cx().attr_as::<SymbolRefAttr>(*callees.0.first()?)?;
    module.child(table.get(callee.root)?)
}
