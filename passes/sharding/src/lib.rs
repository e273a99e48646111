//! Passes on the shardings of programs: from a program on whole tensors, with shardings at some of them, to the program of one device.
//!
//! The order is Shardy's, as are the names of passes and options:
//! - [`import`]: meshes, constraints, constants and the edges of loops in the form that propagation works on;
//! - [`propagation`]: from the sharding rule of each op, shardings for all tensors;
//! - [`export`]: reshards where ops disagree, collectives instead of reshards, and the local type of each tensor;
//! - [`communication`]: fewer collectives in the program of one device.
//!
//! Passes run on modules, as meshes are ops of the module. They read and write `sdy`, `stablehlo`, `chlo` and `func`.
//!
//! **Architecture invariant.** No pass has a loop over the devices of a mesh; the numbers of devices are written only where an op of
//! StableHLO wants them.

mod channels;
pub mod communication;
mod compare;
mod data_flow;
pub mod export;
mod gcd;
pub mod import;
mod nested;
pub mod propagation;
mod transform;

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    import::register(registry);
    propagation::register(registry);
    export::register(registry);
    communication::register(registry);
}
