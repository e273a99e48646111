//! The contents of the feature: an MLIR context with every upstream dialect and pass.
//!
//! - Diagnostics are collected, never printed. A context belongs to one thread.
//! - StableHLO is not part of upstream MLIR: its ops are unknown here, unless unregistered dialects are allowed and the text is generic.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use melior::Context;
use melior::diagnostic::{Diagnostic as RawDiagnostic, DiagnosticSeverity};
use melior::dialect::DialectRegistry;
use melior::ir::Module;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use melior::pass::PassManager;
use melior::utility::{parse_pass_pipeline, register_all_dialects, register_all_passes};

/// A message from MLIR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// `error`, `warning`, `note` or `remark`.
    pub severity: &'static str,
    /// `file:line:column` if MLIR knows it, else MLIR's text of the location.
    pub location: String,
    /// The text.
    pub message: String,
    /// Attached notes.
    pub notes: Vec<Diagnostic>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.location, self.severity, self.message)?;
        self.notes.iter().try_for_each(|note| write!(f, "\n{note}"))
    }
}

/// The error of a request to upstream MLIR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpstreamError {
    /// The step that failed: `parse`, `verify`, `pipeline`, `run` or `print`.
    pub step: &'static str,
    /// The description of the error besides the diagnostics; may be empty.
    pub message: String,
    /// The diagnostics of MLIR.
    pub diagnostics: Vec<Diagnostic>,
}

impl fmt::Display for UpstreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "upstream MLIR failed ({})", self.step)?;
        if !self.message.is_empty() {
            write!(f, ": {}", self.message)?;
        }
        self.diagnostics.iter().try_for_each(|diagnostic| write!(f, "\n{diagnostic}"))
    }
}

impl std::error::Error for UpstreamError {}

/// The result of a request to upstream MLIR.
pub type UpstreamResult<T> = Result<T, UpstreamError>;

/// The form in which a module is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The ops' own assembly formats.
    #[default]
    Pretty,
    /// The generic form.
    Generic,
    /// The generic form with locations.
    GenericWithLocations,
}

/// A context of upstream MLIR.
pub struct Upstream {
    context: Context,
    diagnostics: Rc<RefCell<Vec<Diagnostic>>>,
}

impl Default for Upstream {
    fn default() -> Self {
        Self::new()
    }
}

impl Upstream {
    /// Creates a context with all upstream dialects and passes.
    #[must_use]
    pub fn new() -> Self {
        register_all_passes();
        let registry = DialectRegistry::new();
        register_all_dialects(&registry);
        let context = Context::new_with_registry(&registry, false);
        let diagnostics = Rc::new(RefCell::new(Vec::new()));
        let sink = Rc::clone(&diagnostics);
        context.attach_diagnostic_handler(move |diagnostic| {
            if let Ok(mut list) = sink.try_borrow_mut() {
                list.push(convert(&diagnostic));
            }
            true
        });
        Self { context, diagnostics }
    }

    /// The same context, but ops of unknown dialects are accepted in generic form.
    #[must_use]
    pub fn allow_unregistered_dialects(self) -> Self {
        self.context.set_allow_unregistered_dialects(true);
        self
    }

    /// Parses and verifies a module; returns its warnings.
    pub fn verify(&self, text: &str) -> UpstreamResult<Vec<Diagnostic>> {
        self.parse(text)?;
        Ok(self.take())
    }

    /// Parses a module, runs a pass pipeline on it and prints it.
    ///
    /// The pipeline is in `mlir-opt`'s syntax, with or without `builtin.module(…)` around it; an empty one only parses and prints.
    pub fn run(&self, text: &str, pipeline: &str, form: Form) -> UpstreamResult<String> {
        let mut module = self.parse(text)?;
        let passes = inner_pipeline(pipeline);
        if !passes.is_empty() {
            let manager = PassManager::new(&self.context);
            manager.enable_verifier(true);
            let anchored = format!("builtin.module({passes})");
            parse_pass_pipeline(manager.as_operation_pass_manager(), &anchored)
                .map_err(|e| self.failed("pipeline", e.to_string()))?;
            manager.run(&mut module).map_err(|_| self.failed("run", String::new()))?;
        }
        let operation = module.as_operation();
        let flags = OperationPrintingFlags::new();
        let printed = match form {
            Form::Pretty => operation.to_string_with_flags(flags),
            Form::Generic => operation.to_string_with_flags(flags.print_generic_operation_form()),
            Form::GenericWithLocations => operation
                .to_string_with_flags(flags.print_generic_operation_form().enable_debug_info(true, false)),
        };
        printed.map_err(|e| self.failed("print", e.to_string()))
    }

    fn parse(&self, text: &str) -> UpstreamResult<Module<'_>> {
        self.take();
        // MLIR's lexer looks at the byte after the end, so that byte has to be there and has to be zero.
        let terminated = format!("{text}\0");
        let module = Module::parse(&self.context, &terminated[..text.len()])
            .ok_or_else(|| self.failed("parse", String::new()))?;
        if !module.as_operation().verify() {
            return Err(self.failed("verify", String::new()));
        }
        Ok(module)
    }

    fn take(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut *self.diagnostics.borrow_mut())
    }

    fn failed(&self, step: &'static str, message: String) -> UpstreamError {
        UpstreamError { step, message, diagnostics: self.take() }
    }
}

fn convert(raw: &RawDiagnostic<'_>) -> Diagnostic {
    let notes = (0..raw.note_count()).filter_map(|i| raw.note(i).ok()).map(|note| convert(&note)).collect();
    let severity = match raw.severity() {
        DiagnosticSeverity::Error => "error",
        DiagnosticSeverity::Warning => "warning",
        DiagnosticSeverity::Note => "note",
        DiagnosticSeverity::Remark => "remark",
    };
    Diagnostic { severity, location: location(&raw.location().to_string()), message: raw.to_string(), notes }
}

/// Turns `loc("file":1:2)` into `file:1:2`; other texts are unchanged.
fn location(text: &str) -> String {
    text.strip_prefix("loc(\"")
        .and_then(|rest| rest.strip_suffix(')'))
        .and_then(|rest| rest.split_once("\":"))
        .filter(|(_, position)| position.bytes().all(|b| b.is_ascii_digit() || b == b':'))
        .map_or_else(|| text.to_owned(), |(file, position)| format!("{file}:{position}"))
}

/// Removes `builtin.module(…)` or `any(…)` around the whole pipeline, so that it can be added to every pipeline alike. A nested anchor
/// would apply only to modules inside of the module, without a warning.
fn inner_pipeline(pipeline: &str) -> &str {
    let trimmed = pipeline.trim();
    for anchor in ["builtin.module(", "any("] {
        let Some(rest) = trimmed.strip_prefix(anchor) else {
            continue;
        };
        let mut depth = 1u32;
        for (i, c) in rest.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                // Only if the closing parenthesis of the anchor ends the text.
                return if i + 1 == rest.len() { rest[..i].trim() } else { trimmed };
            }
        }
    }
    trimmed
}
