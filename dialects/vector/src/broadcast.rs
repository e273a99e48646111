//! `vector.broadcast`.

use strata_ir::prelude::*;

use crate::{
    ShapeCastOp,
    constraints::{same_elem, vector_of},
    fold::fixed_shape,
};

/// A scalar or vector, repeated along new dimensions and dimensions of size one.
#[op(
    name = "vector.broadcast",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize],
    asm = "$source attr-dict `:` type($source) `to` type($vector)",
)]
pub struct BroadcastOp {
    /// The value to repeat.
    pub source: Operand<AnyType>,
    /// The vector.
    pub vector: Res<AnyVector>,
}

/// Whether a value of type `from` can be repeated to a vector of type `to`.
pub fn is_broadcastable(cx: &Context, from: Type, to: Type) -> Result<(), String> {
    let Some(dst) = cx.type_as::<VectorType>(to) else {
        return Err("destination type is not a vector".into());
    };
    let Some(src) = cx.type_as::<VectorType>(from) else {
        if from == dst.elem {
            return Ok(());
        }
        return Err("source type is not a vector".into());
    };
    if src.shape.len() > dst.shape.len() {
        return Err("source rank higher than destination rank".into());
    }
    let lead = dst.shape.len() - src.shape.len();
    for (i, &s) in src.shape.iter().enumerate() {
        let d = dst.shape[lead + i];
        let (ss, ds) = (src.scalable.get(i) == Some(&true), dst.scalable.get(lead + i) == Some(&true));
        if s != d && s != 1 || ss != ds && !(s == 1 && !ss) {
            let show = |n: i64, scalable: bool| if scalable { format!("[{n}]") } else { n.to_string() };
            return Err(format!("dimension mismatch ({} vs. {})", show(s, ss), show(d, ds)));
        }
    }
    Ok(())
}

impl Verify for BroadcastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elem(b, self.source(b), self.vector(b), "source operand and result")?;
        is_broadcastable(b.cx(), b.ty(self.source(b)), b.ty(self.vector(b)))?;
        Ok(())
    }
}

/// The value that `v` repeats: the source of a broadcast, or of a cast that only adds dimensions of size one in front.
pub(crate) fn repeated(b: &Body, v: Value) -> Option<Value> {
    if let Some(bc) = b.def_as::<BroadcastOp>(v) {
        return Some(bc.source(b));
    }
    let from = b.def_as::<ShapeCastOp>(v)?.source(b);
    fixed_shape(b, v)?.ends_with(fixed_shape(b, from)?).then_some(from)
}
/// The scalar that all elements of `v` are.
pub(crate) fn repeated_scalar(b: &Body, v: Value) -> Option<Value> {
    let from = b.def_as::<BroadcastOp>(v)?.source(b);
    vector_of(b, from).is_none().then_some(from)
}

/// The vector before a cast that only adds or takes dimensions of size one in front, where it can be repeated as well.
fn before_leading_dims(b: &Body, v: Value, ty: Type) -> Option<Value> {
    let from = b.def_as::<ShapeCastOp>(v)?.source(b);
    let (before, after) = (fixed_shape(b, from)?, fixed_shape(b, v)?);
    let n = before.len().min(after.len());
    let same = before[before.len() - n..] == after[after.len() - n..];
    (same && is_broadcastable(b.cx(), b.ty(from), ty).is_ok()).then_some(from)
}

impl Fold for BroadcastOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (source, ty) = (self.source(b), b.ty(self.vector(b)));
        if b.ty(source) == ty {
            return Some(source.into());
        }
        if let Some(from) = before_leading_dims(b, source, ty) {
            self.set_source(b, from);
            return Some(Folded::InPlace);
        }
        let cx = b.cx();
        if let Some(poison) = crate::fold::poison(cx, consts.first()) {
            return Some(poison);
        }
        let value = (*consts.first()?)?;
        if vector_of(b, self.vector(b)).is_some_and(|v| !v.scalable.is_empty())
            && cx.attr_as::<DenseElementsAttr>(value).is_some()
        {
            return None;
        }
        let scalar = cx.splat_value(value).unwrap_or(value);
        cx.splat_attr(ty, scalar).map(Into::into)
    }
}

impl Canonicalize for BroadcastOp {
    /// A broadcast of a broadcast is one.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let inner = rw.def_of::<BroadcastOp>(self.source(rw))?;
        let source = inner.source(rw);
        is_broadcastable(rw.cx(), rw.ty(source), rw.ty(self.vector(rw))).ok()?;
        rw.set_operand(*self, 0, source);
        Some(())
    }
}
