//! Casts between scalar types.

use strata_ir::{
    core::{Attr, Context, FloatAttr, IntegerAttr, Type},
    num::{ApInt, FloatFormat},
};

use super::int::kinds;

kinds! {
    /// A cast op.
    Cast {
        /// Zero extension.
        ExtU = "arith.extui",
        /// Sign extension.
        ExtS = "arith.extsi",
        /// Integer truncation.
        TruncI = "arith.trunci",
        /// To a wider float type.
        ExtF = "arith.extf",
        /// To a narrower float type.
        TruncF = "arith.truncf",
        /// Unsigned integer to float.
        UIToFP = "arith.uitofp",
        /// Signed integer to float.
        SIToFP = "arith.sitofp",
        /// Float to unsigned integer.
        FPToUI = "arith.fptoui",
        /// Float to signed integer.
        FPToSI = "arith.fptosi",
        /// Between `index` and integers, with the sign.
        IndexCast = "arith.index_cast",
        /// Between `index` and integers, without the sign.
        IndexCastUI = "arith.index_castui",
        /// The same bits as another type.
        Bitcast = "arith.bitcast",
    }
}

/// A scalar value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// An integer or index.
    Int(ApInt),
    /// The bits of a float.
    Float(FloatFormat, u128),
}

impl Scalar {
    /// The value of an integer or float attribute.
    pub fn from_attr(cx: &Context, attr: Attr) -> Option<Self> {
        if let Some(i) = cx.attr_as::<IntegerAttr>(attr) {
            return Some(Scalar::Int(i.value.clone()));
        }
        let f = cx.attr_as::<FloatAttr>(attr)?;
        Some(Scalar::Float(cx.as_float(f.ty)?, f.bits))
    }
    /// The value as an attribute of type `ty`.
    pub fn attr(self, cx: &Context, ty: Type) -> Attr {
        match self {
            Scalar::Int(value) => cx.attr(IntegerAttr { value, ty }),
            Scalar::Float(_, bits) => cx.attr(FloatAttr { bits, ty }),
        }
    }
    /// The value with these bits, as a value of the scalar type `ty`.
    pub fn from_bits(cx: &Context, ty: Type, bits: &ApInt) -> Option<Self> {
        if let Some(format) = cx.as_float(ty) {
            return Some(Scalar::Float(format, bits.low_u128() & format.bits_mask()));
        }
        Some(Scalar::Int(bits.zext_or_trunc(cx.bit_width(ty)?)))
    }
    /// The bits of the value.
    pub fn bits(&self) -> ApInt {
        match self {
            Scalar::Int(v) => v.clone(),
            Scalar::Float(format, bits) => ApInt::from_u128(format.width(), *bits),
        }
    }
}

/// The value of `kind` from `value` to the scalar type `to`; `None` where it is poison or does not apply.
pub fn cast(cx: &Context, kind: Cast, value: &Scalar, to: Type) -> Option<Scalar> {
    let width = cx.bit_width(to)?;
    Some(match (kind, value) {
        (Cast::ExtU | Cast::TruncI | Cast::IndexCastUI, Scalar::Int(v)) => {
            Scalar::Int(v.zext_or_trunc(width))
        }
        (Cast::ExtS | Cast::IndexCast, Scalar::Int(v)) => Scalar::Int(v.sext_or_trunc(width)),
        (Cast::ExtF | Cast::TruncF, Scalar::Float(from, bits)) => {
            let format = cx.as_float(to)?;
            Scalar::Float(format, format.convert_from(*from, *bits))
        }
        (Cast::UIToFP | Cast::SIToFP, Scalar::Int(v)) => {
            let format = cx.as_float(to)?;
            Scalar::Float(format, format.from_int(v, kind == Cast::SIToFP))
        }
        (Cast::FPToUI | Cast::FPToSI, Scalar::Float(from, bits)) => {
            Scalar::Int(from.to_int(*bits, width, kind == Cast::FPToSI)?)
        }
        (Cast::Bitcast, v) => Scalar::from_bits(cx, to, &v.bits())?,
        _ => return None,
    })
}
