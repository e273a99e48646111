//! Types in C.

use strata_emitc::{ArrayType, PtrDiffType, SizeType, types};
use strata_ir::{prelude::*, rewrite::conversion::TypeConverter};

/// `index` is `size_t`.
pub(crate) fn with_index(types: TypeConverter<'_>) -> TypeConverter<'_> {
    types.with(|_, cx, ty| cx.is_index(ty).then(|| Ok(cx.ty(SizeType))))
}

/// Whether a memref can be an array: its sizes are known and positive, and elements follow one another.
pub(crate) fn is_array(cx: &Context, ty: Type) -> bool {
    let Some(memref) = cx.type_as::<MemRefType>(ty) else { return false };
    let sizes = !memref.shape.is_empty() && memref.shape.iter().all(|&size| size > 0);
    sizes && memref.layout.is_none()
}

/// Memrefs are arrays of elements that convert.
pub(crate) fn with_memrefs(types: TypeConverter<'_>) -> TypeConverter<'_> {
    types.with(|types, cx, ty| {
        let memref = cx.type_as::<MemRefType>(ty)?;
        if !is_array(cx, ty) {
            return Some(Err(format!("has type '{}', which is no array of C", cx.type_to_string(ty))));
        }
        let elem = match types.convert(cx, memref.elem) {
            Ok(elem) if types::is_element(cx, elem) || cx.as_int(elem).is_some() => elem,
            _ => {
                let shown = cx.type_to_string(memref.elem);
                return Some(Err(format!("has elements of type '{shown}', which C has not")));
            }
        };
        Some(Ok(cx.ty(ArrayType { shape: memref.shape.clone(), elem })))
    })
}

/// The unsigned type of the same width; `size_t` for the types as wide as pointers.
pub(crate) fn unsigned(cx: &Context, ty: Type) -> Type {
    match cx.as_int(ty) {
        Some(int) => cx.ty(IntegerType { width: int.width, signedness: Signedness::Unsigned }),
        None => cx.ty(SizeType),
    }
}

/// The signed type of the same width.
pub(crate) fn signed(cx: &Context, ty: Type) -> Type {
    if types::is_pointer_wide(cx, ty) { cx.ty(PtrDiffType) } else { ty }
}
