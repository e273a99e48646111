//! The programs in `dialects/*/ops.mlir` read and print the same with `mlir-opt`, where that is installed.

use std::{fs, path::Path};

use strata_test::oracle::{Verdict, compare, mlir_opt, programs};

/// Dialects that `mlir-opt` does not have.
const FOREIGN: [&str; 5] = ["check", "chlo", "interpreter", "stablehlo", "vhlo"];

#[test]
fn generic_forms_are_those_of_mlir_opt() {
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
        if FOREIGN.contains(&&*dialect) || !file.exists() {
            continue;
        }
        let text = fs::read_to_string(&file).expect("ops.mlir is text");
        for (line, program) in programs(&text) {
            compared += 1;
            let verdict = compare(&tool, &program).expect("mlir-opt runs");
            if verdict != Verdict::Same {
                problems.push(format!("{}:{line}: {verdict:?}", file.display()));
            }
        }
    }
    assert!(compared > 0, "no program was found");
    assert!(problems.is_empty(), "{} of {compared} programs:\n{}", problems.len(), problems.join("\n"));
}
