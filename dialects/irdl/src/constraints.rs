//! Constraints that stand for themselves.

use strata_ir::prelude::*;

use crate::AttributeHandle;

/// The ops in which constraints stand.
macro_rules! constraint_ops {
    ($($(#[doc = $doc:literal])* $name:ident = $full:literal, [$($traits:ident)*], $asm:literal {
        $($(#[doc = $field_doc:literal])* $field:ident: $kind:ident<$inner:ident>,)*
    })*) => {$(
        $(#[doc = $doc])*
        #[op(name = $full, traits = [$($traits),*], parents = ["irdl.type", "irdl.attribute", "irdl.operation"], asm = $asm)]
        pub struct $name {
            $($(#[doc = $field_doc])* pub $field: $kind<$inner>,)*
            /// The type or attribute that satisfies the constraint.
            pub output: Res<AttributeHandle>,
        }
    )*};
}

constraint_ops! {
    /// Satisfied by all of several constraints at once.
    AllOfOp = "irdl.all_of", [SameOperandsAndResultType], "`(` $args `)` ` ` attr-dict" {
        /// The constraints.
        args: Variadic<AttributeHandle>,
    }
    /// Satisfied by one of several constraints.
    AnyOfOp = "irdl.any_of", [SameOperandsAndResultType], "`(` $args `)` ` ` attr-dict" {
        /// The constraints.
        args: Variadic<AttributeHandle>,
    }
    /// Any type or attribute.
    AnyOp = "irdl.any", [], "attr-dict" {
    }
    /// One type or attribute.
    IsOp = "irdl.is", [Pure], "$expected ` ` attr-dict" {
        /// The type or attribute.
        expected: Attr<AnyAttr>,
    }
}

/// A condition in C++, which definitions that are loaded cannot have.
#[op(name = "irdl.c_pred", asm = "$pred ` ` attr-dict")]
pub struct CPredOp {
    /// The condition.
    pub pred: Attr<StringAttr>,
    /// The type or attribute that satisfies it.
    pub output: Res<AttributeHandle>,
}
