//! `rillc`: the compiler of the tutorial's language.

use std::{path::Path, process::ExitCode};

use strata_process::Output;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    let (stdout, stderr, code) = strata_tutorial::run(&args, Path::new("."));
    strata_process::finish("rillc", &Output { stdout, stderr, code: code as u8 })
}
