//! Errors.

use std::ffi::c_void;

use super::*;

layout! {
    args PJRT_Error_Destroy_Args {
        error: *mut PJRT_Error,
    }
    args PJRT_Error_ForEachPayload_Args {
        error: *mut PJRT_Error,
        visitor: *mut c_void,
        user_arg: *mut c_void,
    }
    args PJRT_Error_GetCode_Args {
        error: *mut PJRT_Error,
        code: u32,
    }
    args PJRT_Error_Message_Args {
        error: *mut PJRT_Error,
        message: *const u8,
        message_size: usize,
    }
}
