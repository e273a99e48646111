//! Systems of linear constraints on integers: [`Relation`].
//!
//! Columns are dimensions, symbols, and locals (quotients that occur in the constraints, which exist for every point), then the constant. A
//! row `[2, -1, 3]` of an inequality is `2 * x - y + 3 >= 0`.
//!
//! - `Relation::add_map` and [`Relation::add_set`] make constraints of expressions with quotients.
//! - [`Relation::project_out`] eliminates variables: by substitution where an equality allows it, else by Fourier and Motzkin's method.
//! - [`Relation::is_empty`] eliminates all. A system that grows too much on the way counts as not empty.
//! - [`Relation::constant_bound`] and [`Relation::constant_size`] give numbers, [`Relation::bound_maps`] and [`Relation::slice_bounds`]
//!   expressions.
//!
//! Coefficients are 64 bits wide. A combination of constraints that does not fit is left out, which makes the system larger: what it says
//! holds for the exact one.

mod bounding_box;
mod bounds;
mod eliminate;
mod empty;
mod expressions;
mod normalize;
mod rows;
mod slice;

pub use bounds::{BoundMaps, ConstantSize};
pub use rows::BoundKind;
pub use slice::SliceBounds;

/// One constraint: coefficients of all variables, then the constant.
pub type Row = Vec<i64>;

/// A conjunction of linear equalities and inequalities on integer variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    n_dims: usize,
    n_symbols: usize,
    n_locals: usize,
    equalities: Vec<Row>,
    inequalities: Vec<Row>,
}

impl Relation {
    /// The relation without constraints.
    pub fn new(n_dims: usize, n_symbols: usize) -> Relation {
        Relation { n_dims, n_symbols, ..Relation::default() }
    }

    /// The number of dimensions.
    pub fn n_dims(&self) -> usize {
        self.n_dims
    }

    /// The number of symbols.
    pub fn n_symbols(&self) -> usize {
        self.n_symbols
    }

    /// The number of locals.
    pub fn n_locals(&self) -> usize {
        self.n_locals
    }

    /// The number of all variables.
    pub fn n_vars(&self) -> usize {
        self.n_dims + self.n_symbols + self.n_locals
    }

    /// The rows that are zero.
    pub fn equalities(&self) -> &[Row] {
        &self.equalities
    }

    /// The rows that are not negative.
    pub fn inequalities(&self) -> &[Row] {
        &self.inequalities
    }
}
