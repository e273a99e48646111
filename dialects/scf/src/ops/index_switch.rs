//! `scf.index_switch`.

use strata_ir::{prelude::*, text::RegionStyle};

use crate::{YieldOp, syntax::region_at};

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
        let cases = b.attr_slot(self.op(), 0).and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a));
        cases.map_or(&[], |c| &c.values)
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
        let (cases, regions) = (self.case_values(b), self.case_regions(b));
        crate::verify::single_blocks(b, regions, 1, "caseRegions")?;
        ensure!(
            cases.len() == regions.len(),
            "has {} case regions but {} case values",
            regions.len(),
            cases.len()
        );
        let mut seen = std::collections::BTreeSet::new();
        for &value in cases {
            ensure!(seen.insert(value), "has duplicate case value: {value}");
        }
        self.region(b, self.default_region(b), "default region")?;
        for (i, &region) in regions.iter().enumerate() {
            self.region(b, region, &format!("case region #{i}"))?;
        }
        Ok(())
    }
}

impl IndexSwitchOp {
    fn region(self, b: &Body, region: Region, name: &str) -> VerifyResult {
        let last = b.blocks(region).first().and_then(|&block| b.last_op(block));
        let Some(y) = last.and_then(|op| op.as_op::<YieldOp>(b)) else {
            let e = VerifyError::from(format!(
                "expected region to end with scf.yield, but got {}",
                match last {
                    Some(op) => b.op_name(op),
                    None => "nothing",
                }
            ));
            return Err(e);
        };
        let (n, want) = (b.num_operands(y.op()), self.results(b).len());
        if n != want {
            let e = VerifyError::from(format!(
                "expected each region to return {want} values, but {name} returns {n}"
            ));
            return Err(e.note(b.loc(y.op()), "see yield operation here"));
        }
        for (i, (ty, want)) in b.operand_types(y.op()).zip(b.result_types(self.op())).enumerate() {
            if ty != want {
                let (ty, want) = (b.cx().type_to_string(ty), b.cx().type_to_string(want));
                let e = format!("expected result #{i} of each region to be '{want}'");
                let note = format!("{name} returns '{ty}' here");
                return Err(VerifyError::from(e).note(b.loc(y.op()), note));
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
        // MLIR ends the line with a space.
        p.text(" ");
        for (i, &value) in self.case_values(b).iter().enumerate() {
            let Some(region) = region_at(b, self.op(), i + 1) else { break };
            p.indented_newline().text("case ").int(value).text(" ").region(region, RegionStyle::NO_ARGS);
        }
        p.indented_newline().text("default");
        if let Some(region) = region_at(b, self.op(), 0) {
            // An implicit terminator without operands is not printed in this region, unlike in the others.
            let last = b.blocks(region).first().and_then(|&block| b.terminator(block));
            let terminator = last.is_none_or(|t| b.num_operands(t) != 0 || !b.extra_attrs(t).is_empty());
            p.text(" ").region(region, RegionStyle { terminator, ..RegionStyle::default() });
        }
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
        let mut cases = Vec::new();
        while p.eat("case") {
            cases.push(p.integer()?);
            p.region(state, &[])?;
        }
        p.expect("default")?;
        p.region(state, &[])?;
        // Written last, kept first.
        state.regions.rotate_right(1);
        state.set_attr(cx, "cases", cx.i64_array(&cases));
        Ok(())
    }
}
