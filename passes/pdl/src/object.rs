//! Objects that the values of a pattern stand for.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;

/// An object of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    /// An attribute.
    Attr(Attr),
    /// An op.
    Op(Op),
    /// A type.
    Type(Type),
    /// A value.
    Value(Value),
    /// A range of types.
    Types(Vec<Type>),
    /// A range of values.
    Values(Vec<Value>),
}

impl Object {
    /// The types that it is, one or several.
    pub(crate) fn types(self) -> Vec<Type> {
        match self {
            Object::Type(ty) => vec![ty],
            Object::Types(types) => types,
            _ => Vec::new(),
        }
    }
    /// The values that it is, one or several.
    pub(crate) fn values(self) -> Vec<Value> {
        match self {
            Object::Value(value) => vec![value],
            Object::Values(values) => values,
            _ => Vec::new(),
        }
    }
}

/// The objects of the values of a pattern.
pub(crate) type Env = FxHashMap<Value, Object>;
