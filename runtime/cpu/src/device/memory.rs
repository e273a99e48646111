//! A context's account of the memory of its device.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Device, TENSOR_MAP_BYTES, TensorMap, required};
use crate::alloc::{Heap, Owner};

/// The most tensor maps that are kept.
const MOST_MAPS: usize = 256;

/// Statistics of the device memory of a context.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviceUse {
    /// Bytes in use.
    pub live: u64,
    /// The peak of bytes in use.
    pub peak: u64,
    /// The number of requests for memory.
    pub requests: u64,
}

struct Block {
    size: usize,
    owner: Owner,
}

#[derive(Default)]
struct State {
    device: Option<Arc<dyn Device>>,
    live: BTreeMap<u64, Block>,
    /// The sizes of blocks that a caller lends to a call.
    lent: BTreeMap<u64, usize>,
    /// Tensor maps on the device.
    maps: HashMap<TensorMap, u64>,
    figures: DeviceUse,
}

/// The device of a context and the memory on it.
#[derive(Default)]
pub(crate) struct DeviceMemory(Mutex<State>);

impl DeviceMemory {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets or removes the device of the context; memory of the previous one is freed.
    pub(crate) fn set_device(&self, heap: &Heap, device: Option<Arc<dyn Device>>) {
        self.release(heap);
        self.state().device = device;
    }

    pub(crate) fn device(&self) -> Option<Arc<dyn Device>> {
        self.state().device.clone()
    }

    /// Allocates memory of the device, which counts against the limit of the heap.
    pub(crate) fn allocate(&self, heap: &Heap, size: usize, owner: Owner) -> Result<u64, String> {
        let device = required(self.device())?;
        if !heap.reserve(size) {
            return Err(format!("out of memory: {size} bytes on {}", device.name()));
        }
        let address = match device.alloc(size) {
            Ok(address) => address,
            Err(why) => {
                heap.unreserve(size);
                return Err(why);
            }
        };
        let mut state = self.state();
        state.live.insert(address, Block { size, owner });
        state.figures.requests += 1;
        state.figures.live += size as u64;
        state.figures.peak = state.figures.peak.max(state.figures.live);
        Ok(address)
    }

    /// Frees memory; returns false if the address is not that of a block.
    pub(crate) fn free(&self, heap: &Heap, address: u64) -> Result<bool, String> {
        let (device, size) = {
            let mut state = self.state();
            let Some(block) = state.live.remove(&address) else { return Ok(false) };
            state.figures.live -= block.size as u64;
            (state.device.clone(), block.size)
        };
        heap.unreserve(size);
        required(device)?.free(address).map(|()| true)
    }

    /// The number of bytes from an address to the end of its block; `None` if it is no address of the device.
    pub(crate) fn bytes_from(&self, address: u64) -> Option<usize> {
        let state = self.state();
        // The end of a block belongs to it, so that an empty range there is valid.
        let left = |start: u64, size: usize| size.checked_sub(usize::try_from(address - start).ok()?);
        let own = state.live.range(..=address).next_back();
        let own = own.and_then(|(&start, block)| left(start, block.size));
        let lent = || state.lent.range(..=address).next_back().and_then(|(&start, &size)| left(start, size));
        match own {
            Some(left) if left > 0 => Some(left),
            own => lent().or(own),
        }
    }

    /// Lets a call use blocks of its caller, by address and size, until [`Self::give_back`].
    pub(crate) fn lend(&self, blocks: impl Iterator<Item = (u64, usize)>) {
        self.state().lent.extend(blocks);
    }

    /// Ends the use of all blocks that were lent.
    pub(crate) fn give_back(&self) {
        self.state().lent.clear();
    }

    /// The address of a tensor map, which does not change while the map is in use.
    pub(crate) fn tensor_map(&self, heap: &Heap, map: &TensorMap) -> Result<u64, String> {
        let (device, known, full) = {
            let state = self.state();
            (state.device.clone(), state.maps.get(map).copied(), state.maps.len() >= MOST_MAPS)
        };
        if let Some(address) = known {
            return Ok(address);
        }
        let device = required(device)?;
        if full {
            device.synchronize()?;
            let old: Vec<u64> = self.state().maps.drain().map(|(_, address)| address).collect();
            for address in old {
                self.free(heap, address)?;
            }
        }
        let bytes = device.tensor_map(map)?;
        let address = self.allocate(heap, TENSOR_MAP_BYTES, Owner::Host)?;
        device.upload_constant(address, &bytes)?;
        self.state().maps.insert(map.clone(), address);
        Ok(address)
    }

    /// Frees the blocks that programs did not free. Errors of the device are reported by the next request.
    pub(crate) fn free_left_over(&self, heap: &Heap) {
        self.free_where(heap, |block| block.owner == Owner::Program);
    }

    /// Frees everything.
    pub(crate) fn release(&self, heap: &Heap) {
        self.state().maps.clear();
        self.free_where(heap, |_| true);
    }

    fn free_where(&self, heap: &Heap, which: impl Fn(&Block) -> bool) {
        let left: Vec<u64> =
            self.state().live.iter().filter(|(_, b)| which(b)).map(|(&address, _)| address).collect();
        for address in left {
            // An error can no longer be reported.
            drop(self.free(heap, address));
        }
    }

    pub(crate) fn figures(&self) -> DeviceUse {
        self.state().figures
    }
}
