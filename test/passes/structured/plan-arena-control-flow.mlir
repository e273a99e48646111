// RUN: strata-opt %s --memref-plan-arena | FileCheck %s

// A buffer from outside of a loop lives through it, as the next iteration may want it; one that an iteration makes for itself
// lives for a part of the iteration only.
// CHECK-LABEL: func.func @loop
// CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<8192xi8>
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK: memref.dealloc %{{.*}} : memref<8192xi8>
// CHECK-NEXT: return
func.func @loop(%x: memref<1024xf32>, %a: index, %b: index) {
  %outside = memref.alloc() : memref<1024xf32>
  scf.for %i = %a to %b step %a {
    %first = memref.alloc() : memref<1024xf32>
    memref.copy %x, %first : memref<1024xf32> to memref<1024xf32>
    memref.copy %first, %outside : memref<1024xf32> to memref<1024xf32>
    memref.dealloc %first : memref<1024xf32>
    %second = memref.alloc() : memref<1024xf32>
    memref.copy %x, %second : memref<1024xf32> to memref<1024xf32>
    memref.copy %second, %x : memref<1024xf32> to memref<1024xf32>
    memref.dealloc %second : memref<1024xf32>
  }
  memref.dealloc %outside : memref<1024xf32>
  return
}

// The branches share their memory, and so do the regions of a while loop.
// CHECK-LABEL: func.func @branches
// CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<4096xi8>
// CHECK: return
func.func @branches(%x: memref<1024xf32>, %p: i1) {
  scf.if %p {
    %a = memref.alloc() : memref<1024xf32>
    memref.copy %x, %a : memref<1024xf32> to memref<1024xf32>
    memref.copy %a, %x : memref<1024xf32> to memref<1024xf32>
    memref.dealloc %a : memref<1024xf32>
  } else {
    %b = memref.alloc() : memref<512xf64>
    %c0 = arith.constant 0 : index
    %c = arith.constant 1.0 : f64
    memref.store %c, %b[%c0] : memref<512xf64>
    memref.dealloc %b : memref<512xf64>
  }
  scf.while : () -> () {
    %c = memref.alloc() : memref<1024xi32>
    %c1 = arith.constant 1 : index
    %v = memref.load %c[%c1] : memref<1024xi32>
    %zero = arith.constant 0 : i32
    %more = arith.cmpi sgt, %v, %zero : i32
    memref.dealloc %c : memref<1024xi32>
    scf.condition(%more)
  } do {
    %d = memref.alloc() : memref<1024xi32>
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i32
    memref.store %one, %d[%c1] : memref<1024xi32>
    memref.dealloc %d : memref<1024xi32>
    scf.yield
  }
  return
}

// One buffer is as good as an arena.
// CHECK-LABEL: func.func @alone
// CHECK-NEXT: memref.alloc() : memref<16xf32>
func.func @alone(%x: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  memref.copy %x, %a : memref<16xf32> to memref<16xf32>
  memref.copy %a, %x : memref<16xf32> to memref<16xf32>
  memref.dealloc %a : memref<16xf32>
  return
}

func.func private @other(memref<16xf32>)

// A call lends a buffer. What has no known size, goes out of the function, into a loop as a value or to iterations that run at
// the same time stays.
// CHECK-LABEL: func.func @stays
// CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<128xi8>
// CHECK: memref.alloc(%arg0) : memref<?xf32>
// CHECK: memref.alloc() : memref<17xf32>
// CHECK: memref.alloc() : memref<18xf32>
// CHECK: memref.alloc() : memref<19xf32>
// CHECK: memref.alloc() : memref<20xf32, 1>
func.func @stays(%n: index, %x: f32) -> memref<17xf32> {
  %lent = memref.alloc() : memref<16xf32>
  %lent2 = memref.alloc() : memref<16xf32>
  call @other(%lent) : (memref<16xf32>) -> ()
  call @other(%lent2) : (memref<16xf32>) -> ()
  call @other(%lent) : (memref<16xf32>) -> ()
  memref.dealloc %lent : memref<16xf32>
  memref.dealloc %lent2 : memref<16xf32>
  %dynamic = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %dynamic : memref<?xf32>
  %out = memref.alloc() : memref<17xf32>
  %c0 = arith.constant 0 : index
  scf.parallel (%i) = (%c0) to (%n) step (%n) {
    %own = memref.alloc() : memref<18xf32>
    memref.store %x, %own[%i] : memref<18xf32>
    memref.dealloc %own : memref<18xf32>
    scf.reduce
  }
  %carried = memref.alloc() : memref<19xf32>
  %last = scf.for %i = %c0 to %n step %n iter_args(%m = %carried) -> memref<19xf32> {
    memref.store %x, %m[%i] : memref<19xf32>
    scf.yield %m : memref<19xf32>
  }
  memref.dealloc %last : memref<19xf32>
  %elsewhere = memref.alloc() : memref<20xf32, 1>
  memref.dealloc %elsewhere : memref<20xf32, 1>
  return %out : memref<17xf32>
}
