// FLAGS: --pass-pipeline=builtin.module(func.func(linalg-detensorize),canonicalize)

// Tensors with dimensions, and ops with loops, stay.
#row = affine_map<(d0) -> (d0)>
#one = affine_map<(d0) -> ()>
func.func @rows(%x: tensor<<<n:4|?>>xf32>, %s: tensor<f32>, %c: i1) -> (tensor<<<n>>xf32>, tensor<f32>) {
  %0 = linalg.generic {indexing_maps = [#row, #one], iterator_types = ["reduction"]} ins(%x : tensor<<<n>>xf32>) outs(%s : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %sum = arith.addf %a, %o : f32
    linalg.yield %sum : f32
  } -> tensor<f32>
  return %x, %0 : tensor<<<n>>xf32>, tensor<f32>
}
// -----
// DIFFERS: mlir-opt leaves ops that no branch depends on, unless it is aggressive; here each op without loops computes scalars
#scalar = affine_map<() -> ()>
func.func @straight(%n: tensor<i32>, %s: tensor<i32>) -> tensor<i32> {
  %e = tensor.empty() : tensor<i32>
  %k = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%n, %s : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %sum = arith.addi %a, %b : i32
    linalg.yield %sum : i32
  } -> tensor<i32>
  return %k : tensor<i32>
}
// -----
// DIFFERS: mlir-opt does not look at what loops of scf carry; here these are scalars
#scalar = affine_map<() -> ()>
func.func @loop(%x: tensor<f32>, %n: index) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (tensor<f32>) {
    %t = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%s : tensor<f32>) outs(%x : tensor<f32>) {
    ^bb0(%a: f32, %o: f32):
      %sum = arith.mulf %a, %a : f32
      linalg.yield %sum : f32
    } -> tensor<f32>
    scf.yield %t : tensor<f32>
  }
  return %r : tensor<f32>
}
// -----
// DIFFERS: mlir-opt makes scalars of the arguments of blocks; here only what ops of scf carry becomes a scalar
#scalar = affine_map<() -> ()>
func.func @branches(%n: tensor<i32>, %s: tensor<i32>) -> tensor<i32> {
  %zero = arith.constant dense<0> : tensor<i32>
  cf.br ^a(%zero : tensor<i32>)
^a(%i: tensor<i32>):
  %e = tensor.empty() : tensor<i1>
  %c = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%i, %n : tensor<i32>, tensor<i32>) outs(%e : tensor<i1>) {
  ^bb0(%a: i32, %b: i32, %o: i1):
    %less = arith.cmpi slt, %a, %b : i32
    linalg.yield %less : i1
  } -> tensor<i1>
  %go = tensor.extract %c[] : tensor<i1>
  cf.cond_br %go, ^b(%i : tensor<i32>), ^c(%i : tensor<i32>)
^b(%j: tensor<i32>):
  %f = tensor.empty() : tensor<i32>
  %k = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%j, %s : tensor<i32>, tensor<i32>) outs(%f : tensor<i32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %sum = arith.addi %a, %b : i32
    linalg.yield %sum : i32
  } -> tensor<i32>
  cf.br ^a(%k : tensor<i32>)
^c(%r: tensor<i32>):
  return %r : tensor<i32>
}
