//! The `linalg` dialect: structured ops, which are perfect loop nests over operands that affine maps address.

use strata_ir::prelude::*;

pub mod attrs;
pub mod constraints;
pub mod interfaces;
pub mod payload;

mod broadcast;
mod contract;
mod elementwise;
mod elementwise_kind;
mod fill;
mod generalize;
mod generic;
mod index;
mod map;
mod matmul;
mod named;
mod precision;
mod reduce;
mod relayout;
mod scalar;
mod simplify;
mod softmax;
mod static_shape;
mod structure;
mod syntax;
mod transpose;
mod verify;
mod winograd;

pub use attrs::{IteratorType, TypeFn};
pub use broadcast::BroadcastOp;
pub use contract::ContractOp;
pub use elementwise::*;
pub use elementwise_kind::ElementwiseOp;
pub use generalize::generalize;
pub use generic::GenericOp;
pub use index::{IndexOp, YieldOp};
pub use interfaces::{LinalgOp, dim_of};
pub use map::MapOp;
pub use matmul::{BatchMatmulOp, BatchReduceMatmulOp, MatmulOp, batch_matmul_maps, matmul_maps};
pub use named::*;
pub use precision::InputPrecision;
pub use reduce::ReduceOp;
pub use relayout::{PackOp, UnPackOp};
pub use scalar::ElementwiseKind;
pub use simplify::common as simplify_structured;
pub use softmax::SoftmaxOp;
pub use strata_tensor::DestinationStyle;
pub use structure::Structure;
pub use transpose::TransposeOp;
pub use winograd::*;

dialect! {
    /// Structured ops on tensors and memrefs.
    linalg {
        ops: [
            AbsOp, AddOp, BatchMatmulOp, BatchMatvecOp, BatchMmt4DOp, BatchReduceMatmulOp, BatchVecmatOp,
            BroadcastOp, CeilOp, ContractOp, Conv1DNcwFcwOp, Conv1DNwcWcfOp, Conv1DOp, Conv2DNchwFchwOp,
            Conv2DNchwFchwQOp, Conv2DNgchwFgchwOp, Conv2DNgchwGfchwOp, Conv2DNgchwGfchwQOp,
            Conv2DNhwcFhwcOp, Conv2DNhwcFhwcQOp, Conv2DNhwcHwcfOp, Conv2DNhwcHwcfQOp, Conv2DNhwgcGfhwcOp,
            Conv2DNhwgcGfhwcQOp, Conv2DOp, Conv3DNcdhwFcdhwOp, Conv3DNdhwcDhwcfOp, Conv3DNdhwcDhwcfQOp,
            Conv3DOp, CopyOp, DepthwiseConv1DNcwCwOp, DepthwiseConv1DNwcWcOp, DepthwiseConv1DNwcWcmOp,
            DepthwiseConv2DNchwChwOp, DepthwiseConv2DNhwcHwcOp, DepthwiseConv2DNhwcHwcQOp,
            DepthwiseConv2DNhwcHwcmOp, DepthwiseConv2DNhwcHwcmQOp, DepthwiseConv3DNcdhwCdhwOp,
            DepthwiseConv3DNdhwcDhwcOp, DepthwiseConv3DNdhwcDhwcmOp, DivOp, DivUnsignedOp, DotOp,
            ElementwiseOp, ErfOp, ExpOp, FillOp, FillRng2DOp, FloorOp, GenericOp, IndexOp, LogOp, MapOp,
            MatmulOp, MatvecOp, MaxOp, MinOp, Mmt4DOp, MulOp, NegFOp, PackOp, PoolingNchwMaxOp,
            PoolingNchwSumOp, PoolingNcwMaxOp, PoolingNcwSumOp, PoolingNdhwcMaxOp, PoolingNdhwcMinOp,
            PoolingNdhwcSumOp, PoolingNhwcMaxOp, PoolingNhwcMaxUnsignedOp, PoolingNhwcMinOp,
            PoolingNhwcMinUnsignedOp, PoolingNhwcSumOp, PoolingNwcMaxOp, PoolingNwcMaxUnsignedOp,
            PoolingNwcMinOp, PoolingNwcMinUnsignedOp, PoolingNwcSumOp, PowFOp, QuantizedBatchMatmulOp,
            QuantizedMatmulOp, ReciprocalOp, ReduceOp, RoundOp, RsqrtOp, SelectOp, SoftmaxOp, SqrtOp,
            SquareOp, SubOp, TanhOp, TransposeOp, UnPackOp, VecmatOp, WinogradFilterTransformOp,
            WinogradInputTransformOp, WinogradOutputTransformOp, YieldOp,
        ],
        attrs: [ElementwiseKind, IteratorType, TypeFn],
    }
}
