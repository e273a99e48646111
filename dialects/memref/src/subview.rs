//! `memref.subview`.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{
    MixedIndex, OffsetSizeStride, fold_place, in_bounds,
    index_list::{self, OFFSETS, SIZES, STRIDES},
    rank_reduction, verify_bounds, verify_lists,
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
    /// The part with the given place; the result has the rank of the buffer.
    pub fn create(
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
    pub fn dropped_dims(self, b: &Body) -> Option<Vec<bool>> {
        let get = |name| index_list::statics(b, self.op(), name);
        let (o, s, t) = (get("static_offsets"), get("static_sizes"), get("static_strides"));
        let full = Self::infer_type(b.cx(), b.ty(self.source(b)), o, s, t)?;
        dropped(b.cx(), full, b.ty(self.result(b)), s)
    }
}

/// The dimensions of a view of type `full` that a result of type `reduced` drops. Among several dimensions of size
/// one, strides decide.
fn dropped(cx: &Context, full: Type, reduced: Type, sizes: &[i64]) -> Option<Vec<bool>> {
    let (kept, rank) = (cx.shaped(reduced)?.rank()?, sizes.len());
    if rank == kept {
        return Some(vec![false; rank]);
    }
    let mut out: Vec<bool> = sizes.iter().map(|&s| s == 1).collect();
    if out.iter().filter(|d| **d).count() + kept == rank {
        return Some(out);
    }
    let (before, after) = (layout::strides(cx, full)?.strides, layout::strides(cx, reduced)?.strides);
    let count = |list: &[i64], stride: i64| list.iter().filter(|&&s| s == stride).count();
    let mut left = before.clone();
    for (i, &stride) in before.iter().enumerate().filter(|(i, _)| sizes[*i] == 1) {
        let (have, want) = (count(&left, stride), count(&after, stride));
        if have < want {
            return None;
        }
        out[i] = have > want;
        if let Some(at) = left.iter().position(|&s| s == stride).filter(|_| have > want) {
            left.swap_remove(at);
        }
    }
    (out.iter().filter(|d| **d).count() + kept == rank).then_some(out)
}

impl Verify for SubViewOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let rank = b.cx().shaped(b.ty(self.source(b))).and_then(|s| s.rank()).unwrap_or(0);
        verify_lists(b, self.op(), [rank; 3])?;
        // MLIR prints these errors without the prefix of the op.
        self.verify_type(b).map_err(|e| VerifyError { bare: true, ..e })
    }
}

impl SubViewOp {
    /// Checks the type of the result against the buffer and the lists.
    fn verify_type(self, b: &Body) -> VerifyResult {
        let (cx, op) = (b.cx(), self.op());
        let (from, to) = (b.ty(self.source(b)), b.ty(self.result(b)));
        let (Some(s), Some(t)) = (cx.type_as::<MemRefType>(from), cx.type_as::<MemRefType>(to)) else {
            return Ok(());
        };
        let text = |t| cx.type_to_string(t);
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
        ensure!(
            t.shape.len() <= z.len(),
            "expected result rank to be smaller or equal to the source rank, but got '{}'",
            text(to)
        );
        let mismatch = |what: &str| {
            let (e, got) = (text(expected), text(to));
            VerifyError::from(format!(
                "expected result type to be '{e}' or a rank-reduced version. (mismatch of result {what}), but got '{got}'"
            ))
        };
        if rank_reduction(z, &t.shape).is_none() {
            return Err(mismatch("sizes"));
        }
        ensure!(
            s.elem == t.elem,
            "expected result element type to be '{}', but got '{}'",
            text(s.elem),
            text(to)
        );
        let (want, got) = (layout::strides(cx, expected), layout::strides(cx, to));
        let (Some(want), Some(got), Some(dropped)) = (want, got, dropped(cx, expected, to, z)) else {
            return Err(mismatch("layout"));
        };
        let kept = want.strides.iter().zip(&dropped).filter(|(_, d)| !**d).map(|(s, _)| s);
        if want.offset != got.offset || !kept.eq(&got.strides) {
            return Err(mismatch("layout"));
        }
        verify_bounds(b, op, &s.shape)
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
    let dropped = op.dropped_dims(rw)?;
    let [so, ss, st] = [o, s, t].map(|l| index_list::split(l).0);
    let whole = rw.cx().shaped(rw.ty(source))?.shape?;
    if !in_bounds(whole, o, s, t) {
        return None;
    }
    let cx = rw.cx();
    let full = SubViewOp::infer_type(cx, rw.ty(source), &so, &ss, &st)?;
    let known = layout::strides(cx, full)?;
    let kept = |list: &[i64]| -> Vec<i64> {
        list.iter().zip(&dropped).filter(|(_, d)| !**d).map(|(&v, _)| v).collect()
    };
    let strided = Strided { strides: kept(&known.strides), offset: known.offset };
    let ty = layout::with_layout(cx, cx.type_as::<MemRefType>(full)?, &kept(&ss), &strided);
    // Keep the type if it is equivalent.
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
    if inner.dropped_dims(rw)?.contains(&true) {
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

/// A view of a cast becomes a view of the source of the cast, where the cast only drops static information.
fn of_cast(op: SubViewOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = op.source(rw);
    let origin = crate::cast::forgetful_cast_source(rw, source)?;
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
        || op.dropped_dims(rw)?.contains(&true)
        || !crate::cast::cast_compatible(rw.cx(), rw.ty(source), old)
    {
        return None;
    }
    let cast = CastOp::build(rw, source, old);
    rw.replace_op(op, &[cast]);
    Some(())
}
