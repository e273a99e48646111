//! `sort`: merges sorted runs of growing length, alternating between the tensors and a buffer of one row.
//!
//! Every pass over a row merges runs of `width` elements to runs of twice that size; the sort is stable.

use strata_arith::{AndIOp, CmpIPredicate, OrIOp, XOrIOp};
use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, InsertOp, MixedIndex};

use super::{
    Lowered,
    emit::{cmpi, select},
    loops::{self, index_op},
    sizes,
    state::Lowering,
    types,
};

/// A sort of rows along a dimension.
struct Problem<'l> {
    l: &'l Lowering,
    region: Region,
    /// Element types before the lowering.
    elems: Vec<Type>,
    dim: usize,
    /// Elements of a row.
    n: MixedIndex,
}

/// A sort, the element types of its operands, and the lowered operands.
pub(super) fn operands(
    l: &Lowering,
    b: &Builder<'_>,
    op: Op,
) -> Lowered<(hlo::SortOp, Vec<Type>, Vec<Value>)> {
    let Some(sort) = op.as_op::<hlo::SortOp>(b) else { return Err("it is not known".into()) };
    let olds: Vec<Value> = sort.inputs(b).collect();
    let mut elems = Vec::new();
    for &v in &olds {
        types::sizes(b, b.ty(v))?;
        elems.push(b.cx().elem_or_self(b.ty(v)));
    }
    let news: Vec<Value> = olds.iter().map(|&v| l.get(v)).collect::<Lowered<_>>()?;
    Ok((sort, elems, news))
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    let (sort, elems, news) = operands(l, b, op)?;
    let shape = sizes::common(b, &news)?;
    let dim = sort.dim(b) as usize;
    let n = shape.get(dim).copied().unwrap_or(MixedIndex::Static(1));
    if n.as_static().is_some_and(|n| n < 2) || shape.contains(&MixedIndex::Static(0)) {
        return Ok(news.into());
    }
    let problem = Problem { l, region: sort.comparator(b), elems, dim, n };
    let mut rows = shape;
    rows.remove(dim);
    let mut inits = news.clone();
    for &v in &news {
        let elem = b.cx().elem_or_self(b.ty(v));
        inits.push(sizes::empty(b, &[n], elem));
    }
    let done = loops::nest_of(b, &rows, &inits, &mut |b, row, carried| problem.row(b, row, carried))?;
    Ok(SmallVec::from_slice(&done[..news.len()]))
}

impl Problem<'_> {
    /// Sorts a row. The carried values are the tensors and the row buffers.
    fn row(&self, b: &mut Builder<'_>, row: &[Value], carried: &[Value]) -> Lowered<Vec<Value>> {
        // Two passes at a time, so that the result ends in the tensors.
        let passes = double_passes(b, self.n)?;
        loops::nest_of(b, &[passes], carried, &mut |b, counter, carried| {
            let count = carried.len() / 2;
            let one = strata_arith::constant_index(b, 1);
            let two = strata_arith::constant_index(b, 2);
            let doubled = index_op(b, "arith.muli", counter[0], two)?;
            let width = index_op(b, "arith.shli", one, doubled)?;
            let (tensors, memory) = carried.split_at(count);
            let memory = self.pass(b, width, tensors, Some(row), memory, None)?;
            let width = index_op(b, "arith.shli", width, one)?;
            let mut next = self.pass(b, width, &memory, None, tensors, Some(row))?;
            next.extend(memory);
            Ok(next)
        })
    }
    /// Merges the runs of `width` elements of `from` into `to`. A side for which a row is given is a whole tensor.
    fn pass(
        &self,
        b: &mut Builder<'_>,
        width: Value,
        from: &[Value],
        from_row: Option<&[Value]>,
        to: &[Value],
        to_row: Option<&[Value]>,
    ) -> Lowered<Vec<Value>> {
        let zero = strata_arith::constant_index(b, 0);
        let one = strata_arith::constant_index(b, 1);
        let n = sizes::value(b, self.n);
        let last = sizes::last(b, self.n)?;
        let last = sizes::value(b, last);
        let double = index_op(b, "arith.addi", width, width)?;
        loops::one(b, [zero, n, double], to, |b, low, carried| {
            let middle = index_op(b, "arith.addi", low, width)?;
            let middle = index_op(b, "arith.minsi", middle, n)?;
            let high = index_op(b, "arith.addi", low, double)?;
            let high = index_op(b, "arith.minsi", high, n)?;
            let mut inits = vec![low, middle];
            inits.extend(carried);
            let done = loops::one(b, [low, high, one], &inits, |b, at, carried| {
                let (left, right) = (carried[0], carried[1]);
                let has_left = cmpi(b, CmpIPredicate::Slt, left, middle);
                let has_right = cmpi(b, CmpIPredicate::Slt, right, high);
                // The index into an exhausted run is clamped to the row; the element is not used.
                let left_at = index_op(b, "arith.minsi", left, last)?;
                let right_at = index_op(b, "arith.minsi", right, last)?;
                let mut pairs = Vec::new();
                for (&tensor, &elem) in from.iter().zip(&self.elems) {
                    let (x, y) = (self.place(from_row, left_at), self.place(from_row, right_at));
                    pairs.push(
                        [ExtractOp::build(b, tensor, &x), ExtractOp::build(b, tensor, &y)].map(|v| (v, elem)),
                    );
                }
                // The right element goes first only if it precedes the left one.
                let args: Vec<(Value, Type)> = pairs.iter().flat_map(|&[x, y]| [y, x]).collect();
                let pred = b.cx().int_type(1);
                let before = loops::apply(self.l, b, self.region, &args, &[pred])?[0];
                let wins = AndIOp::build(b, before, has_right);
                let yes = strata_arith::constant_int(b, 1, pred);
                let no_left = XOrIOp::build(b, has_left, yes);
                let take_right = OrIOp::build(b, no_left, wins);
                let (next_left, next_right) =
                    (index_op(b, "arith.addi", left, one)?, index_op(b, "arith.addi", right, one)?);
                let mut next =
                    vec![select(b, take_right, left, next_left), select(b, take_right, next_right, right)];
                let place = self.place(to_row, at);
                for ([x, y], &tensor) in pairs.into_iter().zip(&carried[2..]) {
                    let value = select(b, take_right, y.0, x.0);
                    next.push(InsertOp::build(b, value, tensor, &place));
                }
                Ok(next)
            })?;
            Ok(done[2..].to_vec())
        })
    }
    /// The indices of element `at` of a row.
    fn place(&self, row: Option<&[Value]>, at: Value) -> Vec<Value> {
        let mut place = row.unwrap_or(&[]).to_vec();
        let dim = if row.is_some() { self.dim } else { 0 };
        place.insert(dim, at);
        place
    }
}

/// The number of pairs of passes for a row of `n` elements.
pub(super) fn double_passes(b: &mut Builder<'_>, n: MixedIndex) -> Lowered<MixedIndex> {
    let bits = sizes::bits(b, n)?;
    let bits = sizes::add(b, bits, 1.into())?;
    sizes::div(b, bits, 2.into())
}
