//! Runs of functions on the interpreter, on values that the user writes or on random ones.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use strata_interp::{
    Interpreter, MemRef, Options, Value,
    validate::{output_value, random_value},
};
use strata_ir::{
    core::symbols::SymbolTable,
    prelude::{Body, Context, FunctionType, MemRefType, Op, Trait, Type, TypeAttr},
    text::parse_attr,
};

/// Ops that a run may execute.
const MAX_STEPS: u64 = 200_000_000;
/// Elements of a result that are sent.
const SHOWN: usize = 4096;

/// The functions that can be called, with the types of their arguments and results.
pub fn functions(module: &Body) -> Vec<Json> {
    let cx = module.cx();
    let symbols = SymbolTable::new(module);
    let mut out = Vec::new();
    for (name, op) in symbols.iter() {
        let defined = module.child(op).is_some_and(|body| body.entry().is_some());
        let Some(ty) =
            function_type(module, op).filter(|_| defined && module.has_trait(op, Trait::FunctionLike))
        else {
            continue;
        };
        let texts = |types: &[Type]| types.iter().map(|&ty| cx.type_to_string(ty)).collect::<Vec<_>>();
        out.push(json!({
            "name": cx.str(name),
            "inputs": texts(&ty.inputs[..n_inputs(module, op, ty)]),
            "results": texts(&ty.results),
            "public": module.symbol_visibility(op) == "public",
        }));
    }
    out
}

fn function_type(module: &Body, op: Op) -> Option<&FunctionType> {
    let cx = module.cx();
    let ty = module.attr(op, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a))?;
    cx.type_as::<FunctionType>(ty.0)
}

/// How many arguments are inputs; the others are buffers for results.
fn n_inputs(module: &Body, op: Op, ty: &FunctionType) -> usize {
    let given = module.attr(op, "strata.num_inputs").and_then(|a| module.cx().attr_i64(a));
    given.and_then(|n| usize::try_from(n).ok()).unwrap_or(ty.inputs.len()).min(ty.inputs.len())
}

/// Calls a function. Inputs that are not given, or are empty, are random numbers from a seed.
///
/// # Errors
/// If there is no such function, an input is no value of its type, or the program fails.
pub fn run(module: &Body, name: &str, given: &[String], seed: u64) -> Result<Json, String> {
    let cx = module.cx_arc();
    let op = SymbolTable::new(module)
        .get(cx.intern(name))
        .ok_or_else(|| format!("there is no function @{name}"))?;
    let ty =
        function_type(module, op).ok_or_else(|| format!("'{}' op is not interpreted", module.op_name(op)))?;
    let inputs = n_inputs(module, op, ty);
    let mut args = Vec::with_capacity(ty.inputs.len());
    for (i, &ty) in ty.inputs.iter().enumerate() {
        let text = given.get(i).map_or("", |text| text.trim());
        let value = match text {
            _ if i >= inputs => output_value(cx, ty),
            // The same numbers for a tensor and for its buffer, so that results are the same at every level.
            "" => random_value(cx, ty, (seed * 1009 + i as u64) * 3 + 1),
            text => Some(parse(cx, ty, text).map_err(|why| format!("input #{i}: {why}"))?),
        };
        let none = || format!("there are no values for argument #{i} of type {}", cx.type_to_string(ty));
        args.push(value.ok_or_else(none)?);
    }
    let buffers = args[inputs..].to_vec();
    let shown_inputs: Vec<Json> = args[..inputs].iter().map(|value| show(cx, value)).collect();
    let options = Options { max_steps: Some(MAX_STEPS), seed, ..Options::default() };
    let outcome = Interpreter::new(cx).with_options(options).run(module, name, args);
    let outcome = outcome.map_err(|d| match d.loc.file_line_col(cx) {
        Some((_, line, column)) => format!("{line}:{column}: {}", d.message),
        None => d.message,
    })?;
    let results = outcome.results.iter().chain(&buffers).map(|value| show(cx, value)).collect::<Vec<_>>();
    Ok(
        json!({ "inputs": shown_inputs, "results": results, "steps": outcome.steps, "output": outcome.output }),
    )
}

/// A value in the syntax of attributes, `dense<[1, 2]>` or `1.5`, with or without its type.
fn parse(cx: &Arc<Context>, ty: Type, text: &str) -> Result<Value, String> {
    let of_attr = match cx.type_as::<MemRefType>(ty) {
        Some(buffer) => cx.tensor(&buffer.shape, buffer.elem),
        None => ty,
    };
    let type_text = cx.type_to_string(of_attr);
    let wrong = || format!("'{text}' is no value of {type_text}");
    let written = if text.contains(" : ") { text.to_owned() } else { format!("{text} : {type_text}") };
    let attr = parse_attr(cx, &written).map_err(|_| wrong())?;
    let value = Value::from_attr(cx, attr).filter(|value| value.fits(cx, of_attr)).ok_or_else(wrong)?;
    Ok(match value {
        Value::Tensor(tensor) if of_attr != ty => Value::MemRef(MemRef::from_tensor(&tensor)),
        value => value,
    })
}

/// A value: its text, and its numbers for a picture if it has a shape.
fn show(cx: &Context, value: &Value) -> Json {
    let tensor = match value {
        Value::Tensor(t) | Value::Vector(t) => Some(t.clone()),
        Value::MemRef(m) => m.to_tensor().ok(),
        _ => None,
    };
    let Some(tensor) = tensor else {
        return json!({ "text": value.print(cx) });
    };
    let numbers: Vec<Option<f64>> =
        (0..tensor.len().min(SHOWN)).map(|i| Some(tensor.at(i).real()).filter(|x| x.is_finite())).collect();
    let whole = tensor.len() <= SHOWN;
    json!({
        "shape": tensor.shape.to_vec(),
        "numbers": numbers,
        "text": whole.then(|| Value::Tensor(tensor.clone()).print(cx)),
    })
}
