//! `shape.assuming` and `shape.assuming_yield`.

use strata_ir::{prelude::*, text::RegionStyle};

use crate::{WitnessType, constraints::Witness};

/// Executes its region once, on the assumption that a witness holds.
#[op(
    name = "shape.assuming",
    traits = [RecursiveMemoryEffects, SingleBlock, ImplicitTerminator],
    interfaces = [VerifyRegions, RegionBranchOp, ImplicitTerminatorName, Canonicalize],
    custom_asm,
)]
pub struct AssumingOp {
    /// The assumption.
    pub witness: Operand<Witness>,
    /// The region that is executed under the assumption.
    #[ir_name = "doRegion"]
    pub do_region: SingleBlockRegion,
    /// The values that the region yields.
    pub results: VariadicRes<AnyType>,
}

impl AssumingOp {
    /// The op that ends the region.
    pub fn terminator(self, b: &Body) -> Option<AssumingYieldOp> {
        let block = *b.blocks(*b.regions(self.op()).first()?).first()?;
        b.last_op(block)?.as_op::<AssumingYieldOp>(b)
    }
}

impl ImplicitTerminatorName for AssumingOp {
    fn implicit_terminator(&self) -> &'static str {
        AssumingYieldOp::NAME
    }
}

impl VerifyRegions for AssumingOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let Some(end) = self.terminator(b) else { return Ok(()) };
        verify_region_results(b, self.op(), 0, end.op())
    }
}

impl RegionBranchOp for AssumingOp {}

impl CustomAsm for AssumingOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value(self.witness(b)).text(" ");
        let results: Vec<Type> = b.result_types(self.op()).collect();
        if !results.is_empty() {
            p.text("-> (").types(results.iter().copied()).text(") ");
        }
        let style =
            if results.is_empty() { RegionStyle::NO_ARGS_NO_TERMINATOR } else { RegionStyle::NO_ARGS };
        p.region(self.do_region(b), style);
        p.attr_dict(self.op(), &[]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let witness = p.operand()?;
        let ty = p.cx().ty(WitnessType);
        let value = p.resolve(witness, ty)?;
        state.operands.push(value);
        state.result_types.extend(p.arrow_types_opt()?);
        p.region(state, &[])?;
        p.attr_dict(state)
    }
}

/// Ends the region of an assumption and yields its values.
#[op(
    name = "shape.assuming_yield",
    traits = [Pure, Terminator, ReturnLike],
    parents = ["shape.assuming"],
    asm = "attr-dict ($operands^ `:` type($operands))?",
)]
pub struct AssumingYieldOp {
    /// The values.
    pub operands: Variadic<AnyType>,
}
