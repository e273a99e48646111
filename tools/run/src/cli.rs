//! The command line of `strata-run`.

use std::{path::PathBuf, process::ExitCode, sync::Arc, time::Instant};

use clap::Parser;
use strata_codegen_llvm::Target;
use strata_interp::{
    C64, Elem, Interpreter, NpyArray, Num, Value as Data, npy::dtype_of, read_npy, write_npy,
};
use strata_ir::prelude::{Body, Context};

use crate::{
    driver::{self, CompileOptions},
    executable::Executable,
    signature::{TensorSpec, signature},
};

/// Compiles a program and runs it on real data.
///
/// Example: strata-run model.mlir --input a.npy --input b.npy --output-dir out
#[derive(Parser, Debug)]
#[command(name = "strata-run", version)]
pub struct Cli {
    /// The program: StableHLO, or any level below it that starts from tensors.
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
    /// Where results go, as 0.npy, 1.npy, …; they are printed when it is missing.
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,
    /// What runs the program.
    #[arg(long, default_value = "cpu", value_parser = ["cpu", "interpreter"])]
    pub target: String,
    /// The CPU to compile for.
    #[arg(long, default_value = "native")]
    pub mcpu: String,
    /// CPU features, as +avx2,-avx512f.
    #[arg(long, default_value = "")]
    pub mattr: String,
    /// A pipeline instead of strata-cpu-pipeline; it must end in the llvm dialect.
    #[arg(long, value_name = "PIPELINE")]
    pub pass_pipeline: Option<String>,
    /// Times N runs after warm-up.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100")]
    pub benchmark: Option<u32>,
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
    let name = cli.file.display().to_string();
    let bytes = std::fs::read(&cli.file).map_err(|e| format!("strata-run: {name}: {e}\n"))?;
    let cx = driver::context();
    let module = driver::load(&cx, &name, bytes)?;
    let specs = signature(&module, &cli.entry).map_err(|d| d.render(&cx))?;
    let inputs = match cli.random_inputs {
        Some(seed) => random(&cx, &specs.inputs, seed)?,
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
    let target = Target::new(None, &cli.mcpu, &cli.mattr).map_err(|e| format!("error: {e}\n"))?;
    let options = CompileOptions {
        target,
        entry: cli.entry.clone(),
        prefix: "strata".into(),
        pipeline: cli.pass_pipeline.clone(),
    };
    let mut module = module;
    let start = Instant::now();
    let program = Executable::compile(&mut module, &options)?;
    let compile_ms = start.elapsed().as_secs_f64() * 1e3;
    let arrays: Vec<NpyArray> = inputs.iter().filter_map(NpyArray::from_value).collect();
    let bytes: Vec<&[u8]> = arrays.iter().map(|a| a.data.as_slice()).collect();
    let outputs = program.run(&bytes)?;
    let values = outputs
        .into_iter()
        .zip(&specs.outputs)
        .map(|(data, spec)| to_value(&cx, spec, data))
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
            out.push_str(&benchmark(cli, &program, &bytes, n.max(1), compile_ms)?);
        }
        None => out.push_str(&emit(cli, &cx, &values)?),
    }
    Ok(out)
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
    inputs: &[&[u8]],
    n: u32,
    compile_ms: f64,
) -> Result<String, String> {
    let mut outputs: Vec<Vec<u8>> = program.signature.outputs.iter().map(|s| vec![0; s.bytes()]).collect();
    let mut once = || {
        let mut slices: Vec<&mut [u8]> = outputs.iter_mut().map(Vec::as_mut_slice).collect();
        let start = Instant::now();
        program.run_into(inputs, &mut slices)?;
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
