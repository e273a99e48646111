//! `ApproxTopK`, the lowered form of `jax.lax.approx_max_k`, and `stablehlo.dynamic_approx_top_k`, where the number of
//! elements is an operand. The exact result is always legal, and XLA's on a CPU.

use strata_ir::prelude::{Attr, DictionaryAttr, IntegerAttr};

use super::{region::called, sort::merge_sort};
use crate::{Eval, Flow, Step, Tensor, Value, step::Args};

/// The best elements along a dimension, by a function that tells whether the first of two rows is better. Operands are the
/// inputs, initial values, the number of elements if it is an operand, and the sizes of results if they are operands.
pub(super) fn call(s: &mut Step<'_, '_>, computed: bool) -> Eval {
    let count = s.body().results(s.op).len();
    let needed = 2 * count + usize::from(computed);
    s.ensure(count > 0 && s.num_operands() >= needed, || "needs a start for each input".into())?;
    let inputs: Vec<Tensor> = (0..count).map(|i| s.tensor(i).cloned()).collect::<Eval<_>>()?;
    let k = if computed { s.int(2 * count)? } else { entry_int(s, "top_k")? };
    let k = usize::try_from(k).map_err(|_| s.fault(format!("takes {k} elements")))?;
    let aggregated = entry_int(s, "aggregate_to_topk")? != 0;
    s.ensure(aggregated, || "is not supported without aggregate_to_topk".into())?;
    let d = s.dims(&[entry_int(s, "reduction_dim")?], inputs[0].rank())?[0];
    let called = called(s)?;
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
