//! `reduce`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IteratorType};
use strata_stablehlo as hlo;
use strata_tensor::MixedIndex;

use super::{Lowered, cast, constants, loops, sizes, state::Lowering};

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    let Some(reduce) = op.as_op::<hlo::ReduceOp>(b) else { return Err("it is not known".into()) };
    let dims: Vec<i64> = reduce.dims(b).to_vec();
    let olds: Vec<Value> = reduce.inputs(b).collect();
    let init_olds: Vec<Value> = reduce.init_values(b).collect();
    let inputs: Vec<Value> = olds.iter().map(|&v| l.get(v)).collect::<Lowered<_>>()?;
    let shape = sizes::common(b, &inputs)?;
    let rank = shape.len() as u32;
    let kept: Vec<u32> = (0..rank).filter(|&d| !dims.contains(&(d as i64))).collect();
    let out: Vec<MixedIndex> = kept.iter().map(|&d| shape[d as usize]).collect();
    let (mut inits, mut types, mut elems) = (Vec::new(), Vec::new(), Vec::new());
    for (i, &old) in init_olds.iter().enumerate() {
        let to = b.cx().elem_or_self(b.ty(b.result(op, i)));
        let (from, new) = (b.cx().elem_or_self(b.ty(old)), l.get(old)?);
        let start = constants::scalar_of(b, old, new);
        let start = cast::convert(b, start, from, to)?;
        inits.push(sizes::filled(b, start, &out)?);
        types.push(b.ty(inits[i]));
        elems.push(to);
    }
    let n = inputs.len();
    let from: Vec<Type> = olds.iter().map(|&v| b.cx().elem_or_self(b.ty(v))).collect();
    let mut maps = vec![AffineMap::identity(rank); n];
    maps.extend(vec![AffineMap::select(rank, &kept); n]);
    let loops: Vec<IteratorType> = (0..rank)
        .map(|d| if kept.contains(&d) { IteratorType::Parallel } else { IteratorType::Reduction })
        .collect();
    let region = reduce.body(b);
    let mut failed = None;
    let generic = GenericOp::build_with(b, &inputs, &inits, &maps, &loops, &types, |b, args| {
        let (elements, accumulators) = args.split_at(n);
        let mut step = || {
            if dims.is_empty() {
                // Nothing is combined, not even with the initial values.
                return (0..n).map(|i| cast::convert(b, elements[i], from[i], elems[i])).collect();
            }
            // The computation takes accumulators first.
            let mut all: Vec<(Value, Type)> =
                accumulators.iter().copied().zip(elems.iter().copied()).collect();
            all.extend(elements.iter().copied().zip(from.iter().copied()));
            loops::apply(l, b, region, &all, &elems)
        };
        step().unwrap_or_else(|e| {
            failed = Some(e);
            accumulators.to_vec()
        })
    });
    match failed {
        Some(e) => Err(e),
        None => Ok(SmallVec::from_slice(b.results(generic.op()))),
    }
}
