//! The bodies of the fuzz targets: each takes bytes and panics if an invariant of the framework is violated.
//!
//! libFuzzer calls them from `fuzz/targets`; the mutation test of `strata-opt` calls them from an ordinary test.

use std::sync::{Arc, LazyLock};

use strata_ir::{
    core::{Body, Context, diagnostics::render_all},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_pass::{OpPipeline, PassManager, PassManagerConfig, PassRegistry, RunStatus};

/// All passes of this repository.
pub(crate) static PASSES: LazyLock<Arc<PassRegistry>> = LazyLock::new(|| Arc::new(strata_registry::passes()));

/// A context with all dialects, which also accepts ops of unknown ones.
pub(crate) fn context() -> Arc<Context> {
    let mut registry = strata_registry::registry();
    registry.allow_unregistered(true);
    registry.freeze()
}

/// The module with the text `data`, if it is accepted; a rejection has diagnostics.
pub(crate) fn accepted(cx: &Arc<Context>, data: &[u8]) -> Option<Box<Body>> {
    let text = std::str::from_utf8(data).ok()?;
    match parse_module(cx, "fuzz.mlir", text, ParseOptions::default()) {
        Ok(body) => Some(body),
        Err(errors) => {
            assert!(!errors.is_empty(), "a rejection without a diagnostic");
            assert!(!render_all(cx, &errors).is_empty(), "diagnostics without text");
            None
        }
    }
}

/// Any bytes: a module or diagnostics.
pub fn parse(data: &[u8]) {
    accepted(&context(), data);
}

/// Accepted text: the printed module parses, and prints to the same text again, in both forms.
pub fn roundtrip(data: &[u8]) {
    let cx = context();
    let Some(body) = accepted(&cx, data) else { return };
    let generic = PrintOptions { generic: true, ..PrintOptions::default() };
    let reference = print_body(&body, &generic);
    for options in [&PrintOptions::default(), &generic] {
        let text = print_body(&body, options);
        let again = match parse_module(&cx, "printed.mlir", &text, ParseOptions::default()) {
            Ok(again) => again,
            Err(errors) => panic!("the printed text is rejected\n{}\n{text}", render_all(&cx, &errors)),
        };
        let printed = print_body(&again, &generic);
        assert!(printed == reference, "another module\n{text}\nfrom\n{reference}\nto\n{printed}");
    }
}

/// Accepted text: the cleanup passes succeed on it and leave a module that verifies.
pub fn verify_passes(data: &[u8]) {
    let cx = context();
    let Some(mut body) = accepted(&cx, data) else { return };
    let text = "builtin.module(canonicalize,cse)";
    let pipeline = OpPipeline::parse(&PASSES, text).expect("the pipeline is valid");
    let config = PassManagerConfig { single_threaded: true, ..PassManagerConfig::default() };
    let report = PassManager::new(pipeline, config, Some(PASSES.clone())).run(&mut body);
    assert!(matches!(report.status, RunStatus::Success), "a pass failed on a module that verifies");
}

/// Any pipeline text: an error, or a pipeline whose text is a fixed point.
pub fn pipeline_string(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match OpPipeline::parse(&PASSES, text) {
        Ok(pipeline) => {
            let printed = pipeline.text();
            match OpPipeline::parse(&PASSES, &printed) {
                Ok(again) => assert_eq!(again.text(), printed),
                Err(why) => panic!("`{printed}` is rejected: {why}"),
            }
        }
        Err(why) => assert!(!why.is_empty(), "a rejection without a message"),
    }
}
