//! Helpers of the folds: poison, positions in row-major order, elements of constants.

use strata_ir::{core::element_bytes, prelude::*};
use strata_tensor::MixedIndex;
use strata_ub::PoisonAttr;

use crate::constraints::vector_of;

/// The number of elements up to which a fold may make a constant although the one it starts from is used elsewhere.
pub const SMALL_CONSTANT: usize = 256;

/// Poison, if the operand with this constant is poison.
pub fn poison(cx: &Context, value: Option<&Option<Attr>>) -> Option<Folded> {
    let value = value.copied().flatten().filter(|&v| PoisonAttr::isa(cx, v))?;
    Some(value.into())
}

/// The positions, when all of them are constants.
pub fn statics(list: &[MixedIndex]) -> Option<Vec<i64>> {
    list.iter().map(|m| m.as_static()).collect()
}

/// The shape of a vector of fixed length.
pub fn fixed_shape(b: &Body, v: Value) -> Option<&[i64]> {
    vector_of(b, v).filter(|v| v.scalable.is_empty()).map(|v| &v.shape[..])
}

/// The number of elements of a shape.
pub fn count(shape: &[i64]) -> Option<usize> {
    shape.iter().try_fold(1usize, |n, &d| n.checked_mul(usize::try_from(d).ok()?))
}

/// The number of a position in row-major order; positions that are missing are 0.
pub fn linear(shape: &[i64], at: &[i64]) -> Option<usize> {
    shape.iter().enumerate().try_fold(0usize, |n, (i, &d)| {
        let p = at.get(i).copied().unwrap_or(0);
        let p = usize::try_from(p).ok().filter(|_| p < d)?;
        n.checked_mul(usize::try_from(d).ok()?)?.checked_add(p)
    })
}

/// The position with a number in row-major order.
pub fn delinear(shape: &[i64], mut number: usize) -> Option<Vec<i64>> {
    let mut at = vec![0; shape.len()];
    for (p, &d) in at.iter_mut().zip(shape).rev() {
        let d = usize::try_from(d).ok().filter(|&d| d > 0)?;
        *p = (number % d) as i64;
        number /= d;
    }
    Some(at)
}

/// The bytes that an element has in a dense constant.
pub fn scalar_bytes(cx: &Context, value: Attr) -> Option<Vec<u8>> {
    let mut data = if let Some(i) = cx.attr_as::<IntegerAttr>(value) {
        i.value.to_le_bytes()
    } else {
        cx.attr_as::<FloatAttr>(value)?.bits.to_le_bytes().to_vec()
    };
    data.resize(element_bytes(cx, cx.attr_type(value)?)?, 0);
    Some(data)
}

/// The bytes of all elements of a dense constant.
pub fn all_bytes(cx: &Context, dense: &DenseElementsAttr) -> Vec<u8> {
    (0..dense.num_elements(cx)).flat_map(|i| dense.element(cx, i)).copied().collect()
}

/// Whether a constant that is made of the one that defines `v` is not too large.
pub fn may_copy(b: &Body, v: Value, elements: usize) -> bool {
    elements <= SMALL_CONSTANT || b.uses_of(v).take(2).count() == 1
}
