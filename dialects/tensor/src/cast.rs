//! `tensor.cast` and `tensor.bitcast`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::constraints::NumericTensor;

/// The same tensor with more or fewer static sizes.
#[op(
    name = "tensor.cast",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize, ResultNames],
    asm = "$source attr-dict `:` type($source) `to` type($dest)",
)]
pub struct CastOp {
    /// The tensor to cast.
    pub source: Operand<AnyTensor>,
    /// The same with another type.
    pub dest: Res<AnyTensor>,
}

/// The same bits as elements of another type of the same width.
#[op(
    name = "tensor.bitcast",
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "$source attr-dict `:` type($source) `to` type($dest)",
)]
pub struct BitcastOp {
    /// The tensor to cast.
    pub source: Operand<NumericTensor>,
    /// The same with another element type.
    pub dest: Res<NumericTensor>,
}

crate::result_name!(CastOp => "cast");

/// Whether every size is equal or unknown in one of the shapes; an unranked shape is compatible with all.
pub fn compatible_shapes(a: Option<&[i64]>, b: Option<&[i64]>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return true };
    a.len() == b.len() && a.iter().zip(b).all(|(&x, &y)| x == y || x == DYNAMIC || y == DYNAMIC)
}

/// Whether `tensor.cast` may convert one type to the other. Encodings, such as bounds, may be dropped or added.
pub fn cast_compatible(cx: &Context, a: Type, b: Type) -> bool {
    let (Some(x), Some(y)) = (cx.shaped(a), cx.shaped(b)) else { return false };
    x.elem == y.elem && compatible_shapes(x.shape, y.shape)
}

/// Whether an op may take the source of this cast instead of its result without losing information: the source has
/// the same element type and rank, and every static size of the result.
pub fn can_fold_into_consumer(b: &Body, cast: CastOp) -> bool {
    let cx = b.cx();
    let get = |v| cx.type_as::<TensorType>(b.ty(v));
    let (Some(s), Some(d)) = (get(cast.source(b)), get(cast.dest(b))) else { return false };
    s.elem == d.elem
        && s.encoding == d.encoding
        && s.shape.len() == d.shape.len()
        && s.shape.iter().zip(&d.shape).all(|(&x, &y)| x == y || y == DYNAMIC)
}

/// Whether a type has every static size of another type of the same rank.
pub(crate) fn knows_as_much(cx: &Context, ty: Type, other: Type) -> bool {
    let (Some(t), Some(o)) = (cx.type_as::<TensorType>(ty), cx.type_as::<TensorType>(other)) else {
        return false;
    };
    t.shape.len() == o.shape.len()
        && t.shape.iter().zip(&o.shape).all(|(&t, &o)| t != DYNAMIC || o == DYNAMIC)
}

/// The source of a foldable cast that defines `v`.
pub fn cast_source(b: &Body, v: Value) -> Option<Value> {
    let cast = b.def_as::<CastOp>(v)?;
    can_fold_into_consumer(b, cast).then(|| cast.source(b))
}

/// Gives result `n` of `op` another type; its users see a cast to the type before.
pub fn retype_result(op: Op, n: usize, ty: Type, rw: &mut Rewriter<'_>) {
    let Some(&result) = rw.results(op).get(n) else { return };
    let (old, at) = (rw.ty(result), rw.point());
    if old == ty {
        return;
    }
    let users: SmallVec<[(Op, usize); 4]> = rw.uses_of(result).collect();
    rw.body().set_type(result, ty);
    if users.is_empty() {
        return;
    }
    let after = InsertPoint::after(rw, op);
    rw.goto(after);
    let cast = CastOp::build(rw, result, old);
    for (user, i) in users {
        rw.set_operand(user, i, cast);
    }
    rw.goto(at);
}

impl Verify for CastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (from, to) = (b.ty(self.source(b)), b.ty(self.dest(b)));
        verify_cast(b, cast_compatible(b.cx(), from, to), from, to)
    }
}
impl Verify for BitcastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (cx, from, to) = (b.cx(), b.ty(self.source(b)), b.ty(self.dest(b)));
        let width = |t| cx.bit_width(cx.elem_or_self(t));
        let (x, y) = (cx.shaped(from).and_then(|s| s.shape), cx.shaped(to).and_then(|s| s.shape));
        let same_kind = x.is_some() == y.is_some();
        verify_cast(b, same_kind && width(from) == width(to) && compatible_shapes(x, y), from, to)
    }
}
fn verify_cast(b: &Body, ok: bool, from: Type, to: Type) -> VerifyResult {
    let text = |t| b.cx().type_to_string(t);
    ensure!(ok, "operand type '{}' and result type '{}' are cast incompatible", text(from), text(to));
    Ok(())
}

impl Fold for CastOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (from, to) = (b.ty(self.source(b)), b.ty(self.dest(b)));
        if from == to {
            return Some(self.source(b).into());
        }
        // A constant may be given its type with all sizes known.
        let cx = b.cx();
        let dense = cx.attr_as::<DenseElementsAttr>((*consts.first()?)?)?;
        let known = cx.shaped(to).is_some_and(|s| s.is_static());
        known.then(|| cx.attr(DenseElementsAttr { ty: to, ..dense.clone() }).into())
    }
}
impl Fold for BitcastOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let source = self.source(b);
        if b.ty(source) == b.ty(self.dest(b)) {
            return Some(source.into());
        }
        let inner = b.def_as::<BitcastOp>(source)?;
        let origin = inner.source(b);
        if b.ty(origin) == b.ty(self.dest(b)) {
            return Some(origin.into());
        }
        self.set_source(b, origin);
        Some(Folded::InPlace)
    }
}

/// The type with the static sizes of both types; `None` when they contradict.
pub fn join_shapes(cx: &Context, a: Type, b: Type) -> Option<Type> {
    let (Some(x), Some(y)) = (cx.type_as::<TensorType>(a), cx.type_as::<TensorType>(b)) else {
        return Some(if cx.type_as::<TensorType>(a).is_some() { a } else { b });
    };
    if x.shape.len() != y.shape.len() {
        return None;
    }
    let join = |(&p, &q): (&i64, &i64)| match (p, q) {
        (DYNAMIC, q) => Some(q),
        (p, DYNAMIC) => Some(p),
        (p, q) => (p == q).then_some(p),
    };
    let shape = x.shape.iter().zip(&y.shape).map(join).collect::<Option<_>>()?;
    Some(cx.ty(TensorType { shape, ..x.clone() }))
}

impl Canonicalize for CastOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        chained_cast(*self, rw)
            .or_else(|| through_extract_slice(*self, rw))
            .or_else(|| through_empty(*self, rw))
    }
}

/// Merges a cast of a cast, where the intermediate type has no additional static sizes.
fn chained_cast(op: CastOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let inner = rw.def_of::<CastOp>(op.source(rw))?;
    let (source, middle, result) = (rw.ty(inner.source(rw)), rw.ty(inner.dest(rw)), rw.ty(op.dest(rw)));
    let cx = rw.cx();
    let all = join_shapes(cx, join_shapes(cx, source, middle)?, result)?;
    let without = join_shapes(cx, source, result)?;
    if all != without {
        return None;
    }
    let origin = inner.source(rw);
    let new = CastOp::build(rw, origin, result);
    rw.replace_op(op, &[new]);
    Some(())
}

/// Absorbs a cast that adds static sizes to a slice.
fn through_extract_slice(op: CastOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let slice = rw.def_of::<crate::ExtractSliceOp>(op.source(rw))?;
    let cx = rw.cx();
    let (old, new) = (rw.ty(op.source(rw)), rw.ty(op.dest(rw)));
    let (from, to) = (cx.type_as::<TensorType>(old)?, cx.type_as::<TensorType>(new)?);
    let tells_more = to.shape.iter().zip(&from.shape).all(|(&t, &f)| f == DYNAMIC || t == f);
    if from.shape == to.shape || !tells_more {
        return None;
    }
    let dropped = slice.dropped_dims(rw);
    let mut sizes = crate::OffsetSizeStride::mixed_sizes(&slice, rw);
    let mut d = 0;
    for (i, size) in sizes.iter_mut().enumerate() {
        if dropped[i] {
            continue;
        }
        if to.shape[d] != DYNAMIC {
            *size = crate::MixedIndex::Static(to.shape[d]);
        }
        d += 1;
    }
    let (offsets, strides) = (
        crate::OffsetSizeStride::mixed_offsets(&slice, rw),
        crate::OffsetSizeStride::mixed_strides(&slice, rw),
    );
    let source = slice.source(rw);
    let value = crate::ExtractSliceOp::of_type(rw, source, &offsets, &sizes, &strides, new);
    rw.replace_op(op, &[value]);
    Some(())
}

/// Absorbs a cast that adds static sizes to a `tensor.empty`.
fn through_empty(op: CastOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = op.source(rw);
    let empty = rw.def_of::<crate::EmptyOp>(source)?;
    let (old, new) = (rw.ty(source), rw.ty(op.dest(rw)));
    if !knows_as_much(rw.cx(), new, old) {
        return None;
    }
    let shape = rw.cx().type_as::<TensorType>(new)?.shape.clone();
    let sizes = empty.mixed_sizes(rw);
    let values = shape.iter().zip(sizes).filter(|(d, _)| **d == DYNAMIC).filter_map(|(_, s)| s.value());
    let values: Vec<Value> = values.collect();
    let new = crate::EmptyOp::build(rw, &values, new);
    rw.replace_op(op, &[new]);
    Some(())
}
