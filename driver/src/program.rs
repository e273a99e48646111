//! Programs before they are compiled.

use std::sync::Arc;

use strata_ir::{
    core::DiagnosticRenderer,
    prelude::*,
    text::{ParseOptions, parse_module},
};

use strata_sdy::tiling::EntryTilings;

use crate::{
    entry::{self, TokenPlaces},
    error::{Error, ErrorKind, Result},
    layouts::{self, EntryLayouts},
    lower,
    partition::partition,
    plain_entry, resources,
    signature::{Signature, signature},
};

/// A context with all dialects.
#[must_use]
pub fn context() -> Arc<Context> {
    strata_registry::registry().freeze()
}

/// As [`context`], whose diagnostics have another form than MLIR's.
#[must_use]
pub fn context_with(renderer: Option<DiagnosticRenderer>) -> Arc<Context> {
    let mut registry = strata_registry::registry();
    registry.set_diagnostic_renderer(renderer);
    registry.freeze()
}

/// The bytes of a program, by their form.
#[derive(Clone, Debug)]
pub enum Source {
    /// Text.
    Text(String),
    /// Bytecode, a portable artifact or a file of `jax.export`.
    Binary(Vec<u8>),
}

impl Source {
    /// Tells the form of bytes; `name` is what an error tells them by.
    ///
    /// # Errors
    /// When the bytes are neither text nor one of the binary forms.
    pub fn new(name: &str, bytes: Vec<u8>) -> Result<Self> {
        if strata_lowering_vhlo::is_binary(&bytes) {
            return Ok(Self::Binary(bytes));
        }
        let text = String::from_utf8(bytes).map_err(|e| {
            let at = e.utf8_error().valid_up_to();
            let message = format!("{name}: error: the input is not UTF-8 text (byte {at})\n");
            Error::verbatim(ErrorKind::Program, message)
        })?;
        Ok(Self::Text(text))
    }
    /// The text; empty for a binary form.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Binary(_) => "",
        }
    }
    /// The bytes of a binary form.
    #[must_use]
    pub fn binary(&self) -> Option<&[u8]> {
        match self {
            Self::Text(_) => None,
            Self::Binary(bytes) => Some(bytes),
        }
    }
}

/// The errors of a text that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// All of them, as far as they can be told from those that follow from others.
    All,
    /// The first one.
    First,
}

/// Reads a module as it is, for tools that show or compare diagnostics themselves.
///
/// # Errors
/// The diagnostics of bytes that are no program.
pub fn read(
    cx: &Arc<Context>,
    name: &str,
    source: &Source,
    report: Report,
) -> Result<Box<Body>, Vec<Diagnostic>> {
    match source {
        Source::Text(text) => read_text(cx, name, text, report),
        Source::Binary(bytes) => checked(strata_lowering_vhlo::load(cx, name, bytes)?),
    }
}

fn read_text(
    cx: &Arc<Context>,
    name: &str,
    text: &str,
    report: Report,
) -> Result<Box<Body>, Vec<Diagnostic>> {
    let options = ParseOptions { recover: report == Report::All, ..ParseOptions::default() };
    checked(parse_module(cx, name, text, options)?)
}

fn checked(module: Box<Body>) -> Result<Box<Body>, Vec<Diagnostic>> {
    match resources::check(&module) {
        Ok(()) => Ok(module),
        Err(diagnostic) => Err(vec![diagnostic]),
    }
}

/// Parses a module.
///
/// # Errors
/// All errors of the text, with their locations.
pub fn parse(cx: &Arc<Context>, name: &str, text: &str) -> Result<Box<Body>> {
    let module = read_text(cx, name, text, Report::All);
    module.map_err(|e| Error::diagnostics(cx, ErrorKind::Program, &e))
}

/// Reads a module from text, bytecode, a portable artifact or a file of `jax.export`.
///
/// # Errors
/// If the bytes are no program.
pub fn load(cx: &Arc<Context>, name: &str, bytes: Vec<u8>) -> Result<Box<Body>> {
    let module = read(cx, name, &Source::new(name, bytes)?, Report::All);
    module.map_err(|e| Error::diagnostics(cx, ErrorKind::Program, &e))
}

/// A program and its entry function.
#[derive(Clone)]
pub struct Program {
    module: Box<Body>,
    entry: String,
    tokens: TokenPlaces,
}

impl Program {
    /// Reads a program from text, bytecode, a portable artifact or a file of `jax.export`. Its entry function is `main`; `name` is the
    /// file name in locations of errors.
    ///
    /// # Errors
    /// If the bytes are no program, with locations.
    pub fn load(name: &str, bytes: impl Into<Vec<u8>>) -> Result<Self> {
        Self::new(load(&context(), name, bytes.into())?, "main")
    }
    /// A program from a module and the name of its entry function.
    ///
    /// # Errors
    /// If shardings of the module cannot be removed.
    pub fn new(mut module: Box<Body>, entry: &str) -> Result<Self> {
        lower::drop_shardings(&mut module)?;
        let tokens = entry::drop_tokens(&mut module, entry);
        let entry = plain_entry::wrap(&mut module, entry).unwrap_or_else(|| entry.to_owned());
        entry::drop_unused_arguments(&mut module, &entry);
        Ok(Self { module, entry, tokens })
    }
    /// The program of one device of several, from a program on whole tensors with shardings, and how its arguments and results are
    /// divided among the devices.
    ///
    /// # Errors
    /// If the bytes are no program, or cannot be divided so.
    pub fn load_partitioned(
        name: &str,
        bytes: impl Into<Vec<u8>>,
        partitions: usize,
    ) -> Result<(Self, EntryTilings)> {
        let module = load(&context(), name, bytes.into())?;
        if partitions <= 1 {
            return Ok((Self::new(module, "main")?, EntryTilings::default()));
        }
        let (program, _, shardings) = Self::partitioned(module, "main", partitions)?;
        Ok((program, shardings))
    }
    /// The program of one device of several, with the types of its whole arguments and results, and how these are divided.
    ///
    /// # Errors
    /// If the program cannot be divided so, or an argument or result has no array form.
    pub fn partitioned(
        mut module: Box<Body>,
        entry: &str,
        partitions: usize,
    ) -> Result<(Self, Signature, EntryTilings)> {
        let cx = module.cx_arc().clone();
        let whole = signature(&module, entry);
        let whole = whole.map_err(|d| Error::diagnostics(&cx, ErrorKind::Program, &[d]))?;
        let shardings = partition(&mut module, entry, partitions)?;
        Ok((Self::new(module, entry)?, whole, shardings))
    }
    /// The same program with another entry function.
    #[must_use]
    pub fn with_entry(mut self, entry: &str) -> Self {
        self.tokens = entry::drop_tokens(&mut self.module, entry);
        self.entry = plain_entry::wrap(&mut self.module, entry).unwrap_or_else(|| entry.to_owned());
        entry::drop_unused_arguments(&mut self.module, &self.entry);
        self
    }
    /// The name of the entry function.
    #[must_use]
    pub fn entry(&self) -> &str {
        &self.entry
    }
    /// The types of its arguments and results.
    ///
    /// # Errors
    /// If there is no such function, or the type of an argument or result has no array form.
    pub fn signature(&self) -> Result<Signature> {
        let signature = signature(&self.module, &self.entry);
        signature.map_err(|d| Error::diagnostics(self.module.cx(), ErrorKind::Program, &[d]))
    }
    /// The places of the tokens that the entry function took and gave; its signature has none.
    #[must_use]
    pub fn tokens(&self) -> &TokenPlaces {
        &self.tokens
    }
    /// Gives arguments and results the layouts that the program asks for, and tells which are not row-major; the signature then has the
    /// types of row-major arrays that are stored in the same way.
    ///
    /// # Errors
    /// If it asks for a layout that the array cannot have.
    pub fn apply_layouts(&mut self) -> Result<EntryLayouts> {
        layouts::apply_layouts(&mut self.module, &self.entry)
    }
    /// The module.
    #[must_use]
    pub fn module(&self) -> &Body {
        &self.module
    }
    /// The module, for modification.
    pub fn module_mut(&mut self) -> &mut Body {
        &mut self.module
    }
}
