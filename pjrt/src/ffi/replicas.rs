//! Handlers in the processes of a call, as they see their run.

use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use super::abi::{
    FFI_VERSION, METADATA_EXTENSION, XLA_FFI_Buffer, XLA_FFI_CallFrame, XLA_FFI_DeviceOrdinal_Get_Args,
    XLA_FFI_Error, XLA_FFI_Error_Create_Args, XLA_FFI_Handler_Bundle, XLA_FFI_Metadata_Extension,
    XLA_FFI_RunId_Get_Args,
};
use super::api::API;
use super::registry::register_typed;
use crate::abi::Layout;
use crate::calls::{Client, destroy, destroy_program, elements, execute, options, wait};

/// The run and the device of each call of the handler.
static SEEN: Mutex<Vec<(i64, i32)>> = Mutex::new(Vec::new());

const PROGRAM: &str = "func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
    %0 = stablehlo.custom_call @seen_by_replicas(%x) {api_version = 4 : i32} : (tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
}";

/// A structure of the interface with its size.
fn sized<A: Layout>() -> A {
    // SAFETY: zeros are valid; the structure begins with its size.
    unsafe {
        let mut args: A = std::mem::zeroed();
        (&raw mut args).cast::<usize>().write(A::SIZE);
        args
    }
}

/// Adds one to the first number and gives the device as the second one, or fails for a negative argument.
unsafe extern "C" fn handler(frame: *mut XLA_FFI_CallFrame) -> *mut XLA_FFI_Error {
    // SAFETY: the frame, its extension, its arguments and results are there during the call, and are those of the program.
    unsafe {
        let extension = (*frame).extension_start;
        if !extension.is_null() && (*extension).r#type == METADATA_EXTENSION {
            let version = &mut (*(*extension.cast::<XLA_FFI_Metadata_Extension>()).metadata).api_version;
            [version.major_version, version.minor_version] = FFI_VERSION;
            return std::ptr::null_mut();
        }
        let api = &*(*frame).api;
        let data = |list: *mut *mut c_void| (*(*list).cast::<XLA_FFI_Buffer>()).data.cast::<i32>();
        let (input, output) = (data((*frame).args.args), data((*frame).rets.rets));
        if *input < 0 {
            let mut error: XLA_FFI_Error_Create_Args = sized();
            (error.message, error.errc) = (c"there is nothing below zero".as_ptr(), 5);
            return api.error_create.expect("a function")((&raw mut error).cast());
        }
        let (mut run, mut device): (XLA_FFI_RunId_Get_Args, XLA_FFI_DeviceOrdinal_Get_Args) =
            (sized(), sized());
        (run.ctx, device.ctx) = ((*frame).ctx, (*frame).ctx);
        assert!(api.runid_get.expect("a function")((&raw mut run).cast()).is_null());
        assert!(api.deviceordinal_get.expect("a function")((&raw mut device).cast()).is_null());
        output.write(*input + 1);
        output.add(1).write(device.device_ordinal);
        let seen = (run.run_id, device.device_ordinal);
        SEEN.lock().unwrap_or_else(PoisonError::into_inner).push(seen);
        std::ptr::null_mut()
    }
}

#[test]
fn handlers_of_a_call_have_its_run_and_their_device() {
    let stages =
        XLA_FFI_Handler_Bundle { instantiate: None, prepare: None, initialize: None, execute: Some(handler) };
    register_typed(API.address(), "seen_by_replicas", "strata", &stages).expect("a handler");
    let client = Client::new("cpu", 2);
    let program = client.compile(PROGRAM, 2);
    let x = [client.buffer(0, &[1, 2]), client.buffer(1, &[3, 4])];
    let mut runs = Vec::new();
    for _ in 0..2 {
        let (results, ends) = execute(program, &[&[x[0]], &[x[1]]], &options()).expect("a call");
        ends.into_iter().for_each(|end| wait(end).expect("it ends"));
        assert_eq!(elements(results[0], 2), Ok(vec![2, 0]));
        assert_eq!(elements(results[1], 2), Ok(vec![4, 1]));
        destroy(&results);
        let mut seen = std::mem::take(&mut *SEEN.lock().unwrap_or_else(PoisonError::into_inner));
        seen.sort_unstable();
        assert_eq!(seen.iter().map(|(_, device)| *device).collect::<Vec<_>>(), [0, 1]);
        assert!(seen[0].0 == seen[1].0 && seen[0].0 > 0, "{seen:?}");
        runs.push(seen[0].0);
    }
    assert_ne!(runs[0], runs[1]);
    let below = client.buffer(1, &[-1, 0]);
    let (results, ends) = execute(program, &[&[x[0]], &[below]], &options()).expect("a call");
    for end in ends {
        assert_eq!(wait(end), Err((5, "there is nothing below zero".to_owned())));
    }
    destroy(&results);
    destroy(&[x[0], x[1], below]);
    destroy_program(program);
}
