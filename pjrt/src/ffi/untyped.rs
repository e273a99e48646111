//! Custom calls from before the FFI: functions that get addresses, and nothing that says how much is there.
//!
//! The result is at one address, or an array of addresses where a call has several results or none. Version 1 is
//! `void (void* out, const void** in)`; version 2 also gets a status; version 3 gets the text of the call, its length, and a status.

use std::ffi::c_void;

use super::abi::FfiHandler;
use crate::error::{Error, Result};

type Original = unsafe extern "C" fn(*mut c_void, *const *mut c_void);
type WithStatus = unsafe extern "C" fn(*mut c_void, *const *mut c_void, *mut Status);
type WithText = unsafe extern "C" fn(*mut c_void, *const *mut c_void, *const u8, usize, *mut Status);

/// XLA's `XlaCustomCallStatus`: a `std::optional<std::string>` of GNU's C++ library, which is the message of an error. There is no header of
/// it in jaxlib; a function that uses it has XLA's own code for it.
#[repr(C)]
struct Status {
    text: *const u8,
    length: usize,
    _short: [u8; 16],
    is_set: u8,
    _reserved: [u8; 31],
}

impl Status {
    fn new() -> Self {
        Self { text: std::ptr::null(), length: 0, _short: [0; 16], is_set: 0, _reserved: [0; 31] }
    }

    /// The outcome that a function left.
    fn outcome(&self) -> Result<()> {
        if self.is_set != 1 {
            return Ok(());
        }
        let text = if self.text.is_null() {
            String::new()
        } else {
            // SAFETY: the text of a string, which the function set.
            String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(self.text, self.length) })
                .into_owned()
        };
        Err(Error::internal(text))
    }
}

/// Calls a function of one of these versions.
///
/// # Safety
/// The function has the type of its version, and reads and writes what the addresses are of.
pub(super) unsafe fn invoke(
    function: FfiHandler,
    version: i64,
    inputs: &[*mut c_void],
    outputs: &mut [*mut c_void],
    text: &[u8],
) -> Result<()> {
    let out = match outputs {
        [one] => *one,
        several => several.as_mut_ptr().cast(),
    };
    let mut status = Status::new();
    // SAFETY: as the caller says.
    unsafe {
        match version {
            0 | 1 => std::mem::transmute::<FfiHandler, Original>(function)(out, inputs.as_ptr()),
            2 => {
                std::mem::transmute::<FfiHandler, WithStatus>(function)(
                    out,
                    inputs.as_ptr(),
                    &raw mut status,
                );
            }
            _ => std::mem::transmute::<FfiHandler, WithText>(function)(
                out,
                inputs.as_ptr(),
                text.as_ptr(),
                text.len(),
                &raw mut status,
            ),
        }
    }
    status.outcome()
}
