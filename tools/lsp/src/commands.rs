//! Commands: pipelines on the text of a file, and conversions from and to bytecode.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use lsp_types::Uri;
use serde::{Deserialize, Serialize};
use strata_bytecode::{WriteOptions, write_module};
use strata_ir::{
    core::{Body, Context, Diagnostic, Registry, diagnostics::render_all},
    text::{ParseOptions, PrintOptions, parse_module, print_body, split::split_input},
};
use strata_pass::{OpPipeline, Output, PassManager, PassManagerConfig, PassRegistry, RunStatus};

use crate::base64;

/// The command that runs a pipeline.
pub const RUN_PIPELINE: &str = "strata.runPipeline";
/// The request for the text of a file of bytecode; upstream's server has the same.
pub const FROM_BYTECODE: &str = "mlir/convertFromBytecode";
/// The request for the bytecode of an open file.
pub const TO_BYTECODE: &str = "mlir/convertToBytecode";

/// The argument of [`RUN_PIPELINE`].
#[derive(Debug, Serialize, Deserialize)]
pub struct RunPipeline {
    /// The file; it must be open.
    pub uri: Uri,
    /// The text of the pipeline, or the name of a pass or of a pipeline.
    pub pipeline: String,
    /// Whether the text of the file becomes the result.
    #[serde(default)]
    pub edit: bool,
}

/// The result of [`RUN_PIPELINE`].
#[derive(Debug, Serialize, Deserialize)]
pub struct PipelineResult {
    /// The text after the pipeline.
    pub text: String,
    /// The reports and other output of passes.
    pub messages: String,
}

/// The parameters of [`FROM_BYTECODE`] and [`TO_BYTECODE`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Convert {
    /// The file.
    pub uri: Uri,
}

/// The result of [`FROM_BYTECODE`] and [`TO_BYTECODE`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Converted {
    /// The text, or the bytecode in base 64.
    pub output: String,
}

/// Runs a pipeline on each part of a text.
///
/// # Errors
/// The diagnostics, for the user.
pub fn run_pipeline(
    registry: &Registry,
    passes: &Arc<PassRegistry>,
    name: &str,
    text: &str,
    pipeline: &str,
    cancel: &Arc<AtomicBool>,
) -> Result<PipelineResult, String> {
    let pipeline = parse_pipeline(passes, pipeline)?;
    let cx = registry.clone().freeze();
    let (mut out, mut messages) = (Vec::new(), String::new());
    for (_, input) in split_input(text) {
        let module = parse_module(&cx, name, input, ParseOptions::default());
        let mut module = module.map_err(|errors| render_all(&cx, &errors))?;
        let config = PassManagerConfig { cancel: Some(cancel.clone()), ..PassManagerConfig::default() };
        let report = PassManager::new(pipeline.clone(), config, Some(passes.clone())).run(&mut module);
        messages.push_str(&outputs(&cx, report.outputs));
        match report.status {
            RunStatus::Success => out.push(print_body(&module, &PrintOptions::default())),
            _ if cancel.load(Ordering::Relaxed) => return Err("the pipeline was cancelled".to_owned()),
            _ => return Err(messages),
        }
    }
    Ok(PipelineResult { text: out.join("\n// -----\n\n"), messages })
}

/// A pipeline, or else the name of a pass.
fn parse_pipeline(passes: &PassRegistry, text: &str) -> Result<OpPipeline, String> {
    let whole = OpPipeline::parse(passes, text);
    let name = text.split(['{', '(', ',']).next().unwrap_or_default().trim();
    if whole.is_err() && !name.contains('.') {
        return OpPipeline::parse(passes, &format!("builtin.module({text})"));
    }
    whole
}

fn outputs(cx: &Context, outputs: Vec<Output>) -> String {
    let text = |o| match o {
        Output::Diagnostic(d) => render_all(cx, &[d]),
        Output::Stdout(text) | Output::Stderr(text) | Output::File { text, .. } => text,
    };
    outputs.into_iter().map(text).collect()
}

/// The path of a `file:` address.
pub fn path_of(uri: &Uri) -> Option<std::path::PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    // A name of a host before the path is not supported, and `localhost` is none.
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = percent_decoded(path.split(['?', '#']).next()?)?;
    // `/C:/x` is a path of Windows.
    let drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    path.starts_with('/').then(|| path.get(usize::from(drive)..).unwrap_or_default().into())
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(c) = bytes.next() {
        if c != b'%' {
            out.push(c);
            continue;
        }
        let mut digit = || bytes.next().and_then(|c| char::from(c).to_digit(16));
        out.push((digit()? * 16 + digit()?) as u8);
    }
    String::from_utf8(out).ok()
}

/// The text of a file of bytecode, a portable artifact or a file of `jax.export`.
///
/// # Errors
/// Why it cannot be read, for the user.
pub fn from_bytecode(registry: &Registry, uri: &Uri) -> Result<Converted, String> {
    let path = path_of(uri).ok_or_else(|| format!("'{}' is not a file", uri.as_str()))?;
    let size = std::fs::metadata(&path).map_or(0, |m| m.len());
    if size > crate::document::MOST_BYTES as u64 {
        return Err(format!("{}: the file has {size} bytes, which is too much", path.display()));
    }
    let bytes = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let cx = registry.clone().freeze();
    if !strata_lowering_vhlo::is_binary(&bytes) {
        return Err(format!("{}: the file is neither bytecode nor a portable artifact", path.display()));
    }
    let module = strata_lowering_vhlo::load(&cx, &path.display().to_string(), &bytes);
    let module = module.map_err(|errors| render_all(&cx, &errors))?;
    Ok(Converted { output: print_body(&module, &PrintOptions::default()) })
}

/// The bytecode of a text, which has one part.
///
/// # Errors
/// The errors of the text, for the user.
pub fn to_bytecode(registry: &Registry, name: &str, text: &str) -> Result<Converted, String> {
    if split_input(text).len() > 1 {
        return Err("unexpected split file for bytecode conversion".to_owned());
    }
    let cx = registry.clone().freeze();
    let module: Result<Box<Body>, Vec<Diagnostic>> = parse_module(&cx, name, text, ParseOptions::default());
    let bytes = module.and_then(|m| write_module(&m, &WriteOptions::default()));
    let bytes = bytes.map_err(|errors| render_all(&cx, &errors))?;
    Ok(Converted { output: base64::encode(&bytes) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_paths() {
        let path = |text: &str| path_of(&text.parse().expect("an address"));
        assert_eq!(path("file:///a%20b/c.mlirbc"), Some("/a b/c.mlirbc".into()));
        assert_eq!(path("untitled:x"), None);
        assert_eq!(path("file://host/x"), None);
    }
}
