//! XLA's FFI: handlers of users, such as `jax.ffi` registers, run in compiled programs.
//!
//! ```text
//! extension ─► registry, types      what was registered
//! resolve ─► call_site ─► attributes, array_type     custom calls of a program, at compile time
//! routine ─► frame ─► staging       a call: its buffers as the handler has them
//! api ─► context ─► state, pool     what a handler asks for
//! ```
//!
//! A custom call whose target was registered gets a target of its own, which a routine of the compiler serves; the routine calls the
//! handler. Handlers are code of the user: they run in this process, and what they write outside of their results, exceptions that leave
//! them, and jumps over our frames are their own defects.

mod abi;
mod api;
mod array_type;
mod attributes;
mod call_site;
mod context;
mod error;
mod extension;
mod frame;
mod future;
mod pool;
mod registry;
#[cfg(test)]
mod replicas;
mod resolve;
mod routine;
mod staging;
mod state;
mod types;
mod untyped;

pub use api::XLA_FFI_GetApi;
pub(crate) use array_type::primitive_type;
pub(crate) use context::{USER_DATA, UserData};
pub(crate) use extension::EXTENSION;
pub(crate) use resolve::resolve;
