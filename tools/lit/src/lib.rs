//! A lit-style test runner and a FileCheck engine, both in process.
//!
//! * [`filecheck`] decides whether an input satisfies the `CHECK` lines of a file, with the same results as LLVM's
//!   `FileCheck`, in time linear in the input.
//! * [`config::Suite`] has the folders and settings of a test suite; [`runner`] finds and runs the tests.
//! * [`document`] runs the commands in a document.
//! * [`shell`] executes the `RUN` lines; tools of the suite run without a process.
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
