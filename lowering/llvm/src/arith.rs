//! `arith` to `llvm`.

use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm as llvm;

use crate::{
    arith_wide as wide,
    constants::constant_of,
    engine::{Dialect, Lower, Lowered},
    extrema,
};

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
        strata_arith::MaximumFOp => |l| extremum(l, extrema::maximum, llvm::MaximumOp::info()),
        strata_arith::MinimumFOp => |l| extremum(l, extrema::minimum, llvm::MinimumOp::info()),
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
        strata_arith::AddUIExtendedOp => wide::add_extended,
        strata_arith::MulSIExtendedOp => |l| wide::mul_extended(l, llvm::SExtOp::info()),
        strata_arith::MulUIExtendedOp => |l| wide::mul_extended(l, llvm::ZExtOp::info()),
        strata_arith::CeilDivUIOp => wide::ceil_div_unsigned,
        strata_arith::CeilDivSIOp => wide::ceil_div_signed,
        strata_arith::FloorDivSIOp => wide::floor_div_signed,
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
    /// The attributes for an op of LLVM: these flags, and in upstream's form the discardable attributes of the op.
    pub(crate) fn attrs<'c>(self, l: &mut Lower<'_>, cx: &'c Context) -> Vec<(&'c str, Attr)> {
        let mut attrs: Vec<(&'c str, Attr)> = self.attr(l).into_iter().collect();
        if l.options.upstream {
            attrs.extend(l.body.extra_attrs(l.op()).iter().map(|&(name, attr)| (cx.str(name), attr)));
        }
        attrs
    }
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
    let cx = l.body.cx_arc().clone();
    let attrs = flags.attrs(l, &cx);
    let value = l.each_vector(&operands, ty, &mut |l, parts, ty| Ok(l.build(info, parts, ty, &attrs)))?;
    l.replace_one(value)
}

/// The expansion of a maximum or minimum, or the intrinsic.
fn extremum(
    l: &mut Lower<'_>,
    expand: fn(&mut Lower<'_>) -> Lowered<Option<Value>>,
    info: &'static OpInfo,
) -> Lowered {
    match expand(l)? {
        Some(value) => l.replace_one(value),
        None => elementwise(l, info, Flags::Fastmath),
    }
}

/// A truncation with a rounding mode, in upstream's form.
fn rounded_truncation(l: &mut Lower<'_>, mode: i64) -> Lowered {
    // The modes of `arith` in the numbers of LLVM.
    let mode = *usize::try_from(mode)
        .ok()
        .and_then(|m| [1, 3, 2, 0, 4].get(m))
        .ok_or("has no such rounding mode")?;
    let operands = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    let (mode, ignore) = (l.cx().i64_attr(mode), l.cx().i64_attr(0));
    let info = llvm::ConstrainedFPTruncIntr::info();
    let attrs = [("roundingmode", mode), ("fpExceptionBehavior", ignore)];
    let value = l.each_vector(&operands, ty, &mut |l, parts, ty| Ok(l.build(info, parts, ty, &attrs)))?;
    l.replace_one(value)
}

fn float_cast(l: &mut Lower<'_>, info: &'static OpInfo) -> Lowered {
    let both = [l.operand_type(0), l.result_type(0)];
    if let Some(why) = both.into_iter().find_map(|t| narrow_float(l, t)) {
        return Err(why.replace("arithmetic on", "conversion of"));
    }
    if let Some(mode) = l.attr_i64("roundingmode").filter(|_| l.options.upstream) {
        return rounded_truncation(l, mode);
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
        std::cmp::Ordering::Less => cast_index(l, value, widen, ty),
        std::cmp::Ordering::Greater => cast_index(l, value, llvm::TruncOp::info(), ty),
    }
}

/// A cast without the attributes of the op.
fn cast_index(l: &mut Lower<'_>, value: Value, info: &'static OpInfo, ty: Type) -> Lowered {
    let value = l.each_vector(&[value], ty, &mut |l, parts, ty| Ok(l.build(info, parts, ty, &[])))?;
    l.replace_one(value)
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
    if l.options.upstream
        && let Some(new) = l.body.def_op(value)
    {
        for (name, attr) in l.body.extra_attrs(l.op()).to_vec() {
            l.body.set_extra_attr(new, name, Some(attr));
        }
    }
    l.replace_one(value)
}
