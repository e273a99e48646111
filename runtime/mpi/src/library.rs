//! The library's functions, loaded by name.

use std::ffi::{c_char, c_int, c_void};

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

/// Opens a library only if it is in the process already, as that of somebody else who uses MPI (Linux).
const RTLD_NOLOAD: c_int = 4;

use crate::abi::{Abi, Known};

/// The variable with the file of the library.
pub const LIBRARY: &str = "STRATA_MPI_LIBRARY";

/// A communicator, a type, a handler of errors: a number or an address.
///
/// Where handles are numbers of 32 bits, these are the low bits of an argument of 64, as calling conventions have it.
pub(crate) type Handle = usize;

macro_rules! functions {
    ($($name:ident = $symbol:literal ($($arg:ty),* $(,)?);)*) => {
        /// The functions of a library.
        pub(crate) struct Functions {
            $(pub $name: unsafe extern "C" fn($($arg),*) -> c_int,)*
        }

        impl Functions {
            fn find(library: &Library, file: &str) -> Result<Self, String> {
                // SAFETY: the types are those of the functions of the standard with these names; handles are as described.
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
    library_version = "MPI_Get_library_version" (*mut c_char, *mut c_int);
    is_initialized = "MPI_Initialized" (*mut c_int);
    is_finalized = "MPI_Finalized" (*mut c_int);
    query_thread = "MPI_Query_thread" (*mut c_int);
    init = "MPI_Init_thread" (*mut c_int, *mut *mut *mut c_char, c_int, *mut c_int);
    finalize = "MPI_Finalize" ();
    duplicate = "MPI_Comm_dup" (Handle, *mut Handle);
    rank = "MPI_Comm_rank" (Handle, *mut c_int);
    size = "MPI_Comm_size" (Handle, *mut c_int);
    attribute = "MPI_Comm_get_attr" (Handle, c_int, *mut c_void, *mut c_int);
    set_errhandler = "MPI_Comm_set_errhandler" (Handle, Handle);
    error_string = "MPI_Error_string" (c_int, *mut c_char, *mut c_int);
    send = "MPI_Isend" (*const c_void, c_int, Handle, c_int, c_int, Handle, *mut Handle);
    receive = "MPI_Irecv" (*mut c_void, c_int, Handle, c_int, c_int, Handle, *mut Handle);
    test = "MPI_Test" (*mut Handle, *mut c_int, usize);
}

/// The names under which libraries are installed. The launcher of a library says in variables that it started this process.
fn candidates() -> Vec<&'static str> {
    let open_mpi = ["libmpi.so.40", "libmpi.so.80"];
    let mpich = ["libmpi.so.12", "libmpich.so.12"];
    let mut all = vec!["libmpi_abi.so.1", "libmpi_abi.so.0", "libmpi_abi.so"];
    let is_open_mpi = std::env::var_os("OMPI_COMM_WORLD_SIZE").is_some();
    let is_mpich = ["PMI_SIZE", "PMI_RANK"].iter().any(|name| std::env::var_os(name).is_some());
    if is_open_mpi || !is_mpich {
        all.splice(0..0, open_mpi);
        all.extend(mpich);
    } else {
        all.splice(0..0, mpich);
        all.extend(open_mpi);
    }
    all.push("libmpi.so");
    all
}

/// A library, which stays loaded.
pub(crate) struct Mpi {
    pub call: Functions,
    pub abi: Abi,
    pub comm_world: Handle,
    pub byte: Handle,
    pub errors_return: Handle,
    _library: Library,
}

impl Mpi {
    fn find(library: Library, file: &str) -> Result<Self, String> {
        let call = Functions::find(&library, file)?;
        let mut text = vec![0u8; 8192];
        let mut length = 0;
        // SAFETY: it may be called before all others, and writes at most so many bytes.
        unsafe { (call.library_version)(text.as_mut_ptr().cast(), &raw mut length) };
        text.truncate(usize::try_from(length).unwrap_or(0));
        let version = String::from_utf8_lossy(&text).into_owned();
        let address = |name: &str| {
            // SAFETY: nothing is read from the address.
            let symbol = unsafe { library.get::<*const c_void>(name.as_bytes()) };
            symbol.ok().map(|symbol| symbol.as_raw_ptr().addr())
        };
        let abi = Abi::from_library(file, |name| address(name).is_some(), &version);
        let abi = abi.ok_or_else(|| format!("{file} has an unknown interface: {version}"))?;
        let handle = |known: Known| match known {
            Known::Number(number) => Ok(number),
            Known::Variable(name) => address(name).ok_or_else(|| format!("{file} has no {name}")),
        };
        let constants = abi.constants();
        let [comm_world, byte, errors_return] =
            [constants.comm_world, constants.byte, constants.errors_return].map(handle);
        let (comm_world, byte, errors_return) = (comm_world?, byte?, errors_return?);
        Ok(Self { call, abi, comm_world, byte, errors_return, _library: library })
    }
    /// Loads the library in the given file, in `STRATA_MPI_LIBRARY`, or the one that is installed.
    pub(crate) fn load(file: Option<&str>) -> Result<Self, String> {
        let variable = std::env::var(LIBRARY).ok().filter(|file| !file.is_empty());
        let named = file.map(str::to_owned).or(variable);
        let files: Vec<String> = match &named {
            Some(file) => vec![file.clone()],
            None => candidates().into_iter().map(str::to_owned).collect(),
        };
        let mut why = String::new();
        let flags = RTLD_NOW | RTLD_GLOBAL;
        for file in files.iter().filter(|_| named.is_none()) {
            // SAFETY: nothing is loaded, so that nothing of it runs.
            let library = unsafe { Library::open(Some(file), flags | RTLD_NOLOAD) };
            if let Ok(library) = library {
                return Self::find(library, file);
            }
        }
        for file in &files {
            // Its own plugins look for its symbols among those of the process.
            // SAFETY: an MPI library may be loaded anywhere; another file is the caller's to vouch for.
            match unsafe { Library::open(Some(file), flags) } {
                Ok(library) => return Self::find(library, file),
                Err(error) => why = error.to_string(),
            }
        }
        match named {
            Some(file) => Err(format!("no MPI: {file} could not be loaded: {why}")),
            None => {
                Err(format!("no MPI: none of {} was found ({LIBRARY} names another file)", files.join(", ")))
            }
        }
    }
    /// An error of the library, with its text.
    pub(crate) fn check(&self, code: c_int, what: &str) -> Result<(), String> {
        if code == 0 {
            return Ok(());
        }
        let mut text = vec![0u8; 1024];
        let mut length = 0;
        // SAFETY: the text of an error has at most 512 bytes in all interfaces.
        unsafe { (self.call.error_string)(code, text.as_mut_ptr().cast(), &raw mut length) };
        text.truncate(usize::try_from(length).unwrap_or(0));
        Err(format!("MPI: {what} failed: {}", String::from_utf8_lossy(&text)))
    }
}
