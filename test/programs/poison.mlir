func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %p = ub.poison : f32
  %t = arith.constant true
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.map ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) (%in: f32, %out: f32) {
    %c = arith.cmpf oeq, %in, %in : f32
    %s = arith.select %c, %in, %p : f32
    linalg.yield %s : f32
  }
  return %r : tensor<4xf32>
}
