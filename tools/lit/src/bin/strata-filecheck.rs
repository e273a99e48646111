//! `strata-filecheck`: the command line of LLVM's `FileCheck`.
use std::io::{Read, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args: Vec<String> =
        std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    // The environment may carry options that come first, as for the original tool.
    if let Ok(more) = std::env::var("FILECHECK_OPTS") {
        args.splice(0..0, more.split_whitespace().map(str::to_string));
    }
    let mut stdin = Vec::new();
    let reads_stdin = !args.iter().any(|a| a.contains("-input-file") && !a.ends_with("=-"));
    if reads_stdin && let Err(e) = std::io::stdin().lock().read_to_end(&mut stdin) {
        eprintln!("FileCheck: could not read standard input: {e}");
        return ExitCode::from(2);
    }
    let output = strata_lit::filecheck::main_with(&args, &stdin, std::path::Path::new("."));
    // A closed pipe is no failure: the exit code is the result.
    let _ = std::io::stdout().write_all(&output.stdout);
    let _ = std::io::stderr().write_all(&output.stderr);
    ExitCode::from(u8::try_from(output.exit_code).unwrap_or(1))
}
