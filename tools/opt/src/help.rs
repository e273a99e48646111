//! The help text and the lists of dialects and passes.

use std::fmt::Write;

use clap::{Arg, ArgAction, Command, ValueHint};
use strata_pass::PassRegistry;

use crate::cli::FLAGS;

const EXAMPLES: &str = "\
EXAMPLES:
  strata-opt in.mlir --canonicalize --cse -o out.mlir
  strata-opt in.mlir --pass-pipeline='builtin.module(func.func(canonicalize,cse),symbol-dce)'
  strata-opt in.mlir --inline --mlir-print-ir-after-change
  strata-opt invalid.mlir --split-input-file --verify-diagnostics
";

/// `--help`.
pub fn text(passes: &PassRegistry) -> String {
    let mut out = "OVERVIEW: runs passes and pipelines on MLIR and prints the result\n\n\
                   USAGE: strata-opt [options] [--PASS[=\"opt=val …\"]]… [FILE]\n\n\
                   FILE is read from the standard input when it is missing or '-'.\n\nOPTIONS:\n"
        .to_owned();
    for f in FLAGS {
        let _ = writeln!(out, "  {:<46} {}", f.usage(), f.summary);
    }
    out.push_str("\nPASSES:\n");
    out.push_str(&list(passes));
    out.push('\n');
    out.push_str(EXAMPLES);
    out
}

/// The command line as `clap` describes one, for completions and the manual page: flags, passes and pipelines.
pub fn command(passes: &PassRegistry) -> Command {
    let mut command = Command::new("strata-opt")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Runs passes and pipelines on MLIR and prints the result.")
        .disable_help_flag(true)
        .disable_version_flag(true)
        .after_help(EXAMPLES)
        .arg(Arg::new("file").value_name("FILE").value_hint(ValueHint::FilePath));
    for flag in FLAGS {
        let arg = Arg::new(flag.name).long(flag.name).help(flag.summary);
        command = command.arg(match flag.value() {
            None => arg.action(ArgAction::SetTrue),
            Some(value) => arg.value_name(value).num_args(0..=1).require_equals(true),
        });
    }
    let single =
        passes.passes().map(|p| pass_argument(p.info.name, p.info.summary, &(p.options)(), "Passes"));
    let named = passes.pipelines().map(|p| pass_argument(p.name, p.summary, &(p.options)(), "Pipelines"));
    command.args(single).args(named)
}

/// The flag of a pass or of a pipeline.
fn pass_argument(
    name: &'static str,
    summary: &'static str,
    options: &[strata_pass::OptionSpec],
    heading: &'static str,
) -> Arg {
    let mut help = summary.to_owned();
    for o in options {
        let _ =
            write!(help, "\n{}={}: {}", o.name, if o.kind.is_empty() { "<bool>" } else { o.kind }, o.summary);
    }
    Arg::new(name)
        .long(name)
        .help(summary)
        .long_help(help)
        .help_heading(heading)
        .value_name("opt=val …")
        .num_args(0..=1)
        .require_equals(true)
}

/// Passes with their options, and named pipelines.
pub fn list(passes: &PassRegistry) -> String {
    let mut out = String::new();
    for p in passes.passes() {
        let _ = writeln!(out, "  {:<46} {}", format!("--{}", p.info.name), p.info.summary);
        options(&mut out, (p.options)());
    }
    for p in passes.pipelines() {
        let _ = writeln!(out, "  {:<46} {}", format!("--{}", p.name), p.summary);
        options(&mut out, (p.options)());
    }
    out
}

fn options(out: &mut String, specs: Vec<strata_pass::OptionSpec>) {
    for o in specs {
        let kind = if o.kind.is_empty() { "<bool>" } else { o.kind };
        let _ = writeln!(out, "      {:<42} {}", format!("{}={kind}", o.name), o.summary);
    }
}

/// `--version`.
pub fn version() -> String {
    format!(
        "strata-opt {}\n  syntax and semantics of MLIR 22\n  host: {}-{}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS
    )
}
