// RUN: strata-opt %s --gpu-map-rows --canonicalize --cse | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>
#cols = affine_map<(d0, d1) -> (d1)>
#transposed = affine_map<(d0, d1) -> (d1, d0)>

// A row of 128 columns belongs to a warp, which reads it once and keeps what is between the ops in registers.
// CHECK-LABEL: func.func @softmax
// CHECK-NOT: memref.alloc
// CHECK-NOT: linalg
// CHECK: gpu.launch blocks(%[[B:[a-z0-9]*]], {{.*}}) in (%{{.*}} = %c512, {{.*}}) threads(%[[T:[a-z0-9]*]], {{.*}}) in (%{{.*}} = %c256
// CHECK: %[[WARP:.*]] = arith.shrui %[[T]], %c5 : index
// CHECK: %[[LANE:.*]] = arith.andi %[[T]], %c31 : index
// CHECK: %[[FIRST:.*]] = arith.muli %[[B]], %c8
// CHECK: %[[ROW:.*]] = arith.addi %[[FIRST]], %[[WARP]]
// CHECK: %[[COL:.*]] = arith.muli %[[LANE]], %c4
// CHECK: %[[X:.*]] = vector.load %arg0[%[[ROW]], %[[COL]]] {alignment = 16 : i64} : memref<4096x128xf32>, vector<4xf32>
// CHECK-NOT: vector.load %arg0
// CHECK: arith.maximumf
// CHECK: %[[S:.*]], %{{.*}} = gpu.shuffle xor %[[M:.*]], %c1_i32, %c32_i32 : f32
// CHECK: arith.maximumf %[[M]], %[[S]] : f32
// CHECK-COUNT-4: gpu.shuffle xor {{.*}}, %c32_i32 : f32
// CHECK-COUNT-4: math.exp
// CHECK-COUNT-5: gpu.shuffle xor {{.*}}, %c32_i32 : f32
// CHECK-COUNT-4: arith.divf
// CHECK: %[[Y:.*]] = vector.from_elements
// CHECK: vector.store %[[Y]], %arg1[%[[ROW]], %[[COL]]] {alignment = 16 : i64} : memref<4096x128xf32>, vector<4xf32>
// CHECK-NEXT: gpu.terminator
func.func @softmax(%x: memref<4096x128xf32>, %y: memref<4096x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %max = memref.alloc() : memref<4096xf32>
  %sum = memref.alloc() : memref<4096xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<4096xf32>)
  linalg.fill ins(%low : f32) outs(%max : memref<4096xf32>)
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : memref<4096x128xf32>) outs(%max : memref<4096xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #rows, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %max : memref<4096x128xf32>, memref<4096xf32>) outs(%y : memref<4096x128xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]} ins(%y : memref<4096x128xf32>) outs(%sum : memref<4096xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #rows, #id], iterator_types = ["parallel", "parallel"]} ins(%y, %sum : memref<4096x128xf32>, memref<4096xf32>) outs(%y : memref<4096x128xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.divf %in, %s : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %max : memref<4096xf32>
  memref.dealloc %sum : memref<4096xf32>
  return
}

// Rows of 2000 columns belong to blocks; warps exchange their values, also of a payload with several results. The last
// round has no columns for some threads.
// CHECK-LABEL: func.func @argmax
// CHECK: gpu.launch {{.*}} in (%{{.*}} = %c64, {{.*}}) in (%{{.*}} = %c128, {{.*}}) workgroup(%[[S0:[a-z0-9]*]] : memref<4xf32, #gpu.address_space<workgroup>>, %[[S1:[a-z0-9]*]] : memref<4xi32, #gpu.address_space<workgroup>>)
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %{{.*}}, %c500 : index
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK: arith.select %[[INSIDE]], %{{.*}}, %{{.*}} : f32
// CHECK: arith.select %[[INSIDE]], %{{.*}}, %{{.*}} : i32
// CHECK: memref.store %{{.*}}, %[[S0]]
// CHECK: memref.store %{{.*}}, %[[S1]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[S0]]
// CHECK: memref.load %[[S1]]
// CHECK: scf.if
// CHECK-DAG: memref.store %{{.*}}, %arg1[%{{.*}}] : memref<64xf32>
// CHECK-DAG: memref.store %{{.*}}, %arg2[%{{.*}}] : memref<64xi32>
func.func @argmax(%x: memref<64x2000xf32>, %max: memref<64xf32>, %at: memref<64xi32>) {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  linalg.fill ins(%low : f32) outs(%max : memref<64xf32>)
  linalg.fill ins(%none : i32) outs(%at : memref<64xi32>)
  linalg.generic {indexing_maps = [#id, #rows, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x2000xf32>) outs(%max, %at : memref<64xf32>, memref<64xi32>) {
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

// What is in registers of short rows shares a warp, and a vector of columns is read for all rows.
// CHECK-LABEL: func.func @short
// CHECK: gpu.launch {{.*}} in (%{{.*}} = %c512, {{.*}} in (%{{.*}} = %c128,
// CHECK: arith.shrui %{{.*}}, %c1 : index
// CHECK: vector.load %arg0[{{.*}}] {alignment = 16 : i64} : memref<32768x16xbf16>, vector<8xbf16>
// CHECK: vector.load %arg1[{{.*}}] {alignment = 16 : i64} : memref<16xbf16>, vector<8xbf16>
// CHECK: gpu.shuffle xor %{{.*}}, %c1_i32, %c32_i32
// CHECK-NOT: gpu.shuffle
// CHECK: memref.store
func.func @short(%x: memref<32768x16xbf16>, %w: memref<16xbf16>, %y: memref<32768xf32>) {
  linalg.generic {indexing_maps = [#id, #cols, #rows], iterator_types = ["parallel", "reduction"]} ins(%x, %w : memref<32768x16xbf16>, memref<16xbf16>) outs(%y : memref<32768xf32>) {
  ^bb0(%in: bf16, %c: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %c : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  return
}

// Rows that are longer than registers are read in a loop, and again for what comes after their reduction.
// CHECK-LABEL: func.func @long
// CHECK: gpu.launch
// CHECK: %[[PART:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32) {
// CHECK-COUNT-4: vector.load %arg0
// CHECK: scf.yield
// CHECK: gpu.shuffle
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK: vector.load %arg0
// CHECK: vector.store %{{.*}}, %arg1
func.func @long(%x: memref<8x262144xf32>, %y: memref<8x262144xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<8xf32>)
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : memref<8x262144xf32>) outs(%sum : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #rows, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : memref<8x262144xf32>, memref<8xf32>) outs(%y : memref<8x262144xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.divf %in, %s : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %sum : memref<8xf32>
  return
}

// A buffer that somebody else reads is written. An op that reads what other rows wrote is not part of the kernel.
// CHECK-LABEL: func.func @outside
// CHECK: gpu.launch
// CHECK: memref.store %{{.*}}, %arg1
// CHECK: gpu.terminator
// CHECK: linalg.generic
// CHECK: arith.addf
func.func @outside(%x: memref<64x64xf32>, %sum: memref<64xf32>, %y: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%sum : memref<64xf32>)
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x64xf32>) outs(%sum : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #cols, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : memref<64x64xf32>, memref<64xf32>) outs(%y : memref<64x64xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.addf %in, %s : f32
    linalg.yield %0 : f32
  }
  return
}

// Rows whose number is not known: all lanes of a warp have the same one, or none.
// CHECK-LABEL: func.func @unknown
// CHECK: %[[N:.*]] = memref.dim %arg0, %c0
// CHECK: %[[BLOCKS:.*]] = arith.maxui
// CHECK: gpu.launch {{.*}} in (%{{.*}} = %[[BLOCKS]], {{.*}} in (%{{.*}} = %c256,
// CHECK: arith.shrui %{{.*}}, %c5
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %{{.*}}, %[[N]]
// CHECK: scf.if %[[INSIDE]] {
// CHECK: vector.load %arg0
// CHECK: gpu.shuffle
// CHECK: memref.store %{{.*}}, %arg1
func.func @unknown(%x: memref<?x8xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : memref<?x8xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// Sums of columns, products of matrices, columns whose number is not known, and elementwise ops alone are left alone.
// CHECK-LABEL: func.func @others
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @others(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %z: memref<64x64xf32>, %s: memref<64xf32>, %u: memref<?x?xf32>, %v: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #cols], iterator_types = ["reduction", "parallel"]} ins(%x : memref<64x64xf32>) outs(%s : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.matmul ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%z : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#transposed, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x64xf32>) outs(%s : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]} ins(%u : memref<?x?xf32>) outs(%v : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<64x64xf32>) outs(%y : memref<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  }
  return
}
