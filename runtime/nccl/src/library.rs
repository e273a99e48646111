//! The library's functions, loaded by name.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libloading::Library as File;

/// The variable with the file of the library.
pub const LIBRARY: &str = "STRATA_NCCL_LIBRARY";
/// Its name where it is installed.
const NAME: &str = "libnccl.so.2";

/// A communicator or a stream.
pub(crate) type Handle = *mut c_void;
/// The result of a call.
pub(crate) type Status = c_int;
/// `ncclSuccess`
pub(crate) const SUCCESS: Status = 0;
/// `ncclInProgress`
pub(crate) const IN_PROGRESS: Status = 7;

/// `ncclUniqueId`, which the members of a communicator share.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct UniqueId(pub [u8; 128]);

macro_rules! functions {
    ($($name:ident = $symbol:literal ($($arg:ty),* $(,)?);)*) => {
        /// The functions that return a status.
        pub(crate) struct Functions {
            $(pub $name: unsafe extern "C" fn($($arg),*) -> Status,)*
        }

        impl Functions {
            fn find(library: &File, file: &str) -> Result<Self, String> {
                // SAFETY: the types are those of NCCL's header under these names.
                unsafe {
                    $(let $name = *library
                        .get(concat!($symbol, "\0").as_bytes())
                        .map_err(|_| format!("{file} has no {}", $symbol))?;)*
                    Ok(Self { $($name,)* })
                }
            }
        }
    };
}

functions! {
    version = "ncclGetVersion" (*mut c_int);
    unique_id = "ncclGetUniqueId" (*mut UniqueId);
    init_rank = "ncclCommInitRank" (*mut Handle, c_int, UniqueId, c_int);
    destroy = "ncclCommDestroy" (Handle);
    abort = "ncclCommAbort" (Handle);
    async_error = "ncclCommGetAsyncError" (Handle, *mut Status);
    group_start = "ncclGroupStart" ();
    group_end = "ncclGroupEnd" ();
    all_reduce = "ncclAllReduce" (*const c_void, *mut c_void, usize, c_int, c_int, Handle, Handle);
    reduce = "ncclReduce" (*const c_void, *mut c_void, usize, c_int, c_int, c_int, Handle, Handle);
    reduce_scatter = "ncclReduceScatter" (*const c_void, *mut c_void, usize, c_int, c_int, Handle, Handle);
    all_gather = "ncclAllGather" (*const c_void, *mut c_void, usize, c_int, Handle, Handle);
    broadcast = "ncclBroadcast" (*const c_void, *mut c_void, usize, c_int, c_int, Handle, Handle);
    send = "ncclSend" (*const c_void, usize, c_int, c_int, Handle, Handle);
    receive = "ncclRecv" (*mut c_void, usize, c_int, c_int, Handle, Handle);
}

/// NCCL, which stays loaded as long as this lives.
pub struct Library {
    pub(crate) call: Functions,
    error_string: unsafe extern "C" fn(Status) -> *const c_char,
    version: i32,
    _file: File,
}

/// The places where the library may be: the file of the variable alone, or those of the wheels of the active environment of Python, and
/// where the system looks.
fn candidates() -> Vec<PathBuf> {
    if let Some(file) = std::env::var_os(LIBRARY).filter(|file| !file.is_empty()) {
        return vec![file.into()];
    }
    let mut all = Vec::new();
    for variable in ["VIRTUAL_ENV", "CONDA_PREFIX"] {
        let Some(prefix) = std::env::var_os(variable).filter(|prefix| !prefix.is_empty()) else { continue };
        let Ok(folders) = Path::new(&prefix).join("lib").read_dir() else { continue };
        let mut found: Vec<PathBuf> = folders
            .filter_map(|folder| Some(folder.ok()?.path().join("site-packages/nvidia/nccl/lib").join(NAME)))
            .filter(|file| file.exists())
            .collect();
        found.sort();
        all.append(&mut found);
    }
    all.push(NAME.into());
    all
}

impl Library {
    /// Loads the library from a file, or from the one in `STRATA_NCCL_LIBRARY`, or from where it is installed: the packages
    /// `nvidia-nccl-cu12` and `nvidia-nccl-cu13` of the active environment of Python, and the folders of the system.
    ///
    /// # Errors
    /// If there is no library, or it is too old.
    pub fn load(file: Option<&Path>) -> Result<Arc<Self>, String> {
        let files = file.map_or_else(candidates, |file| vec![file.to_owned()]);
        let mut errors = Vec::new();
        for file in files {
            // SAFETY: NCCL may be loaded anywhere; another file is the caller's to vouch for.
            match unsafe { File::new(&file) } {
                Ok(found) => return Self::find(found, &file.display().to_string()).map(Arc::new),
                Err(why) => errors.push(why.to_string()),
            }
        }
        Err(format!("no NCCL: {}", errors.join("; ")))
    }
    fn find(file: File, name: &str) -> Result<Self, String> {
        let call = Functions::find(&file, name)?;
        // SAFETY: the type is that of NCCL's header.
        let error_string =
            unsafe { file.get::<unsafe extern "C" fn(Status) -> *const c_char>(b"ncclGetErrorString\0") };
        let error_string = *error_string.map_err(|_| format!("{name} has no ncclGetErrorString"))?;
        let mut version = 0;
        // SAFETY: the argument is where the number goes.
        let status = unsafe { (call.version)(&raw mut version) };
        let library = Self { call, error_string, version, _file: file };
        library.check("ncclGetVersion", status)?;
        Ok(library)
    }
    /// The version as a number: 22703 is 2.27.3.
    #[must_use]
    pub fn version(&self) -> i32 {
        self.version
    }
    /// The error of a call, if it failed.
    pub(crate) fn check(&self, call: &str, status: Status) -> Result<(), String> {
        if status == SUCCESS || status == IN_PROGRESS {
            return Ok(());
        }
        // SAFETY: it takes any number and returns a text that stays, or null.
        let text = unsafe { (self.error_string)(status) };
        if text.is_null() {
            return Err(format!("{call}: error {status}"));
        }
        // SAFETY: as above; texts are terminated.
        let text = unsafe { CStr::from_ptr(text) }.to_string_lossy();
        Err(format!("{call}: {text}"))
    }
}
