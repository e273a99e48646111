//! Topologies, and compilation for them.

use std::ffi::c_void;

use super::*;

layout! {
    args PJRT_Compile_Args {
        topology: *mut PJRT_TopologyDescription,
        program: *const PJRT_Program,
        compile_options: *const u8,
        compile_options_size: usize,
        client: *mut PJRT_Client,
        executable: *mut PJRT_Executable,
    }
    args PJRT_TopologyDescription_Attributes_Args {
        topology: *mut PJRT_TopologyDescription,
        attributes: *const PJRT_NamedValue,
        num_attributes: usize,
    }
    args PJRT_TopologyDescription_Create_Args {
        topology_name: *const u8,
        topology_name_size: usize,
        create_options: *const PJRT_NamedValue,
        num_options: usize,
        topology: *mut PJRT_TopologyDescription,
    }
    args PJRT_TopologyDescription_Deserialize_Args {
        serialized_topology: *const u8,
        serialized_topology_size: usize,
        topology: *mut PJRT_TopologyDescription,
    }
    args PJRT_TopologyDescription_Destroy_Args {
        topology: *mut PJRT_TopologyDescription,
    }
    args PJRT_TopologyDescription_Fingerprint_Args {
        topology: *mut PJRT_TopologyDescription,
        fingerprint: usize,
    }
    args PJRT_TopologyDescription_GetDeviceDescriptions_Args {
        topology: *mut PJRT_TopologyDescription,
        descriptions: *const *mut PJRT_DeviceDescription,
        num_descriptions: usize,
    }
    args PJRT_TopologyDescription_GetMemorySpaceKindIds_Args {
        topology: *mut PJRT_TopologyDescription,
        memory_space_kind_ids: *const i32,
        num_memory_space_kind_ids: usize,
    }
    args PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args {
        topology: *mut PJRT_TopologyDescription,
        memory_space_kind_id: i32,
        dims: *const i64,
        num_dims: usize,
        element_type: u32,
        layout: *const PJRT_Buffer_MemoryLayout,
        serialized_shape: *mut c_void,
        serialized_shape_size: usize,
        serialized_shape_deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    }
    args PJRT_TopologyDescription_PlatformName_Args {
        topology: *mut PJRT_TopologyDescription,
        platform_name: *const u8,
        platform_name_size: usize,
    }
    args PJRT_TopologyDescription_PlatformVersion_Args {
        topology: *mut PJRT_TopologyDescription,
        platform_version: *const u8,
        platform_version_size: usize,
    }
    args PJRT_TopologyDescription_Serialize_Args {
        topology: *mut PJRT_TopologyDescription,
        serialized_bytes: *const u8,
        serialized_bytes_size: usize,
        serialized_topology: *mut c_void,
        serialized_topology_deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    }
}
