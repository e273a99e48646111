//! Results of ops, and ranges.

use strata_ir::prelude::*;

use crate::{
    ValueType,
    text::{RANGE_TYPE, RESULTS_TYPE},
    types::{AnyHandle, AnyRange, OperationHandle, ValueHandle, ValueOrRange, same_elements},
};

/// Several types or values in one range.
#[op(
    name = "pdl.range",
    traits = [Pure],
    interfaces = [Verify],
    parents = ["pdl.rewrite"],
    asm = "($arguments^ `:` type($arguments))? custom<RANGE_TYPE>(ref(type($arguments)), type($result)) attr-dict",
)]
pub struct RangeOp {
    /// The types or values, or ranges of them.
    pub arguments: Variadic<AnyHandle>,
    /// All of them.
    pub result: Res<AnyRange>,
}

impl Verify for RangeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elements(b, self.op(), self.result(b))
    }
}

/// One result of an op.
#[op(name = "pdl.result", traits = [Pure], asm = "$index `of` $parent attr-dict")]
pub struct ResultOp {
    /// The op.
    pub parent: Operand<OperationHandle>,
    /// The number of the result.
    pub index: Attr<I32Attr>,
    /// The result.
    pub val: Res<ValueHandle>,
}

/// A group of results of an op, or all of them.
#[op(
    name = "pdl.results",
    traits = [Pure],
    interfaces = [Verify],
    asm = "($index^)? `of` $parent custom<RESULTS_TYPE>(ref($index), type($val)) attr-dict",
)]
pub struct ResultsOp {
    /// The op.
    pub parent: Operand<OperationHandle>,
    /// The number of the group; all results if it is not given.
    pub index: OptAttr<I32Attr>,
    /// The results.
    pub val: Res<ValueOrRange>,
}

impl Verify for ResultsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (cx, ty) = (b.cx(), b.ty(self.val(b)));
        ensure!(
            b.attr(self.op(), "index").is_some() || cx.type_as::<ValueType>(ty).is_none(),
            "expected `pdl.range<value>` result type when no index is specified, but got: '{}'",
            cx.type_to_string(ty)
        );
        Ok(())
    }
}
