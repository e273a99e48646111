//! Buffers of scripts: allocations on the stack, globals of them, and buffers that nothing reads.

use strata_ir::{core::attrs::element_bytes, prelude::*};
use strata_memref::{
    AllocOp, AllocaOp, CastOp, CollapseShapeOp, DeallocOp, ExpandShapeOp, GetGlobalOp, GlobalOp,
    ReinterpretCastOp, SubViewOp,
};

/// Puts a buffer of known size on the stack that is freed in its block; `limit` is the largest number of bytes.
pub fn to_stack(op: Op, limit: Option<u64>, rw: &mut Rewriter<'_>) -> Option<()> {
    let alloc = op.as_op::<AllocOp>(rw)?;
    let buffer = alloc.memref(rw);
    let ty = rw.ty(buffer);
    let count = u64::try_from(rw.cx().shaped(ty)?.num_elements()?).ok()?;
    let bytes = element_bytes(rw.cx(), rw.cx().elem_or_self(ty)).map(|n| n as u64);
    if let Some(limit) = limit
        && count.checked_mul(bytes?)? > limit
    {
        return None;
    }
    let block = rw.parent_block(op);
    let ends: Vec<Op> = rw.users(buffer).filter(|&user| user.isa::<DeallocOp>(rw)).collect();
    let [dealloc] = ends[..] else { return None };
    if rw.parent_block(dealloc) != block || rw.num_operands(op) > 0 {
        return None;
    }
    let new = AllocaOp::build(rw, &[], &[], None, ty);
    rw.erase(dealloc);
    rw.replace_op(op, &[new]);
    Some(())
}

/// A private global for a buffer on the stack, at the end of a module.
pub fn global(body: &mut Body, block: Block, name: &str, ty: Type) -> Op {
    let cx = body.cx_arc().clone();
    let mut b = Builder::new(body, InsertPoint::at_end(block), Location::UNKNOWN);
    let (name, private) = (cx.string_attr(name), cx.string_attr("private"));
    GlobalOp::build(&mut b, name, Some(private), cx.type_attr(ty), None, None, None).op()
}

/// Replaces an allocation by a global; returns the op that has its address.
pub fn use_global(body: &mut Body, op: Op, name: &str) -> Op {
    let (cx, ty) = (body.cx_arc().clone(), body.ty(body.result(op, 0)));
    let value = GetGlobalOp::build(&mut Builder::before(body, op), cx.symbol_ref(name), ty);
    body.replace_all_uses(body.result(op, 0), value);
    body.erase(op);
    body.def_op(value).unwrap_or(op)
}

/// Erases the buffers in an op that are only written, with what writes them.
pub fn erase_only_written(body: &mut Body, op: Op) {
    for alloc in body.ops_in(op) {
        if !body.is_live(alloc) || !(alloc.isa::<AllocOp>(body) || alloc.isa::<AllocaOp>(body)) {
            continue;
        }
        let mut users = Vec::new();
        if only_written(body, body.result(alloc, 0), &mut users) {
            for user in users.into_iter().rev().chain([alloc]) {
                body.erase(user);
            }
        }
    }
}

/// Whether a buffer and the views of it are only written; lists their users, views before what uses them.
fn only_written(body: &Body, buffer: Value, users: &mut Vec<Op>) -> bool {
    body.users(buffer).all(|user| {
        let first = body.operands(user).position(|v| v == buffer) == Some(0);
        let is_view = user.isa::<SubViewOp>(body)
            || user.isa::<CastOp>(body)
            || user.isa::<ExpandShapeOp>(body)
            || user.isa::<CollapseShapeOp>(body)
            || user.isa::<ReinterpretCastOp>(body);
        if is_view && first {
            users.push(user);
            return strata_ir::core::writer::deep(|| only_written(body, body.result(user, 0), users));
        }
        users.push(user);
        user.isa::<DeallocOp>(body) || is_write(body, user, buffer)
    })
}

/// Whether an op does nothing but to write a buffer, which it does not store elsewhere.
fn is_write(body: &Body, op: Op, buffer: Value) -> bool {
    if !body.results(op).is_empty() || !body.regions(op).is_empty() {
        return false;
    }
    let Some(effects) = op.cast::<dyn MemoryEffects>(body) else { return false };
    let mut all = Vec::new();
    effects.effects(body, &mut all);
    let writes = |e: &Effect| e.kind == EffectKind::Write && e.on == Some(buffer);
    !all.is_empty() && all.iter().all(writes) && body.operands(op).filter(|&v| v == buffer).count() == 1
}
