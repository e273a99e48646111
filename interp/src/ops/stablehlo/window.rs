//! `reduce_window` and `select_and_scatter`.

use smallvec::SmallVec;

use super::region::{Combiner, combine, combiner, comparison, promoted, run_scalars};
use crate::{
    Carrier, Data, Elem, Eval, Flow, Interpreter, Num, Shape, Signed, Step, Tensor,
    kernels::{Bin, binary_num},
    tensor::{for_each_position, linear, strides},
};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.reduce_window", reduce_window);
    i.register("stablehlo.select_and_scatter", select_and_scatter);
}

/// The windows over a base shape.
struct Windows {
    base: Shape,
    window: Shape,
    stride: Signed,
    base_dilation: Signed,
    window_dilation: Signed,
    low: Signed,
    /// How many windows there are in each dimension.
    counts: Shape,
}

impl Windows {
    fn new(s: &Step<'_, '_>, base: &[usize]) -> Eval<Windows> {
        let rank = base.len();
        let list = |name: &str| s.ints_opt(name).unwrap_or_else(|| SmallVec::from_elem(1, rank));
        let (window, stride) = (list("window_dimensions"), list("window_strides"));
        let (bd, wd) = (list("base_dilations"), list("window_dilations"));
        let padding = s.ints_opt("padding").unwrap_or_else(|| SmallVec::from_elem(0, 2 * rank));
        let ok = [&window, &stride, &bd, &wd].iter().all(|v| v.len() == rank && v.iter().all(|&n| n > 0));
        s.ensure(ok && padding.len() == 2 * rank, || "has a window that is not positive".into())?;
        let mut counts = Shape::new();
        for d in 0..rank {
            let size =
                |n: i64, step: i64| if n == 0 { Some(0) } else { (n - 1).checked_mul(step)?.checked_add(1) };
            let count = || {
                let padded = padding[2 * d]
                    .checked_add(size(base[d] as i64, bd[d])?)?
                    .checked_add(padding[2 * d + 1])?;
                let span = size(window[d], wd[d])?;
                Some(if padded <= 0 || span > padded {
                    0
                } else {
                    ((padded - span) / stride[d] + 1) as usize
                })
            };
            counts.push(count().ok_or_else(|| s.fault("has a window that is too large"))?);
        }
        // Every window is listed with all its elements.
        let all: Shape = counts.iter().copied().chain(window.iter().map(|&w| w as usize)).collect();
        s.elements(&all)?;
        Ok(Windows {
            base: base.into(),
            window: window.iter().map(|&w| w as usize).collect(),
            stride,
            base_dilation: bd,
            window_dilation: wd,
            low: (0..rank).map(|d| padding[2 * d]).collect(),
            counts,
        })
    }
    /// The position in the base of element `k` of window `o`; none for padding and holes.
    fn source(&self, o: &[usize], k: &[usize]) -> Option<Shape> {
        (0..self.base.len())
            .map(|d| {
                let p = o[d] as i64 * self.stride[d] + k[d] as i64 * self.window_dilation[d] - self.low[d];
                let i = p.div_euclid(self.base_dilation[d]);
                (p >= 0 && p % self.base_dilation[d] == 0 && (i as usize) < self.base[d])
                    .then_some(i as usize)
            })
            .collect()
    }
    /// For every window in order the row-major indices of its elements.
    fn all(&self) -> Vec<Vec<Option<usize>>> {
        let own = strides(&self.base);
        let mut out = Vec::new();
        for_each_position(&self.counts, |o| {
            let mut cells = Vec::new();
            for_each_position(&self.window, |k| cells.push(self.source(o, k).map(|p| linear(&p, &own))));
            out.push(cells);
        });
        out
    }
}

fn reduce_window(s: &mut Step<'_, '_>) -> Eval {
    let n = s.num_operands() / 2;
    s.ensure(n > 0 && s.num_operands() == 2 * n, || "needs as many inputs as initial values".into())?;
    let inputs: Vec<Tensor> = (0..n).map(|i| s.tensor(i).cloned()).collect::<Eval<_>>()?;
    let inits: Vec<(Elem, Num)> = (n..2 * n).map(|i| s.scalar(i)).collect::<Eval<_>>()?;
    // A body may compute in wider types than those of the inputs.
    let inputs: Vec<Tensor> = inputs.into_iter().zip(&inits).map(|(t, i)| promoted(t, i.0)).collect();
    s.ensure(inputs.iter().all(|t| t.shape == inputs[0].shape), || "has inputs of different shapes".into())?;
    let windows = Windows::new(s, &inputs[0].shape)?;
    let region = s.region(0)?;
    let known = if n == 1 { combiner(s.body(), region) } else { Combiner::General };
    let cells = windows.all();
    s.charge(cells.len().saturating_mul(cells.first().map_or(0, Vec::len)))?;
    let mut out: Vec<Vec<Num>> = vec![Vec::with_capacity(cells.len()); n];
    for window in cells {
        let mut acc: SmallVec<[Num; 2]> = inits.iter().map(|i| i.1).collect();
        if let Combiner::Known(op) = known {
            let (e, x) = (inputs[0].elem, &inputs[0]);
            acc[0] = fold_window(op, e, acc[0], window.iter().map(|c| c.map_or(inits[0].1, |i| x.at(i))))
                .ok_or_else(|| s.fault("has a body that is not defined here"))?;
        } else {
            for cell in window {
                // Padding and holes hold the initial value.
                let row = inputs.iter().zip(&inits).map(|(t, i)| (t.elem, cell.map_or(i.1, |c| t.at(c))));
                let args: SmallVec<[(Elem, Num); 4]> =
                    inits.iter().zip(&acc).map(|(i, &a)| (i.0, a)).chain(row).collect();
                acc = run_scalars(s, region, args.into_iter())?.into_iter().map(|v| v.1).collect();
                s.ensure(acc.len() == n, || "has a body that returns too few values".into())?;
            }
        }
        out.iter_mut().zip(acc).for_each(|(column, v)| column.push(v));
    }
    for (j, column) in out.into_iter().enumerate() {
        let e = s.result_elem(j)?;
        s.set_elements(j, Tensor::new(e, windows.counts.clone(), Data::collect(e, column.into_iter())))?;
    }
    Ok(Flow::Next)
}

/// Folds one window; narrow floats accumulate in `f64` and are rounded once.
fn fold_window(op: Bin, e: Elem, init: Num, cells: impl Iterator<Item = Num>) -> Option<Num> {
    let op = super::elementwise::on_booleans(op, e);
    if e.carrier() != Carrier::F32 {
        return cells.into_iter().try_fold(init, |acc, v| binary_num(op, e, acc, v));
    }
    let sum = cells.into_iter().try_fold(init.real(), |acc, v| {
        Some(binary_num(op, Elem::F64, Num::F64(acc), Num::F64(v.real()))?.real())
    })?;
    Some(Num::from_f64(e, sum))
}

fn select_and_scatter(s: &mut Step<'_, '_>) -> Eval {
    let (x, source, init) = (s.tensor(0)?.clone(), s.tensor(1)?.clone(), s.scalar(2)?);
    let (to, source) = (s.result_elem(0)?, promoted(source, s.result_elem(0)?));
    let init = crate::kernels::convert_num(init.0, to, init.1);
    let windows = Windows::new(s, &x.shape)?;
    s.ensure(windows.counts == source.shape, || "has a source that does not fit the windows".into())?;
    let (select, update) = (s.region(0)?, s.region(1)?);
    let (known_select, known_update) = (comparison(s, select), combiner(s.body(), update));
    let mut out = vec![init; x.len()];
    for (k, window) in windows.all().into_iter().enumerate() {
        let mut chosen: Option<usize> = None;
        // Padding is never selected.
        for cell in window.into_iter().flatten() {
            let Some(best) = chosen else {
                chosen = Some(cell);
                continue;
            };
            let (a, b) = (x.at(best), x.at(cell));
            let keep = match known_select {
                Some(c) => {
                    let pick = |arg: usize| if arg == 0 { a } else { b };
                    c.holds(x.elem, pick(c.lhs), pick(c.rhs))
                }
                None => {
                    let v = run_scalars(s, select, [(x.elem, a), (x.elem, b)].into_iter())?;
                    v.first().is_some_and(|v| v.1.int() != 0)
                }
            };
            if !keep {
                chosen = Some(cell);
            }
        }
        if let Some(at) = chosen {
            out[at] = combine(s, known_update, update, to, out[at], source.at(k))?;
        }
    }
    let t = Tensor::new(to, x.shape.clone(), Data::collect(to, out.into_iter()));
    s.set_elements(0, t)
}
