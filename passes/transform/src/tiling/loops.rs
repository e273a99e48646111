//! The loops around tiles.

use strata_ir::prelude::*;
use strata_scf::{ForOp, ForallOp, InParallelOp, YieldOp, syntax::Mixed};
use strata_tensor::MixedIndex;

use super::{LoopKind, domain::Tiles};

/// Loops whose innermost body is being made.
pub(super) struct Nest {
    /// The loops, outermost first.
    pub loops: Vec<Op>,
    /// Their induction variables.
    pub ivs: Vec<Value>,
    /// The values that the innermost loop carries.
    pub iter_args: Vec<Value>,
    /// The block of the writes of a parallel loop.
    pub in_parallel: Option<Block>,
    /// Whether a parallel loop counts iterations and not tiles.
    pub step: bool,
    blocks: Vec<Block>,
    after: InsertPoint,
}

fn constant(b: &mut Builder<'_>, m: MixedIndex) -> Value {
    match m {
        MixedIndex::Static(n) => strata_arith::constant_index(b, n),
        MixedIndex::Value(v) => v,
    }
}

fn for_forall(m: MixedIndex) -> Mixed {
    match m {
        MixedIndex::Static(n) => Mixed::Static(n),
        MixedIndex::Value(v) => Mixed::Dynamic(v),
    }
}

/// Makes loops that carry `inits`; the builder is in the innermost body afterwards.
pub(super) fn open_nest(b: &mut Builder<'_>, tiles: &mut Tiles, inits: &[Value]) -> Nest {
    let after = b.point();
    let mut nest = Nest {
        loops: Vec::new(),
        ivs: Vec::new(),
        iter_args: inits.to_vec(),
        in_parallel: None,
        step: matches!(tiles.kind(), LoopKind::Stepped(_)),
        blocks: Vec::new(),
        after,
    };
    if let LoopKind::Forall(mapping) | LoopKind::Threads(mapping) | LoopKind::Stepped(mapping) = tiles.kind()
    {
        open_forall(b, tiles, mapping, &mut nest);
        return nest;
    }
    let bounds = tiles.bounds();
    let lowers: Vec<Value> = bounds.iter().map(|_| constant(b, MixedIndex::Static(0))).collect();
    let [uppers, steps] = [0, 1].map(|i| bounds.iter().map(|l| constant(b, l[i])).collect::<Vec<Value>>());
    for (lower, (upper, step)) in lowers.into_iter().zip(uppers.into_iter().zip(steps)) {
        let types: Vec<Type> = nest.iter_args.iter().map(|&v| b.ty(v)).collect();
        let op = ForOp::build(b, lower, upper, step, &nest.iter_args, None, &types);
        let mut args = vec![b.cx().index()];
        args.extend(types);
        let block = b.region_block(op, 0, &args, |_, block| block);
        let args = b.block_args(block).to_vec();
        nest.loops.push(op.op());
        nest.ivs.push(args[0]);
        nest.iter_args = args[1..].to_vec();
        nest.blocks.push(block);
        b.goto_end(block);
    }
    nest
}

fn open_forall(b: &mut Builder<'_>, tiles: &mut Tiles, mapping: Option<Attr>, nest: &mut Nest) {
    let (counts, steps): (Vec<Mixed>, Vec<Mixed>) = if nest.step {
        tiles.bounds().into_iter().map(|[upper, step]| (for_forall(upper), for_forall(step))).unzip()
    } else {
        tiles.counts(b).into_iter().map(|n| (for_forall(n), Mixed::Static(1))).unzip()
    };
    let zeros = vec![Mixed::Static(0); counts.len()];
    let inits = std::mem::take(&mut nest.iter_args);
    let op = ForallOp::create(b, [&zeros, &counts, &steps], &inits, mapping, |b, ivs, args| {
        nest.ivs = ivs.to_vec();
        nest.iter_args = args.to_vec();
        InParallelOp::create(b, |_| ());
    });
    nest.loops.push(op.op());
    let end = op.terminator(b);
    if let Some(end) = end {
        let region = end.region(b);
        nest.in_parallel = b.blocks(region).first().copied();
        let at = InsertPoint::before(b, end.op());
        b.goto(at);
    }
}

/// Ends the bodies of loops, of which the innermost yields `values`; returns the results of the outermost.
pub(super) fn close_nest(b: &mut Builder<'_>, nest: &Nest, values: Vec<Value>) -> Vec<Value> {
    let mut values = values;
    for (&block, &op) in nest.blocks.iter().zip(&nest.loops).rev() {
        b.goto_end(block);
        YieldOp::build(b, &values);
        values = b.results(op).to_vec();
    }
    b.goto(nest.after);
    nest.loops.first().map_or(values, |&outer| b.results(outer).to_vec())
}
