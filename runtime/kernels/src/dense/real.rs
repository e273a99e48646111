//! The floats of dense kernels.

use super::form::{Form, Loop, forms};
use super::packed::Packed;
use crate::square::Square;

use std::cell::RefCell;
use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A float: `f32` or `f64`.
pub trait Real:
    Square
    + Debug
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// One.
    const ONE: Self;
    /// A NaN.
    const NAN: Self;
    /// The distance from 1 to the next number.
    const STEP: f64;
    /// The range of numbers whose squares, and sums of squares, neither overflow nor lose digits.
    const MODERATE: std::ops::Range<f64>;
    /// The number in double precision.
    #[must_use]
    fn wide(self) -> f64;
    /// The nearest number.
    #[must_use]
    fn from_f64(value: f64) -> Self;
    /// The square root.
    #[must_use]
    fn root(self) -> Self;
    /// The magnitude.
    #[must_use]
    fn size(self) -> Self;
    /// `self - a * b`, rounded once if `fused` is set.
    #[must_use]
    fn minus_product(self, fused: bool, a: Self, b: Self) -> Self;
    /// An array of bytes as numbers of the processor; `None` if it does not begin where one may.
    fn numbers(bytes: &mut [u8]) -> Option<&mut [Self]>;
    /// The same of bytes that are only read.
    fn view(bytes: &[u8]) -> Option<&[Self]>;
    /// The number in little-endian bytes.
    fn read(bytes: &[u8]) -> Self;
    /// Writes it to as many bytes.
    fn write(self, bytes: &mut [u8]);

    /// Calls a function with the memory for packed factors that this thread keeps.
    fn packed(change: impl FnOnce(&mut Packed<Self>));
    /// The rows and columns of a tile of a product; the columns are two vectors.
    fn tile(form: Form) -> [usize; 2];
    /// Runs an inner loop in a form, or in the best one of the processor if it does not have that.
    fn run_in<L: Loop<Self>>(form: Form, body: L) -> L::Output;
    /// Runs an inner loop in the best form.
    #[inline]
    fn run<L: Loop<Self>>(body: L) -> L::Output {
        Self::run_in(Form::Avx512, body)
    }
}

macro_rules! real {
    ($float:ident, $moderate:expr, $($forms:tt)*) => {
        impl Real for $float {
            const ONE: Self = 1.0;
            const NAN: Self = Self::NAN;
            const STEP: f64 = $float::EPSILON as f64;
            const MODERATE: std::ops::Range<f64> = $moderate;
            #[inline(always)]
            fn wide(self) -> f64 {
                self.into()
            }
            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                value as $float
            }
            #[inline(always)]
            fn root(self) -> Self {
                self.sqrt()
            }
            #[inline(always)]
            fn size(self) -> Self {
                self.abs()
            }
            #[inline(always)]
            fn minus_product(self, fused: bool, a: Self, b: Self) -> Self {
                if fused { (-a).mul_add(b, self) } else { self - a * b }
            }
            fn numbers(bytes: &mut [u8]) -> Option<&mut [Self]> {
                // SAFETY: all bits are numbers, and there is no padding.
                let (before, numbers, after) = unsafe { bytes.align_to_mut::<$float>() };
                (before.is_empty() && after.is_empty() && cfg!(target_endian = "little")).then_some(numbers)
            }
            fn view(bytes: &[u8]) -> Option<&[Self]> {
                // SAFETY: as above.
                let (before, numbers, after) = unsafe { bytes.align_to::<$float>() };
                (before.is_empty() && after.is_empty() && cfg!(target_endian = "little")).then_some(numbers)
            }
            #[inline]
            fn read(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(0.0, |c| Self::from_le_bytes(*c))
            }
            #[inline]
            fn write(self, bytes: &mut [u8]) {
                if let Some(c) = bytes.first_chunk_mut() {
                    *c = self.to_le_bytes();
                }
            }
            fn packed(change: impl FnOnce(&mut Packed<Self>)) {
                thread_local! {
                    static KEPT: RefCell<Packed<$float>> = RefCell::default();
                }
                // Nothing is kept by a thread that is ending.
                let _ = KEPT.try_with(|kept| change(&mut kept.borrow_mut()));
            }
            forms! { $float: $($forms)* }
        }
    };
}

real!(f32, 1e-12..1e12, 6 by 16, 12 by 32, 8 F32x8 F32x16);
real!(f64, 1e-120..1e120, 6 by 8, 12 by 16, 4 F64x4 F64x8);
