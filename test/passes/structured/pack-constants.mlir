// RUN: strata-opt %s --split-input-file --validate-passes --linalg-pack-contractions=vector-bits=128 --canonicalize --cse | FileCheck %s

#rows = affine_map<(m, n, k) -> (m, k)>
#weights = affine_map<(m, n, k) -> (n, k)>
#result = affine_map<(m, n, k) -> (m, n)>

// Panels of 8 columns, each with its 4 steps; zeros follow the ninth column. Two layers share a kernel, and a tile begins at a panel.
// CHECK: memref.global "private" constant @first : memref<64xf32> = dense<[1.000000e+00, 5.000000e+00, 9.000000e+00, 1.300000e+01, 1.700000e+01, 2.100000e+01, 2.500000e+01, 2.900000e+01, 2.000000e+00, 6.000000e+00,
// CHECK-SAME: 3.200000e+01, 3.300000e+01, 0.000000e+00,
// CHECK: memref.global "private" constant @second : memref<64xf32>
memref.global "private" constant @first : memref<9x4xf32> = dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0], [25.0, 26.0, 27.0, 28.0], [29.0, 30.0, 31.0, 32.0], [33.0, 34.0, 35.0, 36.0]]>
memref.global "private" constant @second : memref<9x4xf32> = dense<[[2.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0], [25.0, 26.0, 27.0, 28.0], [29.0, 30.0, 31.0, 32.0], [33.0, 34.0, 35.0, 36.0]]>

// CHECK-LABEL: func.func @layers
// CHECK: %[[FIRST:.*]] = memref.get_global @first : memref<64xf32>
// CHECK: %[[SECOND:.*]] = memref.get_global @second : memref<64xf32>
// CHECK: call @kernel(%{{.*}}, %[[FIRST]], %{{.*}}) : (memref<16x4xf32>, memref<64xf32>, memref<16x9xf32>) -> ()
// CHECK: call @kernel(%{{.*}}, %[[SECOND]], %{{.*}})
func.func @layers(%x: memref<16x4xf32>, %y: memref<16x9xf32>, %z: memref<16x9xf32>) {
  %first = memref.get_global @first : memref<9x4xf32>
  %second = memref.get_global @second : memref<9x4xf32>
  call @kernel(%x, %first, %y) : (memref<16x4xf32>, memref<9x4xf32>, memref<16x9xf32>) -> ()
  call @kernel(%x, %second, %z) : (memref<16x4xf32>, memref<9x4xf32>, memref<16x9xf32>) -> ()
  return
}

// Nothing is copied: a panel is a view of the constant, and the last one has one column.
// CHECK-LABEL: func.func private @kernel
// CHECK-SAME: (%[[X:.*]]: memref<16x4xf32>, %[[W:.*]]: memref<64xf32>, %[[Y:.*]]: memref<16x9xf32>)
// CHECK-NOT: memref.alloc
// CHECK: %[[PANEL:.*]] = memref.reinterpret_cast %[[W]] to offset: [0], sizes: [4, 8], strides: [8, 1]
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[PANEL]] :
// CHECK: %[[REST:.*]] = memref.reinterpret_cast %[[W]] to offset: [32], sizes: [4, 1], strides: [8, 1]
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[REST]] :
func.func private @kernel(%x: memref<16x4xf32>, %w: memref<9x4xf32>, %y: memref<16x9xf32>) {
  linalg.generic {indexing_maps = [#rows, #weights, #result], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : memref<16x4xf32>, memref<9x4xf32>) outs(%y : memref<16x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#rows = affine_map<(m, n, k) -> (m, k)>
#weights = affine_map<(m, n, k) -> (n, k)>
#result = affine_map<(m, n, k) -> (m, n)>

// Tiles of 8 columns begin at panels, whatever the number of the tile is.
// CHECK: memref.global "private" constant @w : memref<64xi32>
memref.global "private" constant @w : memref<16x4xi32> = dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16], [17, 18, 19, 20], [21, 22, 23, 24], [25, 26, 27, 28], [29, 30, 31, 32], [33, 34, 35, 36], [37, 38, 39, 40], [41, 42, 43, 44], [45, 46, 47, 48], [49, 50, 51, 52], [53, 54, 55, 56], [57, 58, 59, 60], [61, 62, 63, 64]]>

// CHECK-LABEL: func.func @tiles
// CHECK: %[[W:.*]] = memref.get_global @w : memref<64xi32>
// CHECK: scf.for %[[J:.*]] = %c0 to %c16 step %c8
// CHECK: %[[AT:.*]] = arith.muli %[[J]], %c4
// CHECK: memref.reinterpret_cast %[[W]] to offset: [%[[AT]]], sizes: [4, 8], strides: [8, 1]
func.func @tiles(%x: memref<16x4xi32>, %y: memref<16x16xi32>) {
  %w = memref.get_global @w : memref<16x4xi32>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scf.for %j = %c0 to %c16 step %c8 {
    %part = memref.subview %w[%j, 0] [8, 4] [1, 1] : memref<16x4xi32> to memref<8x4xi32, strided<[4, 1], offset: ?>>
    %to = memref.subview %y[0, %j] [16, 8] [1, 1] : memref<16x16xi32> to memref<16x8xi32, strided<[16, 1], offset: ?>>
    linalg.generic {indexing_maps = [#rows, #weights, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %part : memref<16x4xi32>, memref<8x4xi32, strided<[4, 1], offset: ?>>) outs(%to : memref<16x8xi32, strided<[16, 1], offset: ?>>) {
    ^bb0(%a: i32, %b: i32, %c: i32):
      %0 = arith.muli %a, %b : i32
      %1 = arith.addi %c, %0 : i32
      linalg.yield %1 : i32
    }
  }
  return
}

// -----

#rows = affine_map<(m, n, k) -> (m, k)>
#weights = affine_map<(m, n, k) -> (n, k)>
#result = affine_map<(m, n, k) -> (m, n)>

// A constant stays as it is where something else reads it, where a tile begins inside of a panel, and where a kernel is called with an
// argument of the program as well.
// CHECK: memref.global "private" constant @read : memref<8x4xi32>
// CHECK: memref.global "private" constant @crossed : memref<8x4xi32>
// CHECK: memref.global "private" constant @mixed : memref<8x4xi32>
memref.global "private" constant @read : memref<8x4xi32> = dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16], [17, 18, 19, 20], [21, 22, 23, 24], [25, 26, 27, 28], [29, 30, 31, 32]]>
memref.global "private" constant @crossed : memref<8x4xi32> = dense<[[2, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16], [17, 18, 19, 20], [21, 22, 23, 24], [25, 26, 27, 28], [29, 30, 31, 32]]>
memref.global "private" constant @mixed : memref<8x4xi32> = dense<[[3, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16], [17, 18, 19, 20], [21, 22, 23, 24], [25, 26, 27, 28], [29, 30, 31, 32]]>

func.func @others(%x: memref<16x4xi32>, %y: memref<16x8xi32>, %w: memref<8x4xi32>, %i: index) -> i32 {
  %read = memref.get_global @read : memref<8x4xi32>
  %number = memref.load %read[%i, %i] : memref<8x4xi32>
  call @kernel(%x, %read, %y) : (memref<16x4xi32>, memref<8x4xi32>, memref<16x8xi32>) -> ()
  %mixed = memref.get_global @mixed : memref<8x4xi32>
  call @mixed_kernel(%x, %mixed, %y) : (memref<16x4xi32>, memref<8x4xi32>, memref<16x8xi32>) -> ()
  call @mixed_kernel(%x, %w, %y) : (memref<16x4xi32>, memref<8x4xi32>, memref<16x8xi32>) -> ()
  %crossed = memref.get_global @crossed : memref<8x4xi32>
  %part = memref.subview %crossed[4, 0] [4, 4] [1, 1] : memref<8x4xi32> to memref<4x4xi32, strided<[4, 1], offset: 16>>
  %to = memref.subview %y[0, 4] [16, 4] [1, 1] : memref<16x8xi32> to memref<16x4xi32, strided<[8, 1], offset: 4>>
  linalg.generic {indexing_maps = [#rows, #weights, #result], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %part : memref<16x4xi32>, memref<4x4xi32, strided<[4, 1], offset: 16>>) outs(%to : memref<16x4xi32, strided<[8, 1], offset: 4>>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %0 = arith.muli %a, %b : i32
    %1 = arith.addi %c, %0 : i32
    linalg.yield %1 : i32
  }
  return %number : i32
}
func.func private @kernel(%x: memref<16x4xi32>, %w: memref<8x4xi32>, %y: memref<16x8xi32>) {
  linalg.generic {indexing_maps = [#rows, #weights, #result], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : memref<16x4xi32>, memref<8x4xi32>) outs(%y : memref<16x8xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %0 = arith.muli %a, %b : i32
    %1 = arith.addi %c, %0 : i32
    linalg.yield %1 : i32
  }
  return
}
func.func private @mixed_kernel(%x: memref<16x4xi32>, %w: memref<8x4xi32>, %y: memref<16x8xi32>) {
  linalg.generic {indexing_maps = [#rows, #weights, #result], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : memref<16x4xi32>, memref<8x4xi32>) outs(%y : memref<16x8xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %0 = arith.muli %a, %b : i32
    %1 = arith.addi %c, %0 : i32
    linalg.yield %1 : i32
  }
  return
}
