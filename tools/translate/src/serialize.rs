//! `--serialize`, `--deserialize` and `--mlir-to-dot`: StableHLO programs to portable artifacts and back, and to graphs.

use std::{path::Path, sync::Arc};

use strata_ir::{
    prelude::*,
    text::{PrintOptions, print_body},
};
use strata_lowering_vhlo::{ExportOptions, parse_target, serialize, write_exported};
use strata_run::driver;

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
        let module = source.load(cx, part, !cli.verify_diagnostics)?;
        if cli.mode.serialize {
            let artifact = if cli.jax_export {
                let options = ExportOptions { target, entry: cli.entry.clone(), ..ExportOptions::default() };
                write_exported(&module, &options)
            } else {
                serialize(&module, target)
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
        let cx = driver::context();
        let made = make(&cx, part);
        let made = settle(cli, source, part, &cx, made)?;
        if i > 0 && cli.mode.deserialize {
            bytes.extend(b"// -----\n");
        }
        bytes.extend(made);
    }
    Ok(output::emit(&cli.output, cwd, &bytes, out)?)
}
