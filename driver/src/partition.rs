//! Programs for several partitions: each device runs the part that the shardings of the program give it.

use strata_ir::prelude::*;
use strata_sdy::{attrs::Mesh, shardings::Meshes, tiling::EntryTilings};

use crate::error::{Error, ErrorKind, Result};
use crate::lower::run_pipeline;

/// From the program as it is given to one whose ops agree on shardings.
const PARTITION: &str = "sdy-partitioner-pipeline";
/// To the program of one device.
const LOCALIZE: &str = "sdy-localize-pipeline";

/// Turns a module into the program of one device of `partitions`.
///
/// # Errors
/// If a sharding does not fit the devices, or an op cannot be divided as its sharding says.
pub fn partition(module: &mut Body, entry: &str, partitions: usize) -> Result<EntryTilings> {
    let meshes = Meshes::of_module(module);
    if let Some(devices) = meshes.largest().and_then(Mesh::num_devices)
        && devices != partitions as i64
        && devices > 1
    {
        let message =
            format!("the program has a mesh of {devices} devices, but runs on {partitions} partitions");
        return Err(Error::new(ErrorKind::Program, message));
    }
    refuse_other_shardings(module)?;
    run_pipeline(module, PARTITION)?;
    let tilings = EntryTilings::new(module, entry);
    run_pipeline(module, LOCALIZE)?;
    Ok(tilings)
}

/// Shardings in the form from before Shardy would be ignored.
fn refuse_other_shardings(module: &Body) -> Result<()> {
    let cx = module.cx();
    let divides = |attr: Attr| {
        cx.attr_str(attr).is_some_and(|text| text.contains("devices=[") || text.contains("maximal"))
    };
    let is_old = |body: &Body, op: Op| body.attr(op, "mhlo.sharding").is_some_and(divides);
    for (_, body) in module.children() {
        if let Some(op) = body.all_ops().into_iter().find(|&op| is_old(body, op)) {
            let message = "'mhlo.sharding' is not understood; JAX writes shardings of 'sdy' with jax_use_shardy_partitioner";
            let error = Diagnostic::error(body.loc(op), message);
            return Err(Error::diagnostics(cx, ErrorKind::Program, &[error]));
        }
    }
    Ok(())
}
