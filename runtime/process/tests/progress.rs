//! The line of [`Progress`] on a pseudo-terminal, and in a pipe.

use std::{
    fs::File,
    io::Read,
    os::fd::{FromRawFd, OwnedFd},
    process::{Command, Stdio},
    time::Duration,
};

use strata_process::Progress;

/// Says that this process is the one that works.
const VARIABLE: &str = "STRATA_TEST_LONG_WORK";

#[test]
fn long_work() {
    if std::env::var_os(VARIABLE).is_some() {
        let progress = Progress::new("compiling", 1);
        progress.stage().set("bufferize-program");
        std::thread::sleep(Duration::from_millis(2600));
    }
}

fn worker(term: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "long_work", "--nocapture"]).env(VARIABLE, "1").env("TERM", term);
    command.stdout(Stdio::null());
    command
}

/// The output of a process that works long on standard error, which is a terminal.
fn on_terminal(term: &str) -> String {
    let (mut main, mut side) = (-1, -1);
    let none = std::ptr::null_mut();
    // SAFETY: two numbers are written; name and settings are left out.
    let made = unsafe { libc::openpty(&raw mut main, &raw mut side, none, none.cast(), none.cast()) };
    assert_eq!(made, 0, "there is no pseudo-terminal");
    // SAFETY: both were opened above, and have no other owner.
    let (main, side) = unsafe { (OwnedFd::from_raw_fd(main), OwnedFd::from_raw_fd(side)) };
    let mut command = worker(term);
    let mut child = command.stderr(side).spawn().expect("a process");
    // The terminal ends for its reader when nobody can write to it any more.
    drop(command);
    let (mut text, mut bytes) = (Vec::new(), [0; 256]);
    let mut main = File::from(main);
    while let Ok(n @ 1..) = main.read(&mut bytes) {
        text.extend_from_slice(bytes.get(..n).unwrap_or_default());
    }
    assert!(child.wait().expect("its end").success());
    String::from_utf8(text).expect("text")
}

#[test]
fn a_terminal_has_a_line_that_is_rewritten_and_removed() {
    let text = on_terminal("xterm");
    let lines: Vec<&str> = text.split("\r\x1b[K").collect();
    assert!(lines.len() >= 4, "{text:?}");
    assert!(lines[1].starts_with("compiling 2.") && lines[1].ends_with(" s (bufferize-program)"), "{text:?}");
    assert_eq!((lines.first(), lines.last()), (Some(&""), Some(&"")), "{text:?}");
}

#[test]
fn a_terminal_that_cannot_remove_lines_has_none() {
    assert_eq!(on_terminal("dumb"), "");
}

#[test]
fn a_pipe_has_none() {
    let output = worker("xterm").stderr(Stdio::piped()).output().expect("a process");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
