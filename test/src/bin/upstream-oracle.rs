//! `upstream-oracle DIR…`: counts the programs of upstream's tests that parse and print the same as with `mlir-opt`.
//!
//! `DIR` is a folder of dialects such as `mlir/test/Dialect` of an LLVM checkout, the folder of one dialect, or a file. A table is
//! printed, and after it each program that differs, with its location. The exit code is 1 if there is one.

use std::{
    io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use strata_test::oracle::{Verdict, compare, files, mlir_opt, programs};

/// The counts of one folder.
#[derive(Default)]
struct Row {
    same: usize,
    different: usize,
    rejected: usize,
    skipped: usize,
}

fn main() -> ExitCode {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let Some(tool) = mlir_opt() else {
        eprintln!("upstream-oracle: there is no mlir-opt of LLVM 22; set MLIR_OPT to its path");
        return ExitCode::from(2);
    };
    if folders.is_empty() {
        eprintln!("usage: upstream-oracle DIR…");
        return ExitCode::from(2);
    }
    match run(&tool, &folders) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(e) => {
            eprintln!("upstream-oracle: {e}");
            ExitCode::from(2)
        }
    }
}

/// Prints the table; returns whether all programs are the same.
fn run(tool: &Path, folders: &[PathBuf]) -> io::Result<bool> {
    let mut details = Vec::new();
    println!("{:24} {:>6} {:>9} {:>8} {:>7}", "folder", "same", "different", "rejected", "skipped");
    for folder in dialects(folders)? {
        let mut row = Row::default();
        for file in files(&folder)? {
            // A test may contain bytes that are no text.
            let Ok(text) = std::fs::read_to_string(&file) else { continue };
            for (line, program) in programs(&text) {
                let place = format!("{}:{line}", file.display());
                match compare(tool, &program)? {
                    Verdict::Same => row.same += 1,
                    Verdict::Skipped => row.skipped += 1,
                    Verdict::Rejected(error) => {
                        row.rejected += 1;
                        details.push(format!("{place}: rejected: {error}"));
                    }
                    Verdict::Different(theirs, ours) => {
                        row.different += 1;
                        details
                            .push(format!("{place}: different:\n  mlir-opt   {theirs}\n  strata-opt {ours}"));
                    }
                }
            }
        }
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
        println!("{name:24} {:6} {:9} {:8} {:7}", row.same, row.different, row.rejected, row.skipped);
    }
    details.iter().for_each(|d| println!("{d}"));
    Ok(details.is_empty())
}

/// The subfolders of a folder of dialects; a folder that contains tests itself is returned as it is.
fn dialects(folders: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut out = Vec::new();
    for folder in folders {
        let is_test = |p: &PathBuf| p.extension().is_some_and(|e| e == "mlir");
        let entries: Vec<PathBuf> = if folder.is_dir() {
            std::fs::read_dir(folder)?.map(|e| e.map(|e| e.path())).collect::<io::Result<_>>()?
        } else {
            Vec::new()
        };
        if folder.is_file() || entries.iter().any(is_test) {
            out.push(folder.clone());
        } else {
            out.extend(entries.into_iter().filter(|e| e.is_dir()));
        }
    }
    out.sort();
    Ok(out)
}
