//! Builtin types, read.

use smallvec::SmallVec;
use strata_core::{
    AffineMapAttr, Attr, ComplexType, Context, FunctionType, IndexType, IntegerType, MemRefType, NoneType,
    Signedness, TensorType, TupleType, Type, UnrankedMemRefType, UnrankedTensorType, VectorType,
    num::FloatFormat, types::Dims,
};

use super::ty as code;
use crate::{EntryReader, ReadResult};

fn shape(r: &mut EntryReader<'_, '_>) -> ReadResult<Dims> {
    let dims = r.list(|r| r.svarint())?;
    if dims.iter().any(|&d| d < 0 && d != strata_core::DYNAMIC) {
        return Err(r.error("invalid tensor dimension size"));
    }
    Ok(dims.into())
}

/// An identity map as layout is read as no layout.
fn layout(cx: &Context, layout: Attr) -> Option<Attr> {
    let identity = cx.attr_as::<AffineMapAttr>(layout).is_some_and(|m| m.0.is_identity());
    (!identity).then_some(layout)
}

/// Reads an element type; types that cannot be elements are an error.
fn elem(r: &mut EntryReader<'_, '_>) -> ReadResult<Type> {
    let (ty, cx) = (r.ty()?, r.cx());
    if cx.type_as::<NoneType>(ty).is_some() || cx.type_as::<FunctionType>(ty).is_some() {
        return Err(r.error(format!("invalid element type: {}", cx.type_to_string(ty))));
    }
    Ok(ty)
}

/// Float types that have codes since LLVM 23. They are written as text, which LLVM 22 reads, too.
const FLOATS: [(u64, FloatFormat); 12] = [
    (21, FloatFormat::TF32),
    (22, FloatFormat::F8E5M2),
    (23, FloatFormat::F8E4M3),
    (24, FloatFormat::F8E4M3FN),
    (25, FloatFormat::F8E5M2FNUZ),
    (26, FloatFormat::F8E4M3FNUZ),
    (27, FloatFormat::F8E4M3B11FNUZ),
    (28, FloatFormat::F8E3M4),
    (29, FloatFormat::F4E2M1FN),
    (30, FloatFormat::F6E2M3FN),
    (31, FloatFormat::F6E3M2FN),
    (32, FloatFormat::F8E8M0FNU),
];

pub(super) fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Type> {
    let cx = r.cx();
    let kind = r.varint()?;
    Ok(match kind {
        code::INTEGER => {
            let v = r.varint()?;
            let signedness = match v & 3 {
                0 => Signedness::Signless,
                1 => Signedness::Signed,
                2 => Signedness::Unsigned,
                _ => return Err(r.error("invalid signedness of an integer type")),
            };
            let width = u32::try_from(v >> 2).unwrap_or(u32::MAX);
            if width > IntegerType::MAX_WIDTH {
                let most = IntegerType::MAX_WIDTH;
                return Err(r.error(format!("integer bitwidth is limited to {most} bits")));
            }
            cx.ty(IntegerType { width, signedness })
        }
        code::INDEX => cx.ty(IndexType),
        code::FUNCTION => {
            let inputs = r.list(|r| r.ty())?;
            cx.ty(FunctionType { inputs, results: r.list(|r| r.ty())? })
        }
        code::BF16 => cx.bf16(),
        code::F16 => cx.f16(),
        code::F32 => cx.f32(),
        code::F64 => cx.f64(),
        code::F80 => cx.float_type(FloatFormat::F80),
        code::F128 => cx.float_type(FloatFormat::F128),
        code::COMPLEX => {
            let elem = r.ty()?;
            if cx.as_float(elem).is_none() && cx.as_int(elem).is_none() {
                return Err(r.error("invalid element type for complex"));
            }
            cx.ty(ComplexType { elem })
        }
        code::MEMREF | code::MEMREF_WITH_SPACE => {
            let memory_space = if kind == code::MEMREF { None } else { Some(r.attr()?) };
            let (shape, elem, map) = (shape(r)?, elem(r)?, r.attr()?);
            cx.ty(MemRefType { shape, elem, layout: layout(&cx, map), memory_space })
        }
        code::NONE => cx.none(),
        code::TENSOR | code::TENSOR_WITH_ENCODING => {
            let encoding = if kind == code::TENSOR { None } else { Some(r.attr()?) };
            let (shape, elem) = (shape(r)?, elem(r)?);
            if let Some(encoding) = encoding {
                cx.verify_encoding(encoding, &shape, elem).map_err(|m| r.error(m))?;
            }
            cx.ty(TensorType { shape, elem, encoding })
        }
        code::TUPLE => cx.ty(TupleType(r.list(|r| r.ty())?)),
        code::UNRANKED_MEMREF => cx.ty(UnrankedMemRefType { elem: elem(r)?, memory_space: None }),
        code::UNRANKED_MEMREF_WITH_SPACE => {
            let memory_space = Some(r.attr()?);
            cx.ty(UnrankedMemRefType { elem: elem(r)?, memory_space })
        }
        code::UNRANKED_TENSOR => cx.ty(UnrankedTensorType { elem: elem(r)? }),
        code::VECTOR => cx.ty(VectorType { shape: shape(r)?, scalable: SmallVec::new(), elem: elem(r)? }),
        code::SCALABLE_VECTOR => {
            let scalable: SmallVec<[bool; 4]> = r.list(|r| r.bool())?.into();
            let (shape, elem) = (shape(r)?, elem(r)?);
            if scalable.len() != shape.len() {
                return Err(r.error("a vector type needs one scalable flag for each dimension"));
            }
            cx.ty(VectorType { shape, scalable, elem })
        }
        _ => match FLOATS.iter().find(|f| f.0 == kind) {
            Some(&(_, format)) => cx.float_type(format),
            None => return Err(r.error(format!("unknown builtin type code: {kind}"))),
        },
    })
}
