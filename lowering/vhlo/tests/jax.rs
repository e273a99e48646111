//! Artifacts compared with jaxlib: the files that either writes at every version are read as the same module by the other.
//!
//! Needs a Python with JAX, named by `STRATA_JAX_PYTHON`; without one the test reports that it was skipped.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use strata_bytecode::{WriteOptions, write_module};
use strata_ir::{
    core::{Body, Context, Registry, diagnostics::render_all},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_lowering_vhlo::{ExportOptions, deserialize, parse_target, serialize, write_exported};
use strata_vhlo::Version;

fn context() -> Arc<Context> {
    let mut registry = Registry::new();
    let dialects = [
        &strata_builtin::DIALECT,
        &strata_func::DIALECT,
        &strata_quant::DIALECT,
        &strata_stablehlo::DIALECT,
        &strata_chlo::DIALECT,
        &strata_sdy::DIALECT,
        &strata_vhlo::DIALECT,
    ];
    dialects.into_iter().for_each(|d| _ = registry.register(d));
    registry.freeze()
}

fn script(python: &str, what: &str, folder: &Path) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/jax_artifacts.py");
    let run = Command::new(python).args([script, what]).arg(folder).output();
    let run = run.unwrap_or_else(|e| panic!("{python}: {e}"));
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{what}:\n{out}\n{err}");
    print!("{out}");
}

/// The Python and a new directory for the test; `None` without a Python.
fn setting(test: &str) -> Option<(String, PathBuf)> {
    let Ok(python) = std::env::var("STRATA_JAX_PYTHON") else {
        println!("not run: STRATA_JAX_PYTHON is not set");
        return None;
    };
    let folder = std::env::temp_dir().join(format!("strata-{test}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    Some((python, folder))
}

fn parse(cx: &Arc<Context>, name: &str, text: String) -> Box<Body> {
    parse_module(cx, name, text, ParseOptions::default()).unwrap_or_else(|e| panic!("{}", render_all(cx, &e)))
}

#[test]
fn jaxlib_agrees() {
    let Some((python, folder)) = setting("artifacts") else { return };
    script(&python, "write", &folder);
    let generic = PrintOptions { generic: true, ..PrintOptions::default() };
    for entry in std::fs::read_dir(&folder).expect("the folder is there") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some((program, version)) = name.strip_suffix(".bc").and_then(|n| n.split_once('.')) else {
            continue;
        };
        let cx = context();
        let bytes = std::fs::read(&path).expect("it was just written");
        let body = deserialize(&cx, &name, &bytes).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        let source = std::fs::read_to_string(folder.join(format!("{program}.mlir"))).expect("it is there");
        let module = parse(&cx, &name, source);
        let target = parse_target(version).expect("a version");
        let out = serialize(&module, target).unwrap_or_else(|e| panic!("{name}: {}", render_all(&cx, &e)));
        let base = path.with_extension("");
        let write = |end: &str, data: &[u8]| std::fs::write(format!("{}.{end}", base.display()), data);
        write("ours", print_body(&body, &generic).as_bytes()).expect("the folder can be written");
        write("out", &out).expect("the folder can be written");
    }
    script(&python, "check", &folder);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

/// The files of a directory with this ending, with their names without the ending.
fn files(folder: &Path, end: &str) -> Vec<(String, PathBuf)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        all.extend(name.strip_suffix(end).map(|n| (n.to_owned(), path.clone())));
    }
    all.sort();
    all
}

/// The parts of an error message that both sides share, on an op that a version does not have: the op's name, without its version number,
/// which depends on the writer, and the requested version.
fn refusal(said: &str) -> Vec<&str> {
    let op = said.split_once("error: failed to legalize operation '").and_then(|(_, rest)| {
        let (name, rest) = rest.split_once('\'')?;
        rest.starts_with(" that was explicitly marked illegal: ").then(|| strata_vhlo::base_name(name))
    });
    let version =
        said.split_once("error: failed to convert VHLO to ").and_then(|(_, rest)| rest.lines().next());
    op.into_iter().chain(version).collect()
}

#[test]
fn every_op_is_written_and_refused_as_by_jaxlib() {
    let Some((python, folder)) = setting("ops") else { return };
    script(&python, "ops", &folder);
    let generic = PrintOptions { generic: true, ..PrintOptions::default() };
    let write = |name: &str, end: &str, data: &[u8]| {
        std::fs::write(folder.join(format!("{name}.{end}")), data).expect("the folder can be written");
    };
    let (mut wrong, mut written) = (Vec::new(), 0);
    let both = [(".bc", true), (".refused", false)];
    for (name, path, is_there) in
        both.iter().flat_map(|&(end, there)| files(&folder, end).into_iter().map(move |(n, p)| (n, p, there)))
    {
        let (program, version) = name.split_once('.').expect("the name has a version");
        let cx = context();
        let source = std::fs::read_to_string(folder.join(format!("{program}.mlir"))).expect("it is there");
        let module = parse(&cx, &name, source);
        let target = parse_target(version).expect("a version");
        match (serialize(&module, target), is_there) {
            (Ok(out), true) => write(&name, "out", &out),
            (Err(e), false) => {
                let theirs = std::fs::read_to_string(&path).expect("it is there");
                let ours = render_all(&cx, &e);
                let (ours, theirs) = (refusal(&ours), refusal(&theirs));
                if ours != theirs {
                    wrong.push(format!("{name}: {ours:?} instead of {theirs:?}"));
                }
                continue;
            }
            (Ok(_), false) => {
                wrong.push(format!("{name}: written, and jaxlib refuses it"));
                continue;
            }
            (Err(e), true) => {
                wrong.push(format!("{name}: {}", render_all(&cx, &e)));
                continue;
            }
        }
        written += 1;
        let bytes = std::fs::read(&path).expect("it was just written");
        match deserialize(&cx, &name, &bytes) {
            Ok(body) => write(&name, "ours", print_body(&body, &generic).as_bytes()),
            Err(e) => wrong.push(format!("{name}: {}", render_all(&cx, &e))),
        }
    }
    assert!(wrong.is_empty(), "{} of {written}:\n{}", wrong.len(), wrong.join("\n"));
    script(&python, "check", &folder);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn plain_bytecode_is_that_of_jaxlib() {
    let Some((python, folder)) = setting("plain") else { return };
    script(&python, "plain", &folder);
    let generic = PrintOptions { generic: true, ..PrintOptions::default() };
    let mut wrong = Vec::new();
    for (name, path) in files(&folder, ".bc") {
        let cx = context();
        let bytes = std::fs::read(&path).expect("it was just written");
        match deserialize(&cx, &name, &bytes) {
            Ok(body) => {
                let text = print_body(&body, &generic);
                std::fs::write(folder.join(format!("{name}.ours")), text).expect("the folder can be written");
            }
            Err(e) => wrong.push(render_all(&cx, &e)),
        }
        let source = std::fs::read_to_string(folder.join(format!("{name}.mlir"))).expect("it is there");
        let out = write_module(&parse(&cx, &name, source), &WriteOptions::default());
        let out = out.unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        std::fs::write(folder.join(format!("{name}.out")), out).expect("the folder can be written");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    script(&python, "checkplain", &folder);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn programs_are_read_by_jaxlib_at_every_version() {
    let Some((python, folder)) = setting("programs") else { return };
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../test/e2e");
    let generic = PrintOptions { generic: true, ..PrintOptions::default() };
    let mut written = 0;
    for entry in std::fs::read_dir(programs).expect("the programs are there") {
        let path = entry.expect("an entry can be read").path();
        let Ok(text) = std::fs::read_to_string(path.join("program.mlir")) else { continue };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let cx = context();
        let module = parse(&cx, &name, text);
        let versions = (9..=20).map(|m| Version(0, m, 0)).chain((0..=17).map(|m| Version(1, m, 0)));
        let mut oldest = None;
        for version in versions {
            match serialize(&module, version) {
                Ok(bytes) => {
                    oldest = oldest.or(Some(version));
                    written += 1;
                    let file = folder.join(format!("{name}.{version}.out"));
                    std::fs::write(file, bytes).expect("the folder can be written");
                }
                // An op may be too new for a version, but not for one after a version that has it.
                Err(e) => assert!(oldest.is_none(), "{name}, {version}: {}", render_all(&cx, &e)),
            }
        }
        assert!(oldest.is_some(), "{name} is written at no version");
        let text = print_body(&module, &generic);
        std::fs::write(folder.join(format!("{name}.mlir")), text).expect("the folder can be written");
    }
    assert!(written > 1000, "{written} artifacts");
    script(&python, "agree", &folder);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn jax_calls_what_is_exported() {
    let Some((python, folder)) = setting("exported") else { return };
    let cx = context();
    let text = r#"func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> (tensor<2x4xf32>, tensor<f32>) {
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
      return %0, %1 : tensor<2x4xf32>, tensor<f32>
    }"#;
    let module = parse(&cx, "exported.mlir", text.into());
    for target in [Version(1, 0, 0), Version(1, 17, 0)] {
        let options = ExportOptions { target, ..ExportOptions::default() };
        let bytes = write_exported(&module, &options).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        std::fs::write(folder.join(format!("{target}.exported")), bytes).expect("the folder can be written");
    }
    script(&python, "call", &folder);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}
