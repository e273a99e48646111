//! Bytes that a caller gets, with a function that deletes them.

use std::ffi::c_void;
use std::sync::Arc;

use crate::slab::Slab;

static BYTES: Slab<Vec<u8>> = Slab::new("serialized form");

/// The address and the number of bytes, and what is passed to [`delete`].
pub(crate) fn give(bytes: Vec<u8>) -> (*const u8, usize, *mut c_void) {
    let bytes = Arc::new(bytes);
    let (start, length) = (bytes.as_ptr(), bytes.len());
    match BYTES.insert(bytes) {
        Ok(owner) => (start, length, owner),
        Err(_) => (std::ptr::null(), 0, std::ptr::null_mut()),
    }
}

/// Deletes bytes.
pub(crate) unsafe extern "C" fn delete(owner: *mut c_void) {
    BYTES.remove(owner);
}
