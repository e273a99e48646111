//! The processes of a run.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use strata_runtime_collectives::GridSize;

use super::engines::Engines;
use super::rendezvous::Rendezvous;
use super::transit::{Host, Sent, Transit};
use super::watch::Watch;
use crate::live_host::LiveHost;

/// The routine, its configuration, and the members.
type Key = (String, String, Vec<usize>);

/// The processes of one run after another: as many as replicas times partitions.
pub struct Grid {
    size: GridSize,
    engines: Engines,
    /// The processes that are threads of this process of the operating system.
    here: Vec<usize>,
    pub(super) watch: Watch,
    rendezvous: Mutex<HashMap<Key, Arc<Rendezvous>>>,
    live: Mutex<Option<Arc<dyn LiveHost>>>,
}

impl Grid {
    /// A grid of processes that have not started, all of them here.
    #[must_use]
    pub fn new(replicas: usize, partitions: usize) -> Arc<Self> {
        let size = GridSize { replicas, partitions };
        Self::with_engines(size, Engines::default(), (0..size.processes()).collect())
    }
    /// A grid of processes of which some are here, and engines that reach the others.
    #[must_use]
    pub fn with_engines(size: GridSize, engines: Engines, here: Vec<usize>) -> Arc<Self> {
        let watch = Watch::new(here.len());
        Arc::new(Self { size, engines, here, watch, rendezvous: Mutex::default(), live: Mutex::default() })
    }
    /// The numbers of replicas and partitions.
    #[must_use]
    pub fn size(&self) -> GridSize {
        self.size
    }
    /// The processes that are here.
    #[must_use]
    pub fn here(&self) -> &[usize] {
        &self.here
    }
    pub(super) fn engines(&self) -> &Engines {
        &self.engines
    }
    /// Prepares a run with the host's part in it, after one without errors or none.
    pub fn begin(&self, host: Host) {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&host.live);
        self.watch.begin(Transit::begin(host));
    }
    /// The host that takes part in the run, if any.
    #[must_use]
    pub fn live(&self) -> Option<Arc<dyn LiveHost>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
    /// The arrays that processes sent to the host, in order.
    #[must_use]
    pub fn take_sent(&self) -> Vec<Sent> {
        std::mem::take(&mut self.watch.lock().transit.sent)
    }
    /// The rendezvous of a group at a routine with this configuration.
    pub(super) fn rendezvous(&self, routine: &str, config: &str, group: &[usize]) -> Arc<Rendezvous> {
        let here = group.iter().filter(|p| self.here.contains(p)).count();
        let key = (routine.to_owned(), config.to_owned(), group.to_vec());
        let mut all = self.rendezvous.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.entry(key);
        let new = || Arc::new(Rendezvous::new(&self.watch, routine, group.to_vec(), here));
        Arc::clone(known.or_insert_with(new))
    }
}
