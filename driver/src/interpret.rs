//! Runs of the reference interpreter on values, for tools that need more than the results: the lines that a program prints, the values of
//! its probes, and values that are no arrays. Errors are diagnostics, which such tools show or compare themselves.

use strata_interp::Interpreter;
pub use strata_interp::{
    Feed, GridSize, NpyArray, Options, Outcome, Outfed, Run, ScatterOutOfBounds, Tensor, Value, read_npy,
    write_npy,
};
use strata_ir::prelude::Diagnostic;

use crate::program::Program;

impl Program {
    /// Runs the program on the interpreter in one process, with all that a run leaves.
    ///
    /// # Errors
    /// If there is no such function, an argument does not fit, or an op fails: a diagnostic at its location.
    pub fn interpret(&self, options: Options, args: Vec<Value>) -> Result<Outcome, Diagnostic> {
        let interpreter = Interpreter::new(self.module().cx()).with_options(options);
        interpreter.run(self.module(), self.entry(), args)
    }
    /// As [`Self::interpret`], in several processes at once and with the data of the host. The first outcome has the values that left
    /// the processes.
    ///
    /// # Errors
    /// As [`Self::interpret`].
    pub fn interpret_grid(&self, options: Options, run: Run) -> Result<Vec<Outcome>, Diagnostic> {
        let interpreter = Interpreter::new(self.module().cx()).with_options(options);
        interpreter.run_grid(self.module(), self.entry(), run)
    }
}
