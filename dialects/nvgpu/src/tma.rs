//! Copies of tiles of tensors by a hardware unit, which a single thread issues.

use strata_gpu::UnrankedMemRef;
use strata_ir::{core::DYNAMIC, prelude::*};

use crate::types::{
    I16, Interleave, MBarrierGroup, Swizzle, TensorMapDescriptor, TensorMapDescriptorType, is_shared, tile,
};

/// Makes changes of a descriptor visible.
#[op(
    name = "nvgpu.tma.fence.descriptor",
    asm = "$tensorMapDescriptor attr-dict `:` type($tensorMapDescriptor)"
)]
pub struct TmaFenceOp {
    /// The descriptor.
    #[ir_name = "tensorMapDescriptor"]
    pub tensor_map_descriptor: Operand<TensorMapDescriptor>,
}

/// Prefetches a descriptor into the cache.
#[op(
    name = "nvgpu.tma.prefetch.descriptor",
    asm = "$tensorMapDescriptor (`,` `predicate` `=` $predicate^)? attr-dict `:` type($tensorMapDescriptor)"
)]
pub struct TmaPrefetchOp {
    /// The descriptor.
    #[ir_name = "tensorMapDescriptor"]
    pub tensor_map_descriptor: Operand<TensorMapDescriptor>,
    /// Whether this thread does it.
    pub predicate: OptOperand<I1>,
}

/// Starts a copy of a tile to shared memory; its bytes are counted at a barrier.
#[op(
    name = "nvgpu.tma.async.load",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify],
    asm = "$tensorMapDescriptor `[` $coordinates `]` `,` $barriers `[` $mbarId `]` `to` $dst (`multicast_mask` `=` $multicastMask^)? (`,` `predicate` `=` $predicate^)? attr-dict `:` type($tensorMapDescriptor) `,` type($barriers) `->` type($dst)",
)]
pub struct TmaAsyncLoadOp {
    /// The tile.
    pub dst: Operand<AnyMemRef>,
    /// The barriers.
    pub barriers: Operand<MBarrierGroup>,
    /// The tensor.
    #[ir_name = "tensorMapDescriptor"]
    pub tensor_map_descriptor: Operand<TensorMapDescriptor>,
    /// The position of the tile, fastest dimension first.
    pub coordinates: Variadic<Index>,
    /// Which barrier.
    #[ir_name = "mbarId"]
    pub mbar_id: Operand<Index>,
    /// The blocks of the cluster that get the tile.
    #[ir_name = "multicastMask"]
    pub multicast_mask: OptOperand<I16>,
    /// Whether this thread does it.
    pub predicate: OptOperand<I1>,
}

/// Starts a copy of a tile from shared memory.
#[op(
    name = "nvgpu.tma.async.store",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify],
    asm = "$src `to` $tensorMapDescriptor `[` $coordinates `]` (`,` `predicate` `=` $predicate^)? attr-dict `:` type($src) `->` type($tensorMapDescriptor)",
)]
pub struct TmaAsyncStoreOp {
    /// The tile.
    pub src: Operand<AnyMemRef>,
    /// The tensor.
    #[ir_name = "tensorMapDescriptor"]
    pub tensor_map_descriptor: Operand<TensorMapDescriptor>,
    /// The position of the tile, fastest dimension first.
    pub coordinates: Variadic<Index>,
    /// Whether this thread does it.
    pub predicate: OptOperand<I1>,
}

/// Describes a tensor, on the host.
#[op(
    name = "nvgpu.tma.create.descriptor",
    interfaces = [Verify],
    asm = "$tensor `box` `[` $boxDimensions `]` attr-dict `:` type($tensor) `->` type($tensorMap)",
)]
pub struct TmaCreateDescriptorOp {
    /// The tensor.
    pub tensor: Operand<UnrankedMemRef>,
    /// Sizes of a tile.
    #[ir_name = "boxDimensions"]
    pub box_dimensions: Variadic<Index>,
    /// Its description.
    #[ir_name = "tensorMap"]
    pub tensor_map: Res<TensorMapDescriptor>,
}

/// The largest size of a tile.
const MAX_SIZE: i64 = 256;
/// The largest number of dimensions.
const MAX_RANK: usize = 5;
/// The bytes of a row of a tile whose rows are permuted.
const ROW_BYTES: i64 = 128;
/// The bytes of a row of any tile are a multiple of this.
const ROW_MULTIPLE: i64 = 16;

/// The tile of a descriptor is one that can be copied, and has the shape of the memref.
pub(crate) fn verify_descriptor(b: &Body, map: Type, memref: Option<Type>) -> VerifyResult {
    let cx = b.cx();
    let (Some(desc), Some(t)) = (cx.type_as::<TensorMapDescriptorType>(map), tile(cx, map)) else {
        return Ok(());
    };
    let bare = |text: String| Err(VerifyError::bare(text));
    if desc.interleave != Interleave::None {
        return bare("Interleave options are not supported yet.".into());
    }
    if !is_shared(cx, t) {
        return bare(
            "the tensor map descriptor has incorrect address space, it must be shared memory address space."
                .into(),
        );
    }
    if t.shape.contains(&DYNAMIC) {
        return bare("the tensor map descriptor must be static shaped".into());
    }
    if let Some(&size) = t.shape.iter().find(|&&size| size <= 0 || size > MAX_SIZE) {
        return bare(format!(
            "the tensor map descriptor must have dimensions between 1 and {MAX_SIZE} but it is {size}"
        ));
    }
    if let [_, .., last] = t.shape[..]
        && desc.swizzle != Swizzle::None
    {
        let bytes = i64::from(cx.bit_width(t.elem).unwrap_or(0)) * last / 8;
        if bytes != ROW_BYTES {
            return bare(format!(
                "the tensormap descriptor must have last dimension of {ROW_BYTES} bytes but it is {bytes} bytes"
            ));
        }
    }
    let Some((memref, m)) = memref.and_then(|ty| Some((ty, cx.type_as::<MemRefType>(ty)?))) else {
        return Ok(());
    };
    if t.elem != m.elem {
        return bare("the element type of tensor map descriptor and memref must be same".into());
    }
    if !is_shared(cx, m) {
        return bare(
            "the destination memref has incorrect address space, it must be shared memory address space."
                .into(),
        );
    }
    if m.shape.contains(&DYNAMIC) {
        return bare("the destination memref must be static shaped".into());
    }
    if t.shape.len() != m.shape.len() {
        return bare("the shape of tensor map descriptor and memref must have same rank".into());
    }
    if t.shape != m.shape {
        return bare(format!(
            "memref and tensor map shapes mismatch '{}' != '{}'",
            cx.type_to_string(desc.tensor),
            cx.type_to_string(memref)
        ));
    }
    if let Some(&last) = t.shape.last()
        && i64::from(cx.bit_width(t.elem).unwrap_or(0)) * last / 8 % ROW_MULTIPLE != 0
    {
        let text =
            format!("the bytes in the last dimension of the tensor map must be a multiple of {ROW_MULTIPLE}");
        return bare(text);
    }
    Ok(())
}

fn verify_coordinates(b: &Body, map: Type, n: usize) -> VerifyResult {
    if n > MAX_RANK {
        return Err(VerifyError::bare(format!("Maximum {MAX_RANK} coordinates are supported.")));
    }
    if tile(b.cx(), map).is_some_and(|t| t.shape.len() != n) {
        let text = "number of coordinates do not match with the rank of tensor descriptor map.";
        return Err(VerifyError::bare(text));
    }
    Ok(())
}

impl Verify for TmaAsyncLoadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let map = b.ty(self.tensor_map_descriptor(b));
        verify_descriptor(b, map, Some(b.ty(self.dst(b))))?;
        verify_coordinates(b, map, self.coordinates(b).len())
    }
}
impl Verify for TmaAsyncStoreOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let map = b.ty(self.tensor_map_descriptor(b));
        verify_descriptor(b, map, Some(b.ty(self.src(b))))?;
        verify_coordinates(b, map, self.coordinates(b).len())
    }
}
impl Verify for TmaCreateDescriptorOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        if self.box_dimensions(b).len() > MAX_RANK {
            return Err(VerifyError::bare(format!("Maximum {MAX_RANK} coordinates are supported.")));
        }
        verify_descriptor(b, b.ty(self.tensor_map(b)), None)
    }
}
