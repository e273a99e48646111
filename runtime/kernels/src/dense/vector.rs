//! [`Vector`]: some floats in a register of the processor.

use crate::square::SIDE;

/// Floats that one instruction computes with. Types of it are named only by functions that are compiled for their instructions
/// ([`Form`](super::form::Form)).
pub trait Vector<T>: Copy {
    /// The number of floats.
    const LANES: usize;
    /// Products are subtracted with one rounding.
    const FUSED: bool;
    /// The same number everywhere.
    fn splat(value: T) -> Self;
    /// The first numbers.
    fn load(from: &[T]) -> Self;
    /// All of some numbers, fewer than [`LANES`](Self::LANES), and zeros after them.
    fn load_few(from: &[T]) -> Self;
    /// Writes the first numbers.
    fn store(self, to: &mut [T]);
    /// The first pairs of numbers: their first ones and their second ones.
    fn load_pairs(from: &[T]) -> [Self; 2];
    /// Writes pairs of numbers.
    fn store_pairs(pairs: [Self; 2], to: &mut [T]);
    /// Four numbers of as many lines as there are lanes, which begin so many numbers apart: a vector for each place.
    fn load_across(from: &[T], stride: usize) -> [Self; SIDE];
    /// Writes them to lines.
    fn store_across(across: [Self; SIDE], to: &mut [T], stride: usize);
    /// The sum.
    fn add(self, other: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
    /// The difference.
    fn minus(self, other: Self) -> Self;
    /// `self - a * b`.
    fn minus_product(self, a: Self, b: Self) -> Self;
    /// `self + a * b`.
    fn plus_product(self, a: Self, b: Self) -> Self;
}

/// Floats for which the compiler chooses the instructions.
#[derive(Clone, Copy, Debug)]
pub struct Plain<T, const N: usize>([T; N]);

macro_rules! plain {
    ($($float:ident)*) => {$(
impl<const N: usize> Vector<$float> for Plain<$float, N> {
    const LANES: usize = N;
    const FUSED: bool = cfg!(target_arch = "aarch64");
    #[inline(always)]
    fn splat(value: $float) -> Self {
        Self([value; N])
    }
    #[inline(always)]
    fn load(from: &[$float]) -> Self {
        Self(std::array::from_fn(|i| from[i]))
    }
    #[inline(always)]
    fn load_few(from: &[$float]) -> Self {
        Self(std::array::from_fn(|i| from.get(i).copied().unwrap_or_default()))
    }
    #[inline(always)]
    fn store(self, to: &mut [$float]) {
        to[..N].copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] * other.0[i]))
    }
    #[inline(always)]
    fn load_pairs(from: &[$float]) -> [Self; 2] {
        [0, 1].map(|part| Self(std::array::from_fn(|i| from[2 * i + part])))
    }
    #[inline(always)]
    fn store_pairs(pairs: [Self; 2], to: &mut [$float]) {
        for (i, to) in to.as_chunks_mut::<2>().0.iter_mut().enumerate().take(N) {
            *to = [pairs[0].0[i], pairs[1].0[i]];
        }
    }
    #[inline(always)]
    fn load_across(from: &[$float], stride: usize) -> [Self; SIDE] {
        std::array::from_fn(|place| Self(std::array::from_fn(|i| from[i * stride + place])))
    }
    #[inline(always)]
    fn store_across(across: [Self; SIDE], to: &mut [$float], stride: usize) {
        for i in 0..N {
            to[i * stride..][..SIDE].copy_from_slice(&across.map(|vector| vector.0[i]));
        }
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
    #[inline(always)]
    fn plus_product(self, a: Self, b: Self) -> Self {
        let one = |c: $float, a: $float, b: $float| if Self::FUSED { a.mul_add(b, c) } else { c + a * b };
        Self(std::array::from_fn(|i| one(self.0[i], a.0[i], b.0[i])))
    }
    #[inline(always)]
    fn minus_product(self, a: Self, b: Self) -> Self {
        let one = |c: $float, a: $float, b: $float| if Self::FUSED { (-a).mul_add(b, c) } else { c - a * b };
        Self(std::array::from_fn(|i| one(self.0[i], a.0[i], b.0[i])))
    }
}
    )*};
}
plain! { f32 f64 }
