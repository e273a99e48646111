//! `--benchmark` and `--benchmark-compile`: measures run time and compile time.

use std::time::Instant;

use serde_json::{Value, json};
use strata_driver::{
    CompileCache, Compiler, Cost, Executable, Program, Progress, RunError, TensorRef, TensorSpec,
};

use crate::units::bytes_text;

/// The output format of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Text for users.
    Text,
    /// JSON for programs.
    Json,
}

/// The memory that holds arguments and results while calls are timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Memory of the host.
    Host,
    /// Memory of the device, which is possible where all sizes are known before the call.
    Device,
}

/// A program whose runs are timed.
pub(crate) struct Timed<'a> {
    /// The program.
    pub executable: &'a Executable,
    /// The cost of a run.
    pub cost: &'a Cost,
    /// The compile time in milliseconds.
    pub compile_ms: f64,
    /// The number of runs.
    pub runs: u32,
}

/// Times the compilation from a program's text, which `read` reads, to callable functions.
pub(crate) fn benchmark_compile(
    compiler: &Compiler,
    read: impl Fn() -> Result<Program, String>,
    n: u32,
    format: Format,
) -> Result<String, String> {
    let progress = Progress::new("compiling", n);
    let compiler = &compiler.clone().with_stage(progress.stage());
    let once = || {
        let start = Instant::now();
        compiler.compile_in_place(&mut read()?)?;
        progress.step();
        Ok::<f64, String>(start.elapsed().as_secs_f64() * 1e3)
    };
    let before = processor_seconds();
    let times = (0..n).map(|_| once()).collect::<Result<Vec<f64>, _>>();
    for warning in compiler.cache().map(CompileCache::take_warnings).unwrap_or_default() {
        eprintln!("warning: {warning}");
    }
    let mut times = times?;
    let used = processor_seconds().zip(before).map(|(after, before)| (after - before) * 1e3 / f64::from(n));
    times.sort_by(f64::total_cmp);
    let (min, median) = (times[0], times[times.len() / 2]);
    if format == Format::Json {
        let value = json!({
            "compilations": n, "min_ms": min, "median_ms": median, "processor_ms": used,
        });
        return Ok(format!("{value}\n"));
    }
    let used = used.map_or(String::new(), |ms| format!(", {ms:.0} ms of processors each"));
    Ok(format!("{n} compilations: min {min:.1} ms, median {median:.1} ms{used}\n"))
}

/// Processor seconds of all threads of this process, with a resolution of a hundredth, where the system reports them.
fn processor_seconds() -> Option<f64> {
    /// Linux clock ticks per second, on all current machines.
    const TICKS: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may contain any character. After it, user and system time are fields 12 and 13.
    let (_, fields) = text.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11).map(|field| field.parse::<f64>().ok());
    Some((times.next()?? + times.next()??) / TICKS)
}

/// Runs of a program on the same inputs, whose results go to the same buffers unless their sizes are not known before.
pub(crate) struct Repeated<'a> {
    program: &'a Executable,
    inputs: &'a [TensorRef<'a>],
    bytes: Vec<&'a [u8]>,
    outputs: Option<Vec<Vec<u8>>>,
}

impl<'a> Repeated<'a> {
    pub(crate) fn new(program: &'a Executable, inputs: &'a [TensorRef<'a>]) -> Result<Self, String> {
        let specs = || program.signature.inputs.iter().chain(&program.signature.outputs);
        let outputs = if specs().any(TensorSpec::is_dynamic) { None } else { Some(program.new_outputs()?) };
        Ok(Self { program, inputs, bytes: inputs.iter().map(|t| t.bytes).collect(), outputs })
    }
    pub(crate) fn run(&mut self) -> Result<(), String> {
        let Some(outputs) = &mut self.outputs else {
            return Ok(drop(self.program.run_tensors(self.inputs)?));
        };
        let mut slices: Vec<&mut [u8]> = outputs.iter_mut().map(Vec::as_mut_slice).collect();
        Ok(self.program.run_into(&self.bytes, &mut slices)?)
    }
}

/// Times runs of a program.
pub(crate) fn benchmark(
    timed: &Timed<'_>,
    inputs: &[TensorRef<'_>],
    place: Place,
) -> Result<(String, Value), String> {
    let Timed { executable: program, cost, compile_ms, runs: n } = *timed;
    let mut repeated = Repeated::new(program, inputs)?;
    let dynamic = repeated.outputs.is_none();
    let bytes: Vec<&[u8]> = inputs.iter().map(|t| t.bytes).collect();
    let results = program.signature.outputs.iter().map(TensorSpec::bytes).sum::<usize>();
    let moved = bytes.iter().map(|b| b.len()).sum::<usize>() + results;
    if !dynamic && place == Place::Device && !program.device_memory().is_empty() {
        return on_device(timed, &bytes, moved);
    }
    let progress = Progress::new("running", n + n.min(10));
    let mut once = || {
        let start = Instant::now();
        repeated.run()?;
        let us = start.elapsed().as_secs_f64() * 1e6;
        progress.step();
        Ok::<f64, String>(us)
    };
    for _ in 0..n.min(10) {
        once()?;
    }
    let mut times = (0..n).map(|_| once()).collect::<Result<Vec<f64>, _>>()?;
    drop(progress);
    times.sort_by(f64::total_cmp);
    let (min, median, max) = (times[0], times[times.len() / 2], times[times.len() - 1]);
    // Operations that a cost model counts are no property of a program of unknown sizes, or with loops of unknown length.
    let known = !dynamic && !cost.at_least && cost.operations > 0.0;
    let gflops = known.then(|| cost.operations / median / 1e3);
    // The least traffic: arguments and results, once.
    let gbytes = moved as f64 / median / 1e3;
    let peak = program.memory().iter().map(|m| m.peak).sum::<u64>();
    let value = json!({
        "runs": n, "compile_ms": compile_ms, "min_us": min, "median_us": median, "max_us": max,
        "operations": cost.operations, "gflop_s": gflops, "gb_s": gbytes, "peak_temporary_bytes": peak,
    });
    let gflops = gflops.map_or(String::new(), |g| format!("{g:.2} GFLOP/s, "));
    let text = format!(
        "compiled in {compile_ms:.1} ms; {n} runs: min {min:.1} us, median {median:.1} us, max {max:.1} us\n\
         {gflops}{gbytes:.2} GB/s of arguments and results; {} of temporary buffers at most\n",
        bytes_text(peak)
    );
    Ok((text, value))
}

/// The number of series of consecutive calls; the median series is reported.
const SERIES: u32 = 5;
/// The most seconds for single calls, and for all series together; at least [`FEWEST`] calls are made in any case.
const LONGEST: f64 = 2.0;
/// The fewest calls, if so many are requested.
const FEWEST: u32 = 3;

/// Times runs of a program whose arguments and results stay in memory of its device: single calls, and series of consecutive calls.
fn on_device(timed: &Timed<'_>, inputs: &[&[u8]], moved: usize) -> Result<(String, Value), String> {
    let Timed { executable: program, cost, compile_ms, runs: n } = *timed;
    let text = |e: RunError| format!("error: {e}\n");
    let mut resident = program.resident(inputs, true)?;
    let begin = Instant::now();
    for i in 0..n.clamp(2, 10) {
        if i < 2 || begin.elapsed().as_secs_f64() < LONGEST {
            resident.call().map_err(text)?;
            resident.synchronize().map_err(text)?;
        }
    }
    let begin = Instant::now();
    let mut times = Vec::new();
    while (times.len() as u32) < n.min(FEWEST)
        || (times.len() as u32) < n && begin.elapsed().as_secs_f64() < LONGEST
    {
        let start = Instant::now();
        resident.call().map_err(text)?;
        resident.synchronize().map_err(text)?;
        times.push(start.elapsed().as_secs_f64() * 1e6);
    }
    times.sort_by(f64::total_cmp);
    let (min, median, max) = (times[0], times[times.len() / 2], times[times.len() - 1]);
    let fit = LONGEST * 1e6 / f64::from(SERIES) / median;
    let calls = (n / SERIES).min(fit as u32).max(1);
    let mut series = Vec::new();
    for _ in 0..n.min(SERIES) {
        let start = Instant::now();
        for _ in 0..calls {
            resident.call().map_err(text)?;
        }
        resident.synchronize().map_err(text)?;
        series.push(start.elapsed().as_secs_f64() * 1e6 / f64::from(calls));
    }
    series.sort_by(f64::total_cmp);
    let (each, n) = (series[series.len() / 2], times.len());
    let (gflops, gbytes) = (cost.operations / each / 1e3, moved as f64 / each / 1e3);
    let recorded = resident.is_recorded();
    drop(resident);
    let peak = program.device_memory().iter().map(|m| m.peak).sum::<u64>();
    let value = json!({
        "runs": n, "compile_ms": compile_ms, "min_us": min, "median_us": median, "max_us": max, "each_us": each,
        "operations": cost.operations, "gflop_s": gflops, "gb_s": gbytes, "peak_device_bytes": peak,
        "recorded": recorded,
    });
    let text = format!(
        "compiled in {compile_ms:.1} ms; {n} runs: min {min:.1} us, median {median:.1} us, max {max:.1} us; one behind the other \
         {each:.1} us each{}\n{gflops:.2} GFLOP/s, {gbytes:.2} GB/s of arguments and results; {} of the device at most\n",
        if recorded { ", as a graph" } else { "" },
        bytes_text(peak)
    );
    Ok((text, value))
}
