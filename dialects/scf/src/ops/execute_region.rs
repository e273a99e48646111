//! `scf.execute_region` and `scf.yield`.

use strata_ir::{prelude::*, text::RegionStyle};

use crate::syntax::{entry_args, region_at};

/// Executes its region once. The region may have many blocks, so that a CFG fits where an op is wanted.
#[op(
    name = "scf.execute_region",
    traits = [RecursiveMemoryEffects],
    interfaces = [Verify, VerifyRegions, RegionBranchOp, Canonicalize],
    custom_asm,
)]
pub struct ExecuteRegionOp {
    /// The region is not to be inlined.
    pub no_inline: OptAttr<UnitAttr>,
    /// The executed region.
    pub region: AnyRegion,
    /// The values that the region yields.
    pub results: VariadicRes<AnyType>,
}

impl Verify for ExecuteRegionOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let region = region_at(b, self.op(), 0);
        ensure!(region.is_some_and(|r| !b.blocks(r).is_empty()), "region needs to have at least one block");
        ensure!(entry_args(b, region).is_empty(), "region cannot have any arguments");
        Ok(())
    }
}

impl VerifyRegions for ExecuteRegionOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        for &block in b.blocks(self.region(b)) {
            if let Some(y) = b.last_op(block).and_then(|op| op.as_op::<YieldOp>(b)) {
                verify_region_results(b, self.op(), 0, y.op())?;
            }
        }
        Ok(())
    }
}

impl RegionBranchOp for ExecuteRegionOp {}

impl CustomAsm for ExecuteRegionOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let results: Vec<Type> = b.result_types(self.op()).collect();
        p.arrow_types(&results).text(" ");
        if self.no_inline(b).is_some() {
            p.text("no_inline ");
        }
        if let Some(region) = region_at(b, self.op(), 0) {
            p.region(region, RegionStyle::NO_ARGS);
        }
        p.attr_dict(self.op(), &["no_inline"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        state.result_types.extend(p.arrow_types_opt()?);
        if p.eat("no_inline") {
            let cx = p.cx();
            state.set_attr(cx, "no_inline", cx.unit());
        }
        p.region(state, &[])?;
        p.attr_dict(state)
    }
}

/// Ends a region and yields values to its op.
#[op(
    name = "scf.yield",
    traits = [Pure, Terminator, ReturnLike],
    parents = ["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"],
    asm = "attr-dict ($results^ `:` type($results))?",
)]
pub struct YieldOp {
    /// The values.
    pub results: Variadic<AnyType>,
}
