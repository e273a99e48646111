//! Hand-written programs in `tensor`, `linalg`, `scf` and `vector`: compiled, and compared with the interpreter.

use std::{
    fs,
    path::{Path, PathBuf},
    slice,
};

use clap::Parser;
use strata_pass::{Pipeline, pipeline::print_pipeline};
use strata_registry::pipelines::{Arch, CpuPipeline, GpuPipeline, ToLinalg};
use strata_run::{Cli, run};

/// The programs in a folder of `test/programs`, at least `least` of them.
fn programs(folder: &str, least: usize) -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/programs").join(folder);
    let paths = fs::read_dir(&dir).expect("folder").map(|entry| entry.expect("entry").path());
    let programs: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == "mlir")).collect();
    assert!(programs.len() >= least, "only {} programs in {folder}", programs.len());
    programs
}

/// The pipeline for a CPU that uses the lowerings for GPUs: parallel loops instead of serial ones and of routine calls.
fn parallel_forms() -> String {
    let [_, to_loops, to_llvm] = CpuPipeline::default().stages();
    let to_linalg = ToLinalg { parallel: true, ..ToLinalg::default() };
    print_pipeline(&[to_linalg.elements(), to_loops.elements, to_llvm.elements].concat())
}

/// The GPU pipeline with these tiles for products, and with `multiprocessors` unless that is 0.
fn with_tiles(arch: Arch, tile: &str, multiprocessors: u32) -> String {
    let mut passes = GpuPipeline { arch, ..GpuPipeline::default() }.elements();
    let products = passes.iter_mut().find(|pass| pass.name == "gpu-map-contractions").expect("the pass");
    *products = products.clone().option("tile", tile.to_owned()).option("multiprocessors", multiprocessors);
    print_pipeline(&passes)
}

/// The reason why a program does not agree with the interpreter on random inputs, if it does not.
fn compare(path: &Path, options: &[&str]) -> Option<String> {
    let mut args = vec!["strata-run".to_owned(), path.display().to_string()];
    args.extend(["--random-inputs", "1", "--compare", "interpreter"].map(str::to_owned));
    args.extend(options.iter().map(|&o| o.to_owned()));
    let cli = Cli::try_parse_from(args).expect("arguments");
    run(&cli).err().map(|e| format!("{} {options:?}: {e}", path.display()))
}

/// Checks that each program agrees with the interpreter, with each choice of options.
fn agree(programs: &[PathBuf], choices: &[Vec<&str>]) {
    let each = choices.iter().flat_map(|options| programs.iter().filter_map(|path| compare(path, options)));
    let wrong: Vec<String> = each.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks that each program agrees with the interpreter on a simulated GPU of each architecture, up to a tolerance.
fn kernels_agree(programs: &[PathBuf], archs: &[&str], rtol: &str, atol: &str) {
    let options = |arch| vec!["--target", "gpusim", "--arch", arch, "--rtol", rtol, "--atol", atol];
    agree(programs, &archs.iter().copied().map(options).collect::<Vec<_>>());
}

#[test]
fn programs_agree_with_the_interpreter() {
    let programs = programs("", 15);
    agree(&programs, &["0", "1", "5"].map(|size| vec!["--random-size", size]));
}

/// Products of matrices and attention of all forms, as they are compiled for a CPU.
#[test]
fn products_and_attention_agree_with_the_interpreter() {
    agree(&programs("products", 27), &[vec!["--rtol", "1e-4", "--atol", "1e-4"]]);
    agree(&programs("attention", 13), &[vec!["--rtol", "2e-2", "--atol", "6e-3"]]);
}

/// Products whose sizes are known only at the call: fewer rows than are copied, rests of tiles, and more than one large tile. They are not
/// among the programs of the suite, because the registers of a GPU do not hold the tiles of some of them.
#[test]
fn products_of_unknown_sizes_agree_with_the_interpreter() {
    let programs = programs("../../tools/run/tests/unknown-products", 3);
    let sizes = ["0", "1", "3", "15", "23", "100"];
    agree(&programs, &sizes.map(|size| vec!["--random-size", size, "--rtol", "1e-4", "--atol", "1e-4"]));
}

/// Programs in the form that torch_xla and torch-mlir emit.
#[test]
fn programs_of_exporters_agree_with_the_interpreter() {
    let programs = programs("exporters", 5);
    agree(&programs, &["1", "4"].map(|size| vec!["--random-size", size, "--rtol", "1e-5", "--atol", "1e-5"]));
}

/// The forms that GPUs get instead of serial loops and routine calls give the same results on a CPU.
#[test]
fn parallel_forms_agree_with_the_interpreter() {
    let mut programs = programs("parallel", 6);
    programs.extend(self::programs("", 3).into_iter().filter(|path| {
        let name = path.file_stem().and_then(|n| n.to_str()).unwrap_or_default();
        ["linear", "scatter", "sort"].contains(&name)
    }));
    let pipeline = parallel_forms();
    agree(&programs, &[vec!["--pass-pipeline", &pipeline, "--rtol", "1e-4", "--atol", "1e-4"]]);
}

/// The same for the kernels of a simulated GPU.
#[test]
fn kernels_of_parallel_forms_agree_with_the_interpreter() {
    let programs = programs("parallel", 6);
    kernels_agree(&programs, &["sm_80"], "1e-4", "1e-4");
}

/// Sorts, scans, scatters, transforms and factorizations whose sizes are known only at the call, on a CPU and as kernels.
#[test]
fn parallel_forms_of_unknown_sizes_agree_with_the_interpreter() {
    let (programs, pipeline) = (programs("unknown", 6), parallel_forms());
    let tolerance = ["--rtol", "1e-4", "--atol", "1e-4"];
    let mut wrong = Vec::new();
    for (path, size) in programs.iter().flat_map(|path| ["0", "1", "5", "70"].map(|size| (path, size))) {
        // For a scan without steps the interpreter cannot determine the sizes of the results.
        if size == "0" && path.ends_with("scan.mlir") {
            continue;
        }
        for target in [["--pass-pipeline", &pipeline], ["--target", "gpusim"]] {
            let options = [&target[..], &tolerance, &["--random-size", size]].concat();
            wrong.extend(compare(path, &options));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Scatters with windows partly outside, both behaviours, of known and unknown sizes, on a CPU and as kernels.
#[test]
fn windows_partly_outside_agree_with_the_interpreter() {
    let is_scatter = |path: &PathBuf| path.file_stem().is_some_and(|name| name == "scatter");
    let all: Vec<PathBuf> =
        ["parallel", "unknown"].into_iter().flat_map(|f| programs(f, 1)).filter(is_scatter).collect();
    assert_eq!(all.len(), 2);
    for choice in ["window", "element"] {
        let rule = ["--scatter-out-of-bounds", choice];
        let pipeline = format!("strata-cpu-pipeline{{scatter-out-of-bounds={choice}}}");
        let pipeline = ["--pass-pipeline", &pipeline];
        for target in [&rule[..], &[rule, ["--target", "gpusim"]].concat(), &pipeline] {
            let options =
                |size| [target, &["--rtol", "1e-4", "--atol", "1e-4", "--random-size", size]].concat();
            agree(&all, &["1", "5", "12"].map(options));
        }
    }
}

/// Loops over small matrices, whose iterations read and write rows, columns and elements: kernels of one block, where no thread reads an
/// element before it is written.
#[test]
fn kernels_of_loops_agree_with_the_interpreter() {
    let programs = programs("loops", 13);
    agree(&programs, &[vec!["--rtol", "1e-3", "--atol", "1e-3"]]);
    kernels_agree(&programs, &["sm_80", "sm_90a"], "1e-3", "1e-3");
}

/// Kernels for rows, for columns and for tiles: each thread reads and writes elements that no other thread writes, which the simulator
/// checks too.
#[test]
fn kernels_of_rows_agree_with_the_interpreter() {
    let programs = programs("rows", 10);
    kernels_agree(&programs, &["sm_80"], "1e-4", "1e-4");
}

/// Kernels for products of matrices, with tensor cores where the types have them: by warps, and by groups of warps.
#[test]
fn kernels_of_products_agree_with_the_interpreter() {
    let programs = programs("products", 27);
    kernels_agree(&programs, &["sm_80", "sm_90a"], "1e-3", "1e-3");
}

/// `f32` factors rounded to the 11 bits that tensor cores multiply, in sums of 72 products.
#[test]
fn kernels_of_rounded_products_are_near_the_interpreter() {
    let programs = programs("rounded", 1);
    kernels_agree(&programs, &["sm_80", "sm_90a"], "1e-2", "1e-2");
}

/// Attention as one kernel: masks, biases, heads that share keys, rows without a key, and sizes that the tiles do not divide.
#[test]
fn kernels_of_attention_agree_with_the_interpreter() {
    let programs = programs("attention", 12);
    kernels_agree(&programs, &["sm_80"], "2e-2", "6e-3");
}

/// The same with each available tile, not only the one chosen by default.
#[test]
fn kernels_of_each_tile_agree_with_the_interpreter() {
    let all = [
        (
            "products",
            "boxes",
            "1e-3",
            Arch::SM_80,
            &["128x256x32", "128x128x32", "128x64x32", "64x64x64", "32x32x64"][..],
        ),
        ("products", "boxes", "1e-3", Arch::SM_90A, &["128x256x64", "128x128x64"]),
        (
            "products",
            "bytes",
            "0",
            Arch::SM_80,
            &["128x256x64", "128x128x64", "128x64x64", "64x64x128", "32x64x128"],
        ),
        (
            "products",
            "halves_of_words",
            "1e-4",
            Arch::SM_80,
            &["128x128x16", "128x64x16", "64x64x32", "32x32x32"],
        ),
        ("products", "doubles", "1e-12", Arch::SM_80, &["128x64x16", "64x64x16", "32x32x16"]),
        (
            "rounded",
            "words",
            "1e-2",
            Arch::SM_80,
            &["128x256x16", "128x128x16", "128x64x16", "64x64x32", "32x32x32"],
        ),
    ];
    for (folder, name, tolerance, arch, tiles) in all {
        let programs = programs(folder, 1);
        let program = programs.iter().find(|p| p.file_stem().is_some_and(|n| n == name)).expect("a program");
        for tile in tiles {
            let pipeline = with_tiles(arch, tile, 0);
            let target = ["--target", "gpusim", "--arch", arch.name(), "--pass-pipeline", &pipeline];
            let options = [&target[..], &["--atol", tolerance, "--rtol", tolerance]].concat();
            agree(slice::from_ref(program), &[options]);
        }
    }
}

/// Arithmetic on `bf16` as the instructions compute it, including subnormal numbers and NaN: the results are bit-identical.
#[test]
fn kernels_of_elements_agree_with_the_interpreter() {
    let programs = programs("elements", 2);
    kernels_agree(&programs, &["sm_80", "sm_90a"], "0", "0");
}

/// Warp groups whose blocks compute one tile after the other, in clusters where the numbers of tiles are even; also with sizes known only
/// at the call, which may be zero.
#[test]
fn kernels_of_clusters_agree_with_the_interpreter() {
    let programs = programs("groups", 6);
    for tile in ["128x256x64", "128x128x64"] {
        for multiprocessors in [1, 2, 5, 132] {
            let pipeline = with_tiles(Arch::SM_90A, tile, multiprocessors);
            let target = ["--target", "gpusim", "--arch", "sm_90a", "--pass-pipeline", &pipeline];
            let options = [&target[..], &["--atol", "1e-2", "--rtol", "1e-2"]].concat();
            agree(&programs, &["0", "150"].map(|size| [&options[..], &["--random-size", size]].concat()));
        }
    }
}
