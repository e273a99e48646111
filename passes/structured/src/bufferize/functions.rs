//! Functions: signatures, returns, calls, and constants at module level.
//!
//! Some runtime routines get tensors as large as their results, because nothing else gives the sizes: such a destination becomes the
//! buffer of the result.

use std::sync::Arc;

use strata_func::{CallOp, Donation, FuncOp, ReturnOp};
use strata_ir::prelude::*;
use strata_memref::{CollapseShapeOp, ExpandShapeOp};
use strata_passes_analysis::buffer_layout::BUFFER_ALIGNMENT;

use super::{
    bufferize_block,
    buffers::{Globals, State, allocate, buffer_type, copy_of, dynamic_sizes, is_tensor},
    in_place_analysis::in_place,
    report_leftovers, routines,
};
use crate::donated_arguments;

/// Bufferizes all functions of a module.
pub fn bufferize_module(module: &mut Body) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut globals = Globals::default();
    let shells: Vec<Op> = module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
    let routines = Arc::new(routines::declared(module));
    for op in shells {
        let Some(body) = module.child_mut(op) else { continue };
        let mut state = State::new();
        state.routines = routines.clone();
        function(body, &mut state, &mut globals);
        errors.append(&mut state.errors);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let Some(block) = module.entry() else { return Ok(()) };
    for (value, name) in globals {
        let cx = module.cx_arc().clone();
        let Some(ty) = cx.attr_type(value) else { continue };
        let at = InsertPoint::at_start(module, block);
        let mut b = Builder::new(module, at, Location::UNKNOWN);
        let memref = cx.type_attr(buffer_type(&cx, ty));
        let (name, private) = (cx.string_attr(&name), cx.string_attr("private"));
        let align = cx.i64_attr(BUFFER_ALIGNMENT);
        strata_memref::GlobalOp::build(
            &mut b,
            name,
            Some(private),
            memref,
            Some(value),
            Some(cx.unit()),
            Some(align),
        );
    }
    Ok(())
}

/// Whether a function takes, gives or computes tensors.
fn uses_tensors(body: &Body) -> bool {
    let Some(func) = body.self_as::<FuncOp>() else { return false };
    let is_tensor = |ty: Type| is_tensor(body.cx(), ty);
    let values = |op: Op| {
        let arguments = body.regions(op).iter().flat_map(|&region| body.blocks(region));
        let arguments = arguments.flat_map(|&block| body.block_args(block)).map(|&arg| body.ty(arg));
        body.operand_types(op).chain(body.result_types(op)).chain(arguments).any(is_tensor)
    };
    func.inputs(body).iter().chain(func.results(body)).any(|&ty| is_tensor(ty))
        || values(Op::SELF)
        || body.all_ops().into_iter().any(values)
}

fn function(body: &mut Body, state: &mut State, globals: &mut Globals) {
    let Some(func) = body.self_as::<FuncOp>() else { return };
    let cx = body.cx_arc().clone();
    if !uses_tensors(body) {
        // Its blocks may be in any form.
        if body.attr(Op::SELF, routines::NUM_INPUTS).is_none() {
            let inputs = func.inputs(body).len() as i64;
            body.set_attr(Op::SELF, routines::NUM_INPUTS, Some(cx.i64_attr(inputs)));
        }
        return;
    }
    let (inputs, mut results) = (func.inputs(body).to_vec(), func.results(body).to_vec());
    // The buffers of its results are arguments already.
    let has_destinations = body.attr(Op::SELF, routines::ROUTINE).is_some()
        && body.attr(Op::SELF, routines::NUM_INPUTS).is_some();
    if has_destinations {
        results.clear();
    }
    let mut new_inputs: Vec<Type> = inputs.iter().map(|&t| buffer_type(&cx, t)).collect();
    let outs: Vec<Type> = results.iter().filter(|&&t| is_out(&cx, t)).map(|&t| buffer_type(&cx, t)).collect();
    let scalars: Vec<Type> =
        results.iter().filter(|&&t| !is_out(&cx, t)).map(|&t| buffer_type(&cx, t)).collect();
    new_inputs.extend(&outs);
    let ty = cx.type_attr(cx.function(&new_inputs, &scalars));
    func.set_function_type(body, ty);
    let donors = if has_destinations { None } else { donors(body, &inputs, &results) };
    body.set_attr(Op::SELF, "arg_attrs", None);
    body.set_attr(Op::SELF, "res_attrs", None);
    body.set_attr(Op::SELF, donated_arguments::DONORS, donors);
    // A program that says so itself is not believed: a pass has to find it out.
    body.set_attr(Op::SELF, donated_arguments::IN_PLACE, None);
    if !has_destinations {
        body.set_attr(Op::SELF, routines::NUM_INPUTS, Some(cx.i64_attr(inputs.len() as i64)));
    }
    // The indices of the results that are returned as new buffers; the others become arguments.
    let returned: Vec<i64> =
        (0..results.len()).filter(|&i| is_returned(&cx, results[i])).map(|i| i as i64).collect();
    if !returned.is_empty() {
        body.set_attr(Op::SELF, "strata.returned_results", Some(cx.i64_array(&returned)));
    }
    let Some(block) = body.entry() else { return };
    if body.blocks(body.regions(Op::SELF)[0]).len() != 1 {
        state.fail(body, Op::SELF, "control flow between blocks; structured control flow is expected");
        return;
    }
    for arg in body.block_args(block).to_vec() {
        let ty = body.ty(arg);
        if is_tensor(&cx, ty) {
            // The argument becomes a buffer; uses as a tensor are rewritten one by one.
            let buffer = body.add_block_arg(block, buffer_type(&cx, ty));
            state.set(arg, buffer);
        } else {
            let same = body.add_block_arg(block, ty);
            body.replace_all_uses(arg, same);
        }
    }
    let out_args: Vec<Value> = outs.iter().map(|&t| body.add_block_arg(block, t)).collect();
    bufferize_block(body, state, globals, block);
    if state.errors.is_empty() {
        report_leftovers(body, state);
    }
    if !state.errors.is_empty() {
        return;
    }
    if let Some(ret) = body.terminator(block).filter(|op| op.isa::<ReturnOp>(body)) {
        return_values(body, state, ret, &out_args);
    }
    for op in std::mem::take(&mut state.dead).into_iter().rev() {
        if body.is_live(op) {
            body.erase_forced(op);
        }
    }
    let mut number = 0;
    body.retain_block_args(block, |_, _| {
        number += 1;
        number > inputs.len()
    });
}

/// The arguments whose memory results may take, as [`donated_arguments::DONORS`] has them; none where an argument or a result has no buffer
/// of known size, as callers pass others by reference.
fn donors(body: &Body, inputs: &[Type], results: &[Type]) -> Option<Attr> {
    let cx = body.cx();
    if !inputs.iter().chain(results).all(|&ty| is_out(cx, ty)) {
        return None;
    }
    let destination = |donation| match donation {
        Donation::Output(number) if number < results.len() => (inputs.len() + number) as i64,
        Donation::Output(_) | Donation::Any => donated_arguments::ANY,
    };
    let all = Donation::of_function(body).into_iter().enumerate().take(inputs.len());
    let all = all.filter_map(|(i, donation)| Some([i as i64, destination(donation?)]));
    let all: Vec<i64> = all.flatten().collect();
    (!all.is_empty()).then(|| cx.i64_array(&all))
}

/// Whether a result is a tensor whose buffer the caller provides: its size is known.
fn is_out(cx: &Context, ty: Type) -> bool {
    is_tensor(cx, ty) && cx.shaped(ty).is_some_and(|s| s.is_static())
}

/// Whether a result is a tensor that is returned in a new buffer, which the caller owns from then on.
fn is_returned(cx: &Context, ty: Type) -> bool {
    is_tensor(cx, ty) && !is_out(cx, ty)
}

/// A buffer of the tensor that this function may give away: one that was allocated in the block of `end` and is no longer freed there, or
/// a copy.
pub(super) fn give_away(body: &mut Body, state: &mut State, buffer: Value, ty: Type, end: Op) -> Value {
    let alloc = body.def_as::<strata_memref::AllocOp>(buffer).map(|op| op.op());
    let local = alloc.is_some_and(|op| body.parent_block(op) == body.parent_block(end));
    if local && state.owned.contains(&buffer) && body.ty(buffer) == buffer_type(body.cx(), ty) {
        for user in body.users(buffer).collect::<Vec<_>>() {
            if user.isa::<strata_memref::DeallocOp>(body) {
                body.erase(user);
            }
        }
        state.owned.remove(&buffer);
        return buffer;
    }
    // Before anything is freed.
    let block = body.parent_block(end);
    let first = block.and_then(|block| {
        body.block_ops(block).find(|op| op.isa::<strata_memref::DeallocOp>(body)).or(Some(end))
    });
    let mut b = Builder::before(body, first.unwrap_or(end));
    let memref = buffer_type(b.cx(), ty);
    let operands = sizes_for(&mut b, buffer, ty);
    let align = b.cx().i64_attr(BUFFER_ALIGNMENT);
    let new = strata_memref::AllocOp::build(&mut b, &operands, &[], Some(align), memref);
    strata_memref::CopyOp::build(&mut b, buffer, new);
    new
}

/// The sizes of a buffer that are dynamic in the type `ty`, which may be more than are dynamic in the buffer's type.
fn sizes_for(b: &mut Builder<'_>, buffer: Value, ty: Type) -> Vec<Value> {
    let mut sizes = dynamic_sizes(b, buffer).into_iter();
    let shape = |t: Type| b.cx().shaped(t).and_then(|s| s.shape).map(<[i64]>::to_vec).unwrap_or_default();
    let (known, wanted) = (shape(b.ty(buffer)), shape(ty));
    let mut operands = Vec::new();
    for (&n, &m) in known.iter().zip(&wanted) {
        let size = if n == DYNAMIC { sizes.next() } else { Some(strata_arith::constant_index(b, n)) };
        operands.extend(size.filter(|_| m == DYNAMIC));
    }
    operands
}

/// Takes ownership of a buffer that another function gave away: it is freed at the end of the block of `before`.
pub(super) fn take(body: &mut Body, state: &mut State, buffer: Value, before: Op) {
    state.owned.insert(buffer);
    let end = body.parent_block(before).and_then(|block| body.terminator(block));
    if let Some(end) = end {
        strata_memref::DeallocOp::build(&mut Builder::before(body, end), buffer);
    }
}

/// Moves the returned tensors into the output arguments.
fn return_values(body: &mut Body, state: &mut State, ret: Op, outs: &[Value]) {
    let operands: Vec<Value> = body.operands(ret).collect();
    let mut scalars = Vec::new();
    let mut next = outs.iter().copied();
    for v in operands {
        if !is_tensor(body.cx(), body.ty(v)) {
            scalars.push(v);
            continue;
        }
        let (buffer, ty) = (state.buffer(v), body.ty(v));
        if is_returned(body.cx(), ty) {
            scalars.push(give_away(body, state, buffer, ty, ret));
            continue;
        }
        let Some(out) = next.next() else { continue };
        if let Some(reshapes) =
            reshapes_of_local(body, state, buffer, ret).filter(|_| body.ty(buffer) == body.ty(out))
        {
            compute_in(body, state, buffer, &reshapes, out);
        } else {
            let mut b = Builder::before(body, ret);
            strata_memref::CopyOp::build(&mut b, buffer, out);
        }
    }
    body.set_operands(ret, &scalars);
    // Copies into the outputs must come before buffers are freed.
    let block = body.parent_block(ret).expect("return is in a block");
    let frees: Vec<Op> =
        body.block_ops(block).filter(|op| op.isa::<strata_memref::DeallocOp>(body)).collect();
    for op in frees {
        body.move_op(op, InsertPoint::before(body, ret));
    }
}

/// The reshapes between `buffer` and an allocation at the top of this function, the last one first; `None` where it stems from another
/// buffer or is another kind of view.
fn reshapes_of_local(body: &Body, state: &State, buffer: Value, ret: Op) -> Option<Vec<Op>> {
    let is_static = |v: Value| {
        let ty = body.cx().type_as::<MemRefType>(body.ty(v));
        ty.is_some_and(|t| t.layout.is_none() && !t.shape.contains(&DYNAMIC))
    };
    let (mut reshapes, mut at) = (Vec::new(), buffer);
    while !is_local(body, state, at, ret) {
        let op = body.def_op(at)?;
        let reshapes_it = op.isa::<CollapseShapeOp>(body) || op.isa::<ExpandShapeOp>(body);
        if !reshapes_it || !is_static(at) || body.parent_block(op) != body.parent_block(ret) {
            return None;
        }
        reshapes.push(op);
        at = body.operand(op, 0);
        is_static(at).then_some(())?;
    }
    Some(reshapes)
}

/// Replaces the allocation that these reshapes turn into `buffer` by a reshape of `out`. Its deallocation is erased: the caller owns the
/// memory.
fn compute_in(body: &mut Body, state: &mut State, buffer: Value, reshapes: &[Op], out: Value) {
    let local = reshapes.last().map_or(buffer, |&op| body.operand(op, 0));
    let alloc = body.def_op(local).expect("`is_local` is an op");
    let mut b = Builder::before(body, alloc);
    let mut view = out;
    for &op in reshapes {
        let ty = b.ty(b.operand(op, 0));
        let groups = b.attr(op, "reassociation").expect("reshapes have it");
        view = if op.isa::<ExpandShapeOp>(&b) {
            CollapseShapeOp::build(&mut b, view, groups, ty)
        } else {
            let shape = b.cx().shaped(ty).and_then(|s| s.shape).map(<[i64]>::to_vec).unwrap_or_default();
            let shape = b.cx().i64_array(&shape);
            ExpandShapeOp::build(&mut b, view, groups, &[], shape, ty)
        };
    }
    for user in body.users(local).collect::<Vec<_>>() {
        if user.isa::<strata_memref::DeallocOp>(body) {
            body.erase(user);
        }
    }
    body.replace_all_uses(local, view);
    body.erase(alloc);
    state.owned.remove(&local);
    state.move_all(local, view);
    if let Some(&last) = reshapes.first() {
        body.replace_all_uses(buffer, out);
        body.erase(last);
        state.move_all(buffer, out);
    }
}

/// Whether a buffer was allocated at the top of this function.
fn is_local(body: &Body, state: &State, buffer: Value, ret: Op) -> bool {
    state.owned.contains(&buffer)
        && body.def_as::<strata_memref::AllocOp>(buffer).is_some_and(|op| {
            body.parent_block(op.op()) == body.parent_block(ret) && body.num_operands(op.op()) == 0
        })
}

/// A call: tensors go in as buffers, results come back in buffers allocated here.
pub(super) fn call(body: &mut Body, state: &mut State, op: CallOp) {
    let cx = body.cx_arc().clone();
    let tensors: Vec<Value> = op.operands(body).collect();
    let results: Vec<Value> = op.results(body).to_vec();
    if !results.iter().any(|&r| is_tensor(&cx, body.ty(r)))
        && !op.operands(body).any(|v| is_tensor(&cx, body.ty(v)))
    {
        return;
    }
    let callee = op.callee(body).raw();
    let routines = state.routines.clone();
    let routine = cx.attr_as::<SymbolRefAttr>(callee).and_then(|name| routines.get(&name.root));
    let num_inputs = routine.and_then(|r| r.num_inputs).unwrap_or(tensors.len()).min(tensors.len());
    let (tensors, destinations) = tensors.split_at(num_inputs);
    let mut scalars = Vec::new();
    let mut b = Builder::before(body, op.op());
    let mut operands = Vec::new();
    for &v in tensors {
        let (buffer, ty) = (state.buffer(v), b.ty(v));
        // The callee takes buffers in row-major order; a view of another one is copied.
        let fits = !is_tensor(&cx, ty) || b.ty(buffer) == buffer_type(&cx, ty);
        operands.push(if fits { buffer } else { copy_of(&mut b, state, buffer, ty) });
    }
    for (i, &r) in results.iter().enumerate() {
        let ty = b.ty(r);
        if let Some(&destination) = destinations.get(i) {
            let like = state.buffer(destination);
            let sizes = sizes_for(&mut b, like, ty);
            let buffer = allocate(&mut b, state, ty, &sizes);
            state.set(r, buffer);
            operands.push(buffer);
            continue;
        }
        if !is_tensor(&cx, ty) {
            scalars.push(ty);
            continue;
        }
        if is_returned(&cx, ty) {
            scalars.push(buffer_type(&cx, ty));
            continue;
        }
        let place = routine.and_then(|routine| routine.place(i, tensors)).filter(|&(tensor, buffer)| {
            let buffer = operands[buffer];
            b.ty(buffer) == buffer_type(&cx, ty) && in_place(&b, state, op.op(), tensor)
        });
        let buffer = match place {
            Some((_, buffer)) => operands[buffer],
            None => allocate(&mut b, state, ty, &[]),
        };
        state.set(r, buffer);
        operands.push(buffer);
    }
    let new = CallOp::build(&mut b, callee, &operands, None, None, None, &scalars);
    let mut new_results = body.results(new.op()).to_vec().into_iter();
    for (i, &r) in results.iter().enumerate() {
        let ty = body.ty(r);
        if is_out(&cx, ty) || i < destinations.len() {
            continue;
        }
        let Some(v) = new_results.next() else { continue };
        if is_tensor(&cx, ty) {
            state.set(r, v);
            take(body, state, v, op.op());
        } else {
            body.replace_all_uses(r, v);
        }
    }
    state.dead.push(op.op());
}
