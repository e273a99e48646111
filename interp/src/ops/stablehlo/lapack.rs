//! Calls of LAPACK, as JAX writes factorizations for its CPU backend; the routines are those of compiled programs.

use strata_ir::prelude::{DictionaryAttr, IntegerAttr};
use strata_runtime_kernels::lapack::{self, Array};

use crate::{Data, Eval, Flow, Num, Step, Tensor, tensor::count};

/// Executes the call of a routine; `None` where the name is not one of a routine that is known.
pub(super) fn call(s: &mut Step<'_, '_>, name: &str) -> Option<Eval> {
    lapack::is_known(name).then(|| run(s, name))
}

fn run(s: &mut Step<'_, '_>, name: &str) -> Eval {
    let mut inputs = Vec::new();
    for i in 0..s.num_operands() {
        let t = s.tensor(i)?;
        inputs.push(Array { shape: t.shape.to_vec(), values: t.data.iter().map(Num::complex).collect() });
    }
    s.charge(lapack::cost(&inputs))?;
    let n = s.body().results(s.op).len();
    let mut outputs = Vec::new();
    for k in 0..n {
        outputs.push(Array { shape: s.result_shape(k)?.to_vec(), values: Vec::new() });
    }
    lapack::call(name, &|entry| letter(s, entry), &inputs, &mut outputs).map_err(|why| s.fault(why))?;
    for (k, out) in outputs.into_iter().enumerate() {
        let (elem, shape) = (s.result_elem(k)?, s.result_shape(k)?);
        let data = Data::collect(elem, out.values.into_iter().map(|v| Num::from_complex(elem, v)));
        s.ensure(count(&shape) == Some(data.len()), || format!("does not give result #{k}"))?;
        s.set_elements(k, Tensor::new(elem, shape, data))?;
    }
    Ok(Flow::Next)
}

/// A letter of the configuration, as LAPACK's options are.
fn letter(s: &Step<'_, '_>, name: &str) -> Option<char> {
    let config = s.attr("mhlo.backend_config").and_then(|a| s.cx().attr_as::<DictionaryAttr>(a));
    let value = config.and_then(|d| d.get(s.cx().intern(name)));
    let value = value.and_then(|a| s.cx().attr_as::<IntegerAttr>(a)).and_then(|i| i.value.as_u64());
    value.and_then(|v| u8::try_from(v).ok()).map(char::from)
}
