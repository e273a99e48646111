//! Sort keys, converted to unsigned integers in the same order.

use super::item::Item;
use super::{Memory, radix::Buffers};
use std::ops::{BitAnd, BitOr, BitXor, Not, Shr};

/// The format of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An unsigned integer of 8, 16, 32 or 64 bits.
    Unsigned(u32),
    /// A signed integer of 8, 16, 32 or 64 bits.
    Signed(u32),
    /// A float of 16 bits with 5 bits of exponent.
    F16,
    /// A float of 16 bits with 8 bits of exponent.
    Bf16,
    /// A float of 32 bits.
    F32,
    /// A float of 64 bits.
    F64,
}

impl Format {
    /// The width in bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Self::Unsigned(bits) | Self::Signed(bits) => bits,
            Self::F16 | Self::Bf16 => 16,
            Self::F32 => 32,
            Self::F64 => 64,
        }
    }
    fn is_float(self) -> bool {
        !matches!(self, Self::Unsigned(_) | Self::Signed(_))
    }
    /// The bits of infinity and of the canonical NaN.
    pub(super) fn specials(self) -> (u64, u64) {
        match self {
            Self::Unsigned(_) | Self::Signed(_) => (u64::MAX, 0),
            Self::F16 => (0x7c00, 0x7e00),
            Self::Bf16 => (0x7f80, 0x7fc0),
            Self::F32 => (0x7f80_0000, 0x7fc0_0000),
            Self::F64 => (0x7ff0_0000_0000_0000, 0x7ff8_0000_0000_0000),
        }
    }
}

/// The equivalence of floats in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All floats with different bits differ, in the total order of IEEE 754.
    Total {
        /// Zeros are equal.
        zeros: bool,
        /// NaNs are equal, and come after infinity.
        nans: bool,
    },
    /// The order of `<`: zeros are equal, and NaN is unordered.
    Partial,
}

/// One of the keys of elements; elements with smaller keys come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The input that it is read from.
    pub input: usize,
    /// Its offset in an element, in bytes.
    pub offset: usize,
    /// Its format.
    pub format: Format,
    /// The order of floats; for integers it has no effect.
    pub order: Order,
    /// Whether larger keys come first.
    pub descending: bool,
}

/// Unsigned integers of the width of a key.
pub(super) trait Bits:
    Item
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shr<u32, Output = Self>
{
    const BITS: u32;
    const SIGN: Self;
    /// All ones if the highest bit is set, else zero.
    fn spread(self) -> Self;
    /// The difference, modulo the number of values.
    fn minus(self, other: Self) -> Self;
    fn read(bytes: &[u8]) -> Self;
    fn write(self, bytes: &mut [u8]);
    /// An array as numbers of the processor; `None` if it does not begin where one may.
    fn numbers(bytes: &mut [u8]) -> Option<&mut [Self]>;
    /// The lowest bits.
    fn from_low_bits(v: u64) -> Self;
    fn wide(self) -> u64;
    /// The work memory for numbers of this type.
    fn memory(memory: &mut Memory) -> (&mut Vec<Self>, &mut Buffers<Self>);
}

macro_rules! bits {
    ($($ty:ty, $signed:ty, $field:ident;)*) => {$(
        impl Bits for $ty {
            const BITS: u32 = <$ty>::BITS;
            const SIGN: Self = 1 << (<$ty>::BITS - 1);
            #[inline(always)]
            fn spread(self) -> Self {
                (self as $signed >> (<$ty>::BITS - 1)) as $ty
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn read(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(0, |c| <$ty>::from_le_bytes(*c))
            }
            #[inline(always)]
            fn write(self, bytes: &mut [u8]) {
                if let Some(c) = bytes.first_chunk_mut() {
                    *c = self.to_le_bytes();
                }
            }
            fn numbers(bytes: &mut [u8]) -> Option<&mut [Self]> {
                // SAFETY: numbers have all values, and no padding.
                let (before, numbers, after) = unsafe { bytes.align_to_mut::<$ty>() };
                (before.is_empty() && after.is_empty() && cfg!(target_endian = "little")).then_some(numbers)
            }
            #[inline(always)]
            fn from_low_bits(v: u64) -> Self {
                v as $ty
            }
            #[inline(always)]
            fn wide(self) -> u64 {
                self.into()
            }
            fn memory(memory: &mut Memory) -> (&mut Vec<Self>, &mut Buffers<Self>) {
                let (lines, buffers) = &mut memory.$field;
                (lines, buffers)
            }
        }
    )*};
}

bits! { u8, i8, bytes; u16, i16, halves; u32, i32, singles; u64, i64, doubles; }

/// The conversion of a key's bits to a number in the same order, and back.
#[derive(Clone, Copy)]
pub(super) struct Map<B> {
    /// The mask of a zero.
    zero: B,
    infinity: B,
    /// The mask of a NaN, and the bits that are set in it.
    nan: [B; 2],
    /// All ones for a float.
    float: B,
    /// The highest bit if numbers have a sign.
    sign: B,
    /// All ones for a descending order.
    flip: B,
}

impl<B: Bits> Map<B> {
    pub fn new(key: &Key) -> Self {
        let all = !B::default();
        let mask = |on: bool| if on { all } else { B::default() };
        let (zeros, nans) = match key.order {
            Order::Total { zeros, nans } => (zeros, nans),
            Order::Partial => (true, true),
        };
        let float = key.format.is_float();
        let (infinity, nan) = key.format.specials();
        Self {
            zero: if float && zeros { !B::SIGN } else { all },
            infinity: B::from_low_bits(infinity),
            nan: if float && nans { [B::default(), B::from_low_bits(nan)] } else { [all, B::default()] },
            float: mask(float),
            sign: B::SIGN & mask(!matches!(key.format, Format::Unsigned(_))),
            flip: mask(key.descending),
        }
    }
    /// Maps equal zeros and NaNs to the same bits.
    #[inline(always)]
    pub fn canonical(&self, b: B) -> B {
        // Without conditions, which compilers do not always vectorise; magnitudes are less than the highest bit.
        let magnitude = b & !B::SIGN;
        let is_zero = magnitude.minus(B::from_low_bits(1)).spread();
        let is_nan = self.infinity.minus(magnitude).spread();
        b & (self.zero | !is_zero) & (self.nan[0] | !is_nan) | self.nan[1] & is_nan
    }
    /// The number for canonical bits.
    #[inline(always)]
    pub fn rank(&self, b: B) -> B {
        b ^ (b.spread() & self.float | self.sign) ^ self.flip
    }
    /// The canonical bits of a number.
    #[inline(always)]
    pub fn bits(&self, rank: B) -> B {
        let rank = rank ^ self.flip;
        rank ^ (!rank.spread() & self.float | self.sign)
    }
    /// The numbers of all zeros and of all NaNs, if these are equal.
    pub fn ranks_of_equals(&self, key: &Key) -> [B; 2] {
        let nan = B::from_low_bits(key.format.specials().1);
        [self.rank(B::default()), self.rank(nan)]
    }
}
