//! Canonicalisations of casts.

use strata_ir::{num::ApInt, prelude::*};

use super::{make, replace, splat};
use crate::{
    BitcastOp, ExtSIOp, ExtUIOp, IndexCastOp, IndexCastUIOp, SIToFPOp, ShRSIOp, ShRUIOp, TruncIOp, UIToFPOp,
    eval::Cast, fold::elements::int_constant,
};

/// The operand of an op of kind `O`.
fn source<O: OpDef>(b: &Body, value: Value) -> Option<Value> {
    b.def_as::<O>(value).map(|o| b.operand(o.op(), 0))
}

/// Canonicalises a cast of another op.
pub(crate) fn cast(kind: Cast, op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let input = rw.operand(op, 0);
    rw.def_op(input)?;
    let ty = rw.ty(rw.result(op, 0));
    let v = match kind {
        Cast::ExtS => {
            let x = source::<ExtUIOp>(rw, input)?;
            ExtUIOp::build(rw, x, ty)
        }
        Cast::IndexCast => {
            if let Some(x) = source::<IndexCastOp>(rw, input).filter(|&x| rw.ty(x) == ty) {
                x
            } else {
                let x = source::<ExtSIOp>(rw, input)?;
                IndexCastOp::build(rw, x, ty)
            }
        }
        Cast::IndexCastUI => {
            if let Some(x) = source::<IndexCastUIOp>(rw, input).filter(|&x| rw.ty(x) == ty) {
                x
            } else {
                let x = source::<ExtUIOp>(rw, input)?;
                IndexCastUIOp::build(rw, x, ty)
            }
        }
        Cast::Bitcast => {
            let x = source::<BitcastOp>(rw, input)?;
            BitcastOp::build(rw, x, ty)
        }
        Cast::TruncF => {
            // A rounding mode would be lost, and so would a double rounding that was asked for.
            if rw.attr(op, "roundingmode").is_some() {
                return None;
            }
            if let Some(x) = source::<SIToFPOp>(rw, input) {
                SIToFPOp::build(rw, x, ty)
            } else {
                let x = source::<UIToFPOp>(rw, input)?;
                UIToFPOp::build(rw, x, ty)
            }
        }
        Cast::TruncI => return trunci(op, input, ty, rw),
        _ => return None,
    };
    replace(rw, op, v)
}

fn width(b: &Body, ty: Type) -> Option<u32> {
    b.cx().bit_width(b.cx().elem_or_self(ty))
}

/// A truncation of an extension from fewer bits, or of a shift.
fn trunci(op: Op, input: Value, ty: Type, rw: &mut Rewriter<'_>) -> Option<()> {
    let wide = width(rw, rw.ty(input))?;
    let narrow = width(rw, ty)?;
    for signed in [true, false] {
        let x = if signed { source::<ExtSIOp>(rw, input) } else { source::<ExtUIOp>(rw, input) };
        let Some(x) = x else { continue };
        if width(rw, rw.ty(x))? < narrow {
            let v = if signed { ExtSIOp::build(rw, x, ty) } else { ExtUIOp::build(rw, x, ty) };
            return replace(rw, op, v);
        }
    }
    let shift = rw.def_op(input).filter(|o| o.isa::<ShRSIOp>(rw))?;
    let amount = splat(rw, rw.operand(shift, 1))?.as_u64()?;
    let shifted = rw.operand(shift, 0);
    // The highest bits become the lowest ones, and the bits that the shift fills in are truncated.
    if u64::from(narrow).checked_add(amount) != Some(u64::from(wide)) {
        return None;
    }
    let like = constant_value(rw, rw.operand(shift, 1)).and_then(|a| rw.cx().attr_type(a))?;
    let same = int_constant(rw.cx(), like, ApInt::from_u64(wide, amount))?;
    let by = make(rw, same);
    let logical = ShRUIOp::build(rw, shifted, by, None);
    super::touch(rw, logical);
    let v = TruncIOp::build(rw, logical, None, ty);
    replace(rw, op, v)
}
