//! `emitc.expression`, and the ops that may be in one.

use strata_ir::{core::VerifySymbolUses, core::symbols::SymbolScope, prelude::*, text::RegionStyle};

use crate::{
    YieldOp,
    types::{EmitCType, EmitCTypeOrLValue, is_fundamental},
};

/// An op that is an operator or operand in expressions of C.
pub trait CExpression {
    /// Whether its evaluation may affect that of others.
    fn has_side_effects(&self, body: &Body) -> bool {
        let _ = body;
        true
    }
}

/// Whether all operands have types whose operators are those of C.
pub(crate) fn operands_are_fundamental(b: &Body, op: Op) -> bool {
    b.operand_types(op).all(|ty| is_fundamental(b.cx(), ty))
}

/// Whether an op that may be in an expression has side effects; an op that may not has some.
#[must_use]
pub fn has_side_effects(b: &Body, op: Op) -> bool {
    op.cast::<dyn CExpression>(b).is_none_or(|e| e.has_side_effects(b))
}

/// A tree of operators that is written as one expression of C.
#[op(
    name = "emitc.expression",
    traits = [IsolatedFromAbove, GraphRegion, SingleBlock, ImplicitTerminator],
    interfaces = [
        VerifyRegions, VerifySymbolUses, ImplicitTerminatorName, DefaultDialect, ArgsNamedAsOperands, CExpression,
    ],
    custom_asm,
)]
pub struct ExpressionOp {
    /// Operands of its operators.
    pub defs: Variadic<EmitCTypeOrLValue>,
    /// It is a variable of its own, even if it has one use.
    pub do_not_inline: OptAttr<UnitAttr>,
    /// The operators, whose arguments are the operands.
    pub region: SingleBlockRegion,
    /// Its value.
    pub result: Res<EmitCType>,
}

impl ExpressionOp {
    /// The block of operators, in the body of this op.
    #[must_use]
    pub fn block(inner: &Body) -> Option<Block> {
        inner.regions(Op::SELF).first().and_then(|&r| inner.blocks(r).first().copied())
    }
    /// The op that is applied last, in the body of this op.
    #[must_use]
    pub fn root(inner: &Body) -> Option<Op> {
        let end = inner.last_op(Self::block(inner)?)?.as_op::<YieldOp>(inner)?;
        inner.def_op(end.result(inner)?)
    }
}

impl ImplicitTerminatorName for ExpressionOp {
    fn implicit_terminator(&self) -> &'static str {
        YieldOp::NAME
    }
}

impl DefaultDialect for ExpressionOp {
    fn default_dialect(&self) -> &'static str {
        "emitc"
    }
}

impl CExpression for ExpressionOp {
    fn has_side_effects(&self, b: &Body) -> bool {
        let (inner, _) = b.inner(self.op());
        let block = Self::block(inner);
        block.is_some_and(|block| {
            inner.block_ops(block).any(|op| !op.isa::<YieldOp>(inner) && has_side_effects(inner, op))
        })
    }
}

impl VerifyRegions for ExpressionOp {
    /// Rules for the operators; it has no results here.
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let (Op::SELF, Some(block)) = (self.op(), Self::block(b)) else { return Ok(()) };
        let end = b.last_op(block).and_then(|op| op.as_op::<YieldOp>(b));
        let Some(value) = end.and_then(|end| end.result(b)) else {
            return Err("must yield a value at termination".into());
        };
        let Some(root) = b.def_op(value) else { return Err("yielded value has no defining op".into()) };
        for op in b.block_ops(block) {
            if op.isa::<YieldOp>(b) {
                continue;
            }
            ensure!(op.implements::<dyn CExpression>(b), "contains an unsupported operation");
            let &[result] = b.results(op) else {
                return Err("requires exactly one result for each operation".into());
            };
            ensure!(op == root || b.has_uses(result), "contains an unused operation");
        }
        for op in b.block_ops(block) {
            ensure!(
                op.isa::<YieldOp>(b)
                    || !has_side_effects(b, op)
                    || b.results(op).iter().all(|&v| b.users(v).count() == 1),
                "requires exactly one use for operations with side effects"
            );
        }
        Ok(())
    }
}

impl VerifySymbolUses for ExpressionOp {
    /// Rules that need the operands and the result, which only the body around this op has.
    fn verify_symbol_uses(&self, b: &Body, _: &SymbolScope<'_>) -> VerifyResult {
        let (inner, _) = b.inner(self.op());
        let Some(block) = Self::block(inner) else { return Ok(()) };
        let args = inner.block_args(block).iter().map(|&arg| inner.ty(arg));
        ensure!(
            args.eq(b.operand_types(self.op())),
            "requires the block arguments to have the types of the operands"
        );
        let end = inner.last_op(block).and_then(|op| op.as_op::<YieldOp>(inner));
        let yielded = end.and_then(|end| end.result(inner)).map(|v| inner.ty(v));
        ensure!(
            yielded.is_none_or(|ty| ty == b.ty(self.result(b))),
            "requires yielded type to match return type"
        );
        Ok(())
    }
}

impl ArgsNamedAsOperands for ExpressionOp {
    fn names_args_as_operands(&self, b: &Body) -> bool {
        // A value that stands twice is two arguments.
        let mut seen = SmallVec::<[Value; 8]>::new();
        b.operands(self.op()).all(|v| {
            let first = !seen.contains(&v);
            seen.push(v);
            first
        })
    }
}

impl CustomAsm for ExpressionOp {
    fn print(&self, p: &mut Printer<'_>) {
        let args = p.in_parent(self.op(), |p, op| {
            let b = p.body();
            p.text(" ").values(b.operands(op));
            if b.attr(op, "do_not_inline").is_some() {
                p.text(" noinline");
            }
            let (inputs, results): (Vec<Type>, Vec<Type>) =
                (b.operand_types(op).collect(), b.result_types(op).collect());
            p.text(" : ").function_type(&inputs, &results);
            !ExpressionOp::from_op_unchecked(op).names_args_as_operands(b)
        });
        p.attr_dict_with_keyword(self.op(), &["do_not_inline"]);
        let region = self.region(p.body());
        p.text(" ").region(region, RegionStyle { args, ..RegionStyle::default() });
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let operands = p.operands()?;
        if p.eat("noinline") {
            state.set_attr(cx, "do_not_inline", cx.unit());
        }
        p.expect(":")?;
        let at = p.location();
        let (inputs, results) = p.functional_type()?;
        let &[result] = &results[..] else {
            return Err(p.error_at(at, "custom op 'emitc.expression' expected single return type"));
        };
        state.result_types.push(result);
        let values = p.resolve_all(&operands, &inputs, at)?;
        state.operands.extend(values);
        p.attr_dict_with_keyword(state)?;
        p.region_of_operands(state, &operands, &inputs)?;
        if let Some(child) = &mut state.child
            && let Some(block) = Self::block(child)
            && child.terminator(block).is_none()
        {
            YieldOp::build(&mut Builder::at_end(child, block), None);
        }
        Ok(())
    }
}
