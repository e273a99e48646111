//! `--serialize`, `--deserialize`, `--mlir-to-cpp` and `--mlir-to-dot`: StableHLO programs to portable artifacts and back, and programs to C,
//! graphs and pictures.

use std::{path::Path, sync::Arc};

use strata_driver::{lower, program::Source as Part};
use strata_ir::{
    prelude::*,
    text::{PrintOptions, print_body},
};
use strata_lowering_vhlo::{ExportOptions, OtherDialects, artifact_version, serialize_with, write_exported};
use strata_vhlo::Version;

use crate::{
    Failure, Outcome, dot, output,
    sharding::{self, Style},
    source::Source,
    verify::{Diagnostics, Problem, settle},
};

/// The form that a program is written in.
pub(crate) enum Form<'a> {
    /// A portable artifact of a version.
    Artifact {
        /// The version.
        target: Version,
        /// Whether ops, types and attributes of other dialects are kept.
        others: OtherDialects,
    },
    /// A file of `jax.export` with an artifact of a version.
    JaxExport {
        /// The version.
        target: Version,
        /// The function that is called.
        entry: &'a str,
    },
    /// C or C++.
    Cpp(strata_codegen_cpp::Options),
    /// A graph for Graphviz.
    Dot,
    /// Pictures of the shardings.
    Shardings(Style),
    /// Text.
    Text {
        /// Whether locations are printed.
        locations: bool,
        /// Whether the first line says the version of the artifact that was read.
        version: bool,
    },
}

/// How programs are written.
pub(crate) struct Options<'a> {
    /// The form.
    pub form: Form<'a>,
    /// Whether locations are removed first.
    pub strip_locations: bool,
    /// How diagnostics are dealt with.
    pub diagnostics: Diagnostics,
    /// Where it goes.
    pub output: &'a Path,
}

/// Writes the artifact of the program, its text, or its graph.
pub(crate) fn run(
    options: &Options<'_>,
    source: &Source,
    cwd: &Path,
    out: &mut Outcome,
) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    for (i, part) in source.parts.iter().enumerate() {
        let cx = source.context();
        let made = settle(options.diagnostics, source, part, &cx, write(options, source, part, &cx))?;
        if let Form::Text { version: true, .. } = options.form {
            let version = part.binary().and_then(|bytes| artifact_version(&cx, bytes));
            let line = match version {
                Some(v) => format!("// Reading portable artifact with StableHLO version: {v}\n"),
                None => "// Failed parsing StableHLO version from portable artifact\n".to_owned(),
            };
            bytes.extend(line.into_bytes());
        }
        if let (1.., Form::Text { .. }) = (i, &options.form) {
            bytes.extend(b"// -----\n");
        }
        bytes.extend(made);
    }
    Ok(output::emit(options.output, cwd, &bytes, out)?)
}

/// A program in the form that is asked for.
fn write(options: &Options<'_>, source: &Source, part: &Part, cx: &Arc<Context>) -> Result<Vec<u8>, Problem> {
    let mut module = source.load(cx, part, options.diagnostics.report())?;
    if options.strip_locations {
        lower::run_pipeline(&mut module, "strip-debuginfo")?;
    }
    Ok(match &options.form {
        Form::Cpp(options) => strata_codegen_cpp::to_cpp(&module, options)?.into_bytes(),
        &Form::Artifact { target, others } => serialize_with(&module, target, others)?,
        &Form::JaxExport { target, entry } => {
            let options = ExportOptions { target, entry: entry.to_owned(), ..ExportOptions::default() };
            write_exported(&module, &options)?
        }
        Form::Dot => dot::graph(&module).into_bytes(),
        &Form::Shardings(style) => sharding::write(&module, style).into_bytes(),
        &Form::Text { locations, .. } => {
            let options = PrintOptions { debuginfo: locations, ..PrintOptions::default() };
            print_body(&module, &options).into_bytes()
        }
    })
}
