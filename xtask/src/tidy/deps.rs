//! The permitted dependencies between crates.
//!
//! Cargo rejects cycles; this rejects dependencies in the wrong direction. The layer of a crate is determined by its folder. The existing
//! dependencies are listed in ARCHITECTURE.md (`picture.rs`).

use super::manifest::{self, Dependency, Kind};
use crate::tree::{Problem, Tree};
use std::collections::BTreeMap;
use std::path::Path;

/// The framework from the lowest crate up; a crate may use those before it. `macros` is a tool of all of them.
const IR: [&str; 12] = [
    "num",
    "affine",
    "macros",
    "core",
    "diagnostics",
    "text",
    "generate",
    "reduce",
    "bytecode",
    "analysis",
    "rewrite",
    "pass",
];

/// The layers of dialects from the lowest up; a dialect may use those of lower layers.
const DIALECT_ROWS: [&[&str]; 5] = [
    &["builtin"],
    &["ub", "quant", "sdy", "dlti", "irdl", "pdl"],
    &["tensor", "memref", "arith", "math", "complex", "func", "cf", "llvm", "nvvm"],
    &[
        "stablehlo",
        "chlo",
        "check",
        "interpreter",
        "index",
        "linalg",
        "affine",
        "scf",
        "vector",
        "bufferization",
        "gpu",
        "nvgpu",
        "amx",
        "arm_neon",
        "x86vector",
        "ml_program",
        "shape",
        "emitc",
        "pdl_interp",
        "transform",
    ],
    &["vhlo"],
];

/// The dependencies inside of a layer. Each exists because the user's ops need the used dialect in their definitions: its syntax, its constants and
/// fast-math flags (`arith`), its types (`llvm`), or its ops.
const SAME_ROW: [(&str, &str); 15] = [
    ("math", "arith"),
    ("complex", "arith"),
    ("cf", "arith"),
    ("tensor", "arith"),
    ("memref", "arith"),
    ("memref", "tensor"),
    ("nvvm", "llvm"),
    ("nvgpu", "gpu"),
    ("chlo", "stablehlo"),
    ("check", "stablehlo"),
    ("interpreter", "stablehlo"),
    ("llvm", "func"),
    ("linalg", "affine"),
    ("vector", "affine"),
    ("emitc", "scf"),
];

/// The folder in `passes` of the analyses that lowerings use as well.
const SHARED_ANALYSIS: &str = "analysis";

/// The rewrites of `passes` that a lowering begins with: vectors of several dimensions become ones of one before they are those of LLVM.
const FIRST_REWRITES: (&str, &str) = ("lowering/llvm", "passes/vector");

/// The crates of one maker of devices, each with all that may use it: a back end for others adds crates of its own.
/// `lowering/llvm` converts the host's part of `nvgpu`, scripts make copies of it, the simulator runs `nvvm`, the interpreter `amx`; ops of `arm_neon` are
/// intrinsics of LLVM in programs of `llvm`.
const OF_ONE_MAKER: [(&str, &[&str]); 6] = [
    ("dialects/amx", &["interp", "passes/structured", "passes/vector", "lowering/llvm", "registry"]),
    ("dialects/arm_neon", &["passes/vector", "lowering/llvm", "codegen/llvm", "registry"]),
    ("dialects/x86vector", &["passes/vector", "lowering/llvm", "registry"]),
    ("dialects/nvgpu", &["passes/nvgpu", "passes/transform", "lowering/gpu", "lowering/llvm", "registry"]),
    ("dialects/nvvm", &["passes/nvgpu", "lowering/gpu", "gpusim", "registry"]),
    ("passes/nvgpu", &["registry"]),
];

/// Bindings to LLVM and MLIR.
const LLVM: [&str; 4] = ["llvm-sys", "mlir-sys", "melior", "inkwell"];

/// Checks the dependencies in every `Cargo.toml` of the tree.
pub fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    let manifests: Vec<(&Path, String)> = tree
        .files()
        .filter(|file| file.ends_with("Cargo.toml") && file.parent() != Some(Path::new("")))
        .map(|file| (file, tree.read(file)))
        .collect();
    let folders: BTreeMap<String, String> = manifests
        .iter()
        .filter_map(|(file, text)| Some((manifest::package_name(text)?, folder(file))))
        .collect();
    for (file, text) in &manifests {
        let from = folder(file);
        for dependency in manifest::dependencies(text) {
            let verdict = match folders.get(&dependency.name) {
                Some(to) => internal(&from, to, &dependency),
                None => external(&from, &dependency.name),
            };
            if let Err(why) = verdict {
                problems.push(Problem::new(
                    *file,
                    dependency.line,
                    format!("{from} must not use {}: {why}", dependency.name),
                ));
            }
        }
    }
}

pub(super) fn folder(manifest: &Path) -> String {
    manifest.parent().unwrap_or(Path::new("")).to_string_lossy().replace('\\', "/")
}

fn external(from: &str, name: &str) -> Result<(), &'static str> {
    if LLVM.contains(&name) && !from.starts_with("codegen/") {
        return Err("only codegen/* links LLVM");
    }
    Ok(())
}

fn internal(from: &str, to: &str, dependency: &Dependency) -> Result<(), &'static str> {
    let (from_top, from_name) = from.split_once('/').unwrap_or((from, ""));
    let (to_top, to_name) = to.split_once('/').unwrap_or((to, ""));
    // Tests that need LLVM are a separate crate on top of the others.
    let in_tests = from_top == "test" && to_top == "test";
    if to_top == "xtask" || to_top == "bench" || to_top == "test" && !in_tests {
        return Err("nothing depends on it");
    }
    // Tests may use other crates, except for those that are built on top of the registry.
    if dependency.kind == Kind::Dev {
        let is_low = ["ir", "dialects", "passes", "lowering", "interp"].contains(&from_top);
        let is_high =
            ["codegen", "registry", "runtime", "driver", "tools"].contains(&to_top) && to != "tools/lit";
        return if is_low && is_high { Err("tests below the registry stay below it") } else { Ok(()) };
    }
    if OF_ONE_MAKER.iter().any(|(of_maker, users)| *of_maker == to && !users.contains(&from)) {
        return Err("`OF_ONE_MAKER` in xtask/src/tidy/deps.rs does not name it as a user");
    }
    match (from_top, to_top) {
        ("ir", "ir") => ir(from_name, to_name),
        ("ir", _) => Err("the framework knows nothing above it"),
        ("dialects", "ir") => Ok(()),
        ("dialects", "dialects") => dialect(from_name, to_name),
        ("dialects", _) => Err("a dialect uses the framework and lower dialects only"),
        // Analyses that passes and lowerings share are below both.
        ("passes", "passes" | "lowering") if from_name == SHARED_ANALYSIS => {
            Err("analyses that are shared know no pass and no lowering")
        }
        ("passes", "ir" | "dialects" | "passes") | ("lowering", "ir" | "dialects" | "lowering") => Ok(()),
        ("lowering", "passes") if to_name == SHARED_ANALYSIS || (from, to) == FIRST_REWRITES => Ok(()),
        // Folding and running give the same results because they use the same code.
        ("passes", "interp") if from_name == "stablehlo" => Ok(()),
        ("interp" | "gpusim", "ir" | "dialects") => Ok(()),
        // The routines that programs call by name; they are independent of the IR.
        ("interp", "runtime") if to_name == "kernels" => Ok(()),
        // The interface of devices, which the simulator implements; it is independent of the IR too.
        ("gpusim", "runtime") if to_name == "device" => Ok(()),
        ("passes" | "lowering" | "interp" | "gpusim", _) => {
            Err("it uses the framework and the dialects only")
        }
        ("codegen", "ir" | "dialects" | "codegen" | "runtime") => Ok(()),
        ("codegen", _) => Err("code generation starts from a dialect, not from passes"),
        ("registry", "ir" | "dialects" | "passes" | "lowering" | "interp") => Ok(()),
        ("registry", "codegen") => Err("tools that need no LLVM are built on it"),
        ("registry", _) => Err("it is below the tools"),
        (_, "python") => Err("it is what Python loads"),
        ("runtime", "driver" | "tools" | "pjrt") => Err("it is below the tools"),
        // Programs that embed the compiler use the driver, as the tools do: it has no command line.
        ("driver", "tools" | "pjrt") => Err("it is what the tools stand on"),
        // The plugin that frameworks load, beside the tools.
        ("pjrt", "ir" | "driver") => Ok(()),
        ("pjrt", _) => Err("it stands on the driver"),
        ("xtask", _) => Err("it must build in seconds on any machine"),
        _ => Ok(()),
    }
}

fn ir(from: &str, to: &str) -> Result<(), &'static str> {
    let rank = |name: &str| IR.iter().position(|crate_| *crate_ == name);
    match (rank(from), rank(to)) {
        // `ir/ir` re-exports the framework.
        (None, Some(_)) if from == "ir" => Ok(()),
        (Some(from), Some(to)) if to < from => Ok(()),
        (Some(_), Some(_)) => Err("it is above in the picture"),
        _ => Err("the picture does not have it; add it to `IR` in xtask/src/tidy/deps.rs"),
    }
}

fn dialect(from: &str, to: &str) -> Result<(), &'static str> {
    let row = |name: &str| DIALECT_ROWS.iter().position(|row| row.contains(&name));
    match (row(from), row(to)) {
        (Some(from), Some(to)) if to < from => Ok(()),
        (Some(_), Some(_)) if SAME_ROW.contains(&(from, to)) => Ok(()),
        (Some(_), Some(_)) => Err("dialects use those of lower rows only"),
        _ => Err("the picture does not have it; add it to `DIALECT_ROWS` in xtask/src/tidy/deps.rs"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::fixture::Fixture;

    /// The verdict on one edge: `from` depends on `to` in the section `[section]`.
    fn edge(from: &str, to: &str, section: &str, tail: &str) -> Vec<String> {
        let (from_file, to_file) = (format!("{from}/Cargo.toml"), format!("{to}/Cargo.toml"));
        let from_text =
            format!("[package]\nname = \"from\"\n[{section}]\nto = {{ workspace = true{tail} }}\n");
        let files =
            [(from_file.as_str(), from_text.as_str()), (to_file.as_str(), "[package]\nname = \"to\"\n")];
        Fixture::new(&files).problems(check)
    }

    fn is_allowed(from: &str, to: &str) -> bool {
        edge(from, to, "dependencies", "").is_empty()
    }

    #[test]
    fn the_picture_points_down() {
        for (from, to) in [
            ("ir/text", "ir/core"),
            ("ir/ir", "ir/rewrite"),
            ("dialects/scf", "dialects/arith"),
            ("dialects/math", "dialects/arith"),
            ("passes/generic", "dialects/func"),
            ("passes/structured", "passes/analysis"),
            ("passes/gpu", "passes/analysis"),
            ("passes/nvgpu", "passes/gpu"),
            ("lowering/loops", "passes/analysis"),
            ("lowering/hlo", "dialects/linalg"),
            ("codegen/llvm", "dialects/llvm"),
            ("registry", "lowering/hlo"),
            ("tools/opt", "registry"),
            ("driver", "registry"),
            ("driver", "codegen/llvm"),
            ("driver", "runtime/cuda"),
            ("pjrt", "driver"),
            ("python/native", "pjrt"),
            ("python/native", "tools/opt"),
            ("tools/run", "driver"),
            ("test", "tools/opt"),
            ("test/native", "tools/run"),
        ] {
            assert!(is_allowed(from, to), "{from} -> {to}");
            assert!(!is_allowed(to, from), "{to} -> {from}");
        }
    }

    #[test]
    fn siblings_and_shortcuts_are_refused() {
        for (from, to) in [
            ("ir/core", "dialects/builtin"),
            ("dialects/arith", "dialects/cf"),
            ("dialects/stablehlo", "dialects/linalg"),
            ("dialects/unheard-of", "dialects/builtin"),
            ("passes/generic", "codegen/llvm"),
            ("lowering/loops", "passes/generic"),
            ("passes/gpu", "lowering/gpu"),
            ("interp", "registry"),
            ("codegen/llvm", "registry"),
            ("xtask", "ir/core"),
            ("tools/run", "test"),
        ] {
            assert!(!is_allowed(from, to), "{from} -> {to}");
        }
    }

    #[test]
    fn few_crates_name_one_maker_of_devices() {
        for (from, to) in [
            ("passes/nvgpu", "dialects/nvgpu"),
            ("passes/nvgpu", "dialects/nvvm"),
            ("lowering/gpu", "dialects/nvvm"),
            ("lowering/llvm", "dialects/nvgpu"),
            ("passes/structured", "dialects/amx"),
            ("interp", "dialects/amx"),
            ("gpusim", "dialects/nvvm"),
            ("registry", "passes/nvgpu"),
        ] {
            assert!(is_allowed(from, to), "{from} -> {to}");
        }
        for (from, to) in [
            ("passes/gpu", "dialects/nvgpu"),
            ("passes/gpu", "dialects/nvvm"),
            ("passes/structured", "passes/nvgpu"),
            ("lowering/llvm", "dialects/nvvm"),
            ("codegen/llvm", "dialects/nvvm"),
            ("driver", "dialects/nvgpu"),
            ("passes/gpu", "dialects/amx"),
        ] {
            assert!(!is_allowed(from, to), "{from} -> {to}");
        }
        assert!(edge("codegen/llvm", "dialects/nvvm", "dev-dependencies", "").is_empty());
    }

    #[test]
    fn the_registry_does_not_link_llvm() {
        assert!(!is_allowed("registry", "codegen/llvm"));
        assert!(!edge("registry", "codegen/llvm", "dependencies", ", optional = true").is_empty());
    }

    #[test]
    fn tests_may_look_sideways_but_not_up() {
        assert!(edge("ir/text", "dialects/func", "dev-dependencies", "").is_empty());
        assert!(edge("dialects/arith", "tools/lit", "dev-dependencies", "").is_empty());
        assert!(!edge("ir/text", "registry", "dev-dependencies", "").is_empty());
    }

    #[test]
    fn only_codegen_links_llvm() {
        let text = "[package]\nname = \"a\"\n[dependencies]\nmlir-sys = \"1\"\n";
        let problems = Fixture::new(&[("tools/run/Cargo.toml", text)]).problems(check);
        assert_eq!(
            problems,
            ["tools/run/Cargo.toml:4: tools/run must not use mlir-sys: only codegen/* links LLVM"]
        );
        assert!(Fixture::new(&[("codegen/llvm/Cargo.toml", text)]).problems(check).is_empty());
    }
}
