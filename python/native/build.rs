//! Lets the module be linked with the static libraries of C++, zlib and Zstandard where there are such, so that a wheel needs nothing of its
//! system but the C library, and those of the mathematical functions and of GCC.

use std::{env, fs, path::Path, path::PathBuf, process::Command};

/// The libraries that LLVM asks for.
const ARCHIVES: [&str; 3] = ["libstdc++.a", "libz.a", "libzstd.a"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=CC");
    let Some(folder) = env::var_os("OUT_DIR").map(PathBuf::from) else { return };
    // The linker takes the first folder with a library of the name, whether it is static or shared.
    if ARCHIVES.map(|name| copy(name, &folder)).contains(&true) {
        println!("cargo:rustc-link-search=native={}", folder.display());
    }
}

/// Copies a library into a folder; whether there is one.
fn copy(name: &str, folder: &Path) -> bool {
    let Some(archive) = find(name) else { return false };
    println!("cargo:rerun-if-changed={}", archive.display());
    fs::copy(&archive, folder.join(name)).is_ok()
}

/// The library of the C compiler with a name.
fn find(name: &str) -> Option<PathBuf> {
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let output = Command::new(compiler).arg(format!("-print-file-name={name}")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.is_absolute().then_some(path)
}
