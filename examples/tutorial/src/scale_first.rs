//! Chapter 10: a rewrite that is right for positive factors only.
//!
//! ```mlir
//! %0 = arith.maximumf %x, %zero : f32      // before
//! %1 = arith.mulf %0, %c2 : f32
//!
//! %0 = arith.mulf %x, %c2 : f32            // after
//! %1 = arith.maximumf %0, %zero : f32
//! ```
//! A product in front of the rectifier can become part of the matrix product before it.

use strata_arith::{ConstantOp, MaximumFOp, MulFOp};
use strata_ir::{prelude::*, rewrite::patterns};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Scale numbers before they are rectified.
#[pass(name = "rill-scale-first", each_body)]
pub struct ScaleFirst {
    /// Move negative factors too, which is wrong: for chapter 10
    pub any_sign: bool,
}

impl BodyPass for ScaleFirst {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut rows = PatternSet::new();
        rows.add(match self.any_sign {
            true => patterns! { MulFOp => "rill.scale-first-any-sign": scale_first_any_sign },
            false => patterns! { MulFOp => "rill.scale-first": scale_first },
        });
        let config = GreedyConfig { canonicalize: false, ..GreedyConfig::default() };
        Ok(rewrite_greedily(body, &rows, &config).into_result()?)
    }
}

/// `max(x, 0) c = max(x c, 0)`
fn scale_first_any_sign(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (rectified, factor) = (rw.operand(op, 0), rw.operand(op, 1));
    number(rw, factor)?;
    exchange(op, rw, rectified, factor)
}

/// `max(x, 0) c = max(x c, 0)` for `c > 0`; with zero, the product of an infinite `x` would be NaN.
fn scale_first(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (rectified, factor) = (rw.operand(op, 0), rw.operand(op, 1));
    number(rw, factor).filter(|c| *c > 0.0 && c.is_finite())?;
    exchange(op, rw, rectified, factor)
}

/// Multiplies the operand of a rectifier, and rectifies the product.
fn exchange(op: Op, rw: &mut Rewriter<'_>, rectified: Value, factor: Value) -> Option<()> {
    let maximum = rw.def_as::<MaximumFOp>(rectified)?;
    let (x, zero) = (maximum.lhs(rw), maximum.rhs(rw));
    number(rw, zero).filter(|n| *n == 0.0)?;
    let product = MulFOp::build(rw, x, factor, None);
    let result = MaximumFOp::build(rw, product, zero, None);
    rw.replace_op(op, &[result]);
    Some(())
}

/// The value of a constant.
fn number(body: &Body, v: Value) -> Option<f64> {
    let cx = body.cx();
    let value = cx.attr_as::<FloatAttr>(body.def_as::<ConstantOp>(v)?.value(body).into())?;
    Some(cx.as_float(value.ty)?.to_f64(value.bits))
}
