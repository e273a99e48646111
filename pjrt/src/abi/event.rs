//! Events.

use std::ffi::c_void;

use super::*;

layout! {
    args PJRT_AsyncTrackingEvent_Destroy_Args {
        event: *mut PJRT_Event,
    }
    args PJRT_Event_Await_Args {
        event: *mut PJRT_Event,
    }
    args PJRT_Event_Create_Args {
        event: *mut PJRT_Event,
    }
    args PJRT_Event_Destroy_Args {
        event: *mut PJRT_Event,
    }
    args PJRT_Event_Error_Args {
        event: *mut PJRT_Event,
    }
    args PJRT_Event_IsReady_Args {
        event: *mut PJRT_Event,
        is_ready: u8,
    }
    args PJRT_Event_OnReady_Args {
        event: *mut PJRT_Event,
        callback: Option<unsafe extern "C" fn(*mut PJRT_Error, *mut c_void)>,
        user_arg: *mut c_void,
    }
    args PJRT_Event_Set_Args {
        event: *mut PJRT_Event,
        error_code: u32,
        error_message: *const u8,
        error_message_size: usize,
    }
}
