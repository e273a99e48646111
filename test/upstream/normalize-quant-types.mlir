// FLAGS: --normalize-quant-types

!one = !quant.uniform<i8<-8:7>:f32:{0:1, 1:<<1|2>>}, {{2.0:3}}>
func.func @one(%a: tensor<1x2x!one>, %u: tensor<?x?x!one>) -> tensor<1x2x!one> {
  %2 = "foo.op"(%a) ({
  ^bb0(%b: tensor<1x2x!one>):
    "foo.end"(%b) : (tensor<1x2x!one>) -> ()
  }) : (tensor<1x2x!one>) -> tensor<1x2x!one>
  %3 = func.call @one(%2, %u) : (tensor<1x2x!one>, tensor<?x?x!one>) -> tensor<1x2x!one>
  return %3 : tensor<1x2x!one>
}

// -----

!axis = !quant.uniform<u8:f32:{0:1}, {{2.0:3}, {3.0:4}}>
func.func @axis(%a: tensor<2x4x!axis>, %c: i1) -> tensor<2x4xf32> {
  %b = scf.if %c -> tensor<2x4x!axis> {
    scf.yield %a : tensor<2x4x!axis>
  } else {
    %1 = "foo.op"() : () -> tensor<2x4x!axis>
    scf.yield %1 : tensor<2x4x!axis>
  }
  %0 = quant.dcast %b : tensor<2x4x!axis> to tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
func.func private @declared(tensor<2x4x!axis>, i8) -> tensor<2x4x!axis>

// -----

// What has scales in two dimensions stays, and so do scalars and other granularities.
!two = !quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:3, 1.0}, {3.0:4, 2.0}}>
!axis = !quant.uniform<i8:f32:0, {2.0}>
func.func @others(%a: tensor<2x4x!two>, %b: tensor<1x4x!axis>) -> tensor<2x4xf32> {
  %0 = quant.dcast %a : tensor<2x4x!two> to tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// DIFFERS: a block of two has one scale; mlir-opt makes a scale for each index of the dimension of it, which are too few
!blocks = !quant.uniform<i8:f32:{1:2}, {{2.0:3, 3.0:1}}>
func.func @blocks(%a: tensor<1x4x!blocks>) -> tensor<1x4x!blocks> {
  return %a : tensor<1x4x!blocks>
}
