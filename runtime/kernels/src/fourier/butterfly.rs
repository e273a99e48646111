//! Butterflies of complex numbers in vectors.

use super::super::dense::{Real, Vector};

/// Complex numbers, one in each lane.
#[derive(Clone, Copy)]
pub(super) struct Pair<V> {
    pub re: V,
    pub im: V,
}

impl<V: Copy> Pair<V> {
    #[inline(always)]
    pub fn plus<T: Real>(self, other: Self) -> Self
    where
        V: Vector<T>,
    {
        Self { re: self.re.add(other.re), im: self.im.add(other.im) }
    }
    #[inline(always)]
    pub fn minus<T: Real>(self, other: Self) -> Self
    where
        V: Vector<T>,
    {
        Self { re: self.re.minus(other.re), im: self.im.minus(other.im) }
    }
    /// The product with the same number in all lanes.
    #[inline(always)]
    pub fn times<T: Real>(self, re: T, im: T) -> Self
    where
        V: Vector<T>,
    {
        let (re, im) = (V::splat(re), V::splat(im));
        Self {
            re: self.re.times(re).minus_product(self.im, im),
            im: self.im.times(re).plus_product(self.re, im),
        }
    }
    /// The sum with a multiple by a real number.
    #[inline(always)]
    fn plus_multiple<T: Real>(self, factor: T, other: Self) -> Self
    where
        V: Vector<T>,
    {
        let factor = V::splat(factor);
        Self { re: self.re.plus_product(factor, other.re), im: self.im.plus_product(factor, other.im) }
    }
    /// The product with a real number.
    #[inline(always)]
    fn scaled<T: Real>(self, factor: T) -> Self
    where
        V: Vector<T>,
    {
        let factor = V::splat(factor);
        Self { re: self.re.times(factor), im: self.im.times(factor) }
    }
    /// `self - i other` and `self + i other`.
    #[inline(always)]
    fn turned<T: Real>(self, other: Self) -> [Self; 2]
    where
        V: Vector<T>,
    {
        [
            Self { re: self.re.add(other.im), im: self.im.minus(other.re) },
            Self { re: self.re.minus(other.im), im: self.im.add(other.re) },
        ]
    }
}

/// The transform of `R` numbers, 2 to 5.
#[inline(always)]
pub(super) fn butterfly<T: Real, V: Vector<T>, const R: usize>(x: [Pair<V>; R]) -> [Pair<V>; R] {
    let mut y = x;
    match R {
        2 => (y[0], y[1]) = (x[0].plus(x[1]), x[0].minus(x[1])),
        3 => {
            let (sum, difference) = (x[1].plus(x[2]), x[1].minus(x[2]));
            let middle = x[0].plus_multiple(T::from_f64(-0.5), sum);
            y[0] = x[0].plus(sum);
            [y[1], y[2]] = middle.turned(difference.scaled(T::from_f64(SINE_OF_THIRD)));
        }
        4 => {
            let (a, b) = (x[0].plus(x[2]), x[0].minus(x[2]));
            let (c, d) = (x[1].plus(x[3]), x[1].minus(x[3]));
            (y[0], y[2]) = (a.plus(c), a.minus(c));
            [y[1], y[3]] = b.turned(d);
        }
        _ => {
            let (a, b) = (x[1].plus(x[R - 1]), x[1].minus(x[R - 1]));
            let (c, d) = (x[2].plus(x[R - 2]), x[2].minus(x[R - 2]));
            y[0] = x[0].plus(a).plus(c);
            let [near, far] = COSINES_OF_FIFTHS.map(T::from_f64);
            let middle = x[0].plus_multiple(near, a).plus_multiple(far, c);
            let other = x[0].plus_multiple(far, a).plus_multiple(near, c);
            let [near, far] = SINES_OF_FIFTHS.map(T::from_f64);
            [y[1], y[R - 1]] = middle.turned(b.scaled(near).plus_multiple(far, d));
            [y[2], y[R - 2]] = other.turned(b.scaled(far).plus_multiple(-near, d));
        }
    }
    y
}

/// `sin(2π/3)`.
const SINE_OF_THIRD: f64 = 0.866_025_403_784_438_6;
/// `cos(2π/5)` and `cos(4π/5)`.
const COSINES_OF_FIFTHS: [f64; 2] = [0.309_016_994_374_947_45, -0.809_016_994_374_947_5];
/// `sin(2π/5)` and `sin(4π/5)`.
const SINES_OF_FIFTHS: [f64; 2] = [0.951_056_516_295_153_5, 0.587_785_252_292_473_1];
