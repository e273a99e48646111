//! Memory of the host and of the device.
//!
//! | what | where it lies | who decides |
//! |---|---|---|
//! | buffers of the host's part of a program | memory of the device, with copies of what the host itself reads or writes | [`DeviceMemory`] |
//! | scalars that only kernels read | loaded by the kernels | `sink_loads` |
//! | buffers that code allocates which becomes a kernel | shared memory of the block where they are small, else memory of the device | `kernel_buffers` |
//! | shared memory beyond what a kernel can declare | views of the memory whose size the launch says | `dynamic_shared` |
//! | arguments of kernels | what all launches know of them is said at the function | [`MarkKernelArguments`] |

mod device_memory;
pub(crate) mod dynamic_shared;
mod kernel_arguments;
pub(crate) mod kernel_buffers;
pub(crate) mod sink_loads;

pub use device_memory::DeviceMemory;
pub use kernel_arguments::MarkKernelArguments;
