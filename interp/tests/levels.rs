//! Runs one computation at the levels below StableHLO, and checks that validation sees a wrong step.

use strata_interp::{Elem, Interpreter, MemRef, Shape, Tensor, Value, validate_step};
use strata_ir::{core::Registry, prelude::*};

fn context() -> std::sync::Arc<Context> {
    let mut r = Registry::new();
    for d in [
        &strata_builtin::DIALECT,
        &strata_arith::DIALECT,
        &strata_math::DIALECT,
        &strata_func::DIALECT,
        &strata_scf::DIALECT,
        &strata_tensor::DIALECT,
        &strata_linalg::DIALECT,
        &strata_memref::DIALECT,
        &strata_bufferization::DIALECT,
        &strata_affine::DIALECT,
        &strata_vector::DIALECT,
    ] {
        r.register(d);
    }
    r.freeze()
}

fn parse(cx: &std::sync::Arc<Context>, text: &str) -> Box<Body> {
    match strata_ir::text::parse_module(cx, "test.mlir", text, Default::default()) {
        Ok(m) => m,
        Err(d) => panic!("{}", strata_ir::core::diagnostics::render_all(cx, &d)),
    }
}

fn floats(shape: &[usize], values: &[f64]) -> Tensor {
    Tensor::from_floats(Elem::F32, Shape::from_slice(shape), values)
}

fn run(text: &str, args: Vec<Value>) -> Result<Vec<String>, String> {
    let cx = context();
    let m = parse(&cx, text);
    match Interpreter::new(&cx).interpret(&m, "main", args) {
        Ok(v) => Ok(v.iter().map(|v| v.display(&cx)).collect()),
        Err(d) => Err(d.message),
    }
}

const MATMUL: &str = "func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %r = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}";

const GENERIC: &str = "func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %f = arith.constant dense<0.0> : tensor<2x2xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = [\"parallel\", \"parallel\", \"reduction\"]
  } ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%f : tensor<2x2xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %n = arith.negf %x : f32
    %p = arith.mulf %n, %y : f32
    %s = arith.subf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}";

const LOOPS: &str = "func.func @main(%a: memref<2x3xf32>, %b: memref<3x2xf32>, %c: memref<2x2xf32>)
    attributes {strata.num_inputs = 2 : i64} {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      %s = affine.for %k = 0 to 3 iter_args(%acc = %z) -> (f32) {
        %x = affine.load %a[%i, %k] : memref<2x3xf32>
        %y = affine.load %b[%k, %j] : memref<3x2xf32>
        %p = arith.mulf %x, %y : f32
        %n = arith.addf %acc, %p : f32
        affine.yield %n : f32
      }
      memref.store %s, %c[%i, %j] : memref<2x2xf32>
    }
  }
  return
}";

#[test]
fn a_matrix_product_at_every_level() {
    let a = floats(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let b = floats(&[3, 2], &[1.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
    let want = ["dense<[[4.000000e+00, 5.000000e+00], [1.000000e+01, 1.100000e+01]]> : tensor<2x2xf32>"];
    for text in [MATMUL, GENERIC] {
        let args = vec![Value::Tensor(a.clone()), Value::Tensor(b.clone())];
        assert_eq!(run(text, args).unwrap(), want);
    }
    let out = MemRef::alloc(Elem::F32, &[2, 2]);
    let args = [MemRef::from_tensor(&a), MemRef::from_tensor(&b), out.clone()].map(Value::MemRef).to_vec();
    assert!(run(LOOPS, args).unwrap().is_empty());
    assert_eq!(out.to_tensor().unwrap(), floats(&[2, 2], &[4.0, 5.0, 10.0, 11.0]));
}

#[test]
fn validation_accepts_a_right_step_and_finds_a_wrong_one() {
    let cx = context();
    let (before, generic, loops) = (parse(&cx, MATMUL), parse(&cx, GENERIC), parse(&cx, LOOPS));
    validate_step(&before, &generic, 3).unwrap();
    validate_step(&before, &loops, 3).unwrap();
    let wrong = parse(&cx, &LOOPS.replace("%k = 0 to 3", "%k = 0 to 2"));
    let m = validate_step(&before, &wrong, 1).unwrap_err();
    assert_eq!((&m.function[..], m.input), ("main", 0));
    assert!(m.message.contains("of result #0 is"), "{m}");
    let gone = parse(&cx, "func.func @other() { return }");
    assert!(validate_step(&before, &gone, 1).unwrap_err().message.contains("is gone"));
}

#[test]
fn slices_and_padding_of_tensors() {
    let text = "func.func @main(%a: tensor<2x3xf32>, %n: index) -> (tensor<2xf32>, tensor<2x3xf32>, tensor<3x4xf32>, index) {
      %s = tensor.extract_slice %a[0, %n] [2, 1] [1, 1] : tensor<2x3xf32> to tensor<2xf32>
      %i = tensor.insert_slice %s into %a[0, 0] [2, 1] [1, 1] : tensor<2xf32> into tensor<2x3xf32>
      %z = arith.constant 9.0 : f32
      %p = tensor.pad %a low[1, 0] high[0, %n] {
      ^bb0(%r: index, %c: index):
        tensor.yield %z : f32
      } : tensor<2x3xf32> to tensor<3x?xf32>
      %q = tensor.cast %p : tensor<3x?xf32> to tensor<3x4xf32>
      %c1 = arith.constant 1 : index
      %d = tensor.dim %p, %c1 : tensor<3x?xf32>
      return %s, %i, %q, %d : tensor<2xf32>, tensor<2x3xf32>, tensor<3x4xf32>, index
    }";
    let a = || {
        Value::Tensor(Tensor::from_floats(
            Elem::F32,
            Shape::from_slice(&[2, 3]),
            &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0],
        ))
    };
    let out = run(text, vec![a(), Value::index(1)]).unwrap();
    assert_eq!(out[0], "dense<[1.000000e+00, 4.000000e+00]> : tensor<2xf32>");
    assert!(
        out[1].starts_with("dense<[[1.000000e+00, 1.000000e+00, 2.000000e+00], [4.000000e+00"),
        "{}",
        out[1]
    );
    assert!(
        out[2].starts_with("dense<[[9.000000e+00, 9.000000e+00, 9.000000e+00, 9.000000e+00], [0.0"),
        "{}",
        out[2]
    );
    assert_eq!(out[3], "4 : index");
    let e = run(text, vec![a(), Value::index(3)]).unwrap_err();
    assert!(e.contains("takes offset 3, size 1, stride 1 of a dimension of size 3"), "{e}");
}

#[test]
fn memory_is_checked() {
    let text = "func.func @main(%i: index) -> f32 {
      %m = memref.alloc() : memref<4xf32>
      %one = arith.constant 1.0 : f32
      %c0 = arith.constant 0 : index
      memref.store %one, %m[%c0] : memref<4xf32>
      %v = memref.load %m[%i] : memref<4xf32>
      memref.dealloc %m : memref<4xf32>
      memref.dealloc %m : memref<4xf32>
      return %v : f32
    }";
    let e = run(text, vec![Value::index(4)]).unwrap_err();
    assert_eq!(e, "'memref.load' op index 4 is out of bounds of a dimension of size 4");
    assert!(run(text, vec![Value::index(0)]).unwrap_err().contains("frees a buffer that was freed before"));
}

#[test]
fn vectors_read_past_the_end_get_padding() {
    let text = "func.func @main(%m: memref<5xf32>, %i: index) -> (vector<4xf32>, f32, vector<2xf32>) {
      %z = arith.constant 0.0 : f32
      %v = vector.transfer_read %m[%i], %z : memref<5xf32>, vector<4xf32>
      %s = vector.reduction <add>, %v : vector<4xf32> into f32
      %f = vector.fma %v, %v, %v : vector<4xf32>
      %h = vector.extract_strided_slice %f {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
      vector.transfer_write %f, %m[%i] : vector<4xf32>, memref<5xf32>
      return %v, %s, %h : vector<4xf32>, f32, vector<2xf32>
    }";
    let m = MemRef::from_tensor(&floats(&[5], &[1.0, 2.0, 3.0, 4.0, 5.0]));
    let out = run(text, vec![Value::MemRef(m.clone()), Value::index(3)]).unwrap();
    assert_eq!(out[0], "dense<[4.000000e+00, 5.000000e+00, 0.000000e+00, 0.000000e+00]> : vector<4xf32>");
    assert_eq!(out[1..], ["9.000000e+00 : f32", "dense<[3.000000e+01, 0.000000e+00]> : vector<2xf32>"]);
    assert_eq!(m.to_tensor().unwrap(), floats(&[5], &[1.0, 2.0, 3.0, 20.0, 30.0]));
}

#[test]
fn validation_runs_programs_in_place() {
    let text = |inner: &str, attribute: &str| {
        format!(
            "func.func @main(%a: memref<4xi32>, %out: memref<4xi32>) attributes {{strata.num_inputs = 1 : i64{attribute}}} {{
              affine.for %i = 0 to 4 {{
                %x = affine.load %a[{inner}] : memref<4xi32>
                %y = arith.addi %x, %x : i32
                affine.store %y, %out[%i] : memref<4xi32>
              }}
              return
            }}"
        )
    };
    let cx = context();
    for (inner, right) in [("%i", true), ("3 - %i", false)] {
        let [apart, in_place] =
            ["", ", strata.in_place = array<i64: 0, 1>"].map(|attribute| parse(&cx, &text(inner, attribute)));
        assert_eq!(validate_step(&apart, &in_place, 2).is_ok(), right, "{inner}");
    }
}
