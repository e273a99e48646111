//! `scf.if`.

use strata_ir::{prelude::*, text::RegionStyle};

use crate::{YieldOp, syntax::region_at};

/// Executes one of two regions.
#[op(
    name = "scf.if",
    traits = [
        RecursiveMemoryEffects, RecursivelySpeculatable, NoRegionArguments, SingleBlock, ImplicitTerminator,
    ],
    interfaces = [Verify, VerifyRegions, RegionBranchOp, ImplicitTerminatorName, Fold, Canonicalize],
    custom_asm,
)]
pub struct IfOp {
    /// Which region it is.
    pub condition: Operand<I1>,
    /// Executed when the condition holds.
    #[ir_name = "thenRegion"]
    pub then_region: SingleBlockRegion,
    /// Executed otherwise; needed when there are results.
    #[ir_name = "elseRegion"]
    pub else_region: OptRegion,
    /// The values that the executed region yields.
    pub results: VariadicRes<AnyType>,
}

impl IfOp {
    /// Creates a conditional with both regions; the closures return what the regions yield.
    pub fn create(
        b: &mut Builder<'_>,
        condition: Value,
        types: &[Type],
        then: impl FnOnce(&mut Builder<'_>) -> Vec<Value>,
        otherwise: impl FnOnce(&mut Builder<'_>) -> Vec<Value>,
    ) -> Self {
        let op = Self::create_then(b, condition, types, then);
        b.region_block(op, 1, &[], |b, _| {
            let values = otherwise(b);
            YieldOp::build(b, &values);
        });
        op
    }
    /// Creates a conditional whose else region is empty so far.
    pub fn create_then(
        b: &mut Builder<'_>,
        condition: Value,
        types: &[Type],
        then: impl FnOnce(&mut Builder<'_>) -> Vec<Value>,
    ) -> Self {
        let op = Self::build(b, condition, types);
        b.region_block(op, 0, &[], |b, _| {
            let values = then(b);
            YieldOp::build(b, &values);
        });
        op
    }
    /// The op that ends the region for `true`.
    pub fn then_yield(self, b: &Body) -> Option<YieldOp> {
        self.yield_of(b, 0)
    }
    /// The op that ends the region for `false`.
    pub fn else_yield(self, b: &Body) -> Option<YieldOp> {
        self.yield_of(b, 1)
    }
    fn yield_of(self, b: &Body, i: usize) -> Option<YieldOp> {
        let block = *b.blocks(region_at(b, self.op(), i)?).first()?;
        b.last_op(block)?.as_op::<YieldOp>(b)
    }
}

impl ImplicitTerminatorName for IfOp {
    fn implicit_terminator(&self) -> &'static str {
        YieldOp::NAME
    }
}

impl Verify for IfOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(
            self.results(b).is_empty() || self.else_region_block(b).is_some(),
            "must have an else block if defining values"
        );
        Ok(())
    }
}

impl VerifyRegions for IfOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        for i in 0..2 {
            if let Some(y) = self.yield_of(b, i) {
                verify_region_results(b, self.op(), i, y.op())?;
            }
        }
        Ok(())
    }
}

impl RegionBranchOp for IfOp {
    fn successors(&self, b: &Body, from: RegionPoint) -> SmallVec<[RegionPoint; 2]> {
        if from != RegionPoint::Parent {
            return smallvec![RegionPoint::Parent];
        }
        let condition = constant_value(b, self.condition(b)).and_then(|a| b.cx().attr_as::<IntegerAttr>(a));
        let condition = condition.map(|c| !c.value.is_zero());
        let mut out = SmallVec::new();
        if condition != Some(false) {
            out.push(RegionPoint::Region(0));
        }
        if condition != Some(true) {
            let empty = self.else_region_block(b).is_none();
            out.push(if empty { RegionPoint::Parent } else { RegionPoint::Region(1) });
        }
        out
    }
    fn entry_successors(&self, b: &Body, consts: &[Option<Attr>]) -> SmallVec<[RegionPoint; 2]> {
        let condition = consts.first().copied().flatten().and_then(|a| b.cx().attr_as::<IntegerAttr>(a));
        match condition.map(|c| c.value.is_zero()) {
            None => self.successors(b, RegionPoint::Parent),
            Some(false) => smallvec![RegionPoint::Region(0)],
            Some(true) if self.else_region_block(b).is_none() => smallvec![RegionPoint::Parent],
            Some(true) => smallvec![RegionPoint::Region(1)],
        }
    }
}

impl CustomAsm for IfOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let terminator = !self.results(b).is_empty();
        p.text(" ").value(self.condition(b));
        if terminator {
            p.text(" -> (").types(b.result_types(self.op())).text(")");
        }
        let style = RegionStyle { args: false, terminator, empty_block: false };
        if let Some(then) = region_at(b, self.op(), 0) {
            p.text(" ").region(then, style);
        }
        if let Some(otherwise) = region_at(b, self.op(), 1).filter(|&r| !b.blocks(r).is_empty()) {
            p.text(" else ").region(otherwise, style);
        }
        p.attr_dict(self.op(), &[]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let condition = p.operand()?;
        let i1 = p.cx().i1();
        let condition = p.resolve(condition, i1)?;
        state.operands.push(condition);
        state.result_types.extend(p.arrow_types_opt()?);
        p.region(state, &[])?;
        if p.eat("else") {
            p.region(state, &[])?;
        }
        p.attr_dict(state)
    }
}
