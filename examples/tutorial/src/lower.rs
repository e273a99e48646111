//! Chapter 5: from the `rill` dialect to structured ops.

use strata_arith::{AddFOp, ConstantOp, MaximumFOp, MulFOp, SubFOp, constant_float};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{FillOp, GenericOp, IteratorType, MatmulOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor::EmptyOp;

use crate::{dialect as rill, shape::sizes};

/// Turn rill into linalg, tensor and arith; every shape must be known.
#[pass(name = "convert-rill-to-linalg", on = "func.func")]
pub struct ConvertRillToLinalg;

impl BodyPass for ConvertRillToLinalg {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut errors = Vec::new();
        for op in body.all_ops() {
            if body.info(op).dialect() != "rill" {
                continue;
            }
            match lower(&mut Builder::before(body, op), op) {
                Ok(new) => {
                    let old = body.result(op, 0);
                    body.replace_all_uses(old, new);
                    body.erase(op);
                }
                Err(why) => {
                    let message = format!("'{}' op cannot be lowered: {why}", body.op_name(op));
                    errors.push(Diagnostic::error(body.loc(op), message));
                }
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}

/// Builds the value that replaces the result of `op`, in front of it.
fn lower(b: &mut Builder<'_>, op: Op) -> Result<Value, String> {
    if let Some(op) = op.as_op::<rill::ConstantOp>(b) {
        let (value, ty) = (op.value(b).raw(), b.ty(op.result(b)));
        let value = b.cx().splat_attr(ty, value).ok_or("it is no tensor of its number")?;
        return Ok(ConstantOp::build(b, value, ty));
    }
    if let Some(op) = op.as_op::<rill::AddOp>(b) {
        return elementwise(b, &[op.lhs(b), op.rhs(b)], op.result(b), |b, x| {
            AddFOp::build(b, x[0], x[1], None)
        });
    }
    if let Some(op) = op.as_op::<rill::SubOp>(b) {
        return elementwise(b, &[op.lhs(b), op.rhs(b)], op.result(b), |b, x| {
            SubFOp::build(b, x[0], x[1], None)
        });
    }
    if let Some(op) = op.as_op::<rill::MulOp>(b) {
        return elementwise(b, &[op.lhs(b), op.rhs(b)], op.result(b), |b, x| {
            MulFOp::build(b, x[0], x[1], None)
        });
    }
    if let Some(op) = op.as_op::<rill::ReluOp>(b) {
        return elementwise(b, &[op.operand(b)], op.result(b), |b, x| {
            let zero = constant_float(b, 0.0, b.cx().f32());
            MaximumFOp::build(b, x[0], zero, None)
        });
    }
    if let Some(op) = op.as_op::<rill::TransposeOp>(b) {
        let swapped = AffineMap::select(2, &[1, 0]);
        return generic(b, &[(op.operand(b), swapped)], op.result(b), |_, x| x[0]);
    }
    if let Some(op) = op.as_op::<rill::MatmulOp>(b) {
        let init = empty(b, op.result(b))?;
        let zero = constant_float(b, 0.0, b.cx().f32());
        let sums = FillOp::create(b, &[zero], init)?;
        let sums = b.result(sums.op(), 0);
        let product = MatmulOp::create(b, [op.lhs(b), op.rhs(b)], sums, &[])?;
        return Ok(b.result(product.op(), 0));
    }
    Err("no lowering is known".into())
}

/// One scalar op for each element of `result`; operands with fewer dimensions are indexed by the last dimensions.
fn elementwise(
    b: &mut Builder<'_>,
    operands: &[Value],
    result: Value,
    payload: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
) -> Result<Value, String> {
    let rank = sizes(b, result).ok_or("its shape is not known")?.len() as u32;
    let mut inputs = Vec::new();
    for &operand in operands {
        let own = sizes(b, operand).ok_or("the shape of an operand is not known")?.len() as u32;
        let dims: Vec<u32> = (rank.saturating_sub(own)..rank).collect();
        inputs.push((operand, AffineMap::select(rank, &dims)));
    }
    generic(b, &inputs, result, payload)
}

/// A `linalg.generic` whose loops are the dimensions of `result`.
fn generic(
    b: &mut Builder<'_>,
    inputs: &[(Value, AffineMap)],
    result: Value,
    payload: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
) -> Result<Value, String> {
    let init = empty(b, result)?;
    let ty = b.ty(result);
    let rank = sizes(b, result).map_or(0, <[i64]>::len);
    let (values, mut maps): (Vec<Value>, Vec<AffineMap>) = inputs.iter().cloned().unzip();
    maps.push(AffineMap::identity(rank as u32));
    let loops = vec![IteratorType::Parallel; rank];
    let op =
        GenericOp::build_with(b, &values, &[init], &maps, &loops, &[ty], |b, args| vec![payload(b, args)]);
    Ok(b.result(op.op(), 0))
}

/// The destination of a result.
fn empty(b: &mut Builder<'_>, result: Value) -> Result<Value, String> {
    if sizes(b, result).is_none() {
        return Err("its shape is not known; run rill-infer-shapes after inline".into());
    }
    let ty = b.ty(result);
    Ok(EmptyOp::build(b, &[], ty))
}
