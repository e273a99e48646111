// RUN: strata-opt %s --split-input-file --validate-passes --linalg-pack-contractions=vector-bits=128 --canonicalize --cse | FileCheck %s

// Four tiles of 16 rows read all of %b: it is packed once, by a parallel loop of its own.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[A:.*]]: memref<64x256xf32>, %[[B:.*]]: memref<256x264xf32>, %[[C:.*]]: memref<64x264xf32>)
// CHECK: %[[PANELS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<67584xf32>
// CHECK: call @kernel_panels(%[[PANELS]], %[[B]]) : (memref<67584xf32>, memref<256x264xf32>) -> ()
// CHECK: call @parallel(%[[A]], %[[PANELS]], %[[C]]) : (memref<64x256xf32>, memref<67584xf32>, memref<64x264xf32>) -> ()
// CHECK: memref.dealloc %[[PANELS]]
func.func @main(%a: memref<64x256xf32>, %b: memref<256x264xf32>, %c: memref<64x264xf32>) {
  call @parallel(%a, %b, %c) : (memref<64x256xf32>, memref<256x264xf32>, memref<64x264xf32>) -> ()
  return
}

// The kernel reads views of the panels and copies nothing.
// CHECK-LABEL: func.func private @kernel(
// CHECK-SAME: %{{.*}}: memref<64x256xf32>, %[[P:.*]]: memref<67584xf32>, %{{.*}}: memref<64x264xf32>, %{{.*}}: index)
// CHECK-NOT: memref.alloc
// CHECK: memref.reinterpret_cast %[[P]] to offset: [0], sizes: [17, 256, 8], strides: [2048, 8, 1]
// CHECK: memref.reinterpret_cast %[[P]] to offset: [34816], sizes: [16, 256, 8], strides: [2048, 8, 1]
func.func private @kernel(%a: memref<64x256xf32>, %b: memref<256x264xf32>, %c: memref<64x264xf32>, %i: index) {
  %c16 = arith.constant 16 : index
  %at = arith.muli %i, %c16 : index
  %x = memref.subview %a[%at, 0] [16, 256] [1, 1] : memref<64x256xf32> to memref<16x256xf32, strided<[256, 1], offset: ?>>
  %y = memref.subview %c[%at, 0] [16, 264] [1, 1] : memref<64x264xf32> to memref<16x264xf32, strided<[264, 1], offset: ?>>
  linalg.matmul ins(%x, %b : memref<16x256xf32, strided<[256, 1], offset: ?>>, memref<256x264xf32>) outs(%y : memref<16x264xf32, strided<[264, 1], offset: ?>>)
  return
}

// CHECK-LABEL: func.func private @parallel(
// CHECK-SAME: memref<67584xf32>
// CHECK: func.call @kernel({{.*}}) : (memref<64x256xf32>, memref<67584xf32>, memref<64x264xf32>, index) -> ()
func.func private @parallel(%a: memref<64x256xf32>, %b: memref<256x264xf32>, %c: memref<64x264xf32>) attributes {strata.chunks = 4 : i64, strata.kernel = @kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    func.call @kernel(%a, %b, %c, %i) : (memref<64x256xf32>, memref<256x264xf32>, memref<64x264xf32>, index) -> ()
  }
  return
}

// A chunk of the copy makes half of the steps of three of 33 panels, a few steps of all three at a time.
// CHECK-LABEL: func.func private @kernel_panels(
// CHECK: call @kernel_panels_parallel(
// CHECK-LABEL: func.func private @kernel_panels_kernel(
// CHECK: linalg.generic
// CHECK-LABEL: func.func private @kernel_panels_parallel(
// CHECK-SAME: strata.chunks = 22 : i64, strata.kernel = @kernel_panels_kernel
