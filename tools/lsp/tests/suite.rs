//! The tests speak the protocol, over the in-memory connection or with the process.

mod client;
mod completion;
mod diagnostics;
mod editing;
mod extents;
mod grammars;
mod incremental;
mod names;
mod process;
mod robust;
mod shown;
