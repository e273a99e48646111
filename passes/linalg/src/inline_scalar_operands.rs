//! `linalg-inline-scalar-operands`: inputs of which all iterations read the same element are read in the payload.
//!
//! Before:
//! ```mlir
//! %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, #id], …} ins(%s : tensor<f32>) outs(%x : tensor<4xf32>) {
//! ^bb0(%in: f32, %out: f32):
//!   linalg.yield %in : f32
//! ```
//! After:
//! ```mlir
//! %0 = linalg.generic {indexing_maps = [#id], …} outs(%x : tensor<4xf32>) {
//! ^bb0(%out: f32):
//!   %extracted = tensor.extract %s[] : tensor<f32>
//!   linalg.yield %extracted : f32
//! ```

use strata_ir::{affine::AffineMap, prelude::*, rewrite::patterns};
use strata_linalg::{DestinationStyle, GenericOp, LinalgOp, attrs};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor::{ExtractOp, MixedIndex};

use crate::patterns::apply_rows;

/// Inline scalar operands into linalg generic ops.
#[pass(
    name = "linalg-inline-scalar-operands",
    class = "LinalgInlineScalarOperandsPass",
    produces = [arith, linalg, tensor],
    each_body
)]
pub struct InlineScalarOperands;

impl BodyPass for InlineScalarOperands {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        apply_rows(body, patterns! { GenericOp => "inline-scalar-operands": inline })
    }
}

fn inline(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let generic = op.as_op::<GenericOp>(rw)?;
    if !generic.has_tensor_semantics(rw) {
        return None;
    }
    let maps = LinalgOp::indexing_maps(&generic, rw);
    let (inputs, outputs) = (generic.dps_inputs(rw), generic.dps_inits(rw));
    let is_scalar = |i: usize| maps.get(i).is_some_and(AffineMap::is_constant);
    let scalars: Vec<usize> = (0..inputs.len()).filter(|&i| is_scalar(i)).collect();
    let block = generic.payload(rw)?;
    if scalars.is_empty() {
        return None;
    }
    let kept: Vec<Value> = (0..inputs.len()).filter(|i| !scalars.contains(i)).map(|i| inputs[i]).collect();
    let left: Vec<AffineMap> =
        (0..maps.len()).filter(|i| !scalars.contains(i)).map(|i| maps[i].clone()).collect();
    let (m, t) = (
        attrs::maps_attr(rw.cx(), &left),
        attrs::iterator_types_attr(rw.cx(), &LinalgOp::iterator_types(&generic, rw)),
    );
    let results: Vec<Type> = rw.result_types(op).collect();
    let new = GenericOp::build(rw, &kept, &outputs, m, t, None, None, &results);
    let (from, to) = (generic.region(rw), new.region(rw));
    rw.body().move_blocks(from, to);
    let at = InsertPoint::at_start(rw, block);
    rw.goto(at);
    for &i in scalars.iter().rev() {
        let value = element(rw, inputs[i], &maps[i])?;
        let arg = rw.block_args(block)[i];
        rw.replace_value(arg, value);
        rw.body().erase_block_arg(block, i);
    }
    rw.touch(new.op());
    let values = rw.results(new.op()).to_vec();
    rw.replace_op(op, &values);
    Some(())
}

/// The element of an operand at constant positions; the operand itself if it is no tensor.
fn element(rw: &mut Rewriter<'_>, operand: Value, map: &AffineMap) -> Option<Value> {
    rw.cx().type_as::<TensorType>(rw.ty(operand)).map_or(Some(operand), |_| {
        let mut indices = Vec::new();
        for position in map.constant_results()? {
            let index = MixedIndex::Static(position).materialize(rw)?;
            let op = rw.def_op(index)?;
            rw.touch(op);
            indices.push(index);
        }
        Some(ExtractOp::build(rw, operand, &indices))
    })
}
