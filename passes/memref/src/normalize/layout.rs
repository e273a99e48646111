//! The type of a buffer without its layout, and the sizes of such a buffer.

use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Relation, relation::BoundKind},
    prelude::*,
};
use strata_memref::layout;

/// A type with a layout, and what becomes of it.
#[derive(Clone, Debug)]
pub(super) struct Normalized {
    /// The type in which the layout is a part of the shape.
    pub ty: Type,
    /// From indices of the former type, and the symbols of its layout, to indices of the new one.
    pub map: AffineMap,
    /// The expressions of the new sizes in terms of the former ones.
    pub sizes: Vec<AffineExpr>,
}

/// The new type of buffers of type `ty`; `None` where the layout is the identity, or the new sizes are not known.
pub(super) fn normalized(cx: &Context, ty: Type) -> Option<Normalized> {
    let t = cx.type_as::<MemRefType>(ty)?;
    let map = layout::map(cx, t)?;
    if t.shape.is_empty() || map.is_identity() {
        return None;
    }
    let tiles = tiles(&map);
    if t.shape.contains(&DYNAMIC) && tiles.is_empty() {
        return None;
    }
    let (rank, n_symbols) = (t.shape.len(), map.n_symbols() as usize);
    let mut domain = Relation::new(rank, n_symbols);
    for (d, &n) in t.shape.iter().enumerate().filter(|(_, n)| **n != DYNAMIC) {
        domain.add_bound(BoundKind::Lower, d, 0);
        domain.add_bound(BoundKind::Upper, d, n.checked_sub(1)?);
    }
    let rows = domain.flatten(map.results())?;
    let mut shape = Dims::new();
    for (row, expr) in rows.iter().zip(map.results()) {
        let dynamic = |(d, n): (usize, &i64)| *n == DYNAMIC && expr.is_function_of_dim(d as u32);
        if t.shape.iter().enumerate().any(dynamic) {
            shape.push(DYNAMIC);
            continue;
        }
        let mut image = domain.clone();
        image.insert_dims(0, 1);
        let mut equal = vec![-1];
        equal.extend(row);
        image.add_equality(equal);
        let others = image.n_vars() - 1;
        image.project_out(1, others);
        let bound = |kind| image.constant_bound(kind, 0);
        // An index before the first element has no place.
        bound(BoundKind::Lower).filter(|&low| low >= 0)?;
        shape.push(bound(BoundKind::Upper)?.checked_add(1)?);
    }
    let sizes = sizes(&map, &tiles);
    let ty = cx.ty(MemRefType { shape, layout: None, ..t.clone() });
    Some(Normalized { ty, map, sizes })
}

/// The results of a map that are a quotient and the remainder of the same division, by their positions; empty if a quotient has not exactly
/// one remainder.
fn tiles(map: &AffineMap) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    for (i, expr) in map.results().iter().enumerate() {
        let Some((x, y)) = expr.as_binary(BinaryOp::FloorDiv) else { continue };
        let rest = |(_, e): &(usize, &AffineExpr)| e.as_binary(BinaryOp::Mod) == Some((x, y));
        let mut rests = map.results().iter().enumerate().filter(rest);
        match (rests.next(), rests.next()) {
            (Some((j, _)), None) => out.push((i, j)),
            _ => return Vec::new(),
        }
    }
    out
}

/// The sizes: a quotient rounded up, the divisor, or the result itself.
fn sizes(map: &AffineMap, tiles: &[(usize, usize)]) -> Vec<AffineExpr> {
    let size = |(i, expr): (usize, &AffineExpr)| {
        let parts = expr.as_binary(BinaryOp::FloorDiv).or_else(|| expr.as_binary(BinaryOp::Mod));
        match parts {
            Some((x, y)) if tiles.iter().any(|t| t.0 == i) => x.ceil_div(y.clone()),
            Some((_, y)) if tiles.iter().any(|t| t.1 == i) => y.clone(),
            _ => expr.clone(),
        }
    };
    map.results().iter().enumerate().map(size).collect()
}
