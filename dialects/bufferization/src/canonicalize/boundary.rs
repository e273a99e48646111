//! Canonicalisations of the ops between tensors and buffers.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_memref::layout;
use strata_tensor::{MixedIndex, index_list};

use crate::{AllocTensorOp, ToBufferOp, ToTensorOp};

/// The users of a value that are ops of one kind and have it as operand 0.
fn users<O: OpDef>(rw: &Rewriter<'_>, v: Value) -> Vec<O> {
    let of = |(op, i): (Op, usize)| if i == 0 { op.as_op::<O>(rw) } else { None };
    rw.uses_of(v).filter_map(of).collect()
}

impl Canonicalize for ToTensorOp {
    /// `tensor.dim(to_tensor(m)) = memref.dim(m)`.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let buffer = self.buffer(rw);
        let dims = users::<strata_tensor::DimOp>(rw, self.result(rw));
        for dim in &dims {
            let at = InsertPoint::before(rw, dim.op());
            rw.goto(at);
            let (index, ty) = (dim.index(rw), rw.cx().index());
            let size = strata_memref::DimOp::build(rw, buffer, index, ty);
            rw.replace_op(*dim, &[size]);
        }
        (!dims.is_empty()).then_some(())
    }
}

impl Canonicalize for ToBufferOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        of_cast(*self, rw)
            .or_else(|| of_buffer(*self, rw))
            .or_else(|| loads(*self, rw))
            .or_else(|| sizes(*self, rw))
    }
}

/// `memref.dim(to_buffer(t), i) = tensor.dim(t, i)`
fn sizes(op: ToBufferOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let tensor = op.tensor(rw);
    rw.cx().type_as::<TensorType>(rw.ty(tensor))?;
    let users: Vec<Op> = rw.users(op.buffer(rw)).collect();
    let dim = users.into_iter().find_map(|user| user.as_op::<strata_memref::DimOp>(rw))?;
    let before = InsertPoint::before(rw, dim.op());
    rw.goto(before);
    let (index, ty) = (dim.index(rw), rw.cx().index());
    let size = strata_tensor::DimOp::build(rw, tensor, index, ty);
    rw.replace_op(dim, &[size]);
    Some(())
}

/// `to_buffer(tensor.cast(t)) = memref.cast(to_buffer(t))`.
fn of_cast(op: ToBufferOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let cx = rw.cx();
    let cast = rw.def_of::<strata_tensor::CastOp>(op.tensor(rw))?;
    let (source, old) = (cast.source(rw), rw.ty(op.buffer(rw)));
    let from = cx.type_as::<TensorType>(rw.ty(source))?;
    let (layout, memory_space) = match (cx.type_as::<MemRefType>(old), cx.type_as::<UnrankedMemRefType>(old))
    {
        (Some(m), _) => (m.layout, m.memory_space),
        (None, Some(u)) => (None, u.memory_space),
        (None, None) => return None,
    };
    let ty = cx.ty(MemRefType { shape: from.shape.clone(), elem: from.elem, layout, memory_space });
    let read_only = op.read_only(rw).map(Attr::from);
    let buffer = ToBufferOp::build(rw, source, read_only, ty);
    let value = strata_memref::CastOp::build(rw, buffer, old);
    rw.replace_op(op, &[value]);
    Some(())
}

/// `to_buffer(to_tensor(m)) = m`, cast where the types allow it in any case, else copied.
fn of_buffer(op: ToBufferOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = rw.def_of::<ToTensorOp>(op.tensor(rw))?.buffer(rw);
    let (from, to) = (rw.ty(source), rw.ty(op.buffer(rw)));
    let value = if from == to {
        source
    } else if always_castable(rw.cx(), from, to)? {
        strata_memref::CastOp::build(rw, source, to)
    } else {
        let target = rw.cx().type_as::<MemRefType>(to)?.clone();
        let mut sizes = Vec::new();
        for i in (0..target.shape.len()).filter(|&i| target.shape[i] == DYNAMIC) {
            let index = MixedIndex::Static(i as i64).materialize(rw)?;
            let ty = rw.cx().index();
            sizes.push(strata_memref::DimOp::build(rw, source, index, ty));
        }
        let copy = strata_memref::AllocOp::create(rw, to, &sizes);
        strata_memref::CopyOp::build(rw, source, copy);
        copy
    };
    rw.replace_op(op, &[value]);
    Some(())
}

/// Whether a cast never fails when the program runs; `None` when there is no way from one type to the other.
fn always_castable(cx: &Context, from: Type, to: Type) -> Option<bool> {
    let (x, y) = (cx.type_as::<MemRefType>(from)?, cx.type_as::<MemRefType>(to)?);
    if x.elem != y.elem || x.shape.len() != y.shape.len() {
        return None;
    }
    let (a, b) = (layout::strides(cx, from), layout::strides(cx, to));
    let (Some(a), Some(b)) = (a, b) else { return Some(false) };
    let forgets = |p: i64, q: i64| p == q || q == DYNAMIC;
    Some(
        x.memory_space == y.memory_space
            && strata_memref::cast_compatible(cx, from, to)
            && x.shape.iter().zip(&y.shape).all(|(&p, &q)| forgets(p, q))
            && forgets(a.offset, b.offset)
            && a.strides.iter().zip(&b.strides).all(|(&p, &q)| forgets(p, q)),
    )
}

/// An element loaded from a buffer that is never written is an element of the tensor.
fn loads(op: ToBufferOp, rw: &mut Rewriter<'_>) -> Option<()> {
    op.read_only(rw)?;
    let tensor = op.tensor(rw);
    rw.cx().type_as::<TensorType>(rw.ty(tensor))?;
    let loads = users::<strata_memref::LoadOp>(rw, op.buffer(rw));
    for load in &loads {
        let at = InsertPoint::before(rw, load.op());
        rw.goto(at);
        let indices: Vec<Value> = load.indices(rw).collect();
        let element = strata_tensor::ExtractOp::build(rw, tensor, &indices);
        rw.replace_op(*load, &[element]);
    }
    (!loads.is_empty()).then_some(())
}

impl Canonicalize for AllocTensorOp {
    /// Sizes that are constants become part of the type; the size of a dimension is the value that gives it.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        if self.copy(rw).is_some() {
            return None;
        }
        let old = rw.ty(self.result(rw));
        let t = rw.cx().type_as::<TensorType>(old)?.clone();
        let sizes = index_list::mixed(&t.shape, self.dynamic_sizes(rw));
        if let Some(folded) = index_list::fold_constants(rw, &sizes, |c| c >= 0) {
            let (shape, values) = index_list::split(&folded);
            let ty = rw.cx().ty(TensorType { shape: shape.into(), ..t });
            let (hint, space) = (self.size_hint(rw), self.memory_space(rw).map(Attr::from));
            let new = Self::build(rw, &values, None, hint, space, ty);
            let cast = strata_tensor::CastOp::build(rw, new, old);
            rw.replace_op(*self, &[cast]);
            return Some(());
        }
        let mut changed = None;
        for dim in users::<strata_tensor::DimOp>(rw, self.result(rw)) {
            let size = dim.constant_index(rw).and_then(|i| sizes.get(i)?.value());
            if let Some(size) = size {
                rw.replace_op(dim, &[size]);
                changed = Some(());
            }
        }
        changed
    }
}
