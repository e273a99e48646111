// FLAGS: --generate-runtime-verification
// FLAGS: --generate-runtime-verification=verbose-level=0

func.func @elements(%m: memref<?x<<a:4|?>>xf32>, %z: memref<f32>, %i: index, %v: f32) {
  %c = arith.constant <<2|7>> : index
  %0 = memref.load %m[%i, %<<i|c>>] : memref<?x<<a>>xf32>
  memref.store %v, %m[%<<c|i>>, %i] : memref<?x<<a>>xf32>
  %1 = memref.load %z[] : memref<f32>
  return
}
// -----
func.func @atomic(%m: memref<4xf32>, %i: index, %v: f32) {
  %0 = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %1 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%o: f32):
    memref.atomic_yield %o : f32
  }
  return
}
// -----
func.func @cast(%m: memref<?xf32>, %u: memref<*xf32>, %s: memref<?xf32, strided<[?], offset: ?>>, %k: memref<4x?xf32>) {
  %0 = memref.cast %m : memref<?xf32> to memref<4xf32>
  %1 = memref.cast %u : memref<*xf32> to memref<<<4|?|3x?>>xf32>
  %2 = memref.cast %s : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[<<2|?>>], offset: <<3|?>>>>
  %3 = memref.cast %m : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  %4 = memref.cast %k : memref<4x?xf32> to memref<*xf32>
  return
}
// -----
func.func @copy(%m: memref<?x<<a:3|?>>xf32>, %u: memref<<<b:4|?>>x<<c:?|3>>xf32>) {
  memref.copy %m, %u : memref<?x<<a>>xf32> to memref<<<b>>x<<c>>xf32>
  return
}
// -----
func.func @dim(%m: memref<?x4xf32>, %u: memref<*xf32>, %i: index, %t: tensor<?xf32>, %v: tensor<*xf32>) {
  %c = arith.constant 1 : index
  %0 = memref.dim %m, %<<i|c>> : memref<?x4xf32>
  %1 = memref.dim %u, %<<i|c>> : memref<*xf32>
  %2 = tensor.dim %t, %<<i|c>> : tensor<?xf32>
  %3 = tensor.dim %v, %<<i|c>> : tensor<*xf32>
  return
}
// -----
func.func @expand(%m: memref<8x?x?xf32>, %i: index, %j: index) {
  %0 = memref.expand_shape %m [[0, 1], [2], [3, 4]] output_shape [2, 4, %i, %j, 5] : memref<8x?x?xf32> into memref<2x4x?x?x5xf32>
  return
}
// -----
func.func @align(%m: memref<?xf32>) {
  %0 = memref.assume_alignment %m, <<16|4>> : memref<?xf32>
  return
}
// -----
func.func @tensors(%m: tensor<?x?xf32>, %u: tensor<*xf32>, %z: tensor<f32>, %i: index, %v: f32, %c: i1) {
  %0 = tensor.cast %m : tensor<?x?xf32> to tensor<<<4x?|4x5|*>>xf32>
  %1 = tensor.cast %u : tensor<*xf32> to tensor<<<4|?>>xf32>
  scf.if %c {
    %2 = tensor.extract %m[%i, %i] : tensor<?x?xf32>
    %3 = tensor.insert %v into %m[%i, %i] : tensor<?x?xf32>
  }
  %4 = tensor.extract %z[] : tensor<f32>
  return
}
// -----
func.func @slices(%m: tensor<?x8xf32>, %i: index) {
  %0 = tensor.extract_slice %m[%i, <<2|%i>>] [%i, 3] [%i, <<2|1>>] : tensor<?x8xf32> to tensor<?x3xf32>
  %1 = tensor.insert_slice %0 into %m[%i, 2] [%i, 3] [%i, 2] : tensor<?x3xf32> into tensor<?x8xf32>
  return
}
// -----
#m = affine_map<(d0, d1) -> (d0, d1)>
func.func @structured(%a: memref<<<n:?x4|?x?|3x?|3x4>>xf32>, %b: memref<<<c:?|6|2>>xf32>) {
  linalg.generic {indexing_maps = [#m, affine_map<(d0, d1) -> (<<d1 - d0 + 3|d0 + d1|5 - d0|d1|d0 * 2 - 1|d0 floordiv 2>>)>], iterator_types = ["parallel", "parallel"]} ins(%a : memref<<<n>>xf32>) outs(%b : memref<<<c>>xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
// -----
func.func @named(%a: tensor<<<n:?x?|4x?>>xf32>, %b: tensor<?x8xf32>, %c: tensor<?x?xf32>, %f: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = linalg.fill ins(%f : f32) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<<<n>>xf32>, tensor<?x8xf32>) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.add ins(%c, %1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = linalg.transpose ins(%c : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) permutation = [1, 0]
  return %1, %2, %3 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
// -----
func.func @no_loops(%a: memref<f32>, %b: memref<f32>) {
  linalg.copy ins(%a : memref<f32>) outs(%b : memref<f32>)
  return
}
// -----
func.func @pooling(%a: tensor<?x?x?x?xf32>, %k: tensor<2x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.pooling_nhwc_max {strides = dense<<<1|2>>> : tensor<2xi64>} ins(%a, %k : tensor<?x?x?x?xf32>, tensor<2x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @in_loop(%a: memref<?x?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    linalg.reduce ins(%a : memref<?x?xf32>) outs(%b : memref<?xf32>) dimensions = [1]
      (%x: f32, %y: f32) {
        %s = arith.addf %x, %y : f32
        linalg.yield %s : f32
      }
  }
  return
}
