//! The runtime of compiled programs: parallel loops, aligned memory, an error slot, routines that are called by name, and a device for
//! kernels, in a context that the caller owns.
//!
//! - There is no global state: two contexts share nothing, and freeing a context ends its threads. (The name in reports of [`guard`] is
//!   for tests.)
//! - One context may be used by several threads at once; each parallel loop then has a slot of its own in the pool.
//! - Compiled code calls the C functions of [`c_api`]; a JIT finds their addresses with [`symbols`].
//! - LLVM is not needed to build or to use this crate.

pub mod c_api;
pub mod call;

mod alloc;
pub mod collective;
mod context;
mod crew;
mod dense;
pub mod device;
mod fourier;
mod gauge;
pub mod guard;
mod lapack;
mod live_host;
mod parts;
mod pool;
pub mod profile;
mod random;
mod reservation;
mod routine;
mod sequence;
mod slot;
mod sort;
mod sort_memory;
mod stack;
pub mod tensor;
mod threads;
mod tile_registers;
mod trials;

pub use alloc::{ALIGNMENT, MemoryUse};
pub use context::{CANCELLED, Context, OUT_OF_MEMORY, memory_limit};
pub use pool::Threads;
pub use slot::ChunkFn;
pub use threads::thread_count;
pub use tile_registers::request_tile_registers;

/// The C functions by name, for a JIT.
#[must_use]
pub fn symbols() -> Vec<(&'static str, *const ())> {
    vec![
        ("strata_rt_context_new", c_api::strata_rt_context_new as *const ()),
        ("strata_rt_context_free", c_api::strata_rt_context_free as *const ()),
        ("strata_rt_num_threads", c_api::strata_rt_num_threads as *const ()),
        ("strata_rt_parallel_for", c_api::strata_rt_parallel_for as *const ()),
        ("strata_rt_alloc", c_api::strata_rt_alloc as *const ()),
        ("strata_rt_free", c_api::strata_rt_free as *const ()),
        ("strata_rt_check_stack", c_api::strata_rt_check_stack as *const ()),
        ("strata_rt_check_cancel", c_api::strata_rt_check_cancel as *const ()),
        ("strata_rt_buffer", c_api::strata_rt_buffer as *const ()),
        ("strata_rt_buffer_free", c_api::strata_rt_buffer_free as *const ()),
        ("strata_rt_set_error", c_api::strata_rt_set_error as *const ()),
        ("strata_rt_error_code", c_api::strata_rt_error_code as *const ()),
        ("strata_rt_last_error", c_api::strata_rt_last_error as *const ()),
        ("strata_rt_clear_error", c_api::strata_rt_clear_error as *const ()),
        ("strata_rt_begin", c_api::strata_rt_begin as *const ()),
        ("strata_rt_end", c_api::strata_rt_end as *const ()),
        ("strata_rt_gpu_alloc", device::api::strata_rt_gpu_alloc as *const ()),
        ("strata_rt_gpu_free", device::api::strata_rt_gpu_free as *const ()),
        ("strata_rt_gpu_memcpy", device::api::strata_rt_gpu_memcpy as *const ()),
        ("strata_rt_gpu_memset", device::api::strata_rt_gpu_memset as *const ()),
        ("strata_rt_gpu_launch", device::api::strata_rt_gpu_launch as *const ()),
        ("strata_rt_gpu_synchronize", device::api::strata_rt_gpu_synchronize as *const ()),
        ("strata_rt_gpu_tensor_map", device::api::strata_rt_gpu_tensor_map as *const ()),
        ("strata_rt_call", call::strata_rt_call as *const ()),
        ("strata_rt_register", call::strata_rt_register as *const ()),
        ("strata_rt_communicator_new", collective::api::strata_rt_communicator_new as *const ()),
        ("strata_rt_communicator_free", collective::api::strata_rt_communicator_free as *const ()),
        ("strata_rt_join", collective::api::strata_rt_join as *const ()),
        ("strata_rt_profile_mark", profile::strata_rt_profile_mark as *const ()),
        ("strata_rt_check_tensor", tensor::strata_rt_check_tensor as *const ()),
        ("strata_rt_give_tensor", tensor::strata_rt_give_tensor as *const ()),
        ("strata_rt_tensor_free", tensor::strata_rt_tensor_free as *const ()),
    ]
}
