//! `gather` and `scatter`.

use smallvec::SmallVec;
use strata_stablehlo::{GatherDimensionNumbers, ScatterDimensionNumbers};

use super::region::{Payload, promoted};
use crate::{
    Data, Elem, Eval, Flow, Interpreter, Num, ScatterOutOfBounds, Shape, Step, Tensor,
    strided::Layout,
    tensor::{StridedIndices, count, for_each_position, linear, strides},
};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.gather", |s| {
        let sizes = s.sizes("slice_sizes")?;
        gather(s, &sizes)
    });
    i.register("stablehlo.dynamic_gather", |s| {
        let sizes: Option<Shape> = s.numbers(2)?.iter().map(|&n| usize::try_from(n).ok()).collect();
        let sizes = sizes.ok_or_else(|| s.fault("gets a negative size"))?;
        gather(s, &sizes)
    });
    i.register("stablehlo.scatter", scatter);
}

/// Where index vectors lie in a tensor of indices, and to which dimensions their parts and batches belong.
struct Indices<'a> {
    tensor: &'a Tensor,
    vector_dim: usize,
    /// Dimension of the operand that part `k` of a vector moves in.
    map: Shape,
    /// Pairs of a dimension of the operand and one of the batch.
    batching: SmallVec<[(usize, usize); 2]>,
}

impl Indices<'_> {
    /// Start of the window in each dimension of the operand, for a position in the batch.
    fn start(&self, batch: &[usize], rank: usize) -> SmallVec<[i64; 4]> {
        let own = self.tensor.strides();
        let mut at: usize = 0;
        let mut k = 0;
        for d in 0..self.tensor.rank() {
            if d != self.vector_dim {
                at += batch.get(k).copied().unwrap_or(0) * own[d];
                k += 1;
            }
        }
        let step = own.get(self.vector_dim).copied().unwrap_or(0);
        let mut start: SmallVec<[i64; 4]> = SmallVec::from_elem(0, rank);
        for (k, &d) in self.map.iter().enumerate() {
            let v = self.tensor.at(at + k * step).int();
            // An unsigned index with its top bit set is larger than every size.
            start[d] = if self.tensor.elem.is_unsigned() && v < 0 { i64::MAX } else { v };
        }
        for &(operand, from) in &self.batching {
            start[operand] = batch.get(from).copied().unwrap_or(0) as i64;
        }
        start
    }
}

/// The pairs of batch dimensions, with the dimensions of the indices numbered without the index vector dimension.
fn batch_pairs(operand: &[usize], indices: &[usize], vector_dim: usize) -> SmallVec<[(usize, usize); 2]> {
    operand.iter().zip(indices).map(|(&o, &i)| (o, if i > vector_dim { i - 1 } else { i })).collect()
}

fn gather(s: &mut Step<'_, '_>, sizes: &[usize]) -> Eval {
    let d: &GatherDimensionNumbers = s.typed("dimension_numbers")?;
    let (x, i) = (s.tensor(0)?, s.tensor(1)?);
    let rank = x.rank();
    let fits = sizes.len() == rank && sizes.iter().zip(&x.shape).all(|(a, b)| a <= b);
    s.ensure(fits, || "has slice sizes that do not fit".into())?;
    let (collapsed, batching) =
        (s.dims(&d.collapsed_slice_dims, rank)?, s.dims(&d.operand_batching_dims, rank)?);
    let vector_dim = usize::try_from(d.index_vector_dim.0).unwrap_or(0);
    let pairs = batch_pairs(&batching, &s.dims(&d.start_indices_batching_dims, i.rank())?, vector_dim);
    let indices = Indices { tensor: i, vector_dim, map: s.dims(&d.start_index_map, rank)?, batching: pairs };
    let batch: Shape = (0..i.rank()).filter(|&k| k != vector_dim).map(|k| i.shape[k]).collect();
    let kept: Shape = (0..rank).filter(|k| !collapsed.contains(k) && !batching.contains(k)).collect();
    let out_rank = batch.len() + kept.len();
    let offsets = s.dims(&d.offset_dims, out_rank)?;
    s.ensure(offsets.len() == kept.len(), || "has offset_dims of the wrong length".into())?;
    let batch_dims: Shape = (0..out_rank).filter(|k| !offsets.contains(k)).collect();
    let mut shape: Shape = SmallVec::from_elem(0, out_rank);
    batch_dims.iter().zip(&batch).for_each(|(&d, &n)| shape[d] = n);
    offsets.iter().zip(&kept).for_each(|(&d, &k)| shape[d] = sizes[k]);
    let n = s.elements(&shape)?;
    // Where nothing is taken, the verifier lets the size be 0.
    let one = collapsed.iter().chain(&batching).all(|&k| sizes[k] == 1) || n == 0 && s.num_operands() == 2;
    s.ensure(one, || "has a slice size other than 1 in a dimension that is left out".into())?;
    let (own, to) = (x.strides(), strides(&shape));
    // The windows are gathered one after the other as rows, which are then transposed to the positions of their
    // dimensions.
    let window: Shape = kept.iter().map(|&k| sizes[k]).collect();
    let steps: Shape = kept.iter().map(|&k| own[k]).collect();
    let cells = count(&window).unwrap_or(0);
    let mut starts = Vec::with_capacity(n / cells.max(1));
    if n > 0 {
        for_each_position(&batch, |at| {
            let start = indices.start(at, rank);
            let inside =
                (0..rank).map(|d| start[d].clamp(0, (x.shape[d] - sizes[d]) as i64) as usize * own[d]);
            starts.push(inside.sum::<usize>());
        });
    }
    let mut within = Vec::with_capacity(cells);
    let mut it = StridedIndices::new(&window, &steps);
    within.extend((0..cells).map(|_| it.step()));
    let is_row = within.iter().enumerate().all(|(k, &at)| k == at);
    let rows = x.data.rows(&starts, &within, is_row);
    // The gathered elements are in the order batch, window.
    let from: Shape = batch.iter().chain(&window).copied().collect();
    let order: Shape = batch_dims.iter().chain(&offsets).copied().collect();
    let places: Shape = order.iter().map(|&d| to[d]).collect();
    let layout = Layout::strided(&from, &places, 0);
    let data = if layout.is_whole(n) {
        rows
    } else {
        let mut data = Data::splat(Num::zero(x.elem), n);
        data.write(&layout, &rows);
        data
    };
    let t = Tensor::new(x.elem, shape, data);
    s.set_elements(0, t)
}

fn scatter(s: &mut Step<'_, '_>) -> Eval {
    let n = s.num_operands() / 2;
    s.ensure(s.num_operands() == 2 * n + 1 && n > 0, || "needs as many inputs as updates".into())?;
    let d: &ScatterDimensionNumbers = s.typed("scatter_dimension_numbers")?;
    // A body may compute in wider types than those of the inputs.
    let wide = |k: usize, at: usize| Ok(promoted(s.tensor(at)?.clone(), s.result_elem(k)?));
    let inputs: Vec<Tensor> = (0..n).map(|k| wide(k, k)).collect::<Eval<_>>()?;
    let updates: Vec<Tensor> = (0..n).map(|k| wide(k, n + 1 + k)).collect::<Eval<_>>()?;
    let index = s.tensor(n)?.clone();
    let (shape, rank, out_rank) = (inputs[0].shape.clone(), inputs[0].rank(), updates[0].rank());
    let same = inputs.iter().all(|t| t.shape == shape) && updates.iter().all(|t| t.shape == updates[0].shape);
    s.ensure(same, || "has operands of different shapes".into())?;
    let window = s.dims(&d.update_window_dims, out_rank)?;
    let (inserted, batching) =
        (s.dims(&d.inserted_window_dims, rank)?, s.dims(&d.input_batching_dims, rank)?);
    let vector_dim = usize::try_from(d.index_vector_dim.0).unwrap_or(0);
    let pairs = batch_pairs(&batching, &s.dims(&d.scatter_indices_batching_dims, index.rank())?, vector_dim);
    let map = s.dims(&d.scatter_dims_to_operand_dims, rank)?;
    let indices = Indices { tensor: &index, vector_dim, map, batching: pairs };
    let kept: Shape = (0..rank).filter(|k| !inserted.contains(k) && !batching.contains(k)).collect();
    s.ensure(kept.len() == window.len(), || "has update_window_dims of the wrong length".into())?;
    let vectors = (0..index.rank()).filter(|&k| k != vector_dim).map(|k| index.shape[k]);
    let extent = &updates[0].shape;
    let fits = vectors.eq((0..out_rank).filter(|k| !window.contains(k)).map(|k| extent[k]))
        && window.iter().zip(&kept).all(|(&w, &k)| extent[w] <= shape[k]);
    s.ensure(fits, || "has updates whose sizes do not fit".into())?;
    let mut payload = Payload::new(s, 0)?;
    let mut out: Vec<Vec<Num>> = inputs.iter().map(|t| t.data.iter().collect()).collect();
    s.charge(count(&updates[0].shape).unwrap_or(0))?;
    let rule = s.m.options.scatter_out_of_bounds;
    let targets = targets(&indices, &shape, &updates[0].shape, (&window, &kept), rule);
    for (u, at) in targets {
        if n == 1 {
            let e = inputs[0].elem;
            out[0][at] = payload.combine(s, e, out[0][at], updates[0].at(u))?;
            continue;
        }
        let old = inputs.iter().zip(&out).map(|(t, o)| (t.elem, o[at]));
        let args: SmallVec<[(Elem, Num); 4]> = old.chain(updates.iter().map(|t| (t.elem, t.at(u)))).collect();
        let new = payload.run(s, &args)?;
        for (slot, (_, v)) in out.iter_mut().zip(new) {
            slot[at] = v;
        }
    }
    for (k, (t, nums)) in inputs.iter().zip(out).enumerate() {
        s.set_elements(k, Tensor::new(t.elem, shape.clone(), Data::collect(t.elem, nums.into_iter())))?;
    }
    Ok(Flow::Next)
}

/// Pairs of an update and the element that it is combined with, window by window, as by XLA. The windows' dimensions are given, and those
/// of the operand that they belong to.
fn targets(
    indices: &Indices<'_>,
    shape: &[usize],
    updates: &[usize],
    (window, kept): (&[usize], &[usize]),
    rule: ScatterOutOfBounds,
) -> Vec<(usize, usize)> {
    let (own, from) = (strides(shape), strides(updates));
    let batch: Shape = (0..updates.len()).filter(|k| !window.contains(k)).collect();
    let of = |all: &[usize], dims: &[usize]| -> Shape { dims.iter().map(|&k| all[k]).collect() };
    let (cells, cell_steps) = (of(updates, window), of(&from, window));
    let (windows, window_steps) = (of(updates, &batch), of(&from, &batch));
    let one: Shape = SmallVec::from_elem(1, shape.len());
    let mut sizes = one.clone();
    kept.iter().zip(&cells).for_each(|(&k, &n)| sizes[k] = n);
    let is_inside = |at: &[i64], sizes: &[usize]| {
        let fits = |((&p, &n), &size): ((&i64, &usize), &usize)| {
            usize::try_from(p)
                .ok()
                .and_then(|p| size.checked_sub(p))
                .is_some_and(|left| left > 0 && n <= left)
        };
        at.iter().zip(sizes).zip(shape).all(fits)
    };
    let mut targets = Vec::new();
    for_each_position(&windows, |batch| {
        let start = indices.start(batch, shape.len());
        // A window that is not inside is dropped, or each of its elements is looked at.
        let whole = is_inside(&start, &sizes);
        if !whole && rule == ScatterOutOfBounds::Window {
            return;
        }
        let first = linear(batch, &window_steps);
        for_each_position(&cells, |cell| {
            let mut at = start.clone();
            kept.iter().zip(cell).for_each(|(&k, &p)| at[k] = at[k].saturating_add(p as i64));
            if whole || is_inside(&at, &one) {
                let at = at.iter().zip(&own).map(|(&p, step)| p as usize * step).sum();
                targets.push((first + linear(cell, &cell_steps), at));
            }
        });
    });
    targets
}
