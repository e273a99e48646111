//! Simplification by flattening: an expression becomes a linear combination of identifiers and of
//! the quotients in it, and is rebuilt from that.
//!
//! `(d0 * 4 + d1 mod 2) + d0` flattens to `5 * d0 + d1 - 2 * (d1 floordiv 2)`. Semi-affine expressions,
//! expressions above [`NODE_BUDGET`] and ones whose coefficients overflow stay as they are.

use crate::expr::{AffineExpr, BinaryOp, Kind, gcd};
use crate::map::AffineMap;
use crate::set::{Constraint, IntegerSet};
use crate::{MAX_RECURSION, NODE_BUDGET};

/// Coefficients of dimensions, symbols and quotients; missing ones at the end are zero.
#[derive(Clone, Default)]
pub(crate) struct Row {
    pub(crate) coefficients: Vec<i64>,
    pub(crate) constant: i64,
}

impl Row {
    fn unit(index: usize) -> Row {
        let mut coefficients = vec![0; index + 1];
        coefficients[index] = 1;
        Row { coefficients, constant: 0 }
    }

    fn values(&self) -> impl Iterator<Item = i64> + '_ {
        self.coefficients.iter().copied().chain([self.constant])
    }

    fn scale(&mut self, factor: i64) -> Option<()> {
        for value in self.coefficients.iter_mut().chain([&mut self.constant]) {
            *value = value.checked_mul(factor)?;
        }
        Some(())
    }

    /// Divides by a common divisor of all values.
    fn divide(&mut self, divisor: i64) {
        for value in self.coefficients.iter_mut().chain([&mut self.constant]) {
            *value /= divisor;
        }
    }

    fn add(&mut self, other: &Row) -> Option<()> {
        if self.coefficients.len() < other.coefficients.len() {
            self.coefficients.resize(other.coefficients.len(), 0);
        }
        for (value, &term) in self.coefficients.iter_mut().zip(&other.coefficients) {
            *value = value.checked_add(term)?;
        }
        self.constant = self.constant.checked_add(other.constant)?;
        Some(())
    }

    fn add_at(&mut self, index: usize, term: i64) -> Option<()> {
        let mut row = Row::unit(index);
        row.scale(term)?;
        self.add(&row)
    }

    /// The value of a row without identifiers.
    fn as_const(&self) -> Option<i64> {
        self.coefficients.iter().all(|&c| c == 0).then_some(self.constant)
    }

    /// The greatest common divisor of all values and a positive divisor.
    fn gcd_with(&self, divisor: i64) -> i64 {
        // The result divides a positive `i64`.
        self.values().fold(divisor.unsigned_abs(), |g, value| gcd(g, value.unsigned_abs())) as i64
    }
}

/// A quotient that is an identifier of rows.
pub(crate) struct Local {
    expr: AffineExpr,
    /// The row whose quotient, rounded down, it is.
    pub(crate) dividend: Row,
    /// Positive.
    pub(crate) divisor: i64,
}

/// The flattening of expressions, which share their quotients.
pub(crate) struct Flattener {
    n_dims: usize,
    n_symbols: usize,
    pub(crate) locals: Vec<Local>,
}

impl Flattener {
    pub(crate) fn new(n_dims: usize, n_symbols: usize) -> Flattener {
        Flattener { n_dims, n_symbols, locals: Vec::new() }
    }

    /// The row of an expression; `None` when it is not pure affine or overflows.
    ///
    /// The recursion is bounded: callers check the depth.
    pub(crate) fn flatten(&mut self, expr: &AffineExpr) -> Option<Row> {
        match expr.kind() {
            Kind::Dim(i) => Some(Row::unit(*i as usize)),
            Kind::Symbol(i) => Some(Row::unit(self.n_dims + *i as usize)),
            Kind::Const(c) => Some(Row { coefficients: Vec::new(), constant: *c }),
            Kind::Binary(op, lhs, rhs) => {
                let (mut left, mut right) = (self.flatten(lhs)?, self.flatten(rhs)?);
                match op {
                    BinaryOp::Add => left.add(&right)?,
                    BinaryOp::Mul => match (left.as_const(), right.as_const()) {
                        (_, Some(c)) => left.scale(c)?,
                        (Some(c), None) => {
                            right.scale(c)?;
                            left = right;
                        }
                        (None, None) => return None,
                    },
                    BinaryOp::Mod => self.remainder(&mut left, right.as_const().filter(|&c| c > 0)?)?,
                    BinaryOp::FloorDiv | BinaryOp::CeilDiv => {
                        self.quotient(*op, &mut left, right.as_const().filter(|&c| c > 0)?)?;
                    }
                }
                Some(left)
            }
        }
    }

    /// The index of a quotient among the coefficients, which is added when it is new.
    fn local(&mut self, expr: AffineExpr, dividend: Row, divisor: i64) -> usize {
        let position = self.locals.iter().position(|local| local.expr == expr).unwrap_or_else(|| {
            self.locals.push(Local { expr, dividend, divisor });
            self.locals.len() - 1
        });
        self.n_dims + self.n_symbols + position
    }

    /// `row mod divisor` is `row - divisor * (row floordiv divisor)`.
    fn remainder(&mut self, row: &mut Row, divisor: i64) -> Option<()> {
        if row.values().all(|value| value % divisor == 0) {
            *row = Row::default();
            return Some(());
        }
        let common = row.gcd_with(divisor);
        let mut dividend = row.clone();
        dividend.divide(common);
        let quotient = self.rebuild(&dividend)?.floor_div(divisor / common);
        let index = self.local(quotient, dividend, divisor / common);
        row.add_at(index, -divisor)
    }

    /// Divides, cancelling the common divisor; a remaining division becomes an identifier.
    fn quotient(&mut self, op: BinaryOp, row: &mut Row, divisor: i64) -> Option<()> {
        let common = row.gcd_with(divisor);
        row.divide(common);
        let divisor = divisor / common;
        if divisor == 1 {
            return Some(());
        }
        let quotient = AffineExpr::binary(op, self.rebuild(row)?, AffineExpr::constant(divisor));
        let mut dividend = std::mem::take(row);
        if op == BinaryOp::CeilDiv {
            dividend.constant = dividend.constant.checked_add(divisor - 1)?;
        }
        *row = Row::unit(self.local(quotient, dividend, divisor));
        Some(())
    }

    /// The expression of a row: dimensions, symbols, quotients, constant.
    fn rebuild(&self, row: &Row) -> Option<AffineExpr> {
        let mut expr = AffineExpr::constant(0);
        for (index, &coefficient) in row.coefficients.iter().enumerate() {
            if coefficient == 0 {
                continue;
            }
            let base = if index < self.n_dims {
                AffineExpr::dim(index as u32)
            } else if index < self.n_dims + self.n_symbols {
                AffineExpr::symbol((index - self.n_dims) as u32)
            } else {
                self.locals.get(index - self.n_dims - self.n_symbols)?.expr.clone()
            };
            expr = expr + base * coefficient;
        }
        Some(if row.constant == 0 { expr } else { expr + row.constant })
    }
}

/// Simplifies an expression over the given numbers of dimensions and symbols.
pub fn simplify_expr(expr: &AffineExpr, n_dims: u32, n_symbols: u32) -> AffineExpr {
    let fits = expr.n_dims() <= n_dims && expr.n_symbols() <= n_symbols;
    // Rows have one entry per identifier, so their number counts as well.
    let cost = expr.size().saturating_mul(u64::from(expr.n_dims()) + u64::from(expr.n_symbols()) + 1);
    let small = expr.size() <= NODE_BUDGET && expr.depth() <= MAX_RECURSION && cost <= NODE_BUDGET * 256;
    if !fits || !small {
        return expr.clone();
    }
    if !expr.is_pure_affine() {
        return crate::semi_affine::in_order(expr, n_dims, n_symbols).unwrap_or_else(|| expr.clone());
    }
    let mut flattener = Flattener::new(expr.n_dims() as usize, expr.n_symbols() as usize);
    let rebuilt = flattener.flatten(expr).and_then(|row| flattener.rebuild(&row));
    rebuilt.unwrap_or_else(|| expr.clone())
}

/// Simplifies every result of a map.
pub fn simplify_map(map: &AffineMap) -> AffineMap {
    map.map_results(|expr| simplify_expr(expr, map.n_dims(), map.n_symbols()))
}

/// Simplifies every constraint of a set; a constraint that is constant and false makes it the
/// canonical empty set, true ones and duplicates are removed.
pub fn simplify_set(set: &IntegerSet) -> IntegerSet {
    let mut constraints: Vec<Constraint> = Vec::new();
    for constraint in set.constraints() {
        let expr = simplify_expr(&constraint.expr, set.n_dims(), set.n_symbols());
        let simplified = Constraint { expr, is_eq: constraint.is_eq };
        match simplified.expr.as_const() {
            Some(0) => {}
            Some(value) if value > 0 && !simplified.is_eq => {}
            Some(_) => return IntegerSet::empty(set.n_dims(), set.n_symbols()),
            None if constraints.contains(&simplified) => {}
            None => constraints.push(simplified),
        }
    }
    if constraints.is_empty() {
        // A set needs a constraint to be written: `0 == 0` holds everywhere.
        constraints.push(Constraint { expr: AffineExpr::constant(0), is_eq: true });
    }
    IntegerSet::new(set.n_dims(), set.n_symbols(), constraints)
}
