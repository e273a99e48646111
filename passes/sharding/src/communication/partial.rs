//! `sdy-reduce-parts-first`: what no collective can reduce is reduced on each device before it is gathered.
//!
//! Before, where `%a` has `[{"x"}]` and `"x"=4`, with two tensors that are reduced together, as for the place of the largest element:
//! ```mlir
//! %0:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [0] : (tensor<8xf32>, tensor<8xi32>, …) …
//! ```
//! After, where the first reduction is one of parts, and the second one of as many numbers as there are devices:
//! ```mlir
//! %0 = stablehlo.reshape %a {… [{"x"}, {}] …} : (tensor<8xf32>) -> tensor<4x2xf32>
//! %1 = stablehlo.reshape %b {… [{"x"}, {}] …} : (tensor<8xi32>) -> tensor<4x2xi32>
//! %2:2 = stablehlo.reduce(%0 init: %i), (%1 init: %j) across dimensions = [1] {… [{"x"}] …} : …
//! %3:2 = stablehlo.reduce(%2#0 init: %i), (%2#1 init: %j) across dimensions = [0] : …
//! ```
//! The function of a reduction may be applied in any order, and its initial values any number of times, as StableHLO says.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_stablehlo::hlo_builder::{ints, sizes};
use strata_sdy::{
    attrs::{DimensionSharding, TensorSharding},
    shardings,
    shardings::{Meshes, SHARDING},
};
use strata_stablehlo as hlo;

use super::{
    partial_scatter,
    parts::{parts, reshaped, whole},
};
use crate::{export::combiner::Combiner, nested::for_each_nested};

/// Reduces within parts what is divided among devices, where this leaves less to be moved.
#[pass(
    name = "sdy-reduce-parts-first",
    class = "ReducePartsFirstPass",
    on = "builtin.module",
    produces = [stablehlo, sdy]
)]
pub struct ReducePartsFirst;

impl BodyPass for ReducePartsFirst {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let meshes = Meshes::of_module(module);
        for_each_nested(module, &mut |b| {
            for op in b.all_ops() {
                // The region of an op may have been erased with it.
                if !b.is_live(op) {
                    continue;
                }
                if op.isa::<hlo::ReduceOp>(b) {
                    reduce(b, op, &meshes);
                } else if op.isa::<hlo::ScatterOp>(b) {
                    partial_scatter::scatter(b, op, &meshes);
                }
            }
            Ok(())
        })
    }
}

fn reduce(b: &mut Body, op: Op, meshes: &Meshes) -> Option<()> {
    let operands: Vec<Value> = b.operands(op).collect();
    let (inputs, inits) = operands.split_at(operands.len() / 2);
    let region = *b.regions(op).first()?;
    if inputs.len() == 1 && Combiner::of_region(b, region).is_some() {
        return None;
    }
    let first = *inputs.first()?;
    let known = inputs.iter().find_map(|&input| {
        shardings::sharding(b, input).filter(|sharding| !sharding.is_fully_replicated())
    })?;
    let mesh = meshes.get(b.cx(), known.mesh_or_ref)?.clone();
    let shape = sizes(b, first).to_vec();
    let reduced = ints(b, op, "dimensions");
    if known.dim_shardings.len() != shape.len()
        || shape.contains(&DYNAMIC)
        || !known.unreduced_axes.is_empty()
    {
        return None;
    }
    // The sizes in which each split dimension is two, their axes, and the dimensions of both reductions.
    let (mut split, mut dims) = (Vec::new(), Vec::new());
    let (mut within, mut across) = (Vec::new(), Vec::new());
    let (mut kept, mut kept_dims) = (Vec::new(), Vec::new());
    for (dim, &size) in shape.iter().enumerate() {
        let is_reduced = reduced.contains(&(dim as i64));
        let own = DimensionSharding { is_closed: true, priority: None, ..known.dim_shardings[dim].clone() };
        let count = parts(&known, dim, size, &mesh).filter(|_| is_reduced);
        if let Some(count) = count {
            across.push(kept.len() as i64);
            split.push(count);
            dims.push(own.clone());
        }
        if !is_reduced || count.is_some() {
            kept.push(count.unwrap_or(size));
            kept_dims.push(own.clone());
        }
        if is_reduced {
            within.push(split.len() as i64);
        }
        split.push(count.map_or(size, |count| size / count));
        dims.push(if count.is_some() { whole() } else { own });
    }
    if across.is_empty() {
        return None;
    }
    let of = |dims: Vec<DimensionSharding>| TensorSharding {
        dim_shardings: dims,
        replicated_axes: vec![],
        ..known.clone()
    };
    let (split_sharding, kept_sharding) = (of(dims), of(kept_dims));
    let parts: Vec<Value> =
        inputs.iter().map(|&input| reshaped(b, op, input, &split, &split_sharding)).collect();
    let first = reduction(b, op, &parts, inits, &within, &kept);
    for value in b.results(first).to_vec() {
        shardings::set_local_sharding(b, value, kept_sharding.clone());
    }
    let parts = b.results(first).to_vec();
    let results = b.results(op).to_vec();
    let last = sizes(b, results[0]).to_vec();
    let second = reduction(b, op, &parts, inits, &across, &last);
    let cx = b.cx_arc().clone();
    let name = cx.intern(SHARDING);
    let sharding = b.extra_attr(op, SHARDING);
    b.set_extra_attr(second, name, sharding);
    for (old, new) in results.into_iter().zip(b.results(second).to_vec()) {
        b.replace_all_uses(old, new);
    }
    b.erase(op);
    Some(())
}

/// A reduction by the function of another one, in front of it.
fn reduction(b: &mut Body, op: Op, inputs: &[Value], inits: &[Value], dims: &[i64], shape: &[i64]) -> Op {
    let cx = b.cx_arc().clone();
    let mut state = OpState::new(hlo::ReduceOp::info(), b.loc(op));
    state.operands.extend(inputs.iter().chain(inits).copied());
    for &result in &b.results(op).to_vec() {
        state.result_types.push(cx.tensor(shape, cx.elem_or_self(b.ty(result))));
    }
    state.set_attr(&cx, "dimensions", cx.i64_array(dims));
    let new = Builder::before(b, op).build(state);
    if let (Some(&from), Some(&to)) = (b.regions(op).first(), b.regions(new).first()) {
        b.clone_region(from, to, &mut IdMap::default());
    }
    new
}
