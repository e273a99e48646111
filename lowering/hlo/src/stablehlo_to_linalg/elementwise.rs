//! Elementwise ops: one `linalg.generic` each; splat operands become scalars.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IteratorType};
use strata_stablehlo as hlo;

use super::{
    Lowered, UNKNOWN, bits, constants,
    payload::Payload,
    scalar, sizes,
    state::Lowering,
    types::{self, signless},
};

/// The source of an operand's element in the payload.
enum Source {
    /// A scalar.
    Scalar(Value),
    /// An input of the op.
    Input(usize),
}

/// The rank of a tensor.
fn rank_of(b: &Body, ty: Type) -> Lowered<u32> {
    let shape = types::sizes(b, ty)?;
    Ok(shape.len() as u32)
}

/// `map`, which applies its region to each element.
pub(super) fn map(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    apply(l, b, op, |b, values| {
        let region = b.regions(op)[0];
        let made = Payload::new(l).region(b, region, values)?;
        made.first().copied().ok_or_else(|| "it returns nothing".into())
    })
}

/// An op with a row in the table of scalar ops.
pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    if !scalar::is_elementwise(b.info(op)) {
        return Err(UNKNOWN.into());
    }
    if op.isa::<hlo::BitcastConvertOp>(b) && bits::resizes(b, op) {
        return bits::resize(l, b, op);
    }
    apply(l, b, op, |b, values| scalar::lower(b, op, values))
}

/// A tensor whose elements `element` computes from those of the operands.
fn apply(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
    element: impl FnOnce(&mut Builder<'_>, &[Value]) -> Lowered<Value>,
) -> Lowered<Value> {
    let result = b.ty(b.result(op, 0));
    let rank = rank_of(b, result)?;
    let (mut inputs, mut maps, mut sources) = (Vec::new(), Vec::new(), Vec::new());
    let operands: Vec<Value> = b.operands(op).collect();
    // Operands that have the sizes of the result; if all are splats, any operand gives the sizes.
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
        let computed = element(b, &values);
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
