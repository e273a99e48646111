// RUN: strata-opt %s --linalg-vectorize=vector-bits=256 --canonicalize | FileCheck %s

// Four vectors of elements and of where they were found, NaN in pairs; the payload runs at the position that was found, or everywhere.
// CHECK-LABEL: func @argmax
// CHECK-SAME: (%[[X:.*]]: memref<16x64xf32>, %[[V:.*]]: memref<16xf32>, %[[I:.*]]: memref<16xi32>)
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c16 step %c1
// CHECK: %[[P:.*]]:10 = scf.for %{{.*}} = %c0 to %c64 step %c32
// CHECK-COUNT-4: vector.load %[[X]][%[[ROW]], %{{.*}}] : memref<16x64xf32>, vector<8xf32>
// CHECK-COUNT-2: arith.cmpf uno, {{.*}} : vector<8xf32>
// CHECK: vector.reduction <maxnumf>, {{.*}} fastmath<nnan> : vector<8xf32> into f32
// CHECK: %[[AT:.*]] = vector.reduction <minsi>, {{.*}} : vector<8xi32> into i32
// CHECK: arith.index_cast %[[AT]] : i32 to index
// CHECK: vector.reduction <or>
// The sign of a zero is read.
// CHECK: arith.cmpf oeq, %{{.*}}, %cst{{.*}} : f32
// CHECK: %[[FROM:.*]] = arith.select {{.*}} : index
// CHECK: %[[TO:.*]] = arith.select {{.*}} : index
// CHECK: %[[R:.*]]:2 = scf.for %{{.*}} = %[[FROM]] to %[[TO]] step %c1
// CHECK: memref.store %[[R]]#0, %[[V]]
// CHECK: memref.store %[[R]]#1, %[[I]]
func.func @argmax(%x: memref<16x64xf32>, %v: memref<16xf32>, %i: memref<16xi32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : memref<16x64xf32>) outs(%v, %i : memref<16xf32>, memref<16xi32>) {
  ^bb0(%a: f32, %best: f32, %at: i32):
    %n = linalg.index 1 : index
    %m = arith.index_cast %n : index to i32
    %c = arith.cmpf ogt, %a, %best : f32
    %s = arith.select %c, %a, %best : f32
    %t = arith.select %c, %m, %at : i32
    linalg.yield %s, %t : f32, i32
  }
  return
}

// The last of the smallest integers, in rows that are no multiple of a vector.
// CHECK-LABEL: func @last
// CHECK: arith.cmpi sle, {{.*}} : vector<8xi32>
// CHECK: vector.maskedload
// CHECK: vector.reduction <minsi>
// CHECK: vector.reduction <maxsi>
// CHECK-NOT: uno
func.func @last(%x: memref<100xi32>, %v: memref<i32>, %i: memref<i32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"]} ins(%x : memref<100xi32>) outs(%v, %i : memref<i32>, memref<i32>) {
  ^bb0(%a: i32, %best: i32, %at: i32):
    %n = linalg.index 0 : index
    %m = arith.index_cast %n : index to i32
    %c = arith.cmpi slt, %best, %a : i32
    %s = arith.minsi %a, %best : i32
    %t = arith.select %c, %at, %m : i32
    linalg.yield %s, %t : i32, i32
  }
  return
}

// Neither the largest nor the smallest one is kept.
// CHECK-LABEL: func @neither
// CHECK-NOT: vector.reduction
func.func @neither(%x: memref<100xi32>, %v: memref<i32>, %i: memref<i32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"]} ins(%x : memref<100xi32>) outs(%v, %i : memref<i32>, memref<i32>) {
  ^bb0(%a: i32, %best: i32, %at: i32):
    %n = linalg.index 0 : index
    %m = arith.index_cast %n : index to i32
    %c = arith.cmpi slt, %best, %a : i32
    %s = arith.minsi %a, %best : i32
    %t = arith.select %c, %m, %at : i32
    linalg.yield %s, %t : i32, i32
  }
  return
}

// Positions do not fit into the type that is as wide as the elements.
// CHECK-LABEL: func @bytes
// CHECK-NOT: vector.reduction
func.func @bytes(%x: memref<1000xi8>, %v: memref<i8>, %i: memref<i32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"]} ins(%x : memref<1000xi8>) outs(%v, %i : memref<i8>, memref<i32>) {
  ^bb0(%a: i8, %best: i8, %at: i32):
    %n = linalg.index 0 : index
    %m = arith.index_cast %n : index to i32
    %c = arith.cmpi ugt, %a, %best : i8
    %s = arith.select %c, %a, %best : i8
    %t = arith.select %c, %m, %at : i32
    linalg.yield %s, %t : i8, i32
  }
  return
}
