//! The C and the C++ program of `examples/c` are built by CMake with `find_package(Strata)`, and classify the images.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The output of a command, which has to succeed.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?} did not start: {e}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{command:?}\n{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn c_and_cpp_programs_call_the_compiled_model() {
    if Command::new("cmake").arg("--version").output().is_err() {
        eprintln!("skipped: there is no cmake");
        return;
    }
    let root = repository();
    let scratch = tempfile::tempdir().expect("a temporary folder");
    // The package as `cargo xtask install` lays it out, except for the tools, which are in cargo's folder.
    let package = scratch.path().join("prefix/lib/cmake/Strata");
    std::fs::create_dir_all(&package).expect("the folder of the package");
    let config = std::fs::read_to_string(root.join("cmake/StrataConfig.cmake.in")).expect("the template");
    let config = config.replace("@STRATA_VERSION@", env!("CARGO_PKG_VERSION"));
    std::fs::write(package.join("StrataConfig.cmake"), config).expect("the configuration");
    let tools = Path::new(env!("CARGO_BIN_EXE_strata-translate")).parent().expect("the folder of the tool");

    let build = scratch.path().join("build");
    let prefix = format!("-DCMAKE_PREFIX_PATH={}", scratch.path().join("prefix").display());
    let strict = |language: &str| format!("-DCMAKE_{language}_FLAGS=-Wall -Wextra -Werror");
    run(Command::new("cmake")
        .env("STRATA_TOOLS_DIR", tools)
        .args(["-S", &root.join("examples/c").display().to_string(), "-B", &build.display().to_string()])
        .args([prefix, strict("C"), strict("CXX")]));
    run(Command::new("cmake").env("STRATA_TOOLS_DIR", tools).arg("--build").arg(&build));
    for program in ["classify", "classify_cpp"] {
        let printed = run(Command::new(build.join(program)).arg(root.join("examples/digits")));
        assert_eq!(printed, "353 of 360 images right\n", "{program}");
    }
}
