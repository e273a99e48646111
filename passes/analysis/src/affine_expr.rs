//! Affine expressions as `arith` ops.

use strata_arith::{
    AddIOp, CmpIPredicate, DivSIOp, IntegerOverflowFlags, MulIOp, RemSIOp, SelectOp, SubIOp, constant_index,
};
use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Kind},
    prelude::*,
};

use crate::index_arith::compare;

/// A pending step of the evaluation of an expression.
enum Step<'e> {
    /// Compute it.
    Visit(&'e AffineExpr),
    /// Combine the values of its operands, which were computed.
    Combine(BinaryOp),
}

/// Computes `expr` at the insertion point; the error is the reason why that is not possible.
///
/// Division and remainder round as affine expressions do: towards minus infinity (`floordiv`), towards plus infinity
/// (`ceildiv`), and `mod` is never negative.
pub fn expand_affine_expr(
    b: &mut Builder<'_>,
    expr: &AffineExpr,
    dims: &[Value],
    symbols: &[Value],
) -> Result<Value, String> {
    // Shared nodes are expanded once for each use, so the limit applies to the number of uses, not of distinct nodes.
    let limit = u64::from(b.cx().limits().affine_nodes);
    if expr.size() > limit {
        return Err(format!("an affine expression has more than {limit} nodes (affine_nodes)"));
    }
    let missing = |what: &str, i: u32| format!("an affine expression uses {what} {i}, which has no value");
    let mut todo = vec![Step::Visit(expr)];
    let mut values: Vec<Value> = Vec::new();
    while let Some(step) = todo.pop() {
        match step {
            Step::Visit(e) => match e.kind() {
                Kind::Dim(i) => values.push(*dims.get(*i as usize).ok_or_else(|| missing("dimension", *i))?),
                Kind::Symbol(i) => {
                    values.push(*symbols.get(*i as usize).ok_or_else(|| missing("symbol", *i))?)
                }
                Kind::Const(c) => values.push(constant_index(b, *c)),
                Kind::Binary(op, lhs, rhs) => {
                    if let (BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv, Some(c)) =
                        (op, rhs.as_const())
                        && c <= 0
                    {
                        let what = if *op == BinaryOp::Mod { "modulo" } else { "division" };
                        return Err(format!("{what} by non-positive value is not supported"));
                    }
                    todo.extend([Step::Combine(*op), Step::Visit(rhs), Step::Visit(lhs)]);
                }
            },
            Step::Combine(op) => {
                let (Some(rhs), Some(lhs)) = (values.pop(), values.pop()) else {
                    return Err("an affine expression has an operation without operands".into());
                };
                values.push(combine(b, op, lhs, rhs));
            }
        }
    }
    values.pop().ok_or_else(|| "an affine expression is empty".into())
}

/// Computes all results of a map.
pub fn expand_affine_map(
    b: &mut Builder<'_>,
    map: &AffineMap,
    operands: &[Value],
) -> Result<Vec<Value>, String> {
    let (dims, symbols) = operands.split_at((map.n_dims() as usize).min(operands.len()));
    map.results().iter().map(|e| expand_affine_expr(b, e, dims, symbols)).collect()
}

/// The promise that nothing overflows as signed numbers.
pub fn no_signed_wrap(b: &Builder<'_>) -> Option<Attr> {
    Some(b.cx().attr(IntegerOverflowFlags::NSW))
}

fn combine(b: &mut Builder<'_>, op: BinaryOp, lhs: Value, rhs: Value) -> Value {
    match op {
        BinaryOp::Add => AddIOp::build(b, lhs, rhs, None),
        BinaryOp::Mul => {
            let flags = no_signed_wrap(b);
            MulIOp::build(b, lhs, rhs, flags)
        }
        BinaryOp::Mod => {
            // The machine's remainder has the sign of the dividend.
            let rem = RemSIOp::build(b, lhs, rhs);
            let zero = constant_index(b, 0);
            let negative = compare(b, CmpIPredicate::Slt, rem, zero);
            let corrected = AddIOp::build(b, rem, rhs, None);
            SelectOp::build(b, negative, corrected, rem)
        }
        BinaryOp::FloorDiv => {
            // For a < 0: a floordiv b = -1 - ((-1 - a) / b).
            let (zero, minus_one) = (constant_index(b, 0), constant_index(b, -1));
            let negative = compare(b, CmpIPredicate::Slt, lhs, zero);
            let flipped = SubIOp::build(b, minus_one, lhs, None);
            let dividend = SelectOp::build(b, negative, flipped, lhs);
            let quotient = DivSIOp::build(b, dividend, rhs, None);
            let corrected = SubIOp::build(b, minus_one, quotient, None);
            SelectOp::build(b, negative, corrected, quotient)
        }
        BinaryOp::CeilDiv => {
            // For a <= 0: a ceildiv b = -(-a / b); else (a - 1) / b + 1.
            let (zero, one) = (constant_index(b, 0), constant_index(b, 1));
            let non_positive = compare(b, CmpIPredicate::Sle, lhs, zero);
            let negated = SubIOp::build(b, zero, lhs, None);
            let decremented = SubIOp::build(b, lhs, one, None);
            let dividend = SelectOp::build(b, non_positive, negated, decremented);
            let quotient = DivSIOp::build(b, dividend, rhs, None);
            let negated = SubIOp::build(b, zero, quotient, None);
            let incremented = AddIOp::build(b, quotient, one, None);
            SelectOp::build(b, non_positive, negated, incremented)
        }
    }
}
