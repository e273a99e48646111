//! Pipelines with names: structs of options that make lists of passes.
//!
//! ```
//! use strata_pass::{Pipeline, PipelineDef, PassOptions, pipeline::PipelineElement};
//!
//! /// Clean up.
//! #[strata_pass::pipeline(name = "clean-up")]
//! struct CleanUp {
//!     /// How often
//!     #[option(default = 10)]
//!     max_iterations: i64,
//! }
//! impl Pipeline for CleanUp {
//!     fn elements(&self) -> Vec<PipelineElement> {
//!         vec![PipelineElement::pass("canonicalize").option("max-iterations", self.max_iterations)]
//!     }
//! }
//! let twice = CleanUp { max_iterations: 2 };
//! assert_eq!(twice.text(), "clean-up{max-iterations=2}");
//! assert_eq!(CleanUp::parse(&twice.element().options)?.max_iterations, 2);
//! # Ok::<(), String>(())
//! ```

use crate::{
    PassOptions,
    pipeline::{PipelineElement, print_pipeline},
};

/// The passes of a pipeline that [`macro@crate::pipeline`] defines.
pub trait Pipeline {
    /// The passes that the options ask for.
    fn elements(&self) -> Vec<PipelineElement>;
}

/// A pipeline whose struct is its options, as [`macro@crate::pipeline`] makes it.
pub trait PipelineDef: Pipeline + PassOptions + Default {
    /// The name in pipelines, which is also a flag.
    const NAME: &'static str;
    /// One line that says what it does.
    const SUMMARY: &'static str;

    /// The pipeline by its name, with the options that differ from their defaults.
    fn element(&self) -> PipelineElement {
        let changed = self.print().into_iter().zip(Self::default().print()).filter(|(a, b)| a != b);
        let options = changed.map(|((key, value), _)| (key.to_owned(), value)).collect();
        PipelineElement { name: Self::NAME.to_owned(), options, children: None }
    }
    /// [`Self::element`] as text, `name{key=value …}`.
    fn text(&self) -> String {
        self.element().to_string()
    }
    /// The text of all of its passes.
    fn expanded_text(&self) -> String {
        print_pipeline(&self.elements())
    }
}
