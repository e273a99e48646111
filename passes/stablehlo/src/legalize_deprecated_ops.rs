//! `stablehlo-legalize-deprecated-ops`: replaces deprecated StableHLO ops by their successors.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.broadcast %x, sizes = [2] : (tensor<4xf32>) -> tensor<2x4xf32>
//! %1 = stablehlo.dot %m, %x : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
//! ```
//! After:
//! ```mlir
//! %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
//! %1 = stablehlo.dot_general %m, %x, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
//! ```

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::*;

use crate::hlo_builder::*;

/// Legalize deprecated ops to well-supported ops.
#[pass(
    name = "stablehlo-legalize-deprecated-ops",
    class = "StablehloLegalizeDeprecatedOpsPass",
    on = "func.func",
    produces = [stablehlo],
    idempotent
)]
pub struct LegalizeDeprecatedOps {
    /// Fail on (mostly) unused ops that are deprecated without any fallback
    #[option(name = "fail-on-unused", default = true)]
    pub fail_on_unused: bool,
}

impl BodyPass for LegalizeDeprecatedOps {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut errors = Vec::new();
        for op in body.all_ops() {
            let done = match body.op_name(op) {
                "stablehlo.broadcast" => broadcast(body, op),
                "stablehlo.create_token" => Some(replace::<AfterAllOp>(body, op, &[], &[])),
                "stablehlo.cross-replica-sum" => cross_replica_sum(body, op),
                "stablehlo.dot" => dot(body, op),
                "stablehlo.unary_einsum" => unary_einsum(body, op),
                "stablehlo.map" | "stablehlo.rng" if self.fail_on_unused => None,
                _ => continue,
            };
            if done.is_none() {
                let name = body.op_name(op);
                let message =
                    format!("failed to legalize operation '{name}' that was explicitly marked illegal");
                errors.push(Diagnostic::error(body.loc(op), message));
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}

/// Replaces an op by one of kind `O` with a result of the same type.
fn replace<O: OpDef>(b: &mut Body, op: Op, operands: &[Value], attrs: &[(&str, Attr)]) {
    let (old, ty) = (b.result(op, 0), b.ty(b.result(op, 0)));
    let mut builder = Builder::before(b, op);
    let new = state::<O>(&builder, operands, attrs, ty);
    let new = builder.build(new);
    let value = b.result(new, 0);
    b.replace_all_uses(old, value);
    b.erase(op);
}

fn broadcast(b: &mut Body, op: Op) -> Option<()> {
    let x = b.operand(op, 0);
    let new = ints(b, op, "broadcast_sizes").len();
    let dims: Vec<i64> = (new..new + sizes(b, x).len()).map(|d| d as i64).collect();
    let dims = b.cx().i64_array(&dims);
    replace::<BroadcastInDimOp>(b, op, &[x], &[("broadcast_dimensions", dims)]);
    Some(())
}

fn cross_replica_sum(b: &mut Body, op: Op) -> Option<()> {
    let cx = b.cx_arc().clone();
    let (x, old) = (b.operand(op, 0), b.result(op, 0));
    let scalar = cx.tensor(&[], elem(b, x));
    let mut reduce = OpState::new(AllReduceOp::info(), b.loc(op));
    reduce.operands.push(x);
    reduce.set_attr(&cx, "replica_groups", b.attr(op, "replica_groups")?);
    reduce.result_types.push(b.ty(old));
    let mut builder = Builder::before(b, op);
    let new = builder.build(reduce);
    sum_region(&mut builder, new, scalar);
    let value = b.result(new, 0);
    b.replace_all_uses(old, value);
    b.erase(op);
    Some(())
}

fn dot(b: &mut Body, op: Op) -> Option<()> {
    let cx = b.cx_arc().clone();
    let (lhs, rhs) = (b.operand(op, 0), b.operand(op, 1));
    let dims = DotDimensionNumbers {
        lhs_batching_dimensions: SmallVec::new(),
        rhs_batching_dimensions: SmallVec::new(),
        lhs_contracting_dimensions: smallvec![sizes(b, lhs).len() as i64 - 1],
        rhs_contracting_dimensions: smallvec![0],
    };
    let mut attrs = vec![("dot_dimension_numbers", cx.attr(dims))];
    attrs.extend(b.attr(op, "precision_config").map(|p| ("precision_config", p)));
    replace::<DotGeneralOp>(b, op, &[lhs, rhs], &attrs);
    Some(())
}

/// An einsum with a first operand of one.
fn unary_einsum(b: &mut Body, op: Op) -> Option<()> {
    let cx = b.cx_arc().clone();
    let x = b.operand(op, 0);
    let (ty, config) =
        (cx.tensor(&[], elem(b, x)), b.attr(op, "einsum_config").and_then(|a| cx.attr_str(a))?);
    let config = cx.string_attr(&format!(",{config}"));
    let one = one(&cx, ty)?;
    let one = ConstantOp::build(&mut Builder::before(b, op), one, ty);
    replace::<EinsumOp>(b, op, &[one, x], &[("einsum_config", config)]);
    Some(())
}

/// One, as a constant of a tensor type of rank 0.
fn one(cx: &Context, ty: Type) -> Option<Attr> {
    let elem = cx.elem_or_self(ty);
    if let Some(complex) = cx.type_as::<ComplexType>(elem) {
        let part = |v| cx.attr_as::<FloatAttr>(cx.float_attr(v, complex.elem)).map(|f| f.bits);
        let bytes = cx.bit_width(complex.elem)? as usize / 8;
        let mut data = part(1.0)?.to_le_bytes()[..bytes].to_vec();
        data.extend(&part(0.0)?.to_le_bytes()[..bytes]);
        return cx.dense_attr(ty, data);
    }
    let one = match cx.as_float(elem) {
        Some(_) => cx.float_attr(1.0, elem),
        None if cx.as_int(elem).is_some() => cx.int_attr(1, elem),
        None => return None,
    };
    cx.splat_attr(ty, one)
}
