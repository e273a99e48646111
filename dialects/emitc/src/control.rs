//! Loops and conditionals.

use strata_ir::{prelude::*, text::RegionStyle};
use strata_scf::syntax::region_at;

use crate::{
    ExpressionOp,
    types::{EmitCType, IntegerIndexOrOpaque},
};

/// Ends a region; that of an expression with its value.
#[op(
    name = "emitc.yield",
    traits = [Pure, Terminator],
    interfaces = [Verify],
    parents = ["emitc.do", "emitc.expression", "emitc.for", "emitc.if", "emitc.switch"],
    asm = "attr-dict ($result^ `:` type($result))?",
)]
pub struct YieldOp {
    /// The value.
    pub result: OptOperand<EmitCType>,
}

impl Verify for YieldOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        // An expression and `emitc.do` have rules of their own for this.
        let parent = b.parent_op(self.op());
        let takes_none = parent.is_some_and(|p| p != Op::SELF && !p.isa::<DoOp>(b));
        ensure!(!takes_none || self.result(b).is_none(), "yields a value not returned by parent");
        Ok(())
    }
}

/// Executes its first region if a condition holds, its second one otherwise.
#[op(
    name = "emitc.if",
    traits = [RecursiveMemoryEffects, NoRegionArguments, SingleBlock, ImplicitTerminator],
    interfaces = [RegionBranchOp, ImplicitTerminatorName, DefaultDialect],
    custom_asm,
)]
pub struct IfOp {
    /// The condition.
    pub condition: Operand<I1>,
    /// Executed if it holds.
    #[ir_name = "thenRegion"]
    pub then_region: SingleBlockRegion,
    /// Executed otherwise.
    #[ir_name = "elseRegion"]
    pub else_region: OptRegion,
}

/// `for (i = lower; i < upper; i += step)`.
#[op(
    name = "emitc.for",
    traits = [RecursiveMemoryEffects, SingleBlock, ImplicitTerminator],
    interfaces = [VerifyRegions, ImplicitTerminatorName, DefaultDialect],
    same = [lower_bound, upper_bound, step],
    custom_asm,
)]
pub struct ForOp {
    /// The first value of the variable.
    #[ir_name = "lowerBound"]
    pub lower_bound: Operand<IntegerIndexOrOpaque>,
    /// The loop ends before this value.
    #[ir_name = "upperBound"]
    pub upper_bound: Operand<IntegerIndexOrOpaque>,
    /// The step.
    pub step: Operand<IntegerIndexOrOpaque>,
    /// One iteration; its argument is the variable.
    #[ir_name = "region"]
    pub body: SingleBlockRegion,
}

/// Executes its first region, and again while the expression in its second one holds.
#[op(
    name = "emitc.do",
    traits = [NoTerminator, RecursiveMemoryEffects],
    interfaces = [VerifyRegions, DefaultDialect],
    custom_asm,
)]
pub struct DoOp {
    /// One iteration.
    #[ir_name = "bodyRegion"]
    pub body: SingleBlockRegion,
    /// The condition.
    #[ir_name = "conditionRegion"]
    pub condition: SingleBlockRegion,
}

macro_rules! structured {
    ($($name:ident),*) => {$(
        impl DefaultDialect for $name {
            fn default_dialect(&self) -> &'static str {
                "emitc"
            }
        }
    )*};
}
macro_rules! ends_with_yield {
    ($($name:ident),*) => {$(
        impl ImplicitTerminatorName for $name {
            fn implicit_terminator(&self) -> &'static str {
                YieldOp::NAME
            }
        }
    )*};
}
structured!(IfOp, ForOp, DoOp);
ends_with_yield!(IfOp, ForOp);

fn entry(b: &Body, op: Op, i: usize) -> Option<Block> {
    b.blocks(region_at(b, op, i)?).first().copied()
}

/// The style of a region whose arguments and terminator are not written.
const PLAIN: RegionStyle = RegionStyle { args: false, terminator: false, empty_block: false };

impl IfOp {
    /// The block that is executed if the condition holds.
    #[must_use]
    pub fn then_block(self, b: &Body) -> Option<Block> {
        entry(b, self.op(), 0)
    }
    /// The block that is executed otherwise, if there is one.
    #[must_use]
    pub fn else_block(self, b: &Body) -> Option<Block> {
        entry(b, self.op(), 1)
    }
}

impl RegionBranchOp for IfOp {
    fn successors(&self, b: &Body, from: RegionPoint) -> SmallVec<[RegionPoint; 2]> {
        if from != RegionPoint::Parent {
            return smallvec![RegionPoint::Parent];
        }
        let otherwise =
            if self.else_block(b).is_some() { RegionPoint::Region(1) } else { RegionPoint::Parent };
        smallvec![RegionPoint::Region(0), otherwise]
    }
}

impl CustomAsm for IfOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value(self.condition(b));
        if let Some(then) = region_at(b, self.op(), 0) {
            p.text(" ").region(then, PLAIN);
        }
        if let Some(otherwise) = region_at(b, self.op(), 1).filter(|&r| !b.blocks(r).is_empty()) {
            p.text(" else ").region(otherwise, PLAIN);
        }
        p.attr_dict(self.op(), &[]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let condition = p.operand()?;
        let i1 = p.cx().i1();
        let condition = p.resolve(condition, i1)?;
        state.operands.push(condition);
        p.region(state, &[])?;
        if p.eat("else") {
            p.region(state, &[])?;
        }
        p.attr_dict(state)
    }
}

impl ForOp {
    /// The block of one iteration.
    #[must_use]
    pub fn block(self, b: &Body) -> Option<Block> {
        entry(b, self.op(), 0)
    }
    /// The variable.
    #[must_use]
    pub fn induction_var(self, b: &Body) -> Option<Value> {
        b.block_args(self.block(b)?).first().copied()
    }
}

impl VerifyRegions for ForOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let Some(block) = self.block(b) else { return Ok(()) };
        let &[arg] = b.block_args(block) else {
            return Err("expected body to have a single block argument for the induction variable".into());
        };
        ensure!(
            b.ty(arg) == b.ty(self.lower_bound(b)),
            "expected induction variable to be same type as bounds and step"
        );
        Ok(())
    }
}

impl CustomAsm for ForOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").values(self.induction_var(b)).text(" = ").value(self.lower_bound(b));
        p.text(" to ").value(self.upper_bound(b)).text(" step ").value(self.step(b)).text(" ");
        let ty = b.ty(self.lower_bound(b));
        // MLIR prints the second space too.
        if !b.cx().is_index(ty) {
            p.text(" : ").ty(ty).text(" ");
        }
        if let Some(region) = region_at(b, self.op(), 0) {
            p.region(region, PLAIN);
        }
        p.attr_dict(self.op(), &[]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let (name, loc) = p.arg_name()?;
        p.expect("=")?;
        let lower = p.operand()?;
        p.expect("to")?;
        let upper = p.operand()?;
        p.expect("step")?;
        let step = p.operand()?;
        let ty = if p.eat(":") { p.ty()? } else { p.cx().index() };
        for operand in [lower, upper, step] {
            let v = p.resolve(operand, ty)?;
            state.operands.push(v);
        }
        p.region(state, &[BlockArg { name, ty, loc }])?;
        p.attr_dict(state)
    }
}

impl DoOp {
    /// The block of one iteration.
    #[must_use]
    pub fn block(self, b: &Body) -> Option<Block> {
        entry(b, self.op(), 0)
    }
    /// The expression that is the condition.
    #[must_use]
    pub fn condition_op(self, b: &Body) -> Option<ExpressionOp> {
        b.first_op(entry(b, self.op(), 1)?)?.as_op::<ExpressionOp>(b)
    }
}

impl VerifyRegions for DoOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let (Some(body), Some(condition)) = (self.block(b), entry(b, self.op(), 1)) else { return Ok(()) };
        let ends = b.last_op(body).is_some_and(|op| b.has_trait(op, Trait::Terminator));
        ensure!(!ends, "body region must not contain terminator");
        let ops: SmallVec<[Op; 4]> = b.block_ops(condition).collect();
        let &[first, last] = &ops[..] else {
            let n = ops.len();
            return Err(format!("condition region must contain exactly two operations: 'emitc.expression' followed by 'emitc.yield', but found {n} operations").into());
        };
        ensure!(
            first.isa::<ExpressionOp>(b),
            "expected first op in condition region to be 'emitc.expression', but got {}",
            b.op_name(first)
        );
        let value = b.result(first, 0);
        ensure!(
            b.ty(value) == b.cx().i1(),
            "emitc.expression in condition region must return 'i1', but returns '{}'",
            b.cx().type_to_string(b.ty(value))
        );
        let Some(end) = last.as_op::<YieldOp>(b) else {
            let name = b.op_name(last);
            return Err(
                format!("expected last op in condition region to be 'emitc.yield', but got {name}").into()
            );
        };
        let n = b.num_operands(last);
        ensure!(n == 1, "expected condition region to return 1 value, but it returns {n} values");
        if end.result(b) != Some(value) {
            return Err(VerifyError::bare(
                "'emitc.yield' must return result of 'emitc.expression' from this condition region"
                    .to_owned(),
            ));
        }
        Ok(())
    }
}

impl CustomAsm for DoOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        if let Some(body) = region_at(b, self.op(), 0) {
            p.text(" ").region(body, PLAIN);
        }
        p.text(" while ");
        if let Some(condition) = region_at(b, self.op(), 1) {
            p.region(condition, RegionStyle::default());
        }
        p.attr_dict_with_keyword(self.op(), &[]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        p.region(state, &[])?;
        p.expect("while")?;
        p.region(state, &[])?;
        // `{}` has a block too.
        for &region in &state.regions {
            if p.body().blocks(region).is_empty() {
                p.body().add_block(region, &[]);
            }
        }
        p.attr_dict_with_keyword(state)
    }
}
