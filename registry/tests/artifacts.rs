//! Every op of StableHLO and CHLO, and functions and calls, can be written as a portable artifact and read back as the same module;
//! `artifacts.tsv` has the first version with each op.
//!
//! A program with ops of CHLO is converted to StableHLO first, as artifacts contain only StableHLO. `UPDATE_ARTIFACTS_TABLE=1 cargo test
//! -p strata-registry --test suite artifacts` regenerates the table.

use std::{fmt::Write, sync::Arc};

use strata_generate::Generator;
use strata_ir::{
    core::{Body, Context, Diagnostic, Op, diagnostics::render_all},
    text::{PrintOptions, print_body},
};
use strata_lowering_vhlo::{deserialize, serialize};
use strata_pass::{OpPipeline, PassManager, PassManagerConfig, PassRegistry, RunStatus};
use strata_vhlo::Version;

use crate::support;

/// Instances of each op.
const SEEDS: u64 = 3;

/// Ops on function values, which artifacts do not have.
const FREE: [&str; 2] = ["func.call_indirect", "func.constant"];

/// The versions of artifacts, oldest first.
fn versions() -> impl Iterator<Item = Version> {
    let Version(major, last, _) = Version::CURRENT;
    (9..=20).map(|minor| Version(0, minor, 0)).chain((0..=last).map(move |minor| Version(major, minor, 0)))
}

fn legalize_chlo(module: &mut Body, passes: &Arc<PassRegistry>) -> Result<(), String> {
    let pipeline = OpPipeline::parse(passes, "builtin.module(func.func(chlo-legalize-to-stablehlo))")?;
    let config = PassManagerConfig { single_threaded: true, ..PassManagerConfig::default() };
    let report = PassManager::new(pipeline, config, Some(passes.clone())).run(module);
    match report.status {
        RunStatus::Success => Ok(()),
        _ => Err(format!(
            "chlo-legalize-to-stablehlo fails: {:?}\n{}",
            report.outputs,
            print_body(module, &PrintOptions::default())
        )),
    }
}

/// The module read back from the artifact of a module.
fn reread(cx: &Arc<Context>, module: &Body, version: Version) -> Result<Box<Body>, String> {
    let fails = |what: &str, errors: &[Diagnostic]| {
        let text = print_body(module, &PrintOptions::default());
        format!("not {what} as {version}: {}\n{text}", render_all(cx, errors))
    };
    let bytes = serialize(module, version).map_err(|errors| fails("written", &errors))?;
    deserialize(cx, "artifact", &bytes).map_err(|errors| fails("read", &errors))
}

/// The oldest version that the module can be written in. In it and all newer ones the module is read back unchanged.
fn oldest(cx: &Arc<Context>, module: &Body) -> Result<Version, String> {
    let generic = PrintOptions { generic: true, ..PrintOptions::default() };
    // Attributes with their default values are not read back, so the program is read back once before.
    let module = &reread(cx, module, Version::CURRENT)?;
    let want = print_body(module, &generic);
    let mut oldest = None;
    for version in versions() {
        let bytes = match serialize(module, version) {
            Ok(bytes) => bytes,
            Err(_) if oldest.is_none() && version != Version::CURRENT => continue,
            Err(errors) => {
                return Err(format!("not written as {version}: {}\n{want}", render_all(cx, &errors)));
            }
        };
        let again = deserialize(cx, "artifact", &bytes)
            .map_err(|errors| format!("not read as {version}: {}\n{want}", render_all(cx, &errors)))?;
        let got = print_body(&again, &generic);
        if got != want {
            return Err(format!("another module as {version}\n{got}\nfrom\n{want}"));
        }
        oldest.get_or_insert(version);
    }
    oldest.ok_or_else(|| "there are no versions".into())
}

/// Removes the notes of instances: attributes without a value have no form in artifacts.
fn without_notes(module: &mut Body) {
    let functions: Vec<Op> = module.children().map(|(op, _)| op).collect();
    for function in functions {
        let Some(body) = module.child_mut(function) else { continue };
        for op in body.all_ops() {
            body.set_attr(op, "note", None);
        }
    }
}

/// Some instances of an op. Those of CHLO can be expressed in StableHLO: they have known ranks and matching dimensions. Those of
/// functions have no attributes that artifacts lack.
fn instances(generator: &Generator, passes: &Arc<PassRegistry>, op: &str) -> Result<Vec<Box<Body>>, String> {
    let mut found = Vec::new();
    let mut why = Ok(());
    for seed in 0..20 * SEEDS {
        let mut module = generator.instance(op, seed)?;
        without_notes(&mut module);
        let outcome = match op.split_once('.') {
            Some(("chlo", _)) => legalize_chlo(&mut module, passes),
            Some(("func", _)) => reread(module.cx_arc(), &module, Version::CURRENT).map(drop),
            _ => Ok(()),
        };
        match outcome {
            Ok(()) => found.push(module),
            failed => why = failed,
        }
        if found.len() as u64 == SEEDS {
            return Ok(found);
        }
    }
    Err(why.expect_err("it failed for most seeds"))
}

#[test]
fn every_op_is_written_and_read_back() {
    let (cx, generator) = support::generator();
    let passes = Arc::new(strata_registry::passes());
    let mut problems = Vec::new();
    let mut table = String::from("op\toldest\n");
    let artifact_ops = |op: &&str| {
        ["stablehlo.", "chlo.", "func."].iter().any(|dialect| op.starts_with(dialect)) && !FREE.contains(op)
    };
    for op in cx.op_names().into_iter().filter(artifact_ops) {
        let outcome = instances(&generator, &passes, op).and_then(|modules| {
            modules.iter().try_fold(None, |oldest_of_all: Option<Version>, module| {
                let version = oldest(&cx, module)?;
                Ok::<_, String>(Some(oldest_of_all.map_or(version, |other| other.min(version))))
            })
        });
        match outcome {
            Ok(Some(version)) => writeln!(table, "{op}\t{version}").expect("a string takes all text"),
            Ok(None) => {}
            Err(why) => problems.push(format!("{op}: {why}")),
        }
    }
    assert!(problems.is_empty(), "{} ops fail\n{}", problems.len(), problems.join("\n"));

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/artifacts.tsv");
    if std::env::var_os("UPDATE_ARTIFACTS_TABLE").is_some() {
        std::fs::write(path, &table).expect("the table can be written");
    }
    let current = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        current == table,
        "registry/artifacts.tsv is not current; write it with UPDATE_ARTIFACTS_TABLE=1 cargo test -p strata-registry --test suite artifacts"
    );
}
