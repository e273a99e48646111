//! The command line of `strata-run`.

use std::{fs::File, io::Read, path::PathBuf, process::ExitCode, sync::Arc, time::Instant};

use clap::Parser;
use strata_codegen_llvm::{CompileCache, OptLevel, Target, TensorRef, Threads};
use strata_interp::{
    C64, Elem, Interpreter, NpyArray, Num, Value as Data, npy::dtype_of, read_npy, write_npy,
};
use strata_ir::prelude::{Body, Context};

use crate::{
    driver::{self, CompileOptions},
    dump,
    executable::{Codegen, Executable},
    signature::{TensorSpec, signature},
};

/// Compiles a program and runs it on real data.
///
/// Example: strata-run model.mlir --input a.npy --input b.npy --output-dir out
#[derive(Parser, Debug)]
#[command(name = "strata-run", version)]
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
    /// Random arguments from a seed instead of files.
    #[arg(long, value_name = "SEED", conflicts_with = "inputs")]
    pub random_inputs: Option<u64>,
    /// What random arguments have for each size that the program leaves open.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub random_size: u32,
    /// Where results go, as 0.npy, 1.npy, …; they are printed when it is missing.
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,
    /// What runs the program.
    #[arg(long, default_value = "cpu", value_parser = ["cpu", "interpreter"])]
    pub target: String,
    /// The CPU to compile for; `native` is this machine's, `help` lists all.
    #[arg(long, default_value = "native")]
    pub mcpu: String,
    /// CPU features, as +avx2,-avx512f; `help` lists all.
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    pub mattr: String,
    /// How many threads run the program; STRATA_NUM_THREADS does the same.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=1024))]
    pub threads: Option<i32>,
    /// Writes what the program is at each stage of its compilation to files.
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
    /// Times N runs after warm-up.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100")]
    pub benchmark: Option<u32>,
    /// Compiles the program N times, from its text, and prints how long it takes; nothing is run.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "5", conflicts_with = "benchmark")]
    pub benchmark_compile: Option<u32>,
    /// Prints the benchmark as JSON.
    #[arg(long)]
    pub json: bool,
    /// Runs the program on the interpreter too and compares.
    #[arg(long, value_name = "WHAT", value_parser = ["interpreter"])]
    pub compare: Option<String>,
    /// Allowed relative difference of floats in a comparison.
    #[arg(long, default_value_t = 1e-5)]
    pub rtol: f64,
    /// Allowed absolute difference of floats in a comparison.
    #[arg(long, default_value_t = 1e-5)]
    pub atol: f64,
}

/// Runs the tool on the arguments of the process.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => {
            let _ = e.print();
            return ExitCode::from(if e.use_stderr() { 2 } else { 0 });
        }
    };
    // Deeply nested input needs more stack than a main thread may have.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(move || run(&cli));
    match worker.map(|w| w.join()) {
        Ok(Ok(Ok(text))) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Ok(Ok(Err(message))) => {
            eprint!("{message}");
            ExitCode::from(1)
        }
        _ => {
            eprintln!("strata-run: internal error; please report it with the program that was run");
            ExitCode::from(3)
        }
    }
}

/// What the tool prints, or why it failed.
pub fn run(cli: &Cli) -> Result<String, String> {
    if cli.mcpu == "help" || cli.mattr == "help" {
        return Target::help(None).map_err(|e| format!("error: {e}\n"));
    }
    let name = cli.file.display().to_string();
    let mut bytes = Vec::new();
    let read = if name == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes)
    } else {
        File::open(&cli.file).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    read.map_err(|e| format!("strata-run: {name}: {e}\n"))?;
    if let Some(n) = cli.benchmark_compile {
        return benchmark_compile(cli, &name, &bytes, n.max(1));
    }
    let cx = driver::context();
    let module = driver::load(&cx, &name, bytes)?;
    let specs = signature(&module, &cli.entry).map_err(|d| d.render(&cx))?;
    let inputs = match cli.random_inputs {
        Some(seed) => {
            let sized: Vec<TensorSpec> = specs.inputs.iter().map(|s| sized(s, cli.random_size)).collect();
            random(&cx, &sized, seed)?
        }
        None => read_inputs(cli, &cx, &specs.inputs)?,
    };
    if cli.target == "interpreter" {
        let outputs = interpret(&cx, &module, &cli.entry, inputs)?;
        return emit(cli, &cx, &outputs);
    }
    let reference = match cli.compare {
        Some(_) => Some(interpret(&cx, &module, &cli.entry, inputs.clone())?),
        None => None,
    };
    let options = options(cli)?;
    let mut module = module;
    if let Some(folder) = &cli.dump_dir {
        dump::dump(&module, &options, folder)?;
    }
    let start = Instant::now();
    let program = Compiler::new(cli)?.compile(&mut module, &options)?;
    let compile_ms = start.elapsed().as_secs_f64() * 1e3;
    let arrays: Vec<NpyArray> = inputs.iter().filter_map(NpyArray::from_value).collect();
    let bytes: Vec<&[u8]> = arrays.iter().map(|a| a.data.as_slice()).collect();
    strata_runtime_cpu::guard::report_faults_of(&name);
    let sizes: Vec<Vec<i64>> = arrays.iter().map(|a| a.shape.iter().map(|&d| d as i64).collect()).collect();
    let tensors: Vec<TensorRef<'_>> =
        bytes.iter().zip(&sizes).map(|(&bytes, sizes)| TensorRef { bytes, sizes }).collect();
    let outputs = program.run_tensors(&tensors)?;
    let values = outputs
        .into_iter()
        .zip(&specs.outputs)
        .map(|((data, shape), spec)| to_value(&cx, &spec.with_shape(&shape), data))
        .collect::<Result<Vec<_>, _>>()?;
    let mut out = String::new();
    if let Some(reference) = reference {
        out.push_str(&compare(cli, &values, &reference)?);
    }
    match cli.benchmark {
        Some(n) => {
            if cli.output_dir.is_some() {
                emit(cli, &cx, &values)?;
            }
            out.push_str(&benchmark(cli, &program, &tensors, n.max(1), compile_ms)?);
        }
        None => out.push_str(&emit(cli, &cx, &values)?),
    }
    Ok(out)
}

fn level(text: &str) -> Result<OptLevel, String> {
    text.parse().map_err(|_| "the level is 0, 1, 2 or 3".to_owned())
}

/// What the command line says about the compiled program.
fn options(cli: &Cli) -> Result<CompileOptions, String> {
    let target = Target::new(None, &cli.mcpu, &cli.mattr).map_err(|e| format!("error: {e}\n"))?;
    Ok(CompileOptions {
        target: target.with_opt(cli.opt.unwrap_or_default()),
        entry: cli.entry.clone(),
        prefix: "strata".into(),
        pipeline: cli.pass_pipeline.clone(),
    })
}

/// What the command line and the environment say about compiling.
struct Compiler {
    run_threads: i32,
    threads: Threads,
    cache: Option<CompileCache>,
}

impl Compiler {
    fn new(cli: &Cli) -> Result<Self, String> {
        let threads = Threads::from_env().map_err(|e| format!("error: {e}\n"))?;
        let cache = match &cli.compile_cache_dir {
            Some(folder) => Some(CompileCache::new(folder)),
            None => CompileCache::from_env(),
        };
        Ok(Self { run_threads: cli.threads.unwrap_or(0), threads, cache })
    }

    fn compile(&self, module: &mut Body, options: &CompileOptions) -> Result<Executable, String> {
        let codegen =
            Codegen { threads: self.threads, cache: self.cache.as_ref(), run_threads: self.run_threads };
        let program = Executable::generate(module, options, Vec::new(), codegen);
        for warning in self.cache.iter().flat_map(CompileCache::take_warnings) {
            eprintln!("warning: {warning}");
        }
        program
    }
}

/// Times the way from the program's text to functions that can be called.
fn benchmark_compile(cli: &Cli, name: &str, source: &[u8], n: u32) -> Result<String, String> {
    let (compiler, options) = (Compiler::new(cli)?, options(cli)?);
    let once = || {
        let start = Instant::now();
        let mut module = driver::load(&driver::context(), name, source.to_vec())?;
        compiler.compile(&mut module, &options)?;
        Ok::<f64, String>(start.elapsed().as_secs_f64() * 1e3)
    };
    let before = processor_seconds();
    let mut times = (0..n).map(|_| once()).collect::<Result<Vec<f64>, _>>()?;
    let used = processor_seconds().zip(before).map(|(after, before)| (after - before) * 1e3 / f64::from(n));
    times.sort_by(f64::total_cmp);
    let (min, median) = (times[0], times[times.len() / 2]);
    if cli.json {
        let value = serde_json::json!({
            "compilations": n, "min_ms": min, "median_ms": median, "processor_ms": used,
        });
        return Ok(format!("{value}\n"));
    }
    let used = used.map_or(String::new(), |ms| format!(", {ms:.0} ms of processors each"));
    Ok(format!("{n} compilations: min {min:.1} ms, median {median:.1} ms{used}\n"))
}

/// Seconds that all threads of this process have run, in hundredths, where the system says.
fn processor_seconds() -> Option<f64> {
    /// What Linux counts in, on every machine of today.
    const TICKS: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may hold anything. Behind it, user and system time are fields 12 and 13.
    let (_, fields) = text.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11).map(|field| field.parse::<f64>().ok());
    Some((times.next()?? + times.next()??) / TICKS)
}

fn read_inputs(cli: &Cli, cx: &Context, specs: &[TensorSpec]) -> Result<Vec<Data>, String> {
    if cli.inputs.len() != specs.len() {
        let (n, m) = (specs.len(), cli.inputs.len());
        return Err(format!("error: '@{}' takes {n} arguments, {m} inputs are given\n", cli.entry));
    }
    let mut out = Vec::new();
    for (i, (path, spec)) in cli.inputs.iter().zip(specs).enumerate() {
        let name = path.display();
        let bytes = std::fs::read(path).map_err(|e| format!("error: {name}: {e}\n"))?;
        let array = read_npy(&bytes).map_err(|e| format!("error: {name}: {e}\n"))?;
        let value = array.to_value(cx, spec.ty).map_err(|e| {
            format!("error: {name}: argument #{i} of '@{}' is {}: {e}\n", cli.entry, spec.describe())
        })?;
        out.push(value);
    }
    Ok(out)
}

/// The same with `size` for the sizes that are not known.
fn sized(spec: &TensorSpec, size: u32) -> TensorSpec {
    let shape: Vec<i64> = spec.shape.iter().map(|&d| if d < 0 { i64::from(size) } else { d }).collect();
    spec.with_shape(&shape)
}

/// Values in [-1, 1), or small integers, from a 64-bit linear congruential generator.
fn random(cx: &Context, specs: &[TensorSpec], seed: u64) -> Result<Vec<Data>, String> {
    let mut state = seed ^ 0x9E37_79B9_7F4A_7C15;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as f64 / (1u64 << 30) as f64 - 1.0
    };
    let mut one = |spec: &TensorSpec| {
        let elem = element(cx, spec)?;
        let shape: Vec<usize> = spec.shape.iter().map(|&d| d as usize).collect();
        if let Elem::Complex(_) = elem {
            let mut number = || C64::new(next(), next());
            let numbers = (0..spec.len()).map(|_| Num::from_complex(elem, number()));
            let data = strata_interp::Data::collect(elem, numbers);
            return Ok(Data::Tensor(strata_interp::Tensor::new(elem, shape.as_slice(), data)));
        }
        let values = (0..spec.len()).map(|_| next());
        let tensor = if elem.is_float() {
            strata_interp::Tensor::from_floats(elem, shape.as_slice(), &values.collect::<Vec<_>>())
        } else {
            let ints: Vec<i64> = values.map(|v| (v * 8.0) as i64).collect();
            strata_interp::Tensor::from_ints(elem, shape.as_slice(), &ints)
        };
        Ok(Data::Tensor(tensor))
    };
    specs.iter().map(&mut one).collect()
}

fn element(cx: &Context, spec: &TensorSpec) -> Result<Elem, String> {
    Elem::of(cx, cx.elem_or_self(spec.ty))
        .ok_or_else(|| format!("error: no data of type {}\n", spec.describe()))
}

fn to_value(cx: &Context, spec: &TensorSpec, data: Vec<u8>) -> Result<Data, String> {
    let dtype = dtype_of(element(cx, spec)?);
    let shape = spec.shape.iter().map(|&d| d as usize).collect();
    NpyArray { dtype, shape, data }.to_value(cx, spec.ty).map_err(|e| format!("error: {e}\n"))
}

fn interpret(cx: &Arc<Context>, module: &Body, entry: &str, inputs: Vec<Data>) -> Result<Vec<Data>, String> {
    Interpreter::new(cx).interpret(module, entry, inputs).map_err(|d| d.render(cx))
}

/// Writes results to files, or gives them as text.
fn emit(cli: &Cli, cx: &Context, outputs: &[Data]) -> Result<String, String> {
    let Some(dir) = &cli.output_dir else {
        return Ok(outputs.iter().map(|v| shorten(v.display(cx)) + "\n").collect());
    };
    std::fs::create_dir_all(dir).map_err(|e| format!("error: {}: {e}\n", dir.display()))?;
    for (i, v) in outputs.iter().enumerate() {
        let array = NpyArray::from_value(v).ok_or("error: a result has no data\n")?;
        let path = dir.join(format!("{i}.npy"));
        // A reader never sees half a file: it appears under its name when it is complete.
        let partial = dir.join(format!(".{i}.npy.{}", std::process::id()));
        let written =
            std::fs::write(&partial, write_npy(&array)).and_then(|()| std::fs::rename(&partial, &path));
        written.map_err(|e| format!("error: {}: {e}\n", path.display()))?;
    }
    Ok(String::new())
}

fn shorten(mut text: String) -> String {
    const LIMIT: usize = 2000;
    if text.len() > LIMIT {
        let end = (0..=LIMIT).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
        text.truncate(end);
        text.push_str(" …");
    }
    text
}

fn compare(cli: &Cli, got: &[Data], want: &[Data]) -> Result<String, String> {
    let mut worst = 0f64;
    for (n, (g, w)) in got.iter().zip(want).enumerate() {
        let (Some(g), Some(w)) = (g.elements(), w.elements()) else { continue };
        if g.len() != w.len() {
            return Err(format!("error: result #{n} has {} elements, not {}\n", g.len(), w.len()));
        }
        for i in 0..g.len().min(w.len()) {
            let (a, b) = (g.at(i), w.at(i));
            let (x, y) = (a.complex(), b.complex());
            let near = |x: f64, y: f64| {
                x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= cli.atol + cli.rtol * y.abs()
            };
            let same = if g.elem.is_float() || matches!(g.elem, Elem::Complex(_)) {
                near(x.re, y.re) && near(x.im, y.im)
            } else {
                a == b
            };
            if !same {
                let [a, b] = [(a, x), (b, y)].map(|(number, c)| match g.elem {
                    Elem::Complex(_) => c.to_string(),
                    _ => number.real().to_string(),
                });
                return Err(format!("error: result #{n} differs at element {i}: {a} is not {b}\n"));
            }
            worst = worst.max((x.re - y.re).abs()).max((x.im - y.im).abs());
        }
    }
    Ok(format!("results agree with the interpreter; largest difference {worst:e}\n"))
}

fn benchmark(
    cli: &Cli,
    program: &Executable,
    inputs: &[TensorRef<'_>],
    n: u32,
    compile_ms: f64,
) -> Result<String, String> {
    let open = program.signature.inputs.iter().chain(&program.signature.outputs).any(TensorSpec::is_open);
    let bytes: Vec<&[u8]> = inputs.iter().map(|t| t.bytes).collect();
    let mut outputs: Vec<Vec<u8>> = program.signature.outputs.iter().map(|s| vec![0; s.bytes()]).collect();
    let mut once = || {
        let mut slices: Vec<&mut [u8]> = outputs.iter_mut().map(Vec::as_mut_slice).collect();
        let start = Instant::now();
        if open {
            program.run_tensors(inputs)?;
        } else {
            program.run_into(&bytes, &mut slices)?;
        }
        Ok::<f64, String>(start.elapsed().as_secs_f64() * 1e6)
    };
    for _ in 0..n.min(10) {
        once()?;
    }
    let mut times = (0..n).map(|_| once()).collect::<Result<Vec<f64>, _>>()?;
    times.sort_by(f64::total_cmp);
    let (min, median, max) = (times[0], times[times.len() / 2], times[times.len() - 1]);
    if cli.json {
        let value = serde_json::json!({
            "runs": n, "compile_ms": compile_ms, "min_us": min, "median_us": median, "max_us": max,
        });
        return Ok(format!("{value}\n"));
    }
    Ok(format!(
        "compiled in {compile_ms:.1} ms; {n} runs: min {min:.1} us, median {median:.1} us, max {max:.1} us\n"
    ))
}
