//! The function by which callbacks make errors.

use crate::abi::PJRT_Error;
use crate::border::slice;
use crate::error::Error;
use crate::error_api::handle;

/// Makes an error for a callback.
pub(crate) unsafe extern "C" fn callback_error(
    code: u32,
    message: *const u8,
    size: usize,
) -> *mut PJRT_Error {
    // SAFETY: the callback gives the text with its length.
    let bytes = unsafe { slice(message, size, "the message") }.unwrap_or_default();
    handle(Error::with_code(code, String::from_utf8_lossy(bytes)))
}
