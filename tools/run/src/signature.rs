//! `--signature`: the arguments and results of a program.

use std::fmt::Write;

use serde_json::{Value, json};
use strata_driver::{Signature, TensorSpec, names::Donation};

use crate::bench::Format;

/// The signature of the function `entry`: a line for each argument and result, or a JSON object.
pub(crate) fn show(entry: &str, signature: &Signature, format: Format) -> String {
    match format {
        Format::Text => text(signature),
        Format::Json => format!("{:#}\n", json_of(entry, signature)),
    }
}

fn text(signature: &Signature) -> String {
    let mut out = String::new();
    for (kind, specs) in [("argument", &signature.inputs), ("result", &signature.outputs)] {
        for (i, spec) in specs.iter().enumerate() {
            let donated = match spec.donation {
                None => String::new(),
                Some(Donation::Any) => ", donated".to_owned(),
                Some(Donation::Output(number)) => format!(", donated to result #{number}"),
            };
            _ = writeln!(out, "{}: {}{donated}", spec.label(kind, i), spec.describe());
        }
    }
    out
}

fn json_of(entry: &str, signature: &Signature) -> Value {
    let inputs: Vec<Value> = signature.inputs.iter().map(input).collect();
    let outputs: Vec<Value> = signature.outputs.iter().map(tensor).collect();
    json!({ "entry": entry, "inputs": inputs, "outputs": outputs })
}

/// An argument; `donated_to` is the number of the result that takes its memory.
fn input(spec: &TensorSpec) -> Value {
    let mut object = tensor(spec);
    let donated_to = match spec.donation {
        Some(Donation::Output(number)) => Some(number),
        Some(Donation::Any) | None => None,
    };
    object["donated"] = json!(spec.donation.is_some());
    object["donated_to"] = json!(donated_to);
    object
}

/// A tensor; open sizes are `null`.
fn tensor(spec: &TensorSpec) -> Value {
    let shape: Vec<Option<i64>> = spec.shape.iter().map(|&d| (d >= 0).then_some(d)).collect();
    json!({ "name": spec.name, "type": spec.describe(), "element": spec.elem, "shape": shape })
}
