//! The arguments of a run: from NumPy's files, or random.

use std::{
    collections::VecDeque,
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
};

use strata_interp::{C64, Data as Numbers, Elem, NpyArray, Num, Tensor, Value, npy::NpyHeader};
use strata_ir::prelude::{Context, TensorType};
use strata_stablehlo::infer;

use crate::{archive::Archive, named_files, npz::read_array};
use strata_driver::{Signature, TensorSpec, executable::check_memory, value::element};

/// The source of the arguments of a function.
pub(crate) struct Given<'a> {
    /// The name of the function.
    pub entry: &'a str,
    /// The source of the arguments.
    pub source: Source<'a>,
}

/// A source of arguments.
pub(crate) enum Source<'a> {
    /// A NumPy file for each argument, in order or with the argument's name in front.
    Files(&'a [PathBuf]),
    /// A file with all arguments.
    Archive(&'a Path),
    /// Random numbers.
    Random {
        /// The seed of the numbers.
        seed: u64,
        /// The size of dimensions that are unknown in the program.
        open_size: u32,
    },
}

/// Reads or generates the arguments of each of `processes` processes.
pub(crate) fn read(
    given: &Given<'_>,
    cx: &Context,
    signature: &Signature,
    processes: usize,
) -> Result<Vec<Vec<Value>>, String> {
    let (entry, specs) = (given.entry, signature.inputs.as_slice());
    let mut values = match given.source {
        Source::Random { seed, open_size } => {
            let sized: Vec<TensorSpec> = specs.iter().map(|s| sized(cx, s, open_size)).collect();
            return (0..processes as u64).map(|p| random(cx, &sized, seed.wrapping_add(p))).collect();
        }
        Source::Archive(path) => {
            let name = path.display();
            let failed = |e: String| format!("error: {name}: {e}\n");
            let mut archive = Archive::open(path).map_err(failed)?;
            let all = expected(entry, specs, processes, archive.len())?;
            let order = archive.order(signature, all.len()).map_err(failed)?;
            let one = |(i, (at, spec)): (usize, (usize, &TensorSpec))| {
                let array = archive.read(at, |header, elem| {
                    fits(header, elem, spec)?;
                    within_limit(header.data_bytes, spec)
                });
                array
                    .and_then(|a| a.to_value(cx, spec.ty))
                    .map_err(|e| wrong(entry, &name, i, spec, specs, &e))
            };
            order.into_iter().zip(all).enumerate().map(one).collect::<Result<VecDeque<_>, _>>()?
        }
        Source::Files(files) => {
            let files = named_files::assign(entry, files, signature)?;
            let all = expected(entry, specs, processes, files.len())?;
            let one = |(i, (path, spec)): (usize, (&Path, &TensorSpec))| {
                let name = path.display();
                let file = File::open(path).map_err(|e| format!("error: {name}: {e}\n"))?;
                let array =
                    read_array(&mut BufReader::new(file), |header| within_limit(header.data_bytes, spec));
                let array = array.map_err(|e| format!("error: {name}: {e}\n"))?;
                array.to_value(cx, spec.ty).map_err(|e| wrong(entry, &name, i, spec, specs, &e))
            };
            files.into_iter().zip(all).enumerate().map(one).collect::<Result<VecDeque<_>, _>>()?
        }
    };
    if values.len() == specs.len() {
        return Ok(vec![values.into(); processes]);
    }
    Ok((0..processes).map(|_| values.drain(..specs.len()).collect()).collect())
}

/// The types of so many inputs: those of the entry function, or those for each process in turn.
fn expected<'s>(
    entry: &str,
    specs: &'s [TensorSpec],
    processes: usize,
    given: usize,
) -> Result<Vec<&'s TensorSpec>, String> {
    let times = match given {
        n if n == specs.len() => 1,
        n if n == specs.len() * processes => processes,
        m => {
            let n = specs.len();
            let each =
                if processes > 1 { format!(" in each of {processes} processes") } else { String::new() };
            return Err(format!("error: '@{entry}' takes {n} arguments{each}, {m} inputs are given\n"));
        }
    };
    Ok((0..times).flat_map(|_| specs).collect())
}

fn wrong(
    entry: &str,
    file: &dyn std::fmt::Display,
    input: usize,
    spec: &TensorSpec,
    specs: &[TensorSpec],
    why: &str,
) -> String {
    let i = input % specs.len().max(1);
    let which = spec.label("argument", i);
    format!("error: {file}: {which} of '@{entry}' is {}: {why}\n", spec.describe())
}

/// Checks the sizes of an argument, and its element type where NumPy does not know it; other element types are checked with the data.
fn fits(header: &NpyHeader, elem: Option<&str>, spec: &TensorSpec) -> Result<(), String> {
    if let Some(elem) = elem.filter(|e| *e != spec.elem) {
        return Err(format!("the array has elements of type {elem}, but {} is needed", spec.elem));
    }
    let same = |(&d, &n): (&i64, &usize)| d < 0 || usize::try_from(d) == Ok(n);
    if header.shape.len() == spec.shape.len() && spec.shape.iter().zip(&header.shape).all(same) {
        return Ok(());
    }
    let sizes: Vec<String> = header.shape.iter().map(usize::to_string).collect();
    Err(format!("the array has sizes ({})", sizes.join(", ")))
}

/// Rejects an argument that exceeds the environment's memory limit for programs.
fn within_limit(bytes: usize, spec: &TensorSpec) -> Result<(), String> {
    match strata_runtime_cpu::memory_limit() {
        Some(limit) if bytes > limit => Err(format!(
            "out of memory: {bytes} bytes for {}, and STRATA_MEMORY_LIMIT is {limit}",
            spec.describe()
        )),
        _ => Ok(()),
    }
}

/// The type with `size` for unknown sizes, or with their bounds where these are smaller.
fn sized(cx: &Context, spec: &TensorSpec, size: u32) -> TensorSpec {
    let bound = |d: usize| cx.type_as::<TensorType>(spec.ty).and_then(|t| infer::bound(cx, t, d));
    let open = |d: usize| bound(d).unwrap_or(i64::MAX).min(size.into());
    let shape: Vec<i64> =
        spec.shape.iter().enumerate().map(|(d, &n)| if n < 0 { open(d) } else { n }).collect();
    spec.with_shape(&shape)
}

/// Values in [-1, 1), or small integers, from a 64-bit linear congruential generator.
fn random(cx: &Context, specs: &[TensorSpec], seed: u64) -> Result<Vec<Value>, String> {
    let mut state = seed ^ 0x9E37_79B9_7F4A_7C15;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as f64 / (1u64 << 30) as f64 - 1.0
    };
    let mut one = |spec: &TensorSpec| {
        let elem = element(cx, spec)?;
        let shape: Vec<usize> = spec.shape.iter().map(|&d| d as usize).collect();
        // Numbers are generated in the largest type and converted.
        within_limit(spec.bytes(), spec).map_err(|e| format!("error: {e}\n"))?;
        check_memory(spec.len().saturating_mul(2 * size_of::<C64>()), "an argument")?;
        if let Elem::Complex(_) = elem {
            let mut number = || C64::new(next(), next());
            let numbers = (0..spec.len()).map(|_| Num::from_complex(elem, number()));
            let data = Numbers::collect(elem, numbers);
            return Ok(Value::Tensor(Tensor::new(elem, shape.as_slice(), data)));
        }
        let values = (0..spec.len()).map(|_| next());
        let tensor = if elem.is_float() {
            Tensor::from_floats(elem, shape.as_slice(), &values.collect::<Vec<_>>())
        } else {
            let ints: Vec<i64> = values.map(|v| (v * 8.0) as i64).collect();
            Tensor::from_ints(elem, shape.as_slice(), &ints)
        };
        Ok(Value::Tensor(tensor))
    };
    specs.iter().map(&mut one).collect()
}

/// Random arrays for the arguments of a function, with `open_size` for sizes that are not known.
pub(crate) fn random_arrays(
    cx: &Context,
    signature: &Signature,
    seed: u64,
    open_size: u32,
) -> Result<Vec<NpyArray>, String> {
    let sized: Vec<TensorSpec> = signature.inputs.iter().map(|s| sized(cx, s, open_size)).collect();
    Ok(arrays(&random(cx, &sized, seed)?))
}

/// The arrays of values.
pub(crate) fn arrays(values: &[Value]) -> Vec<NpyArray> {
    values.iter().filter_map(NpyArray::from_value).collect()
}
