//! `nvgpu.mbarrier.*`: barriers in shared memory.

use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_lowering_llvm::{
    engine::{Lower, Lowered},
    memref::address,
};
use strata_memref::{GetGlobalOp, GlobalOp};
use strata_nvgpu::{MBarrierCreateOp, MBarrierGroupType};
use strata_nvvm as nvvm;

use super::{optional, word};

/// The memref that stands for a group of barriers.
pub(super) fn memref(cx: &Context, group: &MBarrierGroupType) -> Type {
    cx.ty(MemRefType {
        shape: smallvec::smallvec![i64::from(group.num_barriers.0)],
        elem: cx.i64(),
        layout: None,
        memory_space: Some(cx.i64_attr(3)),
    })
}

/// Creates globals for barriers in the modules of kernels.
pub fn create_barriers(module: &mut Body) {
    for op in module.all_ops() {
        if !module.is_live(op) {
            continue;
        }
        if matches!(module.op_name(op), "builtin.module" | "gpu.module") {
            if let Some(mut child) = module.take_child(op) {
                create_barriers(&mut child);
                module.put_child(op, child);
            }
        } else if module.is_shell(op)
            && let Some(mut child) = module.take_child(op)
        {
            let made = create_in(&mut child);
            module.put_child(op, child);
            for (placeholder, ty) in made {
                let name = declare(module, op, ty);
                if let Some(mut child) = module.take_child(op) {
                    let cx = child.cx_arc().clone();
                    child.set_attr(placeholder, "name", Some(cx.symbol_ref(&name)));
                    module.put_child(op, child);
                }
            }
        }
    }
}

/// Replaces the ops that create barriers with reads of globals; returns these with the types of the globals.
fn create_in(body: &mut Body) -> Vec<(Op, Type)> {
    let mut made = Vec::new();
    for op in body.all_ops() {
        if !body.is_live(op) || !op.isa::<MBarrierCreateOp>(body) {
            continue;
        }
        let cx = body.cx_arc().clone();
        let old = body.result(op, 0);
        let old_type = body.ty(old);
        let Some(group) = cx.type_as::<MBarrierGroupType>(old_type) else { continue };
        let ty = memref(&cx, group);
        let mut b = Builder::before(body, op);
        let name = cx.symbol_ref("__mbarrier");
        let global = GetGlobalOp::build(&mut b, name, ty);
        let cast = strata_builtin::UnrealizedConversionCastOp::build(&mut b, &[global], &[old_type]).op();
        let new = body.result(cast, 0);
        body.replace_all_uses(old, new);
        body.erase(op);
        made.extend(body.def_op(global).map(|op| (op, ty)));
    }
    made
}

/// Declares a global of a type; returns its name.
fn declare(module: &mut Body, before: Op, ty: Type) -> String {
    let cx = module.cx_arc().clone();
    let table = strata_ir::core::symbols::SymbolTable::new(module);
    let name = (0..)
        .map(|i| if i == 0 { "__mbarrier".to_owned() } else { format!("__mbarrier_{}", i - 1) })
        .find(|n| table.get(cx.intern(n)).is_none())
        .unwrap_or_default();
    let mut b = match module.entry() {
        Some(entry) => Builder::at_start(module, entry),
        None => Builder::before(module, before),
    };
    let (symbol, visibility) = (cx.string_attr(&name), cx.string_attr("private"));
    let (ty, alignment) = (cx.type_attr(ty), cx.i64_attr(8));
    // Without this attribute the global would be a declaration of external memory.
    let uninitialized = cx.unit();
    GlobalOp::build(&mut b, symbol, Some(visibility), ty, Some(uninitialized), None, Some(alignment));
    name
}

/// The address of barrier `id` of a group of barriers, both given as operand indices.
pub(super) fn pointer(l: &mut Lower<'_>, group: usize, id: usize) -> Lowered<Value> {
    let ty = l.operand_type(group);
    let cx = l.body.cx_arc().clone();
    let ty = memref(&cx, cx.type_as::<MBarrierGroupType>(ty).ok_or("has no barriers")?);
    let (barriers, id) = (l.operand(group)?, l.operand(id)?);
    Ok(address(l, ty, barriers, &[id])?.0)
}

/// `nvgpu.mbarrier.get`.
pub(super) fn get(l: &mut Lower<'_>) -> Lowered {
    let pointer = pointer(l, 0, 1)?;
    let ty = l.new_result_type(0)?;
    let number = llvm::PtrToIntOp::build(&mut l.at(), pointer, ty);
    l.replace_one(number)
}

/// `nvgpu.mbarrier.init`.
pub(super) fn init(l: &mut Lower<'_>) -> Lowered {
    let pointer = pointer(l, 0, 2)?;
    let count = l.operand(1)?;
    let count = word(l, count);
    let predicate = optional(l, 3)?;
    nvvm::MBarrierInitOp::build(&mut l.at(), pointer, count, predicate);
    Ok(())
}

/// `nvgpu.mbarrier.arrive`.
pub(super) fn arrive(l: &mut Lower<'_>) -> Lowered {
    let pointer = pointer(l, 0, 1)?;
    let i64 = l.cx().i64();
    let token = nvvm::MBarrierArriveOp::build(&mut l.at(), pointer, None, None, None, &[i64]);
    let token = token.res(l.body).ok_or("has no state")?;
    l.replace_one(token)
}

/// `nvgpu.mbarrier.arrive.nocomplete`.
pub(super) fn arrive_nocomplete(l: &mut Lower<'_>) -> Lowered {
    let pointer = pointer(l, 0, 1)?;
    let count = l.operand(2)?;
    let count = word(l, count);
    let i64 = l.cx().i64();
    let token = nvvm::MBarrierArriveNocompleteOp::build(&mut l.at(), pointer, count, i64);
    l.replace_one(token)
}

/// `nvgpu.mbarrier.arrive.expect_tx`.
pub(super) fn expect_tx(l: &mut Lower<'_>) -> Lowered {
    let pointer = pointer(l, 0, 2)?;
    let bytes = l.operand(1)?;
    let bytes = word(l, bytes);
    let predicate = optional(l, 3)?;
    nvvm::MBarrierArriveExpectTxOp::build(&mut l.at(), pointer, bytes, None, None, predicate, &[]);
    Ok(())
}

/// `nvgpu.mbarrier.test.wait`.
pub(super) fn test_wait(l: &mut Lower<'_>) -> Lowered {
    let pointer = pointer(l, 0, 2)?;
    let token = l.operand(1)?;
    let i1 = l.cx().i1();
    let done = nvvm::MBarrierTestWaitOp::build(&mut l.at(), pointer, token, None, None, i1);
    l.replace_one(done)
}

/// `nvgpu.mbarrier.try_wait.parity`.
pub(super) fn try_wait(l: &mut Lower<'_>) -> Lowered {
    let pointer = pointer(l, 0, 3)?;
    let (phase, ticks) = (l.operand(1)?, l.operand(2)?);
    let i32 = l.cx().i32();
    let phase = llvm::ZExtOp::build(&mut l.at(), phase, None, i32);
    let ticks = word(l, ticks);
    nvvm::MBarrierTryWaitParityOp::build(&mut l.at(), pointer, phase, ticks);
    Ok(())
}
