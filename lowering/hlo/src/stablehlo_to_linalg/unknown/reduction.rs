//! `reduce` and `reduce_window`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IteratorType};
use strata_stablehlo as hlo;
use strata_tensor::MixedIndex;

use super::slices;
use crate::stablehlo_to_linalg::{Lowered, cast, constants, loops, scan, sizes, state::Lowering, window};

pub(in crate::stablehlo_to_linalg) fn reduce(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
) -> Lowered<SmallVec<[Value; 2]>> {
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
                // Without reduced elements there is no combination, not even with the initial values.
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

pub(in crate::stablehlo_to_linalg) fn windows(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
) -> Lowered<SmallVec<[Value; 2]>> {
    if let Some(results) = scan::lower(l, b, op)? {
        return Ok(results);
    }
    let Some(reduce) = op.as_op::<hlo::ReduceWindowOp>(b) else { return Err("it is not known".into()) };
    let olds: Vec<Value> = reduce.inputs(b).collect();
    let init_olds: Vec<Value> = reduce.init_values(b).collect();
    let windows = reduce.windows(b)?;
    let elems: Vec<Type> = b.result_types(op).map(|t| b.cx().elem_or_self(t)).collect();
    let result = b.ty(b.result(op, 0));
    let (mut inputs, mut outs, mut args_of) = (Vec::new(), Vec::new(), Vec::new());
    for ((&old, &init_old), &elem) in olds.iter().zip(&init_olds).zip(&elems) {
        let (new, init) = (l.get(old)?, l.get(init_old)?);
        let init_elem = b.cx().elem_or_self(b.ty(init_old));
        let init = constants::scalar_of(b, init_old, init);
        // Padding is filled with the initial value, which may have a wider type.
        let new = loops::converted(b, new, b.cx().elem_or_self(b.ty(old)), init_elem)?;
        let all = slices::padded(b, new, &window::paddings(&windows), init, None)?;
        let mut to = Vec::new();
        for (d, w) in windows.iter().enumerate() {
            let n = sizes::dim(b, all, d)?;
            to.push(window::count(b, w, n)?);
        }
        let to = sizes::refined(b, to, result)?;
        inputs.push(all);
        args_of.push(init_elem);
        let start = cast::convert(b, init, init_elem, elem)?;
        outs.push(sizes::filled(b, start, &to)?);
    }
    sizes::common(b, &inputs)?;
    let region = reduce.body(b);
    window::fold(l, b, region, &windows, &mut inputs, &outs, [&args_of, &elems])
}
