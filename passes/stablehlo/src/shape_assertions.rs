//! `stablehlo-check-shape-assertions`: evaluates the assertions about shapes that JAX exports.
//!
//! Before:
//! ```mlir
//! %c = stablehlo.constant dense<true> : tensor<i1>
//! stablehlo.custom_call @shape_assertion(%c) {error_message = "…"} : (tensor<i1>) -> ()
//! ```
//! After: nothing. With `dense<false>`, and operands for the `{0}` in the message, that message is an error.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::CustomCallOp;

use crate::hlo_builder::*;

/// Check stablehlo.custom_call @shape_assertion ops.
#[pass(
    name = "stablehlo-check-shape-assertions",
    class = "StablehloCheckShapeAssertionsPass",
    on = "func.func"
)]
pub struct CheckShapeAssertions {
    /// Whether shape assertions may generate errors
    #[option(default = true)]
    pub enable_shape_assertions: bool,
}

impl BodyPass for CheckShapeAssertions {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut errors = Vec::new();
        for op in body.all_ops() {
            let name = body.attr(op, "call_target_name").and_then(|a| body.cx().attr_str(a));
            if op.as_op::<CustomCallOp>(body).is_none() || name != Some("shape_assertion") {
                continue;
            }
            match if self.enable_shape_assertions { check(body, op) } else { Ok(()) } {
                Ok(()) => body.erase(op),
                Err(message) => errors.push(Diagnostic::error(body.loc(op), message)),
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}

/// Operands that a message may be made of.
const MAX_MESSAGE_INPUTS: usize = 32;

/// Checks one assertion; the message does not name the op.
fn check(b: &Body, op: Op) -> Result<(), String> {
    let cx = b.cx();
    let operands: Vec<Value> = b.operands(op).collect();
    if operands.is_empty() || operands.len() > 1 + MAX_MESSAGE_INPUTS {
        return Err(format!("expects 1 <= size(operands) <= {}", 1 + MAX_MESSAGE_INPUTS));
    }
    if !b.results(op).is_empty() {
        return Err("expects size(results) = 0".into());
    }
    let inherent = b.info(op).attrs.iter().enumerate().filter(|(i, _)| b.attr_slot(op, *i).is_some());
    let names: Vec<&str> =
        inherent.map(|(_, a)| a.name).chain(b.extra_attrs(op).iter().map(|(n, _)| cx.str(*n))).collect();
    let known = ["api_version", "backend_config", "call_target_name", "error_message", "has_side_effect"];
    if let Some(name) = names.iter().find(|n| !known.contains(n)) {
        return Err(format!("{name} is not a supported attribute"));
    }
    let config = b.attr(op, "backend_config");
    let empty = config.is_none_or(|a| {
        cx.attr_str(a) == Some("") || cx.attr_as::<DictionaryAttr>(a).is_some_and(|d| d.entries().is_empty())
    });
    if !empty {
        return Err("expects an empty backend_config".into());
    }
    if b.ty(operands[0]) != cx.tensor(&[], cx.i1()) {
        return Err("expects assert_what (operand #0) to be a constant of type tensor<i1>".into());
    }
    for (i, &v) in operands.iter().enumerate().skip(1) {
        if b.ty(v) != cx.tensor(&[], cx.i32()) && b.ty(v) != cx.tensor(&[], cx.i64()) {
            return Err(format!(
                "expects error_message_input (operand #{i}) to be a constant of type tensor<i32> or tensor<i64>"
            ));
        }
    }
    let Some(message) = b.attr(op, "error_message").and_then(|a| cx.attr_str(a)) else {
        return Err("expects an error_message attribute".into());
    };
    // The message is checked even where the assertion holds.
    format_message(message, &vec![0; operands.len() - 1])?;
    let holds = const_ints(b, operands[0]).ok_or("expects static assert_what (operand #0)")?;
    if holds.first().is_some_and(|&h| h != 0) {
        return Ok(());
    }
    let mut inputs = Vec::new();
    for (i, &v) in operands.iter().enumerate().skip(1) {
        let value = const_ints(b, v).and_then(|n| n.first().copied());
        inputs.push(value.ok_or_else(|| format!("expects static error_message_input (operand #{i})"))?);
    }
    Err(format_message(message, &inputs)?)
}

/// Replaces `{0}`, `{1}`, … by numbers; any other text stays as it is.
fn format_message(message: &str, inputs: &[i64]) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = message;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let digits = rest[1..].len() - rest[1..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let index = rest[1..1 + digits].parse::<usize>();
        let end = rest.find('}');
        match (index, end, rest[1 + digits..].chars().next()) {
            (Ok(index), Some(end), Some('}' | ',' | ':')) => {
                let Some(value) = inputs.get(index) else {
                    return Err(format!(
                        "expects error_message to contain format specifiers with error_message_input index less than {}. Found specifier {}",
                        inputs.len(),
                        &rest[..digits + 2]
                    ));
                };
                out.push_str(&value.to_string());
                rest = &rest[end + 1..];
            }
            _ => {
                out.push('{');
                rest = &rest[1..];
            }
        }
    }
    Ok(out + rest)
}

#[cfg(test)]
mod tests {
    use super::format_message;

    #[test]
    fn numbers_replace_their_places_only() {
        assert_eq!(format_message("{1} and {0}, {x} {", &[4, -7]), Ok("-7 and 4, {x} {".into()));
        assert!(
            format_message("{2}", &[4, 7]).is_err_and(|m| m.ends_with("less than 2. Found specifier {2}"))
        );
    }
}
