//! The command line of `strata-run` and its options.

use std::{path::PathBuf, sync::OnceLock};

use clap::Parser;
use strata_cli::Documents;
use strata_codegen_llvm::{OptLevel, Target, llvm_version};
use strata_diagnostics::Style;
use strata_gpu::Chip;
use strata_stablehlo::ScatterOutOfBounds;

use crate::runner::EntryPointResult;

/// Processes at most; each is a thread.
pub(crate) const MOST_PROCESSES: i64 = 256;

const EXAMPLES: &str = "Examples:
  strata-run model.mlir --input a.npy --input b.npy --output-dir out
  strata-run model.mlir --signature
  strata-run model.mlir --input x=a.npy --input b.npy
  strata-run model.mlir --inputs all.npz --compare expected.npz --max-ulp 4
  strata-run model.mlir --random-inputs 1 --compare interpreter --benchmark
  strata-run kernel.mlir -e saxpy --input a=2.npy --input x.npy --input y.npy
  strata-run lowered.mlir -e main --entry-point-result=i32 --shared-libs=libmlir_runner_utils.so
  strata-run training.mlir --random-inputs 1 --replicas 2 --partitions 2";

/// Compiles a program and runs it on real data.
#[derive(Parser, Debug)]
#[command(name = "strata-run", version = version(), after_help = EXAMPLES)]
pub struct Cli {
    /// The program: StableHLO, any level below it that starts from tensors, or functions of memrefs and numbers, also of the llvm dialect;
    /// `-` or none is the standard input. The contents of a memref after the call are a result.
    #[arg(default_value = "-")]
    pub file: PathBuf,
    /// The function to run.
    #[arg(short = 'e', long, value_name = "NAME", default_value = "main")]
    pub entry: String,
    /// Prints the result as mlir-runner does, and checks that the function takes nothing and returns this type.
    #[arg(long, value_name = "void|i32|i64|f32|f64", conflicts_with_all = ["json", "benchmark", "benchmark_compile"])]
    pub entry_point_result: Option<EntryPointResult>,
    /// Shared libraries whose functions the program may call.
    #[arg(long, value_name = "A.so,B.so", value_delimiter = ',')]
    pub shared_libs: Vec<PathBuf>,
    /// A NumPy file for each argument: NAME=A.npy for the argument with a name, A.npy for the others in order. --signature shows names.
    #[arg(long = "input", value_name = "[NAME=]A.npy")]
    pub inputs: Vec<PathBuf>,
    /// A NumPy archive or a .safetensors file with all arguments: by name if the file has an array with the name of an argument, else in
    /// order.
    #[arg(long = "inputs", value_name = "IN.npz", conflicts_with = "inputs")]
    pub inputs_npz: Option<PathBuf>,
    /// Random arguments from a seed instead of files.
    #[arg(long, value_name = "SEED", conflicts_with_all = ["inputs", "inputs_npz"])]
    pub random_inputs: Option<u64>,
    /// The size of random arguments for each size that the program leaves open.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub random_size: u32,
    /// The folder for results, as 0.npy, 1.npy, …, in a subfolder for each process where there are several; results are printed if no
    /// destination is given.
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,
    /// A NumPy archive for the results, by their names, and as arr_0, arr_1, … where they have none of their own.
    #[arg(long = "outputs", value_name = "OUT.npz")]
    pub outputs_npz: Option<PathBuf>,
    /// The device that runs the program: this CPU, the interpreter, a simulator of GPUs, or a GPU.
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
    /// The number of threads that run the program; STRATA_NUM_THREADS does the same.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=1024))]
    pub threads: Option<i32>,
    /// The number of threads that parallel loops are divided for, four tasks for each; 16 with --simulate-threads. Any number runs them;
    /// sums of products may round differently.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024), conflicts_with = "pass_pipeline")]
    pub max_threads: Option<u64>,
    /// Writes the program at each stage of its compilation to files; STRATA_DUMP_TO does the same.
    #[arg(long, value_name = "DIR")]
    pub dump_dir: Option<PathBuf>,
    /// The optimization level of LLVM: 0 to 3.
    #[arg(short = 'O', value_name = "LEVEL", value_parser = level)]
    pub opt: Option<OptLevel>,
    /// The folder of the compile cache, which keeps compiled programs; STRATA_COMPILE_CACHE_DIR does the same.
    #[arg(long, value_name = "DIR")]
    pub compile_cache_dir: Option<PathBuf>,
    /// A database of strata-tune: kernels that it knows are compiled with the options that were fastest.
    #[arg(long, value_name = "FILE", conflicts_with = "pass_pipeline")]
    pub tuning_db: Option<PathBuf>,
    /// A pipeline instead of strata-cpu-pipeline; it must end in the llvm dialect.
    #[arg(long, value_name = "PIPELINE")]
    pub pass_pipeline: Option<String>,
    /// The behaviour of scatter for a window that is partly outside of its input: window drops the whole window, as XLA and JAX do;
    /// element drops only the elements outside, as StableHLO's specification says. A pipeline of --pass-pipeline has its own option, which
    /// the interpreter follows in a comparison.
    #[arg(long, value_name = "window|element", default_value_t, conflicts_with = "pass_pipeline")]
    pub scatter_out_of_bounds: ScatterOutOfBounds,
    /// Times N runs after warm-up.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100")]
    pub benchmark: Option<u32>,
    /// Compiles the program N times, from its text, and prints how long it takes; nothing is run.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "5", conflicts_with = "benchmark")]
    pub benchmark_compile: Option<u32>,
    /// Prints what is asked for (benchmark, profile, simulated threads, memory, cost, comparison, counters, or signature) as one JSON document. Results are
    /// not printed then; they go to --output-dir or --outputs.
    #[arg(long)]
    pub json: bool,
    /// Compares the results with those of the interpreter, or with a file of results.
    #[arg(long, value_name = "interpreter|FILE.npz")]
    pub compare: Option<String>,
    /// Allowed relative difference of floats in a comparison; 1e-5, and the same for --atol, where no tolerance is given.
    #[arg(long, value_parser = tolerance)]
    pub rtol: Option<f64>,
    /// Allowed absolute difference of floats in a comparison.
    #[arg(long, value_parser = tolerance)]
    pub atol: Option<f64>,
    /// Allowed difference of floats in units in the last place; a result is accepted if one of the tolerances allows it.
    #[arg(long, value_name = "N")]
    pub max_ulp: Option<u64>,
    /// The number of replicas of the program that run concurrently, each on a thread, and communicate by collectives. Inputs are those of
    /// each process in turn, or the same for all.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MOST_PROCESSES))]
    pub replicas: u16,
    /// The number of partitions of each replica. A program with shardings is divided among them, as are its inputs, which are given whole.
    #[arg(long, value_name = "M", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub partitions: u16,
    /// Divides the processes among the ranks that mpirun started. Rank 0 has the results. STRATA_MPI_LIBRARY names another library.
    #[arg(long)]
    pub mpi: bool,
    /// With --mpi, how many seconds a rank may not answer: 300 without it; STRATA_COLLECTIVE_TIMEOUT does the same.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "mpi")]
    pub mpi_timeout: Option<f64>,
    /// Prints the arguments and results of the program, with their names, types and donation, and exits.
    #[arg(long)]
    pub signature: bool,
    /// Prints the number of operations of the program and the number of bytes that its ops access, and exits.
    #[arg(long)]
    pub cost: bool,
    /// With --cost, prints how long collectives take over links of so many bytes in a second.
    #[arg(long, value_name = "BYTES", value_parser = positive, requires = "cost")]
    pub link_bandwidth: Option<f64>,
    /// The seconds until the first byte of a message arrives.
    #[arg(long, value_name = "SECONDS", value_parser = not_negative, requires = "link_bandwidth", default_value = "0")]
    pub link_latency: f64,
    /// Writes a trace of a run, with the names of the program's ops, for chrome://tracing or Perfetto, and prints the times by parts.
    #[arg(long, value_name = "TRACE.json", conflicts_with = "pass_pipeline")]
    pub profile: Option<PathBuf>,
    /// Runs the program on one thread, and prints how long it would take on 1 to 64 threads, by the rules of the thread pool, and which parts
    /// have fewer than 4 tasks for each of 16 threads.
    #[arg(long, conflicts_with_all = ["pass_pipeline", "threads"])]
    pub simulate_threads: bool,
    /// Prints the memory use of the program after its results.
    #[arg(long)]
    pub memory: bool,
    /// The form of diagnostics: as mlir-opt's, with excerpts, labels and suggestions, or as one JSON object a line. Default: rich on a
    /// terminal, mlir elsewhere.
    #[arg(long, value_name = "mlir|rich|json")]
    pub diagnostics: Option<Style>,
    /// Ends the program, and the compilation before it, after so many seconds, with exit status 124.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,
    /// Checks for cancellation in each iteration of `while` loops, for programs that embed this one; --timeout ends programs without it
    /// too. With --pass-pipeline, use the pipeline's option: strata-cpu-pipeline{cancellable=true}.
    #[arg(long, conflicts_with = "pass_pipeline")]
    pub cancellable: bool,
    /// Prints counters of each kernel: instructions, accesses, conflicts; for --target=gpusim, which counts them.
    #[arg(long)]
    pub counters: bool,
    /// Completions and the manual page.
    #[command(flatten)]
    pub documents: Documents,
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

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|x: &f64| *x > 0.0 && x.is_finite());
    number.ok_or_else(|| "a bandwidth is a number of bytes in a second above 0".to_owned())
}

fn not_negative(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|x: &f64| *x >= 0.0 && x.is_finite());
    number.ok_or_else(|| "a latency is a number of seconds, 0 or more".to_owned())
}

fn arch(text: &str) -> Result<String, String> {
    Chip::parse(text)
        .map(|chip| chip.to_string())
        .ok_or_else(|| "an architecture is sm_80, sm_90a, …".to_owned())
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
