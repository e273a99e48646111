//! `scf.index_switch`.

use strata_ir::prelude::*;

use crate::{YieldOp, cases};

/// Executes the region for the value of an index.
#[op(
    name = "scf.index_switch",
    traits = [RecursiveMemoryEffects, SingleBlock, ImplicitTerminator],
    interfaces = [Verify, RegionBranchOp, ImplicitTerminatorName, Canonicalize],
    custom_asm,
)]
pub struct IndexSwitchOp {
    /// Which region it is.
    pub arg: Operand<Index>,
    /// The values for which there is a region.
    pub cases: Attr<I64Array>,
    /// Executed when no other region is.
    #[ir_name = "defaultRegion"]
    pub default_region: SingleBlockRegion,
    /// Executed for the value with the same number in `cases`.
    #[ir_name = "caseRegions"]
    pub case_regions: VariadicRegion,
    /// The values that the executed region yields.
    pub results: VariadicRes<AnyType>,
}

impl IndexSwitchOp {
    /// The values for which there is a region.
    pub fn case_values(self, b: &Body) -> &[i64] {
        cases::values(b, self.op())
    }
    /// The region for a value.
    pub fn region_for(self, b: &Body, value: i64) -> Region {
        match self.case_values(b).iter().position(|&c| c == value) {
            Some(i) => self.case_regions(b)[i],
            None => self.default_region(b),
        }
    }
}

impl ImplicitTerminatorName for IndexSwitchOp {
    fn implicit_terminator(&self) -> &'static str {
        YieldOp::NAME
    }
}

impl Verify for IndexSwitchOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        cases::verify(b, self.op(), self.case_values(b), |region, name| self.region(b, region, name))
    }
}

impl IndexSwitchOp {
    fn region(self, b: &Body, region: Region, name: &str) -> VerifyResult {
        let end = cases::end_of::<YieldOp>(b, region, name, self.results(b).len())?;
        for (i, (ty, want)) in b.operand_types(end).zip(b.result_types(self.op())).enumerate() {
            if ty != want {
                let (ty, want) = (b.cx().type_to_string(ty), b.cx().type_to_string(want));
                let e = format!("expected result #{i} of each region to be '{want}'");
                let note = format!("{name} returns '{ty}' here");
                return Err(VerifyError::from(e).note(b.loc(end), note));
            }
        }
        Ok(())
    }
}

impl RegionBranchOp for IndexSwitchOp {
    fn successors(&self, b: &Body, from: RegionPoint) -> SmallVec<[RegionPoint; 2]> {
        if from != RegionPoint::Parent {
            return smallvec![RegionPoint::Parent];
        }
        self.entry_successors(b, &[constant_value(b, self.arg(b))])
    }
    fn entry_successors(&self, b: &Body, consts: &[Option<Attr>]) -> SmallVec<[RegionPoint; 2]> {
        match consts.first().copied().flatten().and_then(|a| b.cx().attr_i64(a)) {
            Some(value) => {
                let case = self.case_values(b).iter().position(|&c| c == value);
                smallvec![RegionPoint::Region(case.map_or(0, |i| i + 1))]
            }
            None => (0..b.regions(self.op()).len()).map(RegionPoint::Region).collect(),
        }
    }
}

impl CustomAsm for IndexSwitchOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value(self.arg(b)).attr_dict(self.op(), &["cases"]);
        if !self.results(b).is_empty() {
            p.text(" -> ").types(b.result_types(self.op()));
        }
        cases::print(p, self.op(), self.case_values(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let arg = p.operand()?;
        let arg = p.resolve(arg, cx.index())?;
        state.operands.push(arg);
        p.attr_dict(state)?;
        if p.eat("->") {
            state.result_types.extend(p.types_comma()?);
        }
        cases::parse(p, state)
    }
}
