//! Ops of `arith` that become several ops of LLVM: rounding divisions, and sums and products of twice the width.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use crate::{
    constants::constant_of,
    engine::{Lower, Lowered},
};

/// Ops of LLVM on values of one type of `arith`, scalars or vectors of any rank.
struct Ops {
    /// The type before the conversion.
    source: Type,
    /// The type after it.
    ty: Type,
}

impl Ops {
    /// Ops on the operands of the op, and these.
    fn of_operands(l: &mut Lower<'_>) -> Lowered<(Self, Value, Value)> {
        let source = l.operand_type(0);
        let ty = l.convert(source)?;
        Ok((Self { source, ty }, l.operand(0)?, l.operand(1)?))
    }
    /// The same with elements of another type.
    fn with_elem(&self, l: &Lower<'_>, elem: Type) -> Lowered<Self> {
        let source = l.cx().with_elem(self.source, elem);
        Ok(Self { source, ty: l.convert(source)? })
    }
    /// An op whose result has this type.
    fn op(&self, l: &mut Lower<'_>, info: &'static OpInfo, operands: &[Value]) -> Lowered<Value> {
        l.each_vector(operands, self.ty, &mut |l, parts, ty| Ok(l.build(info, parts, ty, &[])))
    }
    /// A number in all elements.
    fn number(&self, l: &mut Lower<'_>, n: i64) -> Lowered<Value> {
        let cx = l.body.cx_arc().clone();
        let scalar = cx.int_attr(n, cx.elem_or_self(self.source));
        let shaped = cx.type_as::<VectorType>(self.source).is_some();
        let attr = if shaped { cx.splat_attr(self.source, scalar).unwrap_or(scalar) } else { scalar };
        constant_of(l, attr, self.ty)
    }
    /// A comparison of values of this type.
    fn compare(&self, l: &mut Lower<'_>, word: &str, a: Value, b: Value) -> Lowered<Value> {
        let number = llvm::attrs::ICMP.iter().position(|w| *w == word).unwrap_or(0);
        let predicate = l.cx().i64_attr(number as i64);
        let i1 = l.cx().i1();
        let bools = self.with_elem(l, i1)?;
        l.each_vector(&[a, b], bools.ty, &mut |l, parts, ty| {
            Ok(l.build(llvm::ICmpOp::info(), parts, ty, &[("predicate", predicate)]))
        })
    }
}

/// `a == 0 ? 0 : (a - 1) / b + 1`.
pub(crate) fn ceil_div_unsigned(l: &mut Lower<'_>) -> Lowered {
    let (ops, a, b) = Ops::of_operands(l)?;
    let zero = ops.number(l, 0)?;
    let is_zero = ops.compare(l, "eq", a, zero)?;
    let one = ops.number(l, 1)?;
    let less = ops.op(l, llvm::SubOp::info(), &[a, one])?;
    let quotient = ops.op(l, llvm::UDivOp::info(), &[less, b])?;
    let more = ops.op(l, llvm::AddOp::info(), &[quotient, one])?;
    let value = ops.op(l, llvm::SelectOp::info(), &[is_zero, zero, more])?;
    l.replace_one(value)
}

/// The quotient towards zero, and whether something remains.
fn inexact_quotient(l: &mut Lower<'_>, ops: &Ops, a: Value, b: Value) -> Lowered<(Value, Value)> {
    let quotient = ops.op(l, llvm::SDivOp::info(), &[a, b])?;
    let product = ops.op(l, llvm::MulOp::info(), &[quotient, b])?;
    Ok((quotient, ops.compare(l, "ne", a, product)?))
}

/// Whether the signs of two numbers are equal, or differ.
fn signs(l: &mut Lower<'_>, ops: &Ops, [a, b, zero]: [Value; 3], word: &str) -> Lowered<Value> {
    let (a, b) = (ops.compare(l, "slt", a, zero)?, ops.compare(l, "slt", b, zero)?);
    let i1 = l.cx().i1();
    ops.with_elem(l, i1)?.compare(l, word, a, b)
}

/// The truncated quotient is one too small where it is positive and the division is not exact.
pub(crate) fn ceil_div_signed(l: &mut Lower<'_>) -> Lowered {
    let (ops, a, b) = Ops::of_operands(l)?;
    let (zero, one) = (ops.number(l, 0)?, ops.number(l, 1)?);
    let (quotient, inexact) = inexact_quotient(l, &ops, a, b)?;
    let positive = signs(l, &ops, [a, b, zero], "eq")?;
    correct(l, &ops, inexact, positive, quotient, one)
}

/// The truncated quotient is one too large where it is negative and the division is not exact.
pub(crate) fn floor_div_signed(l: &mut Lower<'_>) -> Lowered {
    let (ops, a, b) = Ops::of_operands(l)?;
    let (quotient, inexact) = inexact_quotient(l, &ops, a, b)?;
    let zero = ops.number(l, 0)?;
    let negative = signs(l, &ops, [a, b, zero], "ne")?;
    let i1 = l.cx().i1();
    let corrects = ops.with_elem(l, i1)?.op(l, llvm::AndOp::info(), &[inexact, negative])?;
    let minus_one = ops.number(l, -1)?;
    replace_where(l, &ops, corrects, quotient, minus_one)
}

fn correct(l: &mut Lower<'_>, ops: &Ops, inexact: Value, sign: Value, quotient: Value, by: Value) -> Lowered {
    let i1 = l.cx().i1();
    let corrects = ops.with_elem(l, i1)?.op(l, llvm::AndOp::info(), &[inexact, sign])?;
    replace_where(l, ops, corrects, quotient, by)
}

fn replace_where(l: &mut Lower<'_>, ops: &Ops, corrects: Value, quotient: Value, by: Value) -> Lowered {
    let other = ops.op(l, llvm::AddOp::info(), &[quotient, by])?;
    let value = ops.op(l, llvm::SelectOp::info(), &[corrects, other, quotient])?;
    l.replace_one(value)
}

/// The sum overflowed if it is less than an operand; upstream asks an intrinsic.
pub(crate) fn add_extended(l: &mut Lower<'_>) -> Lowered {
    let (ops, a, b) = Ops::of_operands(l)?;
    if !l.options.upstream {
        let sum = ops.op(l, llvm::AddOp::info(), &[a, b])?;
        let carry = ops.compare(l, "ult", sum, a)?;
        return l.replace(&[sum, carry]);
    }
    flat(l, &ops)?;
    let carry = l.new_result_type(1)?;
    let pair = l.cx().ty(llvm::StructType::literal(vec![ops.ty, carry]));
    let both = l.build(llvm::UAddWithOverflowOp::info(), &[a, b], pair, &[]);
    let (sum, carry) = (l.part(both, &[0])?, l.part(both, &[1])?);
    l.replace(&[sum, carry])
}

fn flat(l: &Lower<'_>, ops: &Ops) -> Lowered {
    match l.cx().type_as::<llvm::ArrayType>(ops.ty) {
        Some(_) => Err("is only supported for scalars and vectors of one dimension".to_owned()),
        None => Ok(()),
    }
}

/// A product of twice the width; `widen` extends the factors.
pub(crate) fn mul_extended(l: &mut Lower<'_>, widen: &'static OpInfo) -> Lowered {
    let (ops, a, b) = Ops::of_operands(l)?;
    flat(l, &ops)?;
    let cx = l.body.cx_arc().clone();
    let width = cx.bit_width(cx.elem_or_self(ops.ty)).ok_or("multiplies values without a width")?;
    let wide = ops.with_elem(l, cx.int_type(width.saturating_mul(2)))?;
    let (a, b) = (wide.op(l, widen, &[a])?, wide.op(l, widen, &[b])?);
    let product = wide.op(l, llvm::MulOp::info(), &[a, b])?;
    let low = ops.op(l, llvm::TruncOp::info(), &[product])?;
    let amount = wide.number(l, i64::from(width))?;
    let shifted = wide.op(l, llvm::LShrOp::info(), &[product, amount])?;
    let high = ops.op(l, llvm::TruncOp::info(), &[shifted])?;
    l.replace(&[low, high])
}
