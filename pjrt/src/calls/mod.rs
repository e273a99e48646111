//! Tests that call the functions of the table as callers do.

mod buffers;
mod channels;

use std::ffi::c_void;

use crate::abi::*;
use crate::table::{GetPjrtApi, NAMES};
use crate::wire::{push_bytes, push_int};

/// The code and the text of an error.
pub(crate) type Failure = (u32, String);

/// Calls the function whose arguments these are, after `fill` set some of them.
pub(crate) fn call<A: Layout>(fill: impl FnOnce(&mut A)) -> Result<A, Failure> {
    // SAFETY: zeros are valid; the structure begins with its size. The table is a constant.
    unsafe {
        let mut args: A = std::mem::zeroed();
        (&raw mut args).cast::<usize>().write(A::SIZE);
        fill(&mut args);
        let name = A::NAME.trim_end_matches("_Args");
        let slot = NAMES.iter().position(|&other| other == name).expect("a function of the table");
        match failure(((*GetPjrtApi()).functions[slot])((&raw mut args).cast())) {
            Some(failure) => Err(failure),
            None => Ok(args),
        }
    }
}

/// Reads and destroys an error.
pub(crate) fn failure(error: *mut PJRT_Error) -> Option<Failure> {
    if error.is_null() {
        return None;
    }
    let text = call::<PJRT_Error_Message_Args>(|a| a.error = error).expect("a message");
    let code = call::<PJRT_Error_GetCode_Args>(|a| a.error = error).expect("a code").code;
    // SAFETY: the text is there until the error is destroyed.
    let bytes = unsafe { std::slice::from_raw_parts(text.message, text.message_size) };
    let message = String::from_utf8_lossy(bytes).into_owned();
    call::<PJRT_Error_Destroy_Args>(|a| a.error = error).expect("destroyed");
    Some((code, message))
}

/// Waits for an event, and destroys it.
pub(crate) fn wait(event: *mut PJRT_Event) -> Result<(), Failure> {
    let outcome = call::<PJRT_Event_Await_Args>(|a| a.event = event).map(|_| ());
    call::<PJRT_Event_Destroy_Args>(|a| a.event = event).expect("destroyed");
    outcome
}

pub(crate) fn is_ready(event: *mut PJRT_Event) -> bool {
    call::<PJRT_Event_IsReady_Args>(|a| a.event = event).expect("an event").is_ready != 0
}

/// A client, which is destroyed at the end.
pub(crate) struct Client(*mut PJRT_Client);

impl Drop for Client {
    fn drop(&mut self) {
        call::<PJRT_Client_Destroy_Args>(|a| a.client = self.0).expect("destroyed");
    }
}

impl Client {
    pub(crate) fn new(target: &str, devices: i64) -> Self {
        let option = |name: &str| PJRT_NamedValue {
            struct_size: PJRT_NamedValue::SIZE,
            extension_start: std::ptr::null_mut(),
            name: name.as_ptr(),
            name_size: name.len(),
            r#type: named::INT64,
            value: PJRT_NamedValue_Value { int64: devices },
            value_size: 1,
        };
        let value = PJRT_NamedValue_Value { string: target.as_ptr() };
        let (r#type, value_size) = (named::STRING, target.len());
        let options =
            [option("num_devices"), PJRT_NamedValue { r#type, value, value_size, ..option("target") }];
        let made = call::<PJRT_Client_Create_Args>(|a| {
            (a.create_options, a.num_options) = (options.as_ptr(), options.len());
        });
        Self(made.expect("a client").client)
    }

    pub(crate) fn device(&self, id: i32) -> *mut PJRT_Device {
        let fill = |a: &mut PJRT_Client_LookupDevice_Args| (a.client, a.id) = (self.0, id);
        call(fill).expect("a device").device
    }

    /// The first memory of a device.
    pub(crate) fn memory(&self, id: i32) -> *mut PJRT_Memory {
        let fill = |a: &mut PJRT_Device_DefaultMemory_Args| a.device = self.device(id);
        call(fill).expect("a memory").memory
    }

    /// An array of `i32` on a device.
    pub(crate) fn buffer(&self, device: i32, elements: &[i32]) -> *mut PJRT_Buffer {
        let dims = [elements.len() as i64];
        let made = call::<PJRT_Client_BufferFromHostBuffer_Args>(|a| {
            (a.client, a.device, a.r#type) = (self.0, self.device(device), 4);
            a.data = elements.as_ptr().cast_mut().cast();
            (a.dims, a.num_dims) = (dims.as_ptr(), 1);
        });
        let made = made.expect("a buffer");
        wait(made.done_with_host_buffer).expect("copied");
        made.buffer
    }

    /// A program for a number of replicas.
    pub(crate) fn compile(&self, text: &str, replicas: i64) -> *mut PJRT_LoadedExecutable {
        let mut build = Vec::new();
        push_int(&mut build, 4, replicas);
        push_int(&mut build, 5, 1);
        let mut options = Vec::new();
        push_bytes(&mut options, 3, &build);
        let program = PJRT_Program {
            struct_size: PJRT_Program::SIZE,
            extension_start: std::ptr::null_mut(),
            code: text.as_ptr(),
            code_size: text.len(),
            format: "mlir".as_ptr(),
            format_size: 4,
        };
        let made = call::<PJRT_Client_Compile_Args>(|a| {
            (a.client, a.program) = (self.0, &raw const program);
            (a.compile_options, a.compile_options_size) = (options.as_ptr(), options.len());
        });
        made.expect("a program").executable
    }
}

/// Options of a call.
pub(crate) fn options() -> PJRT_ExecuteOptions {
    // SAFETY: zeros are what a caller leaves out.
    PJRT_ExecuteOptions { struct_size: PJRT_ExecuteOptions::SIZE, ..unsafe { std::mem::zeroed() } }
}

/// The one result of each device, and the events of the ends.
pub(crate) type Results = (Vec<*mut PJRT_Buffer>, Vec<*mut PJRT_Event>);

/// Runs a program with a list of arguments for each device.
pub(crate) fn execute(
    program: *mut PJRT_LoadedExecutable,
    arguments: &[&[*mut PJRT_Buffer]],
    options: &PJRT_ExecuteOptions,
) -> Result<Results, Failure> {
    let lists: Vec<*const *mut PJRT_Buffer> = arguments.iter().map(|list| list.as_ptr()).collect();
    let mut results = vec![std::ptr::null_mut(); lists.len()];
    let places: Vec<*mut *mut PJRT_Buffer> = results.iter_mut().map(std::ptr::from_mut).collect();
    let mut events = vec![std::ptr::null_mut(); lists.len()];
    call::<PJRT_LoadedExecutable_Execute_Args>(|a| {
        (a.executable, a.options) = (program, options);
        (a.argument_lists, a.num_devices, a.num_args) = (lists.as_ptr(), lists.len(), arguments[0].len());
        (a.output_lists, a.device_complete_events) = (places.as_ptr(), events.as_mut_ptr());
    })?;
    Ok((results, events))
}

/// The elements of a buffer, once they are there.
pub(crate) fn elements(buffer: *mut PJRT_Buffer, count: usize) -> Result<Vec<i32>, Failure> {
    let mut to = vec![0_i32; count];
    let copied = call::<PJRT_Buffer_ToHostBuffer_Args>(|a| {
        (a.src, a.dst, a.dst_size) = (buffer, to.as_mut_ptr().cast(), 4 * count);
    })?;
    wait(copied.event)?;
    Ok(to)
}

/// Destroys buffers.
pub(crate) fn destroy(buffers: &[*mut PJRT_Buffer]) {
    for &buffer in buffers {
        call::<PJRT_Buffer_Destroy_Args>(|a| a.buffer = buffer).expect("destroyed");
    }
}

pub(crate) fn destroy_program(program: *mut PJRT_LoadedExecutable) {
    call::<PJRT_LoadedExecutable_Destroy_Args>(|a| a.executable = program).expect("destroyed");
}

/// The address of what a callback gets.
pub(crate) fn address<T>(of: &T) -> *mut c_void {
    std::ptr::from_ref(of).cast_mut().cast()
}
