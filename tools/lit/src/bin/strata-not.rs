//! `strata-not [--crash] COMMAND…`: succeeds when the command fails (or, with `--crash`, ends by a signal).
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1).peekable();
    let crash = args.next_if(|a| a == "--crash").is_some();
    let Some(program) = args.next() else {
        eprintln!("strata-not: command expected");
        return ExitCode::FAILURE;
    };
    let status = match Command::new(&program).args(args).status() {
        Ok(status) => status,
        Err(e) => {
            eprintln!("strata-not: {}: {e}", program.to_string_lossy());
            return ExitCode::FAILURE;
        }
    };
    // Without a code the command was ended by a signal.
    let crashed = status.code().is_none();
    if crashed && !crash {
        eprintln!("strata-not: the command crashed");
    }
    let holds = if crash { crashed } else { !status.success() && !crashed };
    ExitCode::from(u8::from(!holds))
}
