//! The memory traffic of kernels: the programs in `test/programs/traffic` state it in their second line.
//!
//! An access of a warp counts as all 32-byte sectors that it touches, also where a cache has them already.

use std::{fs, path::Path};

use clap::Parser;
use strata_run::{Cli, run};

/// The bytes of a sector.
const SECTOR: u64 = 32;

/// The traffic of a program's kernels, if its results are those of the interpreter.
fn moved(path: &Path, options: &[&str]) -> Result<u64, String> {
    let file = path.display().to_string();
    let all =
        ["strata-run", &file, "--target", "gpusim", "--arch", "sm_80", "--counters", "--random-inputs", "1"];
    let cli = Cli::try_parse_from(all.iter().chain(options)).map_err(|e| e.to_string())?;
    let said = run(&cli).map_err(|e| format!("{file}: {e}"))?;
    let of_kernel = |line: &str| {
        let (_, rest) = line.trim().strip_prefix("global: ")?.split_once("requests, ")?;
        rest.split_once(" sectors")?.0.parse::<u64>().ok()
    };
    let sectors: Vec<u64> = said.lines().filter_map(of_kernel).collect();
    if sectors.is_empty() {
        return Err(format!("{file}: no kernel ran"));
    }
    Ok(sectors.iter().sum::<u64>() * SECTOR)
}

/// The number in front of ` bytes` in the line that begins with a word.
fn expected(text: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix("// Moved: ")?.split_once(" bytes")?.0.parse().ok())
}

#[test]
fn kernels_move_what_programs_say() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/programs/traffic");
    let paths = fs::read_dir(&dir).expect("folder").map(|entry| entry.expect("entry").path());
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in paths.filter(|path| path.extension().is_some_and(|e| e == "mlir")) {
        let text = fs::read_to_string(&path).expect("program");
        // The interpreter does not support windows of whole tensors.
        let compare = ["--compare", "interpreter", "--rtol", "1e-2", "--atol", "1e-2"];
        let options: &[&str] = if text.contains("// Not interpreted") { &[] } else { &compare };
        let wanted = expected(&text);
        match moved(&path, options) {
            Ok(bytes) if Some(bytes) == wanted => {}
            Ok(bytes) => wrong.push(format!("{}: moves {bytes} bytes, not {wanted:?}", path.display())),
            Err(e) => wrong.push(e),
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 20, "only {count} programs");
}
