//! `reduce_window` and `select_and_scatter`.

use smallvec::SmallVec;

use super::{
    region::{Payload, promoted},
    slice::{padded, padded_shape},
};
use crate::{
    Carrier, Data, Elem, Eval, Flow, Interpreter, Num, Shape, Signed, Step, Tensor,
    kernels::{Bin, binary, convert, fold},
    ops::elementwise::on_booleans,
    strided::Layout,
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
    high: Signed,
    /// How many windows there are in each dimension.
    counts: Shape,
}

impl Windows {
    fn new(s: &Step<'_, '_>, base: &[usize]) -> Eval<Windows> {
        let rank = base.len();
        let list = |name: &str| s.ints_opt(name).unwrap_or_else(|| SmallVec::from_elem(1, rank));
        let lists = ["window_dimensions", "window_strides", "base_dilations", "window_dilations"].map(list);
        let padding = s.ints_opt("padding").unwrap_or_else(|| SmallVec::from_elem(0, 2 * rank));
        Self::from_attrs(s, base, lists, padding)
    }
    /// From the sizes of windows, strides, dilations of the base and of windows, and paddings.
    fn from_attrs(s: &Step<'_, '_>, base: &[usize], lists: [Signed; 4], padding: Signed) -> Eval<Windows> {
        let rank = base.len();
        let [window, stride, bd, wd] = lists;
        let ok = [&window, &stride, &bd, &wd].iter().all(|v| v.len() == rank && v.iter().all(|&n| n > 0));
        s.ensure(ok && padding.len() == 2 * rank, || "has a window that is not positive".into())?;
        // Sizes are computed in 128 bits: a large dilation may be cancelled by a large negative padding.
        let size = |n: i64, step: i64| if n == 0 { 0 } else { (i128::from(n) - 1) * i128::from(step) + 1 };
        let mut counts = Shape::new();
        for d in 0..rank {
            let edges = i128::from(padding[2 * d]) + i128::from(padding[2 * d + 1]);
            let padded = edges + size(base[d] as i64, bd[d]);
            let span = size(window[d], wd[d]);
            let count =
                if padded > 0 && span <= padded { (padded - span) / i128::from(stride[d]) + 1 } else { 0 };
            let count = usize::try_from(count).map_err(|_| s.fault("has a window that is too large"))?;
            counts.push(count);
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
            high: (0..rank).map(|d| padding[2 * d + 1]).collect(),
            counts,
        })
    }
    /// The position in the base of element `k` of window `o`; none for padding and holes.
    fn source(&self, o: &[usize], k: &[usize]) -> Option<Shape> {
        (0..self.base.len())
            .map(|d| {
                let [o, k] = [o[d], k[d]].map(|n| n as i128);
                let [stride, dilation, low, base] =
                    [self.stride[d], self.window_dilation[d], self.low[d], self.base_dilation[d]]
                        .map(i128::from);
                let p = o * stride + k * dilation - low;
                (p >= 0 && p % base == 0 && p / base < self.base[d] as i128).then_some((p / base) as usize)
            })
            .collect()
    }
    /// The sizes of the base with its holes and its padding; `None` if they are too large.
    fn padded_shape(&self, base: &[usize]) -> Option<Shape> {
        let interior: Signed = self.base_dilation.iter().map(|&d| d - 1).collect();
        padded_shape(base, &self.low, &self.high, &interior).or_else(|| {
            // The padded base is empty, so there are no windows, and any shape is valid.
            self.counts.contains(&0).then(|| SmallVec::from_elem(0, base.len()))
        })
    }
    /// Cell `k` of every window, in the base with its padding.
    fn at_cell(&self, padded: &[usize], k: &[usize]) -> Layout {
        let own = strides(padded);
        let steps: Shape =
            own.iter().zip(&self.stride).map(|(&a, &b)| a.saturating_mul(b as usize)).collect();
        let at = (0..k.len()).map(|d| k[d] * self.window_dilation[d] as usize * own[d]).sum();
        Layout::strided(&self.counts, &steps, at)
    }
    /// Every cell of window `o`, in the base with its padding.
    fn at_output(&self, padded: &[usize], o: &[usize]) -> Layout {
        let own = strides(padded);
        let steps: Shape =
            own.iter().zip(&self.window_dilation).map(|(&a, &b)| a.saturating_mul(b as usize)).collect();
        let at = (0..o.len()).map(|d| o[d] * self.stride[d] as usize * own[d]).sum();
        Layout::strided(&self.window, &steps, at)
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
    let windows = Windows::new(s, &s.tensor(0)?.shape)?;
    let payload = Payload::new(s, 0)?;
    reduce(s, n, &windows, payload)
}

/// The custom call `stablehlo.dynamic_reduce_window`: after inputs and initial values, five tensors describe the windows.
pub(super) fn dynamic_reduce_window(s: &mut Step<'_, '_>) -> Eval {
    let n = s.num_operands().saturating_sub(5) / 2;
    s.ensure(n > 0 && s.num_operands() == 2 * n + 5, || {
        "needs as many inputs as initial values, and five tensors of numbers".into()
    })?;
    // An unsigned number that is too large is clamped, so that it stays too large.
    let numbers = |i: usize| -> Eval<Signed> {
        let t = s.tensor(2 * n + i)?;
        let number = |&v: &i64| match t.elem.is_unsigned() {
            true => i64::try_from(t.elem.zext(v)).unwrap_or(i64::MAX),
            false => v,
        };
        Ok(t.data.ints().iter().map(number).collect())
    };
    let lists = [numbers(0)?, numbers(1)?, numbers(2)?, numbers(3)?];
    let windows = Windows::from_attrs(s, &s.tensor(0)?.shape, lists, numbers(4)?)?;
    // Windows run over the result of a padding.
    let interior: Signed = windows.base_dilation.iter().map(|&d| d - 1).collect();
    let fits = padded_shape(&s.tensor(0)?.shape, &windows.low, &windows.high, &interior).is_some();
    s.ensure(fits, || "has a padded size that is negative".into())?;
    let payload = Payload::of_call(s)?;
    reduce(s, n, &windows, payload)
}

fn reduce(s: &mut Step<'_, '_>, n: usize, windows: &Windows, mut payload: Payload) -> Eval {
    let inputs: Vec<Tensor> = (0..n).map(|i| s.tensor(i).cloned()).collect::<Eval<_>>()?;
    let inits: Vec<(Elem, Num)> = (n..2 * n).map(|i| s.scalar(i)).collect::<Eval<_>>()?;
    // A body may compute in wider types than those of the inputs.
    let inputs: Vec<Tensor> = inputs.into_iter().zip(&inits).map(|(t, i)| promoted(t, i.0)).collect();
    s.ensure(inputs.iter().all(|t| t.shape == inputs[0].shape), || "has inputs of different shapes".into())?;
    let (outputs, cells) = (s.elements(&windows.counts)?, s.elements(&windows.window)?);
    s.charge(outputs.saturating_mul(cells))?;
    // Padding and holes hold the initial value.
    let mut padded_inputs = Vec::with_capacity(n);
    for (t, init) in inputs.iter().zip(&inits) {
        let shape =
            windows.padded_shape(&t.shape).ok_or_else(|| s.fault("has a window that is too large"))?;
        s.elements(&shape)?;
        let interior: Signed = windows.base_dilation.iter().map(|&d| d - 1).collect();
        padded_inputs.push(padded(t, init.1, &shape, &windows.low, &interior));
    }
    if outputs == 0 {
        for j in 0..n {
            let e = s.result_elem(j)?;
            s.set_elements(j, Tensor::splat(e, windows.counts.clone(), Num::zero(e)))?;
        }
        return Ok(Flow::Next);
    }
    // Results that are usual functions of their own inputs do not depend on the others, so that they are the same without these.
    let known = payload.known_columns(n).into_iter().zip(&padded_inputs).zip(&inits);
    let known: Vec<Option<Data>> = known
        .map(|((op, x), init)| fold_windows(on_booleans(op?, x.elem), windows, x, init.1, outputs, cells))
        .collect();
    let columns = match known.iter().all(Option::is_some) {
        true => None,
        false => Some(match run_windows(s, &payload, windows, &padded_inputs, &inits, outputs)? {
            Some(columns) => columns,
            None => step_windows(s, &mut payload, windows, &padded_inputs, &inits)?,
        }),
    };
    let mut others = columns.into_iter().flatten();
    for (j, known) in known.into_iter().enumerate() {
        let other = others.next();
        let Some(column) = known.or(other) else { return Err(s.fault("has an undefined body")) };
        let e = s.result_elem(j)?;
        s.set_elements(j, Tensor::new(e, windows.counts.clone(), column))?;
    }
    Ok(Flow::Next)
}

/// Folds all windows with a known function; narrow floats are added up in `f64` and rounded once.
fn fold_windows(
    op: Bin,
    windows: &Windows,
    x: &Tensor,
    init: Num,
    outputs: usize,
    cells: usize,
) -> Option<Data> {
    let e = x.elem;
    // Few large windows are folded one after the other, many small ones all at once.
    if outputs < cells {
        let mut parts = Vec::with_capacity(outputs);
        for_each_position(&windows.counts, |o| {
            let window = x.data.view(&windows.at_output(&x.shape, o));
            let all = Layout::strided(&[window.len()], &[0], 0);
            parts.push(fold(op, e, &window, init, &all, 1));
        });
        return match outputs {
            0 => Some(Data::splat(init, 0)),
            _ => Data::join(&parts.into_iter().collect::<Option<Vec<_>>>()?),
        };
    }
    let wide = e.carrier() == Carrier::F32 && matches!(op, Bin::Add | Bin::Mul);
    let acc_elem = if wide { Elem::F64 } else { e };
    let mut acc = convert(e, acc_elem, Data::splat(init, outputs));
    let mut ok = true;
    for_each_position(&windows.window, |k| {
        let column = convert(e, acc_elem, x.data.view(&windows.at_cell(&x.shape, k)));
        let old = std::mem::replace(&mut acc, Data::splat(init, 0));
        match binary(op, acc_elem, old, column) {
            Some(new) => acc = new,
            None => ok = false,
        }
    });
    ok.then(|| convert(acc_elem, e, acc))
}

/// Runs the body for all windows at once, one cell after the other; `None` if it cannot be.
fn run_windows(
    s: &mut Step<'_, '_>,
    payload: &Payload,
    windows: &Windows,
    inputs: &[Tensor],
    inits: &[(Elem, Num)],
    outputs: usize,
) -> Eval<Option<Vec<Data>>> {
    let types = || inits.iter().map(|i| i.0);
    let program = payload.program(types().chain(types())).filter(|p| p.results().eq(types()));
    let Some(program) = program else { return Ok(None) };
    let mut acc: Option<Vec<Data>> = Some(inits.iter().map(|i| Data::splat(i.1, outputs)).collect());
    let mut work = 0usize;
    for_each_position(&windows.window, |k| {
        work = work.saturating_add(outputs.saturating_mul(program.len()));
        if let Some(mut args) = acc.take() {
            args.extend(inputs.iter().map(|x| x.data.view(&windows.at_cell(&x.shape, k))));
            acc = program.columns(&args, outputs);
        }
    });
    s.charge(work)?;
    Ok(acc)
}

/// Runs the body for one cell of one window after the other.
fn step_windows(
    s: &mut Step<'_, '_>,
    payload: &mut Payload,
    windows: &Windows,
    inputs: &[Tensor],
    inits: &[(Elem, Num)],
) -> Eval<Vec<Data>> {
    let n = inputs.len();
    let mut layouts = Vec::new();
    for_each_position(&windows.counts, |o| layouts.push(windows.at_output(&inputs[0].shape, o)));
    let mut out: Vec<Vec<Num>> = vec![Vec::with_capacity(layouts.len()); n];
    for layout in layouts {
        let cells: Vec<Data> = inputs.iter().map(|x| x.data.view(&layout)).collect();
        let mut acc: SmallVec<[(Elem, Num); 4]> = inits.into();
        for k in 0..layout.n_elements() {
            acc.extend(cells.iter().zip(inits).map(|(d, i)| (i.0, d.get(k))));
            acc = payload.run(s, &acc)?.into_iter().collect();
            s.ensure(acc.len() == n, || "has a body that returns too few values".into())?;
        }
        out.iter_mut().zip(acc).for_each(|(column, v)| column.push(v.1));
    }
    Ok(out.into_iter().zip(inits).map(|(column, i)| Data::collect(i.0, column.into_iter())).collect())
}

fn select_and_scatter(s: &mut Step<'_, '_>) -> Eval {
    let (x, source, init) = (s.tensor(0)?.clone(), s.tensor(1)?.clone(), s.scalar(2)?);
    let (to, source) = (s.result_elem(0)?, promoted(source, s.result_elem(0)?));
    let init = crate::kernels::convert_num(init.0, to, init.1);
    let windows = Windows::new(s, &x.shape)?;
    s.ensure(windows.counts == source.shape, || "has a source that does not fit the windows".into())?;
    let (mut select, mut update) = (Payload::new(s, 0)?, Payload::new(s, 1)?);
    let mut out = vec![init; x.len()];
    for (k, window) in windows.all().into_iter().enumerate() {
        let mut chosen: Option<usize> = None;
        // Padding is never selected.
        for cell in window.into_iter().flatten() {
            let Some(best) = chosen else {
                chosen = Some(cell);
                continue;
            };
            let keep = select.holds(s, &[(x.elem, x.at(best)), (x.elem, x.at(cell))])?;
            if !keep {
                chosen = Some(cell);
            }
        }
        if let Some(at) = chosen {
            out[at] = update.combine(s, to, out[at], source.at(k))?;
        }
    }
    let t = Tensor::new(to, x.shape.clone(), Data::collect(to, out.into_iter()));
    s.set_elements(0, t)
}
