//! Delta debugging: the smallest part of a module that keeps a property, such as "this pass panics on it".
//!
//! ```text
//! let reduction = reduce(&module, &Options::default(), &mut Sequential(|candidate: &Body| fails(candidate)));
//! println!("{}", print_body(&reduction.module, &PrintOptions::default()));
//! ```
//!
//! An [`Edit`] has places in a module where it can be applied: an op that can go, a region that can take the place of its op. [`reduce`]
//! applies each edit to all its places at once, then to halves, quarters and so on down to single ones, and keeps what still is a valid
//! module with the property (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002). Rounds of all edits
//! follow until one changes nothing.
//!
//! The order of the attempts, and so the result, does not depend on how many candidates a [`Property`] looks at together.
//!
//! **Architecture invariant:** names no dialect. A function is an op with a body and the attribute `function_type`.

mod ddmin;
mod edits;
mod extent;
mod property;

use strata_core::Body;

pub use edits::{Edit, Place, all as edits};
pub use extent::extent;
pub use property::{Property, Sequential};

/// How a module may be reduced.
#[derive(Clone, Debug)]
pub struct Options {
    /// Symbols that stay.
    pub keep: Vec<String>,
    /// Names of edits that are not applied.
    pub without: Vec<String>,
    /// Candidates after which the smallest module so far has to do.
    pub max_candidates: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { keep: Vec::new(), without: Vec::new(), max_candidates: 100_000 }
    }
}

/// The result of reducing.
pub struct Reduction {
    /// The smallest module that was found.
    pub module: Box<Body>,
    /// How many candidates were looked at.
    pub candidates: usize,
    /// Whether no edit makes it smaller; otherwise time or [`Options::max_candidates`] ended the search.
    pub is_minimal: bool,
}

/// Reduces a module, which has the property itself. If it is valid, so are all candidates.
pub fn reduce(module: &Body, options: &Options, property: &mut dyn Property) -> Reduction {
    let mut search = ddmin::Search::new(module, options, property);
    let is_minimal = search.run();
    Reduction { module: search.best, candidates: search.candidates, is_minimal }
}
