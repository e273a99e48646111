//! A run of the tool: from the command line, a program and its arguments to results.

use std::{
    ffi::OsString,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use strata_cli::Printed;
use strata_codegen_llvm::Target as Processor;
use strata_diagnostics::{Color, Style};
use strata_driver::{
    CancelToken, CompileCache, CompileOptions, Compiler, Cost, Executable, Program, Progress, TensorRef,
    TensorSpec, border::Border, program, value::to_value,
};
use strata_interp::{GridSize, NpyArray, Value as Data};
use strata_ir::prelude::{Body, Context};
use strata_process::{FAILED, Output, TIMED_OUT, Timeout};

use crate::{
    arguments, bench,
    cli::{Cli, MOST_PROCESSES},
    compare,
    cost_table::{cost_json, cost_table},
    dump, profile,
    ranks::Ranks,
    report::Report,
    results,
    sharded::Loaded,
    signature, thread_report,
};

/// Stack size of the worker thread; deeply nested input needs more than the main thread may have.
pub(crate) const STACK: usize = 256 << 20;

/// Runs the tool on the arguments of the process.
pub fn main() -> ExitCode {
    strata_process::finish("strata-run", &main_with(std::env::args_os().skip(1).collect()))
}

/// Runs the tool on arguments as the only work of this process; the caller writes the output.
pub fn main_with(args: Vec<OsString>) -> Output {
    strata_cli::main_with(c"strata-run", args, STACK, |cli: Cli, args| whole(&cli, &args).map(Printed::from))
}

/// A complete run within its time limit, with a reproducer for internal errors. The error is a message and an exit status.
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
    let pipeline = cli.compile_options().ok().and_then(|options| options.pipeline_text(&[], None).ok());
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

/// Runs the tool. Returns the text to print, or the reason of a failure.
pub fn run(cli: &Cli) -> Result<String, String> {
    let name = cli.file.display().to_string();
    let bytes = read(&cli.file).map_err(|e| format!("strata-run: {name}: {e}\n"))?;
    run_on(cli, &name, bytes, &CancelToken::new())
}

/// As [`run`], with the bytes of a program.
fn run_on(cli: &Cli, name: &str, bytes: Vec<u8>, cancel: &CancelToken) -> Result<String, String> {
    if cli.mcpu == "help" || cli.mattr == "help" {
        return Processor::help(None).map_err(|e| format!("error: {e}\n"));
    }
    if let Some(n) = cli.benchmark_compile {
        let read = || Ok(read_program(cli, name, bytes.clone())?.program);
        return bench::benchmark_compile(&cli.compiler(&CancelToken::new())?, read, n.max(1), cli.format());
    }
    let size = grid_size(cli)?;
    let mut loaded = read_program(cli, name, bytes)?;
    let cx = Arc::clone(loaded.program.module().cx_arc());
    let signature = loaded.signature.clone();
    if cli.signature {
        return Ok(signature::show(&cli.entry, &signature, cli.format()));
    }
    cli.entry_point_result.map_or(Ok(()), |wanted| wanted.check(&signature))?;
    let cost = Cost::count(loaded.program.module(), &cli.entry);
    let mut report = Report::new(cli.format());
    if cli.cost {
        report.section("cost", (cost_table(&cost, cli.links()), cost_json(&cost, cli.links())));
        return Ok(report.finish());
    }
    let ranks = Ranks::open(cli, size.processes())?;
    // Arrays that are divided among partitions are given once for each replica.
    let count = if loaded.shardings.is_some() { size.replicas } else { size.processes() };
    let inputs = arguments::read(&cli.given(), &cx, &signature, count)?;
    let arrays: Vec<Vec<NpyArray>> = inputs.iter().map(|values| arguments::arrays(values)).collect();
    let arrays = loaded.divide(arrays, size.partitions);
    drop(inputs);
    let reference =
        reference((cli, ranks.as_ref()), &loaded.program, &signature.outputs, (size, &arrays), cancel)?;
    let check = |report: &mut Report, values: &[Vec<Data>]| {
        if let Some((reference, with)) = &reference {
            let text = compare::compare(cli.tolerance(), values, reference, with)?;
            let value = json!({ "with": with, "text": text });
            report.section("compare", (text, value));
        }
        Ok::<(), String>(())
    };
    let destination = cli.destination();
    let compiler = cli.compiler(cancel)?;
    if cli.target == "interpreter" {
        let values = execute(&cx, &compile(&compiler, &mut loaded.program)?, (size, None), &arrays)?;
        check(&mut report, &values)?;
        let values = loaded.assemble(&cx, values, size.partitions)?;
        emit(cli, &mut report, &cx, &signature.outputs, &values)?;
        return Ok(report.finish());
    }
    let backend = compiler.target().backend();
    cli.refuse_combinations(size, backend.is_some())?;
    let variable =
        || std::env::var_os("STRATA_DUMP_TO").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    if let (Some(folder), Some(options)) = (cli.dump_dir.clone().or_else(variable), compiler.options()) {
        let options = CompileOptions { entry: loaded.program.entry().to_owned(), ..options.clone() };
        dump::dump(loaded.program.module(), &options, backend, &folder)?;
    }
    let progress = Progress::new("compiling", 1);
    let start = Instant::now();
    let executable = compile(&compiler.clone().with_stage(progress.stage()), &mut loaded.program)?;
    let compile_ms = start.elapsed().as_secs_f64() * 1e3;
    drop(progress);
    strata_runtime_cpu::guard::report_faults_of(name);
    let run = || execute(&cx, &executable, (size, ranks.as_ref()), &arrays);
    let (values, times) = match &cli.profile {
        Some(file) => {
            profile::profile(file, loaded.program.module(), &cost, run).map(|(v, times)| (v, Some(times)))?
        }
        None => (run()?, None),
    };
    if !ranks.as_ref().map_or(Ok(true), Ranks::finish)? {
        return Ok(String::new());
    }
    check(&mut report, &values)?;
    let values = loaded.assemble(&cx, values, size.partitions)?;
    match cli.benchmark {
        Some(_) if size.processes() > 1 => {
            return Err("error: several processes are not timed\n".into());
        }
        Some(n) => {
            if !destination.is_standard_output() {
                results::emit(destination, &cx, &signature.outputs, &values)?;
            }
            let sizes = sizes(&arrays[0]);
            let timed = bench::Timed { executable: &executable, cost: &cost, compile_ms, runs: n.max(1) };
            let place = if backend.is_some() { bench::Place::Device } else { bench::Place::Host };
            report.fields(bench::benchmark(&timed, &tensors(&arrays[0], &sizes), place)?);
        }
        None => emit(cli, &mut report, &cx, &signature.outputs, &values)?,
    }
    times.into_iter().for_each(|times| report.section("profile", times));
    simulate(cli, &mut report, loaded.program.module(), (&executable, &cost), &arrays[0])?;
    if cli.counters {
        let text = backend.and_then(|b| b.report()).unwrap_or_default();
        report.section("counters", (text.clone(), text.into()));
    }
    if cli.memory {
        report.section("memory", memory(&executable, &arrays[0], &values[0]));
    }
    Ok(report.finish())
}

/// Adds a simulation of the program on more threads to a report, if there is to be one.
fn simulate(
    cli: &Cli,
    report: &mut Report,
    module: &Body,
    (program, cost): (&Executable, &Cost),
    arrays: &[NpyArray],
) -> Result<(), String> {
    if cli.simulate_threads {
        let sizes = sizes(arrays);
        report.section("threads", thread_report::report(module, program, &tensors(arrays, &sizes), cost)?);
    }
    Ok(())
}

/// The processes of a run.
fn grid_size(cli: &Cli) -> Result<GridSize, String> {
    let size = GridSize { replicas: cli.replicas.into(), partitions: cli.partitions.into() };
    // Costs are counted for any number of devices.
    if size.processes() > MOST_PROCESSES as usize && !cli.cost {
        return Err(format!("error: more than {MOST_PROCESSES} processes\n"));
    }
    Ok(size)
}

/// The results of each process, and where they come from.
type Reference = (Vec<Vec<Data>>, String);

/// The results that those of the program are compared with, if they are.
fn reference(
    (cli, ranks): (&Cli, Option<&Ranks>),
    program: &Program,
    specs: &[TensorSpec],
    (size, arrays): (GridSize, &[Vec<NpyArray>]),
    cancel: &CancelToken,
) -> Result<Option<Reference>, String> {
    let cx = program.module().cx();
    // One rank has all results.
    let compared = cli.compare.as_deref().filter(|_| ranks.is_none_or(Ranks::is_first));
    Ok(match compared {
        None => None,
        Some("interpreter") if cli.target == "interpreter" => {
            return Err("error: the interpreter is compared with itself\n".into());
        }
        Some("interpreter") => {
            let interpreted = Compiler::new(cli.interpreter(cancel)).compile(program)?;
            Some((execute(cx, &interpreted, (size, None), arrays)?, "the interpreter".to_owned()))
        }
        Some(file) => {
            let results = compare::reference(&cli.entry, cx, file, specs, size.processes())?;
            Some((results, file.to_owned()))
        }
    })
}

/// Writes the results to files, or adds them to a report that is text.
fn emit(
    cli: &Cli,
    report: &mut Report,
    cx: &Context,
    specs: &[TensorSpec],
    values: &[Vec<Data>],
) -> Result<(), String> {
    let to = cli.destination();
    if let Some(result) = cli.entry_point_result.filter(|_| to.is_standard_output()) {
        report.text(&result.text(cx, values));
    } else if !(report.is_json() && to.is_standard_output()) {
        report.text(&results::emit(to, cx, specs, values)?);
    }
    Ok(())
}

/// The program that the command line names.
fn read_program(cli: &Cli, name: &str, bytes: Vec<u8>) -> Result<Loaded, String> {
    let progress = Progress::new("reading the program", 1);
    let terminal = strata_process::error_terminal().map(|t| Color::from_support(t.colors));
    let context = program::context_with(Style::choose(cli.diagnostics, terminal));
    let module = program::load(&context, name, bytes)?;
    drop(progress);
    Loaded::new(module, &cli.entry, cli.partitions.into())
}

/// Runs a program, in one process or several, and gives the results of each.
fn execute(
    cx: &Context,
    program: &Executable,
    (size, ranks): (GridSize, Option<&Ranks>),
    arrays: &[Vec<NpyArray>],
) -> Result<Vec<Vec<Data>>, String> {
    let specs = &program.signature.outputs;
    if size == GridSize::ONE && ranks.is_none() {
        let sizes = sizes(&arrays[0]);
        let outputs = program.run_tensors(&tensors(&arrays[0], &sizes))?;
        let one = |((data, shape), spec): ((Vec<u8>, Vec<i64>), &TensorSpec)| {
            to_value(cx, &spec.with_shape(&shape), data).map_err(String::from)
        };
        return Ok(vec![outputs.into_iter().zip(specs).map(one).collect::<Result<_, _>>()?]);
    }
    let bytes: Vec<Vec<&[u8]>> =
        arrays.iter().map(|list| list.iter().map(|a| a.data.as_slice()).collect()).collect();
    let outputs = match ranks {
        Some(ranks) => ranks.run(program, size.replicas, size.partitions, &bytes)?,
        None => program.run_on_grid(size.replicas, size.partitions, &bytes)?,
    };
    let process = |results: Vec<Vec<u8>>| {
        let pairs = results.into_iter().zip(specs);
        pairs.map(|(data, spec)| to_value(cx, spec, data).map_err(String::from)).collect()
    };
    outputs.into_iter().map(process).collect()
}

fn sizes(arrays: &[NpyArray]) -> Vec<Vec<i64>> {
    arrays.iter().map(|a| a.shape.iter().map(|&d| d as i64).collect()).collect()
}

fn tensors<'a>(arrays: &'a [NpyArray], sizes: &'a [Vec<i64>]) -> Vec<TensorRef<'a>> {
    arrays.iter().zip(sizes).map(|(a, sizes)| TensorRef { bytes: &a.data, sizes }).collect()
}

/// The memory that the program needed: buffers of the caller, and those that it asked for itself.
fn memory(program: &Executable, arguments: &[NpyArray], results: &[Data]) -> (String, Value) {
    let bytes = |arrays: &[NpyArray]| arrays.iter().map(|a| a.data.len() as u64).sum::<u64>();
    let (given, made) = (bytes(arguments), bytes(&arguments::arrays(results)));
    let used = program.memory();
    let sum = |f: fn(&strata_runtime_cpu::MemoryUse) -> u64| used.iter().map(f).sum::<u64>();
    let (peak, kept, requests) = (sum(|m| m.peak), sum(|m| m.kept), sum(|m| m.requests));
    let device: u64 = program.device_memory().iter().map(|m| m.peak).sum();
    let value = json!({
        "argument_bytes": given, "result_bytes": made, "peak_temporary_bytes": peak, "kept_bytes": kept,
        "requests": requests, "peak_device_bytes": device,
    });
    let device =
        if device == 0 { String::new() } else { format!("memory of the device {device} B at most\n") };
    let text = format!(
        "arguments {given} B, results {made} B, temporary buffers {peak} B at most ({kept} B kept, {requests} requests)\n{device}"
    );
    (text, value)
}

/// Compiles a program, and says what is wrong with the cache.
fn compile(compiler: &Compiler, program: &mut Program) -> Result<Executable, String> {
    let executable = compiler.compile_in_place(program);
    for warning in compiler.cache().map(CompileCache::take_warnings).unwrap_or_default() {
        eprintln!("warning: {warning}");
    }
    Ok(executable?)
}
