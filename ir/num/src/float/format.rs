//! The table of float formats, and classification of bit patterns.

/// How a format represents values that are not finite numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NonFinite {
    /// The largest exponent holds infinities and NaNs.
    Ieee,
    /// No infinity; NaN has all exponent and mantissa bits set (`FN`).
    NanAllOnes,
    /// No infinity and no negative zero; its pattern is the only NaN (`FNUZ`).
    NanNegativeZero,
    /// Neither infinity nor NaN (`FN` of four and six bits).
    FiniteOnly,
}

/// The class of the number that a bit pattern encodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatClass {
    /// Positive or negative zero.
    Zero,
    /// A finite number other than zero, normal or not.
    Finite,
    /// An infinity.
    Infinity,
    /// Not a number.
    Nan,
}

/// The parameters of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatSpec {
    /// The keyword of the type.
    pub name: &'static str,
    /// The storage width in bits.
    pub width: u32,
    /// The width of the exponent field.
    pub exponent_bits: u32,
    /// The width of the stored fraction, without an explicit integer bit.
    pub mantissa_bits: u32,
    /// The exponent bias.
    pub bias: i32,
    /// How infinities and NaNs are represented.
    pub non_finite: NonFinite,
    /// Whether there is a sign bit.
    pub signed: bool,
    /// Whether the leading one is stored (`f80`).
    pub explicit_integer_bit: bool,
}

/// A float type of MLIR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are the type keywords")]
pub enum FloatFormat {
    F4E2M1FN,
    F6E2M3FN,
    F6E3M2FN,
    F8E5M2,
    F8E4M3,
    F8E4M3FN,
    F8E5M2FNUZ,
    F8E4M3FNUZ,
    F8E4M3B11FNUZ,
    F8E3M4,
    F8E8M0FNU,
    BF16,
    F16,
    TF32,
    F32,
    F64,
    F80,
    F128,
}

const fn spec(
    name: &'static str,
    width: u32,
    exponent_bits: u32,
    mantissa_bits: u32,
    bias: i32,
    non_finite: NonFinite,
) -> FloatSpec {
    let explicit_integer_bit = width == 80;
    let signed = exponent_bits < 8 || mantissa_bits > 0;
    FloatSpec { name, width, exponent_bits, mantissa_bits, bias, non_finite, signed, explicit_integer_bit }
}

static SPECS: [FloatSpec; 18] = {
    use NonFinite::*;
    [
        spec("f4E2M1FN", 4, 2, 1, 1, FiniteOnly),
        spec("f6E2M3FN", 6, 2, 3, 1, FiniteOnly),
        spec("f6E3M2FN", 6, 3, 2, 3, FiniteOnly),
        spec("f8E5M2", 8, 5, 2, 15, Ieee),
        spec("f8E4M3", 8, 4, 3, 7, Ieee),
        spec("f8E4M3FN", 8, 4, 3, 7, NanAllOnes),
        spec("f8E5M2FNUZ", 8, 5, 2, 16, NanNegativeZero),
        spec("f8E4M3FNUZ", 8, 4, 3, 8, NanNegativeZero),
        spec("f8E4M3B11FNUZ", 8, 4, 3, 11, NanNegativeZero),
        spec("f8E3M4", 8, 3, 4, 3, Ieee),
        spec("f8E8M0FNU", 8, 8, 0, 127, NanAllOnes),
        spec("bf16", 16, 8, 7, 127, Ieee),
        spec("f16", 16, 5, 10, 15, Ieee),
        spec("tf32", 19, 8, 10, 127, Ieee),
        spec("f32", 32, 8, 23, 127, Ieee),
        spec("f64", 64, 11, 52, 1023, Ieee),
        spec("f80", 80, 15, 63, 16383, Ieee),
        spec("f128", 128, 15, 112, 16383, Ieee),
    ]
};

impl FloatFormat {
    /// All formats, in the order of the enum.
    pub const ALL: [FloatFormat; 18] = {
        use FloatFormat::*;
        [
            F4E2M1FN,
            F6E2M3FN,
            F6E3M2FN,
            F8E5M2,
            F8E4M3,
            F8E4M3FN,
            F8E5M2FNUZ,
            F8E4M3FNUZ,
            F8E4M3B11FNUZ,
            F8E3M4,
            F8E8M0FNU,
            BF16,
            F16,
            TF32,
            F32,
            F64,
            F80,
            F128,
        ]
    };

    /// The parameters of the format.
    #[inline]
    pub fn spec(self) -> &'static FloatSpec {
        &SPECS[self as usize]
    }

    /// The keyword of the type, as in `f32`.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The format with a type keyword.
    pub fn from_name(name: &str) -> Option<FloatFormat> {
        FloatFormat::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The storage width in bits.
    #[inline]
    pub fn width(self) -> u32 {
        self.spec().width
    }

    /// The number of significant bits, with the leading one.
    pub fn precision(self) -> u32 {
        self.spec().mantissa_bits + 1
    }

    /// The mask of the bits of a pattern.
    pub fn bits_mask(self) -> u128 {
        u128::MAX >> (128 - self.width())
    }

    /// The sign bit; zero for the format without one.
    pub fn sign_mask(self) -> u128 {
        if self.spec().signed { 1 << (self.width() - 1) } else { 0 }
    }

    /// The exponent field of a pattern.
    pub(super) fn exponent_field(self, bits: u128) -> u32 {
        let spec = self.spec();
        let shift = spec.mantissa_bits + u32::from(spec.explicit_integer_bit);
        (bits >> shift) as u32 & ((1 << spec.exponent_bits) - 1)
    }

    /// The largest exponent field.
    pub(super) fn max_exponent_field(self) -> u32 {
        (1 << self.spec().exponent_bits) - 1
    }

    /// The fraction of a pattern, without the integer bit.
    pub(super) fn fraction(self, bits: u128) -> u128 {
        bits & ((1 << self.spec().mantissa_bits) - 1)
    }

    /// The class of the number that `bits` encodes.
    pub fn class(self, bits: u128) -> FloatClass {
        let spec = self.spec();
        let (field, fraction) = (self.exponent_field(bits), self.fraction(bits));
        let top = field == self.max_exponent_field();
        let zero = field == 0 && fraction == 0 && self != FloatFormat::F8E8M0FNU;
        match spec.non_finite {
            NonFinite::Ieee if top && fraction == 0 => FloatClass::Infinity,
            NonFinite::Ieee if top => FloatClass::Nan,
            NonFinite::NanAllOnes if top && fraction + 1 == 1 << spec.mantissa_bits => FloatClass::Nan,
            NonFinite::NanNegativeZero if zero && self.is_negative(bits) => FloatClass::Nan,
            // A pseudo-denormal zero of f80 has no integer bit either; with the bit it is a number.
            _ if zero && !(spec.explicit_integer_bit && bits >> 63 & 1 == 1) => FloatClass::Zero,
            _ => FloatClass::Finite,
        }
    }

    /// Whether the pattern is a NaN.
    pub fn is_nan(self, bits: u128) -> bool {
        self.class(bits) == FloatClass::Nan
    }

    /// Whether the pattern is an infinity.
    pub fn is_inf(self, bits: u128) -> bool {
        self.class(bits) == FloatClass::Infinity
    }

    /// Whether the pattern is a zero of either sign.
    pub fn is_zero(self, bits: u128) -> bool {
        self.class(bits) == FloatClass::Zero
    }

    /// Whether the pattern is a zero or another finite number.
    pub fn is_finite(self, bits: u128) -> bool {
        matches!(self.class(bits), FloatClass::Zero | FloatClass::Finite)
    }

    /// Whether the sign bit is set (also of a NaN).
    pub fn is_negative(self, bits: u128) -> bool {
        bits & self.sign_mask() != 0
    }

    /// Positive zero; the smallest number of `f8E8M0FNU`, which has no zero.
    pub fn zero(self) -> u128 {
        0
    }

    /// Zero with a sign where the format has a negative zero.
    pub fn signed_zero(self, negative: bool) -> u128 {
        if negative && self.spec().non_finite != NonFinite::NanNegativeZero { self.sign_mask() } else { 0 }
    }

    /// The number one.
    pub fn one(self) -> u128 {
        self.from_f64(1.0)
    }

    /// The quiet NaN that MLIR creates, or `None` for formats without one.
    pub fn nan(self) -> Option<u128> {
        let spec = self.spec();
        let exponent = u128::from(self.max_exponent_field());
        match spec.non_finite {
            NonFinite::Ieee if spec.explicit_integer_bit => Some(exponent << 64 | 0b11 << 62),
            NonFinite::Ieee => Some(exponent << spec.mantissa_bits | 1 << (spec.mantissa_bits - 1)),
            NonFinite::NanAllOnes => Some(self.bits_mask() & !self.sign_mask()),
            NonFinite::NanNegativeZero => Some(self.sign_mask()),
            NonFinite::FiniteOnly => None,
        }
    }

    /// The infinity of a sign, or `None` for formats without one.
    pub fn infinity(self, negative: bool) -> Option<u128> {
        let spec = self.spec();
        if spec.non_finite != NonFinite::Ieee {
            return None;
        }
        let sign = if negative { self.sign_mask() } else { 0 };
        let exponent = u128::from(self.max_exponent_field());
        let integer = if spec.explicit_integer_bit { exponent << 1 | 1 } else { exponent };
        Some(sign | integer << spec.mantissa_bits)
    }

    /// The largest finite number.
    pub fn largest(self, negative: bool) -> u128 {
        let spec = self.spec();
        let sign = if negative { self.sign_mask() } else { 0 };
        let all = self.bits_mask() & !self.sign_mask();
        let magnitude = match spec.non_finite {
            NonFinite::Ieee if spec.explicit_integer_bit => all - (1 << 64),
            NonFinite::Ieee => all - (1 << spec.mantissa_bits),
            NonFinite::NanAllOnes => all - 1,
            NonFinite::NanNegativeZero | NonFinite::FiniteOnly => all,
        };
        sign | magnitude
    }

    /// The smallest positive number with full precision.
    pub fn smallest_normal(self) -> u128 {
        let spec = self.spec();
        match self {
            FloatFormat::F8E8M0FNU => 0,
            FloatFormat::F80 => 0b11 << 63,
            _ => 1 << spec.mantissa_bits,
        }
    }

    /// The smallest positive number.
    pub fn smallest(self) -> u128 {
        if self == FloatFormat::F8E8M0FNU { 0 } else { 1 }
    }

    /// The pattern with the other sign; a NaN or zero of a `FNUZ` format is its own negation, and a format without a sign
    /// has none.
    pub fn negate(self, bits: u128) -> u128 {
        if self == FloatFormat::F8E8M0FNU {
            return self.nan().unwrap_or(bits);
        }
        let keep = self.spec().non_finite == NonFinite::NanNegativeZero
            && matches!(self.class(bits), FloatClass::Zero | FloatClass::Nan);
        if keep { bits } else { bits ^ self.sign_mask() }
    }

    /// The pattern with the sign cleared.
    pub fn abs(self, bits: u128) -> u128 {
        if self.is_negative(bits) { self.negate(bits) } else { bits }
    }
}
