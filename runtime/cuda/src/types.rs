//! Types and numbers of the driver's interface in C.

use std::ffi::c_void;

/// `CUresult`.
pub(crate) type Status = i32;
/// `CUdevice`.
pub(crate) type Ordinal = i32;
/// `CUcontext`, `CUmodule`, `CUfunction`, `CUstream`, `CUgraph`, `CUgraphExec`, `CUmemoryPool`.
pub(crate) type Handle = *mut c_void;
/// `CUdeviceptr`.
pub(crate) type Address = u64;

/// `CUlaunchAttribute`.
#[repr(C, align(8))]
pub(crate) struct LaunchAttribute {
    pub(crate) id: u32,
    pub(crate) pad: u32,
    /// The used part of a union of 64 bytes.
    pub(crate) value: [u32; 16],
}

/// `CUlaunchConfig`.
#[repr(C)]
pub(crate) struct LaunchConfig {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) shared_bytes: u32,
    pub(crate) stream: Handle,
    pub(crate) attributes: *mut LaunchAttribute,
    pub(crate) count: u32,
}

/// `CUtensorMap`.
#[repr(C, align(64))]
pub(crate) struct EncodedMap(pub(crate) [u8; 128]);

pub(crate) const SUCCESS: Status = 0;
pub(crate) const OUT_OF_MEMORY: Status = 2;
pub(crate) const NO_DEVICE: Status = 100;

/// `CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION`
pub(crate) const CLUSTER_DIMENSION: u32 = 4;
/// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`
pub(crate) const MAX_DYNAMIC_SHARED: i32 = 8;
/// `CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED`
pub(crate) const LARGE_CLUSTERS: i32 = 14;
/// `CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT`
pub(crate) const MULTIPROCESSORS: i32 = 16;
/// `CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR`
pub(crate) const MAJOR: i32 = 75;
/// `CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR`
pub(crate) const MINOR: i32 = 76;
/// `CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN`
pub(crate) const SHARED_PER_BLOCK: i32 = 97;
/// `CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED`
pub(crate) const MEMORY_POOLS: i32 = 115;
/// `CU_MEMPOOL_ATTR_RELEASE_THRESHOLD`
pub(crate) const RELEASE_THRESHOLD: i32 = 4;
/// `CU_STREAM_NON_BLOCKING`
pub(crate) const NON_BLOCKING: u32 = 1;
/// `CU_STREAM_CAPTURE_MODE_RELAXED`: memory may be allocated during the capture.
pub(crate) const RELAXED: i32 = 2;
/// `CU_JIT_INFO_LOG_BUFFER`, its size, `CU_JIT_ERROR_LOG_BUFFER`, and its size.
pub(crate) const JIT_LOGS: [i32; 4] = [3, 4, 5, 6];
