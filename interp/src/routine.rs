//! Calls of functions that represent routines of a runtime.
//!
//! `stablehlo-legalize-to-runtime-calls` turns ops into calls of functions without a body, whose attributes name a routine. The
//! interpreter has no such routines: a host provides those that compiled programs call, so that programs can be run after the pass
//! too. Before bufferization the arguments and results are tensors, and arguments that are not inputs have the sizes of results;
//! after it the results are further arguments.

use std::sync::Arc;

use crate::{Args, Elem, Eval, GridSize, Shape, Step, Tensor, Value};

/// The attribute with the name of the routine that a function represents.
pub(crate) const TARGET: &str = "strata.runtime_call";
/// The attribute with the configuration that the routine gets at each call.
const CONFIG: &str = "strata.runtime_config";
/// The attribute with the number of inputs among the arguments of a function on buffers.
const NUM_INPUTS: &str = "strata.num_inputs";

/// A call of a routine.
#[derive(Clone, Copy, Debug)]
pub struct RoutineCall<'a> {
    /// The name of the routine.
    pub target: &'a str,
    /// The configuration that the program passes besides the arrays.
    pub config: &'a str,
    /// The arguments.
    pub inputs: &'a [Tensor],
    /// The element types and sizes of the results.
    pub outputs: &'a [(Elem, Shape)],
    /// How many processes run the program.
    pub processes: GridSize,
}

/// The routines of a host: from a call to its results, or why there are none.
pub type Routines = Arc<dyn Fn(&RoutineCall<'_>) -> Result<Vec<Tensor>, String> + Send + Sync>;

/// Calls the routine that function `name` represents; `None` for any other function.
pub(crate) fn call(s: &mut Step<'_, '_>, name: &str, args: &Args) -> Option<Eval> {
    let (module, op) = s.m.symbol(name)?;
    let cx = module.cx();
    let text = |attr: &str| module.attr(op, attr).and_then(|a| cx.attr_str(a));
    let target = text(TARGET)?;
    let routines = s.m.interpreter.routines.clone()?;
    let config = text(CONFIG).unwrap_or_default();
    let n = module.attr(op, NUM_INPUTS).and_then(|a| cx.attr_i64(a)).and_then(|n| usize::try_from(n).ok());
    Some(run(s, &routines, [target, config], args, n.unwrap_or(args.len()).min(args.len())))
}

fn run(
    s: &mut Step<'_, '_>,
    routines: &Routines,
    [target, config]: [&str; 2],
    args: &Args,
    num_inputs: usize,
) -> Eval {
    let (inputs, outputs) = args.split_at(num_inputs);
    let tensor = |v: &Value| match v {
        Value::Tensor(t) => Ok(t.clone()),
        Value::MemRef(m) => m.to_tensor(),
        other => Err(format!("calls a routine on {}", other.describe())),
    };
    let inputs: Result<Vec<Tensor>, String> = inputs.iter().map(tensor).collect();
    let inputs = s.check(inputs)?;
    let mut shapes: Vec<(Elem, Shape)> = Vec::new();
    // Tensor arguments after the inputs have the sizes of results of dynamic types.
    let mut destinations = 0;
    for v in outputs {
        match v {
            Value::MemRef(m) => shapes.push((m.elem, m.sizes.clone())),
            Value::Tensor(t) => {
                shapes.push((t.elem, t.shape.clone()));
                destinations += 1;
            }
            _ => return Err(s.fault("calls a routine for a result that is no array")),
        }
    }
    for i in destinations..s.body().results(s.op).len() {
        shapes.push((s.result_elem(i)?, s.result_shape(i)?));
    }
    let call =
        RoutineCall { target, config, inputs: &inputs, outputs: &shapes, processes: s.m.process.grid.size };
    let results = routines(&call).map_err(|why| s.fault(format!("the call of '{target}' failed: {why}")))?;
    let fits = results.len() == shapes.len()
        && results.iter().zip(&shapes).all(|(t, (elem, shape))| (t.elem, &t.shape) == (*elem, shape));
    s.ensure(fits, || format!("'{target}' gives other results than the program expects"))?;
    let (buffers, values) = results.split_at(outputs.len() - destinations);
    for (v, t) in outputs.iter().zip(buffers) {
        if let Value::MemRef(m) = v {
            s.check(m.fill_from(&t.data))?;
        }
    }
    let values: Args = values.iter().cloned().map(Value::Tensor).collect();
    s.set_all(values)
}
