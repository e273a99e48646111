//! Reading definitions, and the dialects that they define.
//!
//! A definition is read into tables without handles of a context, since every context that knows the dialects has its own: types and
//! attributes in constraints are kept as text.

mod base_names;
mod check;
mod constraint;
mod definitions;
mod matcher;
mod read;
mod tables;

pub use definitions::Definitions;
pub use matcher::Matcher;
pub use read::definitions;
