//! Indices that are linear in the loops: a factor for each loop that they depend on, and a constant.

use strata_ir::affine::{AffineExpr, BinaryOp, Kind};

/// An index as a sum: the factor of each loop that it depends on, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinearIndex {
    /// Loops and their factors; no loop occurs twice.
    pub factors: Vec<(usize, i64)>,
    /// The constant term.
    pub constant: i64,
}

impl LinearIndex {
    /// Reads an expression; none where it is not linear, or a number in it does not fit.
    pub fn from_expr(expr: &AffineExpr) -> Option<Self> {
        let mut sum = Self::default();
        sum.add(expr, 1)?;
        Some(sum)
    }
    /// Adds `scale` times an expression.
    pub fn add(&mut self, expr: &AffineExpr, scale: i64) -> Option<()> {
        match expr.kind() {
            Kind::Dim(d) => {
                let d = *d as usize;
                match self.factors.iter_mut().find(|(known, _)| *known == d) {
                    Some((_, factor)) => *factor = factor.checked_add(scale)?,
                    None => self.factors.push((d, scale)),
                }
            }
            Kind::Const(c) => self.constant = self.constant.checked_add(scale.checked_mul(*c)?)?,
            Kind::Binary(BinaryOp::Add, l, r) => {
                self.add(l, scale)?;
                self.add(r, scale)?;
            }
            Kind::Binary(BinaryOp::Mul, l, r) => {
                let (other, c) = match (l.as_const(), r.as_const()) {
                    (_, Some(c)) => (l, c),
                    (Some(c), _) => (r, c),
                    _ => return None,
                };
                self.add(other, scale.checked_mul(c)?)?;
            }
            _ => return None,
        }
        Some(())
    }
    /// The loop, if the index is just its induction variable.
    pub fn as_loop(&self) -> Option<usize> {
        match self.factors[..] {
            [(d, 1)] if self.constant == 0 => Some(d),
            _ => None,
        }
    }
    /// Whether the index depends on a loop.
    pub fn uses(&self, d: usize) -> bool {
        self.factors.iter().any(|f| f.0 == d)
    }
    /// One more than the largest index when the loops have these sizes.
    pub fn extent(&self, size: impl Fn(usize) -> i64) -> i64 {
        1 + self.constant + self.factors.iter().map(|&(d, f)| f * (size(d) - 1)).sum::<i64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_multiples_are_linear() {
        let d = AffineExpr::dim;
        let expr =
            (d(0) * AffineExpr::constant(2) + d(1)) * AffineExpr::constant(3) + AffineExpr::constant(4);
        let linear = LinearIndex::from_expr(&expr).unwrap();
        assert_eq!(linear, LinearIndex { factors: vec![(0, 6), (1, 3)], constant: 4 });
        assert_eq!(linear.extent(|_| 10), 1 + 4 + 6 * 9 + 3 * 9);
        assert!(linear.uses(1) && !linear.uses(2) && linear.as_loop().is_none());
        assert_eq!(LinearIndex::from_expr(&d(2)).unwrap().as_loop(), Some(2));
    }

    #[test]
    fn a_loop_counts_once_and_numbers_that_do_not_fit_are_refused() {
        let d = AffineExpr::dim;
        let twice = LinearIndex::from_expr(&(d(0) + d(1) + d(0))).unwrap();
        assert_eq!(twice.factors, [(0, 2), (1, 1)]);
        assert_eq!(LinearIndex::from_expr(&d(0).floor_div(AffineExpr::constant(2))), None);
        let mut large = LinearIndex::default();
        large.add(&d(0), i64::MAX).unwrap();
        assert_eq!(large.add(&d(0), 1), None);
    }
}
