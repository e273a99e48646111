//! Float literals as MLIR reads them: a decimal literal is rounded to `f64` and then to the format, a
//! hexadecimal integer literal is the bit pattern.

use super::convert::Parts;
use super::format::FloatFormat;
use num_bigint::BigUint;
use std::fmt;

/// Why a literal is not a value of its format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseFloatError {
    /// The text is not a float literal.
    Malformed,
    /// A decimal integer literal.
    IntegerLiteral,
    /// A hexadecimal literal with a minus sign.
    NegativeHex,
    /// A hexadecimal literal with more bits than the format.
    HexOutOfRange,
}

impl fmt::Display for ParseFloatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseFloatError::Malformed => "expected floating point literal",
            ParseFloatError::IntegerLiteral => {
                "unexpected decimal integer literal for a floating point value"
            }
            ParseFloatError::NegativeHex => "hexadecimal float literal should not have a leading minus",
            ParseFloatError::HexOutOfRange => "hexadecimal float constant out of range for type",
        })
    }
}

impl std::error::Error for ParseFloatError {}

/// Skips ASCII digits.
fn skip_digits(text: &[u8]) -> &[u8] {
    let n = text.iter().take_while(|b| b.is_ascii_digit()).count();
    &text[n..]
}

/// Whether the text is `[0-9]+[.][0-9]*([eE][-+]?[0-9]+)?`.
fn is_float_literal(text: &[u8]) -> bool {
    let rest = skip_digits(text);
    let Some(rest) = rest.strip_prefix(b".").filter(|_| rest.len() < text.len()) else { return false };
    match skip_digits(rest) {
        [] => true,
        [b'e' | b'E', exponent @ ..] => {
            let digits = match exponent {
                [b'+' | b'-', digits @ ..] => digits,
                digits => digits,
            };
            !digits.is_empty() && skip_digits(digits).is_empty()
        }
        _ => false,
    }
}

impl FloatFormat {
    /// Reads an optional minus sign and a literal.
    pub fn parse(self, text: &str) -> Result<u128, ParseFloatError> {
        let (negative, magnitude) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let bytes = magnitude.as_bytes();
        if is_float_literal(bytes) {
            let value: f64 = magnitude.parse().map_err(|_| ParseFloatError::Malformed)?;
            // As in MLIR, a literal outside the range of `f64` is an infinity or a zero.
            return Ok(self.from_f64(if negative { -value } else { value }));
        }
        if let Some(hex) = magnitude.strip_prefix("0x") {
            if hex.is_empty() || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
                return Err(ParseFloatError::Malformed);
            }
            if negative {
                return Err(ParseFloatError::NegativeHex);
            }
            let digits = hex.trim_start_matches('0');
            // More than 32 digits do not fit the widest format, and would not fit the conversion.
            if digits.len() > 32 {
                return Err(ParseFloatError::HexOutOfRange);
            }
            let bits = u128::from_str_radix(digits, 16).unwrap_or(0);
            return if bits > self.bits_mask() { Err(ParseFloatError::HexOutOfRange) } else { Ok(bits) };
        }
        if !bytes.is_empty() && skip_digits(bytes).is_empty() {
            return Err(ParseFloatError::IntegerLiteral);
        }
        Err(ParseFloatError::Malformed)
    }

    /// Rounds `digits * 10^exponent` to the format.
    pub(super) fn round_decimal(self, digits: &BigUint, exponent: i32) -> u128 {
        let power = BigUint::from(5u32).pow(exponent.unsigned_abs());
        if exponent >= 0 {
            return self.round_big(false, digits * power, exponent, false);
        }
        // A quotient of at least 128 bits, with a sticky bit, determines the rounding.
        let shift = (128 + power.bits()).saturating_sub(digits.bits());
        let shifted = digits << shift;
        let quotient = &shifted / &power;
        let sticky = &quotient * power != shifted;
        self.round_big(false, quotient, exponent - shift as i32, sticky)
    }

    /// Rounds `±(significand + fraction) * 2^exponent` of any length.
    pub(super) fn round_big(self, negative: bool, significand: BigUint, exponent: i32, sticky: bool) -> u128 {
        let drop = significand.bits().saturating_sub(128);
        let lost = drop > 0 && significand.trailing_zeros().is_some_and(|zeros| zeros < drop);
        let kept = significand >> drop;
        let word = kept.iter_u64_digits().rev().fold(0, |word, digit| word << 64 | u128::from(digit));
        let parts = Parts { negative, significand: word, exponent: exponent + drop as i32 };
        self.round(parts, sticky || lost)
    }
}
