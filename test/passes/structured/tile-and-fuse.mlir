// RUN: strata-opt --split-input-file %s \
// RUN:   --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse{min-parallel-work=100 min-chunk-work=50}))' | FileCheck %s
// RUN: strata-opt --split-input-file --validate-passes %s \
// RUN:   --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse{min-parallel-work=100 min-chunk-work=50}))' -o /dev/null

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The rows of a softmax are independent: one loop over blocks of rows, in which what is only used there has their size.
// CHECK-LABEL: func.func @softmax(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.forall (%[[I:.*]]) in (64) {
// CHECK:           %[[MAX:.*]] = memref.alloc() {{.*}} : memref<1xf32>
// CHECK:           linalg.fill {{.*}} outs(%[[MAX]] : memref<1xf32>)
// CHECK:           memref.subview %{{.*}}[%[[I]], 0] [1, 64] [1, 1]
// CHECK:           linalg.generic {{.*}} outs(%[[MAX]] : memref<1xf32>)
// CHECK:           linalg.generic
// CHECK:           memref.dealloc %[[MAX]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @softmax(%x: memref<64x64xf32>, %y: memref<64x64xf32>) attributes {strata.num_inputs = 1 : i64} {
  %low = arith.constant 0xFF800000 : f32
  %max = memref.alloc() : memref<64xf32>
  linalg.fill ins(%low : f32) outs(%max : memref<64xf32>)
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x64xf32>) outs(%max : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : memref<64x64xf32>, memref<64xf32>) outs(%y : memref<64x64xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  }
  memref.dealloc %max : memref<64xf32>
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>

// The second op reads columns of what the first one writes by rows: two loops.
// CHECK-LABEL: func.func @transposed(
// CHECK-COUNT-2: scf.forall
func.func @transposed(%x: memref<128x128xf32>, %t: memref<128x128xf32>, %y: memref<128x128xf32>) attributes {strata.num_inputs = 1 : i64} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<128x128xf32>) outs(%t : memref<128x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : memref<128x128xf32>) outs(%y : memref<128x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#window = affine_map<(i, j, k) -> (2 * i + k, j)>
#kernel = affine_map<(i, j, k) -> (k)>
#out = affine_map<(i, j, k) -> (i, j)>

// The tile of a window has the rows that its windows cover.
// CHECK-LABEL: func.func @window(
// CHECK:         scf.forall (%[[I:.*]]) in (4)
// CHECK:           %[[FROM:.*]] = arith.muli %{{.*}}, %c2
// CHECK:           memref.subview %{{.*}}[%[[FROM]], 0] [67, 64] [1, 1]
func.func @window(%x: memref<259x64xf32>, %k: memref<5xf32>, %y: memref<128x64xf32>) attributes {strata.num_inputs = 2 : i64} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<128x64xf32>)
  linalg.generic {indexing_maps = [#window, #kernel, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %k : memref<259x64xf32>, memref<5xf32>) outs(%y : memref<128x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// The index of a row counts from the first row of all. Seven rows have no divisor: the last tile is smaller.
// CHECK-LABEL: func.func @index(
// CHECK:         scf.forall (%[[I:.*]]) in (3)
// CHECK:           %[[FROM:.*]] = arith.muli %[[I]]
// CHECK:           scf.if
// CHECK:             linalg.generic
// CHECK:               %[[INDEX:.*]] = linalg.index 0
// CHECK-NEXT:          arith.addi %[[INDEX]], %[[FROM]]
// CHECK:           } else {
// CHECK:             linalg.generic
func.func @index(%y: memref<7x32xindex>) attributes {strata.num_inputs = 0 : i64} {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%y : memref<7x32xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.muli %i, %j : index
    linalg.yield %0 : index
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// What is read in between stays in front; the op that reads the same rows is still found.
// CHECK-LABEL: func.func @between(
// CHECK:         %[[FIRST:.*]] = memref.load
// CHECK:         scf.forall
// CHECK:           linalg.generic
// CHECK:           linalg.generic
// CHECK:         memref.store %[[FIRST]]
func.func @between(%x: memref<64x64xf32>, %z: memref<1xf32>, %y: memref<64x64xf32>, %w: memref<1xf32>) attributes {strata.num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x64xf32>) outs(%y : memref<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  }
  %first = memref.load %z[%c0] : memref<1xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x64xf32>) outs(%y : memref<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %out : f32
    linalg.yield %0 : f32
  }
  memref.store %first, %w[%c0] : memref<1xf32>
  return
}

// -----

#score = affine_map<(h, i, j) -> (h, i, j)>
#value = affine_map<(i, h, d, j) -> (j, h, d)>
#weight = affine_map<(i, h, d, j) -> (h, i, j)>
#mixed = affine_map<(i, h, d, j) -> (i, h, d)>

// The rows of a product are written in another order than those that it reads: it runs with the tiles of these, as whole rows of its result
// are in one tile, and so does the fill of its result.
// CHECK-LABEL: func.func @other_order(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.forall (%[[H:.*]], %[[I:.*]]) in (4, 2) {
// CHECK:           %[[PART:.*]] = memref.alloc() {{.*}} : memref<1x32x64xf32>
// CHECK:           math.exp
// CHECK:           %[[FILLED:.*]] = memref.subview %{{.*}}[%[[AT:.*]], %[[H]], 0] [32, 1, 16] [1, 1, 1]
// CHECK:           linalg.fill {{.*}} outs(%[[FILLED]]
// CHECK:           memref.subview %{{.*}}[0, %[[H]], 0] [64, 1, 16] [1, 1, 1]
// CHECK:           linalg.generic {{.*}} ins(%{{.*}}, %[[PART]]
// CHECK-NOT:     scf.forall
func.func @other_order(%x: memref<4x64x64xf32>, %v: memref<64x4x16xf32>, %y: memref<64x4x16xf32>) attributes {strata.num_inputs = 2 : i64} {
  %zero = arith.constant 0.0 : f32
  %w = memref.alloc() : memref<4x64x64xf32>
  linalg.generic {indexing_maps = [#score, #score], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<4x64x64xf32>) outs(%w : memref<4x64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%y : memref<64x4x16xf32>)
  linalg.generic {indexing_maps = [#value, #weight, #mixed], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%v, %w : memref<64x4x16xf32>, memref<4x64x64xf32>) outs(%y : memref<64x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  memref.dealloc %w : memref<4x64x64xf32>
  return
}
