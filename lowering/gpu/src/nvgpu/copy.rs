//! `nvgpu.device_async_*`: asynchronous copies of single threads.

use strata_llvm as llvm;
use strata_lowering_llvm::{
    engine::{Lower, Lowered},
    memref::address_of,
};
use strata_nvvm as nvvm;

use super::{group, optional, type_of_group, word};

/// `nvgpu.device_async_copy`.
pub(super) fn copy(l: &mut Lower<'_>) -> Lowered {
    let (dst_type, src_type) = (type_of_group(l, 0)?, type_of_group(l, 2)?);
    let (dst, dst_at, src, src_at) = (group(l, 0)?[0], group(l, 1)?, group(l, 2)?[0], group(l, 3)?);
    let elements = l.attr_i64("dstElements").unwrap_or(0);
    let elem = l.cx().elem_or_self(dst_type);
    let bits = l.cx().bit_width(elem).map(i64::from).ok_or("has elements without a size")?;
    let bytes = elements.wrapping_mul(bits) / 8;
    let (to, _) = address_of(l, dst_type, dst, &dst_at, true)?;
    // A copy that reads no byte may have a source out of bounds, so its address is not `inbounds`.
    let part = optional(l, 4)?;
    let (from, _) = address_of(l, src_type, src, &src_at, part.is_none())?;
    let global = l.cx().ty(llvm::PointerType { address_space: 1 });
    let from = match l.body.ty(from) == global {
        true => from,
        false => llvm::AddrSpaceCastOp::build(&mut l.at(), from, global),
    };
    let part = match part {
        Some(n) => {
            let n = word(l, n);
            let i32 = l.cx().i32();
            Some(if bits % 8 == 0 {
                let size = l.int(bits / 8, i32);
                llvm::MulOp::build(&mut l.at(), n, size, None)
            } else {
                let (size, three) = (l.int(bits, i32), l.int(3, i32));
                let all = llvm::MulOp::build(&mut l.at(), n, size, None);
                llvm::LShrOp::build(&mut l.at(), all, three, None)
            })
        }
        None => None,
    };
    let cg = l.attr("bypassL1").is_some() && bytes == 16;
    let modifier = if cg { nvvm::LoadCacheModifier::Cg } else { nvvm::LoadCacheModifier::Ca };
    let (bytes, modifier) = (l.cx().int_attr(bytes, l.cx().i32()), modifier.attr(l.cx()));
    nvvm::CpAsyncOp::build(&mut l.at(), to, from, bytes, modifier, part);
    token(l)
}

/// Replaces a token, which has no counterpart in the hardware, with a constant.
fn token(l: &mut Lower<'_>) -> Lowered {
    let i32 = l.cx().i32();
    let zero = l.int(0, i32);
    l.replace_one(zero)
}

/// `nvgpu.device_async_create_group`.
pub(super) fn create_group(l: &mut Lower<'_>) -> Lowered {
    nvvm::CpAsyncCommitGroupOp::build(&mut l.at());
    token(l)
}

/// `nvgpu.device_async_wait`.
pub(super) fn wait(l: &mut Lower<'_>) -> Lowered {
    let n = l.attr_i64("numGroups").unwrap_or(0);
    let n = l.cx().int_attr(n, l.cx().i32());
    nvvm::CpAsyncWaitGroupOp::build(&mut l.at(), n);
    Ok(())
}
