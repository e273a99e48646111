//! The `builtin` dialect: modules and casts between types that no dialect converts.
//!
//! Its types and attributes are part of `strata-core`, because the parser must know them.

use strata_ir::prelude::*;

mod cast;
mod module;

pub use cast::UnrealizedConversionCastOp;
pub use module::ModuleOp;

dialect! {
    /// The dialect of modules, basic types and attributes.
    builtin {
        ops: [ModuleOp, UnrealizedConversionCastOp],
    }
}
