//! `memref.reinterpret_cast`.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{
    MixedIndex, OffsetSizeStride,
    index_list::{self, OFFSETS, SIZES, STRIDES},
    verify_lists,
};

use crate::{constraints::StridedMemRef, layout};

/// The memory of a buffer as a buffer with other offset, sizes and strides.
#[op(
    name = "memref.reinterpret_cast",
    traits = [AttrSizedOperandSegments, Pure],
    interfaces = [Verify, Fold, Canonicalize, OffsetSizeStride, ResultNames],
    asm = "$source `to` `offset` `` `:` custom<OFFSETS>($offsets, $static_offsets) `` `,` `sizes` `` `:` custom<SIZES>($sizes, $static_sizes) `` `,` `strides` `` `:` custom<STRIDES>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
)]
pub struct ReinterpretCastOp {
    /// The buffer.
    pub source: Operand<AnyRankedOrUnrankedMemRef>,
    /// Dynamic offset.
    pub offsets: Variadic<Index>,
    /// Dynamic sizes.
    pub sizes: Variadic<Index>,
    /// Dynamic strides.
    pub strides: Variadic<Index>,
    /// Offset.
    pub static_offsets: Attr<I64Array>,
    /// Sizes.
    pub static_sizes: Attr<I64Array>,
    /// Strides.
    pub static_strides: Attr<I64Array>,
    /// The other buffer.
    pub result: Res<StridedMemRef>,
}

strata_tensor::result_name!(ReinterpretCastOp => "reinterpret_cast");
strata_tensor::offset_size_stride!(ReinterpretCastOp);

impl ReinterpretCastOp {
    /// Reinterprets a buffer as one of type `ty`.
    pub fn create(
        b: &mut Builder<'_>,
        source: Value,
        offset: MixedIndex,
        sizes: &[MixedIndex],
        strides: &[MixedIndex],
        ty: Type,
    ) -> Value {
        let [(so, vo), (ss, vs), (st, vt)] = [&[offset][..], sizes, strides].map(index_list::split);
        let [so, ss, st] = [&so, &ss, &st].map(|s| b.cx().i64_array(s));
        Self::build(b, source, &vo, &vs, &vt, so, ss, st, ty)
    }
}

impl Verify for ReinterpretCastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let rank = b.cx().shaped(b.ty(self.result(b))).and_then(|s| s.rank()).unwrap_or(0);
        verify_lists(b, self.op(), [1, rank, rank])?;
        // MLIR prints these errors without the prefix of the op.
        self.verify_type(b).map_err(|e| VerifyError { bare: true, ..e })
    }
}

impl ReinterpretCastOp {
    /// Checks the type of the result against the buffer and the lists.
    fn verify_type(self, b: &Body) -> VerifyResult {
        let (cx, op) = (b.cx(), self.op());
        let (from, to) = (b.ty(self.source(b)), b.ty(self.result(b)));
        let space = |t| match cx.type_as::<MemRefType>(t) {
            Some(m) => m.memory_space,
            None => cx.type_as::<UnrankedMemRefType>(t).and_then(|m| m.memory_space),
        };
        let text = |t| cx.type_to_string(t);
        ensure!(
            space(from) == space(to),
            "different memory spaces specified for source type '{}' and result memref type '{}'",
            text(from),
            text(to)
        );
        ensure!(
            cx.elem_or_self(from) == cx.elem_or_self(to),
            "different element types specified for source type '{}' and result memref type '{}'",
            text(from),
            text(to)
        );
        let (Some(t), Some(known)) = (cx.type_as::<MemRefType>(to), layout::strides(cx, to)) else {
            return Ok(());
        };
        let get = |name| index_list::statics(b, op, name);
        for (i, (&got, &want)) in t.shape.iter().zip(get("static_sizes")).enumerate() {
            ensure!(
                got == want || got == DYNAMIC,
                "expected result type with size = {} instead of {got} in dim = {i}",
                show(want)
            );
        }
        let offset = get("static_offsets")[0];
        ensure!(
            known.offset == offset || known.offset == DYNAMIC,
            "expected result type with offset = {} instead of {}",
            show(offset),
            known.offset
        );
        for (i, (&got, &want)) in known.strides.iter().zip(get("static_strides")).enumerate() {
            ensure!(
                got == want || got == DYNAMIC,
                "expected result type with stride = {} instead of {got} in dim = {i}",
                show(want)
            );
        }
        Ok(())
    }
}
fn show(v: i64) -> String {
    if v == DYNAMIC { "dynamic".to_owned() } else { v.to_string() }
}

impl Fold for ReinterpretCastOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let source = self.source(b);
        // The op rebuilds the descriptor, so its source can be replaced by the buffer behind a cast or view of it.
        let origin = if let Some(inner) = b.def_as::<ReinterpretCastOp>(source) {
            inner.source(b)
        } else if let Some(cast) = b.def_as::<crate::CastOp>(source) {
            cast.source(b)
        } else if b.def_as::<crate::SubViewOp>(source).is_none() {
            // The same buffer in the same way.
            let whole = b.cx().shaped(b.ty(source))?.is_static()
                && b.ty(source) == b.ty(self.result(b))
                && self.has_zero_offsets(b);
            return whole.then(|| source.into());
        } else {
            let view = b.def_as::<crate::SubViewOp>(source)?;
            if !view.has_zero_offsets(b) {
                return None;
            }
            view.source(b)
        };
        self.set_source(b, origin);
        Some(Folded::InPlace)
    }
}

/// The list with known constants in the place of values.
fn constified(b: &Body, list: Vec<MixedIndex>, known: &[i64]) -> Vec<MixedIndex> {
    let one = |(m, &k): (MixedIndex, &i64)| match (k, m.constant(b)) {
        (DYNAMIC, Some(c)) => MixedIndex::Static(c),
        (DYNAMIC, None) => m,
        (k, _) => MixedIndex::Static(k),
    };
    list.into_iter().zip(known).map(one).collect()
}

/// A buffer that is rebuilt from its own metadata is that buffer, perhaps cast to another type. If the metadata
/// differ, the op reinterprets the original buffer.
fn of_metadata(op: ReinterpretCastOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let parts = rw.def_of::<crate::ExtractStridedMetadataOp>(op.source(rw))?;
    let (source, result) = (parts.source(rw), rw.ty(op.result(rw)));
    let of_type = |ty: Type| {
        let (strided, shape) = (layout::strides(rw.cx(), ty)?, rw.cx().shaped(ty)?.shape?.to_vec());
        Some((vec![strided.offset], shape, strided.strides))
    };
    let ((offset, sizes, strides), (o, s, t)) = (of_type(rw.ty(source))?, of_type(result)?);
    let values = |list: &[Value]| list.iter().map(|&v| MixedIndex::Value(v)).collect();
    let before = [
        constified(rw, vec![MixedIndex::Value(parts.offset(rw))], &offset),
        constified(rw, values(parts.sizes(rw)), &sizes),
        constified(rw, values(parts.strides(rw)), &strides),
    ];
    let after = [
        constified(rw, op.mixed_offsets(rw), &o),
        constified(rw, op.mixed_sizes(rw), &s),
        constified(rw, op.mixed_strides(rw), &t),
    ];
    if before != after {
        rw.set_operand(op, 0, source);
    } else if rw.ty(source) == result {
        rw.replace_op(op, &[source]);
    } else {
        let cast = crate::CastOp::build(rw, source, result);
        rw.replace_op(op, &[cast]);
    }
    Some(())
}

impl Canonicalize for ReinterpretCastOp {
    /// Values that are constants move into the lists, with a cast back to the type before.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        if of_metadata(*self, rw).is_some() {
            return Some(());
        }
        let [offsets, sizes, strides] = strata_tensor::fold_place(self, rw)?;
        let old = rw.ty(self.result(rw));
        let t = rw.cx().type_as::<MemRefType>(old)?;
        let shape: Vec<i64> = sizes.iter().map(|s| s.as_dim()).collect();
        let strided = layout::Strided {
            offset: offsets.first()?.as_dim(),
            strides: strides.iter().map(|s| s.as_dim()).collect(),
        };
        let ty = layout::with_layout(rw.cx(), t, &shape, &strided);
        let (source, offset) = (self.source(rw), *offsets.first()?);
        let new = Self::create(rw, source, offset, &sizes, &strides, ty);
        let cast = crate::CastOp::build(rw, new, old);
        rw.replace_op(*self, &[cast]);
        Some(())
    }
}
