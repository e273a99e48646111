// RUN: strata-opt %s --allow-unregistered-dialect --split-input-file --bufferize-program --verify-diagnostics

// An op that nobody knows is named; what uses its results is still looked at.
func.func @main(%x: tensor<4xi32>) -> tensor<4xf32> {
  // expected-error@+1 {{'foo.bar' op cannot be bufferized: no rule for it}}
  %0 = "foo.bar"(%x) : (tensor<4xi32>) -> tensor<8xf32>
  %s = tensor.extract_slice %0[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  // expected-error@+1 {{'foo.baz' op cannot be bufferized: no rule for it}}
  %1 = "foo.baz"(%s) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @sizes(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  // expected-error@+1 {{'foo.bar' op cannot be bufferized: no rule for it}}
  %0:2 = "foo.bar"(%x) : (tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  %s = tensor.extract_slice %0#0[0, 0] [1, %n] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
  %t = tensor.insert_slice %s into %0#1[0] [%n] [1] : tensor<?xf32> into tensor<?xf32>
  return %t : tensor<?xf32>
}

// -----

func.func @loop(%x: tensor<4xf32>, %a: index, %b: index) -> tensor<4xf32> {
  %r = scf.for %i = %a to %b step %b iter_args(%y = %x) -> (tensor<4xf32>) {
    // expected-error@+1 {{'foo.bar' op cannot be bufferized: no rule for it}}
    %0 = "foo.bar"(%y) : (tensor<4xf32>) -> tensor<4xf32>
    %s = tensor.extract_slice %0[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %t = tensor.insert_slice %s into %0[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// In the payload of an op, nothing but reading one number of a tensor is known.
func.func @payload(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%y : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    // expected-error@+1 {{'foo.bar' op cannot be bufferized: no rule for it here}}
    %v = "foo.bar"(%x) : (tensor<4xf32>) -> f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A buffer does not live longer than the block that allocates it, so tensors of a region of several blocks have none.
func.func @blocks(%x: tensor<4xf32>, %i: index) {
  "foo.bar"() ({
    // expected-error@+1 {{'tensor.extract' op cannot be bufferized: no rule for it here}}
    %v = tensor.extract %x[%i] : tensor<4xf32>
    "foo.baz"(%v)[^bb1] : (f32) -> ()
  ^bb1:
    "foo.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// expected-error@+3 {{'foo.end' op cannot be bufferized: no rule for it}}
"func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "end"}> ({
^bb0(%x: tensor<4xf32>):
  "foo.end"(%x) : (tensor<4xf32>) -> ()
}) : () -> ()
