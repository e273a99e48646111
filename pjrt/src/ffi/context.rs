//! Contexts: a handler asks for states, user data, memory and the number of the run during a call.

use std::alloc::{self, Layout as MemoryLayout};
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Arc, Mutex, PoisonError};

use super::abi::{EXECUTE, INITIALIZE, INSTANTIATE, PREPARE, XLA_FFI_ExecutionContext};
use super::state::State;
use crate::error::{Code, Error, Result};
use crate::execution::Execution;
use crate::slab::Slab;

/// The objects that a caller of programs gives to handlers, by the number of their type. They stay the caller's.
#[derive(Default)]
pub(crate) struct UserData(Mutex<HashMap<i64, usize>>);

/// The user data that the calls of one step share.
pub(crate) static USER_DATA: Slab<UserData> = Slab::new("execute context");

impl UserData {
    /// Adds an object.
    pub(crate) fn add(&self, number: i64, data: *mut c_void) -> Result<()> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.contains_key(&number) {
            return Err(Error::invalid(format!("there is user data of type {number} already")));
        }
        all.insert(number, data.expose_provenance());
        Ok(())
    }

    fn get(&self, number: i64) -> Option<*mut c_void> {
        let found = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&number).copied();
        found.map(std::ptr::with_exposed_provenance_mut)
    }
}

/// A call of a handler, which asks for this by address.
pub(super) struct Context {
    instance: Arc<State>,
    prepared: State,
    initialized: State,
    execution: Option<Arc<Execution>>,
    memory: Mutex<HashMap<usize, MemoryLayout>>,
}

/// The calls that run.
pub(super) static CONTEXTS: Slab<Context> = Slab::new("execution context");

impl Context {
    pub(super) fn new(instance: &Arc<State>) -> Self {
        Self {
            instance: Arc::clone(instance),
            prepared: State::default(),
            initialized: State::default(),
            execution: Execution::current(),
            memory: Mutex::default(),
        }
    }

    /// The state of a stage.
    pub(super) fn state(&self, stage: u32) -> Result<&State> {
        match stage {
            INSTANTIATE => Ok(&self.instance),
            PREPARE => Ok(&self.prepared),
            INITIALIZE => Ok(&self.initialized),
            EXECUTE => Err(Error::invalid("the stage of execution has no state")),
            other => Err(Error::invalid(format!("there is no stage {other}"))),
        }
    }

    /// User data of a type.
    pub(super) fn user_data(&self, number: i64) -> Result<*mut c_void> {
        let data = self.execution.as_ref().and_then(|run| run.user_data.as_ref()?.get(number));
        data.ok_or_else(|| {
            Error::new(
                Code::NotFound,
                format!("the caller of the program gave no user data of type {number}"),
            )
        })
    }

    /// The number of the run; no runs at the same time have the same one.
    pub(super) fn run_id(&self) -> i64 {
        self.execution.as_ref().map_or(0, |run| run.run)
    }

    /// The number of the device.
    pub(super) fn device(&self) -> i32 {
        self.execution.as_ref().map_or(0, |run| run.device)
    }

    /// Allocates memory, which is freed at the end of the call at the latest.
    pub(super) fn allocate(&self, size: usize, alignment: usize) -> Result<*mut c_void> {
        let wrong = |_| Error::invalid(format!("{size} bytes aligned to {alignment} cannot be allocated"));
        let layout = MemoryLayout::from_size_align(size.max(1), alignment.max(1)).map_err(wrong)?;
        // SAFETY: the size is not zero.
        let block = unsafe { alloc::alloc(layout) };
        if block.is_null() {
            return Err(Error::exhausted(format!("out of memory: {size} bytes for a handler")));
        }
        self.memory.lock().unwrap_or_else(PoisonError::into_inner).insert(block.expose_provenance(), layout);
        Ok(block.cast())
    }

    /// Frees memory of [`Self::allocate`].
    pub(super) fn free(&self, block: *mut c_void) -> Result<()> {
        let layout = self.memory.lock().unwrap_or_else(PoisonError::into_inner).remove(&block.addr());
        let layout = layout.ok_or_else(|| Error::invalid("the memory is none of this call"))?;
        // SAFETY: it was allocated with this layout, and is forgotten now.
        unsafe { alloc::dealloc(block.cast(), layout) };
        Ok(())
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        for (&address, &layout) in self.memory.get_mut().unwrap_or_else(PoisonError::into_inner).iter() {
            // SAFETY: it was allocated with this layout, and was not freed.
            unsafe { alloc::dealloc(std::ptr::with_exposed_provenance_mut(address), layout) };
        }
    }
}

/// The address by which a handler asks for a context, for as long as this lives.
pub(super) struct Entered(*mut XLA_FFI_ExecutionContext);

impl Entered {
    pub(super) fn new(context: Context) -> Result<Self> {
        CONTEXTS.insert(Arc::new(context)).map(Self)
    }

    pub(super) fn address(&self) -> *mut XLA_FFI_ExecutionContext {
        self.0
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        CONTEXTS.remove(self.0);
    }
}
