//! NVIDIA's assembler, where it is installed: from PTX text to a cubin, and what its report says about each kernel.
//!
//! ```text
//! Assembler::find ──► assemble(PTX, sm_90a) ──► cubin + Report {registers, spills, shared memory, warnings} ──► occupancy
//!                                             └──► opcodes (nvdisasm)
//! ```
//! Nothing here links anything of NVIDIA's: the programs are found when they are needed, and who asks is told where they were looked for.

mod find;
mod occupancy;
mod relax;
mod report;
mod run;
mod sass;

pub use find::{Missing, Program, find, in_environment};
pub use occupancy::{Limit, Occupancy, occupancy};
pub use report::{KernelUse, Report};
pub use run::{AssembleError, Assembled, Assembler};
pub use sass::{Disassembler, Opcodes};
