//! `arith` to `llvm`.

use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm as llvm;

use crate::engine::{Dialect, Lower, Lowered};

/// An op of LLVM with the same operands.
macro_rules! same {
    ($op:ident) => {
        |l| elementwise(l, llvm::$op::info(), Flags::None)
    };
    ($op:ident, $flags:ident) => {
        |l| elementwise(l, llvm::$op::info(), Flags::$flags)
    };
}

/// The handlers of `arith`.
pub const ARITH: Dialect = Dialect {
    name: "arith",
    rows: conversions! {
        strata_arith::AddFOp => same!(FAddOp, Fastmath),
        strata_arith::SubFOp => same!(FSubOp, Fastmath),
        strata_arith::MulFOp => same!(FMulOp, Fastmath),
        strata_arith::DivFOp => same!(FDivOp, Fastmath),
        strata_arith::RemFOp => same!(FRemOp, Fastmath),
        strata_arith::NegFOp => same!(FNegOp, Fastmath),
        strata_arith::MaximumFOp => same!(MaximumOp, Fastmath),
        strata_arith::MinimumFOp => same!(MinimumOp, Fastmath),
        strata_arith::MaxNumFOp => same!(MaxNumOp, Fastmath),
        strata_arith::MinNumFOp => same!(MinNumOp, Fastmath),
        strata_arith::AddIOp => same!(AddOp, Overflow),
        strata_arith::SubIOp => same!(SubOp, Overflow),
        strata_arith::MulIOp => same!(MulOp, Overflow),
        strata_arith::ShLIOp => same!(ShlOp, Overflow),
        strata_arith::DivUIOp => same!(UDivOp, Exact),
        strata_arith::DivSIOp => same!(SDivOp, Exact),
        strata_arith::ShRUIOp => same!(LShrOp, Exact),
        strata_arith::ShRSIOp => same!(AShrOp, Exact),
        strata_arith::RemUIOp => same!(URemOp),
        strata_arith::RemSIOp => same!(SRemOp),
        strata_arith::AndIOp => same!(AndOp),
        strata_arith::OrIOp => same!(OrOp),
        strata_arith::XOrIOp => same!(XOrOp),
        strata_arith::MaxSIOp => same!(SMaxOp),
        strata_arith::MinSIOp => same!(SMinOp),
        strata_arith::MaxUIOp => same!(UMaxOp),
        strata_arith::MinUIOp => same!(UMinOp),
        strata_arith::SelectOp => same!(SelectOp),
        strata_arith::ExtSIOp => same!(SExtOp),
        strata_arith::ExtUIOp => same!(ZExtOp, NonNegative),
        strata_arith::TruncIOp => same!(TruncOp, Overflow),
        strata_arith::SIToFPOp => |l| float_cast(l, llvm::SIToFPOp::info()),
        strata_arith::UIToFPOp => |l| float_cast(l, llvm::UIToFPOp::info()),
        strata_arith::FPToSIOp => |l| float_cast(l, llvm::FPToSIOp::info()),
        strata_arith::FPToUIOp => |l| float_cast(l, llvm::FPToUIOp::info()),
        strata_arith::ExtFOp => |l| float_cast(l, llvm::FPExtOp::info()),
        strata_arith::TruncFOp => |l| float_cast(l, llvm::FPTruncOp::info()),
        strata_arith::BitcastOp => bitcast,
        strata_arith::IndexCastOp => |l| index_cast(l, llvm::SExtOp::info()),
        strata_arith::IndexCastUIOp => |l| index_cast(l, llvm::ZExtOp::info()),
        strata_arith::CmpIOp => |l| compare(l, llvm::ICmpOp::info(), false),
        strata_arith::CmpFOp => |l| compare(l, llvm::FCmpOp::info(), true),
        strata_arith::ConstantOp => constant,
        strata_arith::AddUIExtendedOp => add_extended,
        strata_arith::MulSIExtendedOp => |l| mul_extended(l, llvm::SExtOp::info()),
        strata_arith::MulUIExtendedOp => |l| mul_extended(l, llvm::ZExtOp::info()),
        strata_arith::CeilDivUIOp => ceil_div_unsigned,
        strata_arith::CeilDivSIOp => |l| round_div_signed(l, true),
        strata_arith::FloorDivSIOp => |l| round_div_signed(l, false),
    },
    otherwise: Some("has no conversion to LLVM"),
};

/// Attributes that are passed on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flags {
    None,
    Fastmath,
    Overflow,
    Exact,
    NonNegative,
}

impl Flags {
    /// The attribute for the op of LLVM.
    pub(crate) fn attr(self, l: &mut Lower<'_>) -> Option<(&'static str, Attr)> {
        match self {
            Flags::None => None,
            Flags::Fastmath => l.fastmath().map(|a| ("fastmathFlags", a)),
            Flags::Overflow => {
                let words = l.words("overflowFlags");
                let bits = words.iter().fold(0, |bits, w| {
                    bits | match w.as_str() {
                        "nsw" => llvm::attrs::NSW,
                        "nuw" => llvm::attrs::NUW,
                        _ => 0,
                    }
                });
                Some(("overflowFlags", l.cx().i32_attr(bits)))
            }
            Flags::Exact => l.attr("isExact").map(|a| ("isExact", a)),
            Flags::NonNegative => l.attr("nonNeg").map(|a| ("nonNeg", a)),
        }
    }
}

/// The error for elements of a float type that LLVM does not have.
fn narrow_float(l: &Lower<'_>, ty: Type) -> Option<String> {
    let cx = l.cx();
    let elem = cx.elem_or_self(ty);
    let narrow = cx.as_float(elem).is_some() && !llvm::types::is_float(cx, elem);
    narrow.then(|| format!("arithmetic on '{}' is not supported", cx.type_to_string(elem)))
}

/// Replaces the op with an LLVM op on the same operands, for each one-dimensional vector in them.
pub(crate) fn elementwise(l: &mut Lower<'_>, info: &'static OpInfo, flags: Flags) -> Lowered {
    if flags == Flags::Fastmath
        && let Some(why) = narrow_float(l, l.result_type(0))
    {
        return Err(why);
    }
    let operands = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    let attrs: SmallVec<[(&str, Attr); 1]> = flags.attr(l).into_iter().collect();
    let value = l.each_vector(&operands, ty, &mut |l, parts, ty| Ok(l.build(info, parts, ty, &attrs)))?;
    l.replace_one(value)
}

fn float_cast(l: &mut Lower<'_>, info: &'static OpInfo) -> Lowered {
    let both = [l.operand_type(0), l.result_type(0)];
    if let Some(why) = both.into_iter().find_map(|t| narrow_float(l, t)) {
        return Err(why.replace("arithmetic on", "conversion of"));
    }
    let rounding = l.attr_i64("roundingmode").filter(|&r| r != 0);
    if rounding.is_some() {
        return Err("only rounding to nearest, ties to even, is supported".to_owned());
    }
    let flags = if l.attr("nonNeg").is_some() { Flags::NonNegative } else { Flags::None };
    elementwise(l, info, flags)
}

fn bitcast(l: &mut Lower<'_>) -> Lowered {
    let value = l.operand(0)?;
    let ty = l.new_result_type(0)?;
    if l.body.ty(value) == ty {
        return l.replace_one(value);
    }
    elementwise(l, llvm::BitcastOp::info(), Flags::None)
}

fn width(l: &Lower<'_>, ty: Type) -> u32 {
    let mut ty = ty;
    while let Some(a) = l.cx().type_as::<llvm::ArrayType>(ty) {
        ty = a.elem;
    }
    l.cx().bit_width(l.cx().elem_or_self(ty)).unwrap_or(0)
}

fn index_cast(l: &mut Lower<'_>, widen: &'static OpInfo) -> Lowered {
    let value = l.operand(0)?;
    let ty = l.new_result_type(0)?;
    let (from, to) = (width(l, l.body.ty(value)), width(l, ty));
    match from.cmp(&to) {
        std::cmp::Ordering::Equal => l.replace_one(value),
        std::cmp::Ordering::Less => elementwise(l, widen, Flags::None),
        std::cmp::Ordering::Greater => elementwise(l, llvm::TruncOp::info(), Flags::None),
    }
}

fn compare(l: &mut Lower<'_>, info: &'static OpInfo, float: bool) -> Lowered {
    if let Some(why) = narrow_float(l, l.operand_type(0)) {
        return Err(why);
    }
    let predicate = l.attr("predicate").ok_or("misses its predicate")?;
    let operands = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    let mut attrs: SmallVec<[(&str, Attr); 2]> = smallvec![("predicate", predicate)];
    if float {
        attrs.extend(Flags::Fastmath.attr(l));
    }
    let value = l.each_vector(&operands, ty, &mut |l, parts, ty| Ok(l.build(info, parts, ty, &attrs)))?;
    l.replace_one(value)
}

fn constant(l: &mut Lower<'_>) -> Lowered {
    let attr = l.attr("value").ok_or("misses its value")?;
    let ty = l.new_result_type(0)?;
    let value = constant_of(l, attr, ty)?;
    l.replace_one(value)
}

/// A constant of a converted type.
pub(crate) fn constant_of(l: &mut Lower<'_>, attr: Attr, ty: Type) -> Lowered<Value> {
    let cx = l.body.cx_arc().clone();
    if let Some(i) = cx.attr_as::<IntegerAttr>(attr) {
        if let Some(n) = i.value.as_i64() {
            return Ok(l.int(n, ty));
        }
        let attr = cx.attr(IntegerAttr { value: i.value.clone(), ty });
        return Ok(llvm::ConstantOp::build(&mut l.at(), attr, ty));
    }
    if let Some(f) = cx.attr_as::<FloatAttr>(attr) {
        if f.ty == ty {
            return Ok(llvm::ConstantOp::build(&mut l.at(), attr, ty));
        }
        // A narrow float is represented by its bits.
        let width = cx.bit_width(ty).unwrap_or(8);
        let value = strata_ir::num::ApInt::from_u128(width, f.bits);
        let attr = cx.attr(IntegerAttr { value, ty });
        return Ok(llvm::ConstantOp::build(&mut l.at(), attr, ty));
    }
    let Some(dense) = cx.attr_as::<DenseElementsAttr>(attr) else {
        return Err(format!("constant {} is not supported", cx.attr_to_string(attr)));
    };
    // One-dimensional vectors have constants; arrays of them are built by insertions.
    let lanes = |ty: Type| cx.type_as::<VectorType>(ty).and_then(|v| v.shape.first().copied()).unwrap_or(1);
    let mut inner = ty;
    while let Some(a) = cx.type_as::<llvm::ArrayType>(inner) {
        inner = a.elem;
    }
    let n = usize::try_from(lanes(inner)).unwrap_or(1);
    let bytes = dense.elem_bytes(&cx) * n;
    let mut at = 0usize;
    l.each_vector(&[], ty, &mut |l, _, ty| {
        let part = if dense.splat {
            cx.splat_bytes(ty, &dense.data)
        } else {
            let data = dense.data.get(at..at + bytes).ok_or("has a constant of the wrong size")?;
            at += bytes;
            cx.dense_attr(ty, data).ok_or("has a constant of the wrong size")?
        };
        Ok(llvm::ConstantOp::build(&mut l.at(), part, ty))
    })
}

/// `i1` in the shape of a converted type.
fn bools(l: &Lower<'_>, ty: Type) -> Type {
    let cx = l.cx();
    if cx.type_as::<VectorType>(ty).is_some() { cx.with_elem(ty, cx.i1()) } else { cx.i1() }
}

/// The operands of an op on scalars or one-dimensional vectors, and the type of these.
fn flat(l: &mut Lower<'_>) -> Lowered<(Vec<Value>, Type)> {
    let ty = l.new_result_type(0)?;
    if l.cx().type_as::<llvm::ArrayType>(ty).is_some() {
        return Err("is only supported for scalars and vectors of one dimension".to_owned());
    }
    Ok((l.all_operands()?, ty))
}

fn icmp(l: &mut Lower<'_>, word: &str, a: Value, b: Value) -> Value {
    let number = llvm::attrs::ICMP.iter().position(|w| *w == word).unwrap_or(0);
    let predicate = l.cx().i64_attr(number as i64);
    let ty = bools(l, l.body.ty(a));
    l.build(llvm::ICmpOp::info(), &[a, b], ty, &[("predicate", predicate)])
}

fn add_extended(l: &mut Lower<'_>) -> Lowered {
    let (v, _) = flat(l)?;
    // The sum overflowed if it is less than an operand.
    let sum = llvm::AddOp::build(&mut l.at(), v[0], v[1], None);
    let carry = icmp(l, "ult", sum, v[0]);
    l.replace(&[sum, carry])
}

fn mul_extended(l: &mut Lower<'_>, widen: &'static OpInfo) -> Lowered {
    let (v, ty) = flat(l)?;
    let cx = l.body.cx_arc().clone();
    let width = width(l, ty);
    let wide = cx.int_type(width.saturating_mul(2));
    let wide = if cx.type_as::<VectorType>(ty).is_some() { cx.with_elem(ty, wide) } else { wide };
    let (a, b) = (l.build(widen, &[v[0]], wide, &[]), l.build(widen, &[v[1]], wide, &[]));
    let product = llvm::MulOp::build(&mut l.at(), a, b, None);
    let low = llvm::TruncOp::build(&mut l.at(), product, None, ty);
    let amount = uniform(l, i64::from(width), wide);
    let shifted = llvm::LShrOp::build(&mut l.at(), product, amount, None);
    let high = llvm::TruncOp::build(&mut l.at(), shifted, None, ty);
    l.replace(&[low, high])
}

/// An integer as a constant of an integer type or of a vector type.
fn uniform(l: &mut Lower<'_>, n: i64, ty: Type) -> Value {
    let cx = l.body.cx_arc().clone();
    if cx.type_as::<VectorType>(ty).is_none() {
        return l.int(n, ty);
    }
    let scalar = cx.int_attr(n, cx.elem_or_self(ty));
    let attr = cx.splat_attr(ty, scalar).unwrap_or(scalar);
    llvm::ConstantOp::build(&mut l.at(), attr, ty)
}

/// `a == 0 ? 0 : (a - 1) / b + 1`.
fn ceil_div_unsigned(l: &mut Lower<'_>) -> Lowered {
    let (v, ty) = flat(l)?;
    let (zero, one) = (uniform(l, 0, ty), uniform(l, 1, ty));
    let is_zero = icmp(l, "eq", v[0], zero);
    let less = llvm::SubOp::build(&mut l.at(), v[0], one, None);
    let quotient = llvm::UDivOp::build(&mut l.at(), less, v[1], None);
    let more = llvm::AddOp::build(&mut l.at(), quotient, one, None);
    let value = llvm::SelectOp::build(&mut l.at(), is_zero, zero, more, None);
    l.replace_one(value)
}

/// The quotient rounded towards zero, corrected where it is inexact and must be rounded the other way.
fn round_div_signed(l: &mut Lower<'_>, up: bool) -> Lowered {
    let (v, ty) = flat(l)?;
    let (zero, one) = (uniform(l, 0, ty), uniform(l, 1, ty));
    let quotient = llvm::SDivOp::build(&mut l.at(), v[0], v[1], None);
    let product = llvm::MulOp::build(&mut l.at(), quotient, v[1], None);
    let inexact = icmp(l, "ne", product, v[0]);
    let (a, b) = (icmp(l, "slt", v[0], zero), icmp(l, "slt", v[1], zero));
    let differ = icmp(l, if up { "eq" } else { "ne" }, a, b);
    let wrong = llvm::AndOp::build(&mut l.at(), inexact, differ);
    let corrected = if up {
        llvm::AddOp::build(&mut l.at(), quotient, one, None)
    } else {
        llvm::SubOp::build(&mut l.at(), quotient, one, None)
    };
    let value = llvm::SelectOp::build(&mut l.at(), wrong, corrected, quotient, None);
    l.replace_one(value)
}
