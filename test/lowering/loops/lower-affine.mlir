// RUN: strata-opt %s --lower-affine | FileCheck %s
// Affine ops become scf ops, and maps become arith ops.

func.func private @use(index)
func.func @a(%a: index, %b: index, %m: memref<?x?xf32>, %x: f32, %v: vector<4xf32>) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 mod 5 + (d0 floordiv 3) * s0 + d0 ceildiv 7 - 2)>(%a)[%b]
  func.call @use(%0) : (index) -> ()
  %q:3 = affine.delinearize_index %a into (%b, 4, 5) : index, index, index
  %l = affine.linearize_index [%q#0, %q#1, %q#2] by (%b, 4, 5) : index
  func.call @use(%l) : (index) -> ()
  %l2 = affine.linearize_index disjoint [%q#0, %q#1, %q#2] by (%b, 5) : index
  func.call @use(%l2) : (index) -> ()
  return
}
func.func @mm(%a: index, %b: index) {
  %1 = affine.min affine_map<(d0)[s0] -> (d0 + 1, s0, 7)>(%a)[%b]
  func.call @use(%1) : (index) -> ()
  %2 = affine.max affine_map<(d0)[s0] -> (d0 + 1, s0, 7)>(%a)[%b]
  func.call @use(%2) : (index) -> ()
  return
}
func.func @for(%a: index, %b: index, %m: memref<?x?xf32>, %x: f32, %v: vector<4xf32>) -> f32 {
  affine.for %i = max affine_map<(d0)[s0] -> (d0, s0)>(%a)[%b] to min affine_map<(d0)[s0] -> (d0+4, s0)>(%a)[%b] step 2 {
    %l = affine.load %m[%i + 3, %b] : memref<?x?xf32>
    affine.store %l, %m[%i, symbol(%b) * 2] : memref<?x?xf32>
    affine.prefetch %m[%i + 3, %b], write, locality<2>, data : memref<?x?xf32>
  }
  %r = affine.for %i = 0 to 10 iter_args(%acc = %x) -> f32 {
    affine.yield %acc : f32
  }
  return %r : f32
}
func.func @if(%a: index, %b: index, %x: f32, %y: f32) -> f32 {
  %r = affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 - 10 == 0, s0 >= 0)>(%a)[%b] -> f32 {
    affine.yield %x : f32
  } else { affine.yield %y : f32 }
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%a)[%b] {
    func.call @use(%a) : (index) -> ()
  }
  return %r : f32
}
func.func @par(%a: index, %b: index, %x: f32) -> f32 {
  affine.parallel (%i, %j) = (0, max(%a, 3)) to (10, min(%b, 20)) step (1, 2) {
    func.call @use(%i) : (index) -> ()
  }
  %r = affine.parallel (%i, %j) = (0, 0) to (10, 10) reduce ("addf") -> f32 {
    affine.yield %x : f32
  }
  return %r : f32
}

// CHECK: func.func private @use(index)
// CHECK: func.func @a(%arg0: index, %arg1: index, %arg2: memref<?x?xf32>, %arg3: f32, %arg4: vector<4xf32>) {
// CHECK: %c5 = arith.constant 5 : index
// CHECK: %0 = arith.remsi %arg0, %c5 : index
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %1 = arith.cmpi slt, %0, %c0 : index
// CHECK: %2 = arith.addi %0, %c5 : index
// CHECK: %3 = arith.select %1, %2, %0 : index
// CHECK: %c3 = arith.constant 3 : index
// CHECK: %c0_0 = arith.constant 0 : index
// CHECK: %c-1 = arith.constant -1 : index
// CHECK: %4 = arith.cmpi slt, %arg0, %c0_0 : index
// CHECK: %5 = arith.subi %c-1, %arg0 : index
// CHECK: %6 = arith.select %4, %5, %arg0 : index
// CHECK: %7 = arith.divsi %6, %c3 : index
// CHECK: %8 = arith.subi %c-1, %7 : index
// CHECK: %9 = arith.select %4, %8, %7 : index
// CHECK: %10 = arith.muli %9, %arg1 overflow<nsw> : index
// CHECK: %11 = arith.addi %3, %10 : index
// CHECK: %c7 = arith.constant 7 : index
// CHECK: %c0_1 = arith.constant 0 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %12 = arith.cmpi sle, %arg0, %c0_1 : index
// CHECK: %13 = arith.subi %c0_1, %arg0 : index
// CHECK: %14 = arith.subi %arg0, %c1 : index
// CHECK: %15 = arith.select %12, %13, %14 : index
// CHECK: %16 = arith.divsi %15, %c7 : index
// CHECK: %17 = arith.subi %c0_1, %16 : index
// CHECK: %18 = arith.addi %16, %c1 : index
// CHECK: %19 = arith.select %12, %17, %18 : index
// CHECK: %20 = arith.addi %11, %19 : index
// CHECK: %c-2 = arith.constant -2 : index
// CHECK: %21 = arith.addi %20, %c-2 : index
// CHECK: call @use(%21) : (index) -> ()
// CHECK: %c5_2 = arith.constant 5 : index
// CHECK: %c20 = arith.constant 20 : index
// CHECK: %c0_3 = arith.constant 0 : index
// CHECK: %22 = arith.floordivsi %arg0, %c20 : index
// CHECK: %23 = arith.remsi %arg0, %c20 : index
// CHECK: %24 = arith.cmpi slt, %23, %c0_3 : index
// CHECK: %25 = arith.addi %23, %c20 overflow<nsw> : index
// CHECK: %26 = arith.select %24, %25, %23 : index
// CHECK: %27 = arith.divsi %26, %c5_2 : index
// CHECK: %28 = arith.remsi %arg0, %c5_2 : index
// CHECK: %29 = arith.cmpi slt, %28, %c0_3 : index
// CHECK: %30 = arith.addi %28, %c5_2 overflow<nsw> : index
// CHECK: %31 = arith.select %29, %30, %28 : index
// CHECK: %c5_4 = arith.constant 5 : index
// CHECK: %c20_5 = arith.constant 20 : index
// CHECK: %32 = arith.muli %22, %c20_5 overflow<nsw> : index
// CHECK: %33 = arith.muli %27, %c5_4 overflow<nsw> : index
// CHECK: %34 = arith.addi %32, %33 overflow<nsw> : index
// CHECK: %35 = arith.addi %34, %31 overflow<nsw> : index
// CHECK: call @use(%35) : (index) -> ()
// CHECK: %c5_6 = arith.constant 5 : index
// CHECK: %c5_7 = arith.constant 5 : index
// CHECK: %36 = arith.muli %arg1, %c5_7 overflow<nsw, nuw> : index
// CHECK: %37 = arith.muli %22, %36 overflow<nsw> : index
// CHECK: %38 = arith.muli %27, %c5_6 overflow<nsw> : index
// CHECK: %39 = arith.addi %37, %38 overflow<nsw> : index
// CHECK: %40 = arith.addi %39, %31 overflow<nsw> : index
// CHECK: call @use(%40) : (index) -> ()
// CHECK: return
// CHECK: func.func @mm(%arg0: index, %arg1: index) {
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %0 = arith.addi %arg0, %c1 : index
// CHECK: %c7 = arith.constant 7 : index
// CHECK: %1 = arith.minsi %0, %arg1 : index
// CHECK: %2 = arith.minsi %1, %c7 : index
// CHECK: call @use(%2) : (index) -> ()
// CHECK: %c1_0 = arith.constant 1 : index
// CHECK: %3 = arith.addi %arg0, %c1_0 : index
// CHECK: %c7_1 = arith.constant 7 : index
// CHECK: %4 = arith.maxsi %3, %arg1 : index
// CHECK: %5 = arith.maxsi %4, %c7_1 : index
// CHECK: call @use(%5) : (index) -> ()
// CHECK: return
// CHECK: func.func @for(%arg0: index, %arg1: index, %arg2: memref<?x?xf32>, %arg3: f32, %arg4: vector<4xf32>) -> f32 {
// CHECK: %0 = arith.maxsi %arg0, %arg1 : index
// CHECK: %c4 = arith.constant 4 : index
// CHECK: %1 = arith.addi %arg0, %c4 : index
// CHECK: %2 = arith.minsi %1, %arg1 : index
// CHECK: %c2 = arith.constant 2 : index
// CHECK: scf.for %arg5 = %0 to %2 step %c2 {
// CHECK: %c3 = arith.constant 3 : index
// CHECK: %4 = arith.addi %arg5, %c3 : index
// CHECK: %5 = memref.load %arg2[%4, %arg1] : memref<?x?xf32>
// CHECK: %c2_0 = arith.constant 2 : index
// CHECK: %6 = arith.muli %arg1, %c2_0 overflow<nsw> : index
// CHECK: memref.store %5, %arg2[%arg5, %6] : memref<?x?xf32>
// CHECK: %c3_1 = arith.constant 3 : index
// CHECK: %7 = arith.addi %arg5, %c3_1 : index
// CHECK: memref.prefetch %arg2[%7, %arg1], write, locality<2>, data : memref<?x?xf32>
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c10 = arith.constant 10 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %3 = scf.for %arg5 = %c0 to %c10 step %c1 iter_args(%arg6 = %arg3) -> (f32) {
// CHECK: scf.yield %arg6 : f32
// CHECK: return %3 : f32
// CHECK: func.func @if(%arg0: index, %arg1: index, %arg2: f32, %arg3: f32) -> f32 {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c-1 = arith.constant -1 : index
// CHECK: %0 = arith.muli %arg1, %c-1 overflow<nsw> : index
// CHECK: %1 = arith.addi %arg0, %0 : index
// CHECK: %2 = arith.cmpi sge, %1, %c0 : index
// CHECK: %c-10 = arith.constant -10 : index
// CHECK: %3 = arith.addi %arg0, %c-10 : index
// CHECK: %4 = arith.cmpi eq, %3, %c0 : index
// CHECK: %5 = arith.andi %2, %4 : i1
// CHECK: %6 = arith.cmpi sge, %arg1, %c0 : index
// CHECK: %7 = arith.andi %5, %6 : i1
// CHECK: %8 = scf.if %7 -> (f32) {
// CHECK: scf.yield %arg2 : f32
// CHECK: } else {
// CHECK: scf.yield %arg3 : f32
// CHECK: %c0_0 = arith.constant 0 : index
// CHECK: %c-1_1 = arith.constant -1 : index
// CHECK: %9 = arith.muli %arg1, %c-1_1 overflow<nsw> : index
// CHECK: %10 = arith.addi %arg0, %9 : index
// CHECK: %11 = arith.cmpi sge, %10, %c0_0 : index
// CHECK: scf.if %11 {
// CHECK: func.call @use(%arg0) : (index) -> ()
// CHECK: return %8 : f32
// CHECK: func.func @par(%arg0: index, %arg1: index, %arg2: f32) -> f32 {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c10 = arith.constant 10 : index
// CHECK: %c3 = arith.constant 3 : index
// CHECK: %0 = arith.maxsi %arg0, %c3 : index
// CHECK: %c20 = arith.constant 20 : index
// CHECK: %1 = arith.minsi %arg1, %c20 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c2 = arith.constant 2 : index
// CHECK: scf.parallel (%arg3, %arg4) = (%c0, %0) to (%c10, %1) step (%c1, %c2) {
// CHECK: func.call @use(%arg3) : (index) -> ()
// CHECK: scf.reduce
// CHECK: %c0_0 = arith.constant 0 : index
// CHECK: %c10_1 = arith.constant 10 : index
// CHECK: %c0_2 = arith.constant 0 : index
// CHECK: %c10_3 = arith.constant 10 : index
// CHECK: %c1_4 = arith.constant 1 : index
// CHECK: %c1_5 = arith.constant 1 : index
// CHECK: %cst = arith.constant 0.000000e+00 : f32
// CHECK: %2 = scf.parallel (%arg3, %arg4) = (%c0_0, %c0_2) to (%c10_1, %c10_3) step (%c1_4, %c1_5) init (%cst) -> f32 {
// CHECK: scf.reduce(%arg2 : f32) {
// CHECK: ^bb0(%arg5: f32, %arg6: f32):
// CHECK: %3 = arith.addf %arg5, %arg6 : f32
// CHECK: scf.reduce.return %3 : f32
// CHECK: return %2 : f32
