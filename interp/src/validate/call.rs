//! Calls a function with random inputs, at whatever level its module is.

use strata_ir::{
    core::symbols::SymbolTable,
    prelude::{Body, Context, DenseArrayAttr, FunctionType, MemRefType, Op, Type, TypeAttr},
};

use super::{Division, Settings, inputs::random_argument};
use crate::{
    Data, Elem, GridSize, Interpreter, MemRef, Num, Options, Run, Tensor, Value, error_text::is_limit,
    value::static_shape,
};

/// The results of a function for each input; `Err` for a program that is undefined for that input.
pub type Results = Vec<Result<Vec<Value>, String>>;

/// Steps of one call, after which it counts as one that cannot be run.
const MAX_STEPS: u64 = 400_000_000;
/// Devices of a mesh, each of which is a thread, beyond which a program counts as one that cannot be run.
const MAX_DEVICES: usize = 256;

/// Calls a function with random inputs, on several threads; the error says why it cannot be called.
///
/// After bufferization a function takes its results as more memref arguments, from number `strata.num_inputs` on. With inputs of every
/// second seed, those of `strata.in_place` are the same memory as their arguments.
///
/// With a division it is the program of one device, which all devices run on their parts of the inputs; the results are the whole ones.
pub fn call(
    module: &Body,
    name: &str,
    division: Option<&Division>,
    settings: &Settings,
) -> Result<Results, String> {
    let n = settings.inputs;
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(n as usize).max(1);
    if workers == 1 {
        return (0..n).map(|seed| call_once(module, (name, division), seed, settings)).collect();
    }
    let mut out = Vec::new();
    for first in (0..n).step_by(workers) {
        let seeds = first..n.min(first + workers as u64);
        let batch: Vec<_> = std::thread::scope(|s| {
            let jobs: Vec<_> = seeds
                .map(|seed| s.spawn(move || call_once(module, (name, division), seed, settings)))
                .collect();
            jobs.into_iter().map(|j| j.join()).collect()
        });
        for result in batch {
            out.push(result.map_err(|_| "the interpreter panicked".to_owned())??);
        }
    }
    Ok(out)
}

/// Calls a function with the inputs of one seed. The outer error says why it cannot be called, the inner one is an
/// error of the program.
fn call_once(
    module: &Body,
    (name, division): (&str, Option<&Division>),
    seed: u64,
    settings: &Settings,
) -> Result<Result<Vec<Value>, String>, String> {
    let cx = module.cx();
    let op = SymbolTable::new(module).get(cx.intern(name)).ok_or("there is no such function any more")?;
    let ty = module.attr(op, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
    let ty = ty.and_then(|t| cx.type_as::<FunctionType>(t.0));
    let ty = ty.ok_or_else(|| format!("'{}' op is not interpreted", module.op_name(op)))?;
    let inputs = module.attr(op, "strata.num_inputs").and_then(|a| cx.attr_i64(a));
    let inputs = inputs.and_then(|n| usize::try_from(n).ok()).unwrap_or(ty.inputs.len()).min(ty.inputs.len());
    let whole: Vec<Value> = match division {
        None => random_arguments(cx, &ty.inputs[..inputs], seed)?,
        Some(division) if division.inputs.len() == inputs => random_arguments(cx, &division.inputs, seed)?,
        Some(division) => {
            return Ok(Err(format!("it has {inputs} arguments instead of {}", division.inputs.len())));
        }
    };
    let in_place = in_place(module, op);
    // The arguments of a device, or of the only process.
    let arguments = |device: usize| -> Result<Vec<Value>, String> {
        let mut args = Vec::with_capacity(ty.inputs.len());
        for (i, &t) in ty.inputs.iter().enumerate() {
            args.push(match (whole.get(i), division) {
                (Some(value), None) => value.clone(),
                (Some(value), Some(division)) => division.part(cx, i, value, t, device)?,
                (None, _) => output_value(cx, t).ok_or_else(|| no_values(i))?,
            });
        }
        for &(from, to) in in_place.iter().filter(|_| seed.is_multiple_of(2)) {
            if ty.inputs.get(from).is_some_and(|t| ty.inputs.get(to) == Some(t)) {
                args[to] = args[from].clone();
            }
        }
        Ok(args)
    };
    let devices = division.map_or(1, |division| division.devices);
    if devices > MAX_DEVICES {
        return Err(format!("{devices} devices are more than {MAX_DEVICES}"));
    }
    let args = match (0..devices).map(arguments).collect::<Result<Vec<_>, _>>() {
        Ok(args) => args,
        Err(why) if division.is_some() => return Ok(Err(why)),
        Err(why) => return Err(why),
    };
    let outputs: Vec<Vec<Value>> = args.iter().map(|args| args[inputs..].to_vec()).collect();
    let options = Options { max_steps: Some(MAX_STEPS), seed, ..Options::default() };
    let interpreter = Interpreter::new(cx).with_options(options).with_routines(settings.routines.clone());
    let size = GridSize { replicas: 1, partitions: devices };
    let run = Run { size, args, infeed: Vec::new(), from_host: Vec::new() };
    let outcomes = match interpreter.run_grid(module, name, run) {
        Ok(outcomes) => outcomes,
        Err(d) if is_limit(&d) => return Err(d.message),
        Err(d) => return Ok(Err(d.message)),
    };
    let all = outcomes.into_iter().zip(outputs);
    let mut all: Vec<Vec<Value>> =
        all.map(|(outcome, outputs)| outcome.results.into_iter().chain(outputs).collect()).collect();
    match division {
        Some(division) => Ok(division.whole(cx, &all)),
        None => Ok(Ok(all.pop().unwrap_or_default())),
    }
}

fn random_arguments(cx: &Context, types: &[Type], seed: u64) -> Result<Vec<Value>, String> {
    let value = |(i, &t): (usize, &Type)| random_argument(cx, t, seed, i).ok_or_else(|| no_values(i));
    types.iter().enumerate().map(value).collect()
}

fn no_values(i: usize) -> String {
    format!("there are no random values for argument #{i}")
}

/// The arguments of a function that may be the same memory, each with the one for its result.
fn in_place(module: &Body, function: Op) -> Vec<(usize, usize)> {
    let cx = module.cx();
    let pairs = module.attr(function, "strata.in_place").and_then(|a| cx.attr_as::<DenseArrayAttr>(a));
    let number = |n: i64| usize::try_from(n).ok();
    let pairs =
        pairs.map(|pairs| pairs.values.chunks(2).map(|p| Some((number(*p.first()?)?, number(*p.get(1)?)?))));
    pairs.into_iter().flatten().flatten().collect()
}

/// A buffer for a result, filled with a number that programs do not compute, so that a missing store is detected.
pub fn output_value(cx: &Context, ty: Type) -> Option<Value> {
    let m = cx.type_as::<MemRefType>(ty)?;
    let elem = Elem::from_type(cx, m.elem)?;
    let shape = static_shape(&m.shape)?;
    let n = crate::tensor::count(&shape).filter(|&n| n <= Options::default().max_elements)?;
    let poison =
        if elem.is_int() { Num::from_i64(elem, -0x5A5A_5A5B) } else { Num::from_f64(elem, f64::NAN) };
    Some(Value::MemRef(MemRef::from_tensor(&Tensor::new(elem, shape, Data::splat(poison, n)))))
}
