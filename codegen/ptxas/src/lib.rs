//! NVIDIA's assembler, if it is installed: compiles PTX to a cubin, and reports the resources of each kernel.
//!
//! ```text
//! Assembler::find ──► assemble(PTX, sm_90a) ──► cubin + Report {registers, spills, shared memory, warnings} ──► occupancy
//!                                             └──► opcodes (nvdisasm)
//! ```
//! This crate links no code of NVIDIA: the programs are searched for when they are needed, and an error lists the searched places.

mod find;
mod occupancy;
mod pack;
mod relax;
mod report;
mod run;
mod sass;

pub use find::{Missing, Program, find, in_environment};
pub use occupancy::{Limit, Occupancy, occupancy};
pub use pack::Packer;
pub use report::{KernelUse, Report};
pub use run::{AssembleError, Assembled, Assembler};
pub use sass::{Disassembler, Opcodes};
