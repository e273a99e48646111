//! Where a program begins, and what keeps its code.

use std::{any::Any, ffi::c_void, fmt, sync::Arc};

/// `int32_t m_main(const void *const *inputs, void *const *outputs, m_context *ctx)`; 0 is success.
pub type EntryFn = unsafe extern "C" fn(*const *const c_void, *const *mut c_void, *mut c_void) -> i32;

/// The C entry of a program in this process, with the owner of its code.
#[derive(Clone)]
pub struct EntryPoint {
    function: EntryFn,
    _code: Arc<dyn Any + Send + Sync>,
}

impl EntryPoint {
    /// The entry `function`, whose code lives as long as `code`.
    ///
    /// # Safety
    /// The function reads the buffers that it is given as inputs and writes those of the outputs, and nothing outside of them; it
    /// takes a context of the runtime, and may be called by several threads at a time.
    #[must_use]
    pub unsafe fn new(function: EntryFn, code: Arc<dyn Any + Send + Sync>) -> Self {
        Self { function, _code: code }
    }

    pub(crate) fn function(&self) -> EntryFn {
        self.function
    }
}

impl fmt::Debug for EntryPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EntryPoint({:p})", self.function)
    }
}
