//! `reduce` and `map`.

use smallvec::SmallVec;

use super::{
    elementwise::on_booleans,
    region::{Combiner, combiner, promoted, run_scalars},
};
use crate::{
    Data, Elem, Eval, Flow, Interpreter, Num, Shape, Step, Tensor,
    kernels::fold,
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
    let region = s.region(0)?;
    s.charge(inputs[0].len())?;
    let (to, sizes) = result_layout(&inputs[0].shape, &dims);
    if n == 1
        && let Combiner::Known(op) = combiner(s.body(), region)
    {
        let (x, n) = (&inputs[0], s.elements(&sizes)?);
        let to = Layout::of(&x.shape, &to, 0);
        let data = fold(on_booleans(op, x.elem), x.elem, &x.data, inits[0].1, &to, n)
            .ok_or_else(|| s.fault("has an undefined body"))?;
        return s.set_elements(0, Tensor::new(x.elem, sizes, data));
    }
    let count = s.elements(&sizes)?;
    let mut acc: Vec<Vec<Num>> = inits.iter().map(|i| vec![i.1; count]).collect();
    let mut it = StridedIndices::new(&inputs[0].shape, &to);
    for k in 0..inputs[0].len() {
        let at = it.step();
        let args: SmallVec<[(Elem, Num); 4]> = (0..n)
            .map(|j| (inits[j].0, acc[j][at]))
            .chain(inputs.iter().map(|t| (t.elem, t.at(k))))
            .collect();
        let out = run_scalars(s, region, args.into_iter())?;
        s.ensure(out.len() == n, || format!("has a body that returns {} values, not {n}", out.len()))?;
        for (slot, (_, v)) in acc.iter_mut().zip(out) {
            slot[at] = v;
        }
    }
    for (j, column) in acc.into_iter().enumerate() {
        let elem = s.result_elem(j)?;
        s.set_elements(j, Tensor::new(elem, sizes.clone(), Data::collect(elem, column.into_iter())))?;
    }
    Ok(Flow::Next)
}

fn map(s: &mut Step<'_, '_>) -> Eval {
    let inputs: Vec<Tensor> = (0..s.num_operands()).map(|i| s.tensor(i).cloned()).collect::<Eval<_>>()?;
    let Some(first) = inputs.first() else { return Err(s.fault("needs an input")) };
    s.ensure(inputs.iter().all(|t| t.shape == first.shape), || "has inputs of different shapes".into())?;
    let (elem, region) = (s.result_elem(0)?, s.region(0)?);
    let mut out = Vec::with_capacity(first.len());
    for k in 0..first.len() {
        let row: SmallVec<[(Elem, Num); 4]> = inputs.iter().map(|t| (t.elem, t.at(k))).collect();
        let v = run_scalars(s, region, row.into_iter())?;
        out.push(v.first().map(|v| v.1).ok_or_else(|| s.fault("has a body that returns nothing"))?);
    }
    let t = Tensor::new(elem, first.shape.clone(), Data::collect(elem, out.into_iter()));
    s.set_elements(0, t)
}
