//! MLIR bytecode: reading and writing versions 0 to 6 of the format, as `mlir-opt` of LLVM 22 does.
//!
//! ```text
//! magic · version · producer · sections
//!   dialects and op names · offsets of attributes and types · attributes and types · IR
//!   offsets of resources · resources · strings · properties
//! ```
//! The attributes and types of the builtin dialect have binary forms ([`builtin`]); a dialect can bring its own
//! ([`Codec`], in [`Dialect::bytecode`](strata_core::Dialect)), and what has none is stored as text.
//!
//! **Architecture invariants.** Whatever the bytes, the result is IR or a diagnostic: every count is compared with the
//! bytes that are left before anything is allocated, and nesting is bounded by the limits of the context. Names no
//! dialect but `builtin`.

pub mod builtin;
mod codec;
mod convert;
mod emit;
mod format;
mod read;
mod use_order;
mod write;

pub use codec::{Codec, PropertyForm, PropertySpec, properties_only};
pub use convert::{Conversion, OpHead};
pub use emit::Emitter;
pub use format::{CURRENT_VERSION, is_bytecode};
pub use read::{
    Cursor, EntryReader, Header, ReadError, ReadOptions, ReadResult, read_converted, read_header, read_module,
};
pub use use_order::UseOrders;
pub use write::{EntryWriter, WriteOptions, write_module};
