//! Bitwise operations, shifts, bit counts and comparisons of [`ApInt`].

use super::{ApInt, mask64, n_words};
use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;

impl ApInt {
    /// Applies a word operation to both operands.
    fn zip(&self, rhs: &ApInt, op: impl Fn(u64, u64) -> u64) -> ApInt {
        assert_eq!(self.width, rhs.width, "operands of different widths");
        let words = self.words.iter().zip(&rhs.words).map(|(&a, &b)| op(a, b)).collect();
        ApInt::from_raw(self.width, words)
    }

    /// Bitwise and.
    pub fn and(&self, rhs: &ApInt) -> ApInt {
        self.zip(rhs, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, rhs: &ApInt) -> ApInt {
        self.zip(rhs, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, rhs: &ApInt) -> ApInt {
        self.zip(rhs, |a, b| a ^ b)
    }

    /// Bitwise complement.
    pub fn not(&self) -> ApInt {
        ApInt::from_raw(self.width, self.words.iter().map(|&w| !w).collect())
    }

    /// The shift amount, when it is below the width.
    fn amount(&self, rhs: &ApInt) -> Option<u32> {
        let amount = u32::try_from(rhs.as_u64()?).ok()?;
        (amount < self.width).then_some(amount)
    }

    /// Shifts left; `None` when the unsigned amount is not below the width.
    pub fn shl(&self, rhs: &ApInt) -> Option<ApInt> {
        Some(self.shl_bits(self.amount(rhs)?))
    }

    /// Shifts right, filling with zeros; `None` when the unsigned amount is not below the width.
    pub fn lshr(&self, rhs: &ApInt) -> Option<ApInt> {
        Some(self.lshr_bits(self.amount(rhs)?))
    }

    /// Shifts right, filling with the sign; `None` when the unsigned amount is not below the width.
    pub fn ashr(&self, rhs: &ApInt) -> Option<ApInt> {
        Some(self.ashr_bits(self.amount(rhs)?))
    }

    /// Shifts left by `amount` bits; all bits are lost when it is not below the width.
    pub fn shl_bits(&self, amount: u32) -> ApInt {
        if amount >= self.width {
            return ApInt::zero(self.width);
        }
        if self.width <= 64 {
            return ApInt::small(self.width, self.word() << amount);
        }
        let (skip, shift) = ((amount / 64) as usize, amount % 64);
        let mut words: SmallVec<[u64; 1]> = smallvec![0; self.words.len()];
        for i in skip..words.len() {
            let low = if shift > 0 && i > skip { self.words[i - skip - 1] >> (64 - shift) } else { 0 };
            words[i] = self.words[i - skip] << shift | low;
        }
        ApInt::from_raw(self.width, words)
    }

    /// Shifts right by `amount` bits, filling with zeros.
    pub fn lshr_bits(&self, amount: u32) -> ApInt {
        if amount >= self.width {
            return ApInt::zero(self.width);
        }
        if self.width <= 64 {
            return ApInt::small(self.width, self.word() >> amount);
        }
        let (skip, shift) = ((amount / 64) as usize, amount % 64);
        let n = self.words.len();
        let mut words: SmallVec<[u64; 1]> = smallvec![0; n];
        for i in 0..n - skip {
            let high =
                if shift > 0 && i + skip + 1 < n { self.words[i + skip + 1] << (64 - shift) } else { 0 };
            words[i] = self.words[i + skip] >> shift | high;
        }
        ApInt::from_raw(self.width, words)
    }

    /// Shifts right by `amount` bits, filling with the sign.
    pub fn ashr_bits(&self, amount: u32) -> ApInt {
        if self.width <= 64 {
            return ApInt::small(self.width, (self.sword() >> amount.min(63)) as u64);
        }
        if self.is_negative() { self.not().lshr_bits(amount).not() } else { self.lshr_bits(amount) }
    }

    /// Extracts `width` bits from bit `low` on; bits outside the value are zero.
    pub fn extract(&self, low: u32, width: u32) -> ApInt {
        self.lshr_bits(low).zext_or_trunc(width)
    }

    /// The number of zero bits above the highest set bit.
    pub fn count_leading_zeros(&self) -> u32 {
        let unused = (n_words(self.width) * 64) as u32 - self.width;
        let mut zeros = 0;
        for &word in self.words.iter().rev() {
            zeros += word.leading_zeros();
            if word != 0 {
                break;
            }
        }
        zeros - unused
    }

    /// The number of zero bits below the lowest set bit; the width when there is none.
    pub fn count_trailing_zeros(&self) -> u32 {
        let mut zeros = 0;
        for &word in &self.words {
            zeros += word.trailing_zeros();
            if word != 0 {
                break;
            }
        }
        zeros.min(self.width)
    }

    /// The number of set bits.
    pub fn popcount(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }

    /// The position above the highest set bit; zero for zero.
    pub fn active_bits(&self) -> u32 {
        self.width - self.count_leading_zeros()
    }

    /// Whether the unsigned value is a power of two.
    pub fn is_power_of_two(&self) -> bool {
        self.popcount() == 1
    }

    /// Compares as unsigned integers.
    pub fn ucmp(&self, rhs: &ApInt) -> Ordering {
        assert_eq!(self.width, rhs.width, "operands of different widths");
        self.words.iter().rev().cmp(rhs.words.iter().rev())
    }

    /// Compares as signed integers.
    pub fn scmp(&self, rhs: &ApInt) -> Ordering {
        assert_eq!(self.width, rhs.width, "operands of different widths");
        if self.width <= 64 {
            return self.sword().cmp(&rhs.sword());
        }
        match (self.is_negative(), rhs.is_negative()) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ => self.ucmp(rhs),
        }
    }

    /// The smaller value as unsigned integers.
    pub fn umin(&self, rhs: &ApInt) -> ApInt {
        if self.ucmp(rhs).is_le() { self.clone() } else { rhs.clone() }
    }

    /// The larger value as unsigned integers.
    pub fn umax(&self, rhs: &ApInt) -> ApInt {
        if self.ucmp(rhs).is_ge() { self.clone() } else { rhs.clone() }
    }

    /// The smaller value as signed integers.
    pub fn smin(&self, rhs: &ApInt) -> ApInt {
        if self.scmp(rhs).is_le() { self.clone() } else { rhs.clone() }
    }

    /// The larger value as signed integers.
    pub fn smax(&self, rhs: &ApInt) -> ApInt {
        if self.scmp(rhs).is_ge() { self.clone() } else { rhs.clone() }
    }

    /// The bytes of the value, least significant first, `ceil(width / 8)` of them.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let n = (self.width as usize).div_ceil(8);
        self.words.iter().flat_map(|w| w.to_le_bytes()).take(n).collect()
    }

    /// Reads a value from bytes, least significant first; bits above the width are dropped.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> ApInt {
        if width <= 64 {
            let mut word = [0; 8];
            let n = bytes.len().min(8);
            word[..n].copy_from_slice(&bytes[..n]);
            return ApInt::small(width, u64::from_le_bytes(word) & mask64(width));
        }
        let words: Vec<u64> = bytes
            .chunks(8)
            .map(|chunk| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
            .collect();
        ApInt::from_words(width, &words)
    }
}
