//! [`Vector`]: some floats in a register of the processor.

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
    fn minus_product(self, a: Self, b: Self) -> Self {
        let one = |c: $float, a: $float, b: $float| if Self::FUSED { (-a).mul_add(b, c) } else { c - a * b };
        Self(std::array::from_fn(|i| one(self.0[i], a.0[i], b.0[i])))
    }
}
    )*};
}
plain! { f32 f64 }

#[cfg(target_arch = "x86_64")]
pub use registers::{F32x8, F32x16, F64x4, F64x8};

#[cfg(target_arch = "x86_64")]
mod registers {
    use super::Vector;
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
