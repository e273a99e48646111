//! The part of the shell language that `RUN` lines use, run in process.
//!
//! Pipes, `&&`, `||`, `;`, redirections, quotes, and the commands of [`builtins`]. A command is looked up among the
//! built-in ones, then among the suite's in-process tools, then in the suite's folders and `PATH`.
pub mod builtins;
pub mod diff;
pub mod exec;
pub mod parse;
pub mod process;
