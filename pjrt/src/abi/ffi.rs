//! The extensions for XLA's FFI, and for custom calls: GPU plugins have the latter, which registers all stages of a handler.

use std::ffi::c_void;

use super::*;

/// The number of the extension for custom calls.
pub(crate) const CUSTOM_CALL_EXTENSION: u32 = 0;
/// The number of the extension for the FFI.
pub(crate) const FFI_EXTENSION: u32 = 5;

/// A handler: it gets a call frame of XLA's FFI, or is a function from before it.
pub(crate) type Handler = unsafe extern "C" fn(*mut c_void) -> *mut c_void;

layout! {
    plain PJRT_FFI_Extension {
        base: PJRT_Extension_Base,
        type_register: Option<Function>,
        user_data_add: Option<Function>,
        register_handler: Option<Function>,
    }
    plain PJRT_FFI_Register_Handler_Args {
        struct_size: usize,
        target_name: *const u8,
        target_name_size: usize,
        handler: Option<Handler>,
        platform_name: *const u8,
        platform_name_size: usize,
        traits: u32,
    }
    plain PJRT_FFI_Type_Info {
        deleter: Option<unsafe extern "C" fn(*mut c_void)>,
        serialize: *mut c_void,
        deserialize: *mut c_void,
    }
    args PJRT_FFI_Type_Register_Args {
        type_name: *const u8,
        type_name_size: usize,
        type_id: i64,
        type_info: *const PJRT_FFI_Type_Info,
    }
    plain PJRT_FFI_UserData {
        type_id: i64,
        data: *mut c_void,
    }
    args PJRT_FFI_UserData_Add_Args {
        context: *mut PJRT_ExecuteContext,
        user_data: PJRT_FFI_UserData,
    }
    plain PJRT_Gpu_Custom_Call {
        base: PJRT_Extension_Base,
        custom_call: Option<Function>,
    }
    plain PJRT_Gpu_Register_Custom_Call_Args {
        struct_size: usize,
        function_name: *const u8,
        function_name_size: usize,
        api_version: i32,
        handler_instantiate: Option<Handler>,
        handler_prepare: Option<Handler>,
        handler_initialize: Option<Handler>,
        handler_execute: Option<Handler>,
    }
}
