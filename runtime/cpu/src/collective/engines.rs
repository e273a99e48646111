//! [`Engines`]: those that carry out the collectives of a grid.

use std::sync::Arc;

use strata_runtime_collectives::{DeviceEngine, Engine, SharedMemory, ThroughHost};

/// The engines of a grid.
#[derive(Clone)]
pub struct Engines {
    /// For arrays in memory of the host.
    pub host: Arc<dyn Engine>,
    /// For arrays in memory of devices.
    pub device: Arc<dyn DeviceEngine>,
}

impl Engines {
    /// An engine of the host, which also gets copies of what is in memory of devices.
    #[must_use]
    pub fn of_host(engine: Arc<dyn Engine>) -> Self {
        Self { device: Arc::new(ThroughHost(Arc::clone(&engine))), host: engine }
    }
}

/// Engines for processes that are all here.
impl Default for Engines {
    fn default() -> Self {
        Self::of_host(Arc::new(SharedMemory))
    }
}
