//! `memref.subview`.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{
    MixedIndex, OffsetSizeStride, fold_place, in_bounds,
    index_list::{self, OFFSETS, SIZES, STRIDES},
    rank_reduction, verify_lists,
};

use crate::{
    CastOp,
    layout::{self, Strided, add, mul},
};

/// A part of a buffer, in place.
#[op(
    name = "memref.subview",
    traits = [AttrSizedOperandSegments, Pure],
    interfaces = [Verify, Fold, Canonicalize, OffsetSizeStride, ResultNames],
    asm = "$source `` custom<OFFSETS>($offsets, $static_offsets) custom<SIZES>($sizes, $static_sizes) custom<STRIDES>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
)]
pub struct SubViewOp {
    /// The buffer.
    pub source: Operand<AnyMemRef>,
    /// Dynamic offsets.
    pub offsets: Variadic<Index>,
    /// Dynamic sizes.
    pub sizes: Variadic<Index>,
    /// Dynamic strides.
    pub strides: Variadic<Index>,
    /// Offsets.
    pub static_offsets: Attr<I64Array>,
    /// Sizes.
    pub static_sizes: Attr<I64Array>,
    /// Strides.
    pub static_strides: Attr<I64Array>,
    /// The part; dimensions of size 1 may be left out.
    pub result: Res<AnyMemRef>,
}

strata_tensor::result_name!(SubViewOp => "subview");
strata_tensor::offset_size_stride!(SubViewOp);

impl SubViewOp {
    /// The type of a part of a buffer, with the rank of the buffer.
    pub fn infer_type(
        cx: &Context,
        source: Type,
        offsets: &[i64],
        sizes: &[i64],
        strides: &[i64],
    ) -> Option<Type> {
        let t = cx.type_as::<MemRefType>(source)?;
        let from = layout::strides(cx, source)?;
        let offset = offsets.iter().zip(&from.strides).fold(from.offset, |sum, (&o, &s)| add(sum, mul(o, s)));
        let strides = strides.iter().zip(&from.strides).map(|(&x, &y)| mul(x, y)).collect();
        Some(layout::with_layout(cx, t, sizes, &Strided { strides, offset }))
    }
    /// The same, for a result that leaves out dimensions of size 1 to have the shape `reduced`.
    pub fn infer_reduced_type(
        cx: &Context,
        source: Type,
        offsets: &[i64],
        sizes: &[i64],
        strides: &[i64],
        reduced: &[i64],
    ) -> Option<Type> {
        let full = Self::infer_type(cx, source, offsets, sizes, strides)?;
        if reduced.len() == sizes.len() {
            return Some(full);
        }
        let (t, known) = (cx.type_as::<MemRefType>(full)?, layout::strides(cx, full)?);
        let dropped = rank_reduction(sizes, reduced)?;
        let kept = known.strides.iter().zip(&dropped).filter(|(_, d)| !**d).map(|(&s, _)| s).collect();
        Some(layout::with_layout(cx, t, reduced, &Strided { strides: kept, offset: known.offset }))
    }
    /// The part with the given place; the result has the rank of the buffer.
    pub fn of(
        b: &mut Builder<'_>,
        source: Value,
        offsets: &[MixedIndex],
        sizes: &[MixedIndex],
        strides: &[MixedIndex],
    ) -> Option<Value> {
        let [o, s, t] = [offsets, sizes, strides].map(|l| index_list::split(l).0);
        let ty = Self::infer_type(b.cx(), b.ty(source), &o, &s, &t)?;
        Some(Self::of_type(b, source, offsets, sizes, strides, ty))
    }
    /// The part with the given place, as a value of the given type.
    pub fn of_type(
        b: &mut Builder<'_>,
        source: Value,
        offsets: &[MixedIndex],
        sizes: &[MixedIndex],
        strides: &[MixedIndex],
        ty: Type,
    ) -> Value {
        let [(so, vo), (ss, vs), (st, vt)] = [offsets, sizes, strides].map(index_list::split);
        let [so, ss, st] = [&so, &ss, &st].map(|s| b.cx().i64_array(s));
        Self::build(b, source, &vo, &vs, &vt, so, ss, st, ty)
    }
    /// Which dimensions of the buffer the result leaves out.
    pub fn dropped_dims(self, b: &Body) -> Vec<bool> {
        let sizes = index_list::statics(b, self.op(), "static_sizes");
        let reduced = b.cx().shaped(b.ty(self.result(b))).and_then(|s| s.shape).unwrap_or(&[]);
        rank_reduction(sizes, reduced).unwrap_or_else(|| vec![false; sizes.len()])
    }
}

impl Verify for SubViewOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (cx, op) = (b.cx(), self.op());
        let (from, to) = (b.ty(self.source(b)), b.ty(self.result(b)));
        let (Some(s), Some(t)) = (cx.type_as::<MemRefType>(from), cx.type_as::<MemRefType>(to)) else {
            return Ok(());
        };
        let text = |t| cx.type_to_string(t);
        verify_lists(b, op, &s.shape)?;
        ensure!(
            s.memory_space == t.memory_space,
            "different memory spaces specified for base memref type '{}' and subview memref type '{}'",
            text(from),
            text(to)
        );
        let get = |name| index_list::statics(b, op, name);
        let (o, z, st) = (get("static_offsets"), get("static_sizes"), get("static_strides"));
        let Some(expected) = Self::infer_type(cx, from, o, z, st) else {
            return Err(format!("base type '{}' is not strided", text(from)).into());
        };
        let e = text(expected);
        ensure!(
            t.shape.len() <= z.len(),
            "expected result rank to be smaller or equal to the source rank, but got {}",
            t.shape.len()
        );
        if rank_reduction(z, &t.shape).is_none() {
            return Err(VerifyError::bare(format!(
                "expected result type to be '{e}' or a rank-reduced version. (mismatch of result sizes), but got '{}'",
                text(to)
            )));
        }
        ensure!(s.elem == t.elem, "expected result element type to be '{}'", text(s.elem));
        let reduced = Self::infer_reduced_type(cx, from, o, z, st, &t.shape);
        let (want, got) = (reduced.and_then(|r| layout::strides(cx, r)), layout::strides(cx, to));
        let (Some(want), Some(got)) = (want, got) else {
            return Err(format!(
                "expected result type to be '{e}' or a rank-reduced version. (mismatch of result layout)"
            )
            .into());
        };
        ensure!(
            want.offset == got.offset,
            "expected result type to be '{e}' or a rank-reduced version. (mismatch of result layout)"
        );
        let same = want.strides.iter().zip(&got.strides).all(|(x, y)| x == y);
        ensure!(
            same && want.strides.len() == got.strides.len(),
            "expected result type to be '{e}' or a rank-reduced version. (mismatch of result layout)"
        );
        Ok(())
    }
}

impl Fold for SubViewOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let (source, result) = (self.source(b), b.ty(self.result(b)));
        let shape = b.cx().shaped(b.ty(source))?.shape?;
        let whole = !shape.contains(&DYNAMIC)
            && self.has_zero_offsets(b)
            && self.has_unit_strides(b)
            && self.mixed_sizes(b).iter().zip(shape).all(|(s, &d)| *s == MixedIndex::Static(d));
        (whole && b.ty(source) == result).then(|| source.into())
    }
}

impl Canonicalize for SubViewOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        constant_place(*self, rw)
            .or_else(|| compose(*self, rw))
            .or_else(|| of_cast(*self, rw))
            .or_else(|| whole(*self, rw))
    }
}

/// Replaces the op by a view at another place or of another buffer, with a cast to the type before.
fn replace(op: SubViewOp, rw: &mut Rewriter<'_>, source: Value, lists: &[Vec<MixedIndex>; 3]) -> Option<()> {
    let [o, s, t] = lists;
    let old = rw.ty(op.result(rw));
    let dropped = op.dropped_dims(rw);
    let reduced: Vec<i64> = s.iter().zip(&dropped).filter(|(_, d)| !**d).map(|(m, _)| m.as_dim()).collect();
    let [so, ss, st] = [o, s, t].map(|l| index_list::split(l).0);
    let whole = rw.cx().shaped(rw.ty(source))?.shape?;
    if !in_bounds(whole, o, s, t) {
        return None;
    }
    let ty = SubViewOp::infer_reduced_type(rw.cx(), rw.ty(source), &so, &ss, &st, &reduced)?;
    // Keep the type when it says the same in another way.
    let ty = if layout::same(rw.cx(), ty, old) { old } else { ty };
    if ty != old && !crate::cast::cast_compatible(rw.cx(), ty, old) {
        return None;
    }
    let new = SubViewOp::of_type(rw, source, o, s, t, ty);
    let value = if ty == old { new } else { CastOp::build(rw, new, old) };
    rw.replace_op(op, &[value]);
    Some(())
}

/// Values that are constants move into the lists.
fn constant_place(op: SubViewOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let lists = fold_place(&op, rw)?;
    let source = op.source(rw);
    replace(op, rw, source, &lists)
}

/// A view of a view is a view, where all offsets and strides between are constants.
fn compose(op: SubViewOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let inner = rw.def_of::<SubViewOp>(op.source(rw))?;
    if inner.dropped_dims(rw).contains(&true) {
        return None;
    }
    let (io, it) = (inner.mixed_offsets(rw), inner.mixed_strides(rw));
    let (o, t) = (op.mixed_offsets(rw), op.mixed_strides(rw));
    let (mut offsets, mut strides) = (Vec::new(), Vec::new());
    for i in 0..o.len() {
        let step = it[i].as_static()?;
        strides.push(match t[i].as_static() {
            Some(s) => MixedIndex::Static(s.checked_mul(step)?),
            None if step == 1 => t[i],
            None => return None,
        });
        offsets.push(match (o[i], io[i]) {
            (MixedIndex::Static(x), MixedIndex::Static(y)) => {
                MixedIndex::Static(x.checked_mul(step)?.checked_add(y)?)
            }
            (MixedIndex::Static(0), y) => y,
            (x, MixedIndex::Static(0)) if step == 1 => x,
            _ => return None,
        });
    }
    let sizes = op.mixed_sizes(rw);
    let source = inner.source(rw);
    replace(op, rw, source, &[offsets, sizes, strides])
}

/// A view of a cast is a view of what is cast, where the cast only forgets.
fn of_cast(op: SubViewOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = op.source(rw);
    let origin = crate::cast::cast_source(rw, source)?;
    let cx = rw.cx();
    let (from, to) = (cx.type_as::<MemRefType>(rw.ty(origin))?, cx.type_as::<MemRefType>(rw.ty(source))?);
    let forgets = from.shape.iter().zip(&to.shape).all(|(&x, &y)| x == y || y == DYNAMIC);
    if !forgets {
        return None;
    }
    let lists = [op.mixed_offsets(rw), op.mixed_sizes(rw), op.mixed_strides(rw)];
    replace(op, rw, origin, &lists)
}

/// A view of all of a buffer is a cast.
fn whole(op: SubViewOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = op.source(rw);
    let shape = rw.cx().shaped(rw.ty(source))?.shape?;
    let all = !shape.contains(&DYNAMIC)
        && op.has_zero_offsets(rw)
        && op.has_unit_strides(rw)
        && op.mixed_sizes(rw).iter().zip(shape).all(|(s, &d)| *s == MixedIndex::Static(d));
    let old = rw.ty(op.result(rw));
    if !all
        || op.dropped_dims(rw).contains(&true)
        || !crate::cast::cast_compatible(rw.cx(), rw.ty(source), old)
    {
        return None;
    }
    let cast = CastOp::build(rw, source, old);
    rw.replace_op(op, &[cast]);
    Some(())
}
