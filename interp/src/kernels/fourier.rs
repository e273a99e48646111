//! The discrete Fourier transform of lines of any length, in `O(n log n)`.
//!
//! A length that is a product of small primes is split into them; any other is turned into a convolution (Bluestein),
//! whose length is a power of two. Lines up to `DOUBLE_UP_TO` are computed with [`Double`]s, so that results are rounded
//! once; in longer ones the roots of unity are, and the rest is `f64`.

use std::ops::{Add, Mul, Neg, Sub};

use super::double::Double;
use crate::C64;

/// The largest prime that a length is split by.
const LARGEST_PRIME: usize = 13;
/// The longest line that is computed with more than the precision of `f64`.
const DOUBLE_UP_TO: usize = 1 << 16;

/// A real number that transforms are computed with.
trait Real:
    Copy + Default + From<f64> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    fn from_double(x: Double) -> Self;
    fn rounded(self) -> f64;
}
impl Real for f64 {
    fn from_double(x: Double) -> Self {
        x.value()
    }
    fn rounded(self) -> f64 {
        self
    }
}
impl Real for Double {
    fn from_double(x: Double) -> Self {
        x
    }
    fn rounded(self) -> f64 {
        self.value()
    }
}

/// A complex number.
#[derive(Clone, Copy, Default)]
struct Complex<R> {
    re: R,
    im: R,
}

impl<R: Real> Complex<R> {
    fn from(z: C64) -> Self {
        Self { re: z.re.into(), im: z.im.into() }
    }
    fn rounded(self) -> C64 {
        C64::new(self.re.rounded(), self.im.rounded())
    }
    fn conj(self) -> Self {
        Self { re: self.re, im: -self.im }
    }
    fn scaled(self, by: R) -> Self {
        Self { re: self.re * by, im: self.im * by }
    }
    fn plus(self, z: Self) -> Self {
        Self { re: self.re + z.re, im: self.im + z.im }
    }
    fn times(self, z: Self) -> Self {
        Self { re: self.re * z.re - self.im * z.im, im: self.re * z.im + self.im * z.re }
    }
    /// The root of unity of order `n` to the power `k`.
    fn root(k: usize, n: usize, inverse: bool) -> Self {
        let (cos, sin) = Double::turn(k as u64, n as u64);
        Self { re: R::from_double(cos), im: R::from_double(if inverse { sin } else { -sin }) }
    }
}

/// The transform of lines of one length.
pub struct Fourier {
    n: usize,
    inverse: bool,
    lines: Precision,
}

enum Precision {
    Twice(Lines<Double>),
    Once(Lines<f64>),
}

/// The work for each element of a line of length `n`, in steps of the interpreter.
pub fn cost(n: usize) -> usize {
    n.max(1).ilog2() as usize / 16 + 1
}

impl Fourier {
    /// The transform of lines of length `n`, not scaled: with `inverse`, by the conjugate roots.
    pub fn new(n: usize, inverse: bool) -> Self {
        let lines = match n {
            ..=DOUBLE_UP_TO => Precision::Twice(Lines::new(n, inverse)),
            _ => Precision::Once(Lines::new(n, inverse)),
        };
        Self { n, inverse, lines }
    }

    /// The transform of a line.
    pub fn apply(&self, line: &[C64]) -> Vec<C64> {
        let lines = match &self.lines {
            Precision::Twice(lines) => lines,
            Precision::Once(lines) => return lines.transform(line),
        };
        let out = lines.transform(line);
        // The error terms of infinite numbers are not usable, so such a line is computed in `f64` alone.
        if out.iter().all(|z| z.re.is_finite() && z.im.is_finite()) {
            return out;
        }
        Lines::<f64>::new(self.n, self.inverse).transform(line)
    }
}

struct Lines<R> {
    n: usize,
    /// The powers of the root of unity of order `n`.
    roots: Vec<Complex<R>>,
    /// The prime factors of `n`, or the data of a convolution.
    way: Way<R>,
}

enum Way<R> {
    Primes(Vec<usize>),
    Convolution(Box<Convolution<R>>),
}

/// A transform as a convolution with the numbers `w^(k^2/2)`.
struct Convolution<R> {
    /// These numbers.
    chirp: Vec<Complex<R>>,
    /// The transform of their conjugates, all around.
    kernel: Vec<Complex<R>>,
    there: Lines<R>,
    back: Lines<R>,
}

impl<R: Real> Lines<R> {
    fn new(n: usize, inverse: bool) -> Self {
        let (mut primes, mut rest) = (Vec::new(), n.max(1));
        for p in 2..=LARGEST_PRIME {
            while rest.is_multiple_of(p) {
                primes.push(p);
                rest /= p;
            }
        }
        if rest == 1 {
            let roots = (0..n).map(|k| Complex::root(k, n, inverse)).collect();
            return Self { n, roots, way: Way::Primes(primes) };
        }
        // The square of k counts modulo 2n, which keeps the angle exact.
        let square = |k: usize| (k as u128 * k as u128 % (2 * n as u128)) as usize;
        let chirp: Vec<Complex<R>> = (0..n).map(|k| Complex::root(square(k), 2 * n, inverse)).collect();
        let length = (2 * n - 1).next_power_of_two();
        let mut around = vec![Complex::default(); length];
        for (k, w) in chirp.iter().enumerate() {
            around[k] = w.conj();
            around[(length - k) % length] = w.conj();
        }
        let (there, back) = (Self::new(length, false), Self::new(length, true));
        let kernel = there.apply(&around);
        let way = Way::Convolution(Box::new(Convolution { chirp, kernel, there, back }));
        Self { n, roots: Vec::new(), way }
    }

    fn transform(&self, line: &[C64]) -> Vec<C64> {
        let line: Vec<Complex<R>> = line.iter().map(|&z| Complex::from(z)).collect();
        self.apply(&line).into_iter().map(Complex::rounded).collect()
    }

    fn apply(&self, line: &[Complex<R>]) -> Vec<Complex<R>> {
        match &self.way {
            Way::Primes(primes) => {
                let mut out = vec![Complex::default(); self.n];
                self.split(line, 1, primes, &mut out);
                out
            }
            Way::Convolution(c) => {
                let mut padded: Vec<Complex<R>> =
                    line.iter().zip(&c.chirp).map(|(v, &w)| v.times(w)).collect();
                padded.resize(c.kernel.len(), Complex::default());
                let product: Vec<Complex<R>> =
                    c.there.apply(&padded).iter().zip(&c.kernel).map(|(a, &b)| a.times(b)).collect();
                // A power of two, whose inverse is exact.
                let scale = R::from(1.0 / c.kernel.len() as f64);
                let back = c.back.apply(&product);
                back.iter().zip(&c.chirp).map(|(v, &w)| v.times(w).scaled(scale)).collect()
            }
        }
    }

    /// The transform of every `stride`-th element of `line`. The depth is the number of primes.
    fn split(&self, line: &[Complex<R>], stride: usize, primes: &[usize], out: &mut [Complex<R>]) {
        let Some((&p, primes)) = primes.split_first() else {
            if let (Some(slot), Some(&v)) = (out.first_mut(), line.first()) {
                *slot = v;
            }
            return;
        };
        let m = out.len() / p;
        for (r, part) in out.chunks_mut(m).enumerate() {
            self.split(line.get(r * stride..).unwrap_or(&[]), stride * p, primes, part);
        }
        let mut terms = [Complex::default(); LARGEST_PRIME];
        for k in 0..m {
            for (r, term) in terms.iter_mut().enumerate().take(p) {
                *term = out[r * m + k];
            }
            for q in 0..p {
                // Element k + q m of the result takes part r times the root to the power r (k + q m).
                let place = k + q * m;
                let twiddled = |r: usize| terms[r].times(self.roots[r * place % (m * p) * stride]);
                out[q * m + k] = (1..p).fold(terms[0], |sum, r| sum.plus(twiddled(r)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    /// The definition, with numbers of twice the precision.
    fn direct(line: &[C64], inverse: bool) -> Vec<C64> {
        let n = line.len();
        let term = |k: usize, (j, &v): (usize, &C64)| {
            Complex::<Double>::from(v).times(Complex::root(j * k % n, n, inverse))
        };
        let one = |k: usize| line.iter().enumerate().map(|v| term(k, v)).reduce(Complex::plus);
        (0..n).map(|k| one(k).map_or(C64::default(), Complex::rounded)).collect()
    }

    #[test]
    fn every_length_is_that_of_the_definition() {
        for n in (1..70).chain([97, 128, 210, 289, 343]) {
            let line: Vec<C64> =
                (0..n).map(|i| C64::new((i * 37 % 11) as f64 - 5.1, (i * 17 % 7) as f64 / 3.0)).collect();
            for inverse in [false, true] {
                let (got, want) = (Fourier::new(n, inverse).apply(&line), direct(&line, inverse));
                for (k, (g, w)) in got.iter().zip(&want).enumerate() {
                    // Both are the exact result, rounded.
                    let far = (g - w).norm() > 2.3e-16 * w.norm().max(1e-16);
                    assert!(!far, "length {n}, element {k}: {g} is not {w}");
                }
            }
        }
    }

    #[test]
    fn long_lines_of_prime_length_take_no_time() {
        let n = 100_003;
        let mut line = vec![C64::default(); n];
        line[1] = C64::new(1.0, 0.0);
        let out = Fourier::new(n, false).apply(&line);
        let want = C64::from_polar(1.0, -TAU * 5.0 / n as f64);
        assert!((out[5] - want).norm() < 1e-9);
    }
}
