//! Programs as Python sees them: ops, blocks and values, types and attributes, which a caller reads and does not change.
//!
//! An object holds its program and the place of what it stands for: the bodies from the module down, and an entity of the last.

mod attribute;
mod handles;
mod operation;
mod types;
mod value;

pub(crate) use attribute::Attribute;
pub(crate) use handles::{Block, Operation, Region, Value};
pub(crate) use operation::Location;
pub(crate) use types::Type;
