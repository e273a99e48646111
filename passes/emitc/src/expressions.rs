//! `form-expressions`: operators become expressions of C.
//!
//! Before:
//! ```mlir
//! %0 = emitc.add %a, %b : (i32, i32) -> i32
//! %1 = emitc.mul %0, %b : (i32, i32) -> i32
//! ```
//! After:
//! ```mlir
//! %0 = emitc.expression %b, %a : (i32, i32) -> i32 {
//!   %1 = add %a, %b : (i32, i32) -> i32
//!   %2 = mul %1, %b : (i32, i32) -> i32
//!   yield %2 : i32
//! }
//! ```
//! Each operator is wrapped first. Then an expression takes in those of its operands that have no side effects and no other use.

use strata_emitc::{CExpression, ExpressionOp, YieldOp};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Form C-style expressions from C-operator ops.
#[pass(name = "form-expressions", class = "FormExpressionsPass", produces = [emitc], each_body)]
pub struct FormExpressions;

impl BodyPass for FormExpressions {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        if Op::SELF.isa::<ExpressionOp>(body) {
            return Ok(());
        }
        for op in body.all_ops() {
            let is_operator = !op.isa::<ExpressionOp>(body) && op.implements::<dyn CExpression>(body);
            if is_operator && body.results(op).len() == 1 {
                wrap(body, op);
            }
        }
        let expressions: Vec<Op> =
            body.all_ops().into_iter().filter(|op| op.isa::<ExpressionOp>(body)).collect();
        for op in expressions {
            while body.is_live(op)
                && let Some(i) = foldable_operand(body, op)
            {
                fold(body, op, i);
            }
        }
        rewrite_greedily(body, &PatternSet::new(), &GreedyConfig::default());
        Ok(())
    }
}

/// Puts an operator into an expression of its own.
fn wrap(body: &mut Body, op: Op) {
    let cx = body.cx_arc().clone();
    let (loc, result) = (body.loc(op), body.result(op, 0));
    let operands: Vec<Value> = body.operands(op).collect();
    let types: Vec<Type> = body.operand_types(op).collect();
    let mut inner = Box::new(Body::new(&cx, ExpressionOp::info(), loc));
    let Some(&region) = inner.regions(Op::SELF).first() else { return };
    let block = inner.add_block(region, &types);
    let args = inner.block_args(block).to_vec();
    let mut map = IdMap::new();
    for (&v, &arg) in operands.iter().zip(&args) {
        map.map(v, arg);
    }
    let copy = inner.import_op(body, op, &mut map);
    inner.set_operands(copy, &args);
    inner.insert(copy, InsertPoint::at_end(block));
    let value = inner.result(copy, 0);
    let mut b = Builder::at_end(&mut inner, block);
    b.set_cur_loc(loc);
    YieldOp::build(&mut b, Some(value));
    let mut state = OpState::new(ExpressionOp::info(), loc);
    state.operands.extend(operands);
    state.result_types.push(body.ty(result));
    state.child = Some(inner);
    let new = Builder::before(body, op).build(state);
    let new = body.result(new, 0);
    body.replace_all_uses(result, new);
    body.erase(op);
}

/// The first operand that is an expression which the op can take in.
fn foldable_operand(body: &Body, op: Op) -> Option<usize> {
    body.operands(op).position(|v| {
        let expression = body.def_as::<ExpressionOp>(v);
        body.has_one_use(v) && expression.is_some_and(|e| !e.has_side_effects(body))
    })
}

/// Takes the expression that is operand `i` into another one.
fn fold(body: &mut Body, op: Op, i: usize) {
    let Some(folded) = body.def_op(body.operand(op, i)) else { return };
    let (Some(mut outer), Some(mut inner)) = (body.take_child(op), body.take_child(folded)) else { return };
    let blocks = ExpressionOp::block(&outer).zip(ExpressionOp::block(&inner));
    if let Some((to, from)) = blocks {
        let operands = fold_block(body, [op, folded], i, (&mut outer, to), (&inner, from));
        body.set_operands(op, &operands);
    }
    // Of the op that is erased, the body is needed no longer.
    inner.recycle();
    body.put_child(folded, inner);
    body.put_child(op, outer);
    if body.is_unused(folded) {
        body.erase_forced(folded);
    }
}

/// Moves the operators, and returns the operands of the expression.
fn fold_block(
    body: &Body,
    [op, folded]: [Op; 2],
    i: usize,
    (outer, to): (&mut Body, Block),
    (inner, from): (&Body, Block),
) -> Vec<Value> {
    // Each value is one argument.
    let mut operands: Vec<Value> = Vec::new();
    let mut args: Vec<Value> = Vec::new();
    let old_args = outer.block_args(to).to_vec();
    for (k, (v, &arg)) in body.operands(op).zip(&old_args).enumerate() {
        if k == i {
            continue;
        }
        match operands.iter().position(|&o| o == v) {
            Some(same) => outer.replace_all_uses(arg, args[same]),
            None => {
                operands.push(v);
                args.push(arg);
            }
        }
    }
    let mut map = IdMap::new();
    for (v, &arg) in body.operands(folded).zip(inner.block_args(from)) {
        let same = operands.iter().position(|&o| o == v);
        let same = same.unwrap_or_else(|| {
            operands.push(v);
            args.push(outer.add_block_arg(to, inner.ty(arg)));
            operands.len() - 1
        });
        map.map(arg, args[same]);
    }
    let first = outer.first_op(to);
    for operator in inner.block_ops(from) {
        if let Some(end) = operator.as_op::<YieldOp>(inner) {
            if let Some(value) = end.result(inner) {
                outer.replace_all_uses(old_args[i], map.get(value));
            }
            continue;
        }
        let copy = outer.import_op(inner, operator, &mut map);
        let at = first.map_or(InsertPoint::at_end(to), |first| InsertPoint::before(outer, first));
        outer.insert(copy, at);
    }
    outer.retain_block_args(to, |_, arg| args.contains(&arg));
    operands
}
