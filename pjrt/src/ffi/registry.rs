//! The handlers of this process, by platform and name.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{PoisonError, RwLock};

use super::abi::{
    EXECUTE, FFI_VERSION, FfiHandler, METADATA_EXTENSION, METADATA_SIZE, XLA_FFI_Api, XLA_FFI_Api_Version,
    XLA_FFI_CallFrame, XLA_FFI_Extension_Base, XLA_FFI_Handler_Bundle, XLA_FFI_Metadata,
    XLA_FFI_Metadata_Extension,
};
use super::{error, frame};
use crate::abi::Layout;
use crate::error::{Error, Result};
use crate::platform::PLATFORM;

/// The oldest version of the interface whose handlers are called.
const OLDEST: [i32; 2] = [0, 1];
/// The platform of handlers for the host, which are called where there is none for this platform.
const HOST: &str = "cpu";
/// Targets of XLA's own handlers for the host that the runtime of this compiler provides.
const OWN_TARGETS: &str = "lapack_";

/// The stages of a handler.
#[derive(Clone, Copy)]
pub(crate) struct Bundle {
    pub instantiate: Option<FfiHandler>,
    pub prepare: Option<FfiHandler>,
    pub initialize: Option<FfiHandler>,
    pub execute: FfiHandler,
}

impl Bundle {
    fn addresses(&self) -> [usize; 4] {
        let address = |handler: Option<FfiHandler>| handler.map_or(0, |handler| handler as usize);
        [address(self.instantiate), address(self.prepare), address(self.initialize), self.execute as usize]
    }
}

/// A handler.
#[derive(Clone, Copy)]
pub(crate) enum Handler {
    /// Of the FFI.
    Typed(Bundle),
    /// A function of addresses: see [`super::untyped`].
    Untyped(FfiHandler),
}

impl Handler {
    fn addresses(&self) -> [usize; 4] {
        match self {
            Self::Typed(bundle) => bundle.addresses(),
            Self::Untyped(function) => [0, 0, 0, *function as usize],
        }
    }
}

type Key = (String, String);
static HANDLERS: RwLock<Option<HashMap<Key, Handler>>> = RwLock::new(None);

/// The name of a platform as it is compared.
fn canonical(platform: &str) -> String {
    let lower = platform.to_ascii_lowercase();
    if lower == "host" { HOST.to_owned() } else { lower }
}

/// Registers the stages of a handler of the FFI.
///
/// # Errors
/// If there is none for execution, its version does not fit, or another handler has the name.
pub(super) fn register_typed(
    api: *const XLA_FFI_Api,
    name: &str,
    platform: &str,
    stages: &XLA_FFI_Handler_Bundle,
) -> Result<()> {
    let no_execute = || Error::invalid(format!("the handler '{name}' has no function for execution"));
    let bundle = Bundle {
        instantiate: stages.instantiate,
        prepare: stages.prepare,
        initialize: stages.initialize,
        execute: stages.execute.ok_or_else(no_execute)?,
    };
    let version = version_of(api, bundle.execute)?;
    if version < OLDEST || version > FFI_VERSION {
        let show = |[major, minor]: [i32; 2]| format!("{major}.{minor}");
        return Err(Error::invalid(format!(
            "the handler '{name}' has version {} of XLA's FFI; versions {} to {} are called",
            show(version),
            show(OLDEST),
            show(FFI_VERSION)
        )));
    }
    if let Some(instantiate) = bundle.instantiate {
        // It fails where the type of its state was not registered.
        version_of(api, instantiate)?;
    }
    insert(name, platform, Handler::Typed(bundle))
}

/// Registers a function of addresses.
///
/// # Errors
/// If there is none, or another handler has the name.
pub(super) fn register_untyped(name: &str, function: Option<FfiHandler>) -> Result<()> {
    let function = function.ok_or_else(|| Error::invalid(format!("the handler '{name}' has no function")))?;
    insert(name, PLATFORM, Handler::Untyped(function))
}

fn insert(name: &str, platform: &str, handler: Handler) -> Result<()> {
    let mut all = HANDLERS.write().unwrap_or_else(PoisonError::into_inner);
    let known = all.get_or_insert_default().entry((canonical(platform), name.to_owned())).or_insert(handler);
    if known.addresses() == handler.addresses() {
        return Ok(());
    }
    Err(Error::invalid(format!("another handler '{name}' is registered for platform '{platform}' already")))
}

/// The handler that the custom calls with a target mean.
pub(super) fn find(name: &str) -> Option<Handler> {
    let all = HANDLERS.read().unwrap_or_else(PoisonError::into_inner);
    let of = |platform: &str| all.as_ref()?.get(&(platform.to_owned(), name.to_owned())).copied();
    of(PLATFORM).or_else(|| of(HOST).filter(|_| !name.starts_with(OWN_TARGETS)))
}

/// The version of the interface that a handler was compiled with.
fn version_of(api: *const XLA_FFI_Api, handler: FfiHandler) -> Result<[i32; 2]> {
    // SAFETY: zeros are valid for all fields.
    let mut metadata: XLA_FFI_Metadata = unsafe { std::mem::zeroed() };
    metadata.struct_size = METADATA_SIZE;
    metadata.api_version.struct_size = XLA_FFI_Api_Version::SIZE;
    let mut extension = XLA_FFI_Metadata_Extension {
        extension_base: XLA_FFI_Extension_Base {
            struct_size: XLA_FFI_Metadata_Extension::SIZE,
            r#type: METADATA_EXTENSION,
            next: std::ptr::null_mut(),
        },
        metadata: &raw mut metadata,
    };
    let mut frame: XLA_FFI_CallFrame = frame::empty(api, EXECUTE);
    frame.extension_start = (&raw mut extension).cast::<c_void>().cast();
    // SAFETY: the user registered a function of this type. The frame and its extension stay during the call.
    error::take(unsafe { handler(&raw mut frame) })?;
    Ok([metadata.api_version.major_version, metadata.api_version.minor_version])
}
