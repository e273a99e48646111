//! Programs as people write them, from `tensor`, `linalg`, `scf` and `vector`: compiled, and compared with the interpreter.

use std::{fs, path::Path};

use clap::Parser;
use strata_run::cli::{Cli, run};

#[test]
fn programs_agree_with_the_interpreter() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/programs");
    let mut programs = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(&dir).expect("folder") {
        let path = entry.expect("entry").path();
        if path.extension().is_none_or(|e| e != "mlir") {
            continue;
        }
        programs += 1;
        for size in ["0", "1", "5"] {
            let mut args = vec!["strata-run".to_owned(), path.display().to_string()];
            args.extend(["--random-inputs", "1", "--compare", "interpreter"].map(str::to_owned));
            args.extend(["--random-size".to_owned(), size.to_owned()]);
            let cli = Cli::try_parse_from(args).expect("arguments");
            if let Err(e) = run(&cli) {
                wrong.push(format!("{}, size {size}: {e}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(programs >= 15, "only {programs} programs");
}
