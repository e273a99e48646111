//! Devices, their descriptions and memories.

use std::ffi::c_void;

use super::*;

layout! {
    args PJRT_DeviceDescription_Attributes_Args {
        device_description: *mut PJRT_DeviceDescription,
        num_attributes: usize,
        attributes: *const PJRT_NamedValue,
    }
    args PJRT_DeviceDescription_DebugString_Args {
        device_description: *mut PJRT_DeviceDescription,
        debug_string: *const u8,
        debug_string_size: usize,
    }
    args PJRT_DeviceDescription_Id_Args {
        device_description: *mut PJRT_DeviceDescription,
        id: i32,
    }
    args PJRT_DeviceDescription_Kind_Args {
        device_description: *mut PJRT_DeviceDescription,
        device_kind: *const u8,
        device_kind_size: usize,
    }
    args PJRT_DeviceDescription_ProcessIndex_Args {
        device_description: *mut PJRT_DeviceDescription,
        process_index: i32,
    }
    args PJRT_DeviceDescription_ToString_Args {
        device_description: *mut PJRT_DeviceDescription,
        to_string: *const u8,
        to_string_size: usize,
    }
    args PJRT_Device_AddressableMemories_Args {
        device: *mut PJRT_Device,
        memories: *const *mut PJRT_Memory,
        num_memories: usize,
    }
    args PJRT_Device_ClearMemoryStats_Args {
        device: *mut PJRT_Device,
    }
    args PJRT_Device_CreateAsyncTrackingEvent_Args {
        device: *mut PJRT_Device,
        description: *const u8,
        description_size: usize,
        event: *mut PJRT_Event,
    }
    args PJRT_Device_DefaultMemory_Args {
        device: *mut PJRT_Device,
        memory: *mut PJRT_Memory,
    }
    args PJRT_Device_GetAttributes_Args {
        device: *mut PJRT_Device,
        attributes: *const PJRT_NamedValue,
        num_attributes: usize,
        device_attributes: *mut c_void,
        attributes_deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    }
    args PJRT_Device_GetDescription_Args {
        device: *mut PJRT_Device,
        device_description: *mut PJRT_DeviceDescription,
    }
    args PJRT_Device_IsAddressable_Args {
        device: *mut PJRT_Device,
        is_addressable: u8,
    }
    args PJRT_Device_LocalHardwareId_Args {
        device: *mut PJRT_Device,
        local_hardware_id: i32,
    }
    args PJRT_Device_MemoryStats_Args {
        device: *mut PJRT_Device,
        bytes_in_use: i64,
        peak_bytes_in_use: i64,
        peak_bytes_in_use_is_set: u8,
        num_allocs: i64,
        num_allocs_is_set: u8,
        largest_alloc_size: i64,
        largest_alloc_size_is_set: u8,
        bytes_limit: i64,
        bytes_limit_is_set: u8,
        bytes_reserved: i64,
        bytes_reserved_is_set: u8,
        peak_bytes_reserved: i64,
        peak_bytes_reserved_is_set: u8,
        bytes_reservable_limit: i64,
        bytes_reservable_limit_is_set: u8,
        largest_free_block_bytes: i64,
        largest_free_block_bytes_is_set: u8,
        pool_bytes: i64,
        pool_bytes_is_set: u8,
        peak_pool_bytes: i64,
        peak_pool_bytes_is_set: u8,
        peak_allocated_bytes: i64,
        peak_allocated_bytes_is_set: u8,
    }
    args PJRT_Device_PoisonExecution_Args {
        device: *mut PJRT_Device,
        launch_id: i32,
        error_code: u32,
        error_message: *const u8,
        error_message_size: usize,
        poisoned: u8,
        payload: *const u8,
        num_payload: usize,
    }
    args PJRT_Memory_AddressableByDevices_Args {
        memory: *mut PJRT_Memory,
        devices: *const *mut PJRT_Device,
        num_devices: usize,
    }
    args PJRT_Memory_DebugString_Args {
        memory: *mut PJRT_Memory,
        debug_string: *const u8,
        debug_string_size: usize,
    }
    args PJRT_Memory_Id_Args {
        memory: *mut PJRT_Memory,
        id: i32,
    }
    args PJRT_Memory_Kind_Args {
        memory: *mut PJRT_Memory,
        kind: *const u8,
        kind_size: usize,
    }
    args PJRT_Memory_Kind_Id_Args {
        memory: *mut PJRT_Memory,
        kind_id: i32,
    }
    args PJRT_Memory_ToString_Args {
        memory: *mut PJRT_Memory,
        to_string: *const u8,
        to_string_size: usize,
    }
}
