//! Calls by which XLA's clients name operations: factorizations, which LAPACK's routines compute, and the first elements of rows
//! in an order. Their results may be a tuple.

use std::cmp::Ordering;

use strata_ir::prelude::{ArrayAttr, DictionaryAttr, TupleType, Type};
use strata_runtime_kernels::lapack::{self, Array};

use super::{lapack::in_memory, region::called, sort::merge_sort};
use crate::{
    Args, Data, Elem, Eval, Num, Shape, Step, Tensor, Value,
    ops::{chlo::top_k_of, ragged_dot::ragged_dot_call},
    value::static_shape,
};

/// Executes a call; `None` where its target is not known.
pub(super) fn call(s: &mut Step<'_, '_>, name: &str) -> Option<Eval> {
    Some(match name {
        "Eigh" => eigh(s),
        "LuDecomposition" => lu(s),
        "Qr" => qr(s),
        "ProductOfElementaryHouseholderReflectors" => product_of_reflectors(s),
        "TopK" => top_k(s),
        "mhlo.topk" | "chlo.top_k" => first_k(s),
        "mhlo.ragged_dot" | "chlo.ragged_dot" => ragged_dot_call(s),
        _ => return None,
    })
}

/// The element types and sizes of the results, of which there must be `n`.
fn results(s: &Step<'_, '_>, n: usize) -> Eval<Vec<(Elem, Shape)>> {
    let types: Vec<Type> = s.body().result_types(s.op).collect();
    let types = match types[..] {
        [only] => s.cx().type_as::<TupleType>(only).map_or(types, |t| t.0.to_vec()),
        _ => types,
    };
    s.ensure(types.len() == n, || format!("must give {n} results"))?;
    let one = |&ty: &Type| {
        let shape = static_shape(s.dims_of(ty)?).ok_or_else(|| s.fault("needs results of known sizes"))?;
        s.elements(&shape)?;
        Ok((s.elem_of(ty)?, shape))
    };
    types.iter().map(one).collect()
}

fn operand(s: &Step<'_, '_>, i: usize) -> Eval<Array> {
    let t = s.tensor(i)?;
    s.ensure(t.elem.is_float() || matches!(t.elem, Elem::Complex(_)), || "needs floats".into())?;
    Ok(Array { shape: t.shape.to_vec(), values: t.data.iter().map(Num::complex).collect() })
}

/// Calls a routine of LAPACK; the sizes of its outputs are given.
fn routine(
    s: &mut Step<'_, '_>,
    name: &str,
    letters: &[(&str, char)],
    inputs: &[Array],
    outputs: &[&[usize]],
) -> Eval<Vec<Array>> {
    s.charge(lapack::cost(inputs))?;
    let mut out: Vec<Array> =
        outputs.iter().map(|shape| Array { shape: shape.to_vec(), values: Vec::new() }).collect();
    let letter = |name: &str| letters.iter().find(|(n, _)| *n == name).map(|&(_, c)| c);
    in_memory(|| lapack::call(&format!("lapack_z{name}_ffi"), &letter, inputs, &mut out))
        .map_err(|why| s.fault(why))?;
    Ok(out)
}

fn tensor(s: &Step<'_, '_>, (elem, shape): (Elem, Shape), array: Array) -> Eval<Value> {
    let data = Data::collect(elem, array.values.into_iter().map(|v| Num::from_complex(elem, v)));
    s.ensure(crate::tensor::count(&shape) == Some(data.len()), || "has results of other sizes".into())?;
    Ok(Value::Tensor(Tensor::new(elem, shape, data)))
}

/// Gives results the arrays.
fn set(s: &mut Step<'_, '_>, specs: Vec<(Elem, Shape)>, arrays: Vec<Array>) -> Eval {
    let values: Args =
        specs.into_iter().zip(arrays).map(|(spec, a)| tensor(s, spec, a)).collect::<Eval<_>>()?;
    s.set_list(values)
}

/// The sizes of the batch of matrices that operand 0 is.
fn batch(x: &Array) -> &[usize] {
    &x.shape[..x.shape.len().saturating_sub(2)]
}

fn eigh(s: &mut Step<'_, '_>) -> Eval {
    let specs = results(s, 2)?;
    let x = operand(s, 0)?;
    let config = s.string("backend_config").unwrap_or_default();
    let upper = config.split(',').next().is_some_and(|lower| lower.trim() == "0");
    let letters = [("uplo", if upper { 'U' } else { 'L' })];
    let info = batch(&x).to_vec();
    let mut out = routine(s, "heevd", &letters, &[x], &[&specs[0].1, &specs[1].1, &info])?;
    out.truncate(2);
    set(s, specs, out)
}

fn qr(s: &mut Step<'_, '_>) -> Eval {
    let specs = results(s, 2)?;
    let x = operand(s, 0)?;
    let out = routine(s, "geqrf", &[], &[x], &[&specs[0].1, &specs[1].1])?;
    set(s, specs, out)
}

/// For a matrix with more columns than rows, the excess columns are zeros.
fn product_of_reflectors(s: &mut Step<'_, '_>) -> Eval {
    let specs = results(s, 1)?;
    let (mut x, taus) = (operand(s, 0)?, operand(s, 1)?);
    let &[.., rows, cols] = &x.shape[..] else { return Err(s.fault("needs matrices")) };
    let kept = rows.min(cols);
    let last = x.shape.len() - 1;
    x.shape[last] = kept;
    x.values = x.values.chunks(cols.max(1)).flat_map(|row| &row[..kept.min(row.len())]).copied().collect();
    let shape = x.shape.clone();
    let mut out = routine(s, "ungqr", &[], &[x, taus], &[&shape])?;
    if kept < cols {
        let rows = out[0].values.chunks(kept.max(1)).map(<[_]>::to_vec);
        out[0].values = rows
            .flat_map(|mut row| {
                row.resize(cols, Default::default());
                row
            })
            .collect();
    }
    set(s, specs, out)
}

fn lu(s: &mut Step<'_, '_>) -> Eval {
    let specs = results(s, 3)?;
    let x = operand(s, 0)?;
    let &[.., rows, cols] = &x.shape[..] else { return Err(s.fault("needs matrices")) };
    let info = batch(&x).to_vec();
    let mut out = routine(s, "getrf", &[], &[x], &[&specs[0].1, &specs[1].1, &info])?;
    out.truncate(2);
    let count = rows.min(cols).max(1);
    out[1].values.iter_mut().for_each(|v| v.re -= 1.0);
    let mut permutation = Vec::new();
    let batches: usize = info.iter().product();
    for b in 0..batches {
        let mut order: Vec<usize> = (0..rows).collect();
        let swaps = out[1].values.chunks(count).nth(b).unwrap_or_default();
        for (i, v) in swaps.iter().enumerate().take(rows.min(cols)) {
            let j = v.re as usize;
            s.ensure(j < rows, || "has pivots outside of the matrix".into())?;
            order.swap(i, j);
        }
        permutation.extend(order.into_iter().map(|r| crate::C64::new(r as f64, 0.0)));
    }
    out.push(Array { shape: specs[2].1.to_vec(), values: permutation });
    set(s, specs, out)
}

/// `TopK`: the elements that come first by the called comparison, or the largest ones.
fn top_k(s: &mut Step<'_, '_>) -> Eval {
    let specs = results(s, 2)?;
    let k = specs[0].1.last().copied().unwrap_or(0);
    let calls = s.attr("called_computations").and_then(|a| s.cx().attr_as::<ArrayAttr>(a));
    if calls.is_none_or(|a| a.0.is_empty()) {
        return top_k_of(s, k as i64, Ordering::Greater);
    }
    let callee = called(s)?;
    let first = s.m.function(callee).map_err(|m| s.fault(m))?;
    let x = s.tensor(0)?.clone();
    let n = x.shape.last().copied().unwrap_or(0);
    s.ensure(x.rank() > 0 && k <= n, || format!("takes {k} of {n} elements"))?;
    let at = s.body().loc(s.op);
    let (mut from, mut places) = (Vec::new(), Vec::new());
    let params = first.entry().map_or(0, |block| first.block_args(block).len());
    for row in 0..x.len() / n.max(1) {
        let mut order: Vec<usize> = (0..n).collect();
        merge_sort(&mut order, |a, b| {
            let scalar = |i: usize| Value::Tensor(Tensor::scalar(x.elem, x.at(row * n + i)));
            let place = |i: usize| Value::Tensor(Tensor::scalar(Elem::I32, Num::Int(i as i64)));
            let args = [scalar(a), scalar(b), place(a), place(b)].into_iter().take(params).collect();
            let out = s.m.call(first, args, at)?;
            Ok(out.first().and_then(Value::elements).is_some_and(|t| t.len() == 1 && t.at(0).int() != 0))
        })?;
        from.extend(order.iter().take(k).map(|&o| row * n + o));
        places.extend(order.iter().take(k).map(|&o| Num::Int(o as i64)));
    }
    let values = Tensor::new(x.elem, specs[0].1.clone(), x.data.pick(from.len(), |i| from[i]));
    let places = Tensor::new(Elem::I32, specs[1].1.clone(), Data::collect(Elem::I32, places.into_iter()));
    s.set_list([values, places].map(Value::Tensor).into_iter().collect())
}

/// `mhlo.topk`, whose attributes are a dictionary.
fn first_k(s: &mut Step<'_, '_>) -> Eval {
    let attributes = s.attr("mhlo.attributes").and_then(|a| s.cx().attr_as::<DictionaryAttr>(a));
    let entry = |name: &str| attributes?.get(s.cx().intern(name)).and_then(|a| s.cx().attr_i64(a));
    let order = if entry("largest") == Some(0) { Ordering::Less } else { Ordering::Greater };
    let k = match entry("k") {
        Some(k) => k,
        None => results(s, 2)?[0].1.last().map_or(0, |&k| k as i64),
    };
    top_k_of(s, k, order)
}
