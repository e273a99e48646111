//! The simplifications that MLIR applies when an expression is built.
//!
//! Each function returns `None` when the operation stays as it is. Steps that descend into an
//! operand are skipped for large expressions, so that building one costs amortized constant time.

use crate::expr::{AffineExpr, BinaryOp};

impl AffineExpr {
    /// The operation, simplified as MLIR simplifies on construction.
    pub fn binary(op: BinaryOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        if let Some(folded) = fold(op, &lhs, &rhs) {
            return folded;
        }
        // Identifiers under a commutative operation are ordered: dimensions first, then by number.
        let commutative = matches!(op, BinaryOp::Add | BinaryOp::Mul);
        match (lhs.identifier_order(), rhs.identifier_order()) {
            (Some(first), Some(second)) if commutative && first > second => AffineExpr::raw(op, rhs, lhs),
            _ => AffineExpr::raw(op, lhs, rhs),
        }
    }
}

/// Floor division; `None` for zero divisors and overflow.
pub(crate) fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// Ceiling division; `None` for zero divisors and overflow.
pub(crate) fn ceil_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) == (b < 0) { quotient + 1 } else { quotient })
}

/// The remainder of the floor division; `None` for divisors that are not positive.
pub(crate) fn modulo(a: i64, b: i64) -> Option<i64> {
    (b > 0).then(|| a.rem_euclid(b))
}

/// Applies an operation to constants.
pub(crate) fn apply(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Mod => modulo(a, b),
        BinaryOp::FloorDiv => floor_div(a, b),
        BinaryOp::CeilDiv => ceil_div(a, b),
    }
}

/// The simplified operation, when there is one.
fn fold(op: BinaryOp, lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    if let (Some(a), Some(b)) = (lhs.as_const(), rhs.as_const()) {
        return apply(op, a, b).map(AffineExpr::constant);
    }
    match op {
        BinaryOp::Add => add(lhs, rhs),
        BinaryOp::Mul => mul(lhs, rhs),
        BinaryOp::Mod => fold_mod(lhs, rhs.as_const().filter(|&c| c > 0)?),
        BinaryOp::FloorDiv => div(op, lhs, rhs.as_const().filter(|&c| c != 0)?),
        BinaryOp::CeilDiv => div(op, lhs, rhs.as_const().filter(|&c| c != 0)?),
    }
}

/// Splits `expr * c`; any other expression is itself times one.
fn coefficient(expr: &AffineExpr) -> (&AffineExpr, i64) {
    match expr.as_binary(BinaryOp::Mul) {
        Some((base, factor)) => factor.as_const().map_or((expr, 1), |c| (base, c)),
        None => (expr, 1),
    }
}

/// An operation whose right operand is a constant.
fn with_const(expr: &AffineExpr, op: BinaryOp) -> Option<(&AffineExpr, i64)> {
    let (lhs, rhs) = expr.as_binary(op)?;
    Some((lhs, rhs.as_const()?))
}

fn add(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    // Constants and then symbols go to the right.
    let swap = lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant();
    if lhs.as_const().is_some() || swap {
        return Some(rhs + lhs);
    }
    let constant = rhs.as_const();
    if constant == Some(0) {
        return Some(lhs.clone());
    }
    let lhs_sum = with_const(lhs, BinaryOp::Add);
    // (e + c1) + c2 = e + (c1 + c2)
    if let (Some((base, c1)), Some(c2)) = (lhs_sum, constant)
        && let Some(sum) = c1.checked_add(c2)
    {
        return Some(base + sum);
    }
    // e * c1 + e * c2 = e * (c1 + c2)
    let ((first, c1), (second, c2)) = (coefficient(lhs), coefficient(rhs));
    if first == second
        && let Some(sum) = c1.checked_add(c2)
    {
        return Some(first * sum);
    }
    // (e + c) + f = (e + f) + c. Constants that could not be added above form chains of any length, which are kept.
    if let Some((base, c)) = lhs_sum
        && constant.is_none()
        && with_const(base, BinaryOp::Add).is_none()
    {
        return Some(base + rhs + c);
    }
    remainder(lhs, rhs)
}

/// `e + ((e floordiv q) * q) * -1` and `e + (e floordiv c) * -c` are `e mod q` and `e mod c`.
fn remainder(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    let (product, factor) = rhs.as_binary(BinaryOp::Mul)?;
    if factor.as_const() == Some(-1)
        && let Some((quotient, q)) = product.as_binary(BinaryOp::Mul)
    {
        let (dividend, divisor) = quotient.as_binary(BinaryOp::FloorDiv)?;
        if divisor == q && dividend == lhs {
            return Some(lhs % q);
        }
    }
    let (dividend, divisor) = product.as_binary(BinaryOp::FloorDiv)?;
    if let Some(c) = divisor.as_const().filter(|&c| c > 0)
        && dividend == lhs
        && factor.as_const() == Some(-c)
    {
        return Some(lhs % c);
    }
    // (e + f) + g = e + (f + g) when f + g simplifies; g is a multiple of a quotient here.
    let (first, second) = lhs.as_binary(BinaryOp::Add).filter(|_| lhs.is_small())?;
    Some(first + add(second, rhs)?)
}

fn mul(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    if !lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant() {
        return None;
    }
    // Constants and symbols go to the right.
    if !rhs.is_symbolic_or_constant() || lhs.as_const().is_some() {
        return Some(rhs * lhs);
    }
    let constant = rhs.as_const();
    match constant {
        Some(1) => return Some(lhs.clone()),
        Some(0) => return Some(rhs.clone()),
        _ => {}
    }
    let (base, c1) = with_const(lhs, BinaryOp::Mul)?;
    match constant {
        // (e * c1) * c2 = e * (c1 * c2)
        Some(c2) => Some(base * c1.checked_mul(c2)?),
        // (e * c) * f = (e * f) * c, with the same exception.
        None => with_const(base, BinaryOp::Mul).is_none().then(|| base * rhs * c1),
    }
}

/// Floor and ceiling division by a constant that is not zero.
fn div(op: BinaryOp, lhs: &AffineExpr, divisor: i64) -> Option<AffineExpr> {
    if divisor == 1 {
        return Some(lhs.clone());
    }
    // (e * (c * k)) div c = e * k
    if let Some((base, factor)) = with_const(lhs, BinaryOp::Mul)
        && factor.checked_rem(divisor) == Some(0)
    {
        return Some(base * factor.checked_div(divisor)?);
    }
    if op == BinaryOp::CeilDiv || !lhs.is_small() {
        return None;
    }
    // (e + f) floordiv c = e floordiv c + f floordiv c when c divides one of them
    let (first, second) = lhs.as_binary(BinaryOp::Add)?;
    if first.is_multiple_of(divisor) || second.is_multiple_of(divisor) {
        return Some(first.floor_div(divisor) + second.floor_div(divisor));
    }
    None
}

/// The remainder by a positive constant.
fn fold_mod(lhs: &AffineExpr, divisor: i64) -> Option<AffineExpr> {
    if lhs.is_multiple_of(divisor) {
        return Some(AffineExpr::constant(0));
    }
    if !lhs.is_small() {
        return None;
    }
    // (e + f) mod c = f mod c when c divides e
    if let Some((first, second)) = lhs.as_binary(BinaryOp::Add) {
        if first.is_multiple_of(divisor) {
            return Some(second % divisor);
        }
        if second.is_multiple_of(divisor) {
            return Some(first % divisor);
        }
    }
    // (e mod (c * k)) mod c = e mod c
    let (base, inner) = with_const(lhs, BinaryOp::Mod)?;
    (inner >= 1 && inner % divisor == 0).then(|| base % divisor)
}
