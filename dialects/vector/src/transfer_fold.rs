//! Folds and simplifications of transfers.

use strata_ir::{affine::AffineMap, core::DYNAMIC, prelude::*};
use strata_tensor::{
    ExtractSliceOp, InsertSliceOp, MixedIndex, OffsetSizeStride, index_list::constant_index,
};

use crate::{
    TransferReadOp, TransferWriteOp, constraints::vector_of, fold::fixed_shape, transfer::bools_attr,
};

macro_rules! transfer {
    ($op:ident, $vector:ident, $base_at:literal) => {
        impl Fold for $op {
            fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
                let (base, vector) = (self.base(b), self.$vector(b));
                let indices: Vec<Value> = self.indices(b).collect();
                if let Some(bounds) = infer_bounds(b, base, &indices, vector, &self.map(b), &self.bounds(b)) {
                    let attr = bools_attr(b.cx(), &bounds);
                    self.set_in_bounds(b, attr);
                    return Some(Folded::InPlace);
                }
                let uncast = strata_memref::cast_source(b, base).or_else(|| self.uncast_tensor(b, base));
                if let Some(source) = uncast {
                    b.set_operand(self.op(), $base_at, source);
                    return Some(Folded::InPlace);
                }
                self.fold_more(b)
            }
        }
    };
}
transfer!(TransferReadOp, vector, 0);
transfer!(TransferWriteOp, value_to_store, 1);

/// Dimensions that are now known to be inside of the base.
fn infer_bounds(
    b: &Body,
    base: Value,
    indices: &[Value],
    vector: Value,
    map: &AffineMap,
    bounds: &[bool],
) -> Option<Vec<bool>> {
    let (shape, v) = (b.cx().shaped(b.ty(base))?.shape?, vector_of(b, vector)?);
    let mut out = bounds.to_vec();
    for (i, known) in out.iter_mut().enumerate() {
        if *known {
            continue;
        }
        let Some(d) = map.results().get(i)?.as_dim() else { continue };
        let (size, at) = (*shape.get(d as usize)?, constant_index(b, *indices.get(d as usize)?));
        let scalable = v.scalable.get(i) == Some(&true);
        let end = at.filter(|&a| a >= 0 && !scalable).and_then(|a| a.checked_add(*v.shape.get(i)?));
        *known = size != DYNAMIC && end.is_some_and(|end| end <= size);
    }
    // Along a broadcast dimension nothing is read, so that it is inside if the others are.
    let is_broadcast = |i: usize| map.results().get(i).is_some_and(|e| e.as_const() == Some(0));
    if (0..out.len()).all(|i| out[i] || is_broadcast(i)) {
        out.fill(true);
    }
    (out != bounds).then_some(out)
}

/// Where a transfer is.
struct Place {
    indices: Vec<Value>,
    map: AffineMap,
    vector: Type,
}

impl Place {
    /// Whether two transfers of the same shape are known from constants to be disjoint.
    fn is_apart(&self, other: &Place, b: &Body) -> bool {
        let Some(v) = b.cx().type_as::<VectorType>(self.vector).filter(|v| v.scalable.is_empty()) else {
            return false;
        };
        let simple = self.map.is_minor_identity() && other.map.is_minor_identity();
        let lead = self.indices.len().checked_sub(v.shape.len());
        let (true, Some(lead)) = (simple && self.vector == other.vector, lead) else { return false };
        self.indices.iter().zip(&other.indices).enumerate().any(|(i, (&x, &y))| {
            let (Some(x), Some(y)) = (constant_index(b, x), constant_index(b, y)) else { return false };
            let size = if i < lead { 1 } else { v.shape[i - lead] };
            x.abs_diff(y) >= size.unsigned_abs()
        })
    }
    fn is_same(&self, other: &Place) -> bool {
        self.indices == other.indices && self.map == other.map && self.vector == other.vector
    }
}

impl TransferReadOp {
    fn place(self, b: &Body) -> Place {
        Place { indices: self.indices(b).collect(), map: self.map(b), vector: b.ty(self.vector(b)) }
    }
    /// The tensor before a cast that only forgets sizes.
    fn uncast_tensor(self, b: &Body, base: Value) -> Option<Value> {
        strata_tensor::cast_source(b, base)
    }
    /// Forwards the written vector to a read of the same place, across disjoint writes.
    fn fold_more(self, b: &mut Body) -> Option<Folded> {
        let (here, mut base) = (self.place(b), self.base(b));
        loop {
            let write = b.def_as::<TransferWriteOp>(base)?;
            let there = write.place(b);
            let same = there.is_same(&here)
                && write.mask(b).is_none()
                && self.mask(b).is_none()
                && write.is_in_bounds(b)
                && self.is_in_bounds(b)
                && !here.map.results().iter().any(|e| e.as_dim().is_none());
            if same {
                return Some(write.value_to_store(b).into());
            }
            if !there.is_apart(&here, b) {
                return None;
            }
            base = write.base(b);
        }
    }
}
impl Canonicalize for TransferWriteOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        overwrite(*self, rw).or_else(|| write_in_place(*self, rw)).or_else(|| write_before_cast(*self, rw))
    }
}

/// A tensor whose sizes a cast forgets is written before the cast.
fn write_before_cast(op: TransferWriteOp, rw: &mut Rewriter<'_>) -> Option<()> {
    op.result(rw)?;
    let source = strata_tensor::cast_source(rw, op.base(rw))?;
    rw.set_operand(op, 1, source);
    let ty = rw.ty(source);
    strata_tensor::retype_result(op.op(), 0, ty, rw);
    Some(())
}

/// Drops an earlier write that this one overwrites, if the tensors in between have no other use.
fn overwrite(op: TransferWriteOp, rw: &mut Rewriter<'_>) -> Option<()> {
    op.result(rw)?;
    let (here, mut last) = (op.place(rw), op);
    loop {
        let before = rw.def_of::<TransferWriteOp>(last.base(rw))?;
        let there = before.place(rw);
        if there.is_same(&here) && before.mask(rw) == op.mask(rw) {
            let base = before.base(rw);
            rw.set_operand(last, 1, base);
            rw.touch(before);
            return Some(());
        }
        let seen = rw.uses_of(last.base(rw)).take(2).count() > 1;
        if seen || !there.is_apart(&here, rw) {
            return None;
        }
        last = before;
    }
}

/// A vector that is written to a whole tensor, of which a slice is inserted into another tensor, is written there
/// directly.
fn write_in_place(op: TransferWriteOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let written = op.result(rw)?;
    let only_user = |v: Value| {
        let users: SmallVec<[Op; 2]> = rw.users(v).take(2).collect();
        if let [user] = users[..] { Some(user) } else { None }
    };
    let slice = only_user(written)?.as_op::<ExtractSliceOp>(rw)?;
    let insert = only_user(slice.result(rw))?.as_op::<InsertSliceOp>(rw)?;
    let (vector, map) = (op.value_to_store(rw), op.map(rw));
    let shape = rw.cx().shaped(rw.ty(written))?.shape?.to_vec();
    let size = fixed_shape(rw, vector)?.to_vec();
    // The dimension of the tensor that each dimension of the vector runs over.
    let dims: Vec<usize> =
        map.results().iter().map(|e| e.as_dim().map(|d| d as usize)).collect::<Option<_>>()?;
    let whole = size.len() == shape.len()
        && dims.iter().zip(&size).all(|(&d, &n)| shape.get(d) == Some(&n))
        && op.indices(rw).all(|i| constant_index(rw, i) == Some(0))
        && op.is_in_bounds(rw)
        && op.mask(rw).is_none();
    let sizes = slice.mixed_sizes(rw);
    let simple = slice.has_zero_offsets(rw)
        && slice.has_unit_strides(rw)
        && insert.has_unit_strides(rw)
        && insert.mixed_sizes(rw) == sizes
        && insert.source(rw) == slice.result(rw)
        && !slice.dropped_dims(rw).contains(&true)
        && !insert.dropped_dims(rw).contains(&true);
    if !whole || !simple {
        return None;
    }
    let before = InsertPoint::before(rw, insert.op());
    rw.goto(before);
    let (dest, offsets, strides) = (insert.dest(rw), insert.mixed_offsets(rw), insert.mixed_strides(rw));
    let ty = rw.ty(slice.result(rw));
    let place = ExtractSliceOp::of_type(rw, dest, &offsets, &sizes, &strides, ty);
    let inside: Vec<bool> =
        dims.iter().zip(&size).map(|(&d, &n)| sizes[d] == MixedIndex::Static(n)).collect();
    let indices: Vec<Value> = op.indices(rw).collect();
    let new = TransferWriteOp::create(rw, vector, place, &indices, Some(map), &inside)?;
    let new = new.result(rw)?;
    rw.set_operand(insert, 0, new);
    rw.touch(slice);
    Some(())
}
impl TransferWriteOp {
    fn place(self, b: &Body) -> Place {
        let vector = b.ty(self.value_to_store(b));
        Place { indices: self.indices(b).collect(), map: self.map(b), vector }
    }
    /// A write makes a tensor of the type of its base, so the base keeps its cast.
    fn uncast_tensor(self, _: &Body, _: Value) -> Option<Value> {
        None
    }
    /// Writing a vector back to the place where it was read changes nothing.
    fn fold_more(self, b: &mut Body) -> Option<Folded> {
        self.result(b)?;
        let read = b.def_as::<TransferReadOp>(self.value_to_store(b))?;
        let same = read.base(b) == self.base(b)
            && read.indices(b).eq(self.indices(b))
            && read.map(b) == self.map(b)
            && read.mask(b).is_none()
            && self.mask(b).is_none()
            // A write outside of the tensor has no effect.
            && self.map(b).is_projected_permutation(false);
        same.then(|| self.base(b).into())
    }
}
