//! A lit-style test runner and a FileCheck engine, both in process.
//!
//! * [`filecheck`] decides whether an input satisfies the `CHECK` lines of a file, with the verdicts of LLVM's
//!   `FileCheck`, in time linear in the input.
//! * [`config::Suite`] says where tests lie and what they may use; [`runner`] finds and runs them.
//! * [`document`] runs the commands that a document shows.
//! * [`shell`] executes their `RUN` lines; tools of the suite run without a process.
pub mod bless;
pub mod cli;
pub mod config;
pub mod directives;
pub mod document;
pub mod filecheck;
pub mod runner;
pub mod shell;
pub mod subst;
pub mod tool;

pub use cli::libtest_main;
pub use config::Suite;
pub use tool::ToolOutput;
