//! `convert-elementwise-to-linalg`: elementwise ops on ranked tensors become `linalg.generic` around the op on one element.
//!
//! Before:
//! ```mlir
//! %0 = arith.addf %x, %y : tensor<4xf32>
//! ```
//! After:
//! ```mlir
//! %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : …) outs(%x : tensor<4xf32>) {
//! ^bb0(%in: f32, %in_0: f32, %out: f32):
//!   %1 = arith.addf %in, %in_0 : f32
//!   linalg.yield %1 : f32
//! } -> tensor<4xf32>
//! ```
//! An operand of the type of the result is its destination, else a new `tensor.empty`. Scalars among the operands are read by all elements.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IteratorType};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor::{DimOp, EmptyOp, MixedIndex};

/// Convert ElementwiseMappable ops to linalg.
#[pass(
    name = "convert-elementwise-to-linalg",
    class = "ConvertElementwiseToLinalgPass",
    produces = [arith, linalg, tensor],
    each_body,
    idempotent
)]
pub struct ConvertElementwiseToLinalg;

impl BodyPass for ConvertElementwiseToLinalg {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if is_elementwise_on_tensors(body, op) {
                convert(body, op);
            }
        }
        Ok(())
    }
}

/// Whether an op applies a function of scalars to the elements of ranked tensors.
fn is_elementwise_on_tensors(b: &Body, op: Op) -> bool {
    let ranked = |ty| b.cx().type_as::<TensorType>(ty).is_some();
    let tensor = |ty| AnyTensor::check(ty, b.cx());
    b.has_trait(op, Trait::Elementwise)
        && b.has_trait(op, Trait::Scalarizable)
        && b.regions(op).is_empty()
        && b.operand_types(op).any(ranked)
        && b.operand_types(op).all(|t| ranked(t) || !tensor(t))
        && b.result_types(op).all(ranked)
}

fn convert(body: &mut Body, op: Op) {
    let operands: Vec<Value> = body.operands(op).collect();
    let types: Vec<Type> = body.result_types(op).collect();
    let mut b = Builder::before(body, op);
    let Some(outputs) =
        types.iter().map(|&ty| destination(&mut b, &operands, ty)).collect::<Option<Vec<_>>>()
    else {
        return;
    };
    let rank = types.first().and_then(|&t| b.cx().shaped(t)?.rank()).unwrap_or(0);
    let map = |b: &Builder<'_>, v: Value| match b.cx().type_as::<TensorType>(b.ty(v)) {
        Some(_) => AffineMap::identity(rank as u32),
        None => AffineMap::select(rank as u32, &[]),
    };
    let maps: Vec<AffineMap> = operands.iter().chain(&outputs).map(|&v| map(&b, v)).collect();
    let kinds = vec![IteratorType::Parallel; rank];
    let new = GenericOp::build_with(&mut b, &operands, &outputs, &maps, &kinds, &types, |b, args| {
        let mut state = OpState::new(b.info(op), b.cur_loc());
        state.operands.extend(args.iter().take(operands.len()).copied());
        state.attrs = b.attr_slots(op).collect();
        state.extra = b.extra_attrs(op).to_vec();
        state.result_types.extend(types.iter().map(|&t| b.cx().elem_or_self(t)));
        let scalar = b.build(state);
        b.results(scalar).to_vec()
    });
    for (i, old) in body.results(op).to_vec().into_iter().enumerate() {
        let value = body.result(new.op(), i);
        body.replace_all_uses(old, value);
    }
    body.erase(op);
}

/// An operand of type `ty`, or an empty tensor with the sizes of the first tensor.
fn destination(b: &mut Builder<'_>, operands: &[Value], ty: Type) -> Option<Value> {
    if let Some(&v) = operands.iter().find(|&&v| b.ty(v) == ty) {
        return Some(v);
    }
    let like = *operands.iter().find(|&&v| b.cx().type_as::<TensorType>(b.ty(v)).is_some())?;
    let shape = b.cx().shaped(ty)?.shape?.to_vec();
    let mut sizes = Vec::new();
    for (d, size) in shape.into_iter().enumerate() {
        sizes.push(match size {
            DYNAMIC => DimOp::create_or_fold(b, like, d)?,
            size => MixedIndex::Static(size),
        });
    }
    // The result may have an encoding.
    let values: Vec<Value> = sizes.iter().filter_map(|s| s.value()).collect();
    Some(EmptyOp::build(b, &values, ty))
}
