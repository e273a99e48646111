//! Sizes and shapes as constants and types tell them.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{ConstShapeOp, ShapeOfOp, ShapeType, is_extent_tensor};

/// The number that a constant size is.
pub(crate) fn size(cx: &Context, value: Option<Attr>) -> Option<i64> {
    cx.attr_i64(value?)
}

/// The sizes that a constant shape has.
pub(crate) fn extents(cx: &Context, value: Option<Attr>) -> Option<Vec<i64>> {
    cx.attr_as::<DenseElementsAttr>(value?)?.to_i64s(cx)
}

/// Sizes as the attribute of a constant shape.
pub(crate) fn extents_attr(cx: &Context, sizes: &[i64]) -> Option<Attr> {
    cx.dense_i64s(cx.tensor(&[sizes.len() as i64], cx.index()), sizes)
}

/// The constant shape to which an op with a result of type `ty` folds; `None` if no constant has this type.
pub(crate) fn folded_extents(cx: &Context, sizes: &[i64], ty: Type) -> Option<Folded> {
    let has_type =
        cx.type_as::<ShapeType>(ty).is_some() || ty == cx.tensor(&[sizes.len() as i64], cx.index());
    Some(extents_attr(cx, sizes).filter(|_| has_type)?.into())
}

/// The sizes of a shape that is a constant.
pub(crate) fn constant_extents(b: &Body, shape: Value) -> Option<Vec<i64>> {
    let constant = b.def_as::<ConstShapeOp>(shape)?;
    extents(b.cx(), Some(constant.shape(b).raw()))
}

/// The sizes of a constant, or of the shape of a ranked value; some may be [`DYNAMIC`].
pub(crate) fn partial_extents(b: &Body, shape: Value) -> Option<Vec<i64>> {
    if let Some(of) = b.def_as::<ShapeOfOp>(shape) {
        return Some(b.cx().shaped(b.ty(of.arg(b)))?.shape?.to_vec());
    }
    constant_extents(b, shape)
}

/// The number of sizes of an extent tensor, if its type tells it.
pub(crate) fn extent_count(cx: &Context, ty: Type) -> Option<i64> {
    let count = *cx.type_as::<TensorType>(ty).filter(|_| is_extent_tensor(cx, ty))?.shape.first()?;
    (count != DYNAMIC).then_some(count)
}

/// The size at `i` from the last one; shapes with fewer sizes have ones in front.
fn from_last(shape: &[i64], i: usize) -> i64 {
    if i < shape.len() { shape[shape.len() - 1 - i] } else { 1 }
}

/// The shape to which two known shapes are broadcast.
pub(crate) fn broadcast(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    let mut sizes = Vec::new();
    for i in 0..a.len().max(b.len()) {
        sizes.push(match (from_last(a, i), from_last(b, i)) {
            (1, n) | (n, 1) => n,
            (n, m) if n == m => n,
            _ => return None,
        });
    }
    sizes.reverse();
    Some(sizes)
}

/// Whether shapes can be broadcast, whatever their unknown sizes are.
pub(crate) fn surely_broadcast(shapes: &[Vec<i64>]) -> bool {
    let rank = shapes.iter().map(Vec::len).max().unwrap_or(0);
    (0..rank).all(|i| {
        let mut others = shapes.iter().map(|s| from_last(s, i)).filter(|&n| n != 1);
        let Some(first) = others.next() else { return true };
        let mut others = others.peekable();
        // One unknown size beside ones is broadcast; beside another size it may be a different one.
        others.peek().is_none() || (first != DYNAMIC && others.all(|n| n == first))
    })
}

#[cfg(test)]
mod tests {
    use super::{DYNAMIC, broadcast, surely_broadcast};

    #[test]
    fn known_shapes_are_broadcast() {
        assert_eq!(broadcast(&[4, 1], &[7, 1, 5]), Some(vec![7, 4, 5]));
        assert_eq!(broadcast(&[], &[3]), Some(vec![3]));
        assert_eq!(broadcast(&[0], &[1]), Some(vec![0]));
        assert_eq!(broadcast(&[2], &[3]), None);
    }

    #[test]
    fn unknown_sizes_are_broadcast_beside_ones_only() {
        assert!(surely_broadcast(&[vec![DYNAMIC, 3], vec![1, 3], vec![3]]));
        assert!(!surely_broadcast(&[vec![DYNAMIC], vec![DYNAMIC]]));
        assert!(!surely_broadcast(&[vec![DYNAMIC], vec![4]]));
        assert!(!surely_broadcast(&[vec![4], vec![5]]));
    }
}
