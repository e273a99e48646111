//! Folding for an unknown width of `index`: a result counts where 32 and 64 bits agree on it.

use strata_arith::eval::{IntBinary, int_binary};
use strata_ir::{num::ApInt, prelude::*};

/// The value of an integer constant.
pub fn integer(cx: &Context, constant: Option<Attr>) -> Option<ApInt> {
    Some(cx.attr_as::<IntegerAttr>(constant?)?.value.sext_or_trunc(64))
}

/// An attribute of type `index`.
pub fn index_attr(cx: &Context, value: ApInt) -> Attr {
    cx.attr(IntegerAttr { value, ty: cx.index() })
}

/// Whether the low 32 bits of a result depend only on the low 32 bits of the operands.
fn is_modular(kind: IntBinary) -> bool {
    use IntBinary::*;
    matches!(kind, Add | Sub | Mul | And | Or | Xor)
}

/// The result of an op on constants, if it does not depend on the width of `index`.
pub fn evaluate(kind: IntBinary, a: &ApInt, b: &ApInt) -> Option<ApInt> {
    let wide = int_binary(kind, a, b)?;
    if is_modular(kind) {
        return Some(wide);
    }
    let narrow = int_binary(kind, &a.trunc(32), &b.trunc(32))?;
    (wide.trunc(32) == narrow).then_some(wide)
}

/// Folds a binary op: constants, and a neutral right operand.
pub fn fold_binary(kind: IntBinary, op: Op, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
    use IntBinary::*;
    let cx = b.cx();
    let (lhs, rhs) = (integer(cx, consts[0]), integer(cx, consts[1]));
    if let (Some(x), Some(y)) = (&lhs, &rhs)
        && let Some(value) = evaluate(kind, x, y)
    {
        return Some(index_attr(cx, value).into());
    }
    let left = b.operand(op, 0);
    if let Some(y) = &rhs {
        match kind {
            Add | Sub if y.is_zero() => return Some(left.into()),
            Mul if y.is_one() => return Some(left.into()),
            Mul if y.is_zero() => return Some(index_attr(cx, y.clone()).into()),
            _ => (),
        }
    }
    if b.has_trait(op, Trait::Commutative) && lhs.is_some() && rhs.is_none() {
        return strata_arith::fold::constant_to_right(op, b, consts);
    }
    None
}

/// `op(op(x, c), d) = op(x, op(c, d))` for an associative op.
pub fn associate(kind: IntBinary, op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (left, right) = (rw.operand(op, 0), rw.operand(op, 1));
    let inner = rw.def_op(left).filter(|&inner| std::ptr::eq(rw.info(inner), rw.info(op)))?;
    let constant = |rw: &Rewriter<'_>, v: Value| integer(rw.cx(), constant_value(rw, v));
    let (c, d) = (constant(rw, rw.operand(inner, 1))?, constant(rw, right)?);
    let value = index_attr(rw.cx(), evaluate(kind, &c, &d)?);
    let x = rw.operand(inner, 0);
    let ty = rw.cx().index();
    let both = rw.constant("index", value, ty)?;
    let mut state = OpState::new(rw.info(op), rw.loc(op));
    state.operands.extend([x, both]);
    state.result_types.push(ty);
    let new = rw.create(state);
    let result = rw.result(new, 0);
    rw.replace_op(op, &[result]);
    Some(())
}
