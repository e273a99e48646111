//! Text of floats, digit for digit as MLIR prints float attributes.
//!
//! MLIR asks APFloat for six digits (`1.000000e+00`), keeps that when it reads back to the same
//! bits, else takes the default precision of the format when that text has a point, else prints the
//! bits in hexadecimal. APFloat does not print the shortest text, nor always the nearest one: it
//! removes powers of ten from the exact significand by a bit-count estimate, truncating, and only
//! then rounds half up if a digit is left to drop. [`decimal`] repeats that estimate, because the
//! outcome is visible: `0.7 : f32` prints as `0.699999988`.

use super::convert::Parts;
use super::format::{FloatClass, FloatFormat};
use num_bigint::BigUint;
use std::fmt::Write;
use std::sync::OnceLock;

/// A decimal number `digits * 10^exponent`, with no trailing zero in `digits`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    pub digits: u128,
    pub exponent: i32,
}

/// Powers of five: the highest 64 bits and the bit length, for `5^0` to `5^MAX_POW5`.
const MAX_POW5: usize = 1100;

fn pow5_table() -> &'static [(u64, u32)] {
    static TABLE: OnceLock<Vec<(u64, u32)>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut power = BigUint::from(1u32);
        let mut table = Vec::with_capacity(MAX_POW5 + 1);
        for _ in 0..=MAX_POW5 {
            let length = power.bits() as u32;
            let top = if length > 64 { &power >> (length - 64) } else { &power << (64 - length) };
            table.push((top.iter_u64_digits().next().unwrap_or(0), length));
            power *= 5u32;
        }
        table
    })
}

/// `10^n` as `u128`, for `n <= 38`.
const POW10: [u128; 39] = {
    let mut table = [1u128; 39];
    let mut i = 1;
    while i < 39 {
        table[i] = table[i - 1] * 10;
        i += 1;
    }
    table
};

/// The powers of ten that `f64` holds exactly.
const EXACT_POW10: [f64; 23] = {
    let mut table = [1.0; 23];
    let mut i = 1;
    while i < 23 {
        table[i] = table[i - 1] * 10.0;
        i += 1;
    }
    table
};

/// `5^n` as `u128`, for `n <= 55`.
const POW5: [u128; 56] = {
    let mut table = [1u128; 56];
    let mut i = 1;
    while i < 56 {
        table[i] = table[i - 1] * 5;
        i += 1;
    }
    table
};

/// Powers of five from `5^-RANGE` to `5^RANGE`: the highest 128 bits, cut off, and the exponent of two of their lowest.
const RANGE: i32 = 360;

fn wide_pow5_table() -> &'static [(u128, i32)] {
    static TABLE: OnceLock<Vec<(u128, i32)>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let word = |n: &BigUint| {
            n.iter_u64_digits().take(2).enumerate().fold(0, |w, (i, d)| w | u128::from(d) << (64 * i))
        };
        let mut powers = vec![BigUint::from(1u32)];
        for i in 0..RANGE as usize {
            powers.push(&powers[i] * 5u32);
        }
        let negative = powers[1..].iter().rev().map(|power| {
            // One bit more than needed, because the quotient has one less where the power is just above one of two.
            let shift = power.bits() as i32 + 128;
            let quotient = (BigUint::from(1u32) << shift as u32) / power;
            let extra = quotient.bits() as i32 - 128;
            (word(&(quotient >> extra as u32)), extra - shift)
        });
        let positive = powers.iter().map(|power| match power.bits() as i32 - 128 {
            extra if extra > 0 => (word(&(power >> extra as u32)), extra),
            extra => (word(&(power << extra.unsigned_abs())), extra),
        });
        negative.chain(positive).collect()
    })
}

/// The integer part of `significand * 5^five * 2^two`, if the highest 128 bits of the power determine it.
fn scaled(significand: u64, five: i32, two: i32) -> Option<u128> {
    let (top, lowest) = *wide_pow5_table().get(usize::try_from(five + RANGE).ok()?)?;
    let shift = u32::try_from(-(lowest + two)).ok().filter(|s| (64..192).contains(s))?;
    let low = u128::from(significand) * (top & u128::from(u64::MAX));
    let high = u128::from(significand) * (top >> 64);
    // The product without its lowest 64 bits, which are worth less than one unit, as are the bits cut off the power:
    // the exact product is below `product + 2`.
    let product = high.checked_add(low >> 64)?;
    let value = product >> (shift - 64);
    (product.checked_add(1)? >> (shift - 64) == value).then_some(value)
}

/// How many decimal digits APFloat removes from a significand of `bits` bits.
fn removable(bits: u32, precision: u32) -> u32 {
    let required = (precision * 196).div_ceil(59);
    bits.saturating_sub(required) * 59 / 196
}

/// The bit length of `significand * 5^power`, unless it is too close to a power of two to tell.
fn product_bits(significand: u64, power: u32) -> Option<u32> {
    let (top, length) = *pow5_table().get(power as usize)?;
    let significand_bits = 64 - significand.leading_zeros();
    let low = u128::from(significand) * u128::from(top);
    // The dropped bits of the power add less than one unit to its top word.
    let high = if length > 64 { low + u128::from(significand) } else { low };
    let bits = 128 - low.leading_zeros();
    if high.leading_zeros() != low.leading_zeros() && length > 64 && high != 1 << bits {
        return None;
    }
    debug_assert!(bits >= significand_bits);
    Some(bits + length - 64)
}

/// The significand with the estimated digits removed, and its decimal exponent, when 128 bits hold
/// all intermediate values or enough of them.
fn reduced_small(significand: u64, exponent: i32, precision: u32) -> Option<(u128, i32)> {
    if exponent >= 0 {
        let length = 64 - significand.leading_zeros() + exponent as u32;
        let drop = removable(length, precision);
        if length > 128 {
            let value = scaled(significand, -(drop as i32), exponent - drop as i32)?;
            return Some((value, drop as i32));
        }
        let value = u128::from(significand) << exponent;
        return Some((value / POW10[drop as usize], drop as i32));
    }
    let power = exponent.unsigned_abs();
    let drop = removable(product_bits(significand, power)?, precision);
    let value = if drop <= power {
        POW5.get((power - drop) as usize)
            .and_then(|factor| u128::from(significand).checked_mul(*factor))
            .map(|product| product >> drop.min(127))
    } else {
        POW5.get((drop - power) as usize).map(|factor| u128::from(significand >> drop.min(63)) / factor)
    };
    // A shift by 128 or more would leave nothing, but the estimate always keeps `precision` digits.
    let value = value.filter(|_| drop < 63 || drop <= power && drop < 128);
    let value = value.or_else(|| scaled(significand, power as i32 - drop as i32, -(drop as i32)))?;
    Some((value, drop as i32 + exponent))
}

/// The same with big integers.
fn reduced_big(significand: u128, exponent: i32, precision: u32) -> (u128, i32) {
    let value = BigUint::from(significand);
    let value = if exponent >= 0 {
        value << exponent.unsigned_abs()
    } else {
        value * BigUint::from(5u32).pow(exponent.unsigned_abs())
    };
    let drop = removable(value.bits() as u32, precision);
    let value = if drop > 0 { value / BigUint::from(10u32).pow(drop) } else { value };
    let digits = value.iter_u64_digits().take(2).enumerate();
    let word = digits.fold(0, |word, (i, digit)| word | u128::from(digit) << (64 * i));
    (word, drop as i32 + exponent.min(0))
}

/// The number of decimal digits.
fn count_digits(value: u128) -> u32 {
    value.checked_ilog10().map_or(0, |log| log + 1)
}

/// The decimal number of at most `precision` digits that APFloat prints.
pub(super) fn decimal(significand: u128, exponent: i32, precision: u32) -> Decimal {
    let zeros = significand.trailing_zeros();
    let (significand, exponent) = (significand >> zeros, exponent + zeros as i32);
    let small = u64::try_from(significand).ok().and_then(|word| reduced_small(word, exponent, precision));
    let (value, exponent) = small.unwrap_or_else(|| reduced_big(significand, exponent, precision));
    match u64::try_from(value) {
        Ok(value) => round_small(value, exponent, precision),
        Err(_) => round_wide(value, exponent, precision),
    }
}

/// Rounds half up to `precision` digits and drops trailing zeros.
fn round_small(mut value: u64, mut exponent: i32, precision: u32) -> Decimal {
    let count = value.checked_ilog10().map_or(0, |log| log + 1);
    if count > precision {
        let drop = count - precision;
        let rest = value / POW10[drop as usize - 1] as u64;
        value = rest / 10 + u64::from(rest % 10 >= 5);
        exponent += drop as i32;
    }
    while value != 0 && value.is_multiple_of(10) {
        value /= 10;
        exponent += 1;
    }
    Decimal { digits: value.into(), exponent }
}

/// The same for the digits of `f128`.
fn round_wide(mut value: u128, mut exponent: i32, precision: u32) -> Decimal {
    let count = count_digits(value);
    if count > precision {
        let drop = count - precision;
        let rest = value / POW10[drop as usize - 1];
        value = rest / 10 + u128::from(rest % 10 >= 5);
        exponent += drop as i32;
    }
    while value != 0 && value.is_multiple_of(10) {
        value /= 10;
        exponent += 1;
    }
    Decimal { digits: value, exponent }
}

/// The ASCII digits of `value` in a buffer; returns the used tail.
fn ascii(value: u128, buffer: &mut [u8; 39]) -> &[u8] {
    let mut at = buffer.len();
    let mut wide = value;
    while wide > u128::from(u64::MAX) {
        at -= 1;
        buffer[at] = b'0' + (wide % 10) as u8;
        wide /= 10;
    }
    let mut word = wide as u64;
    while word > 0 {
        at -= 1;
        buffer[at] = b'0' + (word % 10) as u8;
        word /= 10;
    }
    &buffer[at..]
}

/// The six-digit scientific form: always a point, seven digits and an exponent of at least two.
fn push_six(out: &mut String, number: &Decimal) {
    let mut digits = number.digits as u64;
    let count = digits.checked_ilog10().map_or(0, |log| log + 1);
    let exponent = number.exponent + count as i32 - 1;
    digits *= POW10[7 - count as usize] as u64;
    let mut text = *b"0.000000e+00";
    for at in (2..8).rev() {
        text[at] = b'0' + (digits % 10) as u8;
        digits /= 10;
    }
    text[0] = b'0' + digits as u8;
    text[9] = if exponent < 0 { b'-' } else { b'+' };
    let size = exponent.unsigned_abs();
    if size < 100 {
        text[10] = b'0' + (size / 10) as u8;
        text[11] = b'0' + (size % 10) as u8;
        out.push_str(std::str::from_utf8(&text).unwrap_or_default());
    } else {
        out.push_str(std::str::from_utf8(&text[..10]).unwrap_or_default());
        push_int(out, size);
    }
}

/// Appends a decimal integer.
fn push_int(out: &mut String, value: u32) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{value}");
}

/// The default form of APFloat: plain when at most three zeros of padding are needed. Returns whether
/// it has a point.
fn push_default(out: &mut String, number: &Decimal, precision: u32) -> bool {
    let mut buffer = [0; 39];
    let digits = ascii(number.digits, &mut buffer);
    let text = std::str::from_utf8(digits).unwrap_or_default();
    let count = digits.len() as i32;
    let exponent = number.exponent;
    let leading = exponent + count - 1;
    let scientific = if exponent >= 0 {
        exponent > 3 || count + exponent > precision as i32
    } else {
        leading < 0 && -leading > 3
    };
    if scientific {
        let (first, rest) = text.split_at(1);
        out.push_str(first);
        out.push('.');
        out.push_str(if rest.is_empty() { "0" } else { rest });
        out.push_str(if leading >= 0 { "E+" } else { "E-" });
        push_int(out, leading.unsigned_abs());
    } else if exponent >= 0 {
        out.push_str(text);
        out.extend(std::iter::repeat_n('0', exponent as usize));
        return false;
    } else if leading >= 0 {
        let (whole, fraction) = text.split_at((leading + 1) as usize);
        out.push_str(whole);
        out.push('.');
        out.push_str(fraction);
    } else {
        out.push_str("0.");
        // Three zeros of padding at most, one of them before the point.
        out.push_str(&"00"[..(-leading - 1).clamp(0, 2) as usize]);
        out.push_str(text);
    }
    true
}

impl FloatFormat {
    /// The text of a value as MLIR prints float attributes.
    pub fn print(self, bits: u128) -> String {
        let mut out = String::with_capacity(16);
        self.print_to(bits, &mut out);
        out
    }

    /// Appends the text of [`FloatFormat::print`]; returns whether it is hexadecimal, in which case
    /// MLIR prints the type after it even where it is otherwise left out.
    pub fn print_to(self, bits: u128, out: &mut String) -> bool {
        let start = out.len();
        match self.class(bits) {
            FloatClass::Zero => {
                out.push_str(if self.is_negative(bits) { "-0.000000e+00" } else { "0.000000e+00" });
                return false;
            }
            FloatClass::Finite => {
                let Parts { negative, significand, exponent } = self.parts(bits);
                if negative {
                    out.push('-');
                }
                let six = decimal(significand, exponent, 6);
                if self.reads_back(&six, bits & !self.sign_mask()) {
                    push_six(out, &six);
                    return false;
                }
                let precision = 2 + self.precision() * 59 / 196;
                if push_default(out, &decimal(significand, exponent, precision), precision) {
                    return false;
                }
                out.truncate(start);
            }
            FloatClass::Infinity | FloatClass::Nan => {}
        }
        // Writing to a string cannot fail.
        let _ = write!(out, "0x{bits:X}");
        true
    }

    /// Whether a decimal number of six digits rounds to a positive pattern.
    fn reads_back(self, number: &Decimal, magnitude: u128) -> bool {
        // Six digits distinguish all values of formats with at most 16 significant bits.
        if self.precision() <= 16 {
            return true;
        }
        let exact = exact_f64(number);
        match self {
            FloatFormat::F64 => {
                let value = exact.unwrap_or_else(|| shortest_text(number).parse().unwrap_or(f64::NAN));
                u128::from(value.to_bits()) == magnitude
            }
            FloatFormat::F32 => {
                // Rounding twice is wrong only when the first result is halfway between two floats.
                let halfway = |value: f64| value.to_bits() & 0x1FFF_FFFF == 0x1000_0000;
                let value = match exact {
                    Some(value) if !halfway(value) => value as f32,
                    _ => shortest_text(number).parse().unwrap_or(f32::NAN),
                };
                u128::from(value.to_bits()) == magnitude
            }
            _ => self.round_decimal(&BigUint::from(number.digits), number.exponent) == magnitude,
        }
    }
}

/// The correctly rounded value, when the digits and the power of ten are exact in `f64`.
fn exact_f64(number: &Decimal) -> Option<f64> {
    let power = *EXACT_POW10.get(number.exponent.unsigned_abs() as usize)?;
    // Six digits fit a word.
    let digits = number.digits as u64 as f64;
    Some(if number.exponent >= 0 { digits * power } else { digits / power })
}

/// A text of the number for the parser of the standard library.
fn shortest_text(number: &Decimal) -> String {
    format!("{}e{}", number.digits, number.exponent)
}

#[cfg(test)]
mod tests {
    use super::{reduced_big, reduced_small};

    #[test]
    fn the_estimate_is_exact_where_it_answers() {
        let (mut state, mut answered) = (1u64, 0);
        for i in 0..20_000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let significand = state >> 11 | 1;
            let exponent = (state % 2098) as i32 - 1127;
            let precision = if i % 2 == 0 { 6 } else { 17 };
            if let Some(value) = reduced_small(significand, exponent, precision) {
                assert_eq!(
                    value,
                    reduced_big(significand.into(), exponent, precision),
                    "{significand} {exponent}"
                );
                answered += 1;
            }
        }
        assert!(answered > 19_000, "{answered}");
    }
}
