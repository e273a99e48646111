//! `sort`.

use smallvec::SmallVec;

use super::region::Payload;
use crate::{
    Data, Elem, Eval, Flow, Interpreter, Num, Step, Tensor,
    kernels::{Cmp, total_order_key},
};

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
    let mut payload = Payload::new(s, 0)?;
    let keys = keys(&payload, &inputs);
    let (stride, size) = (first.strides()[dim], first.shape[dim]);
    s.charge(first.len())?;
    // `from[i]` is the element that goes to place `i`.
    let mut from: Vec<usize> = (0..first.len()).collect();
    let mut line_keys: Vec<(i64, usize)> = Vec::new();
    for line in 0..first.len() / size.max(1) {
        let base = line / stride * stride * size + line % stride;
        let at = |k: usize| base + k * stride;
        if let Some((keys, rises)) = &keys {
            line_keys.clear();
            line_keys.extend((0..size).map(|k| (keys[at(k)], at(k))));
            // Both keep the order of equal keys.
            if *rises {
                line_keys.sort_by_key(|pair| pair.0);
            } else {
                line_keys.sort_by_key(|pair| std::cmp::Reverse(pair.0));
            }
            line_keys.iter().enumerate().for_each(|(k, pair)| from[at(k)] = pair.1);
            continue;
        }
        let mut order: Vec<usize> = (0..size).collect();
        let mut args: SmallVec<[(Elem, Num); 4]> = SmallVec::new();
        merge_sort(&mut order, |a, b| {
            args.clear();
            args.extend(inputs.iter().flat_map(|t| [(t.elem, t.at(at(a))), (t.elem, t.at(at(b)))]));
            payload.holds(s, &args)
        })?;
        for (k, &o) in order.iter().enumerate() {
            from[at(k)] = at(o);
        }
    }
    for (k, t) in inputs.iter().enumerate() {
        let data = t.data.pick(t.len(), |i| from[i]);
        s.set_elements(k, Tensor::new(t.elem, t.shape.clone(), data))?;
    }
    Ok(Flow::Next)
}

/// If the comparator compares a key of two elements: integers in the order of the keys, and whether the sort is
/// ascending.
fn keys(payload: &Payload, inputs: &[Tensor]) -> Option<(Vec<i64>, bool)> {
    let program = payload.program(inputs.iter().flat_map(|t| [t.elem, t.elem]))?;
    let (key, cmp, total) = program.comparison_by_key()?;
    let rises = match cmp {
        Cmp::Lt => true,
        Cmp::Gt => false,
        _ => return None,
    };
    let all: Vec<Data> = inputs.iter().flat_map(|t| [t.data.clone(), t.data.clone()]).collect();
    let e = key.results().next()?;
    let values = key.columns(&all, inputs.first()?.len())?.pop()?;
    let ints = match &values {
        Data::Int(v) if e.is_unsigned() => v.iter().map(|&x| x ^ i64::MIN).collect(),
        Data::Int(v) => v.to_vec(),
        Data::F32(_) | Data::F64(_) if total => values.iter().map(|n| total_order_key(e, n)).collect(),
        // Both zeros are equal; with NaN there is no order.
        Data::F32(v) if !v.iter().any(|x| x.is_nan()) => {
            v.iter().map(|&x| total_order_key(Elem::F32, Num::F32(x + 0.0))).collect()
        }
        Data::F64(v) if !v.iter().any(|x| x.is_nan()) => {
            v.iter().map(|&x| total_order_key(Elem::F64, Num::F64(x + 0.0))).collect()
        }
        _ => return None,
    };
    Some((ints, rises))
}
