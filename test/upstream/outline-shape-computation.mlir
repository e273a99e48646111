// FLAGS: --outline-shape-computation

// The shape of an argument, and one that is computed from it.
func.func @two(%a: tensor<?x4x?xf32>, %b: tensor<2x4x?xf32>) -> tensor<?x4x?xf32> {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = shape.shape_of %a : tensor<?x4x?xf32> -> tensor<3xindex>
  %1 = shape.get_extent %0, %c2 : tensor<3xindex>, index -> index
  %2 = "test.exp"(%a) : (tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
  %3 = shape.with_shape %2, %0 : tensor<?x4x?xf32>, tensor<3xindex>
  %4 = shape.value_of %3 : tensor<?x4x?xf32>
  %5 = "test.join"(%4, %b) : (tensor<?x4x?xf32>, tensor<2x4x?xf32>) -> tensor<?x4x?xf32>
  %6 = shape.get_extent %0, %c0 : tensor<3xindex>, index -> index
  %7 = arith.<<addi|muli>> %6, %c2 : index
  %8 = shape.from_extents %7, %c4, %1 : index, index, index
  %9 = shape.with_shape %5, %8 : tensor<?x4x?xf32>, !shape.shape
  %10 = shape.value_of %9 : tensor<?x4x?xf32>
  return %10 : tensor<?x4x?xf32>
}

// -----

// Sizes that the function uses too stay in it, and are arguments of the shape's function.
func.func @used(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>) -> (tensor<?x4xf32>, index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = "test.join"(%a, %b, %c) : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tensor.dim %a, %c0 : tensor<?x4xf32>
  %2 = tensor.dim %b, %c0 : tensor<?x4xf32>
  %3 = tensor.dim %c, %c0 : tensor<?x4xf32>
  %4 = arith.addi %1, %2 : index
  %5 = arith.addi %4, %3 : index
  %6 = shape.from_extents %5, %c4 : index, index
  %7 = shape.with_shape %0, %6 : tensor<?x4xf32>, !shape.shape
  %8 = shape.value_of %7 : tensor<?x4xf32>
  return %8, <<%4|%1|%5>> : tensor<?x4xf32>, index
}

// -----

// A shape of several values has one function, whose names are those that are free.
func.func private @shape_cal_1()
func.func @first(%a: tensor<?xf32>, %s: tensor<1xindex>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = "test.exp"(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = shape.with_shape %0, %s : tensor<?xf32>, tensor<1xindex>
  %2 = shape.with_shape %a, %s : tensor<?xf32>, tensor<1xindex>
  %3 = shape.value_of %1 : tensor<?xf32>
  %4 = shape.value_of %2 : tensor<?xf32>
  return %3, %4 : tensor<?xf32>, tensor<?xf32>
}
func.func @second(%a: tensor<?xf32>, %s: tensor<1xindex>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %0 = "test.exp"(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = shape.with_shape %0, %s : tensor<?xf32>, tensor<1xindex>
  %2 = shape.value_of %1 : tensor<?xf32>
  %n = tensor.dim %0, %c0 : tensor<?xf32>
  %3 = shape.from_extents %n : index
  %4 = shape.with_shape %2, %3 : tensor<?xf32>, !shape.shape
  %5 = shape.value_of %4 : tensor<?xf32>
  %m = tensor.dim %5, %c0 : tensor<?xf32>
  "test.use"(%m) : (index) -> ()
  return %2, %5 : tensor<?xf32>, tensor<?xf32>
}
module @inner {
  func.func @third(%a: tensor<?xf32>, %s: tensor<1xindex>) -> tensor<?xf32> {
    %1 = shape.with_shape %a, %s : tensor<?xf32>, tensor<1xindex>
    %2 = shape.value_of %1 : tensor<?xf32>
    return %2 : tensor<?xf32>
  }
}

// -----

// Shapes in loops, of tensors without a rank, and of values that have a shape.
func.func @others(%a: tensor<?xf32>, %n: index, %u: tensor<*xf32>, %x: !shape.value_shape, %y: !shape.value_shape) -> (tensor<?xf32>, tensor<*xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> tensor<?xf32> {
    %1 = "test.exp"(%v) : (tensor<?xf32>) -> tensor<?xf32>
    %2 = arith.addi %i, %n : index
    %3 = shape.from_extents %2 : index
    %4 = shape.with_shape %1, %3 : tensor<?xf32>, !shape.shape
    %5 = shape.value_of %4 : tensor<?xf32>
    scf.yield %5 : tensor<?xf32>
  }
  %6 = shape.shape_of %u : tensor<*xf32> -> tensor<?xindex>
  %7 = shape.with_shape %u, %6 : tensor<*xf32>, tensor<?xindex>
  %8 = shape.value_of %7 : tensor<*xf32>
  %9 = tensor.dim %u, %n : tensor<*xf32>
  "test.use"(%9) : (index) -> ()
  %10 = shape.shape_of %x : !shape.value_shape -> !shape.shape
  %11 = shape.with_shape %y, %10 : !shape.value_shape, !shape.shape
  %12 = shape.value_of %11 : tensor<?xf32>
  return %0, %8, %12 : tensor<?xf32>, tensor<*xf32>, tensor<?xf32>
}

// -----

// DIFFERS: mlir-opt moves the conditional, whose regions use constants of the function, to the function of the shape, which is isolated
func.func @captures(%a: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %0 = scf.if %c -> index {
    %1 = arith.constant 7 : index
    scf.yield %1 : index
  } else {
    %1 = arith.constant 9 : index
    scf.yield %1 : index
  }
  %2 = shape.from_extents %0 : index
  %3 = shape.with_shape %a, %2 : tensor<?xf32>, !shape.shape
  %4 = shape.value_of %3 : tensor<?xf32>
  return %4 : tensor<?xf32>
}

// -----

// DIFFERS: mlir-opt makes the operand of the `shape.value_of` a tensor, which is no value with a shape
func.func @other_type(%a: tensor<?xf32>, %s: tensor<1xindex>) -> tensor<4xf32> {
  %0 = shape.with_shape %a, %s : tensor<?xf32>, tensor<1xindex>
  %1 = shape.value_of %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
