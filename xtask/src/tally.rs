//! Counts tests: reads the closing lines of cargo's test runners, nextest, LLVM's lit and Python's `unittest`, and the names of failed tests.

/// The numbers of tests that passed, failed or did not run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests with the expected result.
    pub passed: usize,
    /// Tests with another result.
    pub failed: usize,
    /// Tests that this machine cannot run.
    pub skipped: usize,
}

impl Tally {
    /// A single check, such as a formatter.
    pub fn of_check(holds: bool) -> Self {
        Self { passed: usize::from(holds), failed: usize::from(!holds), skipped: 0 }
    }

    /// Adds `other` to the counts.
    pub fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// The counts in a runner's output; `None` if no runner wrote any.
///
/// Supported are `test result: ok. 3 passed; 0 failed; 0 ignored; …` (each crate adds to the counts), nextest's `Summary [ 1.2s] 12 tests
/// run: 11 passed, 1 failed, 2 skipped`, lit's `  Passed : 12 (92.31%)` table, `Ran 12 tests in 1.2s` with `FAILED (failures=1, errors=1,
/// skipped=2)` below, and the closing line `N passed, N failed` of this repository's runners.
pub fn read(output: &str) -> Option<Tally> {
    let mut sum = None;
    let mut run_by_unittest = None;
    for line in own_lines(output) {
        if let Some(rest) = line.strip_prefix("Ran ") {
            run_by_unittest = rest.split_once(" test").and_then(|(count, _)| count.parse().ok());
        } else if let Some(run) = run_by_unittest.take_if(|_| !line.is_empty()) {
            sum.get_or_insert_with(Tally::default).add(read_unittest(run, line));
        } else if let Some(tally) = read_line(line) {
            sum.get_or_insert_with(Tally::default).add(tally);
        }
    }
    sum
}

/// The lines of a runner, trimmed, without those that a failed test printed: nextest indents them by more than its own lines of results,
/// which begin with `test`.
fn own_lines(output: &str) -> impl Iterator<Item = &str> {
    output
        .lines()
        .filter(|line| line.strip_prefix("    ").is_none_or(|inner| !inner.trim_start().starts_with("test ")))
        .map(str::trim)
}

/// The counts in `OK (skipped=2)` or `FAILED (failures=1, errors=1)` below `Ran 12 tests`.
fn read_unittest(run: usize, line: &str) -> Tally {
    let counts = line.split_once('(').map_or("", |(_, counts)| counts.trim_end_matches(')'));
    let (mut failed, mut skipped) = (0, 0);
    for (kind, count) in counts.split(", ").filter_map(|part| part.split_once('=')) {
        let count: usize = count.parse().unwrap_or(0);
        match kind {
            "failures" | "errors" | "unexpected successes" => failed += count,
            "skipped" => skipped += count,
            _ => {}
        }
    }
    Tally { passed: run.saturating_sub(failed + skipped), failed, skipped }
}

/// The names of the first failed tests in a runner's output, as `: NAME; NAME`; empty if the runner wrote none.
///
/// Read are `FAIL [ 0.1s] NAME` of nextest, `FAIL: NAME` of lit, `FAIL: NAME` and `ERROR: NAME` of `unittest`, and `test NAME ... FAILED`
/// of cargo's own.
pub fn failures(output: &str) -> String {
    const MOST: usize = 8;
    let mut names: Vec<&str> = Vec::new();
    for line in own_lines(output) {
        let name = if let Some(name) = line.strip_prefix("FAIL: ").or_else(|| line.strip_prefix("ERROR: ")) {
            name
        } else if let Some(rest) = line.strip_prefix("FAIL [") {
            rest.split_once("] ").map_or(rest, |(_, name)| name)
        } else if let Some(name) =
            line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED"))
        {
            name
        } else {
            continue;
        };
        if names.len() < MOST && !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() { String::new() } else { format!(": {}", names.join("; ")) }
}

fn read_line(line: &str) -> Option<Tally> {
    if line.starts_with("test result: ") {
        return read_counts(line.split(". ").nth(1)?, ';');
    }
    if line.starts_with("Summary [") {
        return read_counts(line.split_once("run: ")?.1, ',');
    }
    if let Some((kind, count)) = line.split_once(':') {
        return read_lit(kind.trim_end(), count.trim_start());
    }
    // The repository's own runners end with exactly this form; any other text on the line makes it prose.
    line.split(", ").all(|part| count_of(part).is_some()).then(|| read_counts(line, ',')).flatten()
}

fn read_counts(list: &str, separator: char) -> Option<Tally> {
    let mut tally = Tally::default();
    for part in list.split(separator) {
        let Some((count, kind)) = count_of(part) else { continue };
        match kind {
            "passed" => tally.passed += count,
            "failed" | "timed out" | "exec failed" => tally.failed += count,
            "skipped" | "ignored" => tally.skipped += count,
            _ => {}
        }
    }
    Some(tally)
}

/// The count and its name: `11 passed (1 slow)` is 11 and `passed`.
fn count_of(part: &str) -> Option<(usize, &str)> {
    let (count, kind) = part.trim().split_once(' ')?;
    let kind = kind.split(" (").next().unwrap_or(kind);
    let known =
        ["passed", "failed", "skipped", "ignored", "timed out", "exec failed", "measured", "filtered out"];
    Some((count.parse().ok()?, known.into_iter().find(|known| kind.starts_with(known))?))
}

/// A row of lit's closing table; the percentage distinguishes it from other text with a colon.
fn read_lit(kind: &str, count: &str) -> Option<Tally> {
    let (count, percentage) = count.split_once(" (")?;
    if !percentage.ends_with("%)") {
        return None;
    }
    let count = count.parse().ok()?;
    match kind {
        "Passed" | "Expectedly Failed" | "Passed With Retry" => {
            Some(Tally { passed: count, ..Tally::default() })
        }
        "Failed" | "Unexpectedly Passed" | "Unresolved" | "Timed Out" => {
            Some(Tally { failed: count, ..Tally::default() })
        }
        "Unsupported" | "Skipped" | "Excluded" => Some(Tally { skipped: count, ..Tally::default() }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_results_add_up() {
        let output = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
                      test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 7 filtered out; finished in 1s\n";
        assert_eq!(read(output), Some(Tally { passed: 7, failed: 2, skipped: 1 }));
    }

    #[test]
    fn nextest_summary() {
        let output =
            "     Summary [   1.234s] 14 tests run: 11 passed (1 slow), 2 failed, 1 timed out, 5 skipped\n";
        assert_eq!(read(output), Some(Tally { passed: 11, failed: 3, skipped: 5 }));
    }

    #[test]
    fn output_of_failed_tests_is_not_counted() {
        let output = "        FAIL [   0.4s] (1/2) x::lit ops.mlir\n    test ops.mlir ... FAILED\n\n    test result: FAILED. 0 passed; 1 failed; \
                      0 ignored; 0 measured; 6 filtered out; finished in 0.20s\n     Summary [   1.2s] 2 tests run: 1 passed, 1 failed, 0 skipped\n";
        assert_eq!(read(output), Some(Tally { passed: 1, failed: 1, skipped: 0 }));
        assert_eq!(failures(output), ": (1/2) x::lit ops.mlir");
    }

    #[test]
    fn lit_table() {
        let output = "Testing Time: 0.61s\n\nTotal Discovered Tests: 44\n  Unsupported      :  1 (2.27%)\n  \
                      Passed           : 40 (90.91%)\n  Expectedly Failed:  1 (2.27%)\n  Failed           :  2 (4.55%)\n";
        assert_eq!(read(output), Some(Tally { passed: 41, failed: 2, skipped: 1 }));
    }

    #[test]
    fn unittest_results() {
        let output = "Ran 12 tests in 1.2s\n\nFAILED (failures=1, errors=2, skipped=3, expected failures=1)\n\
                      Ran 1 test in 0.1s\n\nOK\n";
        assert_eq!(read(output), Some(Tally { passed: 7, failed: 3, skipped: 3 }));
    }

    #[test]
    fn names_of_failures() {
        let output = "        FAIL [   0.123s] strata-ir core::body\n        FAIL [   0.123s] strata-ir core::body\n\
                      FAIL: test_call (test_ffi.Calls.test_call)\nERROR: test_b (test_x.B.test_b)\n\
                      FAIL: strata :: ops.mlir (3 of 9)\ntest tally::lit_table ... FAILED\nfailures: none\n";
        assert_eq!(
            failures(output),
            ": strata-ir core::body; test_call (test_ffi.Calls.test_call); test_b (test_x.B.test_b); \
             strata :: ops.mlir (3 of 9); tally::lit_table"
        );
        assert_eq!(failures("3 passed, 0 failed"), "");
    }

    #[test]
    fn own_closing_line() {
        assert_eq!(
            read("jax: 3 files\n12 passed, 1 failed\n"),
            Some(Tally { passed: 12, failed: 1, skipped: 0 })
        );
    }

    #[test]
    fn prose_counts_nothing() {
        assert_eq!(read("warning: 3 passed arguments, none used\nnote: Passed: 3\n1 file, 2 failed\n"), None);
    }
}
