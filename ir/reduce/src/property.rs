//! Properties that a reduced module has to keep.

use strata_core::Body;

/// A property of modules, such as a failure of a tool.
pub trait Property {
    /// The number of the first candidate that has the property.
    fn first(&mut self, candidates: &[Box<Body>]) -> Option<usize>;
    /// How many candidates are looked at together.
    fn width(&self) -> usize {
        1
    }
    /// Whether the time is over, so that no more candidates follow.
    fn is_over(&self) -> bool {
        false
    }
}

/// A property that a function decides, one candidate after the other.
pub struct Sequential<F>(pub F);

impl<F: FnMut(&Body) -> bool> Property for Sequential<F> {
    fn first(&mut self, candidates: &[Box<Body>]) -> Option<usize> {
        candidates.iter().position(|candidate| (self.0)(candidate))
    }
}
