//! `strata-run`: compiles a program and runs it on real data: a command line over the driver.

mod archive;
mod arguments;
mod bench;
mod cli;
mod compare;
pub mod cost_table;
mod dump;
mod named_files;
mod npz;
pub mod profile;
mod profile_table;
mod ranks;
mod report;
mod request;
mod results;
mod runner;
mod safetensors;
mod session;
mod sharded;
mod signature;
mod thread_report;
pub mod tune;
mod units;

pub use cli::Cli;
pub use session::{main, main_with, run};
