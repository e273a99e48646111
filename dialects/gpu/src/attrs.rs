//! Attributes: address spaces, dimensions, kinds of reductions and shuffles, and mappings of loops to threads.

use strata_ir::{prelude::*, text::word_attrs};

/// The memory of a kernel that a memref is in.
#[attr(name = "gpu.address_space")]
pub enum AddressSpace {
    /// Memory of the device.
    Global,
    /// Memory that the threads of a block share.
    Workgroup,
    /// Memory of one thread.
    Private,
}

impl AddressSpace {
    /// The space of a memref, where it says one.
    pub fn from_type(cx: &Context, ty: Type) -> Option<Self> {
        let space = cx.type_as::<MemRefType>(ty)?.memory_space?;
        cx.attr_as::<Self>(space).copied()
    }
    /// The space as an attribute.
    pub fn attr(self, cx: &Context) -> Attr {
        cx.attr(self)
    }
    /// A row-major memref of static shape in the space.
    pub fn memref(self, cx: &Context, shape: &[i64], elem: Type) -> Type {
        let memory_space = Some(self.attr(cx));
        cx.ty(MemRefType { shape: shape.into(), elem, layout: None, memory_space })
    }
}

word_attrs! {
    /// A dimension of a grid, a cluster or a block.
    bare Dimension = "gpu.dim" "a dimension, either 'x', 'y', or 'z'" of "::mlir::gpu::Dimension" {
        /// The dimension in which neighbours are next to each other.
        X = "x",
        /// The second dimension.
        Y = "y",
        /// The third dimension.
        Z = "z",
    }
    /// How values of the threads of a block or a warp are combined.
    bare AllReduceOperation = "gpu.all_reduce_op" "built-in reduction operations supported by gpu.allreduce." of "::mlir::gpu::AllReduceOperation" {
        /// Sum.
        Add = "add",
        /// Product.
        Mul = "mul",
        /// Unsigned minimum.
        MinUi = "minui",
        /// Signed minimum.
        MinSi = "minsi",
        /// Float minimum that ignores NaN.
        MinnumF = "minnumf",
        /// Unsigned maximum.
        MaxUi = "maxui",
        /// Signed maximum.
        MaxSi = "maxsi",
        /// Float maximum that ignores NaN.
        MaxnumF = "maxnumf",
        /// Conjunction.
        And = "and",
        /// Disjunction.
        Or = "or",
        /// Exclusive disjunction.
        Xor = "xor",
        /// Float minimum that NaN wins.
        MinimumF = "minimumf",
        /// Float maximum that NaN wins.
        MaximumF = "maximumf",
    }
    /// Whose value a lane of a warp gets.
    bare ShuffleMode = "gpu.shuffle_mode" "Indexing modes supported by gpu.shuffle." of "::mlir::gpu::ShuffleMode" {
        /// That of the lane whose number differs in the bits of the offset.
        Xor = "xor",
        /// That of the lane with a number lower by the offset.
        Up = "up",
        /// That of the lane with a number higher by the offset.
        Down = "down",
        /// That of the lane with the number.
        Idx = "idx",
    }
    /// From which lane a value is broadcast.
    bare BroadcastType = "gpu.broadcast" "a lane to broadcast from" of "::mlir::gpu::BroadcastType" {
        /// The first one that is active.
        FirstActiveLane = "first_active_lane",
        /// The one with a number.
        SpecificLane = "specific_lane",
    }
}

impl Dimension {
    /// Its number.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl AllReduceOperation {
    /// Whether values of this type can be combined so.
    pub fn supports(self, cx: &Context, ty: Type) -> bool {
        use AllReduceOperation::*;
        let float = cx.as_float(cx.elem_or_self(ty)).is_some();
        match self {
            Add | Mul => true,
            MinnumF | MaxnumF | MinimumF | MaximumF => float,
            _ => !float,
        }
    }
}

macro_rules! mappings {
    ($($(#[$meta:meta])* $name:ident = $full:literal;)*) => {$(
        $(#[$meta])*
        #[attr(name = $full)]
        pub enum $name {
            /// The first dimension.
            #[ir_name = "x"]
            X,
            /// The second dimension.
            #[ir_name = "y"]
            Y,
            /// The third dimension.
            #[ir_name = "z"]
            Z,
            /// The fastest dimension of a linear number.
            #[ir_name = "linear_dim_0"]
            LinearDim0,
            /// The next one.
            #[ir_name = "linear_dim_1"]
            LinearDim1,
            /// The next one.
            #[ir_name = "linear_dim_2"]
            LinearDim2,
            /// The next one.
            #[ir_name = "linear_dim_3"]
            LinearDim3,
            /// The next one.
            #[ir_name = "linear_dim_4"]
            LinearDim4,
            /// The next one.
            #[ir_name = "linear_dim_5"]
            LinearDim5,
            /// The next one.
            #[ir_name = "linear_dim_6"]
            LinearDim6,
            /// The next one.
            #[ir_name = "linear_dim_7"]
            LinearDim7,
            /// The next one.
            #[ir_name = "linear_dim_8"]
            LinearDim8,
            /// The next one.
            #[ir_name = "linear_dim_9"]
            LinearDim9,
        }
    )*};
}
mappings! {
    /// A loop runs over blocks.
    BlockMapping = "gpu.block";
    /// A loop runs over groups of four warps.
    WarpgroupMapping = "gpu.warpgroup";
    /// A loop runs over warps.
    WarpMapping = "gpu.warp";
    /// A loop runs over threads.
    ThreadMapping = "gpu.thread";
    /// A loop runs over the lanes of a warp.
    LaneMapping = "gpu.lane";
}

/// Which of the units that a loop runs over take part.
#[attr(name = "gpu.mask", format = "params")]
pub struct MappingMask {
    /// One bit for each.
    pub mask: u64,
}

/// A loop stands for the memory of a space.
#[attr(name = "gpu.memory_space")]
pub enum MemorySpaceMapping {
    /// Memory of the device.
    Global,
    /// Memory that the threads of a block share.
    Workgroup,
    /// Memory of one thread.
    Private,
}
