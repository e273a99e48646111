//! Elementwise ops on scalars: the ops of `arith`, `math` and `complex` that compute one element, one row for each kind of op.
//!
//! The results are defined for all operands, unlike those of `arith`: division by zero gives -1 (all bits set), the remainder of a division
//! by zero is the dividend, and shifts by at least the width give 0 or the sign.

use std::sync::LazyLock;

use strata_arith::{self as arith, CmpFPredicate, CmpIPredicate, FastMathFlags};
use strata_chlo as chlo;
use strata_ir::{
    core::{OpInfo, OpInfoMap},
    num::FloatFormat,
    prelude::*,
};
use strata_stablehlo::{self as hlo, ComparisonDirection, ComparisonType};

use super::{
    Lowered, UNKNOWN, cast, complex, constants,
    emit::{build, cmpf, cmpi, number_of_bits, select},
    types::{self, Kind, signless},
};
use crate::CONTRACT;

/// Computes an element from the elements of the operands, all of one kind.
type Rule = fn(&mut Builder<'_>, Kind, &[Value]) -> Lowered<Value>;
/// The same with the old op, for its attributes and types.
type OpRule = fn(&mut Builder<'_>, Op, Kind, &[Value]) -> Lowered<Value>;

/// The lowerings of an op to one element.
struct Row {
    info: fn() -> &'static OpInfo,
    /// The ops on floats, on signed and on unsigned integers, on booleans and on complex numbers; empty where there is none.
    float: &'static str,
    signed: &'static str,
    unsigned: &'static str,
    pred: &'static str,
    complex: &'static str,
    /// The lowering of the kinds of numbers that have no op.
    otherwise: Option<Rule>,
    by_op: Option<OpRule>,
}

/// A row without lowerings.
const fn row<O: OpDef>() -> Row {
    Row {
        info: O::info,
        float: "",
        signed: "",
        unsigned: "",
        pred: "",
        complex: "",
        otherwise: None,
        by_op: None,
    }
}

impl Row {
    const fn float(self, float: &'static str) -> Self {
        Self { float, ..self }
    }
    const fn signed(self, signed: &'static str) -> Self {
        Self { signed, ..self }
    }
    /// Sets the op on unsigned integers and booleans.
    const fn unsigned(self, name: &'static str) -> Self {
        Self { unsigned: name, pred: name, ..self }
    }
    /// Sets the op on all integers and booleans.
    const fn int(self, name: &'static str) -> Self {
        self.signed(name).unsigned(name)
    }
    const fn pred(self, pred: &'static str) -> Self {
        Self { pred, ..self }
    }
    const fn complex(self, complex: &'static str) -> Self {
        Self { complex, ..self }
    }
    const fn otherwise(self, rule: Rule) -> Self {
        Self { otherwise: Some(rule), ..self }
    }
    const fn by_op(self, rule: OpRule) -> Self {
        Self { by_op: Some(rule), ..self }
    }
    /// The op for a kind of numbers.
    fn name(&self, kind: Kind) -> &'static str {
        match kind {
            Kind::Float => self.float,
            Kind::Signed => self.signed,
            Kind::Unsigned => self.unsigned,
            Kind::Pred => self.pred,
            Kind::Complex => self.complex,
        }
    }
}

static ROWS: &[Row] = &[
    // Arithmetic.
    row::<hlo::AddOp>().float("arith.addf").int("arith.addi").pred("arith.ori").complex("complex.add"),
    row::<hlo::SubtractOp>().float("arith.subf").int("arith.subi").complex("complex.sub"),
    row::<hlo::MulOp>().float("arith.mulf").int("arith.muli").pred("arith.andi").complex("complex.mul"),
    row::<hlo::DivOp>()
        .float("arith.divf")
        .complex("complex.div")
        .otherwise(|b, kind, args| divide(b, kind, two(args)?, Part::Quotient)),
    row::<hlo::RemOp>().float("arith.remf").otherwise(|b, kind, args| match kind {
        Kind::Complex => Err(complex::UNKNOWN.into()),
        _ => divide(b, kind, two(args)?, Part::Remainder),
    }),
    row::<hlo::NegOp>().float("arith.negf").complex("complex.neg").otherwise(|b, _, args| {
        let zero = constants::zero(b, b.ty(args[0]));
        build(b, "arith.subi", &[zero, args[0]])
    }),
    row::<hlo::AbsOp>().float("math.absf").int("math.absi").otherwise(|b, _, args| complex::abs(b, args[0])),
    row::<hlo::SignOp>().complex("complex.sign").otherwise(sign),
    row::<hlo::MaxOp>().by_op(|b, _, kind, args| extreme(b, kind, two(args)?, Extreme::Larger)),
    row::<hlo::MinOp>().by_op(|b, _, kind, args| extreme(b, kind, two(args)?, Extreme::Smaller)),
    row::<hlo::ClampOp>().by_op(|b, _, kind, args| {
        let &[low, x, high] = args else { return Err(UNKNOWN.into()) };
        let x = extreme(b, kind, [x, low], Extreme::Larger)?;
        extreme(b, kind, [x, high], Extreme::Smaller)
    }),
    row::<chlo::SquareOp>().otherwise(|b, kind, args| match (kind, args[0]) {
        (Kind::Complex, x) => complex::square(b, x),
        (Kind::Float, x) => build(b, "arith.mulf", &[x, x]),
        (_, x) => build(b, "arith.muli", &[x, x]),
    }),
    // Bits.
    row::<hlo::AndOp>().int("arith.andi"),
    row::<hlo::OrOp>().int("arith.ori"),
    row::<hlo::XorOp>().int("arith.xori"),
    row::<hlo::NotOp>().otherwise(|b, _, args| {
        let ones = arith::constant_int(b, -1, b.ty(args[0]));
        build(b, "arith.xori", &[args[0], ones])
    }),
    row::<hlo::PopulationCountOp>().int("math.ctpop"),
    row::<hlo::CountLeadingZerosOp>().int("math.ctlz"),
    row::<hlo::ShiftLeftOp>().otherwise(|b, _, args| shift(b, "arith.shli", two(args)?)),
    row::<hlo::ShiftRightLogicalOp>().otherwise(|b, _, args| shift(b, "arith.shrui", two(args)?)),
    row::<hlo::ShiftRightArithmeticOp>().otherwise(|b, _, args| {
        let [x, y] = two(args)?;
        let last = number_of_bits(b, b.ty(x), -1);
        // A larger amount, or a negative one read as unsigned, shifts out all bits but the sign.
        let amount = build(b, "arith.minui", &[y, last])?;
        build(b, "arith.shrsi", &[x, amount])
    }),
    // Roundings.
    row::<hlo::CeilOp>().float("math.ceil"),
    row::<hlo::FloorOp>().float("math.floor"),
    row::<hlo::RoundOp>().float("math.round"),
    row::<hlo::RoundNearestEvenOp>().float("math.roundeven"),
    // Functions.
    row::<hlo::CbrtOp>().float("math.cbrt").otherwise(|b, _, args| complex::cbrt(b, args[0])),
    row::<hlo::CosineOp>().float("math.cos").complex("complex.cos"),
    row::<hlo::ExpOp>().float("math.exp").complex("complex.exp"),
    row::<hlo::Expm1Op>().float("math.expm1").complex("complex.expm1"),
    row::<hlo::LogOp>().float("math.log").complex("complex.log"),
    row::<hlo::Log1pOp>().float("math.log1p").complex("complex.log1p"),
    row::<hlo::LogisticOp>().otherwise(|b, kind, args| match kind {
        Kind::Complex => complex::logistic(b, args[0]),
        _ => logistic(b, args[0]),
    }),
    row::<hlo::RsqrtOp>().float("math.rsqrt").complex("complex.rsqrt"),
    row::<hlo::SineOp>().float("math.sin").complex("complex.sin"),
    row::<hlo::SqrtOp>().float("math.sqrt").complex("complex.sqrt"),
    row::<hlo::TanOp>().float("math.tan").complex("complex.tan"),
    row::<chlo::TanOp>().float("math.tan").complex("complex.tan"),
    row::<hlo::TanhOp>().float("math.tanh").complex("complex.tanh"),
    row::<hlo::Atan2Op>().float("math.atan2").complex("complex.atan2"),
    row::<hlo::PowOp>()
        .float("math.powf")
        .complex("complex.pow")
        .otherwise(|b, kind, args| power(b, kind, two(args)?)),
    row::<chlo::AcosOp>().float("math.acos"),
    row::<chlo::AcoshOp>().float("math.acosh"),
    row::<chlo::AsinOp>().float("math.asin"),
    row::<chlo::AsinhOp>().float("math.asinh"),
    row::<chlo::AtanOp>().float("math.atan"),
    row::<chlo::AtanhOp>().float("math.atanh"),
    row::<chlo::CoshOp>().float("math.cosh"),
    row::<chlo::ErfOp>().float("math.erf"),
    row::<chlo::ErfcOp>().float("math.erfc"),
    row::<chlo::SinhOp>().float("math.sinh"),
    // Comparisons, choices and conversions.
    row::<hlo::CompareOp>().by_op(|b, op, kind, args| compare(b, op, kind, two(args)?)),
    row::<hlo::IsFiniteOp>().otherwise(|b, _, args| is_finite(b, args[0])),
    row::<hlo::SelectOp>().by_op(|b, _, _, args| {
        let &[p, x, y] = args else { return Err(UNKNOWN.into()) };
        Ok(select(b, p, x, y))
    }),
    row::<hlo::ConvertOp>().by_op(|b, op, _, args| {
        let [from, to] = elements(b, op)?;
        cast::convert(b, args[0], from, to)
    }),
    row::<hlo::ReducePrecisionOp>().by_op(|b, op, _, args| {
        let op = hlo::ReducePrecisionOp::from_op_unchecked(op);
        let number = |a: Attr| b.cx().attr_i64(a).and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
        let [exponent, mantissa] = [op.exponent_bits(b).raw(), op.mantissa_bits(b).raw()].map(number);
        super::bits::reduce_precision(b, args[0], exponent, mantissa)
    }),
    row::<hlo::BitcastConvertOp>().by_op(|b, op, _, args| {
        let [_, to] = elements(b, op)?;
        bitcast(b, args[0], signless(b.cx(), to))
    }),
    row::<hlo::ComplexOp>().by_op(|b, _, _, args| {
        let [re, im] = two(args)?;
        Ok(complex::create(b, re, im))
    }),
    row::<hlo::RealOp>().by_op(|b, _, _, args| Ok(complex::part(b, true, args[0]))),
    row::<hlo::ImagOp>().by_op(|b, _, _, args| Ok(complex::part(b, false, args[0]))),
];

fn row_of(info: &OpInfo) -> Option<&'static Row> {
    static ROW_OF: LazyLock<OpInfoMap<&Row>> =
        LazyLock::new(|| ROWS.iter().map(|row| ((row.info)(), row)).collect());
    ROW_OF.get(info).copied()
}

/// The names of the ops that have rows.
pub(super) fn ops() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| (row.info)().name)
}

/// Whether [`lower`] supports an op.
pub(crate) fn is_elementwise(info: &OpInfo) -> bool {
    row_of(info).is_some()
}

/// The element types of the first operand and of the result of an old op.
fn elements(b: &Body, op: Op) -> Lowered<[Type; 2]> {
    let first = b.operands(op).next().ok_or("it has no operands")?;
    Ok([first, b.result(op, 0)].map(|v| b.cx().elem_or_self(b.ty(v))))
}

/// Computes one element of the result of an old elementwise op.
pub(super) fn lower(b: &mut Builder<'_>, op: Op, args: &[Value]) -> Lowered<Value> {
    let [from, to] = elements(b, op)?;
    let kind = types::kind(b.cx(), from)?;
    types::kind(b.cx(), to)?;
    let row = row_of(b.info(op)).ok_or(UNKNOWN)?;
    if let Some(rule) = row.by_op {
        return rule(b, op, kind, args);
    }
    match (row.name(kind), row.otherwise) {
        ("", Some(rule)) => rule(b, kind, args),
        ("", None) if kind == Kind::Complex => Err(complex::UNKNOWN.into()),
        ("", None) => Err(UNKNOWN.into()),
        (name, _) => {
            let result = build(b, name, args)?;
            if kind == Kind::Float && b.extra_attr(op, CONTRACT) == Some(b.cx().bool_attr(true)) {
                contract(b, result);
            }
            Ok(result)
        }
    }
}

/// Lets a product or sum be rounded together with the other one.
fn contract(b: &mut Builder<'_>, result: Value) {
    if let Some(op) = b.def_op(result) {
        let flags = FastMathFlags::CONTRACT.attr(b.cx());
        b.set_attr(op, "fastmath", Some(flags));
    }
}

/// The arguments of an op that has two.
fn two(args: &[Value]) -> Lowered<[Value; 2]> {
    <[Value; 2]>::try_from(args).map_err(|_| UNKNOWN.into())
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

/// `1 / (1 + exp(-x))` of a float.
fn logistic(b: &mut Builder<'_>, x: Value) -> Lowered<Value> {
    let ty = b.ty(x);
    // A computation in several steps is rounded to a narrow type once, at the end.
    if b.cx().bit_width(ty).is_some_and(|w| w < 32) {
        let wide = b.cx().f32();
        let wide = arith::ExtFOp::build(b, x, None, wide);
        let y = logistic(b, wide)?;
        return Ok(arith::TruncFOp::build(b, y, None, None, ty));
    }
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

/// Whether a float is neither infinite nor NaN.
fn is_finite(b: &mut Builder<'_>, x: Value) -> Lowered<Value> {
    let ty = b.ty(x);
    // In a format without infinities, only NaN is not finite.
    if b.cx().as_float(ty).is_some_and(|f| f.infinity(false).is_none()) {
        return Ok(cmpf(b, CmpFPredicate::Ord, x, x));
    }
    let size = build(b, "math.absf", &[x])?;
    let infinity = arith::constant_float(b, f64::INFINITY, ty);
    // Ordered, so NaN is not finite.
    Ok(cmpf(b, CmpFPredicate::One, size, infinity))
}

/// The sign of a real number.
fn sign(b: &mut Builder<'_>, kind: Kind, args: &[Value]) -> Lowered<Value> {
    let x = args[0];
    let ty = b.ty(x);
    let (zero, one) = (constants::zero(b, ty), constants::number(b, 1, ty));
    if kind == Kind::Float {
        let sign = build(b, "math.copysign", &[one, x])?;
        // Zeros and NaN are unchanged.
        let keep = cmpf(b, CmpFPredicate::Ueq, x, zero);
        return Ok(select(b, keep, x, sign));
    }
    let shift = number_of_bits(b, ty, -1);
    let spread = build(b, "arith.shrsi", &[x, shift])?;
    let sign = build(b, "arith.ori", &[spread, one])?;
    let is_zero = cmpi(b, CmpIPredicate::Eq, x, zero);
    Ok(select(b, is_zero, zero, sign))
}

/// The kind of extreme.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extreme {
    Larger,
    Smaller,
}

/// The minimum or maximum of two numbers.
fn extreme(b: &mut Builder<'_>, kind: Kind, [x, y]: [Value; 2], which: Extreme) -> Lowered<Value> {
    let name = match (which, kind) {
        (_, Kind::Complex) => return complex::extreme(b, which == Extreme::Larger, x, y),
        (Extreme::Larger, Kind::Float) => "arith.maximumf",
        (Extreme::Larger, Kind::Signed) => "arith.maxsi",
        (Extreme::Larger, _) => "arith.maxui",
        (Extreme::Smaller, Kind::Float) => "arith.minimumf",
        (Extreme::Smaller, Kind::Signed) => "arith.minsi",
        (Extreme::Smaller, _) => "arith.minui",
    };
    build(b, name, &[x, y])
}

/// A shift that gives 0 for amounts of at least the width.
fn shift(b: &mut Builder<'_>, name: &str, [x, y]: [Value; 2]) -> Lowered<Value> {
    let ty = b.ty(x);
    let (width, zero) = (number_of_bits(b, ty, 0), constants::zero(b, ty));
    let shifted = build(b, name, &[x, y])?;
    let in_range = cmpi(b, CmpIPredicate::Ult, y, width);
    Ok(select(b, in_range, shifted, zero))
}

/// The result of a division that is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Quotient,
    Remainder,
}

/// A quotient or remainder of integers that is defined for all divisors.
fn divide(b: &mut Builder<'_>, kind: Kind, [x, y]: [Value; 2], part: Part) -> Lowered<Value> {
    let ty = b.ty(x);
    let (zero, one, ones) =
        (constants::zero(b, ty), constants::number(b, 1, ty), arith::constant_int(b, -1, ty));
    let by_zero = cmpi(b, CmpIPredicate::Eq, y, zero);
    let mut unsafe_divisor = by_zero;
    if kind == Kind::Signed {
        // The quotient of the smallest number by -1 would overflow; dividing by 1 instead gives the wrapped result.
        let width = b.cx().bit_width(ty).unwrap_or(64);
        let min = arith::constant_int(b, 1i64 << (width - 1).min(63), ty);
        let is_min = cmpi(b, CmpIPredicate::Eq, x, min);
        let by_minus_one = cmpi(b, CmpIPredicate::Eq, y, ones);
        let overflow = build(b, "arith.andi", &[is_min, by_minus_one])?;
        unsafe_divisor = build(b, "arith.ori", &[by_zero, overflow])?;
    }
    let divisor = select(b, unsafe_divisor, one, y);
    let name = match (part, kind) {
        (Part::Quotient, Kind::Signed) => "arith.divsi",
        (Part::Quotient, _) => "arith.divui",
        (Part::Remainder, Kind::Signed) => "arith.remsi",
        (Part::Remainder, _) => "arith.remui",
    };
    let result = build(b, name, &[x, divisor])?;
    Ok(select(b, by_zero, if part == Part::Quotient { ones } else { x }, result))
}

/// A power of integers with wraparound, by repeated squaring.
fn power(b: &mut Builder<'_>, kind: Kind, [x, y]: [Value; 2]) -> Lowered<Value> {
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
    // Negative exponents give 0, except for the bases 1 and -1, whose powers alternate.
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

fn compare(b: &mut Builder<'_>, op: Op, kind: Kind, [x, y]: [Value; 2]) -> Lowered<Value> {
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
    // Numbers of a format without a sign are ordered as their bits are.
    let format = b.cx().as_float(b.ty(x));
    let has_sign = format != Some(FloatFormat::F8E8M0FNU);
    let (x, y) = if let (Kind::Float, Some(format)) = (kind, format) {
        (total_order(b, x, format)?, total_order(b, y, format)?)
    } else {
        (x, y)
    };
    let signed = kind == Kind::Signed || kind == Kind::Float && has_sign;
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

/// An integer whose signed order is the total order of floats: negative numbers have all bits but the sign flipped. For a format without
/// a sign it is the bits, whose order is unsigned. The NaN of a `FNUZ` format, which has the pattern of -0, is less than all numbers, which
/// move up by one into the place of -0.
fn total_order(b: &mut Builder<'_>, x: Value, format: FloatFormat) -> Lowered<Value> {
    let ty = b.cx().int_type(b.cx().bit_width(b.ty(x)).unwrap_or(32));
    let bits = arith::BitcastOp::build(b, x, ty);
    if format == FloatFormat::F8E8M0FNU {
        return Ok(bits);
    }
    let (last, one) = (number_of_bits(b, ty, -1), constants::number(b, 1, ty));
    let spread = build(b, "arith.shrsi", &[bits, last])?;
    let flipped = build(b, "arith.shrui", &[spread, one])?;
    let key = build(b, "arith.xori", &[bits, flipped])?;
    if format.nan() != Some(format.sign_mask()) {
        return Ok(key);
    }
    let least = build(b, "arith.shli", &[one, last])?;
    let is_nan = cmpi(b, CmpIPredicate::Eq, bits, least);
    let above = build(b, "arith.subi", &[key, spread])?;
    Ok(select(b, is_nan, least, above))
}
