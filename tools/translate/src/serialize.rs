//! `--serialize`, `--deserialize` and `--mlir-to-dot`: StableHLO programs to portable artifacts and back, and to graphs.

use std::{path::Path, sync::Arc};
use strata_driver::{lower, program};

use strata_ir::{
    prelude::*,
    text::{PrintOptions, print_body},
};
use strata_lowering_vhlo::{
    ExportOptions, OtherDialects, artifact_version, parse_target, serialize_with, write_exported,
};

use crate::{
    Cli, Failure, Outcome, dot, output,
    source::Source,
    verify::{Problem, settle},
};

/// Writes the artifact of the program, its text, or its graph.
pub(crate) fn run(cli: &Cli, source: &Source, cwd: &Path, out: &mut Outcome) -> Result<(), Failure> {
    let target =
        parse_target(&cli.target).map_err(|message| Failure::Usage(format!("--target: {message}")))?;
    let make = |cx: &Arc<Context>, part: &str| -> Result<Vec<u8>, Problem> {
        let mut module = source.load(cx, part, !cli.verify_diagnostics)?;
        if cli.strip_debuginfo {
            lower::run_pipeline(&mut module, "strip-debuginfo")?;
        }
        if cli.mode.serialize {
            let artifact = if cli.jax_export {
                let options = ExportOptions { target, entry: cli.entry.clone(), ..ExportOptions::default() };
                write_exported(&module, &options)
            } else {
                let others =
                    if cli.allow_other_dialects { OtherDialects::Allowed } else { OtherDialects::Refused };
                serialize_with(&module, target, others)
            };
            return Ok(artifact?);
        }
        if cli.mode.mlir_to_dot {
            return Ok(dot::graph(&module).into_bytes());
        }
        let options = PrintOptions { debuginfo: cli.mlir_print_debuginfo, ..PrintOptions::default() };
        Ok(print_body(&module, &options).into_bytes())
    };
    let mut bytes = Vec::new();
    for (i, part) in source.parts.iter().enumerate() {
        let cx = program::context();
        let made = make(&cx, part);
        let made = settle(cli, source, part, &cx, made)?;
        if cli.print_stablehlo_version {
            let version = source.binary().and_then(|bytes| artifact_version(&cx, bytes));
            let line = match version {
                Some(v) => format!("// Reading portable artifact with StableHLO version: {v}\n"),
                None => "// Failed parsing StableHLO version from portable artifact\n".to_owned(),
            };
            bytes.extend(line.into_bytes());
        }
        if i > 0 && cli.mode.deserialize {
            bytes.extend(b"// -----\n");
        }
        bytes.extend(made);
    }
    Ok(output::emit(&cli.output, cwd, &bytes, out)?)
}
