//! The reference interpreter: runs programs of every tensor, loop and scalar dialect, and is the oracle of them all.
//!
//! ```text
//! let interpreter = Interpreter::new(module.cx());
//! let results = interpreter.interpret(&module, "main", vec![Value::Tensor(x)])?;
//! ```
//!
//! The semantics of ops are implemented a second time here, on purpose independent of the lowerings: a program and
//! its lowered form must give equal results (see [`validate`]). An op is a function ([`EvalFn`]) in a table by op
//! name; [`Interpreter::register`] adds ops of other dialects. Nothing panics: every failure, from a division by zero
//! to a program that never ends, is a [`Diagnostic`](strata_ir::prelude::Diagnostic) at the op.

mod data;
mod elem;
mod error_text;
mod fold;
mod grid;
pub mod kernels;
mod lifetime;
mod machine;
mod memref;
pub mod npy;
mod npy_header;

pub mod ops;
mod parts;
mod print;
mod program;
mod routine;
mod run;
mod shape;
mod step;
pub mod strided;
pub mod tensor;

pub mod validate;
mod value;

pub use data::{C32, C64, Carried, Data, Num};
pub use elem::{Carrier, Elem};
pub use error_text::is_limit;
pub use grid::{Feed, GridSize, Outfed};
pub use machine::{Eval, EvalFn, Fault, Flow, Frame, Machine};
pub use memref::{Buffer, MemRef, Signed};
pub use npy::{NpyArray, read_npy, write_npy};
pub use parts::{differing_copy, part_of, whole_of};
pub use routine::{RoutineCall, Routines};
pub use run::{Outcome, Run};

pub use step::{Args, Step};
pub use strata_stablehlo::ScatterOutOfBounds;
pub use tensor::{Shape, Tensor};
pub use validate::{Mismatch, validate_step};
pub use value::Value;

use std::sync::{Arc, atomic::AtomicBool};

use rustc_hash::FxHashMap;
use strata_ir::prelude::Context;

/// Limits of a run and choices that programs leave open.
#[derive(Clone, Debug)]
pub struct Options {
    /// Ops that a run may execute, if limited.
    pub max_steps: Option<u64>,
    /// How deep calls and regions may nest.
    pub max_depth: u32,
    /// Elements that one value may have.
    pub max_elements: usize,
    /// Start of the random numbers of ops that prescribe no algorithm.
    pub seed: u64,
    /// Processes that may run at the same time.
    pub max_processes: usize,
    /// How `scatter` treats a window that is partly out of bounds.
    pub scatter_out_of_bounds: ScatterOutOfBounds,
    /// Ends runs with an error once it is set.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_steps: None,
            max_depth: 10_000,
            max_elements: 1 << 28,
            seed: 0,
            max_processes: 1024,
            scatter_out_of_bounds: ScatterOutOfBounds::default(),
            cancel: None,
        }
    }
}

/// Holds the functions that execute ops, and runs functions of programs.
pub struct Interpreter {
    pub(crate) table: FxHashMap<&'static str, EvalFn>,
    pub(crate) custom_calls: FxHashMap<String, CustomCall>,
    pub(crate) routines: Option<Routines>,
    /// Limits and choices.
    pub options: Options,
}

/// The code behind a `custom_call`: from its operands to its results, or why it fails.
pub type CustomCall = Arc<dyn Fn(&[Value]) -> Result<Vec<Value>, String> + Send + Sync>;

impl Interpreter {
    /// An interpreter of all dialects of this crate, whichever of them the context has.
    pub fn new(_cx: &Context) -> Self {
        let mut interpreter = Self {
            table: FxHashMap::default(),
            custom_calls: FxHashMap::default(),
            routines: None,
            options: Options::default(),
        };
        ops::register_all(&mut interpreter);
        interpreter
    }
    /// The same with other limits.
    pub fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }
    /// Sets the routines of a host, which functions that represent runtime routines call.
    pub fn with_routines(mut self, routines: Option<Routines>) -> Self {
        self.routines = routines;
        self
    }
    /// Says how to execute an op. A later registration replaces an earlier one.
    pub fn register(&mut self, op: &'static str, eval: EvalFn) {
        self.table.insert(op, eval);
    }
    /// Registers the function that executes a `custom_call` of a target. A later registration replaces an earlier
    /// one.
    pub fn register_custom_call(
        &mut self,
        target: impl Into<String>,
        call: impl Fn(&[Value]) -> Result<Vec<Value>, String> + Send + Sync + 'static,
    ) {
        self.custom_calls.insert(target.into(), Arc::new(call));
    }
    /// Whether an op can be executed.
    pub fn supports(&self, op: &str) -> bool {
        self.table.contains_key(op)
    }
    /// The names of the ops that can be executed, sorted.
    pub fn op_names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.table.keys().copied().collect();
        names.sort_unstable();
        names
    }
}
