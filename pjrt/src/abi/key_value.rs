//! The callbacks of a store of keys and values that the processes of a job share; their structures are not among those of `pypjrt`.

use std::ffi::{c_int, c_void};

use super::{CallbackError, PJRT_Error, PJRT_Extension_Base};

/// Waits for the value of a key.
pub(crate) type Get = unsafe extern "C" fn(*mut PJRT_KeyValueGetCallback_Args) -> *mut PJRT_Error;
/// Sets the value of a key.
pub(crate) type Put = unsafe extern "C" fn(*mut PJRT_KeyValuePutCallback_Args) -> *mut PJRT_Error;
/// Looks for the value of a key.
pub(crate) type TryGet = unsafe extern "C" fn(*mut PJRT_KeyValueTryGetCallback_Args) -> *mut PJRT_Error;
/// Frees a value.
pub(crate) type ValueDeleter = unsafe extern "C" fn(*mut u8);

#[repr(C)]
pub(crate) struct PJRT_KeyValueGetCallback_Args {
    pub struct_size: usize,
    pub extension_start: *mut PJRT_Extension_Base,
    pub key: *const u8,
    pub key_size: usize,
    pub timeout_in_ms: c_int,
    pub callback_error: *mut CallbackError,
    pub user_arg: *mut c_void,
    pub value: *mut u8,
    pub value_size: usize,
    pub value_deleter_callback: Option<ValueDeleter>,
}

#[repr(C)]
pub(crate) struct PJRT_KeyValueTryGetCallback_Args {
    pub struct_size: usize,
    pub extension_start: *mut PJRT_Extension_Base,
    pub key: *const u8,
    pub key_size: usize,
    pub callback_error: *mut CallbackError,
    pub user_arg: *mut c_void,
    pub value: *mut u8,
    pub value_size: usize,
    pub value_deleter_callback: Option<ValueDeleter>,
}

#[repr(C)]
pub(crate) struct PJRT_KeyValuePutCallback_Args {
    pub struct_size: usize,
    pub extension_start: *mut PJRT_Extension_Base,
    pub key: *const u8,
    pub key_size: usize,
    pub value: *const u8,
    pub value_size: usize,
    pub callback_error: *mut CallbackError,
    pub user_arg: *mut c_void,
}
