//! `stablehlo-legalize-composite-to-call` and `stablehlo-wrap-in-composite`.
//!
//! Before the first, and after the second with `op-names=stablehlo.add`:
//! ```mlir
//! %0 = stablehlo.composite "stablehlo.add" %x, %y {decomposition = @stablehlo.add.impl} : …
//! ```
//! After the first:
//! ```mlir
//! %0 = call @stablehlo.add.impl(%x, %y) : …
//! ```

use strata_func::{CallOp, FuncOp, ReturnOp};
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::CompositeOp;

/// Replaces composite ops with a call to their decomposition.
#[pass(
    name = "stablehlo-legalize-composite-to-call",
    class = "StablehloLegalizeCompositeToCallPass",
    on = "func.func",
    produces = [func],
    idempotent
)]
pub struct LegalizeCompositeToCall {
    /// Names of composites that should not be replaced with calls
    #[option(name = "except")]
    pub except: Vec<String>,
}

impl BodyPass for LegalizeCompositeToCall {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let cx = body.cx_arc().clone();
        for op in body.all_ops() {
            let Some(composite) = op.as_op::<CompositeOp>(body) else { continue };
            let name = cx.attr_str(composite.name(body).raw()).unwrap_or("");
            if self.except.iter().any(|n| n == name) {
                continue;
            }
            let callee = composite.decomposition(body).raw();
            let operands: Vec<Value> = body.operands(op).collect();
            let types: Vec<Type> = body.result_types(op).collect();
            let mut builder = Builder::before(body, op);
            let call = CallOp::build(&mut builder, callee, &operands, None, None, None, &types);
            for i in 0..types.len() {
                let (old, new) = (body.result(op, i), body.result(call.op(), i));
                body.replace_all_uses(old, new);
            }
            body.erase(op);
        }
        Ok(())
    }
}

/// Wraps a non-composite StableHLO op in a composite op.
#[pass(
    name = "stablehlo-wrap-in-composite",
    class = "StablehloWrapInCompositePass",
    on = "builtin.module",
    produces = [stablehlo, func]
)]
pub struct WrapInComposite {
    /// The list of op names to wrap in a composite
    #[option(name = "op-names")]
    pub op_names: Vec<String>,
    /// The version number of the composite op
    #[option(name = "version")]
    pub version: i32,
}

impl BodyPass for WrapInComposite {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut table = SymbolTable::new(module);
        let functions: Vec<Op> = table.iter().map(|(_, op)| op).collect();
        for function in functions {
            let Some(mut body) = module.take_child(function) else { continue };
            for op in body.all_ops() {
                // An op in a region of a wrapped op has been removed with that op.
                if body.is_live(op)
                    && self.op_names.iter().any(|n| n == body.op_name(op))
                    && is_closed(&body, op)
                {
                    self.wrap(module, &mut table, &mut body, op);
                }
            }
            module.put_child(function, body);
        }
        Ok(())
    }
}

/// Whether no op in the regions of `op` uses a value from outside, so that the op can move into a function.
fn is_closed(b: &Body, op: Op) -> bool {
    let inside = |v: Value| {
        b.def_block(v).and_then(|k| b.block_parent_op(k)).is_some_and(|o| o == op || b.is_ancestor(op, o))
    };
    b.ops_in(op).into_iter().all(|o| b.operands(o).all(inside))
}

impl WrapInComposite {
    fn wrap(&self, module: &mut Body, table: &mut SymbolTable, b: &mut Body, op: Op) {
        let cx = b.cx_arc().clone();
        let name = b.op_name(op).to_owned();
        let operands: Vec<Value> = b.operands(op).collect();
        let (inputs, results): (Vec<Type>, Vec<Type>) =
            (b.operand_types(op).collect(), b.result_types(op).collect());
        // The body of the function that defines the composite is only this op.
        let symbol = table.fresh(&cx, &format!("{name}.impl"));
        let Some(block) = module.entry() else { return };
        let loc = b.loc(op);
        let mut builder = Builder::new(module, InsertPoint::at_end(block), loc);
        let function = FuncOp::create(&mut builder, &symbol, &inputs, &results).op();
        table.insert(cx.intern(&symbol), function);
        module.set_attr(function, "sym_visibility", Some(cx.string_attr("private")));
        if let Some(inner) = module.child_mut(function)
            && let Some(entry) = FuncOp::add_entry(inner)
        {
            let args = inner.block_args(entry).to_vec();
            let mut map = IdMap::new();
            for (&from, &to) in operands.iter().zip(&args) {
                map.map(from, to);
            }
            let copy = inner.import_op(b, op, &mut map);
            // An operand that occurs twice becomes two arguments.
            inner.set_operands(copy, &args);
            inner.insert(copy, InsertPoint::at_end(entry));
            let returned = inner.results(copy).to_vec();
            ReturnOp::build(&mut Builder::at_end(inner, entry), &returned);
        }
        let mut state = OpState::new(CompositeOp::info(), loc);
        state.operands.extend_from_slice(&operands);
        state.result_types.extend_from_slice(&results);
        state.set_attr(&cx, "name", cx.string_attr(&name));
        state.set_attr(&cx, "decomposition", cx.symbol_ref(&symbol));
        if self.version != 0 {
            state.set_attr(&cx, "version", cx.i32_attr(self.version));
        }
        let attrs = b.info(op).attrs.iter().enumerate();
        let attrs: Vec<(Str, Attr)> =
            attrs.filter_map(|(i, a)| Some((cx.intern(a.name), b.attr_slot(op, i)?))).collect();
        if !attrs.is_empty() {
            state.set_attr(&cx, "composite_attributes", cx.dict_attr(attrs));
        }
        let new = Builder::before(b, op).build(state);
        for i in 0..results.len() {
            let (old, value) = (b.result(op, i), b.result(new, i));
            b.replace_all_uses(old, value);
        }
        b.erase(op);
    }
}
