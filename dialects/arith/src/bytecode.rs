//! The properties in bytecode that only newer versions of the ops have.

use strata_bytecode::{Codec, properties, properties_only};

/// See the module documentation.
pub static CODEC: Codec = properties_only(|info| match info.name {
    // The rounding mode of these is the environment's.
    "arith.addf" | "arith.subf" | "arith.mulf" | "arith.divf" => {
        Some(properties!["?fastmath", "-roundingmode"])
    }
    // A promise that the operand is not negative.
    "arith.extui" | "arith.uitofp" | "arith.index_castui" => Some(properties!["^nonNeg"]),
    _ => None,
});
