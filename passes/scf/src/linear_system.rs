//! Linear inequalities between integers, and whether any numbers satisfy them.
//!
//! The variables are values and, for quotients and remainders by constants, numbers that have no value. Emptiness is decided by
//! Fourier-Motzkin elimination over rational numbers, where each inequality is first divided by the common divisor of its coefficients and
//! rounded. What it calls empty is empty; it may fail to see that a system is.

use std::collections::BTreeMap;

use strata_ir::{
    affine::{AffineExpr, BinaryOp, Kind},
    prelude::*,
};

/// The most inequalities of a system that is decided.
const MAX_ROWS: usize = 256;

/// A sum of multiples of variables and a constant.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Sum {
    terms: BTreeMap<usize, i128>,
    constant: i128,
}

impl Sum {
    pub fn constant(constant: i128) -> Self {
        Self { terms: BTreeMap::new(), constant }
    }
    pub fn variable(number: usize) -> Self {
        Self { terms: BTreeMap::from([(number, 1)]), constant: 0 }
    }
    /// `self + factor * other`; `None` for numbers that are too large.
    pub fn plus(&self, factor: i128, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(factor.checked_mul(other.constant)?)?;
        for (&v, &c) in &other.terms {
            let term = sum.terms.entry(v).or_default();
            *term = term.checked_add(factor.checked_mul(c)?)?;
        }
        sum.terms.retain(|_, c| *c != 0);
        Some(sum)
    }
    /// The number, if there are no variables.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }
    fn times(&self, factor: i128) -> Option<Self> {
        Self::default().plus(factor, self)
    }
    /// The same inequality between integers with the smallest coefficients.
    fn tightened(mut self) -> Self {
        let divisor = self.terms.values().fold(0i128, |g, &c| gcd(g, c.abs()));
        if divisor > 1 {
            self.terms.values_mut().for_each(|c| *c /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Inequalities `sum >= 0`.
#[derive(Clone, Default, Debug)]
pub(crate) struct LinearSystem {
    rows: Vec<Sum>,
    numbers: BTreeMap<Value, usize>,
    n_variables: usize,
}

impl LinearSystem {
    /// The sum that stands for a value: a constant is a number.
    pub fn value(&mut self, body: &Body, value: Value) -> Sum {
        if let Some(c) = constant_value(body, value).and_then(|a| body.cx().attr_i64(a)) {
            return Sum::constant(c.into());
        }
        let next = self.n_variables;
        let number = *self.numbers.entry(value).or_insert(next);
        self.n_variables = self.n_variables.max(number + 1);
        Sum::variable(number)
    }
    /// Adds `sum >= 0`.
    pub fn at_least_zero(&mut self, sum: Sum) {
        self.rows.push(sum);
    }
    /// Adds `left >= right`.
    pub fn at_least(&mut self, left: &Sum, right: &Sum) {
        // Numbers that are too large say nothing.
        self.rows.extend(left.plus(-1, right));
    }
    /// An affine expression of these values, dimensions first; `None` if it is not linear.
    pub fn expr(&mut self, body: &Body, expr: &AffineExpr, n_dims: usize, values: &[Value]) -> Option<Sum> {
        let (op, x, y) = match expr.kind() {
            Kind::Const(c) => return Some(Sum::constant((*c).into())),
            Kind::Dim(i) => return values.get(*i as usize).map(|&v| self.value(body, v)),
            Kind::Symbol(i) => return values.get(n_dims + *i as usize).map(|&v| self.value(body, v)),
            Kind::Binary(op, x, y) => (*op, x, y),
        };
        let (x, y) = (self.expr(body, x, n_dims, values)?, self.expr(body, y, n_dims, values)?);
        let factor = y.as_constant();
        match op {
            BinaryOp::Add => x.plus(1, &y),
            BinaryOp::Mul if x.terms.is_empty() => y.times(x.constant),
            BinaryOp::Mul => x.times(factor?),
            BinaryOp::FloorDiv => self.quotient(&x, factor?),
            BinaryOp::CeilDiv => {
                let divisor = factor?;
                self.quotient(&x.plus(1, &Sum::constant(divisor - 1))?, divisor)
            }
            BinaryOp::Mod => {
                let divisor = factor?;
                let quotient = self.quotient(&x, divisor)?;
                x.plus(-divisor, &quotient)
            }
        }
    }
    /// The largest integer that is at most `x` divided by a positive number.
    pub fn quotient(&mut self, x: &Sum, divisor: i128) -> Option<Sum> {
        if divisor <= 0 {
            return None;
        }
        if x.terms.is_empty() {
            return Some(Sum::constant(x.constant.div_euclid(divisor)));
        }
        let quotient = Sum::variable(self.n_variables);
        self.n_variables += 1;
        let rest = x.plus(-divisor, &quotient)?;
        self.rows.push(Sum::constant(divisor - 1).plus(-1, &rest)?);
        self.rows.push(rest);
        Some(quotient)
    }
    /// Whether `left <= right` follows.
    pub fn implies_at_most(&self, left: &Sum, right: &Sum) -> bool {
        let Some(beyond) = left.plus(-1, right).and_then(|s| s.plus(1, &Sum::constant(-1))) else {
            return false;
        };
        let mut rows = self.rows.clone();
        rows.push(beyond);
        is_empty(rows)
    }
}

/// Whether no integers satisfy the inequalities, as far as elimination tells.
fn is_empty(rows: Vec<Sum>) -> bool {
    let mut rows: std::collections::BTreeSet<Sum> = rows.into_iter().map(Sum::tightened).collect();
    loop {
        if rows.iter().any(|r| r.terms.is_empty() && r.constant < 0) {
            return true;
        }
        rows.retain(|r| !r.terms.is_empty());
        if rows.len() > MAX_ROWS {
            return false;
        }
        // The variable whose elimination makes the fewest rows.
        let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for (&v, &c) in rows.iter().flat_map(|r| &r.terms) {
            let count = counts.entry(v).or_default();
            if c > 0 { count.0 += 1 } else { count.1 += 1 }
        }
        let cheapest = counts.into_iter().min_by_key(|(_, (up, down))| up * down);
        let Some((v, _)) = cheapest else { return false };
        let (with, mut rest): (Vec<Sum>, Vec<Sum>) = rows.into_iter().partition(|r| r.terms.contains_key(&v));
        let (lower, upper): (Vec<&Sum>, Vec<&Sum>) = with.iter().partition(|r| r.terms[&v] > 0);
        for low in &lower {
            for up in &upper {
                let (a, b) = (low.terms[&v], -up.terms[&v]);
                // A row that is left out only makes the system larger.
                rest.extend(low.times(b).and_then(|low| low.plus(a, up)).map(Sum::tightened));
            }
        }
        rows = rest.into_iter().collect();
    }
}
