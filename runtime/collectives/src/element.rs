//! The element types that collectives reduce.

use crate::small_float::SmallFloat;

/// The type of the elements of a reduction. Elements of less than a byte have a byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// `i1`.
    Bool,
    /// An integer of so many bits.
    Signed(u8),
    /// An integer without sign of so many bits.
    Unsigned(u8),
    /// `f16`.
    F16,
    /// `bf16`.
    Bf16,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// A float of at most 8 bits.
    Small(SmallFloat),
    /// `complex<f32>`.
    Complex64,
    /// `complex<f64>`.
    Complex128,
}

impl Element {
    /// The type that MLIR writes so; `None` if it is not reduced here.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let integer = |digits: &str| {
            let bits: u8 = digits.parse().ok()?;
            [2, 4, 8, 16, 32, 64].contains(&bits).then_some(bits)
        };
        Some(match name {
            "i1" => Self::Bool,
            "f16" => Self::F16,
            "bf16" => Self::Bf16,
            "f32" => Self::F32,
            "f64" => Self::F64,
            "complex<f32>" => Self::Complex64,
            "complex<f64>" => Self::Complex128,
            _ => match (name.strip_prefix("ui"), name.strip_prefix('i')) {
                (Some(digits), _) => Self::Unsigned(integer(digits)?),
                (_, Some(digits)) => Self::Signed(integer(digits)?),
                _ => Self::Small(SmallFloat::named(name)?),
            },
        })
    }
    /// The bytes of an element.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Self::Bool | Self::Small(_) => 1,
            Self::Signed(bits) | Self::Unsigned(bits) => usize::from(bits.div_ceil(8)),
            Self::F16 | Self::Bf16 => 2,
            Self::F32 => 4,
            Self::F64 | Self::Complex64 => 8,
            Self::Complex128 => 16,
        }
    }
    /// Whether it is a boolean or an integer.
    #[must_use]
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Bool | Self::Signed(_) | Self::Unsigned(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_the_names_of_mlir() {
        for (name, element, bytes) in [
            ("i1", Element::Bool, 1),
            ("i4", Element::Signed(4), 1),
            ("ui2", Element::Unsigned(2), 1),
            ("i64", Element::Signed(64), 8),
            ("bf16", Element::Bf16, 2),
            ("complex<f64>", Element::Complex128, 16),
        ] {
            assert_eq!((Element::named(name), element.bytes()), (Some(element), bytes), "{name}");
        }
        assert!(Element::named("f8E4M3FN").is_some_and(|e| e.bytes() == 1 && !e.is_integer()));
        for name in ["i3", "i128", "f8E8M0FNU", "index", "ui", "complex<f16>", "!quant.uniform<i8:f32, 1.0>"]
        {
            assert_eq!(Element::named(name), None, "{name}");
        }
    }
}
