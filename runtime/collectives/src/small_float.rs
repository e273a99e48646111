//! Floats of at most 8 bits: every one is an `f32`, and a sum or a product in `f32` rounds to it as if it were exact.

/// The values of a format besides finite numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Special {
    /// The largest exponent has infinities and NaNs.
    Ieee,
    /// All ones are NaN.
    AllOnes,
    /// The pattern of negative zero is NaN.
    NegativeZero,
    /// Nothing.
    Nothing,
}

/// A format with a sign, an exponent and a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallFloat {
    name: &'static str,
    exponent_bits: u32,
    fraction_bits: u32,
    bias: i32,
    special: Special,
}

const fn format(
    name: &'static str,
    exponent_bits: u32,
    fraction_bits: u32,
    bias: i32,
    special: Special,
) -> SmallFloat {
    SmallFloat { name, exponent_bits, fraction_bits, bias, special }
}

/// All formats.
const FORMATS: [SmallFloat; 10] = [
    format("f4E2M1FN", 2, 1, 1, Special::Nothing),
    format("f6E2M3FN", 2, 3, 1, Special::Nothing),
    format("f6E3M2FN", 3, 2, 3, Special::Nothing),
    format("f8E5M2", 5, 2, 15, Special::Ieee),
    format("f8E4M3", 4, 3, 7, Special::Ieee),
    format("f8E4M3FN", 4, 3, 7, Special::AllOnes),
    format("f8E5M2FNUZ", 5, 2, 16, Special::NegativeZero),
    format("f8E4M3FNUZ", 4, 3, 8, Special::NegativeZero),
    format("f8E4M3B11FNUZ", 4, 3, 11, Special::NegativeZero),
    format("f8E3M4", 3, 4, 3, Special::Ieee),
];

impl SmallFloat {
    /// The format that MLIR writes so.
    pub(crate) fn named(name: &str) -> Option<Self> {
        FORMATS.into_iter().find(|format| format.name == name)
    }
    /// The bits below the sign.
    fn magnitude_bits(self) -> u32 {
        self.exponent_bits + self.fraction_bits
    }
    fn sign(self) -> u8 {
        1 << self.magnitude_bits()
    }
    /// The pattern of the largest finite number.
    fn largest(self) -> u32 {
        let all_ones = (1 << self.magnitude_bits()) - 1;
        match self.special {
            Special::Ieee => all_ones - (1 << self.fraction_bits),
            Special::AllOnes => all_ones - 1,
            Special::NegativeZero | Special::Nothing => all_ones,
        }
    }
    /// The pattern of a number that is too large.
    fn overflow(self, sign: u8) -> u8 {
        match self.special {
            Special::Ieee => sign | (self.largest() + 1) as u8,
            Special::Nothing => sign | self.largest() as u8,
            Special::AllOnes | Special::NegativeZero => self.nan(),
        }
    }
    fn nan(self) -> u8 {
        match self.special {
            // Quiet: the first bit of the fraction.
            Special::Ieee => (self.largest() + 1 + (1 << (self.fraction_bits - 1))) as u8,
            Special::AllOnes => (self.largest() + 1) as u8,
            Special::NegativeZero => self.sign(),
            // As LLVM has it.
            Special::Nothing => self.sign(),
        }
    }
    /// The number of a pattern.
    pub(crate) fn decode(self, pattern: u8) -> f32 {
        let magnitude = u32::from(pattern) & ((1 << self.magnitude_bits()) - 1);
        let negative = pattern & self.sign() != 0;
        if magnitude > self.largest() {
            let infinite = self.special == Special::Ieee && magnitude == self.largest() + 1;
            return match (infinite, negative) {
                (true, false) => f32::INFINITY,
                (true, true) => f32::NEG_INFINITY,
                (false, _) => f32::NAN,
            };
        }
        if self.special == Special::NegativeZero && negative && magnitude == 0 {
            return f32::NAN;
        }
        let field = magnitude >> self.fraction_bits;
        let fraction = magnitude & ((1 << self.fraction_bits) - 1);
        let significand = if field == 0 { fraction } else { fraction | 1 << self.fraction_bits };
        let exponent = field.max(1) as i32 - self.bias - self.fraction_bits as i32;
        let number = significand as f32 * power_of_two(exponent);
        if negative { -number } else { number }
    }
    /// The nearest pattern, of two the even one.
    pub(crate) fn encode(self, number: f32) -> u8 {
        if number.is_nan() {
            return self.nan();
        }
        let sign = if number.is_sign_negative() { self.sign() } else { 0 };
        let magnitude = number.abs();
        if magnitude.is_infinite() {
            return self.overflow(sign);
        }
        let least = 1 - self.bias;
        let exponent = ((magnitude.to_bits() >> 23) as i32 - 127).max(least);
        // At most 2^(fraction_bits + 1), after which comes the next exponent. Scaling by powers of two is exact.
        let scale = 2f64.powi(self.fraction_bits as i32 - exponent);
        let steps = (f64::from(magnitude) * scale).round_ties_even() as u64;
        let pattern = (((exponent - least) as u64) << self.fraction_bits) + steps;
        match pattern {
            0 if self.special == Special::NegativeZero => 0,
            _ if pattern > u64::from(self.largest()) => self.overflow(sign),
            _ => sign | pattern as u8,
        }
    }
}

/// A power of two that is a normal number.
fn power_of_two(exponent: i32) -> f32 {
    f32::from_bits(((exponent + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;
    use strata_num::FloatFormat;

    #[test]
    fn patterns_are_those_of_the_formats_of_the_ir() {
        for format in FORMATS {
            let of_ir = FloatFormat::ALL.into_iter().find(|f| f.spec().name == format.name);
            let of_ir = of_ir.expect("the format is one of the IR's");
            let mut numbers: Vec<f32> = vec![1e-30, 1e30, f32::INFINITY, f32::NAN, 447.9, 464.0, 465.0];
            for pattern in 0..=u8::MAX >> (7 - format.magnitude_bits()) {
                let number = format.decode(pattern);
                let expected = of_ir.to_f64(u128::from(pattern)) as f32;
                let same = number.to_bits() == expected.to_bits() || number.is_nan() && expected.is_nan();
                assert!(same, "{} {pattern:#x}: {number} {expected}", format.name);
                // The number itself, what is halfway to the next one, and its neighbours.
                let next = format.decode(pattern.wrapping_add(1));
                let half = (number + next) / 2.0;
                numbers.extend([number, half, half.next_up(), half.next_down(), number * number]);
            }
            for number in numbers.into_iter().flat_map(|n| [n, -n]) {
                let (mine, expected) = (format.encode(number), of_ir.from_f64(f64::from(number)) as u8);
                let nan = format.decode(mine).is_nan() && format.decode(expected).is_nan();
                assert!(mine == expected || nan, "{} {number}: {mine:#x} {expected:#x}", format.name);
            }
        }
    }
}
