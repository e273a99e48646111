//! The programs in `dialects/*/ops.mlir` parse and print the same in `mlir-opt`, where that is installed, and each tool reads the
//! bytecode that the other one writes.

use std::{fs, path::Path};

use strata_test::oracle::{Verdict, compare, compare_bytecode, files, mlir_opt, passes::PassTests, programs};

/// Dialects that `mlir-opt` does not have.
const FOREIGN: [&str; 6] = ["check", "chlo", "interpreter", "sdy", "stablehlo", "vhlo"];

/// Passes every program of the dialects in `mlir-opt` to `check`, which returns its errors.
fn for_all(foreign: &[&str], check: impl Fn(&Path, &str) -> Vec<String>) {
    let Some(tool) = mlir_opt() else {
        eprintln!("there is no mlir-opt of LLVM 22 here, so nothing is compared");
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("dialects");
    let mut compared = 0;
    let mut problems = Vec::new();
    let mut folders: Vec<_> = fs::read_dir(&root).expect("dialects").flatten().map(|e| e.path()).collect();
    folders.sort();
    for folder in folders {
        let dialect = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let file = folder.join("ops.mlir");
        if foreign.contains(&&*dialect) || !file.exists() {
            continue;
        }
        let text = fs::read_to_string(&file).expect("ops.mlir is text");
        for (line, program) in programs(&text) {
            compared += 1;
            let wrong = check(&tool, &program);
            problems.extend(wrong.into_iter().map(|w| format!("{}:{line}: {w}", file.display())));
        }
    }
    assert!(compared > 0, "no program was found");
    assert!(problems.is_empty(), "of {compared} programs:\n{}", problems.join("\n"));
}

#[test]
fn generic_forms_are_those_of_mlir_opt() {
    for_all(&FOREIGN, |tool, program| match compare(tool, program).expect("mlir-opt runs") {
        Verdict::Same => Vec::new(),
        verdict => vec![format!("{verdict:?}")],
    });
}

#[test]
fn bytecode_is_that_of_mlir_opt() {
    for_all(&FOREIGN, |tool, program| {
        let verdicts = compare_bytecode(tool, program).expect("mlir-opt runs");
        let named = ["what mlir-opt wrote", "what was written for mlir-opt"].into_iter().zip(verdicts);
        named.filter(|(_, v)| *v != Verdict::Same).map(|(name, v)| format!("{name}: {v:?}")).collect()
    });
}

/// The files of `test/upstream` whose path contains `STRATA_UPSTREAM_ONLY`, or all of them.
#[test]
fn passes_are_those_of_mlir_opt() {
    let Some(tool) = mlir_opt() else {
        eprintln!("there is no mlir-opt of LLVM 22 here, so nothing is compared");
        return;
    };
    let only = std::env::var("STRATA_UPSTREAM_ONLY").unwrap_or_default();
    let mut files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("upstream")).expect("test/upstream");
    files.retain(|f| f.to_string_lossy().contains(&only));
    let results = std::thread::scope(|scope| {
        let half = files.len().div_ceil(2).max(1);
        let threads: Vec<_> = files.chunks(half).map(|part| scope.spawn(|| run_files(&tool, part))).collect();
        threads.into_iter().map(|t| t.join().expect("no panic")).collect::<Vec<_>>()
    });
    let compared: usize = results.iter().map(|r| r.1).sum();
    let problems: Vec<_> = results.into_iter().flat_map(|r| r.0).collect();
    assert!(compared > 0, "no program was found");
    println!("{compared} programs of {} files", files.len());
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

/// The problems of some files, and the number of programs that were compared.
fn run_files(tool: &Path, files: &[std::path::PathBuf]) -> (Vec<String>, usize) {
    let (mut problems, mut compared) = (Vec::new(), 0);
    for file in files {
        let text = fs::read_to_string(file).expect("text");
        match PassTests::read(&text) {
            Err(error) => problems.push(format!("{}: {error}", file.display())),
            Ok(tests) => {
                let (wrong, count) = tests.run(tool).expect("mlir-opt runs");
                problems.extend(wrong.into_iter().map(|w| format!("{}:{w}", file.display())));
                compared += count;
            }
        }
    }
    (problems, compared)
}
