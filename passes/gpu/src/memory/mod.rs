//! Memory of the host and of the device.
//!
//! | what | where it lies | who decides |
//! |---|---|---|
//! | buffers of the host's part of a program | memory of the device, with copies of what the host itself reads or writes | [`DeviceMemory`] |
//! | scalars that only kernels read | loaded by the kernels | `sink` |
//! | buffers that code allocates which becomes a kernel | shared memory of the block where they are small, else memory of the device | `private` |
//! | shared memory beyond what a kernel can declare | views of the memory whose size the launch says | `shared` |
//! | arguments of kernels | what all launches know of them is said at the function | [`MarkKernelArguments`] |

mod arguments;
mod device_memory;
pub(crate) mod private;
pub(crate) mod shared;
pub(crate) mod sink;

pub use arguments::MarkKernelArguments;
pub use device_memory::DeviceMemory;
