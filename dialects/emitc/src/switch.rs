//! `emitc.switch`.

use strata_ir::{prelude::*, text::RegionStyle};

use crate::{YieldOp, control::region_at, types::IntegerIndexOrOpaque};

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
        let cases = b.attr_slot(self.op(), 0).and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a));
        cases.map_or(&[], |c| &c.values)
    }
    fn region(b: &Body, region: Region, name: &str) -> VerifyResult {
        let last = b.blocks(region).first().and_then(|&block| b.last_op(block));
        let Some(end) = last.and_then(|op| op.as_op::<YieldOp>(b)) else {
            let name = last.map_or("nothing", |op| b.op_name(op));
            return Err(format!("expected region to end with emitc.yield, but got {name}").into());
        };
        let n = b.num_operands(end.op());
        if n != 0 {
            let e = format!("expected each region to return 0 values, but {name} returns {n}");
            return Err(VerifyError::from(e).note(b.loc(end.op()), "see yield operation here"));
        }
        Ok(())
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
        let (cases, regions) = (self.case_values(b), self.case_regions(b));
        for (i, &region) in regions.iter().enumerate() {
            ensure!(
                b.blocks(region).len() == 1,
                "region #{} ('caseRegions') failed to verify constraint: region with 1 blocks",
                i + 1
            );
        }
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
        Self::region(b, self.default_region(b), "default region")?;
        for (i, &region) in regions.iter().enumerate() {
            Self::region(b, region, &format!("case region #{i}"))?;
        }
        Ok(())
    }
}

impl RegionBranchOp for SwitchOp {}

impl CustomAsm for SwitchOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value(self.arg(b)).text(" : ").type_of(self.arg(b)).attr_dict(self.op(), &["cases"]);
        // MLIR ends the line with a space.
        p.text(" ");
        for (i, &value) in self.case_values(b).iter().enumerate() {
            let Some(region) = region_at(b, self.op(), i + 1) else { break };
            p.indented_newline().text("case ").int(value).text(" ").region(region, RegionStyle::NO_ARGS);
        }
        p.indented_newline().text("default");
        if let Some(region) = region_at(b, self.op(), 0) {
            // An implicit terminator is not written in this region, unlike in the others.
            let last = b.blocks(region).first().and_then(|&block| b.terminator(block));
            let terminator = last.is_none_or(|t| b.num_operands(t) != 0 || !b.extra_attrs(t).is_empty());
            p.text(" ").region(region, RegionStyle { terminator, ..RegionStyle::default() });
        }
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let arg = p.operand()?;
        let ty = p.colon_type()?;
        let arg = p.resolve(arg, ty)?;
        state.operands.push(arg);
        p.attr_dict(state)?;
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
