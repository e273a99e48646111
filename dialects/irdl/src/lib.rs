//! The `irdl` dialect: definitions of dialects as programs.
//!
//! A definition names the ops, types and attributes of a dialect and the constraints on what they are made of. A constraint is a value:
//! where it is used twice, both uses are satisfied by the same type or attribute. [`load`] reads definitions, and a context whose registry
//! has them knows the dialects.

use strata_ir::prelude::*;

mod attrs;
mod base;
mod constraints;
mod defs;
mod lists;
pub mod load;
mod names;
mod regions;
mod text;

pub use attrs::{Variadicity, VariadicityArrayAttr};
pub use base::{BaseOp, ParametricOp};
pub use constraints::{AllOfOp, AnyOfOp, AnyOp, CPredOp, IsOp};
pub use defs::{AttributeOp, DialectOp, OperationOp, TypeOp};
pub use lists::{AttributesOp, OperandsOp, ParametersOp, ResultsOp};
pub use regions::{RegionOp, RegionsOp};

/// A type or attribute that satisfies a constraint.
#[ty(name = "irdl.attribute")]
pub struct AttributeType;

/// A region that satisfies a constraint.
#[ty(name = "irdl.region")]
pub struct RegionType;

type_constraint! {
    /// `!irdl.attribute`.
    AttributeHandle = "IRDL handle to an `mlir::Attribute`", |ty, cx| cx.type_as::<AttributeType>(ty).is_some(),
        only |cx| cx.ty(AttributeType);
    /// `!irdl.region`.
    RegionHandle = "IRDL handle to a region definition", |ty, cx| cx.type_as::<RegionType>(ty).is_some(),
        only |cx| cx.ty(RegionType);
}

dialect! {
    /// Definitions of dialects as programs.
    irdl {
        execution: Annotation,
        ops: [
            AllOfOp, AnyOfOp, AnyOp, AttributeOp, AttributesOp, BaseOp, CPredOp, DialectOp, IsOp, OperandsOp, OperationOp,
            ParametersOp, ParametricOp, RegionOp, RegionsOp, ResultsOp, TypeOp,
        ],
        types: [AttributeType, RegionType],
        attrs: [Variadicity, VariadicityArrayAttr],
    }
}
