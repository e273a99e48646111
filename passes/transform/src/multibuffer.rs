//! Buffers of loops that have a part for each of several iterations in turn.
//!
//! ```mlir
//! %a = memref.alloc() : memref<4xf32>
//! scf.for %i = %c0 to %n step %c1 { memref.copy %x, %a  "use"(%a) }
//! ```
//! with two parts becomes
//! ```mlir
//! %a = memref.alloc() : memref<2x4xf32>
//! scf.for %i = %c0 to %n step %c1 {
//!   %k = affine.apply affine_map<(d0) -> (d0 mod 2)>(%i)
//!   %p = memref.subview %a[%k, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
//!   memref.copy %x, %p  "use"(%p)
//! }
//! ```

use strata_ir::{affine::AffineExpr, prelude::*};
use strata_memref::{
    AllocOp, CopyOp, DeallocOp, SubViewOp,
    layout::{self, Strided},
};
use strata_scf::ForOp;
use strata_tensor::{MixedIndex, OffsetSizeStride};

use crate::tiling::index_math::apply;

/// The nearest loop around an op.
fn loop_around(body: &Body, op: Op) -> Option<Op> {
    std::iter::successors(body.parent_op(op), |&op| body.parent_op(op))
        .take_while(|&op| op != Op::SELF)
        .find(|&op| op.implements::<dyn LoopLike>(body))
}

/// Whether a buffer is used, and in loops only but for where it is freed.
pub fn is_used_in_loops(body: &Body, alloc: AllocOp) -> bool {
    let buffer = alloc.memref(body);
    body.users(buffer).all(|user| user.isa::<DeallocOp>(body) || loop_around(body, user).is_some())
}

/// The loop whose iterations each begin with a new content of the buffer.
fn candidate(body: &Body, alloc: AllocOp, skip_analysis: bool) -> Option<ForOp> {
    let buffer = alloc.memref(body);
    let users: Vec<Op> = body.users(buffer).collect();
    users.iter().find_map(|&user| {
        let around = loop_around(body, user)?;
        let in_loop = |other: &Op| other.isa::<DeallocOp>(body) || body.is_ancestor(around, *other);
        let suits = if skip_analysis {
            users.iter().all(in_loop)
        } else {
            let overwrites = user.as_op::<CopyOp>(body).is_some_and(|copy| copy.target(body) == buffer);
            let block = body.parent_block(user)?;
            let comes_first = |&other: &Op| {
                other == user
                    || body.ancestor_in(other, block).is_some_and(|o| o == user || body.is_before(user, o))
            };
            overwrites && users.iter().all(comes_first)
        };
        around.as_op::<ForOp>(body).filter(|_| suits)
    })
}

/// Whether the type of a view of the buffer can follow.
pub fn users_can_follow(body: &Body, buffer: Value) -> bool {
    body.users(buffer).all(|user| {
        let results_are_buffers =
            body.result_types(user).any(|ty| body.cx().type_as::<MemRefType>(ty).is_some());
        match user.as_op::<SubViewOp>(body) {
            Some(view) => strata_ir::core::writer::deep(|| users_can_follow(body, view.result(body))),
            None => !results_are_buffers && !user.implements::<dyn LoopLike>(body),
        }
    })
}

/// The users of a buffer use another one; views of it are made again.
pub fn replace_buffer(body: &mut Body, old: Value, new: Value) -> Option<()> {
    let uses: Vec<(Op, usize)> = body.uses_of(old).collect();
    for (user, i) in uses {
        body.set_operand(user, i, new);
        let Some(view) = user.as_op::<SubViewOp>(body) else { continue };
        let dropped = view.dropped_dims(body)?;
        let place = [view.mixed_offsets(body), view.mixed_sizes(body), view.mixed_strides(body)];
        let [o, s, t] = place.each_ref().map(|l| strata_tensor::index_list::split(l).0);
        let whole = SubViewOp::infer_type(body.cx(), body.ty(new), &o, &s, &t)?;
        let ty = without_dims(body.cx(), whole, &dropped)?;
        let mut b = Builder::before(body, user);
        let [o, s, t] = &place;
        let made = SubViewOp::of_type(&mut b, new, o, s, t, ty);
        let view = view.result(body);
        strata_ir::core::writer::deep(|| replace_buffer(body, view, made))?;
        body.erase(user);
    }
    Some(())
}

/// The type of a buffer without some of its dimensions.
fn without_dims(cx: &Context, ty: Type, dropped: &[bool]) -> Option<Type> {
    let t = cx.type_as::<MemRefType>(ty)?;
    let strided = layout::strides(cx, ty)?;
    let keep = |list: &[i64]| -> Vec<i64> {
        list.iter().zip(dropped).filter(|(_, dropped)| !**dropped).map(|(&n, _)| n).collect()
    };
    let strides = Strided { strides: keep(&strided.strides), offset: strided.offset };
    Some(layout::with_layout(cx, t, &keep(&t.shape), &strides))
}

/// Gives a buffer so many parts; returns the new allocation. `None`, with nothing changed, if no loop fills it at the beginning of each
/// iteration, or its users cannot take a part of another buffer.
pub fn multibuffer(body: &mut Body, alloc: AllocOp, factor: i64, skip_analysis: bool) -> Option<Op> {
    let around = candidate(body, alloc, skip_analysis)?;
    let buffer = alloc.memref(body);
    let ty = body.cx().type_as::<MemRefType>(body.ty(buffer))?.clone();
    let in_scope = body.parent_block(alloc.op()).is_some_and(|block| {
        body.ancestor_in(around.op(), block).is_some_and(|outer| body.is_before(alloc.op(), outer))
    });
    if !in_scope
        || body.num_operands(alloc.op()) > 0
        || ty.layout.is_some()
        || !users_can_follow(body, buffer)
    {
        return None;
    }
    let mut shape = vec![factor];
    shape.extend(ty.shape.iter().copied());
    let mut b = Builder::before(body, alloc.op());
    let whole = b.cx().ty(MemRefType { shape: shape.as_slice().into(), ..ty.clone() });
    let alignment = b.attr(alloc.op(), "alignment");
    let new = AllocOp::build(&mut b, &[], &[], alignment, whole);
    let at = InsertPoint::at_start(&b, around.body_block(&b));
    b.goto(at);
    let known = |b: &Body, v: Value| MixedIndex::Value(v).constant(b).map_or(v.into(), MixedIndex::Static);
    let operands =
        [around.induction_var(&b).into(), known(&b, around.lower_bound(&b)), known(&b, around.step(&b))];
    let [iv, from, by] = [0, 1, 2].map(AffineExpr::dim);
    let index = apply(&mut b, &(iv - from).floor_div(by).modulo(AffineExpr::constant(factor)), &operands);
    let fixed = |n: i64| MixedIndex::Static(n);
    let mut offsets = vec![index];
    offsets.extend(ty.shape.iter().map(|_| fixed(0)));
    let mut sizes = vec![fixed(1)];
    sizes.extend(ty.shape.iter().map(|&n| fixed(n)));
    let ones = vec![fixed(1); sizes.len()];
    let [o, s, t] = [&offsets, &sizes, &ones].map(|l| strata_tensor::index_list::split(l).0);
    let part = SubViewOp::infer_type(b.cx(), whole, &o, &s, &t)?;
    let mut dropped = vec![false; sizes.len()];
    dropped[0] = true;
    let part = without_dims(b.cx(), part, &dropped)?;
    let view = SubViewOp::of_type(&mut b, new, &offsets, &sizes, &ones, part);
    let frees: Vec<Op> = body.users(buffer).filter(|user| user.isa::<DeallocOp>(body)).collect();
    for free in frees {
        body.set_operand(free, 0, new);
    }
    replace_buffer(body, buffer, view)?;
    body.erase(alloc.op());
    body.def_op(new)
}
