//! The runner's features, each on a small test file.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use strata_lit::runner::{Outcome, Status, run_test_with};
use strata_lit::{Suite, ToolOutput};

fn suite(dir: &Path) -> Suite {
    let mut suite = Suite::new(dir)
        .feature("yes")
        .substitution("%hello", "echo hello")
        .tool("upper", |args, stdin, cwd| {
            let text = match args {
                [file] => std::fs::read_to_string(cwd.join(file)).unwrap_or_default(),
                _ => String::from_utf8_lossy(stdin).into_owned(),
            };
            ToolOutput { stdout: text.to_uppercase().into_bytes(), stderr: b"note\n".to_vec(), exit_code: 0 }
        })
        .tool("three", |_, _, _| ToolOutput::failure(1, "bad\n"))
        .tool("sleepy", |_, _, _| {
            std::thread::sleep(Duration::from_secs(3));
            ToolOutput::default()
        })
        .tool("boom", |args, _, _| panic!("no {}", args.len()));
    suite.exec_root = dir.join("exec");
    suite
}

fn run_in(dir: &Path, suite: Suite, text: &str, bless: bool) -> Outcome {
    let file = dir.join("t.mlir");
    std::fs::write(&file, text).expect("the folder is writable");
    run_test_with(&Arc::new(suite), &file.canonicalize().expect("the file exists"), bless)
}

#[track_caller]
fn expect(status: Status, text: &str) -> Outcome {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let outcome = run_in(dir.path(), suite(dir.path()), text, false);
    assert_eq!(outcome.status, status, "{text}\n{}", outcome.log);
    outcome
}

#[test]
fn pipes_and_filecheck() {
    expect(Status::Pass, "// RUN: echo abc | upper | FileCheck %s\n// CHECK: ABC\n");
    let failed = expect(Status::Fail, "// RUN: echo abc | upper | FileCheck %s\n// CHECK: abc\n");
    assert!(
        failed.log.contains("t.mlir:2:11: error: CHECK: expected string not found in input"),
        "{}",
        failed.log
    );
    assert!(failed.log.contains("# executed command: echo abc"), "{}", failed.log);
    // A failure before the last command counts.
    expect(Status::Fail, "// RUN: three | cat\n");
}

#[test]
fn connectives() {
    expect(Status::Pass, "// RUN: true && true\n");
    expect(Status::Fail, "// RUN: true && false\n");
    expect(Status::Pass, "// RUN: false || true\n");
    expect(Status::Pass, "// RUN: false ; true\n");
    expect(Status::Fail, "// RUN: true ; false\n");
    expect(Status::Pass, "// RUN: ! false\n");
    // The second line does not run after the first failed.
    let failed = expect(Status::Fail, "// RUN: false\n// RUN: echo never\n");
    assert!(!failed.log.contains("never"), "{}", failed.log);
}

#[test]
fn redirections() {
    expect(
        Status::Pass,
        "// RUN: echo a > %t && echo b >> %t && cat < %t | FileCheck %s\n// CHECK: a\n// CHECK-NEXT: b\n",
    );
    expect(
        Status::Pass,
        "// RUN: echo x | upper 2> %t | FileCheck %s && grep note %t\n// CHECK-NOT: note\n// CHECK: X\n",
    );
    expect(Status::Pass, "// RUN: not three 2>&1 | FileCheck %s\n// CHECK: bad\n");
    expect(Status::Pass, "// RUN: not three &> %t ; grep bad %t\n");
    expect(Status::Pass, "// RUN: not three > %t 2>&1 && grep bad %t\n");
    expect(Status::Pass, "// RUN: echo x > /dev/null\n");
    expect(Status::Fail, "// RUN: cat < %t.absent\n");
}

#[test]
fn quotes_and_patterns() {
    expect(
        Status::Pass,
        "// RUN: echo 'a  |b' \"c \\\" d\" e\\ f | FileCheck %s --strict-whitespace\n// CHECK: a  |b c \" d e f\n",
    );
    expect(
        Status::Pass,
        "// RUN: mkdir -p %t.d && cd %t.d && touch b.q a.q && echo *.q '*.q' | FileCheck %s\n// CHECK: a.q b.q *.q\n",
    );
    expect(Status::Unresolved, "// RUN: echo 'open\n");
    expect(Status::Unresolved, "// RUN: (true)\n");
    expect(Status::Unresolved, "// RUN: true &&\n");
    expect(Status::Unresolved, "// RUN: true >\n");
}

#[test]
fn not_and_crashes() {
    expect(Status::Pass, "// RUN: not three\n");
    expect(Status::Fail, "// RUN: not true\n");
    expect(Status::Fail, "// RUN: not boom\n");
    expect(Status::Pass, "// RUN: not --crash boom\n");
    expect(Status::Fail, "// RUN: not --crash three\n");
    let failed = expect(Status::Fail, "// RUN: boom a b\n");
    assert!(failed.log.contains("boom: panicked: no 2"), "{}", failed.log);
    assert!(failed.log.contains("exit status: 3"), "{}", failed.log);
}

#[test]
fn environment_and_external_commands() {
    expect(Status::Pass, "// RUN: env A=1 sh -c 'echo $A' | FileCheck %s\n// CHECK: 1\n");
    expect(Status::Pass, "// RUN: export A=2\n// RUN: sh -c 'echo $A' | FileCheck %s\n// CHECK: 2\n");
    expect(Status::Pass, "// RUN: env A=1 env -u A sh -c 'echo x${A}y' | FileCheck %s\n// CHECK: xy\n");
    expect(Status::Pass, "// RUN: not --crash sh -c 'kill -SEGV $$'\n");
    let failed = expect(Status::Fail, "// RUN: no-such-command-here\n");
    assert!(failed.log.contains("command not found"), "{}", failed.log);
}

#[test]
fn file_commands() {
    expect(
        Status::Pass,
        "// RUN: rm -rf %t && mkdir -p %t/a && echo x > %t/a/f && cp -r %t/a %t/b && diff %t/a/f %t/b/f\n",
    );
    expect(
        Status::Pass,
        "// RUN: echo x > %t && echo y > %t.2 && not diff -u %t %t.2 | FileCheck %s\n// CHECK: -x\n// CHECK-NEXT: +y\n",
    );
    expect(Status::Fail, "// RUN: rm %t.absent\n");
    expect(Status::Pass, "// RUN: rm -f %t.absent\n");
    expect(Status::Pass, "// RUN: echo abc | grep -c 'b\\+' | FileCheck %s\n// CHECK: 1\n");
    expect(Status::Pass, "// RUN: echo abc | not grep -E 'x|y'\n// RUN: echo abc | grep -vqF a. \n");
    let text = "// RUN: split-file %s %t && cat %t/d/two | FileCheck %s\n// CHECK-NOT: alpha\n// CHECK: beta\n\
                //--- one\nalpha\n//--- d/two\nbeta\n";
    expect(Status::Pass, text);
    expect(Status::Fail, "// RUN: split-file %s %t\n//--- ../out\nx\n");
}

#[test]
fn substitutions() {
    expect(
        Status::Pass,
        "// RUN: upper %s | FileCheck %s --check-prefix=UP\n// UP: {{^}}// RUN{{:}} UPPER\n",
    );
    expect(Status::Pass, "// RUN: %hello %% | FileCheck %s\n// CHECK: hello %\n");
    expect(
        Status::Pass,
        "// RUN: diff %s %S/t.mlir && diff %s %p/%basename_t && mkdir -p %T && echo x > %t\n",
    );
    expect(Status::Pass, "// RUN: echo %{s:stem} %(line) | FileCheck %s\n// CHECK: t 1\n");
    expect(
        Status::Pass,
        "// RUN: %if yes %{ true %} %else %{ false %}\n// RUN: not %if no %{ true %} %else %{ false %}\n",
    );
    expect(Status::Unresolved, "// RUN: %if yes true\n");
}

#[test]
fn directives() {
    expect(Status::Pass, "// RUN: echo a \\\n// RUN:   b | FileCheck %s\n// CHECK: a b\n");
    expect(Status::Unresolved, "// RUN: echo a \\\n");
    expect(Status::Unresolved, "nothing\n");
    expect(Status::Unsupported, "// REQUIRES: absent\n// RUN: false\n");
    expect(Status::Pass, "// REQUIRES: yes && !absent, (absent || yes)\n// RUN: true\n");
    expect(Status::Unsupported, "// UNSUPPORTED: yes\n// RUN: false\n");
    expect(Status::Unresolved, "// REQUIRES: yes &&\n// RUN: true\n");
    expect(Status::Xfail, "// XFAIL: *\n// RUN: false\n");
    expect(Status::Xpass, "// XFAIL: yes\n// RUN: true\n");
    expect(Status::Fail, "// XFAIL: absent\n// RUN: false\n");
    expect(Status::Pass, "// RUN: true\n// END.\n// RUN: false\n");
}

#[test]
fn timeouts() {
    for command in ["sleep 3", "sleepy"] {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let suite = suite(dir.path()).timeout(Duration::from_millis(200));
        let outcome = run_in(dir.path(), suite, &format!("// RUN: {command}\n"), false);
        assert_eq!(outcome.status, Status::Timeout, "{command}");
        assert!(outcome.elapsed < Duration::from_secs(2), "{command}");
    }
}

#[test]
fn blessing_writes_lines_that_pass() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let text = "// RUN: echo 'a [[b]]' | FileCheck %s\n// BLESS\n// CHECK: old\n";
    assert_eq!(run_in(dir.path(), suite(dir.path()), text, false).status, Status::Fail);
    let outcome = run_in(dir.path(), suite(dir.path()), text, true);
    assert_eq!(outcome.status, Status::Pass, "{}", outcome.log);
    let written = std::fs::read_to_string(dir.path().join("t.mlir")).expect("the file exists");
    assert_eq!(written, "// RUN: echo 'a [[b]]' | FileCheck %s\n// BLESS\n// CHECK{LITERAL}: a [[b]]\n");
}
