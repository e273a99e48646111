//! `arith-expand`: replaces ops that the target has no instructions for by simpler ones.
//!
//! Before:
//! ```mlir
//! %0 = arith.ceildivui %a, %b : i32
//! ```
//! After: `a == 0 ? 0 : (a - 1) / b + 1`, with `arith.cmpi`, `arith.divui` and `arith.select`.

use strata_arith::{self as arith, CmpFPredicate, CmpIPredicate};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    arith_builder::{ArithBuilder, extremum, has_constants},
    dialect_conversion::convert_ops,
    float_casts::{Narrow, extend, truncate},
};

/// Legalize Arith ops to be convertible to LLVM.
#[pass(name = "arith-expand", class = "ArithExpandOpsPass", each_body, idempotent)]
pub struct ArithExpand {
    /// Enable the BF16 expansion patterns
    pub include_bf16: bool,
    /// Enable the F8E8M0 expansion patterns
    #[option(name = "include-f8e8m0")]
    pub include_f8e8m0: bool,
    /// Enable the F4E2M1 expansion patterns
    #[option(name = "include-f4e2m1")]
    pub include_f4e2m1: bool,
}

impl BodyPass for ArithExpand {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let enabled = |kind: Narrow| match kind {
            Narrow::Bf16 => self.include_bf16,
            Narrow::F8E8M0 => self.include_f8e8m0,
            Narrow::F4E2M1 => self.include_f4e2m1,
        };
        let illegal = |b: &Body, op: Op| {
            matches!(
                b.op_name(op),
                "arith.ceildivsi"
                    | "arith.ceildivui"
                    | "arith.floordivsi"
                    | "arith.maximumf"
                    | "arith.minimumf"
                    | "arith.maxnumf"
                    | "arith.minnumf"
                    | "arith.maxsi"
                    | "arith.maxui"
                    | "arith.minsi"
                    | "arith.minui"
                    | "arith.scaling_extf"
                    | "arith.scaling_truncf"
            ) || cast(b, op).is_some_and(|(kind, _)| enabled(kind))
        };
        Ok(convert_ops(body, &illegal, &expand)?)
    }
}

/// The narrow format of an extension or a truncation, and whether the op extends.
fn cast(b: &Body, op: Op) -> Option<(Narrow, bool)> {
    let extends = op.isa::<arith::ExtFOp>(b);
    if !extends && !op.isa::<arith::TruncFOp>(b) {
        return None;
    }
    let ty = |v: Value| b.cx().elem_or_self(b.ty(v));
    let (from, to) = (ty(b.operand(op, 0)), ty(b.result(op, 0)));
    let kind = Narrow::from_type(b.cx(), if extends { from } else { to })?;
    // Other formats reach bf16 and come from it through `f32`, which is for others to do.
    let other = if extends { to } else { from };
    let possible = kind != Narrow::Bf16 || other == b.cx().f32();
    possible.then_some((kind, extends))
}

fn expand(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let b: &Body = e.0;
    let ty = b.ty(b.result(op, 0));
    let x = b.operand(op, 0);
    if let Some((kind, extends)) = cast(b, op) {
        let fastmath = b.attr(op, "fastmath");
        let expand = if extends { extend } else { truncate };
        return expand(kind, x, ty, fastmath, e);
    }
    let y = b.operand(op, 1);
    let name = b.op_name(op).to_owned();
    match name.as_str() {
        "arith.scaling_extf" | "arith.scaling_truncf" => return Some(scaling(op, e)),
        "arith.ceildivsi" | "arith.ceildivui" | "arith.floordivsi" if !has_constants(e.0.cx(), ty) => {
            return None;
        }
        _ => (),
    }
    Some(match name.as_str() {
        "arith.ceildivui" => {
            let zero = e.int(0, ty);
            let is_zero = e.cmpi(CmpIPredicate::Eq, x, zero);
            let one = e.int(1, ty);
            let below = e.subi(x, one);
            let quotient = e.divui(below, y);
            let above = e.addi(quotient, one);
            e.select(is_zero, zero, above)
        }
        // The truncated quotient is one too small where it is positive and the division is not exact.
        "arith.ceildivsi" => {
            let (zero, one) = (e.int(0, ty), e.int(1, ty));
            let (quotient, inexact) = inexact_quotient(x, y, e);
            let (x_negative, y_negative) =
                (e.cmpi(CmpIPredicate::Slt, x, zero), e.cmpi(CmpIPredicate::Slt, y, zero));
            let positive = e.cmpi(CmpIPredicate::Eq, x_negative, y_negative);
            let corrects = e.andi(inexact, positive);
            let above = e.addi(quotient, one);
            e.select(corrects, above, quotient)
        }
        // The truncated quotient is one too large where it is negative and the division is not exact.
        "arith.floordivsi" => {
            let (quotient, inexact) = inexact_quotient(x, y, e);
            let zero = e.int(0, ty);
            let (x_negative, y_negative) =
                (e.cmpi(CmpIPredicate::Slt, x, zero), e.cmpi(CmpIPredicate::Slt, y, zero));
            let negative = e.cmpi(CmpIPredicate::Ne, x_negative, y_negative);
            let corrects = e.andi(inexact, negative);
            let minus_one = e.int(-1, ty);
            let below = e.addi(quotient, minus_one);
            e.select(corrects, below, quotient)
        }
        "arith.maximumf" => extremum(CmpFPredicate::Ugt, true, x, y, e),
        "arith.minimumf" => extremum(CmpFPredicate::Ult, true, x, y, e),
        "arith.maxnumf" => extremum(CmpFPredicate::Ugt, false, x, y, e),
        "arith.minnumf" => extremum(CmpFPredicate::Ult, false, x, y, e),
        "arith.maxsi" => chosen(CmpIPredicate::Sgt, x, y, e),
        "arith.maxui" => chosen(CmpIPredicate::Ugt, x, y, e),
        "arith.minsi" => chosen(CmpIPredicate::Slt, x, y, e),
        "arith.minui" => chosen(CmpIPredicate::Ult, x, y, e),
        _ => return None,
    })
}

/// `x` where the predicate holds of `x` and `y`, and `y` elsewhere.
fn chosen(predicate: CmpIPredicate, x: Value, y: Value, e: &mut ArithBuilder<'_, '_>) -> Value {
    let chooses_x = e.cmpi(predicate, x, y);
    e.select(chooses_x, x, y)
}

/// The quotient towards zero and whether something remains.
fn inexact_quotient(x: Value, y: Value, e: &mut ArithBuilder<'_, '_>) -> (Value, Value) {
    let quotient = e.divsi(x, y);
    let product = e.muli(quotient, y);
    (quotient, e.cmpi(CmpIPredicate::Ne, x, product))
}

/// A cast of a scaled float is a cast and a multiplication by the scale, or a division by it and a cast.
fn scaling(op: Op, e: &mut ArithBuilder<'_, '_>) -> Value {
    let b: &Body = e.0;
    let cx = b.cx();
    let (x, scale) = (b.operand(op, 0), b.operand(op, 1));
    let (from, to) = (b.ty(x), b.ty(b.result(op, 0)));
    let (fastmath, rounding) = (b.attr(op, "fastmath"), b.attr(op, "roundingmode"));
    let e8m0 = cx.float_type(strata_ir::num::FloatFormat::F8E8M0FNU);
    let scale_ty = b.ty(scale);
    let width = |t: Type| cx.bit_width(cx.elem_or_self(t)).unwrap_or(0);
    // Only the exponent of a scale is used.
    let scale = if width(scale_ty) > 8 {
        let narrow = e.like(scale_ty, e8m0);
        arith::TruncFOp::build(e.0, scale, None, fastmath, narrow)
    } else {
        scale
    };
    let extends = e.0.op_name(op) == "arith.scaling_extf";
    let wide = if extends { to } else { from };
    let factor = arith::ExtFOp::build(e.0, scale, fastmath, wide);
    if extends {
        let x = arith::ExtFOp::build(e.0, x, fastmath, to);
        return arith::MulFOp::build(e.0, x, factor, fastmath);
    }
    let quotient = arith::DivFOp::build(e.0, x, factor, fastmath);
    arith::TruncFOp::build(e.0, quotient, rounding, fastmath, to)
}
