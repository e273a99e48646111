//! A GPU: its primary context, one stream, and memory.

use std::collections::HashMap;
use std::ffi::{CStr, c_int};
use std::path::PathBuf;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use strata_runtime_device::{Recording, TENSOR_MAP_BYTES, TensorMap};

use crate::driver::Driver;
use crate::memory::{Block, Blocks, rounded};
use crate::recording::{Graph, Open, Recordings};
use crate::types::{
    EncodedMap, Handle, MAJOR, MEMORY_POOLS, MINOR, MULTIPROCESSORS, NON_BLOCKING, OUT_OF_MEMORY, Ordinal,
    RELAXED, RELEASE_THRESHOLD, SHARED_PER_BLOCK, Status,
};

/// The GPU and the driver to use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The driver's file, instead of the default.
    pub driver: Option<PathBuf>,
    /// The number of the GPU.
    pub ordinal: i32,
    /// Whether to wait for each kernel, so that an error is that of the kernel in its message.
    pub wait_for_kernels: bool,
}

/// The GPUs that a program of one of them may also run on, by their numbers.
type Family = Mutex<HashMap<i32, Weak<Gpu>>>;

/// The mutable state of a GPU.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) blocks: Blocks,
    pub(crate) recordings: Recordings,
    /// The kernel that was launched last, for errors that are reported later.
    pub(crate) last_kernel: String,
}

/// A GPU.
pub struct Gpu {
    pub(crate) driver: Driver,
    device: Ordinal,
    context: Handle,
    pub(crate) stream: Handle,
    name: String,
    capability: (i32, i32),
    multiprocessors: i32,
    shared_bytes: i32,
    pooled: bool,
    pub(crate) wait_for_kernels: bool,
    options: Options,
    family: Arc<Family>,
    state: Mutex<State>,
}

// SAFETY: the driver may be used from any thread; handles are those of objects that the driver guards itself.
unsafe impl Send for Gpu {}
// SAFETY: as above; what this crate knows about them is behind a lock.
unsafe impl Sync for Gpu {}

impl Gpu {
    /// Opens a GPU.
    ///
    /// # Errors
    /// If there is no driver or no such GPU.
    pub fn open(options: &Options) -> Result<Arc<Self>, String> {
        let family = Arc::new(Family::default());
        let gpu = Self::open_in(&family, options)?;
        let mut known = family.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(options.ordinal, Arc::downgrade(&gpu));
        drop(known);
        Ok(gpu)
    }

    /// The GPU with the next number but so many.
    ///
    /// # Errors
    /// If there is no such GPU.
    pub fn sibling(self: &Arc<Self>, number: usize) -> Result<Arc<Self>, String> {
        let ordinal = i32::try_from(number).ok().and_then(|number| self.options.ordinal.checked_add(number));
        let ordinal = ordinal.ok_or_else(|| format!("there is no GPU {number}"))?;
        if ordinal == self.options.ordinal {
            return Ok(Arc::clone(self));
        }
        // Each GPU is opened once: what programs leave in its memory is in the order of one stream.
        let mut known = self.family.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gpu) = known.get(&ordinal).and_then(Weak::upgrade) {
            return Ok(gpu);
        }
        let gpu = Self::open_in(&self.family, &Options { ordinal, ..self.options.clone() })?;
        known.insert(ordinal, Arc::downgrade(&gpu));
        Ok(gpu)
    }

    fn open_in(family: &Arc<Family>, options: &Options) -> Result<Arc<Self>, String> {
        let driver = Driver::load(options.driver.as_deref())?;
        let mut count = 0;
        // SAFETY: the argument is where the number goes.
        driver.check("cuDeviceGetCount", unsafe { (driver.device_count)(&raw mut count) })?;
        if options.ordinal < 0 || options.ordinal >= count {
            return Err(format!("no CUDA device: there is no GPU {}, there are {count}", options.ordinal));
        }
        let mut device = 0;
        // SAFETY: the arguments are where the handle goes and a number of a device.
        driver.check("cuDeviceGet", unsafe { (driver.device_get)(&raw mut device, options.ordinal) })?;
        let attribute = |which: c_int| {
            let mut value = 0;
            // SAFETY: the first argument is where the number goes.
            let status = unsafe { (driver.device_attribute)(&raw mut value, which, device) };
            driver.check("cuDeviceGetAttribute", status).map(|()| value)
        };
        let capability = (attribute(MAJOR)?, attribute(MINOR)?);
        let (multiprocessors, shared_bytes) = (attribute(MULTIPROCESSORS)?, attribute(SHARED_PER_BLOCK)?);
        let pooled = attribute(MEMORY_POOLS).unwrap_or(0) != 0;
        let mut name = [0u8; 128];
        // SAFETY: the buffer is as long as said, and terminated by the driver.
        let status = unsafe { (driver.device_name)(name.as_mut_ptr().cast(), 127, device) };
        driver.check("cuDeviceGetName", status)?;
        let name = CStr::from_bytes_until_nul(&name)
            .map_or_else(|_| "a GPU".to_owned(), |name| name.to_string_lossy().into_owned());
        let mut context = ptr::null_mut();
        // SAFETY: the first argument is where the handle goes.
        let status = unsafe { (driver.retain_context)(&raw mut context, device) };
        driver.check("cuDevicePrimaryCtxRetain", status)?;
        let pooled = pooled && driver.alloc_async.is_some() && driver.free_async.is_some();
        let mut gpu = Self {
            driver,
            device,
            context,
            stream: ptr::null_mut(),
            name,
            capability,
            multiprocessors,
            shared_bytes,
            pooled,
            wait_for_kernels: options.wait_for_kernels,
            options: options.clone(),
            family: Arc::clone(family),
            state: Mutex::default(),
        };
        gpu.enter()?;
        let mut stream = ptr::null_mut();
        // SAFETY: the first argument is where the handle goes.
        let status = unsafe { (gpu.driver.stream_create)(&raw mut stream, NON_BLOCKING) };
        gpu.driver.check("cuStreamCreate", status)?;
        gpu.stream = stream;
        gpu.keep_pool();
        Ok(Arc::new(gpu))
    }

    /// Makes the memory pool keep its memory; failure is ignored.
    fn keep_pool(&self) {
        let (Some(default_pool), Some(set)) = (self.driver.default_pool, self.driver.set_pool) else {
            return;
        };
        if self.pooled {
            let (mut pool, mut all) = (ptr::null_mut(), u64::MAX);
            // SAFETY: the arguments are where the handle goes, and then the address of a number of 64 bits, as the attribute has it.
            unsafe {
                if default_pool(&raw mut pool, self.device) == 0 {
                    set(pool, RELEASE_THRESHOLD, (&raw mut all).cast());
                }
            }
        }
    }

    /// The name of the GPU.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its compute capability, such as 9.0 for an H200.
    #[must_use]
    pub fn capability(&self) -> (i32, i32) {
        self.capability
    }

    /// The number of multiprocessors.
    #[must_use]
    pub fn multiprocessors(&self) -> i32 {
        self.multiprocessors
    }

    /// The most bytes of shared memory of a block.
    #[must_use]
    pub fn shared_bytes(&self) -> i32 {
        self.shared_bytes
    }

    /// The driver's version.
    ///
    /// # Errors
    /// If the driver fails.
    pub fn driver_version(&self) -> Result<String, String> {
        self.driver.version()
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the context current on this thread.
    pub(crate) fn enter(&self) -> Result<(), String> {
        // SAFETY: the context is alive.
        self.check("cuCtxSetCurrent", unsafe { (self.driver.set_context)(self.context) })
    }

    pub(crate) fn check(&self, what: &str, status: Status) -> Result<(), String> {
        self.driver.check(what, status)
    }

    pub(crate) fn alloc(&self, bytes: usize) -> Result<u64, String> {
        self.enter()?;
        let too_many = || format!("out of memory on the GPU: {bytes} bytes");
        let size = rounded(bytes).ok_or_else(too_many)?;
        let mut state = self.state();
        let again = state.recordings.open.as_mut().and_then(|open| open.take(size));
        if let Some(address) = again {
            state.blocks.reuse(address);
            return Ok(address);
        }
        if let Some(address) = state.blocks.take(size) {
            return Ok(address);
        }
        // Allocations on a stream during a capture would become part of the recording.
        let pooled = self.pooled && state.recordings.open.is_none();
        let mut outcome = self.request(size, pooled);
        if outcome == Err(OUT_OF_MEMORY) && state.recordings.open.is_none() {
            self.give_back(state.blocks.drain_free());
            outcome = self.request(size, pooled);
        }
        match outcome {
            Ok(address) => {
                state.blocks.add(address, Block { size, pooled });
                Ok(address)
            }
            Err(OUT_OF_MEMORY) => Err(too_many()),
            Err(status) => self.check("cuMemAlloc", status).map(|()| 0),
        }
    }

    fn request(&self, size: usize, pooled: bool) -> Result<u64, Status> {
        let mut address = 0;
        // SAFETY: the first argument is where the address goes; the stream is alive.
        let status = unsafe {
            match self.driver.alloc_async.filter(|_| pooled) {
                Some(alloc) => alloc(&raw mut address, size, self.stream),
                None => (self.driver.alloc)(&raw mut address, size),
            }
        };
        if status == 0 { Ok(address) } else { Err(status) }
    }

    /// Returns blocks to the driver. Errors are reported by later calls.
    fn give_back(&self, blocks: Vec<(u64, Block)>) {
        if blocks.iter().any(|(_, b)| !b.pooled) {
            // A block that is not pooled is freed immediately.
            // SAFETY: the stream is alive.
            unsafe { (self.driver.stream_synchronize)(self.stream) };
        }
        for (address, block) in blocks {
            // SAFETY: the block is the driver's, nobody uses it, and it is given back once.
            unsafe {
                match self.driver.free_async.filter(|_| block.pooled) {
                    Some(free) => free(address, self.stream),
                    None => (self.driver.free)(address),
                }
            };
        }
    }

    pub(crate) fn free(&self, address: u64) -> Result<(), String> {
        let mut state = self.state();
        let size = state.blocks.release(address);
        let size = size.ok_or_else(|| format!("there is no block at {address:#x} on the GPU"))?;
        match &mut state.recordings.open {
            Some(open) => open.freed.entry(size).or_default().push(address),
            None => state.blocks.put(address),
        }
        Ok(())
    }

    /// Returns free memory to the driver, unless recordings use it.
    pub(crate) fn trim(&self) {
        if self.enter().is_ok() {
            let mut state = self.state();
            self.give_back(state.blocks.drain_free());
        }
    }

    pub(crate) fn upload(&self, to: u64, from: &[u8], constant: bool) -> Result<(), String> {
        self.enter()?;
        let mut state = self.state();
        if let (Some(open), false) = (&mut state.recordings.open, constant) {
            open.spoiled = true;
            return Err("a copy from the host cannot be recorded".to_owned());
        }
        // SAFETY: the slice is alive, and read before the call returns, because its memory is not pinned; the caller checked the range.
        let status = unsafe {
            match constant {
                true => (self.driver.upload_now)(to, from.as_ptr().cast(), from.len()),
                false => (self.driver.upload)(to, from.as_ptr().cast(), from.len(), self.stream),
            }
        };
        self.check("cuMemcpyHtoD", status)
    }

    pub(crate) fn download(&self, to: &mut [u8], from: u64) -> Result<(), String> {
        self.enter()?;
        if let Some(open) = &mut self.state().recordings.open {
            open.spoiled = true;
            return Err("a copy to the host cannot be recorded".to_owned());
        }
        // SAFETY: the slice is borrowed exclusively until the stream has been waited for; the caller checked the range.
        let status = unsafe { (self.driver.download)(to.as_mut_ptr().cast(), from, to.len(), self.stream) };
        let outcome = self.check("cuMemcpyDtoH", status);
        self.synchronize()?;
        outcome
    }

    pub(crate) fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), String> {
        self.enter()?;
        // SAFETY: the caller checked the ranges; the stream is alive.
        self.check("cuMemcpyDtoD", unsafe { (self.driver.copy)(to, from, bytes, self.stream) })
    }

    pub(crate) fn fill(&self, to: u64, pattern: &[u8], count: usize) -> Result<(), String> {
        self.enter()?;
        let (stream, driver) = (self.stream, &self.driver);
        let words = pattern.as_chunks::<4>().0;
        // SAFETY: the caller checked the range; the stream is alive.
        let status = unsafe {
            match *pattern {
                [byte] => (driver.fill8)(to, byte, count, stream),
                [a, b] => (driver.fill16)(to, u16::from_le_bytes([a, b]), count, stream),
                [a, b, c, d] => (driver.fill32)(to, u32::from_le_bytes([a, b, c, d]), count, stream),
                _ if words.len() * 4 == pattern.len() && words.iter().all(|w| *w == words[0]) => {
                    (driver.fill32)(to, u32::from_le_bytes(words[0]), count * words.len(), stream)
                }
                _ if words.len() * 4 == pattern.len() => {
                    // A column of words for each part of the pattern.
                    let mut status = 0;
                    for (i, &word) in words.iter().enumerate() {
                        let (at, word) = (to + 4 * i as u64, u32::from_le_bytes(word));
                        if status == 0 {
                            status = (driver.fill_rows32)(at, pattern.len(), word, 1, count, stream);
                        }
                    }
                    status
                }
                _ => return Err(format!("a pattern of {} bytes cannot be filled in", pattern.len())),
            }
        };
        self.check("cuMemsetAsync", status)
    }

    /// Waits for the stream.
    ///
    /// # Errors
    /// If an earlier request failed.
    pub fn synchronize(&self) -> Result<(), String> {
        self.enter()?;
        if self.state().recordings.open.is_some() {
            return Ok(());
        }
        // SAFETY: the stream is alive.
        let status = unsafe { (self.driver.stream_synchronize)(self.stream) };
        self.check("cuStreamSynchronize", status).map_err(|why| {
            let last = &self.state().last_kernel;
            if last.is_empty() { why } else { format!("{why}; the last kernel that was started is '{last}'") }
        })
    }

    pub(crate) fn tensor_map(&self, map: &TensorMap) -> Result<[u8; TENSOR_MAP_BYTES], String> {
        self.enter()?;
        let encode = self.driver.newer("cuTensorMapEncodeTiled", self.driver.encode_tiled)?;
        let rank = map.sizes.len();
        if map.box_sizes.len() != rank || map.strides.len() + 1 != rank {
            return Err("a tensor map has lists of different lengths".to_owned());
        }
        let mut out = EncodedMap([0; TENSOR_MAP_BYTES]);
        let steps = vec![1u32; rank];
        let number = |n: u32| n.cast_signed();
        // SAFETY: the first argument is where the map goes; the lists have as many numbers as the rank says, strides one less.
        let status = unsafe {
            encode(
                &raw mut out,
                number(map.element),
                rank as u32,
                map.address,
                map.sizes.as_ptr(),
                map.strides.as_ptr(),
                map.box_sizes.as_ptr(),
                steps.as_ptr(),
                number(map.interleave),
                number(map.swizzle),
                number(map.l2_promotion),
                number(map.fill),
            )
        };
        self.check("cuTensorMapEncodeTiled", status).map_err(|why| format!("{why}: {map:?}"))?;
        Ok(out.0)
    }

    pub(crate) fn begin_recording(&self) -> Result<bool, String> {
        let driver = &self.driver;
        let has_graphs = driver.end_capture.is_some()
            && driver.instantiate.is_some()
            && driver.launch_graph.is_some()
            && driver.destroy_graph.is_some()
            && driver.destroy_instance.is_some();
        let Some(begin) = driver.begin_capture.filter(|_| has_graphs) else { return Ok(false) };
        self.enter()?;
        let mut state = self.state();
        if state.recordings.open.is_some() {
            return Ok(false);
        }
        // SAFETY: the stream is alive.
        self.check("cuStreamBeginCapture", unsafe { begin(self.stream, RELAXED) })?;
        state.recordings.open = Some(Open::default());
        Ok(true)
    }

    pub(crate) fn end_recording(&self) -> Result<Option<Recording>, String> {
        self.enter()?;
        let mut state = self.state();
        let Some(open) = state.recordings.open.take() else { return Ok(None) };
        let spoiled = open.spoiled;
        let blocks = open.blocks();
        let ended = self.end_capture(spoiled);
        match ended {
            Ok(Some(instance)) => Ok(Some(state.recordings.add(Graph { instance, blocks }))),
            other => {
                blocks.into_iter().for_each(|address| state.blocks.put(address));
                other.map(|_| None)
            }
        }
    }

    /// Ends the capture of the stream; returns the instantiated graph, unless it is `spoiled`.
    fn end_capture(&self, spoiled: bool) -> Result<Option<Handle>, String> {
        let driver = &self.driver;
        let (Some(end), Some(instantiate), Some(destroy)) =
            (driver.end_capture, driver.instantiate, driver.destroy_graph)
        else {
            return Ok(None);
        };
        let mut graph = ptr::null_mut();
        // SAFETY: the stream is alive and is captured; the second argument is where the handle goes.
        let status = unsafe { end(self.stream, &raw mut graph) };
        if spoiled && status != 0 {
            return Ok(None);
        }
        self.check("cuStreamEndCapture", status)?;
        let mut instance = ptr::null_mut();
        let mut outcome = Ok(());
        if !spoiled {
            // SAFETY: the graph is alive; the first argument is where the handle goes.
            outcome = self.check("cuGraphInstantiate", unsafe { instantiate(&raw mut instance, graph, 0) });
        }
        // SAFETY: the graph is given up once; its instance does not need it.
        unsafe { destroy(graph) };
        outcome.map(|()| (!spoiled).then_some(instance))
    }

    pub(crate) fn replay(&self, recording: Recording) -> Result<(), String> {
        self.enter()?;
        let launch = self.driver.newer("cuGraphLaunch", self.driver.launch_graph)?;
        let state = self.state();
        let graph = state.recordings.graphs.get(&recording);
        let graph = graph.ok_or_else(|| format!("there is no recording {}", recording.0))?;
        // SAFETY: the instance and the stream are alive.
        self.check("cuGraphLaunch", unsafe { launch(graph.instance, self.stream) })
    }

    pub(crate) fn forget(&self, recording: Recording) {
        if self.enter().is_err() {
            return;
        }
        let mut state = self.state();
        let Some(graph) = state.recordings.graphs.remove(&recording) else { return };
        if let Some(destroy) = self.driver.destroy_instance {
            // SAFETY: the instance is given up once; the driver keeps what still runs of it.
            unsafe { destroy(graph.instance) };
        }
        graph.blocks.into_iter().for_each(|address| state.blocks.put(address));
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        if self.enter().is_err() {
            return;
        }
        let (instances, blocks) = {
            let mut state = self.state();
            let graphs = std::mem::take(&mut state.recordings.graphs);
            (graphs.into_values().map(|g| g.instance).collect::<Vec<_>>(), state.blocks.drain())
        };
        // SAFETY: nobody else has the handles any more, and each is given up once.
        unsafe {
            if let Some(destroy) = self.driver.destroy_instance {
                for instance in instances {
                    destroy(instance);
                }
            }
            if !self.stream.is_null() {
                self.give_back(blocks);
                (self.driver.stream_synchronize)(self.stream);
                (self.driver.stream_destroy)(self.stream);
            }
            (self.driver.release_context)(self.device);
        }
    }
}
