//! `arith` in C.
//!
//! C has no defined overflow of signed numbers, so that sums and products are of unsigned ones.

use strata_arith as arith;
use strata_emitc::{self as emitc, CmpPredicate, types};
use strata_ir::{prelude::*, rewrite::conversions};

use crate::{
    build::{build, cast, number},
    driver::{Converted, Dialect, ToC},
    shifts,
    types::{signed, unsigned},
};

pub(crate) const ARITH: Dialect = Dialect {
    name: "arith",
    rows: conversions! {
        arith::ConstantOp => constant,
        arith::AddFOp => |c| binary(c, emitc::AddOp::info()),
        arith::SubFOp => |c| binary(c, emitc::SubOp::info()),
        arith::MulFOp => |c| binary(c, emitc::MulOp::info()),
        arith::DivFOp => |c| binary(c, emitc::DivOp::info()),
        arith::DivSIOp => |c| binary(c, emitc::DivOp::info()),
        arith::RemSIOp => |c| binary(c, emitc::RemOp::info()),
        arith::DivUIOp => |c| unsigned_binary(c, emitc::DivOp::info()),
        arith::RemUIOp => |c| unsigned_binary(c, emitc::RemOp::info()),
        arith::AddIOp => |c| wrapping(c, emitc::AddOp::info()),
        arith::SubIOp => |c| wrapping(c, emitc::SubOp::info()),
        arith::MulIOp => |c| wrapping(c, emitc::MulOp::info()),
        arith::AndIOp => |c| bitwise(c, emitc::BitwiseAndOp::info()),
        arith::OrIOp => |c| bitwise(c, emitc::BitwiseOrOp::info()),
        arith::XOrIOp => |c| bitwise(c, emitc::BitwiseXorOp::info()),
        arith::ShLIOp => |c| shifts::shift(c, emitc::BitwiseLeftShiftOp::info(), shifts::Kind::Unsigned),
        arith::ShRUIOp => |c| shifts::shift(c, emitc::BitwiseRightShiftOp::info(), shifts::Kind::Unsigned),
        arith::ShRSIOp => |c| shifts::shift(c, emitc::BitwiseRightShiftOp::info(), shifts::Kind::Signed),
        arith::CmpIOp => compare_integers,
        arith::CmpFOp => compare_floats,
        arith::NegFOp => negate,
        arith::SelectOp => select,
        arith::ExtSIOp => |c| extend(c, false),
        arith::ExtUIOp => |c| extend(c, true),
        arith::TruncIOp => truncate,
        arith::IndexCastOp => |c| index_cast(c, false),
        arith::IndexCastUIOp => |c| index_cast(c, true),
        arith::SIToFPOp => |c| to_float(c, false),
        arith::UIToFPOp => |c| to_float(c, true),
        arith::FPToSIOp => |c| to_integer(c, false),
        arith::FPToUIOp => |c| to_integer(c, true),
        arith::ExtFOp => float_cast,
        arith::TruncFOp => float_cast,
    },
    otherwise: Some("it has no conversion to EmitC"),
};

fn compare(c: &mut ToC<'_>, predicate: CmpPredicate, lhs: Value, rhs: Value) -> Value {
    let cx = c.context();
    emitc::CmpOp::build(&mut c.at(), predicate.attr(&cx), lhs, rhs, cx.i1())
}

/// The type of the result in C, which must be one.
fn supported(c: &ToC<'_>) -> Converted<Type> {
    let ty = c.new_result_type(0)?;
    let cx = c.cx();
    if types::is_supported(cx, ty) {
        return Ok(ty);
    }
    Err(format!("type '{}' is not supported by EmitC", cx.type_to_string(ty)).into())
}
fn is_integer(cx: &Context, ty: Type) -> bool {
    types::is_supported_integer(cx, ty) || types::is_pointer_wide(cx, ty)
}

fn constant(c: &mut ToC<'_>) -> Converted {
    let value = c.attr("value").ok_or("misses its value")?;
    let ty = supported(c)?;
    let new = emitc::ConstantOp::build(&mut c.at(), value, ty);
    c.replace_one(new)
}

fn binary(c: &mut ToC<'_>, info: &'static OpInfo) -> Converted {
    let ty = supported(c)?;
    let operands = c.all_operands()?;
    let new = build(c, info, &operands, ty);
    c.replace_one(new)
}

/// An op on unsigned numbers, as its type says; `index` has none.
fn unsigned_binary(c: &mut ToC<'_>, info: &'static OpInfo) -> Converted {
    let ty = supported(c)?;
    if !types::is_supported_integer(c.cx(), ty) {
        return Err("expected integer type".into());
    }
    in_type(c, info, ty, unsigned(c.cx(), ty))
}

/// An op on numbers that wrap around.
fn wrapping(c: &mut ToC<'_>, info: &'static OpInfo) -> Converted {
    let ty = supported(c)?;
    if ty == c.cx().i1() {
        return Err("i1 type is not implemented".into());
    }
    if !is_integer(c.cx(), ty) {
        return Err("expected integer or size_t/ssize_t/ptrdiff_t type".into());
    }
    let wraps = !arith::IntegerOverflowFlags::from_attr(c.cx(), c.attr("overflowFlags"))
        .contains(arith::IntegerOverflowFlags::NSW);
    let through = if wraps { unsigned(c.cx(), ty) } else { ty };
    in_type(c, info, ty, through)
}

/// An op that is done in another type.
fn in_type(c: &mut ToC<'_>, info: &'static OpInfo, ty: Type, through: Type) -> Converted {
    let operands = c.all_operands()?;
    let operands: Vec<Value> = operands.into_iter().map(|v| cast(c, v, through)).collect();
    let new = build(c, info, &operands, through);
    let new = cast(c, new, ty);
    c.replace_one(new)
}

fn bitwise(c: &mut ToC<'_>, info: &'static OpInfo) -> Converted {
    let ty = supported(c)?;
    if !types::is_supported_integer(c.cx(), ty) {
        return Err("expected integer type, vector/tensor support not yet implemented".into());
    }
    let through = if ty == c.cx().i1() { ty } else { unsigned(c.cx(), ty) };
    in_type(c, info, ty, through)
}

fn compare_integers(c: &mut ToC<'_>) -> Converted {
    use arith::CmpIPredicate as P;
    let predicate =
        c.attr("predicate").and_then(|a| P::from_attr(c.cx(), a)).ok_or("misses its predicate")?;
    let ty = c.convert(c.operand_type(0))?;
    if !is_integer(c.cx(), ty) {
        return Err("expected integer or size_t/ssize_t/ptrdiff_t operand type".into());
    }
    let new = match predicate {
        P::Eq => CmpPredicate::Eq,
        P::Ne => CmpPredicate::Ne,
        P::Slt | P::Ult => CmpPredicate::Lt,
        P::Sle | P::Ule => CmpPredicate::Le,
        P::Sgt | P::Ugt => CmpPredicate::Gt,
        P::Sge | P::Uge => CmpPredicate::Ge,
    };
    let through = match predicate {
        P::Ult | P::Ule | P::Ugt | P::Uge => unsigned(c.cx(), ty),
        P::Eq | P::Ne | P::Slt | P::Sle | P::Sgt | P::Sge => signed(c.cx(), ty),
    };
    let operands = c.all_operands()?;
    let operands: Vec<Value> = operands.into_iter().map(|v| cast(c, v, through)).collect();
    let new = compare(c, new, operands[0], operands[1]);
    c.replace_one(new)
}

/// Whether both operands are numbers, or one is none.
fn ordered(c: &mut ToC<'_>, [lhs, rhs]: [Value; 2], are_numbers: bool) -> Value {
    let (predicate, info) = match are_numbers {
        true => (CmpPredicate::Eq, emitc::LogicalAndOp::info()),
        false => (CmpPredicate::Ne, emitc::LogicalOrOp::info()),
    };
    let i1 = c.cx().i1();
    let first = compare(c, predicate, lhs, lhs);
    let second = compare(c, predicate, rhs, rhs);
    build(c, info, &[first, second], i1)
}

fn compare_floats(c: &mut ToC<'_>) -> Converted {
    use arith::CmpFPredicate as P;
    if c.cx().as_float(c.operand_type(0)).is_none() {
        return Err("cmpf currently only supported on floats, not tensors/vectors thereof".into());
    }
    let predicate =
        c.attr("predicate").and_then(|a| P::from_attr(c.cx(), a)).ok_or("misses its predicate")?;
    let operands = [c.operand(0)?, c.operand(1)?];
    let (i1, [lhs, rhs]) = (c.cx().i1(), operands);
    let (compared, unordered) = match predicate {
        P::AlwaysFalse | P::AlwaysTrue => {
            let value = c.cx().bool_attr(predicate == P::AlwaysTrue);
            let new = emitc::ConstantOp::build(&mut c.at(), value, i1);
            return c.replace_one(new);
        }
        P::Ord | P::Uno => {
            let new = ordered(c, operands, predicate == P::Ord);
            return c.replace_one(new);
        }
        P::Oeq => (CmpPredicate::Eq, false),
        P::Ogt => (CmpPredicate::Gt, false),
        P::Oge => (CmpPredicate::Ge, false),
        P::Olt => (CmpPredicate::Lt, false),
        P::Ole => (CmpPredicate::Le, false),
        P::One => (CmpPredicate::Ne, false),
        P::Ueq => (CmpPredicate::Eq, true),
        P::Ugt => (CmpPredicate::Gt, true),
        P::Uge => (CmpPredicate::Ge, true),
        P::Ult => (CmpPredicate::Lt, true),
        P::Ule => (CmpPredicate::Le, true),
        P::Une => (CmpPredicate::Ne, true),
    };
    let compared = compare(c, compared, lhs, rhs);
    let order = ordered(c, operands, !unordered);
    let info = if unordered { emitc::LogicalOrOp::info() } else { emitc::LogicalAndOp::info() };
    let new = build(c, info, &[order, compared], i1);
    c.replace_one(new)
}

fn negate(c: &mut ToC<'_>) -> Converted {
    if c.cx().as_float(c.operand_type(0)).is_none() {
        return Err("negf currently only supports scalar types, not vectors or tensors".into());
    }
    binary(c, emitc::UnaryMinusOp::info())
}

fn select(c: &mut ToC<'_>) -> Converted {
    if c.operand_type(0) != c.cx().i1() {
        return Err("can only be converted if condition is a scalar of type i1".into());
    }
    binary(c, emitc::ConditionalOp::info())
}

/// The type of the operand and that of the result, in C.
fn types_of_cast(c: &ToC<'_>) -> Converted<[Type; 2]> {
    Ok([c.convert(c.operand_type(0))?, c.new_result_type(0)?])
}

fn extend(c: &mut ToC<'_>, is_unsigned: bool) -> Converted {
    let [from, to] = types_of_cast(c)?;
    both_integers(c.cx(), from, to)?;
    if from == c.cx().i1() && !is_unsigned {
        return Err("operation not supported on i1 type".into());
    }
    resize(c, to, is_unsigned)
}

fn both_integers(cx: &Context, from: Type, to: Type) -> Converted {
    if !is_integer(cx, from) {
        return Err("expected integer or size_t/ssize_t/ptrdiff_t operand type".into());
    }
    if !is_integer(cx, to) {
        return Err("expected integer or size_t/ssize_t/ptrdiff_t result type".into());
    }
    Ok(())
}

/// The number in a wider or narrower type, through numbers with or without signs.
fn resize(c: &mut ToC<'_>, to: Type, is_unsigned: bool) -> Converted {
    let v = c.operand(0)?;
    let from = c.state.body.ty(v);
    let sign = if is_unsigned { unsigned } else { signed };
    let (first, second) = (sign(c.cx(), from), sign(c.cx(), to));
    let v = cast(c, v, first);
    let v = cast(c, v, second);
    let v = cast(c, v, to);
    c.replace_one(v)
}

fn truncate(c: &mut ToC<'_>) -> Converted {
    let [from, to] = types_of_cast(c)?;
    both_integers(c.cx(), from, to)?;
    if to != c.cx().i1() {
        return resize(c, to, true);
    }
    lowest_bit(c, from)
}

/// The lowest bit: a cast of C to `bool` would tell whether any bit is set.
fn lowest_bit(c: &mut ToC<'_>, from: Type) -> Converted {
    let v = c.operand(0)?;
    let one = number(c, 1, from);
    let bit = build(c, emitc::BitwiseAndOp::info(), &[v, one], from);
    let i1 = c.cx().i1();
    let new = cast(c, bit, i1);
    c.replace_one(new)
}

fn index_cast(c: &mut ToC<'_>, is_unsigned: bool) -> Converted {
    let [from, to] = types_of_cast(c)?;
    both_integers(c.cx(), from, to)?;
    if from == c.cx().i1() {
        return Err("operation not supported on i1 type".into());
    }
    if to == c.cx().i1() {
        return lowest_bit(c, from);
    }
    resize(c, to, is_unsigned)
}

fn to_float(c: &mut ToC<'_>, is_unsigned: bool) -> Converted {
    let [from, to] = types_of_cast(c)?;
    if !types::is_supported_integer(c.cx(), from) {
        return Err("unsupported cast source type".into());
    }
    if !types::is_supported_float(c.cx(), to) {
        return Err("unsupported cast destination type".into());
    }
    let v = c.operand(0)?;
    let through = if is_unsigned { unsigned(c.cx(), from) } else { from };
    let v = cast(c, v, through);
    let new = cast(c, v, to);
    c.replace_one(new)
}

fn to_integer(c: &mut ToC<'_>, is_unsigned: bool) -> Converted {
    let [from, to] = types_of_cast(c)?;
    if !types::is_supported_float(c.cx(), from) {
        return Err("unsupported cast source type".into());
    }
    // C converts to `bool` by whether the number is zero.
    if !types::is_supported_integer(c.cx(), to) || to == c.cx().i1() {
        return Err("unsupported cast destination type".into());
    }
    let v = c.operand(0)?;
    let through = if is_unsigned { unsigned(c.cx(), to) } else { to };
    let v = cast(c, v, through);
    let new = cast(c, v, to);
    c.replace_one(new)
}

fn float_cast(c: &mut ToC<'_>) -> Converted {
    let [from, to] = types_of_cast(c)?;
    if !types::is_supported_float(c.cx(), from) {
        return Err("unsupported cast source type".into());
    }
    if !types::is_supported_float(c.cx(), to) {
        return Err("unsupported cast destination type".into());
    }
    let rounding = c.attr("roundingmode").and_then(|a| c.cx().attr_i64(a));
    if rounding.is_some_and(|mode| mode != 0) {
        return Err("unsupported rounding mode".into());
    }
    binary(c, emitc::CastOp::info())
}
