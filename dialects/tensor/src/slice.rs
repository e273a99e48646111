//! `tensor.extract_slice` and `tensor.insert_slice`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{
    DestinationStyle, MixedIndex, OffsetSizeStride, ReifyShape,
    constraints::same_type,
    index_list::{self, OFFSETS, SIZES, STRIDES},
};

/// A part of a tensor.
#[op(
    name = "tensor.extract_slice",
    traits = [AttrSizedOperandSegments, Pure],
    interfaces = [Verify, Fold, Canonicalize, OffsetSizeStride, ReifyShape, ResultNames],
    asm = "$source `` custom<OFFSETS>($offsets, $static_offsets) custom<SIZES>($sizes, $static_sizes) custom<STRIDES>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
)]
pub struct ExtractSliceOp {
    /// The tensor.
    pub source: Operand<RankedTensor>,
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
    pub result: Res<RankedTensor>,
}

/// The tensor with a part replaced.
#[op(
    name = "tensor.insert_slice",
    traits = [AttrSizedOperandSegments, Pure],
    interfaces = [Verify, Fold, Canonicalize, OffsetSizeStride, ReifyShape, ResultNames, DestinationStyle],
    infer(result = same_type(dest), "expected result type to match dest type"),
    asm = "$source `into` $dest `` custom<OFFSETS>($offsets, $static_offsets) custom<SIZES>($sizes, $static_sizes) custom<STRIDES>($strides, $static_strides) attr-dict `:` type($source) `into` type($dest)",
)]
pub struct InsertSliceOp {
    /// The new part; dimensions of size 1 may be left out.
    pub source: Operand<RankedTensor>,
    /// The tensor before.
    pub dest: Operand<RankedTensor>,
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
    /// The tensor after.
    pub result: Res<RankedTensor>,
}

/// Replaces a part of a tensor in one iteration of a parallel loop.
#[op(
    name = "tensor.parallel_insert_slice",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify, Canonicalize, OffsetSizeStride, ParallelCombining],
    asm = "$source `into` $dest `` custom<OFFSETS>($offsets, $static_offsets) custom<SIZES>($sizes, $static_sizes) custom<STRIDES>($strides, $static_strides) attr-dict `:` type($source) `into` type($dest)",
)]
pub struct ParallelInsertSliceOp {
    /// The new part; dimensions of size 1 may be left out.
    pub source: Operand<RankedTensor>,
    /// The tensor that the iterations share.
    pub dest: Operand<RankedTensor>,
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
}

impl ParallelCombining for ParallelInsertSliceOp {
    fn updated_destinations(&self, b: &Body) -> SmallVec<[Value; 1]> {
        smallvec![self.dest(b)]
    }
}

crate::result_name!(ExtractSliceOp => "extracted_slice", InsertSliceOp => "inserted_slice");

impl DestinationStyle for InsertSliceOp {
    fn as_op(&self) -> Op {
        self.op()
    }
    fn dps_init_range(&self, _: &Body) -> std::ops::Range<usize> {
        1..2
    }
}

/// Implements [`OffsetSizeStride`] by the names that all such ops use.
#[macro_export]
macro_rules! offset_size_stride {
    ($($op:ty),*) => {$(
        impl $crate::OffsetSizeStride for $op {
            fn mixed_offsets(&self, b: &::strata_ir::core::Body) -> Vec<$crate::MixedIndex> {
                $crate::index_list::mixed_of(b, ::strata_ir::core::OpDef::op(*self), "offsets", "static_offsets")
            }
            fn mixed_sizes(&self, b: &::strata_ir::core::Body) -> Vec<$crate::MixedIndex> {
                $crate::index_list::mixed_of(b, ::strata_ir::core::OpDef::op(*self), "sizes", "static_sizes")
            }
            fn mixed_strides(&self, b: &::strata_ir::core::Body) -> Vec<$crate::MixedIndex> {
                $crate::index_list::mixed_of(b, ::strata_ir::core::OpDef::op(*self), "strides", "static_strides")
            }
        }
    )*};
}
offset_size_stride!(ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp);

pub(crate) fn shape(b: &Body, v: Value) -> &[i64] {
    b.cx().shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[])
}

/// Which dimensions of `sizes` a shape of lower rank leaves out; `None` when it is not `sizes` without ones.
///
/// Of several possible answers the first dimensions are dropped, as late as the remaining shape allows.
pub fn rank_reduction(sizes: &[i64], reduced: &[i64]) -> Option<Vec<bool>> {
    let mut dropped = vec![false; sizes.len()];
    let mut next = 0;
    for (i, &size) in sizes.iter().enumerate() {
        if next < reduced.len() && size == reduced[next] {
            next += 1;
        } else if size == 1 {
            dropped[i] = true;
        } else {
            return None;
        }
    }
    (next == reduced.len()).then_some(dropped)
}

/// The dimensions of `sizes` that a shape of lower rank drops, where an unknown size matches any size.
pub(crate) fn rank_reduction_of_unknown(sizes: &[i64], reduced: &[i64]) -> Option<Vec<bool>> {
    let mut dropped = vec![false; sizes.len()];
    let mut next = 0;
    for (i, &size) in sizes.iter().enumerate() {
        let other = reduced.get(next).copied();
        let unknown = size != 1 && (size == DYNAMIC || other == Some(DYNAMIC));
        if other.is_some_and(|d| d == size || unknown) {
            next += 1;
        } else if size == 1 {
            dropped[i] = true;
        } else {
            return None;
        }
    }
    (next == reduced.len()).then_some(dropped)
}

fn slice_type(b: &Body, ty: Type, sizes: &[i64]) -> Option<Type> {
    let t = b.cx().type_as::<TensorType>(ty)?;
    Some(b.cx().ty(TensorType { shape: sizes.into(), ..t.clone() }))
}

impl ExtractSliceOp {
    /// The part with the given place; the result has the rank of the source.
    pub fn create(
        b: &mut Builder<'_>,
        source: Value,
        offsets: &[MixedIndex],
        sizes: &[MixedIndex],
        strides: &[MixedIndex],
    ) -> Value {
        let shape: Vec<i64> = sizes.iter().map(|s| s.as_dim()).collect();
        let ty = slice_type(b, b.ty(source), &shape).unwrap_or(b.ty(source));
        Self::of_type(b, source, offsets, sizes, strides, ty)
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
    /// Which dimensions of the source the result leaves out.
    pub fn dropped_dims(self, b: &Body) -> Vec<bool> {
        let sizes = index_list::statics(b, self.op(), "static_sizes");
        rank_reduction(sizes, shape(b, self.result(b))).unwrap_or_else(|| vec![false; sizes.len()])
    }
}
impl InsertSliceOp {
    /// Puts `source` into `dest` at the given place.
    pub fn create(
        b: &mut Builder<'_>,
        source: Value,
        dest: Value,
        offsets: &[MixedIndex],
        sizes: &[MixedIndex],
        strides: &[MixedIndex],
    ) -> Value {
        let [(so, vo), (ss, vs), (st, vt)] = [offsets, sizes, strides].map(index_list::split);
        let [so, ss, st] = [&so, &ss, &st].map(|s| b.cx().i64_array(s));
        Self::build(b, source, dest, &vo, &vs, &vt, so, ss, st)
    }
    /// Which dimensions of the destination the source leaves out.
    pub fn dropped_dims(self, b: &Body) -> Vec<bool> {
        let sizes = index_list::statics(b, self.op(), "static_sizes");
        rank_reduction(sizes, shape(b, self.source(b))).unwrap_or_else(|| vec![false; sizes.len()])
    }
}

/// Checks the lists of an op that has offsets, sizes and strides, of which there are to be `ranks`.
pub fn verify_lists(b: &Body, op: Op, ranks: [usize; 3]) -> VerifyResult {
    const LISTS: [(&str, &str, &str); 3] = [
        ("offset", "offsets", "static_offsets"),
        ("size", "sizes", "static_sizes"),
        ("stride", "strides", "static_strides"),
    ];
    let fail = |message: String| Err(VerifyError::bare(message));
    let statics = LISTS.map(|(_, _, attr)| index_list::statics(b, op, attr));
    for ((_, operands, attr), list) in LISTS.iter().zip(statics) {
        let values = index_list::num_values(b, op, operands);
        let dynamic = list.iter().filter(|&&s| s == DYNAMIC).count();
        if values != dynamic {
            return fail(format!(
                "expected the number of '{operands}' to match the number of dynamic entries in '{attr}' ({values} vs {dynamic})"
            ));
        }
    }
    let [offsets, sizes, strides] = statics.map(<[i64]>::len);
    if offsets != sizes && !(offsets == 1 && ranks[0] == 1) {
        return fail(format!(
            "expected mixed offsets rank to match mixed sizes rank ({offsets} vs {sizes}) so the rank of the result type is well-formed."
        ));
    }
    if sizes != strides {
        return fail(format!(
            "expected mixed sizes rank to match mixed strides rank ({sizes} vs {strides}) so the rank of the result type is well-formed."
        ));
    }
    for (((name, _, _), list), rank) in LISTS.iter().zip(statics).zip(ranks) {
        if list.len() != rank {
            return fail(format!("expected {rank} {name} values, got {}", list.len()));
        }
    }
    for ((_, operands, _), list) in LISTS.iter().zip(statics).take(2) {
        if let Some(v) = list.iter().find(|&&v| v < 0 && v != DYNAMIC) {
            return fail(format!("expected {operands} to be non-negative, but got {v}"));
        }
    }
    Ok(())
}

/// Checks that a slice, whose lists are as they should be, is inside of a value of shape `whole`.
pub fn verify_bounds(b: &Body, op: Op, whole: &[i64]) -> VerifyResult {
    let get = |name| index_list::statics(b, op, name);
    let (offsets, sizes, strides) = (get("static_offsets"), get("static_sizes"), get("static_strides"));
    for (i, (((&d, &o), &s), &t)) in whole.iter().zip(offsets).zip(sizes).zip(strides).enumerate() {
        if [d, o].contains(&DYNAMIC) {
            continue;
        }
        if s != 0 && o >= d {
            return Err(VerifyError::bare(format!("offset {i} is out-of-bounds: {o} >= {d}")));
        }
        if [s, t].contains(&DYNAMIC) || s == 0 {
            continue;
        }
        let last = t.checked_mul(s - 1).and_then(|x| x.checked_add(o)).unwrap_or(i64::MAX);
        if last >= d {
            let message = format!("slice along dimension {i} runs out-of-bounds: {last} >= {d}");
            return Err(VerifyError::bare(message));
        }
    }
    Ok(())
}

fn verify_part(b: &Body, op: Op, whole: Value, part: Value) -> VerifyResult {
    verify_lists(b, op, [shape(b, whole).len(); 3])?;
    let cx = b.cx();
    let sizes = index_list::statics(b, op, "static_sizes");
    let Some(expected) = slice_type(b, b.ty(whole), sizes) else { return Ok(()) };
    let (e, p) = (cx.type_to_string(expected), shape(b, part));
    let fail = |message: &str| Err(VerifyError::bare(message));
    if p.len() > sizes.len() {
        return fail("expected rank to be smaller or equal to the other rank. ");
    }
    if rank_reduction(sizes, p).is_none() {
        let message = format!("expected type to be '{e}' or a rank-reduced version. (size mismatch) ");
        return Err(VerifyError::bare(message));
    }
    let elem = cx.elem_or_self(expected);
    if elem != cx.elem_or_self(b.ty(part)) {
        return fail(&format!("expected element type to be '{}'", cx.type_to_string(elem)));
    }
    verify_bounds(b, op, shape(b, whole))
}
impl Verify for ExtractSliceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_part(b, self.op(), self.source(b), self.result(b))
    }
}
impl Verify for InsertSliceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_part(b, self.op(), self.dest(b), self.source(b))
    }
}

impl Verify for ParallelInsertSliceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        // The parent must be a list of such writes, which is a terminator; its dialect checks which op it is.
        let alone = b.parent_op(self.op()).is_none_or(|p| !b.info(p).has(Trait::Terminator));
        if alone {
            return Err(VerifyError::bare("expected InParallelOpInterface parent, got another op"));
        }
        verify_part(b, self.op(), self.dest(b), self.source(b))
    }
}

/// Whether the verifier would accept this place in a value of this shape.
pub fn in_bounds(
    whole: &[i64],
    offsets: &[MixedIndex],
    sizes: &[MixedIndex],
    strides: &[MixedIndex],
) -> bool {
    whole.iter().enumerate().all(|(i, &d)| {
        let (o, s, t) = (offsets[i].as_dim(), sizes[i].as_dim(), strides[i].as_dim());
        if [d, o].contains(&DYNAMIC) || s == 0 {
            return true;
        }
        let last = |s: i64, t: i64| t.checked_mul(s - 1).and_then(|x| x.checked_add(o));
        o < d && ([s, t].contains(&DYNAMIC) || last(s, t).is_some_and(|l| l < d))
    })
}

impl ReifyShape for ExtractSliceOp {
    fn reify_shape(&self, b: &mut Builder<'_>, _: usize) -> Option<Vec<MixedIndex>> {
        let kept = self.mixed_sizes(b).into_iter().zip(self.dropped_dims(b)).filter(|(_, d)| !d);
        Some(kept.map(|(s, _)| s).collect())
    }
}
impl ReifyShape for InsertSliceOp {
    fn reify_shape(&self, b: &mut Builder<'_>, _: usize) -> Option<Vec<MixedIndex>> {
        let dest = self.dest(b);
        crate::DimOp::all(b, dest)
    }
}
