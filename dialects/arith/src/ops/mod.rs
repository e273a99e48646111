//! The ops.

mod cast;
mod compare;
mod constant;
mod float;
mod int;
mod scaling;
mod select;

pub use cast::*;
pub use compare::*;
pub use constant::*;
pub use float::*;
pub use int::*;
pub use scaling::*;
pub use select::*;
