//! `cargo xtask setup`: installs the Debian packages that the LLVM back end, the upstream test tools and MPI need, JAX, and
//! NVIDIA's assembler.
//!
//! Idempotent: nothing is changed, and the network is not used, if everything is installed.

use crate::python::{self, JAX_VERSION, own_python, python_with_jax};
use crate::shell::{self, Outcome};
use crate::{jax, nvidia};
use std::path::Path;
use std::process::Stdio;

/// The libraries that `codegen/llvm` links: LLVM and MLIR as static libraries, and libclang for generating the bindings.
const BUILD: [&str; 7] = [
    "llvm-22-dev",
    "libmlir-22-dev",
    "libpolly-22-dev",
    "libclang1-22",
    "libclang-common-22-dev",
    "libzstd-dev",
    "zlib1g-dev",
];
/// The tools that the tests compare with: mlir-opt, FileCheck, lit; the linker for shared libraries; and the tools that build
/// `examples/c`.
const TESTS: [&str; 5] = ["mlir-22-tools", "lld-22", "cmake", "make", "g++"];
/// The tools that run code for AArch64: an emulator, and a C compiler with the C library.
const AARCH64: [&str; 3] = ["qemu-user", "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"];
/// The browser that the explorer is tested in.
const BROWSER: [&str; 1] = ["chromium"];
/// The build tools of the explorer's page, where no other Node.js is on the path.
const NODE: [&str; 2] = ["nodejs", "npm"];
/// MPI, by which programs run in several processes: a launcher, and the library that is loaded at run time.
const MPI: [&str; 2] = ["openmpi-bin", "libopenmpi3"];
/// Rust's target for the runtime of programs for AArch64.
pub const AARCH64_TARGET: &str = "aarch64-unknown-linux-gnu";
/// The folder of LLVM 22 in Debian's packages.
pub const LLVM_BIN: &str = "/usr/lib/llvm-22/bin";
/// The packages that its test programs, `test/jax/chlo_accuracy.py` (exact values) and `jax.export` (its format) need.
const JAX_NEEDS: [&str; 4] = ["numpy", "absl-py", "mpmath", "flatbuffers"];

/// The packages to install.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Everything that building and testing need.
    Llvm,
    /// Also a Python environment in `.venv` with JAX and NVIDIA's assembler, and the programs of JAX's tests.
    LlvmAndJax,
}

/// Installs missing packages.
pub fn run(wanted: Wanted) -> Outcome {
    let mut packages: Vec<&str> = BUILD.iter().chain(&TESTS).chain(&AARCH64).chain(&MPI).copied().collect();
    packages.extend(BROWSER);
    if !shell::on_path("node") || !shell::on_path("npm") {
        packages.extend(NODE);
    }
    if wanted == Wanted::LlvmAndJax && python_with_jax().is_none() && !has_venv() {
        packages.push("python3-venv");
    }
    install(&packages)?;
    check_llvm()?;
    add_aarch64();
    if wanted != Wanted::LlvmAndJax {
        return Ok(());
    }
    install_jax()?;
    if let Err(why) = nvidia::install() {
        eprintln!("setup: {why}");
    }
    Ok(())
}

/// Whether Rust compiles for AArch64.
pub fn has_aarch64() -> bool {
    let query = ["--print", "target-libdir", "--target", AARCH64_TARGET];
    shell::output(&mut shell::command("rustc", &query))
        .is_some_and(|folder| Path::new(folder.trim()).is_dir())
}

/// Adds Rust's libraries for AArch64. Without them the tests that need them report that they are skipped.
fn add_aarch64() {
    if has_aarch64() || !shell::on_path("rustup") {
        return;
    }
    println!("setup: adding Rust's target {AARCH64_TARGET}");
    if let Err(why) = shell::run(&mut shell::command("rustup", &["target", "add", AARCH64_TARGET])) {
        eprintln!("setup: {why}; programs for AArch64 that call the runtime are not run");
    }
}

fn install(packages: &[&str]) -> Outcome {
    if !shell::on_path("dpkg-query") {
        // On other systems it is only checked that LLVM is where the build looks for it.
        return if Path::new(LLVM_BIN).join("llvm-config").exists() {
            Ok(())
        } else {
            Err(format!(
                "LLVM 22 with MLIR is needed in {LLVM_BIN}/.. and this system has no apt to install it with"
            ))
        };
    }
    let missing: Vec<&str> = packages.iter().copied().filter(|package| !is_installed(package)).collect();
    if missing.is_empty() {
        println!("setup: all {} packages are installed", packages.len());
        return Ok(());
    }
    let list = missing.join(" ");
    println!("setup: installing {list}");
    let by_hand = format!("apt-get install --no-install-recommends {list}");
    let is_root = shell::output(&mut shell::command("id", &["-u"])).is_some_and(|id| id.trim() == "0");
    if !is_root && !shell::on_path("sudo") {
        return Err(format!("installing packages needs root, and there is no sudo; as root run: {by_hand}"));
    }
    retry(|| apt(is_root, &["update", "-qq"]))?;
    let mut arguments = vec!["install", "-y", "-qq", "--no-install-recommends"];
    arguments.extend(&missing);
    retry(|| apt(is_root, &arguments)).map_err(|why| format!("{why}; to install by hand: {by_hand}"))?;
    match missing.iter().find(|package| !is_installed(package)) {
        None => Ok(()),
        Some(package) => Err(format!("{package} is still missing after apt-get install")),
    }
}

fn is_installed(package: &str) -> bool {
    let query = &mut shell::command("dpkg-query", &["-W", "-f=${Status}", package]);
    shell::output(query).is_some_and(|status| status == "install ok installed")
}

/// Mirrors fail occasionally, so every apt command is retried once.
fn retry(action: impl Fn() -> Outcome) -> Outcome {
    action().or_else(|why| {
        eprintln!("setup: {why}; trying once more");
        std::thread::sleep(std::time::Duration::from_secs(5));
        action()
    })
}

fn apt(is_root: bool, arguments: &[&str]) -> Outcome {
    let mut line = if is_root { vec!["env"] } else { vec!["sudo", "env"] };
    line.extend(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    line.extend(arguments);
    shell::run(shell::command(line[0], &line[1..]).stdin(Stdio::null()))
}

/// Security updates change the patch level, so only the major version is checked.
fn check_llvm() -> Outcome {
    let config = Path::new(LLVM_BIN).join("llvm-config");
    let version = shell::output(&mut shell::command(&config, &["--version"]));
    match version.as_deref().map(str::trim) {
        Some(version) if version.starts_with("22.") => Ok(()),
        Some(version) => Err(format!("{} is version {version}, and 22 is needed", config.display())),
        None => Err(format!("{} does not run", config.display())),
    }
}

fn has_venv() -> bool {
    shell::output(&mut shell::command("python3", &["-c", "import venv, ensurepip"])).is_some()
}

/// Creates `.venv`, unless JAX is installed, and the programs that the tests run.
fn install_jax() -> Outcome {
    if python_with_jax().is_none() {
        let python = own_python()?;
        let jax = format!("jax=={JAX_VERSION}");
        let mut arguments = vec!["-m", "pip", "install", "--quiet", "--disable-pip-version-check", &jax];
        arguments.extend(JAX_NEEDS);
        retry(|| shell::run(&mut shell::command(&python, &arguments)))
            .map_err(|why| format!("{why}; {}", python::MISSING))?;
    }
    let python =
        python_with_jax().ok_or_else(|| format!("{} cannot import JAX {JAX_VERSION}", python::OWN_PYTHON))?;
    println!("setup: JAX {JAX_VERSION} is in {}; making the programs of its tests", python.display());
    jax::prepare(&python)
}
