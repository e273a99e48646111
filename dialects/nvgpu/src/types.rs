//! Types: tokens of copies, barriers, descriptors of tensors and of matrices, accumulators.

use strata_gpu::AddressSpace;
use strata_ir::{prelude::*, text::Param};

/// Stands for copies that go on while the kernel does.
#[ty(name = "nvgpu.device.async.token")]
pub struct DeviceAsyncTokenType;

/// Stands for an arrival at a barrier.
#[ty(name = "nvgpu.mbarrier.token")]
pub struct MBarrierTokenType;

/// A number; one where it is not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Count(pub u32);

impl Param for Count {
    fn print(&self, w: &mut AsmWriter<'_>) {
        Param::print(&self.0, w);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        <u32 as Param>::parse(p).map(Self)
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        *self
    }
    fn default_value() -> Option<Self> {
        Some(Self(1))
    }
    fn is_default(&self) -> bool {
        self.0 == 1
    }
}

/// Barriers in shared memory at which copies arrive too.
#[ty(name = "nvgpu.mbarrier.group")]
pub struct MBarrierGroupType {
    /// The memory that they are in.
    #[ir_name = "memorySpace"]
    pub memory_space: Attr,
    /// The number of barriers.
    pub num_barriers: Count,
}

impl MBarrierGroupType {
    /// The type of `n` barriers.
    pub fn with_count(cx: &Context, n: u32) -> Type {
        cx.ty(Self { memory_space: AddressSpace::Workgroup.attr(cx), num_barriers: Count(n) })
    }
}

macro_rules! words {
    ($($(#[$meta:meta])* $name:ident = $cpp:literal { $($(#[$vmeta:meta])* $case:ident = $word:literal,)* })*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vmeta])* $case,)* }
        impl Param for $name {
            fn print(&self, w: &mut AsmWriter<'_>) {
                w.text(match self { $(Self::$case => $word),* });
            }
            fn parse(p: &mut Parser<'_>) -> PResult<Self> {
                let at = p.location();
                match p.keyword()? {
                    $($word => Ok(Self::$case),)*
                    _ => Err(p.error_at(at, format!("expected {} to be one of: {}", $cpp, [$($word),*].join(", ")))),
                }
            }
            fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
                *self
            }
        }
    )*};
}
words! {
    /// How rows of a tile are permuted in shared memory, so that columns are in different banks.
    Swizzle = "::mlir::nvgpu::TensorMapSwizzleKind" {
        /// Not at all.
        None = "none",
        /// Among 32 bytes.
        B32 = "swizzle_32b",
        /// Among 64 bytes.
        B64 = "swizzle_64b",
        /// Among 128 bytes.
        B128 = "swizzle_128b",
    }
    /// The promotion size of L2 fetches.
    L2Promotion = "::mlir::nvgpu::TensorMapL2PromoKind" {
        /// No more than is requested.
        None = "none",
        /// 64 bytes.
        B64 = "l2promo_64b",
        /// 128 bytes.
        B128 = "l2promo_128b",
        /// 256 bytes.
        B256 = "l2promo_256b",
    }
    /// The value read outside of the tensor.
    OutOfBounds = "::mlir::nvgpu::TensorMapOOBKind" {
        /// Zero.
        Zero = "zero",
        /// NaN.
        Nan = "nan",
    }
    /// How channels are interleaved.
    Interleave = "::mlir::nvgpu::TensorMapInterleaveKind" {
        /// Not at all.
        None = "none",
        /// In 16 bytes.
        B16 = "interleave_16b",
        /// In 32 bytes.
        B32 = "interleave_32b",
    }
}

/// Describes a tensor in the memory of the device, and the tiles of it that are copied.
#[ty(name = "nvgpu.tensormap.descriptor")]
pub struct TensorMapDescriptorType {
    /// A tile in shared memory.
    pub tensor: Type,
    /// How its rows are permuted.
    pub swizzle: Swizzle,
    /// The promotion size of L2 fetches.
    pub l2promo: L2Promotion,
    /// The value read outside of the tensor.
    pub oob: OutOfBounds,
    /// How channels are interleaved.
    pub interleave: Interleave,
}

/// Describes a matrix in shared memory to the tensor cores.
#[ty(name = "nvgpu.warpgroup.descriptor")]
pub struct WarpgroupDescriptorType {
    /// The matrix.
    pub tensor: Type,
}

/// A matrix in the registers of four warps.
#[ty(name = "nvgpu.warpgroup.accumulator")]
pub struct WarpgroupAccumulatorType {
    /// The matrix.
    pub fragmented: Type,
}

type_constraint! {
    /// `!nvgpu.device.async.token`.
    DeviceAsyncToken = "device async token type", |ty, cx| cx.type_as::<DeviceAsyncTokenType>(ty).is_some(), only |cx| cx.ty(DeviceAsyncTokenType);
    /// `!nvgpu.mbarrier.token`.
    MBarrierToken = "", |ty, cx| cx.type_as::<MBarrierTokenType>(ty).is_some(), only |cx| cx.ty(MBarrierTokenType);
    /// `!nvgpu.mbarrier.group<…>`.
    MBarrierGroup = "mbarrier barrier type", |ty, cx| cx.type_as::<MBarrierGroupType>(ty).is_some();
    /// `!nvgpu.tensormap.descriptor<…>` of a memref.
    TensorMapDescriptor = "TensorMap descriptor", |ty, cx| tile(cx, ty).is_some();
    /// `!nvgpu.warpgroup.descriptor<…>` of a memref.
    WarpgroupDescriptor = "Warpgroup matrix descriptor type", |ty, cx| matrix(cx, ty).is_some();
    /// `!nvgpu.warpgroup.accumulator<…>` of a vector.
    WarpgroupAccumulator = "", |ty, cx| accumulator(cx, ty).is_some();
    /// `i16`.
    I16 = "16-bit signless integer", |ty, cx| ty == cx.i16(), only |cx| cx.i16();
    /// `i32` or `i64`.
    I32OrI64 = "32-bit signless integer or 64-bit signless integer", |ty, cx| ty == cx.i32() || ty == cx.i64();
    /// A vector with dimensions.
    RankedVector = "vector of any type values", |ty, cx| cx.type_as::<VectorType>(ty).is_some_and(|v| !v.shape.is_empty());
    /// A vector of `f32`.
    F32Vector = "vector of 32-bit float values", |ty, cx| cx.type_as::<VectorType>(ty).is_some_and(|v| !v.shape.is_empty() && v.elem == cx.f32());
    /// The positions of the elements that are not zero.
    SparseMetadata = "fixed-length vector of 16-bit signless integer values of length 2", |ty, cx| ty == cx.vector(&[2], cx.i16()), only |cx| cx.vector(&[2], cx.i16());
}

/// The tile of a descriptor of a tensor.
pub fn tile(cx: &Context, ty: Type) -> Option<&MemRefType> {
    cx.type_as::<MemRefType>(cx.type_as::<TensorMapDescriptorType>(ty)?.tensor)
}
/// The matrix of a descriptor.
pub fn matrix(cx: &Context, ty: Type) -> Option<&MemRefType> {
    cx.type_as::<MemRefType>(cx.type_as::<WarpgroupDescriptorType>(ty)?.tensor)
}
/// The matrix of an accumulator.
pub fn accumulator(cx: &Context, ty: Type) -> Option<&VectorType> {
    cx.type_as::<VectorType>(cx.type_as::<WarpgroupAccumulatorType>(ty)?.fragmented)
}

/// Rows of a matrix that one instruction of a warp group has.
pub const WARPGROUP_ROWS: i64 = 64;

/// The registers that a thread has of an accumulator: how often [`WARPGROUP_ROWS`] rows, and registers for each of these.
pub fn accumulator_registers(cx: &Context, ty: Type) -> Option<[usize; 2]> {
    let &[m, n] = &accumulator(cx, ty)?.shape[..] else { return None };
    Some([usize::try_from(m / WARPGROUP_ROWS).ok()?, usize::try_from(n / 2).ok()?])
}

/// The number of the space of shared memory.
const SHARED: i64 = 3;

/// Whether a memref is in shared memory.
pub fn is_shared(cx: &Context, t: &MemRefType) -> bool {
    let Some(space) = t.memory_space else { return false };
    let workgroup = cx.attr_as::<AddressSpace>(space) == Some(&AddressSpace::Workgroup);
    workgroup || cx.attr_i64(space) == Some(SHARED)
}
