//! The states that handlers make: that of the stage `instantiate` stays with the program, those of later stages with a call.

use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use super::types::{self, Deleter};
use crate::error::{Error, Result};

/// An object of a handler, which is freed when this is dropped.
struct Object {
    number: i64,
    address: *mut c_void,
    deleter: Option<Deleter>,
}

// SAFETY: the interface lets handlers be called on any thread.
unsafe impl Send for Object {}

impl Drop for Object {
    fn drop(&mut self) {
        if let Some(deleter) = self.deleter {
            // SAFETY: the type was registered with it, and the object is freed once.
            unsafe { deleter(self.address) };
        }
    }
}

/// A place for the state of a stage.
#[derive(Default)]
pub(super) struct State(Mutex<Option<Object>>);

impl State {
    /// Sets the state, which belongs to the runtime from then on, also if this fails.
    pub(super) fn set(&self, number: i64, address: *mut c_void) -> Result<()> {
        let object = Object { number, address, deleter: types::deleter(number)? };
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if place.is_some() {
            drop(place);
            return Err(Error::precondition("the state of the handler is set already"));
        }
        *place = Some(object);
        Ok(())
    }

    /// The state of a type.
    pub(super) fn get(&self, number: i64) -> Result<*mut c_void> {
        let place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let object = place.as_ref().ok_or_else(|| Error::precondition("the handler has no such state"))?;
        if object.number == number {
            return Ok(object.address);
        }
        let message = format!("the state of the handler has type {}, not {number}", object.number);
        Err(Error::invalid(message))
    }
}
