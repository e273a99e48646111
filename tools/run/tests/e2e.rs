//! Programs exported by JAX, compiled and run natively, compared with XLA's results.

use std::path::{Path, PathBuf};

use strata_codegen_llvm::Target;
use strata_driver::{Backend, Codegen, CompileOptions, Executable, lower, program, simulator::Simulator};
use strata_interp::{NpyArray, read_npy};
use strata_ir::prelude::Context;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> NpyArray {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    read_npy(&bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Compiles and runs a program; returns the results as arrays. The arguments get the types `refined`, if there are any.
fn run(
    program: &Path,
    inputs: &[PathBuf],
    target: &Target,
    refined: Option<&str>,
    backend: Option<&dyn Backend>,
) -> Result<Vec<strata_interp::Value>, String> {
    let cx = program::context();
    let text = std::fs::read_to_string(program).map_err(|e| e.to_string())?;
    let mut module = program::parse(&cx, &program.display().to_string(), &text)?;
    if let Some(types) = refined {
        let passes = format!(
            "stablehlo-refine-arguments{{types={types}}},stablehlo-refine-shapes,\
             func.func(stablehlo-canonicalize-dynamism,stablehlo-check-shape-assertions)"
        );
        lower::run_pipeline(&mut module, &passes)?;
    }
    let options = CompileOptions::new(target.clone());
    let codegen = Codegen { backend, ..Codegen::default() };
    let executable = Executable::generate(&mut module, &options, Vec::new(), codegen)?;
    let arrays = inputs
        .iter()
        .zip(&executable.signature.inputs)
        .map(|(path, spec)| value_bytes(&cx, &read(path), spec.ty))
        .collect::<Result<Vec<_>, _>>()?;
    let bytes: Vec<&[u8]> = arrays.iter().map(Vec::as_slice).collect();
    let outputs = executable.run(&bytes)?;
    outputs
        .into_iter()
        .zip(&executable.signature.outputs)
        .map(|(data, spec)| {
            let elem = strata_interp::Elem::from_type(&cx, cx.elem_or_self(spec.ty))
                .ok_or("no such element type")?;
            let shape = spec.shape.iter().map(|&d| d as usize).collect();
            NpyArray { dtype: strata_interp::npy::dtype_of(elem), shape, data }.to_value(&cx, spec.ty)
        })
        .collect()
}

fn value_bytes(cx: &Context, array: &NpyArray, ty: strata_ir::prelude::Type) -> Result<Vec<u8>, String> {
    let value = array.to_value(cx, ty)?;
    NpyArray::from_value(&value).map(|a| a.data).ok_or_else(|| "no data".into())
}

/// Whether `|got - want| <= atol + rtol * |want|` for floats, equality for everything else.
fn agrees(got: &strata_interp::Value, want: &NpyArray, rtol: f64, atol: f64) -> Result<(), String> {
    let tensor = got.elements().ok_or("a result has no elements")?;
    let shape: Vec<usize> = tensor.shape.to_vec();
    if shape != want.shape {
        return Err(format!("shape {shape:?} instead of {:?}", want.shape));
    }
    for i in 0..tensor.len() {
        let (a, b) = (tensor.at(i), want.get(tensor.elem, i).ok_or("the file is short")?);
        let (x, y) = (a.real(), b.real());
        let close = x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= atol + rtol * y.abs();
        let same = if tensor.elem.is_float() { close } else { a.bits(tensor.elem) == b.bits(tensor.elem) };
        if !same {
            return Err(format!("element {i} is {x}, XLA gave {y}"));
        }
    }
    Ok(())
}

/// Runs all programs of the manifest in a folder for a target; returns the number of programs and the failures.
fn all_programs(folder: &str, target: &Target) -> (usize, Vec<String>) {
    programs_on(folder, target, None)
}

/// As [`all_programs`], with a backend that may run kernels.
fn programs_on(folder: &str, target: &Target, backend: Option<&dyn Backend>) -> (usize, Vec<String>) {
    let folder = root().join(folder);
    let manifest = std::fs::read_to_string(folder.join("manifest.tsv")).expect("the manifest is committed");
    let (mut ran, mut failures) = (0, Vec::new());
    for line in manifest.lines().filter(|l| !l.starts_with('#') && !l.starts_with("name")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, n_in, n_out, rtol, atol, ref types @ ..] = fields[..] else {
            panic!("malformed line: {line}")
        };
        let count = |s: &str| s.parse::<usize>().unwrap_or_else(|e| panic!("{line}: {e}"));
        let number = |s: &str| s.parse::<f64>().unwrap_or_else(|e| panic!("{line}: {e}"));
        let dir = folder.join(name);
        let inputs: Vec<PathBuf> = (0..count(n_in)).map(|i| dir.join(format!("in_{i}.npy"))).collect();
        ran += 1;
        match run(&dir.join("program.mlir"), &inputs, target, types.first().copied(), backend) {
            Err(e) => failures.push(format!("{name}: {e}")),
            Ok(outputs) => {
                if outputs.len() != count(n_out) {
                    failures.push(format!("{name}: {} results instead of {n_out}", outputs.len()));
                }
                for (i, got) in outputs.iter().enumerate() {
                    let want = read(&dir.join(format!("out_{i}.npy")));
                    if let Err(e) = agrees(got, &want, number(rtol), number(atol)) {
                        failures.push(format!("{name}: result {i}: {e}"));
                    }
                }
            }
        }
    }
    (ran, failures)
}

#[test]
fn programs_match_xla_on_this_machine() {
    let (ran, failures) = all_programs("test/e2e", &Target::host().expect("the host is a target"));
    assert!(ran >= 50, "only {ran} programs were run");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Kernels for GPUs on the simulator, which also checks for races and accesses outside of buffers.
#[test]
fn programs_match_xla_on_simulated_gpus() {
    let target = Target::host().expect("the host is a target");
    for arch in ["sm_80", "sm_90a"] {
        for (folder, least) in [("test/e2e", 50), ("test/e2e/polymorphic", 3)] {
            let simulator = Simulator::new(Some(arch));
            let (ran, failures) = programs_on(folder, &target, Some(&simulator));
            assert!(ran >= least, "only {ran} programs were run");
            assert!(failures.is_empty(), "{arch}: {}", failures.join("\n"));
            let counters = simulator.report().unwrap_or_default();
            assert!(counters.contains("kernel kernels::main_kernel: "), "{counters}");
        }
    }
}

/// Vectors of 128 bits leave other remainders than the native ones.
#[test]
#[cfg(target_arch = "x86_64")]
fn programs_match_xla_with_short_vectors() {
    let target = Target::new(None, "x86-64", "").expect("a baseline target");
    let (ran, failures) = all_programs("test/e2e", &target);
    assert!(ran >= 50, "only {ran} programs were run");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// AVX2 and AVX-512 code, selected by the name of a CPU, as far as this machine runs it.
#[test]
#[cfg(target_arch = "x86_64")]
fn programs_match_xla_as_code_for_other_cpus() {
    let (avx2, avx512) = (
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
        is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl"),
    );
    let more = is_x86_feature_detected!("avx512bf16") && is_x86_feature_detected!("avx512vnni");
    for (cpu, bits, runs) in
        [("haswell", 256, avx2), ("skylake-avx512", 512, avx512), ("znver4", 512, avx512 && more)]
    {
        if !runs {
            eprintln!("skipped: this machine cannot run code for {cpu}");
            continue;
        }
        let target = Target::new(None, cpu, "").expect("a known CPU");
        assert_eq!(target.vector_bits(), bits, "{cpu}");
        let (ran, failures) = all_programs("test/e2e", &target);
        assert!(ran >= 50, "only {ran} programs were run");
        assert!(failures.is_empty(), "{cpu}: {}", failures.join("\n"));
    }
}

/// Programs of unknown sizes are refined to known sizes first.
#[test]
fn polymorphic_programs_match_xla() {
    let target = Target::host().expect("the host is a target");
    let (ran, failures) = all_programs("test/e2e/polymorphic", &target);
    assert!(ran >= 3, "only {ran} programs were run");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn digits_match_xla() {
    let folder = root().join("examples/digits");
    let inputs: Vec<PathBuf> = ["w1", "b1", "w2", "b2", "w3", "b3", "images"]
        .iter()
        .map(|n| folder.join(format!("{n}.npy")))
        .collect();
    let target = Target::host().expect("the host is a target");
    let outputs = run(&folder.join("digits.mlir"), &inputs, &target, None, None);
    let outputs = outputs.unwrap_or_else(|e| panic!("{e}"));
    let want = read(&folder.join("logits.npy"));
    // The order of sums differs from XLA's: the tolerance is 1e-5 of the largest logit.
    let got = outputs[0].elements().expect("logits");
    let largest = (0..got.len()).map(|i| got.at(i).real().abs()).fold(0.0, f64::max);
    agrees(&outputs[0], &want, 0.0, 1e-5 * largest).unwrap_or_else(|e| panic!("{e}"));
}
