// RUN: strata-opt %s --promote-freed-buffers-to-stack --freed-buffer-loop-hoisting | FileCheck %s

// CHECK-LABEL: func.func @loop
// CHECK-NEXT: %[[SMALL:.*]] = memref.alloca() {alignment = 64 : i64} : memref<8xf32>
// CHECK-NEXT: %[[LARGE:.*]] = memref.alloc() : memref<4096xf32>
// CHECK-NEXT: scf.for
// CHECK-NOT: memref.alloc
// CHECK: linalg.fill ins(%arg0 : f32) outs(%[[SMALL]]
// CHECK: linalg.fill ins(%arg0 : f32) outs(%[[LARGE]]
// CHECK: }
// CHECK-NEXT: memref.dealloc %[[LARGE]]
// CHECK-NEXT: return
func.func @loop(%x: f32, %a: index, %b: index) {
  scf.for %i = %a to %b step %a {
    %small = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
    %large = memref.alloc() : memref<4096xf32>
    linalg.fill ins(%x : f32) outs(%small : memref<8xf32>)
    linalg.fill ins(%x : f32) outs(%large : memref<4096xf32>)
    memref.dealloc %small : memref<8xf32>
    memref.dealloc %large : memref<4096xf32>
  }
  return
}

// Not without a loop around; and not where iterations may run at once.
// CHECK-LABEL: func.func @stays
// CHECK: scf.if
// CHECK-NEXT: %[[L:.*]] = memref.alloc() : memref<4096xf32>
// CHECK: memref.dealloc %[[L]]
// CHECK: scf.parallel
// CHECK-NEXT: %[[P:.*]] = memref.alloc() : memref<8xf32>
// CHECK: memref.dealloc %[[P]]
func.func @stays(%c: i1, %x: f32, %a: index, %b: index) {
  scf.if %c {
    %large = memref.alloc() : memref<4096xf32>
    linalg.fill ins(%x : f32) outs(%large : memref<4096xf32>)
    memref.dealloc %large : memref<4096xf32>
  }
  scf.parallel (%i) = (%a) to (%b) step (%a) {
    %small = memref.alloc() : memref<8xf32>
    linalg.fill ins(%x : f32) outs(%small : memref<8xf32>)
    memref.dealloc %small : memref<8xf32>
    scf.reduce
  }
  return
}

// A buffer that is freed elsewhere, or not at all, is none of this.
// CHECK-LABEL: func.func @escapes
// CHECK: memref.alloc() : memref<8xf32>
func.func @escapes() -> memref<8xf32> {
  %r = memref.alloc() : memref<8xf32>
  return %r : memref<8xf32>
}
