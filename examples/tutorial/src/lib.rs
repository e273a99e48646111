//! The compiler of `docs/tutorial`: a small language on tensors, its dialect, and its lowering to `linalg`.
//!
//! ```text
//! text ──parse──► functions ──generate──► rill ──inline, rill-infer-shapes──► convert-rill-to-linalg ──► pipelines of Strata
//! ```

pub mod dialect;
pub mod generate;
pub mod interfaces;
pub mod lower;
pub mod parse;
pub mod scale_first;
pub mod shape;

use std::path::Path;

use strata_ir::core::{Registry, diagnostics::render_all};
use strata_ir::prelude::*;
use strata_ir::text::{PrintOptions, print_body};
use strata_opt::Outcome;
use strata_pass::PassRegistry;

/// All dialects of Strata, and that of the language.
pub fn registry() -> Registry {
    let mut registry = strata_registry::registry();
    registry.register(&dialect::DIALECT);
    registry
}

/// All passes of Strata, and those of the language.
pub fn passes() -> PassRegistry {
    let mut passes = strata_registry::passes();
    passes.add::<shape::InferShapes>().add::<lower::ConvertRillToLinalg>().add::<scale_first::ScaleFirst>();
    passes
}

/// The module of a program, with locations in it, or diagnostics as text.
pub fn translate(name: &str, text: &str) -> Result<String, String> {
    let cx = registry().freeze();
    let Some(source) = cx.sources().add(name, text.to_owned()) else {
        return Err(format!("{name}: error: the file is too large\n"));
    };
    let built = parse::parse(text).and_then(|program| generate::module(&cx, source, &program));
    match built {
        Ok(module) => Ok(print_body(&module, &PrintOptions { debuginfo: true, ..PrintOptions::default() })),
        Err(error) => Err(render_all(&cx, &[Diagnostic::error(source.location(error.at), error.message)])),
    }
}

/// `rillc FILE [OPTIONS]`: translates a program, or reads a module from a file that ends in `.mlir`; the options are those of `strata-opt`.
pub fn run(args: &[String], cwd: &Path) -> Outcome {
    let Some((file, options)) = args.split_first() else {
        return (Vec::new(), b"usage: rillc FILE [OPTIONS OF strata-opt]\n".to_vec(), 2);
    };
    let text = match std::fs::read_to_string(cwd.join(file)) {
        Ok(text) => text,
        Err(why) => return (Vec::new(), format!("rillc: {file}: {why}\n").into_bytes(), 1),
    };
    let is_module = Path::new(file).extension().is_some_and(|end| end == "mlir");
    let module = if is_module { Ok(text) } else { translate(file, &text) };
    match module {
        Ok(module) => strata_opt::run_with(registry(), passes(), options, module.as_bytes(), cwd),
        Err(why) => (Vec::new(), why.into_bytes(), 1),
    }
}
