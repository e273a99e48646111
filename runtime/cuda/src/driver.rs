//! The driver's functions, loaded by name from its library.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::path::Path;
use std::ptr;

use libloading::Library;

use crate::types::{
    Address, EncodedMap, Handle, LaunchConfig, NO_DEVICE, OUT_OF_MEMORY, Ordinal, SUCCESS, Status,
};

/// The default file of the driver.
const LIBRARY: &str = "libcuda.so.1";
/// The variable with another file.
const VARIABLE: &str = "STRATA_CUDA_DRIVER";

macro_rules! functions {
    (
        needed { $($name:ident = $symbol:literal ($($arg:ty),* $(,)?);)* }
        newer { $($new_name:ident = $new_symbol:literal ($($new_arg:ty),* $(,)?);)* }
    ) => {
        /// The driver's functions, which remain valid while this value lives.
        pub struct Driver {
            $(pub(crate) $name: unsafe extern "C" fn($($arg),*) -> Status,)*
            $(pub(crate) $new_name: Option<unsafe extern "C" fn($($new_arg),*) -> Status>,)*
            _library: Library,
        }

        impl Driver {
            fn find(library: Library, path: &str) -> Result<Self, String> {
                // SAFETY: the types are those of the driver's header under these names.
                unsafe {
                    $(let $name = *library.get(concat!($symbol, "\0").as_bytes()).map_err(|_| {
                        format!("the CUDA driver {path} is too old: it has no {}", $symbol)
                    })?;)*
                    $(let $new_name = library.get(concat!($new_symbol, "\0").as_bytes()).ok().map(|f| *f);)*
                    Ok(Self { $($name,)* $($new_name,)* _library: library })
                }
            }
        }
    };
}

functions! {
    needed {
        init = "cuInit" (c_uint);
        driver_version = "cuDriverGetVersion" (*mut c_int);
        error_name = "cuGetErrorName" (Status, *mut *const c_char);
        error_string = "cuGetErrorString" (Status, *mut *const c_char);
        device_count = "cuDeviceGetCount" (*mut c_int);
        device_get = "cuDeviceGet" (*mut Ordinal, c_int);
        device_name = "cuDeviceGetName" (*mut c_char, c_int, Ordinal);
        device_attribute = "cuDeviceGetAttribute" (*mut c_int, c_int, Ordinal);
        retain_context = "cuDevicePrimaryCtxRetain" (*mut Handle, Ordinal);
        release_context = "cuDevicePrimaryCtxRelease_v2" (Ordinal);
        set_context = "cuCtxSetCurrent" (Handle);
        load_module = "cuModuleLoadDataEx" (*mut Handle, *const c_void, c_uint, *mut c_int, *mut *mut c_void);
        unload_module = "cuModuleUnload" (Handle);
        get_function = "cuModuleGetFunction" (*mut Handle, Handle, *const c_char);
        set_function = "cuFuncSetAttribute" (Handle, c_int, c_int);
        launch = "cuLaunchKernel" (
            Handle, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, Handle, *mut *mut c_void,
            *mut *mut c_void,
        );
        stream_create = "cuStreamCreate" (*mut Handle, c_uint);
        stream_destroy = "cuStreamDestroy_v2" (Handle);
        stream_synchronize = "cuStreamSynchronize" (Handle);
        alloc = "cuMemAlloc_v2" (*mut Address, usize);
        free = "cuMemFree_v2" (Address);
        upload = "cuMemcpyHtoDAsync_v2" (Address, *const c_void, usize, Handle);
        upload_now = "cuMemcpyHtoD_v2" (Address, *const c_void, usize);
        download = "cuMemcpyDtoHAsync_v2" (*mut c_void, Address, usize, Handle);
        copy = "cuMemcpyDtoDAsync_v2" (Address, Address, usize, Handle);
        fill8 = "cuMemsetD8Async" (Address, u8, usize, Handle);
        fill16 = "cuMemsetD16Async" (Address, u16, usize, Handle);
        fill32 = "cuMemsetD32Async" (Address, c_uint, usize, Handle);
        fill_rows32 = "cuMemsetD2D32Async" (Address, usize, c_uint, usize, usize, Handle);
    }
    newer {
        launch_with = "cuLaunchKernelEx" (*const LaunchConfig, Handle, *mut *mut c_void, *mut *mut c_void);
        default_pool = "cuDeviceGetDefaultMemPool" (*mut Handle, Ordinal);
        set_pool = "cuMemPoolSetAttribute" (Handle, c_int, *mut c_void);
        alloc_async = "cuMemAllocAsync" (*mut Address, usize, Handle);
        free_async = "cuMemFreeAsync" (Address, Handle);
        encode_tiled = "cuTensorMapEncodeTiled" (
            *mut EncodedMap, c_int, c_uint, Address, *const u64, *const u64, *const c_uint, *const c_uint,
            c_int, c_int, c_int, c_int,
        );
        begin_capture = "cuStreamBeginCapture_v2" (Handle, c_int);
        end_capture = "cuStreamEndCapture" (Handle, *mut Handle);
        instantiate = "cuGraphInstantiateWithFlags" (*mut Handle, Handle, u64);
        launch_graph = "cuGraphLaunch" (Handle, Handle);
        destroy_graph = "cuGraphDestroy" (Handle);
        destroy_instance = "cuGraphExecDestroy" (Handle);
    }
}

impl Driver {
    /// Loads the driver from the given file, from the file in `STRATA_CUDA_DRIVER`, or from the default file.
    ///
    /// # Errors
    /// If there is no driver, it is too old, or it finds no GPU.
    pub fn load(path: Option<&Path>) -> Result<Self, String> {
        let variable = std::env::var_os(VARIABLE).filter(|v| !v.is_empty());
        let path = path.map(|p| p.as_os_str().to_owned()).or(variable).unwrap_or_else(|| LIBRARY.into());
        let shown = path.to_string_lossy().into_owned();
        // SAFETY: the driver's library may be loaded anywhere; another file is the caller's to vouch for.
        let library = unsafe { Library::new(&path) };
        let library = library.map_err(|why| {
            // The reason is reported if a file was named or exists.
            let text = why.to_string();
            match text.contains("No such file") || text.contains("cannot open shared object file") {
                true => format!("no CUDA driver: {shown} was not found"),
                false => format!("no CUDA driver: {shown} could not be loaded: {text}"),
            }
        })?;
        let driver = Self::find(library, &shown)?;
        // SAFETY: the function takes flags, of which there are none.
        match unsafe { (driver.init)(0) } {
            SUCCESS => Ok(driver),
            NO_DEVICE => Err("no CUDA device: the driver finds no GPU".to_owned()),
            status => Err(format!("the CUDA driver does not start: {}", driver.error(status))),
        }
    }

    /// The driver's version, such as 13.1.
    ///
    /// # Errors
    /// If the driver fails.
    pub fn version(&self) -> Result<String, String> {
        let mut version = 0;
        // SAFETY: the argument is where the version goes.
        self.check("cuDriverGetVersion", unsafe { (self.driver_version)(&raw mut version) })?;
        Ok(format!("{}.{}", version / 1000, version % 1000 / 10))
    }

    /// The name of an error, with the driver's description.
    fn error(&self, status: Status) -> String {
        let text = |function: unsafe extern "C" fn(Status, *mut *const c_char) -> Status| {
            let mut text = ptr::null();
            // SAFETY: the second argument is where the address of a text of static lifetime goes.
            let known = unsafe { function(status, &raw mut text) } == SUCCESS && !text.is_null();
            // SAFETY: as above.
            known.then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
        };
        match (text(self.error_name), text(self.error_string)) {
            (Some(name), Some(why)) => format!("{name} ({why})"),
            (Some(name), None) => name,
            _ => format!("error {status}"),
        }
    }

    /// The error of a failed call.
    pub(crate) fn check(&self, what: &str, status: Status) -> Result<(), String> {
        match status {
            SUCCESS => Ok(()),
            OUT_OF_MEMORY => Err(format!("out of memory on the GPU: {what}")),
            _ => Err(format!("{what}: {}", self.error(status))),
        }
    }

    /// A function that older drivers lack.
    pub(crate) fn newer<F: Copy>(&self, name: &str, function: Option<F>) -> Result<F, String> {
        function.ok_or_else(|| format!("the CUDA driver is too old: it has no {name}"))
    }
}
