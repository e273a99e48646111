//! `scf.while` and `scf.condition`.

use strata_ir::{prelude::*, text::RegionStyle};

use crate::{
    YieldOp,
    syntax::{Assignments, entry_args, parse_assignments, region_at},
};

/// A loop with the condition in a region of its own: `before` decides whether `after` runs, and both pass values on.
#[op(
    name = "scf.while",
    traits = [RecursiveMemoryEffects, SingleBlock],
    interfaces = [VerifyRegions, RegionBranchOp, LoopLike, Canonicalize],
    custom_asm,
)]
pub struct WhileOp {
    /// Initial values of the arguments of `before`.
    pub inits: Variadic<AnyType>,
    /// Decides whether to go on; ends in `scf.condition`.
    pub before: SingleBlockRegion,
    /// The body; ends in `scf.yield`.
    pub after: SingleBlockRegion,
    /// The values that `scf.condition` passes when the loop ends.
    pub results: VariadicRes<AnyType>,
}

impl WhileOp {
    /// The op that decides whether to go on.
    pub fn condition_op(self, b: &Body) -> Option<ConditionOp> {
        let block = *b.blocks(region_at(b, self.op(), 0)?).first()?;
        b.last_op(block)?.as_op::<ConditionOp>(b)
    }
    /// The op that ends the body.
    pub fn yield_op(self, b: &Body) -> Option<YieldOp> {
        let block = *b.blocks(region_at(b, self.op(), 1)?).first()?;
        b.last_op(block)?.as_op::<YieldOp>(b)
    }
    /// Arguments of `before`.
    pub fn before_args(self, b: &Body) -> &[Value] {
        entry_args(b, region_at(b, self.op(), 0))
    }
    /// Arguments of `after`.
    pub fn after_args(self, b: &Body) -> &[Value] {
        entry_args(b, region_at(b, self.op(), 1))
    }
}

impl VerifyRegions for WhileOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        use crate::verify::terminator;
        let condition: ConditionOp =
            terminator(b, self.before(b), "expects the 'before' region to terminate with 'scf.condition'")?;
        let last: YieldOp =
            terminator(b, self.after(b), "expects the 'after' region to terminate with 'scf.yield'")?;
        verify_region_edge(
            b,
            RegionPoint::Parent,
            self.op(),
            (*self).inits(b),
            RegionPoint::Region(0),
            self.before_args(b),
        )?;
        verify_region_edge(
            b,
            RegionPoint::Region(0),
            condition.op(),
            condition.args(b),
            RegionPoint::Parent,
            self.results(b),
        )?;
        verify_region_edge(
            b,
            RegionPoint::Region(0),
            condition.op(),
            condition.args(b),
            RegionPoint::Region(1),
            self.after_args(b),
        )?;
        verify_region_edge(
            b,
            RegionPoint::Region(1),
            last.op(),
            b.operands(last.op()),
            RegionPoint::Region(0),
            self.before_args(b),
        )?;
        Ok(())
    }
}

impl RegionBranchOp for WhileOp {
    fn successors(&self, b: &Body, from: RegionPoint) -> SmallVec<[RegionPoint; 2]> {
        if from != RegionPoint::Region(0) {
            return smallvec![RegionPoint::Region(0)];
        }
        let condition = self.condition_op(b).and_then(|c| constant_value(b, c.condition(b)));
        let condition = condition.and_then(|a| b.cx().attr_as::<IntegerAttr>(a)).map(|c| !c.value.is_zero());
        match condition {
            Some(true) => smallvec![RegionPoint::Region(1)],
            Some(false) => smallvec![RegionPoint::Parent],
            None => smallvec![RegionPoint::Region(1), RegionPoint::Parent],
        }
    }
    fn entry_operands(&self, b: &Body, _: RegionPoint) -> SmallVec<[Value; 4]> {
        (*self).inits(b).collect()
    }
    fn successor_inputs(&self, b: &Body, to: RegionPoint) -> SmallVec<[Value; 4]> {
        match to {
            RegionPoint::Parent => self.results(b).into(),
            RegionPoint::Region(0) => self.before_args(b).into(),
            RegionPoint::Region(_) => self.after_args(b).into(),
        }
    }
}

impl LoopLike for WhileOp {
    fn loop_regions(&self, b: &Body) -> SmallVec<[Region; 1]> {
        b.regions(self.op()).into()
    }
    fn induction_vars(&self, _: &Body) -> SmallVec<[Value; 2]> {
        SmallVec::new()
    }
    fn inits(&self, b: &Body) -> SmallVec<[Value; 4]> {
        (*self).inits(b).collect()
    }
    fn iter_args(&self, b: &Body) -> SmallVec<[Value; 4]> {
        self.before_args(b).into()
    }
}

impl CustomAsm for WhileOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.assignments(" ", self.before_args(b).iter().copied(), (*self).inits(b));
        let inputs: Vec<Type> = b.operand_types(self.op()).collect();
        let results: Vec<Type> = b.result_types(self.op()).collect();
        p.text(" : ").function_type(&inputs, &results);
        if let [before, after] = *b.regions(self.op()) {
            p.text(" ").region(before, RegionStyle::NO_ARGS);
            p.text(" do ").region(after, RegionStyle::default());
        }
        p.attr_dict_with_keyword(self.op(), &[]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let mut list = if p.peek("(") { parse_assignments(p)? } else { Assignments::default() };
        let at = p.location();
        p.expect(":")?;
        let (inputs, results) = p.functional_type()?;
        state.result_types.extend(results);
        if inputs.len() != list.inits.len() {
            let (n, m) = (list.inits.len(), inputs.len());
            return Err(p.error_at(
                at,
                format!(
                    "custom op 'scf.while' expected as many input types as operands (expected {n} got {m})"
                ),
            ));
        }
        let values = p.resolve_all(&list.inits, &inputs, at)?;
        state.operands.extend(values);
        for (arg, ty) in list.args.iter_mut().zip(inputs) {
            arg.ty = ty;
        }
        p.region(state, &list.args)?;
        p.expect("do")?;
        p.region(state, &[])?;
        p.attr_dict_with_keyword(state)
    }
}

/// Ends the first region of a `scf.while`: continues with the second one, or ends the loop.
#[op(
    name = "scf.condition",
    traits = [Pure, Terminator],
    interfaces = [RegionTerminator],
    parents = ["scf.while"],
    asm = "`(` $condition `)` attr-dict ($args^ `:` type($args))?",
)]
pub struct ConditionOp {
    /// Whether to go on.
    pub condition: Operand<I1>,
    /// The arguments of the second region, or the results.
    pub args: Variadic<AnyType>,
}

impl RegionTerminator for ConditionOp {
    fn forwarded(&self, b: &Body, _: RegionPoint) -> SmallVec<[Value; 4]> {
        self.args(b).collect()
    }
    fn successors(&self, b: &Body, consts: &[Option<Attr>]) -> Option<SmallVec<[RegionPoint; 2]>> {
        let condition = b.cx().attr_as::<IntegerAttr>((*consts.first()?)?)?;
        Some(smallvec![if condition.value.is_zero() { RegionPoint::Parent } else { RegionPoint::Region(1) }])
    }
}
