// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

func.func @ops(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<*xf32>, %s: !shape.shape, %z: !shape.size, %i: index, %w0: !shape.witness) {
  // CHECK: shape.shape_of %{{.*}} : tensor<?x?xf32> -> tensor<2xindex>
  %0 = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex>
  // CHECK: shape.shape_of %{{.*}} : tensor<?x?xf32> -> tensor<?xindex>
  %1 = shape.shape_of %b : tensor<?x?xf32> -> tensor<?xindex>
  // CHECK: shape.shape_of %{{.*}} : tensor<*xf32> -> !shape.shape
  %2 = shape.shape_of %c : tensor<*xf32> -> !shape.shape
  // CHECK: shape.const_shape [1, 2, 3] : tensor<3xindex>
  %3 = shape.const_shape [1, 2, 3] : tensor<3xindex>
  // CHECK: shape.const_shape [] : !shape.shape
  %4 = shape.const_shape [] : !shape.shape
  // CHECK: shape.cstr_broadcastable %{{.*}}, %{{.*}} : tensor<2xindex>, tensor<3xindex>
  %5 = shape.cstr_broadcastable %0, %3 : tensor<2xindex>, tensor<3xindex>
  // CHECK: shape.cstr_broadcastable %{{.*}}, %{{.*}} : !shape.shape, !shape.shape
  %6 = shape.cstr_broadcastable %s, %4 : !shape.shape, !shape.shape
  // CHECK: shape.assuming %{{.*}} -> (tensor<2xindex>) {
  %7 = shape.assuming %5 -> (tensor<2xindex>) {
  // CHECK: shape.broadcast %{{.*}}, %{{.*}} : tensor<2xindex>, tensor<?xindex> -> tensor<2xindex>
    %x = shape.broadcast %0, %1 : tensor<2xindex>, tensor<?xindex> -> tensor<2xindex>
  // CHECK: shape.assuming_yield %{{.*}} : tensor<2xindex>
    shape.assuming_yield %x : tensor<2xindex>
  }
  // CHECK: shape.assuming %{{.*}} {
  shape.assuming %5 {
  }
  // CHECK: shape.num_elements %{{.*}} : tensor<2xindex> -> index
  %8 = shape.num_elements %0 : tensor<2xindex> -> index
  // CHECK: shape.num_elements %{{.*}} : !shape.shape -> !shape.size
  %9 = shape.num_elements %s : !shape.shape -> !shape.size
  // CHECK: shape.cstr_eq %{{.*}}, %{{.*}}, %{{.*}} : tensor<2xindex>, tensor<3xindex>, tensor<2xindex>
  %10 = shape.cstr_eq %0, %3, %0 : tensor<2xindex>, tensor<3xindex>, tensor<2xindex>
  %t = arith.constant true
  // CHECK: shape.cstr_require %{{.*}}, "msg"
  %11 = shape.cstr_require %t, "msg"
  // CHECK: shape.const_witness true
  %12 = shape.const_witness true
  // CHECK: shape.assuming_all %{{.*}}, %{{.*}}, %{{.*}}
  %13 = shape.assuming_all %10, %11, %12
  // CHECK: shape.const_size 3
  %14 = shape.const_size 3
  // CHECK: shape.dim %{{.*}}, %{{.*}} : tensor<?x?xf32>, index -> index
  %15 = shape.dim %a, %i : tensor<?x?xf32>, index -> index
  // CHECK: shape.get_extent %{{.*}}, %{{.*}} : tensor<2xindex>, index -> index
  %16 = shape.get_extent %0, %i : tensor<2xindex>, index -> index
  // CHECK: shape.rank %{{.*}} : tensor<2xindex> -> index
  %17 = shape.rank %0 : tensor<2xindex> -> index
  // CHECK: shape.rank %{{.*}} : !shape.shape -> !shape.size
  %18 = shape.rank %s : !shape.shape -> !shape.size
  // CHECK: shape.concat %{{.*}}, %{{.*}} : tensor<2xindex>, tensor<3xindex> -> tensor<5xindex>
  %19 = shape.concat %0, %3 : tensor<2xindex>, tensor<3xindex> -> tensor<5xindex>
  // CHECK: shape.to_extent_tensor %{{.*}} : !shape.shape -> tensor<?xindex>
  %20 = shape.to_extent_tensor %s : !shape.shape -> tensor<?xindex>
  // CHECK: shape.from_extents %{{.*}}, %{{.*}} : index, index
  %21 = shape.from_extents %i, %i : index, index
  // CHECK: shape.from_extent_tensor %{{.*}} : tensor<2xindex>
  %22 = shape.from_extent_tensor %0 : tensor<2xindex>
  // CHECK: shape.is_broadcastable %{{.*}}, %{{.*}} : tensor<2xindex>, tensor<3xindex>
  %23 = shape.is_broadcastable %0, %3 : tensor<2xindex>, tensor<3xindex>
  // CHECK: shape.shape_eq %{{.*}}, %{{.*}} : tensor<2xindex>, tensor<3xindex>
  %24 = shape.shape_eq %0, %3 : tensor<2xindex>, tensor<3xindex>
  // CHECK: shape.size_to_index %{{.*}} : !shape.size
  %25 = shape.size_to_index %z : !shape.size
  // CHECK: shape.index_to_size %{{.*}}
  %26 = shape.index_to_size %i
  // CHECK: shape.mul %{{.*}}, %{{.*}} : index, index -> index
  %27 = shape.mul %i, %i : index, index -> index
  // CHECK: shape.add %{{.*}}, %{{.*}} : !shape.size, index -> !shape.size
  %28 = shape.add %z, %i : !shape.size, index -> !shape.size
  // CHECK: shape.div %{{.*}}, %{{.*}} : index, index -> index
  %29 = shape.div %i, %i : index, index -> index
  // CHECK: shape.broadcast %{{.*}}, %{{.*}} {error = "x"} : !shape.shape, tensor<2xindex> -> !shape.shape
  %35 = shape.broadcast %s, %0 {error="x"} : !shape.shape, tensor<2xindex> -> !shape.shape
  return
}

// CHECK-LABEL: @reduce
func.func @reduce(%s: !shape.shape, %t: tensor<?xindex>, %i: index, %z: !shape.size) -> (!shape.size, index) {
  // CHECK: shape.reduce(%{{.*}}, %{{.*}}) : !shape.shape -> !shape.size {
  // CHECK-NEXT: ^bb0(%{{.*}}: index, %{{.*}}: !shape.size, %[[C:.*]]: !shape.size):
  // CHECK-NEXT: shape.yield %[[C]] : !shape.size
  // CHECK-NEXT: } {foo}
  %0 = shape.reduce(%s, %z) : !shape.shape -> !shape.size {
  ^bb0(%a: index, %b: !shape.size, %c: !shape.size):
    shape.yield %c : !shape.size
  } {foo}
  // CHECK: shape.reduce(%{{.*}}, %{{.*}}, %{{.*}}) : tensor<?xindex> -> (index, index) {
  %1:2 = shape.reduce(%t, %i, %i) : tensor<?xindex> -> (index, index) {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    shape.yield %c, %c : index, index
  }
  return %0, %1#0 : !shape.size, index
}

// CHECK-LABEL: shape.func @function
// CHECK-SAME: (%[[A:.*]]: tensor<?xf32>) -> (tensor<1xindex>, index) {
shape.func @function(%a: tensor<?xf32>) -> (tensor<1xindex>, index) {
  // CHECK: %[[S:.*]] = shape_of %[[A]] : tensor<?xf32> -> tensor<1xindex>
  %0 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
  %c = arith.constant 0 : index
  // CHECK: %[[W:.*]] = with_shape %[[A]], %[[S]] {x} : tensor<?xf32>, tensor<1xindex>
  %1 = shape.with_shape %a, %0 {x} : tensor<?xf32>, tensor<1xindex>
  // CHECK: value_of %[[W]] {y} : vector<4xf32>
  %2 = shape.value_of %1 {y} : vector<4xf32>
  // CHECK: return %[[S]], %{{.*}} : tensor<1xindex>, index
  shape.return %0, %c : tensor<1xindex>, index
}
// CHECK: shape.func private @declared(index) -> !shape.shape attributes {z}
shape.func private @declared(%n: index) -> !shape.shape attributes {z}

func.func @parts(%a: tensor<?xindex>, %b: tensor<3xindex>, %s: !shape.shape, %i: index, %z: !shape.size) {
  // CHECK: shape.any %{{.*}}, %{{.*}} : tensor<?xindex>, tensor<3xindex> -> tensor<3xindex>
  %0 = shape.any %a, %b : tensor<?xindex>, tensor<3xindex> -> tensor<3xindex>
  // CHECK: shape.any %{{.*}}, %{{.*}} : !shape.shape, !shape.shape -> !shape.shape
  %1 = shape.any %s, %s : !shape.shape, !shape.shape -> !shape.shape
  // CHECK: "shape.split_at"(%{{.*}}, %{{.*}}) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %2:2 = "shape.split_at"(%a, %i) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  // CHECK: "shape.split_at"(%{{.*}}, %{{.*}}) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  %3:2 = "shape.split_at"(%s, %z) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  return
}
