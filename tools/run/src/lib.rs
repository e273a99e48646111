//! `strata-run`: compiles a program and runs it on real data. Also the driver that `strata-translate` uses.

mod archive;
mod arguments;
pub mod backend;
mod bench;
pub mod border;
pub mod cli;
mod compare;
pub mod cost;
pub mod driver;
mod dump;
pub mod entry;
pub mod executable;
mod npz;
mod profile;
mod progress;
mod resources;
mod results;
mod safetensors;
pub mod signature;
pub mod simulator;
