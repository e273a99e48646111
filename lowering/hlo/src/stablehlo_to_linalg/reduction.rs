//! `reduce`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IteratorType};
use strata_stablehlo as hlo;

use super::{
    Lowered, constants,
    payload::Payload,
    state::Lowering,
    types::{self, signless},
};

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    let Some(reduce) = op.as_op::<hlo::ReduceOp>(b) else { return Err("it is not known".into()) };
    let dims: Vec<i64> = reduce.dims(b).to_vec();
    let olds: Vec<Value> = reduce.inputs(b).collect();
    let init_olds: Vec<Value> = reduce.init_values(b).collect();
    let inputs: Vec<Value> = olds.iter().map(|&v| l.get(v)).collect::<Lowered<_>>()?;
    let shape = types::shape(b, b.ty(olds[0]))?;
    let rank = shape.len() as u32;
    let kept: Vec<u32> = (0..rank).filter(|&d| !dims.contains(&(d as i64))).collect();
    let out_shape: Vec<i64> = kept.iter().map(|&d| shape[d as usize]).collect();
    let (mut inits, mut result_types) = (Vec::new(), Vec::new());
    for (i, &old) in init_olds.iter().enumerate() {
        let result = b.ty(b.result(op, i));
        types::shape(b, result)?;
        let (from, to) = (b.cx().elem_or_self(b.ty(old)), b.cx().elem_or_self(result));
        let new = l.get(old)?;
        let start = constants::scalar_of(b, old, new);
        let start = super::cast::convert(b, start, from, to)?;
        inits.push(constants::filled(b, start, &out_shape)?);
        result_types.push(signless(b.cx(), result));
    }
    let n = inputs.len();
    let mut maps = vec![AffineMap::identity(rank); n];
    maps.extend(vec![AffineMap::select(rank, &kept); n]);
    let loops: Vec<IteratorType> = (0..rank)
        .map(|d| if dims.contains(&(d as i64)) { IteratorType::Reduction } else { IteratorType::Parallel })
        .collect();
    let region = reduce.body(b);
    let mut failed = None;
    let generic = GenericOp::build_with(b, &inputs, &inits, &maps, &loops, &result_types, |b, args| {
        // The computation takes accumulators first.
        let (elements, accumulators) = args.split_at(n);
        let mut ordered = accumulators.to_vec();
        for (i, &element) in elements.iter().enumerate() {
            let (from, to) = (b.cx().elem_or_self(b.ty(olds[i])), b.cx().elem_or_self(b.ty(b.result(op, i))));
            match super::cast::convert(b, element, from, to) {
                Ok(v) => ordered.push(v),
                Err(e) => failed = Some(e),
            }
        }
        if dims.is_empty() {
            // Without reduced elements there is no combination, not even with the initial values.
            return ordered.split_off(n);
        }
        Payload::new(l).region(b, region, &ordered).unwrap_or_else(|e| {
            failed = Some(e);
            accumulators.to_vec()
        })
    });
    match failed {
        Some(e) => Err(e),
        None => Ok(SmallVec::from_slice(b.results(generic.op()))),
    }
}
