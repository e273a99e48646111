//! Copies to shared memory that go on while the kernel does.

use strata_gpu::SynchronizesThreads;
use strata_ir::prelude::*;
use strata_memref::layout;

use crate::types::{DeviceAsyncToken, is_shared};

/// Starts a copy of a few elements from the memory of the device to shared memory.
#[op(
    name = "nvgpu.device_async_copy",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify, MemoryEffects],
    asm = "$src `[` $srcIndices `]` `,` $dst `[` $dstIndices `]` `,` $dstElements (`,` $srcElements^)? attr-dict `:` type($src) `to` type($dst)",
)]
pub struct DeviceAsyncCopyOp {
    /// The destination.
    pub dst: Operand<AnyMemRef>,
    /// The position.
    #[ir_name = "dstIndices"]
    pub dst_indices: Variadic<Index>,
    /// The source.
    pub src: Operand<AnyMemRef>,
    /// The position.
    #[ir_name = "srcIndices"]
    pub src_indices: Variadic<Index>,
    /// The number of elements that are written.
    #[ir_name = "dstElements"]
    pub dst_elements: Attr<IndexAttr>,
    /// The number of these that are read; the others are zero.
    #[ir_name = "srcElements"]
    pub src_elements: OptOperand<Index>,
    /// The data does not stay in the first cache.
    #[ir_name = "bypassL1"]
    pub bypass_l1: OptAttr<UnitAttr>,
    /// Stands for the copy.
    #[ir_name = "asyncToken"]
    pub async_token: Res<DeviceAsyncToken>,
}

/// Commits the copies since the last group as a group, for which a wait is possible.
#[op(name = "nvgpu.device_async_create_group", interfaces = [SynchronizesThreads], asm = "$inputTokens attr-dict")]
pub struct DeviceAsyncCreateGroupOp {
    /// The copies.
    #[ir_name = "inputTokens"]
    pub input_tokens: Variadic<DeviceAsyncToken>,
    /// Stands for all of them.
    #[ir_name = "asyncToken"]
    pub async_token: Res<DeviceAsyncToken>,
}

impl SynchronizesThreads for DeviceAsyncCreateGroupOp {}

/// Waits until the copies of a group are complete, or until at most some groups are pending.
#[op(name = "nvgpu.device_async_wait", interfaces = [SynchronizesThreads], asm = "$asyncDependencies attr-dict")]
pub struct DeviceAsyncWaitOp {
    /// The group.
    #[ir_name = "asyncDependencies"]
    pub async_dependencies: Operand<DeviceAsyncToken>,
    /// The number of groups that may be pending.
    #[ir_name = "numGroups"]
    pub num_groups: OptAttr<I32Attr>,
}

impl SynchronizesThreads for DeviceAsyncWaitOp {}

impl DeviceAsyncCopyOp {
    /// Starts a copy of `n` elements, of which `read` are read.
    pub fn create(
        b: &mut Builder<'_>,
        (dst, dst_indices): (Value, &[Value]),
        (src, src_indices): (Value, &[Value]),
        n: i64,
        read: Option<Value>,
        bypass_l1: bool,
    ) -> Value {
        let cx = b.cx();
        let (n, bypass, ty) =
            (cx.index_attr(n), bypass_l1.then(|| cx.unit()), cx.ty(crate::DeviceAsyncTokenType));
        Self::build(b, dst, dst_indices, src, src_indices, n, read, bypass, ty)
    }
}
impl DeviceAsyncCreateGroupOp {
    /// A group of copies.
    pub fn create(b: &mut Builder<'_>, copies: &[Value]) -> Value {
        let ty = b.cx().ty(crate::DeviceAsyncTokenType);
        Self::build(b, copies, ty)
    }
}
impl DeviceAsyncWaitOp {
    /// Waits until no more than `left` groups are left.
    pub fn create(b: &mut Builder<'_>, group: Value, left: i32) -> Self {
        let left = b.cx().i32_attr(left);
        Self::build(b, group, Some(left))
    }
}

impl MemoryEffects for DeviceAsyncCopyOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Read, on: Some(self.src(b)) });
        out.push(Effect { kind: EffectKind::Write, on: Some(self.dst(b)) });
    }
}

/// Whether neighbours in the fastest dimension are next to each other.
fn is_contiguous(cx: &Context, ty: Type) -> bool {
    layout::strides(cx, ty).is_some_and(|s| s.strides.last().is_none_or(|&last| last == 1))
}

impl Verify for DeviceAsyncCopyOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (src_ty, dst_ty) = (b.ty(self.src(b)), b.ty(self.dst(b)));
        let (Some(src), Some(dst)) = (cx.type_as::<MemRefType>(src_ty), cx.type_as::<MemRefType>(dst_ty))
        else {
            return Ok(());
        };
        let bare = |text: String| Err(VerifyError::bare(text));
        if !is_contiguous(cx, src_ty) {
            return bare("source memref most minor dim must have unit stride".into());
        }
        if !is_contiguous(cx, dst_ty) {
            return bare("destination memref most minor dim must have unit stride".into());
        }
        if !is_shared(cx, dst) {
            return bare("destination memref must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)".into());
        }
        if src.elem != dst.elem {
            return bare("source and destination must have the same element type".into());
        }
        for (what, rank, indices) in [
            ("source", src.shape.len(), self.src_indices(b).len()),
            ("destination", dst.shape.len(), self.dst_indices(b).len()),
        ] {
            ensure!(rank == indices, "expected {rank} {what} indices, got {indices}");
        }
        let n = b.attr(self.op(), "dstElements").and_then(|a| cx.attr_i64(a)).unwrap_or(0);
        let width = i64::from(cx.bit_width(dst.elem).unwrap_or(0));
        let bytes = width.saturating_mul(n) / 8;
        if ![4, 8, 16].contains(&bytes) {
            let mut text = format!(
                "Requested copy elements is {n} with width {width}. But copy elements could be one of "
            );
            for (bits, end) in [(32, ", "), (64, ", "), (128, ".")] {
                let count = bits / width.max(1);
                if count > 0 {
                    text += &format!("{count}{end}");
                }
            }
            return bare(text);
        }
        ensure!(
            b.attr(self.op(), "bypassL1").is_none() || bytes == 16,
            "bypassL1 does not satify alignment for '{}' with destination element {n}. Unset bypassL1, or set destination element to {}",
            cx.type_to_string(dst_ty),
            128 / width.max(1)
        );
        Ok(())
    }
}
