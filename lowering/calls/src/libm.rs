//! `convert-math-to-libm` and `convert-complex-to-libm`: functions become calls of the C library.
//!
//! Before:
//! ```mlir
//! %0 = math.tanh %x : f16
//! ```
//! After:
//! ```mlir
//! func.func private @tanhf(f32) -> f32 attributes {llvm.readnone}
//! …
//! %0 = arith.extf %x : f16 to f32
//! %1 = call @tanhf(%0) : (f32) -> f32
//! %2 = arith.truncf %1 : f32 to f16
//! ```
//! The 16-bit formats are computed in `f32`, and vectors element by element. `f32` and `f64` are the formats of the C library.

use strata_arith::{ExtFOp, TruncFOp};
use strata_complex as complex;
use strata_ir::{
    prelude::*,
    rewrite::{
        conversion::{ConversionTable, Converted, DialectConversions, Rule},
        conversions,
    },
};
use strata_math as math;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    callees::{Callees, Code, outline, replace_by_folded},
    elements::each_element,
};

/// Convert Math dialect to libm calls.
#[pass(
    name = "convert-math-to-libm",
    class = "ConvertMathToLibmPass",
    on = "builtin.module",
    produces = [arith, func, vector],
    idempotent
)]
pub struct ConvertMathToLibm;

/// Convert Complex dialect to libm calls.
#[pass(
    name = "convert-complex-to-libm",
    class = "ConvertComplexToLibm",
    on = "builtin.module",
    produces = [func],
    idempotent
)]
pub struct ConvertComplexToLibm;

/// The functions of the C library for `f64`; an `f` behind the name makes it that for `f32`.
const MATH: DialectConversions<&str> = DialectConversions {
    name: "math",
    rows: conversions! {
        math::AbsFOp => "fabs",
        math::AcosOp => "acos",
        math::AcoshOp => "acosh",
        math::AsinOp => "asin",
        math::AsinhOp => "asinh",
        math::AtanOp => "atan",
        math::Atan2Op => "atan2",
        math::AtanhOp => "atanh",
        math::CbrtOp => "cbrt",
        math::CeilOp => "ceil",
        math::CosOp => "cos",
        math::CoshOp => "cosh",
        math::ErfOp => "erf",
        math::ErfcOp => "erfc",
        math::ExpOp => "exp",
        math::Exp2Op => "exp2",
        math::ExpM1Op => "expm1",
        math::FloorOp => "floor",
        math::FmaOp => "fma",
        math::LogOp => "log",
        math::Log10Op => "log10",
        math::Log1pOp => "log1p",
        math::Log2Op => "log2",
        math::PowFOp => "pow",
        math::RoundOp => "round",
        math::RoundEvenOp => "roundeven",
        math::RsqrtOp => "rsqrt",
        math::SinOp => "sin",
        math::SinhOp => "sinh",
        math::SqrtOp => "sqrt",
        math::TanOp => "tan",
        math::TanhOp => "tanh",
        math::TruncOp => "trunc",
    },
    otherwise: Some("there is no function of the C library for it"),
};

const COMPLEX: DialectConversions<&str> = DialectConversions {
    name: "complex",
    rows: conversions! {
        complex::AbsOp => "cabs",
        complex::AngleOp => "carg",
        complex::ConjOp => "conj",
        complex::CosOp => "ccos",
        complex::LogOp => "clog",
        complex::PowOp => "cpow",
        complex::SinOp => "csin",
        complex::SqrtOp => "csqrt",
        complex::TanOp => "ctan",
        complex::TanhOp => "ctanh",
    },
    otherwise: None,
};

impl BodyPass for ConvertMathToLibm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let table = ConversionTable::new([MATH]);
        Ok(outline(body, &|b, op, callees| convert(b, op, callees, &table, Code::PureLibrary))?)
    }
}

impl BodyPass for ConvertComplexToLibm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let table = ConversionTable::new([COMPLEX]);
        Ok(outline(body, &|b, op, callees| convert(b, op, callees, &table, Code::Library))?)
    }
}

/// Replaces an op by what it folds to, or by calls.
fn convert(
    body: &mut Body,
    op: Op,
    callees: &mut Callees,
    table: &ConversionTable<&'static str>,
    code: Code,
) -> Converted {
    let name = match table.rule(body.info(op)) {
        Rule::Convert(name) => Ok(name),
        Rule::Illegal(why) => Err(why.to_owned()),
        Rule::Legal => return Ok(()),
    };
    let legal = |b: &Body, op: Op| table.rule(b.info(op)) == Rule::Legal;
    if replace_by_folded(body, op, &legal) {
        return Ok(());
    }
    let name = name?;
    let (operands, ty) = (body.operands(op).collect::<Vec<_>>(), body.ty(body.result(op, 0)));
    let mut b = Builder::before(body, op);
    let value = each_element(&mut b, &operands, ty, &mut |b, x| call(b, callees, name, x, ty, code))?;
    body.replace_all_uses(body.result(op, 0), value);
    body.erase(op);
    Ok(())
}

/// Calls a function for scalars; `ty` is the type of the whole result.
fn call(
    b: &mut Builder<'_>,
    callees: &mut Callees,
    name: &str,
    operands: &[Value],
    ty: Type,
    code: Code,
) -> Converted<Value> {
    let cx = b.cx_arc().clone();
    let result = cx.type_as::<VectorType>(ty).map_or(ty, |v| v.elem);
    let first = operands.first().map_or(result, |&v| b.ty(v));
    let format = cx.type_as::<ComplexType>(first).map_or(first, |c| c.elem);
    if format == cx.f64() {
        return Ok(callees.call(b, name, operands, result, code));
    }
    let single = format!("{name}f");
    if format == cx.f32() {
        return Ok(callees.call(b, &single, operands, result, code));
    }
    if first != cx.f16() && first != cx.bf16() {
        return Err(format!("the C library has no function for '{}'", cx.type_to_string(first)));
    }
    let wide: Vec<Value> = operands.iter().map(|&v| ExtFOp::build(b, v, None, cx.f32())).collect();
    let value = callees.call(b, &single, &wide, cx.f32(), code);
    Ok(TruncFOp::build(b, value, None, None, result))
}
