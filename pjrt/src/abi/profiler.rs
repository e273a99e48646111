//! The extension for profilers.

use std::ffi::c_void;

use super::*;

/// The number of the extension.
pub(crate) const PROFILER_EXTENSION: u32 = 1;

layout! {
    plain PJRT_Profiler_Extension {
        base: PJRT_Extension_Base,
        profiler_api: *const PLUGIN_Profiler_Api,
        traceme_context_id: i64,
    }
    plain PLUGIN_Profiler_Api {
        struct_size: usize,
        r#priv: *mut c_void,
        error_destroy: Option<Function>,
        error_message: Option<Function>,
        error_get_code: Option<Function>,
        create: Option<Function>,
        destroy: Option<Function>,
        start: Option<Function>,
        stop: Option<Function>,
        collect_data: Option<Function>,
        consume: Option<Function>,
        consume_result_destroy: Option<Function>,
        serialize: Option<Function>,
    }
    plain PLUGIN_Profiler_Error_Destroy_Args {
        struct_size: usize,
        r#priv: *mut c_void,
        error: *mut PJRT_Error,
    }
    plain PLUGIN_Profiler_Error_Message_Args {
        struct_size: usize,
        r#priv: *mut c_void,
        error: *const PJRT_Error,
        message: *const u8,
        message_size: usize,
    }
    plain PLUGIN_Profiler_Error_GetCode_Args {
        struct_size: usize,
        r#priv: *mut c_void,
        error: *const PJRT_Error,
        code: u32,
    }
    plain PLUGIN_Profiler_Create_Args {
        struct_size: usize,
        options: *const u8,
        options_size: usize,
        profiler: *mut PLUGIN_Profiler,
    }
    plain PLUGIN_Profiler_Destroy_Args {
        struct_size: usize,
        profiler: *mut PLUGIN_Profiler,
    }
    plain PLUGIN_Profiler_Start_Args {
        struct_size: usize,
        profiler: *mut PLUGIN_Profiler,
    }
    plain PLUGIN_Profiler_Stop_Args {
        struct_size: usize,
        profiler: *mut PLUGIN_Profiler,
    }
    plain PLUGIN_Profiler_CollectData_Args {
        struct_size: usize,
        profiler: *mut PLUGIN_Profiler,
        buffer: *mut u8,
        buffer_size_in_bytes: usize,
    }
    plain PLUGIN_Profiler_Consume_Args {
        struct_size: usize,
        profiler: *mut PLUGIN_Profiler,
        result: *mut PLUGIN_Profiler_ConsumeResult,
    }
    plain PLUGIN_Profiler_ConsumeResult_Destroy_Args {
        struct_size: usize,
        consume_result: *mut PLUGIN_Profiler_ConsumeResult,
    }
    plain PLUGIN_Profiler_Serialize_Args {
        struct_size: usize,
        profiler: *mut PLUGIN_Profiler,
        consume_result: *mut PLUGIN_Profiler_ConsumeResult,
        serialized_bytes: *mut u8,
        serialized_size: usize,
    }
}
