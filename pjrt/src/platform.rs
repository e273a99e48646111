//! The name and the version of the platform.

/// The name, by which JAX chooses its rules.
pub(crate) const PLATFORM: &str = "strata";

/// The version, which serialized forms have.
pub(crate) fn version() -> String {
    format!("Strata {}", env!("CARGO_PKG_VERSION"))
}
