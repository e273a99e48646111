//! `interpreter-instrument-with-probe`: records each tensor that a program computes.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.add %x, %y : tensor<2xi32> loc("sum")
//! ```
//! After, with `useDebugInfo=true`:
//! ```mlir
//! %0 = stablehlo.add %x, %y : tensor<2xi32> loc("sum")
//! %1 = interpreter.probe %0, probe_id = "sum.1" : tensor<2xi32>
//! ```
//! Uses of `%0` become uses of `%1`. Constants, tensors of unknown sizes, and values that are no tensors of numbers are left alone.

use strata_interpreter::ProbeOp;
use strata_ir::{core::NameLoc, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Inserts probe instrumentation instructions in a StableHLO program.
#[pass(
    name = "interpreter-instrument-with-probe",
    class = "InterpreterInstrumentWithProbePass",
    on = "builtin.module",
    produces = [interpreter]
)]
pub struct InstrumentWithProbe {
    /// Whether or not to use location debug data as `probe_id`. If not enabled, a unique `probe_id` will be generated
    #[option(name = "useDebugInfo")]
    pub use_debug_info: bool,
}

impl BodyPass for InstrumentWithProbe {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut count = 0;
        for function in module.children().map(|(op, _)| op).collect::<Vec<_>>() {
            let Some(mut body) = module.take_child(function) else { continue };
            // Ops inside of an op are visited before it.
            for op in body.post_order() {
                if op != Op::SELF && body.op_name(op) != "stablehlo.constant" {
                    self.probe(&mut body, op, &mut count);
                }
            }
            module.put_child(function, body);
        }
        Ok(())
    }
}

impl InstrumentWithProbe {
    /// Inserts probes for the results of an op.
    fn probe(&self, b: &mut Body, op: Op, count: &mut usize) {
        let cx = b.cx_arc().clone();
        for value in b.results(op).to_vec() {
            let ty = b.ty(value);
            if !is_probed(&cx, ty) {
                continue;
            }
            *count += 1;
            let name = self.name(b, op).map_or_else(|| "probe".to_owned(), |name| name + ".");
            let uses: Vec<(Op, usize)> = b.uses_of(value).map(|(user, i)| (user, i as usize)).collect();
            let mut state = OpState::new(ProbeOp::info(), b.loc(op));
            state.operands.push(value);
            state.set_attr(&cx, "probe_id", cx.string_attr(&format!("{name}{count}")));
            state.result_types.push(ty);
            let at = InsertPoint::after(b, op);
            let loc = b.loc(op);
            let probe = Builder::new(b, at, loc).build(state);
            let seen = b.result(probe, 0);
            for (user, i) in uses {
                b.set_operand(user, i, seen);
            }
        }
    }
    /// The name in the location of an op, up to the `@`.
    fn name(&self, b: &Body, op: Op) -> Option<String> {
        let attr = b.loc(op).as_attr().filter(|_| self.use_debug_info)?;
        let name = b.cx().str(b.cx().attr_as::<NameLoc>(attr)?.name);
        Some(name.split('@').next().unwrap_or(name).to_owned())
    }
}

/// Whether a type is a tensor of numbers of known sizes.
fn is_probed(cx: &Context, ty: Type) -> bool {
    let Some(t) = cx.type_as::<TensorType>(ty) else { return false };
    let number = cx.as_int(t.elem).is_some()
        || cx.as_float(t.elem).is_some()
        || cx.type_as::<ComplexType>(t.elem).is_some();
    number && !t.shape.contains(&DYNAMIC)
}
