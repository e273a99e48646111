//! The routine of custom calls that call a function of the host, as the Python package makes them for callbacks.

use std::ffi::{c_char, c_void};

use strata_driver::Call;

use crate::queue::while_blocked;

/// The target of the custom calls.
pub(crate) const TARGET: &str = "strata_host_callback";

/// The most bytes of the text of an error.
const ERROR_BYTES: usize = 1 << 16;

/// An array of a call, row-major.
#[repr(C)]
struct Array {
    data: *mut c_void,
    rank: i64,
    dims: *const i64,
    /// The number of the element type in PJRT.
    element: i32,
    reserved: i32,
}

/// The function: it reads the inputs, writes the outputs, and returns 0, or leaves the text of an error, which ends with a zero.
type Callback = unsafe extern "C" fn(i64, *const Array, i64, *const Array, *mut c_char, i64) -> i32;

/// The number in PJRT of an element type by its DLPack code and bits; 0, which is no type, for those that callbacks do not take.
fn number(code: i64, bits: i64) -> i32 {
    match (code, bits) {
        (6, _) | (_, 1) => 1,
        (0, 8) => 2,
        (0, 16) => 3,
        (0, 32) => 4,
        (0, 64) => 5,
        (1, 8) => 6,
        (1, 16) => 7,
        (1, 32) => 8,
        (1, 64) => 9,
        (2, 16) => 10,
        (2, 32) => 11,
        (2, 64) => 12,
        (4, 16) => 13,
        (5, 64) => 14,
        (5, 128) => 15,
        // Floats of 8 bits: which of them, the callback knows.
        (16, 8) => 16,
        (0, 4) => 21,
        (1, 4) => 22,
        _ => 0,
    }
}

/// Calls the function whose address is the entry `address` of the configuration.
pub(crate) fn call(call: &mut Call<'_>) -> Result<(), String> {
    let address = call.entry("address").and_then(|text| text.trim().parse::<i64>().ok()).unwrap_or(0);
    if address == 0 {
        return Err(format!("the custom call '{TARGET}' has no address"));
    }
    // The first arguments and results of ordered calls are tokens, which the function does not get.
    let tokens = call.entry("tokens").and_then(|text| text.trim().parse::<usize>().ok()).unwrap_or(0);
    call.inputs.drain(..tokens.min(call.inputs.len()));
    call.outputs.drain(..tokens.min(call.outputs.len()));
    let dims = |shape: &[usize]| shape.iter().map(|&d| d as i64).collect::<Vec<_>>();
    let shapes: Vec<Vec<i64>> = call
        .inputs
        .iter()
        .map(|i| dims(&i.shape))
        .chain(call.outputs.iter().map(|o| dims(&o.shape)))
        .collect();
    let (input_shapes, output_shapes) = shapes.split_at(call.inputs.len());
    let array = |data: *mut u8, dims: &Vec<i64>, code, bits| Array {
        data: data.cast(),
        rank: dims.len() as i64,
        dims: dims.as_ptr(),
        element: number(code, bits),
        reserved: 0,
    };
    let inputs: Vec<Array> = call
        .inputs
        .iter()
        .zip(input_shapes)
        .map(|(i, dims)| array(i.bytes.as_ptr().cast_mut(), dims, i.element.code, i.element.bits))
        .collect();
    let outputs: Vec<Array> = call
        .outputs
        .iter_mut()
        .zip(output_shapes)
        .map(|(o, dims)| array(o.bytes.as_mut_ptr(), dims, o.element.code, o.element.bits))
        .collect();
    if inputs.iter().chain(&outputs).any(|a| a.element == 0) {
        return Err("a callback takes no arrays of such an element type".to_owned());
    }
    let mut error = vec![0_u8; ERROR_BYTES];
    let function: *const c_void = std::ptr::with_exposed_provenance(address as usize);
    // SAFETY: the program names the function by its address, as the Python package wrote it there; it has this type, and stays for as
    // long as the program. Inputs and outputs are those of the call.
    let function = unsafe { std::mem::transmute::<*const c_void, Callback>(function) };
    // SAFETY: as above. The function may wait for programs that come later.
    let status = while_blocked(|| unsafe {
        function(
            inputs.len() as i64,
            inputs.as_ptr(),
            outputs.len() as i64,
            outputs.as_ptr(),
            error.as_mut_ptr().cast(),
            error.len() as i64,
        )
    });
    if status == 0 {
        return Ok(());
    }
    let end = error.iter().position(|&byte| byte == 0).unwrap_or(error.len());
    Err(String::from_utf8_lossy(&error[..end]).into_owned())
}
