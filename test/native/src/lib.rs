//! Random programs as native code, compared with the interpreter.
//!
//! This is a separate crate because the other tests need no LLVM.

mod donated;
pub mod sizes;

use std::{path::Path, sync::Arc};

use strata_codegen_llvm::Target;
use strata_driver::{Codegen, CompileOptions, Executable, TensorSpec, simulator::Simulator};
use strata_interp::{Elem, NpyArray, Value, npy::dtype_of, validate, write_npy};
use strata_ir::core::{Body, Context};
use strata_pass::PipelineDef;
use strata_registry::pipelines::CpuPipeline;
use strata_test::random::{
    check::{self, Failure},
    noise,
};

/// Inputs of each program; those of seed 0 have infinities and NaN among them.
const INPUTS: [u64; 2] = [0, 1];

/// The device that runs the programs, besides the interpreter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Runner {
    /// Native code.
    #[default]
    Cpu,
    /// Kernels on the simulator of GPUs.
    Gpusim,
}

/// Checks that native code, or kernels, give the same results as the interpreter.
///
/// # Errors
/// A difference or an error, and its stage: a program must run on both.
pub fn check(module: &Body, runner: Runner) -> Result<(), Failure> {
    let failure = |stage| move |why: String| Failure { stage, why };
    let module = &*noise::tame(module);
    let target = Target::host().map_err(|e| Failure { stage: "compile", why: e.to_string() })?;
    // The cost model rejects tiles and threads for small programs, so the second pipeline forces both.
    let usual = CompileOptions::new(target.clone()).cpu_pipeline(&[]);
    let tiled = CpuPipeline { tile_all: true, ..usual }.text();
    let mut executables = Vec::new();
    // A single instance, which only counts.
    let simulator = Simulator::new(None);
    let on_gpu = runner == Runner::Gpusim;
    // Results may be in the memory of arguments, in tiles too.
    let donors = donated::donate_all(module);
    let last = if on_gpu { None } else { Some(tiled) };
    let of_donors: &[_] = &[("compare copied", Run::Apart), ("compare in place", Run::InPlace)];
    let mut programs =
        vec![(module, None, &[("compare", Run::Apart)][..]), (&donors, last.clone(), of_donors)];
    if last.is_some() {
        programs.push((module, last, &[("compare tiled", Run::Apart)]));
    }
    for (module, pipeline, runs) in programs {
        let options = CompileOptions {
            entry: check::ENTRY.into(),
            prefix: "random".into(),
            pipeline,
            ..CompileOptions::new(target.clone())
        };
        let backend = on_gpu.then_some(&simulator as &dyn strata_driver::backend::Backend);
        let codegen = Codegen { backend, ..Codegen::default() };
        let compiled = Executable::generate(&mut Box::new(module.clone()), &options, Vec::new(), codegen);
        let executable = compiled.map_err(String::from).map_err(failure("compile"))?;
        executables.push((executable, runs));
    }
    let is_open = noise::is_open(module);
    for seed in INPUTS {
        let want = check::run(module, seed).map_err(failure("interpret"))?;
        let noisy = noise::runs(module, |noisy| check::run(noisy, seed)).map_err(failure("noise"))?;
        let all =
            executables.iter().flat_map(|(executable, runs)| runs.iter().map(move |run| (executable, *run)));
        for (executable, (stage, how)) in all {
            let got = run(module, executable, seed, how).map_err(failure("run"))?;
            if is_open {
                continue;
            }
            let got = noise::settle(&got, &want, &noisy).0;
            validate::compare(&got, &want)
                .map_err(|why| Failure { stage, why: format!("inputs of seed {seed}: {why}") })?;
        }
    }
    Ok(())
}

/// Writes a program and its inputs of each seed, `in_SEED_0.npy` and so on, for `strata-run`.
///
/// # Errors
/// The file that cannot be written.
pub fn keep(module: &Body, place: &Path) -> Result<(), String> {
    let module = &*noise::tame(module);
    let io = |e: std::io::Error| format!("{}: {e}", place.display());
    std::fs::create_dir_all(place).map_err(io)?;
    std::fs::write(place.join("program.mlir"), check::text(module)).map_err(io)?;
    for seed in INPUTS {
        for (i, value) in check::arguments(module, seed)?.iter().enumerate() {
            let array = NpyArray::from_value(value).ok_or("an argument has no bytes")?;
            std::fs::write(place.join(format!("in_{seed}_{i}.npy")), write_npy(&array)).map_err(io)?;
        }
    }
    Ok(())
}

/// Where results are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    /// In memory of their own.
    Apart,
    /// In the memory of donated arguments.
    InPlace,
}

/// The results of native code for the arguments of a seed.
fn run(module: &Body, executable: &Executable, seed: u64, how: Run) -> Result<Vec<Value>, String> {
    let cx: &Arc<Context> = module.cx_arc();
    let inputs: Option<Vec<NpyArray>> =
        check::arguments(module, seed)?.iter().map(NpyArray::from_value).collect();
    let inputs = inputs.ok_or("an argument has no bytes")?;
    let bytes: Vec<&[u8]> = inputs.iter().map(|a| a.data.as_slice()).collect();
    let value = |(data, spec): (Vec<u8>, &TensorSpec)| {
        let elem = Elem::from_type(cx, cx.elem_or_self(spec.ty)).ok_or("no such element type")?;
        let shape = spec.shape.iter().map(|&d| d as usize).collect();
        NpyArray { dtype: dtype_of(elem), shape, data }.to_value(cx, spec.ty)
    };
    let results = match how {
        Run::Apart => executable.run(&bytes)?,
        Run::InPlace => donated::run(executable, &bytes)?,
    };
    results.into_iter().zip(&executable.signature.outputs).map(value).collect()
}
