//! `tensor.extract_slice` and `tensor.insert_slice`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{
    CastOp, DestinationStyle, MixedIndex, OffsetSizeStride, ReifyShape,
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

fn shape(b: &Body, v: Value) -> &[i64] {
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

fn slice_type(b: &Body, ty: Type, sizes: &[i64]) -> Option<Type> {
    let t = b.cx().type_as::<TensorType>(ty)?;
    Some(b.cx().ty(TensorType { shape: sizes.into(), ..t.clone() }))
}

impl ExtractSliceOp {
    /// The part with the given place; the result has the rank of the source.
    pub fn of(
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
    pub fn of(
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
        // Only a list of such writes may be around the op; which op that is, is for the dialect of loops to say.
        let alone = b.parent_op(self.op()).is_none_or(|p| !b.info(p).has(Trait::Terminator));
        if alone {
            return Err(VerifyError::bare("expected InParallelOpInterface parent, got another op"));
        }
        verify_part(b, self.op(), self.dest(b), self.source(b))
    }
}

/// Whether the place is all of a value of this shape.
fn is_whole(op: &dyn OffsetSizeStride, b: &Body, shape: &[i64]) -> bool {
    !shape.contains(&DYNAMIC)
        && op.has_zero_offsets(b)
        && op.has_unit_strides(b)
        && op.mixed_sizes(b).iter().zip(shape).all(|(s, &d)| *s == MixedIndex::Static(d))
}
fn same_place(x: &dyn OffsetSizeStride, y: &dyn OffsetSizeStride, b: &Body) -> bool {
    let same = |p: Vec<MixedIndex>, q: Vec<MixedIndex>| {
        p.len() == q.len() && p.iter().zip(q).all(|(p, q)| p.same(q, b))
    };
    same(x.mixed_offsets(b), y.mixed_offsets(b))
        && same(x.mixed_sizes(b), y.mixed_sizes(b))
        && same(x.mixed_strides(b), y.mixed_strides(b))
}

impl Fold for ExtractSliceOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (source, result) = (self.source(b), b.ty(self.result(b)));
        let cx = b.cx();
        if let Some(value) = consts[0].and_then(|c| cx.splat_value(c))
            && cx.shaped(result)?.is_static()
        {
            return cx.splat_attr(result, value).map(Into::into);
        }
        if b.ty(source) == result && is_whole(self, b, shape(b, source)) {
            return Some(source.into());
        }
        let insert = b.def_as::<InsertSliceOp>(source)?;
        let origin = insert.source(b);
        (b.ty(origin) == result && same_place(self, &insert, b)).then(|| origin.into())
    }
}
impl Fold for InsertSliceOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let (source, dest) = (self.source(b), self.dest(b));
        if b.ty(source) == b.ty(dest) && is_whole(self, b, shape(b, dest)) {
            return Some(source.into());
        }
        // Putting a part back where it was taken from changes nothing.
        if let Some(extract) = b.def_as::<ExtractSliceOp>(source)
            && extract.source(b) == dest
            && same_place(self, &extract, b)
        {
            return Some(dest.into());
        }
        // What an earlier insertion put at the same place does not matter.
        let before = b.def_as::<InsertSliceOp>(dest)?;
        if b.ty(before.source(b)) == b.ty(source) && same_place(self, &before, b) {
            let v = before.dest(b);
            self.set_dest(b, v);
            return Some(Folded::InPlace);
        }
        None
    }
}

/// The lists with constants in the place of values that are constants; `None` when there are none.
pub fn fold_place(op: &dyn OffsetSizeStride, b: &Body) -> Option<[Vec<MixedIndex>; 3]> {
    let lists = [op.mixed_offsets(b), op.mixed_sizes(b), op.mixed_strides(b)];
    let folded = [
        index_list::fold_constants(b, &lists[0], |c| c >= 0),
        index_list::fold_constants(b, &lists[1], |c| c >= 0),
        // A stride of zero is left for runtime to complain about.
        index_list::fold_constants(b, &lists[2], |c| c != DYNAMIC && c != 0),
    ];
    if folded.iter().all(Option::is_none) {
        return None;
    }
    let [a, s, t] = folded;
    let [x, y, z] = lists;
    Some([a.unwrap_or(x), s.unwrap_or(y), t.unwrap_or(z)])
}

impl Canonicalize for ExtractSliceOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let old = rw.ty(self.result(rw));
        if let Some([offsets, sizes, strides]) = fold_place(self, rw) {
            let dropped = self.dropped_dims(rw);
            let kept = sizes.iter().zip(&dropped).filter(|(_, d)| !**d).map(|(s, _)| s.as_dim());
            let t = rw.cx().type_as::<TensorType>(old)?;
            let ty = rw.cx().ty(TensorType { shape: kept.collect(), ..t.clone() });
            let source = self.source(rw);
            // A place outside of the tensor must stay a runtime matter.
            if !in_bounds(shape(rw, source), &offsets, &sizes, &strides) {
                return None;
            }
            let new = Self::of_type(rw, source, &offsets, &sizes, &strides, ty);
            let value = if ty == old { new } else { CastOp::build(rw, new, old) };
            rw.replace_op(*self, &[value]);
            return Some(());
        }
        let origin = crate::cast::cast_source(rw, self.source(rw))?;
        let lists = (self.mixed_offsets(rw), self.mixed_sizes(rw), self.mixed_strides(rw));
        if !in_bounds(shape(rw, origin), &lists.0, &lists.1, &lists.2) {
            return None;
        }
        rw.set_operand(*self, 0, origin);
        Some(())
    }
}
/// A place whose values are constants, for a part put into `dest`, and the type that the part has there.
fn constant_place(
    op: &dyn OffsetSizeStride,
    rw: &Rewriter<'_>,
    source: Value,
    dest: Value,
    dropped: &[bool],
) -> Option<([Vec<MixedIndex>; 3], Type)> {
    let [offsets, sizes, strides] = fold_place(op, rw)?;
    if !in_bounds(shape(rw, dest), &offsets, &sizes, &strides) {
        return None;
    }
    let kept = sizes.iter().zip(dropped).filter(|(_, d)| !**d).map(|(s, _)| s.as_dim());
    let t = rw.cx().type_as::<TensorType>(rw.ty(source))?;
    let ty = rw.cx().ty(TensorType { shape: kept.collect(), ..t.clone() });
    Some(([offsets, sizes, strides], ty))
}

impl Canonicalize for ParallelInsertSliceOp {
    /// Constants become part of the place; casts that only forget sizes of the source are left out.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (source, dest) = (self.source(rw), self.dest(rw));
        let sizes = index_list::statics(rw, self.op(), "static_sizes");
        let dropped = rank_reduction(sizes, shape(rw, source)).unwrap_or_else(|| vec![false; sizes.len()]);
        if let Some((place, ty)) = constant_place(self, rw, source, dest, &dropped) {
            if rw.ty(source) != ty {
                // The cast stands before the list of writes, which holds nothing else.
                let list = rw.parent_op(self.op())?;
                let at = InsertPoint::before(rw, list);
                rw.goto(at);
                let value = CastOp::build(rw, source, ty);
                rw.set_operand(*self, 0, value);
            }
            for (list, (operands, attr)) in place.iter().zip([
                ("offsets", "static_offsets"),
                ("sizes", "static_sizes"),
                ("strides", "static_strides"),
            ]) {
                index_list::set_mixed(rw.body(), self.op(), operands, attr, list);
            }
            rw.touch(self.op());
            return Some(());
        }
        let inner = crate::cast::cast_source(rw, source)?;
        rank_reduction(index_list::statics(rw, self.op(), "static_sizes"), shape(rw, inner))?;
        rw.set_operand(*self, 0, inner);
        Some(())
    }
}

impl Canonicalize for InsertSliceOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (source, dest) = (self.source(rw), self.dest(rw));
        let dropped = self.dropped_dims(rw);
        if let Some(([offsets, sizes, strides], ty)) = constant_place(self, rw, source, dest, &dropped) {
            let value = if ty == rw.ty(source) { source } else { CastOp::build(rw, source, ty) };
            let new = Self::of(rw, value, dest, &offsets, &sizes, &strides);
            rw.replace_op(*self, &[new]);
            return Some(());
        }
        // A cast that only forgets sizes of the destination or of the source can be left out.
        let (s, d) = (crate::cast::cast_source(rw, source), crate::cast::cast_source(rw, dest));
        let new_source = s.filter(|&v| {
            rank_reduction(index_list::statics(rw, self.op(), "static_sizes"), shape(rw, v)).is_some()
        });
        let lists = (self.mixed_offsets(rw), self.mixed_sizes(rw), self.mixed_strides(rw));
        let new_dest = d.filter(|&v| in_bounds(shape(rw, v), &lists.0, &lists.1, &lists.2));
        if new_source.is_none() && new_dest.is_none() {
            return None;
        }
        let old = rw.ty(self.result(rw));
        let (source, dest) = (new_source.unwrap_or(source), new_dest.unwrap_or(dest));
        let new = Self::of(rw, source, dest, &lists.0, &lists.1, &lists.2);
        let value = if rw.ty(new) == old { new } else { CastOp::build(rw, new, old) };
        rw.replace_op(*self, &[value]);
        Some(())
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
