//! `linalg-rematerialize-fills`: each op that overwrites a filled tensor has a fill of its own, directly before it.
//!
//! # Before
//! ```mlir
//! %zeros = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
//! %1 = linalg.matmul ins(%x, %a : …) outs(%zeros : tensor<128x3072xf32>) -> tensor<128x3072xf32>
//! … %2 = linalg.matmul ins(%y, %b : …) outs(%zeros : tensor<128x3072xf32>) -> tensor<128x3072xf32>
//! ```
//! # After
//! ```mlir
//! %z1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
//! %1 = linalg.matmul ins(%x, %a : …) outs(%z1 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
//! … %z2 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
//! %2 = linalg.matmul ins(%y, %b : …) outs(%z2 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
//! ```
//! Common subexpression elimination leaves one fill for all. Its buffer would live from the first to the last of these ops, the largest part of
//! a program that has many equal layers. The same for constants whose elements are all equal.

use strata_ir::prelude::*;
use strata_linalg::FillOp;
use strata_tensor::{DestinationStyle, EmptyOp};

/// Fewer elements are not worth a fill.
const MIN_ELEMENTS: i64 = 256;

/// Gives the fills of a body to their users. Returns the number of new fills.
pub fn rematerialize(body: &mut Body) -> usize {
    let mut made = 0;
    for op in body.all_ops() {
        if body.is_live(op) {
            made += fills(body, op).unwrap_or(0);
        }
    }
    made
}

/// Makes a fill for each use of the tensor that `op` fills, where it is overwritten.
fn fills(body: &mut Body, op: Op) -> Option<usize> {
    let &[tensor] = body.results(op) else { return None };
    let ty = body.cx().type_as::<TensorType>(body.ty(tensor))?;
    let elements = ty.shape.iter().try_fold(1i64, |n, &m| n.checked_mul(m).filter(|_| m != DYNAMIC))?;
    let ty = body.ty(tensor);
    let value = match op.isa::<FillOp>(body) {
        true if body.def_op(body.operand(op, 1)).is_some_and(|e| e.isa::<EmptyOp>(body)) => {
            Ok(body.operand(op, 0))
        }
        true => return None,
        false if body.has_trait(op, Trait::ConstantLike) => {
            Err(body.attr(op, "value").and_then(|v| body.cx().splat_value(v))?)
        }
        false => return None,
    };
    if elements < MIN_ELEMENTS {
        return None;
    }
    let overwrites = |&(user, i): &(Op, usize)| {
        user.cast::<dyn DestinationStyle>(body).is_some_and(|u| u.dps_init_range(body).contains(&i))
    };
    let uses: Vec<(Op, usize)> = body.uses_of(tensor).filter(overwrites).collect();
    for &(user, i) in &uses {
        let mut b = Builder::before(body, user);
        let scalar = match value {
            Ok(scalar) => scalar,
            Err(attr) => strata_arith::constant(&mut b, attr),
        };
        let empty = EmptyOp::build(&mut b, &[], ty);
        let fill = FillOp::create(&mut b, &[scalar], empty).ok()?.op();
        let fill = b.result(fill, 0);
        body.set_operand(user, i, fill);
    }
    if body.is_unused(op) {
        body.erase(op);
    }
    Some(uses.len())
}
