//! `ApproxTopK`, the call that `jax.lax.approx_max_k` becomes. The exact answer is a legal one, and XLA's on a CPU.

use strata_ir::prelude::{ArrayAttr, Attr, DictionaryAttr, IntegerAttr, SymbolRefAttr};

use super::sort::merge_sort;
use crate::{Eval, Flow, Step, Tensor, Value, step::Args};

/// The best elements along a dimension, by a function that says of two rows whether the first is better.
pub(super) fn call(s: &mut Step<'_, '_>) -> Eval {
    let count = s.num_operands() / 2;
    s.ensure(count > 0 && s.num_operands() == 2 * count, || "needs a start for each input".into())?;
    let inputs: Vec<Tensor> = (0..count).map(|i| s.tensor(i).cloned()).collect::<Eval<_>>()?;
    let k = usize::try_from(entry_int(s, "top_k")?).unwrap_or(0);
    let aggregated = entry_int(s, "aggregate_to_topk")? != 0;
    s.ensure(aggregated, || "is not supported without aggregate_to_topk".into())?;
    let d = s.dims(&[entry_int(s, "reduction_dim")?], inputs[0].rank())?[0];
    let called = s.attr("called_computations").and_then(|a| s.cx().attr_as::<ArrayAttr>(a));
    let called = called.and_then(|a| a.0.first().copied());
    let called = called.and_then(|a| s.cx().attr_as::<SymbolRefAttr>(a));
    let called = called.map(|r| s.cx().str(r.root)).ok_or_else(|| s.fault("calls no function"))?;
    let better = s.m.function(called).map_err(|m| s.fault(m))?;
    s.ensure(inputs.iter().all(|t| t.shape == inputs[0].shape) && k <= inputs[0].shape[d], || {
        format!("takes {k} of too few elements")
    })?;
    let mut shape = inputs[0].shape.clone();
    let (size, stride) = (shape[d], inputs[0].strides()[d]);
    shape[d] = k;
    let mut from = vec![0; inputs[0].len() / size.max(1) * k];
    let at = s.body().loc(s.op);
    for line in 0..inputs[0].len() / size.max(1) {
        let place = |k: usize, size: usize| line / stride * stride * size + line % stride + k * stride;
        let mut order: Vec<usize> = (0..size).collect();
        merge_sort(&mut order, |x, y| {
            let scalar = |t: &Tensor, i: usize| Value::Tensor(Tensor::scalar(t.elem, t.at(place(i, size))));
            let args: Args = inputs.iter().flat_map(|t| [scalar(t, x), scalar(t, y)]).collect();
            let out = s.m.call(better, args, at)?;
            Ok(out.first().and_then(Value::elements).is_some_and(|t| t.len() == 1 && t.at(0).int() != 0))
        })?;
        for (i, &o) in order.iter().take(k).enumerate() {
            from[place(i, k)] = place(o, size);
        }
    }
    for (i, t) in inputs.iter().enumerate() {
        let data = t.data.pick(from.len(), |i| from[i]);
        s.set_elements(i, Tensor::new(t.elem, shape.clone(), data))?;
    }
    Ok(Flow::Next)
}

/// An entry of the configuration.
fn entry(s: &Step<'_, '_>, name: &str) -> Option<Attr> {
    let config = s.attr("mhlo.backend_config").or_else(|| s.attr("backend_config"))?;
    s.cx().attr_as::<DictionaryAttr>(config)?.get(s.cx().intern(name))
}

fn entry_int(s: &Step<'_, '_>, name: &str) -> Eval<i64> {
    let value = entry(s, name).and_then(|a| s.cx().attr_as::<IntegerAttr>(a)).and_then(|i| i.value.as_i64());
    value.ok_or_else(|| s.fault(format!("has no '{name}' in its backend_config")))
}
