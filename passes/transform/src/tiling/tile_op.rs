//! One tile of a structured op: the same op on slices of its operands.

use strata_ir::{affine::AffineExpr, core::DYNAMIC, prelude::*};
use strata_linalg::{IndexOp, LinalgOp};
use strata_passes_structured::structured_op::subview_mixed;
use strata_tensor::{ExtractSliceOp, MixedIndex};

use super::index_math::apply;

/// The part of an iteration space: where it begins and how long it is, for each loop.
#[derive(Clone, Debug)]
pub struct Domain {
    /// Offsets.
    pub offsets: Vec<MixedIndex>,
    /// Sizes.
    pub sizes: Vec<MixedIndex>,
}

/// The place of a slice of an operand.
#[derive(Clone, Debug)]
pub struct Place {
    /// Offsets.
    pub offsets: Vec<MixedIndex>,
    /// Sizes.
    pub sizes: Vec<MixedIndex>,
}

impl Place {
    /// Strides of one.
    pub fn strides(&self) -> Vec<MixedIndex> {
        vec![MixedIndex::Static(1); self.sizes.len()]
    }
}

/// The sizes of all loops of an op, from the types of operands or computed in the order of these.
pub fn ranges(b: &mut Builder<'_>, op: Op) -> Option<Vec<MixedIndex>> {
    let linalg = op.cast::<dyn LinalgOp>(b)?;
    let mut out: Vec<MixedIndex> = linalg.static_loop_ranges(b).into_iter().map(MixedIndex::Static).collect();
    let mut unknown: Vec<((usize, usize), usize)> = linalg
        .loop_sources(b)?
        .into_iter()
        .enumerate()
        .filter(|&(d, _)| out[d] == MixedIndex::Static(DYNAMIC))
        .map(|(d, source)| (source, d))
        .collect();
    unknown.sort_unstable();
    for ((operand, dim), d) in unknown {
        let v = b.operand(op, operand);
        out[d] = strata_linalg::dim_of(b, v, dim)?;
    }
    Some(out)
}

/// The part of operand `i` that the iterations of a domain read or write.
pub fn place(b: &mut Builder<'_>, op: Op, i: usize, domain: &Domain) -> Option<Place> {
    let map = op.cast::<dyn LinalgOp>(b)?.indexing_map(b, i)?;
    let mut out = Place { offsets: Vec::new(), sizes: Vec::new() };
    for expr in map.results() {
        out.offsets.push(apply(b, expr, &domain.offsets));
        out.sizes.push(match expr.as_dim() {
            Some(d) => *domain.sizes.get(d as usize)?,
            // The last index plus one.
            None => {
                let one_less: Vec<AffineExpr> =
                    (0..domain.sizes.len() as u32).map(|d| AffineExpr::dim(d) - 1).collect();
                apply(b, &(expr.replace_dims(&one_less) + 1), &domain.sizes)
            }
        });
    }
    Some(out)
}

/// A slice of a tensor or memref; a value without dimensions is its own.
pub fn slice(b: &mut Builder<'_>, v: Value, place: &Place) -> Value {
    let ty = b.ty(v);
    match b.cx().shaped(ty).and_then(|s| s.rank()) {
        Some(rank) if rank > 0 => {}
        _ => return v,
    }
    if b.cx().type_as::<MemRefType>(ty).is_some() {
        return subview_mixed(b, v, &place.offsets, &place.sizes, &place.strides(), None);
    }
    ExtractSliceOp::create(b, v, &place.offsets, &place.sizes, &place.strides())
}

/// A copy of an op with other operands and result types.
pub fn copy_with(b: &mut Builder<'_>, op: Op, operands: &[Value], types: &[Type]) -> Op {
    let mut state = OpState::new(b.info(op), b.loc(op));
    state.operands.extend(operands.iter().copied());
    state.result_types.extend(types.iter().copied());
    state.attrs = (0..state.info.attrs.len()).map(|slot| b.attr_slot(op, slot)).collect();
    state.extra = b.extra_attrs(op).to_vec();
    for _ in 0..b.regions(op).len() {
        let region = b.body().new_region();
        state.regions.push(region);
    }
    let new = b.build(state);
    let mut map = IdMap::new();
    for i in 0..b.regions(op).len() {
        let (from, to) = (b.regions(op)[i], b.regions(new)[i]);
        b.body().clone_region(from, to, &mut map);
    }
    new
}

/// The op for the iterations of a domain. `inits` take the place of its own.
pub fn tiled(b: &mut Builder<'_>, op: Op, inits: &[Value], domain: &Domain) -> Option<Op> {
    let init_range = op.cast::<dyn LinalgOp>(b)?.dps_init_range(b);
    let mut operands: Vec<Value> = b.operands(op).collect();
    for (i, v) in init_range.clone().zip(inits) {
        operands[i] = *v;
    }
    // First all places, then all slices.
    let places = (0..operands.len()).map(|i| place(b, op, i, domain)).collect::<Option<Vec<_>>>()?;
    let slices: Vec<Value> = operands.iter().zip(&places).map(|(&v, place)| slice(b, v, place)).collect();
    let on_tensors = !b.results(op).is_empty();
    let types: Vec<Type> =
        if on_tensors { slices[init_range].iter().map(|&v| b.ty(v)).collect() } else { Vec::new() };
    let new = copy_with(b, op, &slices, &types);
    offset_indices(b.body(), new, &domain.offsets);
    Some(new)
}

/// Adds offsets to the loop numbers that a payload asks for.
pub fn offset_indices(body: &mut Body, op: Op, offsets: &[MixedIndex]) {
    for index in body.ops_in(op) {
        let Some(index) = index.as_op::<IndexOp>(body) else { continue };
        let offset = index.loop_number(body).and_then(|d| offsets.get(d).copied());
        let Some(offset) = offset.filter(|&o| o != MixedIndex::Static(0)) else { continue };
        let old = index.result(body);
        let mut b = Builder::after(body, index.op());
        let sum = apply(&mut b, &(AffineExpr::dim(0) + AffineExpr::dim(1)), &[old.into(), offset]);
        if let Some(sum) = sum.value() {
            let sum_op = body.def_op(sum);
            body.replace_uses_if(old, sum, |_, user| Some(user) != sum_op);
        }
    }
}
