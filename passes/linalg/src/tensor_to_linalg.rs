//! `convert-tensor-to-linalg`: `tensor.pad` becomes a filled tensor into which the source is inserted.
//!
//! Before:
//! ```mlir
//! %0 = tensor.pad %x low[1] high[2] { ^bb0(%i: index): tensor.yield %v : f32 } : tensor<4xf32> to tensor<7xf32>
//! ```
//! After:
//! ```mlir
//! %e = tensor.empty() : tensor<7xf32>
//! %f = linalg.fill ins(%v : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
//! %0 = tensor.insert_slice %x into %f[1] [4] [1] : tensor<4xf32> into tensor<7xf32>
//! ```
//! If elements depend on their position, `tensor.generate` computes them instead of the fill.

use strata_arith as arith;
use strata_ir::{core::DYNAMIC, prelude::*};
use strata_linalg::FillOp;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor::{DimOp, EmptyOp, GenerateOp, InsertSliceOp, MixedIndex, PadOp};

/// Convert some Tensor dialect ops to Linalg dialect.
#[pass(
    name = "convert-tensor-to-linalg",
    class = "ConvertTensorToLinalgPass",
    produces = [arith, linalg, tensor],
    each_body,
    idempotent
)]
pub struct ConvertTensorToLinalg;

impl BodyPass for ConvertTensorToLinalg {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            // The region of a padding may go with it.
            if !body.is_live(op) {
                continue;
            }
            if let Some(pad) = op.as_op::<PadOp>(body)
                && let Err(why) = convert(body, pad)
            {
                let message = format!("failed to legalize operation 'tensor.pad': {why}");
                return Err(Diagnostic::error(body.loc(op), message).into());
            }
        }
        Ok(())
    }
}

fn convert(body: &mut Body, pad: PadOp) -> Result<(), String> {
    let ty = body.ty(pad.result(body));
    let source = pad.source(body);
    let mut b = Builder::before(body, pad.op());
    let sizes = dynamic_sizes(&mut b, pad).ok_or("a size cannot be computed")?;
    let empty = EmptyOp::build(&mut b, &sizes, ty);
    let filled = match padding(&mut b, pad) {
        Some(value) => {
            let fill = FillOp::create(&mut b, &[value], empty)?;
            *b.results(fill.op()).first().ok_or("a fill has no result")?
        }
        None => {
            let generate = GenerateOp::build(&mut b, &sizes, ty);
            let (from, to) = (pad.region(&b), generate.body(&b));
            b.body().move_blocks(from, to);
            generate.result(&b)
        }
    };
    let parts = DimOp::all(&mut b, source).ok_or("the sizes of its source cannot be computed")?;
    let ones = vec![MixedIndex::Static(1); parts.len()];
    let low = pad.mixed_low(&b);
    let new = InsertSliceOp::create(&mut b, source, filled, &low, &parts, &ones);
    let old = pad.result(body);
    body.replace_all_uses(old, new);
    body.erase(pad.op());
    Ok(())
}

/// The sizes of the result that its type leaves open: those of the source and what is added before and after.
fn dynamic_sizes(b: &mut Builder<'_>, pad: PadOp) -> Option<Vec<Value>> {
    let (source, result) = (pad.source(b), pad.result(b));
    let shape = b.cx().shaped(b.ty(result))?.shape?.to_vec();
    let (low, high) = (pad.mixed_low(b), pad.mixed_high(b));
    let mut sizes = Vec::new();
    for d in (0..shape.len()).filter(|&d| shape[d] == DYNAMIC) {
        let mut size = DimOp::create_or_fold(b, source, d)?.materialize(b)?;
        for added in [low.get(d)?, high.get(d)?] {
            let added = added.materialize(b)?;
            size = add(b, size, added);
        }
        sizes.push(size);
    }
    Some(sizes)
}

/// A sum, of constants a constant; a constant is the second operand.
fn add(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let constant = |b: &Builder<'_>, v| MixedIndex::Value(v).constant(b);
    match (constant(b, x), constant(b, y)) {
        (_, Some(0)) => x,
        (Some(0), _) => y,
        (Some(p), Some(q)) => arith::constant_index(b, p.wrapping_add(q)),
        (Some(_), None) => arith::AddIOp::build(b, y, x, None),
        _ => arith::AddIOp::build(b, x, y, None),
    }
}

/// The value of all added elements; a constant of the region is built again.
fn padding(b: &mut Builder<'_>, pad: PadOp) -> Option<Value> {
    let value = pad.constant_padding(b)?;
    let block = pad.region_block(b);
    if b.def_block(value) != Some(block) {
        return Some(value);
    }
    let constant = constant_value(b, value)?;
    let ty = b.ty(value);
    let dialect = b.def_op(value).map(|op| b.info(op).dialect())?;
    let make = b.cx().dialect(dialect)?.materialize_constant?;
    make(b, constant, ty)
}
