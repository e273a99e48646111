//! `--entry-point-result` and `--shared-libs`: runs of functions without arguments, as `mlir-runner` does them.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use strata_driver::Signature;
use strata_interp::Value;
use strata_ir::prelude::Context;

/// The type of the result of an entry function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EntryPointResult {
    /// None.
    Void,
    /// An integer.
    I32,
    /// An integer.
    I64,
    /// A float.
    F32,
    /// A float.
    F64,
}

impl EntryPointResult {
    fn name(self) -> &'static str {
        match self {
            Self::Void => "void",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
    /// Checks that a function takes nothing and returns this type.
    pub(crate) fn check(self, signature: &Signature) -> Result<(), String> {
        if !signature.inputs.is_empty() {
            return Err("Error: JIT can't invoke a main function expecting arguments\n".to_owned());
        }
        let fits = match (self, signature.outputs.as_slice()) {
            (Self::Void, outputs) => outputs.is_empty(),
            (_, [only]) => only.shape.is_empty() && only.elem == self.name(),
            _ => false,
        };
        match (fits, self) {
            (true, _) => Ok(()),
            (false, Self::Void) => Err("Error: expected void function\n".to_owned()),
            (false, _) => Err(format!("Error: only single {} function result supported\n", self.name())),
        }
    }
    /// The result as text: integers in decimal, floats with an exponent.
    pub(crate) fn text(self, cx: &Context, values: &[Vec<Value>]) -> String {
        let number = |value: &Value| match (self, value) {
            (Self::F32 | Self::F64, Value::Tensor(t)) if !t.is_empty() => Some(exponential(t.at(0).real())),
            (Self::I32 | Self::I64, Value::Tensor(t)) if !t.is_empty() => Some(t.at(0).int().to_string()),
            _ => None,
        };
        let line = |value: &Value| number(value).unwrap_or_else(|| value.display(cx)) + "\n";
        values.iter().flatten().map(line).collect()
    }
}

/// A float with six digits after the point and at least two in the exponent, as C's `%e` writes it.
fn exponential(x: f64) -> String {
    if x.is_nan() {
        return "nan".to_owned();
    }
    if x.is_infinite() {
        return if x < 0.0 { "-INF" } else { "INF" }.to_owned();
    }
    let text = format!("{x:.6e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    format!("{digits}e{sign}{exponent:0>2}")
}

/// The path of a library: that of a file, or else a name that the system looks for.
pub(crate) fn library(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_have_an_exponent_of_two_digits() {
        let all = [42.0, -0.5, 0.0, 1e-30, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        let texts = all.map(exponential);
        let expected = [
            "4.200000e+01",
            "-5.000000e-01",
            "0.000000e+00",
            "1.000000e-30",
            "1.000000e+300",
            "nan",
            "INF",
            "-INF",
        ];
        assert_eq!(texts, expected);
    }
}
