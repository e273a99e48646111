//! The form of a program that is run while a profile is recorded: with marks where its parts begin and end.

use std::sync::{Arc, OnceLock};

use strata_driver::profile::Part;
use strata_driver::{Compiler, Executable as Code};

use crate::error::Result;

/// The form with marks, compiled when it is needed first.
pub(crate) struct Variant {
    compiler: Compiler,
    made: OnceLock<Result<Marked>>,
}

/// Code with marks, and the parts that they are between.
pub(crate) struct Marked {
    pub code: Code,
    pub parts: Arc<[Part]>,
}

impl Variant {
    /// A form that nobody needs yet, of a program that this compiler compiled.
    pub(crate) fn new(compiler: &Compiler) -> Self {
        Self { compiler: compiler.clone(), made: OnceLock::new() }
    }

    /// The code and its parts, which `compile` makes the first time; the error says why there is none.
    pub(crate) fn get(
        &self,
        name: &str,
        compile: impl FnOnce(&Compiler) -> Result<Marked>,
    ) -> Result<(&Code, Arc<[Part]>), String> {
        match self.made.get_or_init(|| compile(&self.compiler)) {
            Ok(marked) => Ok((&marked.code, Arc::clone(&marked.parts))),
            Err(error) => Err(format!("{name}: the ops of the program are not known: {}", error.message())),
        }
    }
}
