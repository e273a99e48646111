//! Definitions as tables.

use crate::Variadicity;

use super::constraint::Constraint;

/// The parameters of a type or attribute.
pub(super) struct ParamsDef {
    pub constraints: Vec<Constraint>,
    /// The number of the constraint of each parameter.
    pub params: Vec<usize>,
}

/// A region of an op.
pub(super) struct RegionDef {
    /// The constraints on the arguments of the entry block, if there are any.
    pub args: Option<Vec<usize>>,
    /// The number of blocks, if it is given.
    pub blocks: Option<i64>,
}

/// An op.
pub(super) struct OperationDef {
    pub constraints: Vec<Constraint>,
    pub operands: Vec<(usize, Variadicity)>,
    pub results: Vec<(usize, Variadicity)>,
    pub attributes: Vec<(String, usize)>,
    pub regions: Vec<RegionDef>,
}
