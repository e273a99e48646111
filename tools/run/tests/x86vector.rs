//! Ops of `x86vector`, and transposes by instructions of AVX2, on this processor, as far as it has the instructions.

use std::{path::Path, process::Command};

use strata_interp::{NpyArray, read_npy, write_npy};

/// The program of a function that writes the vector that `ops` compute from `%a` and `%b` to a buffer.
fn program(ty: &str, result: &str, ops: &str) -> String {
    format!(
        "func.func @main(%x: memref<{ty}>, %y: memref<{ty}>, %out: memref<{result}>) attributes {{strata.num_inputs = 2 : i64}} {{
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0] : memref<{ty}>, vector<{ty}>
  %b = vector.load %y[%c0] : memref<{ty}>, vector<{ty}>
{ops}
  vector.store %r, %out[%c0] : memref<{result}>, vector<{result}>
  return
}}"
    )
}

/// The bytes that a program computes from two vectors.
fn run(text: &str, dtype: &str, inputs: [Vec<u8>; 2]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, data: &[u8]| {
        std::fs::write(folder.path().join(name), data).expect("the folder can be written");
    };
    write("main.mlir", text.as_bytes());
    let width: usize = dtype[1..].parse().expect("a width");
    for (name, data) in ["x.npy", "y.npy"].into_iter().zip(inputs) {
        let array = NpyArray { dtype: dtype.to_owned(), shape: vec![data.len() / width], data };
        write(name, &write_npy(&array));
    }
    let arguments = ["main.mlir", "--input", "x.npy", "--input", "y.npy", "--output-dir", "out"];
    let out =
        Command::new(env!("CARGO_BIN_EXE_strata-run")).current_dir(folder.path()).args(arguments).output();
    let out = out.expect("the tool runs");
    assert!(out.status.success(), "{text}\n{}", String::from_utf8_lossy(&out.stderr));
    let result = std::fs::read(folder.path().join("out/0.npy")).expect("a result");
    read_npy(&result).expect("an array").data
}

fn floats(values: impl IntoIterator<Item = f32>) -> Vec<u8> {
    values.into_iter().flat_map(f32::to_le_bytes).collect()
}

fn numbers(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|x| f32::from_le_bytes([x[0], x[1], x[2], x[3]])).collect()
}

#[test]
fn vectors_of_256_bits() {
    if !is_x86_feature_detected!("avx") {
        eprintln!("this processor has no AVX");
        return;
    }
    let (x, y) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [2.0, 1.0, 0.5, 4.0, 1.0, 1.0, 2.0, 0.25]);
    let dot = program("8xf32", "8xf32", "  %r = x86vector.avx.intr.dot %a, %b : vector<8xf32>");
    // The sums of the products of each half.
    assert_eq!(
        numbers(&run(&dot, "f4", [floats(x), floats(y)])),
        [21.5, 21.5, 21.5, 21.5, 27.0, 27.0, 27.0, 27.0]
    );
    let rsqrt = program("8xf32", "8xf32", "  %r = x86vector.avx.rsqrt %a : vector<8xf32>");
    let estimates = numbers(&run(&rsqrt, "f4", [floats(x), floats(y)]));
    // The manual bounds the relative error of the estimates.
    assert!(
        estimates.iter().zip(x).all(|(r, x)| (r * x.sqrt() - 1.0).abs() <= 1.5 / 4096.0),
        "{estimates:?}"
    );
}

#[test]
fn vectors_of_512_bits() {
    if !is_x86_feature_detected!("avx512f") {
        eprintln!("this processor has no AVX-512");
        return;
    }
    let x: [f32; 16] = std::array::from_fn(|i| i as f32 + 0.75);
    let y: [f32; 16] = std::array::from_fn(|i| i as f32 - 8.0);
    let inputs = || [floats(x), floats(y)];
    // The elements where `y` is negative are the first eight; the others are of the constant.
    let compress = program(
        "16xf32",
        "16xf32",
        "  %z = arith.constant dense<0.0> : vector<16xf32>
  %k = arith.cmpf oge, %b, %z : vector<16xf32>
  %r = x86vector.avx512.mask.compress %k, %a {constant_src = dense<-1.0> : vector<16xf32>} : vector<16xf32>",
    );
    let expected: Vec<f32> = (0..16).map(|i| if i < 8 { x[i + 8] } else { -1.0 }).collect();
    assert_eq!(numbers(&run(&compress, "f4", inputs())), expected);
    // Rounded to integers, down: control 1 without bits of the fraction; the first eight elements only.
    let round = program(
        "16xf32",
        "16xf32",
        "  %down = arith.constant 1 : i32
  %current = arith.constant 4 : i32
  %k = arith.constant 255 : i16
  %r = x86vector.avx512.mask.rndscale %a, %down, %b, %k, %current : vector<16xf32>",
    );
    let expected: Vec<f32> = (0..16).map(|i| if i < 8 { x[i].floor() } else { y[i] }).collect();
    assert_eq!(numbers(&run(&round, "f4", inputs())), expected);
    let scale = program(
        "16xf32",
        "16xf32",
        "  %current = arith.constant 4 : i32
  %k = arith.constant -1 : i16
  %r = x86vector.avx512.mask.scalef %a, %b, %a, %k, %current : vector<16xf32>",
    );
    let expected: Vec<f32> = (0..16).map(|i| x[i] * y[i].exp2()).collect();
    assert_eq!(numbers(&run(&scale, "f4", inputs())), expected);
}

#[test]
fn products_of_pairs() {
    if !is_x86_feature_detected!("avx512bf16") {
        eprintln!("this processor has no AVX512-BF16");
        return;
    }
    let x: [f32; 16] = std::array::from_fn(|i| i as f32);
    let y: [f32; 16] = std::array::from_fn(|i| (i % 3) as f32);
    let dot = program(
        "16xf32",
        "8xf32",
        "  %p = x86vector.avx512.cvt.packed.f32_to_bf16 %a : vector<16xf32> -> vector<16xbf16>
  %q = x86vector.avx512.cvt.packed.f32_to_bf16 %b : vector<16xf32> -> vector<16xbf16>
  %z = arith.constant dense<1.0> : vector<8xf32>
  %r = x86vector.avx512.dot %z, %p, %q : vector<16xbf16> -> vector<8xf32>",
    );
    let expected: Vec<f32> =
        (0..8).map(|i| 1.0 + x[2 * i] * y[2 * i] + x[2 * i + 1] * y[2 * i + 1]).collect();
    assert_eq!(numbers(&run(&dot, "f4", [floats(x), floats(y)])), expected);
}

/// A function that adds 3 to a constant matrix of `rows` by 8 numbers, transposes it, and counts the elements that are not in their places.
fn transpose(rows: usize) -> String {
    let matrix = |m: usize, n: usize, element: &dyn Fn(usize, usize) -> usize| {
        let row = |i| (0..n).map(|j| format!("{}.0", element(i, j))).collect::<Vec<_>>().join(", ");
        let all = (0..m).map(|i| format!("[{}]", row(i))).collect::<Vec<_>>();
        format!("dense<[{}]>", all.join(", "))
    };
    let (before, after) = (matrix(rows, 8, &|i, j| 8 * i + j), matrix(8, rows, &|i, j| 8 * j + i));
    let (ty, turned) = (format!("vector<{rows}x8xf32>"), format!("vector<8x{rows}xf32>"));
    format!(
        "module attributes {{transform.with_named_sequence}} {{
func.func @wrong(%n: i32) -> i64 {{
  %three = arith.sitofp %n : i32 to f32
  %c = arith.constant {before} : {ty}
  %x = vector.broadcast %three : f32 to {ty}
  %a = arith.addf %c, %x : {ty}
  %t = vector.transpose %a, [1, 0] : {ty} to {turned}
  %d = arith.constant {after} : {turned}
  %y = vector.broadcast %three : f32 to {turned}
  %e = arith.addf %d, %y : {turned}
  %w = arith.cmpf une, %t, %e : {turned}
  %i = arith.extui %w : vector<8x{rows}xi1> to vector<8x{rows}xi64>
  %z = arith.constant 0 : i64
  %r = vector.multi_reduction <add>, %i, %z [0, 1] : vector<8x{rows}xi64> to i64
  return %r : i64
}}
func.func @main() -> i64 {{
  %n = arith.constant 3 : i32
  %0 = func.call @wrong(%n) : (i32) -> i64
  return %0 : i64
}}
  transform.named_sequence @__transform_main(%m: !transform.any_op {{transform.readonly}}) {{
    %f = transform.structured.match ops{{[\"func.func\"]}} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {{
      transform.apply_patterns.vector.lower_transpose avx2_lowering_strategy = true
      transform.apply_patterns.vector.lower_multi_reduction
    }} : !transform.any_op
    transform.yield
  }}
}}"
    )
}

#[test]
fn transposes_by_shuffles_and_blends() {
    if !is_x86_feature_detected!("avx2") {
        eprintln!("this processor has no AVX2");
        return;
    }
    let flags = [
        "--transform-interpreter",
        "--test-transform-dialect-erase-schedule",
        "--convert-vector-to-llvm",
        "--convert-to-llvm",
        "--reconcile-unrealized-casts",
    ];
    let flags = flags.map(str::to_owned);
    for (rows, blends) in [(4, 0), (8, 8)] {
        let (program, stderr, code) = strata_opt::run(&flags, transpose(rows).as_bytes(), Path::new("."));
        assert_eq!(code, 0, "{}", String::from_utf8_lossy(&stderr));
        let text = String::from_utf8_lossy(&program);
        assert_eq!(text.matches("vblendps").count(), blends, "{text}");
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("main.mlir"), &program).expect("the folder can be written");
        let out = Command::new(env!("CARGO_BIN_EXE_strata-run"))
            .current_dir(folder.path())
            .args(["main.mlir", "--entry-point-result=i64"])
            .output()
            .expect("the tool runs");
        let [stdout, stderr] = [&out.stdout, &out.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert_eq!(stdout, "0\n", "{rows} rows: {stderr}");
    }
}
