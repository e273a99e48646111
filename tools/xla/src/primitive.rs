//! [`PrimitiveType`]: element types under the names that XLA gives them.

use std::fmt;

use strata_interp::Elem;
use strata_ir::prelude::*;

use crate::shape::float_type;

macro_rules! types {
    ($($name:ident $xla:tt $ir:tt $doc:tt;)*) => {
        /// An element type.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum PrimitiveType {
            $(#[doc = $doc] $name,)*
        }
        impl PrimitiveType {
            /// All of them.
            pub const ALL: &'static [PrimitiveType] = &[$(PrimitiveType::$name),*];
            /// XLA's name: `f32`, `pred`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $xla),* }
            }
            /// The name in the IR: `f32`, `i1`.
            pub fn ir_name(self) -> &'static str {
                match self { $(Self::$name => $ir),* }
            }
        }
    };
}
types! {
    Pred "pred" "i1" "Booleans.";
    S2 "s2" "i2" "Signed integers of 2 bits.";
    S4 "s4" "i4" "Signed integers of 4 bits.";
    S8 "s8" "i8" "Signed integers of 8 bits.";
    S16 "s16" "i16" "Signed integers of 16 bits.";
    S32 "s32" "i32" "Signed integers of 32 bits.";
    S64 "s64" "i64" "Signed integers of 64 bits.";
    U2 "u2" "ui2" "Unsigned integers of 2 bits.";
    U4 "u4" "ui4" "Unsigned integers of 4 bits.";
    U8 "u8" "ui8" "Unsigned integers of 8 bits.";
    U16 "u16" "ui16" "Unsigned integers of 16 bits.";
    U32 "u32" "ui32" "Unsigned integers of 32 bits.";
    U64 "u64" "ui64" "Unsigned integers of 64 bits.";
    F4E2M1FN "f4e2m1fn" "f4E2M1FN" "Floats of 4 bits.";
    F6E2M3FN "f6e2m3fn" "f6E2M3FN" "Floats of 6 bits, 3 of them fraction.";
    F6E3M2FN "f6e3m2fn" "f6E3M2FN" "Floats of 6 bits, 2 of them fraction.";
    F8E3M4 "f8e3m4" "f8E3M4" "Floats of 8 bits, 4 of them fraction, as IEEE 754.";
    F8E4M3 "f8e4m3" "f8E4M3" "Floats of 8 bits, 3 of them fraction, as IEEE 754.";
    F8E4M3FN "f8e4m3fn" "f8E4M3FN" "Floats of 8 bits, 3 of them fraction, without infinities.";
    F8E4M3FNUZ "f8e4m3fnuz" "f8E4M3FNUZ" "As `F8E4M3FN`, with one zero.";
    F8E4M3B11FNUZ "f8e4m3b11fnuz" "f8E4M3B11FNUZ" "As `F8E4M3FNUZ`, with bias 11.";
    F8E5M2 "f8e5m2" "f8E5M2" "Floats of 8 bits, 2 of them fraction, as IEEE 754.";
    F8E5M2FNUZ "f8e5m2fnuz" "f8E5M2FNUZ" "Floats of 8 bits, 2 of them fraction, without infinities and with one zero.";
    F8E8M0FNU "f8e8m0fnu" "f8E8M0FNU" "Powers of two in 8 bits.";
    BF16 "bf16" "bf16" "The upper half of `F32`.";
    F16 "f16" "f16" "Floats of 16 bits.";
    F32 "f32" "f32" "Floats of 32 bits.";
    F64 "f64" "f64" "Floats of 64 bits.";
    C64 "c64" "complex<f32>" "Complex numbers of two `F32`.";
    C128 "c128" "complex<f64>" "Complex numbers of two `F64`.";
}

impl PrimitiveType {
    /// The type with a name of XLA's.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|t| t.name() == name)
    }
    /// Whether it is a type of floats.
    pub fn is_float(self) -> bool {
        matches!(self.name().as_bytes()[0], b'f') || self == Self::BF16
    }
    /// Whether it is a type of complex numbers.
    pub fn is_complex(self) -> bool {
        matches!(self, Self::C64 | Self::C128)
    }
    /// Whether it is a type of integers; booleans are none.
    pub fn is_integral(self) -> bool {
        matches!(self.name().as_bytes()[0], b's' | b'u')
    }
    /// Width of an element in bits; 1 for booleans, both parts of a complex number.
    pub fn bit_width(self) -> u32 {
        match self {
            Self::Pred => 1,
            Self::BF16 => 16,
            _ => {
                let digits = self.name()[1..].bytes().take_while(u8::is_ascii_digit).count();
                self.name()[1..=digits].parse().unwrap_or(0)
            }
        }
    }
    /// Bytes of an element in a [`Literal`](crate::Literal): whole bytes for narrow types.
    pub fn byte_width(self) -> usize {
        (self.bit_width() as usize).div_ceil(8)
    }
    pub(crate) fn to_type(self, cx: &Context) -> Type {
        let name = self.ir_name();
        match self {
            Self::Pred => cx.i1(),
            Self::C64 => cx.ty(ComplexType { elem: cx.f32() }),
            Self::C128 => cx.ty(ComplexType { elem: cx.f64() }),
            _ if name.starts_with("ui") => {
                cx.ty(IntegerType { width: self.bit_width(), signedness: Signedness::Unsigned })
            }
            _ if name.starts_with('i') => cx.int_type(self.bit_width()),
            _ => float_type(cx, name).unwrap_or(cx.f32()),
        }
    }
    pub(crate) fn of_type(cx: &Context, ty: Type) -> Option<Self> {
        let text = cx.type_to_string(ty);
        Self::ALL.iter().copied().find(|t| t.ir_name() == text)
    }
    /// The element type of the interpreter.
    pub(crate) fn elem(self, cx: &Context) -> Option<Elem> {
        Elem::from_type(cx, self.to_type(cx))
    }
}

impl fmt::Display for PrimitiveType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
