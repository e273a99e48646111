//! The pass manager: order, threads, skipping, failures and properties.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use strata_ir::{
    core::{Diagnostic, Registry},
    prelude::*,
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_pass::{
    BodyPass, Output, PassCx, PassManager, PassManagerConfig, PassRegistry, PassResult, RunReport, RunStatus,
    pass,
};

fn parse(text: &str) -> Box<Body> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT).register(&strata_func::DIALECT).register(&strata_arith::DIALECT);
    let cx = r.freeze();
    match parse_module(&cx, "t.mlir", text, ParseOptions::default()) {
        Ok(m) => m,
        Err(e) => panic!("{}", strata_ir::core::diagnostics::render_all(&cx, &e)),
    }
}

/// Functions with something to simplify.
fn functions(n: usize, adds: usize) -> String {
    let mut out = String::new();
    for i in 0..n {
        out.push_str(&format!("func.func @f{i}(%0: i32) -> i32 {{\n%c = arith.constant 0 : i32\n"));
        for k in 0..adds {
            out.push_str(&format!("%{} = arith.addi %{k}, %c : i32\n", k + 1));
        }
        out.push_str(&format!("return %{adds} : i32\n}}\n"));
    }
    out
}

/// Reports the name of each function.
#[pass(name = "test-remark", class = "TestRemark", on = strata_func::FuncOp, observes)]
struct Remark;
impl BodyPass for Remark {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let name = body.attr(Op::SELF, "sym_name").map(|a| body.cx().attr_to_string(a)).unwrap_or_default();
        cx.remark(body.loc(Op::SELF), name);
        Ok(())
    }
}

/// Panics.
#[pass(name = "test-panic")]
struct Panics;
impl BodyPass for Panics {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let _ = body.operand(Op::SELF, 7);
        Ok(())
    }
}

/// Establishes a property.
#[pass(name = "test-makes", establishes = ["clean"])]
struct Makes;
impl BodyPass for Makes {
    fn run(&self, _: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(())
    }
}

/// Needs a property.
#[pass(name = "test-needs", requires = ["clean"])]
struct Needs;
impl BodyPass for Needs {
    fn run(&self, _: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(())
    }
}

/// Makes the IR invalid.
#[pass(name = "test-breaks", on = "func.func")]
struct Breaks;
impl BodyPass for Breaks {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        if let Some(last) = body.entry().and_then(|b| body.last_op(b)) {
            body.erase(last);
        }
        Ok(())
    }
}

static COUNTED: AtomicU64 = AtomicU64::new(0);
struct NumOps(usize);
impl strata_pass::Analysis for NumOps {
    fn build(body: &Body) -> Self {
        COUNTED.fetch_add(1, Ordering::Relaxed);
        Self(body.num_ops())
    }
}

/// Asks for an analysis.
#[pass(name = "test-analysis", on = "func.func", observes)]
struct Analyses;
impl BodyPass for Analyses {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        assert_eq!(cx.analysis::<NumOps>(body).0, body.num_ops());
        Ok(())
    }
}

fn registry() -> PassRegistry {
    let mut r = PassRegistry::new();
    strata_passes_generic::register(&mut r);
    r.add::<Remark>().add::<Panics>().add::<Makes>().add::<Needs>().add::<Breaks>().add::<Analyses>();
    r.add_property("clean", |body| match body.num_ops() {
        0..=2 => Ok(()),
        n => Err(Diagnostic::error(body.loc(Op::SELF), format!("{n} ops"))),
    });
    r
}

fn run(m: &mut Body, pipeline: &str, config: PassManagerConfig) -> RunReport {
    let registry = Arc::new(registry());
    let pipeline = strata_pass::OpPipeline::parse(&registry, pipeline).expect("a valid pipeline");
    PassManager::new(pipeline, config, Some(registry)).run(m)
}

fn messages(report: &RunReport) -> Vec<String> {
    let all = report.outputs.iter().filter_map(|o| match o {
        Output::Diagnostic(d) => Some(d.message.clone()),
        _ => None,
    });
    all.collect()
}

#[test]
fn threads_do_not_change_results_or_the_order_of_diagnostics() {
    let text = functions(40, 120);
    let go = |threads| {
        let mut m = parse(&text);
        let config = PassManagerConfig { threads, ..Default::default() };
        let report = run(&mut m, "builtin.module(func.func(canonicalize,test-remark,cse))", config);
        assert_eq!(report.status, RunStatus::Success);
        (print_body(&m, &PrintOptions::default()), messages(&report))
    };
    let (one, many) = (go(1), go(4));
    assert_eq!(one, many);
    assert_eq!((one.1.len(), one.1[39].as_str()), (40, "\"f39\""));
    assert!(one.0.contains("return %arg0 : i32"));
}

#[test]
fn an_unchanged_function_is_skipped() {
    let mut m = parse(&functions(3, 4));
    let pipeline =
        "builtin.module(func.func(canonicalize,cse,canonicalize,cse,canonicalize{max-iterations=3}))";
    let report = run(&mut m, pipeline, PassManagerConfig::default());
    assert_eq!(report.skipped, 6);
    let mut m = parse(&functions(3, 4));
    let report = run(&mut m, pipeline, PassManagerConfig { no_skipping: true, ..Default::default() });
    assert_eq!(report.skipped, 0);
}

#[test]
fn a_panic_is_a_diagnostic() {
    let mut m = parse("func.func @f() { return }");
    let report = run(&mut m, "builtin.module(test-panic,cse)", PassManagerConfig::default());
    assert_eq!(report.status, RunStatus::Crashed);
    let expected = "internal error: pass 'test-panic' panicked: builtin.module has no operand #7";
    assert_eq!(messages(&report), [expected]);
}

#[test]
fn invalid_ir_is_found_after_the_pass_that_made_it() {
    let mut m = parse("func.func @f() { return }\nfunc.func @g() { return }");
    let report =
        run(&mut m, "builtin.module(func.func(test-breaks,test-remark))", PassManagerConfig::default());
    assert_eq!(report.status, RunStatus::Failed);
    // Both functions are reported, and nothing runs after the failure.
    assert_eq!(messages(&report), ["empty block: expect at least a terminator"; 2]);
}

#[test]
fn properties_are_checked_before_a_pass_runs() {
    let mut m = parse("func.func @f() { return }\nfunc.func @g() { return }");
    let mut go = |pipeline: &str| messages(&run(&mut m, pipeline, PassManagerConfig::default()));
    let wrong_order = go("builtin.module(test-needs,test-makes)");
    assert_eq!(
        wrong_order,
        [
            "pass 'test-needs' requires 'clean', which 'test-makes' establishes only later in the pipeline; move \
          'test-makes' before 'test-needs'"
        ]
    );
    assert!(go("builtin.module(test-makes,test-needs)").is_empty());
    assert_eq!(
        go("builtin.module(test-needs)"),
        ["pass 'test-needs' requires 'clean'; run 'test-makes' before it"]
    );
    let mut small = parse("func.func @f() { return }");
    let report = run(&mut small, "builtin.module(test-needs)", PassManagerConfig::default());
    assert_eq!(report.status, RunStatus::Success, "the property holds already");
}

#[test]
fn analyses_are_computed_again_only_after_a_change() {
    let mut m = parse(&functions(1, 4));
    let before = COUNTED.load(Ordering::Relaxed);
    let pipeline =
        "builtin.module(func.func(test-analysis,test-analysis,canonicalize,test-analysis,cse,test-analysis))";
    let report = run(&mut m, pipeline, PassManagerConfig::default());
    assert_eq!(report.status, RunStatus::Success);
    assert_eq!(COUNTED.load(Ordering::Relaxed) - before, 2);
}

#[test]
fn passes_for_another_op_are_nested_only_by_flags() {
    let registry = registry();
    let error =
        strata_pass::OpPipeline::parse(&registry, "builtin.module(test-remark)").err().expect("wrong anchor");
    assert!(error.contains("Can't add pass 'TestRemark' restricted to 'func.func'"), "{error}");
    let mut pipeline = strata_pass::OpPipeline::new(Some("builtin.module"));
    for name in ["test-remark", "test-remark", "cse", "test-remark"] {
        let element = strata_pass::pipeline::PipelineElement { name: name.into(), ..Default::default() };
        pipeline.add_element(&registry, &element, true).expect("nests");
    }
    assert_eq!(
        pipeline.text(),
        "builtin.module(func.func(test-remark,test-remark),cse,func.func(test-remark))"
    );
}

#[test]
fn a_failing_pipeline_leaves_a_reproducer() {
    let dir = std::env::temp_dir().join(format!("strata-reproducer-{}.mlir", std::process::id()));
    let mut m = parse("func.func @f() { return }");
    let config = PassManagerConfig { crash_reproducer: Some(dir.clone()), ..Default::default() };
    let report = run(&mut m, "builtin.module(cse,func.func(test-breaks))", config);
    assert_eq!(report.status, RunStatus::Failed);
    let text = std::fs::read_to_string(&dir).expect("written");
    std::fs::remove_file(&dir).expect("removed");
    let read = strata_pass::reproducer::parse(&text).expect("a reproducer");
    assert_eq!(read.pipeline, "builtin.module(cse,func.func(test-breaks))");
    assert!(text.starts_with("module {\n  func.func @f() {"), "{text}");
    assert!(messages(&report)[1].starts_with("Failures have been detected"), "{:?}", messages(&report));
}
