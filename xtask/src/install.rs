//! `cargo xtask install PREFIX`: installs the tools and the CMake package for other projects.
//!
//! ```text
//! PREFIX/bin/strata-opt, strata-translate, strata-run, strata-tune, strata-reduce, strata-lsp-server, strata-lit
//! PREFIX/share/man/man1/strata-opt.1, …
//! PREFIX/share/bash-completion/completions/strata-opt, …       and those of zsh and fish
//! PREFIX/lib/libstrata_runtime_cpu.a
//! PREFIX/lib/cmake/Strata/StrataConfig.cmake, StrataConfigVersion.cmake
//! ```

use crate::setup::{self, Wanted};
use crate::shell::{self, Outcome};
use std::path::Path;
use std::process::Command;

/// The library that compiled programs with calls of the runtime are linked with.
const RUNTIME: (&str, &str) = ("strata-runtime-cpu", "libstrata_runtime_cpu.a");
/// The packages of the tools.
const PACKAGES: [&str; 6] =
    ["strata-opt", TRANSLATE, "strata-run", "strata-reduce", "strata-lsp", "strata-lit"];
const TOOLS: [&str; 7] = [
    "strata-opt",
    TRANSLATE,
    "strata-run",
    "strata-tune",
    "strata-reduce",
    "strata-lsp-server",
    "strata-lit",
];
/// The tool that needs the library; it is installed with a copy inside.
const TRANSLATE: &str = "strata-translate";

/// The tools that print their manual page and completions.
const DOCUMENTED: [&str; 5] = ["strata-opt", TRANSLATE, "strata-run", "strata-tune", "strata-reduce"];
/// The files of each of them below PREFIX/share, in front of and behind its name, and the flag that prints one.
const DOCUMENTS: [(&str, &str, &str); 4] = [
    ("man/man1/", ".1", "--man-page"),
    ("bash-completion/completions/", "", "--completions=bash"),
    ("zsh/site-functions/_", "", "--completions=zsh"),
    ("fish/vendor_completions.d/", ".fish", "--completions=fish"),
];

/// The version file: it accepts requests for this version or an older one with the same major number.
const VERSION_FILE: &str = "\
set(PACKAGE_VERSION \"@STRATA_VERSION@\")
string(REGEX MATCH \"^[0-9]+\" major \"${PACKAGE_VERSION}\")
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION OR NOT \"${PACKAGE_FIND_VERSION_MAJOR}\" STREQUAL \"${major}\")
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
";

/// Builds the tools and copies everything to `prefix`.
pub fn run(prefix: &str) -> Outcome {
    setup::run(Wanted::Llvm)?;
    println!("install: building the tools (release)");
    let mut build = shell::cargo(&["build", "--quiet", "--release"]);
    for package in PACKAGES.into_iter().chain([RUNTIME.0]) {
        build.args(["--package", package]);
    }
    shell::run(&mut build)?;

    let prefix = std::env::current_dir().map_err(|why| format!("current folder: {why}"))?.join(prefix);
    let (bin, package) = (prefix.join("bin"), prefix.join("lib/cmake/Strata"));
    for folder in [&bin, &package] {
        std::fs::create_dir_all(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    }
    for tool in TOOLS {
        let from = shell::target_dir().join("release").join(tool);
        if tool == TRANSLATE {
            // The installed tool works without the library, wherever it is moved.
            shell::run(Command::new(&from).arg("--embed-runtime").arg("-o").arg(bin.join(tool)))?;
        } else {
            std::fs::copy(&from, bin.join(tool)).map_err(|why| format!("{}: {why}", from.display()))?;
        }
    }
    for tool in DOCUMENTED {
        documents(&bin.join(tool), tool, &prefix.join("share"))?;
    }
    let from = shell::target_dir().join("release").join(RUNTIME.1);
    let to = prefix.join("lib").join(RUNTIME.1);
    std::fs::copy(&from, to).map_err(|why| format!("{}: {why}", from.display()))?;
    let template = shell::root().join("cmake/StrataConfig.cmake.in");
    let config =
        std::fs::read_to_string(&template).map_err(|why| format!("{}: {why}", template.display()))?;
    write(&package.join("StrataConfig.cmake"), &config)?;
    write(&package.join("StrataConfigVersion.cmake"), VERSION_FILE)?;
    println!("install: the tools and the CMake package are in {}", prefix.display());
    Ok(())
}

/// Writes the manual page and the completions that a tool prints.
fn documents(program: &Path, tool: &str, share: &Path) -> Outcome {
    for (before, after, flag) in DOCUMENTS {
        let path = share.join(format!("{before}{tool}{after}"));
        let output = Command::new(program).arg(flag).output();
        let output = output.map_err(|why| format!("{}: {why}", program.display()))?;
        if !output.status.success() {
            return Err(format!("{tool} {flag} failed: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let folder = path.parent().unwrap_or(share);
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, output.stdout))
            .map_err(|why| format!("{}: {why}", path.display()))?;
    }
    Ok(())
}

fn write(path: &Path, template: &str) -> Outcome {
    let text = template.replace("@STRATA_VERSION@", env!("CARGO_PKG_VERSION"));
    std::fs::write(path, text).map_err(|why| format!("{}: {why}", path.display()))
}
