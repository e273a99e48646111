//! Lowers `math` to `llvm`: to intrinsics where LLVM has them, and to calls of the C library otherwise.

use strata_arith::CmpFPredicate;
use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm as llvm;

use crate::{
    arith::{Flags, elementwise},
    engine::{Dialect, Lower, Lowered},
};

macro_rules! float {
    ($op:ident) => {
        |l| elementwise(l, llvm::$op::info(), Flags::Fastmath)
    };
}
macro_rules! call {
    ($name:literal) => {
        |l| library_call(l, $name)
    };
}

/// The rows of both forms, with those that are given behind them.
macro_rules! with_shared_rows {
    ($($more:tt)*) => {
        conversions! {
            strata_math::SqrtOp => float!(SqrtOp),
            strata_math::AbsFOp => float!(FAbsOp),
            strata_math::FloorOp => float!(FFloorOp),
            strata_math::CeilOp => float!(FCeilOp),
            strata_math::RoundEvenOp => float!(RoundEvenOp),
            strata_math::RoundOp => float!(RoundOp),
            strata_math::TruncOp => float!(FTruncOp),
            strata_math::ExpOp => float!(ExpOp),
            strata_math::Exp2Op => float!(Exp2Op),
            strata_math::LogOp => float!(LogOp),
            strata_math::Log2Op => float!(Log2Op),
            strata_math::Log10Op => float!(Log10Op),
            strata_math::SinOp => float!(SinOp),
            strata_math::CosOp => float!(CosOp),
            strata_math::FmaOp => float!(FMAOp),
            strata_math::PowFOp => float!(PowOp),
            strata_math::CopySignOp => float!(CopySignOp),
            strata_math::RsqrtOp => rsqrt,
            strata_math::AbsIOp => |l| flagged(l, llvm::AbsOp::info(), "is_int_min_poison"),
            strata_math::CountLeadingZerosOp => |l| flagged(l, llvm::CountLeadingZerosOp::info(), "is_zero_poison"),
            strata_math::CountTrailingZerosOp => |l| flagged(l, llvm::CountTrailingZerosOp::info(), "is_zero_poison"),
            strata_math::CtPopOp => |l| elementwise(l, llvm::CtPopOp::info(), Flags::None),
            strata_math::IsNaNOp => |l| class(l, 0x3),
            strata_math::IsFiniteOp => |l| class(l, 0x1f8),
            $($more)*
        }
    };
}

/// The handlers of `math` in upstream's form: what LLVM has no intrinsic for stays.
pub const UPSTREAM: Dialect = Dialect {
    name: "math",
    rows: with_shared_rows! {
        strata_math::TanOp => float!(TanOp),
        strata_math::AsinOp => float!(ASinOp),
        strata_math::AcosOp => float!(ACosOp),
        strata_math::AtanOp => float!(ATanOp),
        strata_math::Atan2Op => float!(ATan2Op),
        strata_math::SinhOp => float!(SinhOp),
        strata_math::CoshOp => float!(CoshOp),
        strata_math::TanhOp => float!(TanhOp),
        strata_math::FPowIOp => float_power_of_scalars,
        strata_math::ExpM1Op => expm1,
        strata_math::Log1pOp => log1p,
        strata_math::SincosOp => sincos_at_once,
    },
    otherwise: Some("has no conversion to LLVM"),
};

/// The handlers of `math`.
pub const MATH: Dialect = Dialect {
    name: "math",
    rows: with_shared_rows! {
        strata_math::FPowIOp => float!(PowIOp),
        strata_math::TanOp => call!("tan"),
        strata_math::AsinOp => call!("asin"),
        strata_math::AcosOp => call!("acos"),
        strata_math::AtanOp => call!("atan"),
        strata_math::Atan2Op => call!("atan2"),
        strata_math::SinhOp => call!("sinh"),
        strata_math::CoshOp => call!("cosh"),
        strata_math::TanhOp => call!("tanh"),
        strata_math::AsinhOp => call!("asinh"),
        strata_math::AcoshOp => call!("acosh"),
        strata_math::AtanhOp => call!("atanh"),
        strata_math::ErfOp => call!("erf"),
        strata_math::ErfcOp => call!("erfc"),
        strata_math::Log1pOp => call!("log1p"),
        strata_math::ExpM1Op => call!("expm1"),
        strata_math::CbrtOp => call!("cbrt"),
        strata_math::IsInfOp => |l| class(l, 0x204),
        strata_math::IsNormalOp => |l| class(l, 0x108),
        strata_math::IPowIOp => integer_power,
        strata_math::SincosOp => sincos,
    },
    otherwise: Some("has no conversion to LLVM"),
};

fn flagged(l: &mut Lower<'_>, info: &'static OpInfo, flag: &'static str) -> Lowered {
    let operands = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    if l.options.upstream && l.cx().type_as::<llvm::ArrayType>(ty).is_some() {
        return Err("is only converted for vectors of one dimension".to_owned());
    }
    let no = l.cx().bool_attr(false);
    let value =
        l.each_vector(&operands, ty, &mut |l, parts, ty| Ok(l.build(info, parts, ty, &[(flag, no)])))?;
    l.replace_one(value)
}

fn class(l: &mut Lower<'_>, bits: i32) -> Lowered {
    let operands = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    let bits = l.cx().i32_attr(bits);
    let info = llvm::IsFPClassOp::info();
    let value =
        l.each_vector(&operands, ty, &mut |l, parts, ty| Ok(l.build(info, parts, ty, &[("bit", bits)])))?;
    l.replace_one(value)
}

/// `1 / sqrt(x)`.
fn rsqrt(l: &mut Lower<'_>) -> Lowered {
    let operands = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    let cx = l.body.cx_arc().clone();
    let flags = Flags::Fastmath.attrs(l, &cx);
    let estimated = cx.vector(&[16], cx.f32());
    let value = l.each_vector(&operands, ty, &mut |l, parts, ty| {
        if l.options.rsqrt_estimates && ty == estimated {
            return Ok(refined_estimate(l, parts[0], ty));
        }
        let one = one(l, ty);
        let root = l.build(llvm::SqrtOp::info(), parts, ty, &flags);
        Ok(l.build(llvm::FDivOp::info(), &[one, root], ty, &flags))
    })?;
    l.replace_one(value)
}

/// `1 / sqrt(x)` as an estimate `y` of 14 bits and a step of Newton's method, `y + y/2 (1 - x y^2)`: within 1.1 units in the last place, where
/// root and quotient are within 1.5. The estimates for zero, infinity and NaN are the results; the step for them is NaN.
fn refined_estimate(l: &mut Lower<'_>, x: Value, ty: Type) -> Value {
    let cx = l.body.cx_arc().clone();
    let all = l.int(-1, cx.int_type(16));
    let (one, half) = (splat(l, 1.0, ty), splat(l, 0.5, ty));
    let name = "llvm.x86.avx512.rsqrt14.ps.512";
    let call = llvm::CallIntrinsicOp::create(&mut l.at(), name, &[x, x, all], Some(ty));
    let y = l.body.result(call, 0);
    let product = l.build(llvm::FMulOp::info(), &[x, y], ty, &[]);
    let product = l.build(llvm::FNegOp::info(), &[product], ty, &[]);
    let error = l.build(llvm::FMAOp::info(), &[product, y, one], ty, &[]);
    let half = l.build(llvm::FMulOp::info(), &[y, half], ty, &[]);
    let refined = l.build(llvm::FMAOp::info(), &[half, error, y], ty, &[]);
    let (lanes, unordered) = (cx.vector(&[16], cx.i1()), CmpFPredicate::Uno.attr(&cx));
    let special = l.build(llvm::FCmpOp::info(), &[error, error], lanes, &[("predicate", unordered)]);
    l.build(llvm::SelectOp::info(), &[special, y, refined], ty, &[])
}

/// `1` of a float type or in all lanes of a vector.
fn one(l: &mut Lower<'_>, ty: Type) -> Value {
    splat(l, 1.0, ty)
}

/// A number of a float type or in all lanes of a vector.
fn splat(l: &mut Lower<'_>, value: f64, ty: Type) -> Value {
    let cx = l.body.cx_arc().clone();
    let value = cx.float_attr(value, cx.elem_or_self(ty));
    let value = cx.splat_attr(ty, value).filter(|_| cx.type_as::<VectorType>(ty).is_some()).unwrap_or(value);
    llvm::ConstantOp::build(&mut l.at(), value, ty)
}

/// `exp(x) - 1`, which loses digits near zero.
fn expm1(l: &mut Lower<'_>) -> Lowered {
    let operands = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    let cx = l.body.cx_arc().clone();
    let flags = Flags::Fastmath.attrs(l, &cx);
    let value = l.each_vector(&operands, ty, &mut |l, parts, ty| {
        let one = one(l, ty);
        let power = l.build(llvm::ExpOp::info(), parts, ty, &flags);
        Ok(l.build(llvm::FSubOp::info(), &[power, one], ty, &flags))
    })?;
    l.replace_one(value)
}

/// `log(1 + x)`, which loses digits near zero.
fn log1p(l: &mut Lower<'_>) -> Lowered {
    if !l.options.approximate_log1p {
        return Err("is only approximated with approximate-log1p".to_owned());
    }
    let operands = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    let cx = l.body.cx_arc().clone();
    let flags = Flags::Fastmath.attrs(l, &cx);
    let value = l.each_vector(&operands, ty, &mut |l, parts, ty| {
        let one = one(l, ty);
        let sum = l.build(llvm::FAddOp::info(), &[one, parts[0]], ty, &flags);
        Ok(l.build(llvm::LogOp::info(), &[sum], ty, &flags))
    })?;
    l.replace_one(value)
}

/// A power of which the exponent is one number.
fn float_power_of_scalars(l: &mut Lower<'_>) -> Lowered {
    if l.cx().as_int(l.operand_type(1)).is_none() {
        return Err("has an exponent that is not one integer".to_owned());
    }
    elementwise(l, llvm::PowIOp::info(), Flags::Fastmath)
}

/// Sine and cosine by one intrinsic.
fn sincos_at_once(l: &mut Lower<'_>) -> Lowered {
    let operands = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    if l.cx().type_as::<llvm::ArrayType>(ty).is_some() {
        return Err("is only converted for vectors of one dimension".to_owned());
    }
    let cx = l.body.cx_arc().clone();
    let flags = Flags::Fastmath.attrs(l, &cx);
    let pair = l.cx().ty(llvm::StructType::literal(vec![ty, ty]));
    let both = l.build(llvm::SincosOp::info(), &operands, pair, &flags);
    let (sine, cosine) = (l.part(both, &[0])?, l.part(both, &[1])?);
    l.replace(&[sine, cosine])
}

/// Calls a function of the C library for each element; the 16-bit formats are computed in `f32`.
fn library_call(l: &mut Lower<'_>, name: &str) -> Lowered {
    let operands = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    let value = l.each_vector(&operands, ty, &mut |l, parts, ty| {
        each_element(l, parts, ty, &mut |l, x| c_call(l, name, x))
    })?;
    l.replace_one(value)
}

/// Applies a function to each element of vectors, or to scalars.
fn each_element(
    l: &mut Lower<'_>,
    operands: &[Value],
    ty: Type,
    f: &mut dyn FnMut(&mut Lower<'_>, &[Value]) -> Lowered<Value>,
) -> Lowered<Value> {
    let cx = l.body.cx_arc().clone();
    let Some(v) = cx.type_as::<VectorType>(ty) else { return f(l, operands) };
    let mut out = l.poison(ty);
    for i in 0..l.lanes(ty) as i64 {
        let at = l.index(i);
        let elements: Vec<Value> =
            operands.iter().map(|&o| llvm::ExtractElementOp::build(&mut l.at(), o, at)).collect();
        let element = f(l, &elements)?;
        if l.body.ty(element) != v.elem {
            return Err("gives an element of another type".to_owned());
        }
        out = llvm::InsertElementOp::build(&mut l.at(), out, element, at);
    }
    Ok(out)
}

fn c_call(l: &mut Lower<'_>, name: &str, operands: &[Value]) -> Lowered<Value> {
    let cx = l.body.cx_arc().clone();
    let ty = l.body.ty(operands[0]);
    let missing = || "calls a function without a result".to_owned();
    if ty == cx.f64() {
        return l.call(name, operands, Some(ty))?.ok_or_else(missing);
    }
    let single = format!("{name}f");
    if ty == cx.f32() {
        return l.call(&single, operands, Some(ty))?.ok_or_else(missing);
    }
    if ty != cx.f16() && ty != cx.bf16() {
        return Err(format!("has no function of C for type '{}'", cx.type_to_string(ty)));
    }
    let wide: Vec<Value> = operands.iter().map(|&v| llvm::FPExtOp::build(&mut l.at(), v, cx.f32())).collect();
    let value = l.call(&single, &wide, Some(cx.f32()))?.ok_or_else(missing)?;
    Ok(llvm::FPTruncOp::build(&mut l.at(), value, ty))
}

fn sincos(l: &mut Lower<'_>) -> Lowered {
    let operands = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    let cx = l.body.cx_arc().clone();
    let flags = Flags::Fastmath.attrs(l, &cx);
    let sine =
        l.each_vector(&operands, ty, &mut |l, x, ty| Ok(l.build(llvm::SinOp::info(), x, ty, &flags)))?;
    let cosine =
        l.each_vector(&operands, ty, &mut |l, x, ty| Ok(l.build(llvm::CosOp::info(), x, ty, &flags)))?;
    l.replace(&[sine, cosine])
}

/// Integer powers need a loop; `math` expands them before.
fn integer_power(_: &mut Lower<'_>) -> Lowered {
    Err("an integer power has to be expanded before (--math-expand-ops)".to_owned())
}
