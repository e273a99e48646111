//! Casts and copies: ranks, sizes and layouts that only one of the types has.

use strata_ir::prelude::*;
use strata_memref::{CastOp, ExtractStridedMetadataOp, layout};

use super::checker::Checker;

/// The rank, where the type of the value does not have it.
fn rank(c: &mut Checker<'_, '_>, source: Value, rank: usize) {
    if c.b.cx().shaped(c.b.ty(source)).is_none_or(|s| s.shape.is_none()) {
        let actual = c.rank(source);
        let expected = c.index(rank as i64);
        c.assert_equal(actual, expected, "rank mismatch");
    }
}

/// The sizes that `shape` has, where the type of the value does not have them.
fn sizes(c: &mut Checker<'_, '_>, source: Value, shape: &[i64]) {
    for (i, &size) in shape.iter().enumerate() {
        let known = c.b.cx().shaped(c.b.ty(source)).and_then(|s| s.shape).is_some_and(|s| s[i] != DYNAMIC);
        if known || size == DYNAMIC {
            continue;
        }
        let actual = c.dim(source, i);
        let expected = c.index(size);
        c.assert_equal(actual, expected, &format!("size mismatch of dim {i}"));
    }
}

pub(super) fn tensor(c: &mut Checker<'_, '_>, op: Op) -> Option<()> {
    let source = c.b.operand(op, 0);
    let shape = c.b.cx().shaped(c.b.ty(c.b.result(op, 0)))?.shape?.to_vec();
    rank(c, source, shape.len());
    sizes(c, source, &shape);
    Some(())
}

pub(super) fn buffer(c: &mut Checker<'_, '_>, op: Op) -> Option<()> {
    let (source, ty) = (c.b.operand(op, 0), c.b.ty(c.b.result(op, 0)));
    let result = c.b.cx().type_as::<MemRefType>(ty)?.clone();
    let n = result.shape.len();
    let wanted = layout::strides(c.b.cx(), ty)?;
    rank(c, source, n);
    // Offsets and strides are those of a buffer of which none is known.
    let open = layout::Strided { strides: vec![DYNAMIC; n], offset: DYNAMIC };
    let open = layout::with_layout(c.b.cx(), &result, &vec![DYNAMIC; n], &open);
    let cast = CastOp::build(c.b, source, open);
    let parts = ExtractStridedMetadataOp::create(c.b, cast)?;
    sizes(c, source, &result.shape);
    if wanted.offset != DYNAMIC {
        let (actual, expected) = (parts.offset(c.b), c.index(wanted.offset));
        c.assert_equal(actual, expected, "offset mismatch");
    }
    for (i, &stride) in wanted.strides.iter().enumerate().filter(|(_, s)| **s != DYNAMIC) {
        let (actual, expected) = (parts.strides(c.b)[i], c.index(stride));
        c.assert_equal(actual, expected, &format!("stride mismatch of dim {i}"));
    }
    Some(())
}

/// Source and target of a copy have the same sizes.
pub(super) fn copy(c: &mut Checker<'_, '_>, op: Op) -> Option<()> {
    let buffers = [c.b.operand(op, 0), c.b.operand(op, 1)];
    let shape = |c: &Checker<'_, '_>, v: Value| Some(c.b.cx().shaped(c.b.ty(v))?.shape?.to_vec());
    let (from, to) = (shape(c, buffers[0])?, shape(c, buffers[1])?);
    for (i, sizes) in from.into_iter().zip(to).enumerate() {
        if sizes.0 != DYNAMIC && sizes.1 != DYNAMIC {
            continue;
        }
        let mut size = |n: i64, v: Value| if n == DYNAMIC { c.dim(v, i) } else { c.index(n) };
        let (from, to) = (size(sizes.0, buffers[0]), size(sizes.1, buffers[1]));
        c.assert_equal(from, to, &format!("size of {i}-th source/target dim does not match"));
    }
    Some(())
}
