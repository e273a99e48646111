// FLAGS: --convert-elementwise-to-linalg

func.func @binary(%x: tensor<<<s:?x4|3|4x?x?>>xf32>, %y: tensor<<<s>>xf32>) -> (tensor<<<s>>xf32>, tensor<<<s>>xi1>) {
  %0 = arith.<<addf|mulf|maximumf>> %x, %y : tensor<<<s>>xf32>
  %1 = arith.cmpf <<olt|une>>, %0, %y : tensor<<<s>>xf32>
  return %0, %1 : tensor<<<s>>xf32>, tensor<<<s>>xi1>
}
// -----
func.func @select(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>, %c: i1, %t: tensor<?x4xi1>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %0 = arith.select %c, %x, %y : tensor<?x4xf32>
  %1 = arith.select %t, %0, %y : tensor<?x4xi1>, tensor<?x4xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?x4xf32>
}
// -----
func.func @casts(%x: tensor<?x?xf32>, %y: tensor<4xi32>, %z: tensor<f32>, %c: tensor<4xcomplex<f32>>) -> (tensor<?x?xi32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>, tensor<?x?xf16>) {
  %0 = arith.fptosi %x : tensor<?x?xf32> to tensor<?x?xi32>
  %1 = arith.sitofp %y : tensor<4xi32> to tensor<4xf32>
  %2 = math.<<exp|tanh>> %z {foo = 1 : i32} : tensor<f32>
  %k = arith.constant dense<1.0> : tensor<4xf32>
  %3 = math.fma %1, %1, %k : tensor<4xf32>
  %4 = arith.truncf %x <<|to_nearest_even >>: tensor<?x?xf32> to tensor<?x?xf16>
  return %0, %1, %2, %3, %4 : tensor<?x?xi32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>, tensor<?x?xf16>
}
// -----
func.func @others(%x: f32, %y: vector<4xf32>, %u: tensor<*xf32>, %i: tensor<4xindex>) -> (f32, vector<4xf32>, tensor<*xf32>, tensor<4xi32>) {
  %0 = arith.negf %x : f32
  %1 = arith.negf %y : vector<4xf32>
  %2 = arith.negf %u : tensor<*xf32>
  %3 = arith.index_cast %i : tensor<4xindex> to tensor<4xi32>
  return %0, %1, %2, %3 : f32, vector<4xf32>, tensor<*xf32>, tensor<4xi32>
}
// -----
func.func @nested(%x: tensor<4xf32>, %n: index, %s: tensor<4xi8>, %r: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %1 = arith.addf %a, %x fastmath<<<fast|nnan,ninf>>> : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  %2 = arith.<<shli|divsi|xori>> %s, %r : tensor<4xi8>
  return %0, %2 : tensor<4xf32>, tensor<4xi8>
}
