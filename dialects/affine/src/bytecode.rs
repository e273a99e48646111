//! The bytecode properties that do not follow from the declarations of ops.

use strata_bytecode::{Codec, PropertySpec, properties, properties_only};
use strata_ir::core::OpInfo;

/// `disjoint` is a byte there, after the attributes.
pub static CODEC: Codec = properties_only(properties_of);

fn properties_of(info: &OpInfo) -> Option<&'static [PropertySpec]> {
    match info.name {
        "affine.linearize_index" => Some(properties!["=operandSegmentSizes", "!static_basis", "~disjoint"]),
        _ => None,
    }
}
