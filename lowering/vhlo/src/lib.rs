//! Conversions between StableHLO and VHLO, and portable artifacts.
//!
//! ```text
//! stablehlo, func ◄─► vhlo, newest version ◄─► vhlo, some version ◄─► bytes
//! ```

mod artifact;
mod constraints;
mod convert;
mod defaults;
mod flatbuffer;
mod from_vhlo;
mod groups;
mod jax_export;
mod jax_write;
mod to_version;
mod to_vhlo;

use strata_pass::PassRegistry;

pub use artifact::{
    OtherDialects, artifact_version, deserialize, deserialize_with, is_binary, load, serialize,
    serialize_with,
};
pub use from_vhlo::VhloLegalizeToStablehlo;
pub use jax_export::{Exported, read_exported};
pub use jax_write::{ExportOptions, write_exported};
pub use to_version::{VhloToVersion, parse_target, to_version};
pub use to_vhlo::StablehloLegalizeToVhlo;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry.add::<StablehloLegalizeToVhlo>();
    registry.add::<VhloLegalizeToStablehlo>();
    registry.add::<VhloToVersion>();
}
