//! Programs with shardings on several partitions: inputs are divided among the devices, and results put together.

use strata_driver::{EntryTilings, Program, Signature, TensorSpec, Tiling};
use strata_interp::{NpyArray, Value as Data, whole_of};
use strata_ir::prelude::*;

/// A program, the types of its whole arguments and results, and how they are divided.
pub(crate) struct Loaded {
    pub program: Program,
    pub signature: Signature,
    /// `None` for a program that every process runs on inputs of its own.
    pub shardings: Option<EntryTilings>,
}

impl Loaded {
    /// The program of a module that runs on `partitions` devices.
    pub(crate) fn new(module: Box<Body>, entry: &str, partitions: usize) -> Result<Self, String> {
        let has_meshes = module.children().next().is_some()
            && module.all_ops().into_iter().any(|op| module.op_name(op) == "sdy.mesh");
        if partitions <= 1 || !has_meshes {
            let program = Program::new(module, entry)?;
            return Ok(Self { signature: program.signature()?, program, shardings: None });
        }
        let (program, signature, shardings) = Program::partitioned(module, entry, partitions)?;
        Ok(Self { program, signature, shardings: Some(shardings) })
    }

    /// The inputs of each process, from those of each replica.
    pub(crate) fn divide(&self, whole: Vec<Vec<NpyArray>>, partitions: usize) -> Vec<Vec<NpyArray>> {
        let Some(shardings) = &self.shardings else { return whole };
        let process = |arrays: &[NpyArray], device: usize| {
            let pairs = arrays.iter().zip(&shardings.inputs);
            pairs.map(|(array, tiling)| array.part(tiling.as_ref(), device)).collect()
        };
        whole.iter().flat_map(|arrays| (0..partitions).map(move |device| process(arrays, device))).collect()
    }

    /// The results of each replica, from those of each process.
    pub(crate) fn assemble(
        &self,
        cx: &Context,
        parts: Vec<Vec<Data>>,
        partitions: usize,
    ) -> Result<Vec<Vec<Data>>, String> {
        let Some(shardings) = &self.shardings else { return Ok(parts) };
        let result = |replica: &[Vec<Data>], i: usize, spec: &TensorSpec, tiling: &Option<Tiling>| {
            let part = |device: usize| Some((device, replica.get(device)?.get(i)?));
            let parts: Vec<(usize, &Data)> = (0..partitions).filter_map(part).collect();
            whole_of(cx, &parts, spec.ty, tiling.as_ref())
        };
        let specs = || self.signature.outputs.iter().zip(&shardings.outputs).enumerate();
        parts
            .chunks(partitions.max(1))
            .map(|replica| specs().map(|(i, (spec, tiling))| result(replica, i, spec, tiling)).collect())
            .collect()
    }
}
