//! The assignment of a file's arrays to arguments, and programs without arguments.

use std::{fs, path::Path};

use clap::Parser;
use strata_interp::{NpyArray, write_npy};
use strata_run::{Cli, run};
use zip::{ZipWriter, write::SimpleFileOptions};

/// The difference of two arguments whose names are in an attribute and in a location.
const NAMED: &str = r#"func.func @main(%x: tensor<2xf32> loc("a"), %y: tensor<2xf32> {mhlo.arg_name = "b"}) -> tensor<2xf32> {
  %0 = stablehlo.subtract %y, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"#;

/// Runs a program on a file of inputs.
fn on(dir: &Path, program: &str, inputs: &str, bytes: &[u8]) -> Result<String, String> {
    let (model, file) = (dir.join("model.mlir"), dir.join(inputs));
    fs::write(&model, program).expect("writable");
    fs::write(&file, bytes).expect("writable");
    let args = [Path::new("strata-run"), &model, Path::new("--inputs"), &file];
    run(&Cli::try_parse_from(args).expect("arguments"))
}

fn npz(entries: &[(&str, &str, Vec<u8>)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, dtype, data) in entries {
        writer.start_file(format!("{name}.npy"), SimpleFileOptions::default()).expect("writable");
        let array = NpyArray { dtype: (*dtype).to_owned(), shape: vec![2], data: data.clone() };
        std::io::Write::write_all(&mut writer, &write_npy(&array)).expect("writable");
    }
    writer.finish().expect("writable").into_inner()
}

fn floats(values: [f32; 2]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

fn safetensors(header: &str, data: &[u8]) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), data].concat()
}

#[test]
fn archives_go_by_name_where_names_are_known() {
    let dir = tempfile::tempdir().expect("a folder");
    let (tens, ones) = (floats([10.0, 20.0]), floats([1.0, 2.0]));
    let by_name = npz(&[("b", "f4", tens.clone()), ("a", "f4", ones.clone())]);
    let out = on(dir.path(), NAMED, "in.npz", &by_name).expect("it runs");
    assert!(out.contains("[9.000000e+00, 1.800000e+01]"), "{out}");
    let in_order = npz(&[("arr_0", "f4", tens.clone()), ("arr_1", "f4", ones.clone())]);
    let out = on(dir.path(), NAMED, "in.npz", &in_order).expect("it runs");
    assert!(out.contains("[-9.000000e+00, -1.800000e+01]"), "{out}");
    let other = npz(&[("b", "f4", tens), ("c", "f4", ones.clone())]);
    let why = on(dir.path(), NAMED, "in.npz", &other).expect_err("a name is missing");
    assert!(why.contains("there is no array 'a' for argument #0"), "{why}");
    let integers = npz(&[("b", "f4", ones), ("a", "i4", vec![0; 8])]);
    let why = on(dir.path(), NAMED, "in.npz", &integers).expect_err("the type differs");
    assert!(why.contains("elements of type int32, but f32 (float32) is needed"), "{why}");
}

#[test]
fn safetensors_are_inputs() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = [floats([10.0, 20.0]), floats([1.0, 2.0])].concat();
    let header = r#"{"b":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"a":{"dtype":"F32","shape":[2],"data_offsets":[8,16]}}"#;
    let out = on(dir.path(), NAMED, "in.safetensors", &safetensors(header, &data)).expect("it runs");
    assert!(out.contains("[9.000000e+00, 1.800000e+01]"), "{out}");
    let halves = header.replacen("F32", "BF16", 1).replace("[0,8]", "[0,4]").replace("[8,16]", "[4,12]");
    let why = on(dir.path(), NAMED, "in.safetensors", &safetensors(&halves, &data[..12])).expect_err("bf16");
    assert!(why.contains("'b': the array has elements of type bf16, but f32 is needed"), "{why}");
    let why = on(dir.path(), NAMED, "in.safetensors", &safetensors(header, &data[..15])).expect_err("short");
    assert!(why.contains("the tensors have 16 bytes, the file has 15"), "{why}");
    let sizes = header.replacen("[2]", "[2,1]", 1);
    let why = on(dir.path(), NAMED, "in.safetensors", &safetensors(&sizes, &data)).expect_err("sizes");
    assert!(why.contains("the array has sizes (2, 1)"), "{why}");
}

#[test]
fn arguments_that_nothing_uses_need_no_array() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = "func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>, %u: tensor<*xf32>) -> tensor<2xf32> {\n  \
                   return %x : tensor<2xf32>\n}\n";
    let out =
        on(dir.path(), program, "in.npz", &npz(&[("arr_0", "f4", floats([1.0, 2.0]))])).expect("it runs");
    assert!(out.contains("[1.000000e+00, 2.000000e+00]"), "{out}");
    let used =
        program.replace("return %x", "%0 = tensor.cast %u : tensor<*xf32> to tensor<2xf32>\n  return %0");
    let why = on(dir.path(), &used, "in.npz", &npz(&[])).expect_err("it is used");
    assert!(
        why.contains("argument #1 of '@main' has type 'tensor<*xf32>'; a tensor of known rank is needed"),
        "{why}"
    );
}

/// The arguments of a program of JAX: names in an attribute and in a location, a name that two arguments have, and one without.
const JAX: &str = r#"func.func @main(%p: tensor<2xf32> {jax.arg_info = "params['w']", tf.aliasing_output = 1 : i32} loc("p"), %x: tensor<2xf32> {jax.buffer_donor = true} loc("x=y"), %u: tensor<2xf32>)
    -> (tensor<2xf32> {jax.result_info = "['a/b']"}, tensor<2xf32> {jax.result_info = ""}) {
  %0 = stablehlo.subtract %p, %x : tensor<2xf32>
  %1 = stablehlo.multiply %0, %u : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
"#;

/// Runs a program with options.
fn with(dir: &Path, program: &str, options: &[&str]) -> Result<String, String> {
    let model = dir.join("model.mlir");
    fs::write(&model, program).expect("writable");
    let in_folder = |option: &&str| option.replace("DIR", &dir.display().to_string());
    let args = ["strata-run".to_owned(), model.display().to_string()];
    run(&Cli::try_parse_from(args.into_iter().chain(options.iter().map(in_folder))).expect("arguments"))
}

#[test]
fn files_are_for_the_arguments_that_they_name() {
    let dir = tempfile::tempdir().expect("a folder");
    for (name, values) in [("tens", [10.0, 20.0]), ("ones", [1.0, 2.0]), ("a=b", [2.0, 2.0])] {
        let array = NpyArray { dtype: "f4".to_owned(), shape: vec![2], data: floats(values) };
        fs::write(dir.path().join(format!("{name}.npy")), write_npy(&array)).expect("writable");
    }
    let good = |options: &[&str]| with(dir.path(), JAX, options).expect("it runs");
    let want = "[9.000000e+00, 1.800000e+01]> : tensor<2xf32>\ndense<[1.800000e+01, 3.600000e+01]>";
    for inputs in [
        ["DIR/tens.npy", "DIR/ones.npy", "DIR/a=b.npy"],
        ["x=y=DIR/ones.npy", "DIR/tens.npy", "DIR/a=b.npy"],
        ["DIR/a=b.npy", "x=y=DIR/ones.npy", "params['w']=DIR/tens.npy"],
    ] {
        let inputs: Vec<&str> = inputs.iter().flat_map(|file| ["--input", file]).collect();
        let out = good(&inputs);
        // A file without a name is for the arguments without a file, in order.
        assert!(out.contains(want), "{inputs:?}: {out}");
    }
    let bad = |inputs: &[&str]| {
        let inputs: Vec<&str> = inputs.iter().flat_map(|file| ["--input", file]).collect();
        with(dir.path(), JAX, &inputs).expect_err("it does not fit")
    };
    let why = bad(&["q=DIR/ones.npy", "DIR/tens.npy", "DIR/tens.npy"]);
    assert_eq!(why, "error: no argument has the name 'q'; the names are 'params['w']', 'x=y'\n");
    let why = bad(&["x=y=DIR/ones.npy", "x=y=DIR/tens.npy", "DIR/tens.npy"]);
    assert_eq!(why, "error: there are two inputs for argument #1 (x=y)\n");
    let why = bad(&["x=y=DIR/ones.npy", "DIR/tens.npy"]);
    assert_eq!(why, "error: '@main' takes 3 arguments, 2 inputs are given\n");
    let twice = JAX.replace("params['w']", "x=y");
    let why = with(dir.path(), &twice, &["--input", "x=y=DIR/ones.npy"]).expect_err("ambiguous");
    assert_eq!(why, "error: the name 'x=y' is that of several arguments\n");
    let long = JAX.replace("tensor<2xf32> {jax.arg", "tensor<3xf32> {jax.arg").replace("%p, %x", "%x, %x");
    let files = ["--input", "DIR/tens.npy", "--input", "DIR/ones.npy", "--input", "DIR/ones.npy"];
    let why = with(dir.path(), &long, &files).expect_err("the size differs");
    assert!(why.contains("argument #0 (params['w']) of '@main' is tensor<3xf32>"), "{why}");
}

#[test]
fn archives_have_the_names_of_arguments_and_results() {
    let dir = tempfile::tempdir().expect("a folder");
    let [tens, ones, twos] = [[10.0, 20.0], [1.0, 2.0], [2.0, 2.0]].map(floats);
    let named = npz(&[
        ("rest", "f4", twos.clone()),
        ("x=y", "f4", ones.clone()),
        ("params['w']", "f4", tens.clone()),
    ]);
    fs::write(dir.path().join("in.npz"), named).expect("writable");
    let run = ["--inputs", "DIR/in.npz", "--outputs", "DIR/out.npz"];
    with(dir.path(), JAX, &run).expect("it runs");
    let file = fs::File::open(dir.path().join("out.npz")).expect("an archive");
    let archive = zip::ZipArchive::new(file).expect("an archive");
    let written: Vec<String> = archive.file_names().map(|n| n.expect("a name").into_owned()).collect();
    assert_eq!(written, ["['a/b'].npy", "arr_1.npy"]);
    let swapped = npz(&[("arr_1", "f4", floats([18.0, 36.0])), ("['a/b']", "f4", floats([9.0, 18.0]))]);
    fs::write(dir.path().join("want.npz"), swapped).expect("writable");
    let compare = ["--inputs", "DIR/in.npz", "--compare", "DIR/want.npz"];
    let out = with(dir.path(), JAX, &compare).expect("they agree");
    assert!(out.contains("results agree"), "{out}");
    let twice = JAX.replace("params['w']", "x=y");
    let why = with(dir.path(), &twice, &["--inputs", "DIR/in.npz"]).expect_err("ambiguous");
    assert!(why.contains("the name 'x=y' is that of several arguments"), "{why}");
    let mixed = npz(&[("x=y", "f4", ones), ("arr_0", "f4", tens), ("arr_2", "f4", twos)]);
    fs::write(dir.path().join("in.npz"), mixed).expect("writable");
    let out = with(dir.path(), JAX, &compare).expect("they agree");
    assert!(out.contains("results agree"), "{out}");
}

#[test]
fn signatures_are_shown() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = JAX.replace("%u: tensor<2xf32>", "%u: tensor<2xf32>, %open: tensor<?x3xi8>");
    let text = with(dir.path(), &program, &["--signature"]).expect("it has one");
    let want = "argument #0 (params['w']): tensor<2xf32>, donated to result #1
argument #1 (x=y): tensor<2xf32>, donated
argument #2: tensor<2xf32>
argument #3: tensor<?x3xi8>
result #0 (['a/b']): tensor<2xf32>
result #1: tensor<2xf32>
";
    assert_eq!(text, want);
    let text = with(dir.path(), &program, &["--signature", "--json"]).expect("it has one");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        (json["entry"].as_str(), json["inputs"][0]["name"].as_str()),
        (Some("main"), Some("params['w']"))
    );
    assert_eq!(json["inputs"][0]["donated_to"], 1);
    assert_eq!(
        (json["inputs"][1]["donated"].as_bool(), json["inputs"][2]["donated"].as_bool()),
        (Some(true), Some(false))
    );
    assert!(json["inputs"][3]["shape"][0].is_null() && json["inputs"][3]["shape"][1] == 3, "{json}");
    assert_eq!(json["outputs"][0]["element"], "f32");
}
