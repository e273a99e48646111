//! Validation of passes: calls the functions of a program before and after a step with the same inputs and compares
//! the results.
//!
//! An [`Entry`] holds the results that a function must keep. [`Entry::check`] calls it again after a step, so that a
//! pipeline can be validated pass by pass; [`validate_step`] does it for one step.

mod call;
mod compare;
mod divided;
mod inputs;

use std::fmt;

use crate::Routines;
use strata_ir::{
    core::symbols::SymbolTable,
    prelude::{Body, Op, Trait},
};

pub use call::{Results, call, output_value};
pub use compare::{TOLERANCE, compare, compare_within};
pub use divided::Division;
pub use inputs::random_value;

/// Why two programs do not agree.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// The function.
    pub function: String,
    /// The number of the input, counted from 0.
    pub input: usize,
    /// A description of the difference.
    pub message: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{} differs for input #{}: {}", self.function, self.input, self.message)
    }
}

/// The outcome of calling a function after a step.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The results are the same.
    Agrees,
    /// The results are not the same.
    Differs(Mismatch),
    /// The function cannot be called, for a reason that is the interpreter's: an op that it lacks, or a limit.
    Unchecked(String),
}

/// How functions are called and compared.
#[derive(Clone)]
pub struct Settings {
    /// Random inputs of each function.
    pub inputs: u64,
    /// How far floats may be apart, absolutely, and relative to the largest element of a result.
    pub tolerance: f64,
    /// The routines that functions for routines of a runtime call.
    pub routines: Option<Routines>,
}

impl Settings {
    /// Settings with `inputs` inputs per function, [`TOLERANCE`], and no routines.
    pub fn new(inputs: u64) -> Self {
        Self { inputs, tolerance: TOLERANCE, routines: None }
    }
}

/// A function that is called before and after steps.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The name of the function.
    pub name: String,
    /// The results that it must keep, or why it could not be called.
    pub want: Result<Results, String>,
    /// How arguments and results are divided, once the function is the program of one device.
    pub division: Option<Division>,
}

impl Entry {
    /// The public functions of a module that have a body, each called with random inputs.
    pub fn all(module: &Body, settings: &Settings) -> Vec<(Op, Entry)> {
        let symbols = SymbolTable::new(module);
        let is_entry = |op: Op| {
            module.has_trait(op, Trait::FunctionLike)
                && module.symbol_visibility(op) == "public"
                && module.child(op).is_some_and(|b| b.entry().is_some())
        };
        let functions = symbols.iter().filter(|&(_, op)| is_entry(op));
        let entry = |name: &str| Entry {
            name: name.to_owned(),
            want: call(module, name, None, settings),
            division: None,
        };
        functions.map(|(name, op)| (op, entry(module.cx().str(name)))).collect()
    }

    /// Calls the function again, after a step, and takes its results as those that later steps must keep.
    ///
    /// A result that is undefined before the step, such as a division by zero, may become anything.
    pub fn check(&mut self, module: &Body, settings: &Settings) -> Verdict {
        match self.compare(module, self.division.as_ref(), settings) {
            Ok(got) => {
                self.want = Ok(got);
                Verdict::Agrees
            }
            Err(verdict) => *verdict,
        }
    }

    /// Calls the function in another form of the program, the one of a device, on all devices.
    pub fn check_divided(&self, local: &Body, division: &Division, settings: &Settings) -> Verdict {
        self.compare(local, Some(division), settings).map_or_else(|verdict| *verdict, |_| Verdict::Agrees)
    }

    /// The results of a program, if they are those that it must keep.
    fn compare(
        &self,
        module: &Body,
        division: Option<&Division>,
        settings: &Settings,
    ) -> Result<Results, Box<Verdict>> {
        let unchecked = |why: &String| Box::new(Verdict::Unchecked(why.clone()));
        let want = self.want.as_ref().map_err(unchecked)?;
        let got = call(module, &self.name, division, settings).map_err(|why| unchecked(&why))?;
        for (input, (got, want)) in got.iter().zip(want).enumerate() {
            let Ok(want) = want else { continue };
            let difference = match got {
                Ok(got) => compare_within(settings.tolerance, got, want).err(),
                Err(e) => Some(format!("the program fails: {e}")),
            };
            if let Some(message) = difference {
                let mismatch = Mismatch { function: self.name.clone(), input, message };
                return Err(Box::new(Verdict::Differs(mismatch)));
            }
        }
        Ok(got)
    }
}

/// Runs every public function of `before` with `n` inputs on both modules and compares the results.
///
/// Functions that the interpreter cannot call are skipped; a function that no longer exists is a mismatch.
pub fn validate_step(before: &Body, after: &Body, n: u64) -> Result<(), Mismatch> {
    let settings = &Settings::new(n);
    for (_, mut entry) in Entry::all(before, settings) {
        if SymbolTable::new(after).get(after.cx().intern(&entry.name)).is_none() {
            return Err(Mismatch { function: entry.name, input: 0, message: "the function is gone".into() });
        }
        if let Verdict::Differs(mismatch) = entry.check(after, settings) {
            return Err(mismatch);
        }
    }
    Ok(())
}
