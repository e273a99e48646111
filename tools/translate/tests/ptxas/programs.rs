//! Hand-written kernels, and the programs of the suite.

use std::path::{Path, PathBuf};

use super::nvidia::{ARCHITECTURES, Tools, root, tools, translate};

/// The kernels of `test/emit` that are for certain architectures only.
const ONLY: [(&str, &[&str]); 1] = [("warpgroup.mlir", &["sm_90a"])];

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = root().join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "mlir"));
    files.sort();
    files
}

/// The remarks of `--remarks`: the text after `remark: `.
fn remarks(stderr: &str) -> Vec<String> {
    stderr.lines().filter_map(|l| l.split_once("remark: ")).map(|(_, text)| text.to_owned()).collect()
}

fn cubin(tools: &Tools, file: &Path, arch: &str, flags: &[&str]) -> Result<(Vec<u8>, String), String> {
    let (file, ptxas) = (file.display().to_string(), format!("--ptxas={}", tools.ptxas.display()));
    let arch = format!("--mcpu={arch}");
    let mut arguments = vec!["--mlir-to-cubin", "--remarks", &file, &ptxas, &arch];
    arguments.extend(flags);
    translate(&arguments)
}

#[test]
fn hand_written_kernels_assemble() {
    let Some(tools) = tools() else { return };
    let mut assembled = 0;
    for file in files("test/emit") {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if std::fs::read_to_string(&file).is_ok_and(|text| text.contains("// -----")) {
            // A file with several programs, for text output only.
            continue;
        }
        let only = ONLY.iter().find(|(n, _)| *n == name).map(|(_, only)| *only);
        for arch in only.unwrap_or(&ARCHITECTURES) {
            let (code, said) =
                cubin(&tools, &file, arch, &[]).unwrap_or_else(|e| panic!("{name} {arch}: {e}"));
            assert_eq!(&code[..4], b"\x7fELF", "{name} {arch}");
            assert!(!said.contains("warning"), "{name} {arch}: {said}");
            let remarks = remarks(&said);
            assert!(
                !remarks.is_empty() && remarks.iter().all(|r| r.contains("no spills")),
                "{name} {arch}: {said}"
            );
            assembled += 1;
        }
    }
    assert!(assembled >= 7, "only {assembled} were assembled");
}

#[test]
fn remarks_say_what_kernels_take() {
    let Some(tools) = tools() else { return };
    let file = root().join("test/emit/reduction.mlir");
    let (_, said) = cubin(&tools, &file, "sm_80", &[]).unwrap_or_else(|e| panic!("{e}"));
    let place = format!("{}:", file.display());
    assert!(said.starts_with(&place), "{said}");
    let remark = remarks(&said).remove(0);
    for part in [
        "kernel 'sum': ",
        " registers, 32 bytes of shared memory, no spills; of 256 threads, 8 blocks on a multiprocessor, occupancy 100 %",
    ] {
        assert!(remark.contains(part), "{remark}");
    }
    // Shared memory that the launch allocates is unknown here.
    let file = root().join("test/emit/tensor-core.mlir");
    let (_, said) = cubin(&tools, &file, "sm_90a", &[]).unwrap_or_else(|e| panic!("{e}"));
    assert!(remarks(&said)[0].contains("0 bytes of shared memory and what the launch adds"), "{said}");
}

#[test]
fn lines_reach_the_code() {
    let Some(tools) = tools() else { return };
    let file = root().join("test/emit/vector-add.mlir");
    let with = |flags: &[&str]| cubin(&tools, &file, "sm_80", flags).unwrap_or_else(|e| panic!("{e}")).0;
    let has_lines = |code: Vec<u8>| String::from_utf8_lossy(&code).contains(".debug_line");
    assert!(has_lines(with(&["--line-info"])) && !has_lines(with(&[])));
}

/// Products of types that tensor cores support use them, and nothing is in local memory.
#[test]
fn products_are_instructions_of_tensor_cores() {
    let Some(tools) = tools() else { return };
    let Some(disassembler) = &tools.nvdisasm else { return };
    let file = root().join("test/emit/tensor-core.mlir");
    for arch in ARCHITECTURES {
        let (code, _) = cubin(&tools, &file, arch, &[]).unwrap_or_else(|e| panic!("{e}"));
        let functions = disassembler.opcodes(&code).unwrap_or_else(|e| panic!("{e}"));
        let product = &functions["product"];
        let counts = ["HMMA", "LDSM", "LDGSTS", "LDL", "STL"].map(|name| product.count(name));
        assert_eq!(counts, [1, 2, 2, 0, 0], "{arch}");
    }
}

/// Programs without any computation.
const NO_KERNELS: [&str; 3] = ["empty_tensor", "reshape", "rank.mlir"];

/// The programs that the suite compiles.
fn programs() -> Vec<(String, PathBuf)> {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut folders = vec!["test/programs".to_owned(), "test/dynamic".to_owned()];
    let inner = std::fs::read_dir(root().join(&folders[0])).expect("the programs of the suite");
    let inner = inner.map(|e| e.expect("an entry").path()).filter(|path| path.is_dir());
    folders.extend(inner.map(|path| format!("test/programs/{}", name(&path))));
    let mut all: Vec<(String, PathBuf)> =
        folders.iter().flat_map(|folder| files(folder)).map(|file| (name(&file), file)).collect();
    let folder = root().join("test/e2e");
    for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let folder = entry.expect("an entry").path();
        let file = folder.join("program.mlir");
        if file.is_file() {
            all.push((name(&folder), file));
        }
    }
    all.sort();
    all
}

/// Assembles all programs that the suite compiles for processors, through the GPU pipeline.
fn assemble_programs(arch: &str) {
    let Some(tools) = tools() else { return };
    let (mut kernels, mut failures) = (0, Vec::new());
    for (name, file) in programs() {
        match cubin(&tools, &file, arch, &[]) {
            Ok((_, said)) => {
                let remarks = remarks(&said);
                kernels += remarks.len();
                let local = remarks.iter().filter(|r| !r.contains("no spills"));
                let slow = said.lines().filter(|l| l.starts_with("warning"));
                failures.extend(local.map(String::as_str).chain(slow).map(|why| format!("{name}: {why}")));
            }
            Err(why)
                if NO_KERNELS.contains(&name.as_str()) && why.contains("no 'gpu.module' with kernels") => {}
            Err(why) => failures.push(format!("{name}: {why}")),
        }
    }
    assert!(failures.is_empty(), "{arch}:\n{}", failures.join("\n"));
    assert!(kernels >= 150, "only {kernels} kernels for {arch}");
}

#[test]
fn programs_assemble_for_ampere() {
    assemble_programs("sm_80");
}

#[test]
fn programs_assemble_for_hopper() {
    assemble_programs("sm_90a");
}
