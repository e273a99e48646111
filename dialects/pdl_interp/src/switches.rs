//! Branches on values.

use strata_ir::prelude::*;
use strata_pdl::types::{AttributeHandle, OperationHandle, TypeHandle, TypeRange};

use crate::attrs::{Counts, TypeArray, TypeArrays};

/// There is a block for each value.
fn verify_cases(b: &Body, op: Op) -> VerifyResult {
    let cx = b.cx();
    let values = b.attr(op, "caseValues");
    let list = values.and_then(|a| cx.attr_as::<ArrayAttr>(a)).map(|list| list.0.len());
    let elements = || values.and_then(|a| cx.attr_as::<DenseElementsAttr>(a)).map(|d| d.num_elements(cx));
    let (n, m) = (b.successors(op).len().saturating_sub(1), list.or_else(elements).unwrap_or(0));
    ensure!(n == m, "expected number of cases to match the number of case values, got {n} but expected {m}");
    Ok(())
}

/// The block that follows in other cases, which is the first one of the op and the last one of its text.
static DEFAULT: CustomDirective = CustomDirective {
    print: |op, p| {
        if let Some(&block) = p.body().successors(op).first() {
            p.block(block);
        }
    },
    parse: |p, state, _| {
        let block = p.successor()?;
        state.successors.insert(0, block);
        Ok(())
    },
    attrs: &[],
};

macro_rules! switches {
    ($($(#[doc = $doc:literal])* $name:ident = $full:literal, $asm:literal, $field:ident $ir_name:literal: $handle:ident, $cases:ident;)*) => {$(
        $(#[doc = $doc])*
        #[op(name = $full, traits = [Pure, Terminator], interfaces = [Verify], asm = $asm)]
        pub struct $name {
            /// The object that decides.
            #[ir_name = $ir_name]
            pub $field: Operand<$handle>,
            /// The values.
            #[ir_name = "caseValues"]
            pub case_values: Attr<$cases>,
            /// The block that follows if it is none of them.
            #[ir_name = "defaultDest"]
            pub default_dest: Successor,
            /// The block of each value.
            pub cases: VariadicSuccessor,
        }
        impl Verify for $name {
            fn verify(&self, b: &Body) -> VerifyResult {
                verify_cases(b, self.op())
            }
        }
    )*};
}

switches! {
    /// Branches on an attribute.
    SwitchAttributeOp = "pdl_interp.switch_attribute",
        "$attribute `to` $caseValues `(` $cases `)` attr-dict `->` custom<DEFAULT>($defaultDest)", attribute "attribute": AttributeHandle, ArrayAttr;
    /// Branches on the number of operands of an op.
    SwitchOperandCountOp = "pdl_interp.switch_operand_count",
        "`of` $inputOp `to` $caseValues `(` $cases `)` attr-dict `->` custom<DEFAULT>($defaultDest)", input_op "inputOp": OperationHandle, Counts;
    /// Branches on the name of an op.
    SwitchOperationNameOp = "pdl_interp.switch_operation_name",
        "`of` $inputOp `to` $caseValues `(` $cases `)` attr-dict `->` custom<DEFAULT>($defaultDest)", input_op "inputOp": OperationHandle, StrArray;
    /// Branches on the number of results of an op.
    SwitchResultCountOp = "pdl_interp.switch_result_count",
        "`of` $inputOp `to` $caseValues `(` $cases `)` attr-dict `->` custom<DEFAULT>($defaultDest)", input_op "inputOp": OperationHandle, Counts;
    /// Branches on a type.
    SwitchTypeOp = "pdl_interp.switch_type",
        "$value `to` $caseValues `(` $cases `)` attr-dict `->` custom<DEFAULT>($defaultDest)", value "value": TypeHandle, TypeArray;
    /// Branches on types.
    SwitchTypesOp = "pdl_interp.switch_types",
        "$value `to` $caseValues `(` $cases `)` attr-dict `->` custom<DEFAULT>($defaultDest)", value "value": TypeRange, TypeArrays;
}
