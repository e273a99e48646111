//! Buffers.

use std::ffi::c_void;

use super::*;

/// A function for a caller that knows where a part of a buffer goes.
pub(crate) type RawCopyCallback = unsafe extern "C" fn(*mut PJRT_Buffer_CopyRawToHostFuture_Callback_Args);
/// A function for a caller that has done what a donated buffer waits for.
pub(crate) type DependencyCallback =
    unsafe extern "C" fn(*mut PJRT_Buffer_DonateWithControlDependency_Callback_Args);

layout! {
    args PJRT_Buffer_Bitcast_Args {
        buffer: *mut PJRT_Buffer,
        element_type: u32,
        dims: *const i64,
        num_dims: usize,
        device_layout: *const PJRT_Buffer_MemoryLayout,
        out_buffer: *mut PJRT_Buffer,
    }
    args PJRT_Buffer_CopyRawToHostFuture_Args {
        buffer: *mut PJRT_Buffer,
        offset: i64,
        transfer_size: i64,
        event: *mut PJRT_Event,
        callback_data: *mut c_void,
        future_ready_callback: Option<RawCopyCallback>,
    }
    plain PJRT_Buffer_CopyRawToHostFuture_Callback_Args {
        struct_size: usize,
        callback_data: *mut c_void,
        error_code: u32,
        error_message: *const u8,
        error_message_size: usize,
        dst: *mut c_void,
    }
    args PJRT_Buffer_CopyRawToHost_Args {
        buffer: *mut PJRT_Buffer,
        dst: *mut c_void,
        offset: i64,
        transfer_size: i64,
        event: *mut PJRT_Event,
    }
    args PJRT_Buffer_CopyToDevice_Args {
        buffer: *mut PJRT_Buffer,
        dst_device: *mut PJRT_Device,
        dst_buffer: *mut PJRT_Buffer,
    }
    args PJRT_Buffer_CopyToMemory_Args {
        buffer: *mut PJRT_Buffer,
        dst_memory: *mut PJRT_Memory,
        dst_buffer: *mut PJRT_Buffer,
    }
    args PJRT_Buffer_DecreaseExternalReferenceCount_Args {
        buffer: *mut PJRT_Buffer,
    }
    args PJRT_Buffer_Delete_Args {
        buffer: *mut PJRT_Buffer,
    }
    args PJRT_Buffer_Destroy_Args {
        buffer: *mut PJRT_Buffer,
    }
    args PJRT_Buffer_Device_Args {
        buffer: *mut PJRT_Buffer,
        device: *mut PJRT_Device,
    }
    args PJRT_Buffer_Dimensions_Args {
        buffer: *mut PJRT_Buffer,
        dims: *const i64,
        num_dims: usize,
    }
    args PJRT_Buffer_DonateWithControlDependency_Args {
        buffer: *mut PJRT_Buffer,
        callback_data: *mut c_void,
        dependency_ready_callback: Option<DependencyCallback>,
        out_buffer: *mut PJRT_Buffer,
    }
    plain PJRT_Buffer_DonateWithControlDependency_Callback_Args {
        struct_size: usize,
        callback_data: *mut c_void,
        error_code: u32,
        error_message: *const u8,
        error_message_size: usize,
    }
    args PJRT_Buffer_DynamicDimensionIndices_Args {
        buffer: *mut PJRT_Buffer,
        dynamic_dim_indices: *const usize,
        num_dynamic_dims: usize,
    }
    args PJRT_Buffer_ElementType_Args {
        buffer: *mut PJRT_Buffer,
        r#type: u32,
    }
    args PJRT_Buffer_GetMemoryLayout_Args {
        buffer: *mut PJRT_Buffer,
        layout: PJRT_Buffer_MemoryLayout,
    }
    args PJRT_Buffer_IncreaseExternalReferenceCount_Args {
        buffer: *mut PJRT_Buffer,
    }
    args PJRT_Buffer_IsDeleted_Args {
        buffer: *mut PJRT_Buffer,
        is_deleted: u8,
    }
    args PJRT_Buffer_IsOnCpu_Args {
        buffer: *mut PJRT_Buffer,
        is_on_cpu: u8,
    }
    args PJRT_Buffer_Memory_Args {
        buffer: *mut PJRT_Buffer,
        memory: *mut PJRT_Memory,
    }
    args PJRT_Buffer_OnDeviceSizeInBytes_Args {
        buffer: *mut PJRT_Buffer,
        on_device_size_in_bytes: usize,
    }
    args PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args {
        buffer: *mut PJRT_Buffer,
        device_memory_ptr: *mut c_void,
    }
    args PJRT_Buffer_ReadyEvent_Args {
        buffer: *mut PJRT_Buffer,
        event: *mut PJRT_Event,
    }
    args PJRT_Buffer_ToHostBuffer_Args {
        src: *mut PJRT_Buffer,
        host_layout: *const PJRT_Buffer_MemoryLayout,
        dst: *mut c_void,
        dst_size: usize,
        event: *mut PJRT_Event,
    }
    args PJRT_Buffer_UnpaddedDimensions_Args {
        buffer: *mut PJRT_Buffer,
        unpadded_dims: *const i64,
        num_dims: usize,
    }
    args PJRT_Buffer_UnsafePointer_Args {
        buffer: *mut PJRT_Buffer,
        buffer_pointer: usize,
    }
}
