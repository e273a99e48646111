//! Text of [`ApInt`]: literals as MLIR reads them, and decimal printing.

use super::{ApInt, Signedness, mask64};
use num_bigint::BigUint;
use std::fmt;

/// Why a literal is not a value of its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseIntError {
    /// The text is not a decimal or `0x` hexadecimal number.
    Malformed,
    /// The value does not fit the type.
    TooLarge,
    /// A negative literal of an unsigned type.
    NegativeUnsigned,
}

impl fmt::Display for ParseIntError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseIntError::Malformed => "expected integer literal",
            ParseIntError::TooLarge => "integer constant out of range for attribute",
            ParseIntError::NegativeUnsigned => "negative integer literal not valid for unsigned integer type",
        })
    }
}

impl std::error::Error for ParseIntError {}

/// Below this many digits the quadratic conversion is the faster one.
const DIGITS_PER_LEAF: usize = 512;

impl ApInt {
    /// Reads a decimal or `0x` literal as MLIR does. `negative` says that a minus sign came before it.
    ///
    /// The digit count is checked against the width before any conversion, so a hostile literal
    /// costs time linear in its length.
    pub fn parse(
        text: &str,
        negative: bool,
        width: u32,
        signedness: Signedness,
    ) -> Result<ApInt, ParseIntError> {
        if negative && signedness == Signedness::Unsigned {
            return Err(ParseIntError::NegativeUnsigned);
        }
        let magnitude = parse_magnitude(text, width)?;
        if width == 0 {
            return if negative { Err(ParseIntError::TooLarge) } else { Ok(magnitude) };
        }
        if negative {
            let value = magnitude.neg();
            // As in MLIR, `-0` is not a literal of an integer type: its sign bit is clear.
            return if value.is_negative() { Ok(value) } else { Err(ParseIntError::TooLarge) };
        }
        if signedness == Signedness::Signed && magnitude.is_negative() {
            return Err(ParseIntError::TooLarge);
        }
        Ok(magnitude)
    }

    /// The signed decimal text.
    pub fn to_string_signed(&self) -> String {
        self.display_signed().to_string()
    }

    /// The unsigned decimal text.
    pub fn to_string_unsigned(&self) -> String {
        self.display_unsigned().to_string()
    }

    /// Displays the signed decimal text.
    pub fn display_signed(&self) -> impl fmt::Display + '_ {
        Decimal { value: self, signed: true }
    }

    /// Displays the unsigned decimal text.
    pub fn display_unsigned(&self) -> impl fmt::Display + '_ {
        Decimal { value: self, signed: false }
    }

    /// The text in upper-case hexadecimal with `0x` and without leading zeros, as MLIR prints bits.
    pub fn to_hex(&self) -> String {
        let mut words = self.words.iter().rev().skip_while(|&&w| w == 0);
        let mut out = format!("0x{:X}", words.next().copied().unwrap_or(0));
        for word in words {
            out.push_str(&format!("{word:016X}"));
        }
        out
    }
}

/// Reads an unsigned literal into `width` bits.
fn parse_magnitude(text: &str, width: u32) -> Result<ApInt, ParseIntError> {
    if let Some(hex) = text.strip_prefix("0x") {
        return parse_hex(hex, width);
    }
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(ParseIntError::Malformed);
    }
    let digits = text.trim_start_matches('0');
    // 2^width has floor(width * log10(2)) + 1 digits; 0.30103 is slightly above log10(2).
    if digits.len() as u64 > u64::from(width) * 30103 / 100_000 + 1 {
        return Err(ParseIntError::TooLarge);
    }
    if digits.len() <= 19 {
        let value = digits.bytes().fold(0u64, |value, b| value * 10 + u64::from(b - b'0'));
        let fits = width >= 64 || value & !mask64(width) == 0;
        return if fits { Ok(ApInt::from_u64(width, value)) } else { Err(ParseIntError::TooLarge) };
    }
    let value = big_decimal(digits.as_bytes());
    if value.bits() > u64::from(width) {
        return Err(ParseIntError::TooLarge);
    }
    Ok(ApInt::from_biguint(width, &value))
}

/// Reads hexadecimal digits.
fn parse_hex(text: &str, width: u32) -> Result<ApInt, ParseIntError> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(ParseIntError::Malformed);
    }
    let digits = text.trim_start_matches('0').as_bytes();
    if digits.len() as u64 > u64::from(width).div_ceil(4) {
        return Err(ParseIntError::TooLarge);
    }
    let nibble = |b: u8| u64::from((b as char).to_digit(16).unwrap_or(0));
    let words: Vec<u64> =
        digits.rchunks(16).map(|chunk| chunk.iter().fold(0, |word, &b| word << 4 | nibble(b))).collect();
    let value = ApInt::from_words(width, &words);
    let top = digits.first().map_or(0, |&b| 64 - nibble(b).leading_zeros());
    let bits = (digits.len().saturating_sub(1) * 4) as u32 + top;
    if bits > width { Err(ParseIntError::TooLarge) } else { Ok(value) }
}

/// Converts decimal digits by halving, so that the cost is that of the big multiplications.
///
/// The depth is the logarithm of the digit count (at most 5 050 446 digits pass the width check).
fn big_decimal(digits: &[u8]) -> BigUint {
    if digits.len() <= DIGITS_PER_LEAF {
        return BigUint::parse_bytes(digits, 10).unwrap_or_default();
    }
    let low_len = digits.len() / 2;
    let (high, low) = digits.split_at(digits.len() - low_len);
    // 10^n = 5^n * 2^n; the shift is free.
    let power = BigUint::from(5u32).pow(low_len as u32) << low_len;
    big_decimal(high) * power + big_decimal(low)
}

/// Decimal text of a value.
struct Decimal<'a> {
    value: &'a ApInt,
    signed: bool,
}

impl fmt::Display for Decimal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value;
        match (self.signed, value.width <= 64) {
            (true, true) => fmt::Display::fmt(&value.sword(), f),
            (false, true) => fmt::Display::fmt(&value.word(), f),
            (true, false) => fmt::Display::fmt(&value.to_bigint(), f),
            (false, false) => fmt::Display::fmt(&value.to_biguint(), f),
        }
    }
}

impl fmt::Debug for ApInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : i{}", self.display_signed(), self.width)
    }
}
