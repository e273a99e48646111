//! Attributes, operands and types.

use strata_ir::prelude::*;

use crate::{
    types::{AttributeHandle, TypeHandle, TypeRange, ValueHandle, ValueRange},
    verify::{binding_use, is_in_rewrite},
};

/// An attribute, with its value or its type where they are given.
#[op(
    name = "pdl.attribute",
    interfaces = [Verify],
    asm = "(`:` $valueType^)? (`=` $value^)? attr-dict-with-keyword",
)]
pub struct AttributeOp {
    /// Its type.
    #[ir_name = "valueType"]
    pub value_type: OptOperand<TypeHandle>,
    /// Its value.
    pub value: OptAttr<AnyAttr>,
    /// The attribute.
    pub attr: Res<AttributeHandle>,
}

impl Verify for AttributeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        if b.attr(self.op(), "value").is_none() {
            ensure!(
                !is_in_rewrite(b, self.op()),
                "expected constant value when specified within a `pdl.rewrite`"
            );
            return binding_use(b, self.op());
        }
        ensure!(b.num_operands(self.op()) == 0, "expected only one of [`type`, `value`] to be set");
        Ok(())
    }
}

macro_rules! inputs {
    ($($(#[doc = $doc:literal])* $name:ident = $full:literal, $asm:literal, $parents:tt, $constant:literal {
        $($(#[doc = $field_doc:literal])* $(#[ir_name = $ir_name:literal])? $field:ident: $kind:ident<$inner:ident>,)*
    })*) => {$(
        $(#[doc = $doc])*
        #[op(name = $full, interfaces = [Verify], parents = $parents, asm = $asm)]
        pub struct $name {
            $($(#[doc = $field_doc])* $(#[ir_name = $ir_name])? pub $field: $kind<$inner>,)*
        }
        impl Verify for $name {
            fn verify(&self, b: &Body) -> VerifyResult {
                if b.attr(self.op(), $constant).is_some() { Ok(()) } else { binding_use(b, self.op()) }
            }
        }
    )*};
}

attr_constraint! {
    /// Types.
    TypeArray: ArrayAttr = "type array attribute", |a, cx| {
        cx.attr_as::<ArrayAttr>(a).is_some_and(|list| list.0.iter().all(|&t| cx.attr_as::<TypeAttr>(t).is_some()))
    };
}

inputs! {
    /// An operand of a matched op.
    OperandOp = "pdl.operand", "(`:` $valueType^)? attr-dict", ["pdl.pattern"], "" {
        /// Its type.
        #[ir_name = "valueType"]
        value_type: OptOperand<TypeHandle>,
        /// The operand.
        value: Res<ValueHandle>,
    }
    /// Several operands of a matched op.
    OperandsOp = "pdl.operands", "(`:` $valueType^)? attr-dict", ["pdl.pattern"], "" {
        /// Their types.
        #[ir_name = "valueType"]
        value_type: OptOperand<TypeRange>,
        /// The operands.
        value: Res<ValueRange>,
    }
    /// A type, which may be given.
    TypeOp = "pdl.type", "attr-dict (`:` $constantType^)?", [], "constantType" {
        /// The type, if it is given.
        #[ir_name = "constantType"]
        constant_type: OptAttr<TypeAttr>,
        /// The type.
        result: Res<TypeHandle>,
    }
    /// Several types, which may be given.
    TypesOp = "pdl.types", "attr-dict (`:` $constantTypes^)?", [], "constantTypes" {
        /// The types, if they are given.
        #[ir_name = "constantTypes"]
        constant_types: OptAttr<TypeArray>,
        /// The types.
        result: Res<TypeRange>,
    }
}
