//! One op at a time: tensor operands become buffers.

use strata_ir::prelude::*;
use strata_memref::layout;
use strata_tensor::{self as tensor, OffsetSizeStride as _};
use strata_vector::{TransferReadOp, TransferWriteOp};

use super::{
    boundary,
    buffers::{Globals, State, allocate, buffer_type, copy_of, dynamic_sizes, is_tensor},
    control_flow,
    in_place_analysis::{in_place, is_uninitialized, same_place},
    partial_copies::copy_of_contents,
};
use crate::structured_op;

/// Constants with more elements than this are filled at run time when all elements are equal.
const SPLAT_GLOBAL: i64 = 64;

/// Bufferizes an op on tensors that has no control flow.
pub(super) fn tensor_op(body: &mut Body, state: &mut State, globals: &mut Globals, op: Op) {
    let cx = body.cx_arc().clone();
    if op.isa::<TransferReadOp>(body) {
        let mut operands: Vec<Value> = body.operands(op).collect();
        operands[0] = state.buffer(operands[0]);
        return body.set_operands(op, &operands);
    }
    if boundary::cross(body, state, op) {
        return;
    }
    if structured_op::structured(body, op).is_some() {
        return structured(body, state, op);
    }
    if body.has_trait(op, Trait::ConstantLike) {
        return constant(body, state, globals, op);
    }
    let done = if let Some(e) = op.as_op::<tensor::EmptyOp>(body) {
        let result = op_result(body, op);
        let ty = body.ty(result);
        if cx.shaped(ty).is_some_and(|s| s.is_static())
            && body.users(result).all(|u| only_written(body, u, result))
        {
            // Every user that writes allocates a buffer of its own.
            state.dead.push(op);
            return;
        }
        let sizes: Vec<Value> = body.operands(e.op()).collect();
        let mut b = Builder::before(body, op);
        Some(allocate(&mut b, state, ty, &sizes))
    } else {
        buffer_of_result(body, state, op)
    };
    match done {
        Some(buffer) => {
            let result = op_result(body, op);
            state.set(result, buffer);
            state.dead.push(op);
        }
        None if state.dead.last() == Some(&op) => (),
        None => {
            state.fail(body, op, "no rule for it");
            stand_in(body, state, op);
        }
    }
}

/// Buffers for the results of an op that cannot be bufferized. The pass has failed, but what comes after such an op is looked at too, and
/// takes for granted that every tensor has a buffer.
fn stand_in(body: &mut Body, state: &mut State, op: Op) {
    let cx = body.cx_arc().clone();
    for result in body.results(op).to_vec() {
        let ty = body.ty(result);
        if !is_tensor(&cx, ty) {
            continue;
        }
        let mut b = Builder::before(body, op);
        let unknown =
            cx.shaped(ty).and_then(|s| s.shape).map_or(0, |s| s.iter().filter(|&&d| d == DYNAMIC).count());
        let sizes: Vec<Value> = (0..unknown).map(|_| strata_arith::constant_index(&mut b, 0)).collect();
        let buffer = allocate(&mut b, state, ty, &sizes);
        state.set(result, buffer);
    }
}

/// Whether `op` is a destination-passing op that uses `value` as a destination only.
fn only_written(body: &Body, op: Op, value: Value) -> bool {
    structured_op::structured(body, op).is_some_and(|s| !s.inputs.contains(&value))
}

fn op_result(body: &Body, op: Op) -> Value {
    body.result(op, 0)
}

/// Destination-passing style ops of `linalg`.
fn structured(body: &mut Body, state: &mut State, op: Op) {
    let Some(s) = structured_op::structured(body, op) else { return };
    let cx = body.cx_arc().clone();
    let mut outputs = Vec::new();
    for (i, &out) in s.outputs.iter().enumerate() {
        let ty = body.ty(out);
        if !is_tensor(&cx, ty) {
            outputs.push(out);
            continue;
        }
        if is_uninitialized(body, out) && state.buffer(out) == out {
            let mut b = Builder::before(body, op);
            outputs.push(allocate(&mut b, state, ty, &[]));
            continue;
        }
        let buffer = state.buffer(out);
        // An input with the same map may share the output's buffer: each element is read before it is written.
        if in_place(body, state, op, out) {
            outputs.push(buffer);
            continue;
        }
        let reads = s.reads_output(body, i);
        let mut b = Builder::before(body, op);
        let fresh = if reads {
            copy_of_contents(&mut b, state, out, ty)
        } else {
            let sizes = dynamic_sizes(&mut b, buffer);
            allocate(&mut b, state, ty, &sizes)
        };
        outputs.push(fresh);
    }
    let inputs: Vec<Value> = s.inputs.iter().map(|&v| state.buffer(v)).collect();
    let new = structured_op::rebuild_on_buffers(body, op, &inputs, &outputs);
    let payload: Vec<Op> = body.ops_in(new).into_iter().collect();
    for op in payload {
        read(body, state, op);
    }
    let results = body.results(op).to_vec();
    for (r, &buffer) in results.iter().zip(&outputs) {
        state.set(*r, buffer);
    }
    state.dead.push(op);
}

/// A constant tensor: a global, or a fill.
fn constant(body: &mut Body, state: &mut State, globals: &mut Globals, op: Op) {
    let cx = body.cx_arc().clone();
    let result = op_result(body, op);
    let ty = body.ty(result);
    let Some(value) = body.attr_slot(op, 0) else { return };
    let n = cx.shaped(ty).and_then(|s| s.num_elements()).unwrap_or(0);
    let mut b = Builder::before(body, op);
    let splat = if n > SPLAT_GLOBAL { splat(&mut b, value) } else { None };
    let buffer = match splat {
        Some(scalar) => {
            let buffer = allocate(&mut b, state, ty, &[]);
            structured_op::build_fill(&mut b, scalar, buffer);
            buffer
        }
        None => {
            let shape: Vec<String> =
                cx.shaped(ty).and_then(|s| s.shape).unwrap_or(&[]).iter().map(i64::to_string).collect();
            let elem = cx.type_to_string(cx.elem_or_self(ty));
            let stem = [&["__constant"][..], &shape.iter().map(String::as_str).collect::<Vec<_>>()].concat();
            let count = globals.len();
            let name = globals.entry(value).or_insert_with(|| format!("{}x{elem}_{count}", stem.join("_")));
            let symbol = cx.symbol_ref(name);
            strata_memref::GetGlobalOp::build(&mut b, symbol, buffer_type(&cx, ty))
        }
    };
    state.set(result, buffer);
    state.dead.push(op);
}

/// The value that all elements of a constant share.
fn splat(b: &mut Builder<'_>, value: Attr) -> Option<Value> {
    let cx = b.cx_arc().clone();
    if let Some(scalar) = cx.splat_value(value) {
        return Some(strata_arith::constant(b, scalar));
    }
    let dense = cx.attr_as::<DenseElementsAttr>(value).filter(|d| d.splat)?;
    let elem = cx.elem_or_self(dense.ty);
    let part = strata_complex::part_type(&cx, elem)?;
    let parts = cx.dense_attr(cx.tensor(&[2], part), dense.data.clone())?;
    let parts = cx.attr_as::<DenseElementsAttr>(parts)?;
    let parts = cx.array_attr(vec![parts.element_attr(&cx, 0)?, parts.element_attr(&cx, 1)?]);
    Some(strata_complex::ConstantOp::build(b, parts, elem))
}

/// Rewrites ops that read one element of a tensor, in a block or in a payload. Returns whether `op` is one.
fn read(body: &mut Body, state: &mut State, op: Op) -> bool {
    let number = if op.isa::<tensor::ExtractOp>(body) {
        let buffer = state.buffer(body.operand(op, 0));
        let indices: Vec<Value> = body.operands(op).skip(1).collect();
        strata_memref::LoadOp::build(&mut Builder::before(body, op), buffer, &indices, None, None)
    } else if op.isa::<tensor::DimOp>(body) {
        let (buffer, index) = (state.buffer(body.operand(op, 0)), body.operand(op, 1));
        let ty = body.cx().index();
        strata_memref::DimOp::build(&mut Builder::before(body, op), buffer, index, ty)
    } else {
        return false;
    };
    let result = op_result(body, op);
    body.replace_all_uses(result, number);
    state.dead.push(op);
    true
}

/// Ops of the tensor dialect and the like. Returns the buffer of the result.
fn buffer_of_result(body: &mut Body, state: &mut State, op: Op) -> Option<Value> {
    let cx = body.cx_arc().clone();
    if read(body, state, op) {
        return None;
    }
    if op.isa::<tensor::InsertOp>(body) {
        let (scalar, dest) = (body.operand(op, 0), body.operand(op, 1));
        let indices: Vec<Value> = body.operands(op).skip(2).collect();
        let buffer = writable(body, state, op, dest);
        let mut b = Builder::before(body, op);
        strata_memref::StoreOp::build(&mut b, scalar, buffer, &indices, None, None);
        return Some(buffer);
    }
    if op.isa::<tensor::FromElementsOp>(body) {
        let ty = body.ty(op_result(body, op));
        let elements: Vec<Value> = body.operands(op).collect();
        let shape = cx.shaped(ty)?.shape?.to_vec();
        let mut b = Builder::before(body, op);
        let buffer = allocate(&mut b, state, ty, &[]);
        for (n, v) in elements.into_iter().enumerate() {
            let mut rest = n as i64;
            let mut at = vec![0; shape.len()];
            for (d, &size) in shape.iter().enumerate().rev() {
                (at[d], rest) = (rest % size, rest / size);
            }
            let at: Vec<Value> = at.into_iter().map(|i| strata_arith::constant_index(&mut b, i)).collect();
            strata_memref::StoreOp::build(&mut b, v, buffer, &at, None, None);
        }
        return Some(buffer);
    }
    if op.isa::<TransferWriteOp>(body) {
        let mut operands: Vec<Value> = body.operands(op).collect();
        operands[1] = writable(body, state, op, operands[1]);
        let mut new = OpState::new(body.info(op), body.loc(op));
        new.operands.extend(operands.iter().copied());
        new.attrs = (0..new.info.attrs.len()).map(|slot| body.attr_slot(op, slot)).collect();
        new.extra = body.extra_attrs(op).to_vec();
        Builder::before(body, op).build(new);
        return Some(operands[1]);
    }
    if op.isa::<strata_arith::SelectOp>(body) {
        return control_flow::select(body, state, op);
    }
    if op.isa::<tensor::SplatOp>(body) {
        let (scalar, ty) = (body.operand(op, 0), body.ty(op_result(body, op)));
        let sizes: Vec<Value> = body.operands(op).skip(1).collect();
        let mut b = Builder::before(body, op);
        let buffer = allocate(&mut b, state, ty, &sizes);
        structured_op::build_fill(&mut b, scalar, buffer);
        return Some(buffer);
    }
    if op.isa::<tensor::CastOp>(body) {
        let (buffer, ty) = (state.buffer(body.operand(op, 0)), body.ty(op_result(body, op)));
        let mut b = Builder::before(body, op);
        return Some(strata_memref::CastOp::build(&mut b, buffer, buffer_type(&cx, ty)));
    }
    if op.isa::<tensor::ExpandShapeOp>(body) || op.isa::<tensor::CollapseShapeOp>(body) {
        return reshape(body, state, op);
    }
    if let Some(slice) = op.as_op::<tensor::ExtractSliceOp>(body) {
        let buffer = state.buffer(body.operand(op, 0));
        let (offsets, sizes, strides) =
            (slice.mixed_offsets(body), slice.mixed_sizes(body), slice.mixed_strides(body));
        let ty = body.ty(op_result(body, op));
        let mut b = Builder::before(body, op);
        return Some(structured_op::subview_mixed(&mut b, buffer, &offsets, &sizes, &strides, Some(ty)));
    }
    if let Some(slice) = op.as_op::<tensor::InsertSliceOp>(body) {
        let (source, dest) = (body.operand(op, 0), body.operand(op, 1));
        let source_ty = body.ty(source);
        let (offsets, sizes, strides) =
            (slice.mixed_offsets(body), slice.mixed_sizes(body), slice.mixed_strides(body));
        let there = is_there(body, state, slice);
        let source = state.buffer(source);
        let buffer = writable(body, state, op, dest);
        if there && buffer == state.buffer(dest) {
            return Some(buffer);
        }
        let mut b = Builder::before(body, op);
        let target =
            structured_op::subview_mixed(&mut b, buffer, &offsets, &sizes, &strides, Some(source_ty));
        strata_memref::CopyOp::build(&mut b, source, target);
        return Some(buffer);
    }
    if let Some(pad) = op.as_op::<tensor::PadOp>(body) {
        return self::pad(body, state, pad);
    }
    None
}

/// Whether the inserted tensor was computed in a view of the part of the destination where it is inserted.
fn is_there(body: &Body, state: &State, insert: tensor::InsertSliceOp) -> bool {
    let there = || {
        let source = insert.source(body);
        let s = structured_op::structured(body, body.def_op(source)?)?;
        let number = body.results(s.op).iter().position(|&v| v == source)?;
        let view = body.def_as::<tensor::ExtractSliceOp>(s.outputs[number])?;
        let same = view.source(body) == insert.dest(body) && same_place(body, insert, view);
        Some(same && state.buffer(source) == state.buffer(s.outputs[number]))
    };
    there().unwrap_or(false)
}

/// The buffer of a destination, or a copy of it when others still need the old contents.
fn writable(body: &mut Body, state: &mut State, op: Op, dest: Value) -> Value {
    let buffer = state.buffer(dest);
    if in_place(body, state, op, dest) {
        return buffer;
    }
    let ty = body.ty(dest);
    copy_of_contents(&mut Builder::before(body, op), state, dest, ty)
}

/// The sizes of a tensor, if all are known and the type `to` has them without some that are one.
fn drops_units(cx: &Context, from: Type, to: Type) -> Option<Vec<tensor::MixedIndex>> {
    let [from, to] = [from, to].map(|ty| cx.shaped(ty).and_then(|s| s.shape));
    let from = from?;
    tensor::rank_reduction(from, to?).filter(|_| !from.contains(&DYNAMIC))?;
    Some(from.iter().map(|&n| tensor::MixedIndex::Static(n)).collect())
}

/// Whether neighbours along the innermost dimension of a buffer, beside those of size one, are neighbours in memory. Vectors of others are gathered, and more
/// than once if there are several uses.
fn has_rows(cx: &Context, buffer: Type) -> bool {
    let (Some(memref), Some(layout)) = (cx.type_as::<MemRefType>(buffer), layout::strides(cx, buffer)) else {
        return false;
    };
    let innermost = memref.shape.iter().rposition(|&n| n != 1);
    innermost.is_none_or(|d| layout.strides.get(d) == Some(&1))
}

/// Reshapes of contiguous buffers are views, as are those of rows that only drop dimensions of size one; others are copied first.
fn reshape(body: &mut Body, state: &mut State, op: Op) -> Option<Value> {
    let cx = body.cx_arc().clone();
    let mut buffer = state.buffer(body.operand(op, 0));
    let (source_ty, ty) = (body.ty(body.operand(op, 0)), body.ty(op_result(body, op)));
    let contiguous = cx.type_as::<MemRefType>(body.ty(buffer)).is_some_and(|t| t.layout.is_none());
    let mut b = Builder::before(body, op);
    if !contiguous
        && has_rows(&cx, b.ty(buffer))
        && let Some(sizes) = drops_units(&cx, source_ty, ty)
    {
        let [zeros, ones] = [0, 1].map(|n| vec![tensor::MixedIndex::Static(n); sizes.len()]);
        return Some(structured_op::subview_mixed(&mut b, buffer, &zeros, &sizes, &ones, Some(ty)));
    }
    if !contiguous {
        buffer = copy_of(&mut b, state, buffer, source_ty);
    }
    let groups = b.attr(op, "reassociation")?;
    let result = buffer_type(&cx, ty);
    if op.isa::<tensor::CollapseShapeOp>(&b) {
        return Some(strata_memref::CollapseShapeOp::build(&mut b, buffer, groups, result));
    }
    let static_shape = b.attr(op, "static_output_shape")?;
    let dynamic: Vec<Value> = b.operands(op).skip(1).collect();
    Some(strata_memref::ExpandShapeOp::build(&mut b, buffer, groups, &dynamic, static_shape, result))
}

/// The offsets and sizes of a rectangle.
type Rectangle = (Vec<i64>, Vec<i64>);

/// The rectangles that cover `whole` except for its part of sizes `inner` at `low`; `None` if they have more elements than that part, or
/// a size is unknown.
fn borders(whole: &[i64], inner: &[i64], low: &[tensor::MixedIndex]) -> Option<Vec<Rectangle>> {
    let low = low
        .iter()
        .map(|l| match l {
            tensor::MixedIndex::Static(n) if *n >= 0 => Some(*n),
            _ => None,
        })
        .collect::<Option<Vec<i64>>>()?;
    let count = |sizes: &[i64]| sizes.iter().try_fold(1i64, |all, &n| all.checked_mul(n));
    if whole.contains(&DYNAMIC) || inner.contains(&DYNAMIC) || count(whole)? > count(inner)?.checked_mul(2)? {
        return None;
    }
    let mut out = Vec::new();
    for d in 0..whole.len() {
        let end = low[d] + inner[d];
        for (first, size) in [(0, low[d]), (end, whole[d] - end)] {
            if size > 0 {
                // Dimensions before `d` are done.
                let mut offsets = [&low[..d], &vec![0; whole.len() - d]].concat();
                let mut sizes = [&inner[..d], &whole[d..]].concat();
                (offsets[d], sizes[d]) = (first, size);
                out.push((offsets, sizes));
            }
        }
    }
    Some(out)
}

/// Fills a buffer with the padding value and copies the source into the middle.
fn pad(body: &mut Body, state: &mut State, op: tensor::PadOp) -> Option<Value> {
    let cx = body.cx_arc().clone();
    let ty = body.ty(body.result(op.op(), 0));
    let value = structured_op::uniform_pad_value(body, op.op())?;
    let (source, source_ty) = (state.buffer(body.operand(op.op(), 0)), body.ty(body.operand(op.op(), 0)));
    let (low, high) = (op.mixed_low(body), op.mixed_high(body));
    let mut b = Builder::before(body, op.op());
    let shape = cx.shaped(source_ty)?.shape?.to_vec();
    let mut known = dynamic_sizes(&mut b, source).into_iter();
    let sizes: Vec<tensor::MixedIndex> = shape
        .iter()
        .map(|&d| match d {
            DYNAMIC => known.next().map_or(tensor::MixedIndex::Static(0), tensor::MixedIndex::Value),
            d => tensor::MixedIndex::Static(d),
        })
        .collect();
    let mut dynamic = Vec::new();
    for (d, &n) in cx.shaped(ty)?.shape?.iter().enumerate() {
        if n == DYNAMIC {
            let parts = [sizes[d], low[d], high[d]].map(|n| n.materialize(&mut b));
            let [Some(size), Some(low), Some(high)] = parts else { return None };
            let size = strata_arith::AddIOp::build(&mut b, size, low, None);
            dynamic.push(strata_arith::AddIOp::build(&mut b, size, high, None));
        }
    }
    let buffer = allocate(&mut b, state, ty, &dynamic);
    match borders(cx.shaped(ty)?.shape?, &shape, &low) {
        Some(borders) => {
            for (offsets, sizes) in borders {
                let part = structured_op::static_subview(&mut b, buffer, &offsets, &sizes);
                structured_op::build_fill(&mut b, value, part);
            }
        }
        None => {
            structured_op::build_fill(&mut b, value, buffer);
        }
    }
    let ones = vec![tensor::MixedIndex::Static(1); shape.len()];
    let target = structured_op::subview_mixed(&mut b, buffer, &low, &sizes, &ones, Some(source_ty));
    strata_memref::CopyOp::build(&mut b, source, target);
    Some(buffer)
}
