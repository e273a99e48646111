//! Branches on whether a condition holds.

use strata_ir::prelude::*;
use strata_pdl::types::{AnyHandle, AttributeHandle, OperationHandle, TypeHandle, TypeRange};

use crate::attrs::{Count, FalseByDefault, TypeArray};

/// Ops with a condition that go to the first block if it holds, to the second otherwise.
macro_rules! checks {
    ($($(#[doc = $doc:literal])* $name:ident = $full:literal, $traits:tt, $asm:literal {
        $($(#[doc = $field_doc:literal])* $(#[ir_name = $ir_name:literal])? $field:ident: $kind:ident<$inner:ident>,)*
    })*) => {$(
        $(#[doc = $doc])*
        #[op(name = $full, traits = $traits, asm = $asm)]
        pub struct $name {
            $($(#[doc = $field_doc])* $(#[ir_name = $ir_name])? pub $field: $kind<$inner>,)*
            /// The block that follows if the condition holds.
            #[ir_name = "trueDest"]
            pub true_dest: Successor,
            /// The block that follows otherwise.
            #[ir_name = "falseDest"]
            pub false_dest: Successor,
        }
    )*};
}

checks! {
    /// A condition that a registered function computes.
    ApplyConstraintOp = "pdl_interp.apply_constraint", [Terminator],
        "$name `(` $args `:` type($args) `)` (`:` type($results)^)? attr-dict `->` successors" {
        /// The name of the function.
        name: Attr<StringAttr>,
        /// Its arguments.
        args: Variadic<AnyHandle>,
        /// The condition is that the function fails.
        #[ir_name = "isNegated"]
        is_negated: DefaultAttr<FalseByDefault>,
        /// Its results.
        results: VariadicRes<AnyHandle>,
    }
    /// Whether an attribute is this one.
    CheckAttributeOp = "pdl_interp.check_attribute", [Pure, Terminator], "$attribute `is` $constantValue attr-dict `->` successors" {
        /// The attribute.
        attribute: Operand<AttributeHandle>,
        /// The other attribute.
        #[ir_name = "constantValue"]
        constant_value: Attr<AnyAttr>,
    }
    /// Whether an op has this number of operands.
    CheckOperandCountOp = "pdl_interp.check_operand_count", [Pure, Terminator],
        "`of` $inputOp `is` (`at_least` $compareAtLeast^)? $count attr-dict `->` successors" {
        /// The op.
        #[ir_name = "inputOp"]
        input_op: Operand<OperationHandle>,
        /// The number.
        count: Attr<Count>,
        /// More operands are as good.
        #[ir_name = "compareAtLeast"]
        compare_at_least: OptAttr<UnitAttr>,
    }
    /// Whether an op has this name.
    CheckOperationNameOp = "pdl_interp.check_operation_name", [Pure, Terminator], "`of` $inputOp `is` $name attr-dict `->` successors" {
        /// The op.
        #[ir_name = "inputOp"]
        input_op: Operand<OperationHandle>,
        /// The name.
        name: Attr<StringAttr>,
    }
    /// Whether an op has this number of results.
    CheckResultCountOp = "pdl_interp.check_result_count", [Pure, Terminator],
        "`of` $inputOp `is` (`at_least` $compareAtLeast^)? $count attr-dict `->` successors" {
        /// The op.
        #[ir_name = "inputOp"]
        input_op: Operand<OperationHandle>,
        /// The number.
        count: Attr<Count>,
        /// More results are as good.
        #[ir_name = "compareAtLeast"]
        compare_at_least: OptAttr<UnitAttr>,
    }
    /// Whether a type is this one.
    CheckTypeOp = "pdl_interp.check_type", [Pure, Terminator], "$value `is` $type attr-dict `->` successors" {
        /// The type.
        value: Operand<TypeHandle>,
        /// The other type.
        #[ir_name = "type"]
        ty: Attr<TypeAttr>,
    }
    /// Whether types are these.
    CheckTypesOp = "pdl_interp.check_types", [Pure, Terminator], "$value `are` $types attr-dict `->` successors" {
        /// The types.
        value: Operand<TypeRange>,
        /// The other types.
        types: Attr<TypeArray>,
    }
    /// Whether there is such an object.
    IsNotNullOp = "pdl_interp.is_not_null", [Pure, Terminator], "$value `:` type($value) attr-dict `->` successors" {
        /// The object.
        value: Operand<AnyHandle>,
    }
}

/// The type of both operands.
static BOTH_TYPES: CustomDirective = CustomDirective {
    print: |op, p| {
        let ty = p.body().ty(p.body().operand(op, 0));
        p.ty(ty);
    },
    parse: |p, _, f| {
        let ty = p.ty()?;
        f.operand_types[0] = Some(smallvec![ty]);
        f.operand_types[1] = Some(smallvec![ty]);
        Ok(())
    },
    attrs: &[],
};

/// Whether two objects are the same.
#[op(
    name = "pdl_interp.are_equal",
    traits = [Pure, Terminator, SameTypeOperands],
    asm = "$lhs `,` $rhs `:` custom<BOTH_TYPES>(type($lhs)) attr-dict `->` successors",
)]
pub struct AreEqualOp {
    /// The first one.
    pub lhs: Operand<AnyHandle>,
    /// The second one.
    pub rhs: Operand<AnyHandle>,
    /// The block that follows if they are.
    #[ir_name = "trueDest"]
    pub true_dest: Successor,
    /// The block that follows otherwise.
    #[ir_name = "falseDest"]
    pub false_dest: Successor,
}
