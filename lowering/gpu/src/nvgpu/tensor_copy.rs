//! `nvgpu.tma.*`: bulk copies of boxes of tensors.

use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_lowering_llvm::{
    engine::{Lower, Lowered},
    memref::start,
};
use strata_nvvm as nvvm;

use super::{barrier, group, optional, type_of_group, word};

fn coordinates(l: &mut Lower<'_>, i: usize) -> Lowered<Vec<Value>> {
    let all = group(l, i)?;
    Ok(all.into_iter().map(|v| word(l, v)).collect())
}

/// `nvgpu.tma.async.load`.
pub(super) fn load(l: &mut Lower<'_>) -> Lowered {
    let ty = type_of_group(l, 0)?;
    let dst = group(l, 0)?[0];
    let (pointer, _) = start(l, ty, dst)?;
    let cluster = l.cx().ty(llvm::PointerType { address_space: 7 });
    let to = llvm::AddrSpaceCastOp::build(&mut l.at(), pointer, cluster);
    let place = |l: &Lower<'_>, i| l.body.operand_group(l.op(), i).next().ok_or("misses an operand");
    let (barriers, id) = (place(l, 1)?, place(l, 4)?);
    let barrier = barrier::pointer(l, barriers, id)?;
    let descriptor = group(l, 2)?[0];
    let at = coordinates(l, 3)?;
    let (mask, predicate) = (optional(l, 5)?, optional(l, 6)?);
    nvvm::CpAsyncBulkTensorGlobalToSharedClusterOp::build(
        &mut l.at(),
        to,
        descriptor,
        &at,
        barrier,
        &[],
        mask,
        None,
        None,
        None,
        None,
        predicate,
    );
    Ok(())
}

/// `nvgpu.tma.async.store`.
pub(super) fn store(l: &mut Lower<'_>) -> Lowered {
    let ty = type_of_group(l, 0)?;
    let src = group(l, 0)?[0];
    let (pointer, _) = start(l, ty, src)?;
    let descriptor = group(l, 1)?[0];
    let at = coordinates(l, 2)?;
    let predicate = optional(l, 3)?;
    nvvm::CpAsyncBulkTensorSharedCTAToGlobalOp::build(
        &mut l.at(),
        descriptor,
        pointer,
        &at,
        None,
        None,
        predicate,
    );
    Ok(())
}

/// `nvgpu.tma.prefetch.descriptor`.
pub(super) fn prefetch(l: &mut Lower<'_>) -> Lowered {
    let descriptor = l.operand(0)?;
    let predicate = optional(l, 1)?;
    let unit = l.cx().unit();
    nvvm::PrefetchOp::build(&mut l.at(), None, None, descriptor, predicate, Some(unit), None, None);
    Ok(())
}

/// `nvgpu.tma.fence.descriptor`.
pub(super) fn fence(l: &mut Lower<'_>) -> Lowered {
    let descriptor = l.operand(0)?;
    let i32 = l.cx().i32();
    let size = l.int(128, i32);
    let scope = nvvm::MemScope::Sys.attr(l.cx());
    nvvm::FenceProxyAcquireOp::build(&mut l.at(), scope, descriptor, size, None, None);
    Ok(())
}
