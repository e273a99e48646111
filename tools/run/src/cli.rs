//! The command line of `strata-run`, and what it asks for.

use std::{path::PathBuf, sync::OnceLock};

use clap::Parser;
use strata_codegen_llvm::{OptLevel, Target, llvm_version};
use strata_stablehlo::ScatterOutOfBounds;

use crate::{
    arguments::{Given, Source},
    bench::Format,
    compare::Tolerance,
    results::Destination,
};

/// Processes at most; each is a thread.
pub(crate) const MOST_PROCESSES: i64 = 256;

const EXAMPLES: &str = "Examples:
  strata-run model.mlir --input a.npy --input b.npy --output-dir out
  strata-run model.mlir --inputs all.npz --compare expected.npz --max-ulp 4
  strata-run model.mlir --random-inputs 1 --compare interpreter --benchmark
  strata-run training.mlir --random-inputs 1 --replicas 2 --partitions 2";

/// Compiles a program and runs it on real data.
#[derive(Parser, Debug)]
#[command(name = "strata-run", version = version(), after_help = EXAMPLES)]
pub struct Cli {
    /// The program: StableHLO, or any level below it that starts from tensors; `-` or none is the standard input.
    #[arg(default_value = "-")]
    pub file: PathBuf,
    /// The function to run.
    #[arg(long, default_value = "main")]
    pub entry: String,
    /// A NumPy file for each argument, in order.
    #[arg(long = "input", value_name = "A.npy")]
    pub inputs: Vec<PathBuf>,
    /// A NumPy archive or a .safetensors file with all arguments: by their names, where the program has names for all of them and
    /// the file has these, else in order.
    #[arg(long = "inputs", value_name = "IN.npz", conflicts_with = "inputs")]
    pub inputs_npz: Option<PathBuf>,
    /// Random arguments from a seed instead of files.
    #[arg(long, value_name = "SEED", conflicts_with_all = ["inputs", "inputs_npz"])]
    pub random_inputs: Option<u64>,
    /// What random arguments have for each size that the program leaves open.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub random_size: u32,
    /// Where results go, as 0.npy, 1.npy, …, below the number of the process where there are several; they are printed
    /// when no place is named.
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,
    /// A NumPy archive that results go to, as arr_0, arr_1, ….
    #[arg(long = "outputs", value_name = "OUT.npz")]
    pub outputs_npz: Option<PathBuf>,
    /// What runs the program: this CPU, the interpreter, a simulator of GPUs, or a GPU.
    #[arg(long, default_value = "cpu", value_parser = ["cpu", "interpreter", "gpusim", "cuda"])]
    pub target: String,
    /// The architecture of kernels, as sm_80 or sm_90a; that of the GPU where there is one, sm_90a elsewhere.
    #[arg(long, value_name = "SM", value_parser = arch)]
    pub arch: Option<String>,
    /// The CPU to compile for; `native` is this machine's, `help` lists all.
    #[arg(long, default_value = "native")]
    pub mcpu: String,
    /// CPU features, as +avx2,-avx512f; `help` lists all.
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    pub mattr: String,
    /// How many threads run the program; STRATA_NUM_THREADS does the same.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=1024))]
    pub threads: Option<i32>,
    /// Writes what the program is at each stage of its compilation to files; STRATA_DUMP_TO does the same.
    #[arg(long, value_name = "DIR")]
    pub dump_dir: Option<PathBuf>,
    /// How much LLVM optimises: 0 to 3.
    #[arg(short = 'O', value_name = "LEVEL", value_parser = level)]
    pub opt: Option<OptLevel>,
    /// Where programs that were compiled before are found, and put; STRATA_COMPILE_CACHE_DIR does the same.
    #[arg(long, value_name = "DIR")]
    pub compile_cache_dir: Option<PathBuf>,
    /// A pipeline instead of strata-cpu-pipeline; it must end in the llvm dialect.
    #[arg(long, value_name = "PIPELINE")]
    pub pass_pipeline: Option<String>,
    /// What scatter does with a window that is partly outside of its input: window drops all of it, as XLA and JAX do, element what is
    /// outside, as StableHLO's specification says. Without it: window, and element with --pass-pipeline, which says it itself.
    #[arg(long, value_name = "window|element")]
    pub scatter_out_of_bounds: Option<ScatterOutOfBounds>,
    /// Times N runs after warm-up.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100")]
    pub benchmark: Option<u32>,
    /// Compiles the program N times, from its text, and prints how long it takes; nothing is run.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "5", conflicts_with = "benchmark")]
    pub benchmark_compile: Option<u32>,
    /// Prints the benchmark as JSON.
    #[arg(long)]
    pub json: bool,
    /// Compares the results with what the interpreter computes, or with a file of results.
    #[arg(long, value_name = "interpreter|FILE.npz")]
    pub compare: Option<String>,
    /// Allowed relative difference of floats in a comparison; 1e-5, and the same for --atol, where no tolerance is given.
    #[arg(long, value_parser = tolerance)]
    pub rtol: Option<f64>,
    /// Allowed absolute difference of floats in a comparison.
    #[arg(long, value_parser = tolerance)]
    pub atol: Option<f64>,
    /// Allowed difference of floats in units in the last place; what one of the tolerances allows is allowed.
    #[arg(long, value_name = "N")]
    pub max_ulp: Option<u64>,
    /// How many replicas of the program run at once, each on a thread, and meet at collectives. Inputs are those of each
    /// process in turn, or the same for all.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MOST_PROCESSES))]
    pub replicas: u16,
    /// How many partitions each replica has.
    #[arg(long, value_name = "M", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MOST_PROCESSES))]
    pub partitions: u16,
    /// Prints how many operations the program asks for and how many bytes its ops touch, and ends.
    #[arg(long)]
    pub cost: bool,
    /// Writes what a run of the program does when, by the names of its ops, as a trace for chrome://tracing or Perfetto.
    #[arg(long, value_name = "TRACE.json", conflicts_with = "pass_pipeline")]
    pub profile: Option<PathBuf>,
    /// Prints how much memory the program needs, after its results.
    #[arg(long)]
    pub memory: bool,
    /// Ends the program, and the compilation before it, after so many seconds, with exit status 124.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,
    /// Lets `while` loops look at each turn whether the run was cancelled, as a program that embeds this one may ask; --timeout ends
    /// programs without it too. A --pass-pipeline says it itself: strata-cpu-pipeline{cancellable=true}.
    #[arg(long, conflicts_with = "pass_pipeline")]
    pub cancellable: bool,
    /// Prints what each kernel did: instructions, accesses, conflicts; for --target=gpusim, which counts.
    #[arg(long)]
    pub counters: bool,
}

impl Cli {
    /// What `scatter` does with windows that are partly outside. A pipeline that is given says it itself, and the specification's way is
    /// what its passes do without a word.
    pub(crate) fn scatter(&self) -> ScatterOutOfBounds {
        let default = match self.pass_pipeline {
            None => ScatterOutOfBounds::Window,
            Some(_) => ScatterOutOfBounds::Element,
        };
        self.scatter_out_of_bounds.unwrap_or(default)
    }

    /// Where arguments come from.
    pub(crate) fn given(&self) -> Given<'_> {
        let source = match (self.random_inputs, &self.inputs_npz) {
            (Some(seed), _) => Source::Random { seed, open_size: self.random_size },
            (None, Some(archive)) => Source::Archive(archive),
            (None, None) => Source::Files(&self.inputs),
        };
        Given { entry: &self.entry, source }
    }

    /// How far results may be from those that they are compared with.
    pub(crate) fn tolerance(&self) -> Tolerance {
        Tolerance { relative: self.rtol, absolute: self.atol, ulps: self.max_ulp }
    }

    /// Where results go.
    pub(crate) fn destination(&self) -> Destination<'_> {
        Destination { folder: self.output_dir.as_deref(), archive: self.outputs_npz.as_deref() }
    }

    /// How times are shown.
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { Format::Text }
    }
}

/// Our version, LLVM's, and what `native` means here.
fn version() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let host = Target::host().map_or_else(|e| e.to_string(), |t| format!("{} ({})", t.cpu(), t.triple()));
        format!("{}\nLLVM {}\nhost CPU: {host}", env!("CARGO_PKG_VERSION"), llvm_version())
    })
}

fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|x: &f64| x.is_finite() && *x >= 0.0);
    number.ok_or_else(|| "a tolerance is a number from 0 on".to_owned())
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|x: &f64| *x > 0.0 && *x <= 1e9);
    number.ok_or_else(|| "a time is a number of seconds above 0".to_owned())
}

fn arch(text: &str) -> Result<String, String> {
    let digits = text.strip_prefix("sm_").map(|n| n.trim_end_matches(['a', 'f']));
    let known = digits.is_some_and(|n| (2..=3).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit()));
    known.then(|| text.to_owned()).ok_or_else(|| "an architecture is sm_80, sm_90a, …".to_owned())
}

fn level(text: &str) -> Result<OptLevel, String> {
    text.parse().map_err(|_| "the level is 0, 1, 2 or 3".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_help_names_and_explains_every_option() {
        let command = Cli::command();
        for argument in command.get_arguments() {
            let id = argument.get_id();
            assert!(!argument.is_hide_set(), "{id} is hidden");
            assert!(argument.get_help().is_some_and(|help| !help.to_string().is_empty()), "{id} has no help");
            let (all, shown) = (argument.get_all_aliases(), argument.get_visible_aliases());
            assert_eq!(
                all.unwrap_or_default().len(),
                shown.unwrap_or_default().len(),
                "{id} has a name that is not shown"
            );
        }
    }
}
