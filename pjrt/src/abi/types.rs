//! Types that the arguments of several functions share.

use std::ffi::c_void;

use super::*;

/// Frees the data of a chunk; the second argument is that of the chunk.
pub(crate) type ChunkDeleter = unsafe extern "C" fn(*mut c_void, *mut c_void);
/// Makes an error of this plugin out of a code and a text.
pub(crate) type CallbackError = unsafe extern "C" fn(u32, *const u8, usize) -> *mut PJRT_Error;
/// Gets a chunk of what a program sends, which belongs to it then, the bytes of all chunks, and whether this is the last one.
pub(crate) type SendCallback =
    unsafe extern "C" fn(*mut PJRT_Chunk, *mut CallbackError, usize, bool, *mut c_void) -> *mut PJRT_Error;
/// Gets a stream for what a program receives, which belongs to it then.
pub(crate) type RecvCallback = unsafe extern "C" fn(*mut PJRT_CopyToDeviceStream, *mut c_void);

layout! {
    plain PJRT_Extension_Base {
        struct_size: usize,
        r#type: u32,
        next: *mut PJRT_Extension_Base,
    }
    args PJRT_Api_Version {
        major_version: i32,
        minor_version: i32,
    }
    args PJRT_Buffer_MemoryLayout_Strides {
        byte_strides: *const i64,
        num_byte_strides: usize,
    }
    args PJRT_Buffer_MemoryLayout_Tiled {
        minor_to_major: *const i64,
        minor_to_major_size: usize,
        tile_dims: *const i64,
        tile_dim_sizes: *const usize,
        num_tiles: usize,
    }
    args PJRT_Buffer_MemoryLayout {
        value: PJRT_Buffer_MemoryLayout_Value,
        r#type: u32,
    }
    plain PJRT_Chunk {
        data: *mut c_void,
        size: usize,
        deleter: Option<ChunkDeleter>,
        deleter_arg: *mut c_void,
    }
    plain PJRT_Error_FunctionTable {
        struct_size: usize,
        instance_size: usize,
        extension_start: *mut PJRT_Extension_Base,
        destroy: *mut c_void,
        message: *const u8,
        get_code: *mut c_void,
        for_each_payload: *mut c_void,
    }
    args PJRT_ExecuteOptions {
        send_callbacks: *const *const PJRT_SendCallbackInfo,
        recv_callbacks: *const *const PJRT_RecvCallbackInfo,
        num_send_ops: usize,
        num_recv_ops: usize,
        launch_id: i32,
        non_donatable_input_indices: *const i64,
        num_non_donatable_input_indices: usize,
        context: *mut PJRT_ExecuteContext,
        call_location: *const u8,
        num_tasks: usize,
        task_ids: *const i32,
        incarnation_ids: *mut c_void,
        multi_slice_config: *mut c_void,
        use_major_to_minor_data_layout_for_callbacks: u8,
        hlo_output_callbacks: *mut c_void,
        num_hlo_output_callbacks: usize,
    }
    plain PJRT_HloOutputCallbackInfo {
        user_arg: *mut c_void,
        callback: *mut c_void,
        callback_id: i64,
        num_operands: usize,
    }
    plain PJRT_LoadOptions {
        struct_size: usize,
        computation_origin: *const u8,
        computation_origin_size: usize,
        multi_slice_config: *mut c_void,
    }
    plain PJRT_LogicalDeviceIds {
        replica: i32,
        partition: i32,
    }
    args PJRT_Memory_FunctionTable {
        instance_struct_size: usize,
        get_user_data: *mut c_void,
        set_user_data: *mut c_void,
    }
    args PJRT_NamedValue {
        name: *const u8,
        name_size: usize,
        r#type: u32,
        value: PJRT_NamedValue_Value,
        value_size: usize,
    }
    plain PJRT_ProcessInfo {
        struct_size: usize,
        task_id: i32,
        incarnation_id: usize,
        state: u32,
        error_code: i32,
        error_message: *const u8,
        error_message_size: usize,
    }
    args PJRT_Program {
        code: *const u8,
        code_size: usize,
        format: *const u8,
        format_size: usize,
    }
    plain PJRT_RecvCallbackInfo {
        channel_id: i64,
        user_arg: *mut c_void,
        recv_callback: Option<RecvCallback>,
    }
    plain PJRT_SendCallbackInfo {
        channel_id: i64,
        user_arg: *mut c_void,
        send_callback: Option<SendCallback>,
    }
    args PJRT_ShapeSpec {
        dims: *const i64,
        num_dims: usize,
        element_type: u32,
    }
}
