//! The extension for shardings.

use super::*;

/// The number of the extension.
pub(crate) const SHARDINGS_EXTENSION: u32 = 19;

layout! {
    plain PJRT_Shardings_Extension {
        base: PJRT_Extension_Base,
        executable_parametershardings: Option<Function>,
        executable_outputshardings: Option<Function>,
    }
    args PJRT_Shardings_PJRT_Executable_ParameterShardings_Args {
        executable: *mut PJRT_Executable,
        num_parameters: usize,
        shardings: *const *const u8,
        sharding_sizes: *const usize,
    }
    args PJRT_Shardings_PJRT_Executable_OutputShardings_Args {
        executable: *mut PJRT_Executable,
        num_outputs: usize,
        shardings: *const *const u8,
        sharding_sizes: *const usize,
    }
}
