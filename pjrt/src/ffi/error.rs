//! Errors that handlers make and get.

use std::ffi::{CStr, CString, c_void};
use std::sync::Arc;

use super::abi::{
    XLA_FFI_Error, XLA_FFI_Error_Create_Args, XLA_FFI_Error_Destroy_Args, XLA_FFI_Error_GetMessage_Args,
};
use crate::border::call;
use crate::error::{Error, Result};
use crate::slab::Slab;

/// An error with its message as C has it.
struct Held {
    error: Error,
    text: CString,
}

/// The errors that handlers hold.
static ERRORS: Slab<Held> = Slab::new("error");

/// An object for a handler, who destroys it or returns it. Null, which is no error, if there is no slot for one.
pub(super) fn give(error: Error) -> *mut XLA_FFI_Error {
    let text = CString::new(error.message().replace('\0', "?")).unwrap_or_default();
    ERRORS.insert(Arc::new(Held { error, text })).unwrap_or(std::ptr::null_mut())
}

/// The outcome that a handler returned; its error is destroyed.
pub(super) fn take(error: *mut XLA_FFI_Error) -> Result<()> {
    if error.is_null() {
        return Ok(());
    }
    let held = ERRORS.remove(error);
    Err(held.map_or_else(
        || Error::internal("the handler returned an error that is none of this runtime"),
        |held| held.error.clone(),
    ))
}

fn made(args: &mut XLA_FFI_Error_Create_Args) -> Result<()> {
    let text = if args.message.is_null() {
        String::new()
    } else {
        // SAFETY: a message ends with a zero.
        unsafe { CStr::from_ptr(args.message) }.to_string_lossy().into_owned()
    };
    Err(Error::with_code(args.errc, text))
}

/// Makes an error, which is also what it returns if that fails.
pub(super) unsafe extern "C" fn create(args: *mut c_void) -> *mut XLA_FFI_Error {
    // SAFETY: handlers pass what the header says.
    unsafe { call(args, made) }.map_or_else(give, |()| std::ptr::null_mut())
}

fn read(args: &mut XLA_FFI_Error_GetMessage_Args) -> Result<()> {
    // The text stays where it is for as long as the slot has the error.
    args.message = ERRORS.get(args.error).map_or(c"".as_ptr(), |held| held.text.as_ptr());
    Ok(())
}

pub(super) unsafe extern "C" fn message(args: *mut c_void) {
    // SAFETY: handlers pass what the header says.
    _ = unsafe { call(args, read) };
}

fn remove(args: &mut XLA_FFI_Error_Destroy_Args) -> Result<()> {
    ERRORS.remove(args.error);
    Ok(())
}

pub(super) unsafe extern "C" fn destroy(args: *mut c_void) {
    // SAFETY: handlers pass what the header says.
    _ = unsafe { call(args, remove) };
}
