//! Programs with shardings on several partitions: inputs are divided among the devices, and results put together.

use strata_driver::{
    EntryTilings, Program, Signature, TensorSpec, Tiling,
    value::{from_value, to_value},
};
use strata_interp::{NpyArray, Value as Data};
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
        let part = |array: &NpyArray, tiling: &Option<Tiling>, device: usize| {
            let sizes: Vec<i64> = array.shape.iter().map(|&size| size as i64).collect();
            let data = tiling.as_ref().map(|tiling| tiling.part(&array.data, &sizes, device));
            let sizes = Tiling::tile_sizes(tiling.as_ref(), &sizes);
            NpyArray {
                dtype: array.dtype.clone(),
                shape: sizes.iter().map(|&size| size as usize).collect(),
                data: data.unwrap_or_else(|| array.data.clone()),
            }
        };
        let process = |arrays: &[NpyArray], device: usize| {
            arrays.iter().zip(&shardings.inputs).map(|(array, tiling)| part(array, tiling, device)).collect()
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
            let part = |device: usize| -> Result<Vec<u8>, String> {
                let value = replica.get(device).and_then(|values| values.get(i));
                Ok(from_value(value.ok_or("a process has no results")?)?.0)
            };
            let Some(tiling) = tiling else { return Ok(to_value(cx, spec, part(0)?)?) };
            let tiles: i64 = tiling.tiles.iter().product();
            let mut whole = vec![0; part(0)?.len() * usize::try_from(tiles).unwrap_or(0)];
            for device in 0..partitions {
                tiling.put(&mut whole, &spec.shape, device, &part(device)?);
            }
            Ok(to_value(cx, spec, whole)?)
        };
        let specs = || self.signature.outputs.iter().zip(&shardings.outputs).enumerate();
        parts
            .chunks(partitions.max(1))
            .map(|replica| specs().map(|(i, (spec, tiling))| result(replica, i, spec, tiling)).collect())
            .collect()
    }
}
