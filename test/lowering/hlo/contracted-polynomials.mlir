// RUN: strata-opt %s --stablehlo-legalize-to-linalg | FileCheck %s
// RUN: strata-opt %s --stablehlo-legalize-to-linalg --linalg-fuse-producers | FileCheck %s --check-prefix=FUSED

// Products and sums of polynomials that expansions of CHLO mark may become fused multiply-adds; those of programs are rounded op by op.

// CHECK-LABEL: func.func @main
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
// FUSED: linalg.generic
// FUSED: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// FUSED-NEXT: arith.addf %{{.*}}, %{{.*}} fastmath<contract> : f32
// FUSED-NEXT: arith.mulf %{{.*}}, %{{.*}} : f32
// FUSED-NEXT: arith.addf %{{.*}}, %{{.*}} : f32
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %x, %y {strata.contract = true} : tensor<4xf32>
  %1 = stablehlo.add %0, %y {strata.contract = true} : tensor<4xf32>
  %2 = stablehlo.multiply %1, %x : tensor<4xf32>
  %3 = stablehlo.add %2, %y : tensor<4xf32>
  return %3 : tensor<4xf32>
}
