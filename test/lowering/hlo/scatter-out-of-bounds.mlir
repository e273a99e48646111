// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg))' | FileCheck %s --check-prefixes=CHECK,WINDOW
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg{scatter-out-of-bounds=element}))' | FileCheck %s --check-prefixes=CHECK,ELEMENT
// RUN: not strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg{scatter-out-of-bounds=both}))' 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not strata-opt %s --strata-cpu-pipeline=scatter-out-of-bounds=both 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not strata-opt %s --strata-gpu-pipeline=scatter-out-of-bounds=both 2>&1 | FileCheck %s --check-prefix=WRONG

// WRONG: scatter-out-of-bounds: 'both' is neither element nor window

// A window that is not inside as a whole changes nothing, or is worked through by elements.
// CHECK-LABEL: func.func @main
// CHECK: scf.for
// CHECK: %[[AT:.*]] = arith.index_cast
// CHECK: %[[FITS:.*]] = arith.cmpi ult, %[[AT]],
// CHECK: linalg.generic
// ELEMENT: tensor.insert %
// WINDOW-NOT: tensor.insert %
// CHECK: return
func.func @main(%x: tensor<16xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>) -> tensor<16xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<16xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
