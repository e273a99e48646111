//! Folds of casts.

use strata_ir::{num::FloatFormat, prelude::*};

use super::{elements::map1, poison};
use crate::{
    BitcastOp, ExtFOp, ExtSIOp, ExtUIOp, FastMathFlags, TruncFOp, TruncIOp,
    eval::{Cast, Scalar, cast},
};

/// Folds the cast `op` of kind `kind`.
pub fn fold_cast(kind: Cast, op: Op, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
    let input = b.operand(op, 0);
    let ty = b.ty(b.result(op, 0));
    if let Some(folded) = chain(kind, op, b) {
        return Some(folded);
    }
    let cx = b.cx();
    // Elements that are poison are not regrouped.
    let keeps_poison = kind == Cast::Bitcast && cx.shaped(ty).is_some();
    if let Some(poison) = poison(cx, consts) {
        return (!keeps_poison).then(|| poison.into());
    }
    // A bitcast of a vector may regroup its elements only where the shapes are equal, which is verified.
    if kind == Cast::Bitcast && b.ty(input) == ty {
        return Some(input.into());
    }
    let elem = cx.elem_or_self(ty);
    map1(cx, consts[0]?, ty, |x: &Scalar| {
        let result = cast(cx, kind, x, elem)?;
        // Only an exact change of the precision is folded.
        if let (Cast::TruncF | Cast::ExtF, Scalar::Float(from, bits), Scalar::Float(to, new)) =
            (kind, x, &result)
            && (from.convert_from(*to, *new) != *bits || loses_nan(*from, *bits, *to))
        {
            return None;
        }
        Some(result)
    })
    .map(Into::into)
}

/// Whether `bits` is a NaN and goes from a format with infinities to one without, which has one NaN only.
fn loses_nan(from: FloatFormat, bits: u128, to: FloatFormat) -> bool {
    from.is_nan(bits) && from.infinity(false).is_some() != to.infinity(false).is_some()
}

/// Simplifies a cast of a cast.
fn chain(kind: Cast, op: Op, b: &mut Body) -> Option<Folded> {
    let input = b.operand(op, 0);
    let def = b.def_op(input)?;
    let cx = b.cx();
    let ty = b.ty(b.result(op, 0));
    let width = |t: Type| cx.bit_width(cx.elem_or_self(t));
    match kind {
        Cast::ExtU if def.isa::<ExtUIOp>(b) => {
            let source = b.operand(def, 0);
            b.set_operand(op, 0, source);
            Some(Folded::InPlace)
        }
        Cast::ExtS if def.isa::<ExtSIOp>(b) => {
            let source = b.operand(def, 0);
            b.set_operand(op, 0, source);
            Some(Folded::InPlace)
        }
        Cast::TruncI if def.isa::<ExtUIOp>(b) || def.isa::<ExtSIOp>(b) => {
            let source = b.operand(def, 0);
            if width(b.ty(source))? > width(ty)? {
                b.set_operand(op, 0, source);
                return Some(Folded::InPlace);
            }
            (b.ty(source) == ty).then(|| source.into())
        }
        Cast::TruncI if def.isa::<TruncIOp>(b) => {
            let source = b.operand(def, 0);
            b.set_operand(op, 0, source);
            Some(Folded::InPlace)
        }
        Cast::ExtF => {
            let trunc = def.as_op::<TruncFOp>(b)?;
            let source = trunc.in_(b);
            let contracts =
                |o: Op| FastMathFlags::from_attr(cx, b.attr(o, "fastmath")).contains(FastMathFlags::CONTRACT);
            (b.ty(source) == ty && contracts(op) && contracts(def)).then(|| source.into())
        }
        Cast::TruncF => {
            let ext = def.as_op::<ExtFOp>(b)?;
            let source = ext.in_(b);
            if width(b.ty(source))? > width(ty)? {
                b.set_operand(op, 0, source);
                return Some(Folded::InPlace);
            }
            (b.ty(source) == ty).then(|| source.into())
        }
        Cast::Bitcast => {
            let inner = def.as_op::<BitcastOp>(b)?;
            (b.ty(inner.in_(b)) == ty).then(|| inner.in_(b).into())
        }
        _ => None,
    }
}
