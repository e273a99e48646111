// REQUIRES: strata-translate
// RUN: strata-translate --mlir-to-ptx --mcpu=sm_80 --split-input-file %s | FileCheck %s

// Programs go through the pipeline of GPUs. An elementwise chain is one kernel, whose threads read and write sixteen bytes.

// CHECK: .target sm_80
// CHECK: .visible .entry main_kernel(
// CHECK-COUNT-2: ld.global{{.*}}.v4.b32
// CHECK-NOT: ld.global
// CHECK-COUNT-1: st.global.v4.b32
// CHECK-NOT: st.global
// CHECK-NOT: .entry
func.func @main(%x: tensor<65536xf32>, %y: tensor<65536xf32>) -> tensor<65536xf32> {
  %0 = stablehlo.add %x, %y : tensor<65536xf32>
  %1 = stablehlo.multiply %0, %x : tensor<65536xf32>
  %2 = stablehlo.maximum %1, %y : tensor<65536xf32>
  return %2 : tensor<65536xf32>
}

// -----

// A product of bf16 is on the tensor cores, with copies to shared memory that run ahead.

// CHECK: .extern .shared
// CHECK: .visible .entry main_kernel(
// CHECK-DAG: cp.async.cg.shared.global
// CHECK-DAG: cp.async.commit_group;
// CHECK-DAG: cp.async.wait_group
// CHECK-DAG: ldmatrix.sync.aligned.m8n8.x4
// CHECK-DAG: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
func.func @main(%a: tensor<2048x1024xbf16>, %b: tensor<1024x2048xbf16>) -> tensor<2048x2048xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2048x1024xbf16>, tensor<1024x2048xbf16>) -> tensor<2048x2048xbf16>
  return %0 : tensor<2048x2048xbf16>
}

// -----

// A row is reduced by shuffles.

// CHECK: .visible .entry main_kernel(
// CHECK: ld.global{{.*}}.v4.b32
// CHECK-DAG: shfl.sync.bfly.b32
// CHECK-DAG: st.global.b32
func.func @main(%x: tensor<4096x1024xf32>) -> tensor<4096xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  return %0 : tensor<4096xf32>
}
