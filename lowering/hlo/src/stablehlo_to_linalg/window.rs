//! `reduce_window`: the inputs are padded, and a `linalg.generic` reduces the elements of each window.

use strata_arith::CmpIPredicate;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{GenericOp, IteratorType};
use strata_stablehlo::{self as hlo, infer::Window};
use strata_tensor::MixedIndex;

use super::{
    Lowered, cast, constants,
    loops::{self, index_op},
    pad::Padding,
    scan,
    sizes::{self, fixed},
    state::Lowering,
    types,
};

/// The position in the base, along one dimension, of element `cell` of window `number`. The base must not be dilated.
pub(super) fn position(b: &mut Builder<'_>, w: &Window, number: Value, cell: Value) -> Lowered<Value> {
    let scaled = |b: &mut Builder<'_>, v: Value, by: i64| {
        if by == 1 {
            return Ok(v);
        }
        let by = strata_arith::constant_index(b, by);
        index_op(b, "arith.muli", v, by)
    };
    let (start, offset) = (scaled(b, number, w.stride)?, scaled(b, cell, w.dilation)?);
    let at = index_op(b, "arith.addi", start, offset)?;
    if w.low == 0 {
        return Ok(at);
    }
    let low = strata_arith::constant_index(b, w.low);
    index_op(b, "arith.subi", at, low)
}

/// Whether none of `count` windows along a dimension of size `n` overlaps the padding.
pub(super) fn stays_inside(w: &Window, count: i64, n: i64) -> bool {
    let last = (count - 1) * w.stride + (w.size - 1) * w.dilation;
    w.low <= 0 && last - w.low < n
}

/// Ends the program unless `counts` are the numbers of these windows over a base of sizes `from`.
pub(super) fn require(
    b: &mut Builder<'_>,
    windows: &[Window],
    from: &[MixedIndex],
    counts: &[MixedIndex],
) -> Lowered<()> {
    for ((w, &n), &count) in windows.iter().zip(from).zip(counts) {
        let padding = w.low.checked_add(w.high).ok_or("a padding is too large")?;
        let padded = sizes::add(b, n, padding.into())?;
        let wanted = self::count(b, w, padded)?;
        sizes::promised(b, CmpIPredicate::Eq, count, wanted, "there is no window for each element")?;
    }
    Ok(())
}

/// The element of a padded base that a loop over windows and a loop over their elements read.
pub(super) fn place(w: &Window, number: u32, cell: u32) -> AffineExpr {
    AffineExpr::dim(number) * w.stride + AffineExpr::dim(cell) * w.dilation
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    if let Some(results) = scan::lower(l, b, op)? {
        return Ok(results);
    }
    let Some(reduce) = op.as_op::<hlo::ReduceWindowOp>(b) else { return Err("it is not known".into()) };
    let olds: Vec<Value> = reduce.inputs(b).collect();
    let init_olds: Vec<Value> = reduce.init_values(b).collect();
    let windows = reduce.windows(b)?;
    let padding = Padding::of_windows(&windows);
    let elems: Vec<Type> = b.result_types(op).map(|t| b.cx().elem_or_self(t)).collect();
    let result = b.ty(b.result(op, 0));
    // Without a window there is nothing to pad, and padding may be any number.
    let nothing =
        !olds.iter().any(|&v| types::is_unknown(b.cx(), b.ty(v))) && types::sizes(b, result)?.contains(&0);
    let (mut inputs, mut outs, mut args_of) = (Vec::new(), Vec::new(), Vec::new());
    for ((&old, &init_old), &elem) in olds.iter().zip(&init_olds).zip(&elems) {
        let (new, init) = (l.get(old)?, l.get(init_old)?);
        let init_elem = b.cx().elem_or_self(b.ty(init_old));
        let init = constants::scalar_of(b, init_old, init);
        // Padding is filled with the initial value, which may have a wider type.
        let new = loops::converted(b, new, b.cx().elem_or_self(b.ty(old)), init_elem)?;
        let to = if nothing {
            inputs.push(new);
            fixed(&types::sizes(b, result)?)
        } else {
            let padded = padding.apply(b, new, init, None)?;
            inputs.push(padded);
            let mut to = Vec::new();
            for (d, w) in windows.iter().enumerate() {
                let n = sizes::dim(b, padded, d)?;
                to.push(count(b, w, n)?);
            }
            sizes::refined(b, to, result)?
        };
        args_of.push(init_elem);
        let start = cast::convert(b, init, init_elem, elem)?;
        outs.push(sizes::filled(b, start, &to)?);
    }
    if nothing {
        return Ok(outs.into());
    }
    sizes::common(b, &inputs)?;
    let region = reduce.body(b);
    fold(l, b, region, &windows, &mut inputs, &outs, [&args_of, &elems])
}

/// Reduces the elements of each window of padded inputs into `outs` by the body of an op. Elements have the first of the types,
/// accumulators the second.
pub(super) fn fold(
    l: &Lowering,
    b: &mut Builder<'_>,
    region: Region,
    windows: &[Window],
    inputs: &mut Vec<Value>,
    outs: &[Value],
    [args_of, elems]: [&[Type]; 2],
) -> Lowered<SmallVec<[Value; 2]>> {
    let (n, rank) = (inputs.len(), windows.len() as u32);
    // A dimension along which windows have one element needs no loop over elements.
    let size: Vec<i64> = windows.iter().map(|w| w.size).filter(|&n| n != 1).collect();
    let all = rank + size.len() as u32;
    let mut cells = rank..all;
    let places = (0..rank).zip(windows).map(|(d, w)| match w.size {
        1 => AffineExpr::dim(d) * w.stride,
        _ => place(w, d, cells.next().unwrap_or(d)),
    });
    let mut maps = vec![AffineMap::new(all, 0, places.collect()); n];
    // The sizes of the loops over a window come from a tensor of its shape.
    let shape = constants::empty(b, &size, b.cx().elem_or_self(b.ty(inputs[0])));
    inputs.push(shape);
    maps.push(AffineMap::select(all, &(rank..all).collect::<Vec<_>>()));
    maps.extend(vec![AffineMap::select(all, &(0..rank).collect::<Vec<_>>()); n]);
    let mut loops = vec![IteratorType::Parallel; rank as usize];
    loops.extend(vec![IteratorType::Reduction; size.len()]);
    let types: Vec<Type> = outs.iter().map(|&v| b.ty(v)).collect();
    let mut failed = None;
    let generic = GenericOp::build_with(b, inputs, outs, &maps, &loops, &types, |b, args| {
        let accumulators = &args[n + 1..];
        let mut all: Vec<(Value, Type)> = accumulators.iter().copied().zip(elems.iter().copied()).collect();
        all.extend(args[..n].iter().copied().zip(args_of.iter().copied()));
        loops::apply(l, b, region, &all, elems).unwrap_or_else(|e| {
            failed = Some(e);
            accumulators.to_vec()
        })
    });
    match failed {
        Some(e) => Err(e),
        None => Ok(SmallVec::from_slice(b.results(generic.op()))),
    }
}

/// The number of windows along one dimension of `n` elements, including holes and padding.
pub(super) fn count(b: &mut Builder<'_>, w: &Window, n: MixedIndex) -> Lowered<MixedIndex> {
    count_of(b, w, w.size.into(), n)
}

/// The same for windows of a size that may be dynamic.
pub(super) fn count_of(
    b: &mut Builder<'_>,
    w: &Window,
    size: MixedIndex,
    n: MixedIndex,
) -> Lowered<MixedIndex> {
    // The distance of the last element of a window from the first one; negative for an empty window.
    let before = sizes::last(b, size)?;
    let reach = sizes::mul(b, before, w.dilation.into())?;
    let reach = sizes::max(b, reach, MixedIndex::Static(-1))?;
    // One for each `stride` of the elements beyond the first window.
    let left = sizes::sub(b, n, reach)?;
    let left = sizes::max(b, left, 0.into())?;
    sizes::div_up(b, left, w.stride.into())
}
