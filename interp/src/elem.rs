//! [`Elem`]: the element types that the interpreter computes with, and how their values are kept and rounded.
//!
//! A value of a type is kept in the smallest of five carriers that holds all values of the type exactly: `i64` for
//! integers, `f32` for all floats of at most 32 bits, `f64`, and complex numbers of the two. [`Elem::wrap`] and
//! [`Elem::round`] bring a result of carrier arithmetic back into the type.

use std::fmt;

use strata_ir::{num::FloatFormat, prelude::*};

/// An element type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Elem {
    /// An integer of 1 to 64 bits.
    Int {
        /// Width in bits.
        width: u8,
        /// Whether the type is explicitly unsigned; a signless integer counts as signed.
        unsigned: bool,
    },
    /// `index`, as a signed integer of 64 bits.
    Index,
    /// A float of at most 64 bits.
    Float(FloatFormat),
    /// Complex numbers with parts of `f32` or `f64`.
    Complex(FloatFormat),
}

/// Which carrier keeps the values of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carrier {
    /// `i64`: sign-extended, zero-extended for `i1` and unsigned types.
    Int,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// Two `f32`.
    C32,
    /// Two `f64`.
    C64,
}

impl Elem {
    /// `i1`.
    pub const I1: Elem = Elem::Int { width: 1, unsigned: false };
    /// `i32`.
    pub const I32: Elem = Elem::Int { width: 32, unsigned: false };
    /// `i64`.
    pub const I64: Elem = Elem::Int { width: 64, unsigned: false };
    /// `f32`.
    pub const F32: Elem = Elem::Float(FloatFormat::F32);
    /// `f64`.
    pub const F64: Elem = Elem::Float(FloatFormat::F64);

    /// The element type behind an IR type; `None` for types that the interpreter does not compute with.
    pub fn from_type(cx: &Context, ty: Type) -> Option<Elem> {
        if cx.is_index(ty) {
            return Some(Elem::Index);
        }
        if let Some(i) = cx.as_int(ty) {
            let width = u8::try_from(i.width).ok().filter(|w| (1..=64).contains(w))?;
            return Some(Elem::Int { width, unsigned: i.signedness == Signedness::Unsigned });
        }
        if let Some(f) = cx.as_float(ty) {
            return (f.width() <= 64).then_some(Elem::Float(f));
        }
        // A quantized number is kept as the integer that stores it.
        if let Some(s) = strata_quant::storage(cx, ty) {
            return Some(Elem::Int { width: s.width as u8, unsigned: !s.signed });
        }
        match Elem::from_type(cx, cx.type_as::<ComplexType>(ty)?.elem)? {
            Elem::Float(f @ (FloatFormat::F32 | FloatFormat::F64)) => Some(Elem::Complex(f)),
            _ => None,
        }
    }
    /// The IR type.
    pub fn ty(self, cx: &Context) -> Type {
        match self {
            Elem::Int { width, unsigned: false } => cx.int_type(width as u32),
            Elem::Int { width, .. } => {
                cx.ty(IntegerType { width: width as u32, signedness: Signedness::Unsigned })
            }
            Elem::Index => cx.index(),
            Elem::Float(f) => cx.float_type(f),
            Elem::Complex(f) => cx.ty(ComplexType { elem: cx.float_type(f) }),
        }
    }
    /// The carrier of the values.
    pub fn carrier(self) -> Carrier {
        match self {
            Elem::Int { .. } | Elem::Index => Carrier::Int,
            Elem::Float(FloatFormat::F64) => Carrier::F64,
            Elem::Float(_) => Carrier::F32,
            Elem::Complex(FloatFormat::F64) => Carrier::C64,
            Elem::Complex(_) => Carrier::C32,
        }
    }
    /// Width in bits; that of both parts together for a complex number.
    pub fn width(self) -> u32 {
        match self {
            Elem::Int { width, .. } => width as u32,
            Elem::Index => 64,
            Elem::Float(f) => f.width(),
            Elem::Complex(f) => 2 * f.width(),
        }
    }
    /// Bytes of an element in a constant, in a `.npy` file and in a buffer.
    pub fn bytes(self) -> usize {
        match self {
            Elem::Int { width, .. } => (width as usize).div_ceil(8).next_power_of_two(),
            Elem::Index => 8,
            Elem::Float(f) => (f.width() as usize).div_ceil(8).next_power_of_two(),
            Elem::Complex(f) => f.width() as usize / 4,
        }
    }
    /// Whether it is an integer type or `index`.
    pub fn is_int(self) -> bool {
        matches!(self, Elem::Int { .. } | Elem::Index)
    }
    /// Whether it is a float type.
    pub fn is_float(self) -> bool {
        matches!(self, Elem::Float(_))
    }
    /// Whether it is an unsigned integer type.
    pub fn is_unsigned(self) -> bool {
        matches!(self, Elem::Int { unsigned: true, .. })
    }
    /// Whether it is `i1`.
    pub fn is_bool(self) -> bool {
        self == Elem::I1
    }
    /// Cuts an integer to the width of the type and extends it again.
    #[inline]
    pub fn wrap(self, v: i64) -> i64 {
        match self {
            Elem::Int { width: 64, .. } => v,
            Elem::Int { width: 1, .. } => v & 1,
            Elem::Int { width, unsigned: true } => v & ((1i64 << width) - 1),
            Elem::Int { width, .. } => (v << (64 - width)) >> (64 - width),
            _ => v,
        }
    }
    /// The value of a canonical integer read as signed, also for `i1` and unsigned types.
    #[inline]
    pub fn signed(self, v: i64) -> i64 {
        match self {
            Elem::Int { width, .. } => (v << (64 - width)) >> (64 - width),
            _ => v,
        }
    }
    /// The value of a canonical integer read as unsigned.
    #[inline]
    pub fn zext(self, v: i64) -> u64 {
        match self {
            Elem::Int { width, .. } if width < 64 => v as u64 & ((1u64 << width) - 1),
            _ => v as u64,
        }
    }
    /// Whether results of `f32` arithmetic need rounding to be values of the type.
    #[inline]
    pub fn is_narrow_float(self) -> bool {
        matches!(self, Elem::Float(f) if !matches!(f, FloatFormat::F32 | FloatFormat::F64))
    }
    /// Rounds once to the nearest value of a float type that `f32` carries.
    #[inline]
    pub fn round(self, v: f64) -> f32 {
        match self {
            Elem::Float(FloatFormat::F16) => half::f16::from_f64(sticky(v)).to_f32(),
            Elem::Float(FloatFormat::BF16) => half::bf16::from_f64(sticky(v)).to_f32(),
            Elem::Float(f) if f != FloatFormat::F32 && f != FloatFormat::F64 => {
                f.to_f64(f.from_f64(v)) as f32
            }
            _ => v as f32,
        }
    }
    /// The bits of a carrier float in the format of the type.
    pub fn float_bits(self, v: f64) -> u64 {
        match self {
            Elem::Float(FloatFormat::F16) => half::f16::from_f64(sticky(v)).to_bits() as u64,
            Elem::Float(FloatFormat::BF16) => half::bf16::from_f64(sticky(v)).to_bits() as u64,
            Elem::Float(FloatFormat::F64) | Elem::Complex(FloatFormat::F64) => v.to_bits(),
            Elem::Float(FloatFormat::F32) | Elem::Complex(_) => (v as f32).to_bits() as u64,
            Elem::Float(f) => f.from_f64(v) as u64,
            _ => 0,
        }
    }
    /// Decodes a float from bits in the format of the type.
    pub fn float_from_bits(self, bits: u64) -> f64 {
        match self {
            Elem::Float(FloatFormat::F16) => half::f16::from_bits(bits as u16).to_f64(),
            Elem::Float(FloatFormat::BF16) => half::bf16::from_bits(bits as u16).to_f64(),
            Elem::Float(FloatFormat::F64) | Elem::Complex(FloatFormat::F64) => f64::from_bits(bits),
            Elem::Float(FloatFormat::F32) | Elem::Complex(_) => f32::from_bits(bits as u32) as f64,
            Elem::Float(f) => f.to_f64(bits as u128),
            _ => 0.0,
        }
    }
}

impl fmt::Display for Elem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Elem::Int { width, unsigned } => write!(f, "{}i{width}", if *unsigned { "u" } else { "" }),
            Elem::Index => f.write_str("index"),
            Elem::Float(x) => f.write_str(x.name()),
            Elem::Complex(x) => write!(f, "complex<{}>", x.name()),
        }
    }
}

/// Folds the lower half of the bits into a sticky bit of the upper half, as casts to 16 bits only use the upper half.
fn sticky(v: f64) -> f64 {
    let bits = v.to_bits();
    let upper = bits & !0xFFFF_FFFF;
    f64::from_bits(if bits == upper { bits } else { upper | 1 << 32 })
}

#[cfg(test)]
mod tests {
    use strata_ir::num::FloatFormat;

    use super::Elem;

    /// Numbers next to the middle of two neighbours, where the lower half of an `f64` decides.
    #[test]
    fn casts_to_16_bits_round_once() {
        for format in [FloatFormat::BF16, FloatFormat::F16] {
            let elem = Elem::Float(format);
            for bits in (0..0x7C00u128).step_by(7) {
                let (low, high) = (format.to_f64(bits), format.to_f64(bits + 1));
                let middle = f64::midpoint(low, high);
                for v in
                    [middle, middle * (1.0 + f64::EPSILON), middle * (1.0 - f64::EPSILON), low, 1.1 * low]
                {
                    let want = format.from_f64(v);
                    assert_eq!(u128::from(elem.float_bits(v)), want, "{v:e} as {}", format.name());
                    assert_eq!(f64::from(elem.round(v)), format.to_f64(want), "{v:e} as {}", format.name());
                }
            }
        }
    }
}
