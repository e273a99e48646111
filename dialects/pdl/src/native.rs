//! Calls of functions that are registered with the interpreter of patterns.

use strata_ir::prelude::*;

use crate::{OperationType, types::AnyHandle};

/// A condition that a registered function computes.
#[op(
    name = "pdl.apply_native_constraint",
    interfaces = [Verify],
    parents = ["pdl.pattern"],
    asm = "$name `(` $args `:` type($args) `)` (`:` type($results)^)? attr-dict",
)]
pub struct ApplyNativeConstraintOp {
    /// The name of the function.
    pub name: Attr<StringAttr>,
    /// Its arguments.
    pub args: Variadic<AnyHandle>,
    /// The condition is that the function fails.
    #[ir_name = "isNegated"]
    pub is_negated: DefaultAttr<FalseByDefault>,
    /// Its results.
    pub results: VariadicRes<AnyHandle>,
}

attr_constraint! {
    /// `false` if it is missing.
    FalseByDefault: IntegerAttr = "bool attribute", |a, cx| BoolAttr::check(a, cx),
        form AttrForm::ImpliedType(Context::i1), default |cx| cx.bool_attr(false), kind |a, cx| BoolAttr::check(a, cx);
}

impl Verify for ApplyNativeConstraintOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(b.num_operands(self.op()) != 0, "expected at least one argument");
        ensure!(
            b.result_types(self.op()).all(|ty| b.cx().type_as::<OperationType>(ty).is_none()),
            "returning an operation from a constraint is not supported"
        );
        Ok(())
    }
}

/// A part of a rewrite that a registered function does.
#[op(
    name = "pdl.apply_native_rewrite",
    interfaces = [Verify],
    parents = ["pdl.rewrite"],
    asm = "$name (`(` $args^ `:` type($args) `)`)? (`:` type($results)^)? attr-dict",
)]
pub struct ApplyNativeRewriteOp {
    /// The name of the function.
    pub name: Attr<StringAttr>,
    /// Its arguments.
    pub args: Variadic<AnyHandle>,
    /// Its results.
    pub results: VariadicRes<AnyHandle>,
}

impl Verify for ApplyNativeRewriteOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(
            b.num_operands(self.op()) != 0 || !b.results(self.op()).is_empty(),
            "expected at least one argument or result"
        );
        Ok(())
    }
}
