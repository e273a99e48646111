//! The engine's results on the cases of `test/filecheck`: equal to the recorded ones, and to those of LLVM's `FileCheck` where it is
//! installed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use strata_lit::filecheck;

struct Case {
    exit_code: i32,
    check_file: PathBuf,
    input: Vec<u8>,
    options: Vec<String>,
}

impl Case {
    fn arguments(&self) -> Vec<String> {
        let mut arguments =
            vec![self.check_file.to_string_lossy().into_owned(), "--dump-input=never".to_string()];
        arguments.extend(self.options.clone());
        arguments
    }
}

fn cases() -> Vec<Case> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/filecheck");
    let list = std::fs::read_to_string(dir.join("verdicts.list")).expect("the list of cases exists");
    let parse = |line: &str| {
        let mut words = line.split_whitespace();
        let mut next = || words.next().expect("a case has an exit code, a check file and an input");
        Case {
            exit_code: next().parse().expect("the exit code is a number"),
            check_file: dir.join(next()),
            input: std::fs::read(dir.join(next())).expect("the input exists"),
            options: words.map(str::to_string).collect(),
        }
    };
    list.lines().filter(|l| !l.starts_with('#')).map(parse).collect()
}

#[test]
fn verdicts_are_the_recorded_ones() {
    let cases = cases();
    assert!(cases.len() >= 90, "only {} cases", cases.len());
    for case in cases {
        let ours = filecheck::main_with(&case.arguments(), &case.input, Path::new("."));
        let messages = String::from_utf8_lossy(&ours.stderr);
        assert_eq!(ours.exit_code, case.exit_code, "{:?}\n{messages}", case.arguments());
        assert_eq!(messages.is_empty(), case.exit_code == 0, "{:?}\n{messages}", case.arguments());
    }
}

#[test]
fn verdicts_and_messages_are_those_of_llvm() {
    let program = Path::new("/usr/lib/llvm-22/bin/FileCheck");
    if !program.is_file() {
        eprintln!("skipped: {} is not installed", program.display());
        return;
    }
    for case in cases() {
        let mut child = Command::new(program)
            .args(case.arguments())
            .env_remove("FILECHECK_OPTS")
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("FileCheck starts");
        let mut stdin = child.stdin.take().expect("the input is piped");
        // FileCheck may reject the check file without reading its input.
        let _ = stdin.write_all(&case.input);
        drop(stdin);
        let theirs = child.wait_with_output().expect("FileCheck ends");
        let ours = filecheck::main_with(&case.arguments(), &case.input, Path::new("."));
        assert_eq!(theirs.status.code(), Some(ours.exit_code), "{:?}", case.arguments());
        // The hint at a similar line is not compared: it is a guess by edit distance.
        let shown = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let compared = [": error: ", "from here", "was here", "found here", "equal to"];
            let is_compared = |l: &&str| compared.iter().any(|m| l.contains(m));
            text.lines().filter(is_compared).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(shown(&theirs.stderr), shown(&ours.stderr), "{:?}", case.arguments());
    }
}
