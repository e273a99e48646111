// FLAGS: --pass-pipeline=builtin.module(func.func(linalg-detensorize))
// FLAGS: --pass-pipeline=builtin.module(func.func(linalg-detensorize{aggressive-mode}))

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
// Ops that no branch depends on.
#scalar = affine_map<() -> ()>
func.func @straight(%n: tensor<i32>, %s: tensor<i32>) -> tensor<i32> {
  %e = tensor.empty() : tensor<i32>
  %k = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%n, %s : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %sum = arith.addi %a, <<%b|%o>> : i32
    linalg.yield %sum : i32
  } -> tensor<i32>
  %l = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%k, %s : tensor<i32>, tensor<i32>) outs(%<<e|n|k>> : tensor<i32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %sum = arith.muli %a, <<%b|%o>> : i32
    linalg.yield %sum : i32
  } -> tensor<i32>
  return %l : tensor<i32>
}
// -----
// What loops of scf carry.
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
// A counter in the arguments of blocks.
#scalar = affine_map<() -> ()>
func.func @counter(%n: tensor<i32>, %s: tensor<i32>) -> tensor<i32> {
  %zero = arith.constant dense<0> : tensor<i32>
  cf.br ^a(<<%zero|%n>> : tensor<i32>)
^a(%i: tensor<i32>):
  %e = tensor.empty() : tensor<i1>
  %c = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%i, %n : tensor<i32>, tensor<i32>) outs(%e : tensor<i1>) {
  ^bb0(%a: i32, %b: i32, %o: i1):
    %less = arith.cmpi slt, %a, %b : i32
    linalg.yield %less : i1
  } -> tensor<i1>
  %go = tensor.extract %c[] : tensor<i1>
  cf.cond_br %go, ^b(<<%i|%s>> : tensor<i32>), ^c(%i : tensor<i32>)
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
// -----
// A condition that other ops compute, beside a value that no branch depends on, and one with dimensions.
#scalar = affine_map<() -> ()>
func.func @choice(%x: tensor<f32>, %y: tensor<f32>, %c: i1, %t: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<f32>
  %0 = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%x, %y : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<f32>
  cf.cond_br %c, ^a(%0, %t : tensor<f32>, tensor<4xf32>), ^b(%x, %t : tensor<f32>, tensor<4xf32>)
^a(%p: tensor<f32>, %pt: tensor<4xf32>):
  %1 = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%p, %x : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %product = arith.mulf %a, %b : f32
    linalg.yield %product : f32
  } -> tensor<f32>
  cf.br ^b(%1, %pt : tensor<f32>, tensor<4xf32>)
^b(%q: tensor<f32>, %qt: tensor<4xf32>):
  return %q, %qt : tensor<f32>, tensor<4xf32>
}
// -----
// An argument that an op with loops computes stays a tensor.
#row = affine_map<(d0) -> (d0)>
#one = affine_map<(d0) -> ()>
func.func @computed(%x: tensor<4xf32>, %s: tensor<f32>, %c: i1) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [#row, #one], iterator_types = ["reduction"]} ins(%x : tensor<4xf32>) outs(%s : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %sum = arith.addf %a, %o : f32
    linalg.yield %sum : f32
  } -> tensor<f32>
  cf.cond_br %c, ^a(%0 : tensor<f32>), ^a(%s : tensor<f32>)
^a(%r: tensor<f32>):
  return %r : tensor<f32>
}
