//! The table of functions, in the order of the header.

use std::ffi::c_void;

use crate::abi::{FUNCTIONS, Function, PJRT_Api, PJRT_Api_Version, PJRT_Error, VERSION};
use crate::border::enter;
use crate::{
    alias, buffer_api, buffer_copy, client, continuation, device, error_api, event, executable_api, execute,
    serialized, shape, shardings, stream, topology, transfer,
};

/// A table of functions under the names of the header.
macro_rules! functions {
    ($($slot:ident = $function:path,)*) => {
        /// The names of the functions.
        #[cfg(test)]
        pub(crate) const NAMES: [&str; FUNCTIONS] = [$(stringify!($slot)),*];
        const TABLE: [Function; FUNCTIONS] = [$({
            unsafe extern "C" fn call(args: *mut c_void) -> *mut PJRT_Error {
                // SAFETY: callers of the interface pass what the header says.
                unsafe { enter(args, $function) }
            }
            call
        }),*];
    };
}

functions! {
    PJRT_Error_Destroy = error_api::destroy,
    PJRT_Error_Message = error_api::message,
    PJRT_Error_GetCode = error_api::get_code,
    PJRT_Plugin_Initialize = client::initialize,
    PJRT_Plugin_Attributes = client::attributes,
    PJRT_Event_Destroy = event::destroy,
    PJRT_Event_IsReady = event::is_ready,
    PJRT_Event_Error = event::error,
    PJRT_Event_Await = event::wait,
    PJRT_Event_OnReady = event::on_ready,
    PJRT_Client_Create = client::create,
    PJRT_Client_Destroy = client::destroy,
    PJRT_Client_PlatformName = client::platform_name,
    PJRT_Client_ProcessIndex = client::process_index,
    PJRT_Client_PlatformVersion = client::platform_version,
    PJRT_Client_Devices = client::devices,
    PJRT_Client_AddressableDevices = client::addressable_devices,
    PJRT_Client_LookupDevice = client::lookup_device,
    PJRT_Client_LookupAddressableDevice = client::lookup_addressable_device,
    PJRT_Client_AddressableMemories = client::addressable_memories,
    PJRT_Client_Compile = executable_api::compile,
    PJRT_Client_DefaultDeviceAssignment = client::default_device_assignment,
    PJRT_Client_BufferFromHostBuffer = buffer_api::from_host,
    PJRT_DeviceDescription_Id = device::description_id,
    PJRT_DeviceDescription_ProcessIndex = device::description_process_index,
    PJRT_DeviceDescription_Attributes = device::description_attributes,
    PJRT_DeviceDescription_Kind = device::description_kind,
    PJRT_DeviceDescription_DebugString = device::description_debug_string,
    PJRT_DeviceDescription_ToString = device::description_to_string,
    PJRT_Device_GetDescription = device::get_description,
    PJRT_Device_IsAddressable = device::is_addressable,
    PJRT_Device_LocalHardwareId = device::local_hardware_id,
    PJRT_Device_AddressableMemories = device::addressable_memories,
    PJRT_Device_DefaultMemory = device::get_default_memory,
    PJRT_Device_MemoryStats = device::memory_stats,
    PJRT_Memory_Id = device::memory_id,
    PJRT_Memory_Kind = device::memory_kind,
    PJRT_Memory_DebugString = device::memory_debug_string,
    PJRT_Memory_ToString = device::memory_to_string,
    PJRT_Memory_AddressableByDevices = device::memory_devices,
    PJRT_Executable_Destroy = executable_api::destroy,
    PJRT_Executable_Name = executable_api::name,
    PJRT_Executable_NumReplicas = executable_api::replicas,
    PJRT_Executable_NumPartitions = executable_api::partitions,
    PJRT_Executable_NumOutputs = executable_api::outputs,
    PJRT_Executable_SizeOfGeneratedCodeInBytes = executable_api::code_size,
    PJRT_Executable_GetCostAnalysis = executable_api::cost_analysis,
    PJRT_Executable_OutputMemoryKinds = executable_api::output_memory_kinds,
    PJRT_Executable_OptimizedProgram = executable_api::optimized_program,
    PJRT_Executable_Serialize = serialized::serialize,
    PJRT_LoadedExecutable_Destroy = executable_api::destroy_loaded,
    PJRT_LoadedExecutable_GetExecutable = executable_api::executable,
    PJRT_LoadedExecutable_AddressableDevices = executable_api::devices,
    PJRT_LoadedExecutable_Delete = executable_api::delete,
    PJRT_LoadedExecutable_IsDeleted = executable_api::is_deleted,
    PJRT_LoadedExecutable_Execute = execute::execute,
    PJRT_Executable_DeserializeAndLoad = serialized::deserialize,
    PJRT_LoadedExecutable_Fingerprint = executable_api::loaded_fingerprint,
    PJRT_Buffer_Destroy = buffer_api::destroy,
    PJRT_Buffer_ElementType = buffer_api::element_type,
    PJRT_Buffer_Dimensions = buffer_api::dimensions,
    PJRT_Buffer_UnpaddedDimensions = buffer_api::unpadded_dimensions,
    PJRT_Buffer_DynamicDimensionIndices = buffer_api::dynamic_dimensions,
    PJRT_Buffer_GetMemoryLayout = buffer_api::memory_layout,
    PJRT_Buffer_OnDeviceSizeInBytes = buffer_api::size,
    PJRT_Buffer_Device = buffer_api::device,
    PJRT_Buffer_Memory = buffer_api::memory,
    PJRT_Buffer_Delete = buffer_api::delete,
    PJRT_Buffer_IsDeleted = buffer_api::is_deleted,
    PJRT_Buffer_CopyToDevice = buffer_copy::copy_to_device,
    PJRT_Buffer_ToHostBuffer = buffer_copy::to_host,
    PJRT_Buffer_IsOnCpu = buffer_api::is_on_cpu,
    PJRT_Buffer_ReadyEvent = buffer_api::ready_event,
    PJRT_Buffer_UnsafePointer = buffer_api::unsafe_pointer,
    PJRT_Buffer_IncreaseExternalReferenceCount = buffer_api::hold,
    PJRT_Buffer_DecreaseExternalReferenceCount = buffer_api::release,
    PJRT_Buffer_OpaqueDeviceMemoryDataPointer = buffer_api::opaque_pointer,
    PJRT_CopyToDeviceStream_Destroy = stream::destroy,
    PJRT_CopyToDeviceStream_AddChunk = stream::add_chunk,
    PJRT_CopyToDeviceStream_TotalBytes = stream::total_bytes,
    PJRT_CopyToDeviceStream_GranuleSize = stream::granule_size,
    PJRT_CopyToDeviceStream_CurrentBytes = stream::current_bytes,
    PJRT_TopologyDescription_Create = client::topology_create,
    PJRT_TopologyDescription_Destroy = topology::destroy,
    PJRT_TopologyDescription_PlatformName = topology::platform_name,
    PJRT_TopologyDescription_PlatformVersion = topology::platform_version,
    PJRT_TopologyDescription_GetDeviceDescriptions = topology::device_descriptions,
    PJRT_TopologyDescription_Serialize = topology::serialize,
    PJRT_TopologyDescription_Attributes = topology::attributes,
    PJRT_Compile = executable_api::compile_for_topology,
    PJRT_Executable_OutputElementTypes = executable_api::output_types,
    PJRT_Executable_OutputDimensions = executable_api::output_dimensions,
    PJRT_Buffer_CopyToMemory = buffer_copy::copy_to_memory,
    PJRT_Client_CreateViewOfDeviceBuffer = buffer_api::view,
    PJRT_Executable_Fingerprint = executable_api::fingerprint,
    PJRT_Client_TopologyDescription = client::topology,
    PJRT_Executable_GetCompiledMemoryStats = executable_api::memory_stats,
    PJRT_Memory_Kind_Id = device::memory_kind_id,
    PJRT_ExecuteContext_Create = executable_api::context_create,
    PJRT_ExecuteContext_Destroy = executable_api::context_destroy,
    PJRT_Buffer_CopyRawToHost = buffer_copy::raw_to_host,
    PJRT_AsyncHostToDeviceTransferManager_Destroy = transfer::destroy,
    PJRT_AsyncHostToDeviceTransferManager_TransferData = transfer::transfer,
    PJRT_Client_CreateBuffersForAsyncHostToDevice = transfer::create,
    PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer = transfer::retrieve,
    PJRT_AsyncHostToDeviceTransferManager_Device = transfer::device,
    PJRT_AsyncHostToDeviceTransferManager_BufferCount = transfer::buffer_count,
    PJRT_AsyncHostToDeviceTransferManager_BufferSize = transfer::buffer_size,
    PJRT_AsyncHostToDeviceTransferManager_SetBufferError = transfer::set_error,
    PJRT_AsyncHostToDeviceTransferManager_AddMetadata = transfer::add_metadata,
    PJRT_Client_DmaMap = client::dma_map,
    PJRT_Client_DmaUnmap = client::dma_unmap,
    PJRT_Client_CreateUninitializedBuffer = buffer_api::uninitialized,
    PJRT_Client_UpdateGlobalProcessInfo = client::update_processes,
    PJRT_TopologyDescription_Deserialize = topology::deserialize,
    PJRT_Client_CreateAliasBuffer = alias::create,
    PJRT_Client_FulfillAliasBuffer = alias::fulfill,
    PJRT_LoadedExecutable_GetDeviceAssignment = executable_api::device_assignment,
    PJRT_Client_CreateErrorBuffer = buffer_api::error_buffer,
    PJRT_AsyncHostToDeviceTransferManager_TransferLiteral = transfer::transfer_literal,
    PJRT_Buffer_CopyRawToHostFuture = continuation::raw_to_host_later,
    PJRT_Device_PoisonExecution = device::poison_execution,
    PJRT_Device_CreateAsyncTrackingEvent = device::tracking_event,
    PJRT_AsyncTrackingEvent_Destroy = event::destroy_tracking,
    PJRT_Executable_GetCompileOptions = executable_api::compile_options,
    PJRT_Buffer_DonateWithControlDependency = continuation::donate,
    PJRT_Event_Create = event::create,
    PJRT_Event_Set = event::set,
    PJRT_Device_GetAttributes = device::attributes,
    PJRT_Client_Load = executable_api::load,
    PJRT_LoadedExecutable_AddressableDeviceLogicalIds = executable_api::logical_ids,
    PJRT_Buffer_Bitcast = buffer_api::bitcast,
    PJRT_Error_ForEachPayload = error_api::for_each_payload,
    PJRT_TopologyDescription_Fingerprint = topology::fingerprint,
    PJRT_Executable_ParameterMemoryKinds = executable_api::parameter_memory_kinds,
    PJRT_Device_ClearMemoryStats = device::clear_memory_stats,
    PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace = shape::canonical,
    PJRT_TopologyDescription_GetMemorySpaceKindIds = topology::memory_kinds,
}

/// The plugin.
static API: PJRT_Api = PJRT_Api {
    struct_size: size_of::<PJRT_Api>(),
    extension_start: shardings::EXTENSION.base(),
    pjrt_api_version: PJRT_Api_Version {
        struct_size: size_of::<PJRT_Api_Version>(),
        extension_start: std::ptr::null_mut(),
        major_version: VERSION[0],
        minor_version: VERSION[1],
    },
    functions: TABLE,
};

/// The entry point of the plugin: the table of its functions.
#[unsafe(no_mangle)]
pub extern "C" fn GetPjrtApi() -> *const PJRT_Api {
    &raw const API
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_in_the_order_of_the_header() {
        let expected: Vec<&str> = include_str!("../tests/functions_0_114.txt").lines().collect();
        assert_eq!(NAMES.as_slice(), expected);
    }
}
