//! Strides and offsets of memref types.

use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Kind},
    core::DYNAMIC,
    prelude::*,
};

/// The distance of neighbours along each dimension, and the position of the first element, both in elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strided {
    /// Strides; [`DYNAMIC`] where unknown.
    pub strides: Vec<i64>,
    /// Offset; [`DYNAMIC`] when unknown.
    pub offset: i64,
}

/// Product of sizes or strides; unknown when one is.
pub fn mul(x: i64, y: i64) -> i64 {
    match (x, y) {
        (0, _) | (_, 0) => 0,
        (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
        (x, y) => x.checked_mul(y).unwrap_or(DYNAMIC),
    }
}
/// Sum of offsets; unknown when one is.
pub fn add(x: i64, y: i64) -> i64 {
    if x == DYNAMIC || y == DYNAMIC { DYNAMIC } else { x.checked_add(y).unwrap_or(DYNAMIC) }
}

/// The strides of a dense row-major buffer.
pub fn row_major(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = mul(strides[i], shape[i]);
    }
    strides
}

/// Strides and offset of a memref type; `None` for other types and for layouts that are not strided.
pub fn strides(cx: &Context, ty: Type) -> Option<Strided> {
    let t = cx.type_as::<MemRefType>(ty)?;
    let Some(layout) = t.layout else { return Some(Strided { strides: row_major(&t.shape), offset: 0 }) };
    if let Some(s) = cx.attr_as::<StridedLayoutAttr>(layout) {
        return Some(Strided { strides: s.strides.to_vec(), offset: s.offset });
    }
    let map = &cx.attr_as::<AffineMapAttr>(layout)?.0;
    // The position in the buffer is the row-major position of the results of the map, which are the shape itself
    // when there is more than one.
    let mut out = Strided { strides: vec![0; t.shape.len()], offset: 0 };
    let outer = if map.n_results() == 1 { vec![1] } else { row_major(&t.shape) };
    if outer.len() != map.n_results()
        || map.n_results() > 1 && !map.is_identity() && map.n_symbols() == 0 && !map.is_permutation()
    {
        return None;
    }
    if map.n_results() > 1 && map.is_permutation() && !map.is_identity() {
        return None;
    }
    for (e, &scale) in map.results().iter().zip(&outer) {
        linear(e, scale, &mut out)?;
    }
    Some(out)
}

/// The map of a layout, whose symbols are the unknown offset and strides; `None` where there is no layout.
pub fn map(cx: &Context, t: &MemRefType) -> Option<AffineMap> {
    let layout = t.layout?;
    if let Some(map) = cx.attr_as::<AffineMapAttr>(layout) {
        return Some(map.0.clone());
    }
    let strided = cx.attr_as::<StridedLayoutAttr>(layout)?;
    let mut symbols = 0;
    let mut number = |n: i64| {
        if n != DYNAMIC {
            return AffineExpr::constant(n);
        }
        symbols += 1;
        AffineExpr::symbol(symbols - 1)
    };
    let mut sum = number(strided.offset);
    for (d, &stride) in strided.strides.iter().enumerate() {
        sum = sum + AffineExpr::dim(d as u32) * number(stride);
    }
    Some(AffineMap::new(strided.strides.len() as u32, symbols, vec![sum]))
}

/// Adds `scale * e` to strides and offset.
fn linear(e: &AffineExpr, scale: i64, out: &mut Strided) -> Option<()> {
    match e.kind() {
        Kind::Dim(d) => {
            let s = out.strides.get_mut(*d as usize)?;
            *s = add(*s, scale);
        }
        Kind::Symbol(_) => out.offset = DYNAMIC,
        Kind::Const(c) => out.offset = add(out.offset, mul(*c, scale)),
        _ => {
            if let Some((x, y)) = e.as_binary(BinaryOp::Add) {
                linear(x, scale, out)?;
                linear(y, scale, out)?;
            } else {
                let (x, y) = e.as_binary(BinaryOp::Mul)?;
                let factor = match y.as_const() {
                    Some(c) => c,
                    None if y.is_symbolic_or_constant() => DYNAMIC,
                    None => return None,
                };
                linear(x, mul(scale, factor), out)?;
            }
        }
    }
    Some(())
}

/// The memref type with these strides, always with a layout, as views write it.
pub fn with_layout(cx: &Context, base: &MemRefType, shape: &[i64], layout: &Strided) -> Type {
    let attr =
        cx.attr(StridedLayoutAttr { offset: layout.offset, strides: layout.strides.as_slice().into() });
    cx.ty(MemRefType { shape: shape.into(), layout: Some(attr), ..base.clone() })
}

/// Whether the layout is that of a dense row-major buffer from its start.
pub fn is_identity(cx: &Context, ty: Type) -> bool {
    let Some(t) = cx.type_as::<MemRefType>(ty) else { return false };
    t.layout.is_none() || strides(cx, ty).is_some_and(|s| s.offset == 0 && s.strides == row_major(&t.shape))
}

/// How many values a layout leaves open: the symbols of a map, or the unknown strides and offset.
pub fn num_symbols(cx: &Context, layout: Attr) -> usize {
    if let Some(map) = cx.attr_as::<AffineMapAttr>(layout) {
        return map.0.n_symbols() as usize;
    }
    cx.attr_as::<StridedLayoutAttr>(layout)
        .map_or(0, |s| s.strides.iter().chain([&s.offset]).filter(|&&v| v == DYNAMIC).count())
}

/// Whether a layout is trivial: there is none, or the stride of the only dimension is one.
pub fn is_trivial(cx: &Context, t: &MemRefType) -> bool {
    t.layout.is_none_or(|l| {
        cx.attr_as::<StridedLayoutAttr>(l).is_some_and(|s| s.offset == 0 && s.strides[..] == [1])
    })
}

/// Whether two types have one shape and layouts that are equal as strides.
pub fn same(cx: &Context, a: Type, b: Type) -> bool {
    let (Some(x), Some(y)) = (cx.type_as::<MemRefType>(a), cx.type_as::<MemRefType>(b)) else { return false };
    let strided = || matches!((strides(cx, a), strides(cx, b)), (Some(s), Some(t)) if s == t);
    x.shape == y.shape && (x.layout == y.layout || strided())
}
