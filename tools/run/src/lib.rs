//! `strata-run`: compiles a program and runs it on real data. Also the driver that `strata-translate` uses.

pub mod cli;
pub mod driver;
mod dump;
pub mod executable;
pub mod signature;
