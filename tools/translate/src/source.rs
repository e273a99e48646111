//! The input: reading, splitting and parsing.

use std::{path::Path, sync::Arc};

use strata_driver::program::{self, Report, Source as Part};
use strata_ir::{
    core::{DiagnosticRenderer, diagnostics::render_all},
    prelude::*,
    text::split::{blanked, split_input},
};

use crate::{Failure, output::describe};

/// Where the program comes from.
pub(crate) struct Input<'a> {
    /// The file; none for the standard input.
    pub file: Option<&'a Path>,
    /// The bytes of the standard input.
    pub stdin: &'a [u8],
    /// The folder that relative paths count from.
    pub cwd: &'a Path,
    /// Whether `// -----` lines separate programs.
    pub split: bool,
    /// The form of diagnostics, if it is not MLIR's.
    pub renderer: Option<DiagnosticRenderer>,
}

/// The programs of the input.
pub(crate) struct Source {
    /// The file name for locations.
    name: String,
    /// The file name without folder and extension.
    stem: String,
    /// The programs; a text has blank lines in the place of the text before it.
    pub(crate) parts: Vec<Part>,
    renderer: Option<DiagnosticRenderer>,
}

impl Input<'_> {
    /// The name of the file for locations, and its bytes.
    pub(crate) fn bytes(&self) -> Result<(String, Vec<u8>), Failure> {
        let Some(file) = self.file else { return Ok(("<stdin>".to_owned(), self.stdin.to_vec())) };
        let name = file.display().to_string();
        let bytes = std::fs::read(self.cwd.join(file))
            .map_err(|e| format!("strata-translate: cannot open input file '{name}': {}\n", describe(&e)))?;
        Ok((name, bytes))
    }
}

impl Source {
    /// Reads the input.
    pub(crate) fn read(input: &Input<'_>) -> Result<Self, Failure> {
        let (name, bytes) = input.bytes()?;
        let stem = input.file.and_then(Path::file_stem).unwrap_or_default().to_string_lossy().into_owned();
        let parts = match Part::new(&name, bytes).map_err(String::from)? {
            Part::Text(text) if input.split => {
                let part = |(at, part): (usize, &str)| Part::Text(blanked(&text, at, part.len()));
                split_input(&text).into_iter().map(part).collect()
            }
            whole => vec![whole],
        };
        Ok(Self { name, stem, parts, renderer: input.renderer })
    }

    /// A context for a part.
    pub(crate) fn context(&self) -> Arc<Context> {
        program::context_with(self.renderer)
    }

    /// The module of a part; the error is the rendered diagnostics.
    pub(crate) fn parse(&self, cx: &Arc<Context>, part: &Part) -> Result<Box<Body>, String> {
        self.load(cx, part, Report::All).map_err(|e| render_all(cx, &e))
    }

    /// The module of a part.
    pub(crate) fn load(
        &self,
        cx: &Arc<Context>,
        part: &Part,
        report: Report,
    ) -> Result<Box<Body>, Vec<Diagnostic>> {
        program::read(cx, &self.name, part, report)
    }

    /// The file name for locations.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The prefix of the C functions: the name of the module, or else of the file, as a C identifier.
    pub(crate) fn prefix(&self, module: &Body) -> String {
        let name = module.attr(Op::SELF, "sym_name").and_then(|a| module.cx().attr_str(a));
        identifier(match (name, self.stem.as_str()) {
            (Some(name), _) if !name.is_empty() => name,
            (_, "") => "module",
            (_, stem) => stem,
        })
    }
}

/// The name with all characters that C does not allow in an identifier replaced. Reserved names get a letter in front.
pub(crate) fn identifier(name: &str) -> String {
    let mut out: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert(0, '_');
    }
    let second = out.strip_prefix('_').and_then(|rest| rest.chars().next());
    if second.is_some_and(|c| c == '_' || c.is_ascii_uppercase()) {
        out.insert(0, 'm');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::identifier;

    #[test]
    fn names_become_identifiers() {
        assert_eq!(identifier("gemm_2"), "gemm_2");
        assert_eq!(identifier("my-model.v1"), "my_model_v1");
        assert_eq!(identifier("3d"), "_3d");
        assert_eq!(identifier("größe"), "gr__e");
        assert_eq!(identifier("__main__"), "m__main__");
        assert_eq!(identifier("_Exit"), "m_Exit");
    }
}
