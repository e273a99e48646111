// RUN: strata-opt %s --stablehlo-legalize-to-vhlo | FileCheck %s
// RUN: strata-opt %s --stablehlo-legalize-to-vhlo --emit-bytecode | strata-opt | FileCheck %s
// RUN: strata-opt %s --stablehlo-legalize-to-vhlo | strata-opt | FileCheck %s
// RUN: strata-opt %s --stablehlo-legalize-to-vhlo --vhlo-to-version=target=1.8.0 | FileCheck %s --check-prefix=OLD
// RUN: strata-opt %s --stablehlo-legalize-to-vhlo --vhlo-to-version=target=1.8.0 --vhlo-to-version=target=current --vhlo-legalize-to-stablehlo | FileCheck %s --check-prefix=BACK

// CHECK: vhlo.func_v1 @main(%arg0: !vhlo.tensor_v1<2x?x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<2x?x!vhlo.f32_v1>) {
// BACK-LABEL: func.func @main(%arg0: tensor<2x?xf32>) -> tensor<2x?xf32> {
func.func @main(%a: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: "vhlo.tanh_v2"(%arg0) <{result_accuracy =
  // OLD: "vhlo.tanh_v1"(%arg0) : (!vhlo.tensor_v1<2x?x!vhlo.f32_v1>) -> !vhlo.tensor_v1<2x?x!vhlo.f32_v1>
  // BACK-NEXT: %0 = stablehlo.tanh %arg0 : tensor<2x?xf32>
  %0 = stablehlo.tanh %a : tensor<2x?xf32>
  // CHECK-NEXT: "vhlo.custom_call_v2"(%{{.*}}) <{api_version = #vhlo<api_version_v1 API_VERSION_ORIGINAL>, backend_config = #vhlo.string_v1<"">, call_target_name = #vhlo.string_v1<"foo">,
  // OLD-NEXT: "vhlo.custom_call_v1"
  // BACK-NEXT: stablehlo.custom_call @foo(%0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %1 = stablehlo.custom_call @foo(%0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  // CHECK-NEXT: "vhlo.return_v1"(%{{.*}}) : (!vhlo.tensor_v1<2x?x!vhlo.f32_v1>) -> ()
  return %1 : tensor<2x?xf32>
// CHECK-NEXT: } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
}

// CHECK: vhlo.func_v1 @"a b"() -> () {
// CHECK-NEXT: "vhlo.return_v1"() : () -> ()
// BACK: func.func private @"a b"() {
func.func private @"a b"() {
  return
}
