//! `math-expand-ops`: expands functions to simpler ones.
//!
//! Before:
//! ```mlir
//! %0 = math.sinh %x : f32
//! ```
//! After: `(exp(x) - exp(-x)) * 0.5`, with `math.exp`, `arith.negf`, `arith.subf` and `arith.mulf`.

use std::sync::Arc;

use strata_arith::{
    self as arith, CmpFPredicate, CmpIPredicate,
    fold::elements::{splat_float, splat_int},
};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    arith_builder::{ArithBuilder, has_constants, operand},
    math_round::{ceil, round, round_even},
};

/// Expand math operations.
#[pass(name = "math-expand-ops", class = "MathExpandOpsPass", each_body)]
pub struct MathExpandOps {
    /// Operations to expand.
    pub ops: Vec<String>,
}

/// How one op is expanded: the value that replaces it, made in front of it.
type Expand = fn(Op, &mut ArithBuilder<'_, '_>) -> Option<Value>;

const EXPANSIONS: &[(&str, Expand)] = &[
    ("math.ctlz", ctlz),
    ("math.sinh", |op, e| hyperbolic(op, e, false)),
    ("math.cosh", |op, e| hyperbolic(op, e, true)),
    ("math.tan", tan),
    ("math.tanh", tanh),
    ("math.asinh", |op, e| inverse_hyperbolic(op, e, 1.0)),
    ("math.acosh", |op, e| inverse_hyperbolic(op, e, -1.0)),
    ("math.atanh", atanh),
    ("math.fma", fma),
    ("math.ceil", ceil),
    ("math.exp2", exp2),
    ("math.powf", powf),
    ("math.fpowi", fpowi),
    ("math.round", round),
    ("math.roundeven", round_even),
    ("math.rsqrt", rsqrt),
    ("math.clampf", clampf),
];

impl BodyPass for MathExpandOps {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        for &(name, expand) in EXPANSIONS {
            let word = name.trim_start_matches("math.");
            let asked = self.ops.iter().any(|o| o.trim_start_matches("math.") == word);
            if self.ops.is_empty() || asked {
                patterns.add_fn(Some(name), name, 1, Arc::new(move |op, rw| apply(op, rw, expand)));
            }
        }
        let config = GreedyConfig { canonicalize: false, ..Default::default() };
        Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
    }
}

/// Replaces `op`, and adds the new ops to the worklist of the driver.
pub(crate) fn apply(op: Op, rw: &mut Rewriter<'_>, expand: Expand) -> Option<()> {
    let before = rw.prev_op(op);
    let new = expand(op, &mut ArithBuilder(rw));
    let first = match before {
        Some(before) => rw.next_op(before),
        None => rw.parent_block(op).and_then(|block| rw.first_op(block)),
    };
    let mut made = Vec::new();
    let mut next = first;
    while let Some(o) = next.filter(|&o| o != op) {
        made.push(o);
        next = rw.next_op(o);
    }
    let new = new?;
    for o in made {
        rw.touch(o);
    }
    rw.replace_op(op, &[new]);
    Some(())
}

/// `(e^x ± e^-x) / 2`.
fn hyperbolic(op: Op, e: &mut ArithBuilder<'_, '_>, plus: bool) -> Option<Value> {
    let (x, ty) = operand(op, e)?;
    let exp = e.exp(x);
    let negative = e.negf(x);
    let inverse = e.exp(negative);
    let both = if plus { e.addf(exp, inverse) } else { e.subf(exp, inverse) };
    let half = e.float(0.5, ty);
    Some(e.mulf(both, half))
}

fn tan(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let x = e.0.operand(op, 0);
    let (sin, cos) = (e.sin(x), e.cos(x));
    Some(e.divf(sin, cos))
}

/// `(1 - e^-2y) / (1 + e^-2y)` with `y = |x|`, so that nothing overflows, with the sign of `x`.
fn tanh(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let (x, ty) = operand(op, e)?;
    let [zero, one, minus_two] = [0.0, 1.0, -2.0].map(|v| e.float(v, ty));
    let negative = e.cmpf(CmpFPredicate::Olt, x, zero);
    let negative = e.uitofp(negative, ty);
    let sign = e.mulf(negative, minus_two);
    let sign = e.addf(sign, one);
    let magnitude = e.mulf(sign, x);
    let exponent = e.mulf(minus_two, magnitude);
    let exp = e.exp(exponent);
    let dividend = e.subf(one, exp);
    let divisor = e.addf(one, exp);
    let quotient = e.divf(dividend, divisor);
    Some(e.mulf(sign, quotient))
}

/// `log(x + sqrt(x^2 + one))`.
fn inverse_hyperbolic(op: Op, e: &mut ArithBuilder<'_, '_>, one: f64) -> Option<Value> {
    let (x, ty) = operand(op, e)?;
    let one = e.float(one, ty);
    let square = e.fma(x, x, one);
    let root = e.sqrt(square);
    let sum = e.addf(x, root);
    Some(e.log(sum))
}

/// `log((1 + x) / (1 - x)) / 2`.
fn atanh(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let (x, ty) = operand(op, e)?;
    let one = e.float(1.0, ty);
    let above = e.addf(x, one);
    let negative = e.negf(x);
    let below = e.addf(negative, one);
    let ratio = e.divf(above, below);
    let log = e.log(ratio);
    let half = e.float(0.5, ty);
    Some(e.mulf(log, half))
}

fn fma(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let [a, b, c] = [0, 1, 2].map(|i| e.0.operand(op, i));
    let product = e.mulf(a, b);
    Some(e.addf(product, c))
}

fn exp2(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let (x, ty) = operand(op, e)?;
    let ln2 = e.float(std::f64::consts::LN_2, ty);
    let product = e.mulf(x, ln2);
    Some(e.exp(product))
}

/// Exact for some constant exponents, `e^(y log x)` for others.
fn powf(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let (x, y) = (e.0.operand(op, 0), e.0.operand(op, 1));
    let ty = e.0.ty(x);
    let constant = constant_value(e.0, y).and_then(|a| splat_float(e.0.cx(), a)).map(|f| f.0.to_f64(f.1));
    Some(match constant {
        Some(0.0) => e.float(1.0, ty),
        Some(1.0) => x,
        Some(-1.0) => {
            let one = e.float(1.0, ty);
            e.divf(one, x)
        }
        Some(0.5) => e.sqrt(x),
        Some(-0.5) => e.rsqrt(x),
        Some(2.0) => e.mulf(x, x),
        Some(-2.0) => {
            let one = e.float(1.0, ty);
            let square = e.mulf(x, x);
            e.divf(one, square)
        }
        Some(3.0) => {
            let square = e.mulf(x, x);
            e.mulf(square, x)
        }
        _ => {
            let log = e.log(x);
            let product = e.mulf(y, log);
            e.exp(product)
        }
    })
}

/// Repeated squaring for a constant power; a power of zero with a negative exponent is infinite.
fn fpowi(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let (mut base, power) = (e.0.operand(op, 0), e.0.operand(op, 1));
    let ty = e.0.ty(base);
    let cx = e.0.cx();
    let format = cx.as_float(cx.elem_or_self(ty))?;
    let constant = constant_value(e.0, power).and_then(|a| splat_int(cx, a)).and_then(|v| v.as_i64());
    let Some(exponent) = constant else {
        let power = e.sitofp(power, ty);
        return Some(e.powf(base, power));
    };
    if exponent < 0 && format.infinity(false).is_none() || !has_constants(cx, ty) {
        return None;
    }
    let one = e.float(1.0, ty);
    let mut result = e.float(1.0, ty);
    let mut left = exponent.unsigned_abs();
    while left > 0 {
        if left & 1 == 1 {
            result = e.mulf(base, result);
        }
        left >>= 1;
        base = e.mulf(base, base);
    }
    if exponent < 0 {
        let values = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY];
        let [zero, negative_zero, infinity, negative_infinity] = values.map(|v| e.float(v, ty));
        let is_zero = e.cmpf(CmpFPredicate::Oeq, result, zero);
        let is_negative_zero = e.cmpf(CmpFPredicate::Oeq, result, negative_zero);
        let inverse = e.divf(one, result);
        let inverse = e.select(is_zero, infinity, inverse);
        result = e.select(is_negative_zero, negative_infinity, inverse);
    }
    Some(result)
}

fn rsqrt(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let (x, ty) = operand(op, e)?;
    let one = e.float(1.0, ty);
    let root = e.sqrt(x);
    Some(e.divf(one, root))
}

fn clampf(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let [x, least, most] = [0, 1, 2].map(|i| e.0.operand(op, i));
    let fastmath = e.0.attr(op, "fastmath");
    let below = arith::MinimumFOp::build(e.0, x, most, fastmath);
    Some(arith::MaximumFOp::build(e.0, below, least, fastmath))
}

/// Halves the part in which the highest set bit may be until one bit is left.
fn ctlz(op: Op, e: &mut ArithBuilder<'_, '_>) -> Option<Value> {
    let (operand, ty) = operand(op, e)?;
    let cx = e.0.cx();
    let width = cx.as_int(cx.elem_or_self(ty)).map(|t| t.width).filter(|&w| w <= 64)?;
    let all = u64::MAX >> (64 - width.max(1));
    let mut x = operand;
    let mut count = e.int(0, ty);
    let mut part = width;
    while part > 1 {
        let half = part / 2;
        let bits = e.int(half.into(), ty);
        let mask = e.int((all >> half) as i64, ty);
        let fits = e.cmpi(CmpIPredicate::Ule, x, mask);
        let more = e.addi(count, bits);
        let shifted = e.shli(x, bits);
        x = e.select(fits, shifted, x);
        count = e.select(fits, more, count);
        part = half;
    }
    let zero = e.int(0, ty);
    let is_zero = e.cmpi(CmpIPredicate::Eq, operand, zero);
    let width = e.int(width.into(), ty);
    Some(e.select(is_zero, width, count))
}
