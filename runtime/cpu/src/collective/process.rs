//! [`Process`]: one of the processes of a grid, and what it knows of the places where it meets others.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use strata_runtime_collectives::{Collective, Place, find_group, permutation};

use super::arrays::Arrays;
use super::grid::Grid;
use super::rendezvous::Rendezvous;
use super::watch::{End, Failure};
use crate::context::Context;

/// A collective of the program, as this process sees it.
pub(super) struct Site {
    pub collective: Collective,
    /// Its place in a group; `None` if it is in none.
    pub place: Option<usize>,
    /// The number of members.
    pub members: usize,
    rendezvous: Option<Arc<Rendezvous>>,
}

/// A process of a grid.
pub struct Process {
    pub(super) grid: Arc<Grid>,
    pub(super) number: usize,
    /// The sites by routine and configuration.
    sites: Mutex<HashMap<String, HashMap<String, Arc<Site>>>>,
    is_bystander: AtomicBool,
}

impl Process {
    /// Process `number` of a grid.
    #[must_use]
    pub fn new(grid: Arc<Grid>, number: usize) -> Arc<Self> {
        Arc::new(Self { grid, number, sites: Mutex::default(), is_bystander: AtomicBool::new(false) })
    }
    pub(super) fn replica(&self) -> usize {
        self.grid.size().replica(self.number)
    }
    pub(super) fn partition(&self) -> usize {
        self.grid.size().partition(self.number)
    }
    /// Its number in the grid.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }
    /// Whether an error of this process was about another one.
    #[must_use]
    pub fn is_bystander(&self) -> bool {
        self.is_bystander.load(Ordering::Relaxed)
    }
    /// Records that it has ended; processes that wait for it get an error.
    pub fn leave(&self, failed: bool) {
        let end = match (failed, self.is_bystander()) {
            (false, _) => End::Done,
            (true, false) => End::Failed,
            (true, true) => End::Bystander,
        };
        self.grid.watch.leave(self.number, end);
    }
    /// The text of an error.
    pub(super) fn failed(&self, failure: Failure) -> String {
        self.is_bystander.fetch_or(failure.is_bystander, Ordering::Relaxed);
        failure.why
    }
    /// The site of a call.
    pub(super) fn site(&self, routine: &str, config: &str) -> Result<Arc<Site>, String> {
        let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(site) = sites.get(routine).and_then(|list| list.get(config)) {
            return Ok(Arc::clone(site));
        }
        let site = Arc::new(self.new_site(routine, config)?);
        sites.entry(routine.to_owned()).or_default().insert(config.to_owned(), Arc::clone(&site));
        Ok(site)
    }
    fn new_site(&self, routine: &str, config: &str) -> Result<Site, String> {
        let size = self.grid.size();
        let (collective, place) = if routine == "strata_permute" {
            match permutation(size, self.number, config)? {
                Some((place, sources)) => (Collective::Permute(sources), Some(place)),
                None => (Collective::Permute(Vec::new()), None),
            }
        } else {
            let collective = Collective::parse(routine, config).ok_or("it is no collective")??;
            (collective, find_group(size, self.number, config)?)
        };
        let Some(Place { group, place }) = place else {
            return Ok(Site { collective, place: None, members: 0, rendezvous: None });
        };
        let rendezvous = self.grid.rendezvous(routine, config, &group);
        Ok(Site { collective, place: Some(place), members: group.len(), rendezvous: Some(rendezvous) })
    }
    /// Meets the other members of the group of a site, which this process has a place in.
    pub(super) fn meet(&self, site: &Site, arrays: Arrays, context: Option<&Context>) -> Result<(), String> {
        let (Some(place), Some(rendezvous)) = (site.place, &site.rendezvous) else {
            return Err(self.left_out());
        };
        let grid = (&self.grid.watch, self.grid.engines());
        let outcome = rendezvous.meet(grid, place, &site.collective, arrays, context);
        outcome.map_err(|failure| self.failed(failure))
    }
    pub(super) fn left_out(&self) -> String {
        format!("it runs in process {}, which is in none of its groups", self.number)
    }
}
