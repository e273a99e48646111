//! The devices that a program runs on, each made when it is wanted first.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use strata_runtime_cpu::device::Device;

use crate::error::Result;

/// The devices of a program by their numbers.
pub(crate) struct Devices {
    first: Option<Arc<dyn Device>>,
    others: Mutex<BTreeMap<usize, Arc<dyn Device>>>,
}

impl Devices {
    /// The devices beside the first one, which may be none at all.
    pub(crate) fn new(first: Option<Arc<dyn Device>>) -> Self {
        Self { first, others: Mutex::default() }
    }
    /// A device; `None` if the program has none.
    pub(crate) fn get(&self, number: usize) -> Result<Option<Arc<dyn Device>>> {
        let Some(first) = self.first.as_ref().filter(|_| number > 0) else { return Ok(self.first.clone()) };
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(device) = others.get(&number) {
            return Ok(Some(Arc::clone(device)));
        }
        let device = first.sibling(number)?;
        others.insert(number, Arc::clone(&device));
        Ok(Some(device))
    }
}
