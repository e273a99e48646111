//! Programs of unknown sizes: compiled once, run with several sizes, and compared with JAX's results.

mod jax;

use std::{fs, path::Path};

use strata_codegen_llvm::Target;
use strata_driver::{Backend, Codegen, CompileOptions, Executable, TensorRef, program, simulator::Simulator};
use strata_interp::{Data, Elem, Interpreter, Tensor, Value as Argument};

/// A program for the host, or for a device.
fn compile_on(text: &str, backend: Option<&dyn Backend>) -> Result<Executable, String> {
    let cx = program::context();
    let mut module = program::parse(&cx, "test.mlir", text)?;
    let options = CompileOptions::new(Target::host().map_err(|e| e.to_string())?);
    Ok(Executable::generate(&mut module, &options, Vec::new(), Codegen { backend, ..Codegen::default() })?)
}

fn compile(text: &str) -> Executable {
    compile_on(text, None).unwrap_or_else(|e| panic!("{e}"))
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|c| f32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
}

fn bytes_of(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

fn run(program: &Executable, inputs: &[(&[f32], &[i64])]) -> Result<Vec<(Vec<f32>, Vec<i64>)>, String> {
    let bytes: Vec<Vec<u8>> = inputs.iter().map(|i| bytes_of(i.0)).collect();
    let refs: Vec<TensorRef<'_>> =
        bytes.iter().zip(inputs).map(|(bytes, i)| TensorRef { bytes, sizes: i.1 }).collect();
    Ok(program.run_tensors(&refs)?.into_iter().map(|(b, s)| (floats(&b), s)).collect())
}

#[test]
fn no_elements() {
    let program = compile(
        "func.func @main(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<?x3xf32>) {
          %z = stablehlo.constant dense<0.0> : tensor<f32>
          %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
          %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x3xf32>, tensor<f32>) -> tensor<3xf32>
          %2 = stablehlo.reverse %0, dims = [1] : tensor<?x3xf32>
          return %0, %1, %2 : tensor<?x3xf32>, tensor<3xf32>, tensor<?x3xf32>
        }",
    );
    let none = run(&program, &[(&[], &[0, 3]), (&[], &[0, 3])]).expect("runs");
    assert_eq!(none, [(vec![], vec![0, 3]), (vec![0.0; 3], vec![3]), (vec![], vec![0, 3])]);
    let one = run(&program, &[(&[], &[0, 3]), (&[1.0, 2.0, 3.0], &[1, 3])]).expect("runs");
    assert_eq!(one[0], (vec![1.0, 2.0, 3.0], vec![1, 3]));
    assert_eq!(one[1].0, [1.0, 2.0, 3.0]);
    assert_eq!(one[2], (vec![3.0, 2.0, 1.0], vec![1, 3]));
}

#[test]
fn wrong_sizes_are_errors() {
    let program = compile(
        "func.func @main(%x: tensor<?x2xf32>, %y: tensor<?x2xf32>) -> tensor<?x2xf32> {
          %0 = stablehlo.add %x, %y : tensor<?x2xf32>
          return %0 : tensor<?x2xf32>
        }",
    );
    let error = |inputs: &[(&[f32], &[i64])]| run(&program, inputs).expect_err("must fail");
    assert!(error(&[(&[1.0; 4], &[2, 2]), (&[1.0; 2], &[1, 2])]).contains("sizes of operands differ"));
    let wide = error(&[(&[1.0; 6], &[2, 3]), (&[1.0; 6], &[2, 3])]);
    assert!(wide.contains("input #0 has sizes [2, 3], the program expects [?, 2]"), "{wide}");
    assert!(error(&[(&[1.0; 4], &[2, 2]), (&[1.0; 3], &[2, 2])]).contains("input #1 has 12 bytes"));
    assert!(error(&[(&[1.0; 4], &[-2, -2]), (&[1.0; 4], &[2, 2])]).contains("input #0 has sizes [-2, -2]"));
    assert!(
        error(&[(&[1.0; 4], &[4]), (&[1.0; 4], &[2, 2])]).contains("input #0 has sizes [4], not 2 of them")
    );
    // An error does not affect later runs.
    let sum = run(&program, &[(&[1.0; 4], &[2, 2]), (&[2.0; 4], &[2, 2])]).expect("runs");
    assert_eq!(sum, [(vec![3.0; 4], vec![2, 2])]);
}

#[test]
fn sizes_that_lead_outside_are_errors() {
    let program = |body: &str| {
        compile(&format!(
            "func.func @main(%x: tensor<?xf32>, %n: tensor<?xi32>) -> tensor<?xf32> {{
               %one = stablehlo.constant dense<1> : tensor<1xi32>
               %zero = stablehlo.constant dense<0> : tensor<1xi32>
               %f = stablehlo.constant dense<0.0> : tensor<f32>
               %m = stablehlo.slice %n [0:1] : (tensor<?xi32>) -> tensor<1xi32>
               {body}
               return %0 : tensor<?xf32>
             }}"
        ))
    };
    let slice = "%0 = stablehlo.real_dynamic_slice %x, %zero, %m, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>";
    let reshape = "%0 = stablehlo.dynamic_reshape %x, %m : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>";
    let broadcast = "%0 = stablehlo.dynamic_broadcast_in_dim %x, %m, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>";
    let pad = "%0 = stablehlo.dynamic_pad %x, %f, %m, %zero, %zero : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>";
    for (body, good, bad, message) in [
        (slice, 2, 5, "a slice ends after its operand"),
        (reshape, 4, 5, "another number of elements"),
        (broadcast, 4, 3, "a size that is broadcast differs"),
        (broadcast, 4, -1, "a size is negative"),
        (pad, 3, -5, "a padded size is negative"),
    ] {
        let program = program(body);
        let x = bytes_of(&[1.0, 2.0, 3.0, 4.0]);
        let call = |n: i32| {
            let n = n.to_le_bytes();
            let inputs = [TensorRef { bytes: &x, sizes: &[4] }, TensorRef { bytes: &n, sizes: &[1] }];
            program.run_tensors(&inputs)
        };
        assert!(call(good).is_ok(), "{body}");
        let error = call(bad).expect_err("must fail");
        assert!(error.text().contains(message), "{body}: {error}");
    }
    // A vector that is shorter than its slice.
    let x = bytes_of(&[1.0]);
    let inputs = [TensorRef { bytes: &x, sizes: &[1] }, TensorRef { bytes: &[], sizes: &[0] }];
    let error = program(slice).run_tensors(&inputs).expect_err("must fail");
    assert!(error.text().contains("a slice ends after its operand"), "{error}");
}

#[test]
fn sizes_of_one_grow_when_the_program_runs() {
    let program = compile(
        "func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
          %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
          %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
          %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
          %1 = stablehlo.add %0, %y : tensor<?xf32>
          return %1 : tensor<?xf32>
        }",
    );
    let sum = run(&program, &[(&[1.0], &[1]), (&[1.0, 2.0, 3.0], &[3])]).expect("runs");
    assert_eq!(sum, [(vec![2.0, 3.0, 4.0], vec![3])]);
    let sum = run(&program, &[(&[1.0, 1.0], &[2]), (&[1.0, 2.0], &[2])]).expect("runs");
    assert_eq!(sum, [(vec![2.0, 3.0], vec![2])]);
}

/// Tensors of bounded size, and ops on them.
const BOUNDED: &str = "
  func.func @main(%x: tensor<?x2xf32, #stablehlo.bounds<4, ?>>, %y: tensor<?x2xf32, #stablehlo.type_extensions<bounds = [4, ?]>>)
      -> (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<2xf32>, tensor<?x2xf32, #stablehlo.bounds<8, ?>>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.add %x, %y : tensor<?x2xf32, #stablehlo.bounds<4, ?>>
    %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<f32>) -> tensor<2xf32>
    %2 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<?x2xf32, #stablehlo.bounds<8, ?>>
    return %0, %1, %2 : tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<2xf32>, tensor<?x2xf32, #stablehlo.bounds<8, ?>>
  }";

#[test]
fn bounded_sizes_are_any_up_to_the_bound() {
    let program = compile(BOUNDED);
    let one = run(&program, &[(&[1.0, 2.0], &[1, 2]), (&[3.0, 4.0], &[1, 2])]).expect("runs");
    let both = vec![1.0, 2.0, 3.0, 4.0];
    assert_eq!(one, [(vec![4.0, 6.0], vec![1, 2]), (vec![4.0, 6.0], vec![2]), (both, vec![2, 2])]);
    let most = run(&program, &[(&[1.0; 8], &[4, 2]), (&[2.0; 8], &[4, 2])]).expect("runs");
    assert_eq!(most[0], (vec![3.0; 8], vec![4, 2]));
    assert_eq!(most[1].0, [12.0, 12.0]);
    let none = run(&program, &[(&[], &[0, 2]), (&[], &[0, 2])]).expect("runs");
    assert_eq!(none[1].0, [0.0, 0.0]);
    let error = run(&program, &[(&[1.0; 10], &[5, 2]), (&[2.0; 10], &[5, 2])]).expect_err("must fail");
    assert!(error.contains("size 0 of argument #0 is larger than its bound, 4"), "{error}");
}

#[test]
fn loops_change_bounded_sizes() {
    let program = compile(
        "func.func @main(%x: tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<?xf32, #stablehlo.bounds<8>> {
          %one = stablehlo.constant dense<1> : tensor<i32>
          %two = stablehlo.constant dense<2> : tensor<i32>
          %0 = stablehlo.while(%a = %x) : tensor<?xf32, #stablehlo.bounds<8>>
          cond {
            %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<i32>
            %p = stablehlo.compare GT, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1>
          } do {
            %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<i32>
            %m = stablehlo.subtract %n, %one : tensor<i32>
            %r = stablehlo.reverse %a, dims = [0] : tensor<?xf32, #stablehlo.bounds<8>>
            %s = stablehlo.set_dimension_size %r, %m, dim = 0 : (tensor<?xf32, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<8>>
            stablehlo.return %s : tensor<?xf32, #stablehlo.bounds<8>>
          }
          return %0 : tensor<?xf32, #stablehlo.bounds<8>>
        }",
    );
    let cut = run(&program, &[(&[1.0, 2.0, 3.0, 4.0, 5.0], &[5])]).expect("runs");
    assert_eq!(cut, [(vec![4.0, 3.0], vec![2])]);
    let kept = run(&program, &[(&[1.0, 2.0], &[2])]).expect("runs");
    assert_eq!(kept, [(vec![1.0, 2.0], vec![2])]);
}

#[test]
fn cumulative_sums_are_one_pass() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/dynamic/cumulative.mlir"));
    let program = compile(&text.expect("program"));
    // Comparing all pairs of so many elements would take minutes.
    let n = 300_000;
    let ones = vec![1.0; n];
    let sums = run(&program, &[(&ones, &[n as i64, 1])]).expect("runs");
    assert_eq!(sums[0].0.last(), Some(&(n as f32)));
    let sums = run(&program, &[(&ones, &[1, n as i64])]).expect("runs");
    assert_eq!(sums[1].0.last(), Some(&(n as f32)));
}

/// Transforms, factorizations and triangular systems of correct sizes, of size zero, and of wrong sizes, with the error messages.
fn check_sizes(compile: &dyn Fn(&str) -> Executable, wrong: [&str; 3]) {
    let fft = "func.func @main(%x: tensor<?x?xf32>) -> tensor<?x5xcomplex<f32>> {
      %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<?x?xf32>) -> tensor<?x5xcomplex<f32>>
      return %0 : tensor<?x5xcomplex<f32>>
    }";
    let program = compile(fft);
    let spectrum = run(&program, &[(&[1.0; 16], &[2, 8])]).expect("runs");
    let mut wanted = vec![0.0; 20];
    (wanted[0], wanted[10]) = (8.0, 8.0);
    assert_eq!(spectrum[0].1, [2, 5]);
    // A sum of eight numbers of about 1 may differ in the last bit of each.
    let near = spectrum[0].0.iter().zip(&wanted).all(|(x, y)| (x - y).abs() <= 8.0 * f32::EPSILON);
    assert!(near, "{spectrum:?}");
    assert_eq!(run(&program, &[(&[], &[0, 8])]).expect("runs"), [(vec![], vec![0, 5])]);
    let error = run(&program, &[(&[1.0; 14], &[2, 7])]).expect_err("must fail");
    assert!(error.contains(wrong[0]), "{error}");

    let cholesky = compile(
        "func.func @main(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
          %0 = stablehlo.cholesky %x, lower = true : tensor<?x?x?xf32>
          return %0 : tensor<?x?x?xf32>
        }",
    );
    let factor = run(&cholesky, &[(&[4.0, 0.0, 0.0, 9.0], &[1, 2, 2])]).expect("runs");
    assert_eq!(factor, [(vec![2.0, 0.0, 0.0, 3.0], vec![1, 2, 2])]);
    assert_eq!(run(&cholesky, &[(&[], &[2, 0, 0])]).expect("runs"), [(vec![], vec![2, 0, 0])]);
    let error = run(&cholesky, &[(&[1.0; 6], &[1, 2, 3])]).expect_err("must fail");
    assert!(error.contains(wrong[1]), "{error}");

    let solve = compile(
        "func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
          %0 = \"stablehlo.triangular_solve\"(%x, %y) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
          return %0 : tensor<?x?xf32>
        }",
    );
    let solved = run(&solve, &[(&[2.0], &[1, 1]), (&[1.0, 3.0], &[1, 2])]).expect("runs");
    assert_eq!(solved, [(vec![0.5, 1.5], vec![1, 2])]);
    let error = run(&solve, &[(&[2.0], &[1, 1]), (&[1.0, 3.0], &[2, 1])]).expect_err("must fail");
    assert!(error.contains(wrong[2]), "{error}");
}

#[test]
fn routines_check_the_sizes_they_get() {
    check_sizes(
        &compile,
        ["the sizes of its arrays are not those of the transform", "not square", "do not fit"],
    );
}

fn simulated(text: &str) -> Executable {
    compile_on(text, Some(&Simulator::new(Some("sm_80")))).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn kernels_check_the_sizes_they_get() {
    check_sizes(
        &simulated,
        [
            "the sizes of its arrays are not those of the transform",
            "not square",
            "another size than what it is solved for",
        ],
    );
}

#[test]
fn scans_of_none_and_of_many_elements() {
    let program = simulated(
        "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %0:2 = chlo.scan(%x) inits (%zero) dimension=0 attributes {is_associative = true} {
          ^bb0(%input: tensor<f32>, %carry: tensor<f32>):
            %1 = \"stablehlo.map\"(%carry, %input) <{dimensions = array<i64>}> ({
            ^bb0(%a: tensor<f32>, %b: tensor<f32>):
              %s = stablehlo.add %a, %b : tensor<f32>
              stablehlo.return %s : tensor<f32>
            }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
            stablehlo.return %1, %1 : tensor<f32>, tensor<f32>
          } : (tensor<?xf32>, tensor<f32>) -> (tensor<?xf32>, tensor<f32>)
          return %0#0 : tensor<?xf32>
        }",
    );
    // Chunks have sixteen elements up to 65536, and more beyond.
    for n in [0, 1, 16, 17, 4097, 70_000] {
        let sums = run(&program, &[(&vec![1.0; n], &[n as i64])]).expect("runs");
        assert_eq!(sums[0].1, [n as i64]);
        assert!(sums[0].0.iter().enumerate().all(|(i, &s)| s == (i + 1) as f32), "{n}");
    }
}

#[test]
fn sizes_that_programs_say_are_checked() {
    let program = compile(
        "func.func @main(%x: tensor<?x?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
          %t = stablehlo.constant dense<> : tensor<0xi32>
          %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x, %s, %t) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<?x?xf32>, tensor<2xi32>, tensor<0xi32>) -> (tensor<?x?xf32>, tensor<i32>)
          return %0#0 : tensor<?x?xf32>
        }",
    );
    let call = |sizes: [i32; 2]| {
        let x = bytes_of(&[4.0]);
        let sizes: Vec<u8> = sizes.iter().flat_map(|n| n.to_le_bytes()).collect();
        program
            .run_tensors(&[TensorRef { bytes: &x, sizes: &[1, 1] }, TensorRef { bytes: &sizes, sizes: &[2] }])
    };
    assert_eq!(call([1, 1]).expect("runs"), [(bytes_of(&[2.0]), vec![1, 1])]);
    assert!(call([-1, 1]).expect_err("must fail").text().contains("a size is negative"));
    assert!(call([2, 1]).expect_err("must fail").text().contains("do not fit"));
    assert!(call([i32::MAX, i32::MAX]).is_err());
}

#[test]
fn messages_of_assertions_have_their_numbers() {
    let text = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
      %c = stablehlo.constant dense<3> : tensor<i32>
      %p = stablehlo.compare LE, %n, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.custom_call @shape_assertion(%p, %n, %c) {error_message = \"b is {0}, more than {1}\", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
      return %x : tensor<?xf32>
    }";
    let program = compile(text);
    assert!(run(&program, &[(&[1.0; 3], &[3])]).is_ok());
    let error = run(&program, &[(&[1.0; 4], &[4])]).expect_err("must fail");
    assert!(error.contains("b is 4, more than 3"), "{error}");
    let cx = program::context();
    let module = program::parse(&cx, "test.mlir", text).expect("parses");
    let x = Tensor::new(Elem::F32, [4].as_slice(), Data::from_le(Elem::F32, &bytes_of(&[1.0; 4])));
    let error = Interpreter::new(&cx).interpret(&module, "main", vec![Argument::Tensor(x)]);
    let error = error.expect_err("must fail").render(&cx);
    assert!(error.contains("b is 4, more than 3"), "{error}");
}
