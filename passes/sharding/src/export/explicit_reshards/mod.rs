//! `sdy-insert-explicit-reshards`: the operands and results of each op are split in a way in which the op can compute on parts.
//!
//! Before, where `%a` has `[{"x"}, {"y"}]` and `%b` `[{"y"}, {"x"}]`:
//! ```mlir
//! %0 = stablehlo.dot %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : …
//! ```
//! After:
//! ```mlir
//! %0 = sdy.reshard %b <@mesh, [{"y"}, {}]> : tensor<32x16xf32>
//! %1 = stablehlo.dot %a, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : …
//! %2 = sdy.all_reduce {"y"} %1 out_sharding=<@mesh, [{"x"}, {}]> : tensor<32x16xf32>
//! ```
//! - The operands and results of an op with a sharding rule get the same axes for each factor of the rule (`common_axes`). Where this splits
//!   a dimension along which the op reduces, the parts of the result are combined behind it.
//! - Values that flow along one edge, into a computation, a call or out of a function get the sharding of the other end.
//! - Operands and results of ops without a rule are replicated, as are those along factors for which an op cannot compute on parts.

mod common_axes;
mod flow;
mod projection;
#[cfg(test)]
mod random;
mod reductions;
mod rule_ops;
mod uses;

use rustc_hash::FxHashMap;
use strata_ir::core::{symbols::SymbolTable, writer::deep};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{attrs::TensorSharding, shardings, shardings::Meshes};

use crate::{data_flow, export::halo::split_rotations};
pub(super) use reductions::reduction;
use uses::Extent;

/// Inserts explicit reshards to make all operations have compatible shardings.
#[pass(
    name = "sdy-insert-explicit-reshards",
    class = "InsertExplicitReshardsPass",
    on = "builtin.module",
    produces = [sdy]
)]
pub struct InsertExplicitReshards {
    /// Enable full version.
    #[option(name = "enable-full-version")]
    pub enable_full_version: bool,
    /// Replicate along factors whose parts move between devices, as in a reverse, or that are indexed, as in a scatter, instead of leaving
    /// this to the op.
    #[option(name = "replicate-permutation-factors")]
    pub replicate_permutation_factors: bool,
    /// Of these, leave the factors whose parts `sdy-resolve-permutation-factors` can exchange between devices.
    #[option(name = "enable-halo-exchange")]
    pub enable_halo_exchange: bool,
}

/// The shardings of the arguments and results of a function.
#[derive(Clone, Debug, Default)]
struct Signature {
    args: Vec<Option<TensorSharding>>,
    results: Vec<Option<TensorSharding>>,
}

/// The module around a body.
struct Surroundings<'a> {
    pass: &'a InsertExplicitReshards,
    meshes: Meshes,
    functions: FxHashMap<Str, Signature>,
}

impl BodyPass for InsertExplicitReshards {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        self.insert(module)
    }
}

impl InsertExplicitReshards {
    /// Makes the shardings of the operands and results of one op compatible.
    pub(in crate::export) fn at_op(&self, b: &mut Body, op: Op, meshes: &Meshes) {
        let around = Surroundings { pass: self, meshes: meshes.clone(), functions: FxHashMap::default() };
        around.op(b, op, Extent::Full);
    }
    fn insert(&self, module: &mut Body) -> PassResult {
        if self.replicate_permutation_factors && self.enable_halo_exchange {
            split_rotations(module);
        }
        let table = SymbolTable::new(module);
        let signatures = table.iter().filter_map(|(name, op)| Some((name, signature(module.child(op)?)?)));
        let functions = signatures.collect();
        let around = Surroundings { pass: self, meshes: Meshes::of_module(module), functions };
        for (_, body) in module.children_mut() {
            around.body(body)?;
        }
        Ok(())
    }
}

fn signature(function: &Body) -> Option<Signature> {
    if !function.has_trait(Op::SELF, Trait::FunctionLike) {
        return None;
    }
    let ty = function.attr(Op::SELF, "function_type")?;
    let ty = function.cx().type_as::<FunctionType>(function.cx().attr_as::<TypeAttr>(ty)?.0)?;
    let args = function.entry().map(|entry| function.block_args(entry)).unwrap_or_default();
    Some(Signature {
        args: args.iter().map(|&arg| shardings::sharding(function, arg)).collect(),
        results: (0..ty.results.len()).map(|index| shardings::function_result(function, index)).collect(),
    })
}

impl Surroundings<'_> {
    /// Whether reshards are inserted at an op, or reductions only.
    fn extent(&self, b: &Body, op: Op) -> Extent {
        // Calls of one function must have one sharding, and parts of a concatenation cannot differ.
        let always = op.isa::<strata_func::CallOp>(b) || op.isa::<strata_stablehlo::ConcatenateOp>(b);
        if self.pass.enable_full_version || always { Extent::Full } else { Extent::Reductions }
    }
    fn body(&self, b: &mut Body) -> PassResult {
        for op in b.all_ops() {
            let extent = self.extent(b, op);
            if b.has_trait(op, Trait::Terminator) {
                self.returned_from_body(b, op, extent);
            } else if data_flow::owns_edges(b, op) {
                self.data_flow(b, op, extent);
            } else if op.isa::<strata_func::CallOp>(b) {
                self.call(b, op);
            } else if b.info(op).dialect() != "sdy" || op.isa::<strata_sdy::PropagationBarrierOp>(b) {
                self.op(b, op, extent);
            }
            if let Some(mut child) = b.take_child(op) {
                let result = deep(|| self.body(&mut child));
                b.put_child(op, child);
                result?;
            }
        }
        Ok(())
    }
}
