//! `convert-arith-to-apfloat` and `convert-math-to-apfloat`: floats are computed in software, by calls of a library.
//!
//! Before:
//! ```mlir
//! %0 = arith.addf %x, %y : f8E4M3FN
//! ```
//! After:
//! ```mlir
//! func.func private @_mlir_apfloat_add(i32, i64, i64) -> i64
//! …
//! %0 = arith.bitcast %x : f8E4M3FN to i8
//! %1 = arith.extui %0 : i8 to i64
//! %2 = arith.bitcast %y : f8E4M3FN to i8
//! %3 = arith.extui %2 : i8 to i64
//! %c10_i32 = arith.constant 10 : i32
//! %4 = call @_mlir_apfloat_add(%c10_i32, %1, %3) : (i32, i64, i64) -> i64
//! %5 = arith.trunci %4 : i64 to i8
//! %6 = arith.bitcast %5 : i8 to f8E4M3FN
//! ```
//! - The number is that of the format in LLVM ([`bits::number`]). Formats and integers of at most 64 bits are converted; other ops stay.
//! - Vectors of `arith` are computed element by element; those of `math` stay, as in `mlir-opt`. Tensors stay.
//! - The functions are in upstream's `libmlir_apfloat_wrappers`; `strata-run` has its own.

mod bits;
mod compare;

use strata_arith as arith;
use strata_ir::{
    prelude::*,
    rewrite::{
        conversion::{ConversionTable, Converted, DialectConversions, Rule},
        conversions,
    },
};
use strata_math as math;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_vector::{FromElementsOp, ToElementsOp};

use crate::{
    callees::{Callees, outline},
    elements::countable,
};
use bits::Calls;
pub use bits::number;

/// Convert Arith ops to APFloat runtime library calls.
#[pass(
    name = "convert-arith-to-apfloat",
    class = "ArithToAPFloatConversionPass",
    on = "builtin.module",
    produces = [arith, func, vector],
    idempotent
)]
pub struct ConvertArithToApfloat;

/// Convert Math ops to APFloat runtime library calls.
#[pass(
    name = "convert-math-to-apfloat",
    class = "MathToAPFloatConversionPass",
    on = "builtin.module",
    produces = [arith, func],
    idempotent
)]
pub struct ConvertMathToApfloat;

/// How an op is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    /// Floats to a float of their format, by the function of this name.
    Float(&'static str),
    /// A property of a float.
    Is(&'static str),
    /// A comparison.
    Compare,
    /// A float to one of another format.
    Convert,
    /// A float to an integer.
    ToInt(Signs),
    /// An integer to a float.
    FromInt(Signs),
}

/// Whether an integer has a sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signs {
    Signed,
    Unsigned,
}

const ARITH: DialectConversions<Function> = DialectConversions {
    name: "arith",
    rows: conversions! {
        arith::AddFOp => Function::Float("add"),
        arith::CmpFOp => Function::Compare,
        arith::DivFOp => Function::Float("divide"),
        arith::ExtFOp | arith::TruncFOp => Function::Convert,
        arith::FPToSIOp => Function::ToInt(Signs::Signed),
        arith::FPToUIOp => Function::ToInt(Signs::Unsigned),
        arith::MaximumFOp => Function::Float("maximum"),
        arith::MaxNumFOp => Function::Float("maxnum"),
        arith::MinimumFOp => Function::Float("minimum"),
        arith::MinNumFOp => Function::Float("minnum"),
        arith::MulFOp => Function::Float("multiply"),
        arith::NegFOp => Function::Float("neg"),
        arith::RemFOp => Function::Float("remainder"),
        arith::SIToFPOp => Function::FromInt(Signs::Signed),
        arith::SubFOp => Function::Float("subtract"),
        arith::UIToFPOp => Function::FromInt(Signs::Unsigned),
    },
    otherwise: None,
};

const MATH: DialectConversions<Function> = DialectConversions {
    name: "math",
    rows: conversions! {
        math::AbsFOp => Function::Float("abs"),
        math::FmaOp => Function::Float("fused_multiply_add"),
        math::IsFiniteOp => Function::Is("isfinite"),
        math::IsInfOp => Function::Is("isinfinite"),
        math::IsNaNOp => Function::Is("isnan"),
        math::IsNormalOp => Function::Is("isnormal"),
    },
    otherwise: None,
};

impl BodyPass for ConvertArithToApfloat {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let table = ConversionTable::new([ARITH]);
        Ok(outline(body, &|b, op, callees| convert(b, op, callees, &table))?)
    }
}

impl BodyPass for ConvertMathToApfloat {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let table = ConversionTable::new([MATH]);
        let is_scalar = |b: &Body, op: Op| b.operand_types(op).all(|t| b.cx().elem_or_self(t) == t);
        Ok(outline(body, &|b, op, callees| match is_scalar(b, op) {
            true => convert(b, op, callees, &table),
            false => Ok(()),
        })?)
    }
}

/// Replaces an op by calls.
fn convert(body: &mut Body, op: Op, callees: &mut Callees, table: &ConversionTable<Function>) -> Converted {
    let Rule::Convert(function) = table.rule(body.info(op)) else { return Ok(()) };
    if !is_narrow(body, op) {
        return Ok(());
    }
    if rounds_otherwise(body, op) {
        return Err("the library rounds to the nearest value, ties to even".to_owned());
    }
    let predicate = op.as_op::<arith::CmpFOp>(body).map(|cmp| cmp.predicate(body).into());
    let predicate = predicate.and_then(|p| arith::CmpFPredicate::from_attr(body.cx(), p));
    let (operands, ty) = (body.operands(op).collect::<Vec<_>>(), body.ty(body.result(op, 0)));
    let mut b = Builder::before(body, op);
    let value = each_scalar(&mut b, &operands, ty, &mut |b, x, ty| {
        let mut calls = Calls { b, callees };
        match function {
            Function::Float(name) => calls.float_function(name, x, ty),
            Function::Is(name) => calls.property(name, x),
            Function::Compare => compare::compare(&mut calls, predicate?, x),
            Function::Convert => calls.convert(x, ty),
            Function::ToInt(signs) => calls.to_int(signs, x, ty),
            Function::FromInt(signs) => calls.from_int(signs, x, ty),
        }
    })?;
    body.replace_all_uses(body.result(op, 0), value);
    body.erase(op);
    Ok(())
}

/// Whether all values of an op are scalars of at most 64 bits, or vectors of such.
fn is_narrow(body: &Body, op: Op) -> bool {
    let cx = body.cx();
    body.operand_types(op).chain(body.result_types(op)).all(|ty| {
        let elem = cx.elem_or_self(ty);
        let is_number = cx.as_float(elem).is_some() || cx.as_int(elem).is_some();
        let is_single = elem == ty || cx.type_as::<VectorType>(ty).is_some();
        is_number && is_single && cx.bit_width(elem).is_some_and(|width| width <= 64)
    })
}

/// Whether an op says that it rounds in another way than the library does.
fn rounds_otherwise(body: &Body, op: Op) -> bool {
    let mode = body.attr(op, "roundingmode");
    mode.is_some_and(|mode| {
        arith::RoundingMode::from_attr(body.cx(), mode) != Some(arith::RoundingMode::ToNearestEven)
    })
}

/// A scalar of this type from scalars.
type OnScalars<'a> = &'a mut dyn FnMut(&mut Builder<'_>, &[Value], Type) -> Option<Value>;

/// Computes a value of type `ty`: of vectors, each element from the elements of the operands.
fn each_scalar(b: &mut Builder<'_>, operands: &[Value], ty: Type, f: OnScalars<'_>) -> Converted<Value> {
    let malformed = || "it has operands or a result that it cannot have".to_owned();
    let Some(vector) = b.cx_arc().clone().type_as::<VectorType>(ty).cloned() else {
        return f(b, operands, ty).ok_or_else(malformed);
    };
    countable(&vector)?;
    let columns: Option<Vec<Vec<Value>>> = operands.iter().map(|&v| ToElementsOp::create(b, v)).collect();
    let columns = columns.ok_or_else(malformed)?;
    let count = columns.iter().map(Vec::len).min().unwrap_or(0);
    let row = |i: usize| columns.iter().map(|column| column[i]).collect::<Vec<_>>();
    let elements: Option<Vec<Value>> = (0..count).map(|i| f(b, &row(i), vector.elem)).collect();
    Ok(FromElementsOp::build(b, &elements.ok_or_else(malformed)?, ty))
}
