// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func private @uniform(!quant.uniform<i8<-127:127>:f32, 1.000000e-01:-30>, !quant.uniform<i32:f64, 0.33333333333330001:7>, !quant.uniform<u8:bf16, 2.000000e+00>)
func.func private @uniform(!quant.uniform<i8<-127:127>:f32, 0.1:-30>, !quant.uniform<i32:f64, 0.3333333333333:7>, !quant.uniform<ui8:bf16, 2.0>)

// CHECK-LABEL: func.func private @per_axis(!quant.uniform<u8:f32:0, {1.000000e-01:1,2.000000e+00,3.500000e-07:5}>)
func.func private @per_axis(!quant.uniform<u8:f32:0, {0.1:1, 2.0, 3.5e-7:5}>)

// CHECK-LABEL: func.func private @blocks(!quant.uniform<i8:f32:{0:1, 1:2}, {{[{][{]}}2.000000e+00:10, 3.000000e+00:20}, {4.000000e+00:30, 9.980000e-01:40{{[}][}]}}>, !quant.uniform<i8:f32:{}, {2.000000e+00:10}>)
func.func private @blocks(!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:10, 3.0:20}, {4.0:30, 0.998:40}}>, !quant.uniform<i8:f32:{}, {2.0:10}>)

// CHECK-LABEL: func.func private @others(!quant.any<i8<-8:7>:f32>, !quant.any<u8>, !quant.calibrated<f32<-0.998:1.232100e+00>>)
func.func private @others(!quant.any<i8<-8:7>:f32>, !quant.any<u8>, !quant.calibrated<f32<-0.998:1.2321>>)

// CHECK-LABEL: func.func @casts(
// CHECK-NEXT:    %0 = quant.qcast %arg0 : tensor<3xf32> to tensor<3x!quant.uniform<u8:f32:0, {5.000000e-01:1,2.000000e+00,4.000000e+00:5}>>
// CHECK-NEXT:    %1 = quant.dcast %0 : tensor<3x!quant.uniform<u8:f32:0, {5.000000e-01:1,2.000000e+00,4.000000e+00:5}>> to tensor<3xf32>
// CHECK-NEXT:    %2 = quant.scast %0 {note} : tensor<3x!quant.uniform<u8:f32:0, {5.000000e-01:1,2.000000e+00,4.000000e+00:5}>> to tensor<3xi8>
// CHECK-NEXT:    %3 = quant.scast %2 : tensor<3xi8> to tensor<3x!quant.any<i8:f32>>
// CHECK-NEXT:    %4 = quant.qcast %arg1 : f32 to !quant.calibrated<f32<-1.000000e+00:1.000000e+00>>
// CHECK-NEXT:    %5 = quant.dcast %4 : !quant.calibrated<f32<-1.000000e+00:1.000000e+00>> to f32
// CHECK-NEXT:    %6 = quant.qcast %arg2 : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:0, {1.000000e+00}>>
// CHECK-NEXT:    return %5, %6 : f32, tensor<*x!quant.uniform<i8:f32:0, {1.000000e+00}>>
func.func @casts(%a: tensor<3xf32>, %b: f32, %c: tensor<*xf32>) -> (f32, tensor<*x!quant.uniform<i8:f32:0, {1.0}>>) {
  %0 = quant.qcast %a : tensor<3xf32> to tensor<3x!quant.uniform<u8:f32:0, {0.5:1, 2.0, 4.0:5}>>
  %1 = quant.dcast %0 : tensor<3x!quant.uniform<u8:f32:0, {0.5:1, 2.0, 4.0:5}>> to tensor<3xf32>
  %2 = quant.scast %0 {note} : tensor<3x!quant.uniform<u8:f32:0, {0.5:1, 2.0, 4.0:5}>> to tensor<3xi8>
  %3 = quant.scast %2 : tensor<3xi8> to tensor<3x!quant.any<i8:f32>>
  %4 = quant.qcast %b : f32 to !quant.calibrated<f32<-1.0:1.0>>
  %5 = quant.dcast %4 : !quant.calibrated<f32<-1.0:1.0>> to f32
  %6 = quant.qcast %c : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:0, {1.0}>>
  return %5, %6 : f32, tensor<*x!quant.uniform<i8:f32:0, {1.0}>>
}
