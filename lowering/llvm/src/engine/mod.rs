//! Common parts of the conversions of ops to the `llvm` dialect: the state of the conversion of a function, types, and the calling
//! convention.
//!
//! The driver is that of [`strata_ir::rewrite::conversion`]: one walk over a function replaces each op for which a table of the selected
//! dialects has a row. `module.rs` converts modules, `function.rs` converts functions.

mod declarations;
mod lower;
mod passing;
mod types;

use strata_ir::rewrite::conversion::DialectConversions;

pub use declarations::{Declaration, Declarations, Needed};
pub(crate) use lower::Update;
pub use lower::{Lower, Lowered, Options};
pub use passing::{ARGUMENT_TYPES, RESULT_TYPES, flat_descriptor, flat_position, result_type};
pub use strata_passes_analysis::buffer_layout::{BUFFER_ALIGNMENT, is_bare};
pub use types::{
    ExtraTypes, address_space, converted_type, descriptor_type, index_type, llvm_types, pointer_to,
};

/// Replaces one op.
pub type Handler = fn(&mut Lower<'_>) -> Lowered;

/// The handlers of a dialect.
pub type Dialect = DialectConversions<Handler>;
