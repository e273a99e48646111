//! Lowers `complex` to `llvm`: a complex number is a struct of its two parts.
//!
//! Before:
//! ```mlir
//! %0 = complex.create %x, %y : complex<f32>
//! ```
//! After:
//! ```mlir
//! %0 = llvm.mlir.poison : !llvm.struct<(f32, f32)>
//! %1 = llvm.insertvalue %x, %0[0] : !llvm.struct<(f32, f32)>
//! %2 = llvm.insertvalue %y, %1[1] : !llvm.struct<(f32, f32)>
//! ```
//! Arithmetic and functions are expanded to floats before, by `convert-complex-to-standard`.

use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm as llvm;

use crate::{
    complex_arith::{self as arith, pair},
    engine::{Dialect, Lower, Lowered},
};

/// The handlers of `complex` in upstream's form.
pub const UPSTREAM: Dialect = Dialect {
    name: "complex",
    rows: conversions! {
        strata_complex::CreateOp => create,
        strata_complex::ReOp => |l| part(l, 0),
        strata_complex::ImOp => |l| part(l, 1),
        strata_complex::ConstantOp => constant,
        strata_complex::AbsOp => arith::abs,
        strata_complex::AddOp => arith::add,
        strata_complex::SubOp => arith::sub,
        strata_complex::MulOp => arith::mul,
        strata_complex::DivOp => arith::div,
    },
    otherwise: Some("has no conversion to LLVM"),
};

/// The handlers of `complex`.
pub const COMPLEX: Dialect = Dialect {
    name: "complex",
    rows: conversions! {
        strata_complex::CreateOp => create,
        strata_complex::ReOp => |l| part(l, 0),
        strata_complex::ImOp => |l| part(l, 1),
        strata_complex::ConstantOp => constant,
        strata_complex::BitcastOp => bitcast,
    },
    otherwise: Some("has to be expanded before (--convert-complex-to-standard)"),
};

fn create(l: &mut Lower<'_>) -> Lowered {
    let (re, im, ty) = (l.operand(0)?, l.operand(1)?, l.new_result_type(0)?);
    let poison = l.poison(ty);
    let value = pair(l, poison, [re, im]);
    l.replace_one(value)
}

fn part(l: &mut Lower<'_>, index: i64) -> Lowered {
    let number = l.operand(0)?;
    let value = l.part(number, &[index])?;
    l.replace_one(value)
}

/// A constant of the struct type; parts of float types that LLVM does not have are inserted one by one.
fn constant(l: &mut Lower<'_>) -> Lowered {
    let ty = l.new_result_type(0)?;
    let cx = l.body.cx_arc().clone();
    let attr = l.attr("value").ok_or("misses its value")?;
    let Some(&[re, im]) = cx.attr_as::<ArrayAttr>(attr).map(|a| &a.0[..]) else {
        return Err("misses a part of its value".to_owned());
    };
    let elem = llvm::types::member_at(&cx, ty, &[0]).ok_or("has no parts")?;
    let value = if cx.attr_type(re) == Some(elem) {
        llvm::ConstantOp::build(&mut l.at(), attr, ty)
    } else {
        let parts =
            [crate::constants::constant_of(l, re, elem)?, crate::constants::constant_of(l, im, elem)?];
        let poison = l.poison(ty);
        pair(l, poison, parts)
    };
    l.replace_one(value)
}

/// Converts between a complex number and an integer with the bits of both parts, the real part in the low half.
fn bitcast(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let (value, ty) = (l.operand(0)?, l.new_result_type(0)?);
    let width = |ty: Type| cx.bit_width(ty).ok_or_else(|| "casts a type without a width".to_owned());
    let cast = |l: &mut Lower<'_>, v: Value, to: Type| match l.body.ty(v) == to {
        true => v,
        false => llvm::BitcastOp::build(&mut l.at(), v, to),
    };
    if l.body.ty(value) == ty {
        return l.replace_one(value);
    }
    let new = if cx.type_as::<llvm::StructType>(ty).is_some() {
        let elem = llvm::types::member_at(&cx, ty, &[0]).ok_or("has no parts")?;
        let half = width(elem)?;
        let (narrow, wide) = (cx.int_type(half), cx.int_type(2 * half));
        let bits = cast(l, value, wide);
        let amount = l.int(half.into(), wide);
        let high = llvm::LShrOp::build(&mut l.at(), bits, amount, None);
        let mut parts = [bits, high];
        for part in &mut parts {
            let bits = llvm::TruncOp::build(&mut l.at(), *part, None, narrow);
            *part = cast(l, bits, elem);
        }
        let poison = l.poison(ty);
        pair(l, poison, parts)
    } else {
        let (re, im) = (l.part(value, &[0])?, l.part(value, &[1])?);
        let half = width(l.body.ty(re))?;
        let (narrow, wide) = (cx.int_type(half), cx.int_type(2 * half));
        let mut parts = [re, im];
        for part in &mut parts {
            let bits = cast(l, *part, narrow);
            *part = l.build(llvm::ZExtOp::info(), &[bits], wide, &[]);
        }
        let amount = l.int(half.into(), wide);
        let high = llvm::ShlOp::build(&mut l.at(), parts[1], amount, None);
        let bits = llvm::OrOp::build(&mut l.at(), high, parts[0], None);
        cast(l, bits, ty)
    };
    l.replace_one(new)
}
