//! Memref types of tensors, and casts between them.

use strata_ir::prelude::*;
use strata_memref::layout;

/// Whether a type is a tensor.
pub(crate) fn is_tensor(cx: &Context, ty: Type) -> bool {
    cx.type_as::<TensorType>(ty).is_some() || cx.type_as::<UnrankedTensorType>(ty).is_some()
}

/// Whether a type is a memref.
pub(crate) fn is_memref(cx: &Context, ty: Type) -> bool {
    cx.type_as::<MemRefType>(ty).is_some() || cx.type_as::<UnrankedMemRefType>(ty).is_some()
}

fn with_layout(
    cx: &Context,
    shaped: Type,
    space: Option<Attr>,
    layout: impl Fn(usize) -> Option<Attr>,
) -> Type {
    let elem = cx.elem_or_self(shaped);
    match cx.shaped(shaped).and_then(|s| s.shape) {
        Some(shape) => {
            cx.ty(MemRefType { shape: shape.into(), elem, layout: layout(shape.len()), memory_space: space })
        }
        None => cx.ty(UnrankedMemRefType { elem, memory_space: space }),
    }
}

/// The row-major memref type of a tensor type.
pub(crate) fn identity(cx: &Context, shaped: Type, space: Option<Attr>) -> Type {
    with_layout(cx, shaped, space, |_| None)
}

/// The memref type of a tensor type whose strides and offset are known at run time.
pub(crate) fn fully_dynamic(cx: &Context, shaped: Type, space: Option<Attr>) -> Type {
    with_layout(cx, shaped, space, |rank| {
        Some(cx.attr(StridedLayoutAttr { offset: DYNAMIC, strides: SmallVec::from_elem(DYNAMIC, rank) }))
    })
}

/// The memory space of a memref type.
pub(crate) fn memory_space(cx: &Context, ty: Type) -> Option<Attr> {
    match cx.type_as::<MemRefType>(ty) {
        Some(t) => t.memory_space,
        None => cx.type_as::<UnrankedMemRefType>(ty)?.memory_space,
    }
}

/// Whether a cast between two ranked types never fails at run time, as far as strides and offset are concerned.
pub(crate) fn is_safe_cast(cx: &Context, from: Type, to: Type) -> bool {
    let (Some(a), Some(b)) = (layout::strides(cx, from), layout::strides(cx, to)) else { return false };
    let stays = |a: i64, b: i64| a != DYNAMIC || b == DYNAMIC;
    stays(a.offset, b.offset) && a.strides.iter().zip(&b.strides).all(|(&a, &b)| stays(a, b))
}
