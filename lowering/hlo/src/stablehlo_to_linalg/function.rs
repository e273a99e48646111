//! Lowers a function: every block is rebuilt from the old one.

use strata_ir::{
    prelude::*,
    rewrite::conversion::{TypeConverter, convert_function_type, failure},
};
use strata_linalg::LinalgOp;

use super::{
    dispatch,
    state::{Lowering, Options, is_private},
    types::signless,
};

/// Lowers the function of `body`.
pub fn legalize(body: &mut Body, options: Options) -> Result<(), Vec<Diagnostic>> {
    let Some(&region) = body.regions(Op::SELF).first() else { return Ok(()) };
    let old: Vec<Block> = body.blocks(region).to_vec();
    if old.is_empty() {
        return lower_signature(body);
    }
    let mut lowering = Lowering::new(options, dispatch::lower);
    // All blocks are created first, as branches refer to later blocks.
    for &block in &old {
        let types: Vec<Type> =
            body.block_args(block).iter().map(|&v| signless(body.cx(), body.ty(v))).collect();
        let new = body.add_block(region, &types);
        lowering.map_args(body, block, new);
        lowering.blocks.insert(block, new);
    }
    let is_public = !is_private(body);
    for &block in &old {
        let new = lowering.blocks[&block];
        let mut b = Builder::at_end(body, new);
        if is_public && block == old[0] {
            let args = b.block_args(block).to_vec();
            lowering.keep_bounds(&mut b, &args, "argument");
        }
        lowering.block(&mut b, block, true);
    }
    let failed = !lowering.errors.is_empty();
    // Nested blocks are mapped too, and are erased together with their ops.
    let doomed = if failed { old.iter().map(|block| lowering.blocks[block]).collect() } else { old };
    body.retain_blocks(region, |block| !doomed.contains(&block));
    if failed {
        return Err(lowering.errors);
    }
    erase_dead(body, region);
    lower_signature(body)
}

fn lower_signature(body: &mut Body) -> Result<(), Vec<Diagnostic>> {
    let types = TypeConverter::new().with(|_, cx, ty| Some(Ok(signless(cx, ty))));
    convert_function_type(body, &types).map_err(|why| vec![failure(body, Op::SELF, &why)])
}

/// Erases ops of the lowering that have no uses, such as constants that were copied into payloads.
fn erase_dead(body: &mut Body, region: Region) {
    let mut ops: Vec<Op> = Vec::new();
    for &block in body.blocks(region) {
        for op in body.block_ops(block) {
            ops.extend(body.ops_in(op));
            ops.push(op);
        }
    }
    for op in ops.into_iter().rev() {
        let dead = body.is_live(op)
            && !body.results(op).is_empty()
            && body.is_unused(op)
            && (body.has_trait(op, Trait::Pure)
                || op.cast::<dyn LinalgOp>(body).is_some() && body.results(op).len() == 1);
        if dead {
            body.erase(op);
        }
    }
}
