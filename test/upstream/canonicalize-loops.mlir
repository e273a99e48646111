// Loops and conditionals of affine and scf, and complex numbers.
// FLAGS: --canonicalize

func.func @a1(%i: index, %j: index) -> (index, index, index, index, index) {
  %c4 = arith.constant 4 : index
  %0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
  %1 = affine.apply affine_map<(d0) -> (d0 + 3)>(%0)
  %2 = affine.min affine_map<(d0, d1) -> (d0, d1, 4)>(%c4, %i)
  %3 = affine.max affine_map<(d0) -> (d0, 4)>(%c4)
  %4 = affine.min affine_map<(d0) -> (d0 * 2, d0 + 3)>(%0)
  %5 = affine.min affine_map<(d0, d1) -> (d0)>(%i, %j)
  %6 = affine.min affine_map<(d0) -> (d0, d0)>(%i)
  return %1, %2, %3, %4, %6 : index, index, index, index, index
}
// -----
func.func @a2(%i: index, %m: memref<8xf32>, %f: f32) {
  affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) { } else { affine.store %f, %m[0] : memref<8xf32> }
  affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) { affine.store %f, %m[1] : memref<8xf32> } else { }
  affine.for %k = 0 to 0 { affine.store %f, %m[%k] : memref<8xf32> }
  affine.for %k = 0 to 1 { affine.store %f, %m[%k] : memref<8xf32> }
  affine.for %k = 0 to 8 { }
  affine.for %k = 0 to 8 step 2 { affine.store %f, %m[%k] : memref<8xf32> }
  affine.parallel (%k) = (0) to (1) { affine.store %f, %m[%k] : memref<8xf32> }
  affine.parallel (%k) = (0) to (8) { }
  return
}
// -----
func.func @a3(%x: i32, %n: index) -> (i32, i32, i32, i32) {
  %0 = affine.for %k = 0 to 0 iter_args(%a = %x) -> i32 { %b = arith.addi %a, %a : i32
    affine.yield %b : i32 }
  %1 = affine.for %k = 0 to 1 iter_args(%a = %x) -> i32 { %b = arith.addi %a, %a : i32
    affine.yield %b : i32 }
  %2 = affine.for %k = 0 to %n iter_args(%a = %x) -> i32 { affine.yield %a : i32 }
  %3 = affine.for %k = 0 to 5 iter_args(%a = %x) -> i32 { %b = arith.addi %x, %x : i32
    affine.yield %b : i32 }
  return %0, %1, %2, %3 : i32, i32, i32, i32
}
// -----
func.func @a4(%n: index, %m: memref<?xf32>, %f: f32) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  affine.for %k = %c1 to %c8 { affine.store %f, %m[%k] : memref<?xf32> }
  affine.for %k = max affine_map<(d0) -> (d0, 0)>(%c1) to min affine_map<(d0) -> (d0, 8)>(%n) { affine.store %f, %m[%k] : memref<?xf32> }
  %q = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%n]
  affine.for %k = 0 to %q { affine.store %f, %m[%k + symbol(%n)] : memref<?xf32> }
  %c = memref.cast %m : memref<?xf32> to memref<8xf32>
  affine.store %f, %c[%n] : memref<8xf32>
  affine.prefetch %m[%c1], read, locality<3>, data : memref<?xf32>
  return
}
// -----
func.func @a5(%i: index) -> (index, index, index, index, index) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %0 = affine.linearize_index [%c3, %c5] by (4, 8) : index
  %1:2 = affine.delinearize_index %i into (4, 8) : index, index
  %2 = affine.linearize_index disjoint [%1#0, %1#1] by (4, 8) : index
  %3:2 = affine.delinearize_index %2 into (4, 8) : index, index
  %4:1 = affine.delinearize_index %i into (8) : index
  %5 = affine.linearize_index [%i] by (8) : index
  %6:2 = affine.delinearize_index %i into (1, 8) : index, index
  return %0, %2, %3#1, %5, %6#1 : index, index, index, index, index
}
// -----
func.func @s1(%x: i32, %n: index, %c: i1) -> (i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %i = %c0 to %c0 step %c1 iter_args(%a = %x) -> i32 { %b = arith.addi %a, %a : i32
    scf.yield %b : i32 }
  %1 = scf.for %i = %c0 to %c1 step %c5 iter_args(%a = %x) -> i32 { %b = arith.addi %a, %a : i32
    scf.yield %b : i32 }
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 { scf.yield %a : i32 }
  %3 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x) -> i32 { %b = arith.addi %x, %x : i32
    scf.yield %b : i32 }
  %4 = scf.for %i = %n to %n step %c1 iter_args(%a = %x) -> i32 { %b = arith.addi %a, %x : i32
    scf.yield %b : i32 }
  return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}
// -----
func.func @s2(%x: i32, %y: i32, %c: i1, %d: i1) -> (i32, i1, i32, i1) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = scf.if %c -> i32 { scf.yield %x : i32 } else { scf.yield %y : i32 }
  %1 = scf.if %c -> i1 { scf.yield %t : i1 } else { scf.yield %f : i1 }
  %2 = scf.if %c -> i32 { %r = scf.if %c -> i32 { scf.yield %x : i32 } else { scf.yield %y : i32 }
    scf.yield %r : i32 } else { scf.yield %y : i32 }
  %3 = scf.if %c -> i1 { scf.yield %f : i1 } else { scf.yield %t : i1 }
  return %0, %1, %2, %3 : i32, i1, i32, i1
}
// -----
func.func @s3(%c: i1, %d: i1, %m: memref<4xi32>, %x: i32, %i: index) {
  scf.if %c { scf.if %d { memref.store %x, %m[%i] : memref<4xi32> } }
  scf.if %c { memref.store %x, %m[%i] : memref<4xi32> }
  scf.if %c { } else { memref.store %x, %m[%i] : memref<4xi32> }
  scf.if %c { memref.store %x, %m[%i] : memref<4xi32> } else { }
  scf.if %d { } else { }
  return
}
// -----
func.func @s4(%x: i32, %n: i32) -> (i32, i32, i32) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = scf.while (%a = %x) : (i32) -> i32 { %c = arith.cmpi slt, %a, %n : i32
    scf.condition(%c) %a : i32 } do { ^bb0(%b: i32): %k = arith.addi %b, %b : i32
    scf.yield %k : i32 }
  %1 = scf.while (%a = %x) : (i32) -> i32 { scf.condition(%f) %a : i32 } do { ^bb0(%b: i32): scf.yield %b : i32 }
  %2:2 = scf.while (%a = %x, %u = %n) : (i32, i32) -> (i32, i32) { %c = arith.cmpi slt, %a, %n : i32
    scf.condition(%c) %a, %u : i32, i32 } do { ^bb0(%b: i32, %v: i32): %k = arith.addi %b, %v : i32
    scf.yield %k, %v : i32, i32 }
  return %0, %1, %2#0 : i32, i32, i32
}
// -----
func.func @s5(%m: memref<4x4xf32>, %f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %c4) step (%c1, %c1) { memref.store %f, %m[%i, %j] : memref<4x4xf32> }
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) { memref.store %f, %m[%i, %i] : memref<4x4xf32> }
  scf.parallel (%i) = (%c0) to (%c0) step (%c1) { memref.store %f, %m[%i, %i] : memref<4x4xf32> }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) { scf.parallel (%j) = (%c0) to (%n) step (%c1) { memref.store %f, %m[%i, %j] : memref<4x4xf32> } }
  scf.forall (%i) = (0) to (1) step (1) { memref.store %f, %m[%i, %i] : memref<4x4xf32> }
  scf.forall (%i) = (0) to (%c4) step (%c1) { memref.store %f, %m[%i, %i] : memref<4x4xf32> }
  scf.forall (%i, %j) in (1, 4) { memref.store %f, %m[%i, %j] : memref<4x4xf32> }
  scf.execute_region { memref.store %f, %m[%c0, %c0] : memref<4x4xf32>
    scf.yield }
  return
}
// -----
func.func @s6(%x: i32, %i: index) -> (i32, i32, i32) {
  %c2 = arith.constant 2 : index
  %0 = scf.index_switch %c2 -> i32 case 1 { %k = arith.constant 1 : i32
    scf.yield %k : i32 } case 2 { scf.yield %x : i32 } default { %k = arith.constant 3 : i32
    scf.yield %k : i32 }
  %1 = scf.index_switch %i -> i32 default { scf.yield %x : i32 }
  %2:2 = scf.index_switch %i -> i32, i32 case 1 { scf.yield %x, %x : i32, i32 } default { %k = arith.constant 3 : i32
    scf.yield %k, %x : i32, i32 }
  return %0, %1, %2#0 : i32, i32, i32
}
// -----
func.func @s7(%t: tensor<8xf32>, %f: f32, %n: index) -> (tensor<8xf32>, tensor<?xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) { scf.forall.in_parallel { } }
  %c = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c) -> tensor<?xf32> { %k = tensor.insert %f into %a[%i] : tensor<?xf32>
    scf.yield %k : tensor<?xf32> }
  %2 = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
    %s = tensor.extract_slice %t[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32> } }
  return %0, %1, %2 : tensor<8xf32>, tensor<?xf32>, tensor<8xf32>
}
// -----
func.func @c1(%x: complex<f32>, %y: complex<f32>, %a: f32, %b: f32) -> (f32, f32, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>) {
  %z = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %o = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %c = complex.create %a, %b : complex<f32>
  %0 = complex.re %c : complex<f32>
  %1 = complex.im %c : complex<f32>
  %2 = complex.add %x, %z : complex<f32>
  %3 = complex.neg %x : complex<f32>
  %4 = complex.neg %3 : complex<f32>
  %5 = complex.mul %x, %o : complex<f32>
  %6 = complex.div %x, %o : complex<f32>
  %7 = complex.conj %x : complex<f32>
  %8 = complex.conj %7 : complex<f32>
  return %0, %1, %2, %4, %5, %6, %8 : f32, f32, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>
}
// -----
func.func @c2(%x: complex<f32>, %y: complex<f32>, %a: f32, %b: f32) -> (complex<f32>, complex<f32>, complex<f32>, complex<f32>, f32, complex<f32>, complex<f64>) {
  %r = complex.re %x : complex<f32>
  %i = complex.im %x : complex<f32>
  %0 = complex.create %r, %i : complex<f32>
  %s = complex.sub %x, %y : complex<f32>
  %1 = complex.add %s, %y : complex<f32>
  %e = complex.exp %x : complex<f32>
  %2 = complex.log %e : complex<f32>
  %l = complex.log %x : complex<f32>
  %3 = complex.exp %l : complex<f32>
  %n = complex.neg %x : complex<f32>
  %4 = complex.re %n : complex<f32>
  %5 = complex.sub %x, %y : complex<f32>
  %k = complex.bitcast %x : complex<f32> to i64
  %q = complex.bitcast %k : i64 to complex<f32>
  %w = complex.constant [1.0 : f64, 2.0 : f64] : complex<f64>
  %u = complex.mul %w, %w : complex<f64>
  return %0, %1, %2, %3, %4, %q, %u : complex<f32>, complex<f32>, complex<f32>, complex<f32>, f32, complex<f32>, complex<f64>
}
// -----
func.func @shift_beyond_width(%x: i64) -> i32 {
  %c = arith.constant <<-3|32|33|64>> : i64
  %s = arith.shrsi %x, %c : i64
  %t = arith.trunci %s : i64 to i32
  return %t : i32
}
