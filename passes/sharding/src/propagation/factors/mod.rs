//! Propagation along the factors of one op: which axes all its tensors can be split by.

mod aggressive;
mod basic;
mod compatible;

use strata_sdy::attrs::Mesh;

use super::direction::Direction;
use super::projection::Projection;

/// How conflicts are resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Axes spread where they are in conflict with nothing in any tensor.
    Basic,
    /// Axes spread to each tensor for which they are in conflict with nothing; those of the largest tensor come first.
    Aggressive,
}

/// One op to propagate through.
pub struct FactorProblem<'a> {
    /// The sizes of the factors.
    pub sizes: &'a [i64],
    /// The devices.
    pub mesh: &'a Mesh,
    /// In which direction axes spread along a factor.
    pub direction: &'a dyn Fn(usize) -> Direction,
    /// Whether parts of axes do not spread.
    pub is_conservative: bool,
    /// Whether the op works element by element.
    pub is_elementwise: bool,
}

impl Strategy {
    /// Extends the shardings of a projection. Returns which tensors have others than before.
    pub fn propagate(self, problem: &FactorProblem<'_>, projection: &mut Projection) -> Vec<bool> {
        match self {
            Self::Basic => basic::propagate(problem, projection),
            Self::Aggressive => aggressive::propagate(problem, projection),
        }
    }
}
