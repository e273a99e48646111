//! The types of the values of matchers and rewriters.

use strata_ir::prelude::*;
use strata_pdl::{AttributeType, OperationType, TypeType, ValueType, types::range};

/// The types of handles, and of ranges of them.
#[derive(Clone, Copy)]
pub struct Handles {
    pub attribute: Type,
    pub operation: Type,
    pub operations: Type,
    pub ty: Type,
    pub types: Type,
    pub value: Type,
    pub values: Type,
}

impl Handles {
    pub fn new(cx: &Context) -> Self {
        let (operation, ty, value) = (cx.ty(OperationType), cx.ty(TypeType), cx.ty(ValueType));
        Self {
            attribute: cx.ty(AttributeType),
            operation,
            operations: range(cx, operation),
            ty,
            types: range(cx, ty),
            value,
            values: range(cx, value),
        }
    }
    /// The type of one value, or of a range.
    pub fn value_or_range(self, is_range: bool) -> Type {
        if is_range { self.values } else { self.value }
    }
    /// The type of one type, or of a range.
    pub fn type_or_range(self, is_range: bool) -> Type {
        if is_range { self.types } else { self.ty }
    }
}
