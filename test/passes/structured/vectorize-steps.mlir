// RUN: strata-opt %s --linalg-vectorize=vector-bits=256 --canonicalize --cse | FileCheck %s

// Backwards: the vector that ends at lane 0 is loaded and turned around; the rest has the first lanes.
// CHECK-LABEL: func @reverse
// CHECK: vector.load
// CHECK: vector.shuffle {{.*}} [7, 6, 5, 4, 3, 2, 1, 0]
// CHECK: vector.constant_mask [3]
// CHECK: vector.maskedload %{{.*}}[%c0]
// CHECK: vector.shuffle {{.*}} [2, 1, 0, 3, 4, 5, 6, 7]
func.func @reverse(%x: memref<19xf32>, %y: memref<19xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (-d0 + 18)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : memref<19xf32>) outs(%y : memref<19xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}

// Windows: neighbouring elements of the result read neighbours.
// CHECK-LABEL: func @windows
// CHECK-SAME: (%[[X:.*]]: memref<18xf32>
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args
// CHECK: vector.load %[[X]]
// CHECK: arith.addf {{.*}} : vector<8xf32>
func.func @windows(%x: memref<18xf32>, %w: memref<3xf32>, %y: memref<16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]} ins(%x, %w : memref<18xf32>, memref<3xf32>) outs(%y : memref<16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.maximumf %a, %b : f32
    %t = arith.addf %o, %s : f32
    linalg.yield %t : f32
  }
  return
}

// Truth values are vectors, too, and a long row has several sums.
// CHECK-LABEL: func @any
// CHECK: scf.for {{.*}} -> (vector<32xi1>, vector<32xi1>, vector<32xi1>, vector<32xi1>)
// CHECK-COUNT-4: vector.load {{.*}} : memref<256xi1>, vector<32xi1>
// CHECK: vector.reduction <or>
func.func @any(%x: memref<256xi1>, %y: memref<i1>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : memref<256xi1>) outs(%y : memref<i1>) {
  ^bb0(%a: i1, %o: i1):
    %t = arith.ori %o, %a : i1
    linalg.yield %t : i1
  }
  return
}

// The largest element: by comparison, and by bits as signed and unsigned integers, which tell of NaN.
// CHECK-LABEL: func @largest
// CHECK: %[[R:.*]]:3 = scf.for {{.*}} -> (vector<8xf32>, vector<8xi32>, vector<8xi32>)
// CHECK: %[[V:.*]] = vector.load
// CHECK: arith.cmpf ogt, %[[V]]
// CHECK: %[[BITS:.*]] = arith.bitcast %[[V]]
// CHECK: arith.maxsi {{.*}}, %[[BITS]]
// CHECK: arith.maxui {{.*}}, %[[BITS]]
// CHECK: vector.reduction <maxnumf>, %[[R]]#0
// CHECK: %[[SIGNED:.*]] = vector.reduction <maxsi>, %[[R]]#1
// CHECK: %[[UNSIGNED:.*]] = vector.reduction <maxui>, %[[R]]#2
// CHECK: arith.cmpi ugt, %[[UNSIGNED]], %c-8388608_i32
// CHECK: arith.cmpi sgt, %[[SIGNED]], %c2139095040_i32
func.func @largest(%x: memref<32xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : memref<32xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.maximumf %o, %a : f32
    linalg.yield %t : f32
  }
  return
}

// Numbers of 16 bits are carried as f32.
// CHECK-LABEL: func @largest_bf16
// CHECK: %[[R:.*]]:3 = scf.for {{.*}} -> (vector<16xf32>, vector<16xi32>, vector<16xi32>)
// CHECK: %[[V:.*]] = vector.load {{.*}} vector<16xbf16>
// CHECK: %[[W:.*]] = arith.extf %[[V]] : vector<16xbf16> to vector<16xf32>
// CHECK: arith.cmpf ogt, %[[W]]
// CHECK-NOT: arith.truncf
// CHECK: vector.reduction <maxnumf>, %[[R]]#0
// CHECK: arith.truncf %{{.*}} : f32 to bf16
func.func @largest_bf16(%x: memref<64xbf16>, %y: memref<bf16>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : memref<64xbf16>) outs(%y : memref<bf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %t = arith.maximumf %o, %a : bf16
    linalg.yield %t : bf16
  }
  return
}

// Lanes past the end have the index of the last element, for which the payload is defined: a shift by 15 times an index is. A short row has as many
// lanes as it needs.
// CHECK-LABEL: func @index_past_the_end
// CHECK: arith.constant dense<[16, 0, 0, 0]> : vector<4xi32>
// CHECK: vector.maskedstore
func.func @index_past_the_end(%y: memref<3xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%y : memref<3xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %c16 = arith.constant 16 : i32
    %c15 = arith.constant 15 : i32
    %s = arith.muli %n, %c15 : i32
    %r = arith.shrui %c16, %s : i32
    linalg.yield %r : i32
  }
  return
}
