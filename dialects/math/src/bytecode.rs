//! The properties in bytecode that only newer versions of the ops have.

use strata_bytecode::{Codec, properties, properties_only};

/// See the module documentation.
pub static CODEC: Codec = properties_only(|info| match info.name {
    "math.fma" => Some(properties!["?fastmath", "-roundingmode"]),
    _ => None,
});
