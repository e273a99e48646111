//! Copies by the engine for bulks and tensors.

use strata_ir::prelude::*;
use strata_llvm::types::PointerType;

use crate::{attrs::*, constraints::*, enums::*};

/// Commits the bulk copies out of shared memory since the last commit as a group.
#[op(name = "nvvm.cp.async.bulk.commit.group", asm = "attr-dict")]
pub struct CpAsyncBulkCommitGroupOp {}

/// Waits until at most this many groups are pending.
#[op(name = "nvvm.cp.async.bulk.wait_group", asm = "$group attr-dict")]
pub struct CpAsyncBulkWaitGroupOp {
    /// The number.
    pub group: Attr<Group>,
    /// Whether it only waits until their sources have been read.
    pub read: OptAttr<UnitAttr>,
}

/// Copies a box of a tensor into shared memory; the bytes are counted at a barrier.
#[op(
    name = "nvvm.cp.async.bulk.tensor.shared.cluster.global",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify],
    asm = "$dstMem `,` $tmaDescriptor `,` $mbar `,` `box` `[` $coordinates `]` (`im2col` `[` $im2colOffsets^ `]`)? (`multicast_mask` `=` $multicastMask^)? (`l2_cache_hint` `=` $l2CacheHint^)? (`predicate` `=` $predicate^)? attr-dict `:` type($dstMem) `,` type($tmaDescriptor)",
)]
pub struct CpAsyncBulkTensorGlobalToSharedClusterOp {
    /// The destination in shared memory.
    #[ir_name = "dstMem"]
    pub dst_mem: Operand<PtrAnyShared>,
    /// The descriptor of the tensor.
    #[ir_name = "tmaDescriptor"]
    pub tma_descriptor: Operand<PtrGeneric>,
    /// The position of the box in the tensor, the innermost dimension first.
    pub coordinates: Variadic<I32>,
    /// The barrier.
    pub mbar: Operand<MbarShared>,
    /// Offsets of convolutions.
    #[ir_name = "im2colOffsets"]
    pub im2col_offsets: Variadic<I16>,
    /// Which blocks of the cluster get it.
    #[ir_name = "multicastMask"]
    pub multicast_mask: OptOperand<I16>,
    /// The cache policy.
    #[ir_name = "l2CacheHint"]
    pub l2_cache_hint: OptOperand<I64>,
    /// How the tensor is read.
    pub mode: DefaultAttr<TmaLoadMode>,
    /// Whether the destination is always in the memory of this block.
    #[ir_name = "isCTAOnly"]
    pub is_cta_only: DefaultAttr<FalseAttr>,
    /// How many blocks work as one.
    pub group: OptAttr<CtaGroup>,
    /// Whether it happens.
    pub predicate: OptOperand<I1>,
}

type_constraint! {
    /// The address of a barrier in the block's memory.
    MbarShared = "LLVM pointer in address space 3", |ty, cx| <PtrShared as TypeConstraint>::check(ty, cx),
        only |cx| cx.ty(PointerType { address_space: 3 });
}

impl Verify for CpAsyncBulkTensorGlobalToSharedClusterOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let only = b.attr(self.op(), "isCTAOnly") == Some(cx.bool_attr(true));
        let mode = b.attr(self.op(), "mode").and_then(|a| cx.attr_as::<TmaLoadMode>(a));
        let mode = mode.copied().unwrap_or(TmaLoadMode::Tile);
        let bare = |message: &str| Err(VerifyError::bare(message));
        if self.predicate(b).is_some() {
            if only {
                return bare("Predicate is supported only for shared::cluster mode.");
            }
            if !matches!(mode, TmaLoadMode::Tile | TmaLoadMode::Im2Col) {
                return bare("Predicate is supported only for Tile and Im2col modes.");
            }
        } else {
            let space = cx.type_as::<PointerType>(b.ty(self.dst_mem(b))).map_or(0, |p| p.address_space);
            if only && space != 3 {
                return bare("Shared::cta destination requires address-space 3.");
            }
            if !only && space != 7 {
                return bare("Shared::cluster destination requires address-space 7.");
            }
            if only && self.multicast_mask(b).is_some() {
                return bare("Multicast is not supported with shared::cta mode.");
            }
            if only && b.attr(self.op(), "group").is_some() {
                return bare("CTAGroup is not supported with shared::cta mode.");
            }
        }
        verify_box(self.coordinates(b).count(), self.im2col_offsets(b).count(), mode)
    }
}

/// The numbers of coordinates and offsets fit to how a tensor is read.
fn verify_box(dims: usize, offsets: usize, mode: TmaLoadMode) -> VerifyResult {
    if !(1..=5).contains(&dims) {
        return Err(VerifyError::bare("expects coordinates between 1 to 5 dimension"));
    }
    let (columns, expected) = match mode {
        TmaLoadMode::Tile => (false, 0),
        TmaLoadMode::Im2Col => (true, dims.saturating_sub(2)),
        TmaLoadMode::Im2ColW | TmaLoadMode::Im2ColW128 => (true, 2),
        TmaLoadMode::TileGather4 if dims != 5 => {
            return Err(VerifyError::bare("Gather4 mode expects 5 coordinates"));
        }
        TmaLoadMode::TileGather4 => (false, 0),
    };
    if columns && dims < 3 {
        let message = format!("to use {} mode, the tensor has to be at least 3-dimensional", mode.word());
        return Err(VerifyError::bare(message));
    }
    if offsets != expected {
        return Err(VerifyError::bare(format!(" im2col offsets expected {expected} (provided {offsets})")));
    }
    Ok(())
}

/// Copies a box out of shared memory into a tensor.
#[op(
    name = "nvvm.cp.async.bulk.tensor.global.shared.cta",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify],
    asm = "$tmaDescriptor `,` $srcMem `,` `box` `[` $coordinates `]` (`l2_cache_hint` `=` $l2CacheHint^)? (`,` `predicate` `=` $predicate^)? attr-dict `:` type($tmaDescriptor) `,` type($srcMem)",
)]
pub struct CpAsyncBulkTensorSharedCTAToGlobalOp {
    /// The descriptor of the tensor.
    #[ir_name = "tmaDescriptor"]
    pub tma_descriptor: Operand<PtrGeneric>,
    /// The source in shared memory.
    #[ir_name = "srcMem"]
    pub src_mem: Operand<PtrShared>,
    /// The position of the box in the tensor, the innermost dimension first.
    pub coordinates: Variadic<I32>,
    /// The cache policy.
    #[ir_name = "l2CacheHint"]
    pub l2_cache_hint: OptOperand<I64>,
    /// How the tensor is written.
    pub mode: DefaultAttr<TmaStoreMode>,
    /// Whether it happens.
    pub predicate: OptOperand<I1>,
}

impl Verify for CpAsyncBulkTensorSharedCTAToGlobalOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let mode = b.attr(self.op(), "mode").and_then(|a| b.cx().attr_as::<TmaStoreMode>(a));
        let tile = matches!(mode, None | Some(TmaStoreMode::Tile));
        let bare = |message: &str| Err(VerifyError::bare(message));
        if self.predicate(b).is_some() {
            if !tile {
                return bare("Inline-ptx lowering supported only for Tile mode.");
            }
            if self.l2_cache_hint(b).is_some() {
                return bare("Inline-ptx lowering unsupported with L2 cache-hint.");
            }
        }
        let dims = self.coordinates(b).count();
        if matches!(mode, Some(TmaStoreMode::TileScatter4)) {
            return if dims == 5 { Ok(()) } else { bare("Scatter4 mode expects 5 coordinates") };
        }
        if !(1..=5).contains(&dims) {
            return bare("expects coordinates between 1 to 5 dimension");
        }
        if !tile && dims < 3 {
            return bare("to use im2col mode, the tensor has to be at least 3-dimensional");
        }
        Ok(())
    }
}

/// Copies bytes from global to shared memory; their number is counted at a barrier.
#[op(
    name = "nvvm.cp.async.bulk.shared.cluster.global",
    traits = [AttrSizedOperandSegments],
    asm = "$dstMem `,` $srcMem `,` $mbar `,` $size (`multicast_mask` `=` $multicastMask^)? (`l2_cache_hint` `=` $l2CacheHint^)? attr-dict `:` type($dstMem) `,` type($srcMem)",
)]
pub struct CpAsyncBulkGlobalToSharedClusterOp {
    /// The destination.
    #[ir_name = "dstMem"]
    pub dst_mem: Operand<PtrAnyShared>,
    /// The source.
    #[ir_name = "srcMem"]
    pub src_mem: Operand<PtrGlobal>,
    /// The barrier.
    pub mbar: Operand<MbarShared>,
    /// The number.
    pub size: Operand<I32>,
    /// The mask of the blocks of the cluster that receive them.
    #[ir_name = "multicastMask"]
    pub multicast_mask: OptOperand<I16>,
    /// The cache policy.
    #[ir_name = "l2CacheHint"]
    pub l2_cache_hint: OptOperand<I64>,
}

/// Copies bytes from shared to global memory.
#[op(
    name = "nvvm.cp.async.bulk.global.shared.cta",
    traits = [AttrSizedOperandSegments],
    asm = "$dstMem `,` $srcMem `,` $size (`l2_cache_hint` `=` $l2CacheHint^)? (`byte_mask` `=` $byteMask^)? attr-dict `:` type($dstMem) `,` type($srcMem)",
)]
pub struct CpAsyncBulkSharedCTAToGlobalOp {
    /// The destination.
    #[ir_name = "dstMem"]
    pub dst_mem: Operand<PtrGlobal>,
    /// The source.
    #[ir_name = "srcMem"]
    pub src_mem: Operand<PtrShared>,
    /// The number.
    pub size: Operand<I32>,
    /// The cache policy.
    #[ir_name = "l2CacheHint"]
    pub l2_cache_hint: OptOperand<I64>,
    /// Which of sixteen bytes each are copied.
    #[ir_name = "byteMask"]
    pub byte_mask: OptOperand<I16>,
}
