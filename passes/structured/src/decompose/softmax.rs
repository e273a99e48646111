//! `linalg.softmax` in four steps: the largest elements, exponentials of the differences to them, their sums, and the quotients.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{FillOp, GenericOp, IteratorType, SoftmaxOp, payload};

use super::{binary, empty, shape, sizes};

pub(super) fn decompose(b: &mut Builder<'_>, op: SoftmaxOp) -> Option<Value> {
    let (input, output) = (op.input(b), op.output(b));
    let rank = shape(b, input)?.len() as u32;
    let dim = u32::try_from(b.cx().attr_i64(op.dimension(b).raw())?).ok().filter(|&d| d < rank)?;
    let elem = b.cx().elem_or_self(b.ty(input));
    b.cx().as_float(elem)?;
    let all = sizes(b, input)?;
    let kept: Vec<u32> = (0..rank).filter(|&d| d != dim).collect();
    let rows: Vec<_> = kept.iter().map(|&d| all[d as usize]).collect();
    let (whole, row) = (AffineMap::identity(rank), AffineMap::select(rank, &kept));
    let reduce = |b: &mut Builder<'_>, of: Value, name: &str, start: f64| -> Option<Value> {
        let start = strata_arith::constant_float(b, start, elem);
        let init = empty(b, &rows, elem);
        let init = FillOp::create(b, &[start], init).ok()?;
        let init = b.result(init.op(), 0);
        let mut loops = vec![IteratorType::Parallel; rank as usize];
        loops[dim as usize] = IteratorType::Reduction;
        let (maps, ty) = ([whole.clone(), row.clone()], b.ty(init));
        let op = GenericOp::build_with(b, &[of], &[init], &maps, &loops, &[ty], |b, args| {
            vec![binary(b, name, args[0], args[1]).unwrap_or(args[1])]
        });
        Some(b.result(op.op(), 0))
    };
    let combine = |b: &mut Builder<'_>, of: Value, with: Value, into: Value, exp: bool| {
        let maps = [whole.clone(), row.clone(), whole.clone()];
        let loops = vec![IteratorType::Parallel; rank as usize];
        let ty = b.ty(into);
        let op = GenericOp::build_with(b, &[of, with], &[into], &maps, &loops, &[ty], |b, args| {
            let name = if exp { "arith.subf" } else { "arith.divf" };
            let v = binary(b, name, args[0], args[1]);
            let v = v.and_then(|v| if exp { payload::op(b, "math.exp", &[v], elem).ok() } else { Some(v) });
            vec![v.unwrap_or(args[2])]
        });
        b.result(op.op(), 0)
    };
    let largest = reduce(b, input, "arith.maxnumf", f64::NEG_INFINITY)?;
    let into = empty(b, &all, elem);
    let exponentials = combine(b, input, largest, into, true);
    let sums = reduce(b, exponentials, "arith.addf", 0.0)?;
    Some(combine(b, exponentials, sums, output, false))
}
