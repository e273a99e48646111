//! Transfers that may leave their buffer, as transfers of a whole vector, of the buffer or of one on the stack.
//!
//! ```mlir
//! %r = vector.transfer_read %m[%i], %p : memref<?xf32>, vector<8xf32>
//! ```
//! becomes
//! ```mlir
//! %inside = arith.cmpi sle, %end, %size : index
//! %b:2 = scf.if %inside -> (memref<?xf32>, index) {
//!   scf.yield %m, %i : memref<?xf32>, index
//! } else {
//!   … the part of %m that is inside of it is copied to %stack …
//!   scf.yield %stack, %c0 : memref<?xf32>, index
//! }
//! %r = vector.transfer_read %b#0[%b#1], %p {in_bounds = [true]} : memref<?xf32>, vector<8xf32>
//! ```
//! Transfers with masks, of tensors, of fewer dimensions than the buffer, and those directly in an `scf.if` stay.

use std::sync::Arc;

use strata_arith::{AndIOp, CmpIPredicate, XOrIOp, constant_index};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::FillOp;
use strata_memref::{
    AllocaOp, CastOp, CopyOp, DimOp, LoadOp, StoreOp, SubViewOp, cast_compatible,
    layout::{self, Strided},
};
use strata_passes_analysis::{affine_size::composed_apply, index_arith::compare};
use strata_scf::{ForOp, IfOp};
use strata_tensor::MixedIndex;
use strata_vector::{TransferReadOp, TransferWriteOp, TypeCastOp};

/// The alignment of the buffer on the stack, in bytes.
const ALIGNMENT: i64 = 32;

/// How the part of a vector that is inside of the buffer is copied.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SplitTransfer {
    /// By the transfer itself.
    Transfer,
    /// By a copy of a part of the buffer.
    Copy,
    /// Not at all: no transfer leaves its buffer.
    Never,
}

/// Adds the patterns of this file.
pub fn add_patterns(set: &mut PatternSet, split: SplitTransfer) {
    let apply = move |op: Op, rw: &mut Rewriter<'_>| split_transfer(op, rw, split);
    for name in [TransferReadOp::NAME, TransferWriteOp::NAME] {
        set.add_fn(Some(name), "split-transfer", 1, Arc::new(apply));
    }
}

/// A transfer that may leave its buffer.
struct Transfer {
    op: Op,
    base: Value,
    indices: Vec<Value>,
    bounds: Vec<bool>,
    ty: VectorType,
    /// The elements that a read has outside of the buffer.
    padding: Option<Value>,
}

impl Transfer {
    fn read(b: &Body, op: Op) -> Option<Self> {
        let (base, indices, bounds, map, v, mask, padding) = if let Some(o) = op.as_op::<TransferReadOp>(b) {
            let indices: Vec<Value> = o.indices(b).collect();
            (o.base(b), indices, o.bounds(b), o.map(b), o.vector(b), o.mask(b), Some(o.padding(b)))
        } else {
            let o = op.as_op::<TransferWriteOp>(b)?;
            let indices: Vec<Value> = o.indices(b).collect();
            (o.base(b), indices, o.bounds(b), o.map(b), o.value_to_store(b), o.mask(b), None)
        };
        let parent = b.parent_op(op)?;
        let is_nested = parent.isa::<IfOp>(b) || parent.isa::<strata_vector::MaskOp>(b);
        let ty = b.cx().type_as::<VectorType>(b.ty(v))?.clone();
        let leaves = map.is_minor_identity() && bounds.contains(&false) && mask.is_none();
        (leaves && !is_nested).then_some(Self { op, base, indices, bounds, ty, padding })
    }
    /// The condition that all of it is inside of the buffer; `None` if that is always so.
    fn inside(&self, rw: &mut Rewriter<'_>) -> Option<Value> {
        let mut all = None;
        for (d, &index) in self.indices.iter().enumerate().filter(|(d, _)| !self.bounds[*d]) {
            let end = AffineMap::new(1, 0, vec![AffineExpr::dim(0) + self.ty.shape[d]]);
            let end = composed_apply(rw, &end, &[MixedIndex::Value(index)])?;
            let size = DimOp::create_or_fold(rw, self.base, d)?;
            if matches!((end.constant(rw), size.constant(rw)), (Some(end), Some(size)) if end < size) {
                continue;
            }
            let (end, size) = (end.materialize(rw)?, size.materialize(rw)?);
            let one = compare(rw, CmpIPredicate::Sle, end, size);
            all = Some(all.map_or(one, |before| AndIOp::build(rw, before, one)));
        }
        all
    }
    /// The part of the vector that is inside of the buffer, in the buffer and on the stack.
    fn common_parts(&self, b: &mut Builder<'_>, stack: Value) -> Option<[Value; 2]> {
        let mut sizes = Vec::new();
        let numbers: Vec<Value> = (0..self.indices.len()).map(|d| constant_index(b, d as i64)).collect();
        for ((d, &index), &number) in self.indices.iter().enumerate().zip(&numbers) {
            let size = DimOp::create_or_fold(b, self.base, d)?.materialize(b)?;
            let index_ty = b.cx().index();
            let extent = DimOp::build(b, stack, number, index_ty);
            let dim = AffineExpr::dim;
            let map = AffineMap::new(3, 0, vec![dim(0) - dim(1), dim(2)]);
            let least = strata_affine::MinOp::create(b, map, &[size, index, extent]);
            sizes.push(MixedIndex::Value(least));
        }
        let rank = self.indices.len();
        let at: Vec<MixedIndex> = self.indices.iter().map(|&i| MixedIndex::Value(i)).collect();
        let (zeros, ones) = (vec![MixedIndex::Static(0); rank], vec![MixedIndex::Static(1); rank]);
        let here = SubViewOp::create(b, self.base, &at, &sizes, &ones)?;
        Some([here, SubViewOp::create(b, stack, &zeros, &sizes, &ones)?])
    }
    /// The buffer on the stack as one vector.
    fn whole(&self, b: &mut Builder<'_>, stack: Value) -> (Value, Type) {
        let ty = b.cx().ty(self.ty.clone());
        let memory =
            b.cx().ty(MemRefType { shape: SmallVec::new(), elem: ty, layout: None, memory_space: None });
        (TypeCastOp::build(b, stack, memory), ty)
    }
    /// Copies the part that is inside of the buffer to the stack, for a read.
    fn fill_stack(&self, b: &mut Builder<'_>, stack: Value, split: SplitTransfer) -> Option<()> {
        if split == SplitTransfer::Copy {
            FillOp::create(b, &[self.padding?], stack).ok()?;
            let [from, to] = self.common_parts(b, stack)?;
            CopyOp::build(b, from, to);
            return Some(());
        }
        let read = b.body().clone_op(self.op, &mut IdMap::new());
        b.insert_op(read);
        let value = b.result(read, 0);
        let (memory, _) = self.whole(b, stack);
        StoreOp::build(b, value, memory, &[], None, None);
        Some(())
    }
    /// Copies that part from the stack, for a write.
    fn empty_stack(&self, b: &mut Builder<'_>, stack: Value, split: SplitTransfer) -> Option<()> {
        if split == SplitTransfer::Copy {
            let [to, from] = self.common_parts(b, stack)?;
            CopyOp::build(b, from, to);
            return Some(());
        }
        let (memory, _) = self.whole(b, stack);
        let value = LoadOp::build(b, memory, &[], None, None);
        let write = b.body().clone_op(self.op, &mut IdMap::new());
        b.insert_op(write);
        b.body().set_operand(write, 0, value);
        Some(())
    }
}

/// The block at whose start the stack is allocated: that of the outermost loop around the op, or of what is around the loops.
fn allocation_block(b: &Body, op: Op) -> Option<Block> {
    let mut scope = None;
    let mut next = b.parent_op(op);
    while let Some(parent) = next {
        if b.has_trait(parent, Trait::AutomaticAllocationScope) {
            scope = Some(parent);
        }
        let is_loop = parent.isa::<ForOp>(b) || parent.isa::<strata_affine::ForOp>(b);
        next = if is_loop { b.parent_op(parent) } else { None };
    }
    b.blocks(*b.regions(scope?).first()?).first().copied()
}

/// A type to which buffers of both types can be cast.
fn common_type(cx: &Context, buffer: Type, stack: Type) -> Option<Type> {
    if cast_compatible(cx, buffer, stack) {
        return Some(buffer);
    }
    let (x, y) = (cx.type_as::<MemRefType>(buffer)?, cx.type_as::<MemRefType>(stack)?);
    if x.shape.len() != y.shape.len() || x.memory_space != y.memory_space || x.elem != y.elem {
        return None;
    }
    let (s, t) = (layout::strides(cx, buffer)?, layout::strides(cx, stack)?);
    let common = |p: i64, q: i64| if p == q { p } else { DYNAMIC };
    let all = |p: &[i64], q: &[i64]| p.iter().zip(q).map(|(&p, &q)| common(p, q)).collect::<Vec<_>>();
    let strided = Strided { strides: all(&s.strides, &t.strides), offset: common(s.offset, t.offset) };
    Some(layout::with_layout(cx, x, &all(&x.shape, &y.shape), &strided))
}

fn all_inside(cx: &Context, n: usize) -> Attr {
    cx.array_attr(vec![cx.bool_attr(true); n])
}

fn split_transfer(op: Op, rw: &mut Rewriter<'_>, split: SplitTransfer) -> Option<()> {
    let transfer = Transfer::read(rw, op)?;
    let yes = all_inside(rw.cx(), transfer.bounds.len());
    if split == SplitTransfer::Never {
        rw.body().set_attr(op, "in_bounds", Some(yes));
        rw.touch(op);
        return Some(());
    }
    let elem = transfer.ty.elem;
    let shape: SmallVec<_> = transfer.ty.shape.iter().copied().collect();
    let stack_ty = rw.cx().ty(MemRefType { shape, elem, layout: None, memory_space: None });
    let buffer_ty = rw.ty(transfer.base);
    let common =
        common_type(rw.cx(), buffer_ty, stack_ty).filter(|_| !transfer.ty.scalable.contains(&true))?;
    let block = allocation_block(rw, op)?;
    let inside = transfer.inside(rw)?;
    let here = rw.point();
    let start = InsertPoint::at_start(rw, block);
    rw.goto(start);
    let alignment = rw.cx().i64_attr(ALIGNMENT);
    let stack = AllocaOp::build(rw, &[], &[], Some(alignment), stack_ty);
    rw.goto(here);
    let zero = constant_index(rw, 0);
    let mut types = vec![common];
    types.resize(1 + transfer.indices.len(), rw.cx().index());
    let whole = IfOp::create(
        rw,
        inside,
        &types,
        |b| {
            let base = transfer.base;
            let base = if b.ty(base) == common { base } else { CastOp::build(b, base, common) };
            [&[base], &transfer.indices[..]].concat()
        },
        |b| {
            if transfer.padding.is_some() {
                // The types were checked before.
                let _ = transfer.fill_stack(b, stack, split);
            }
            let stack = if stack_ty == common { stack } else { CastOp::build(b, stack, common) };
            let mut values = vec![stack];
            values.resize(1 + transfer.indices.len(), zero);
            values
        },
    );
    let places: Vec<Value> = rw.results(whole.op()).to_vec();
    let first = usize::from(transfer.padding.is_none());
    if transfer.padding.is_some() {
        set_place(rw, op, first, &places, yes);
        rw.touch(op);
        return Some(());
    }
    let new = rw.body().clone_op(op, &mut IdMap::new());
    rw.insert_op(new);
    set_place(rw, new, first, &places, yes);
    let set = rw.constant("arith", rw.cx().bool_attr(true), rw.cx().i1())?;
    let outside = XOrIOp::build(rw, inside, set);
    IfOp::create_then(rw, outside, &[], |b| {
        let _ = transfer.empty_stack(b, stack, split);
        Vec::new()
    });
    rw.erase_op(op);
    Some(())
}

/// Moves a transfer to a buffer and indices.
fn set_place(rw: &mut Rewriter<'_>, op: Op, first: usize, places: &[Value], in_bounds: Attr) {
    for (i, &v) in places.iter().enumerate() {
        rw.body().set_operand(op, first + i, v);
    }
    rw.body().set_attr(op, "in_bounds", Some(in_bounds));
}
