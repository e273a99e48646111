//! Patterns that are too large for a search, and large ones that are not.

use std::{fmt::Write, sync::Arc};

use strata_ir::{
    core::{Registry, diagnostics::render_all},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_pass::{OpPipeline, PassManager, PassManagerConfig, PassRegistry, RunStatus};

/// The program after the pass, or its errors.
fn convert(text: &str) -> Result<String, String> {
    let mut registry = Registry::new();
    registry.register(&strata_builtin::DIALECT).register(&strata_pdl::DIALECT);
    registry.register(&strata_pdl_interp::DIALECT);
    let cx = registry.freeze();
    let mut module =
        parse_module(&cx, "t.mlir", text, ParseOptions::default()).map_err(|e| render_all(&cx, &e))?;
    let mut passes = PassRegistry::new();
    strata_lowering_pdl::register(&mut passes);
    let passes = Arc::new(passes);
    let pipeline =
        OpPipeline::parse(&passes, "builtin.module(convert-pdl-to-pdl-interp)").expect("it is registered");
    let report = PassManager::new(pipeline, PassManagerConfig::default(), Some(passes)).run(&mut module);
    if report.status == RunStatus::Success {
        return Ok(print_body(&module, &PrintOptions::default()));
    }
    let errors: Vec<String> = report.outputs.iter().map(|output| format!("{output:?}")).collect();
    Err(errors.join("\n"))
}

/// A pattern with `n` roots that use one operand.
fn roots(n: usize) -> String {
    let mut text = "pdl.pattern : benefit(1) { %x = operand\n".to_owned();
    for i in 0..n {
        writeln!(text, "%op{i} = operation \"a.b\"(%x : !pdl.value)").expect("a string takes any text");
    }
    let ops: Vec<String> = (0..n).map(|i| format!("%op{i}")).collect();
    let types = vec!["!pdl.operation"; n];
    writeln!(text, "rewrite with \"change\"({} : {}) }}", ops.join(", "), types.join(", "))
        .expect("a string takes any text");
    text
}

#[test]
fn roots_are_limited() {
    let converted = convert(&roots(12)).expect("a few roots are ordered");
    assert_eq!(converted.matches("pdl_interp.foreach").count(), 11, "each root but the first is looked for");
    let error = convert(&roots(257)).expect_err("there are too many");
    assert!(error.contains("'pdl.pattern' op has 257 roots, and at most 256 are ordered"), "{error}");
}

#[test]
fn long_chains_need_no_stack() {
    let n = 1000;
    let mut text = "pdl.pattern : benefit(1) { %t = type %x0 = operand\n".to_owned();
    for i in 0..n {
        let next = i + 1;
        writeln!(text, "%op{i} = operation \"a.b\"(%x{i} : !pdl.value) -> (%t : !pdl.type)")
            .expect("a string takes any text");
        writeln!(text, "%x{next} = result 0 of %op{i}").expect("a string takes any text");
    }
    writeln!(text, "%root = operation \"a.c\"(%x{n} : !pdl.value)\nrewrite %root with \"change\" }}")
        .expect("a string takes any text");
    let converted = convert(&text).expect("it is converted");
    assert_eq!(converted.matches("pdl_interp.get_defining_op").count(), n);
}
