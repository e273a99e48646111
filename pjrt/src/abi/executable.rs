//! Executables and their execution.

use std::ffi::c_void;

use super::*;

layout! {
    args PJRT_Executable_DeserializeAndLoad_Args {
        client: *mut PJRT_Client,
        serialized_executable: *const u8,
        serialized_executable_size: usize,
        loaded_executable: *mut PJRT_LoadedExecutable,
        overridden_serialized_compile_options: *const u8,
        overridden_serialized_compile_options_size: usize,
        load_options: *mut c_void,
    }
    args PJRT_Executable_Destroy_Args {
        executable: *mut PJRT_Executable,
    }
    args PJRT_Executable_Fingerprint_Args {
        executable: *mut PJRT_Executable,
        executable_fingerprint: *const u8,
        executable_fingerprint_size: usize,
    }
    args PJRT_Executable_GetCompileOptions_Args {
        executable: *mut PJRT_Executable,
        serialized_bytes: *const u8,
        serialized_bytes_size: usize,
        serialized_compile_options: *mut c_void,
        serialized_compile_options_deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    }
    args PJRT_Executable_GetCompiledMemoryStats_Args {
        executable: *mut PJRT_Executable,
        generated_code_size_in_bytes: i64,
        argument_size_in_bytes: i64,
        output_size_in_bytes: i64,
        alias_size_in_bytes: i64,
        temp_size_in_bytes: i64,
        host_generated_code_size_in_bytes: i64,
        host_argument_size_in_bytes: i64,
        host_output_size_in_bytes: i64,
        host_alias_size_in_bytes: i64,
        host_temp_size_in_bytes: i64,
        peak_memory_in_bytes: i64,
        total_size_in_bytes: i64,
        total_allocation_bytes: i64,
        indefinite_allocations: i64,
        peak_unpadded_heap_bytes: i64,
    }
    args PJRT_Executable_GetCostAnalysis_Args {
        executable: *mut PJRT_Executable,
        num_properties: usize,
        properties: *const PJRT_NamedValue,
    }
    args PJRT_Executable_Name_Args {
        executable: *mut PJRT_Executable,
        executable_name: *const u8,
        executable_name_size: usize,
    }
    args PJRT_Executable_NumOutputs_Args {
        executable: *mut PJRT_Executable,
        num_outputs: usize,
    }
    args PJRT_Executable_NumPartitions_Args {
        executable: *mut PJRT_Executable,
        num_partitions: usize,
    }
    args PJRT_Executable_NumReplicas_Args {
        executable: *mut PJRT_Executable,
        num_replicas: usize,
    }
    args PJRT_Executable_OptimizedProgram_Args {
        executable: *mut PJRT_Executable,
        program: *mut PJRT_Program,
    }
    args PJRT_Executable_OutputDimensions_Args {
        executable: *mut PJRT_Executable,
        num_outputs: usize,
        dims: *const i64,
        dim_sizes: *const usize,
    }
    args PJRT_Executable_OutputElementTypes_Args {
        executable: *mut PJRT_Executable,
        output_types: *const u32,
        num_output_types: usize,
    }
    args PJRT_Executable_OutputMemoryKinds_Args {
        executable: *mut PJRT_Executable,
        num_outputs: usize,
        memory_kinds: *const *const u8,
        memory_kind_sizes: *const usize,
    }
    args PJRT_Executable_ParameterMemoryKinds_Args {
        executable: *mut PJRT_Executable,
        num_parameters: usize,
        memory_kinds: *const *const u8,
        memory_kind_sizes: *const usize,
    }
    args PJRT_Executable_Serialize_Args {
        executable: *mut PJRT_Executable,
        serialized_bytes: *const u8,
        serialized_bytes_size: usize,
        serialized_executable: *mut c_void,
        serialized_executable_deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    }
    args PJRT_Executable_SizeOfGeneratedCodeInBytes_Args {
        executable: *mut PJRT_Executable,
        size_in_bytes: i64,
    }
    args PJRT_ExecuteContext_Create_Args {
        context: *mut PJRT_ExecuteContext,
    }
    args PJRT_ExecuteContext_Destroy_Args {
        context: *mut PJRT_ExecuteContext,
    }
    args PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args {
        executable: *mut PJRT_LoadedExecutable,
        addressable_device_logical_ids: *const PJRT_LogicalDeviceIds,
        num_addressable_device_logical_ids: usize,
    }
    args PJRT_LoadedExecutable_AddressableDevices_Args {
        executable: *mut PJRT_LoadedExecutable,
        addressable_devices: *const *mut PJRT_Device,
        num_addressable_devices: usize,
    }
    args PJRT_LoadedExecutable_Delete_Args {
        executable: *mut PJRT_LoadedExecutable,
    }
    args PJRT_LoadedExecutable_Destroy_Args {
        executable: *mut PJRT_LoadedExecutable,
    }
    args PJRT_LoadedExecutable_Execute_Args {
        executable: *mut PJRT_LoadedExecutable,
        options: *const PJRT_ExecuteOptions,
        argument_lists: *const *const *mut PJRT_Buffer,
        num_devices: usize,
        num_args: usize,
        output_lists: *const *mut *mut PJRT_Buffer,
        device_complete_events: *mut *mut PJRT_Event,
        execute_device: *mut PJRT_Device,
    }
    args PJRT_LoadedExecutable_Fingerprint_Args {
        executable: *mut PJRT_LoadedExecutable,
        executable_fingerprint: *const u8,
        executable_fingerprint_size: usize,
    }
    args PJRT_LoadedExecutable_GetDeviceAssignment_Args {
        executable: *mut PJRT_LoadedExecutable,
        serialized_bytes: *const u8,
        serialized_bytes_size: usize,
        serialized_device_assignment: *mut c_void,
        serialized_device_assignment_deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    }
    args PJRT_LoadedExecutable_GetExecutable_Args {
        loaded_executable: *mut PJRT_LoadedExecutable,
        executable: *mut PJRT_Executable,
    }
    args PJRT_LoadedExecutable_IsDeleted_Args {
        executable: *mut PJRT_LoadedExecutable,
        is_deleted: u8,
    }
}
