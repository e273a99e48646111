//! Collectives among members whose arrays are in memory of devices.

use strata_runtime_device::Device;

use crate::collective::{Array, Job, Member};
use crate::engine::{Engine, Workers};

/// A member of the group that is in this process of the operating system, and the places of its arrays in memory of its device.
#[derive(Clone)]
pub struct DeviceMember<'a> {
    /// Its place in the group.
    pub place: usize,
    /// Its device, which no other member of the group has.
    pub device: &'a dyn Device,
    /// The addresses of the operands.
    pub inputs: Vec<u64>,
    /// The addresses of the results, of whose contents nothing is known.
    pub outputs: Vec<u64>,
}

/// Carries out collectives in memory of devices.
pub trait DeviceEngine: Send + Sync {
    /// Asks the devices of `members` for the job. These are all members of its group in this process of the operating system, and make no
    /// requests meanwhile. The arrays have the types of the job. Each device does its part after its earlier requests and before its later
    /// ones; that may be after the return.
    ///
    /// # Errors
    /// If the arrays do not fit the collective, or a device or members elsewhere fail.
    fn run(&self, job: &Job, members: &[DeviceMember<'_>], workers: &dyn Workers) -> Result<(), String>;
}

/// An engine of the host, on copies of the arrays.
#[derive(Clone, Copy, Debug)]
pub struct ThroughHost<E>(pub E);

impl<E: Engine> DeviceEngine for ThroughHost<E> {
    fn run(&self, job: &Job, members: &[DeviceMember<'_>], workers: &dyn Workers) -> Result<(), String> {
        let mut operands = Vec::new();
        let mut results = Vec::new();
        for member in members {
            let mut list = blocks(&job.operands)?;
            for (bytes, &address) in
                list.iter_mut().zip(&member.inputs).filter(|(bytes, _)| !bytes.is_empty())
            {
                // This waits for the kernels that write them.
                member.device.download(bytes, address)?;
            }
            operands.push(list);
            results.push(blocks(&job.results)?);
        }
        let mut here: Vec<Member<'_>> = members
            .iter()
            .zip(operands.iter().zip(&mut results))
            .map(|(member, (operands, results))| Member {
                place: member.place,
                inputs: operands.iter().map(Vec::as_slice).collect(),
                outputs: results.iter_mut().map(Vec::as_mut_slice).collect(),
            })
            .collect();
        self.0.run(job, &mut here, workers)?;
        drop(here);
        for (member, list) in members.iter().zip(&results) {
            for (bytes, &address) in list.iter().zip(&member.outputs).filter(|(bytes, _)| !bytes.is_empty()) {
                member.device.upload(address, bytes)?;
            }
        }
        Ok(())
    }
}

/// Memory of the host for arrays.
fn blocks(arrays: &[Array]) -> Result<Vec<Vec<u8>>, String> {
    let block = |array: &Array| {
        let (mut block, bytes) = (Vec::new(), array.bytes());
        let refused = |_| format!("out of memory: {bytes} bytes for a copy of an array");
        block.try_reserve_exact(bytes).map_err(refused)?;
        block.resize(bytes, 0);
        Ok(block)
    };
    arrays.iter().map(block).collect()
}
