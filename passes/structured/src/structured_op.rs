//! Helpers for structured ops on the way to loops: taking them apart and building new ones.

use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Kind},
    prelude::*,
};
use strata_linalg::{FillOp, GenericOp, InputPrecision, LinalgOp, MatmulOp};
use strata_memref::layout;
use strata_tensor::{MixedIndex, rank_reduction};

pub(crate) use strata_linalg::IteratorType;
pub(crate) use strata_passes_analysis::structured_op::{
    Structured, is_contiguous_innermost, static_strides, structured,
};

/// The value of an affine expression over loop indices, as arithmetic on `index`.
///
/// `None` for divisions, which the callers do not need.
pub fn expand(b: &mut Builder<'_>, expr: &AffineExpr, dims: &[Value]) -> Option<Value> {
    Some(match expr.kind() {
        Kind::Dim(d) => *dims.get(*d as usize)?,
        Kind::Const(c) => strata_arith::constant_index(b, *c),
        Kind::Binary(op @ (BinaryOp::Add | BinaryOp::Mul), l, r) => {
            let (l, r) = (expand(b, l, dims)?, expand(b, r, dims)?);
            match op {
                BinaryOp::Add => strata_arith::AddIOp::build(b, l, r, None),
                _ => strata_arith::MulIOp::build(b, l, r, None),
            }
        }
        _ => return None,
    })
}

/// Whether [`expand`] can expand an expression.
pub fn is_expandable(expr: &AffineExpr) -> bool {
    match expr.kind() {
        Kind::Dim(_) | Kind::Const(_) => true,
        Kind::Binary(BinaryOp::Add | BinaryOp::Mul, l, r) => is_expandable(l) && is_expandable(r),
        _ => false,
    }
}

/// The groups that make one dimension of the last two.
pub fn last_two(rank: usize) -> Vec<Vec<i64>> {
    let mut groups: Vec<Vec<i64>> = (0..rank.saturating_sub(1) as i64).map(|d| vec![d]).collect();
    if let Some(last) = groups.last_mut() {
        last.push(rank as i64 - 1);
    }
    groups
}

/// Builds a `linalg.generic`.
pub fn build_generic(
    b: &mut Builder<'_>,
    inputs: &[Value],
    outputs: &[Value],
    maps: Vec<AffineMap>,
    iterators: &[IteratorType],
    types: &[Type],
    payload: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) -> Op {
    GenericOp::build_with(b, inputs, outputs, &maps, iterators, types, payload).op()
}

/// Builds a `linalg.matmul` on buffers that is a part of the product `whole`.
pub fn build_matmul(b: &mut Builder<'_>, whole: Op, lhs: Value, rhs: Value, out: Value) -> Option<Op> {
    let op = MatmulOp::create(b, [lhs, rhs], out, &[]).ok()?.op();
    InputPrecision::keep(b.body(), whole, op);
    Some(op)
}

/// Builds a `linalg.fill` of a buffer.
pub fn build_fill(b: &mut Builder<'_>, scalar: Value, buffer: Value) -> Option<Op> {
    FillOp::create(b, &[scalar], buffer).ok().map(|op| op.op())
}

/// Whether a product has the default maps of its op.
pub fn has_default_maps(b: &Body, op: Op) -> bool {
    let Some(linalg) = op.cast::<dyn LinalgOp>(b) else { return false };
    let dims = |n: u32, lists: [&[u32]; 3]| lists.map(|l| AffineMap::select(n, l));
    let maps = linalg.indexing_maps(b);
    maps == dims(3, [&[0, 2], &[2, 1], &[0, 1]]) || maps == dims(4, [&[0, 1, 3], &[0, 3, 2], &[0, 1, 2]])
}

/// The same op on buffers: other operands, no results, the same payload.
pub fn rebuild_on_buffers(body: &mut Body, op: Op, inputs: &[Value], outputs: &[Value]) -> Op {
    let mut state = OpState::new(body.info(op), body.loc(op));
    state.operands.extend(inputs.iter().chain(outputs).copied());
    state.attrs = (0..state.info.attrs.len()).map(|slot| body.attr_slot(op, slot)).collect();
    if let Some(slot) = state.info.result_segments() {
        state.attrs[slot] = Some(body.cx().i32_array(&[0]));
    }
    state.extra = body.extra_attrs(op).to_vec();
    for _ in 0..body.regions(op).len() {
        let region = body.new_region();
        state.regions.push(region);
    }
    let new = body.create(state);
    let at = InsertPoint::before(body, op);
    body.insert(new, at);
    let mut map = IdMap::new();
    for i in 0..body.regions(op).len() {
        let (from, to) = (body.regions(op)[i], body.regions(new)[i]);
        body.clone_region(from, to, &mut map);
    }
    new
}

/// A splat of zero.
pub fn zero_attr(cx: &Context, ty: Type) -> Attr {
    splat_of(cx, ty, 0)
}

/// A splat of one.
pub fn one_attr(cx: &Context, ty: Type) -> Attr {
    splat_of(cx, ty, 1)
}

/// A splat of a number.
pub fn splat_of(cx: &Context, ty: Type, n: i64) -> Attr {
    let elem = cx.elem_or_self(ty);
    let scalar = match cx.as_float(elem) {
        Some(_) => cx.float_attr(n as f64, elem),
        None => cx.int_attr(n, elem),
    };
    cx.splat_attr(ty, scalar).unwrap_or(scalar)
}

/// A rectangle of a memref, with offsets that are values and static sizes.
pub fn subview(b: &mut Builder<'_>, source: Value, offsets: &[Value], sizes: &[i64]) -> Value {
    let offsets: Vec<MixedIndex> = offsets.iter().map(|&v| mixed(b, v)).collect();
    let sizes: Vec<MixedIndex> = sizes.iter().map(|&d| MixedIndex::Static(d)).collect();
    let ones = vec![MixedIndex::Static(1); sizes.len()];
    subview_mixed(b, source, &offsets, &sizes, &ones, None)
}

/// A rectangle of a memref.
pub fn static_subview(b: &mut Builder<'_>, source: Value, offsets: &[i64], sizes: &[i64]) -> Value {
    let list = |v: &[i64]| v.iter().map(|&n| MixedIndex::Static(n)).collect::<Vec<_>>();
    subview_mixed(b, source, &list(offsets), &list(sizes), &list(&vec![1; sizes.len()]), None)
}

/// A static index where the value is a constant.
fn mixed(b: &Body, v: Value) -> MixedIndex {
    MixedIndex::Value(v).constant(b).map_or(MixedIndex::Value(v), MixedIndex::Static)
}

/// One plane of a rank-3 memref as a rank-2 one.
pub fn rank_reduced_row(b: &mut Builder<'_>, source: Value, offsets: &[Value], shape: &[i64]) -> Value {
    let offsets: Vec<MixedIndex> = offsets.iter().map(|&v| mixed(b, v)).collect();
    let mut sizes: Vec<MixedIndex> = shape.iter().map(|&d| MixedIndex::Static(d)).collect();
    sizes[0] = MixedIndex::Static(1);
    let ones = vec![MixedIndex::Static(1); sizes.len()];
    let elem = b.cx().elem_or_self(b.ty(source));
    let like = b.cx().tensor(&shape[1..], elem);
    subview_mixed(b, source, &offsets, &sizes, &ones, Some(like))
}

/// A slice of a memref. `like` is the type of the slice as a tensor, which may have fewer dimensions of size one.
pub fn subview_mixed(
    b: &mut Builder<'_>,
    source: Value,
    offsets: &[MixedIndex],
    sizes: &[MixedIndex],
    strides: &[MixedIndex],
    like: Option<Type>,
) -> Value {
    let cx = b.cx_arc().clone();
    let t = cx.type_as::<MemRefType>(b.ty(source)).expect("a buffer is a memref").clone();
    let unknown = || layout::Strided { strides: vec![DYNAMIC; t.shape.len()], offset: DYNAMIC };
    let whole = layout::strides(&cx, b.ty(source)).unwrap_or_else(unknown);
    let distances = offsets.iter().zip(&whole.strides).map(|(o, &s)| layout::mul(o.as_dim(), s));
    let offset = distances.fold(whole.offset, layout::add);
    let shape: Vec<i64> = sizes.iter().map(|s| s.as_dim()).collect();
    let new_strides: Vec<i64> =
        strides.iter().zip(&whole.strides).map(|(s, &o)| layout::mul(s.as_dim(), o)).collect();
    let reduced = like.and_then(|l| cx.shaped(l)).and_then(|s| s.shape);
    let dropped = reduced.and_then(|reduced| rank_reduction(&shape, reduced)).unwrap_or_default();
    let pick = |v: &[i64]| -> SmallVec<[i64; 4]> {
        let kept = v.iter().enumerate().filter(|(i, _)| !dropped.get(*i).is_some_and(|&dropped| dropped));
        kept.map(|(_, &n)| n).collect()
    };
    let layout = cx.attr(StridedLayoutAttr { offset, strides: pick(&new_strides) });
    let result = cx.ty(MemRefType {
        shape: pick(&shape),
        elem: t.elem,
        layout: Some(layout),
        memory_space: t.memory_space,
    });
    let split = |list: &[MixedIndex]| {
        let statics: Vec<i64> = list.iter().map(|m| m.as_dim()).collect();
        let values: Vec<Value> = list.iter().filter_map(|m| m.value()).collect();
        (cx.i64_array(&statics), values)
    };
    let ((so, o), (ss, s), (st, d)) = (split(offsets), split(sizes), split(strides));
    strata_memref::SubViewOp::build(b, source, &o, &s, &d, so, ss, st, result)
}

/// The padding value of a `tensor.pad` that pads with the same value everywhere.
pub fn uniform_pad_value(b: &Body, op: Op) -> Option<Value> {
    let block = b.blocks(*b.regions(op).first()?).first().copied()?;
    let value = b.operands(b.terminator(block)?).next()?;
    (b.def_block(value) != Some(block)).then_some(value)
}
