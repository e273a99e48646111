//! `strata-run` as a process: its exit status without memory, time or output, or with adversarial arguments. It never ends by a signal.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

const DOUBLE: &str = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  \
    %0 = stablehlo.add %x, %x : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n";

/// Counts up and wraps around: it never terminates.
const FOREVER: &str = "func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %x, %s = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %m = stablehlo.multiply %s, %j : tensor<i32>
    stablehlo.return %j, %m : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}
";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }
    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path
    }
}

fn tool(program: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
    command.arg(program).args(args).env("STRATA_NUM_THREADS", "1").env_remove("RUST_BACKTRACE");
    command
}

/// The tool in a shell that runs `setup` first.
fn in_shell(setup: &str, program: &Path, args: &[&str], redirect: &str) -> Output {
    let script = format!("{setup}; exec \"$0\" \"$@\" {redirect}");
    let mut command = Command::new("sh");
    command.arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_strata-run")).arg(program).args(args);
    command.env("STRATA_NUM_THREADS", "1").env_remove("RUST_BACKTRACE").output().expect("a shell")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks that the run failed with this status and with `words` on the standard error output.
fn failed(output: &Output, code: i32, words: &str) {
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{:?} {stderr}", output.status);
    assert!(stderr.contains(words), "'{words}' is not in: {stderr}");
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let folder = Folder::new();
    let program = folder.file("a.mlir", DOUBLE.as_bytes());
    for args in [&["--random-inputs=1"][..], &["--cost"], &["--help"], &["--version"], &["--mcpu=help"]] {
        for redirect in [">/dev/full", ">&-"] {
            let output = in_shell("true", &program, args, redirect);
            failed(&output, 1, "cannot write the standard output");
        }
    }
    // A reader that closes the pipe.
    let mut child = tool(&program, &["--mcpu=help"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.as_mut().expect("the tool");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn programs_that_never_end_are_ended() {
    let folder = Folder::new();
    let program = folder.file("forever.mlir", FOREVER.as_bytes());
    for target in ["cpu", "interpreter", "gpusim"] {
        let start = Instant::now();
        let output = tool(&program, &["--random-inputs=1", "--timeout=1.5", &format!("--target={target}")]);
        let output = { output }.output().expect("the tool");
        failed(&output, 124, "strata-run: error: '@main' did not end within 1.5 s (--timeout)");
        assert!(start.elapsed() < Duration::from_secs(30), "{target}");
    }
    // Loops with cancellation checks end by themselves, which is reported like an error of the program.
    let output = tool(&program, &["--random-inputs=1", "--timeout=1.5", "--cancellable"]).output();
    failed(&output.expect("the tool"), 124, "did not end within 1.5 s");
    for wrong in ["0", "-1", "nan", "inf", "x"] {
        let output = tool(&program, &[&format!("--timeout={wrong}")]).output().expect("the tool");
        failed(&output, 2, "a time is a number of seconds above 0");
    }
    // A program that ends in time is not affected.
    let program = folder.file("a.mlir", DOUBLE.as_bytes());
    let output = tool(&program, &["--random-inputs=1", "--timeout=60"]).output().expect("the tool");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn arguments_that_no_machine_has_memory_for() {
    let folder = Folder::new();
    for (name, shape) in
        [("a", "1099511627776"), ("b", "1099511627776x1099511"), ("c", "2147483647x2147483647")]
    {
        let program = DOUBLE.replace("tensor<4xf32>", &format!("tensor<{shape}xf32>"));
        let program = folder.file(&format!("{name}.mlir"), program.as_bytes());
        for target in ["cpu", "interpreter", "gpusim"] {
            let output = tool(&program, &["--random-inputs=1", &format!("--target={target}")]).output();
            failed(&output.expect("the tool"), 1, "error: ");
        }
    }
}

#[test]
fn small_limits_of_memory_are_errors() {
    let folder = Folder::new();
    let program = DOUBLE.replace("tensor<4xf32>", "tensor<4000000xf32>");
    let program = folder.file("a.mlir", program.as_bytes());
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (4000000,), }";
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.resize(bytes.len() + 16_000_000, 0);
    let input = folder.file("x.npy", &bytes);
    let input = format!("--input={}", input.display());
    let limited = |target: &str, megabytes: u32| {
        let args = [&format!("--target={target}"), &input, "--output-dir=out"].map(|a: &str| a.to_owned());
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let setup =
            format!("cd '{}'; ulimit -c 0; ulimit -v {}", folder.0.path().display(), megabytes * 1024);
        in_shell(&setup, &program, &args, "")
    };
    // Whatever allocation fails, the process reports it and ends with a status of its own, once the system has started it.
    for megabytes in [60, 100, 150, 220, 300, 400] {
        let begins = format!("ulimit -c 0; ulimit -v {}", megabytes * 1024);
        if !matches!(in_shell(&begins, &program, &["--version"], "").status.code(), Some(0 | 1)) {
            continue;
        }
        for target in ["cpu", "interpreter"] {
            let output = limited(target, megabytes);
            let (code, stderr) = (output.status.code(), text(&output.stderr));
            assert!(matches!(code, Some(0 | 1)), "{megabytes} {target}: {:?} {stderr}", output.status);
            assert!(code == Some(0) || !stderr.is_empty(), "{megabytes} {target}");
        }
    }
    // The limit of the runtime holds for arguments too.
    let output = tool(&program, &[&input]).env("STRATA_MEMORY_LIMIT", "1000000").output().expect("the tool");
    failed(
        &output,
        1,
        "out of memory: 16000000 bytes for tensor<4000000xf32>, and STRATA_MEMORY_LIMIT is 1000000",
    );
}

#[test]
fn the_entry_is_a_name_and_nothing_else() {
    let folder = Folder::new();
    for name in ["a}b", "a b", "a{b=c}", "a,b", "a)b", "it's", "\\\"", "prefix=x", "ü", "a\\0b"] {
        let shown = if name == "\\\"" { "\\22".to_owned() } else { name.replace("\\0b", "\\00b") };
        let program = DOUBLE.replace("@main", &format!("@\"{shown}\""));
        let program = folder.file("a.mlir", program.as_bytes());
        let entry = name.replace("\\\"", "\"");
        for target in ["cpu", "interpreter"] {
            let args = [&format!("--entry={entry}"), "--random-inputs=1", &format!("--target={target}")];
            let output = tool(&program, &args.map(|a: &str| a)).output().expect("the tool");
            // An argument of a process cannot contain NUL, so there is no such function.
            let code = if name.contains('0') { 1 } else { 0 };
            assert_eq!(output.status.code(), Some(code), "{name} {target}: {}", text(&output.stderr));
        }
    }
}

#[test]
fn an_array_whose_header_can_be_read_in_two_ways_is_refused() {
    let folder = Folder::new();
    let program = folder.file("a.mlir", DOUBLE.as_bytes());
    for (header, why) in [
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), 'shape': (8,), }", "'shape' twice"),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }\0", "a NUL"),
    ] {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend([0; 16]);
        let input = folder.file("x.npy", &bytes);
        let output = tool(&program, &[&format!("--input={}", input.display())]).output().expect("the tool");
        failed(&output, 1, why);
    }
    // An endless file is read only as far as its header says, and this one has none.
    let output = tool(&program, &["--input=/dev/zero"]).output().expect("the tool");
    failed(&output, 1, "not a .npy file");
}

#[test]
fn a_resource_must_have_the_size_of_its_type() {
    let folder = Folder::new();
    for (bytes, name) in [(8, "short"), (24, "long"), (0, "empty")] {
        let data = "00".repeat(bytes);
        let program = format!(
            "func.func @main() -> tensor<4xf32> {{
               %0 = stablehlo.constant dense_resource<r> : tensor<4xf32>
               return %0 : tensor<4xf32>
             }}
             {{-# dialect_resources: {{ builtin: {{ r: \"0x04000000{data}\" }} }} #-}}"
        );
        let program = folder.file("a.mlir", program.as_bytes());
        for target in ["cpu", "interpreter", "gpusim"] {
            let output = tool(&program, &[&format!("--target={target}")]).output().expect("the tool");
            failed(&output, 1, "error: ");
            assert!(
                text(&output.stderr).contains("dense_resource"),
                "{name} {target}: {}",
                text(&output.stderr)
            );
        }
    }
}

/// A pipe as the program: it is read to its end.
#[test]
fn programs_come_from_pipes() {
    let mut child = tool(Path::new("-"), &["--random-inputs=1"]);
    let child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("the tool");
    child.stdin.take().expect("a pipe").write_all(DOUBLE.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
}
