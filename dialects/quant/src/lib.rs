//! The `quant` dialect: quantized types, and casts between them, floats and integers.

use strata_ir::prelude::*;

mod bytecode;
mod ops;
mod parse;
mod types;

pub use ops::*;
pub use types::*;

dialect! {
    /// Types of numbers kept as integers with scales and zero points.
    quant {
        bytecode: bytecode::CODEC,
        ops: [DequantizeCastOp, QuantizeCastOp, StorageCastOp],
        types: [AnyQuantizedType, CalibratedType, UniformType],
    }
}
