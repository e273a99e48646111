//! Compares `strata-opt` with `mlir-opt`: both parse a program and must print the same generic form.

pub mod passes;

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Options of both tools.
const ARGS: [&str; 2] = ["--allow-unregistered-dialect", "--mlir-print-op-generic"];

/// The outcome of one program.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both print the same.
    Same,
    /// Both accept it and print different texts: the first lines that differ, upstream's first.
    Different(String, String),
    /// `mlir-opt` accepts it and `strata-opt` does not; its first error.
    Rejected(String),
    /// `mlir-opt` does not accept it, or it uses an unknown dialect.
    Skipped,
}

/// The `mlir-opt` of LLVM 22: the one in `MLIR_OPT`, or that of the system's packages.
pub fn mlir_opt() -> Option<PathBuf> {
    let named = std::env::var_os("MLIR_OPT").map(PathBuf::from);
    let places = named.into_iter().chain(["/usr/lib/llvm-22/bin/mlir-opt".into(), "mlir-opt-22".into()]);
    places.into_iter().find(|tool| {
        let output = Command::new(tool).arg("--version").stderr(Stdio::null()).output();
        output.is_ok_and(|o| String::from_utf8_lossy(&o.stdout).contains("LLVM version 22."))
    })
}

/// The programs of a test file, each with the number of its first line.
pub fn programs(text: &str) -> Vec<(usize, String)> {
    let mut out = vec![(1, String::new())];
    for (i, line) in text.lines().enumerate() {
        if line.trim_end() == "// -----" {
            out.push((i + 2, String::new()));
        } else if let Some((_, program)) = out.last_mut() {
            program.push_str(line);
            program.push('\n');
        }
    }
    out.retain(|(_, program)| program.lines().any(|l| !l.trim().is_empty() && !l.trim().starts_with("//")));
    out
}

/// Seconds that `mlir-opt` has for a program: some programs make it run for ever.
const LIMIT: &str = "60";

/// The output of `mlir-opt`; `None` if it rejects the program, crashes or does not end.
fn upstream(mlir_opt: &Path, args: &[&str], program: &[u8]) -> io::Result<Option<Vec<u8>>> {
    Ok(upstream_streams(mlir_opt, args, program)?.map(|(stdout, _)| stdout))
}

/// The output of `mlir-opt` and what it prints to the debug stream; `None` as above.
fn upstream_streams(
    mlir_opt: &Path,
    args: &[&str],
    program: &[u8],
) -> io::Result<Option<(Vec<u8>, Vec<u8>)>> {
    let mut child = Command::new("timeout")
        .arg(LIMIT)
        .arg(mlir_opt)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // The tool may print before it has read all of its input.
        scope.spawn(|| {
            if let Some(mut stdin) = stdin {
                // A tool that ends early closes its input; its output has the reason.
                let _ = stdin.write_all(program);
            }
        });
        child.wait_with_output()
    })?;
    Ok(output.status.success().then_some((output.stdout, output.stderr)))
}

/// The output of `strata-opt`, or its first error.
fn ours(args: &[&str], program: &[u8]) -> Result<Vec<u8>, String> {
    our_streams(args, program).map(|(stdout, _)| stdout)
}

/// The output of `strata-opt` and what it prints to the debug stream, or its first error.
fn our_streams(args: &[&str], program: &[u8]) -> Result<(Vec<u8>, Vec<u8>), String> {
    let args: Vec<String> = args.iter().map(|a| (*a).to_owned()).collect();
    let (stdout, stderr, code) = strata_opt::run(&args, program, Path::new("."));
    if code == 0 {
        return Ok((stdout, stderr));
    }
    let errors = String::from_utf8_lossy(&stderr);
    Err(errors.lines().find(|l| l.contains("error:")).unwrap_or("no message").to_owned())
}

/// Compares two texts.
fn same(theirs: &[u8], ours: &[u8]) -> Verdict {
    let (theirs, ours) = (String::from_utf8_lossy(theirs), String::from_utf8_lossy(ours));
    if theirs == ours {
        return Verdict::Same;
    }
    let same = theirs.lines().zip(ours.lines()).take_while(|(a, b)| a == b).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("<end>").to_owned();
    Verdict::Different(line(&theirs), line(&ours))
}

/// Passes one program to both tools.
pub fn compare(mlir_opt: &Path, program: &str) -> io::Result<Verdict> {
    let Some(theirs) = upstream(mlir_opt, &ARGS, program.as_bytes())? else { return Ok(Verdict::Skipped) };
    Ok(match ours(&ARGS, program.as_bytes()) {
        Ok(ours) => same(&theirs, &ours),
        Err(error) => {
            let foreign = error.contains("not found for custom op") || error.contains("unregistered dialect");
            if foreign { Verdict::Skipped } else { Verdict::Rejected(error) }
        }
    })
}

/// Passes the bytecode that each tool writes for a program to the other one: both must read the same program as `mlir-opt` reads from the
/// text. Returns the verdicts on the bytecode that we read and on that which we wrote.
pub fn compare_bytecode(mlir_opt: &Path, program: &str) -> io::Result<[Verdict; 2]> {
    const WRITE: [&str; 2] = [ARGS[0], "--emit-bytecode"];
    let text = upstream(mlir_opt, &ARGS, program.as_bytes())?;
    let (Some(text), Some(bytes)) = (text, upstream(mlir_opt, &WRITE, program.as_bytes())?) else {
        return Ok([Verdict::Skipped, Verdict::Skipped]);
    };
    let read = match ours(&ARGS, &bytes) {
        Ok(ours) => same(&text, &ours),
        Err(error) => Verdict::Rejected(error),
    };
    let written = match ours(&WRITE, program.as_bytes()) {
        Ok(ours) => match upstream(mlir_opt, &ARGS, &ours)? {
            Some(theirs) => same(&text, &theirs),
            None => Verdict::Rejected("mlir-opt does not read what was written".to_owned()),
        },
        Err(error) => Verdict::Rejected(error),
    };
    Ok([read, written])
}

/// The `.mlir` files below a folder, or the file itself.
pub fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut out = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let entry = entry?.path();
        if entry.is_dir() || entry.extension().is_some_and(|e| e == "mlir") {
            out.extend(files(&entry)?);
        }
    }
    out.sort();
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::programs;

    #[test]
    fn programs_know_their_lines_and_empty_ones_are_left_out() {
        let found = programs("// RUN: x\n// -----\n\"a.b\"() : () -> ()\n// -----\n\n// -----\nmodule {}\n");
        let lines: Vec<usize> = found.iter().map(|p| p.0).collect();
        assert_eq!(lines, [3, 7]);
    }
}
