//! Artifacts against jaxlib: what it writes at every version is read as the module that it reads, and the other way
//! round.
//!
//! Needs a Python with JAX, named by `STRATA_JAX_PYTHON`; without one the test says that it was not run.

use std::{path::Path, process::Command, sync::Arc};

use strata_ir::{
    core::{Context, Registry, diagnostics::render_all},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_lowering_vhlo::{deserialize, parse_target, serialize};

fn context() -> Arc<Context> {
    let mut registry = Registry::new();
    let dialects =
        [&strata_builtin::DIALECT, &strata_func::DIALECT, &strata_stablehlo::DIALECT, &strata_vhlo::DIALECT];
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

#[test]
fn jaxlib_agrees() {
    let Ok(python) = std::env::var("STRATA_JAX_PYTHON") else {
        println!("not run: STRATA_JAX_PYTHON is not set");
        return;
    };
    let folder = std::env::temp_dir().join(format!("strata-artifacts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
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
        let module = parse_module(&cx, &name, source, ParseOptions::default())
            .unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
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
