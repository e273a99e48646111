// RUN: strata-opt %s --split-input-file --validate-passes --linalg-pack-contractions='vector-bits=256 l2-bytes=65536' --canonicalize --cse | FileCheck %s
// RUN: strata-opt %s --split-input-file --linalg-pack-contractions='vector-bits=256 l2-bytes=65536' --linalg-vectorize=vector-bits=256 --canonicalize --cse | FileCheck %s --check-prefix=VECTOR

// Rows of the right side are far from each other: panels of 16 columns are copied, 16 steps of all of them at a time. The fill
// is part of the first block of steps.
// CHECK-DAG: #[[$FROM:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
// CHECK-DAG: #[[$TO:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>
// CHECK-DAG: #[[$A:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
// CHECK-DAG: #[[$B:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
// CHECK-DAG: #[[$C:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-LABEL: func @product
// CHECK-SAME: (%[[A:.*]]: memref<24x512xf32>, %[[B:.*]]: memref<512x64xf32>, %[[C:.*]]: memref<24x64xf32>)
// CHECK-NOT: linalg.fill ins(%{{.*}} : f32) outs(%[[C]] :
// CHECK: %[[PANELS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<8192xf32>
// CHECK: scf.for %[[K:.*]] = %c0 to %c512 step %c256
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[K]], %c0
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c32
// CHECK: %[[FROM:.*]] = memref.reinterpret_cast %[[B]] to offset: [%{{.*}}], sizes: [16, 16, 2, 16], strides: [1024, 64, 16, 1]
// CHECK: %[[TO:.*]] = memref.reinterpret_cast %[[PANELS]] to offset: [0], sizes: [2, 16, 16, 16], strides: [4096, 256, 16, 1]
// CHECK: linalg.generic {indexing_maps = [#[[$FROM]], #[[$TO]]], {{.*}} ins(%[[FROM]] : {{.*}}) outs(%[[TO]] :
// CHECK: %[[X:.*]] = memref.reinterpret_cast %[[A]] to offset: [%[[K]]], sizes: [24, 256], strides: [512, 1]
// CHECK: scf.if %[[FIRST]] {
// CHECK-NEXT: linalg.fill
// CHECK-NEXT: }
// CHECK: linalg.generic {indexing_maps = [#[[$A]], #[[$B]], #[[$C]]], iterator_types = ["parallel", "parallel", "reduction", "parallel"]} ins(%[[X]], %{{.*}} :
// CHECK-NOT: linalg.fill
// CHECK: memref.dealloc %[[PANELS]]
// Six rows of two vectors; what was summed before is fetched first and added last. In the first block it is the number of the fill, and nothing is read.
// VECTOR-LABEL: func @product
// VECTOR: %[[LATER:.*]] = arith.cmpi ne, %{{.*}}, %c0
// VECTOR: %[[MASK:.*]] = vector.broadcast %[[LATER]] : i1 to vector<8xi1>
// VECTOR: memref.prefetch %{{.*}}, write, locality<3>, data
// VECTOR: %[[SUMS:[0-9]+]]:12 = scf.for
// VECTOR-COUNT-2: vector.load
// VECTOR-COUNT-12: vector.fma
// VECTOR: scf.yield
// VECTOR: %[[OLD:.*]] = vector.maskedload %{{.*}}, %[[MASK]], %{{.*}} :
// VECTOR: %[[NEW:.*]] = arith.addf %[[OLD]], %[[SUMS]]#0
// VECTOR: vector.store %[[NEW]]
// VECTOR-NOT: scf.if
func.func @product(%a: memref<24x512xf32>, %b: memref<512x64xf32>, %c: memref<24x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<24x64xf32>)
  linalg.matmul ins(%a, %b : memref<24x512xf32>, memref<512x64xf32>) outs(%c : memref<24x64xf32>)
  return
}

// -----

// Weights `[out, in]`: the copy is a transpose, of vectors. The last panel has 5 columns.
// CHECK-DAG: #[[$FROM:.*]] = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
// CHECK-DAG: #[[$TAIL:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func @weights
// CHECK: memref.reinterpret_cast %[[B:.*]] to offset: [0], sizes: [2, 16, 100], strides: [1600, 100, 1]
// CHECK: linalg.generic {indexing_maps = [#[[$FROM]], {{.*}}]
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [3200], sizes: [5, 100], strides: [100, 1]
// CHECK: linalg.generic {indexing_maps = [#[[$TAIL]], {{.*}}]
// VECTOR-LABEL: func @weights
// VECTOR-NOT: linalg
// VECTOR: vector.shuffle
// VECTOR: vector.fma
func.func @weights(%a: memref<16x100xf32>, %b: memref<37x100xf32>, %c: memref<16x37xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<16x100xf32>, memref<37x100xf32>) outs(%c : memref<16x37xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  }
  return
}

// -----

// Narrow numbers become wide in the copy, and rows far apart are in the order of the tiles. The left side is read as it is.
// CHECK-LABEL: func @narrow
// CHECK: %[[PANELS:.*]] = memref.alloc() {{.*}} : memref<{{.*}}xf32>
// CHECK: ^bb0(%[[IN:.*]]: bf16, %{{.*}}: f32):
// CHECK: arith.extf %[[IN]] : bf16 to f32
// CHECK: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK-NOT: arith.extf
// CHECK: memref.dealloc %[[PANELS]]
// VECTOR-LABEL: func @narrow
// VECTOR: arith.extf {{.*}} : vector<{{.*}}xbf16> to vector
func.func @narrow(%a: memref<32x64xf32>, %b: memref<64x48xbf16>, %c: memref<32x48xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<32x64xf32>, memref<64x48xbf16>) outs(%c : memref<32x48xf32>) {
  ^bb0(%x: f32, %y: bf16, %s: f32):
    %w = arith.extf %y : bf16 to f32
    %p = arith.mulf %x, %w : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  }
  return
}

// -----

// What stays in the caches where it is, and what few rows read, is not copied.
// CHECK-LABEL: func @near
// CHECK-NOT: memref.alloc
// CHECK: linalg.matmul
// CHECK: linalg.matmul
func.func @near(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>, %x: memref<8x512xf32>, %y: memref<512x512xf32>, %z: memref<8x512xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%x, %y : memref<8x512xf32>, memref<512x512xf32>) outs(%z : memref<8x512xf32>)
  return
}

// -----

// Pairs stay pairs, as narrow as they are: a panel has rows of 16 pairs, which become wide where they are multiplied.
// CHECK-LABEL: func @pairs
// CHECK: %[[PANELS:.*]] = memref.alloc() {{.*}} : memref<16384xi16>
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [16, 16, 2, 32], strides: [2048, 128, 32, 1] : memref<256x64x2xi16>
// CHECK: memref.reinterpret_cast %[[PANELS]] to offset: [0], sizes: [2, 256, 16, 2], strides: [8192, 32, 2, 1]
// CHECK: iterator_types = ["parallel", "parallel", "reduction", "parallel", "reduction"]
// CHECK-COUNT-2: arith.extsi
// CHECK: memref.dealloc %[[PANELS]]
// VECTOR-LABEL: func @pairs
// VECTOR: %{{.*}}:12 = scf.for
// VECTOR-COUNT-2: vector.load {{.*}} vector<16xi16>
func.func @pairs(%a: memref<16x256x2xi16>, %b: memref<256x64x2xi16>, %c: memref<16x64xi32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k, p) -> (m, k, p)>, affine_map<(m, n, k, p) -> (k, n, p)>, affine_map<(m, n, k, p) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<16x256x2xi16>, memref<256x64x2xi16>) outs(%c : memref<16x64xi32>) {
  ^bb0(%x: i16, %y: i16, %s: i32):
    %v = arith.extsi %x : i16 to i32
    %w = arith.extsi %y : i16 to i32
    %p = arith.muli %v, %w : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  }
  return
}
