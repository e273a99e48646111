//! `while`, `if` and `case` become structured control flow.

use strata_arith::CmpIPredicate;
use strata_ir::prelude::*;
use strata_scf as scf;
use strata_stablehlo as hlo;

use super::{
    Lowered, constants,
    function::Lowering,
    sizes,
    types::{self, signless},
};

pub(super) fn lower(l: &mut Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    let types: Vec<Type> = b.result_types(op).map(|t| signless(b.cx(), t)).collect();
    let new = if let Some(op) = op.as_op::<hlo::WhileOp>(b) {
        let inits = l.operands(b, op.op())?;
        let new = scf::WhileOp::build(b, &inits, &types).op();
        l.region(b, op.cond(b), new, 0, |b, values| {
            let &[pred] = values else { return Err("the condition must be one value".into()) };
            let block = b.point().block;
            let args: Vec<Value> = b.block_args(block).to_vec();
            let pred = constants::extract(b, pred);
            scf::ConditionOp::build(b, pred, &args);
            Ok(())
        })?;
        l.region(b, op.body(b), new, 1, |b, values| {
            let block = b.point().block;
            let args: Vec<Value> = b.block_args(block).to_vec();
            for (&next, arg) in values.iter().zip(args) {
                if types::is_unknown(b.cx(), b.ty(arg)) {
                    stays(b, next, arg)?;
                }
            }
            end(b, values)
        })?;
        new
    } else if let Some(op) = op.as_op::<hlo::IfOp>(b) {
        let pred = l.get(op.pred(b))?;
        let pred = constants::extract(b, pred);
        let new = scf::IfOp::build(b, pred, &types).op();
        l.region(b, op.true_branch(b), new, 0, end)?;
        l.region(b, op.false_branch(b), new, 1, end)?;
        new
    } else if let Some(op) = op.as_op::<hlo::CaseOp>(b) {
        let index = l.get(op.index(b))?;
        let index = constants::extract(b, index);
        let ty = b.cx().index();
        let index = strata_arith::IndexCastOp::build(b, index, ty);
        let branches: Vec<Region> = op.branches(b).to_vec();
        let Some((&last, cases)) = branches.split_last() else { return Err("it has no branches".into()) };
        let numbers: Vec<i64> = (0..cases.len() as i64).collect();
        let numbers = b.cx().i64_array(&numbers);
        let new = scf::IndexSwitchOp::build(b, index, numbers, cases.len(), &types).op();
        // Numbers that are no branch select the last one.
        l.region(b, last, new, 0, end)?;
        for (i, &region) in cases.iter().enumerate() {
            l.region(b, region, new, i + 1, end)?;
        }
        new
    } else {
        return Err("it is not known".into());
    };
    Ok(SmallVec::from_slice(b.results(new)))
}

/// A loop has one buffer for what it carries, whose sizes must stay what they were.
fn stays(b: &mut Builder<'_>, next: Value, like: Value) -> Lowered<()> {
    let (from, to) = (sizes::of(b, next)?, sizes::of(b, like)?);
    for (n, m) in from.into_iter().zip(to) {
        sizes::require(b, CmpIPredicate::Eq, n, m, "a loop changes a size of what it carries")?;
    }
    Ok(())
}

fn end(b: &mut Builder<'_>, values: &[Value]) -> Lowered<()> {
    scf::YieldOp::build(b, values);
    Ok(())
}
