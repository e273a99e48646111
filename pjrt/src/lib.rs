//! The PJRT plugin: the C interface by which JAX compiles and runs programs.
//!
//! ```text
//! table ─► border ─► client, device, topology     what there is
//!                    buffer ─► memory, layout     arrays
//!                    alias, continuation          arrays that wait for their caller
//!                    executable ─► execute        programs, on the driver
//!                    cluster ─► key_value         devices of other processes
//!                    execution ─► callbacks, stream   what a run asks its host for
//!                    event, queue                 what happens later
//!                    ffi                          handlers of users that programs call
//!                    profiler                     what happened, while a caller records it
//! ```
//!
//! Callers hold addresses of objects, which are looked up (`slab`) and never trusted. `abi` has the structures of the interface.
//!
//! **Architecture invariant.** No panic and no error of a program ends the process; what a caller passes is checked as far as the
//! interface lets it.

mod abi;
mod account;
mod alias;
mod border;
mod buffer;
mod buffer_api;
mod buffer_copy;
mod callback_error;
mod callbacks;
#[cfg(test)]
mod calls;
mod client;
mod cluster;
mod compile_options;
mod configure;
mod continuation;
mod device;
mod element;
mod error;
mod error_api;
mod event;
mod executable;
mod executable_api;
mod execute;
mod execution;
mod ffi;
mod fork;
mod host_callback;
mod key_value;
mod launches;
mod layout;
mod layouts;
mod marked;
mod memory;
mod named_value;
mod op_sharding;
mod owned_bytes;
mod platform;
mod process;
mod profiler;
mod queue;
#[cfg(test)]
mod random_calls;
mod run;
mod serialized;
mod shape;
mod shardings;
mod slab;
mod spin;
mod stream;
mod table;
mod topology;
mod transfer;
mod wire;

pub use abi::PJRT_Api;
pub use ffi::XLA_FFI_GetApi;
pub use table::GetPjrtApi;
