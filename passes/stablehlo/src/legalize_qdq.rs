//! `stablehlo-legalize-qdq-to-quantized-op` and `stablehlo-legalize-quantized-op-to-qdq`.
//!
//! Before the first, and after the second:
//! ```mlir
//! %0 = stablehlo.uniform_dequantize %x : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>
//! %1 = stablehlo.abs %0 : tensor<4xf32>
//! %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
//! ```
//! After the first, and before the second:
//! ```mlir
//! %2 = stablehlo.abs %x : tensor<4x!quant.uniform<i8:f32, 0.5>>
//! ```

use strata_ir::{prelude::*, rewrite::patterns};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::{UniformDequantizeOp, UniformQuantizeOp, infer};

use crate::hlo_builder::*;

/// Fuse (de-quantize, floating-point operation and quantize) pattern into StableHLO quantized operation.
#[pass(
    name = "stablehlo-legalize-qdq-to-quantized-op",
    class = "StablehloLegalizeQDQToQuantizedOpPass",
    on = "func.func",
    idempotent
)]
pub struct LegalizeQdqToQuantizedOp;

impl BodyPass for LegalizeQdqToQuantizedOp {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(patterns! { UniformQuantizeOp => "qdq-to-quantized-op": fuse });
        let config =
            GreedyConfig { fold: false, canonicalize: false, max_iterations: None, ..Default::default() };
        Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
    }
}

fn is_quantized(b: &Body, v: Value) -> bool {
    let elem = elem(b, v);
    infer::expressed(b.cx(), elem) != elem
}

/// `uniform_quantize(op(uniform_dequantize(X), ...)) -> op(X, ...)`
fn fuse(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let computed = rw.operand(op, 0);
    let compute = rw.def_op(computed)?;
    let simple = rw.regions(compute).is_empty() && rw.results(compute).len() == 1;
    if !simple || !rw.has_trait(compute, Trait::Pure) || rw.num_operands(compute) == 0 {
        return None;
    }
    let operands: Vec<Value> = rw
        .operands(compute)
        .map(|v| rw.def_of::<UniformDequantizeOp>(v).map(|d| d.operand(rw)))
        .collect::<Option<_>>()?;
    let mut state = OpState::new(rw.info(compute), rw.loc(compute));
    state.operands.extend_from_slice(&operands);
    for slot in 0..rw.info(compute).attrs.len() {
        state.attrs[slot] = rw.attr_slot(compute, slot);
    }
    state.result_types.push(rw.ty(rw.result(op, 0)));
    let new = rw.create(state);
    for (name, attr) in rw.extra_attrs(compute).to_vec() {
        rw.body().set_extra_attr(new, name, Some(attr));
    }
    let value = rw.result(new, 0);
    rw.replace_op(op, &[value]);
    Some(())
}

/// Decompose quantized StableHLO operation to (de-quantize, floating-point operation and quantize) pattern.
#[pass(
    name = "stablehlo-legalize-quantized-op-to-qdq",
    class = "StablehloLegalizeQuantizedOpToQDQPass",
    on = "func.func",
    idempotent
)]
pub struct LegalizeQuantizedOpToQdq;

impl BodyPass for LegalizeQuantizedOpToQdq {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if is_quantized_op(body, op) {
                decompose(body, op);
            }
        }
        Ok(())
    }
}

/// Whether an op computes on quantized numbers; quantization and dequantization do not count.
pub fn is_quantized_op(b: &Body, op: Op) -> bool {
    let converts = [
        "stablehlo.uniform_quantize",
        "stablehlo.uniform_dequantize",
        "stablehlo.bitcast_convert",
        "stablehlo.tuple",
        "stablehlo.get_tuple_element",
    ];
    let computes = b.info(op).dialect() == "stablehlo"
        && b.has_trait(op, Trait::Pure)
        && !b.has_trait(op, Trait::ConstantLike)
        && b.regions(op).is_empty()
        && !b.has_trait(op, Trait::Terminator)
        && !converts.contains(&b.op_name(op));
    computes && b.operands(op).chain(b.results(op).iter().copied()).any(|v| is_quantized(b, v))
}

/// Replaces a quantized op by the op on floats between conversions.
pub fn decompose(b: &mut Body, op: Op) {
    let cx = b.cx_arc().clone();
    let float = |ty: Type| cx.with_elem(ty, infer::expressed(&cx, cx.elem_or_self(ty)));
    let convert = |builder: &mut Builder<'_>, info: &'static OpInfo, x: Value, ty: Type| {
        let mut state = OpState::new(info, builder.cur_loc());
        state.operands.push(x);
        state.result_types.push(ty);
        let new = builder.build(state);
        builder.result(new, 0)
    };
    for i in 0..b.num_operands(op) {
        let v = b.operand(op, i);
        if is_quantized(b, v) {
            let ty = float(b.ty(v));
            let x = convert(&mut Builder::before(b, op), UniformDequantizeOp::info(), v, ty);
            b.set_operand(op, i, x);
        }
    }
    for result in b.results(op).to_vec() {
        if is_quantized(b, result) {
            let ty = b.ty(result);
            b.set_type(result, float(ty));
            let q = convert(&mut Builder::after(b, op), UniformQuantizeOp::info(), result, ty);
            let maker = b.def_op(q);
            b.replace_uses_if(result, q, |_, user| Some(user) != maker);
        }
    }
}
