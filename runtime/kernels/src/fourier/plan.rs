//! [`Plan`]: the passes of a transform and their tables.

use std::f64::consts::TAU;

use super::super::dense::Real;
use crate::memory::{extend_from_slice, filled, with_capacity};

/// The most points of a line: the numbers of a group of longer ones would not stay in the second-level cache.
const MOST: usize = 1024;

/// The passes of a forward transform of some points, and their tables.
#[derive(Debug)]
pub struct Plan<T> {
    /// Where the passes want each point.
    pub(super) order: Vec<usize>,
    pub(super) passes: Vec<Pass<T>>,
    /// `exp(-πik/n)` for the points of the first half, the factors between a line of `2 n` real numbers and one of `n` complex ones.
    pub(super) halves: Vec<T>,
}

/// Butterflies of points whose distance is `span`.
#[derive(Debug)]
pub(super) struct Pass<T> {
    pub radix: usize,
    pub span: usize,
    /// The factors of all points but the first one of each butterfly: real and imaginary parts in turn.
    pub factors: Vec<T>,
}

impl<T: Real> Plan<T> {
    /// The plan for `n` points, if they are few and a product of 2, 3 and 5.
    #[must_use]
    pub fn new(n: usize) -> Option<Self> {
        let radices = radices(n)?;
        let mut passes = with_capacity(radices.len());
        let mut span = 1;
        for &radix in &radices {
            passes.push(Pass { radix, span, factors: factors(radix, span) });
            span *= radix;
        }
        Some(Self { order: order(n, &radices), passes, halves: halves(n) })
    }

    /// The points of a line.
    #[must_use]
    pub fn points(&self) -> usize {
        self.order.len()
    }
}

/// Whether there is a plan for `n` points.
#[must_use]
pub fn has_plan(n: usize) -> bool {
    radices(n).is_some()
}

/// The radices of the passes for `n` points, if there is a plan for them.
fn radices(n: usize) -> Option<Vec<usize>> {
    if !(2..=MOST).contains(&n) {
        return None;
    }
    let mut radices = with_capacity(10);
    let mut rest = n;
    for radix in [4, 2, 3, 5] {
        while rest.is_multiple_of(radix) {
            rest /= radix;
            radices.push(radix);
        }
    }
    (rest == 1).then_some(radices)
}

/// `exp(-2πi part / whole)`.
fn root<T: Real>(part: usize, whole: usize) -> [T; 2] {
    let angle = -TAU * (part % whole) as f64 / whole as f64;
    [T::from_f64(angle.cos()), T::from_f64(angle.sin())]
}

fn factors<T: Real>(radix: usize, span: usize) -> Vec<T> {
    let mut all = with_capacity(2 * (radix - 1) * span);
    for j in 0..span {
        for q in 1..radix {
            extend_from_slice(&mut all, &root(j * q, radix * span));
        }
    }
    all
}

fn halves<T: Real>(n: usize) -> Vec<T> {
    let mut all = with_capacity(n + 2);
    for k in 0..=n / 2 {
        extend_from_slice(&mut all, &root(k, 2 * n));
    }
    all
}

/// The positions of points: those of the last pass divide them first, by the remainder of the radix.
fn order(n: usize, radices: &[usize]) -> Vec<usize> {
    let mut order = filled(0, n);
    for (k, at) in order.iter_mut().enumerate() {
        let (mut rest, mut block) = (k, n);
        for &radix in radices.iter().rev() {
            block /= radix;
            *at += rest % radix * block;
            rest /= radix;
        }
    }
    order
}
