//! Descriptors of memrefs: access to their fields, construction, and addresses of elements.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use crate::engine::{Lower, Lowered, descriptor_type};

/// Offset and strides of a memref type in elements; [`DYNAMIC`] if not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strides {
    /// The offset of the first element.
    pub offset: i64,
    /// One stride for each dimension.
    pub strides: SmallVec<[i64; 4]>,
}

/// The offset and strides of a type; `None` for a layout that is not strided.
pub fn strides_of(cx: &Context, m: &MemRefType) -> Option<Strides> {
    if let Some(s) = m.layout.and_then(|a| cx.attr_as::<StridedLayoutAttr>(a)) {
        return Some(Strides { offset: s.offset, strides: s.strides.clone() });
    }
    if let Some(map) = m.layout.and_then(|a| cx.attr_as::<AffineMapAttr>(a))
        && !map.0.is_identity()
    {
        return None;
    }
    let mut strides: SmallVec<[i64; 4]> = SmallVec::from_elem(1, m.shape.len());
    let mut next = 1i64;
    for (stride, &size) in strides.iter_mut().zip(&m.shape).rev() {
        *stride = next;
        next = if next == DYNAMIC || size == DYNAMIC { DYNAMIC } else { next.saturating_mul(size) };
    }
    Some(Strides { offset: 0, strides })
}

/// The memref type of a value before the conversion.
pub(crate) fn memref_type<'a>(l: &'a Lower<'_>, ty: Type) -> Lowered<&'a MemRefType> {
    l.cx()
        .type_as::<MemRefType>(ty)
        .ok_or_else(|| format!("type '{}' is not a ranked memref", l.cx().type_to_string(ty)))
}

/// The same as [`strides_of`], with an error that names the type.
pub(crate) fn strides(l: &Lower<'_>, ty: Type) -> Lowered<Strides> {
    let m = memref_type(l, ty)?;
    strides_of(l.cx(), m)
        .ok_or_else(|| format!("type '{}' has a layout without strides", l.cx().type_to_string(ty)))
}

/// Builds a descriptor from its fields.
pub fn make(
    l: &mut Lower<'_>,
    allocated: Value,
    aligned: Value,
    offset: Value,
    sizes: &[Value],
    strides: &[Value],
) -> Value {
    let ty = descriptor_type(l.cx(), l.body.ty(aligned), l.index_type(), sizes.len());
    let mut d = l.poison(ty);
    for (i, part) in [allocated, aligned, offset].into_iter().enumerate() {
        d = l.with_part(d, part, &[i as i64]);
    }
    for (group, parts) in [(3, sizes), (4, strides)] {
        for (i, &part) in parts.iter().enumerate() {
            d = l.with_part(d, part, &[group, i as i64]);
        }
    }
    d
}

/// The descriptor of a memref of static shape and identity layout at an address.
pub fn descriptor_of_pointer(l: &mut Lower<'_>, ty: Type, pointer: Value) -> Lowered<Value> {
    let shape = memref_type(l, ty)?.shape.clone();
    let Strides { strides, .. } = strides(l, ty)?;
    let offset = l.index(0);
    let sizes: Vec<Value> = shape.iter().map(|&n| l.index(n)).collect();
    let strides: Vec<Value> = strides.iter().map(|&n| l.index(n)).collect();
    Ok(make(l, pointer, pointer, offset, &sizes, &strides))
}

/// Size `i` of a memref: a constant if it is static in the type.
pub fn size_of(l: &mut Lower<'_>, ty: Type, descriptor: Value, i: usize) -> Lowered<Value> {
    let n = *memref_type(l, ty)?.shape.get(i).ok_or("refers to a dimension that is not there")?;
    if n == DYNAMIC { l.part(descriptor, &[3, i as i64]) } else { Ok(l.index(n)) }
}

/// Stride `i` of a memref: a constant if it is static in the type.
pub fn stride_of(l: &mut Lower<'_>, ty: Type, descriptor: Value, i: usize) -> Lowered<Value> {
    let n = *strides(l, ty)?.strides.get(i).ok_or("refers to a dimension that is not there")?;
    if n == DYNAMIC { l.part(descriptor, &[4, i as i64]) } else { Ok(l.index(n)) }
}

/// The offset of a memref: a constant if it is static in the type.
pub(crate) fn offset_of(l: &mut Lower<'_>, ty: Type, descriptor: Value) -> Lowered<Value> {
    let n = strides(l, ty)?.offset;
    if n == DYNAMIC { l.part(descriptor, &[2]) } else { Ok(l.index(n)) }
}

/// The address of the first element, and the LLVM type of the elements.
pub fn start(l: &mut Lower<'_>, ty: Type, descriptor: Value) -> Lowered<(Value, Type)> {
    let elem = memref_type(l, ty)?.elem;
    let elem = l.convert(elem)?;
    let base = l.part(descriptor, &[1])?;
    let offset = offset_of(l, ty, descriptor)?;
    if l.known(offset) == Some(0) {
        return Ok((base, elem));
    }
    Ok((gep(l, base, offset, elem, false), elem))
}

/// `base` moved by a number of elements.
pub(crate) fn gep(l: &mut Lower<'_>, base: Value, by: Value, elem: Type, in_bounds: bool) -> Value {
    let cx = l.body.cx_arc().clone();
    let flags = in_bounds.then(|| cx.i32_attr(llvm::attrs::INBOUNDS | llvm::attrs::GEP_NUW));
    let ptr = l.body.ty(base);
    // A constant that fits becomes an attribute of the op.
    let known = l.known(by).and_then(|n| i32::try_from(n).ok()).filter(|&n| n != llvm::DYNAMIC_INDEX);
    let (dynamic, index): (&[Value], i32) = match &known {
        Some(n) => (&[], *n),
        None => (&[by], llvm::DYNAMIC_INDEX),
    };
    let (indices, elem) = (cx.i32_array(&[index]), cx.type_attr(elem));
    llvm::GEPOp::build(&mut l.at(), base, dynamic, indices, elem, flags, ptr)
}

/// The address of the element at `indices`, and the LLVM type of the elements.
pub fn address(l: &mut Lower<'_>, ty: Type, descriptor: Value, indices: &[Value]) -> Lowered<(Value, Type)> {
    address_of(l, ty, descriptor, indices, true)
}

/// The same as [`address`]; `in_bounds` says that the element is known to exist.
pub fn address_of(
    l: &mut Lower<'_>,
    ty: Type,
    descriptor: Value,
    indices: &[Value],
    in_bounds: bool,
) -> Lowered<(Value, Type)> {
    let rank = memref_type(l, ty)?.shape.len();
    if indices.len() != rank {
        return Err(format!("has {} indices for a memref of rank {rank}", indices.len()));
    }
    let (base, elem) = start(l, ty, descriptor)?;
    let mut linear = l.index(0);
    for (i, &index) in indices.iter().enumerate() {
        let stride = stride_of(l, ty, descriptor, i)?;
        let step = l.mul(index, stride);
        linear = l.add(linear, step);
    }
    if l.known(linear) == Some(0) {
        return Ok((base, elem));
    }
    Ok((gep(l, base, linear, elem, in_bounds), elem))
}

/// The size of a type in bytes.
pub fn bytes(l: &Lower<'_>, ty: Type) -> Lowered<i64> {
    llvm::layout(l.cx(), ty)
        .and_then(|x| i64::try_from(x.size).ok())
        .ok_or_else(|| format!("type '{}' has no size", l.cx().type_to_string(ty)))
}
