//! Elementwise ops: one `linalg.generic` each, with scalars for operands that are the same everywhere.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IteratorType};

use super::{
    Lowered, constants,
    function::Lowering,
    reduction::Payload,
    scalar, sizes,
    types::{self, signless},
};

/// Where the payload gets the element of an operand from.
enum Source {
    /// A scalar.
    Scalar(Value),
    /// An input of the op.
    Input(usize),
}

/// The rank of a tensor of elements that are computed with.
fn rank_of(b: &Body, ty: Type) -> Lowered<u32> {
    let shape = types::sizes(b, ty)?;
    Ok(shape.len() as u32)
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let name = b.info(op).mnemonic();
    let is_map = name == "map";
    if !is_map && !scalar::is_elementwise(name) {
        return Err("no lowering is known".into());
    }
    let result = b.ty(b.result(op, 0));
    let rank = rank_of(b, result)?;
    let (mut inputs, mut maps, mut sources) = (Vec::new(), Vec::new(), Vec::new());
    let operands: Vec<Value> = b.operands(op).collect();
    // What has the sizes of the result; where all are the same everywhere, any operand will do.
    let (mut whole, mut any) = (Vec::new(), Vec::new());
    for &old in &operands {
        let new = l.get(old)?;
        let rank_here = rank_of(b, b.ty(old))?;
        if rank_here == rank {
            any.push(new);
        }
        if let Some(attr) = constants::splat_of(b, old) {
            sources.push(Source::Scalar(constants::scalar(b, attr)));
            continue;
        }
        if rank_here == rank {
            whole.push(new);
        } else if rank_here != 0 {
            return Err("operands of different shapes are not supported".into());
        }
        sources.push(Source::Input(inputs.len()));
        inputs.push(new);
        maps.push(if rank_here == 0 { AffineMap::select(rank, &[]) } else { AffineMap::identity(rank) });
    }
    maps.push(AffineMap::identity(rank));
    any.truncate(1);
    let shape = sizes::common(b, if whole.is_empty() { &any } else { &whole })?;
    let shape = sizes::refined(b, shape, result)?;
    let init = sizes::empty(b, &shape, b.cx().elem_or_self(signless(b.cx(), result)));
    let ty = b.ty(init);
    let mut failed = None;
    let loops = vec![IteratorType::Parallel; shape.len()];
    let generic = GenericOp::build_with(b, &inputs, &[init], &maps, &loops, &[ty], |b, args| {
        let values: Vec<Value> = sources
            .iter()
            .map(|s| match *s {
                Source::Scalar(v) => v,
                Source::Input(i) => args[i],
            })
            .collect();
        let computed = if is_map {
            let region = b.regions(op)[0];
            Payload::new(l)
                .region(b, region, &values)
                .and_then(|v| v.first().copied().ok_or("it returns nothing".into()))
        } else {
            scalar::lower(b, op, &values)
        };
        vec![computed.unwrap_or_else(|e| {
            failed = Some(e);
            args[inputs.len()]
        })]
    });
    match failed {
        Some(e) => Err(e),
        None => Ok(b.result(generic.op(), 0)),
    }
}
