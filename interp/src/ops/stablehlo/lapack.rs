//! Calls of LAPACK, as JAX writes factorizations for its CPU backend; the routines are those of compiled programs.

use strata_ir::prelude::{DYNAMIC, DenseElementsAttr, DictionaryAttr, IntegerAttr};
use strata_runtime_kernels::{
    lapack::{self, Array},
    memory::caught,
};

use crate::{Data, Eval, Flow, Num, Shape, Step, Tensor, tensor::count};

/// Executes the call of a routine; `None` where the name is not one of a routine that is known.
pub(super) fn call(s: &mut Step<'_, '_>, name: &str) -> Option<Eval> {
    lapack::is_known(name).then(|| run(s, name))
}

fn run(s: &mut Step<'_, '_>, name: &str) -> Eval {
    let shapes = shape_operands(s)?;
    let mut inputs = Vec::new();
    for i in (0..s.num_operands()).filter(|i| !shapes.contains(i)) {
        let t = s.tensor(i)?;
        inputs.push(Array { shape: t.shape.to_vec(), values: t.data.iter().map(Num::complex).collect() });
    }
    s.charge(lapack::cost(&inputs))?;
    let n = s.body().results(s.op).len();
    let mut outputs = Vec::new();
    for k in 0..n {
        outputs.push(Array { shape: result_shape(s, &shapes, k)?.to_vec(), values: Vec::new() });
    }
    in_memory(|| lapack::call(name, &|entry| letter(s, entry), &inputs, &mut outputs))
        .map_err(|why| s.fault(why))?;
    for (k, out) in outputs.into_iter().enumerate() {
        let (elem, shape) = (s.result_elem(k)?, result_shape(s, &shapes, k)?);
        let data = Data::collect(elem, out.values.into_iter().map(|v| Num::from_complex(elem, v)));
        s.ensure(count(&shape) == Some(data.len()), || format!("does not give result #{k}"))?;
        s.set_elements(k, Tensor::new(elem, shape, data))?;
    }
    Ok(Flow::Next)
}

/// Runs a routine; memory that is refused to it is an error.
pub(super) fn in_memory<R>(routine: impl FnOnce() -> Result<R, String>) -> Result<R, String> {
    caught(routine).unwrap_or_else(|refused| Err(refused.to_string()))
}

/// The operands with the sizes of results, one for each result.
fn shape_operands(s: &Step<'_, '_>) -> Eval<Vec<usize>> {
    let attr = s.attr("indices_of_shape_operands").and_then(|a| s.cx().attr_as::<DenseElementsAttr>(a));
    let Some(indices) = attr.and_then(|a| a.to_i64s(s.cx())) else { return Ok(Vec::new()) };
    let all: Vec<usize> = indices.iter().filter_map(|&i| usize::try_from(i).ok()).collect();
    let fits = all.len() == s.body().results(s.op).len() && all.iter().all(|&i| i < s.num_operands());
    s.ensure(fits, || "needs an operand with sizes for each result".into())?;
    Ok(all)
}

/// The sizes of a result: those in its operand, where it has one, else those of its type.
fn result_shape(s: &Step<'_, '_>, shapes: &[usize], k: usize) -> Eval<Shape> {
    let Some(&operand) = shapes.get(k) else { return s.result_shape(k) };
    let given = s.tensor(operand)?;
    let sizes = given.data.iter().map(|n| usize::try_from(n.int()).ok()).collect::<Option<Shape>>();
    let ty = s.body().ty(s.body().result(s.op, k));
    let known = s.cx().shaped(ty).and_then(|t| t.shape).unwrap_or(&[]);
    let agrees = |sizes: &Shape| {
        let same = |(&n, &m): (&usize, &i64)| m == DYNAMIC || usize::try_from(m) == Ok(n);
        sizes.len() == known.len() && sizes.iter().zip(known).all(same)
    };
    let sizes = sizes.filter(agrees);
    let sizes =
        sizes.ok_or_else(|| s.fault(format!("has an operand with other sizes than result #{k} has")))?;
    s.elements(&sizes)?;
    Ok(sizes)
}

/// A letter of the configuration, as LAPACK's options are.
fn letter(s: &Step<'_, '_>, name: &str) -> Option<char> {
    let config = s.attr("mhlo.backend_config").and_then(|a| s.cx().attr_as::<DictionaryAttr>(a));
    let value = config.and_then(|d| d.get(s.cx().intern(name)));
    let value = value.and_then(|a| s.cx().attr_as::<IntegerAttr>(a)).and_then(|i| i.value.as_u64());
    value.and_then(|v| u8::try_from(v).ok()).map(char::from)
}
