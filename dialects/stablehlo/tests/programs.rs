//! The exported programs: the output of JAX is parsed, verified and printed to the same text, through both forms.

use std::{path::PathBuf, sync::Arc};

use strata_ir::{
    core::{Body, Context, Registry},
    text::{PrintOptions, parse_module, print_body},
};

fn context() -> Arc<Context> {
    let mut registry = Registry::new();
    registry
        .register(&strata_builtin::DIALECT)
        .register(&strata_func::DIALECT)
        .register(&strata_stablehlo::DIALECT);
    registry.freeze()
}

/// The programs under `test/e2e` and the one of the digits example.
fn programs() -> Vec<(PathBuf, String)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dirs = std::fs::read_dir(root.join("test/e2e")).expect("the programs are there");
    let mut paths: Vec<PathBuf> =
        dirs.filter_map(|d| Some(d.ok()?.path().join("program.mlir"))).filter(|p| p.exists()).collect();
    paths.push(root.join("examples/digits/digits.mlir"));
    paths.sort();
    paths
        .into_iter()
        .map(|p| (p.clone(), std::fs::read_to_string(&p).expect("a program can be read")))
        .collect()
}

fn read(cx: &Arc<Context>, name: &str, text: &str) -> Box<Body> {
    let body = parse_module(cx, name, text, Default::default());
    let body = body.unwrap_or_else(|e| panic!("{name}: {}", e[0].message));
    let errors = body.verify();
    assert!(errors.is_empty(), "{name}: {}", errors[0].message);
    body
}

#[test]
fn programs_print_as_jax_printed_them() {
    let cx = context();
    let programs = programs();
    assert!(programs.len() >= 57, "{} programs", programs.len());
    for (path, text) in programs {
        let name = path.display().to_string();
        let printed = print_body(&read(&cx, &name, &text), &PrintOptions::default());
        assert_eq!(printed.trim_end(), text.trim_end(), "{name}");
    }
}

#[test]
fn generic_form_reads_back() {
    let cx = context();
    for (path, text) in programs() {
        let name = path.display().to_string();
        let generic =
            print_body(&read(&cx, &name, &text), &PrintOptions { generic: true, ..PrintOptions::default() });
        let printed = print_body(&read(&cx, &name, &generic), &PrintOptions::default());
        assert_eq!(printed.trim_end(), text.trim_end(), "{name}");
    }
}
