//! `--irdl-file`: dialects that a file defines.

use std::sync::Arc;

use strata_ir::{
    core::{Registry, diagnostics::render_all},
    text::{ParseOptions, parse_module},
};

/// Adds the dialects that a module of `irdl` defines to the registry. The error is the text of the diagnostics.
pub fn load(registry: &mut Registry, name: &str, text: String) -> Result<(), String> {
    let cx = registry.clone().freeze();
    let definitions = parse_module(&cx, name, text, ParseOptions::default())
        .and_then(|module| strata_irdl::load::definitions(&module).map_err(|d| vec![d]));
    match definitions {
        Ok(definitions) => {
            registry.define(Arc::new(definitions));
            Ok(())
        }
        Err(diagnostics) => Err(render_all(&cx, &diagnostics)),
    }
}
