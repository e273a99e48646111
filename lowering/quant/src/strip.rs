//! `strip-func-quant-types`: functions take and return the integers that store quantized numbers.
//!
//! Before:
//! ```mlir
//! func.func @f(%x: !quant.uniform<i8:f32, 2.0>) -> f32 {
//!   %0 = quant.dcast %x : !quant.uniform<i8:f32, 2.0> to f32
//! ```
//! After:
//! ```mlir
//! func.func @f(%x: i8) -> f32 {
//!   %0 = quant.scast %x : i8 to !quant.uniform<i8:f32, 2.0>
//!   %1 = quant.dcast %0 : !quant.uniform<i8:f32, 2.0> to f32
//! ```

use strata_func::{CallOp, FuncOp, ReturnOp};
use strata_ir::{
    prelude::*,
    rewrite::{
        conversion::{Blocks, ConversionTable, DialectConversions, Handler, TypeConverter, convert_body},
        conversions,
    },
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_quant::{StorageCastOp, storage};

/// Strip quantized types from function headers.
#[pass(name = "strip-func-quant-types", class = "StripFuncQuantTypes", each_body, idempotent)]
pub struct StripFuncQuantTypes;

const FUNC: DialectConversions<Handler> = DialectConversions {
    name: "func",
    rows: conversions! { CallOp | ReturnOp => |c| c.rebuild() },
    otherwise: None,
};

impl BodyPass for StripFuncQuantTypes {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let types = TypeConverter::new().with(|_, cx, ty| {
            let stored = storage(cx, cx.elem_or_self(ty))?.ty(cx);
            Some(Ok(if cx.shaped(ty).is_some() { cx.with_elem(ty, stored) } else { stored }))
        });
        let is_cast = |b: &Body, op: Op| op.isa::<strata_builtin::UnrealizedConversionCastOp>(b);
        let old: Vec<Op> = body.all_ops().into_iter().filter(|&op| is_cast(body, op)).collect();
        let blocks = if body.self_as::<FuncOp>().is_some() { Blocks::Entry } else { Blocks::Keep };
        convert_body(body, types, &ConversionTable::new([FUNC]), blocks)?;
        // The casts between both forms have an op of this dialect.
        for op in body.all_ops() {
            if !is_cast(body, op) || old.contains(&op) {
                continue;
            }
            let (from, to) = (body.operand(op, 0), body.result(op, 0));
            let ty = body.ty(to);
            let cast = StorageCastOp::build(&mut Builder::before(body, op), from, ty);
            body.replace_all_uses(to, cast);
            body.erase(op);
        }
        Ok(())
    }
}
