//! `stablehlo-compatibility-expander`: expands ops that a target version of StableHLO lacks to ops that it has.
//!
//! Before, with `target=1.0.0`:
//! ```mlir
//! %0 = stablehlo.tan %x : tensor<4xf32>
//! ```
//! After:
//! ```mlir
//! %1 = stablehlo.sine %x : tensor<4xf32>
//! %2 = stablehlo.cosine %x : tensor<4xf32>
//! %0 = stablehlo.divide %1, %2 : tensor<4xf32>
//! ```
//! Version 1.1 added batch dimensions of gathers and scatters, 1.4 `tan`, 1.9 ranges as locations, 1.16 groups along the axes of a mesh.

use strata_ir::{
    core::{CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc, symbols::SymbolTable},
    prelude::*,
    rewrite::patterns,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::*;

use crate::hlo_builder::*;

/// Compatibility expander for StableHLO operations.
#[pass(
    name = "stablehlo-compatibility-expander",
    class = "StablehloCompatibilityExpanderPass",
    on = "builtin.module",
    produces = [stablehlo]
)]
pub struct CompatibilityExpander {
    /// The target version. Must be a version of the form #.#.#.
    #[option(name = "target")]
    pub target: String,
}

/// The range of supported target versions.
const VERSIONS: [[u32; 3]; 2] = [[0, 9, 0], [1, 20, 0]];

/// The ops with groups of replicas.
const GROUPED: [&str; 6] = [
    AllGatherOp::NAME,
    AllReduceOp::NAME,
    AllToAllOp::NAME,
    CollectiveBroadcastOp::NAME,
    CollectiveReduceOp::NAME,
    ReduceScatterOp::NAME,
];

/// Reads `1.2.3`.
fn version(text: &str) -> Option<[u32; 3]> {
    let parts: Vec<u32> = text.split('.').map(|p| p.parse().ok()).collect::<Option<_>>()?;
    parts.try_into().ok()
}

impl BodyPass for CompatibilityExpander {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let fail = |m: String| Err(Diagnostic::error(module.loc(Op::SELF), m).into());
        if self.target.is_empty() {
            return fail("No target version specified. Target version must be of the form `#.#.#`.".into());
        }
        let Some(target) = version(&self.target) else {
            return fail(
                "Invalid target version argument. Target version must be of the form `#.#.#`.".into(),
            );
        };
        if target < VERSIONS[0] {
            return fail(format!("target version {} is less than minimum supported.", self.target));
        }
        if target > VERSIONS[1] {
            return fail(format!("target version {} is greater than current version.", self.target));
        }
        let mut patterns = PatternSet::new();
        if target < [1, 1, 0] {
            patterns.add(patterns! {
                GatherOp => "gather-batching-dims": gather,
                ScatterOp => "scatter-batching-dims": scatter,
            });
        }
        if target < [1, 4, 0] {
            patterns.add(patterns! { TanOp => "tan": tan });
        }
        if target < [1, 16, 0] {
            flatten_groups(module);
        }
        if target < [1, 9, 0] {
            flatten_locations(module);
        }
        let config = GreedyConfig { fold: false, canonicalize: false, ..Default::default() };
        for (_, body) in module.children_mut() {
            rewrite_greedily(body, &patterns, &config).into_result()?;
        }
        Ok(())
    }
}

/// `tan(x) = sin(x) / cos(x)`; of a complex number `(tan a + i tanh b) / (1 - i tan a tanh b)`.
fn tan(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let x = rw.operand(op, 0);
    let ty = rw.ty(x);
    let cx = rw.cx();
    let Some(complex) = cx.type_as::<ComplexType>(elem(rw, x)) else {
        let value = quotient(rw, x, ty);
        rw.replace_op(op, &[value]);
        return Some(());
    };
    let part = cx.with_elem(ty, complex.elem);
    let one = cx.splat_attr(part, cx.float_attr(1.0, complex.elem))?;
    let real = make::<RealOp>(rw, &[x], &[], part);
    let tan = quotient(rw, real, part);
    let imag = make::<ImagOp>(rw, &[x], &[], part);
    let tanh = make::<TanhOp>(rw, &[imag], &[], part);
    let above = make::<ComplexOp>(rw, &[tan, tanh], &[], ty);
    let product = make::<MulOp>(rw, &[tan, tanh], &[], part);
    let product = make::<NegOp>(rw, &[product], &[], part);
    let one = rw.constant("stablehlo", one, part)?;
    let below = make::<ComplexOp>(rw, &[one, product], &[], ty);
    become_op::<DivOp>(rw, op, &[above, below], &[])
}

fn quotient(rw: &mut Rewriter<'_>, x: Value, ty: Type) -> Value {
    let sine = make::<SineOp>(rw, &[x], &[], ty);
    let cosine = make::<CosineOp>(rw, &[x], &[], ty);
    make::<DivOp>(rw, &[sine, cosine], &[], ty)
}

/// Start indices with the index in each batch dimension put in front.
fn with_places(rw: &mut Rewriter<'_>, indices: Value, vector: i64, batch: &[i64]) -> Option<Value> {
    let cx = rw.cx();
    let mut shape = sizes(rw, indices).to_vec();
    let at = usize::try_from(vector).ok()?;
    let scalar_indices = at == shape.len();
    let length = if scalar_indices { 1 } else { shape[at] };
    if scalar_indices {
        shape.push(1);
    } else {
        shape[at] = 1;
    }
    if shape.contains(&DYNAMIC) || length == DYNAMIC {
        return None;
    }
    let batch_sizes = batch.iter().filter_map(|&d| shape.get(usize::try_from(d).ok()?));
    let index = batch_sizes.fold(elem(rw, indices), |ty, &size| wide_enough(cx, ty, size));
    let indices = if index == elem(rw, indices) {
        indices
    } else {
        let wide = cx.with_elem(rw.ty(indices), index);
        make::<ConvertOp>(rw, &[indices], &[], wide)
    };
    let ty = cx.tensor(&shape, index);
    let mut parts: Vec<Value> =
        batch.iter().map(|&d| make::<IotaOp>(rw, &[], &[("iota_dimension", cx.i64_attr(d))], ty)).collect();
    parts.push(if scalar_indices { make::<ReshapeOp>(rw, &[indices], &[], ty) } else { indices });
    shape[at] = length + batch.len() as i64;
    let ty = cx.tensor(&shape, index);
    Some(make::<ConcatenateOp>(rw, &parts, &[("dimension", cx.i64_attr(vector))], ty))
}

/// A type of integers that has the places of a dimension of such a size, the given one where it has them.
fn wide_enough(cx: &Context, ty: Type, size: i64) -> Type {
    let Some(int) = cx.type_as::<IntegerType>(ty) else { return ty };
    let bits = int.width.saturating_sub(u32::from(int.signedness != Signedness::Unsigned));
    let has = |bits: u32| bits >= 63 || size >> bits == 0;
    match () {
        () if has(bits) => ty,
        () if has(31) => cx.i32(),
        () => cx.i64(),
    }
}

fn merged(a: &[i64], b: &[i64]) -> SmallVec<[i64; 4]> {
    let mut all: SmallVec<[i64; 4]> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all
}

/// Rewrites a gather so that its indices contain the positions in the batch dimensions.
fn gather(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let gather = op.as_op::<GatherOp>(rw)?;
    let cx = rw.cx();
    let dims = gather.dimension_numbers(rw).get(cx).clone();
    if dims.operand_batching_dims.is_empty() {
        return None;
    }
    let (x, indices) = (gather.operand(rw), gather.start_indices(rw));
    let vector = dims.index_vector_dim.0;
    let indices = with_places(rw, indices, vector, &dims.start_indices_batching_dims)?;
    let new = GatherDimensionNumbers {
        collapsed_slice_dims: merged(&dims.operand_batching_dims, &dims.collapsed_slice_dims),
        start_index_map: dims.operand_batching_dims.iter().chain(&dims.start_index_map).copied().collect(),
        operand_batching_dims: SmallVec::new(),
        start_indices_batching_dims: SmallVec::new(),
        ..dims
    };
    let attrs = [
        ("dimension_numbers", cx.attr(new)),
        ("slice_sizes", rw.attr(op, "slice_sizes")?),
        ("indices_are_sorted", cx.bool_attr(false)),
    ];
    become_op::<GatherOp>(rw, op, &[x, indices], &attrs)
}

/// The same for a scatter, updated in place.
fn scatter(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let scatter = op.as_op::<ScatterOp>(rw)?;
    let cx = rw.cx();
    let dims = scatter.scatter_dimension_numbers(rw).get(cx).clone();
    if dims.input_batching_dims.is_empty() {
        return None;
    }
    let old = scatter.scatter_indices(rw);
    let vector = dims.index_vector_dim.0;
    let indices = with_places(rw, old, vector, &dims.scatter_indices_batching_dims)?;
    let new = ScatterDimensionNumbers {
        inserted_window_dims: merged(&dims.input_batching_dims, &dims.inserted_window_dims),
        scatter_dims_to_operand_dims: dims
            .input_batching_dims
            .iter()
            .chain(&dims.scatter_dims_to_operand_dims)
            .copied()
            .collect(),
        input_batching_dims: SmallVec::new(),
        scatter_indices_batching_dims: SmallVec::new(),
        ..dims
    };
    let place = rw.results(op).len();
    rw.set_operand(op, place, indices);
    let (new, unsorted) = (cx.attr(new), cx.bool_attr(false));
    rw.body().set_attr(op, "scatter_dimension_numbers", Some(new));
    rw.body().set_attr(op, "indices_are_sorted", Some(unsorted));
    Some(())
}

/// Rewrites groups along the axes of a mesh, which the op contains or refers to, as lists of ids.
fn flatten_groups(module: &mut Body) {
    let mut found = Vec::new();
    let symbols = SymbolTable::new(module);
    for (shell, body) in module.children() {
        for op in body.all_ops().into_iter().filter(|&op| GROUPED.contains(&body.op_name(op))) {
            let dense = || {
                let cx = body.cx();
                let groups = cx.attr_as::<ReplicaGroupMeshAxesAttr>(body.attr(op, "replica_groups")?)?;
                let named = groups.mesh_name(cx).and_then(|name| symbols.get(name));
                let rows = groups.groups_of_mesh(cx, named.map(|op| (&*module, op)))?;
                let ty = cx.tensor(&[rows.len() as i64, rows.first()?.len() as i64], cx.i64());
                cx.dense_i64s(ty, &rows.into_iter().flatten().collect::<Vec<_>>())
            };
            found.extend(dense().map(|dense| (shell, op, dense)));
        }
    }
    for (shell, op, dense) in found {
        if let Some(body) = module.child_mut(shell) {
            body.set_attr(op, "replica_groups", Some(dense));
        }
    }
}

/// Replaces file ranges, which version 1.9 added, by their start locations.
fn flatten_locations(body: &mut Body) {
    let cx = body.cx_arc().clone();
    for op in body.all_ops().into_iter().chain([Op::SELF]) {
        let loc = start_of(&cx, body.loc(op));
        body.set_loc(op, loc);
        for region in body.regions(op).to_vec() {
            for block in body.blocks(region).to_vec() {
                for arg in body.block_args(block).to_vec() {
                    let loc = start_of(&cx, body.value_loc(arg));
                    body.set_arg_loc(arg, loc);
                }
            }
        }
    }
    body.children_mut().for_each(|(_, child)| flatten_locations(child));
}

/// A location with ranges replaced by their starts.
fn start_of(cx: &Context, loc: Location) -> Location {
    let Some(attr) = loc.as_attr() else { return loc };
    let map = |loc: &Location| start_of(cx, *loc);
    Location::from_attr(if let Some(l) = cx.attr_as::<FileLineColLoc>(attr) {
        cx.attr(FileLineColLoc { end: l.start, ..l.clone() })
    } else if let Some(l) = cx.attr_as::<NameLoc>(attr) {
        cx.attr(NameLoc { name: l.name, child: map(&l.child) })
    } else if let Some(l) = cx.attr_as::<CallSiteLoc>(attr) {
        cx.attr(CallSiteLoc { callee: map(&l.callee), caller: map(&l.caller) })
    } else if let Some(l) = cx.attr_as::<FusedLoc>(attr) {
        cx.attr(FusedLoc { locations: l.locations.iter().map(map).collect(), metadata: l.metadata })
    } else {
        return loc;
    })
}
