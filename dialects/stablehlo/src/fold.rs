//! Folds that need no arithmetic on elements: identities, and ops that undo each other.
//!
//! A fold must give the same values for every input: adding zero keeps floats only when the zero is negative, and
//! multiplying by zero keeps nothing of a NaN.

use strata_ir::prelude::*;

use crate::{infer, ops::*};

/// The scalar that every element of a constant equals.
fn splat(cx: &Context, attr: Option<Attr>) -> Option<Attr> {
    cx.splat_value(attr?)
}
/// Whether all elements are the integer 0.
fn is_int_zero(cx: &Context, attr: Option<Attr>) -> bool {
    splat(cx, attr).and_then(|a| cx.attr_as::<IntegerAttr>(a)).is_some_and(|i| i.value.is_zero())
}
/// Whether all elements are the integer 1.
fn is_int_one(cx: &Context, attr: Option<Attr>) -> bool {
    splat(cx, attr).and_then(|a| cx.attr_as::<IntegerAttr>(a)).is_some_and(|i| i.value.is_one())
}
/// Whether all elements are integers with all bits set.
fn is_all_ones(cx: &Context, attr: Option<Attr>) -> bool {
    splat(cx, attr).and_then(|a| cx.attr_as::<IntegerAttr>(a)).is_some_and(|i| i.value.is_all_ones())
}
/// Whether all elements are the float with these properties.
fn is_float_where(
    cx: &Context,
    attr: Option<Attr>,
    f: impl Fn(strata_ir::num::FloatFormat, u128) -> bool,
) -> bool {
    let float = splat(cx, attr).and_then(|a| cx.attr_as::<FloatAttr>(a));
    float.is_some_and(|v| cx.as_float(v.ty).is_some_and(|format| f(format, v.bits)))
}
/// `value` as the result of `op`, when its type is that of the result.
fn same_type(b: &Body, op: Op, value: Value) -> Option<Folded> {
    (b.ty(value) == b.ty(b.result(op, 0))).then(|| value.into())
}
/// A constant as the result of `op`, when its type is that of the result.
fn same_attr(b: &Body, op: Op, attr: Option<Attr>) -> Option<Folded> {
    let attr = attr?;
    (b.cx().attr_type(attr) == Some(b.ty(b.result(op, 0)))).then(|| attr.into())
}
fn is_pred(b: &Body, value: Value) -> bool {
    b.cx().elem_or_self(b.ty(value)) == b.cx().i1()
}
/// Whether the elements are integers of more than one bit.
fn is_int(b: &Body, value: Value) -> bool {
    let elem = b.cx().elem_or_self(b.ty(value));
    b.cx().as_int(elem).is_some_and(|t| t.width > 1)
}

impl Fold for AddOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        let neutral = |a| {
            // Only -0.0 is neutral: -0.0 + 0.0 is 0.0.
            is_int_zero(cx, a) || is_float_where(cx, a, |f, bits| f.is_zero(bits) && f.is_negative(bits))
        };
        if neutral(consts[1]) {
            return same_type(b, self.op(), self.lhs(b));
        }
        if neutral(consts[0]) {
            return same_type(b, self.op(), self.rhs(b));
        }
        None
    }
}
impl Fold for SubtractOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        if is_int_zero(cx, consts[1])
            || is_float_where(cx, consts[1], |f, bits| f.is_zero(bits) && !f.is_negative(bits))
        {
            return same_type(b, self.op(), self.lhs(b));
        }
        if self.lhs(b) == self.rhs(b) && is_int(b, self.lhs(b)) {
            return zero_of(b, self.op());
        }
        None
    }
}
/// The integer constant 0 as the result of `op`, when its shape is known.
fn zero_of(b: &Body, op: Op) -> Option<Folded> {
    let ty = b.ty(b.result(op, 0));
    b.cx().shaped(ty)?.num_elements()?;
    let zero = b.cx().int_attr(0, b.cx().elem_or_self(ty));
    b.cx().splat_attr(ty, zero).map(Into::into)
}
impl Fold for MulOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        let values = [self.lhs(b), self.rhs(b)];
        for (i, &a) in consts.iter().take(2).enumerate() {
            let other = values[1 - i];
            let one = is_int_one(cx, a) || is_float_where(cx, a, |f, bits| bits == f.one());
            if one {
                return same_type(b, self.op(), other);
            }
            if is_int_zero(cx, a) {
                return same_attr(b, self.op(), a);
            }
        }
        None
    }
}
impl Fold for DivOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        if is_int_one(cx, consts[1]) || is_float_where(cx, consts[1], |f, bits| bits == f.one()) {
            return same_type(b, self.op(), self.lhs(b));
        }
        None
    }
}
macro_rules! fold_idempotent {
    ($($op:ident),*) => {$(
        impl Fold for $op {
            fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
                let x = self.lhs(b);
                // Both parts of the result are NaN if one part of a complex number is.
                let complex = b.cx().type_as::<ComplexType>(b.cx().elem_or_self(b.ty(x))).is_some();
                if x == self.rhs(b) && !complex { same_type(b, self.op(), x) } else { None }
            }
        }
    )*};
}
fold_idempotent!(MaxOp, MinOp);

impl Fold for AndOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        fold_bits(b, self.op(), consts, is_all_ones, is_int_zero)
    }
}
impl Fold for OrOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        fold_bits(b, self.op(), consts, is_int_zero, is_all_ones)
    }
}
/// `x op x`, `x op neutral` and `x op absorbing`.
fn fold_bits(
    b: &Body,
    op: Op,
    consts: &[Option<Attr>],
    neutral: fn(&Context, Option<Attr>) -> bool,
    absorbing: fn(&Context, Option<Attr>) -> bool,
) -> Option<Folded> {
    let values = [b.operand(op, 0), b.operand(op, 1)];
    if values[0] == values[1] {
        return same_type(b, op, values[0]);
    }
    for i in 0..2 {
        if neutral(b.cx(), consts[i]) {
            return same_type(b, op, values[1 - i]);
        }
        if absorbing(b.cx(), consts[i]) {
            return same_attr(b, op, consts[i]);
        }
    }
    None
}
impl Fold for XorOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let values = [self.lhs(b), self.rhs(b)];
        if values[0] == values[1] {
            return zero_of(b, self.op());
        }
        (0..2).find(|&i| is_int_zero(b.cx(), consts[i])).and_then(|i| same_type(b, self.op(), values[1 - i]))
    }
}

impl Fold for CompareOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        use crate::ComparisonDirection as D;
        // NaN differs from itself, so only integers and booleans are known to be equal.
        if self.lhs(b) != self.rhs(b) || !(is_int(b, self.lhs(b)) || is_pred(b, self.lhs(b))) {
            return None;
        }
        let holds = matches!(self.direction(b), D::Eq | D::Le | D::Ge);
        let ty = b.ty(self.result(b));
        b.cx().shaped(ty)?.num_elements()?;
        b.cx().splat_attr(ty, b.cx().bool_attr(holds)).map(Into::into)
    }
}
impl Fold for SelectOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (on_true, on_false) = (self.on_true(b), self.on_false(b));
        if on_true == on_false {
            return same_type(b, self.op(), on_true);
        }
        if is_all_ones(b.cx(), consts[0]) {
            return same_type(b, self.op(), on_true);
        }
        if is_int_zero(b.cx(), consts[0]) {
            return same_type(b, self.op(), on_false);
        }
        None
    }
}
impl Fold for ConvertOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        same_type(b, self.op(), self.operand(b))
    }
}
impl Fold for BitcastConvertOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        same_type(b, self.op(), self.operand(b))
    }
}
impl Fold for ReshapeOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if let Some(same) = same_type(b, self.op(), self.operand(b)) {
            return Some(same);
        }
        let ty = b.ty(self.result(b));
        if let Some(attr) = consts[0] {
            let dense = b.cx().attr_as::<DenseElementsAttr>(attr)?;
            let elems = b.cx().elem_or_self(dense.ty) == b.cx().elem_or_self(ty);
            let fixed = b.cx().shaped(ty).is_some_and(|s| s.is_static());
            return (elems && fixed).then(|| b.cx().attr(DenseElementsAttr { ty, ..dense.clone() }).into());
        }
        // A reshape of a reshape is one reshape.
        let inner = b.def_as::<ReshapeOp>(self.operand(b))?;
        let source = inner.operand(b);
        if b.ty(source) == ty {
            return Some(source.into());
        }
        b.set_operand(self.op(), 0, source);
        Some(Folded::InPlace)
    }
}
impl Fold for TransposeOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if self.dims(b).iter().enumerate().all(|(i, &d)| i as i64 == d) {
            return same_type(b, self.op(), self.operand(b));
        }
        let value = splat(b.cx(), consts[0])?;
        b.cx().splat_attr(b.ty(self.result(b)), value).map(Into::into)
    }
}
impl Canonicalize for TransposeOp {
    /// A transpose of a transpose is one transpose.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let inner = rw.def_of::<TransposeOp>(self.operand(rw))?;
        let dims: Vec<i64> =
            self.dims(rw).iter().map(|&d| inner.dims(rw).get(d as usize).copied()).collect::<Option<_>>()?;
        let (source, dims) = (inner.operand(rw), rw.cx().i64_array(&dims));
        self.set_permutation(rw.body(), dims);
        rw.set_operand(self.op(), 0, source);
        Some(())
    }
}
impl Fold for BroadcastInDimOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let ty = b.ty(self.result(b));
        let identity = self.dims(b).iter().enumerate().all(|(i, &d)| i as i64 == d);
        if identity && b.ty(self.operand(b)) == ty {
            return Some(self.operand(b).into());
        }
        let value = splat(b.cx(), consts[0])?;
        b.cx().shaped(ty)?.num_elements()?;
        b.cx().splat_attr(ty, value).map(Into::into)
    }
}
impl Canonicalize for BroadcastInDimOp {
    /// A broadcast of a broadcast is one broadcast.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let inner = rw.def_of::<BroadcastInDimOp>(self.operand(rw))?;
        let outer = self.dims(rw);
        let dims: Vec<i64> =
            inner.dims(rw).iter().map(|&d| outer.get(d as usize).copied()).collect::<Option<_>>()?;
        let (source, dims) = (inner.operand(rw), rw.cx().i64_array(&dims));
        self.set_broadcast_dimensions(rw.body(), dims);
        rw.set_operand(self.op(), 0, source);
        Some(())
    }
}
impl Fold for ReverseOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let shape = infer::sizes(b.cx(), b.ty(self.operand(b)));
        if self.dims(b).iter().all(|&d| shape.get(d as usize) == Some(&1)) {
            return same_type(b, self.op(), self.operand(b));
        }
        splat(b.cx(), consts[0])?;
        same_attr(b, self.op(), consts[0])
    }
}
impl Fold for SliceOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        // A slice of the type of its operand takes all of it: sizes shrink with every step over 1.
        let ty = b.ty(self.operand(b));
        if b.cx().shaped(ty).is_some_and(|s| s.is_static()) && ty == b.ty(self.result(b)) {
            return Some(self.operand(b).into());
        }
        let value = splat(b.cx(), consts[0])?;
        b.cx().splat_attr(b.ty(self.result(b)), value).map(Into::into)
    }
}
impl Fold for PadOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let [low, high, interior] = self.padding(b);
        if low.iter().chain(high).chain(interior).all(|&n| n == 0) {
            return same_type(b, self.op(), self.operand(b));
        }
        let (value, padding) = (splat(b.cx(), consts[0])?, splat(b.cx(), consts[1])?);
        let ty = b.ty(self.result(b));
        b.cx().shaped(ty)?.num_elements()?;
        if value == padding { b.cx().splat_attr(ty, value).map(Into::into) } else { None }
    }
}
impl Fold for ConcatenateOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        if b.num_operands(self.op()) == 1 { same_type(b, self.op(), b.operand(self.op(), 0)) } else { None }
    }
}
impl Fold for DynamicUpdateSliceOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        // An update as large as the operand replaces all of it, because the start is moved to 0.
        let ty = b.ty(self.update(b));
        let fixed = b.cx().shaped(ty).is_some_and(|s| s.is_static());
        if fixed && ty == b.ty(self.operand(b)) { same_type(b, self.op(), self.update(b)) } else { None }
    }
}

/// Replaces `op` by the ops of the only block of `region`.
fn inline(rw: &mut Rewriter<'_>, op: Op, region: Region) -> Option<()> {
    let &[block] = rw.blocks(region) else { return None };
    let end = rw.last_op(block)?;
    let values: SmallVec<[Value; 4]> = rw.operands(end).collect();
    let at = InsertPoint::before(rw, op);
    // The terminator moves too, and goes afterwards.
    rw.inline_block_before(block, at, &[]);
    rw.erase_op(end);
    rw.replace_op(op, &values);
    Some(())
}
impl Canonicalize for IfOp {
    /// An `if` on a constant is its branch.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let pred = constant_value(rw, self.pred(rw))?;
        let yes = is_all_ones(rw.cx(), Some(pred));
        let region = if yes { self.true_branch(rw) } else { self.false_branch(rw) };
        inline(rw, self.op(), region)
    }
}
impl Canonicalize for CaseOp {
    /// A `case` on a constant, or with one branch, is its branch.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let n = self.branches(rw).len();
        let index = if n == 1 {
            0
        } else {
            let value = constant_value(rw, self.index(rw))?;
            let index = rw.cx().attr_i64(splat(rw.cx(), Some(value))?)?;
            usize::try_from(index).ok().filter(|&i| i < n).unwrap_or(n - 1)
        };
        let region = self.branches(rw)[index];
        inline(rw, self.op(), region)
    }
}
