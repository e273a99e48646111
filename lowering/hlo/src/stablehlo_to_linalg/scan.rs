//! `reduce_window` whose windows hold everything up to an element, or from it on: cumulative sums, products, maxima.
//!
//! Each element of the result is made from the one before it, so that the work is that of one pass and not of all windows. Along
//! the last dimension a loop carries scalars; along another one, it carries a whole slice, which is combined at once.

use strata_ir::prelude::*;
use strata_linalg::GenericOp;
use strata_stablehlo::{self as hlo, infer::Window};
use strata_tensor::{ExtractOp, ExtractSliceOp, InsertOp, InsertSliceOp, MixedIndex};

use super::{
    Lowered, constants,
    function::Lowering,
    loops::{self, index_op},
    slices::fixed,
    types::{self, signless},
};

/// What is scanned, and how.
struct Scan {
    dim: usize,
    /// From the last element to the first.
    backwards: bool,
    shape: Vec<i64>,
    elems: Vec<Type>,
    region: Region,
}

/// The dimension and the direction, where these windows over a tensor of sizes `shape` are those of a scan.
fn direction(windows: &[Window], shape: &[i64]) -> Option<(usize, bool)> {
    let single = |w: &Window| (w.size, w.stride, w.low, w.high, w.base_dilation) == (1, 1, 0, 0, 1);
    let mut others = windows.iter().zip(shape).enumerate().filter(|(_, (w, _))| !single(w));
    let (dim, (w, &n)) = others.next()?;
    let whole = n > 1 && (w.size, w.stride, w.dilation, w.base_dilation) == (n, 1, 1, 1);
    match (w.low, w.high) {
        _ if !whole || others.next().is_some() || shape.contains(&0) => None,
        (low, 0) if low == n - 1 => Some((dim, false)),
        (0, high) if high == n - 1 => Some((dim, true)),
        _ => None,
    }
}

/// The results, if the op is a scan of elements in the types that its region computes in.
pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Option<SmallVec<[Value; 2]>>> {
    let Some(reduce) = op.as_op::<hlo::ReduceWindowOp>(b) else { return Ok(None) };
    let olds: Vec<Value> = reduce.inputs(b).collect();
    let init_olds: Vec<Value> = reduce.init_values(b).collect();
    let shape = types::shape(b, b.ty(olds[0]))?;
    let Some((dim, backwards)) = direction(&reduce.windows(b)?, &shape) else { return Ok(None) };
    let elems: Vec<Type> = b.result_types(op).map(|t| b.cx().elem_or_self(t)).collect();
    let same = |vs: &[Value]| vs.iter().zip(&elems).all(|(&v, &e)| b.cx().elem_or_self(b.ty(v)) == e);
    if !same(&olds) || !same(&init_olds) {
        return Ok(None);
    }
    let (mut inputs, mut inits) = (Vec::new(), Vec::new());
    for (&old, &init) in olds.iter().zip(&init_olds) {
        inputs.push(l.get(old)?);
        let new = l.get(init)?;
        inits.push(constants::scalar_of(b, init, new));
    }
    let minor = shape[dim + 1..].iter().all(|&n| n == 1);
    let scan = Scan { dim, backwards, shape, elems, region: reduce.body(b) };
    let results =
        if minor { scan.scalars(l, b, &inputs, &inits)? } else { scan.slices(l, b, &inputs, &inits)? };
    Ok(Some(results.into()))
}

impl Scan {
    fn empties(&self, b: &mut Builder<'_>, shape: &[i64]) -> Vec<Value> {
        self.elems
            .iter()
            .map(|&e| {
                let elem = signless(b.cx(), e);
                constants::empty(b, shape, elem)
            })
            .collect()
    }
    /// What the region computes from what is there so far and the next elements.
    fn combine(
        &self,
        l: &Lowering,
        b: &mut Builder<'_>,
        so_far: &[Value],
        next: &[Value],
    ) -> Lowered<Vec<Value>> {
        // Windows keep the order of their elements.
        let (first, second) = if self.backwards { (next, so_far) } else { (so_far, next) };
        let args = first.iter().chain(second).copied().zip(self.elems.iter().cycle().copied());
        loops::apply(l, b, self.region, &args.collect::<Vec<_>>(), &self.elems)
    }
    /// A loop over the dimension that carries `inits`; `body` gets where the element is.
    fn steps(
        &self,
        b: &mut Builder<'_>,
        inits: &[Value],
        body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Lowered<Vec<Value>>,
    ) -> Lowered<Vec<Value>> {
        let n = self.shape[self.dim];
        let bounds = [0, n, 1].map(|v| strata_arith::constant_index(b, v));
        loops::one(b, bounds, inits, |b, counter, carried| {
            let mut at = counter;
            if self.backwards {
                let last = strata_arith::constant_index(b, n - 1);
                at = index_op(b, "arith.subi", last, counter)?;
            }
            body(b, at, carried)
        })
    }
    fn scalars(
        &self,
        l: &Lowering,
        b: &mut Builder<'_>,
        inputs: &[Value],
        inits: &[Value],
    ) -> Lowered<Vec<Value>> {
        let mut others = self.shape.clone();
        others.remove(self.dim);
        let outs = self.empties(b, &self.shape);
        let n = inputs.len();
        loops::nest(b, &others, &outs, &mut |b, place, outs| {
            let carried = [outs, inits].concat();
            let mut ends = self.steps(b, &carried, |b, at, carried| {
                let (outs, so_far) = carried.split_at(n);
                let mut place = place.to_vec();
                place.insert(self.dim, at);
                let next: Vec<Value> = inputs.iter().map(|&v| ExtractOp::build(b, v, &place)).collect();
                let sums = self.combine(l, b, so_far, &next)?;
                let outs = outs.iter().zip(&sums).map(|(&out, &v)| InsertOp::build(b, v, out, &place));
                let mut all: Vec<Value> = outs.collect();
                all.extend(sums);
                Ok(all)
            })?;
            ends.truncate(n);
            Ok(ends)
        })
    }
    fn slices(
        &self,
        l: &Lowering,
        b: &mut Builder<'_>,
        inputs: &[Value],
        inits: &[Value],
    ) -> Lowered<Vec<Value>> {
        let mut part = self.shape.clone();
        part[self.dim] = 1;
        let (sizes, steps) = (fixed(&part), fixed(&vec![1; part.len()]));
        let mut carried = self.empties(b, &self.shape);
        for &init in inits {
            carried.push(constants::filled(b, init, &part)?);
        }
        let n = inputs.len();
        let mut ends = self.steps(b, &carried, |b, at, carried| {
            let (outs, so_far) = carried.split_at(n);
            let mut offsets = fixed(&vec![0; part.len()]);
            offsets[self.dim] = MixedIndex::Value(at);
            let mut operands: Vec<Value> =
                inputs.iter().map(|&v| ExtractSliceOp::of(b, v, &offsets, &sizes, &steps)).collect();
            operands.extend(so_far);
            let mut failed = None;
            let generic = GenericOp::elementwise(b, &operands, so_far, |b, args| {
                self.combine(l, b, &args[n..2 * n], &args[..n]).unwrap_or_else(|e| {
                    failed = Some(e);
                    args[2 * n..].to_vec()
                })
            });
            if let Some(e) = failed {
                return Err(e);
            }
            let sums = b.results(generic.op()).to_vec();
            let mut all = Vec::with_capacity(2 * n);
            for (&out, &v) in outs.iter().zip(&sums) {
                all.push(InsertSliceOp::of(b, v, out, &offsets, &sizes, &steps));
            }
            all.extend(sums);
            Ok(all)
        })?;
        ends.truncate(n);
        Ok(ends)
    }
}
