//! `emitc.switch`.

use strata_ir::prelude::*;
use strata_scf::cases;

use crate::{YieldOp, types::IntegerIndexOrOpaque};

/// Executes the region for the value of its operand.
#[op(
    name = "emitc.switch",
    traits = [RecursiveMemoryEffects, SingleBlock, ImplicitTerminator],
    interfaces = [Verify, RegionBranchOp, ImplicitTerminatorName, DefaultDialect],
    custom_asm,
)]
pub struct SwitchOp {
    /// Which region it is.
    pub arg: Operand<IntegerIndexOrOpaque>,
    /// The values for which there is a region.
    pub cases: Attr<I64Array>,
    /// Executed when no other region is.
    #[ir_name = "defaultRegion"]
    pub default_region: SingleBlockRegion,
    /// Executed for the value with the same number in `cases`.
    #[ir_name = "caseRegions"]
    pub case_regions: VariadicRegion,
}

impl SwitchOp {
    /// The values for which there is a region.
    pub fn case_values(self, b: &Body) -> &[i64] {
        cases::values(b, self.op())
    }
}

impl ImplicitTerminatorName for SwitchOp {
    fn implicit_terminator(&self) -> &'static str {
        YieldOp::NAME
    }
}

impl DefaultDialect for SwitchOp {
    fn default_dialect(&self) -> &'static str {
        "emitc"
    }
}

impl Verify for SwitchOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        cases::verify(b, self.op(), self.case_values(b), |region, name| {
            cases::end_of::<YieldOp>(b, region, name, 0).map(|_| ())
        })
    }
}

impl RegionBranchOp for SwitchOp {}

impl CustomAsm for SwitchOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value(self.arg(b)).text(" : ").type_of(self.arg(b)).attr_dict(self.op(), &["cases"]);
        cases::print(p, self.op(), self.case_values(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let arg = p.operand()?;
        let ty = p.colon_type()?;
        let arg = p.resolve(arg, ty)?;
        state.operands.push(arg);
        p.attr_dict(state)?;
        cases::parse(p, state)
    }
}
