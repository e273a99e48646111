//! The store of keys and values that the caller of a client shares with the callers of other processes, as `jax.distributed` has it.

use std::ffi::c_void;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use crate::abi::*;
use crate::border::slice;
use crate::callback_error::callback_error;
use crate::error::{Code, Error, Result};
use crate::error_api::ERRORS;

/// A function of the caller with its argument.
#[derive(Clone, Copy)]
struct Callback<F> {
    function: F,
    argument: *mut c_void,
}

/// The functions of the store.
struct Functions {
    get: Callback<Get>,
    put: Callback<Put>,
    try_get: Option<Callback<TryGet>>,
}

// SAFETY: the interface lets any thread call the functions with their arguments.
unsafe impl Send for Functions {}
// SAFETY: as above.
unsafe impl Sync for Functions {}

/// The store, as long as its client is there.
pub(crate) struct KeyValues(RwLock<Option<Functions>>);

/// The text that a function gave, which is freed.
///
/// # Safety
/// The value has this length, and the deleter is one for it.
unsafe fn taken(value: *mut u8, size: usize, deleter: Option<ValueDeleter>) -> Result<String> {
    // SAFETY: as the caller says.
    let text = unsafe { slice(value.cast_const(), size, "a value") }
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    if let Some(deleter) = deleter.filter(|_| !value.is_null()) {
        // SAFETY: as the caller says; the text is a copy.
        unsafe { deleter(value) };
    }
    text
}

/// The outcome of a function of the store.
fn check(error: *mut PJRT_Error, what: &str, key: &str) -> Result<()> {
    if error.is_null() {
        return Ok(());
    }
    let (code, why) = ERRORS.remove(error).map_or_else(
        || (Code::Unknown as u32, "it made no error that is known here".to_owned()),
        |error| (error.code(), error.message().to_owned()),
    );
    Err(Error::with_code(code, format!("the key '{key}' could not be {what}: {why}")))
}

impl KeyValues {
    /// The store of a caller, if it has one.
    pub(crate) fn of_caller(args: &PJRT_Client_Create_Args) -> Option<Self> {
        let get = Callback { function: args.kv_get_callback?, argument: args.kv_get_user_arg };
        let put = Callback { function: args.kv_put_callback?, argument: args.kv_put_user_arg };
        let argument = args.kv_try_get_user_arg;
        let try_get = args.kv_try_get_callback.map(|function| Callback { function, argument });
        Some(Self(RwLock::new(Some(Functions { get, put, try_get }))))
    }

    /// Forgets the functions, which their caller may free now.
    pub(crate) fn close(&self) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn with<T>(&self, work: impl FnOnce(&Functions) -> Result<T>) -> Result<T> {
        let functions = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let closed = || Error::precondition("the store of keys and values is gone with its client");
        functions.as_ref().ok_or_else(closed).and_then(work)
    }

    /// Waits for the value of a key.
    pub(crate) fn get(&self, key: &str, timeout: Duration) -> Result<String> {
        self.with(|functions| {
            let mut make_error: CallbackError = callback_error;
            let mut args = PJRT_KeyValueGetCallback_Args {
                struct_size: size_of::<PJRT_KeyValueGetCallback_Args>(),
                extension_start: std::ptr::null_mut(),
                key: key.as_ptr(),
                key_size: key.len(),
                timeout_in_ms: i32::try_from(timeout.as_millis()).unwrap_or(i32::MAX),
                callback_error: &raw mut make_error,
                user_arg: functions.get.argument,
                value: std::ptr::null_mut(),
                value_size: 0,
                value_deleter_callback: None,
            };
            // SAFETY: the caller of the client gave function and argument for this; the arguments are there during the call.
            check(unsafe { (functions.get.function)(&raw mut args) }, "read", key)?;
            // SAFETY: the function gave the value with its length and its deleter.
            unsafe { taken(args.value, args.value_size, args.value_deleter_callback) }
        })
    }

    /// The value of a key, if it has one now.
    pub(crate) fn try_get(&self, key: &str) -> Option<String> {
        let found = self.with(|functions| {
            let Some(try_get) = functions.try_get else { return Err(Error::precondition("no function")) };
            let mut make_error: CallbackError = callback_error;
            let mut args = PJRT_KeyValueTryGetCallback_Args {
                struct_size: size_of::<PJRT_KeyValueTryGetCallback_Args>(),
                extension_start: std::ptr::null_mut(),
                key: key.as_ptr(),
                key_size: key.len(),
                callback_error: &raw mut make_error,
                user_arg: try_get.argument,
                value: std::ptr::null_mut(),
                value_size: 0,
                value_deleter_callback: None,
            };
            // SAFETY: as for `get`.
            check(unsafe { (try_get.function)(&raw mut args) }, "read", key)?;
            // SAFETY: as for `get`.
            unsafe { taken(args.value, args.value_size, args.value_deleter_callback) }
        });
        found.ok()
    }

    /// Sets the value of a key.
    pub(crate) fn put(&self, key: &str, value: &str) -> Result<()> {
        self.with(|functions| {
            let mut make_error: CallbackError = callback_error;
            let mut args = PJRT_KeyValuePutCallback_Args {
                struct_size: size_of::<PJRT_KeyValuePutCallback_Args>(),
                extension_start: std::ptr::null_mut(),
                key: key.as_ptr(),
                key_size: key.len(),
                value: value.as_ptr(),
                value_size: value.len(),
                callback_error: &raw mut make_error,
                user_arg: functions.put.argument,
            };
            // SAFETY: as for `get`.
            check(unsafe { (functions.put.function)(&raw mut args) }, "written", key)
        })
    }
}
