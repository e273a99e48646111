//! Conversion of types to the `llvm` dialect.
//!
//! Memory spaces of memrefs become address spaces of pointers: shared memory of a block is address space 3, memory of the host and of a
//! single thread is generic, and integers are address spaces themselves.

use strata_ir::{prelude::*, rewrite::conversion::TypeConverter};
use strata_llvm::{ArrayType, PointerType, StructType, ptr, types::is_compatible};

/// The conversion of a type of an additional dialect; `None` for an unknown type.
pub type ExtraTypes = fn(&Context, Type) -> Option<Type>;

/// A converter to the types of LLVM, with additional types, and those that are converted otherwise, converted by `extra`.
pub fn llvm_types<'r>(extra: Option<ExtraTypes>, index_bits: u32) -> TypeConverter<'r> {
    TypeConverter::new()
        .with(move |_, cx, ty| cx.is_index(ty).then(|| Ok(index_type(cx, index_bits))))
        .with(move |_, cx, ty| extra?(cx, ty).map(Ok))
        .with(move |types, cx, ty| equivalent(types, cx, ty).map(Ok))
        .with(|_, cx, ty| Some(Err(format!("type '{}' has no LLVM equivalent", cx.type_to_string(ty)))))
}

/// The LLVM type for a type of the core dialects; `None` if there is none.
pub fn converted_type(cx: &Context, ty: Type) -> Option<Type> {
    llvm_types(None, 0).convert(cx, ty).ok()
}

fn equivalent(types: &TypeConverter<'_>, cx: &Context, ty: Type) -> Option<Type> {
    if is_compatible(cx, ty) {
        return Some(ty);
    }
    if let Some(i) = cx.as_int(ty) {
        return Some(cx.int_type(i.width));
    }
    // Narrow floats have no arithmetic; they are moved as their bits.
    if let Some(f) = cx.as_float(ty) {
        return (f.width() <= 8).then(|| cx.int_type(f.width()));
    }
    if let Some(v) = cx.type_as::<VectorType>(ty) {
        return vector(types, cx, v);
    }
    if let Some(m) = cx.type_as::<MemRefType>(ty) {
        types.convert(cx, m.elem).ok()?;
        let index = types.convert(cx, cx.index()).ok()?;
        return Some(descriptor_type(cx, pointer_to(cx, m)?, index, m.shape.len()));
    }
    if cx.type_as::<UnrankedMemRefType>(ty).is_some() {
        let index = types.convert(cx, cx.index()).ok()?;
        return Some(cx.ty(StructType::literal(vec![index, ptr(cx)])));
    }
    if let Some(c) = cx.type_as::<ComplexType>(ty) {
        let elem = types.convert(cx, c.elem).ok()?;
        return Some(cx.ty(StructType::literal(vec![elem, elem])));
    }
    cx.type_as::<FunctionType>(ty).map(|_| ptr(cx))
}

/// A vector of more than one dimension is an array of vectors; one without dimensions has one element.
fn vector(types: &TypeConverter<'_>, cx: &Context, v: &VectorType) -> Option<Type> {
    // Only the elements of an array can be of a size that is known at run time.
    let (last_scalable, outer_scalable) = v.scalable.split_last().map_or((false, &[][..]), |(&l, o)| (l, o));
    if outer_scalable.contains(&true) {
        return None;
    }
    let elem = types.convert(cx, v.elem).ok()?;
    if !is_compatible(cx, elem) {
        return None;
    }
    let (&last, outer) = match v.shape.split_last() {
        Some(split) => split,
        None => return Some(cx.vector(&[1], elem)),
    };
    let scalable = if last_scalable { smallvec![true] } else { SmallVec::new() };
    let mut ty = cx.ty(VectorType { shape: smallvec![last], scalable, elem });
    for &n in outer.iter().rev() {
        ty = cx.ty(ArrayType { len: u64::try_from(n).ok()?, elem: ty });
    }
    Some(ty)
}

/// The address space of a memory space; `None` if there is none.
pub fn address_space(cx: &Context, space: Option<Attr>) -> Option<u32> {
    let Some(space) = space else { return Some(0) };
    if let Some(n) = cx.attr_i64(space) {
        return u32::try_from(n).ok();
    }
    match cx.attr_to_string(space).as_str() {
        "#gpu.address_space<global>" | "#gpu.address_space<private>" => Some(0),
        "#gpu.address_space<workgroup>" => Some(3),
        _ => None,
    }
}

/// The type that `index` becomes; a width of 0 stands for 64 bits.
pub fn index_type(cx: &Context, bits: u32) -> Type {
    cx.int_type(if bits == 0 { 64 } else { bits })
}

/// The type of pointers to the elements of a memref.
pub fn pointer_to(cx: &Context, m: &MemRefType) -> Option<Type> {
    address_space(cx, m.memory_space).map(|address_space| cx.ty(PointerType { address_space }))
}

/// The descriptor of a memref: allocated and aligned address, offset, sizes and strides.
pub fn descriptor_type(cx: &Context, pointer: Type, index: Type, rank: usize) -> Type {
    let mut members = vec![pointer, pointer, index];
    if rank != 0 {
        let array = cx.ty(ArrayType { len: rank as u64, elem: index });
        members.extend([array, array]);
    }
    cx.ty(StructType::literal(members))
}
