//! [`Vector`]: some floats in a register of the processor.

use super::real::Real;

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
    /// Writes the first numbers.
    fn store(self, to: &mut [T]);
    /// The sum.
    fn add(self, other: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
    /// `self - a * b`.
    fn minus_product(self, a: Self, b: Self) -> Self;
}

/// Floats for which the compiler chooses the instructions.
#[derive(Clone, Copy, Debug)]
pub struct Plain<T, const N: usize>([T; N]);

impl<T: Real, const N: usize> Vector<T> for Plain<T, N> {
    const LANES: usize = N;
    const FUSED: bool = cfg!(target_arch = "aarch64");
    #[inline(always)]
    fn splat(value: T) -> Self {
        Self([value; N])
    }
    #[inline(always)]
    fn load(from: &[T]) -> Self {
        Self(std::array::from_fn(|i| from[i]))
    }
    #[inline(always)]
    fn store(self, to: &mut [T]) {
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
    fn minus_product(self, a: Self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].minus_product(Self::FUSED, a.0[i], b.0[i])))
    }
}

#[cfg(target_arch = "x86_64")]
pub use registers::{F32x8, F32x16, F64x4, F64x8};

#[cfg(target_arch = "x86_64")]
mod registers {
    use super::Vector;
    #[allow(clippy::wildcard_imports, reason = "a table of instructions")]
    use std::arch::x86_64::*;

    macro_rules! registers {
        ($($name:ident: $float:ident $lanes:literal, $register:ident,
           $splat:ident $load:ident $store:ident $add:ident $mul:ident $minus:ident;)*) => {$(
            #[doc = "A register of the processor."]
            #[derive(Clone, Copy, Debug)]
            pub struct $name($register);

            impl Vector<$float> for $name {
                const LANES: usize = $lanes;
                const FUSED: bool = true;
                #[inline(always)]
                fn splat(value: $float) -> Self {
                    // SAFETY: only functions for processors with these instructions name the type.
                    Self(unsafe { $splat(value) })
                }
                #[inline(always)]
                fn load(from: &[$float]) -> Self {
                    let from = &from[..$lanes];
                    // SAFETY: as above, and there are as many numbers.
                    Self(unsafe { $load(from.as_ptr()) })
                }
                #[inline(always)]
                fn store(self, to: &mut [$float]) {
                    let to = &mut to[..$lanes];
                    // SAFETY: as above.
                    unsafe { $store(to.as_mut_ptr(), self.0) }
                }
                #[inline(always)]
                fn add(self, other: Self) -> Self {
                    // SAFETY: as above.
                    Self(unsafe { $add(self.0, other.0) })
                }
                #[inline(always)]
                fn times(self, other: Self) -> Self {
                    // SAFETY: as above.
                    Self(unsafe { $mul(self.0, other.0) })
                }
                #[inline(always)]
                fn minus_product(self, a: Self, b: Self) -> Self {
                    // SAFETY: as above.
                    Self(unsafe { $minus(a.0, b.0, self.0) })
                }
            }
        )*};
    }

    registers! {
        F32x8: f32 8, __m256, _mm256_set1_ps _mm256_loadu_ps _mm256_storeu_ps _mm256_add_ps _mm256_mul_ps _mm256_fnmadd_ps;
        F64x4: f64 4, __m256d, _mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_add_pd _mm256_mul_pd _mm256_fnmadd_pd;
        F32x16: f32 16, __m512, _mm512_set1_ps _mm512_loadu_ps _mm512_storeu_ps _mm512_add_ps _mm512_mul_ps _mm512_fnmadd_ps;
        F64x8: f64 8, __m512d, _mm512_set1_pd _mm512_loadu_pd _mm512_storeu_pd _mm512_add_pd _mm512_mul_pd _mm512_fnmadd_pd;
    }
}

/// The side of the squares that are transposed in registers.
pub const SIDE: usize = 4;

/// Squares of a matrix, transposed.
pub mod squares {
    use super::SIDE;
    #[cfg(target_arch = "x86_64")]
    #[expect(clippy::wildcard_imports, reason = "a table of instructions")]
    use std::arch::x86_64::*;

    #[inline(always)]
    fn rows<T>(from: &[T], stride: usize) -> [&[T]; SIDE] {
        [&from[..SIDE], &from[stride..][..SIDE], &from[2 * stride..][..SIDE], &from[3 * stride..][..SIDE]]
    }

    /// The first square of a matrix of `f32`; `stride` is the distance between rows.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn f32(from: &[f32], stride: usize) -> [[f32; SIDE]; SIDE] {
        let from = rows(from, stride);
        let mut to = [[0.0; SIDE]; SIDE];
        // SAFETY: every processor has the instructions, and rows have as many numbers.
        unsafe {
            let (r0, r1) = (_mm_loadu_ps(from[0].as_ptr()), _mm_loadu_ps(from[1].as_ptr()));
            let (r2, r3) = (_mm_loadu_ps(from[2].as_ptr()), _mm_loadu_ps(from[3].as_ptr()));
            let (a, b) = (_mm_unpacklo_ps(r0, r1), _mm_unpacklo_ps(r2, r3));
            let (c, d) = (_mm_unpackhi_ps(r0, r1), _mm_unpackhi_ps(r2, r3));
            _mm_storeu_ps(to[0].as_mut_ptr(), _mm_movelh_ps(a, b));
            _mm_storeu_ps(to[1].as_mut_ptr(), _mm_movehl_ps(b, a));
            _mm_storeu_ps(to[2].as_mut_ptr(), _mm_movelh_ps(c, d));
            _mm_storeu_ps(to[3].as_mut_ptr(), _mm_movehl_ps(d, c));
        }
        to
    }
    /// The same of `f64`.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn f64(from: &[f64], stride: usize) -> [[f64; SIDE]; SIDE] {
        let from = rows(from, stride);
        let mut to = [[0.0; SIDE]; SIDE];
        for i in [0, 2] {
            for j in [0, 2] {
                // SAFETY: as above.
                unsafe {
                    let (a, b) =
                        (_mm_loadu_pd(from[i][j..].as_ptr()), _mm_loadu_pd(from[i + 1][j..].as_ptr()));
                    _mm_storeu_pd(to[j][i..].as_mut_ptr(), _mm_unpacklo_pd(a, b));
                    _mm_storeu_pd(to[j + 1][i..].as_mut_ptr(), _mm_unpackhi_pd(a, b));
                }
            }
        }
        to
    }
    #[cfg(not(target_arch = "x86_64"))]
    pub use plain as f32;
    #[cfg(not(target_arch = "x86_64"))]
    pub use plain as f64;

    /// The same without instructions for it.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub fn plain<T: Copy>(from: &[T], stride: usize) -> [[T; SIDE]; SIDE] {
        let rows = rows(from, stride);
        let column = |j: usize| [rows[0][j], rows[1][j], rows[2][j], rows[3][j]];
        [column(0), column(1), column(2), column(3)]
    }
}
