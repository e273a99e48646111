//! Lets the module be linked with the static library of Zstandard where there is one, since wheels promise no shared one (PEP 600).

use std::{env, fs, path::PathBuf, process::Command};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=CC");
    let Some(folder) = env::var_os("OUT_DIR").map(PathBuf::from) else { return };
    let Some(archive) = find("libzstd.a") else { return };
    // The linker takes the first folder with a library of the name that LLVM asks for, whether it is static or shared.
    if fs::copy(&archive, folder.join("libzstd.a")).is_ok() {
        println!("cargo:rerun-if-changed={}", archive.display());
        println!("cargo:rustc-link-search=native={}", folder.display());
    }
}

/// The library of the C compiler with a name.
fn find(name: &str) -> Option<PathBuf> {
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let output = Command::new(compiler).arg(format!("-print-file-name={name}")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.is_absolute().then_some(path)
}
