// RUN: strata-opt --split-large-functions='max-ops=6 part-ops=12' --split-input-file %s | FileCheck %s
// RUN: strata-opt --split-large-functions='max-ops=6 part-ops=12' --split-input-file --validate-passes %s -o /dev/null
// RUN: strata-opt --split-large-functions --split-input-file %s | FileCheck %s --check-prefix=SMALL

// Nothing changes in small functions.
// SMALL-NOT: call

// What is alive at a cut is an argument and a result; constants are copied. The cut is where one value is alive, not two.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>)
// CHECK:         %[[A:.*]] = call @main_part(%[[X]]) : (memref<8xf32>) -> vector<8xf32>
// CHECK:         call @main_part_0(%[[A]], %[[Y]]) : (vector<8xf32>, memref<8xf32>) -> ()
// CHECK-NEXT:    return
// CHECK:       func.func private @main_part(%[[PX:.*]]: memref<8xf32>) -> vector<8xf32> attributes {no_inline}
// CHECK:         vector.load %[[PX]]
// CHECK:         arith.addf
// CHECK-NEXT:    %[[LAST:.*]] = arith.mulf
// CHECK-NEXT:    return %[[LAST]] : vector<8xf32>
// CHECK:       func.func private @main_part_0(%[[PA:.*]]: vector<8xf32>, %[[PY:.*]]: memref<8xf32>)
// CHECK:         arith.constant 0 : index
// CHECK:         vector.store %{{.*}}, %[[PY]]
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0] : memref<8xf32>, vector<8xf32>
  %1 = arith.mulf %0, %0 : vector<8xf32>
  %2 = arith.mulf %1, %1 : vector<8xf32>
  %3 = arith.addf %1, %2 : vector<8xf32>
  %4 = arith.mulf %3, %3 : vector<8xf32>
  %5 = arith.mulf %4, %4 : vector<8xf32>
  %6 = arith.addf %4, %5 : vector<8xf32>
  vector.store %6, %y[%c0] : memref<8xf32>, vector<8xf32>
  return
}

// -----

// Loads move to their uses, but not past a write of their buffer; then one value is alive at the cut. The buffer on the stack stays, and
// the view of it is copied.
// CHECK-LABEL: func.func @loads(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>, %[[Z:.*]]: memref<8xf32>)
// CHECK:         %[[S:.*]] = memref.alloca() : memref<16xf32>
// CHECK:         %[[A:.*]] = call @loads_part(%[[S]], %[[X]], %[[Y]]) :
// CHECK-SAME:      -> f32
// CHECK:         %[[B:.*]] = call @loads_part_0(%[[Y]], %[[A]], %[[S]]) :
// CHECK-SAME:      -> f32
// CHECK:         call @loads_part_1(%[[Z]], %[[B]]) :
// CHECK-LABEL: func.func private @loads_part(
// CHECK-SAME:    %[[PS:.*]]: memref<16xf32>, %{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32>) -> f32
// CHECK:         %[[V:.*]] = memref.subview %[[PS]]
// CHECK:         memref.store %{{.*}}, %[[V]]
// CHECK-LABEL: func.func private @loads_part_0(
// CHECK:         %[[V0:.*]] = memref.subview
// CHECK:         memref.load %[[V0]]
// CHECK-LABEL: func.func private @loads_part_1(
// CHECK:         memref.load
func.func @loads(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloca() : memref<16xf32>
  %v = memref.subview %s[8] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 8>>
  %0 = memref.load %x[%c0] : memref<8xf32>
  %1 = memref.load %y[%c0] : memref<8xf32>
  %2 = memref.load %y[%c1] : memref<8xf32>
  %3 = memref.load %z[%c0] : memref<8xf32>
  %4 = arith.addf %0, %1 : f32
  memref.store %4, %v[%c0] : memref<8xf32, strided<[1], offset: 8>>
  %5 = arith.addf %4, %2 : f32
  %6 = memref.load %v[%c0] : memref<8xf32, strided<[1], offset: 8>>
  %7 = arith.addf %5, %6 : f32
  %8 = arith.addf %7, %3 : f32
  memref.store %8, %z[%c0] : memref<8xf32>
  return
}

// -----

// The body of a loop is split too. Its variable and what it carries are arguments. The load of %y is not moved behind the store to %y.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>, %[[FIRST:.*]]: f32)
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[A:.*]] = %[[FIRST]]) -> (f32) {
// CHECK-NEXT:      %[[OLD:.*]] = func.call @loop_part(%[[Y]], %[[I]]) : (memref<8xf32>, index) -> f32
// CHECK-NEXT:      func.call @loop_part_0(%[[A]], %[[Y]], %[[I]]) : (f32, memref<8xf32>, index) -> ()
// CHECK-NEXT:      func.call @loop_part_1(%[[X]], %[[I]], %[[OLD]])
// CHECK-LABEL: func.func private @loop_part(
// CHECK:         memref.load
// CHECK-LABEL: func.func private @loop_part_0(
// CHECK:         memref.store
func.func @loop(%x: memref<8xf32>, %y: memref<8xf32>, %first: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %first) -> (f32) {
    %0 = memref.load %x[%i] : memref<8xf32>
    %1 = memref.load %y[%i] : memref<8xf32>
    memref.store %a, %y[%i] : memref<8xf32>
    %2 = arith.addf %0, %1 : f32
    %3 = arith.mulf %2, %a : f32
    %4 = arith.mulf %3, %3 : f32
    %5 = arith.mulf %4, %4 : f32
    %6 = arith.mulf %5, %5 : f32
    scf.yield %6 : f32
  }
  return %r : f32
}

// -----

// An allocation of unknown size lives until the end of the function: it is in no part.
// CHECK-LABEL: func.func @stack(
// CHECK:         memref.alloca(%{{.*}}) : memref<?xf32>
// CHECK-LABEL: func.func private @stack_part
// CHECK-NOT:     memref.alloca
func.func @stack(%x: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %s = memref.alloca(%n) : memref<?xf32>
  %0 = memref.load %x[%c0] : memref<8xf32>
  %1 = arith.mulf %0, %0 : f32
  %2 = arith.mulf %1, %1 : f32
  memref.store %2, %s[%c0] : memref<?xf32>
  %3 = arith.mulf %2, %2 : f32
  %4 = memref.load %s[%c0] : memref<?xf32>
  %5 = arith.mulf %3, %4 : f32
  memref.store %5, %x[%c0] : memref<8xf32>
  return
}
