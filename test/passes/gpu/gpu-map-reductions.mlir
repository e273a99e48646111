// RUN: strata-opt %s --gpu-map-reductions --canonicalize --cse | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>
#cols = affine_map<(d0, d1) -> (d1)>
#line = affine_map<(d0) -> (d0)>
#point = affine_map<(d0) -> ()>
#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#outer = affine_map<(d0, d1, d2) -> (d0, d2)>

// Neighbouring threads have neighbouring columns, each warp of a block every eighth row. Few results need a second kernel,
// for the pieces of the rows.
// CHECK-LABEL: func.func @columns
// CHECK: %[[PARTIAL:.*]] = memref.alloc() : memref<1x64x768xf32>
// CHECK: gpu.launch {{.*}} in (%{{.*}} = %c384, {{.*}}) threads({{.*}}) in (%{{.*}} = %c256, {{.*}}) workgroup(%[[S:[a-z0-9]*]] : memref<8x4x32xf32, #gpu.address_space<workgroup>>)
// CHECK: vector.load %arg0[{{.*}}] {alignment = 16 : i64} : memref<8192x768xf32>, vector<4xf32>
// CHECK: scf.for {{.*}} -> (f32, f32, f32, f32) {
// CHECK-COUNT-4: vector.load %arg0
// CHECK-NOT: vector.load
// CHECK: scf.yield
// CHECK-COUNT-4: memref.store %{{.*}}, %[[S]]
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK: vector.store %{{.*}}, %[[PARTIAL]]
// CHECK: gpu.launch {{.*}} in (%{{.*}} = %c6,
// CHECK: vector.load %[[PARTIAL]]
// CHECK: vector.store %{{.*}}, %arg1[{{.*}}] {alignment = 16 : i64} : memref<768xf32>, vector<4xf32>
// CHECK: memref.dealloc %[[PARTIAL]]
// CHECK-NEXT: return
func.func @columns(%x: memref<8192x768xf32>, %y: memref<768xf32>) {
  linalg.generic {indexing_maps = [#id, #cols], iterator_types = ["reduction", "parallel"]} ins(%x : memref<8192x768xf32>) outs(%y : memref<768xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// A payload with several results that asks for the row; loops before the reduction.
// CHECK-LABEL: func.func @argmax
// CHECK: gpu.launch {{.*}} workgroup(%{{.*}} : memref<8x{{.*}}xf32, {{.*}}>, %{{.*}} : memref<8x{{.*}}xi32, {{.*}}>)
// CHECK: arith.index_cast
// CHECK: arith.cmpf oge
// CHECK: arith.select
// CHECK: gpu.barrier
// CHECK-NOT: linalg
// CHECK: return
func.func @argmax(%x: memref<4x512x96xf32>, %max: memref<4x96xf32>, %at: memref<4x96xi32>) {
  linalg.generic {indexing_maps = [#all, #outer, #outer], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x : memref<4x512x96xf32>) outs(%max, %at : memref<4x96xf32>, memref<4x96xi32>) {
  ^bb0(%in: f32, %m: f32, %i: i32):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.cmpf oge, %m, %in : f32
    %3 = arith.select %2, %m, %in : f32
    %4 = arith.select %2, %i, %1 : i32
    linalg.yield %3, %4 : f32, i32
  }
  return
}

// One result of many numbers: blocks reduce pieces, and one block what they give.
// CHECK-LABEL: func.func @sum
// CHECK: %[[PARTIAL:.*]] = memref.alloc() : memref<1x1024xf32>
// CHECK: %[[X:.*]] = memref.expand_shape %arg0 {{\[\[}}0, 1]] output_shape [1024, 1024] : memref<1048576xf32> into memref<1024x1024xf32>
// CHECK: gpu.launch
// CHECK: gpu.shuffle
// CHECK: memref.store
// CHECK: gpu.terminator
// CHECK: gpu.launch {{.*}} in (%{{.*}} = %c1,
// CHECK: gpu.shuffle
// CHECK: memref.store
// CHECK: memref.dealloc %[[PARTIAL]]
func.func @sum(%x: memref<1048576xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [#line, #point], iterator_types = ["reduction"]} ins(%x : memref<1048576xf32>) outs(%y : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// Enough results for a thread each, few rows, and rows that are short are for other passes.
// CHECK-LABEL: func.func @others
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @others(%x: memref<64x131072xf32>, %y: memref<131072xf32>, %few: memref<8x2048xf32>, %s: memref<2048xf32>, %short: memref<16x512xf32>, %r: memref<16xf32>) {
  linalg.generic {indexing_maps = [#id, #cols], iterator_types = ["reduction", "parallel"]} ins(%x : memref<64x131072xf32>) outs(%y : memref<131072xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #cols], iterator_types = ["reduction", "parallel"]} ins(%few : memref<8x2048xf32>) outs(%s : memref<2048xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]} ins(%short : memref<16x512xf32>) outs(%r : memref<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// A choice begins with what the whole row begins with in each piece; the number of a column is that in the whole row.
// CHECK-LABEL: func.func @place
// CHECK-DAG: %[[V:.*]] = memref.alloc() : memref<1x1024xf32>
// CHECK-DAG: %[[AT:.*]] = memref.alloc() : memref<1x1024xi32>
// CHECK: gpu.launch
// CHECK-DAG: memref.load %arg1[] : memref<f32>
// CHECK-DAG: memref.load %arg2[] : memref<i32>
// CHECK: arith.muli %{{.*}}, %c1024
// CHECK: gpu.terminator
// CHECK: gpu.launch
// CHECK: gpu.terminator
func.func @place(%x: memref<1048576xf32>, %max: memref<f32>, %at: memref<i32>) {
  linalg.generic {indexing_maps = [#line, #point, #point], iterator_types = ["reduction"]} ins(%x : memref<1048576xf32>) outs(%max, %at : memref<f32>, memref<i32>) {
  ^bb0(%in: f32, %m: f32, %p: i32):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.cmpf oge, %m, %in : f32
    %3 = arith.select %2, %m, %in : f32
    %4 = arith.select %2, %p, %1 : i32
    linalg.yield %3, %4 : f32, i32
  }
  return
}
