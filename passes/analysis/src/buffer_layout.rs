//! How buffers lie in memory: what passes rely on, and the conversion to the `llvm` dialect and the runtime keep to.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_llvm::layout;

/// Alignment in bytes of the buffers that the runtime passes to compiled programs.
pub const BUFFER_ALIGNMENT: i64 = 64;

/// Whether a memref can be passed as one pointer.
pub fn is_bare(cx: &Context, ty: Type) -> bool {
    cx.type_as::<MemRefType>(ty).is_some_and(|m| m.layout.is_none() && !m.shape.contains(&DYNAMIC))
}

/// Bytes of a row-major memref of static size.
pub fn static_bytes(cx: &Context, ty: Type) -> Option<i64> {
    let m = cx.type_as::<MemRefType>(ty).filter(|_| is_bare(cx, ty))?;
    m.shape.iter().try_fold(element_bytes(cx, m.elem)?, |n, &d| n.checked_mul(d))
}

/// The distance of two neighbouring elements in bytes.
fn element_bytes(cx: &Context, elem: Type) -> Option<i64> {
    if let Some(complex) = cx.type_as::<ComplexType>(elem) {
        return element_bytes(cx, complex.elem)?.checked_mul(2);
    }
    // A vector of more than one dimension is an array of vectors.
    if let Some(v) = cx.type_as::<VectorType>(elem)
        && let [outer @ .., last] = &v.shape[..]
    {
        let row = i64::try_from(layout(cx, cx.vector(&[*last], v.elem))?.size).ok()?;
        return outer.iter().try_fold(row, |n, &d| n.checked_mul(d));
    }
    i64::try_from(layout(cx, elem)?.size).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use strata_ir::core::Registry;

    #[test]
    fn bytes_are_those_of_arrays() {
        let cx = Registry::new().freeze();
        let complex = cx.ty(ComplexType { elem: cx.f32() });
        let cases = [
            (cx.memref(&[3, 5], cx.f32()), Some(60)),
            (cx.memref(&[4], cx.index()), Some(32)),
            (cx.memref(&[10], cx.int_type(1)), Some(10)),
            (cx.memref(&[], cx.f16()), Some(2)),
            (cx.memref(&[2], complex), Some(16)),
            (cx.memref(&[2], cx.vector(&[3], cx.f32())), Some(32)),
            (cx.memref(&[2], cx.vector(&[2, 3], cx.f32())), Some(64)),
            (cx.memref(&[DYNAMIC], cx.f32()), None),
            (cx.memref(&[i64::MAX, 2], cx.f32()), None),
        ];
        for (ty, bytes) in cases {
            assert_eq!(static_bytes(&cx, ty), bytes, "{}", cx.type_to_string(ty));
            assert_eq!(is_bare(&cx, ty), !cx.type_to_string(ty).contains('?'));
        }
    }
}
