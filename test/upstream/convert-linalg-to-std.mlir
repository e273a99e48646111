// FLAGS: --convert-linalg-to-std

func.func @named(%x: memref<?x8x<<t:f32|i8>>>, %y: memref<8x6x<<t>>>, %e: memref<?x6x<<t>>, 1>, %s: memref<<<t>>>, %v: <<t>>) {
  linalg.matmul ins(%x, %y : memref<?x8x<<t>>>, memref<8x6x<<t>>>) outs(%e : memref<?x6x<<t>>, 1>)
  linalg.fill ins(%v : <<t>>) outs(%s : memref<<<t>>>)
  return
}
// -----
#id = affine_map<(d0) -> (d0)>
func.func @generic(%x: memref<4xf32>, %y: memref<4xf32, strided<[2], offset: ?>>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"], library_call = "<<foo|bar>>"} ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  linalg.copy ins(%y : memref<4xf32, strided<[2], offset: ?>>) outs(%y : memref<4xf32, strided<[2], offset: ?>>)
  return
}
// -----
func.func @others(%x: memref<2x3xf32>, %w: memref<3x2xf32>, %n: memref<8xf32>, %k: memref<3xf32>, %o: memref<6xf32>) {
  linalg.exp ins(%x : memref<2x3xf32>) outs(%x : memref<2x3xf32>)
  linalg.exp ins(%x : memref<2x3xf32>) outs(%x : memref<2x3xf32>)
  linalg.transpose ins(%x : memref<2x3xf32>) outs(%w : memref<3x2xf32>) permutation = [1, 0]
  linalg.conv_1d ins(%n, %k : memref<8xf32>, memref<3xf32>) outs(%o : memref<6xf32>)
  return
}
// -----
func.func @first(%x: memref<2x3xf32>) {
  linalg.<<exp|log>> ins(%x : memref<2x3xf32>) outs(%x : memref<2x3xf32>)
  return
}
func.func @second(%x: memref<2x3xf32>, %y: memref<4xi64>) {
  linalg.exp ins(%x : memref<2x3xf32>) outs(%x : memref<2x3xf32>)
  linalg.add ins(%y, %y : memref<4xi64>, memref<4xi64>) outs(%y : memref<4xi64>)
  return
}
