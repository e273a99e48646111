//! The discrete Fourier transform of lines of any length, in `O(n log n)`.
//!
//! A length that is a product of small primes is split into them; any other is turned into a convolution (Bluestein),
//! whose length is a power of two.

use std::f64::consts::TAU;

use crate::C64;

/// The largest prime that a length is split by.
const LARGEST_PRIME: usize = 13;

/// The transform of lines of one length.
pub struct Fourier {
    n: usize,
    /// The powers of the root of unity of order `n`.
    roots: Vec<C64>,
    /// The primes that make up `n`, or what is needed for a convolution.
    way: Way,
}

enum Way {
    Primes(Vec<usize>),
    Convolution(Box<Convolution>),
}

/// A transform as a convolution with the numbers `w^(k^2/2)`.
struct Convolution {
    /// These numbers.
    chirp: Vec<C64>,
    /// The transform of their conjugates, all around.
    kernel: Vec<C64>,
    there: Fourier,
    back: Fourier,
}

/// The work for each element of a line of length `n`, in steps of the interpreter.
pub fn cost(n: usize) -> usize {
    n.max(1).ilog2() as usize / 16 + 1
}

impl Fourier {
    /// The transform of lines of length `n`, not scaled: with `inverse`, by the conjugate roots.
    pub fn new(n: usize, inverse: bool) -> Self {
        let sign = if inverse { 1.0 } else { -1.0 };
        let root = |k: usize, n: usize| C64::from_polar(1.0, sign * TAU * k as f64 / n as f64);
        let (mut primes, mut rest) = (Vec::new(), n.max(1));
        for p in 2..=LARGEST_PRIME {
            while rest.is_multiple_of(p) {
                primes.push(p);
                rest /= p;
            }
        }
        if rest == 1 {
            return Self { n, roots: (0..n).map(|k| root(k, n)).collect(), way: Way::Primes(primes) };
        }
        // The square of k counts modulo 2n, which keeps the angle exact.
        let square = |k: usize| (k as u128 * k as u128 % (2 * n as u128)) as usize;
        let chirp: Vec<C64> = (0..n).map(|k| root(square(k), 2 * n)).collect();
        let length = (2 * n - 1).next_power_of_two();
        let mut around = vec![C64::default(); length];
        for (k, w) in chirp.iter().enumerate() {
            around[k] = w.conj();
            around[(length - k) % length] = w.conj();
        }
        let (there, back) = (Self::new(length, false), Self::new(length, true));
        let kernel = there.apply(&around);
        let way = Way::Convolution(Box::new(Convolution { chirp, kernel, there, back }));
        Self { n, roots: Vec::new(), way }
    }

    /// The transform of a line.
    pub fn apply(&self, line: &[C64]) -> Vec<C64> {
        match &self.way {
            Way::Primes(primes) => {
                let mut out = vec![C64::default(); self.n];
                self.split(line, 1, primes, &mut out);
                out
            }
            Way::Convolution(c) => {
                let mut padded: Vec<C64> = line.iter().zip(&c.chirp).map(|(v, w)| v * w).collect();
                padded.resize(c.kernel.len(), C64::default());
                let product: Vec<C64> =
                    c.there.apply(&padded).iter().zip(&c.kernel).map(|(a, b)| a * b).collect();
                let scale = 1.0 / c.kernel.len() as f64;
                c.back.apply(&product).iter().zip(&c.chirp).map(|(v, w)| v * w * scale).collect()
            }
        }
    }

    /// The transform of every `stride`-th element of `line`. The depth is the number of primes.
    fn split(&self, line: &[C64], stride: usize, primes: &[usize], out: &mut [C64]) {
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
        let mut terms = [C64::default(); LARGEST_PRIME];
        for k in 0..m {
            for (r, term) in terms.iter_mut().enumerate().take(p) {
                *term = out[r * m + k];
            }
            for q in 0..p {
                // Element k + q m of the result takes part r times the root to the power r (k + q m).
                let place = k + q * m;
                let twiddled = |(r, v): (usize, &C64)| v * self.roots[r * place % (m * p) * stride];
                out[q * m + k] = terms[..p].iter().enumerate().map(twiddled).sum();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direct(line: &[C64], inverse: bool) -> Vec<C64> {
        let n = line.len();
        let sign = if inverse { 1.0 } else { -1.0 };
        let term = |k: usize, j: usize| C64::from_polar(1.0, sign * TAU * (j * k % n) as f64 / n as f64);
        (0..n).map(|k| line.iter().enumerate().map(|(j, v)| v * term(k, j)).sum()).collect()
    }

    #[test]
    fn every_length_is_that_of_the_definition() {
        for n in (1..70).chain([97, 128, 210, 289, 343]) {
            let line: Vec<C64> =
                (0..n).map(|i| C64::new((i * 37 % 11) as f64 - 5.0, (i * 17 % 7) as f64)).collect();
            for inverse in [false, true] {
                let (got, want) = (Fourier::new(n, inverse).apply(&line), direct(&line, inverse));
                for (k, (g, w)) in got.iter().zip(&want).enumerate() {
                    assert!((g - w).norm() < 1e-11 * n as f64, "length {n}, element {k}: {g} is not {w}");
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
