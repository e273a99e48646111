//! Builtin types, written.

use strata_core::{
    AffineMapAttr, ComplexType, Context, FunctionType, IntegerType, MemRefType, NoneType, Signedness,
    TensorType, TupleType, Type, UnrankedMemRefType, UnrankedTensorType, VectorType, affine::AffineMap,
    num::FloatFormat,
};

use super::ty as code;
use crate::EntryWriter;

fn shape(w: &mut EntryWriter<'_>, shape: &[i64]) {
    w.list(shape, |w, &d| w.svarint(d));
}

pub(super) fn write(cx: &Context, ty: Type, w: &mut EntryWriter<'_>) -> bool {
    if let Some(IntegerType { width, signedness }) = cx.as_int(ty) {
        let sign = match signedness {
            Signedness::Signless => 0,
            Signedness::Signed => 1,
            Signedness::Unsigned => 2,
        };
        w.varint(code::INTEGER);
        w.varint(u64::from(width) << 2 | sign);
    } else if cx.is_index(ty) {
        w.varint(code::INDEX);
    } else if let Some(t) = cx.type_as::<FunctionType>(ty) {
        w.varint(code::FUNCTION);
        w.list(&t.inputs, |w, &t| w.ty(t));
        w.list(&t.results, |w, &t| w.ty(t));
    } else if let Some(format) = cx.as_float(ty) {
        w.varint(match format {
            FloatFormat::BF16 => code::BF16,
            FloatFormat::F16 => code::F16,
            FloatFormat::F32 => code::F32,
            FloatFormat::F64 => code::F64,
            FloatFormat::F80 => code::F80,
            FloatFormat::F128 => code::F128,
            _ => return false,
        });
    } else if let Some(t) = cx.type_as::<ComplexType>(ty) {
        w.varint(code::COMPLEX);
        w.ty(t.elem);
    } else if let Some(t) = cx.type_as::<MemRefType>(ty) {
        let layout = t.layout.unwrap_or_else(|| {
            let rank = u32::try_from(t.shape.len()).unwrap_or(u32::MAX);
            cx.attr(AffineMapAttr(AffineMap::identity(rank)))
        });
        match t.memory_space {
            Some(space) => {
                w.varint(code::MEMREF_WITH_SPACE);
                w.attr(space);
            }
            None => w.varint(code::MEMREF),
        }
        shape(w, &t.shape);
        w.ty(t.elem);
        w.attr(layout);
    } else if cx.type_as::<NoneType>(ty).is_some() {
        w.varint(code::NONE);
    } else if let Some(t) = cx.type_as::<TensorType>(ty) {
        match t.encoding {
            Some(e) => {
                w.varint(code::TENSOR_WITH_ENCODING);
                w.attr(e);
            }
            None => w.varint(code::TENSOR),
        }
        shape(w, &t.shape);
        w.ty(t.elem);
    } else if let Some(t) = cx.type_as::<TupleType>(ty) {
        w.varint(code::TUPLE);
        w.list(&t.0, |w, &t| w.ty(t));
    } else if let Some(t) = cx.type_as::<UnrankedMemRefType>(ty) {
        match t.memory_space {
            Some(space) => {
                w.varint(code::UNRANKED_MEMREF_WITH_SPACE);
                w.attr(space);
            }
            None => w.varint(code::UNRANKED_MEMREF),
        }
        w.ty(t.elem);
    } else if let Some(t) = cx.type_as::<UnrankedTensorType>(ty) {
        w.varint(code::UNRANKED_TENSOR);
        w.ty(t.elem);
    } else if let Some(t) = cx.type_as::<VectorType>(ty) {
        if t.scalable.contains(&true) {
            w.varint(code::SCALABLE_VECTOR);
            w.list(&t.scalable, |w, &s| w.byte(u8::from(s)));
        } else {
            w.varint(code::VECTOR);
        }
        shape(w, &t.shape);
        w.ty(t.elem);
    } else {
        return false;
    }
    true
}
