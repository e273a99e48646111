//! Programs whose data determines the addresses that they access, with adversarial data: for any indices, native code stays inside of its
//! buffers and gives the same results as the interpreter.
//!
//! The test runs itself again with guard pages before and after each buffer, where an access outside of the buffer ends the process; the
//! last output of such a process names the program.

use std::{process::Command, sync::Arc};

use strata_codegen_llvm::Target;
use strata_driver::{CompileOptions, Executable, TensorSpec, program};
use strata_interp::{Elem, Interpreter, NpyArray, Value, npy::dtype_of};
use strata_ir::prelude::Context;
use strata_runtime_cpu::guard::{Guard, report_faults_of};

/// Indices for the programs.
const INDICES: &[i64] = &[
    0,
    1,
    -1,
    4,
    5,
    6,
    7,
    -7,
    127,
    -128,
    1 << 31,
    (1 << 31) - 1,
    -(1 << 31),
    1 << 32,
    (1 << 32) - 1,
    (1 << 62) + 3,
    i64::MAX,
    i64::MIN,
];

/// Types of indices.
const TYPES: &[&str] = &["i32", "i64", "ui32", "i8", "ui64"];

/// Name, program with `IDX` for the type of indices, and the number of indices in the last argument.
const PROGRAMS: &[(&str, &str, usize)] = &[
    (
        "dynamic_slice",
        "func.func @main(%x: tensor<5x7xf32>, %i: tensor<2xIDX>) -> tensor<3x2xf32> {
           %a = stablehlo.slice %i [0:1] : (tensor<2xIDX>) -> tensor<1xIDX>
           %b = stablehlo.slice %i [1:2] : (tensor<2xIDX>) -> tensor<1xIDX>
           %p = stablehlo.reshape %a : (tensor<1xIDX>) -> tensor<IDX>
           %q = stablehlo.reshape %b : (tensor<1xIDX>) -> tensor<IDX>
           %r = stablehlo.dynamic_slice %x, %p, %q, sizes = [3, 2] : (tensor<5x7xf32>, tensor<IDX>, tensor<IDX>) -> tensor<3x2xf32>
           return %r : tensor<3x2xf32>
         }",
        2,
    ),
    (
        "dynamic_update_slice",
        "func.func @main(%x: tensor<5x7xf32>, %u: tensor<2x7xf32>, %i: tensor<2xIDX>) -> tensor<5x7xf32> {
           %a = stablehlo.slice %i [0:1] : (tensor<2xIDX>) -> tensor<1xIDX>
           %b = stablehlo.slice %i [1:2] : (tensor<2xIDX>) -> tensor<1xIDX>
           %p = stablehlo.reshape %a : (tensor<1xIDX>) -> tensor<IDX>
           %q = stablehlo.reshape %b : (tensor<1xIDX>) -> tensor<IDX>
           %r = stablehlo.dynamic_update_slice %x, %u, %p, %q : (tensor<5x7xf32>, tensor<2x7xf32>, tensor<IDX>, tensor<IDX>) -> tensor<5x7xf32>
           return %r : tensor<5x7xf32>
         }",
        2,
    ),
    (
        "gather_of_rows",
        "func.func @main(%x: tensor<5x33xf32>, %i: tensor<4x1xIDX>) -> tensor<4x33xf32> {
           %r = \"stablehlo.gather\"(%x, %i) <{
             dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
             slice_sizes = array<i64: 1, 33>, indices_are_sorted = true}> : (tensor<5x33xf32>, tensor<4x1xIDX>) -> tensor<4x33xf32>
           return %r : tensor<4x33xf32>
         }",
        4,
    ),
    (
        "gather_of_windows",
        "func.func @main(%x: tensor<2x5x7xf32>, %i: tensor<2x3x2xIDX>) -> tensor<2x3x2x3xf32> {
           %r = \"stablehlo.gather\"(%x, %i) <{
             dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [0], start_indices_batching_dims = [0],
               start_index_map = [2, 1], index_vector_dim = 2>,
             slice_sizes = array<i64: 1, 2, 3>, indices_are_sorted = false}> : (tensor<2x5x7xf32>, tensor<2x3x2xIDX>) -> tensor<2x3x2x3xf32>
           return %r : tensor<2x3x2x3xf32>
         }",
        12,
    ),
    (
        "gather_of_elements",
        "func.func @main(%x: tensor<7xi8>, %i: tensor<37xIDX>) -> tensor<37xi8> {
           %r = \"stablehlo.gather\"(%x, %i) <{
             dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
             slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<7xi8>, tensor<37xIDX>) -> tensor<37xi8>
           return %r : tensor<37xi8>
         }",
        37,
    ),
    (
        "scatter_of_rows",
        "func.func @main(%x: tensor<5x9xf32>, %u: tensor<4x9xf32>, %i: tensor<4x1xIDX>) -> tensor<5x9xf32> {
           %r = \"stablehlo.scatter\"(%x, %i, %u) <{
             scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
               scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
             indices_are_sorted = false, unique_indices = false}> ({
           ^bb0(%old: tensor<f32>, %new: tensor<f32>):
             %s = stablehlo.add %old, %new : tensor<f32>
             stablehlo.return %s : tensor<f32>
           }) : (tensor<5x9xf32>, tensor<4x1xIDX>, tensor<4x9xf32>) -> tensor<5x9xf32>
           return %r : tensor<5x9xf32>
         }",
        4,
    ),
    (
        "scatter_of_windows",
        "func.func @main(%x: tensor<5x7xi32>, %u: tensor<3x2x4xi32>, %i: tensor<3x2xIDX>) -> tensor<5x7xi32> {
           %r = \"stablehlo.scatter\"(%x, %i, %u) <{
             scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>,
             indices_are_sorted = true, unique_indices = true}> ({
           ^bb0(%old: tensor<i32>, %new: tensor<i32>):
             stablehlo.return %new : tensor<i32>
           }) : (tensor<5x7xi32>, tensor<3x2xIDX>, tensor<3x2x4xi32>) -> tensor<5x7xi32>
           return %r : tensor<5x7xi32>
         }",
        6,
    ),
    (
        "torch_index_select",
        "func.func @main(%x: tensor<5x7xf32>, %i: tensor<3xIDX>) -> tensor<3x7xf32> {
           %r = \"stablehlo.torch_index_select\"(%x, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<5x7xf32>, tensor<3xIDX>) -> tensor<3x7xf32>
           return %r : tensor<3x7xf32>
         }",
        3,
    ),
    (
        "slices_in_a_loop",
        "func.func @main(%x: tensor<7xf32>, %i: tensor<3xIDX>) -> tensor<7xf32> {
           %n0 = stablehlo.constant dense<0> : tensor<i32>
           %n1 = stablehlo.constant dense<1> : tensor<i32>
           %n3 = stablehlo.constant dense<3> : tensor<i32>
           %r:2 = stablehlo.while(%k = %n0, %y = %x) : tensor<i32>, tensor<7xf32>
           cond {
             %c = stablehlo.compare LT, %k, %n3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
             stablehlo.return %c : tensor<i1>
           } do {
             %at = stablehlo.dynamic_slice %i, %k, sizes = [1] : (tensor<3xIDX>, tensor<i32>) -> tensor<1xIDX>
             %p = stablehlo.reshape %at : (tensor<1xIDX>) -> tensor<IDX>
             %s = stablehlo.dynamic_slice %y, %p, sizes = [2] : (tensor<7xf32>, tensor<IDX>) -> tensor<2xf32>
             %t = stablehlo.add %s, %s : tensor<2xf32>
             %z = stablehlo.dynamic_update_slice %y, %t, %p : (tensor<7xf32>, tensor<2xf32>, tensor<IDX>) -> tensor<7xf32>
             %next = stablehlo.add %k, %n1 : tensor<i32>
             stablehlo.return %next, %z : tensor<i32>, tensor<7xf32>
           }
           return %r#1 : tensor<7xf32>
         }",
        3,
    ),
    (
        "an_index_by_arithmetic",
        "func.func @main(%x: tensor<7xf32>, %i: tensor<3xIDX>) -> tensor<3xf32> {
           %d = stablehlo.constant dense<[0, 1, 3]> : tensor<3xIDX>
           %q = stablehlo.divide %i, %d : tensor<3xIDX>
           %m = stablehlo.multiply %q, %i : tensor<3xIDX>
           %s = stablehlo.shift_left %m, %i : tensor<3xIDX>
           %f = stablehlo.convert %s : (tensor<3xIDX>) -> tensor<3xi32>
           %r = \"stablehlo.gather\"(%x, %f) <{
             dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
             slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<7xf32>, tensor<3xi32>) -> tensor<3xf32>
           return %r : tensor<3xf32>
         }",
        3,
    ),
];

/// Programs of an `f32` argument of 8 elements whose numbers become indices or decide an order.
const FLOATS: &[(&str, &str)] = &[
    (
        "indices_from_floats",
        "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
           %i = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xi32>
           %r = \"stablehlo.gather\"(%x, %i) <{
             dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
             slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
           return %r : tensor<8xf32>
         }",
    ),
    (
        "a_branch_from_a_float",
        "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
           %s = stablehlo.slice %x [0:1] : (tensor<8xf32>) -> tensor<1xf32>
           %p = stablehlo.reshape %s : (tensor<1xf32>) -> tensor<f32>
           %i = stablehlo.convert %p : (tensor<f32>) -> tensor<i32>
           %r = \"stablehlo.case\"(%i) ({
             stablehlo.return %x : tensor<8xf32>
           }, {
             %y = stablehlo.negate %x : tensor<8xf32>
             stablehlo.return %y : tensor<8xf32>
           }) : (tensor<i32>) -> tensor<8xf32>
           return %r : tensor<8xf32>
         }",
    ),
];

/// Inconsistent comparisons: sorting terminates and stays inside of its buffers, with any result.
const ORDERS: &[(&str, &str)] = &[
    ("always", "%r = stablehlo.constant dense<true> : tensor<i1>"),
    ("less_or_equal", "%r = stablehlo.compare LE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>"),
    ("less", "%r = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>"),
    ("different", "%r = stablehlo.compare NE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>"),
];

fn compile(cx: &Arc<Context>, text: &str) -> (Executable, Box<strata_ir::prelude::Body>) {
    let parse = || program::parse(cx, "hostile.mlir", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let options = CompileOptions::new(Target::host().expect("the host is a target"));
    let executable = Executable::compile(&mut parse(), &options).unwrap_or_else(|e| panic!("{e}\n{text}"));
    (executable, parse())
}

fn value(cx: &Context, spec: &TensorSpec, data: Vec<u8>) -> Value {
    let elem = Elem::from_type(cx, cx.elem_or_self(spec.ty)).expect("the interpreter has the type");
    let shape = spec.shape.iter().map(|&d| d as usize).collect();
    NpyArray { dtype: dtype_of(elem), shape, data }.to_value(cx, spec.ty).expect("the bytes fit")
}

/// Small numbers as the bytes of an argument.
fn plain(spec: &TensorSpec) -> Vec<u8> {
    let one = |i: usize| match (spec.elem.as_str(), i as i32 + 1) {
        ("f32", n) => (n as f32).to_le_bytes().to_vec(),
        ("i8", n) => vec![n as u8],
        (_, n) => n.to_le_bytes().to_vec(),
    };
    (0..spec.len()).flat_map(one).collect()
}

/// Compares the results of both executors.
fn compare(
    cx: &Arc<Context>,
    name: &str,
    program: &(Executable, Box<strata_ir::prelude::Body>),
    inputs: &[Vec<u8>],
) {
    let (executable, module) = program;
    let bytes: Vec<&[u8]> = inputs.iter().map(Vec::as_slice).collect();
    let got = executable.run(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
    let values =
        inputs.iter().zip(&executable.signature.inputs).map(|(b, s)| value(cx, s, b.clone())).collect();
    let wanted = Interpreter::new(cx).interpret(module, "main", values);
    let wanted = wanted.unwrap_or_else(|d| panic!("{name}: {}", d.render(cx)));
    for (bytes, wanted) in got.iter().zip(&wanted) {
        let wanted = NpyArray::from_value(wanted).expect("a result is a tensor").data;
        assert!(*bytes == wanted, "{name}: {bytes:?} is not {wanted:?}");
    }
}

#[test]
fn indices_stay_inside() {
    let cx = program::context();
    for &(name, text, count) in PROGRAMS {
        for &ty in TYPES {
            let name = format!("{name} of {ty}");
            report_faults_of(&name);
            let program = compile(&cx, &text.replace("IDX", ty));
            let specs = &program.0.signature.inputs;
            let (last, first) = specs.split_last().expect("there are arguments");
            let mut inputs: Vec<Vec<u8>> = first.iter().map(plain).collect();
            inputs.push(Vec::new());
            // Each index in each position, and all of them at once.
            for start in 0..INDICES.len() {
                for step in [0, 1, 5] {
                    let index = |k: usize| INDICES[(start + step * k) % INDICES.len()];
                    let bytes = (0..count).flat_map(|k| index(k).to_le_bytes()[..last.elem_bytes].to_vec());
                    *inputs.last_mut().expect("it was pushed") = bytes.collect();
                    compare(&cx, &name, &program, &inputs);
                }
            }
        }
    }
}

#[test]
fn floats_become_indices() {
    let cx = program::context();
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30, -0.0, 7.9, 2147483648.0];
    for &(name, text) in FLOATS {
        report_faults_of(name);
        let program = compile(&cx, text);
        for start in 0..odd.len() {
            let bytes = (0..8).flat_map(|k| odd[(start + k) % odd.len()].to_le_bytes()).collect();
            compare(&cx, name, &program, &[bytes]);
        }
    }
}

/// Arrays of every small number of elements, in every width, to test vectors at the end of a buffer.
#[test]
fn small_arrays_end_where_they_end() {
    let cx = program::context();
    for n in (1usize..20).chain([31, 33, 65]) {
        let mut results = Vec::new();
        let mut code = String::new();
        let types =
            ["i64", "i32", "i16", "i8", "i1", "ui8", "f64", "f32", "f16", "bf16", "f8E4M3FNUZ", "f8E5M2"];
        for ty in types {
            code += &format!("  %{ty} = stablehlo.convert %x : (tensor<{n}xi64>) -> tensor<{n}x{ty}>\n");
            results.push(format!("tensor<{n}x{ty}>"));
        }
        let names: Vec<String> = types.iter().map(|ty| format!("%{ty}")).collect();
        let (names, results) = (names.join(", "), results.join(", "));
        let text = format!(
            "func.func @main(%x: tensor<{n}xi64>) -> ({results}) {{\n{code}  return {names} : {results}\n}}"
        );
        report_faults_of(&format!("conversions of {n}"));
        let program = compile(&cx, &text);
        let bytes = (0..n as i64).flat_map(|i| (i * 3 - 7).to_le_bytes()).collect();
        compare(&cx, &format!("conversions of {n}"), &program, &[bytes]);
    }
}

#[test]
fn sorting_by_no_order_ends() {
    let cx = program::context();
    for n in [1usize, 2, 7, 33, 1000] {
        for &(name, order) in ORDERS {
            let text = format!(
                "func.func @main(%x: tensor<{n}xf32>, %y: tensor<{n}xi32>) -> (tensor<{n}xf32>, tensor<{n}xi32>) {{
                   %s:2 = \"stablehlo.sort\"(%x, %y) <{{dimension = 0 : i64, is_stable = true}}> ({{
                   ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
                     {order}
                     stablehlo.return %r : tensor<i1>
                   }}) : (tensor<{n}xf32>, tensor<{n}xi32>) -> (tensor<{n}xf32>, tensor<{n}xi32>)
                   return %s#0, %s#1 : tensor<{n}xf32>, tensor<{n}xi32>
                 }}"
            );
            report_faults_of(&format!("sorting {n} by {name}"));
            let (executable, _) = compile(&cx, &text);
            let keys =
                (0..n).flat_map(|i| if i % 3 == 1 { f32::NAN } else { (i * 7919 % 31) as f32 }.to_le_bytes());
            let (keys, values): (Vec<u8>, Vec<u8>) =
                (keys.collect(), (0..n as u32).flat_map(u32::to_le_bytes).collect());
            let got = executable.run(&[&keys, &values]).unwrap_or_else(|e| panic!("{name}: {e}"));
            // The result is a permutation of the input.
            let mut order: Vec<u32> =
                got[1].as_chunks::<4>().0.iter().map(|c| u32::from_le_bytes(*c)).collect();
            order.sort_unstable();
            assert!(order.iter().copied().eq(0..n as u32), "{name} of {n}: {order:?}");
        }
    }
}

/// Runs the tests above once more with guard pages.
#[test]
fn nothing_outside_of_buffers_is_touched() {
    if Guard::of_environment().is_some() {
        return;
    }
    let program = std::env::current_exe().expect("the test knows where it is");
    for place in ["after", "before"] {
        let done = Command::new(&program)
            .args(["hostile::", "--skip", "nothing_outside_of_buffers_is_touched", "--test-threads=1"])
            .env("STRATA_GUARD_PAGES", place)
            .output()
            .expect("the test starts");
        let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
        let ran = done.status.success() && !said.contains(" 0 passed");
        assert!(ran, "with guard pages {place} each buffer: {}\n{said}", done.status);
    }
}
