//! The flags of `strata-run`, tested from outside: input and output files, comparisons, processes, statistics.

use std::{
    io::{Cursor, Write},
    path::{Path, PathBuf},
    process::{Command, Output},
};

use strata_interp::{NpyArray, read_npy, write_npy};
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

/// A temporary folder with programs.
struct Folder(tempfile::TempDir);

/// A sum and a difference of integers, and the argument.
const PROGRAM: &str = "func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %n: tensor<i32>) -> (tensor<2x3xf32>, tensor<i32>) {
  %0 = stablehlo.add %a, %b : tensor<2x3xf32>
  %1 = stablehlo.negate %n : tensor<i32>
  return %0, %1 : tensor<2x3xf32>, tensor<i32>
}";

/// The sum over two replicas, and the number of the process.
const REPLICAS: &str = "func.func @main(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<ui32>) {
  %0 = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  %1 = stablehlo.replica_id : tensor<ui32>
  return %0, %1 : tensor<2xi32>, tensor<ui32>
}";

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().expect("a temporary directory"));
        folder.write("p.mlir", PROGRAM.as_bytes());
        folder.write("r.mlir", REPLICAS.as_bytes());
        folder
    }
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.path(name), bytes).expect("the folder can be written");
    }
    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
        command.current_dir(self.0.path()).args(arguments);
        for name in ["STRATA_COMPILE_CACHE_DIR", "STRATA_CACHE_DIR", "STRATA_GUARD_PAGES", "STRATA_DUMP_TO"] {
            command.env_remove(name);
        }
        command.output().expect("strata-run runs")
    }
    /// The output of a successful run.
    fn good(&self, arguments: &[&str]) -> String {
        let out = self.run(arguments);
        assert!(out.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8_lossy(&out.stdout).into_owned()
    }
    /// The message of a run that fails with a status.
    fn bad(&self, status: i32, arguments: &[&str]) -> String {
        let out = self.run(arguments);
        let message = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(status), "{arguments:?}: {message}");
        message
    }
}

fn floats(numbers: &[f32], shape: &[usize]) -> Vec<u8> {
    let data = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    write_npy(&NpyArray { dtype: "f4".into(), shape: shape.to_vec(), data })
}

fn ints(numbers: &[i32], shape: &[usize]) -> Vec<u8> {
    let data = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    write_npy(&NpyArray { dtype: "i4".into(), shape: shape.to_vec(), data })
}

fn archive(method: CompressionMethod, entries: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = SimpleFileOptions::default().compression_method(method);
        writer.start_file(*name, options).expect("an entry begins");
        writer.write_all(bytes).expect("an entry is written");
    }
    writer.finish().expect("the archive ends").into_inner()
}

/// The arguments of [`PROGRAM`].
fn arguments() -> [Vec<u8>; 3] {
    let a: Vec<f32> = (0..6).map(|i| i as f32).collect();
    [floats(&a, &[2, 3]), floats(&[0.5; 6], &[2, 3]), ints(&[7], &[])]
}

fn named<'a>(names: [&'a str; 3], [a, b, n]: [Vec<u8>; 3]) -> Vec<(&'a str, Vec<u8>)> {
    vec![(names[0], a), (names[1], b), (names[2], n)]
}

/// The arrays of an archive by name.
fn arrays(path: &Path) -> Vec<(String, NpyArray)> {
    let mut zip = ZipArchive::new(std::fs::File::open(path).expect("the file")).expect("an archive");
    let count = zip.len();
    let one = |i| {
        let mut entry = zip.by_index(i).expect("an entry");
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut entry, &mut bytes).expect("an entry is whole");
        (entry.name().expect("a name").into_owned(), read_npy(&bytes).expect("an array"))
    };
    (0..count).map(one).collect()
}

#[test]
fn archives_go_in_and_out() {
    let folder = Folder::new();
    for (file, method) in [("s.npz", CompressionMethod::Stored), ("d.npz", CompressionMethod::Deflated)] {
        // Arrays without names are named as by numpy.savez.
        folder.write(file, &archive(method, &named(["arr_0.npy", "arr_1.npy", "arr_2.npy"], arguments())));
        for target in ["cpu", "interpreter"] {
            let text = folder.good(&["p.mlir", "--inputs", file, "--outputs", "out.npz", "--target", target]);
            assert_eq!(text, "");
            let [(first, sum), (second, minus)] = &arrays(&folder.path("out.npz"))[..] else {
                panic!("two results");
            };
            assert_eq!([first.as_str(), second], ["arr_0.npy", "arr_1.npy"]);
            let expected: Vec<f32> = (0..6).map(|i| i as f32 + 0.5).collect();
            assert_eq!(*sum, read_npy(&floats(&expected, &[2, 3])).expect("an array"));
            assert_eq!(*minus, read_npy(&ints(&[-7], &[])).expect("an array"));
        }
    }
    // The order follows the numbers in names; other names keep the order of the file.
    let [a, b, n] = arguments();
    let mixed = [("2.npy", n.clone()), ("0.npy", a.clone()), ("1.npy", b.clone())];
    folder.write("n.npz", &archive(CompressionMethod::Stored, &mixed));
    folder.good(&["p.mlir", "--inputs", "n.npz"]);
    let named = [("x.npy", a), ("w.npy", b), ("n.npy", n)];
    folder.write("w.npz", &archive(CompressionMethod::Stored, &named));
    folder.good(&["p.mlir", "--inputs", "w.npz", "--output-dir", "out"]);
    assert!(folder.path("out/1.npy").is_file());
}

#[test]
fn archives_that_mean_harm_get_diagnostics() {
    let folder = Folder::new();
    let [a, b, n] = arguments();
    let names = ["arr_0.npy", "arr_1.npy", "arr_2.npy"];
    let good = archive(CompressionMethod::Stored, &named(names, arguments()));
    let with =
        |first: Vec<u8>| archive(CompressionMethod::Deflated, &named(names, [first, b.clone(), n.clone()]));
    let header = |descr: &str, shape: &str, data: &[u8]| {
        let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
        let length = (text.len() as u16).to_le_bytes();
        [b"\x93NUMPY\x01\x00".as_slice(), &length, text.as_bytes(), data].concat()
    };
    let mut damaged = good.clone();
    let at = damaged.windows(4).position(|w| w == 2.0f32.to_le_bytes()).expect("a number of the first array");
    damaged[at] ^= 1;
    let long_header = [b"\x93NUMPY\x02\x00".as_slice(), &u32::MAX.to_le_bytes(), &[b' '; 100]].concat();
    let cases: [(&str, Vec<u8>, &str); 16] = [
        ("nothing", Vec::new(), "not a .npz file"),
        ("text", b"hello".to_vec(), "not a .npz file"),
        ("cut", good[..good.len() - 30].to_vec(), "not a .npz file"),
        ("damaged", damaged, "the data is damaged"),
        (
            "two",
            archive(CompressionMethod::Stored, &[(names[0], a.clone()), (names[1], b.clone())]),
            "takes 3 arguments, 2 inputs are given",
        ),
        (
            "other",
            archive(CompressionMethod::Stored, &named(["a.txt", names[1], names[2]], arguments())),
            "'a.txt' is not a .npy file",
        ),
        ("no array", with(b"hello hello hello".to_vec()), "'arr_0': not a .npy file"),
        ("empty", with(Vec::new()), "'arr_0': not a .npy file"),
        ("pickle", with(header("|O", "(2, 3)", b"\x80\x04.")), "arrays of Python objects are not read"),
        (
            "doubles",
            with(header("<f8", "(2, 3)", &[0; 48])),
            "the array has elements of type float64, but f32 (float32) is needed",
        ),
        (
            "sizes",
            with(header("<f4", "(3, 2)", &[0; 24])),
            "argument #0 of '@main' is tensor<2x3xf32>: 'arr_0': the array has sizes (3, 2)",
        ),
        ("huge", with(header("<f4", "(1099511627776, 3)", &[])), "the array has sizes (1099511627776, 3)"),
        (
            "overflow",
            with(header("<f4", "(9223372036854775807, 9223372036854775807)", &[])),
            "the shape is too large",
        ),
        ("short", with(header("<f4", "(2, 3)", &[0; 20])), "the data is cut off"),
        // Ten megabytes compressed to ten kilobytes, of which 24 bytes are needed.
        ("bomb", with(header("<f4", "(2, 3)", &vec![0; 10 << 20])), "longer than the header says"),
        ("header", with(long_header), "a header of 4294967307 bytes is too long"),
    ];
    for (name, bytes, message) in cases {
        folder.write("in.npz", &bytes);
        let got = folder.bad(1, &["p.mlir", "--inputs", "in.npz"]);
        assert!(got.contains("in.npz") || name == "two", "{name}: {got}");
        assert!(got.contains(message), "{name}: {got}");
    }
    // The same in separate files.
    folder.write("b.npy", &b);
    folder.write("n.npy", &n);
    folder.write("o.npy", &header("|O", "(2, 3)", b"\x80\x04."));
    let got = folder.bad(1, &["p.mlir", "--input", "o.npy", "--input", "b.npy", "--input", "n.npy"]);
    assert_eq!(got, "error: o.npy: arrays of Python objects are not read\n");
    let got = folder.bad(2, &["p.mlir", "--input", "b.npy", "--inputs", "in.npz"]);
    assert!(got.contains("cannot be used with"), "{got}");
    let got = folder.bad(1, &["p.mlir", "--inputs", "missing.npz"]);
    assert!(got.contains("missing.npz: No such file"), "{got}");
}

#[test]
fn results_are_compared_with_files() {
    let folder = Folder::new();
    folder.write(
        "in.npz",
        &archive(CompressionMethod::Stored, &named(["0.npy", "1.npy", "2.npy"], arguments())),
    );
    let compare = |name: &str, first: [f32; 6], second: i32| {
        let entries = [("a.npy", floats(&first, &[2, 3])), ("b.npy", ints(&[second], &[]))];
        folder.write(name, &archive(CompressionMethod::Deflated, &entries));
    };
    let right = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5f32];
    compare("right.npz", right, -7);
    let text = folder.good(&["p.mlir", "--inputs", "in.npz", "--compare", "right.npz"]);
    let first = text.lines().next().unwrap_or_default();
    assert_eq!(first, "results agree with right.npz; largest difference 0e0, relative 0e0, 0 ulp");
    let text = folder.good(&["p.mlir", "--inputs=in.npz", "--target=interpreter", "--compare=right.npz"]);
    assert!(text.starts_with("results agree with right.npz"), "{text}");
    // One number off by one unit in the last place, another by three.
    let mut near = right;
    near[2] = f32::from_bits(near[2].to_bits() + 1);
    near[4] = f32::from_bits(near[4].to_bits() - 3);
    compare("near.npz", near, -7);
    let near =
        |flags: &[&'static str]| [&["p.mlir", "--inputs", "in.npz", "--compare", "near.npz"], flags].concat();
    let text = folder.good(&near(&[]));
    assert!(text.contains("1e-6") || text.contains("e-7") || text.contains("e-6"), "{text}");
    assert!(text.contains("3 ulp\n  equal: 4\n  1 ulp: 1\n  2 to 3 ulp: 1\n"), "{text}");
    folder.good(&near(&["--max-ulp", "3"]));
    let text = folder.bad(1, &near(&["--max-ulp", "2"]));
    assert!(text.starts_with("error: result #0 differs at element 4: 4.5 is not 4.4999"), "{text}");
    assert!(text.contains("\n1 of 7 elements differ; "), "{text}");
    folder.bad(1, &near(&["--rtol", "0", "--atol", "0"]));
    folder.good(&near(&["--rtol", "0", "--atol", "1e-5"]));
    folder.good(&near(&["--rtol", "1e-12", "--max-ulp", "3"]));
    // Integers are equal or not.
    compare("wrong.npz", right, 7);
    let text = folder.bad(1, &["p.mlir", "--inputs", "in.npz", "--compare", "wrong.npz", "--max-ulp", "100"]);
    assert!(text.starts_with("error: result #1 differs at element 0: -7 is not 7\n"), "{text}");
    compare("nan.npz", [f32::NAN, 1.5, 2.5, 3.5, 4.5, 5.5], -7);
    let text = folder.bad(1, &["p.mlir", "--inputs", "in.npz", "--compare", "nan.npz"]);
    assert!(text.contains("not a number on one side: 1"), "{text}");
    // Files that do not contain results of the program.
    folder.write("one.npy", &floats(&right, &[2, 3]));
    let text = folder.bad(1, &["p.mlir", "--inputs", "in.npz", "--compare", "one.npy"]);
    assert_eq!(text, "error: one.npy: one array is given for 2 results\n");
    let text = folder.bad(1, &["p.mlir", "--inputs", "in.npz", "--compare", "in.npz"]);
    assert_eq!(text, "error: in.npz: 3 arrays are given for 2 results\n");
    let text = folder.bad(1, &["p.mlir", "--inputs", "in.npz", "--compare", "none.npz"]);
    assert!(text.starts_with("error: none.npz: No such file"), "{text}");
    folder.bad(2, &near(&["--rtol", "-1"]));
    folder.bad(2, &near(&["--max-ulp", "-1"]));
}

#[test]
fn processes_run_at_once() {
    let folder = Folder::new();
    folder.write("x.npy", &ints(&[1, 2], &[2]));
    folder.write("y.npy", &ints(&[10, 20], &[2]));
    for target in ["cpu", "interpreter"] {
        let both = ["r.mlir", "--replicas=2", "--input=x.npy", "--input=y.npy", "--target", target];
        folder.good(&[&both[..], &["--output-dir", "out", "--outputs", "out.npz"]].concat());
        for process in 0..2 {
            let result = |i: u32| {
                let path = folder.path(&format!("out/{process}/{i}.npy"));
                read_npy(&std::fs::read(path).expect("a result")).expect("an array")
            };
            assert_eq!(result(0), read_npy(&ints(&[11, 22], &[2])).expect("an array"));
            assert_eq!(result(1).data, (process as u32).to_le_bytes());
        }
        let names: Vec<String> = arrays(&folder.path("out.npz")).into_iter().map(|a| a.0).collect();
        assert_eq!(names[..2], ["process0_arr_0.npy", "process0_arr_1.npy"]);
        assert_eq!(names.len(), 4);
        folder.good(&[&both[..], &["--compare", "out.npz"]].concat());
        // One argument for all processes.
        let text = folder.good(&["r.mlir", "--replicas", "2", "--input", "x.npy", "--target", target]);
        assert!(text.starts_with("// process 0\n") && text.contains("\n// process 1\n"), "{text}");
        assert_eq!(text.matches("[2, 4]").count(), 2, "{text}");
    }
    let text =
        folder.good(&["r.mlir", "--replicas", "2", "--random-inputs", "3", "--compare", "interpreter"]);
    assert!(text.starts_with("results agree with the interpreter"), "{text}");
    // One process where the program needs two.
    folder.bad(1, &["r.mlir", "--input", "x.npy"]);
    let text = folder.bad(1, &["r.mlir", "--replicas", "3", "--input", "x.npy", "--input", "y.npy"]);
    assert_eq!(text, "error: '@main' takes 1 arguments in each of 3 processes, 2 inputs are given\n");
    folder.bad(2, &["r.mlir", "--replicas", "0", "--input", "x.npy"]);
    let text = folder.bad(1, &["r.mlir", "--replicas", "200", "--partitions", "200", "--input", "x.npy"]);
    assert_eq!(text, "error: more than 256 processes\n");
}

#[test]
fn costs_are_counted() {
    let folder = Folder::new();
    let program = "func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>) -> (tensor<8x4xf32>, tensor<i32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %1 = call @f(%0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<10> : tensor<i32>
  %one = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.while(%k = %i, %v = %1) : tensor<i32>, tensor<8x4xf32>
    cond {
      %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = stablehlo.add %k, %one : tensor<i32>
      %m = stablehlo.multiply %v, %v : tensor<8x4xf32>
      stablehlo.return %next, %m : tensor<i32>, tensor<8x4xf32>
    }
  return %r#1, %r#0 : tensor<8x4xf32>, tensor<i32>
}
func.func private @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.tanh %x : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}";
    folder.write("c.mlir", program.as_bytes());
    let text = folder.good(&["c.mlir", "--cost"]);
    let row = |name: &str| -> Vec<String> {
        let line = text.lines().find(|l| l.starts_with(name)).unwrap_or_default();
        line.split_whitespace().map(str::to_owned).collect()
    };
    // 2 x 8 x 4 x 16; 8 x 4 in each of five iterations.
    assert_eq!(row("stablehlo.dot_general")[1..], ["1", "1024", "896", "B"], "{text}");
    assert_eq!(row("stablehlo.multiply")[1..3], ["5", "160"], "{text}");
    assert_eq!(row("stablehlo.tanh")[1..3], ["1", "32"], "{text}");
    assert!(text.contains("32 of the operations are functions") && !text.contains("at least"), "{text}");
    folder.write("d.mlir", program.replace("LT, %k, %n", "GT, %k, %n").as_bytes());
    assert!(folder.good(&["d.mlir", "--cost"]).contains("at least"));
    let json = folder.good(&["c.mlir", "--random-inputs", "1", "--benchmark", "3", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    for key in ["min_us", "compile_ms", "gflop_s", "gb_s"] {
        assert!(json[key].as_f64().is_some_and(|x| x > 0.0), "{key}: {json}");
    }
    assert!(json["peak_temporary_bytes"].is_u64() && json["operations"].as_f64() > Some(1200.0), "{json}");
    let text = folder.good(&["c.mlir", "--random-inputs", "1", "--output-dir", "out", "--memory"]);
    assert!(text.starts_with("arguments 768 B, results 132 B, temporary buffers "), "{text}");
}

#[test]
fn costs_of_loops_and_structured_ops_are_counted() {
    let folder = Folder::new();
    let program =
        "func.func @main(%a: memref<64x32xf32>, %b: memref<32x16xf32>, %c: memref<64x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x16xf32>) outs(%c : memref<64x16xf32>)
  scf.for %i = %c0 to %c64 step %c1 {
    affine.for %j = 0 to 16 step 8 {
      %v = vector.transfer_read %c[%i, %j], %zero : memref<64x16xf32>, vector<8xf32>
      %w = vector.fma %v, %v, %v : vector<8xf32>
      vector.transfer_write %w, %c[%i, %j] : vector<8xf32>, memref<64x16xf32>
    }
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c64, %c16) step (%c1, %c8) {
    %v = memref.load %c[%i, %j] : memref<64x16xf32>
    %w = arith.mulf %v, %v : f32
    memref.store %w, %c[%i, %j] : memref<64x16xf32>
  }
  return
}";
    folder.write("loops.mlir", program.as_bytes());
    let text = folder.good(&["loops.mlir", "--cost"]);
    let row = |text: &str, name: &str| -> Vec<String> {
        let line = text.lines().find(|l| l.starts_with(name)).unwrap_or_default();
        line.split_whitespace().map(str::to_owned).collect()
    };
    // 2 x 64 x 32 x 16, and (64 x 32 + 32 x 16 + 64 x 16) x 4 bytes.
    assert_eq!(row(&text, "linalg.matmul")[1..], ["1", "65536", "14.3", "kB"], "{text}");
    // 64 x 2 iterations of 8 elements, which stay in registers.
    assert_eq!(row(&text, "vector.fma")[1..], ["128", "2048", "0", "B"], "{text}");
    assert_eq!(row(&text, "arith.mulf")[1..3], ["128", "128"], "{text}");
    assert_eq!(row(&text, "memref.load")[1..], ["128", "0", "512", "B"], "{text}");
    assert!(!text.contains("at least"), "{text}");
    // Nobody knows how often this loop runs, so that its speed is not shown.
    folder.write("unknown.mlir", program.replace("to %c64 step %c1 {", "to %n step %c1 {").as_bytes());
    let text = folder.good(&["unknown.mlir", "--cost"]);
    assert!(text.contains("at least") && row(&text, "vector.fma")[1] == "2", "{text}");
}

#[test]
fn reports_are_one_document() {
    let folder = Folder::new();
    let program = "func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.add %x, %x : tensor<64x64xf32> loc(\"jit(f)/model/add\")
  %1 = stablehlo.tanh %0 : tensor<64x64xf32> loc(\"jit(f)/model/tanh\")
  return %1 : tensor<64x64xf32>
}";
    folder.write("p.mlir", program.as_bytes());
    let document = |flags: &[&str]| -> serde_json::Value {
        let text = folder.good(&[&["p.mlir", "--json"], flags].concat());
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
    };
    let cost = &document(&["--cost"])["cost"];
    assert_eq!(
        (cost["operations"].as_f64(), cost["functions"].as_f64()),
        (Some(8192.0), Some(4096.0)),
        "{cost}"
    );
    assert_eq!(cost["ops"][1]["op"], "stablehlo.tanh", "{cost}");
    let all = ["--random-inputs=1", "--memory", "--benchmark=2", "--compare=interpreter", "--profile=t.json"];
    let all = document(&all);
    assert_eq!(
        (all["runs"].as_u64(), all["memory"]["argument_bytes"].as_u64()),
        (Some(2), Some(16384)),
        "{all}"
    );
    assert_eq!(all["compare"]["with"], "the interpreter", "{all}");
    let part = &all["profile"][0];
    assert_eq!(part["part"], "add+tanh (model)", "{all}");
    assert_eq!(part["ops"], serde_json::json!(["jit(f)/model/add", "jit(f)/model/tanh"]), "{all}");
    assert!(part["gflop_s"].as_f64() > Some(0.0) && part["share"].as_f64() > Some(0.0), "{all}");
    // Results are no part of a document.
    assert_eq!(document(&["--random-inputs=1"]), serde_json::json!({}));
}

#[test]
fn profiles_name_the_ops_of_the_program() {
    let folder = Folder::new();
    let program = "func.func @main(%x: tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = \"stablehlo.sort\"(%0) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<256x256xf32>) -> tensor<256x256xf32> loc(\"layer/sort\")
  return %0, %1 : tensor<256x256xf32>, tensor<256x256xf32>
}";
    folder.write("s.mlir", program.as_bytes());
    let flags = ["s.mlir", "--random-inputs=1", "--output-dir=out", "--threads=2", "--compare=interpreter"];
    let summary = folder.good(&[&flags[..], &["--profile", "t.json"]].concat());
    let row = summary.lines().find(|line| line.starts_with("layer/sort")).unwrap_or_default();
    assert!(row.contains('%') && row.split_whitespace().count() == 7, "{summary}");
    let text = std::fs::read_to_string(folder.path("t.json")).expect("a trace");
    let trace: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let events = trace["traceEvents"].as_array().expect("events");
    for name in ["stablehlo.dot_general s.mlir:2", "layer/sort"] {
        let event = events.iter().find(|e| e["name"] == name);
        let event = event.unwrap_or_else(|| panic!("no {name} in {text}"));
        assert!(event["ph"] == "X" && event["dur"].as_f64() > Some(0.0), "{event}");
    }
    let named =
        events.iter().any(|e| e["ph"] == "M" && e["name"] == "thread_name" && e["args"]["name"].is_string());
    assert!(named, "{text}");
    let text = folder.bad(1, &[&flags[..], &["--replicas=2", "--profile", "t.json"]].concat());
    assert_eq!(text, "error: --profile is for one process\n");
}

#[test]
fn the_environment_says_where_stages_go() {
    let folder = Folder::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
    let out =
        command.current_dir(folder.0.path()).args(["p.mlir", "--random-inputs=1"]).env("STRATA_DUMP_TO", "d");
    assert!(out.output().expect("strata-run runs").status.success());
    for name in ["0-input.mlir", "1-linalg.mlir", "2-loops.mlir", "3-llvm.mlir", "program.ll", "program.s"] {
        assert!(folder.path("d").join(name).is_file(), "{name}");
    }
}

#[test]
fn versions_are_told() {
    let text = Folder::new().good(&["--version"]);
    assert!(
        text.starts_with("strata-run 0.") && text.contains("\nLLVM 22.") && text.contains("\nhost CPU: "),
        "{text}"
    );
}
