//! Transfers to devices in parts.

use std::ffi::c_void;

use super::*;

layout! {
    args PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        transfer_metadata: *mut c_void,
        num_metadata: usize,
    }
    args PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        buffer_count: usize,
    }
    args PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        buffer_index: i32,
        buffer_size: usize,
    }
    args PJRT_AsyncHostToDeviceTransferManager_Destroy_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
    }
    args PJRT_AsyncHostToDeviceTransferManager_Device_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        device_out: *mut PJRT_Device,
    }
    args PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        buffer_index: i32,
        buffer_out: *mut PJRT_Buffer,
    }
    args PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        buffer_index: i32,
        error_code: u32,
        error_message: *const u8,
        error_message_size: usize,
    }
    args PJRT_AsyncHostToDeviceTransferManager_TransferData_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        buffer_index: i32,
        data: *mut c_void,
        offset: i64,
        transfer_size: i64,
        is_last_transfer: u8,
        done_with_h2d_transfer: *mut PJRT_Event,
    }
    args PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args {
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
        buffer_index: i32,
        data: *mut c_void,
        shape_dims: *const i64,
        shape_num_dims: usize,
        shape_element_type: u32,
        shape_layout: *const PJRT_Buffer_MemoryLayout,
        done_with_h2d_transfer: *mut PJRT_Event,
    }
}
