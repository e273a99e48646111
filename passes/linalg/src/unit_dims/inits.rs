//! Inits that an elementwise op reads, as inputs.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{DestinationStyle, GenericOp, attrs};
use strata_passes_analysis::structured_op::Structured;
use strata_tensor::{DimOp, EmptyOp};

/// An init of an elementwise op that the payload reads becomes an input; the op writes to an empty tensor.
pub(super) fn move_inits_to_inputs(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let s = Structured::read(rw, op).ok()?;
    if !op.as_op::<GenericOp>(rw)?.has_tensor_semantics(rw) || !s.is_elementwise() {
        return None;
    }
    let (args, n) = (rw.block_args(s.block).to_vec(), s.inputs.len());
    let read: Vec<usize> = (0..s.outputs.len()).filter(|&i| rw.has_uses(args[n + i])).collect();
    if read.is_empty() {
        return None;
    }
    let (mut inputs, mut outputs) = (s.inputs.clone(), s.outputs.clone());
    let mut maps: Vec<AffineMap> = s.maps[..n].to_vec();
    for &i in &read {
        inputs.push(s.outputs[i]);
        maps.push(s.maps[n + i].clone());
    }
    maps.extend_from_slice(&s.maps[n..]);
    let at = rw.point();
    for &i in &read {
        let init = s.outputs[i];
        let after = match (rw.def_op(init), rw.def_block(init)) {
            (Some(def), _) => InsertPoint::after(rw, def),
            (None, Some(block)) => InsertPoint::at_start(rw, block),
            (None, None) => return None,
        };
        rw.goto(after);
        let (sizes, elem) = (DimOp::all(rw, init)?, rw.cx().elem_or_self(rw.ty(init)));
        outputs[i] = EmptyOp::create(rw, &sizes, elem);
    }
    rw.goto(at);
    let types: Vec<Type> = rw.result_types(op).collect();
    let (m, t) = (attrs::maps_attr(rw.cx(), &maps), attrs::iterator_types_attr(rw.cx(), &s.iterators));
    let new = GenericOp::build(rw, &inputs, &outputs, m, t, None, None, &types);
    let (from, to) = (*rw.regions(op).first()?, new.region(rw));
    rw.body().move_blocks(from, to);
    for (k, &i) in read.iter().enumerate() {
        let ty = rw.ty(args[n + i]);
        let arg = rw.body().insert_block_arg(s.block, n + k, ty);
        rw.body().replace_all_uses(args[n + i], arg);
    }
    rw.touch(new.op());
    let results = rw.results(new.op()).to_vec();
    rw.replace_op(op, &results);
    Some(())
}
