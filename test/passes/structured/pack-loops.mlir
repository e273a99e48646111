// RUN: strata-opt %s --split-input-file --validate-passes --linalg-pack-contractions=vector-bits=128 --canonicalize --cse | FileCheck %s

// The loop does not change %w: its panels are made once, before the loop.
// CHECK-LABEL: func.func @steps
// CHECK-SAME: (%[[W:.*]]: memref<256x264xf32>, %{{.*}}: memref<16x256xf32>, %{{.*}}: memref<16x264xf32>)
// CHECK: %[[PANELS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<67584xf32>
// CHECK: call @steps_panels(%[[PANELS]], %[[W]]) : (memref<67584xf32>, memref<256x264xf32>) -> ()
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK: memref.reinterpret_cast %[[PANELS]] to offset: [0], sizes: [17, 256, 8], strides: [2048, 8, 1]
// CHECK-NOT: memref.alloc
// CHECK: memref.dealloc %[[PANELS]]
// CHECK: func.func private @steps_panels(
func.func @steps(%w: memref<256x264xf32>, %x: memref<16x256xf32>, %y: memref<16x264xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    linalg.matmul ins(%x, %w : memref<16x256xf32>, memref<256x264xf32>) outs(%y : memref<16x264xf32>)
  }
  return
}

// -----

// Two iterations are too few.
// CHECK-LABEL: func.func @two_steps
// CHECK-NOT: call
// CHECK: scf.for
// CHECK: memref.alloc()
func.func @two_steps(%w: memref<256x264xf32>, %x: memref<16x256xf32>, %y: memref<16x264xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    linalg.matmul ins(%x, %w : memref<16x256xf32>, memref<256x264xf32>) outs(%y : memref<16x264xf32>)
  }
  return
}

// -----

// The loop changes an element of %w, through a view.
// CHECK-LABEL: func.func @written
// CHECK-NOT: call
// CHECK: scf.for
// CHECK: memref.alloc()
func.func @written(%w: memref<256x264xf32>, %x: memref<16x256xf32>, %y: memref<16x264xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  %flat = memref.collapse_shape %w [[0, 1]] : memref<256x264xf32> into memref<67584xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    linalg.matmul ins(%x, %w : memref<16x256xf32>, memref<256x264xf32>) outs(%y : memref<16x264xf32>)
    memref.store %one, %flat[%i] : memref<67584xf32>
  }
  return
}

// -----

// Two functions are called in a loop, of which one writes its argument. The weights of the other one are the same in all iterations, and
// its argument are the panels then.
// CHECK-LABEL: func.func @calls
// CHECK-SAME: (%[[V:.*]]: memref<256x264xf32>, %[[W:.*]]: memref<256x264xf32>
// CHECK: %[[PANELS:.*]] = memref.alloc() {{.*}} : memref<67584xf32>
// CHECK: call @product_panels(%[[PANELS]], %[[V]])
// CHECK: scf.while
// CHECK-NOT: memref.alloc
// CHECK: call @product(%[[PANELS]],
// CHECK: call @changed(%[[W]],
// CHECK: memref.dealloc %[[PANELS]]
func.func @calls(%v: memref<256x264xf32>, %w: memref<256x264xf32>, %x: memref<16x256xf32>, %y: memref<16x264xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %c4 : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    func.call @product(%v, %x, %y) : (memref<256x264xf32>, memref<16x256xf32>, memref<16x264xf32>) -> ()
    func.call @changed(%w, %x, %y) : (memref<256x264xf32>, memref<16x256xf32>, memref<16x264xf32>) -> ()
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}

// CHECK-LABEL: func.func private @product(
// CHECK-SAME: memref<67584xf32>
func.func private @product(%w: memref<256x264xf32>, %x: memref<16x256xf32>, %y: memref<16x264xf32>) {
  linalg.matmul ins(%x, %w : memref<16x256xf32>, memref<256x264xf32>) outs(%y : memref<16x264xf32>)
  return
}

// CHECK-LABEL: func.func private @changed(
// CHECK-SAME: memref<256x264xf32>
// CHECK: memref.alloc()
func.func private @changed(%w: memref<256x264xf32>, %x: memref<16x256xf32>, %y: memref<16x264xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.matmul ins(%x, %w : memref<16x256xf32>, memref<256x264xf32>) outs(%y : memref<16x264xf32>)
  linalg.fill ins(%zero : f32) outs(%w : memref<256x264xf32>)
  return
}
