//! `cf.br` and `cf.cond_br`.

use std::ops::Range;

use strata_ir::{core::interfaces::BranchOp as Branch, prelude::*};

/// Branches to a block.
#[op(
    name = "cf.br",
    traits = [Pure, Terminator],
    interfaces = [Branch, Canonicalize],
    asm = "$dest (`(` $dest_operands^ `:` type($dest_operands) `)`)? attr-dict",
)]
pub struct BranchOp {
    /// The arguments of the block.
    #[ir_name = "destOperands"]
    pub dest_operands: Variadic<AnyType>,
    /// The block.
    pub dest: Successor,
}

impl Branch for BranchOp {
    fn successor_operands(&self, b: &Body, _: usize) -> Range<usize> {
        0..b.num_operands(self.op())
    }
    fn successor_for(&self, _: &Body, _: &[Option<Attr>]) -> Option<usize> {
        Some(0)
    }
}

/// Branches to one of two blocks.
#[op(
    name = "cf.cond_br",
    traits = [Pure, Terminator, AttrSizedOperandSegments],
    interfaces = [Branch, Canonicalize, Verify],
    asm = "$condition (`weights` `(` $branch_weights^ `)`)? `,` \
        $true_dest (`(` $true_dest_operands^ `:` type($true_dest_operands) `)`)? `,` \
        $false_dest (`(` $false_dest_operands^ `:` type($false_dest_operands) `)`)? attr-dict",
)]
pub struct CondBranchOp {
    /// Which block it is.
    pub condition: Operand<I1>,
    /// The arguments of the block for `true`.
    #[ir_name = "trueDestOperands"]
    pub true_dest_operands: Variadic<AnyType>,
    /// The arguments of the block for `false`.
    #[ir_name = "falseDestOperands"]
    pub false_dest_operands: Variadic<AnyType>,
    /// How often each block is expected.
    pub branch_weights: OptAttr<I32Array>,
    /// The block for `true`.
    #[ir_name = "trueDest"]
    pub true_dest: Successor,
    /// The block for `false`.
    #[ir_name = "falseDest"]
    pub false_dest: Successor,
}

impl Verify for CondBranchOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(weights) = self.branch_weights(b) else { return Ok(()) };
        let weights = &weights.get(b.cx()).values;
        let n = weights.len();
        if n != 2 {
            let message = format!("expects number of branch weights to match number of successors: {n} vs 2");
            return Err(VerifyError::bare(message));
        }
        if weights.iter().all(|&w| w == 0) {
            return Err(VerifyError::bare("branch weights cannot all be zero"));
        }
        Ok(())
    }
}

impl Branch for CondBranchOp {
    fn successor_operands(&self, b: &Body, successor: usize) -> Range<usize> {
        b.operand_group(self.op(), successor + 1)
    }
    fn successor_for(&self, b: &Body, consts: &[Option<Attr>]) -> Option<usize> {
        let condition = b.cx().attr_as::<IntegerAttr>((*consts.first()?)?)?;
        Some(condition.value.is_zero() as usize)
    }
}
