//! [`Nccl`]: the engine.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use strata_runtime_collectives::{Collective, DeviceEngine, DeviceMember, Job, Transport, Workers};
use strata_runtime_device::Queue;

use crate::communicators::{Communicator, World, queue};
use crate::library::Library;
use crate::ragged;
use crate::seated::Seated;
use crate::types::reduction;

/// A group, and the streams of its members that are here.
type Key = (Vec<usize>, Vec<Queue>);

/// Carries out collectives by NCCL.
pub struct Nccl {
    pub(crate) library: Arc<Library>,
    world: Option<World>,
    /// For jobs that NCCL cannot do.
    other: Arc<dyn DeviceEngine>,
    communicators: Mutex<HashMap<Key, Arc<Mutex<Option<Communicator>>>>>,
}

impl Nccl {
    /// An engine for the processes of a program, of which some are in other ranks if there is a world. What NCCL cannot do is for `other`.
    ///
    /// # Errors
    /// If the ranks cannot have equally many processes.
    pub fn new(
        library: Arc<Library>,
        world: Option<Arc<dyn Transport>>,
        processes: usize,
        other: Arc<dyn DeviceEngine>,
    ) -> Result<Self, String> {
        let divided = |transport: Arc<dyn Transport>| {
            let ranks = transport.ranks();
            if ranks == 0 || processes == 0 || !processes.is_multiple_of(ranks) {
                return Err(format!("{processes} processes cannot be divided among {ranks} ranks"));
            }
            Ok(World { each: processes / ranks, transport })
        };
        let world = world.map(divided).transpose()?;
        Ok(Self { library, world, other, communicators: Mutex::default() })
    }
    /// Whether NCCL can do a job.
    fn can(&self, job: &Job) -> bool {
        match job.collective {
            Collective::BroadcastFrom | Collective::Barrier => false,
            _ => job
                .collective
                .reduction()
                .is_none_or(|(r, e)| reduction(r, e, self.library.version()).is_some()),
        }
    }
    fn seated(&self, job: &Job, members: &[DeviceMember<'_>]) -> Result<(), String> {
        let queues = members.iter().map(queue).collect::<Result<Vec<_>, _>>()?;
        let key = (job.group.clone(), queues);
        let slot = {
            let mut all = self.communicators.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(key).or_default())
        };
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        let mut communicator = match slot.take().filter(Communicator::is_sound) {
            Some(known) => known,
            None => Communicator::new(&self.library, self.world.as_ref(), job, members)?,
        };
        let outcome = communicator.attempt(|communicator| {
            let seated = Seated { library: &self.library, job, members, communicator };
            match job.collective {
                Collective::RaggedAllToAll => ragged::run(&seated),
                _ => seated.run(),
            }
        });
        *slot = Some(communicator);
        outcome
    }
}

impl DeviceEngine for Nccl {
    fn run(&self, job: &Job, members: &[DeviceMember<'_>], workers: &dyn Workers) -> Result<(), String> {
        if !self.can(job) {
            return self.other.run(job, members, workers);
        }
        if members
            .iter()
            .any(|m| m.inputs.len() != job.operands.len() || m.outputs.len() != job.results.len())
        {
            return Err("its members bring arrays of different types".to_owned());
        }
        let count = job.group.len();
        self.seated(job, members)
            .map_err(|why| format!("NCCL failed in '{}' of {count} GPUs: {why}", job.collective.name()))
    }
}
