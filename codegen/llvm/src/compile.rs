//! Compiles a module to code in this process.

use std::sync::Arc;

use strata_ir::core::Body;

use crate::error::Result;
use crate::jit::Jit;
use crate::parallel::{Threads, compile_objects};
use crate::target::Target;

/// Compiles a module for this process; `symbols` are functions and data of the host for its use.
pub fn compile_jit(module: &Body, target: &Target, symbols: &[(String, *const ())]) -> Result<Arc<Jit>> {
    load_objects(compile_objects(module, target, Threads::default())?, symbols)
}

/// Loads the object files of one program into this process. Each is freed as soon as the JIT has a copy, as they may be large.
pub fn load_objects(objects: Vec<Vec<u8>>, symbols: &[(String, *const ())]) -> Result<Arc<Jit>> {
    let jit = Jit::new()?;
    jit.define_symbols(symbols)?;
    for object in objects {
        jit.add_object(&object)?;
    }
    Ok(jit)
}
