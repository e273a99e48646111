//! Programs for several partitions: each device runs the part that the shardings of the program give it.

use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_sdy::{
    attrs::{Mesh, TensorSharding},
    shardings::{self, Meshes},
};

use crate::error::{Error, ErrorKind, Result};
use crate::lower::run_pipeline;
use crate::tiling::Tiling;

/// From the program as it is given to one whose ops agree on shardings.
const PARTITION: &str = "sdy-partitioner-pipeline";
/// To the program of one device.
const LOCALIZE: &str = "sdy-convert-global-to-local,sdy-drop-sharding-and-mesh";

/// The tilings of the arguments and results of a program; `None` where every device has the whole array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryShardings {
    /// Of the arguments.
    pub inputs: Vec<Option<Tiling>>,
    /// Of the results.
    pub outputs: Vec<Option<Tiling>>,
}

/// Turns a module into the program of one device of `partitions`.
///
/// # Errors
/// If a sharding does not fit the devices, or an op cannot be divided as its sharding says.
pub fn partition(module: &mut Body, entry: &str, partitions: usize) -> Result<EntryShardings> {
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
    let shardings = entry_shardings(module, entry);
    run_pipeline(module, LOCALIZE)?;
    Ok(shardings)
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

/// The tilings of the arguments and results of a function.
fn entry_shardings(module: &Body, entry: &str) -> EntryShardings {
    let meshes = Meshes::of_module(module);
    let cx = module.cx();
    let function = SymbolTable::new(module).get(cx.intern(entry)).and_then(|op| module.child(op));
    let Some(body) = function else { return EntryShardings::default() };
    let tiling = |sharding: Option<TensorSharding>| {
        let sharding = sharding?;
        Tiling::new(&sharding, meshes.get(cx, sharding.mesh_or_ref)?)
    };
    let first = body.regions(Op::SELF).first().and_then(|&region| body.blocks(region).first().copied());
    let arguments = first.map(|block| body.block_args(block).to_vec()).unwrap_or_default();
    let results = first.and_then(|block| body.last_op(block)).map_or(0, |end| body.operands(end).len());
    EntryShardings {
        inputs: arguments.into_iter().map(|arg| tiling(shardings::sharding(body, arg))).collect(),
        outputs: (0..results).map(|i| tiling(shardings::function_result(body, i))).collect(),
    }
}
