// RUN: strata-opt %s --buffer-loop-hoisting --split-input-file | FileCheck %s --check-prefix=LOOPS
// RUN: strata-opt %s --buffer-hoisting --split-input-file | FileCheck %s --check-prefix=BRANCHES

// A buffer that each iteration frees is freed behind the loop.

// LOOPS-LABEL: func.func @freed
// LOOPS-NEXT: %[[A:.*]] = memref.alloc() : memref<4xf32>
// LOOPS-NEXT: scf.for
// LOOPS-NEXT: memref.store %{{.*}}, %[[A]]
// LOOPS-NEXT: }
// LOOPS-NEXT: memref.dealloc %[[A]]
// LOOPS-NEXT: return

// BRANCHES-LABEL: func.func @freed
// BRANCHES-NEXT: scf.for
// BRANCHES-NEXT: memref.alloc
func.func @freed(%a: index, %b: index, %x: f32) {
  scf.for %i = %a to %b step %a {
    %0 = memref.alloc() : memref<4xf32>
    memref.store %x, %0[%i] : memref<4xf32>
    memref.dealloc %0 : memref<4xf32>
  }
  return
}

// -----

// One that is freed in some iterations stays, as do buffers of iterations that run at the same time.

// LOOPS-LABEL: func.func @stays
// LOOPS-NEXT: scf.for
// LOOPS-NEXT: memref.alloc
// LOOPS: affine.parallel
// LOOPS-NEXT: memref.alloc
func.func @stays(%a: index, %b: index, %c: i1, %x: f32) {
  scf.for %i = %a to %b step %a {
    %0 = memref.alloc() : memref<4xf32>
    memref.store %x, %0[%i] : memref<4xf32>
    scf.if %c {
      memref.dealloc %0 : memref<4xf32>
    }
  }
  affine.parallel (%i) = (0) to (4) {
    %0 = memref.alloc() : memref<4xf32>
    memref.store %x, %0[%i] : memref<4xf32>
  }
  return
}

// -----

// LOOPS-LABEL: func.func @merged
// LOOPS-NEXT: cf.cond_br

// BRANCHES-LABEL: func.func @merged
// BRANCHES-NEXT: memref.alloc
// BRANCHES-NEXT: cf.cond_br
func.func @merged(%c: i1, %x: memref<4xf32>) -> memref<4xf32> {
  cf.cond_br %c, ^bb1, ^bb2(%x : memref<4xf32>)
^bb1:
  %0 = memref.alloc() : memref<4xf32>
  cf.br ^bb2(%0 : memref<4xf32>)
^bb2(%y: memref<4xf32>):
  return %y : memref<4xf32>
}
