//! Canonicalizations of ops on shapes that need new ops.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{CastOp, DimOp as TensorDimOp, ExtractOp, ReshapeOp};

use crate::{
    AssumingAllOp, AssumingOp, BroadcastOp, ConstShapeOp, ConstWitnessOp, CstrBroadcastableOp, CstrEqOp,
    FromExtentTensorOp, IsBroadcastableOp, ShapeOfOp, ShapeType, is_extent_tensor, known,
};

/// Changes the list of operands, which is all that the op has; `None` if nothing changes.
fn set_operands(rw: &mut Rewriter<'_>, op: Op, operands: &[Value]) -> Option<()> {
    let old: Vec<Value> = rw.operands(op).collect();
    if old == operands {
        return None;
    }
    rw.body().set_operands(op, operands);
    rw.touch(op);
    let defs: Vec<Op> = old.iter().filter_map(|&v| rw.def_op(v)).collect();
    defs.into_iter().for_each(|def| rw.touch(def));
    Some(())
}

/// Leaves out operands that were there before.
fn distinct(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let mut seen = Vec::new();
    for v in rw.operands(op) {
        if !seen.contains(&v) {
            seen.push(v);
        }
    }
    set_operands(rw, op, &seen)
}

/// Leaves out shapes that have no sizes.
fn without_scalars(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let is_scalar = |v: Value| {
        known::extent_count(rw.cx(), rw.ty(v)) == Some(0)
            || known::constant_extents(rw, v).is_some_and(|sizes| sizes.is_empty())
    };
    let others: Vec<Value> = rw.operands(op).filter(|&v| !is_scalar(v)).collect();
    set_operands(rw, op, &others)
}

/// Takes the sources of casts that only forget how many sizes there are.
fn without_casts(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let origin = |v: Value| {
        let from = rw.def_of::<CastOp>(v)?.source(rw);
        let forgets = known::extent_count(rw.cx(), rw.ty(from)).is_some()
            && is_extent_tensor(rw.cx(), rw.ty(v))
            && known::extent_count(rw.cx(), rw.ty(v)).is_none();
        forgets.then_some(from)
    };
    let uncast: Vec<Value> = rw.operands(op).map(|v| origin(v).unwrap_or(v)).collect();
    set_operands(rw, op, &uncast)
}

impl Canonicalize for BroadcastOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let op = self.op();
        let shapes: Vec<Value> = self.shapes(rw).collect();
        if let [only] = shapes[..] {
            return forward(*self, only, rw);
        }
        concretize(*self, &shapes, rw)
            .or_else(|| merge_constants(*self, &shapes, rw))
            .or_else(|| without_casts(op, rw))
            .or_else(|| distinct(op, rw))
            .or_else(|| without_scalars(op, rw))
            .or_else(|| empty(*self, rw))
    }
}

/// Shapes without sizes are broadcast to one without.
fn empty(op: BroadcastOp, rw: &mut Rewriter<'_>) -> Option<()> {
    if op.shapes(rw).len() != 0 {
        return None;
    }
    let (cx, ty) = (rw.cx(), rw.ty(op.result(rw)));
    let is_unknown = is_extent_tensor(cx, ty) && known::extent_count(cx, ty).is_none();
    let of_type = if is_unknown { cx.tensor(&[0], cx.index()) } else { ty };
    let none = known::extents_attr(cx, &[])?;
    let mut value = ConstShapeOp::build(rw, none, of_type);
    if is_unknown {
        value = CastOp::build(rw, value, ty);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

/// One shape is broadcast to itself, in the type of the result.
fn forward(op: BroadcastOp, only: Value, rw: &mut Rewriter<'_>) -> Option<()> {
    let (from, to) = (rw.ty(only), rw.ty(op.result(rw)));
    let cx = rw.cx();
    let new = if from == to {
        only
    } else if cx.type_as::<ShapeType>(to).is_some() {
        FromExtentTensorOp::build(rw, only, to)
    } else if is_extent_tensor(cx, from) {
        CastOp::build(rw, only, to)
    } else {
        return None;
    };
    rw.replace_op(op, &[new]);
    Some(())
}

/// Two or more constants become one, behind the other shapes.
fn merge_constants(op: BroadcastOp, shapes: &[Value], rw: &mut Rewriter<'_>) -> Option<()> {
    let (mut merged, mut others) = (Vec::new(), Vec::new());
    for &shape in shapes {
        let next = known::constant_extents(rw, shape).and_then(|sizes| known::broadcast(&merged, &sizes));
        match next {
            Some(sizes) => merged = sizes,
            None => others.push(shape),
        }
    }
    if shapes.len() - others.len() < 2 {
        return None;
    }
    let (sizes, cx) = (known::extents_attr(rw.cx(), &merged)?, rw.cx());
    others.push(ConstShapeOp::build(rw, sizes, cx.tensor(&[merged.len() as i64], cx.index())));
    set_operands(rw, op.op(), &others)
}

/// The number of sizes of the result follows from those of the shapes.
fn concretize(op: BroadcastOp, shapes: &[Value], rw: &mut Rewriter<'_>) -> Option<()> {
    let (cx, ty) = (rw.cx(), rw.ty(op.result(rw)));
    if !is_extent_tensor(cx, ty) || known::extent_count(cx, ty).is_some() {
        return None;
    }
    let counts: Option<Vec<i64>> = shapes.iter().map(|&v| known::extent_count(cx, rw.ty(v))).collect();
    let known = cx.tensor(&[counts?.into_iter().max()?], cx.index());
    let error = rw.attr(op.op(), "error");
    let new = BroadcastOp::build(rw, shapes, error, known);
    let cast = CastOp::build(rw, new, ty);
    rw.replace_op(op, &[cast]);
    Some(())
}

impl Canonicalize for IsBroadcastableOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        distinct(self.op(), rw)
    }
}

impl Canonicalize for CstrBroadcastableOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let op = self.op();
        without_casts(op, rw).or_else(|| distinct(op, rw)).or_else(|| without_scalars(op, rw)).or_else(|| {
            if self.shapes(rw).len() >= 2 {
                return None;
            }
            // One shape can always be broadcast, and the op needs two.
            let (holds, ty) = (rw.cx().bool_attr(true), rw.ty(self.result(rw)));
            let witness = ConstWitnessOp::build(rw, holds, ty);
            rw.replace_op(op, &[witness]);
            Some(())
        })
    }
}

impl Canonicalize for AssumingAllOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let op = self.op();
        let inputs: Vec<Value> = self.inputs(rw).collect();
        if let [only] = inputs[..] {
            rw.replace_op(op, &[only]);
            return Some(());
        }
        let mut flat = Vec::new();
        for &input in &inputs {
            match rw.def_of::<Self>(input) {
                Some(inner) => flat.extend(inner.inputs(rw)),
                None => flat.push(input),
            }
        }
        set_operands(rw, op, &flat)
            .or_else(|| implied(op, &inputs, rw))
            .or_else(|| equal(op, &inputs, rw))
            .or_else(|| distinct(op, rw))
    }
}

/// Shapes that can be broadcast can be broadcast in part, too.
fn implied(op: Op, inputs: &[Value], rw: &mut Rewriter<'_>) -> Option<()> {
    let shapes_of = |&v: &Value| Some(rw.def_of::<CstrBroadcastableOp>(v)?.shapes(rw).collect());
    let shapes: Vec<Vec<Value>> = inputs.iter().map(shapes_of).collect::<Option<_>>()?;
    let is_part = |i: usize, j: usize| shapes[i].iter().all(|v| shapes[j].contains(v));
    let is_implied =
        |i: usize| (0..inputs.len()).any(|j| j != i && is_part(i, j) && (!is_part(j, i) || j < i));
    let open: Vec<Value> = (0..inputs.len()).filter(|&i| !is_implied(i)).map(|i| inputs[i]).collect();
    set_operands(rw, op, &open)
}

/// Checks of equality that share shapes are one check.
fn equal(op: Op, inputs: &[Value], rw: &mut Rewriter<'_>) -> Option<()> {
    let mut shapes: Vec<Value> = Vec::new();
    if inputs.is_empty() {
        return None;
    }
    for &input in inputs {
        let more: Vec<Value> = rw.def_of::<CstrEqOp>(input)?.shapes(rw).collect();
        if !shapes.is_empty() && !more.is_empty() && more.iter().all(|v| !shapes.contains(v)) {
            return None;
        }
        shapes.extend(more);
    }
    let ty = rw.ty(inputs[0]);
    let witness = CstrEqOp::build(rw, &shapes, ty);
    rw.replace_op(op, &[witness]);
    Some(())
}

impl Canonicalize for AssumingOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        if rw.def_of::<ConstWitnessOp>(self.witness(rw)).is_some() {
            return inline(*self, rw);
        }
        let (end, results) = (self.terminator(rw)?, rw.results(self.op()).to_vec());
        if results.iter().all(|&r| rw.has_uses(r)) {
            return None;
        }
        let values: Vec<Value> = end.operands(rw).collect();
        if values.len() != results.len() {
            return None;
        }
        let used: Vec<usize> = (0..results.len()).filter(|&i| rw.has_uses(results[i])).collect();
        let kept: Vec<Value> = used.iter().map(|&i| values[i]).collect();
        let types: Vec<Type> = used.iter().map(|&i| rw.ty(results[i])).collect();
        let witness = self.witness(rw);
        let new = Self::build(rw, witness, &types);
        set_operands(rw, end.op(), &kept)?;
        let (from, to) = (self.do_region(rw), new.do_region(rw));
        rw.body().move_blocks(from, to);
        rw.touch(new.op());
        let new_results = rw.results(new.op()).to_vec();
        for (&i, with) in used.iter().zip(new_results) {
            rw.replace_value(results[i], with);
        }
        rw.erase_op(self.op());
        Some(())
    }
}

/// With a known witness nothing is assumed any more. If it fails, what the op does is not defined.
fn inline(op: AssumingOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let end = op.terminator(rw)?;
    let block = rw.parent_block(end.op())?;
    let values: Vec<Value> = end.operands(rw).collect();
    if values.len() != rw.results(op.op()).len() {
        return None;
    }
    rw.erase_op(end.op());
    let at = InsertPoint::before(rw, op.op());
    rw.inline_block_before(block, at, &[]);
    rw.replace_op(op, &values);
    Some(())
}

impl Canonicalize for ShapeOfOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        of_static(*self, rw).or_else(|| of_reshape(*self, rw)).or_else(|| {
            let users: Vec<Op> = rw.users(self.result(rw)).collect();
            users.into_iter().find_map(|user| {
                let before = InsertPoint::before(rw, user);
                rw.goto(before);
                cast(*self, user, rw).or_else(|| element(*self, user, rw))
            })
        })
    }
}

/// The shape of a value with known sizes is a constant, which the type of the result may not tell.
fn of_static(op: ShapeOfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (cx, ty) = (rw.cx(), rw.ty(op.result(rw)));
    let sizes = cx.shaped(rw.ty(op.arg(rw)))?.shape?;
    let is_unknown = is_extent_tensor(cx, ty) && known::extent_count(cx, ty).is_none();
    if !is_unknown || sizes.contains(&DYNAMIC) {
        return None;
    }
    let value = known::extents_attr(cx, sizes)?;
    let constant = ConstShapeOp::build(rw, value, cx.tensor(&[sizes.len() as i64], cx.index()));
    let cast = CastOp::build(rw, constant, ty);
    rw.replace_op(op, &[cast]);
    Some(())
}

/// The shape of a reshaped tensor is the list that it was reshaped to.
fn of_reshape(op: ShapeOfOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let ty = rw.ty(op.result(rw));
    let mut shape = rw.def_of::<ReshapeOp>(op.arg(rw))?.shape(rw);
    let cx = rw.cx();
    if !is_extent_tensor(cx, ty) {
        return None;
    }
    let list = cx.type_as::<TensorType>(rw.ty(shape))?;
    let of_index = cx.tensor(&list.shape, cx.index());
    if rw.ty(shape) != of_index {
        shape = strata_arith::IndexCastOp::build(rw, shape, of_index);
    }
    if of_index != ty {
        shape = CastOp::build(rw, shape, ty);
    }
    rw.replace_op(op, &[shape]);
    Some(())
}

/// A cast of the shape of a ranked value is its shape in the other type.
fn cast(op: ShapeOfOp, user: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let cast = user.as_op::<CastOp>(rw)?;
    let (cx, to, from) = (rw.cx(), rw.ty(cast.dest(rw)), rw.ty(op.result(rw)));
    let rank = cx.shaped(rw.ty(op.arg(rw)))?.shape?.len() as i64;
    let fits = known::extent_count(cx, to).is_none_or(|n| n == rank);
    if !is_extent_tensor(cx, from) || !is_extent_tensor(cx, to) || !fits {
        return None;
    }
    let arg = op.arg(rw);
    let new = ShapeOfOp::build(rw, arg, to);
    rw.replace_op(user, &[new]);
    Some(())
}

/// An element of the shape of a tensor is a size of it.
fn element(op: ShapeOfOp, user: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let extract = user.as_op::<ExtractOp>(rw)?;
    let mut indices = extract.indices(rw);
    let (Some(at), None) = (indices.next(), indices.next()) else { return None };
    drop(indices);
    let arg = op.arg(rw);
    rw.cx().type_as::<TensorType>(rw.ty(arg))?;
    let ty = rw.cx().index();
    let new = TensorDimOp::build(rw, arg, at, ty);
    rw.replace_op(user, &[new]);
    Some(())
}
