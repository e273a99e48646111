//! Recordings: CUDA graphs of a program's requests, and the memory that they use.

use std::collections::HashMap;

use strata_runtime_device::Recording;

use crate::types::Handle;

/// The state of a capture.
#[derive(Default)]
pub(crate) struct Open {
    /// Whether the requests cannot be repeated by the device alone.
    pub(crate) spoiled: bool,
    /// Blocks that were freed during the capture, by size: they serve later requests of the same recording only, as long as it exists.
    pub(crate) freed: HashMap<usize, Vec<u64>>,
}

impl Open {
    pub(crate) fn take(&mut self, size: usize) -> Option<u64> {
        self.freed.get_mut(&size)?.pop()
    }

    pub(crate) fn blocks(self) -> Vec<u64> {
        let mut blocks: Vec<u64> = self.freed.into_values().flatten().collect();
        blocks.sort_unstable();
        blocks
    }
}

/// An instantiated recording.
pub(crate) struct Graph {
    pub(crate) instance: Handle,
    pub(crate) blocks: Vec<u64>,
}

/// All recordings of a GPU.
#[derive(Default)]
pub(crate) struct Recordings {
    pub(crate) open: Option<Open>,
    pub(crate) graphs: HashMap<Recording, Graph>,
    next: u64,
}

impl Recordings {
    pub(crate) fn add(&mut self, graph: Graph) -> Recording {
        self.next += 1;
        let name = Recording(self.next);
        self.graphs.insert(name, graph);
        name
    }
}
