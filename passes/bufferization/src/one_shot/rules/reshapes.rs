//! Rules of ops that see a tensor in another shape.

use strata_ir::prelude::*;
use strata_memref::layout::{is_identity, strides};
use strata_tensor::{CollapseShapeOp, ExpandShapeOp};

use super::tensor_result;
use crate::one_shot::{
    editor::alloc_tensor,
    facts::{Alias, Editor, Outcome, Rule, Types, Use, View},
    layouts::{fully_dynamic, identity, memory_space},
};

/// More or less is known of the shape.
pub(super) struct Cast;

impl Rule for Cast {
    fn reads(&self, _: &View<'_>, _: Use) -> bool {
        false
    }
    fn aliasing_values(&self, v: &View<'_>, (op, _): Use) -> Vec<Alias<Value>> {
        tensor_result(v, op).into_iter().map(Alias::equivalent).collect()
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let cx = t.view.cx();
        let (from, tensor) = (t.within(t.view.operand(op, 0), around)?, t.view.ty(value));
        let space = memory_space(cx, from);
        let Some(to) = cx.type_as::<TensorType>(tensor) else { return Ok(identity(cx, tensor, space)) };
        Ok(match cx.type_as::<MemRefType>(from) {
            Some(source) => cx.ty(MemRefType { shape: to.shape.clone(), ..source.clone() }),
            None => fully_dynamic(cx, tensor, space),
        })
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let source = ed.body.operand(op, 0);
        let buffer = ed.buffer(source)?;
        let ty = ed.types().buffer_of(ed.body.result(op, 0))?;
        let new = ed.cast(op, buffer, ty);
        ed.replace(op, &[new]);
        Ok(())
    }
}

/// Groups of dimensions as one: a copy where they are not next to each other in memory.
pub(super) struct Collapse;

impl Collapse {
    fn is_guaranteed(cx: &Context, source: Type, groups: &[Vec<i64>]) -> bool {
        if is_identity(cx, source) {
            return true;
        }
        let (Some(shape), Some(layout)) = (cx.shaped(source).and_then(|s| s.shape), strides(cx, source))
        else {
            return false;
        };
        // The stride of each dimension but the last of a group is the extent of the one that follows it.
        groups.iter().all(|group| {
            let mut dims = group.iter().filter_map(|&d| usize::try_from(d).ok()).rev();
            let Some(last) = dims.next() else { return true };
            let mut want = layout.strides[last];
            let mut inner = shape[last];
            let mut open = inner == 1;
            for d in dims {
                let (size, stride) = (shape[d], layout.strides[d]);
                if size == 1 {
                    continue;
                }
                if open {
                    (want, inner, open) = (stride, size, false);
                    continue;
                }
                if inner == DYNAMIC
                    || want == DYNAMIC
                    || stride == DYNAMIC
                    || want.checked_mul(inner) != Some(stride)
                {
                    return false;
                }
                (want, inner) = (stride, size);
            }
            true
        })
    }
}

impl Rule for Collapse {
    fn aliasing_values(&self, v: &View<'_>, (op, _): Use) -> Vec<Alias<Value>> {
        tensor_result(v, op).into_iter().map(Alias::equivalent).collect()
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let cx = t.view.cx();
        let Some(collapse) = op.as_op::<CollapseShapeOp>(t.view.body) else {
            return t.by_default(value, around);
        };
        let from = t.within(t.view.operand(op, 0), around)?;
        let groups = collapse.groups(t.view.body);
        let new = Self::is_guaranteed(cx, from, &groups)
            .then(|| strata_memref::CollapseShapeOp::infer_type(cx, from, &groups))
            .flatten();
        Ok(new.unwrap_or_else(|| identity(cx, t.view.ty(value), memory_space(cx, from))))
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let Some(collapse) = op.as_op::<CollapseShapeOp>(ed.body) else { return Ok(()) };
        let (source, groups) = (ed.body.operand(op, 0), collapse.groups(ed.body));
        let mut buffer = ed.buffer(source)?;
        let cx = ed.body.cx_arc().clone();
        let from = ed.body.ty(buffer);
        let result = ed.body.ty(ed.body.result(op, 0));
        if cx.shaped(result).is_some_and(|s| s.rank() == Some(0)) {
            let ty = match cx.type_as::<MemRefType>(from) {
                Some(t) if !is_identity(&cx, from) => {
                    let offset = strides(&cx, from).map_or(DYNAMIC, |l| l.offset);
                    let layout = cx.attr(StridedLayoutAttr { offset, strides: SmallVec::new() });
                    cx.ty(MemRefType { shape: [][..].into(), layout: Some(layout), ..t.clone() })
                }
                _ => identity(&cx, result, memory_space(&cx, from)),
            };
            let groups = strata_tensor::reassociation::attr(&cx, &groups);
            let new = strata_memref::CollapseShapeOp::build(&mut ed.before(op), buffer, groups, ty);
            ed.replace(op, &[new]);
            return Ok(());
        }
        if !Self::is_guaranteed(&cx, from, &groups) {
            let facts = ed.facts;
            let mut b = ed.before(op);
            let copy = alloc_tensor(&mut b, facts, source, true)?;
            let ty = identity(&cx, from, memory_space(&cx, from));
            buffer = strata_bufferization::ToBufferOp::build(&mut b, copy, None, ty);
        }
        let Some(new) = strata_memref::CollapseShapeOp::create(&mut ed.before(op), buffer, &groups) else {
            return Err(ed.op_error(op, "has a buffer that cannot be collapsed"));
        };
        ed.replace(op, &[new]);
        Ok(())
    }
}

/// Dimensions as groups of dimensions.
pub(super) struct Expand;

impl Rule for Expand {
    fn reads(&self, _: &View<'_>, _: Use) -> bool {
        false
    }
    fn aliasing_values(&self, v: &View<'_>, (op, _): Use) -> Vec<Alias<Value>> {
        tensor_result(v, op).into_iter().map(Alias::equivalent).collect()
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let cx = t.view.cx();
        let Some(expand) = op.as_op::<ExpandShapeOp>(t.view.body) else { return t.by_default(value, around) };
        let from = t.within(t.view.operand(op, 0), around)?;
        let shape = cx.shaped(t.view.ty(value)).and_then(|s| s.shape).unwrap_or(&[]);
        let new = strata_memref::ExpandShapeOp::infer_type(cx, from, shape, &expand.groups(t.view.body));
        new.ok_or_else(|| t.error(op, "cannot expand this buffer"))
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let Some(expand) = op.as_op::<ExpandShapeOp>(ed.body) else { return Ok(()) };
        let source = ed.body.operand(op, 0);
        let buffer = ed.buffer(source)?;
        let (groups, sizes) = (expand.groups(ed.body), expand.mixed_output_shape(ed.body));
        let new = strata_memref::ExpandShapeOp::create(&mut ed.before(op), buffer, &groups, &sizes);
        let Some(new) = new else { return Err(ed.op_error(op, "has a buffer that cannot be expanded")) };
        ed.replace(op, &[new]);
        Ok(())
    }
}

/// Any shape, given by a tensor.
pub(super) struct Reshape;

impl Rule for Reshape {
    fn reads(&self, _: &View<'_>, u: Use) -> bool {
        u.1 == 1
    }
    fn aliasing_values(&self, v: &View<'_>, u: Use) -> Vec<Alias<Value>> {
        if u.1 != 0 {
            return Vec::new();
        }
        tensor_result(v, u.0).into_iter().map(Alias::equivalent).collect()
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        t.new_like(value, t.view.operand(op, 0), around)
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let (source, shape) = (ed.body.operand(op, 0), ed.body.operand(op, 1));
        let mut buffer = ed.buffer(source)?;
        let shape = ed.buffer(shape)?;
        let ty = ed.types().buffer_of(ed.body.result(op, 0))?;
        let cx = ed.body.cx_arc().clone();
        let from = ed.body.ty(buffer);
        // Only a buffer without gaps can have any shape.
        if cx.type_as::<MemRefType>(from).is_some() && !is_identity(&cx, from) {
            let facts = ed.facts;
            let mut b = ed.before(op);
            let copy = alloc_tensor(&mut b, facts, source, true)?;
            let ty = identity(&cx, from, memory_space(&cx, from));
            buffer = strata_bufferization::ToBufferOp::build(&mut b, copy, None, ty);
        }
        let new = strata_memref::ReshapeOp::build(&mut ed.before(op), buffer, shape, ty);
        ed.replace(op, &[new]);
        Ok(())
    }
}
