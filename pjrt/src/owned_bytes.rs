//! Bytes that a caller gets, with a function that deletes them.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::slab::Slab;

static BYTES: Slab<Vec<u8>> = Slab::new("serialized form");

/// Bytes that a caller deletes by their own address.
static BY_ADDRESS: LazyLock<Mutex<HashMap<usize, Vec<u8>>>> = LazyLock::new(Mutex::default);

/// The address and the number of bytes, and what is passed to [`delete`]. The caller may write to them.
pub(crate) fn give(mut bytes: Vec<u8>) -> (*mut u8, usize, *mut c_void) {
    let (start, length) = (bytes.as_mut_ptr(), bytes.len());
    match BYTES.insert(Arc::new(bytes)) {
        Ok(owner) => (start, length, owner),
        Err(_) => (std::ptr::null_mut(), 0, std::ptr::null_mut()),
    }
}

/// Deletes bytes.
pub(crate) unsafe extern "C" fn delete(owner: *mut c_void) {
    BYTES.remove(owner);
}

/// The address of bytes, which is what [`delete_by_address`] gets. There must be some.
pub(crate) fn give_by_address(mut bytes: Vec<u8>) -> Result<*mut c_void> {
    if bytes.is_empty() {
        return Err(Error::internal("no bytes have no address"));
    }
    let start: *mut c_void = bytes.as_mut_ptr().cast();
    BY_ADDRESS.lock().unwrap_or_else(PoisonError::into_inner).insert(start.addr(), bytes);
    Ok(start)
}

/// Deletes bytes.
pub(crate) unsafe extern "C" fn delete_by_address(start: *mut c_void) {
    BY_ADDRESS.lock().unwrap_or_else(PoisonError::into_inner).remove(&start.addr());
}
