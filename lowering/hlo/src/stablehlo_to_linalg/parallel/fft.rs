//! `fft`: one op for each factor of a length, with results in natural order (Stockham's algorithm).
//!
//! Between the ops, a line of `n` elements holds `k` interleaved transforms of the factors so far, each with `n / k` elements to be
//! transformed. An op for a factor `r` computes element `(a + k c, i)` from the `r` elements `(a, j n / (k r) + i)`, times roots of unity.
//! Lengths with a large prime factor are convolutions, which are products of transforms of a power of two (Bluestein's algorithm).

use strata_arith::CmpIPredicate;
use strata_ir::prelude::*;
use strata_stablehlo::{self as hlo, FftType};
use strata_tensor::{ExtractOp, MixedIndex};

use super::{
    add, div, index, mul, rem, sub,
    tables::{Roots, Table, Z, float, multiplied, product, root, transform},
    tensor, times,
};
use crate::stablehlo_to_linalg::{
    Lowered, complex, constants,
    emit::{cmpi, select},
    loops, sizes,
    state::Lowering,
};

/// The largest factor that is a power of two.
const LARGEST_FACTOR: i64 = 16;
/// The largest prime factor that is transformed by the definition.
const LARGEST_PRIME: i64 = 61;
/// The longest line that is transformed by convolution, whose tables of constants have the same length.
const LONGEST_CONVOLUTION: i64 = 1 << 18;
/// The message of a failed check of dynamic sizes.
const WRONG: &str = "the sizes of its arrays are not those of the transform";
/// The longest line otherwise.
const LONGEST: i64 = 1 << 40;

/// The factors of a length, `None` if it has a large prime factor.
fn factors(mut n: i64) -> Option<Vec<i64>> {
    let mut all = Vec::new();
    let twos = i64::from(n.trailing_zeros());
    n >>= twos;
    // Powers of two are split into factors of about the same size.
    let count = (twos + 3) / i64::from(LARGEST_FACTOR.ilog2());
    all.extend((0..count).map(|i| 1 << ((twos + i) / count.max(1))));
    let mut p = 3;
    while n > 1 && p <= LARGEST_PRIME {
        while n % p == 0 {
            match all.last_mut().filter(|last| **last % 2 == 1 && **last * p <= LARGEST_FACTOR) {
                Some(last) => *last *= p,
                None => all.push(p),
            }
            n /= p;
        }
        p += 2;
    }
    (n == 1).then_some(all)
}

/// The lengths of a transform, outermost dimension first.
fn lengths(b: &Body, fft: hlo::FftOp) -> Option<Vec<i64>> {
    let array = b.cx().attr_as::<DenseArrayAttr>(fft.fft_length(b).raw())?;
    Some(array.values.iter().copied().collect())
}

/// Whether an op is lowered here.
pub(in crate::stablehlo_to_linalg) fn applies(b: &Body, op: Op) -> bool {
    let Some(fft) = op.as_op::<hlo::FftOp>(b) else { return false };
    let elem = b.cx().elem_or_self(b.ty(fft.operand(b)));
    let part = b.cx().type_as::<ComplexType>(elem).map_or(elem, |c| c.elem);
    let fits = |&n: &i64| {
        let known = (1..=LONGEST).contains(&n);
        known && (factors(n).is_some() || n <= LONGEST_CONVOLUTION)
    };
    (part == b.cx().f32() || part == b.cx().f64()) && lengths(b, fft).is_some_and(|all| all.iter().all(fits))
}

pub(in crate::stablehlo_to_linalg) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(fft) = op.as_op::<hlo::FftOp>(b) else { return Err("it is not known".into()) };
    let lengths = lengths(b, fft).ok_or("its lengths are not known")?;
    let kind = *fft.fft_type(b).get(b.cx());
    let mut x = l.get(fft.operand(b))?;
    let result = b.ty(b.result(op, 0));
    let to = b.cx().shaped(result).and_then(|s| s.shape).map(<[i64]>::to_vec).unwrap_or_default();
    let elem = b.cx().elem_or_self(result);
    if to.contains(&0) {
        return Ok(constants::empty(b, &to, elem));
    }
    let part = b.cx().type_as::<ComplexType>(elem).map_or(elem, |c| c.elem);
    let first = to.len().checked_sub(lengths.len()).ok_or("it has too many lengths")?;
    for (i, &n) in lengths.iter().enumerate() {
        let is_half = kind == FftType::Irfft && i + 1 == lengths.len();
        let given = sizes::dim(b, x, first + i)?;
        let wanted = if is_half { n / 2 + 1 } else { n };
        sizes::require(b, CmpIPredicate::Eq, given, wanted.into(), WRONG)?;
    }
    let inverse = matches!(kind, FftType::Ifft | FftType::Irfft);
    let mut lines: Vec<Line> = lengths
        .iter()
        .enumerate()
        .map(|(i, &n)| Line { dim: first + i, n, part, inverse, kept: n, real: false })
        .collect();
    if let Some(last) = lines.last_mut() {
        match kind {
            FftType::Rfft => last.kept = last.n / 2 + 1,
            FftType::Irfft => last.real = true,
            _ => (),
        }
    }
    // The transform between real and complex numbers is the first one on the way to complex numbers.
    if kind != FftType::Irfft {
        lines.reverse();
    }
    for line in lines {
        if line.real {
            x = line.spectrum(b, x)?;
        }
        x = line.transformed(b, x)?;
    }
    Ok(x)
}

/// The transform of all lines along a dimension.
#[derive(Clone, Copy)]
struct Line {
    dim: usize,
    n: i64,
    part: Type,
    inverse: bool,
    /// The number of elements of the result that are needed, and whether only their real parts are.
    kept: i64,
    real: bool,
}

/// Computes the parts of an element of a line from its position.
type Element<'a> = dyn FnOnce(&mut Builder<'_>, &[Value]) -> Lowered<[Value; 2]> + 'a;

impl Line {
    /// Reads an element of a line.
    fn read(&self, b: &mut Builder<'_>, x: Value, at: &[Value], place: Value) -> [Value; 2] {
        let mut at = at.to_vec();
        at[self.dim] = place;
        let v = ExtractOp::build(b, x, &at);
        [complex::part(b, true, v), complex::part(b, false, v)]
    }
    /// A tensor with lines of length `n`; of real numbers only if `real` is set.
    fn made(
        &self,
        b: &mut Builder<'_>,
        like: Value,
        n: i64,
        real: bool,
        element: Box<Element<'_>>,
    ) -> Lowered<Value> {
        let mut shape = sizes::mixed_sizes(b, like)?;
        shape[self.dim] = MixedIndex::Static(n);
        let elem = if real { self.part } else { b.cx().ty(ComplexType { elem: self.part }) };
        tensor(b, &shape, elem, |b, at| {
            let [re, im] = element(b, at)?;
            Ok(if real { re } else { complex::create(b, re, im) })
        })
    }
    /// Completes a spectrum of which the first half is given, by symmetry.
    fn spectrum(&self, b: &mut Builder<'_>, x: Value) -> Lowered<Value> {
        self.made(
            b,
            x,
            self.n,
            false,
            Box::new(|b, at| {
                let (n, half) = (index(b, self.n), index(b, self.n / 2));
                let given = cmpi(b, CmpIPredicate::Sle, at[self.dim], half);
                let mirrored = sub(b, n, at[self.dim])?;
                let place = select(b, given, at[self.dim], mirrored);
                let [re, im] = self.read(b, x, at, place);
                let minus = strata_arith::NegFOp::build(b, im, None);
                Ok([re, select(b, given, im, minus)])
            }),
        )
    }
    fn transformed(&self, b: &mut Builder<'_>, x: Value) -> Lowered<Value> {
        let scale = if self.inverse { 1.0 / self.n as f64 } else { 1.0 };
        match factors(self.n) {
            Some(factors) => self.by_factors(b, x, &factors, scale),
            None => self.by_convolution(b, x, scale),
        }
    }
    /// The parts times a constant.
    fn scaled(&self, b: &mut Builder<'_>, z: [Value; 2], scale: f64) -> Lowered<[Value; 2]> {
        if scale == 1.0 {
            return Ok(z);
        }
        let by = strata_arith::constant_float(b, scale, self.part);
        Ok([float(b, "arith.mulf", z[0], by)?, float(b, "arith.mulf", z[1], by)?])
    }
    fn by_factors(&self, b: &mut Builder<'_>, x: Value, factors: &[i64], scale: f64) -> Lowered<Value> {
        let (mut x, mut done) = (x, 1);
        if factors.is_empty() {
            return self.made(
                b,
                x,
                self.kept,
                self.real,
                Box::new(|b, at| Ok(self.read(b, x, at, at[self.dim]))),
            );
        }
        for &r in factors {
            let is_last = done * r == self.n;
            let (kept, real, scale) =
                if is_last { (self.kept, self.real, scale) } else { (self.n, false, 1.0) };
            let rest = self.n / (done * r);
            let small = Roots::new(b, self.part, r, !self.inverse)?;
            let turns = if is_last { None } else { Some(Roots::new(b, self.part, rest * r, !self.inverse)?) };
            let from = x;
            x = self.made(
                b,
                from,
                kept,
                real,
                Box::new(move |b, at| {
                    let (width, before, count) = (index(b, rest), index(b, done), index(b, r));
                    let (high, i) = (div(b, at[self.dim], width)?, rem(b, at[self.dim], width)?);
                    let (c, a) = (div(b, high, before)?, rem(b, high, before)?);
                    let start = times(b, a, rest * r)?;
                    let start = add(b, start, i)?;
                    let (zero, one) = (index(b, 0), index(b, 1));
                    let nothing = constants::zero(b, self.part);
                    let sum = loops::one(b, [zero, count, one], &[nothing, nothing], |b, j, sum| {
                        let offset = times(b, j, rest)?;
                        let place = add(b, start, offset)?;
                        let v = self.read(b, from, at, place);
                        let turn = mul(b, c, j)?;
                        let turn = rem(b, turn, count)?;
                        let w = small.get(b, turn)?;
                        let z = multiplied(b, v, w)?;
                        Ok(vec![float(b, "arith.addf", sum[0], z[0])?, float(b, "arith.addf", sum[1], z[1])?])
                    })?;
                    let mut z = [sum[0], sum[1]];
                    if let Some(turns) = turns {
                        let turn = mul(b, c, i)?;
                        let w = turns.get(b, turn)?;
                        z = multiplied(b, z, w)?;
                    }
                    self.scaled(b, z, scale)
                }),
            )?;
            done *= r;
        }
        Ok(x)
    }
    /// `x[j] y[k]` rotated by `j k` is `x[j]` rotated by half of `j^2`, convolved with rotations by half of `(k - j)^2`.
    fn by_convolution(&self, b: &mut Builder<'_>, x: Value, scale: f64) -> Lowered<Value> {
        let n = self.n;
        let m = 1i64 << (64 - (2 * n - 2).leading_zeros());
        let sign = if self.inverse { 1.0 } else { -1.0 };
        let chirp = |j: i64| {
            let (c, s) = root((j as u128) * (j as u128), 2 * n as u128);
            (c, sign * s)
        };
        let chirps: Vec<Z> = (0..n).map(chirp).collect();
        let mut kernel = vec![(0.0, 0.0); m as usize];
        for (j, &(c, s)) in chirps.iter().enumerate() {
            kernel[j] = (c, -s);
            if j > 0 {
                kernel[m as usize - j] = (c, -s);
            }
        }
        let kernel: Vec<Z> =
            transform(&kernel).into_iter().map(|z| product(z, (1.0 / m as f64, 0.0))).collect();
        let (chirps, kernel) = (Table::new(b, self.part, &chirps)?, Table::new(b, self.part, &kernel)?);
        let long = Line { n: m, inverse: false, kept: m, real: false, ..*self };
        let turned = self.made(
            b,
            x,
            m,
            false,
            Box::new(|b, at| {
                let (end, last) = (index(b, n), index(b, n - 1));
                let exists = cmpi(b, CmpIPredicate::Slt, at[self.dim], end);
                let place = select(b, exists, at[self.dim], last);
                let (v, w) = (self.read(b, x, at, place), chirps.get(b, place));
                let z = multiplied(b, v, w)?;
                let nothing = constants::zero(b, self.part);
                Ok(z.map(|part| select(b, exists, part, nothing)))
            }),
        )?;
        let powers = factors(m).ok_or("a length is no power of two")?;
        let spectrum = long.by_factors(b, turned, &powers, 1.0)?;
        let filtered = self.made(
            b,
            spectrum,
            m,
            false,
            Box::new(|b, at| {
                let (v, w) = (self.read(b, spectrum, at, at[self.dim]), kernel.get(b, at[self.dim]));
                multiplied(b, v, w)
            }),
        )?;
        let back = Line { inverse: true, ..long }.by_factors(b, filtered, &powers, 1.0)?;
        self.made(
            b,
            back,
            self.kept,
            self.real,
            Box::new(|b, at| {
                let (v, w) = (self.read(b, back, at, at[self.dim]), chirps.get(b, at[self.dim]));
                let z = multiplied(b, v, w)?;
                self.scaled(b, z, scale)
            }),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_make_the_length() {
        for n in 1..=3000 {
            match factors(n) {
                Some(all) => {
                    assert_eq!(all.iter().product::<i64>(), n);
                    assert!(all.iter().all(|&r| (2..=LARGEST_PRIME).contains(&r)), "{n}: {all:?}");
                }
                None => assert!((LARGEST_PRIME + 1..=n).any(|p| n % p == 0 && (2..p).all(|q| p % q != 0))),
            }
        }
        assert_eq!(factors(512), Some(vec![8, 8, 8]));
        assert_eq!(factors(1024), Some(vec![8, 8, 16]));
        assert_eq!(factors(45), Some(vec![9, 5]));
    }
}
