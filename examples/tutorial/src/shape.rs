//! Chapter 4: shapes, which an interface infers op by op and a pass writes into the types.

use strata_func::FuncOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::dialect::{AddOp, CastOp, MatmulOp, MulOp, ReluOp, SubOp, TransposeOp};
use crate::interfaces::InferShape;

/// The sizes of a value, if they are known.
pub fn sizes(body: &Body, value: Value) -> Option<&[i64]> {
    body.cx().type_as::<TensorType>(body.ty(value)).map(|ty| &ty.shape[..])
}

fn known(body: &Body, value: Value) -> Result<&[i64], String> {
    sizes(body, value).ok_or_else(|| "the shape of an operand is not known".to_owned())
}

/// The longer one of two shapes, when it ends with the shorter one.
fn joined(body: &Body, lhs: Value, rhs: Value) -> Result<Vec<i64>, String> {
    let (lhs, rhs) = (known(body, lhs)?, known(body, rhs)?);
    let (long, short) = if lhs.len() < rhs.len() { (rhs, lhs) } else { (lhs, rhs) };
    if !long.ends_with(short) {
        return Err(format!("the shapes {lhs:?} and {rhs:?} do not fit"));
    }
    Ok(long.to_vec())
}

macro_rules! infer_joined {
    ($($op:ident)*) => {$(
        impl InferShape for $op {
            fn infer_shape(&self, body: &Body) -> Result<Vec<i64>, String> {
                joined(body, self.lhs(body), self.rhs(body))
            }
        }
    )*};
}
infer_joined! { AddOp SubOp MulOp }

impl InferShape for MatmulOp {
    fn infer_shape(&self, body: &Body) -> Result<Vec<i64>, String> {
        let (lhs, rhs) = (known(body, self.lhs(body))?, known(body, self.rhs(body))?);
        match (lhs, rhs) {
            (&[m, k], &[l, n]) if k == l => Ok(vec![m, n]),
            _ => Err(format!("there is no product of the shapes {lhs:?} and {rhs:?}")),
        }
    }
}

impl InferShape for TransposeOp {
    fn infer_shape(&self, body: &Body) -> Result<Vec<i64>, String> {
        match known(body, self.operand(body))? {
            &[m, n] => Ok(vec![n, m]),
            other => Err(format!("the shape {other:?} is not that of a matrix")),
        }
    }
}

impl InferShape for ReluOp {
    fn infer_shape(&self, body: &Body) -> Result<Vec<i64>, String> {
        Ok(known(body, self.operand(body))?.to_vec())
    }
}

impl InferShape for CastOp {
    fn infer_shape(&self, body: &Body) -> Result<Vec<i64>, String> {
        Ok(known(body, self.operand(body))?.to_vec())
    }
}

/// Infer the shapes of tensors from those of the parameters.
#[pass(name = "rill-infer-shapes", on = "func.func", idempotent)]
pub struct InferShapes;

impl BodyPass for InferShapes {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        // Ops are in program order, so operands get their shapes first.
        for op in body.all_ops() {
            let Some(inferable) = op.cast::<dyn InferShape>(body) else { continue };
            let result = body.result(op, 0);
            if sizes(body, result).is_some() {
                continue;
            }
            match inferable.infer_shape(body) {
                Ok(shape) => {
                    let ty = body.cx().tensor(&shape, body.cx().f32());
                    body.set_type(result, ty);
                }
                Err(why) => {
                    let message = format!("'{}' op has no shape: {why}", body.op_name(op));
                    return Err(Diagnostic::error(body.loc(op), message).into());
                }
            }
        }
        update_signature(body);
        Ok(())
    }
}

/// Updates the type of the function to the types that it returns now.
fn update_signature(body: &mut Body) {
    let returned = body.all_ops().into_iter().find_map(|op| op.as_op::<strata_func::ReturnOp>(body));
    let (Some(returned), Some(function)) = (returned, body.self_as::<FuncOp>()) else { return };
    let results: Vec<Type> = body.operand_types(returned.op()).collect();
    let ty = body.cx().function(function.inputs(body), &results);
    let ty = body.cx().type_attr(ty);
    body.set_attr(Op::SELF, "function_type", Some(ty));
}
