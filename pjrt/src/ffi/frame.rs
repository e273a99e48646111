//! Call frames: arguments, results, attributes and context of a handler.

use std::ffi::c_void;

use super::abi::{
    ARG_BUFFER, CALL_FRAME_SIZE, FfiHandler, RET_BUFFER, XLA_FFI_Api, XLA_FFI_Args, XLA_FFI_Attrs,
    XLA_FFI_Buffer, XLA_FFI_CallFrame, XLA_FFI_ExecutionContext, XLA_FFI_Rets,
};
use super::error;
use super::future::FUTURES;
use crate::abi::Layout;
use crate::error::{Error, Result};

/// A frame without arguments, results, attributes and context.
pub(super) fn empty(api: *const XLA_FFI_Api, stage: u32) -> XLA_FFI_CallFrame {
    // SAFETY: zeros are valid for all fields.
    let mut frame: XLA_FFI_CallFrame = unsafe { std::mem::zeroed() };
    frame.struct_size = CALL_FRAME_SIZE;
    frame.api = api;
    frame.stage = stage;
    frame.args.struct_size = XLA_FFI_Args::SIZE;
    frame.rets.struct_size = XLA_FFI_Rets::SIZE;
    frame.attrs.struct_size = XLA_FFI_Attrs::SIZE;
    frame
}

/// An array as a handler has it.
pub(super) struct Array<'a> {
    pub dtype: u32,
    pub data: *mut c_void,
    pub dims: &'a [i64],
}

/// The arguments and results of a call in the form of the interface.
pub(super) struct Buffers {
    /// The addresses point there; the lists are not changed after they were made.
    _buffers: [Vec<XLA_FFI_Buffer>; 2],
    addresses: [Vec<*mut c_void>; 2],
    types: [Vec<u32>; 2],
}

impl Buffers {
    /// The sizes of the arrays must stay where they are for as long as this lives.
    pub(super) fn new(inputs: &[Array<'_>], outputs: &[Array<'_>]) -> Self {
        let buffer = |array: &Array<'_>| XLA_FFI_Buffer {
            struct_size: XLA_FFI_Buffer::SIZE,
            extension_start: std::ptr::null_mut(),
            dtype: array.dtype,
            data: array.data,
            rank: array.dims.len() as i64,
            dims: array.dims.as_ptr().cast_mut(),
        };
        let mut buffers = [inputs, outputs].map(|list| list.iter().map(buffer).collect::<Vec<_>>());
        let addresses = buffers.each_mut().map(|list| {
            let start = list.as_mut_ptr();
            (0..list.len()).map(|i| start.wrapping_add(i).cast::<c_void>()).collect()
        });
        let types = [vec![ARG_BUFFER; inputs.len()], vec![RET_BUFFER; outputs.len()]];
        Self { _buffers: buffers, addresses, types }
    }

    /// A frame with these arguments and results; it is valid for as long as they are.
    pub(super) fn frame(
        &mut self,
        (api, stage): (*const XLA_FFI_Api, u32),
        attributes: XLA_FFI_Attrs,
        context: *mut XLA_FFI_ExecutionContext,
    ) -> XLA_FFI_CallFrame {
        let mut frame = empty(api, stage);
        frame.ctx = context;
        frame.attrs = attributes;
        let [inputs, outputs] = self.addresses.each_mut().map(|list| (list.as_mut_ptr(), list.len() as i64));
        let [input_types, output_types] = self.types.each_mut().map(|list| list.as_mut_ptr());
        (frame.args.args, frame.args.size, frame.args.types) = (inputs.0, inputs.1, input_types);
        (frame.rets.rets, frame.rets.size, frame.rets.types) = (outputs.0, outputs.1, output_types);
        frame
    }
}

/// Calls a handler, and waits for what it computes later.
///
/// # Safety
/// The frame is valid, with arguments and results that the handler may read and write.
pub(super) unsafe fn invoke(handler: FfiHandler, frame: &mut XLA_FFI_CallFrame) -> Result<()> {
    // SAFETY: the user registered a function of this type; the caller vouches for the frame.
    error::take(unsafe { handler(std::ptr::from_mut(frame)) })?;
    let future = frame.future;
    if future.is_null() {
        return Ok(());
    }
    let unknown = |_| Error::internal("the handler returned a future that is none of this runtime");
    let outcome = FUTURES.get(future).map_err(unknown)?.wait();
    FUTURES.remove(future);
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::abi::{EXECUTE, F32, S32, XLA_FFI_Error};

    /// Writes the sum of the sizes of its argument, and checks what it got.
    unsafe extern "C" fn sizes(frame: *mut XLA_FFI_CallFrame) -> *mut XLA_FFI_Error {
        // SAFETY: the test passes an argument of two dimensions and a result of one element.
        unsafe {
            let frame = &mut *frame;
            assert_eq!(
                (frame.struct_size, frame.stage, frame.args.size, frame.rets.size),
                (168, EXECUTE, 1, 1)
            );
            let input = &*(*frame.args.args).cast::<XLA_FFI_Buffer>();
            let output = &*(*frame.rets.rets).cast::<XLA_FFI_Buffer>();
            assert_eq!((input.dtype, input.rank, output.dtype, output.rank), (F32, 2, S32, 0));
            if *input.dims == 0 {
                return error::give(Error::with_code(9, "no rows"));
            }
            *output.data.cast::<i32>() = (*input.dims + *input.dims.add(1)) as i32;
        }
        std::ptr::null_mut()
    }

    fn no_attributes() -> XLA_FFI_Attrs {
        empty(std::ptr::null(), EXECUTE).attrs
    }

    #[test]
    fn handlers_get_buffers_and_give_errors() {
        let mut outcomes = Vec::new();
        for rows in [2, 0] {
            let (mut result, dims) = (0_i32, [rows, 3]);
            let input = Array { dtype: F32, data: std::ptr::null_mut(), dims: &dims };
            let output = Array { dtype: S32, data: (&raw mut result).cast(), dims: &[] };
            let mut buffers = Buffers::new(&[input], &[output]);
            let mut frame = buffers.frame((std::ptr::null(), EXECUTE), no_attributes(), std::ptr::null_mut());
            // SAFETY: the handler reads and writes what is there.
            let outcome = unsafe { invoke(sizes, &mut frame) };
            outcomes.push((outcome.map_err(|e| (e.code(), e.message().to_owned())), result));
        }
        assert_eq!(outcomes, [(Ok(()), 5), (Err((9, "no rows".to_owned())), 0)]);
    }
}
