// RUN: strata-opt %s --linalg-vectorize=vector-bits=512 --canonicalize --cse --split-input-file | FileCheck %s

// Windows of 3 x 3 over 16 channels: the loops over the elements of a row of a window and over the channels are one.
// The sums start from the number that the fill would have written.
#image = affine_map<(y, x, o, i, ky, kx) -> (y + ky, x + kx, i)>
#kernel = affine_map<(y, x, o, i, ky, kx) -> (ky, kx, i, o)>
#out = affine_map<(y, x, o, i, ky, kx) -> (y, x, o)>
// CHECK-LABEL: func @convolution
// CHECK-SAME: (%[[X:.*]]: memref<10x10x16xf32>, %[[W:.*]]: memref<3x3x16x32xf32>, %[[OUT:.*]]: memref<8x8x32xf32>)
// CHECK-NOT: vector.store
// CHECK-DAG: %[[FLAT:.*]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [1600], strides: [1]
// CHECK-DAG: memref.reinterpret_cast %[[W]] to offset: [0], sizes: [4608], strides: [1]
// CHECK: scf.for %{{.*}} = %c0 to %c8 step %c1
// CHECK: %[[SUMS:.*]]:16 = scf.for %{{.*}} = %c0 to %c3 step %c1 iter_args(%{{.*}} = %cst
// CHECK: scf.for %{{.*}} = %c0 to %c48 step %c1 iter_args
// CHECK-COUNT-2: vector.load
// CHECK: memref.load %[[FLAT]]
// CHECK-COUNT-16: vector.fma
// CHECK: vector.store %[[SUMS]]#0
func.func @convolution(%x: memref<10x10x16xf32>, %w: memref<3x3x16x32xf32>, %out: memref<8x8x32xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<8x8x32xf32>)
  linalg.generic {indexing_maps = [#image, #kernel, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<10x10x16xf32>, memref<3x3x16x32xf32>) outs(%out : memref<8x8x32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Each channel by itself: both operands are vectors, and those of the kernel serve all columns.
#image = affine_map<(y, x, c, ky, kx) -> (2 * y + ky, 2 * x + kx, c)>
#kernel = affine_map<(y, x, c, ky, kx) -> (ky, kx, c)>
#out = affine_map<(y, x, c, ky, kx) -> (y, x, c)>
// CHECK-LABEL: func @depthwise
// CHECK: %[[SUMS:.*]]:4 = scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-12: vector.fma
// CHECK-NOT: vector.fma
func.func @depthwise(%x: memref<9x9x16xf32>, %w: memref<3x3x16xf32>, %out: memref<4x4x16xf32>) {
  linalg.generic {indexing_maps = [#image, #kernel, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<9x9x16xf32>, memref<3x3x16xf32>) outs(%out : memref<4x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %b, %a : f32
    %s = arith.addf %p, %c : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// The left side is read where it is, although its rows are columns; 20 columns are a vector and 4 lanes of another one.
// CHECK-LABEL: func @transposed_left
// CHECK: vector.constant_mask [4] : vector<16xi1>
// CHECK: arith.muli {{.*}} : vector<16xi32>
func.func @transposed_left(%x: memref<40x6xi32>, %y: memref<40x20xi32>, %out: memref<6x20xi32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<40x6xi32>, memref<40x20xi32>) outs(%out : memref<6x20xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  }
  return
}

// -----

// Buffers inside of others: where they start is known only when the program runs.
// CHECK-LABEL: func @slices
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[X:.*]] :
// CHECK: memref.reinterpret_cast %[[X]] to offset: [%[[OFFSET]]], sizes: [4096], strides: [1]
// CHECK: vector.fma
func.func @slices(%x: memref<64x64xf32, strided<[64, 1], offset: ?>>, %y: memref<64x64xf32>, %out: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<64x64xf32, strided<[64, 1], offset: ?>>, memref<64x64xf32>) outs(%out : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Two rows become one of pairs; pairs are multiplied at once and their products added.
// CHECK-LABEL: func @pairs
// CHECK: %[[EVEN:.*]] = vector.load %{{.*}} : memref<32x2x32xi16>, vector<32xi16>
// CHECK: %[[ODD:.*]] = vector.load %{{.*}} : memref<32x2x32xi16>, vector<32xi16>
// CHECK: %[[BOTH:.*]] = vector.interleave %[[EVEN]], %[[ODD]] : vector<32xi16> -> vector<64xi16>
// CHECK: vector.store %[[BOTH]], %{{.*}}[%{{.*}}, %{{.*}}] : memref<32x64xi16>, vector<64xi16>
// CHECK: vector.load {{.*}} vector<32xi16>
// CHECK: %[[WIDE:.*]] = arith.extsi {{.*}} : vector<32xi16> to vector<32xi32>
// CHECK: %[[PAIR:.*]] = vector.load {{.*}} vector<2xi16>
// CHECK: %[[ONE:.*]] = vector.bitcast %[[PAIR]] : vector<2xi16> to vector<1xi32>
// CHECK: vector.extract %[[ONE]][0] : i32 from vector<1xi32>
// CHECK: %[[ALL:.*]] = vector.broadcast {{.*}} : i32 to vector<16xi32>
// CHECK: vector.bitcast %[[ALL]] : vector<16xi32> to vector<32xi16>
// CHECK: %[[PRODUCTS:.*]] = arith.muli {{.*}}, %[[WIDE]] : vector<32xi32>
// CHECK: vector.shuffle %[[PRODUCTS]], {{.*}} [0, 2, 4
// CHECK: vector.shuffle %[[PRODUCTS]], {{.*}} [1, 3, 5
func.func @pairs(%x: memref<4x32x2xi16>, %y: memref<32x2x32xi16>, %packed: memref<32x32x2xi16>, %out: memref<4x32xi32>) {
  linalg.generic {indexing_maps = [affine_map<(k, n, p) -> (k, p, n)>, affine_map<(k, n, p) -> (k, n, p)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y : memref<32x2x32xi16>) outs(%packed : memref<32x32x2xi16>) {
  ^bb0(%a: i16, %b: i16):
    linalg.yield %a : i16
  }
  linalg.generic {indexing_maps = [affine_map<(m, n, k, p) -> (m, k, p)>, affine_map<(m, n, k, p) -> (k, n, p)>, affine_map<(m, n, k, p) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %packed : memref<4x32x2xi16>, memref<32x32x2xi16>) outs(%out : memref<4x32xi32>) {
  ^bb0(%a: i16, %b: i16, %c: i32):
    %wa = arith.extsi %a : i16 to i32
    %wb = arith.extsi %b : i16 to i32
    %p = arith.muli %wa, %wb : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  }
  return
}

// -----

// The result is one column: lanes are summed, and halves of a vector are added at the end.
// CHECK-LABEL: func @sums
// CHECK: %[[SUMS:.*]]:8 = scf.for %{{.*}} = %c0 to %c64 step %c16 iter_args
// CHECK: vector.load
// CHECK-COUNT-8: vector.fma
// CHECK: vector.constant_mask [6] : vector<16xi1>
// CHECK: vector.shuffle %{{.*}} [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK: vector.shuffle %{{.*}} [8, 9, 10, 11, 12, 13, 14, 15]
// CHECK: arith.addf {{.*}} : vector<8xf32>
// CHECK: vector.extract %{{.*}}[0] : f32 from vector<1xf32>
// CHECK: memref.store
func.func @sums(%x: memref<32x70xf32>, %y: memref<70xf32>, %out: memref<32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : memref<32x70xf32>, memref<70xf32>) outs(%out : memref<32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// One row times a large matrix, of which eight rows are read at a time.
// CHECK-LABEL: func @stream
// CHECK: scf.for %{{.*}} = %c0 to %c1024 step %c8 {
// CHECK-COUNT-8: vector.broadcast
// CHECK: scf.for %{{.*}} = %c0 to %c2048 step %c16 {
// CHECK-COUNT-8: vector.fma
// CHECK: vector.store
func.func @stream(%x: memref<1x1024xf32>, %y: memref<1024x2048xf32>, %out: memref<1x2048xf32>) {
  linalg.matmul ins(%x, %y : memref<1x1024xf32>, memref<1024x2048xf32>) outs(%out : memref<1x2048xf32>)
  return
}

// Rows that do not begin in the same sets of the first cache are read 16 at a time; what counts is how far they reach.
// CHECK-LABEL: func @stream_of_a_part
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c1024{{.*}} step %c16
// CHECK-COUNT-16: vector.broadcast
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c256{{.*}} step %c16
// CHECK-COUNT-16: vector.fma
// CHECK: vector.store
func.func @stream_of_a_part(%x: memref<1x1024xf32>, %y: memref<1024x256xf32, strided<[2000, 1]>>, %out: memref<1x256xf32>) {
  linalg.matmul ins(%x, %y : memref<1x1024xf32>, memref<1024x256xf32, strided<[2000, 1]>>) outs(%out : memref<1x256xf32>)
  return
}

// Few rows of narrow numbers: steps in blocks of 16, and all columns in each.
// CHECK-LABEL: func @few_rows
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c1024{{.*}} step %c16
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c2048{{.*}} step
// CHECK: scf.for %{{.*}} = %{{.*}} to %c16{{.*}} step %c1
// CHECK: vector.fma
func.func @few_rows(%x: memref<4x1024xf32>, %y: memref<1024x2048xbf16>, %out: memref<4x2048xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<4x1024xf32>, memref<1024x2048xbf16>) outs(%out : memref<4x2048xf32>) {
  ^bb0(%p: f32, %q: bf16, %s: f32):
    %w = arith.extf %q : bf16 to f32
    %m = arith.mulf %p, %w : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  }
  return
}
