//! Two's complement integers of a fixed width: representation, construction and inspection.
//!
//! Invariants:
//! - there are `max(1, ceil(width / 64))` words, least significant first;
//! - bits at and above `width` are zero, so derived equality and hashing are value equality;
//! - binary operations require equal widths (asserted, as in LLVM).

mod arith;
mod bits;
mod text;

use num_bigint::{BigInt, BigUint, Sign};
use smallvec::{SmallVec, smallvec};

pub use text::ParseIntError;

/// The widest integer type that MLIR accepts.
pub const MAX_INT_WIDTH: u32 = (1 << 24) - 1;

/// How the bits of an integer type are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `iN`: literals may be written as either reading of the bits.
    Signless,
    /// `siN` and `index`: literals must fit the signed range.
    Signed,
    /// `uiN`: literals must not be negative.
    Unsigned,
}

/// An integer of a fixed width; see the crate documentation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ApInt {
    width: u32,
    words: SmallVec<[u64; 1]>,
}

/// The number of words that hold `width` bits.
fn n_words(width: u32) -> usize {
    (width as usize).div_ceil(64).max(1)
}

/// The mask of the valid bits of a single-word value.
fn mask64(width: u32) -> u64 {
    match width {
        0 => 0,
        1..=63 => (1 << width) - 1,
        _ => u64::MAX,
    }
}

/// Sign-extends the low `width` bits of `word`; a zero-width value is zero.
fn sext64(word: u64, width: u32) -> i64 {
    if width == 0 {
        return 0;
    }
    let shift = 64 - width;
    ((word << shift) as i64) >> shift
}

impl ApInt {
    /// Builds a value of at most 64 bits, dropping the bits above the width.
    #[inline]
    fn small(width: u32, word: u64) -> ApInt {
        debug_assert!(width <= 64);
        ApInt { width, words: smallvec![word & mask64(width)] }
    }

    /// The single word of a value of at most 64 bits.
    #[inline]
    fn word(&self) -> u64 {
        self.words[0]
    }

    /// The single word, sign-extended.
    #[inline]
    fn sword(&self) -> i64 {
        sext64(self.words[0], self.width)
    }

    /// Builds a value from little-endian words, dropping the bits above the width and filling
    /// missing words with zeros.
    pub fn from_words(width: u32, words: &[u64]) -> ApInt {
        assert!(width <= MAX_INT_WIDTH, "integer width {width} is above {MAX_INT_WIDTH}");
        let n = n_words(width);
        let mut out: SmallVec<[u64; 1]> = words.iter().copied().take(n).collect();
        out.resize(n, 0);
        let mut result = ApInt { width, words: out };
        result.clear_unused();
        result
    }

    /// Restores the invariant that unused bits are zero.
    fn clear_unused(&mut self) {
        let used = if self.width == 0 { 0 } else { (self.width - 1) % 64 + 1 };
        if let Some(last) = self.words.last_mut() {
            *last &= mask64(used);
        }
    }

    /// Builds a value from words that are known to have the right count.
    fn from_raw(width: u32, words: SmallVec<[u64; 1]>) -> ApInt {
        debug_assert_eq!(words.len(), n_words(width));
        let mut result = ApInt { width, words };
        result.clear_unused();
        result
    }

    /// The value `value` modulo `2^width`.
    pub fn from_u64(width: u32, value: u64) -> ApInt {
        if width <= 64 { ApInt::small(width, value) } else { ApInt::from_words(width, &[value]) }
    }

    /// The value `value` modulo `2^width` (sign-extended when the width is above 64).
    pub fn from_i64(width: u32, value: i64) -> ApInt {
        if width <= 64 { ApInt::small(width, value as u64) } else { ApInt::from_i128(width, value.into()) }
    }

    /// The value `value` modulo `2^width` (sign-extended when the width is above 128).
    pub fn from_i128(width: u32, value: i128) -> ApInt {
        if width <= 64 {
            return ApInt::small(width, value as u64);
        }
        assert!(width <= MAX_INT_WIDTH, "integer width {width} is above {MAX_INT_WIDTH}");
        let fill = if value < 0 { u64::MAX } else { 0 };
        let mut words: SmallVec<[u64; 1]> = smallvec![fill; n_words(width)];
        words[0] = value as u64;
        words[1] = (value >> 64) as u64;
        ApInt::from_raw(width, words)
    }

    /// The value `value` modulo `2^width`.
    pub fn from_u128(width: u32, value: u128) -> ApInt {
        if width <= 64 {
            return ApInt::small(width, value as u64);
        }
        ApInt::from_words(width, &[value as u64, (value >> 64) as u64])
    }

    /// An `i1`.
    pub fn from_bool(value: bool) -> ApInt {
        ApInt::small(1, value.into())
    }

    /// Zero.
    pub fn zero(width: u32) -> ApInt {
        ApInt::from_u64(width, 0)
    }

    /// One (zero when the width is zero).
    pub fn one(width: u32) -> ApInt {
        ApInt::from_u64(width, 1)
    }

    /// All bits set.
    pub fn ones(width: u32) -> ApInt {
        ApInt::from_i64(width, -1)
    }

    /// The smallest unsigned value.
    pub fn min_unsigned(width: u32) -> ApInt {
        ApInt::zero(width)
    }

    /// The largest unsigned value.
    pub fn max_unsigned(width: u32) -> ApInt {
        ApInt::ones(width)
    }

    /// The smallest signed value: only the sign bit set.
    pub fn min_signed(width: u32) -> ApInt {
        let mut result = ApInt::zero(width);
        if width > 0 {
            let top = width - 1;
            result.words[(top / 64) as usize] |= 1 << (top % 64);
        }
        result
    }

    /// The largest signed value: all bits but the sign bit set.
    pub fn max_signed(width: u32) -> ApInt {
        ApInt::min_signed(width).not()
    }

    /// The width in bits.
    #[inline]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The words, least significant first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The signed value, when it fits.
    pub fn as_i64(&self) -> Option<i64> {
        if self.width <= 64 {
            return Some(self.sword());
        }
        let low = self.words[0] as i64;
        let fill = if low < 0 { u64::MAX } else { 0 };
        self.is_extension_of(1, fill).then_some(low)
    }

    /// The unsigned value, when it fits.
    pub fn as_u64(&self) -> Option<u64> {
        self.words[1..].iter().all(|&w| w == 0).then_some(self.words[0])
    }

    /// The signed value, when it fits.
    pub fn as_i128(&self) -> Option<i128> {
        if self.width <= 64 {
            return Some(self.sword().into());
        }
        let low = self.low_u128();
        if self.width <= 128 {
            let shift = 128 - self.width;
            return Some(((low << shift) as i128) >> shift);
        }
        let fill = if (low as i128) < 0 { u64::MAX } else { 0 };
        self.is_extension_of(2, fill).then_some(low as i128)
    }

    /// The unsigned value, when it fits.
    pub fn as_u128(&self) -> Option<u128> {
        self.words.iter().skip(2).all(|&w| w == 0).then(|| self.low_u128())
    }

    /// The low 128 bits, zero-extended.
    pub fn low_u128(&self) -> u128 {
        u128::from(self.words[0]) | u128::from(self.words.get(1).copied().unwrap_or(0)) << 64
    }

    /// Whether the words from `start` on repeat the sign word `fill`.
    fn is_extension_of(&self, start: usize, fill: u64) -> bool {
        let last = self.words.len() - 1;
        self.words[start..last].iter().all(|&w| w == fill)
            && self.words[last] == fill & mask64((self.width - 1) % 64 + 1)
            && (fill != 0) == self.is_negative()
    }

    /// Bit `index`, counted from the least significant one; bits outside the width are zero.
    pub fn bit(&self, index: u32) -> bool {
        self.words.get((index / 64) as usize).is_some_and(|w| w >> (index % 64) & 1 == 1)
    }

    /// Whether all bits are clear.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Whether the unsigned value is one.
    pub fn is_one(&self) -> bool {
        self.words[0] == 1 && self.words[1..].iter().all(|&w| w == 0)
    }

    /// Whether all bits are set (true for width zero).
    pub fn is_all_ones(&self) -> bool {
        let last = self.words.len() - 1;
        let used = if self.width == 0 { 0 } else { (self.width - 1) % 64 + 1 };
        self.words[..last].iter().all(|&w| w == u64::MAX) && self.words[last] == mask64(used)
    }

    /// Whether the sign bit is set.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.width > 0 && self.bit(self.width - 1)
    }

    /// Whether this is the smallest signed value of a non-zero width.
    pub fn is_min_signed(&self) -> bool {
        self.is_negative() && self.count_trailing_zeros() == self.width - 1
    }

    /// Zero-extends to a width that is not smaller.
    pub fn zext(&self, width: u32) -> ApInt {
        assert!(width >= self.width, "zext from {} to {width} bits", self.width);
        ApInt::from_words(width, &self.words)
    }

    /// Sign-extends to a width that is not smaller.
    pub fn sext(&self, width: u32) -> ApInt {
        assert!(width >= self.width, "sext from {} to {width} bits", self.width);
        if width <= 64 {
            return ApInt::small(width, self.sword() as u64);
        }
        if !self.is_negative() {
            return ApInt::from_words(width, &self.words);
        }
        // The complement of a negative value is non-negative, and extends with zeros.
        self.not().zext(width).not()
    }

    /// Drops the bits above a width that is not larger.
    pub fn trunc(&self, width: u32) -> ApInt {
        assert!(width <= self.width, "trunc from {} to {width} bits", self.width);
        ApInt::from_words(width, &self.words)
    }

    /// Sign-extends or truncates to `width`.
    pub fn sext_or_trunc(&self, width: u32) -> ApInt {
        if width >= self.width { self.sext(width) } else { self.trunc(width) }
    }

    /// Zero-extends or truncates to `width`.
    pub fn zext_or_trunc(&self, width: u32) -> ApInt {
        ApInt::from_words(width, &self.words)
    }

    /// The unsigned value as a big integer.
    fn to_biguint(&self) -> BigUint {
        let digits = self.words.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect();
        BigUint::new(digits)
    }

    /// The signed value as a big integer.
    fn to_bigint(&self) -> BigInt {
        if self.is_negative() {
            BigInt::from_biguint(Sign::Minus, self.neg().to_biguint())
        } else {
            BigInt::from_biguint(Sign::Plus, self.to_biguint())
        }
    }

    /// The value of a big integer modulo `2^width`.
    fn from_biguint(width: u32, value: &BigUint) -> ApInt {
        let words: Vec<u64> = value.iter_u64_digits().take(n_words(width)).collect();
        ApInt::from_words(width, &words)
    }

    /// The value of a signed big integer modulo `2^width`.
    fn from_bigint(width: u32, value: &BigInt) -> ApInt {
        let magnitude = ApInt::from_biguint(width, value.magnitude());
        if value.sign() == Sign::Minus { magnitude.neg() } else { magnitude }
    }
}

#[cfg(test)]
mod tests;
