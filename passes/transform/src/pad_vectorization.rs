//! Paddings that transfers of vectors can do: `tensor.pad` before a read, between a slice and a write that another slice takes apart, and
//! before an insertion.
//!
//! ```mlir
//! %p = tensor.pad %x low[0, 0] high[%h, %w] { … %c … } : tensor<?x?xf32> to tensor<17x5xf32>
//! %r = tensor.insert_slice %p into %d[%a, 0, 0] [1, 17, 5] [1, 1, 1] : tensor<17x5xf32> into tensor<?x17x5xf32>
//! ```
//! becomes
//! ```mlir
//! %v = vector.transfer_read %x[%c0, %c0], %c : tensor<?x?xf32>, vector<17x5xf32>
//! %r = vector.transfer_write %v, %d[%a, %c0, %c0] {in_bounds = [true, true]} : vector<17x5xf32>, tensor<?x17x5xf32>
//! ```

use strata_affine::MinOp;
use strata_ir::prelude::*;
use strata_passes_analysis::index_arith::value as value_of;
use strata_tensor::{CastOp, ExtractSliceOp, InsertSliceOp, MixedIndex, OffsetSizeStride, PadOp};
use strata_vector::{TransferReadOp, TransferWriteOp};

/// Paddings are folded into the transfers that use them, and insertions of paddings become transfers.
pub const VECTORIZE_PAD: &[PatternRow] = strata_ir::rewrite::patterns! {
    PadOp => "vectorize-pad-of-read": of_reads,
    PadOp => "vectorize-pad-of-write": of_writes,
    PadOp => "vectorize-pad-of-insertion": of_insertions,
};

/// A padding with a value at the ends of dimensions.
#[derive(Clone, Copy)]
struct Padding {
    op: PadOp,
    value: Value,
}

impl Padding {
    fn read(op: Op, rw: &Rewriter<'_>) -> Option<Self> {
        let op = op.as_op::<PadOp>(rw)?;
        let at_end = op.mixed_low(rw).iter().all(|m| m.constant(rw) == Some(0));
        Some(Self { op, value: op.constant_padding(rw)? }).filter(|_| at_end)
    }
    /// The value, defined before the padding.
    fn value(self, rw: &mut Rewriter<'_>) -> Value {
        if let Some(inside) = rw.def_op(self.value).filter(|&def| rw.parent_op(def) == Some(self.op.op())) {
            let at = InsertPoint::before(rw, self.op.op());
            rw.move_op(inside, at);
        }
        self.value
    }
}

/// Applies a rewrite to the users of a kind.
fn each_user<U: OpDef>(
    op: Op,
    rw: &mut Rewriter<'_>,
    rewrite: fn(Padding, U, &mut Rewriter<'_>) -> Option<()>,
) -> Option<()> {
    let padding = Padding::read(op, rw)?;
    let users: Vec<Op> = rw.users(padding.op.result(rw)).collect();
    let mut changed = false;
    for user in users {
        if !rw.is_live(user) {
            continue;
        }
        if let Some(user) = user.as_op::<U>(rw) {
            changed |= rewrite(padding, user, rw).is_some();
        }
    }
    changed.then_some(())
}

fn of_reads(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    each_user(op, rw, read)
}

fn of_writes(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    each_user(op, rw, write)
}

fn of_insertions(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    each_user(op, rw, insertion)
}

/// `read(pad(x, c), i) = read(x, i) else c`.
fn read(padding: Padding, read: TransferReadOp, rw: &mut Rewriter<'_>) -> Option<()> {
    if !read.is_in_bounds(rw) || read.mask(rw).is_some() || read.base(rw) != padding.op.result(rw) {
        return None;
    }
    let (source, value) = (padding.op.source(rw), padding.value(rw));
    let (indices, rank): (Vec<Value>, usize) = (read.indices(rw).collect(), read.bounds(rw).len());
    let (map, ty) = (read.map(rw), rw.ty(read.vector(rw)));
    let at = InsertPoint::before(rw, read.op());
    rw.goto(at);
    let new = TransferReadOp::create(rw, ty, source, &indices, value, Some(map), &vec![false; rank])?;
    rw.replace_op(read.op(), &[new]);
    Some(())
}

/// `slice(write(v, pad(x), i)) = write(v, x, i)`, where the slice has the sizes of `x`.
fn write(padding: Padding, write: TransferWriteOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let &[result] = rw.results(write.op()) else { return None };
    let rank = write.bounds(rw).len();
    let user = rw.users(result).next()?;
    if rank == 0 || !rw.has_one_use(result) || write.base(rw) != padding.op.result(rw) {
        return None;
    }
    let slice = user.as_op::<ExtractSliceOp>(rw)?;
    let from_start = slice.mixed_offsets(rw).iter().all(|m| m.constant(rw) == Some(0));
    if !from_start || !same_size(rw, padding.op.source(rw), slice) {
        return None;
    }
    let (source, vector, mask) = (padding.op.source(rw), write.value_to_store(rw), write.mask(rw));
    let (indices, map): (Vec<Value>, Attr) =
        (write.indices(rw).collect(), rw.attr(write.op(), "permutation_map")?);
    let outside = rw.cx().bool_attr(false);
    let bounds = rw.cx().array_attr(vec![outside; rank]);
    let ty = rw.ty(source);
    let at = InsertPoint::before(rw, write.op());
    rw.goto(at);
    let new = TransferWriteOp::build(rw, vector, source, &indices, map, mask, bounds, &[ty]);
    let value = *rw.results(new.op()).first()?;
    rw.replace_op(slice.op(), &[value]);
    rw.erase_op(write.op());
    Some(())
}

/// Whether a slice has the sizes of a tensor.
fn same_size(b: &Body, tensor: Value, slice: ExtractSliceOp) -> bool {
    if let Some(cast) = b.def_as::<CastOp>(tensor)
        && same_size(b, cast.source(b), slice)
    {
        return true;
    }
    let shape = |v: Value| b.cx().type_as::<TensorType>(b.ty(v)).map(|t| &t.shape[..]);
    let (Some(before), Some(after)) = (shape(tensor), shape(slice.result(b))) else { return false };
    if before != after {
        return false;
    }
    if before.iter().all(|&n| n >= 0) {
        return true;
    }
    let Some(first) = b.def_as::<ExtractSliceOp>(tensor) else { return false };
    let (first, second) = (first.mixed_sizes(b), slice.mixed_sizes(b));
    // Slices of less dimensions than their tensors have other sizes than their types.
    first.len() == before.len()
        && second.len() == before.len()
        && before
            .iter()
            .zip(first.iter().zip(&second))
            .all(|(&n, (&x, &y))| n >= 0 || x.same(y, b) || is_same_minimum(b, x, y))
}

/// Whether two sizes are the same minimum, computed twice.
fn is_same_minimum(b: &Body, x: MixedIndex, y: MixedIndex) -> bool {
    let minimum = |m: MixedIndex| match m {
        MixedIndex::Value(v) => b.def_as::<MinOp>(v),
        MixedIndex::Static(_) => None,
    };
    let (Some(x), Some(y)) = (minimum(x), minimum(y)) else { return false };
    b.attr(x.op(), "map") == b.attr(y.op(), "map") && b.operands(x.op()).eq(b.operands(y.op()))
}

/// `insert(pad(x, c), y, o) = write(read(x, 0) else c, y, o)`.
fn insertion(padding: Padding, insert: InsertSliceOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let padded = padding.op.result(rw);
    if !insert.has_unit_strides(rw) || insert.dest(rw) == padded {
        return None;
    }
    let ty = rw.cx().type_as::<TensorType>(rw.ty(padded))?;
    let (shape, elem) = (ty.shape.to_vec(), ty.elem);
    let sizes = insert.mixed_sizes(rw);
    let added = sizes.len().checked_sub(shape.len())?;
    let expected = std::iter::repeat_n(1, added).chain(shape.iter().copied());
    if shape.iter().any(|&n| n < 0) || !sizes.iter().map(|m| m.constant(rw)).eq(expected.map(Some)) {
        return None;
    }
    let (source, value) = (padding.op.source(rw), padding.value(rw));
    let (dest, offsets) = (insert.dest(rw), insert.mixed_offsets(rw));
    let vector = rw.cx().vector(&shape, elem);
    let rank = shape.len();
    let at = InsertPoint::before(rw, insert.op());
    rw.goto(at);
    let zero = strata_arith::constant_index(rw, 0);
    let read =
        TransferReadOp::create(rw, vector, source, &vec![zero; rank], value, None, &vec![false; rank])?;
    let indices: Vec<Value> = offsets.into_iter().map(|m| value_of(rw, m)).collect();
    let write = TransferWriteOp::create(rw, read, dest, &indices, None, &vec![true; rank])?;
    let result = *rw.results(write.op()).first()?;
    rw.replace_op(insert.op(), &[result]);
    Some(())
}
