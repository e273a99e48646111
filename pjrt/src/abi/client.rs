//! The plugin and its clients.

use std::ffi::c_void;

use super::*;

layout! {
    args PJRT_Client_AddressableDevices_Args {
        client: *mut PJRT_Client,
        addressable_devices: *const *mut PJRT_Device,
        num_addressable_devices: usize,
    }
    args PJRT_Client_AddressableMemories_Args {
        client: *mut PJRT_Client,
        addressable_memories: *const *mut PJRT_Memory,
        num_addressable_memories: usize,
    }
    args PJRT_Client_BufferFromHostBuffer_Args {
        client: *mut PJRT_Client,
        data: *mut c_void,
        r#type: u32,
        dims: *const i64,
        num_dims: usize,
        byte_strides: *const i64,
        num_byte_strides: usize,
        host_buffer_semantics: u32,
        device: *mut PJRT_Device,
        memory: *mut PJRT_Memory,
        device_layout: *const PJRT_Buffer_MemoryLayout,
        done_with_host_buffer: *mut PJRT_Event,
        buffer: *mut PJRT_Buffer,
    }
    args PJRT_Client_Compile_Args {
        client: *mut PJRT_Client,
        program: *const PJRT_Program,
        compile_options: *const u8,
        compile_options_size: usize,
        executable: *mut PJRT_LoadedExecutable,
    }
    args PJRT_Client_CreateAliasBuffer_Args {
        client: *mut PJRT_Client,
        memory: *mut PJRT_Memory,
        shape_dims: *const i64,
        shape_num_dims: usize,
        shape_element_type: u32,
        shape_layout: *const PJRT_Buffer_MemoryLayout,
        alias_buffer: *mut PJRT_Buffer,
        fulfill_alias_buffer_cb: *mut PJRT_FulfillAliasBufferCallback,
    }
    args PJRT_Client_CreateBuffersForAsyncHostToDevice_Args {
        client: *mut PJRT_Client,
        shape_specs: *const PJRT_ShapeSpec,
        num_shape_specs: usize,
        device_layouts: *mut c_void,
        num_device_layouts: usize,
        memory: *mut PJRT_Memory,
        transfer_manager: *mut PJRT_AsyncHostToDeviceTransferManager,
    }
    args PJRT_Client_CreateErrorBuffer_Args {
        client: *mut PJRT_Client,
        error_code: u32,
        error_message: *const u8,
        error_message_size: usize,
        shape_dims: *const i64,
        shape_num_dims: usize,
        shape_element_type: u32,
        shape_layout: *const PJRT_Buffer_MemoryLayout,
        memory: *mut PJRT_Memory,
        buffer: *mut PJRT_Buffer,
        payload: *const u8,
        num_payload: usize,
    }
    args PJRT_Client_CreateUninitializedBuffer_Args {
        client: *mut PJRT_Client,
        shape_dims: *const i64,
        shape_num_dims: usize,
        shape_element_type: u32,
        shape_layout: *const PJRT_Buffer_MemoryLayout,
        device: *mut PJRT_Device,
        memory: *mut PJRT_Memory,
        buffer: *mut PJRT_Buffer,
    }
    args PJRT_Client_CreateViewOfDeviceBuffer_Args {
        client: *mut PJRT_Client,
        device_buffer_ptr: *mut c_void,
        dims: *const i64,
        num_dims: usize,
        element_type: u32,
        layout: *const PJRT_Buffer_MemoryLayout,
        device: *mut PJRT_Device,
        on_delete_callback: Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>,
        on_delete_callback_arg: *mut c_void,
        stream: i64,
        buffer: *mut PJRT_Buffer,
        memory: *mut PJRT_Memory,
    }
    args PJRT_Client_Create_Args {
        create_options: *const PJRT_NamedValue,
        num_options: usize,
        kv_get_callback: Option<Get>,
        kv_get_user_arg: *mut c_void,
        kv_put_callback: Option<Put>,
        kv_put_user_arg: *mut c_void,
        client: *mut PJRT_Client,
        kv_try_get_callback: Option<TryGet>,
        kv_try_get_user_arg: *mut c_void,
    }
    args PJRT_Client_DefaultDeviceAssignment_Args {
        client: *mut PJRT_Client,
        num_replicas: i32,
        num_partitions: i32,
        default_assignment_size: usize,
        default_assignment: *mut i32,
    }
    args PJRT_Client_Destroy_Args {
        client: *mut PJRT_Client,
    }
    args PJRT_Client_Devices_Args {
        client: *mut PJRT_Client,
        devices: *const *mut PJRT_Device,
        num_devices: usize,
    }
    args PJRT_Client_DmaMap_Args {
        client: *mut PJRT_Client,
        data: *mut c_void,
        size: usize,
    }
    args PJRT_Client_DmaUnmap_Args {
        client: *mut PJRT_Client,
        data: *mut c_void,
    }
    args PJRT_Client_FulfillAliasBuffer_Args {
        client: *mut PJRT_Client,
        buffer: *mut PJRT_Buffer,
        status_code: u32,
        error_message: *const u8,
        error_message_size: usize,
        fulfill_alias_buffer_cb: *mut PJRT_FulfillAliasBufferCallback,
    }
    args PJRT_Client_Load_Args {
        client: *mut PJRT_Client,
        executable: *mut PJRT_Executable,
        compile_options: *const u8,
        compile_options_size: usize,
        loaded_executable: *mut PJRT_LoadedExecutable,
    }
    args PJRT_Client_LookupAddressableDevice_Args {
        client: *mut PJRT_Client,
        local_hardware_id: i32,
        addressable_device: *mut PJRT_Device,
    }
    args PJRT_Client_LookupDevice_Args {
        client: *mut PJRT_Client,
        id: i32,
        device: *mut PJRT_Device,
    }
    args PJRT_Client_PlatformName_Args {
        client: *mut PJRT_Client,
        platform_name: *const u8,
        platform_name_size: usize,
    }
    args PJRT_Client_PlatformVersion_Args {
        client: *mut PJRT_Client,
        platform_version: *const u8,
        platform_version_size: usize,
    }
    args PJRT_Client_ProcessIndex_Args {
        client: *mut PJRT_Client,
        process_index: i32,
    }
    args PJRT_Client_TopologyDescription_Args {
        client: *mut PJRT_Client,
        topology: *mut PJRT_TopologyDescription,
    }
    args PJRT_Client_UpdateGlobalProcessInfo_Args {
        client: *mut PJRT_Client,
        process_infos: *mut c_void,
        num_process_infos: usize,
    }
    args PJRT_Plugin_Attributes_Args {
        attributes: *const PJRT_NamedValue,
        num_attributes: usize,
    }
    args PJRT_Plugin_Initialize_Args {}
}
