//! `sort`.

use smallvec::SmallVec;

use super::region::{comparison, run_scalars};
use crate::{Elem, Eval, Flow, Interpreter, Num, Step, Tensor};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.sort", sort);
}

/// Sorts stably by a relation that may fail and need not be an order: a broken relation gives some permutation.
pub(crate) fn merge_sort(
    items: &mut Vec<usize>,
    mut before: impl FnMut(usize, usize) -> Eval<bool>,
) -> Eval<()> {
    let n = items.len();
    let mut width = 1;
    let mut next = Vec::with_capacity(n);
    while width < n {
        next.clear();
        for start in (0..n).step_by(2 * width) {
            let (mid, end) = ((start + width).min(n), (start + 2 * width).min(n));
            let (mut i, mut j) = (start, mid);
            while i < mid && j < end {
                if before(items[j], items[i])? {
                    next.push(items[j]);
                    j += 1;
                } else {
                    next.push(items[i]);
                    i += 1;
                }
            }
            next.extend_from_slice(&items[i..mid]);
            next.extend_from_slice(&items[j..end]);
        }
        std::mem::swap(items, &mut next);
        width *= 2;
    }
    Ok(())
}

fn sort(s: &mut Step<'_, '_>) -> Eval {
    let inputs: Vec<Tensor> = (0..s.num_operands()).map(|i| s.tensor(i).cloned()).collect::<Eval<_>>()?;
    let Some(first) = inputs.first() else { return Err(s.fault("needs an input")) };
    let rank = first.rank() as i64;
    if rank == 0 {
        return inputs.iter().enumerate().try_fold(Flow::Next, |_, (k, t)| s.set_elements(k, t.clone()));
    }
    s.ensure(inputs.iter().all(|t| t.shape == first.shape), || "has inputs of different shapes".into())?;
    let dim = s.int_attr_opt("dimension").unwrap_or(-1);
    let dim = s.dims(&[if dim < 0 { dim + rank } else { dim }], first.rank())?[0];
    let region = s.region(0)?;
    let known = comparison(s, region);
    let (stride, size) = (first.strides()[dim], first.shape[dim]);
    // `from[i]` is the element that goes to place `i`.
    let mut from: Vec<usize> = (0..first.len()).collect();
    if size > 0 {
        for line in 0..first.len() / size {
            let base = line / stride * stride * size + line % stride;
            let at = |k: usize| base + k * stride;
            let mut order: Vec<usize> = (0..size).collect();
            merge_sort(&mut order, |a, b| {
                if let Some(c) = known {
                    let pick = |arg: usize| inputs[arg / 2].at(at(if arg % 2 == 0 { a } else { b }));
                    return Ok(c.holds(inputs[c.lhs / 2].elem, pick(c.lhs), pick(c.rhs)));
                }
                let args: SmallVec<[(Elem, Num); 4]> =
                    inputs.iter().flat_map(|t| [(t.elem, t.at(at(a))), (t.elem, t.at(at(b)))]).collect();
                let out = run_scalars(s, region, args.into_iter())?;
                Ok(out.first().is_some_and(|v| v.1.int() != 0))
            })?;
            for (k, &o) in order.iter().enumerate() {
                from[at(k)] = at(o);
            }
        }
    }
    for (k, t) in inputs.iter().enumerate() {
        let data = t.data.pick(t.len(), |i| from[i]);
        s.set_elements(k, Tensor::new(t.elem, t.shape.clone(), data))?;
    }
    Ok(Flow::Next)
}
