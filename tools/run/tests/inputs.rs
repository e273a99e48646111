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
