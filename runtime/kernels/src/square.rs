//! [`Square`]: squares of a matrix, transposed in registers.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    _mm_loadu_pd, _mm_loadu_ps, _mm_movehl_ps, _mm_movelh_ps, _mm_storeu_pd, _mm_storeu_ps, _mm_unpackhi_pd,
    _mm_unpackhi_ps, _mm_unpacklo_pd, _mm_unpacklo_ps,
};

/// The side of the squares.
pub(crate) const SIDE: usize = 4;

/// Numbers whose squares are transposed in registers.
pub trait Square: Copy + Default {
    /// The first square of a matrix, transposed; `stride` is the distance between rows.
    fn square(from: &[Self], stride: usize) -> [[Self; SIDE]; SIDE] {
        plain(from, stride)
    }
}

fn plain<T: Copy>(from: &[T], stride: usize) -> [[T; SIDE]; SIDE] {
    let rows = rows(from, stride);
    let column = |j: usize| [rows[0][j], rows[1][j], rows[2][j], rows[3][j]];
    [column(0), column(1), column(2), column(3)]
}

#[inline(always)]
fn rows<T>(from: &[T], stride: usize) -> [&[T]; SIDE] {
    [&from[..SIDE], &from[stride..][..SIDE], &from[2 * stride..][..SIDE], &from[3 * stride..][..SIDE]]
}

impl Square for u8 {}
impl Square for u16 {}

macro_rules! squares {
    ($body:ident: $($number:ty)*) => {$(
        impl Square for $number {
            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn square(from: &[Self], stride: usize) -> [[Self; SIDE]; SIDE] {
                $body(rows(from, stride))
            }
        }
    )*};
}
squares!(singles: f32 u32);
squares!(doubles: f64 u64);

/// Four rows of at least four numbers of 32 bits.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn singles<T: Copy + Default>(from: [&[T]; SIDE]) -> [[T; SIDE]; SIDE] {
    const { assert!(size_of::<T>() == 4) };
    let mut to = [[T::default(); SIDE]; SIDE];
    // SAFETY: every processor has the instructions, which move bits, and rows have as many numbers of this size.
    unsafe {
        let (r0, r1) = (_mm_loadu_ps(from[0].as_ptr().cast()), _mm_loadu_ps(from[1].as_ptr().cast()));
        let (r2, r3) = (_mm_loadu_ps(from[2].as_ptr().cast()), _mm_loadu_ps(from[3].as_ptr().cast()));
        let (a, b) = (_mm_unpacklo_ps(r0, r1), _mm_unpacklo_ps(r2, r3));
        let (c, d) = (_mm_unpackhi_ps(r0, r1), _mm_unpackhi_ps(r2, r3));
        _mm_storeu_ps(to[0].as_mut_ptr().cast(), _mm_movelh_ps(a, b));
        _mm_storeu_ps(to[1].as_mut_ptr().cast(), _mm_movehl_ps(b, a));
        _mm_storeu_ps(to[2].as_mut_ptr().cast(), _mm_movelh_ps(c, d));
        _mm_storeu_ps(to[3].as_mut_ptr().cast(), _mm_movehl_ps(d, c));
    }
    to
}

/// The same of 64 bits.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn doubles<T: Copy + Default>(from: [&[T]; SIDE]) -> [[T; SIDE]; SIDE] {
    const { assert!(size_of::<T>() == 8) };
    let mut to = [[T::default(); SIDE]; SIDE];
    for i in [0, 2] {
        for j in [0, 2] {
            let (above, below) = (from[i][j..SIDE].as_ptr().cast(), from[i + 1][j..SIDE].as_ptr().cast());
            // SAFETY: as above.
            unsafe {
                let (a, b) = (_mm_loadu_pd(above), _mm_loadu_pd(below));
                _mm_storeu_pd(to[j][i..].as_mut_ptr().cast(), _mm_unpacklo_pd(a, b));
                _mm_storeu_pd(to[j + 1][i..].as_mut_ptr().cast(), _mm_unpackhi_pd(a, b));
            }
        }
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_transposed() {
        fn check<T: Square + PartialEq + std::fmt::Debug>(number: impl Fn(u8) -> T) {
            let numbers: Vec<T> = (0..40).map(number).collect();
            assert_eq!(T::square(&numbers, 9), plain(&numbers, 9));
        }
        check(f32::from);
        check(f64::from);
        check(u64::from);
        check(u32::from);
        check(u16::from);
    }
}
