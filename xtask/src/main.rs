//! `cargo xtask`: the project's automation, in plain Rust with no dependencies, so that it builds in seconds.
//!
//! Each command is a module with a public function that returns whether it succeeded; [`USAGE`] is the manual.

mod bless;
mod coverage;
mod demo;
mod doc_tests;
mod explorer;
mod fuzz;
mod gpu;
mod install;
mod jax;
mod lint;
mod npy;
mod nvidia;
mod ops;
mod ops_table;
mod outside;
mod python;
mod release;
mod rust_text;
mod scaffold;
mod setup;
mod shell;
mod suite;
mod tally;
mod tidy;
mod tree;
mod wheel;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  setup [--jax]            install the LLVM/MLIR 22 packages that are missing; --jax also makes .venv with JAX,
                           NVIDIA's ptxas, and the programs that the tests compare with JAX
  demo                     build strata-run, classify the handwritten digits of examples/digits, print the figures
  install PREFIX           build the tools in release mode and put them and the CMake package below PREFIX
  wheel                    build the PJRT plugin in release mode and put it with its Python package into target/wheels
  explorer [--test]        build the page of the explorer into target/explorer, with its WebAssembly module; --test builds one for tests
                           and clicks through it in Chromium, --test --screenshots DIR writes pictures, too
  release                  whether the packages could be published: a dry run in the order of their dependencies, and cargo deny
  test [--without-jax]     the whole suite: tidy, fmt, a build with clippy, tests, lit under LLVM's tools, JAX, short fuzz
  jax [--all ARGUMENTS]    the part of the suite that needs JAX; --all runs every program instead of a sample
  gpu-pack [FOLDER]        what a machine with a GPU needs, without cargo and network: tools, programs, results, run.sh; --sample N of
                           JAX's programs, --debug with the tools of the debug build
  gpu-test [ARGUMENTS]     the programs of the pack on this machine's GPU, with the results of XLA; --target gpusim on the simulator
  gpu-bench [ARGUMENTS]    times on this machine's GPU, with those of torch and JAX, as a table in docs/benchmarks
  tidy                     the rules of CONTRIBUTING.md and the dependency picture of ARCHITECTURE.md
  bless [tables | --jax]   rewrite the expected output of tests marked BLESS, the tables that tests write, the dependency picture, the
                           READMEs of dialects and the figures of README, then show what changed; `tables` leaves the first out,
                           --jax counts the programs of JAX that pass, too
  new dialect NAME         a new dialect crate with its tests; --out DIR puts it into a folder outside of the tree, with a tool
  new op DIALECT.OP        a new op in an existing dialect, with its tests; for StableHLO also its rows in all tables
  new pass NAME [CRATE]    a new pass with its test, in passes/generic or another crate of passes
  coverage [--missing]     for every operation of operations.tsv: where it is defined, tested and lowered
  outside                  check a dialect crate outside of the tree, as `new dialect --out` writes it, and a copy of examples/toy-dialect
  fuzz [--seconds N | --runs N] [TARGET]   run the fuzz targets, N seconds in all (default 60) or N inputs each
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["setup"] => setup::run(setup::Wanted::Llvm),
        ["setup", "--jax"] => setup::run(setup::Wanted::LlvmAndJax),
        ["demo"] => demo::run(),
        ["install", prefix] => install::run(prefix),
        ["wheel"] => wheel::run(),
        ["explorer", rest @ ..] => explorer::run(rest),
        ["release"] => release::run(),
        ["test"] => suite::run(setup::Wanted::LlvmAndJax),
        ["test", "--without-jax"] => suite::run(setup::Wanted::Llvm),
        ["jax", rest @ ..] => jax::run(rest),
        ["gpu-pack", rest @ ..] => gpu::pack(rest),
        ["gpu-test", rest @ ..] => gpu::test(rest),
        ["gpu-bench", rest @ ..] => gpu::bench(rest),
        ["tidy"] => tidy::run(),
        ["bless"] => bless::run(bless::What::All),
        ["bless", "tables"] => bless::run(bless::What::Tables),
        ["bless", "--jax"] => bless::run(bless::What::WithJax),
        ["new", rest @ ..] => scaffold::run(rest),
        ["coverage"] => coverage::run(coverage::Rows::All),
        ["coverage", "--missing"] => coverage::run(coverage::Rows::Incomplete),
        ["outside"] => outside::run(),
        ["fuzz", rest @ ..] => fuzz::run(rest),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
