//! Emits a group as a loop over tiles.

use rustc_hash::FxHashMap;
use strata_arith::{AddIOp, MulIOp, constant_index};
use strata_ir::prelude::*;
use strata_linalg::IndexOp;
use strata_memref::{AllocOp, CollapseShapeOp, CopyOp, DeallocOp, ExpandShapeOp};
use strata_passes_analysis::{buffer_layout::BUFFER_ALIGNMENT, linear_index::LinearIndex};
use strata_scf::{ForallOp, InParallelOp, syntax::Mixed};
use strata_tensor::MixedIndex;

use super::{
    cost_model::Tiling,
    fusion_group::Group,
    loop_nest::{Nest, Operand, at_lead},
    paddings::Padding,
};
use crate::{loop_builder::build_for, structured_op};

/// A buffer that only the nests of a group use, so that each tile can allocate a part of it.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub buffer: Value,
    pub bytes: f64,
    shape: Vec<i64>,
    dealloc: Option<Op>,
    /// Its reshapes; a reshape of a reshape comes after it.
    views: Vec<Op>,
}

/// The buffers of a group that nothing else uses.
pub(super) fn locals(b: &Body, group: &Group) -> Vec<Local> {
    let mut found: Vec<Local> = Vec::new();
    let mut seen: Vec<Value> = Vec::new();
    for nest in &group.nests {
        for operand in nest.operands.iter().filter(|o| o.shape.is_some()) {
            if seen.contains(&operand.base) {
                continue;
            }
            seen.push(operand.base);
            // The first nest that touches it has to write the whole buffer without reading it.
            let times = nest.operands.iter().filter(|o| o.base == operand.base).count();
            if operand.write
                && nest.overwrites
                && times == 1
                && let Some(local) = local(b, group, operand.base)
            {
                found.push(local);
            }
        }
    }
    found
}

fn local(b: &Body, group: &Group, buffer: Value) -> Option<Local> {
    let alloc = b.def_op(buffer).filter(|op| op.isa::<AllocOp>(b))?;
    let (mut dealloc, mut views) = (None, Vec::new());
    let mut open = vec![buffer];
    while let Some(value) = open.pop() {
        for user in b.users(value) {
            if user.isa::<DeallocOp>(b) {
                if dealloc.replace(user).is_some() || b.parent_block(user) != b.parent_block(alloc) {
                    return None;
                }
            } else if user.isa::<CollapseShapeOp>(b) || user.isa::<ExpandShapeOp>(b) {
                views.push(user);
                open.push(b.result(user, 0));
            } else if !group.nests.iter().any(|n| n.op == user) {
                return None;
            }
        }
    }
    let uses = group.nests.iter().flat_map(|n| n.operands.iter().map(move |o| (n, o)));
    let mut of_buffer = uses.filter(|(_, o)| o.base == buffer);
    let fits = of_buffer.all(|(n, o)| at_lead(n, o, group.depth) && o.kept >= group.depth);
    let memref = b.cx().type_as::<MemRefType>(b.ty(buffer)).filter(|m| m.layout.is_none())?;
    let shape = memref.shape.to_vec();
    let elements = shape.iter().map(|&n| n as f64).product::<f64>();
    let bytes = elements * strata_ir::core::element_bytes(b.cx(), memref.elem)? as f64;
    let here = b.parent_block(alloc) == b.parent_block(group.nests[0].op);
    (fits && here).then_some(Local { buffer, bytes, shape, dealloc, views })
}

/// A group, the buffers of which each tile has a part of its own, and the padded copies that it makes for itself.
pub(super) struct Parts<'g> {
    pub group: &'g Group,
    pub locals: &'g [Local],
    pub paddings: &'g [Padding],
}

/// Replaces the ops of a group by a loop over its tiles.
pub(super) fn emit(body: &mut Body, parts: &Parts<'_>, tiling: &Tiling) {
    let group = parts.group;
    let Some(last) = group.nests.last() else { return };
    let extents = group.extents();
    // A loop with a single tile is not emitted.
    let dims: Vec<usize> = tiling.order.iter().copied().filter(|&k| tiling.tile[k] < extents[k]).collect();
    let count = |k: usize| (extents[k] + tiling.tile[k] - 1) / tiling.tile[k];
    let mut b = Builder::before(body, last.op);
    if tiling.parallel && dims.is_empty() {
        let (zero, one) = ([Mixed::Static(0)], [Mixed::Static(1)]);
        ForallOp::create(&mut b, [&zero, &one, &one], &[], None, |b, _, _| {
            tiles(b, parts, tiling, &dims, &[]);
            InParallelOp::create(b, |_| {});
        });
    } else if tiling.parallel {
        let bounds = |value: &dyn Fn(usize) -> i64| -> Vec<Mixed> {
            dims.iter().map(|&k| Mixed::Static(value(k))).collect()
        };
        let (lower, upper, step) = (bounds(&|_| 0), bounds(&count), bounds(&|_| 1));
        ForallOp::create(&mut b, [&lower, &upper, &step], &[], None, |b, ivs, _| {
            tiles(b, parts, tiling, &dims, ivs);
            InParallelOp::create(b, |_| {});
        });
    } else {
        sequential(&mut b, parts, tiling, &dims, &mut Vec::new());
    }
    for nest in &group.nests {
        body.erase(nest.op);
    }
    for padding in parts.paddings {
        padding.erase(body);
    }
    for local in parts.locals {
        for &op in local.dealloc.iter().chain(local.views.iter().rev()) {
            body.erase(op);
        }
        if let Some(alloc) = body.def_op(local.buffer) {
            body.erase(alloc);
        }
    }
}

/// Nested loops around the tiles.
fn sequential(b: &mut Builder<'_>, parts: &Parts<'_>, tiling: &Tiling, dims: &[usize], ivs: &mut Vec<Value>) {
    let Some(&k) = dims.get(ivs.len()) else { return tiles(b, parts, tiling, dims, ivs) };
    let n = parts.group.extents()[k];
    let count = (n + tiling.tile[k] - 1) / tiling.tile[k];
    let (zero, end, one) = (constant_index(b, 0), constant_index(b, count), constant_index(b, 1));
    build_for(b, zero, end, one, &[], |b, iv, _| {
        ivs.push(iv);
        sequential(b, parts, tiling, dims, ivs);
        ivs.pop();
        Vec::new()
    });
}

/// The tile with these numbers along `dims`: a full one, or a smaller one at the end where sizes do not divide.
fn tiles(b: &mut Builder<'_>, parts: &Parts<'_>, tiling: &Tiling, dims: &[usize], ivs: &[Value]) {
    let extents = parts.group.extents();
    let zero = constant_index(b, 0);
    let mut offsets = vec![zero; extents.len()];
    for (&k, &iv) in dims.iter().zip(ivs) {
        let size = constant_index(b, tiling.tile[k]);
        offsets[k] = if tiling.tile[k] == 1 { iv } else { MulIOp::build(b, iv, size, None) };
    }
    let partial: Vec<usize> = dims.iter().copied().filter(|&k| extents[k] % tiling.tile[k] != 0).collect();
    choose(b, parts, &extents, &offsets, &mut tiling.tile.clone(), &partial);
}

/// Emits a branch for the full tile and one for the last tile, for each loop in `partial`.
fn choose(
    b: &mut Builder<'_>,
    parts: &Parts<'_>,
    extents: &[i64],
    offsets: &[Value],
    tile: &mut Vec<i64>,
    partial: &[usize],
) {
    let Some((&k, rest)) = partial.split_first() else { return tile_of(b, parts, offsets, tile) };
    let full = tile[k];
    let cut = extents[k] - extents[k] % full;
    let cut = constant_index(b, cut);
    let less = strata_arith::CmpIPredicate::Slt.attr(b.cx());
    let is_full = strata_arith::CmpIOp::build(b, less, offsets[k], cut);
    let op = strata_scf::IfOp::build(b, is_full, &[]);
    for (region, size) in [full, extents[k] % full].into_iter().enumerate() {
        tile[k] = size;
        b.region_block(op, region, &[], |b, _| {
            choose(b, parts, extents, offsets, tile, rest);
            strata_scf::YieldOp::build(b, &[]);
        });
    }
    tile[k] = full;
}

/// The ops of a group for one tile.
fn tile_of(b: &mut Builder<'_>, parts: &Parts<'_>, offsets: &[Value], tile: &[i64]) {
    let Parts { group, locals, paddings } = *parts;
    let mut own: FxHashMap<Value, Value> = FxHashMap::default();
    let mut made = Vec::new();
    for local in locals {
        let mut shape = local.shape.clone();
        shape[..tile.len()].copy_from_slice(tile);
        let elem = b.cx().elem_or_self(b.ty(local.buffer));
        let ty = b.cx().ty(MemRefType { shape: shape.into(), elem, layout: None, memory_space: None });
        let alignment = b.cx().i64_attr(BUFFER_ALIGNMENT);
        own.insert(local.buffer, AllocOp::build(b, &[], &[], Some(alignment), ty));
    }
    for nest in &group.nests {
        let lead = &nest.lead[..group.depth];
        let at = |d: usize| lead.iter().position(|&l| l == d);
        let mut slices = Vec::new();
        for operand in &nest.operands {
            let padding = paddings.iter().find(|p| p.buffer == operand.value);
            slices.push(if own.contains_key(&operand.base) {
                own_part(b, &mut own, operand.value, tile)
            } else if let Some(padding) = padding
                && let Some((starts, sizes)) = place(b, nest, operand, offsets, tile, &at)
            {
                let part = padding.part(b, &starts, &sizes);
                made.push(part);
                part
            } else {
                slice(b, nest, operand, offsets, tile, &at)
            });
        }
        if nest.op.isa::<CopyOp>(b) {
            CopyOp::build(b, slices[0], slices[1]);
            continue;
        }
        let inputs = nest.operands.iter().filter(|o| !o.write).count();
        let here = b.point();
        let new = structured_op::rebuild_on_buffers(b, nest.op, &slices[..inputs], &slices[inputs..]);
        b.move_op(new, here);
        shift_indices(b, new, offsets, &at);
    }
    for buffer in locals.iter().map(|l| own[&l.buffer]).chain(made) {
        DeallocOp::build(b, buffer);
    }
}

/// The part of the tile that stands for `value`, which is a local buffer or a reshape of one.
fn own_part(b: &mut Builder<'_>, own: &mut FxHashMap<Value, Value>, value: Value, tile: &[i64]) -> Value {
    if let Some(&known) = own.get(&value) {
        return known;
    }
    let Some(view) = b.def_op(value) else { return value };
    let source = b.operand(view, 0);
    let source = own_part(b, own, source, tile);
    let made = if let Some(collapse) = view.as_op::<CollapseShapeOp>(b) {
        let groups = collapse.groups(b);
        CollapseShapeOp::create(b, source, &groups)
    } else if let Some(expand) = view.as_op::<ExpandShapeOp>(b) {
        let groups = expand.groups(b);
        let mut sizes = expand.mixed_output_shape(b);
        for (size, &n) in sizes.iter_mut().zip(tile) {
            *size = MixedIndex::Static(n);
        }
        ExpandShapeOp::create(b, source, &groups, &sizes)
    } else {
        None
    };
    let made = made.unwrap_or(source);
    own.insert(value, made);
    made
}

/// The part of an operand that a tile touches.
fn slice(
    b: &mut Builder<'_>,
    nest: &Nest,
    operand: &Operand,
    offsets: &[Value],
    tile: &[i64],
    at: &dyn Fn(usize) -> Option<usize>,
) -> Value {
    let Some((starts, sizes)) = place(b, nest, operand, offsets, tile, at) else { return operand.value };
    if operand.shape.as_ref() == Some(&sizes) {
        return operand.value;
    }
    let sizes: Vec<MixedIndex> = sizes.into_iter().map(MixedIndex::Static).collect();
    let ones = vec![MixedIndex::Static(1); sizes.len()];
    structured_op::subview_mixed(b, operand.value, &starts, &sizes, &ones, None)
}

/// Where the part of a buffer begins that a tile touches, and its sizes; none for a scalar.
fn place(
    b: &mut Builder<'_>,
    nest: &Nest,
    operand: &Operand,
    offsets: &[Value],
    tile: &[i64],
    at: &dyn Fn(usize) -> Option<usize>,
) -> Option<(Vec<MixedIndex>, Vec<i64>)> {
    let shape = operand.shape.as_ref()?;
    let size = |d: usize| at(d).map_or(nest.sizes[d], |k| tile[k]);
    let mut starts = Vec::new();
    let mut sizes = Vec::new();
    for (index, &n) in operand.indices.iter().zip(shape) {
        let moves = index.factors.iter().any(|f| at(f.0).is_some_and(|k| tile[k] < nest.sizes[f.0]));
        starts.push(if moves { start(b, index, offsets, at) } else { MixedIndex::Static(0) });
        sizes.push(if moves { index.extent(size).min(n) } else { n });
    }
    Some((starts, sizes))
}

/// The index where a tile begins along one dimension of an operand.
fn start(
    b: &mut Builder<'_>,
    index: &LinearIndex,
    offsets: &[Value],
    at: &dyn Fn(usize) -> Option<usize>,
) -> MixedIndex {
    let mut sum: Option<Value> = None;
    for &(d, factor) in &index.factors {
        let Some(k) = at(d) else { continue };
        let part = match factor {
            1 => offsets[k],
            _ => {
                let factor = constant_index(b, factor);
                MulIOp::build(b, offsets[k], factor, None)
            }
        };
        sum = Some(sum.map_or(part, |sum| AddIOp::build(b, sum, part, None)));
    }
    sum.map_or(MixedIndex::Static(0), |v| {
        MixedIndex::Value(v).constant(b).map_or(MixedIndex::Value(v), MixedIndex::Static)
    })
}

/// Makes `linalg.index` count from the start of the whole loop.
fn shift_indices(b: &mut Builder<'_>, op: Op, offsets: &[Value], at: &dyn Fn(usize) -> Option<usize>) {
    for index in b.ops_in(op) {
        let Some(dim) = index.as_op::<IndexOp>(b).and_then(|i| i.loop_number(b)) else { continue };
        let moves = |&k: &usize| MixedIndex::Value(offsets[k]).constant(b) != Some(0);
        let Some(k) = at(dim).filter(moves) else { continue };
        let old = b.result(index, 0);
        let loc = b.loc(index);
        let place = InsertPoint::after(b, index);
        let sum = AddIOp::build(&mut Builder::new(b.body(), place, loc), old, offsets[k], None);
        b.body().replace_uses_if(old, sum, |body, user| user != body.def_op(sum).unwrap_or(user));
    }
}
