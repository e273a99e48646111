//! Lowers `index` to `llvm`: ops on integers of the width of `index`.

use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm as llvm;

use crate::{
    arith::{Flags, elementwise},
    engine::{Dialect, Lower, Lowered},
};

macro_rules! same {
    ($op:ident) => {
        |l| elementwise(l, llvm::$op::info(), Flags::None)
    };
}

/// The handlers of `index`.
pub const INDEX: Dialect = Dialect {
    name: "index",
    rows: conversions! {
        strata_index::AddOp => same!(AddOp),
        strata_index::SubOp => same!(SubOp),
        strata_index::MulOp => same!(MulOp),
        strata_index::DivSOp => same!(SDivOp),
        strata_index::DivUOp => same!(UDivOp),
        strata_index::RemSOp => same!(SRemOp),
        strata_index::RemUOp => same!(URemOp),
        strata_index::MaxSOp => same!(SMaxOp),
        strata_index::MaxUOp => same!(UMaxOp),
        strata_index::MinSOp => same!(SMinOp),
        strata_index::MinUOp => same!(UMinOp),
        strata_index::ShlOp => same!(ShlOp),
        strata_index::ShrSOp => same!(AShrOp),
        strata_index::ShrUOp => same!(LShrOp),
        strata_index::AndOp => same!(AndOp),
        strata_index::OrOp => same!(OrOp),
        strata_index::XOrOp => same!(XOrOp),
        strata_index::CeilDivSOp => ceil_div_signed,
        strata_index::CeilDivUOp => ceil_div_unsigned,
        strata_index::FloorDivSOp => floor_div_signed,
        strata_index::CastSOp => |l| cast(l, llvm::SExtOp::info()),
        strata_index::CastUOp => |l| cast(l, llvm::ZExtOp::info()),
        strata_index::CmpOp => compare,
        strata_index::SizeOfOp => size_of,
        strata_index::ConstantOp => constant,
        strata_index::BoolConstantOp => bool_constant,
    },
    otherwise: Some("has no conversion to LLVM"),
};

/// The operands of a binary op, and what its expansion is written with.
struct Numbers {
    a: Value,
    b: Value,
    ty: Type,
}

impl Numbers {
    fn from_operands(l: &mut Lower<'_>) -> Lowered<Self> {
        let (a, b) = (l.operand(0)?, l.operand(1)?);
        Ok(Self { a, b, ty: l.index_type() })
    }
    fn op(&self, l: &mut Lower<'_>, info: &'static OpInfo, operands: &[Value]) -> Value {
        l.build(info, operands, self.ty, &[])
    }
    fn number(&self, l: &mut Lower<'_>, n: i64) -> Value {
        l.int(n, self.ty)
    }
}

fn icmp(l: &mut Lower<'_>, word: &str, a: Value, b: Value) -> Value {
    let number = llvm::attrs::ICMP.iter().position(|w| *w == word).unwrap_or(0);
    let (predicate, i1) = (l.cx().i64_attr(number as i64), l.cx().i1());
    l.build(llvm::ICmpOp::info(), &[a, b], i1, &[("predicate", predicate)])
}

/// Whether both of two conditions hold.
fn and(l: &mut Lower<'_>, a: Value, b: Value) -> Value {
    let i1 = l.cx().i1();
    l.build(llvm::AndOp::info(), &[a, b], i1, &[])
}

/// `(a + x) / b + 1` where the quotient is positive, with `x = b > 0 ? -1 : 1`, and `-(-a / b)` elsewhere.
fn ceil_div_signed(l: &mut Lower<'_>) -> Lowered {
    let n = Numbers::from_operands(l)?;
    let (zero, one, minus_one) = (n.number(l, 0), n.number(l, 1), n.number(l, -1));
    let b_positive = icmp(l, "sgt", n.b, zero);
    let x = n.op(l, llvm::SelectOp::info(), &[b_positive, minus_one, one]);
    let sum = n.op(l, llvm::AddOp::info(), &[n.a, x]);
    let quotient = n.op(l, llvm::SDivOp::info(), &[sum, n.b]);
    let above = n.op(l, llvm::AddOp::info(), &[quotient, one]);
    let negated = n.op(l, llvm::SubOp::info(), &[zero, n.a]);
    let quotient = n.op(l, llvm::SDivOp::info(), &[negated, n.b]);
    let below = n.op(l, llvm::SubOp::info(), &[zero, quotient]);
    let a_positive = icmp(l, "sgt", n.a, zero);
    let same_sign = icmp(l, "eq", a_positive, b_positive);
    let non_zero = icmp(l, "ne", n.a, zero);
    let positive = and(l, same_sign, non_zero);
    let value = n.op(l, llvm::SelectOp::info(), &[positive, above, below]);
    l.replace_one(value)
}

/// `a == 0 ? 0 : (a - 1) / b + 1`
fn ceil_div_unsigned(l: &mut Lower<'_>) -> Lowered {
    let n = Numbers::from_operands(l)?;
    let (zero, one) = (n.number(l, 0), n.number(l, 1));
    let less = n.op(l, llvm::SubOp::info(), &[n.a, one]);
    let quotient = n.op(l, llvm::UDivOp::info(), &[less, n.b]);
    let more = n.op(l, llvm::AddOp::info(), &[quotient, one]);
    let is_zero = icmp(l, "eq", n.a, zero);
    let value = n.op(l, llvm::SelectOp::info(), &[is_zero, zero, more]);
    l.replace_one(value)
}

/// `-1 - (x - a) / b` where the quotient is negative, with `x = b < 0 ? 1 : -1`, and `a / b` elsewhere.
fn floor_div_signed(l: &mut Lower<'_>) -> Lowered {
    let n = Numbers::from_operands(l)?;
    let (zero, one, minus_one) = (n.number(l, 0), n.number(l, 1), n.number(l, -1));
    let b_negative = icmp(l, "slt", n.b, zero);
    let x = n.op(l, llvm::SelectOp::info(), &[b_negative, one, minus_one]);
    let difference = n.op(l, llvm::SubOp::info(), &[x, n.a]);
    let quotient = n.op(l, llvm::SDivOp::info(), &[difference, n.b]);
    let below = n.op(l, llvm::SubOp::info(), &[minus_one, quotient]);
    let quotient = n.op(l, llvm::SDivOp::info(), &[n.a, n.b]);
    let a_negative = icmp(l, "slt", n.a, zero);
    let differ = icmp(l, "ne", a_negative, b_negative);
    let non_zero = icmp(l, "ne", n.a, zero);
    let negative = and(l, differ, non_zero);
    let value = n.op(l, llvm::SelectOp::info(), &[negative, below, quotient]);
    l.replace_one(value)
}

fn cast(l: &mut Lower<'_>, widen: &'static OpInfo) -> Lowered {
    let value = l.operand(0)?;
    let ty = l.new_result_type(0)?;
    let width = |ty| l.cx().bit_width(ty).unwrap_or(0);
    let info = match width(l.body.ty(value)).cmp(&width(ty)) {
        std::cmp::Ordering::Equal => return l.replace_one(value),
        std::cmp::Ordering::Less => widen,
        std::cmp::Ordering::Greater => llvm::TruncOp::info(),
    };
    let value = l.build(info, &[value], ty, &[]);
    l.replace_one(value)
}

fn compare(l: &mut Lower<'_>) -> Lowered {
    let pred = l.attr("pred").and_then(|a| l.cx().attr_as::<strata_index::IndexCmpPredicate>(a));
    let word = pred.ok_or("misses its predicate")?.word();
    let (a, b) = (l.operand(0)?, l.operand(1)?);
    let value = icmp(l, word, a, b);
    l.replace_one(value)
}

fn size_of(l: &mut Lower<'_>) -> Lowered {
    let ty = l.index_type();
    let bits = l.cx().bit_width(ty).unwrap_or(64);
    let value = l.int(i64::from(bits), ty);
    l.replace_one(value)
}

fn constant(l: &mut Lower<'_>) -> Lowered {
    let value = l.attr_i64("value").ok_or("misses its value")?;
    let ty = l.index_type();
    let value = l.int(value, ty);
    l.replace_one(value)
}

fn bool_constant(l: &mut Lower<'_>) -> Lowered {
    let value = l.attr("value").ok_or("misses its value")?;
    let i1 = l.cx().i1();
    let value = llvm::ConstantOp::build(&mut l.at(), value, i1);
    l.replace_one(value)
}
