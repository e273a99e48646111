//! Programs as people write them, from `tensor`, `linalg`, `scf` and `vector`: compiled, and compared with the interpreter.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Parser;
use strata_registry::{gpu, pipelines};
use strata_run::cli::{Cli, run};

/// The programs in a folder of `test/programs`.
fn programs(folder: &str) -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/programs").join(folder);
    let paths = fs::read_dir(&dir).expect("folder").map(|entry| entry.expect("entry").path());
    paths.filter(|path| path.extension().is_some_and(|e| e == "mlir")).collect()
}

/// Why a program does not agree with the interpreter on random inputs, if it does not.
fn compare(path: &Path, options: &[&str]) -> Option<String> {
    let mut args = vec!["strata-run".to_owned(), path.display().to_string()];
    args.extend(["--random-inputs", "1", "--compare", "interpreter"].map(str::to_owned));
    args.extend(options.iter().map(|&o| o.to_owned()));
    let cli = Cli::try_parse_from(args).expect("arguments");
    run(&cli).err().map(|e| format!("{} {options:?}: {e}", path.display()))
}

#[test]
fn programs_agree_with_the_interpreter() {
    let programs = programs("");
    let each =
        programs.iter().flat_map(|path| ["0", "1", "5"].map(|size| compare(path, &["--random-size", size])));
    let wrong: Vec<String> = each.flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(programs.len() >= 15, "only {} programs", programs.len());
}

/// What GPUs get instead of serial loops and calls of routines computes the same on a CPU.
#[test]
fn parallel_forms_agree_with_the_interpreter() {
    let pipeline =
        format!("{},{},{}", pipelines::to_linalg_for_gpu(), pipelines::to_loops(256), pipelines::TO_LLVM);
    let mut programs = programs("parallel");
    assert!(programs.len() >= 6, "only {} programs", programs.len());
    programs.extend(self::programs("").into_iter().filter(|path| {
        let name = path.file_stem().and_then(|n| n.to_str()).unwrap_or_default();
        ["linear", "scatter", "sort"].contains(&name)
    }));
    let options = ["--pass-pipeline", &pipeline, "--rtol", "1e-4", "--atol", "1e-4"];
    let wrong: Vec<String> = programs.iter().filter_map(|path| compare(path, &options)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// So do the kernels of a GPU that is simulated.
#[test]
fn kernels_of_parallel_forms_agree_with_the_interpreter() {
    let programs = programs("parallel");
    let options = ["--target", "gpusim", "--rtol", "1e-4", "--atol", "1e-4"];
    let wrong: Vec<String> = programs.iter().filter_map(|path| compare(path, &options)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Sorts, scans, scatters, transforms and factorizations whose sizes only a call says, on a CPU and as kernels.
#[test]
fn parallel_forms_of_unknown_sizes_agree_with_the_interpreter() {
    let pipeline =
        format!("{},{},{}", pipelines::to_linalg_for_gpu(), pipelines::to_loops(256), pipelines::TO_LLVM);
    let programs = programs("unknown");
    assert!(programs.len() >= 6, "only {} programs", programs.len());
    let tolerance = ["--rtol", "1e-4", "--atol", "1e-4"];
    let mut wrong = Vec::new();
    for (path, size) in programs.iter().flat_map(|path| ["0", "1", "5", "70"].map(|size| (path, size))) {
        // The interpreter cannot tell the sizes of what no step of a scan has made.
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

/// Kernels for rows, for columns and for tiles: each thread reads and writes only what no other one writes, which the simulator
/// sees too.
#[test]
fn kernels_of_rows_agree_with_the_interpreter() {
    let programs = programs("rows");
    assert!(programs.len() >= 9, "only {} programs", programs.len());
    let options = ["--target", "gpusim", "--rtol", "1e-4", "--atol", "1e-4"];
    let wrong: Vec<String> = programs.iter().filter_map(|path| compare(path, &options)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Kernels for products of matrices, with tensor cores where the types have them: by warps, and by groups of warps.
#[test]
fn kernels_of_products_agree_with_the_interpreter() {
    let programs = programs("products");
    assert!(programs.len() >= 12, "only {} programs", programs.len());
    for arch in ["sm_80", "sm_90a"] {
        let options = ["--target", "gpusim", "--arch", arch, "--rtol", "1e-3", "--atol", "1e-3"];
        let wrong: Vec<String> = programs.iter().filter_map(|path| compare(path, &options)).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// Words that are rounded to what tensor cores multiply: 11 bits, in sums of 72 products.
#[test]
fn kernels_of_rounded_products_are_near_the_interpreter() {
    let programs = programs("rounded");
    assert!(!programs.is_empty(), "no programs");
    for arch in ["sm_80", "sm_90a"] {
        let options = ["--target", "gpusim", "--arch", arch, "--rtol", "1e-2", "--atol", "1e-2"];
        let wrong: Vec<String> = programs.iter().filter_map(|path| compare(path, &options)).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// Attention as one kernel: masks, biases, heads that share keys, rows without a key, sizes that tiles do not divide.
#[test]
fn kernels_of_attention_agree_with_the_interpreter() {
    let programs = programs("attention");
    assert!(programs.len() >= 12, "only {} programs", programs.len());
    let options = ["--target", "gpusim", "--rtol", "2e-2", "--atol", "6e-3"];
    let wrong: Vec<String> = programs.iter().filter_map(|path| compare(path, &options)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same with each tile that there is, whatever fits best.
#[test]
fn kernels_of_each_tile_agree_with_the_interpreter() {
    let all = [
        (
            "products",
            "boxes",
            "1e-3",
            "sm_80",
            &["128x256x32", "128x128x32", "128x64x32", "64x64x64", "32x32x64"][..],
        ),
        ("products", "boxes", "1e-3", "sm_90a", &["128x256x64", "128x128x64"]),
        (
            "products",
            "bytes",
            "0",
            "sm_80",
            &["128x256x64", "128x128x64", "128x64x64", "64x64x128", "32x64x128"],
        ),
        (
            "products",
            "halves_of_words",
            "1e-4",
            "sm_80",
            &["128x128x16", "128x64x16", "64x64x32", "32x32x32"],
        ),
        ("products", "doubles", "1e-12", "sm_80", &["128x64x16", "64x64x16", "32x32x16"]),
        (
            "rounded",
            "words",
            "1e-2",
            "sm_80",
            &["128x256x16", "128x128x16", "128x64x16", "64x64x32", "32x32x32"],
        ),
    ];
    for (folder, name, tolerance, arch, tiles) in all {
        let programs = programs(folder);
        let program = programs.iter().find(|p| p.file_stem().is_some_and(|n| n == name)).expect("a program");
        for tile in tiles {
            let sm: String = arch.chars().filter(char::is_ascii_digit).collect();
            let own = format!("gpu-map-contractions{{sm={sm}}}");
            let text = gpu::gpu(arch);
            assert!(text.contains(&own), "{text}");
            let pipeline = text.replace(&own, &format!("gpu-map-contractions{{sm={sm} tile={tile}}}"));
            let options = [
                "--target",
                "gpusim",
                "--arch",
                arch,
                "--pass-pipeline",
                &pipeline,
                "--atol",
                tolerance,
                "--rtol",
                tolerance,
            ];
            let wrong = compare(program, &options);
            assert!(wrong.is_none(), "{name} {tile}: {wrong:?}");
        }
    }
}

/// Numbers of `bf16` as instructions compute them, subnormal ones and what is no number too: no bit differs.
#[test]
fn kernels_of_elements_agree_with_the_interpreter() {
    let programs = programs("elements");
    assert!(programs.len() >= 2, "only {} programs", programs.len());
    for arch in ["sm_80", "sm_90a"] {
        let options = ["--target", "gpusim", "--arch", arch, "--rtol", "0", "--atol", "0"];
        let wrong: Vec<String> = programs.iter().filter_map(|path| compare(path, &options)).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// Warp groups whose blocks compute one tile after the other, in clusters where the numbers of tiles are even.
#[test]
fn kernels_of_clusters_agree_with_the_interpreter() {
    let programs = programs("groups");
    assert!(programs.len() >= 4, "only {} programs", programs.len());
    let text = gpu::gpu("sm_90a");
    let own = "gpu-map-contractions{sm=90";
    assert!(text.contains(own), "{text}");
    for tile in ["128x256x64", "128x128x64"] {
        for multiprocessors in [1, 2, 5, 132] {
            let pipeline = text.replace(own, &format!("{own} tile={tile} multiprocessors={multiprocessors}"));
            let options = ["--target", "gpusim", "--arch", "sm_90a", "--pass-pipeline", &pipeline];
            let options = [&options[..], &["--atol", "1e-2", "--rtol", "1e-2"]].concat();
            let wrong: Vec<String> = programs.iter().filter_map(|path| compare(path, &options)).collect();
            assert!(wrong.is_empty(), "{tile} {multiprocessors}: {}", wrong.join("\n"));
        }
    }
}
