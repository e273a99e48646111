//! `reduce` and `map`.

use smallvec::SmallVec;

use super::region::{Payload, promoted};
use crate::{
    Data, Elem, Eval, Flow, Interpreter, Num, Shape, Step, Tensor,
    kernels::fold,
    ops::elementwise::on_booleans,
    strided::Layout,
    tensor::{StridedIndices, strides},
};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.reduce", reduce);
    i.register("stablehlo.map", map);
}

/// For each dimension of the operand its stride in the result, 0 where it is reduced; and the sizes of the result.
fn result_layout(shape: &[usize], reduced: &[usize]) -> (Shape, Shape) {
    let kept: Shape = (0..shape.len()).filter(|d| !reduced.contains(d)).collect();
    let sizes: Shape = kept.iter().map(|&d| shape[d]).collect();
    let own = strides(&sizes);
    let mut to: Shape = SmallVec::from_elem(0, shape.len());
    for (k, &d) in kept.iter().enumerate() {
        to[d] = own[k];
    }
    (to, sizes)
}

fn reduce(s: &mut Step<'_, '_>) -> Eval {
    let n = s.num_operands() / 2;
    s.ensure(n > 0 && s.num_operands() == 2 * n, || "needs as many inputs as initial values".into())?;
    let inputs: Vec<Tensor> = (0..n).map(|i| s.tensor(i).cloned()).collect::<Eval<_>>()?;
    let inits: Vec<(Elem, Num)> = (n..2 * n).map(|i| s.scalar(i)).collect::<Eval<_>>()?;
    let dims = s.dims(&s.ints("dimensions")?, inputs[0].rank())?;
    s.ensure(inputs.iter().all(|t| t.shape == inputs[0].shape), || "has inputs of different shapes".into())?;
    if dims.is_empty() {
        // Nothing is folded, and an initial value is the identity of its function.
        return inputs.into_iter().enumerate().try_fold(Flow::Next, |_, (k, t)| {
            let to = s.result_elem(k)?;
            s.set_elements(k, promoted(t, to))
        });
    }
    // A body may compute in wider types than those of the inputs.
    let inputs: Vec<Tensor> = inputs.into_iter().zip(&inits).map(|(t, i)| promoted(t, i.0)).collect();
    let mut payload = Payload::new(s, 0)?;
    s.charge(inputs[0].len())?;
    let (to, sizes) = result_layout(&inputs[0].shape, &dims);
    let count = s.elements(&sizes)?;
    // Results that are usual functions of their own inputs do not depend on the others, so that they are the same without these.
    let known: Vec<Option<Data>> = payload
        .known_columns(n)
        .into_iter()
        .zip(&inputs)
        .zip(&inits)
        .map(|((op, x), init)| {
            let Some(op) = op else { return Ok(None) };
            let to = Layout::strided(&x.shape, &to, 0);
            let folded = fold(on_booleans(op, x.elem), x.elem, &x.data, init.1, &to, count);
            folded.map(Some).ok_or_else(|| s.fault("has an undefined body"))
        })
        .collect::<Eval<_>>()?;
    if known.iter().all(Option::is_some) {
        return set_columns(s, known.into_iter().flatten(), &sizes);
    }
    let columns = match count {
        COLUMN.. => reduce_columns(s, &payload, &inputs, &inits, &dims, count)?,
        _ => None,
    };
    let columns = match columns {
        Some(columns) => columns,
        None => reduce_steps(s, &mut payload, &inputs, &inits, &to, count)?,
    };
    set_columns(s, known.into_iter().zip(columns).map(|(known, column)| known.unwrap_or(column)), &sizes)
}

/// Reduces by running the body for one element of the inputs after the other.
fn reduce_steps(
    s: &mut Step<'_, '_>,
    payload: &mut Payload,
    inputs: &[Tensor],
    inits: &[(Elem, Num)],
    to: &[usize],
    count: usize,
) -> Eval<Vec<Data>> {
    let n = inputs.len();
    let mut acc: Vec<Vec<Num>> = inits.iter().map(|i| vec![i.1; count]).collect();
    let mut it = StridedIndices::new(&inputs[0].shape, to);
    let mut args: SmallVec<[(Elem, Num); 4]> = SmallVec::new();
    for k in 0..inputs[0].len() {
        let at = it.step();
        args.clear();
        args.extend(inits.iter().zip(&acc).map(|(i, column)| (i.0, column[at])));
        args.extend(inputs.iter().map(|t| (t.elem, t.at(k))));
        let out = payload.run(s, &args)?;
        s.ensure(out.len() == n, || format!("has a body that returns {} values, not {n}", out.len()))?;
        for (slot, (_, v)) in acc.iter_mut().zip(out) {
            slot[at] = v;
        }
    }
    Ok(acc.into_iter().zip(inits).map(|(column, i)| Data::collect(i.0, column.into_iter())).collect())
}

/// Results from which on it pays to run the body for all of them at once.
const COLUMN: usize = 16;

/// Reduces by running the body for all results at once, one reduced position after the other; `None` if it cannot be.
fn reduce_columns(
    s: &mut Step<'_, '_>,
    payload: &Payload,
    inputs: &[Tensor],
    inits: &[(Elem, Num)],
    dims: &[usize],
    count: usize,
) -> Eval<Option<Vec<Data>>> {
    let types = || inits.iter().map(|i| i.0);
    let program = payload.program(types().chain(inputs.iter().map(|t| t.elem)));
    let Some(program) = program.filter(|p| p.results().eq(types())) else { return Ok(None) };
    s.charge(inputs[0].len().saturating_mul(program.len()))?;
    let kept = (0..inputs[0].rank()).filter(|d| !dims.contains(d));
    let order: Shape = dims.iter().copied().chain(kept).collect();
    let inputs: Vec<Data> = inputs.iter().map(|t| t.transposed(&order).data).collect();
    let mut acc: Vec<Data> = inits.iter().map(|i| Data::splat(i.1, count)).collect();
    for start in (0..inputs[0].len()).step_by(count) {
        acc.extend(inputs.iter().map(|d| d.part(start, count)));
        match program.columns(&acc, count) {
            Some(next) => acc = next,
            None => return Ok(None),
        }
    }
    Ok(Some(acc))
}

/// Gives the results their elements.
fn set_columns(s: &mut Step<'_, '_>, columns: impl Iterator<Item = Data>, sizes: &[usize]) -> Eval {
    for (j, column) in columns.enumerate() {
        let elem = s.result_elem(j)?;
        s.set_elements(j, Tensor::new(elem, sizes, column))?;
    }
    Ok(Flow::Next)
}

fn map(s: &mut Step<'_, '_>) -> Eval {
    let inputs: Vec<Tensor> = (0..s.num_operands()).map(|i| s.tensor(i).cloned()).collect::<Eval<_>>()?;
    let Some(first) = inputs.first() else { return Err(s.fault("needs an input")) };
    s.ensure(inputs.iter().all(|t| t.shape == first.shape), || "has inputs of different shapes".into())?;
    let (elem, mut payload) = (s.result_elem(0)?, Payload::new(s, 0)?);
    if let Some(program) = payload.program(inputs.iter().map(|t| t.elem)) {
        s.charge(first.len().saturating_mul(program.len()))?;
        let all: Vec<Data> = inputs.iter().map(|t| t.data.clone()).collect();
        if let Some(column) = program.columns(&all, first.len()).and_then(|mut c| c.pop()) {
            return s.set_elements(0, Tensor::new(elem, first.shape.clone(), column));
        }
    }
    let mut out = Vec::with_capacity(first.len());
    for k in 0..first.len() {
        let row: SmallVec<[(Elem, Num); 4]> = inputs.iter().map(|t| (t.elem, t.at(k))).collect();
        let v = payload.run(s, &row)?;
        out.push(v.first().map(|v| v.1).ok_or_else(|| s.fault("has a body that returns nothing"))?);
    }
    let t = Tensor::new(elem, first.shape.clone(), Data::collect(elem, out.into_iter()));
    s.set_elements(0, t)
}
