//! Elementwise ops on scalars: the ops of `arith` and `math` that compute one element.
//!
//! The results are defined for all arguments, which those of `arith` are not: division by zero gives -1 (all bits
//! set), the remainder of a division by zero is the dividend, and shifts by at least the width give 0 or the sign.

use strata_arith::{self as arith, CmpFPredicate, CmpIPredicate};
use strata_ir::prelude::*;
use strata_linalg::payload;
use strata_stablehlo::{self as hlo, ComparisonDirection, ComparisonType};

use super::{
    Lowered, cast, complex, constants,
    types::{self, Kind, signless},
};

/// Computes one element of the result of an old elementwise op.
pub(super) fn lower(b: &mut Builder<'_>, op: Op, args: &[Value]) -> Lowered<Value> {
    let cx = b.cx();
    let name = b.info(op).mnemonic();
    let first = b.operands(op).next().ok_or("it has no operands")?;
    let from = cx.elem_or_self(b.ty(first));
    let to = cx.elem_or_self(b.ty(b.result(op, 0)));
    let kind = types::kind(cx, from)?;
    types::kind(cx, to)?;
    match (name, args) {
        ("compare", &[x, y]) => compare(b, op, kind, x, y),
        ("select", &[p, x, y]) => Ok(select(b, p, x, y)),
        ("clamp", &[low, x, high]) => {
            let x = binary(b, "maximum", kind, x, low)?;
            binary(b, "minimum", kind, x, high)
        }
        ("convert", &[x]) => cast::convert(b, x, from, to),
        ("reduce_precision", &[x]) => {
            let op = hlo::ReducePrecisionOp::from_op_unchecked(op);
            let number = |a: Attr| b.cx().attr_i64(a).and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
            let [exponent, mantissa] = [op.exponent_bits(b).raw(), op.mantissa_bits(b).raw()].map(number);
            super::bits::reduce_precision(b, x, exponent, mantissa)
        }
        ("bitcast_convert", &[x]) => bitcast(b, x, signless(b.cx(), to)),
        ("complex", &[re, im]) => Ok(complex::create(b, re, im)),
        ("real" | "imag", &[x]) => Ok(complex::part(b, name == "real", x)),
        (_, &[x]) => unary(b, name, kind, x),
        (_, &[x, y]) => binary(b, name, kind, x, y),
        _ => Err("no lowering is known".into()),
    }
}

/// Whether [`lower`] knows ops of this name.
pub(crate) fn is_elementwise(name: &str) -> bool {
    matches!(
        name,
        "acos"
            | "acosh"
            | "asin"
            | "asinh"
            | "atan"
            | "atanh"
            | "cosh"
            | "erf"
            | "erfc"
            | "sinh"
            | "square"
            | "abs"
            | "add"
            | "and"
            | "atan2"
            | "bitcast_convert"
            | "cbrt"
            | "ceil"
            | "clamp"
            | "compare"
            | "complex"
            | "convert"
            | "cosine"
            | "count_leading_zeros"
            | "divide"
            | "exponential"
            | "exponential_minus_one"
            | "floor"
            | "imag"
            | "is_finite"
            | "log"
            | "log_plus_one"
            | "logistic"
            | "maximum"
            | "minimum"
            | "multiply"
            | "negate"
            | "not"
            | "or"
            | "popcnt"
            | "power"
            | "real"
            | "reduce_precision"
            | "remainder"
            | "round_nearest_afz"
            | "round_nearest_even"
            | "rsqrt"
            | "select"
            | "shift_left"
            | "shift_right_arithmetic"
            | "shift_right_logical"
            | "sign"
            | "sine"
            | "sqrt"
            | "subtract"
            | "tan"
            | "tanh"
            | "xor"
    )
}

fn build(b: &mut Builder<'_>, name: &str, args: &[Value]) -> Lowered<Value> {
    let ty = b.ty(args[0]);
    payload::op(b, name, args, ty)
}
pub(super) fn cmpi(b: &mut Builder<'_>, predicate: CmpIPredicate, x: Value, y: Value) -> Value {
    let predicate = predicate.attr(b.cx());
    arith::CmpIOp::build(b, predicate, x, y)
}
pub(super) fn cmpf(b: &mut Builder<'_>, predicate: CmpFPredicate, x: Value, y: Value) -> Value {
    let predicate = predicate.attr(b.cx());
    arith::CmpFOp::build(b, predicate, x, y, None)
}
pub(super) fn select(b: &mut Builder<'_>, condition: Value, x: Value, y: Value) -> Value {
    arith::SelectOp::build(b, condition, x, y)
}

fn bitcast(b: &mut Builder<'_>, x: Value, ty: Type) -> Lowered<Value> {
    if b.ty(x) == ty {
        return Ok(x);
    }
    if b.cx().bit_width(b.ty(x)) != b.cx().bit_width(ty) {
        return Err("casts between types of different widths are not supported".into());
    }
    Ok(arith::BitcastOp::build(b, x, ty))
}

fn unary(b: &mut Builder<'_>, name: &str, kind: Kind, x: Value) -> Lowered<Value> {
    if kind == Kind::Complex {
        return complex::unary(b, name, x);
    }
    let ty = b.ty(x);
    let float = kind == Kind::Float;
    // What takes several steps is rounded to a narrow type once, at the end.
    if name == "logistic" && b.cx().bit_width(ty).is_some_and(|w| w < 32) {
        let wide = b.cx().f32();
        let wide = arith::ExtFOp::build(b, x, None, wide);
        let y = unary(b, name, kind, wide)?;
        return Ok(arith::TruncFOp::build(b, y, None, None, ty));
    }
    let math = match name {
        "abs" if float => "math.absf",
        "abs" => "math.absi",
        "acos" => "math.acos",
        "acosh" => "math.acosh",
        "asin" => "math.asin",
        "asinh" => "math.asinh",
        "atan" => "math.atan",
        "atanh" => "math.atanh",
        "cbrt" => "math.cbrt",
        "cosh" => "math.cosh",
        "erf" => "math.erf",
        "erfc" => "math.erfc",
        "sinh" => "math.sinh",
        "ceil" => "math.ceil",
        "cosine" => "math.cos",
        "count_leading_zeros" => "math.ctlz",
        "exponential" => "math.exp",
        "exponential_minus_one" => "math.expm1",
        "floor" => "math.floor",
        "log" => "math.log",
        "log_plus_one" => "math.log1p",
        "negate" if float => "arith.negf",
        "popcnt" => "math.ctpop",
        "round_nearest_afz" => "math.round",
        "round_nearest_even" => "math.roundeven",
        "rsqrt" => "math.rsqrt",
        "sine" => "math.sin",
        "sqrt" => "math.sqrt",
        "tan" => "math.tan",
        "tanh" => "math.tanh",
        _ => "",
    };
    if !math.is_empty() {
        return build(b, math, &[x]);
    }
    match name {
        "square" => binary(b, "multiply", kind, x, x),
        "negate" => {
            let zero = constants::zero(b, ty);
            build(b, "arith.subi", &[zero, x])
        }
        "not" => {
            let ones = arith::constant_int(b, -1, ty);
            build(b, "arith.xori", &[x, ones])
        }
        // Where there is no infinity, only NaN is not finite.
        "is_finite" if b.cx().as_float(ty).is_some_and(|f| f.infinity(false).is_none()) => {
            Ok(cmpf(b, CmpFPredicate::Ord, x, x))
        }
        "is_finite" => {
            let size = build(b, "math.absf", &[x])?;
            let infinity = arith::constant_float(b, f64::INFINITY, ty);
            // Ordered, so NaN is not finite.
            Ok(cmpf(b, CmpFPredicate::One, size, infinity))
        }
        "logistic" => {
            // exp(-|x|) does not overflow: small results stay exact, down to the least ones.
            let (zero, one) = (constants::zero(b, ty), constants::number(b, 1, ty));
            let size = build(b, "math.absf", &[x])?;
            let negative = build(b, "arith.negf", &[size])?;
            let exp = build(b, "math.exp", &[negative])?;
            let sum = build(b, "arith.addf", &[exp, one])?;
            let is_negative = cmpf(b, CmpFPredicate::Olt, x, zero);
            let numerator = select(b, is_negative, exp, one);
            build(b, "arith.divf", &[numerator, sum])
        }
        "sign" if float => {
            let (zero, one) = (constants::zero(b, ty), constants::number(b, 1, ty));
            let sign = build(b, "math.copysign", &[one, x])?;
            // Zeros and NaN stay as they are.
            let keep = cmpf(b, CmpFPredicate::Ueq, x, zero);
            Ok(select(b, keep, x, sign))
        }
        "sign" => {
            let (zero, one) = (constants::zero(b, ty), constants::number(b, 1, ty));
            let shift = number_of_bits(b, ty, -1);
            let spread = build(b, "arith.shrsi", &[x, shift])?;
            let sign = build(b, "arith.ori", &[spread, one])?;
            let is_zero = cmpi(b, CmpIPredicate::Eq, x, zero);
            Ok(select(b, is_zero, zero, sign))
        }
        _ => Err("no lowering is known".into()),
    }
}

/// The width of an integer type plus `add`, as a constant of that type.
fn number_of_bits(b: &mut Builder<'_>, ty: Type, add: i64) -> Value {
    let width = b.cx().bit_width(ty).unwrap_or(64) as i64;
    arith::constant_int(b, width + add, ty)
}

pub(super) fn binary(b: &mut Builder<'_>, name: &str, kind: Kind, x: Value, y: Value) -> Lowered<Value> {
    use Kind::*;
    if kind == Complex {
        return complex::binary(b, name, x, y);
    }
    let simple = match (name, kind) {
        ("add", Float) => "arith.addf",
        ("add", Pred) => "arith.ori",
        ("add", _) => "arith.addi",
        ("subtract", Float) => "arith.subf",
        ("subtract", _) => "arith.subi",
        ("multiply", Float) => "arith.mulf",
        ("multiply", Pred) => "arith.andi",
        ("multiply", _) => "arith.muli",
        ("divide", Float) => "arith.divf",
        ("remainder", Float) => "arith.remf",
        ("maximum", Float) => "arith.maximumf",
        ("maximum", Signed) => "arith.maxsi",
        ("maximum", _) => "arith.maxui",
        ("minimum", Float) => "arith.minimumf",
        ("minimum", Signed) => "arith.minsi",
        ("minimum", _) => "arith.minui",
        ("and", _) => "arith.andi",
        ("or", _) => "arith.ori",
        ("xor", _) => "arith.xori",
        ("atan2", Float) => "math.atan2",
        ("power", Float) => "math.powf",
        _ => "",
    };
    if !simple.is_empty() {
        return build(b, simple, &[x, y]);
    }
    match name {
        "divide" | "remainder" => divide(b, kind, x, y, name == "divide"),
        "shift_left" => shift(b, "arith.shli", x, y),
        "shift_right_logical" => shift(b, "arith.shrui", x, y),
        "shift_right_arithmetic" => {
            let last = number_of_bits(b, b.ty(x), -1);
            // A larger amount, and a negative one read as unsigned, leaves the sign alone.
            let amount = build(b, "arith.minui", &[y, last])?;
            build(b, "arith.shrsi", &[x, amount])
        }
        "power" => power(b, kind, x, y),
        _ => Err("no lowering is known".into()),
    }
}

/// A shift that gives 0 for amounts of at least the width.
fn shift(b: &mut Builder<'_>, name: &str, x: Value, y: Value) -> Lowered<Value> {
    let ty = b.ty(x);
    let (width, zero) = (number_of_bits(b, ty, 0), constants::zero(b, ty));
    let shifted = build(b, name, &[x, y])?;
    let in_range = cmpi(b, CmpIPredicate::Ult, y, width);
    Ok(select(b, in_range, shifted, zero))
}

/// A quotient or remainder of integers that is defined for all divisors.
fn divide(b: &mut Builder<'_>, kind: Kind, x: Value, y: Value, quotient: bool) -> Lowered<Value> {
    let ty = b.ty(x);
    let (zero, one, ones) =
        (constants::zero(b, ty), constants::number(b, 1, ty), arith::constant_int(b, -1, ty));
    let by_zero = cmpi(b, CmpIPredicate::Eq, y, zero);
    let mut unsafe_divisor = by_zero;
    if kind == Kind::Signed {
        // The smallest number by -1 is out of range; by 1 it has the result that wrapping around gives.
        let width = b.cx().bit_width(ty).unwrap_or(64);
        let min = arith::constant_int(b, 1i64 << (width - 1).min(63), ty);
        let is_min = cmpi(b, CmpIPredicate::Eq, x, min);
        let by_minus_one = cmpi(b, CmpIPredicate::Eq, y, ones);
        let overflow = build(b, "arith.andi", &[is_min, by_minus_one])?;
        unsafe_divisor = build(b, "arith.ori", &[by_zero, overflow])?;
    }
    let divisor = select(b, unsafe_divisor, one, y);
    let name = match (quotient, kind) {
        (true, Kind::Signed) => "arith.divsi",
        (true, _) => "arith.divui",
        (false, Kind::Signed) => "arith.remsi",
        (false, _) => "arith.remui",
    };
    let result = build(b, name, &[x, divisor])?;
    Ok(select(b, by_zero, if quotient { ones } else { x }, result))
}

/// A power of integers modulo two to their width: the squares of the base for the bits of the exponent.
fn power(b: &mut Builder<'_>, kind: Kind, x: Value, y: Value) -> Lowered<Value> {
    let ty = b.ty(x);
    let (zero, one) = (constants::zero(b, ty), constants::number(b, 1, ty));
    let width = b.cx().bit_width(ty).unwrap_or(64) as i64;
    let [lower, upper, step] = [0, width, 1].map(|n| arith::constant_index(b, n));
    let loop_op = strata_scf::ForOp::build(b, lower, upper, step, &[one, x, y], None, &[ty, ty, ty]);
    let index = b.cx().index();
    let body = b.region_block(loop_op, 0, &[index, ty, ty, ty], |b, block| -> Lowered<()> {
        let &[_, product, base, exponent] = b.block_args(block) else {
            return Err("a loop lost its arguments".into());
        };
        let bit = build(b, "arith.andi", &[exponent, one])?;
        let is_set = cmpi(b, CmpIPredicate::Eq, bit, one);
        let multiplied = build(b, "arith.muli", &[product, base])?;
        let product = select(b, is_set, multiplied, product);
        let base = build(b, "arith.muli", &[base, base])?;
        let exponent = build(b, "arith.shrui", &[exponent, one])?;
        strata_scf::YieldOp::build(b, &[product, base, exponent]);
        Ok(())
    });
    body?;
    let result = b.result(loop_op.op(), 0);
    if kind != Kind::Signed {
        return Ok(result);
    }
    // Reciprocals are 0, but for 1 and -1, whose powers alternate.
    let ones = arith::constant_int(b, -1, ty);
    let negative = cmpi(b, CmpIPredicate::Slt, y, zero);
    let is_one = cmpi(b, CmpIPredicate::Eq, x, one);
    let is_minus_one = cmpi(b, CmpIPredicate::Eq, x, ones);
    let bit = build(b, "arith.andi", &[y, one])?;
    let odd = cmpi(b, CmpIPredicate::Eq, bit, one);
    let sign = select(b, odd, ones, one);
    let reciprocal = select(b, is_one, one, zero);
    let reciprocal = select(b, is_minus_one, sign, reciprocal);
    Ok(select(b, negative, reciprocal, result))
}

fn compare(b: &mut Builder<'_>, op: Op, kind: Kind, x: Value, y: Value) -> Lowered<Value> {
    let compare = hlo::CompareOp::from_op_unchecked(op);
    let direction = compare.direction(b);
    if kind == Kind::Complex {
        return complex::compare(b, direction, x, y);
    }
    if kind == Kind::Float && compare.order(b) != ComparisonType::TotalOrder {
        let predicate = match direction {
            ComparisonDirection::Eq => CmpFPredicate::Oeq,
            ComparisonDirection::Ne => CmpFPredicate::Une,
            ComparisonDirection::Ge => CmpFPredicate::Oge,
            ComparisonDirection::Gt => CmpFPredicate::Ogt,
            ComparisonDirection::Le => CmpFPredicate::Ole,
            ComparisonDirection::Lt => CmpFPredicate::Olt,
        };
        return Ok(cmpf(b, predicate, x, y));
    }
    let (x, y) = if kind == Kind::Float { (total_order(b, x)?, total_order(b, y)?) } else { (x, y) };
    let signed = matches!(kind, Kind::Signed | Kind::Float);
    let predicate = match (direction, signed) {
        (ComparisonDirection::Eq, _) => CmpIPredicate::Eq,
        (ComparisonDirection::Ne, _) => CmpIPredicate::Ne,
        (ComparisonDirection::Ge, true) => CmpIPredicate::Sge,
        (ComparisonDirection::Gt, true) => CmpIPredicate::Sgt,
        (ComparisonDirection::Le, true) => CmpIPredicate::Sle,
        (ComparisonDirection::Lt, true) => CmpIPredicate::Slt,
        (ComparisonDirection::Ge, false) => CmpIPredicate::Uge,
        (ComparisonDirection::Gt, false) => CmpIPredicate::Ugt,
        (ComparisonDirection::Le, false) => CmpIPredicate::Ule,
        (ComparisonDirection::Lt, false) => CmpIPredicate::Ult,
    };
    Ok(cmpi(b, predicate, x, y))
}

/// An integer whose signed order is the total order of floats: negative numbers have all bits but the sign flipped.
fn total_order(b: &mut Builder<'_>, x: Value) -> Lowered<Value> {
    let ty = b.cx().int_type(b.cx().bit_width(b.ty(x)).unwrap_or(32));
    let bits = arith::BitcastOp::build(b, x, ty);
    let (last, one) = (number_of_bits(b, ty, -1), constants::number(b, 1, ty));
    let spread = build(b, "arith.shrsi", &[bits, last])?;
    let flipped = build(b, "arith.shrui", &[spread, one])?;
    build(b, "arith.xori", &[bits, flipped])
}
