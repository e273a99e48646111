//! Adversarial sizes: programs whose sizes, offsets and strides are arguments are compiled once and called with numbers at the limits of
//! their types. Native code and the interpreter must give the same tensors, or both an error.
//!
//! If the environment enables guard pages, an access outside of a buffer ends the process with a message that names the program.

mod programs;

use std::{panic, sync::Arc};

pub use programs::{PROGRAMS, Program};
use strata_codegen_llvm::Target;
use strata_driver::{
    Codegen, CompileCache, CompileOptions, Executable, TensorRef, TensorSpec, program, simulator::Simulator,
};
use strata_interp::{Elem, Interpreter, NpyArray, Value, npy::dtype_of};
use strata_ir::core::{Body, Context, DYNAMIC};
use strata_runtime_cpu::guard::report_faults_of;

use crate::Runner;

/// Numbers for the arguments of programs.
const NUMBERS: &[i64] = &[
    i64::MIN,
    i64::MIN + 1,
    -(1 << 31),
    -5,
    -1,
    0,
    1,
    2,
    3,
    7,
    i64::MAX - 1,
    i64::MAX,
    (1 << 31) - 1,
    1 << 31,
    1 << 32,
    1 << 58,
    1 << 61,
    1 << 62,
];

/// The most elements of a tensor in the interpreter. The memory of native code suffices for any program here with as many.
const MOST_ELEMENTS: usize = 1 << 16;

/// The numbers of checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Programs that were compiled.
    pub programs: usize,
    /// Calls with the same tensors from both.
    pub equal: usize,
    /// Calls that both rejected.
    pub refused: usize,
    /// Calls with more elements than the limit of the interpreter.
    pub large: usize,
}

impl Counts {
    /// Adds the counts of other programs.
    pub fn add(&mut self, other: Self) {
        self.programs += other.programs;
        self.equal += other.equal;
        self.refused += other.refused;
        self.large += other.large;
    }
}

/// The parameters of a check.
#[derive(Clone, Copy)]
pub struct How<'a> {
    /// The seed that selects the type of the numbers, and the calls with several changed numbers.
    pub seed: u64,
    /// The number of such calls.
    pub calls: usize,
    /// The device.
    pub runner: Runner,
    /// The compile cache.
    pub cache: Option<&'a CompileCache>,
}

/// Checks a program with numbers of one of its types.
///
/// # Errors
/// The difference, with the arguments.
pub fn check(program: &Program, ty: &str, how: How<'_>) -> Result<Counts, String> {
    let name = format!("{} of {ty}", program.name);
    report_faults_of(&name);
    let text = format!("func.func @main{}\n}}\n", program.body).replace("IDX", ty);
    let cx = program::context();
    let parse = || program::parse(&cx, program.name, &text).map_err(|e| format!("{name}: {e}\n{text}"));
    let target = Target::host().map_err(|e| e.to_string())?;
    let options = CompileOptions::new(target);
    let simulator = Simulator::new(None);
    let backend =
        (how.runner == Runner::Gpusim).then_some(&simulator as &dyn strata_driver::backend::Backend);
    let codegen = Codegen { backend, cache: how.cache, run_threads: 1, ..Codegen::default() };
    let executable = Executable::generate(&mut *parse()?, &options, Vec::new(), codegen);
    let executable = executable.map_err(|e| format!("{name}: {e}\n{text}"))?;
    let mut interpreter = Interpreter::new(&cx);
    interpreter.options.max_elements = MOST_ELEMENTS;
    let module = parse()?;
    let case = Case { cx: &cx, program, executable: &executable, interpreter: &interpreter, module: &module };
    let mut counts = Counts { programs: 1, ..Counts::default() };
    for numbers in lists(program, how) {
        let outcome = panic::catch_unwind(panic::AssertUnwindSafe(|| case.call(&numbers)));
        let outcome = outcome.unwrap_or_else(|_| Err("a panic".into()));
        match outcome.map_err(|why| format!("{name}: {numbers:?}: {why}"))? {
            Outcome::Equal => counts.equal += 1,
            Outcome::Refused => counts.refused += 1,
            Outcome::Large => counts.large += 1,
        }
    }
    Ok(counts)
}

/// The lists of numbers for the calls of a program: valid ones, each of these replaced by each number, all of them replaced by one
/// number, and random lists of both.
fn lists(program: &Program, how: How<'_>) -> Vec<Vec<i64>> {
    let good: Vec<i64> = program.numbers.iter().flat_map(|list| list.iter().copied()).collect();
    let mut all = vec![good.clone()];
    for &n in NUMBERS {
        all.push(vec![n; good.len()]);
        for i in 0..good.len() {
            let mut list = good.clone();
            list[i] = n;
            all.push(list);
        }
    }
    let mut state = how.seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut below = |n: usize| {
        // The middle bits of a linear congruential generator are random enough for choices.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    for _ in 0..if good.is_empty() { 0 } else { how.calls } {
        let mut list = good.clone();
        for n in &mut list {
            match below(4) {
                0 => *n = NUMBERS[below(NUMBERS.len())],
                1 => *n = n.wrapping_add(below(3) as i64 - 1),
                _ => (),
            }
        }
        // Two numbers, of which one cancels the change of the other.
        let (i, j) = (below(good.len()), below(good.len()));
        if i != j && below(4) == 0 {
            list[j] = list[i].wrapping_neg().wrapping_add(below(7) as i64 - 2);
        }
        all.push(list);
    }
    all
}

/// The outcome of a call.
enum Outcome {
    Equal,
    Refused,
    Large,
}

struct Case<'a> {
    cx: &'a Arc<Context>,
    program: &'a Program,
    executable: &'a Executable,
    interpreter: &'a Interpreter,
    module: &'a Body,
}

impl Case<'_> {
    fn call(&self, numbers: &[i64]) -> Result<Outcome, String> {
        let (mut inputs, mut rest) = (Vec::new(), numbers);
        for (i, spec) in self.executable.signature.inputs.iter().enumerate() {
            let elem = self.elem(spec)?;
            let sizes = match self.program.data.get(i) {
                Some(sizes) => sizes.to_vec(),
                None => spec.shape.clone(),
            };
            let n = sizes.iter().product::<i64>() as usize;
            let data: Vec<u8> = if i < self.program.data.len() {
                (0..n).flat_map(|i| plain(spec, elem, i)).collect()
            } else {
                let (own, others) = rest.split_at(n.min(rest.len()));
                rest = others;
                own.iter().flat_map(|n| n.to_le_bytes()[..spec.elem_bytes].to_vec()).collect()
            };
            inputs.push((data, sizes));
        }
        let refs: Vec<TensorRef<'_>> =
            inputs.iter().map(|(bytes, sizes)| TensorRef { bytes, sizes }).collect();
        let got = self.executable.run_tensors(&refs);
        let mut values = Vec::new();
        for ((data, sizes), spec) in inputs.iter().zip(&self.executable.signature.inputs) {
            let shape = sizes.iter().map(|&d| d as usize).collect();
            let array = NpyArray { dtype: dtype_of(self.elem(spec)?), shape, data: data.clone() };
            values.push(array.to_value(self.cx, self.sized(spec, sizes))?);
        }
        let wanted = self.interpreter.interpret(self.module, "main", values);
        let wanted = match (&got, wanted) {
            (_, Err(why)) if why.message.contains("more than") => return Ok(Outcome::Large),
            (Err(_), Err(_)) => return Ok(Outcome::Refused),
            (Err(why), Ok(wanted)) => {
                let shapes: Vec<String> = wanted.iter().map(Value::describe).collect();
                return Err(format!("native code says {why:?}, the interpreter gives {}", shapes.join(", ")));
            }
            (Ok(got), Err(why)) => {
                let shapes: Vec<&Vec<i64>> = got.iter().map(|g| &g.1).collect();
                return Err(format!(
                    "native code gives {shapes:?}, the interpreter says {}",
                    why.render(self.cx)
                ));
            }
            (Ok(_), Ok(wanted)) => wanted,
        };
        for ((bytes, sizes), wanted) in got.iter().flatten().zip(&wanted) {
            let wanted = NpyArray::from_value(wanted).ok_or("a result is no tensor")?;
            let shape: Vec<i64> = wanted.shape.iter().map(|&d| d as i64).collect();
            if *sizes != shape {
                return Err(format!("native code gives the sizes {sizes:?}, the interpreter {shape:?}"));
            }
            if *bytes != wanted.data {
                return Err(format!("native code gives {bytes:?}, the interpreter {:?}", wanted.data));
            }
        }
        Ok(Outcome::Equal)
    }

    fn elem(&self, spec: &TensorSpec) -> Result<Elem, String> {
        Elem::from_type(self.cx, self.cx.elem_or_self(spec.ty))
            .ok_or_else(|| "no such element type".to_owned())
    }

    /// The type of an argument with its sizes.
    fn sized(&self, spec: &TensorSpec, sizes: &[i64]) -> strata_ir::prelude::Type {
        match spec.shape.contains(&DYNAMIC) || spec.is_dynamic() {
            true => self.cx.tensor(sizes, self.cx.elem_or_self(spec.ty)),
            false => spec.ty,
        }
    }
}

/// Element `i` of an argument: small numbers, or truth values, of which only the lowest bit is significant.
fn plain(spec: &TensorSpec, elem: Elem, i: usize) -> Vec<u8> {
    let n = i as i64 % 5 + 1;
    match (spec.elem.as_str(), spec.elem_bytes) {
        ("f32", _) => (n as f32).to_le_bytes().to_vec(),
        (_, 16) => [(n as f64).to_le_bytes(), (-n as f64).to_le_bytes()].concat(),
        (_, bytes) if elem.is_bool() => vec![if n & 1 == 1 { 0xff } else { 0xfe }; bytes],
        (_, bytes) => n.to_le_bytes()[..bytes].to_vec(),
    }
}
