//! The command line of `strata-run`.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::OnceLock,
    time::{Duration, Instant},
};

use clap::Parser;
use strata_codegen_llvm::{CompileCache, OptLevel, Target, TensorRef, Threads, llvm_version};
use strata_interp::{GridSize, Interpreter, NpyArray, Options, Run, Value as Data};
use strata_ir::prelude::{Body, Context};
use strata_process::{FAILED, INTERNAL_ERROR, Output, TIMED_OUT, Timeout};
use strata_stablehlo::ScatterOutOfBounds;

use crate::{
    arguments,
    backend::{Backend, Cuda},
    bench,
    border::Border,
    compare,
    cost::Cost,
    driver::{self, CancelToken, CompileOptions},
    dump, entry,
    executable::{Codegen, Executable},
    profile,
    progress::Progress,
    results,
    signature::{Signature, signature},
    simulator::Simulator,
};

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
    fn scatter(&self) -> ScatterOutOfBounds {
        let default = match self.pass_pipeline {
            None => ScatterOutOfBounds::Window,
            Some(_) => ScatterOutOfBounds::Element,
        };
        self.scatter_out_of_bounds.unwrap_or(default)
    }
}
/// Stack of the thread that works; deeply nested input needs more than a main thread may have.
const STACK: usize = 256 << 20;

/// Runs the tool on the arguments of the process.
pub fn main() -> ExitCode {
    strata_process::start(c"strata-run");
    let args: Vec<String> = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) if e.use_stderr() => {
            eprint!("{e}");
            return ExitCode::from(2);
        }
        Err(e) => {
            return strata_process::finish(
                "strata-run",
                &Output { stdout: e.to_string().into(), ..Output::default() },
            );
        }
    };
    // A panic is reported as an internal error; the trace is for those who ask for it.
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|_| ()));
    }
    let outcome = strata_process::with_stack(STACK, move || whole(&cli, &args));
    let (stdout, stderr, code) = match outcome {
        Some(Ok(Ok(text))) => (text, String::new(), 0),
        Some(Ok(Err((message, code)))) => (String::new(), message, code),
        Some(Err(_)) => (String::new(), "strata-run: internal error\n".to_owned(), INTERNAL_ERROR),
        None => (
            String::new(),
            "strata-run: error: out of memory: there is none for a stack\n".to_owned(),
            FAILED,
        ),
    };
    strata_process::finish("strata-run", &Output { stdout: stdout.into(), stderr: stderr.into(), code })
}

/// A run as a part of a process: within its time, and with a reproducer where the tool itself is wrong. The error is a message and an exit
/// status.
fn whole(cli: &Cli, args: &[String]) -> Result<String, (String, u8)> {
    let cancel = CancelToken::new();
    let late = cli.timeout.map(|seconds| {
        format!("strata-run: error: '@{}' did not end within {seconds} s (--timeout)\n", cli.entry)
    });
    let timeout = match (cli.timeout, &late) {
        (Some(seconds), Some(late)) => {
            let token = cancel.clone();
            let start =
                Timeout::start(Duration::from_secs_f64(seconds), late.clone(), move || token.cancel());
            Some(start.map_err(|e| (format!("strata-run: error: --timeout: {e}\n"), FAILED))?)
        }
        _ => None,
    };
    let name = cli.file.display().to_string();
    let bytes = read(&cli.file).map_err(|e| (format!("strata-run: {name}: {e}\n"), FAILED))?;
    let file = (name != "-").then_some(name.as_str());
    let source = if file.is_none() { bytes.clone() } else { Vec::new() };
    let pipeline = options(cli).and_then(|options| options.pipeline_text(&[], None)).ok();
    let border = Border { tool: "strata-run", args, file, pipeline };
    let input = || if file.is_none() { source.clone() } else { read(&cli.file).unwrap_or_default() };
    let outcome = border.run(&input, || run_on(cli, &name, bytes, &cancel));
    match (outcome, late) {
        (Err((_, FAILED)), Some(late)) if timeout.is_some_and(|t| t.is_over()) => Err((late, TIMED_OUT)),
        (outcome, _) => outcome,
    }
}

/// The bytes of the program.
fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        File::open(file)?.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// What the tool prints, or why it failed.
pub fn run(cli: &Cli) -> Result<String, String> {
    let name = cli.file.display().to_string();
    let bytes = read(&cli.file).map_err(|e| format!("strata-run: {name}: {e}\n"))?;
    run_on(cli, &name, bytes, &CancelToken::new())
}

/// As [`run`], for the bytes of a program.
fn run_on(cli: &Cli, name: &str, bytes: Vec<u8>, cancel: &CancelToken) -> Result<String, String> {
    if cli.mcpu == "help" || cli.mattr == "help" {
        return Target::help(None).map_err(|e| format!("error: {e}\n"));
    }
    if let Some(n) = cli.benchmark_compile {
        return bench::benchmark_compile(cli, name, &bytes, n.max(1));
    }
    let cx = driver::context();
    let mut module = driver::load(&cx, name, bytes)?;
    driver::drop_shardings(&mut module)?;
    entry::drop_unused_arguments(&mut module, &cli.entry);
    let signature = signature(&module, &cli.entry).map_err(|d| d.render(&cx))?;
    let cost = Cost::of(&module, &cli.entry);
    if cli.cost {
        return Ok(cost.table());
    }
    let size = GridSize { replicas: cli.replicas.into(), partitions: cli.partitions.into() };
    if size.processes() > MOST_PROCESSES as usize {
        return Err(format!("error: more than {MOST_PROCESSES} processes\n"));
    }
    let names = entry::argument_names(&module, &cli.entry);
    let inputs = arguments::read(cli, &cx, &signature.inputs, &names, size.processes())?;
    let interpreter = cli.target == "interpreter";
    let reference = match cli.compare.as_deref() {
        None => None,
        Some("interpreter") if interpreter => {
            return Err("error: the interpreter is compared with itself\n".into());
        }
        Some("interpreter") => {
            let results = interpret(&module, cli, size, inputs.clone(), cancel)?;
            Some((results, "the interpreter".to_owned()))
        }
        Some(file) => {
            let results = compare::reference(cli, &cx, file, &signature.outputs, size.processes())?;
            Some((results, file.to_owned()))
        }
    };
    let mut out = String::new();
    let mut check = |values: &[Vec<Data>]| {
        if let Some((reference, with)) = &reference {
            out.push_str(&compare::compare(cli, values, reference, with)?);
        }
        Ok::<(), String>(())
    };
    if interpreter {
        let values = interpret(&module, cli, size, inputs, cancel)?;
        check(&values)?;
        return Ok(out + &results::emit(cli, &cx, &values)?);
    }
    let options = options(cli)?;
    let compiler = Compiler::new(cli)?;
    let on_gpu = compiler.backend.is_some();
    if on_gpu && size.processes() > 1 {
        return Err(format!("error: --target={} runs one process\n", cli.target));
    }
    if cli.counters && cli.target != "gpusim" {
        return Err("error: --counters is for --target=gpusim\n".into());
    }
    if on_gpu && cli.profile.is_some() {
        return Err(format!("error: --profile is not for --target={}\n", cli.target));
    }
    if cli.profile.is_some() {
        if size.processes() > 1 {
            return Err("error: --profile is for one process\n".into());
        }
    }
    if cli.cancellable {
        if on_gpu {
            return Err(format!("error: --cancellable is not for --target={}\n", cli.target));
        }
    }
    let variable =
        || std::env::var_os("STRATA_DUMP_TO").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    if let Some(folder) = cli.dump_dir.clone().or_else(variable) {
        dump::dump(&module, &options, compiler.backend.as_deref(), &folder)?;
    }
    let progress = Progress::new("compiling", 1);
    let start = Instant::now();
    let program = compiler.compile(&mut module, &options, Some(cancel))?;
    program.set_cancel(Some(cancel));
    let compile_ms = start.elapsed().as_secs_f64() * 1e3;
    drop(progress);
    strata_runtime_cpu::guard::report_faults_of(name);
    let arrays: Vec<Vec<NpyArray>> = inputs.iter().map(|values| arguments::arrays(values)).collect();
    let run = || execute(&cx, &program, &signature, size, &arrays);
    let values = match &cli.profile {
        Some(file) => profile::profile(file, &module, run)?,
        None => run()?,
    };
    check(&values)?;
    match cli.benchmark {
        Some(_) if size.processes() > 1 => {
            return Err("error: several processes are not timed\n".into());
        }
        Some(n) => {
            if cli.output_dir.is_some() || cli.outputs_npz.is_some() {
                results::emit(cli, &cx, &values)?;
            }
            let sizes = sizes(&arrays[0]);
            let tensors = tensors(&arrays[0], &sizes);
            out.push_str(&bench::benchmark(cli, &program, &tensors, n.max(1), compile_ms, &cost)?);
        }
        None => out.push_str(&results::emit(cli, &cx, &values)?),
    }
    if cli.counters {
        out.push_str(&compiler.backend.as_ref().and_then(|b| b.report()).unwrap_or_default());
    }
    if cli.memory {
        out.push_str(&memory(&program, &arrays[0], &values[0]));
    }
    Ok(out)
}

/// Processes at most; each is a thread.
const MOST_PROCESSES: i64 = 256;

/// Runs a compiled program, in one process or several, and gives the results of each.
fn execute(
    cx: &Context,
    program: &Executable,
    signature: &Signature,
    size: GridSize,
    arrays: &[Vec<NpyArray>],
) -> Result<Vec<Vec<Data>>, String> {
    if size == GridSize::ONE {
        let sizes = sizes(&arrays[0]);
        let outputs = program.run_tensors(&tensors(&arrays[0], &sizes))?;
        let one = |((data, shape), spec): ((Vec<u8>, Vec<i64>), &crate::signature::TensorSpec)| {
            results::to_value(cx, &spec.with_shape(&shape), data)
        };
        return Ok(vec![outputs.into_iter().zip(&signature.outputs).map(one).collect::<Result<_, _>>()?]);
    }
    let bytes: Vec<Vec<&[u8]>> =
        arrays.iter().map(|list| list.iter().map(|a| a.data.as_slice()).collect()).collect();
    let outputs = program.run_on_grid(size.replicas, size.partitions, &bytes)?;
    let process = |results: Vec<Vec<u8>>| {
        let pairs = results.into_iter().zip(&signature.outputs);
        pairs.map(|(data, spec)| results::to_value(cx, spec, data)).collect()
    };
    outputs.into_iter().map(process).collect()
}

fn sizes(arrays: &[NpyArray]) -> Vec<Vec<i64>> {
    arrays.iter().map(|a| a.shape.iter().map(|&d| d as i64).collect()).collect()
}

fn tensors<'a>(arrays: &'a [NpyArray], sizes: &'a [Vec<i64>]) -> Vec<TensorRef<'a>> {
    arrays.iter().zip(sizes).map(|(a, sizes)| TensorRef { bytes: &a.data, sizes }).collect()
}

/// Runs the module on the interpreter, in one process or several.
fn interpret(
    module: &Body,
    cli: &Cli,
    size: GridSize,
    args: Vec<Vec<Data>>,
    cancel: &CancelToken,
) -> Result<Vec<Vec<Data>>, String> {
    let cx = module.cx_arc();
    let run = Run { size, args, infeed: Vec::new(), from_host: Vec::new() };
    let options =
        Options { cancel: Some(cancel.flag()), scatter_out_of_bounds: cli.scatter(), ..Options::default() };
    let interpreter = Interpreter::new(cx).with_options(options);
    let outcomes = interpreter.run_grid(module, &cli.entry, run).map_err(|d| d.render(cx))?;
    Ok(outcomes.into_iter().map(|o| o.results).collect())
}

/// What the program needed: what the caller holds, and what it asked for itself.
fn memory(program: &Executable, arguments: &[NpyArray], results: &[Data]) -> String {
    let bytes = |arrays: &[NpyArray]| arrays.iter().map(|a| a.data.len() as u64).sum::<u64>();
    let (given, made) = (bytes(arguments), bytes(&arguments::arrays(results)));
    let used = program.memory();
    let sum = |f: fn(&strata_runtime_cpu::MemoryUse) -> u64| used.iter().map(f).sum::<u64>();
    let (peak, kept, requests) = (sum(|m| m.peak), sum(|m| m.kept), sum(|m| m.requests));
    let device: u64 = program.device_memory().iter().map(|m| m.peak).sum();
    let device =
        if device == 0 { String::new() } else { format!("memory of the device {device} B at most\n") };
    format!(
        "arguments {given} B, results {made} B, temporary buffers {peak} B at most ({kept} B kept, {requests} requests)\n{device}"
    )
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

/// What the command line says about the compiled program.
pub(crate) fn options(cli: &Cli) -> Result<CompileOptions, String> {
    let target = Target::new(None, &cli.mcpu, &cli.mattr).map_err(|e| format!("error: {e}\n"))?;
    Ok(CompileOptions {
        target: target.with_opt(cli.opt.unwrap_or_default()),
        entry: cli.entry.clone(),
        prefix: "strata_run".into(),
        pipeline: cli.pass_pipeline.clone(),
        scatter_out_of_bounds: cli.scatter(),
        cancellable: cli.cancellable,
        profile: cli.profile.is_some(),
    })
}

/// What the command line and the environment say about compiling.
pub(crate) struct Compiler {
    run_threads: i32,
    threads: Threads,
    cache: Option<CompileCache>,
    backend: Option<Box<dyn Backend>>,
}

impl Compiler {
    pub(crate) fn new(cli: &Cli) -> Result<Self, String> {
        let threads = Threads::from_env().map_err(|e| format!("error: {e}\n"))?;
        let cache = match &cli.compile_cache_dir {
            // The names of a profile's parts are in the module, which would not be lowered.
            _ if cli.profile.is_some() => None,
            Some(folder) => Some(CompileCache::new(folder)),
            None => CompileCache::from_env(),
        };
        let backend: Option<Box<dyn Backend>> = match cli.target.as_str() {
            "cuda" => Some(Box::new(Cuda::open(cli.arch.as_deref()).map_err(|e| format!("error: {e}\n"))?)),
            "gpusim" => Some(Box::new(Simulator::new(cli.arch.as_deref()))),
            _ => None,
        };
        Ok(Self { run_threads: cli.threads.unwrap_or(0), threads, cache, backend })
    }

    pub(crate) fn compile(
        &self,
        module: &mut Body,
        options: &CompileOptions,
        cancel: Option<&CancelToken>,
    ) -> Result<Executable, String> {
        let codegen = Codegen {
            threads: self.threads,
            cache: self.cache.as_ref(),
            backend: self.backend.as_deref(),
            run_threads: self.run_threads,
            cancel,
        };
        let program = Executable::generate(module, options, Vec::new(), codegen);
        for warning in self.cache.iter().flat_map(CompileCache::take_warnings) {
            eprintln!("warning: {warning}");
        }
        program
    }
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
            assert_eq!(all.unwrap_or_default().len(), shown.unwrap_or_default().len(), "{id} has a name that is not shown");
        }
    }
}
