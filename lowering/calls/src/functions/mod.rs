//! `convert-math-to-funcs`: ops on integers become calls of functions that are written out in the module.
//!
//! Before:
//! ```mlir
//! %0 = math.ipowi %a, %b : i32
//! ```
//! After:
//! ```mlir
//! %0 = call @__mlir_math_ipowi_i32(%a, %b) : (i32, i32) -> i32
//! …
//! func.func private @__mlir_math_ipowi_i32(%a: i32, %b: i32) -> i32 attributes {llvm.linkage = #llvm.linkage<linkonce_odr>} { … }
//! ```
//! The functions consist of `arith` and `cf`, that for `math.ctlz` of `arith` and `scf`. Vectors are computed element by element.

mod count_leading_zeros;
mod float_power;
mod integer_power;

use strata_ir::{prelude::*, rewrite::conversion::Converted};
use strata_math::{CountLeadingZerosOp, FPowIOp, IPowIOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    callees::{Callees, Code, outline, replace_by_folded},
    elements::each_element,
};

/// Convert Math operations to calls of outlined implementations.
#[pass(
    name = "convert-math-to-funcs",
    class = "ConvertMathToFuncs",
    on = "builtin.module",
    produces = [arith, cf, func, llvm, scf, vector],
    idempotent
)]
pub struct ConvertMathToFuncs {
    /// Convert FPowI only if the width of its exponent's integer type is greater than or equal to this value
    #[option(default = 1)]
    pub min_width_of_fpowi_exponent: u32,
    /// Convert math.ctlz to a software implementation. Enable for targets that do not natively support ctlz.
    pub convert_ctlz: bool,
}

impl BodyPass for ConvertMathToFuncs {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(outline(body, &|b, op, callees| self.convert(b, op, callees))?)
    }
}

/// The word for an op in the name of its function, and the code of that.
type Function = (&'static str, fn(&mut Builder<'_>, Block));

impl ConvertMathToFuncs {
    fn convert(&self, body: &mut Body, op: Op, callees: &mut Callees) -> Converted {
        let Some((word, write)) = self.function(body, op) else { return Ok(()) };
        let cx = body.cx_arc().clone();
        let ty = body.ty(body.result(op, 0));
        if cx.type_as::<VectorType>(ty).is_none() && cx.shaped(ty).is_some() {
            return Err("only scalars and vectors are computed by functions".to_owned());
        }
        let types: Vec<Type> = body.operand_types(op).map(|t| cx.elem_or_self(t)).collect();
        let result = cx.elem_or_self(ty);
        let mut name = format!("__mlir_math_{word}_{}", cx.type_to_string(result));
        if op.isa::<FPowIOp>(body) {
            name.push_str(&format!("_{}", cx.type_to_string(types[1])));
        }
        // The function exists as in upstream's, even if the op folds.
        callees.need(&name, (types, vec![result]), Code::Module(write), body.loc(op));
        if replace_by_folded(body, op, &|_, _| true) {
            return Ok(());
        }
        let operands: Vec<Value> = body.operands(op).collect();
        let mut b = Builder::before(body, op);
        let value = each_element(&mut b, &operands, ty, &mut |b, x| {
            Ok(callees.call(b, &name, x, result, Code::Module(write)))
        })?;
        body.replace_all_uses(body.result(op, 0), value);
        body.erase(op);
        Ok(())
    }
    /// The function for an op, if it is converted.
    fn function(&self, b: &Body, op: Op) -> Option<Function> {
        let width = |v: Value| Some(b.cx().as_int(b.cx().elem_or_self(b.ty(v)))?.width);
        if op.isa::<IPowIOp>(b) {
            width(b.operand(op, 0))?;
            return Some(("ipowi", integer_power::write));
        }
        if op.isa::<FPowIOp>(b) {
            let width = width(b.operand(op, 1))?;
            return (width >= self.min_width_of_fpowi_exponent).then_some(("fpowi", float_power::write));
        }
        if op.isa::<CountLeadingZerosOp>(b) && self.convert_ctlz {
            width(b.operand(op, 0))?;
            return Some(("ctlz", count_leading_zeros::write));
        }
        None
    }
}
