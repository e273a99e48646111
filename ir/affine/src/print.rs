//! Text of expressions, maps and sets, as MLIR prints them (without `affine_map<…>` around).

use crate::expr::{AffineExpr, BinaryOp, Kind};
use crate::map::AffineMap;
use crate::set::IntegerSet;
use std::fmt::{self, Display, Formatter};

/// A piece of text that remains to be printed.
enum Item<'a> {
    /// An expression; in a strong context operations are parenthesized.
    Expr(&'a AffineExpr, bool),
    Text(&'static str),
    Number(i64),
}

/// The spelling of an operation.
fn spelling(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => " + ",
        BinaryOp::Mul => " * ",
        BinaryOp::Mod => " mod ",
        BinaryOp::FloorDiv => " floordiv ",
        BinaryOp::CeilDiv => " ceildiv ",
    }
}

impl AffineExpr {
    /// Writes the expression, with `name` naming dimensions and symbols.
    pub fn fmt_with(
        &self,
        f: &mut Formatter<'_>,
        name: &mut dyn FnMut(&mut Formatter<'_>, &AffineExpr) -> fmt::Result,
    ) -> fmt::Result {
        let mut stack = vec![Item::Expr(self, false)];
        while let Some(item) = stack.pop() {
            match item {
                Item::Text(text) => f.write_str(text)?,
                Item::Number(value) => write!(f, "{value}")?,
                Item::Expr(expr, strong) => match expr.kind() {
                    Kind::Const(value) => write!(f, "{value}")?,
                    Kind::Dim(_) | Kind::Symbol(_) => name(f, expr)?,
                    Kind::Binary(op, lhs, rhs) => {
                        if strong {
                            stack.push(Item::Text(")"));
                            f.write_str("(")?;
                        }
                        push_binary(&mut stack, *op, lhs, rhs);
                    }
                },
            }
        }
        Ok(())
    }
}

/// Pushes the parts of an operation, last one first.
fn push_binary<'a>(stack: &mut Vec<Item<'a>>, op: BinaryOp, lhs: &'a AffineExpr, rhs: &'a AffineExpr) {
    use Item::{Expr, Number, Text};
    if op == BinaryOp::Mul && rhs.as_const() == Some(-1) {
        stack.extend([Expr(lhs, true), Text("-")]);
        return;
    }
    if op != BinaryOp::Add {
        stack.extend([Expr(rhs, true), Text(spelling(op)), Expr(lhs, true)]);
        return;
    }
    // The sum with a negative product or constant reads as a difference. The smallest integer has
    // no positive counterpart and stays a sum.
    if let Some((base, factor)) = rhs.as_binary(BinaryOp::Mul) {
        match factor.as_const() {
            Some(-1) => {
                let strong = base.as_binary(BinaryOp::Add).is_some();
                stack.extend([Expr(base, strong), Text(" - "), Expr(lhs, false)]);
                return;
            }
            Some(c) if c < -1 && c != i64::MIN => {
                stack.extend([Number(-c), Text(" * "), Expr(base, true), Text(" - "), Expr(lhs, false)]);
                return;
            }
            _ => {}
        }
    }
    match rhs.as_const() {
        Some(c) if c < 0 && c != i64::MIN => {
            stack.extend([Number(-c), Text(" - "), Expr(lhs, false)]);
        }
        _ => stack.extend([Expr(rhs, false), Text(" + "), Expr(lhs, false)]),
    }
}

impl Display for AffineExpr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.fmt_with(f, &mut |f, leaf| match leaf.kind() {
            Kind::Dim(i) => write!(f, "d{i}"),
            Kind::Symbol(i) => write!(f, "s{i}"),
            _ => Ok(()),
        })
    }
}

impl fmt::Debug for AffineExpr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// Writes items with commas between them.
fn comma_separated<T>(
    f: &mut Formatter<'_>,
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(&mut Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    for (i, item) in items.enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write(f, item)?;
    }
    Ok(())
}

/// Writes `(d0, d1)[s0]`.
fn identifiers(f: &mut Formatter<'_>, n_dims: u32, n_symbols: u32) -> fmt::Result {
    f.write_str("(")?;
    comma_separated(f, 0..n_dims, |f, i| write!(f, "d{i}"))?;
    f.write_str(")")?;
    if n_symbols > 0 {
        f.write_str("[")?;
        comma_separated(f, 0..n_symbols, |f, i| write!(f, "s{i}"))?;
        f.write_str("]")?;
    }
    Ok(())
}

impl Display for AffineMap {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        identifiers(f, self.n_dims(), self.n_symbols())?;
        f.write_str(" -> (")?;
        comma_separated(f, self.results().iter(), |f, result| Display::fmt(result, f))?;
        f.write_str(")")
    }
}

impl Display for IntegerSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        identifiers(f, self.n_dims(), self.n_symbols())?;
        f.write_str(" : (")?;
        comma_separated(f, self.constraints().iter(), |f, constraint| {
            let relation = if constraint.is_eq { "==" } else { ">=" };
            write!(f, "{} {relation} 0", constraint.expr)
        })?;
        f.write_str(")")
    }
}
