//! The extension for layouts.

use std::ffi::c_void;

use super::*;

/// The number of the extension.
pub(crate) const LAYOUTS_EXTENSION: u32 = 4;

layout! {
    plain PJRT_Layouts_Extension {
        base: PJRT_Extension_Base,
        destroy: Option<Function>,
        serialize: Option<Function>,
        client_getdefaultlayout: Option<Function>,
        buffer_memorylayout: Option<Function>,
        topology_getdefaultlayout: Option<Function>,
        executable_getoutputlayouts: Option<Function>,
        executable_getparameterlayouts: Option<Function>,
    }
    args PJRT_Layouts_MemoryLayout_Destroy_Args {
        layout: *mut PJRT_Layouts_MemoryLayout,
    }
    args PJRT_Layouts_MemoryLayout_Serialize_Args {
        layout: *mut PJRT_Layouts_MemoryLayout,
        serialized_bytes: *const u8,
        serialized_bytes_size: usize,
        serialized_layout: *mut c_void,
        serialized_layout_deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    }
    args PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args {
        buffer: *mut PJRT_Buffer,
        layout: *mut PJRT_Layouts_MemoryLayout,
    }
    args PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args {
        client: *mut PJRT_Client,
        r#type: u32,
        dims: *const i64,
        num_dims: usize,
        layout: *mut PJRT_Layouts_MemoryLayout,
    }
    args PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args {
        executable: *mut PJRT_Executable,
        num_outputs: usize,
        layouts: *const *mut PJRT_Layouts_MemoryLayout,
    }
    args PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args {
        executable: *mut PJRT_Executable,
        num_parameters: usize,
        layouts: *const *mut PJRT_Layouts_MemoryLayout,
    }
    args PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args {
        topology_description: *mut PJRT_TopologyDescription,
        r#type: u32,
        dims: *const i64,
        num_dims: usize,
        layout: *mut PJRT_Layouts_MemoryLayout,
    }
}
