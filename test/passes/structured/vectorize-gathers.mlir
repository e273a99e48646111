// RUN: strata-opt %s --linalg-vectorize=vector-bits=256 --canonicalize --cse --validate-passes | FileCheck %s

// Short vectors are gathered by loads. Positions that are the same for all rows are taken apart once for four rows.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:.*]]: memref<16x40xf32>, %[[I:.*]]: memref<24xi32>, %[[Y:.*]]: memref<16x24xf32>)
// CHECK: scf.for %[[R:.*]] = %c0 to %c16 step %c4
// CHECK: scf.for %[[C:.*]] = %c0 to %c24 step %c8
// CHECK: %[[P:.*]] = vector.load %[[I]][%[[C]]] : memref<24xi32>, vector<8xi32>
// CHECK-COUNT-8: vector.extract %{{.*}} : i32 from vector<8xi32>
// CHECK-NOT: vector.extract
// CHECK-COUNT-4: vector.store
// CHECK: return
func.func @rows(%x: memref<16x40xf32>, %i: memref<24xi32>, %y: memref<16x24xf32>) {
  %c0 = arith.constant 0 : i32
  %c39 = arith.constant 39 : i32
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<16x24xf32>) {
  ^bb0(%o: f32):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %n = memref.load %i[%c] : memref<24xi32>
    %l = arith.maxsi %n, %c0 : i32
    %m = arith.minsi %l, %c39 : i32
    %k = arith.index_cast %m : i32 to index
    %v = memref.load %x[%r, %k] : memref<16x40xf32>
    linalg.yield %v : f32
  }
  return
}

// Rows with positions of their own are one after the other; lanes that do not count are not read.
// CHECK-LABEL: func.func @own(
// CHECK: scf.for %{{.*}} = %c0 to %c16 step %c1
// CHECK: vector.maskedload
// CHECK-COUNT-6: vector.extract %{{.*}} : i32 from vector<8xi32>
// CHECK-NOT: vector.extract
// CHECK: vector.maskedstore
func.func @own(%x: memref<16x40xf32>, %i: memref<16x6xi32>, %y: memref<16x6xf32>) {
  %c0 = arith.constant 0 : i32
  %c39 = arith.constant 39 : i32
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%i : memref<16x6xi32>) outs(%y : memref<16x6xf32>) {
  ^bb0(%n: i32, %o: f32):
    %r = linalg.index 0 : index
    %l = arith.maxsi %n, %c0 : i32
    %m = arith.minsi %l, %c39 : i32
    %k = arith.index_cast %m : i32 to index
    %v = memref.load %x[%r, %k] : memref<16x40xf32>
    linalg.yield %v : f32
  }
  return
}

// As many rows as there are, where these are no multiple of four.
// CHECK-LABEL: func.func @few(
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1
func.func @few(%x: memref<3x40xf32>, %i: memref<24xi32>, %y: memref<3x24xf32>) {
  %c0 = arith.constant 0 : i32
  %c39 = arith.constant 39 : i32
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<3x24xf32>) {
  ^bb0(%o: f32):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %n = memref.load %i[%c] : memref<24xi32>
    %l = arith.maxsi %n, %c0 : i32
    %m = arith.minsi %l, %c39 : i32
    %k = arith.index_cast %m : i32 to index
    %v = memref.load %x[%r, %k] : memref<3x40xf32>
    linalg.yield %v : f32
  }
  return
}
