//! Hostile input: each probe succeeds or ends with a diagnostic within two seconds of processor time and 256 MiB of
//! memory, on an ordinary thread. Most of them crash, hang or exhaust other compilers.

use std::{
    fmt::Write as _,
    fs,
    path::Path,
    sync::{Mutex, mpsc},
    time::Duration,
};

/// The limit of processor time for a probe, in hundredths of a second.
const CENTISECONDS: u64 = 200;
/// The limit of memory that a probe adds to the process, in KiB.
const KIB: u64 = 256 << 10;
/// A probe that takes longer than this hangs.
const HANGS: Duration = Duration::from_secs(100);
/// Probes run one at a time, since memory is measured for the whole process.
static ALONE: Mutex<()> = Mutex::new(());

/// A line of `/proc/self/status`, in KiB.
fn memory(key: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix(key));
    line.and_then(|l| l.split_whitespace().nth(1)).and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// Processor time of the calling thread, in hundredths of a second.
fn processor_time() -> u64 {
    let stat = fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
    // The name of the thread is in parentheses and may contain any character; user and system time are fields 14 and 15.
    let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    rest.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum()
}

/// The outcome of a probe.
struct Ended {
    stdout: String,
    stderr: String,
    code: i32,
}

/// Runs the tool on `text` within the bounds.
fn run(text: String, args: &[&str]) -> Ended {
    let _alone = ALONE.lock().unwrap_or_else(|e| e.into_inner());
    let mut all: Vec<String> = vec!["--allow-unregistered-dialect".into(), "--mlir-disable-threading".into()];
    all.extend(args.iter().map(|&a| a.to_owned()));
    // Resets the high-water mark.
    let resets = fs::write("/proc/self/clear_refs", "5").is_ok();
    let before = memory("VmRSS");
    let (send, receive) = mpsc::channel();
    let work = move || {
        let (stdout, stderr, code) = strata_opt::run(&all, text.as_bytes(), Path::new("."));
        let _ = send.send((stdout, stderr, code, processor_time()));
    };
    std::thread::Builder::new().stack_size(8 << 20).spawn(work).expect("a thread");
    let (stdout, stderr, code, time) = receive.recv_timeout(HANGS).expect("the probe panics or hangs");
    let grown = memory("VmHWM").saturating_sub(before);
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout).into(), String::from_utf8_lossy(&stderr).into());
    let ended = Ended { stdout, stderr, code };
    println!("{time} cs, {} MiB, exit {code}: {}", grown >> 10, ended.excerpt());
    assert!(time <= CENTISECONDS, "the probe took {time} hundredths of a second");
    assert!(!resets || grown <= KIB, "the probe took {} MiB", grown >> 10);
    ended
}

impl Ended {
    fn excerpt(&self) -> String {
        self.stderr.chars().take(300).collect()
    }
    /// Expects the input to be accepted; returns the output.
    fn accepted(self) -> String {
        assert_eq!(self.code, 0, "rejected: {}", self.excerpt());
        self.stdout
    }
    /// Expects the input to be rejected with a located diagnostic that contains `words`, not by a crash.
    fn rejected(self, words: &str) {
        assert_eq!(self.code, 1, "expected a diagnostic: {}", self.excerpt());
        let first = self.stderr.lines().next().unwrap_or("");
        assert!(
            first.starts_with("<stdin>:") && first.contains("error: "),
            "not located: {}",
            self.excerpt()
        );
        assert!(self.stderr.contains(words), "`{words}` is not in: {}", self.excerpt());
        assert!(self.stderr.len() < 1 << 20, "{} bytes of diagnostics", self.stderr.len());
    }
}

/// `open` and `close` nested `depth` times around `inner`.
fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn nested_regions() {
    run(nested("\"a.b\"() ({\n", "", "}) : () -> ()\n", 10_000), &[]).rejected("nest");
    // Accepted input is also verified, walked, cloned and printed.
    run(nested("\"a.b\"() ({\n", "", "}) : () -> ()\n", 4_000), &["--canonicalize", "--cse"]).accepted();
}

#[test]
fn nested_arrays() {
    run(format!("\"a.b\"() {{x = {}}} : () -> ()", nested("[", "", "]", 10_000)), &[]).rejected("nest");
    run(format!("\"a.b\"() {{x = {}}} : () -> ()", nested("[", "", "]", 1_000)), &["--cse"]).accepted();
}

#[test]
fn nested_dictionaries() {
    run(format!("\"a.b\"() {{x = {}}} : () -> ()", nested("{y = ", "1", "}", 10_000)), &[]).rejected("nest");
}

#[test]
fn nested_affine_parentheses() {
    let text = |n| {
        format!("#m = affine_map<(d0) -> ({})>\n\"a.b\"() {{m = #m}} : () -> ()", nested("(", "d0", ")", n))
    };
    run(text(10_000), &[]).rejected("nest");
    run(text(1_000), &[]).accepted();
    let minus = format!("\"a.b\"() {{m = affine_map<(d0) -> ({}d0)>}} : () -> ()", "-".repeat(100_000));
    run(minus, &[]).rejected("");
}

#[test]
fn nested_types_and_locations() {
    let tuple = |n| format!("\"a.b\"() {{t = {}}} : () -> ()", nested("tuple<", "i1", ">", n));
    run(tuple(100_000), &[]).rejected("nest");
    run(tuple(1_000), &[]).accepted();
    let function = format!("\"a.b\"() {{t = {}i1}} : () -> ()", "() -> ".repeat(100_000));
    run(function, &[]).rejected("");
    let site = |n| format!("\"a.b\"() : () -> () loc({})", nested("callsite(\"f\" at ", "\"g\"", ")", n));
    run(site(100_000), &[]).rejected("nest");
    run(site(1_000), &["--mlir-print-debuginfo"]).accepted();
    let fused = format!("\"a.b\"() : () -> () loc({})", nested("fused[", "\"g\"", "]", 100_000));
    run(fused, &[]).rejected("nest");
    let symbol = format!("\"a.b\"() {{s = @a{}}} : () -> ()", "::@b".repeat(100_000));
    run(symbol, &[]).accepted();
}

#[test]
fn long_affine_sum() {
    let sum = vec!["d0"; 100_000].join(" + ");
    let ended = run(format!("\"a.b\"() {{m = affine_map<(d0) -> ({sum})>}} : () -> ()"), &["--canonicalize"]);
    assert!(matches!(ended.code, 0 | 1), "{}", ended.excerpt());
    let sum: Vec<String> = (0..20_000).map(|i| format!("d0 floordiv {}", i + 2)).collect();
    let text = format!("\"a.b\"() {{m = affine_map<(d0) -> ({})>}} : () -> ()", sum.join(" + "));
    let ended = run(text, &["--canonicalize"]);
    assert!(matches!(ended.code, 0 | 1), "{}", ended.excerpt());
}

#[test]
fn unparsed_attribute() {
    let text = format!("\"a.b\"() {{x = #foo.bar{}}} : () -> ()", nested("<", "", ">", 100_000));
    let ended = run(text, &[]);
    assert!(matches!(ended.code, 0 | 1), "{}", ended.excerpt());
    let open = format!("\"a.b\"() {{x = #foo.bar{}}} : () -> ()", "<[({".repeat(100_000));
    run(open, &[]).rejected("");
}

#[test]
fn doubling_aliases() {
    let attrs = |depth: usize| {
        let mut text = "#a0 = [1, 2]\n".to_owned();
        for i in 1..=depth {
            let _ = writeln!(text, "#a{i} = [#a{0}, #a{0}]", i - 1);
        }
        let _ = writeln!(text, "\"a.b\"() {{x = #a{depth}}} : () -> ()");
        text
    };
    let out = run(attrs(30), &["--canonicalize", "--cse"]).accepted();
    assert!(out.len() < 10_000, "{} bytes", out.len());
    // Also where no aliases are printed, and around passes, where ops are printed alone.
    let local = run(attrs(30), &["--mlir-print-local-scope"]).accepted();
    assert!(local.len() < 10_000 && run(local.clone(), &[]).accepted() == out, "{} bytes", local.len());
    let inside = attrs(30).replace("\"a.b\"", "func.func @f() {\n  \"a.b\"") + "  return\n}\n";
    let each = run(inside, &["--pass-pipeline=builtin.module(func.func(cse))", "--mlir-print-ir-after-all"]);
    assert!(each.stderr.len() < 10_000, "{} bytes", each.stderr.len());
    each.accepted();
    // Short texts stay without aliases.
    assert!(!run(attrs(8), &["--mlir-print-local-scope"]).accepted().contains("#a"));
    let locations = |depth: usize, op: &str| {
        let mut text = "#loc0 = loc(\"x\")\n".to_owned();
        for i in 1..=depth {
            let _ = writeln!(text, "#loc{i} = loc(fused[#loc{0}, #loc{0}, \"l{i}\"])", i - 1);
        }
        text + &format!("{op} loc(#loc{depth})\n")
    };
    for flags in [&["--mlir-print-local-scope"][..], &["--mlir-pretty-debuginfo"], &[]] {
        let flags = [flags, &["--mlir-print-debuginfo"]].concat();
        let out = run(locations(30, "\"a.b\"() : () -> ()"), &flags).accepted();
        assert!(out.len() < 10_000, "{} bytes", out.len());
    }
    // A message at such a location.
    let wrong = locations(30, "\"arith.addi\"() : () -> ()");
    let ended = run(wrong, &[]);
    assert!(ended.code == 1 && ended.stderr.len() < 1 << 20, "{}", ended.excerpt());
    // Aliases keep the output small; parsing it gives the same module.
    assert_eq!(run(out.clone(), &[]).accepted(), out);
    let mut text = "!t0 = tuple<i1, i2>\n".to_owned();
    for i in 1..=25 {
        let _ = writeln!(text, "!t{i} = tuple<!t{0}, !t{0}>", i - 1);
    }
    text.push_str("func.func private @f(!t25) -> !t25\n\"a.b\"() {x = !t25} : () -> ()\n");
    let out = run(text, &["--canonicalize", "--cse"]).accepted();
    assert!(out.len() < 10_000, "{} bytes", out.len());
    assert_eq!(run(out.clone(), &[]).accepted(), out);
    // A message with the type.
    let mut text = "!t0 = tuple<i1, i2>\n".to_owned();
    for i in 1..=25 {
        let _ = writeln!(text, "!t{i} = tuple<!t{0}, !t{0}>", i - 1);
    }
    text.push_str("func.func @f(%a: !t25) {\n  %0 = arith.addi %a, %a : !t25\n  return\n}\n");
    run(text, &[]).rejected("");
    // Aliases that refer to themselves.
    run("#a = [#b]\n#b = [#a]\n\"a.b\"() {x = #a} : () -> ()".into(), &[]).rejected("");
}

#[test]
fn doubling_affine_maps() {
    let mut text = "func.func @f(%0: index) -> index {\n".to_owned();
    for i in 0..16 {
        let map = "affine_map<(d0) -> (d0 floordiv 3 + d0 mod 5)>";
        let _ = writeln!(text, "  %{} = affine.apply {map}(%{i})", i + 1);
    }
    text.push_str("  return %16 : index\n}\n");
    run(text, &["--canonicalize"]).accepted();
}

#[test]
fn doubling_calls() {
    let mut text =
        "func.func private @f0(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n"
            .to_owned();
    for i in 1..=30 {
        let callee = i - 1;
        let _ = writeln!(
            text,
            "func.func {}@f{i}(%a: i32) -> i32 {{\n  %0 = call @f{callee}(%a) : (i32) -> i32\n  \
             %1 = call @f{callee}(%0) : (i32) -> i32\n  return %1 : i32\n}}",
            if i == 30 { "" } else { "private " }
        );
    }
    run(text, &["--inline"]).accepted();
}

#[test]
fn long_call_chain() {
    let mut text =
        "func.func private @f0(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n"
            .to_owned();
    for i in 1..=5_000 {
        let _ = writeln!(
            text,
            "func.func {}@f{i}(%a: i32) -> i32 {{\n  %0 = call @f{}(%a) : (i32) -> i32\n  return %0 : i32\n}}",
            if i == 5_000 { "" } else { "private " },
            i - 1
        );
    }
    run(text, &["--inline"]).accepted();
}

#[test]
fn long_literals() {
    let digits = "7".repeat(100_000);
    run(format!("\"a.b\"() {{x = {digits} : i64}} : () -> ()"), &[]).rejected("");
    run(format!("\"a.b\"() {{x = {digits}}} : () -> ()"), &[]).rejected("");
    run(format!("\"a.b\"() {{x = 0x{digits} : i64}} : () -> ()"), &[]).rejected("");
    run(format!("\"a.b\"() {{x = {digits} : i16777215}} : () -> ()"), &["--canonicalize"]);
    run(format!("\"a.b\"() {{x = {digits}.5 : f64}} : () -> ()"), &[]);
    run(format!("\"a.b\"() {{x = 1.0e{digits} : f64}} : () -> ()"), &[]);
    run(format!("\"a.b\"() {{x = dense<{digits}> : tensor<4xi32>}} : () -> ()"), &[]).rejected("");
    run(format!("\"a.b\"() : () -> i{digits}"), &[]).rejected("");
    run(format!("\"a.b\"() {{t = tensor<{digits}xi32>}} : () -> ()"), &[]).rejected("");
    run(format!("%0:{digits} = \"a.b\"() : () -> i32"), &[]).rejected("");
    run(format!("\"a.b\"() {{m = affine_map<(d0) -> (d0 * {digits})>}} : () -> ()"), &[]).rejected("");
}

#[test]
fn wide_integers() {
    let text = "func.func @f() -> i16777215 {\n  %a = arith.constant -3 : i16777215\n  \
                %b = arith.constant 12345678901234567890 : i16777215\n  \
                %0 = arith.muli %a, %b : i16777215\n  %1 = arith.divsi %0, %b : i16777215\n  \
                %2 = arith.shli %1, %b : i16777215\n  return %2 : i16777215\n}\n";
    run(text.into(), &["--canonicalize"]).accepted();
    run("\"a.b\"() : () -> i16777216".into(), &[]).rejected("");
}

#[test]
fn huge_shapes() {
    for shape in [
        "4611686018427387904",
        "4294967296x4294967296",
        "1099511627776x1099511627776",
        "9223372036854775807x3",
    ] {
        let ty = format!("tensor<{shape}xf32>");
        let text = format!(
            "func.func @f() -> {ty} {{\n  %a = arith.constant dense<1.0> : {ty}\n  %0 = arith.addf %a, %a : {ty}\n  \
             return %0 : {ty}\n}}\n"
        );
        let ended = run(text, &["--canonicalize", "--cse"]);
        assert!(matches!(ended.code, 0 | 1), "{}", ended.excerpt());
        let text = format!("\"a.b\"() {{x = dense<[1, 2]> : tensor<{shape}xi32>}} : () -> ()");
        run(text, &[]).rejected("");
        let text = format!("\"a.b\"() {{x = dense<\"0x00\"> : tensor<{shape}xi32>}} : () -> ()");
        let ended = run(text, &[]);
        assert!(matches!(ended.code, 0 | 1), "{}", ended.excerpt());
        let text = format!(
            "func.func @f(%m: memref<{shape}xf32>, %i: index) -> index {{\n  %d = memref.dim %m, %i : memref<{shape}xf32>\n  \
             return %d : index\n}}\n"
        );
        run(text, &["--canonicalize"]).accepted();
    }
    // The splat of many elements stays a splat.
    let text = "func.func @f() -> tensor<1000000x1000xi32> {\n  %a = arith.constant dense<3> : tensor<1000000x1000xi32>\n  \
                %0 = arith.muli %a, %a : tensor<1000000x1000xi32>\n  return %0 : tensor<1000000x1000xi32>\n}\n";
    assert!(run(text.into(), &["--canonicalize"]).accepted().contains("dense<9>"));
}

#[test]
fn many_blocks() {
    let mut text = "func.func @f(%c: i1) {\n  cf.br ^b0\n".to_owned();
    let n = 100_000;
    for i in 0..n {
        let _ = writeln!(text, "^b{i}:\n  cf.cond_br %c, ^b{}, ^b{}", (i * 7 + 3) % n, i + 1);
    }
    let _ = writeln!(text, "^b{n}:\n  return\n}}");
    run(text, &[]).accepted();
}

#[test]
fn many_users() {
    let mut text = "func.func @f(%a: i32) {\n".to_owned();
    for _ in 0..200_000 {
        text.push_str("  \"a.b\"(%a) : (i32) -> ()\n");
    }
    text.push_str("  return\n}\n");
    run(text, &["--cse"]).accepted();
}

#[test]
fn many_operands_and_results() {
    let n = 1_000_000;
    let operands = vec!["%a"; n].join(",");
    let types = vec!["i1"; n].join(",");
    run(format!("%a = \"a.c\"() : () -> i1\n\"a.b\"({operands}) : ({types}) -> ()"), &[]).accepted();
    run(format!("%a:{n} = \"a.c\"() : () -> ({types})"), &[]).accepted();
}

#[test]
fn broken_text() {
    // Constructs left open at the end of the input neither hang nor crash.
    for open in [
        "\"",
        "\"a.b\"(",
        "%",
        "^",
        "#",
        "!",
        "@",
        "{",
        "[",
        "(",
        "<",
        "dense<",
        "loc(",
        "\"a.b\"() ({",
        "{-#",
        "affine_map<(",
        "tensor<",
        "?x",
        "//",
    ] {
        let ended = run(open.repeat(20_000), &[]);
        assert!(matches!(ended.code, 0 | 1), "{open}: {}", ended.excerpt());
    }
}

#[test]
fn hostile_pipelines() {
    let deep = format!("builtin.module({})", nested("func.func(", "cse", ")", 100_000));
    let ended = run(String::new(), &[&format!("--pass-pipeline={deep}")]);
    assert!(matches!(ended.code, 1 | 2), "{}", ended.excerpt());
    let open = format!("builtin.module(canonicalize{{{}", "{".repeat(100_000));
    let ended = run(String::new(), &[&format!("--pass-pipeline={open}")]);
    assert!(matches!(ended.code, 1 | 2), "{}", ended.excerpt());
}
