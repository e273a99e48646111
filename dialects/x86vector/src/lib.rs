//! The `x86vector` dialect: instructions of AVX and AVX-512 that vectors have no ops for.
//!
//! Each op is one intrinsic of LLVM, which `convert-vector-to-llvm` with `enable-x86vector` calls.

use strata_ir::prelude::*;

mod compress;
mod convert;
mod dot;
mod elementwise;
mod types;

pub use compress::MaskCompressOp;
pub use convert::{
    BcstToPackedF32Op, CvtPackedEvenIndexedToF32Op, CvtPackedF32ToBF16Op, CvtPackedOddIndexedToF32Op,
};
pub use dot::{DotBF16Op, DotInt8Op, DotOp};
pub use elementwise::{MaskRndScaleOp, MaskScaleFOp, RsqrtOp, Vp2IntersectOp};

dialect! {
    /// The dialect of instructions of AVX and AVX-512.
    x86vector {
        execution: Converted("llvm"),
        ops: [
            BcstToPackedF32Op, CvtPackedEvenIndexedToF32Op, CvtPackedF32ToBF16Op, CvtPackedOddIndexedToF32Op, DotBF16Op,
            DotInt8Op, DotOp, MaskCompressOp, MaskRndScaleOp, MaskScaleFOp, RsqrtOp, Vp2IntersectOp,
        ],
    }
}
