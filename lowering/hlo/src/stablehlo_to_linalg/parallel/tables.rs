//! Roots of unity, in the precision of the program, and the transforms of constants at compile time.

use std::f64::consts::TAU;

use strata_ir::prelude::*;
use strata_tensor::ExtractOp;

use super::{div, index, rem};
use crate::stablehlo_to_linalg::Lowered;

/// A complex number.
pub(super) type Z = (f64, f64);

/// `exp(2 pi i k / n)`, exact at multiples of a quarter turn, and exactly symmetric.
pub(super) fn root(k: u128, n: u128) -> Z {
    let k = k % n;
    // Angles are reduced to at most an eighth of a turn, where both functions are most accurate.
    let eighths = 8 * k;
    let near = |k: u128| {
        let angle = TAU * k as f64 / n as f64;
        (angle.cos(), angle.sin())
    };
    // The angle in units of a `4 n`-th of a turn.
    let quarter = |k4: u128| {
        let angle = TAU * k4 as f64 / (4 * n) as f64;
        (angle.cos(), angle.sin())
    };
    match eighths {
        e if e <= n => near(k),
        e if e < 3 * n => {
            let back = 4 * k > n;
            let (c, s) = quarter((4 * k).abs_diff(n));
            (if back { -s } else { s }, c)
        }
        e if e <= 5 * n => {
            let back = 2 * k > n;
            let (c, s) = quarter((4 * k).abs_diff(2 * n));
            (-c, if back { -s } else { s })
        }
        e if e < 7 * n => {
            let back = 4 * k < 3 * n;
            let (c, s) = quarter((4 * k).abs_diff(3 * n));
            (if back { -s } else { s }, -c)
        }
        _ => {
            let (c, s) = near(n - k);
            (c, -s)
        }
    }
}

/// The product of complex numbers.
pub(super) fn product((a, b): Z, (c, d): Z) -> Z {
    (a * c - b * d, a * d + b * c)
}

/// The transform of a sequence whose length is a power of two.
pub(super) fn transform(x: &[Z]) -> Vec<Z> {
    let n = x.len();
    let mut x = x.to_vec();
    let bits = n.trailing_zeros();
    for i in 0..n {
        let j = if bits == 0 { 0 } else { i.reverse_bits() >> (usize::BITS - bits) };
        if i < j {
            x.swap(i, j);
        }
    }
    let mut half = 1;
    while half < n {
        for start in (0..n).step_by(2 * half) {
            for k in 0..half {
                let (c, s) = root(k as u128, 2 * half as u128);
                let (even, odd) = (x[start + k], product((c, -s), x[start + k + half]));
                x[start + k] = (even.0 + odd.0, even.1 + odd.1);
                x[start + k + half] = (even.0 - odd.0, even.1 - odd.1);
            }
        }
        half *= 2;
    }
    x
}

/// Complex constants as two tensors, of real and of imaginary parts.
#[derive(Clone, Copy)]
pub(super) struct Table {
    re: Value,
    im: Value,
}

impl Table {
    /// Numbers in elements of type `part`.
    pub fn new(b: &mut Builder<'_>, part: Type, numbers: &[Z]) -> Lowered<Self> {
        let mut tensor = |parts: &mut dyn Iterator<Item = f64>| {
            let cx = b.cx_arc().clone();
            let wide = part == cx.f64();
            let bytes: Vec<u8> = parts
                .flat_map(|x| if wide { x.to_le_bytes().to_vec() } else { (x as f32).to_le_bytes().to_vec() })
                .collect();
            let ty = cx.tensor(&[numbers.len() as i64], part);
            let attr = cx.dense_attr(ty, bytes).ok_or("a table is no constant")?;
            Lowered::Ok(strata_arith::constant(b, attr))
        };
        let re = tensor(&mut numbers.iter().map(|z| z.0))?;
        let im = tensor(&mut numbers.iter().map(|z| z.1))?;
        Ok(Self { re, im })
    }
    /// The parts of entry `at`.
    pub fn get(&self, b: &mut Builder<'_>, at: Value) -> [Value; 2] {
        [self.re, self.im].map(|v| ExtractOp::build(b, v, &[at]))
    }
}

/// The largest table; roots of unity of a higher order are products of two entries.
const LARGEST: i64 = 4096;

/// All roots of unity of an order, or their conjugates.
#[derive(Clone, Copy)]
pub(super) struct Roots {
    fine: Table,
    /// Every n-th root, and n.
    coarse: Option<(Table, i64)>,
}

impl Roots {
    /// The roots of order `n`, or their conjugates.
    pub fn new(b: &mut Builder<'_>, part: Type, n: i64, conjugate: bool) -> Lowered<Self> {
        let sign = if conjugate { -1.0 } else { 1.0 };
        let mut table = |count: i64, step: i64| {
            let root = |k: i64| {
                let (c, s) = root((k * step) as u128, n as u128);
                (c, sign * s)
            };
            Table::new(b, part, &(0..count).map(root).collect::<Vec<_>>())
        };
        if n <= LARGEST {
            return Ok(Self { fine: table(n, 1)?, coarse: None });
        }
        let step = 1i64 << (n.ilog2() / 2);
        let (fine, coarse) = (table(step, 1)?, table(n.div_euclid(step) + 1, step)?);
        Ok(Self { fine, coarse: Some((coarse, step)) })
    }
    /// Root `k`, where `k` is less than the order.
    pub fn get(&self, b: &mut Builder<'_>, k: Value) -> Lowered<[Value; 2]> {
        let Some((coarse, step)) = self.coarse else { return Ok(self.fine.get(b, k)) };
        let step = index(b, step);
        let (high, low) = (div(b, k, step)?, rem(b, k, step)?);
        let (x, y) = (coarse.get(b, high), self.fine.get(b, low));
        multiplied(b, x, y)
    }
}

/// The product of complex numbers, given as parts.
pub(super) fn multiplied(b: &mut Builder<'_>, x: [Value; 2], y: [Value; 2]) -> Lowered<[Value; 2]> {
    let (rr, ii) = (float(b, "arith.mulf", x[0], y[0])?, float(b, "arith.mulf", x[1], y[1])?);
    let (ri, ir) = (float(b, "arith.mulf", x[0], y[1])?, float(b, "arith.mulf", x[1], y[0])?);
    Ok([float(b, "arith.subf", rr, ii)?, float(b, "arith.addf", ri, ir)?])
}

/// An op on floats.
pub(super) fn float(b: &mut Builder<'_>, name: &str, x: Value, y: Value) -> Lowered<Value> {
    let ty = b.ty(x);
    strata_linalg::payload::op(b, name, &[x, y], ty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_lie_on_the_circle_where_they_should() {
        for n in [1u128, 2, 3, 4, 5, 7, 8, 12, 16, 100, 4096, 99991] {
            for k in (0..n).step_by((n / 97 + 1) as usize) {
                let (c, s) = root(k, n);
                let angle = TAU * k as f64 / n as f64;
                assert!((c - angle.cos()).abs() < 1e-14 && (s - angle.sin()).abs() < 1e-14, "{k} of {n}");
                let (mirrored, minus) = root((n - k) % n, n);
                assert_eq!((c, s), (mirrored, -minus), "{k} of {n}");
            }
        }
        assert_eq!([1, 2, 3].map(|k| root(k, 4)), [(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]);
    }

    #[test]
    fn the_transform_is_the_sum_that_defines_it() {
        for n in [1usize, 2, 8, 32] {
            let x: Vec<Z> = (0..n).map(|i| ((i as f64).sin(), (3.0 * i as f64).cos())).collect();
            for (k, z) in transform(&x).into_iter().enumerate() {
                let term = |j: usize| {
                    let (c, s) = root((k * j) as u128, n as u128);
                    product(x[j], (c, -s))
                };
                let sum = (0..n).map(term).fold((0.0, 0.0), |a: Z, t| (a.0 + t.0, a.1 + t.1));
                assert!((sum.0 - z.0).abs() + (sum.1 - z.1).abs() < 1e-12);
            }
        }
    }
}
