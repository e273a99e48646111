//! Folds and simplifications of slices.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{
    CastOp, ExtractSliceOp, InsertSliceOp, MixedIndex, OffsetSizeStride, ParallelInsertSliceOp, in_bounds,
    index_list, rank_reduction,
    slice::{rank_reduction_of_unknown, shape},
};

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
        // This insertion overwrites an earlier one at the same place.
        if let Some(before) = b.def_as::<InsertSliceOp>(dest)
            && b.ty(before.source(b)) == b.ty(source)
            && same_place(self, &before, b)
        {
            let v = before.dest(b);
            self.set_dest(b, v);
            return Some(Folded::InPlace);
        }
        // A part without elements changes nothing.
        self.mixed_sizes(b).iter().any(|s| s.constant(b) == Some(0)).then(|| dest.into())
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
/// The place of a part inserted into `dest` with constant values made static, and the type of the part for it.
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
    /// Makes constants static in the place; drops casts that only drop static sizes of the source.
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
        let (source, _, [_, sizes, _]) = without_casts(self, self.op(), rw, source, dest)?;
        rw.set_operand(*self, 0, source);
        index_list::set_mixed(rw.body(), self.op(), "sizes", "static_sizes", &sizes);
        rw.touch(self.op());
        Some(())
    }
}

impl Canonicalize for InsertSliceOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (source, dest) = (self.source(rw), self.dest(rw));
        let dropped = self.dropped_dims(rw);
        if let Some(([offsets, sizes, strides], ty)) = constant_place(self, rw, source, dest, &dropped) {
            let value = if ty == rw.ty(source) { source } else { CastOp::build(rw, source, ty) };
            let new = Self::create(rw, value, dest, &offsets, &sizes, &strides);
            rw.replace_op(*self, &[new]);
            return Some(());
        }
        let (source, dest, [offsets, sizes, strides]) = without_casts(self, self.op(), rw, source, dest)?;
        let old = rw.ty(self.result(rw));
        let new = Self::create(rw, source, dest, &offsets, &sizes, &strides);
        let value = if rw.ty(new) == old { new } else { CastOp::build(rw, new, old) };
        rw.replace_op(*self, &[value]);
        Some(())
    }
}

/// The part, the whole and the place of an insertion without casts that only drop static sizes of the part or of the
/// whole. The place has the static sizes of the part without its cast.
fn without_casts(
    op: &dyn OffsetSizeStride,
    id: Op,
    rw: &Rewriter<'_>,
    source: Value,
    dest: Value,
) -> Option<(Value, Value, [Vec<MixedIndex>; 3])> {
    // Constants become part of the place before casts are looked at.
    if rw.operands(id).any(|v| index_list::constant_index(rw, v).is_some()) {
        return None;
    }
    let (inner, outer) = (crate::cast::cast_source(rw, source), crate::cast::cast_source(rw, dest));
    if inner.is_none() && outer.is_none() {
        return None;
    }
    let (source, dest) = (inner.unwrap_or(source), outer.unwrap_or(dest));
    let part = shape(rw, source);
    let mut statics = index_list::statics(rw, id, "static_sizes").to_vec();
    let mut sizes = op.mixed_sizes(rw);
    let dropped = rank_reduction_of_unknown(&statics, part)?;
    // As `mlir-opt`, only the sizes before the first unknown one are made static.
    let mut known = part.iter().take_while(|&&d| d != DYNAMIC);
    for i in (0..statics.len()).filter(|&i| !dropped[i]) {
        let Some(&d) = known.next() else { break };
        (statics[i], sizes[i]) = (d, MixedIndex::Static(d));
    }
    rank_reduction(&statics, part)?;
    let (offsets, strides) = (op.mixed_offsets(rw), op.mixed_strides(rw));
    in_bounds(shape(rw, dest), &offsets, &sizes, &strides).then_some((
        source,
        dest,
        [offsets, sizes, strides],
    ))
}
