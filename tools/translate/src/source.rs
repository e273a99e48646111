//! The input: reading, splitting and parsing.

use std::{path::Path, sync::Arc};

use strata_ir::{
    core::diagnostics::render_all,
    prelude::*,
    text::{
        ParseOptions, parse_module,
        split::{blanked, split_input},
    },
};

use crate::{Cli, Failure, output::describe};

/// The text of the input.
pub(crate) struct Source {
    /// The file name for locations.
    name: String,
    /// The file name without folder and extension.
    stem: String,
    /// The parts of the input; in each, blank lines replace the text before it.
    pub(crate) parts: Vec<String>,
    /// The whole input, if it is in a binary form; there is one part without text then.
    binary: Option<Vec<u8>>,
}

impl Source {
    /// Reads the input that the command line names.
    pub(crate) fn read(cli: &Cli, stdin: &[u8], cwd: &Path) -> Result<Self, Failure> {
        let (name, stem, bytes) = if cli.reads_stdin() {
            ("<stdin>".to_owned(), String::new(), stdin.to_vec())
        } else {
            let name = cli.file.display().to_string();
            let bytes = std::fs::read(cwd.join(&cli.file)).map_err(|e| {
                format!("strata-translate: cannot open input file '{name}': {}\n", describe(&e))
            })?;
            let stem = cli.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (name, stem, bytes)
        };
        if strata_lowering_vhlo::is_binary(&bytes) {
            return Ok(Self { name, stem, parts: vec![String::new()], binary: Some(bytes) });
        }
        let text = String::from_utf8(bytes).map_err(|e| {
            let at = e.utf8_error().valid_up_to();
            format!("{name}: error: the input is not UTF-8 text (byte {at})\n")
        })?;
        let parts = if cli.split_input_file {
            split_input(&text).into_iter().map(|(at, part)| blanked(&text, at, part.len())).collect()
        } else {
            vec![text]
        };
        Ok(Self { name, stem, parts, binary: None })
    }

    /// The bytes of a binary form.
    pub(crate) fn binary(&self) -> Option<&[u8]> {
        self.binary.as_deref()
    }

    /// Parses a part, or reads the binary form; the error is the rendered diagnostics.
    pub(crate) fn parse(&self, cx: &Arc<Context>, part: &str) -> Result<Box<Body>, String> {
        self.load(cx, part, true).map_err(|e| render_all(cx, &e))
    }

    /// The same; `recover` reports all errors instead of only the first one.
    pub(crate) fn load(
        &self,
        cx: &Arc<Context>,
        part: &str,
        recover: bool,
    ) -> Result<Box<Body>, Vec<Diagnostic>> {
        match &self.binary {
            Some(bytes) => strata_lowering_vhlo::load(cx, &self.name, bytes),
            None => {
                let options = ParseOptions { recover, ..ParseOptions::default() };
                parse_module(cx, &self.name, part, options)
            }
        }
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
fn identifier(name: &str) -> String {
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
