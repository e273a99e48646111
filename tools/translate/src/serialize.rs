//! `--serialize`, `--deserialize` and `--mlir-to-dot`: StableHLO programs to portable artifacts and back, and to graphs.

use std::path::Path;

use strata_ir::{
    core::diagnostics::render_all,
    text::{PrintOptions, print_body},
};
use strata_lowering_vhlo::{ExportOptions, parse_target, serialize, write_exported};
use strata_run::driver;

use crate::{Cli, Failure, Outcome, dot, output, source::Source};

/// Writes the artifact of the program, its text, or its graph.
pub(crate) fn run(cli: &Cli, source: &Source, cwd: &Path, out: &mut Outcome) -> Result<(), Failure> {
    let target =
        parse_target(&cli.target).map_err(|message| Failure::Usage(format!("--target: {message}")))?;
    let mut bytes = Vec::new();
    for (i, part) in source.parts.iter().enumerate() {
        let cx = driver::context();
        let module = source.parse(&cx, part)?;
        if cli.mode.serialize {
            let artifact = if cli.jax_export {
                let options = ExportOptions { target, entry: cli.entry.clone(), ..ExportOptions::default() };
                write_exported(&module, &options)
            } else {
                serialize(&module, target)
            };
            bytes.extend(artifact.map_err(|e| Failure::Input(render_all(&cx, &e)))?);
            continue;
        }
        if cli.mode.mlir_to_dot {
            bytes.extend(dot::graph(&module).into_bytes());
            continue;
        }
        if i > 0 {
            bytes.extend(b"// -----\n");
        }
        bytes.extend(print_body(&module, &PrintOptions::default()).into_bytes());
    }
    Ok(output::emit(&cli.output, cwd, &bytes, out)?)
}
