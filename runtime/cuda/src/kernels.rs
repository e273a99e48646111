//! Loaded images: the device of a program.

use std::collections::HashMap;
use std::ffi::{CString, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use strata_runtime_device::{Device, Launch, Queue, Recording, TENSOR_MAP_BYTES, TensorMap};

use crate::gpu::Gpu;
use crate::types::{
    CLUSTER_DIMENSION, Handle, JIT_LOGS, LARGE_CLUSTERS, LaunchAttribute, LaunchConfig, MAX_DYNAMIC_SHARED,
};

/// The size of the buffer for the driver's messages about an image.
const LOG: usize = 8192;
/// The cluster size that every GPU with clusters supports.
const PORTABLE_CLUSTER: u32 = 8;

struct Function {
    handle: Handle,
    /// The dynamic shared memory that it may use.
    shared_bytes: u32,
    large_clusters: bool,
}

/// Kernels on a GPU.
pub struct Kernels {
    gpu: Arc<Gpu>,
    module: Handle,
    functions: Mutex<HashMap<String, Function>>,
    /// The image that it was loaded from, for other GPUs; none without kernels.
    source: Option<Arc<Source>>,
}

/// An image, and the names of its kernels.
struct Source {
    image: Vec<u8>,
    names: Vec<(String, String)>,
}

// SAFETY: handles are those of objects that the driver guards itself.
unsafe impl Send for Kernels {}
// SAFETY: as above; what this crate knows about functions is behind a lock.
unsafe impl Sync for Kernels {}

impl Kernels {
    /// Loads an image, which is a cubin or PTX text. `names` are pairs of the name that programs use for a kernel and its name in the
    /// image.
    ///
    /// # Errors
    /// If the driver rejects the image, with its messages, or a kernel is missing.
    pub fn load(gpu: &Arc<Gpu>, image: &[u8], names: &[(String, String)]) -> Result<Arc<Self>, String> {
        Self::load_source(gpu, Arc::new(Source { image: image.to_vec(), names: names.to_vec() }))
    }

    fn load_source(gpu: &Arc<Gpu>, source: Arc<Source>) -> Result<Arc<Self>, String> {
        gpu.enter()?;
        let (image, names) = (&source.image[..], &source.names[..]);
        // PTX text is NUL-terminated; additional bytes after a cubin are ignored.
        let image = [image, &[0]].concat();
        let (mut information, mut errors) = (vec![0u8; LOG], vec![0u8; LOG]);
        let mut options = JIT_LOGS;
        let mut values: [*mut c_void; 4] = [
            information.as_mut_ptr().cast(),
            ptr::without_provenance_mut(LOG),
            errors.as_mut_ptr().cast(),
            ptr::without_provenance_mut(LOG),
        ];
        let mut module = ptr::null_mut();
        // SAFETY: the image is terminated; there are as many values as options, of the kinds that the options have: buffers and the
        // lengths of these.
        let status = unsafe {
            let count = options.len() as u32;
            let (options, values) = (options.as_mut_ptr(), values.as_mut_ptr());
            (gpu.driver.load_module)(&raw mut module, image.as_ptr().cast(), count, options, values)
        };
        gpu.check("cuModuleLoadDataEx", status).map_err(|why| {
            let log = errors.split(|&b| b == 0).next().unwrap_or_default();
            let log = String::from_utf8_lossy(log);
            format!(
                "the kernels could not be loaded: {why}{}{}",
                if log.is_empty() { "" } else { "\n" },
                log.trim_end()
            )
        })?;
        let source = Some(Arc::clone(&source));
        let kernels = Self { gpu: Arc::clone(gpu), module, functions: Mutex::default(), source };
        for (key, name) in names {
            let text =
                CString::new(name.as_str()).map_err(|_| "the name of a kernel has a NUL".to_owned())?;
            let mut handle = ptr::null_mut();
            // SAFETY: the module is alive and the name is terminated; the first argument is where the handle goes.
            let status = unsafe { (gpu.driver.get_function)(&raw mut handle, module, text.as_ptr()) };
            gpu.check(&format!("cuModuleGetFunction of '{name}'"), status)?;
            let function = Function { handle, shared_bytes: 0, large_clusters: false };
            kernels.functions.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone(), function);
        }
        Ok(Arc::new(kernels))
    }

    /// A device without kernels, for programs that only move memory.
    #[must_use]
    pub fn none(gpu: &Arc<Gpu>) -> Arc<Self> {
        let (gpu, functions) = (Arc::clone(gpu), Mutex::default());
        Arc::new(Self { gpu, module: ptr::null_mut(), functions, source: None })
    }

    /// The GPU.
    #[must_use]
    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    /// The handle of a kernel, configured for its shared memory and clusters.
    fn prepare(&self, launch: &Launch<'_>) -> Result<Handle, String> {
        let mut functions = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        let function = functions.get_mut(launch.kernel);
        let function = function.ok_or_else(|| format!("there is no kernel '{}'", launch.kernel))?;
        let set = |attribute: i32, value: i32| {
            // SAFETY: the function is alive as long as its module.
            let status = unsafe { (self.gpu.driver.set_function)(function.handle, attribute, value) };
            self.gpu.check(&format!("cuFuncSetAttribute of '{}'", launch.kernel), status)
        };
        if launch.shared_bytes > function.shared_bytes {
            let bytes = i32::try_from(launch.shared_bytes).map_err(|_| "too much shared memory")?;
            set(MAX_DYNAMIC_SHARED, bytes).map_err(|why| {
                let most = self.gpu.shared_bytes();
                format!("{why}: {bytes} bytes of shared memory, of which a block has {most} at most")
            })?;
            function.shared_bytes = launch.shared_bytes;
        }
        if launch.cluster.iter().product::<u32>() > PORTABLE_CLUSTER && !function.large_clusters {
            set(LARGE_CLUSTERS, 1)?;
            function.large_clusters = true;
        }
        Ok(function.handle)
    }
}

impl Device for Kernels {
    fn name(&self) -> String {
        self.gpu.name().to_owned()
    }
    fn alloc(&self, bytes: usize) -> Result<u64, String> {
        self.gpu.alloc(bytes)
    }
    fn free(&self, address: u64) -> Result<(), String> {
        self.gpu.free(address)
    }
    fn upload(&self, to: u64, from: &[u8]) -> Result<(), String> {
        self.gpu.upload(to, from, false)
    }
    fn upload_constant(&self, to: u64, from: &[u8]) -> Result<(), String> {
        self.gpu.upload(to, from, true)
    }
    fn download(&self, to: &mut [u8], from: u64) -> Result<(), String> {
        self.gpu.download(to, from)
    }
    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), String> {
        self.gpu.copy(to, from, bytes)
    }
    fn fill(&self, to: u64, pattern: &[u8], count: usize) -> Result<(), String> {
        self.gpu.fill(to, pattern, count)
    }
    fn launch(&self, launch: &Launch<'_>) -> Result<(), String> {
        self.gpu.enter()?;
        let function = self.prepare(launch)?;
        let mut slots = launch.slots.to_vec();
        let mut parameters: Vec<*mut c_void> = slots.iter_mut().map(|s| (&raw mut *s).cast()).collect();
        let ([gx, gy, gz], [bx, by, bz]) = (launch.grid, launch.block);
        let parameters = parameters.as_mut_ptr();
        let (driver, stream) = (&self.gpu.driver, self.gpu.stream);
        let what = || {
            let Launch { kernel, grid, block, cluster, shared_bytes, .. } = launch;
            format!(
                "the launch of '{kernel}' with {grid:?} blocks of {block:?} threads, clusters of {cluster:?}, {shared_bytes} bytes of shared memory"
            )
        };
        // SAFETY: the function and the stream are alive. The driver reads as many parameters as the kernel has, which the program that
        // was compiled together with it passes; it copies them before the call returns.
        let status = unsafe {
            if launch.cluster == [1; 3] {
                let shared = launch.shared_bytes;
                (driver.launch)(function, gx, gy, gz, bx, by, bz, shared, stream, parameters, ptr::null_mut())
            } else {
                let launch_with = driver.newer("cuLaunchKernelEx", driver.launch_with)?;
                let mut value = [0; 16];
                value[..3].copy_from_slice(&launch.cluster);
                let mut attribute = LaunchAttribute { id: CLUSTER_DIMENSION, pad: 0, value };
                let config = LaunchConfig {
                    grid: launch.grid,
                    block: launch.block,
                    shared_bytes: launch.shared_bytes,
                    stream,
                    attributes: &raw mut attribute,
                    count: 1,
                };
                launch_with(&raw const config, function, parameters, ptr::null_mut())
            }
        };
        self.gpu.check("cuLaunchKernel", status).map_err(|why| format!("{why}: {}", what()))?;
        launch.kernel.clone_into(&mut self.gpu.state().last_kernel);
        if self.gpu.wait_for_kernels { self.gpu.synchronize() } else { Ok(()) }
    }
    fn synchronize(&self) -> Result<(), String> {
        self.gpu.synchronize()
    }
    fn tensor_map(&self, map: &TensorMap) -> Result<[u8; TENSOR_MAP_BYTES], String> {
        self.gpu.tensor_map(map)
    }
    fn begin_recording(&self) -> Result<bool, String> {
        self.gpu.begin_recording()
    }
    fn end_recording(&self) -> Result<Option<Recording>, String> {
        self.gpu.end_recording()
    }
    fn replay(&self, recording: Recording) -> Result<(), String> {
        self.gpu.replay(recording)
    }
    fn forget(&self, recording: Recording) {
        self.gpu.forget(recording);
    }
    fn queue(&self) -> Result<Option<Queue>, String> {
        self.gpu.enter()?;
        Ok(Some(Queue(self.gpu.stream.expose_provenance() as u64)))
    }
    fn sibling(&self, number: usize) -> Result<Arc<dyn Device>, String> {
        let gpu = self.gpu.sibling(number)?;
        Ok(match &self.source {
            Some(source) => Self::load_source(&gpu, Arc::clone(source))?,
            None => Self::none(&gpu),
        })
    }
    fn trim(&self) {
        self.gpu.trim();
    }
}

impl Drop for Kernels {
    fn drop(&mut self) {
        if !self.module.is_null() && self.gpu.enter().is_ok() {
            // SAFETY: nobody else has the module; what still runs of it has been waited for.
            unsafe {
                (self.gpu.driver.stream_synchronize)(self.gpu.stream);
                (self.gpu.driver.unload_module)(self.module);
            }
        }
    }
}
