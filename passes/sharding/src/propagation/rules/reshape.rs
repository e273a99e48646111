//! `reshape`: the sizes of both sides as products of common factors.
//!
//! `tensor<8x6xf32>` to `tensor<4x12xf32>` is `([ij, k])->([i, jk])` with sizes 4, 2 and 6. Both sides are factored from the slowest
//! dimension on. Where the products so far are equal, the next common factor is the greatest common divisor of what is left of the two
//! dimensions. Where they have no common divisor, each gets a factor of its own until the products meet again.

use strata_ir::prelude::*;
use strata_sdy::attrs::OpShardingRule;

use super::Mode;
use super::builder::{Factor, RuleBuilder, shape};
use crate::gcd::gcd;

pub(super) fn reshape(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let mut from = Side::new(shape(b, b.operand(op, 0)))?;
    let mut to = Side::new(shape(b, b.result(op, 0)))?;
    if from.count != to.count {
        return None;
    }
    let mut rule = RuleBuilder::new(b, op)?;
    loop {
        if from.skip_one() {
            rule.add(Factor::new(1), &[(0, from.dim - 1)], &[]);
        } else if to.skip_one() {
            rule.add(Factor::new(1), &[], &[(0, to.dim - 1)]);
        } else if from.is_done() && to.is_done() {
            return rule.build();
        } else {
            step(&mut from, &mut to, &mut rule);
        }
    }
}

/// Adds the next factor, or one for each side.
fn step(from: &mut Side<'_>, to: &mut Side<'_>, rule: &mut RuleBuilder) {
    let common = gcd(from.left(), to.left());
    let (i, o) = (from.dim, to.dim);
    if from.product == to.product {
        if common > 1 {
            rule.add(Factor::new(common), &[(0, i)], &[(0, o)]);
            from.take(common);
            to.take(common);
            return;
        }
        let (own, other) = (from.left(), to.left());
        rule.add(Factor::new(own), &[(0, i)], &[]);
        rule.add(Factor::new(other), &[], &[(0, o)]);
        from.take(own);
        to.take(other);
    } else if from.product < to.product {
        let size = from.towards(to.product, common);
        rule.add(Factor::new(size), &[(0, i)], &[]);
        from.take(size);
    } else {
        let size = to.towards(from.product, common);
        rule.add(Factor::new(size), &[], &[(0, o)]);
        to.take(size);
    }
}

/// One side while it is factored.
struct Side<'a> {
    sizes: &'a [i64],
    /// The product of all sizes.
    count: i64,
    /// The dimension that is factored.
    dim: usize,
    /// The product of its factors so far.
    taken: i64,
    /// The product of all factors so far.
    product: i64,
}

impl<'a> Side<'a> {
    /// `None` where there is nothing to factor, or more than numbers can count.
    fn new(sizes: &'a [i64]) -> Option<Self> {
        let count = sizes.iter().try_fold(1i64, |n, &size| n.checked_mul(size));
        count.filter(|&n| n > 0).map(|count| Self { sizes, count, dim: 0, taken: 1, product: 1 })
    }
    fn is_done(&self) -> bool {
        self.dim == self.sizes.len()
    }
    /// The part of the dimension that has no factor yet.
    fn left(&self) -> i64 {
        self.sizes.get(self.dim).map_or(1, |size| size / self.taken)
    }
    /// Goes past a dimension of size 1.
    fn skip_one(&mut self) -> bool {
        let is_one = self.sizes.get(self.dim) == Some(&1);
        self.dim += usize::from(is_one);
        is_one
    }
    /// The factor to take on the way to the larger product of the other side.
    fn towards(&self, product: i64, common: i64) -> i64 {
        let left = self.left();
        let ratio = product / self.product;
        match () {
            () if product % self.product == 0 && left % ratio == 0 => ratio,
            // The common divisor remains for later.
            () if left > common => left / common,
            () => left,
        }
    }
    fn take(&mut self, factor: i64) {
        self.taken *= factor;
        self.product *= factor;
        if self.left() == 1 {
            (self.dim, self.taken) = (self.dim + 1, 1);
        }
    }
}
