// RUN: strata-opt %s --bufferize-program --split-input-file | FileCheck %s

// The result is computed in the output argument.
// CHECK-LABEL: func @in_output
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>) attributes {strata.num_inputs = 1 : i64}
// CHECK-NOT: memref.alloc
// CHECK: linalg.generic {{.*}} ins(%[[X]] : memref<4xf32>) outs(%[[OUT]] : memref<4xf32>)
// CHECK: return{{$}}
func.func @in_output(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// An argument is never written to: what is inserted goes into a copy.
// CHECK-LABEL: func @argument_is_kept
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[V:.*]]: memref<2xf32>, %[[OUT:.*]]: memref<8xf32>)
// CHECK: memref.copy %[[X]], %[[OUT]]
// CHECK: %[[S:.*]] = memref.subview %[[OUT]][3] [2] [1]
// CHECK: memref.copy %[[V]], %[[S]]
func.func @argument_is_kept(%x: tensor<8xf32>, %v: tensor<2xf32>) -> tensor<8xf32> {
  %0 = tensor.insert_slice %v into %x[3] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A loop has one buffer for what it carries.
// CHECK-LABEL: func @loop
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>)
// CHECK: memref.copy %[[X]], %[[OUT]]
// CHECK: scf.for
// CHECK-NOT: iter_args
// CHECK: linalg.generic {{.*}} outs(%[[OUT]] : memref<4xf32>)
func.func @loop(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %0 = scf.for %i = %c0 to %c9 step %c1 iter_args(%t = %x) -> (tensor<4xf32>) {
    %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        outs(%t : tensor<4xf32>) {
    ^bb0(%o: f32):
      %s = arith.addf %o, %o : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Equal constants share a global.
// CHECK-LABEL: memref.global "private" constant @__constant_2xi32_0 : memref<2xi32> = dense<[1, 2]>
// CHECK: func.func @constants
// CHECK-COUNT-2: memref.get_global @__constant_2xi32_0
func.func @constants() -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %1 = arith.constant dense<[1, 2]> : tensor<2xi32>
  return %0, %1 : tensor<2xi32>, tensor<2xi32>
}

// -----

// Only the border of a padded buffer is filled: above, below, and to the left of what is copied.
// CHECK-LABEL: func @border
// CHECK-SAME: (%[[X:.*]]: memref<8x8xf32>, %{{.*}}: f32, %[[BUFFER:.*]]: memref<10x9xf32>)
// CHECK: %[[ABOVE:.*]] = memref.subview %[[BUFFER]][0, 0] [1, 9] [1, 1]
// CHECK: linalg.fill {{.*}} outs(%[[ABOVE]]
// CHECK: %[[BELOW:.*]] = memref.subview %[[BUFFER]][9, 0] [1, 9] [1, 1]
// CHECK: linalg.fill {{.*}} outs(%[[BELOW]]
// CHECK: %[[LEFT:.*]] = memref.subview %[[BUFFER]][1, 0] [8, 1] [1, 1]
// CHECK: linalg.fill {{.*}} outs(%[[LEFT]]
// CHECK: %[[INNER:.*]] = memref.subview %[[BUFFER]][1, 1] [8, 8] [1, 1]
// CHECK: memref.copy %[[X]], %[[INNER]]
func.func @border(%x: tensor<8x8xf32>, %v: f32) -> tensor<10x9xf32> {
  %0 = tensor.pad %x low[1, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<8x8xf32> to tensor<10x9xf32>
  return %0 : tensor<10x9xf32>
}

// -----

// A routine of the runtime gets the buffers of results whose sizes nothing else tells; equal destinations are buffers of their own.
// CHECK-LABEL: func @destinations
// CHECK: %[[LIKE:.*]] = memref.alloc
// CHECK: %[[N:.*]] = memref.dim %[[LIKE]]
// CHECK: %[[A:.*]] = memref.alloc(%[[N]]) {{.*}} : memref<?xf32>
// CHECK: call @routine(%{{.*}}, %[[A]]) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK: %[[B:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK: call @routine(%[[A]], %[[B]]) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK: func.func private @routine(memref<?xf32>, memref<?xf32>) attributes {strata.num_inputs = 1 : i64, strata.runtime_call = "r"}
func.func @destinations(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = call @routine(%x, %e) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = call @routine(%0, %e) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @routine(tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> attributes {strata.num_inputs = 1 : i64, strata.runtime_call = "r"}

// -----

// Of a tensor that is written in part, and that somebody else extends too, only that part is copied: nobody has written the rest.
// CHECK-LABEL: func @written_in_part
// CHECK-SAME: (%[[X:.*]]: memref<1xi32>, %[[Y:.*]]: memref<1xi32>, %[[OUT0:.*]]: memref<3xi32>, %[[OUT1:.*]]: memref<3xi32>)
// CHECK: %[[FIRST:.*]] = memref.subview %[[OUT1]][0] [1] [1]
// CHECK: memref.copy %[[X]], %[[FIRST]]
// CHECK-NOT: memref.copy %[[OUT1]],
// CHECK: %[[FROM:.*]] = memref.subview %[[OUT1]][0] [1] [1]
// CHECK: %[[TO:.*]] = memref.subview %[[OUT0]][0] [1] [1]
// CHECK: memref.copy %[[FROM]], %[[TO]]
// CHECK-NOT: memref.copy %[[OUT1]],
func.func @written_in_part(%x: tensor<1xi32>, %y: tensor<1xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %0 = tensor.empty() : tensor<3xi32>
  %1 = tensor.insert_slice %x into %0[0] [1] [1] : tensor<1xi32> into tensor<3xi32>
  %2 = tensor.insert_slice %y into %1[1] [1] [1] : tensor<1xi32> into tensor<3xi32>
  %3 = tensor.insert_slice %y into %2[2] [1] [1] : tensor<1xi32> into tensor<3xi32>
  %4 = tensor.insert_slice %x into %1[1] [1] [1] : tensor<1xi32> into tensor<3xi32>
  %5 = tensor.insert_slice %x into %4[2] [1] [1] : tensor<1xi32> into tensor<3xi32>
  return %3, %5 : tensor<3xi32>, tensor<3xi32>
}

// -----

// What is returned in another shape is computed in the output argument, too.
// CHECK-LABEL: func @reshaped_output
// CHECK-SAME: (%[[X:.*]]: memref<4x6xf32>, %[[OUT:.*]]: memref<24xf32>, %[[OTHER:.*]]: memref<4x6xf32>)
// CHECK-NOT: memref.alloc
// CHECK: %[[V:.*]] = memref.expand_shape %[[OUT]] {{\[}}[0, 1]{{\]}} output_shape [4, 6] : memref<24xf32> into memref<4x6xf32>
// CHECK: linalg.generic {{.*}} outs(%[[V]] : memref<4x6xf32>)
// CHECK: memref.copy %[[V]], %[[OTHER]]
func.func @reshaped_output(%x: tensor<4x6xf32>) -> (tensor<24xf32>, tensor<4x6xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  } -> tensor<4x6xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  return %1, %0 : tensor<24xf32>, tensor<4x6xf32>
}

// -----

// A region that takes and gives no tensor reads one from outside of it.
// CHECK-LABEL: func @scope
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %[[I:.*]]: index)
// CHECK: memref.alloca_scope
// CHECK: %[[V:.*]] = memref.load %[[X]][%[[I]]]
// CHECK: memref.alloca_scope.return %[[V]]
func.func @scope(%x: tensor<4xf32>, %i: index) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %1 = tensor.extract %x[%i] : tensor<4xf32>
    memref.alloca_scope.return %1 : f32
  }
  return %0 : f32
}

// -----

// What a region inserts is inserted into a copy: it may run again.
// CHECK-LABEL: func @scope_writes
// CHECK: memref.alloca_scope
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK: memref.copy %{{.*}}, %[[COPY]]
// CHECK: memref.store %{{.*}}, %[[COPY]][%{{.*}}]
// CHECK: memref.dealloc %[[COPY]]
// CHECK-NEXT: memref.alloca_scope.return
func.func @scope_writes(%v: f32, %i: index) -> f32 {
  %x = tensor.from_elements %v, %v : tensor<2xf32>
  %0 = memref.alloca_scope -> (f32) {
    %1 = tensor.insert %v into %x[%i] : tensor<2xf32>
    %2 = tensor.extract %1[%i] : tensor<2xf32>
    memref.alloca_scope.return %2 : f32
  }
  return %0 : f32
}
