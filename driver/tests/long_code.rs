//! Programs of long straight-line code: their functions are cut into parts, the results are the same, and the time of code generation, that
//! of LLVM, is in proportion to the program.

use std::{fmt::Write as _, time::Duration};

use strata_driver::{Buffer, Compiler, Executable, HostBuffer, Program, Target, Threads};

const V: &str = "tensor<8xf32>";

/// Compiles a program on this thread alone. Returns what it takes of a processor, too.
fn compile(text: &str) -> (Executable, Duration) {
    let program = Program::load("test.mlir", text).unwrap_or_else(|e| panic!("{e}"));
    let compiler = Compiler::new(Target::host().expect("the host is a target"))
        .with_threads(Threads::new(1))
        .with_run_threads(1);
    let before = processor_time();
    let executable = compiler.compile(&program).unwrap_or_else(|e| panic!("{e}"));
    (executable, processor_time().saturating_sub(before))
}

/// The time that this thread had a processor.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0))
}

/// A program of `n` ops, each on the result of the one before.
fn chain(n: usize, op: fn(usize) -> &'static str, second: &str) -> String {
    let mut text = format!("func.func @main(%x: {V}, %y: {V}) -> {V} {{\n");
    for i in 0..n {
        let from = if i == 0 { "%x".to_owned() } else { format!("%v{}", i - 1) };
        let _ = writeln!(text, "  %v{i} = stablehlo.{} {from}{second} : {V}", op(i));
    }
    let _ = writeln!(text, "  return %v{} : {V}\n}}", n - 1);
    text
}

/// The arguments of a function, and what a program does with all of them.
fn of_arguments(n: usize, ops: &str, results: &str) -> String {
    let list: Vec<String> = (0..n).map(|i| format!("%x{i}: {V}")).collect();
    format!("func.func @main({}) -> {results} {{\n{ops}}}\n", list.join(", "))
}

fn sum(n: usize) -> String {
    let mut ops = String::new();
    for i in 1..n {
        let from = if i == 1 { "%x0".to_owned() } else { format!("%v{}", i - 1) };
        let _ = writeln!(ops, "  %v{i} = stablehlo.add {from}, %x{i} : {V}");
    }
    of_arguments(n, &format!("{ops}  return %v{} : {V}\n", n - 1), V)
}

fn concatenation(n: usize) -> String {
    let (names, types): (Vec<String>, Vec<&str>) = (0..n).map(|i| (format!("%x{i}"), V)).unzip();
    let (names, types, whole) = (names.join(", "), types.join(", "), format!("tensor<{}xf32>", 8 * n));
    let ops = format!(
        "  %y = stablehlo.concatenate {names}, dim = 0 : ({types}) -> {whole}\n  return %y : {whole}\n"
    );
    of_arguments(n, &ops, &whole)
}

fn run(executable: &Executable, inputs: &[Vec<f32>]) -> Vec<f32> {
    let buffers: Vec<HostBuffer> = (inputs.iter())
        .map(|numbers| HostBuffer::new(&[numbers.len() as i64], numbers).unwrap_or_else(|e| panic!("{e}")))
        .collect();
    let buffers: Vec<&dyn Buffer> = buffers.iter().map(|buffer| buffer as &dyn Buffer).collect();
    let results = executable.execute(&buffers).unwrap_or_else(|e| panic!("{e}"));
    results[0].to_vec().expect("floats")
}

#[test]
fn parts_compute_what_the_whole_does() {
    let numbers = |first: usize| -> Vec<f32> { (first..first + 8).map(|i| i as f32).collect() };
    let text = chain(10_000, |i| ["add", "subtract", "add"][i % 3], ", %y");
    let want: Vec<f32> = numbers(1).iter().zip(numbers(2)).map(|(x, y)| x + 3334.0 * y).collect();
    assert_eq!(run(&compile(&text).0, &[numbers(1), numbers(2)]), want);
    // Functions of many arguments take arrays of them.
    let inputs: Vec<Vec<f32>> = (0..3000).map(numbers).collect();
    let want: Vec<f32> = (0..8).map(|k| (0..3000).map(|i| (i + k) as f32).sum()).collect();
    assert_eq!(run(&compile(&sum(3000)).0, &inputs), want);
    assert_eq!(run(&compile(&concatenation(300)).0, &inputs[..300]), inputs[..300].concat());
}

#[test]
fn code_generation_is_in_proportion_to_the_program() {
    const FACTOR: usize = 8;
    let shapes: [(&str, &dyn Fn(usize) -> String, usize); 3] = [
        ("exponentials", &|n| chain(n, |_| "exponential", ""), 350),
        ("sum of arguments", &sum, 500),
        ("concatenation", &concatenation, 300),
    ];
    for (name, text, n) in shapes {
        // The least of several times, as other processes may disturb the caches.
        let time = |n: usize, runs: usize| (0..runs).map(|_| compile(&text(n)).1).min().unwrap_or_default();
        let exponent = |runs: usize| {
            let (small, large) = (time(n, 2 * runs), time(FACTOR * n, runs));
            (large.as_secs_f64() / small.as_secs_f64()).ln() / (FACTOR as f64).ln()
        };
        let first = exponent(1);
        // Quadratic growth is 2.
        assert!(first < 1.35 || exponent(3) < 1.35, "{name}: the time grows with exponent {first:.2}");
    }
}
