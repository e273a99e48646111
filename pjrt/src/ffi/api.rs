//! The table of functions that handlers call.

use std::ffi::c_void;

use super::abi::*;
use super::context::CONTEXTS;
use super::future::FUTURES;
use super::{error, pool, registry, types};
use crate::abi::Layout;
use crate::border::{call, text, write};
use crate::error::{Error, Result};
use crate::event::Event;

/// Text that a handler gives.
///
/// # Safety
/// As for [`text`].
unsafe fn span<'a>(span: XLA_FFI_ByteSpan, what: &str) -> Result<&'a str> {
    // SAFETY: as the caller says.
    unsafe { text(span.ptr, span.len, what) }
}

/// The number of a type.
///
/// # Safety
/// The address is null or that of a number.
unsafe fn number(id: *const XLA_FFI_TypeId) -> Result<i64> {
    if id.is_null() {
        return Err(Error::invalid("the number of the type is null"));
    }
    // SAFETY: as the caller says.
    Ok(unsafe { id.read_unaligned() }.type_id)
}

fn handler_register(args: &mut XLA_FFI_Handler_Register_Args) -> Result<()> {
    // SAFETY: the caller gives both with their lengths.
    let (name, platform) =
        unsafe { (span(args.name, "the name of the handler")?, span(args.platform, "the platform")?) };
    registry::register_typed(API.address(), name, platform, &args.bundle)
}

fn stream_get(args: &mut XLA_FFI_Stream_Get_Args) -> Result<()> {
    CONTEXTS.get(args.ctx)?;
    Err(Error::unimplemented("programs on the host have no stream"))
}

fn type_register(args: &mut XLA_FFI_Type_Register_Args) -> Result<()> {
    // SAFETY: the caller gives the name with its length, the number, and functions of the type or null.
    unsafe {
        let name = span(args.name, "the name of the type")?;
        let info = args.type_info;
        let deleter = if info.is_null() { None } else { info.read_unaligned().deleter };
        let given = types::register(name, number(args.type_id)?, deleter)?;
        write(args.type_id, XLA_FFI_TypeId { type_id: given }, "the number of the type")
    }
}

fn context_get(args: &mut XLA_FFI_ExecutionContext_Get_Args) -> Result<()> {
    let context = CONTEXTS.get(args.ctx)?;
    // SAFETY: the caller gives the number of a type.
    args.data = context.user_data(unsafe { number(args.type_id) }?)?;
    Ok(())
}

/// Fails for callers whose structure has no stage, as it had none before version 0.3.
fn check_stage(given: usize, known: usize) -> Result<()> {
    if given >= known {
        return Ok(());
    }
    Err(Error::unimplemented("states of handlers that were compiled with a version of XLA's FFI before 0.3"))
}

fn state_set(args: &mut XLA_FFI_State_Set_Args) -> Result<()> {
    check_stage(args.struct_size, XLA_FFI_State_Set_Args::SIZE)?;
    let context = CONTEXTS.get(args.ctx)?;
    // SAFETY: the caller gives the number of a type.
    context.state(args.stage)?.set(unsafe { number(args.type_id) }?, args.state)
}

fn state_get(args: &mut XLA_FFI_State_Get_Args) -> Result<()> {
    check_stage(args.struct_size, XLA_FFI_State_Get_Args::SIZE)?;
    let context = CONTEXTS.get(args.ctx)?;
    // SAFETY: the caller gives the number of a type.
    args.state = context.state(args.stage)?.get(unsafe { number(args.type_id) }?)?;
    Ok(())
}

fn memory_allocate(args: &mut XLA_FFI_DeviceMemory_Allocate_Args) -> Result<()> {
    args.data = CONTEXTS.get(args.ctx)?.allocate(args.size, args.alignment)?;
    Ok(())
}

fn memory_free(args: &mut XLA_FFI_DeviceMemory_Free_Args) -> Result<()> {
    CONTEXTS.get(args.ctx)?.free(args.data)
}

fn pool_schedule(args: &mut XLA_FFI_ThreadPool_Schedule_Args) -> Result<()> {
    CONTEXTS.get(args.ctx)?;
    let task = args.task.ok_or_else(|| Error::invalid("the task is null"))?;
    pool::schedule(task, args.data)
}

fn pool_threads(args: &mut XLA_FFI_ThreadPool_NumThreads_Args) -> Result<()> {
    CONTEXTS.get(args.ctx)?;
    // SAFETY: the caller has space for the number.
    unsafe { write(args.num_threads, pool::threads() as i64, "the number of threads") }
}

fn future_available(args: &mut XLA_FFI_Future_SetAvailable_Args) -> Result<()> {
    FUTURES.get(args.future)?.set(Ok(()));
    Ok(())
}

fn future_error(args: &mut XLA_FFI_Future_SetError_Args) -> Result<()> {
    let outcome = error::take(args.error);
    FUTURES.get(args.future)?.set(outcome);
    Ok(())
}

fn run_id(args: &mut XLA_FFI_RunId_Get_Args) -> Result<()> {
    args.run_id = CONTEXTS.get(args.ctx)?.run_id();
    Ok(())
}

fn device_ordinal(args: &mut XLA_FFI_DeviceOrdinal_Get_Args) -> Result<()> {
    args.device_ordinal = CONTEXTS.get(args.ctx)?.device();
    Ok(())
}

/// Makes a future. Callers do not count the field of the result among the bytes of the arguments.
unsafe extern "C" fn future_create(args: *mut c_void) -> *mut XLA_FFI_Error {
    if args.is_null() {
        return error::give(Error::invalid("XLA_FFI_Future_Create_Args is null"));
    }
    let made = FUTURES.insert::<XLA_FFI_Future>(Event::pending());
    let place = args.wrapping_byte_add(std::mem::offset_of!(XLA_FFI_Future_Create_Args, future));
    // SAFETY: the caller has the structure of the header there.
    let outcome = made.and_then(|future| unsafe { write(place.cast(), future, "the future") });
    outcome.map_or_else(error::give, |()| std::ptr::null_mut())
}

macro_rules! entries {
    ($($name:ident = $function:path,)*) => {$(
        unsafe extern "C" fn $name(args: *mut c_void) -> *mut XLA_FFI_Error {
            // SAFETY: handlers pass what the header says.
            unsafe { call(args, $function) }.map_or_else(error::give, |()| std::ptr::null_mut())
        }
    )*};
}
entries! {
    call_handler_register = handler_register,
    call_stream_get = stream_get,
    call_type_register = type_register,
    call_context_get = context_get,
    call_state_set = state_set,
    call_state_get = state_get,
    call_memory_allocate = memory_allocate,
    call_memory_free = memory_free,
    call_pool_schedule = pool_schedule,
    call_pool_threads = pool_threads,
    call_future_available = future_available,
    call_future_error = future_error,
    call_run_id = run_id,
    call_device_ordinal = device_ordinal,
}

/// The table.
pub(super) struct Table(XLA_FFI_Api);
// SAFETY: it is never written.
unsafe impl Sync for Table {}

impl Table {
    /// Its address.
    pub(super) const fn address(&'static self) -> *const XLA_FFI_Api {
        &raw const self.0
    }
}

/// The functions that handlers call.
pub(super) static API: Table = Table(XLA_FFI_Api {
    struct_size: XLA_FFI_Api::SIZE,
    extension_start: std::ptr::null_mut(),
    api_version: XLA_FFI_Api_Version {
        struct_size: XLA_FFI_Api_Version::SIZE,
        extension_start: std::ptr::null_mut(),
        major_version: FFI_VERSION[0],
        minor_version: FFI_VERSION[1],
    },
    internal_api: std::ptr::null(),
    error_create: Some(error::create),
    error_getmessage: Some(error::message),
    error_destroy: Some(error::destroy),
    handler_register: Some(call_handler_register),
    stream_get: Some(call_stream_get),
    type_register: Some(call_type_register),
    executioncontext_get: Some(call_context_get),
    state_set: Some(call_state_set),
    state_get: Some(call_state_get),
    devicememory_allocate: Some(call_memory_allocate),
    devicememory_free: Some(call_memory_free),
    threadpool_schedule: Some(call_pool_schedule),
    threadpool_numthreads: Some(call_pool_threads),
    future_create: Some(future_create),
    future_setavailable: Some(call_future_available),
    future_seterror: Some(call_future_error),
    runid_get: Some(call_run_id),
    deviceordinal_get: Some(call_device_ordinal),
});

/// The table of functions of XLA's FFI, by which libraries register handlers.
#[unsafe(no_mangle)]
pub extern "C" fn XLA_FFI_GetApi() -> *const c_void {
    API.address().cast()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::ffi::context::{Context, Entered};
    use crate::ffi::state::State;

    /// The functions that may fail.
    fn functions() -> Vec<FfiFunction> {
        let api = &API.0;
        let all = [
            api.error_create,
            api.handler_register,
            api.stream_get,
            api.type_register,
            api.executioncontext_get,
            api.state_set,
            api.state_get,
            api.devicememory_allocate,
            api.devicememory_free,
            api.threadpool_schedule,
            api.threadpool_numthreads,
            api.future_setavailable,
            api.future_seterror,
            api.runid_get,
            api.deviceordinal_get,
        ];
        all.into_iter().flatten().collect()
    }

    #[test]
    fn null_and_short_arguments_are_errors() {
        let functions = functions();
        assert_eq!(functions.len(), 15);
        for function in functions {
            // SAFETY: the structures have the sizes that they say.
            unsafe {
                assert!(error::take(function(std::ptr::null_mut())).is_err());
                for size in [0_usize, 15, 16, 24, 200] {
                    let mut args = [0_usize; 25];
                    args[0] = size;
                    assert!(error::take(function(args.as_mut_ptr().cast())).is_err());
                }
            }
        }
        // SAFETY: null is no structure.
        unsafe {
            assert!(error::take(future_create(std::ptr::null_mut())).is_err());
            error::message(std::ptr::null_mut());
            error::destroy(std::ptr::null_mut());
        }
    }

    #[test]
    fn contexts_end_with_their_call() {
        let state: Arc<State> = Arc::default();
        let entered = Entered::new(Context::new(&state)).expect("a slot");
        let address = entered.address();
        let context = CONTEXTS.get(address).expect("it runs");
        let block = context.allocate(100, 256).expect("memory");
        assert_eq!(block.addr() % 256, 0);
        assert!(context.allocate(8, 3).is_err() && context.free(std::ptr::null_mut()).is_err());
        context.free(block).expect("its memory");
        assert!(context.free(block).is_err() && context.user_data(1).is_err());
        drop(context);
        drop(entered);
        assert!(CONTEXTS.get(address).is_err());
    }
}
