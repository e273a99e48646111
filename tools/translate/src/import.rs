//! `--import-llvm`: from LLVM IR, text or bitcode, to the `llvm` dialect.

use std::path::Path;

use strata_codegen_llvm::import_llvm;
use strata_driver::program;
use strata_ir::{
    core::{Diagnostic, diagnostics::render_all},
    text::{PrintOptions, print_body},
};

use crate::{Failure, Outcome, output, source::Input};

/// Imports a module and writes it; warnings go to the error output.
pub(crate) fn run(input: &Input<'_>, locations: bool, to: &Path, out: &mut Outcome) -> Result<(), Failure> {
    let (name, bytes) = input.bytes()?;
    let cx = program::context_with(input.renderer);
    let imported = import_llvm(&cx, &name, &bytes).map_err(|errors| {
        // Errors without a place are at the start of the text, which says nothing.
        let has_place =
            |d: &Diagnostic| d.loc.file_line_col(&cx).is_some_and(|place| place.1 > 1 || place.2 > 1);
        if let Ok(text) = std::str::from_utf8(&bytes)
            && errors.iter().any(has_place)
        {
            cx.sources().add(&name, text.to_owned());
        }
        render_all(&cx, &errors)
    })?;
    for warning in &imported.warnings {
        out.stderr.extend(format!("{name}: warning: {warning}\n").into_bytes());
    }
    let options = PrintOptions { debuginfo: locations, ..PrintOptions::default() };
    output::emit(to, input.cwd, print_body(&imported.module, &options).as_bytes(), out)?;
    Ok(())
}
