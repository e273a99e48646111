//! Rules of ops on parts of tensors.

use strata_ir::prelude::*;
use strata_memref::{CopyOp, SubViewOp};
use strata_tensor::{ExtractSliceOp, MixedIndex, OffsetSizeStride};

use super::{tensor_result, written_destination};
use crate::one_shot::facts::{Alias, Editor, Outcome, Rule, Types, Use, View};

/// Offsets, sizes and strides.
type Place = [Vec<MixedIndex>; 3];

fn place(body: &Body, op: Op) -> Option<Place> {
    let op = op.cast::<dyn OffsetSizeStride>(body)?;
    Some([op.mixed_offsets(body), op.mixed_sizes(body), op.mixed_strides(body)])
}

/// The type of a part with the shape `shape`, which may leave out dimensions of size one.
fn part_type(cx: &Context, source: Type, place: &Place, shape: &[i64]) -> Option<Type> {
    let [offsets, sizes, strides] = place.each_ref().map(|l| strata_tensor::index_list::split(l).0);
    let full = SubViewOp::infer_type(cx, source, &offsets, &sizes, &strides)?;
    let t = cx.type_as::<MemRefType>(full)?;
    if t.shape.len() == shape.len() {
        return Some(full);
    }
    let dropped = strata_tensor::rank_reduction(&sizes, shape)?;
    let layout = strata_memref::layout::strides(cx, full)?;
    let keep = |list: &[i64]| -> Vec<i64> {
        list.iter().zip(&dropped).filter(|(_, d)| !**d).map(|(&x, _)| x).collect()
    };
    let layout = strata_memref::layout::Strided { strides: keep(&layout.strides), offset: layout.offset };
    Some(strata_memref::layout::with_layout(cx, t, &keep(&t.shape), &layout))
}

fn shape(body: &Body, v: Value) -> Vec<i64> {
    body.cx().shaped(body.ty(v)).and_then(|s| s.shape).map(<[i64]>::to_vec).unwrap_or_default()
}

/// A part of a tensor is a part of its buffer.
pub(super) struct Extract;

impl Rule for Extract {
    fn reads(&self, _: &View<'_>, _: Use) -> bool {
        false
    }
    fn aliasing_values(&self, v: &View<'_>, (op, _): Use) -> Vec<Alias<Value>> {
        tensor_result(v, op).into_iter().map(|r| Alias::unknown(r, true)).collect()
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let from = t.within(t.view.operand(op, 0), around)?;
        let shape = shape(t.view.body, value);
        let ty = place(t.view.body, op).and_then(|place| part_type(t.view.cx(), from, &place, &shape));
        ty.ok_or_else(|| t.error(op, "takes a part of a buffer whose strides are not known"))
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let Some(slice) = op.as_op::<ExtractSliceOp>(ed.body) else { return Ok(()) };
        let source = slice.source(ed.body);
        let buffer = ed.buffer(source)?;
        let ty = ed.types().buffer_of(ed.body.result(op, 0))?;
        let Some([offsets, sizes, strides]) = place(ed.body, op) else { return Ok(()) };
        let part = SubViewOp::of_type(&mut ed.before(op), buffer, &offsets, &sizes, &strides, ty);
        ed.replace(op, &[part]);
        Ok(())
    }
}

/// The part of `dest` that an op replaces by `source`, before `at`.
fn part_of(ed: &mut Editor<'_>, op: Op, at: Op, source: Value, dest: Value) -> Outcome<Value> {
    let shape = shape(ed.body, source);
    let place = place(ed.body, op);
    let ty = place.as_ref().and_then(|place| part_type(ed.body.cx(), ed.body.ty(dest), place, &shape));
    let (Some([offsets, sizes, strides]), Some(ty)) = (place, ty) else {
        return Err(ed.op_error(op, "replaces a part of a buffer whose strides are not known"));
    };
    Ok(SubViewOp::of_type(&mut ed.before(at), dest, &offsets, &sizes, &strides, ty))
}

/// Whether an op replaces all elements of its destination.
fn replaces_all(v: &View<'_>, op: Op) -> bool {
    let Some([offsets, sizes, strides]) = place(v.body, op) else { return false };
    let all = |list: &[MixedIndex], n: i64| list.iter().all(|m| m.constant(v.body) == Some(n));
    let shape = shape(v.body, v.body.operand(op, 1));
    all(&offsets, 0)
        && all(&strides, 1)
        && sizes.len() == shape.len()
        && sizes.iter().zip(&shape).all(|(s, &d)| d != DYNAMIC && s.constant(v.body) == Some(d))
}

/// Whether the source is read, or what is not replaced of the destination.
fn insertion_reads(v: &View<'_>, u: Use) -> bool {
    u.1 != 1 || !replaces_all(v, u.0)
}

/// A part of a tensor is replaced: a copy into a part of its buffer.
pub(super) struct Insert;

impl Rule for Insert {
    fn reads(&self, v: &View<'_>, u: Use) -> bool {
        insertion_reads(v, u)
    }
    fn writes(&self, _: &View<'_>, u: Use) -> bool {
        u.1 == 1
    }
    fn aliasing_values(&self, v: &View<'_>, u: Use) -> Vec<Alias<Value>> {
        written_destination(v, u)
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let (source, dest) = (ed.body.operand(op, 0), ed.body.operand(op, 1));
        let dest = ed.buffer(dest)?;
        let part = part_of(ed, op, op, source, dest)?;
        let source = ed.buffer(source)?;
        CopyOp::build(&mut ed.before(op), source, part);
        ed.replace(op, &[dest]);
        Ok(())
    }
}

/// A part of a tensor that parallel iterations share is replaced.
pub(super) struct ParallelInsert;

impl Rule for ParallelInsert {
    fn reads(&self, v: &View<'_>, u: Use) -> bool {
        insertion_reads(v, u)
    }
    fn writes(&self, _: &View<'_>, u: Use) -> bool {
        u.1 == 1
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let (source, dest) = (ed.body.operand(op, 0), ed.body.operand(op, 1));
        let Some(end) = ed.body.parent_op(op).filter(|&end| end != Op::SELF) else { return Ok(()) };
        let dest = ed.buffer(dest)?;
        let from = ed.buffer(source)?;
        let part = part_of(ed, op, end, source, dest)?;
        CopyOp::build(&mut ed.before(end), from, part);
        ed.body.erase(op);
        Ok(())
    }
    /// Copies cannot be made where the op is: they are made before the end of the iteration.
    fn resolve(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let in_place = ed.view().tensor_uses(op).all(|u| ed.view().is_in_place(u));
        if in_place || ed.facts.decisions.is_none() {
            return Ok(());
        }
        ed.copy_operands(op)
    }
}
