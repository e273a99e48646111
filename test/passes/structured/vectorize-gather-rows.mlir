// RUN: strata-opt %s --linalg-vectorize=vector-bits=512 --canonicalize | FileCheck %s

// A gather of rows: the index is read once for a row, and the row is copied in vectors.
// CHECK-LABEL: func @rows
// CHECK-SAME: (%[[X:.*]]: memref<100x40xf32>, %[[I:.*]]: memref<7xindex>, %[[Y:.*]]: memref<7x40xf32>)
// CHECK: scf.for %[[R:.*]] =
// CHECK-NEXT: %[[K:.*]] = memref.load %[[I]][%[[R]]]
// CHECK-NEXT: %[[A:.*]] = vector.load %[[X]][%[[K]], %c0] : memref<100x40xf32>, vector<16xf32>
// CHECK-NEXT: %[[B:.*]] = vector.load %[[X]][%[[K]], %c16] : memref<100x40xf32>, vector<16xf32>
// CHECK-NEXT: vector.store %[[A]], %[[Y]][%[[R]], %c0]
// CHECK-NEXT: vector.store %[[B]], %[[Y]][%[[R]], %c16]
// CHECK-NEXT: %[[M:.*]] = vector.constant_mask [8]
// CHECK-NEXT: vector.maskedload %[[X]][%[[K]], %c32], %[[M]]
// CHECK-NOT: memref.load
// CHECK: return
func.func @rows(%x: memref<100x40xf32>, %i: memref<7xindex>, %y: memref<7x40xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<7x40xf32>) {
  ^bb0(%o: f32):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %k = memref.load %i[%r] : memref<7xindex>
    %v = memref.load %x[%k, %c] : memref<100x40xf32>
    linalg.yield %v : f32
  }
  return
}

// Neighbours that begin somewhere else.
// CHECK-LABEL: func @shifted
// CHECK: %[[S:.*]] = arith.addi %{{.*}}, %c3 : index
// CHECK: vector.load %{{.*}}[%[[S]]] : memref<100xf32>, vector<16xf32>
func.func @shifted(%x: memref<100xf32>, %y: memref<96xf32>) {
  %c3 = arith.constant 3 : index
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%y : memref<96xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %k = arith.addi %i, %c3 : index
    %v = memref.load %x[%k] : memref<100xf32>
    linalg.yield %v : f32
  }
  return
}

// Elements of one row, at positions that are computed: the vector of positions is as narrow as it is before the cast.
// CHECK-LABEL: func @gathered
// CHECK-SAME: (%[[X:.*]]: memref<100x40xf32>, %[[I:.*]]: memref<36xi32>, %[[Y:.*]]: memref<7x36xf32>)
// CHECK-DAG: %[[ALL:.*]] = arith.constant dense<true> : vector<16xi1>
// CHECK-DAG: %[[FILL:.*]] = arith.constant dense<1.000000e+00> : vector<16xf32>
// CHECK: scf.for %[[R:.*]] =
// CHECK: %[[P:.*]] = vector.load %[[I]][%{{.*}}] : memref<36xi32>, vector<16xi32>
// CHECK: vector.gather %[[X]][%[[R]], %c0] [%[[P]]], %[[ALL]], %[[FILL]] : memref<100x40xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// CHECK: %[[Q:.*]] = vector.maskedload %[[I]]
// CHECK: %[[M:.*]] = vector.constant_mask [4]
// CHECK: vector.gather %[[X]][%[[R]], %c0] [%[[Q]]], %[[M]]
// CHECK: return
func.func @gathered(%x: memref<100x40xf32>, %i: memref<36xi32>, %y: memref<7x36xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<7x36xf32>) {
  ^bb0(%o: f32):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %n = memref.load %i[%c] : memref<36xi32>
    %k = arith.index_cast %n : i32 to index
    %v = memref.load %x[%r, %k] : memref<100x40xf32>
    linalg.yield %v : f32
  }
  return
}

// Truth values are bytes in memory, which are not gathered.
// CHECK-LABEL: func @truths
// CHECK: linalg.generic
func.func @truths(%x: memref<40xi1>, %i: memref<32xi32>, %y: memref<32xi1>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%y : memref<32xi1>) {
  ^bb0(%o: i1):
    %c = linalg.index 0 : index
    %n = memref.load %i[%c] : memref<32xi32>
    %k = arith.index_cast %n : i32 to index
    %v = memref.load %x[%k] : memref<40xi1>
    linalg.yield %v : i1
  }
  return
}

// Elements that are no neighbours are gathered from the buffer as one row.
// CHECK-LABEL: func @column
// CHECK-SAME: (%[[X:.*]]: memref<96x96xf32>, %[[Y:.*]]: memref<96xf32>)
// CHECK: %[[ROW:.*]] = memref.collapse_shape %[[X]] {{\[}}[0, 1]{{\]}} : memref<96x96xf32> into memref<9216xf32>
// CHECK: vector.gather %[[ROW]][%c0] [%{{.*}}], %{{.*}} : memref<9216xf32>, vector<16xi32>
func.func @column(%x: memref<96x96xf32>, %y: memref<96xf32>) {
  %c3 = arith.constant 3 : index
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%y : memref<96xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %v = memref.load %x[%i, %c3] : memref<96x96xf32>
    linalg.yield %v : f32
  }
  return
}

// So are those of rows that vectors of indices say, with neighbouring columns.
// CHECK-LABEL: func @rows_of_lanes
// CHECK: %[[N:.*]] = vector.load %{{.*}} : memref<7x32xi32>, vector<16xi32>
// CHECK: %[[OFFSET:.*]] = arith.muli %[[N]], %{{.*}} : vector<16xi32>
// CHECK: %[[AT:.*]] = arith.addi %[[OFFSET]], %{{.*}} : vector<16xi32>
// CHECK: vector.gather %{{.*}}[%c0] [%[[AT]]], %{{.*}} : memref<3200xf32>, vector<16xi32>
func.func @rows_of_lanes(%x: memref<100x32xf32>, %i: memref<7x32xi32>, %y: memref<7x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%i : memref<7x32xi32>) outs(%y : memref<7x32xf32>) {
  ^bb0(%n: i32, %o: f32):
    %c = linalg.index 1 : index
    %k = arith.index_cast %n : i32 to index
    %v = memref.load %x[%k, %c] : memref<100x32xf32>
    linalg.yield %v : f32
  }
  return
}

// Elements with dimensions of one element behind them are neighbours.
// CHECK-LABEL: func @behind
// CHECK: vector.load %{{.*}} : memref<96xf32>, vector<16xf32>
// CHECK-NOT: vector.gather
func.func @behind(%x: memref<96x1xf32>, %y: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%y : memref<96xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %v = memref.load %x[%i, %c0] : memref<96x1xf32>
    linalg.yield %v : f32
  }
  return
}

// What depends on the outer loops alone is computed before the inner ones.
// CHECK-LABEL: func @hoisted
// CHECK-SAME: (%[[A:.*]]: memref<5xf32>,
// CHECK: scf.for %[[R:.*]] =
// CHECK-NEXT: memref.load %[[A]][%[[R]]]
// CHECK: scf.for
// CHECK-NOT: memref.load %[[A]]
// CHECK: return
func.func @hoisted(%a: memref<5xf32>, %b: memref<7xf32>, %y: memref<5x7x20xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : memref<5xf32>, memref<7xf32>) outs(%y : memref<5x7x20xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  }
  return
}

// Numbers of 64 bits of which few are computed do not halve the lanes of the others.
// CHECK-LABEL: func @counting
// CHECK: scf.for {{.*}} step %c16
// CHECK: arith.index_cast {{.*}} : vector<16xindex> to vector<16xi64>
// CHECK: arith.trunci {{.*}} : vector<16xi64> to vector<16xi32>
func.func @counting(%y: memref<96xi32>, %z: memref<96xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%y : memref<96xi32>) outs(%z : memref<96xi32>) {
  ^bb0(%a: i32, %o: i32):
    %i = linalg.index 0 : index
    %l = arith.index_cast %i : index to i64
    %n = arith.trunci %l : i64 to i32
    %x = arith.xori %n, %a : i32
    %s = arith.addi %x, %a : i32
    linalg.yield %s : i32
  }
  return
}
