//! `reduce_window` whose windows are prefixes or suffixes: cumulative sums, products, maxima; and `chlo.scan` that combines elements.
//!
//! Each element of the result is computed from the previous one, so that the work is one pass instead of one for each window. Along the
//! last dimension a loop carries scalars; along another one, it carries a whole slice, which is combined at once.

use strata_chlo as chlo;
use strata_ir::prelude::*;
use strata_linalg::GenericOp;
use strata_stablehlo::{self as hlo, infer::Window};
use strata_tensor::{ExtractOp, ExtractSliceOp, InsertOp, InsertSliceOp, MixedIndex};

use super::{
    Lowered, constants,
    loops::{self, index_op},
    reshape::reshape,
    sizes::{self, fixed},
    state::{Lowering, terminator},
    types::signless,
};

/// A scan: its dimension, direction, sizes and computation.
pub(super) struct Scan {
    pub dim: usize,
    /// Whether it runs from the last element to the first.
    pub backwards: bool,
    pub shape: Vec<MixedIndex>,
    pub elems: Vec<Type>,
    steps: Vec<Step>,
    /// Whether the combination may be regrouped.
    pub regroups: bool,
}

/// A region that computes some of the carried values.
struct Step {
    region: Region,
    /// The indices of its arguments, in the list of the next elements followed by the carried values.
    args: Vec<usize>,
    /// The number of its results.
    results: usize,
}

/// The dimension and the direction, if these windows over a tensor of sizes `shape` are those of a scan.
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

/// A scan with its operands, each of `inits` one element or one for each line along the dimension.
pub(super) struct Scanned {
    pub scan: Scan,
    pub inputs: Vec<Value>,
    pub inits: Vec<Value>,
}

/// The results, if the op is a scan and its region computes in the types of the elements.
pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Option<SmallVec<[Value; 2]>>> {
    let Some(Scanned { scan, inputs, inits }) = of_windows(l, b, op)? else { return Ok(None) };
    Ok(Some(scan.lower(l, b, &inputs, &inits)?.into()))
}

/// Matches a `reduce_window` that is a scan.
pub(super) fn of_windows(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Option<Scanned>> {
    let Some(reduce) = op.as_op::<hlo::ReduceWindowOp>(b) else { return Ok(None) };
    let olds: Vec<Value> = reduce.inputs(b).collect();
    let init_olds: Vec<Value> = reduce.init_values(b).collect();
    let known = b.cx().shaped(b.ty(olds[0])).and_then(|s| s.shape).unwrap_or(&[]);
    let Some((dim, backwards)) = direction(&reduce.windows(b)?, known) else { return Ok(None) };
    let elems: Vec<Type> = b.result_types(op).map(|t| b.cx().elem_or_self(t)).collect();
    let same = |vs: &[Value]| vs.iter().zip(&elems).all(|(&v, &e)| b.cx().elem_or_self(b.ty(v)) == e);
    if !same(&olds) || !same(&init_olds) {
        return Ok(None);
    }
    let inputs: Vec<Value> = olds.iter().map(|&v| l.get(v)).collect::<Lowered<_>>()?;
    let mut inits = Vec::new();
    for &init in &init_olds {
        let new = l.get(init)?;
        inits.push(constants::scalar_of(b, init, new));
    }
    let shape = sizes::common(b, &inputs)?;
    let n = inputs.len();
    // The order of elements in a window is kept.
    let args: Vec<usize> = if backwards { (0..2 * n).collect() } else { (n..2 * n).chain(0..n).collect() };
    let region = reduce.body(b);
    let steps = vec![Step { region, args, results: n }];
    let scan = Scan { dim, backwards, shape, elems, steps, regroups: true };
    Ok(Some(Scanned { scan, inputs, inits }))
}

/// The steps of the body of a `chlo.scan`, if it combines slices elementwise and returns each result both as output and as carry.
fn steps_of(b: &Body, scan: chlo::ScanOp) -> Option<Vec<Step>> {
    let &[block] = b.blocks(scan.body(b)) else { return None };
    let args = b.block_args(block);
    let returned: Vec<Value> = b.operands(terminator(b, block).ok()?).collect();
    let n = args.len() / 2;
    let same = |list: &[Value]| list.iter().zip(args).all(|(&v, &arg)| b.ty(v) == b.ty(arg));
    let counts = [scan.inputs(b).count(), scan.inits(b).count(), scan.outputs(b).len()];
    let fits = n > 0 && counts == [n; 3] && returned.len() == 2 * n && returned[..n] == returned[n..];
    if !fits || !same(&returned) || !scan.carries(b).iter().all(|&v| b.uses_of(v).next().is_none()) {
        return None;
    }
    let step = |&v: &Value| {
        let map = b.def_as::<hlo::MapOp>(v)?;
        let place = |v: Value| args.iter().position(|&arg| arg == v);
        let args = b.operands(map.op()).map(place).collect::<Option<_>>()?;
        Some(Step { region: *b.regions(map.op()).first()?, args, results: 1 })
    };
    returned[..n].iter().map(step).collect()
}

/// Whether [`lower_chlo`] lowers a `chlo.scan`.
pub(crate) fn is_scan_of_elements(b: &Body, op: Op) -> bool {
    op.as_op::<chlo::ScanOp>(b).is_some_and(|scan| steps_of(b, scan).is_some())
}

/// A `chlo.scan` that combines elements.
pub(super) fn lower_chlo(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    let Scanned { scan, inputs, inits } = of_chlo(l, b, op)?;
    let mut results = scan.lower(l, b, &inputs, &inits)?;
    // The final carries have no uses.
    results.extend(inits);
    Ok(results.into())
}

/// Whether a `chlo.scan` may be regrouped.
pub(super) fn regroups(b: &Body, op: Op) -> bool {
    let scan = op.as_op::<chlo::ScanOp>(b);
    let associative = scan.and_then(|scan| scan.is_associative(b));
    associative.is_some_and(|a| b.cx().attr_i64(a.raw()).unwrap_or(0) != 0)
}

/// The scan of a `chlo.scan`.
pub(super) fn of_chlo(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Scanned> {
    let scan = op.as_op::<chlo::ScanOp>(b).ok_or("it is not known")?;
    let steps = steps_of(b, scan).ok_or("its body does not combine the elements of slices")?;
    let dim = scan.scan_dim(b).ok_or("its dimension is negative")?;
    let backwards = scan.is_reverse(b).is_some_and(|a| b.cx().attr_i64(a.raw()).unwrap_or(0) != 0);
    let olds: Vec<Value> = scan.inputs(b).collect();
    let init_olds: Vec<Value> = scan.inits(b).collect();
    let elems: Vec<Type> = olds.iter().map(|&v| b.cx().elem_or_self(b.ty(v))).collect();
    let inputs: Vec<Value> = olds.iter().map(|&v| l.get(v)).collect::<Lowered<_>>()?;
    let shape = sizes::common(b, &inputs)?;
    let mut inits = Vec::new();
    for &init in &init_olds {
        let new = l.get(init)?;
        let mut slice = shape.clone();
        slice.remove(dim);
        let own = sizes::mixed_sizes(b, new)?;
        for (n, m) in own.into_iter().zip(slice) {
            sizes::same(b, n, m, "sizes of operands differ")?;
        }
        inits.push(match constants::splat_of(b, init) {
            Some(attr) => constants::scalar(b, attr),
            None => new,
        });
    }
    let regroups = regroups(b, op);
    Ok(Scanned { scan: Scan { dim, backwards, shape, elems, steps, regroups }, inputs, inits })
}

impl Scan {
    /// The results of loops along the dimension; each of `inits` is one element, or one for each line.
    fn lower(
        &self,
        l: &Lowering,
        b: &mut Builder<'_>,
        inputs: &[Value],
        inits: &[Value],
    ) -> Lowered<Vec<Value>> {
        let minor = self.shape[self.dim + 1..].iter().all(|n| n.as_static() == Some(1));
        if minor { self.scalars(l, b, inputs, inits) } else { self.slices(l, b, inputs, inits) }
    }
    fn empties(&self, b: &mut Builder<'_>, shape: &[MixedIndex]) -> Vec<Value> {
        self.elems
            .iter()
            .map(|&e| {
                let elem = signless(b.cx(), e);
                sizes::empty(b, shape, elem)
            })
            .collect()
    }
    /// Applies the computation to the carried values and the next elements.
    pub fn combine(
        &self,
        l: &Lowering,
        b: &mut Builder<'_>,
        so_far: &[Value],
        next: &[Value],
    ) -> Lowered<Vec<Value>> {
        let all = [next, so_far].concat();
        let mut made = Vec::with_capacity(next.len());
        for step in &self.steps {
            let args: Vec<(Value, Type)> =
                step.args.iter().map(|&i| (all[i], self.elems[i % next.len()])).collect();
            let to = &self.elems[made.len()..made.len() + step.results];
            made.extend(loops::apply(l, b, step.region, &args, to)?);
        }
        Ok(made)
    }
    /// A loop over the dimension that carries `inits`; `body` gets the position of the element.
    fn steps(
        &self,
        b: &mut Builder<'_>,
        inits: &[Value],
        body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Lowered<Vec<Value>>,
    ) -> Lowered<Vec<Value>> {
        let [zero, one] = [0, 1].map(|v| strata_arith::constant_index(b, v));
        let n = sizes::value(b, self.shape[self.dim]);
        let last = sizes::last(b, self.shape[self.dim])?;
        let results = loops::one(b, [zero, n, one], inits, |b, counter, carried| {
            let mut at = counter;
            if self.backwards {
                let last = sizes::value(b, last);
                at = index_op(b, "arith.subi", last, counter)?;
            }
            body(b, at, carried)
        })?;
        if let Some(op) = results.first().and_then(|&v| b.def_op(v)).filter(|_| self.regroups) {
            let unit = b.cx().unit();
            b.body().set_attr(op, strata_scf::REASSOC, Some(unit));
        }
        Ok(results)
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
        loops::nest_of(b, &others, &outs, &mut |b, place, outs| {
            let mut carried = outs.to_vec();
            for &init in inits {
                let is_tensor = b.cx().type_as::<TensorType>(b.ty(init)).is_some();
                carried.push(if is_tensor { ExtractOp::build(b, init, place) } else { init });
            }
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
        part[self.dim] = 1.into();
        let steps = fixed(&vec![1; part.len()]);
        let mut carried = self.empties(b, &self.shape);
        for &init in inits {
            let is_tensor = b.cx().type_as::<TensorType>(b.ty(init)).is_some();
            carried.push(match is_tensor {
                true => reshape(b, init, &part)?,
                false => sizes::filled(b, init, &part)?,
            });
        }
        let n = inputs.len();
        let mut ends = self.steps(b, &carried, |b, at, carried| {
            let (outs, so_far) = carried.split_at(n);
            let mut offsets = fixed(&vec![0; part.len()]);
            offsets[self.dim] = MixedIndex::Value(at);
            let mut operands: Vec<Value> =
                inputs.iter().map(|&v| ExtractSliceOp::create(b, v, &offsets, &part, &steps)).collect();
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
                all.push(InsertSliceOp::create(b, v, out, &offsets, &part, &steps));
            }
            all.extend(sums);
            Ok(all)
        })?;
        ends.truncate(n);
        Ok(ends)
    }
}
