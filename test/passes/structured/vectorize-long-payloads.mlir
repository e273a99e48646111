// RUN: strata-opt %s --linalg-vectorize=vector-bits=256 | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: strata-opt %s --linalg-vectorize=vector-bits=128 | FileCheck %s --check-prefixes=CHECK,NARROW

// A function with many steps takes two vectors in each iteration, so that more steps do not wait for others. Without registers of 256 bits it may be
// a call.
// CHECK-LABEL: func @long
// WIDE: %[[STEP:.*]] = arith.constant 16 : index
// WIDE: scf.for {{.*}} step %[[STEP]]
// WIDE: math.erfc %{{.*}} : vector<16xf32>
// NARROW: math.erfc %{{.*}} : vector<4xf32>
func.func @long(%x: memref<1000xf32>, %y: memref<1000xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : memref<1000xf32>) outs(%y : memref<1000xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.erfc %a : f32
    linalg.yield %r : f32
  }
  return
}

// CHECK-LABEL: func @short
// WIDE: math.exp %{{.*}} : vector<8xf32>
func.func @short(%x: memref<1000xf32>, %y: memref<1000xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : memref<1000xf32>) outs(%y : memref<1000xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  }
  return
}

// Three vectors are not four.
// CHECK-LABEL: func @three
// WIDE: math.sin %{{.*}} : vector<8xf32>
func.func @three(%x: memref<24xf32>, %y: memref<24xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : memref<24xf32>) outs(%y : memref<24xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.sin %a : f32
    linalg.yield %r : f32
  }
  return
}

// Reciprocal roots are estimated in vectors of the registers' size.
// CHECK-LABEL: func @with_root
// WIDE: math.sin %{{.*}} : vector<8xf32>
// WIDE: math.rsqrt %{{.*}} : vector<8xf32>
func.func @with_root(%x: memref<1000xf32>, %y: memref<1000xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : memref<1000xf32>) outs(%y : memref<1000xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.sin %a : f32
    %r = math.rsqrt %s : f32
    linalg.yield %r : f32
  }
  return
}
