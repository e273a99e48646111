// REQUIRES: strata-translate
// RUN: strata-translate --mlir-to-ptx --mcpu=sm_80 --split-input-file %s | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: strata-translate --mlir-to-ptx --mcpu=sm_90a --split-input-file %s | FileCheck %s --check-prefixes=CHECK,SM90

// Two numbers are rounded by one instruction.
// CHECK: .visible .entry rounded_kernel(
// CHECK: ld.global{{.*}}.v4.b32
// CHECK-COUNT-2: cvt.rn.bf16x2.f32
// CHECK-NOT: cvt.rn
// CHECK-NOT: shr.u32 {{.*}}, 16
// CHECK: st.global.v2.b32
func.func @rounded(%x: tensor<65536xf32>) -> tensor<65536xbf16> {
  %0 = stablehlo.convert %x : (tensor<65536xf32>) -> tensor<65536xbf16>
  return %0 : tensor<65536xbf16>
}

// -----

// So are sums and products computed; nothing is converted.
// CHECK: .visible .entry computed_kernel(
// CHECK-NOT: cvt.
// SM80-COUNT-8: fma.rn.bf16x2
// SM90-COUNT-4: mul{{.*}}.bf16x2
// SM90-COUNT-4: add{{.*}}.bf16x2
// CHECK-COUNT-4: max.NaN.bf16x2
// CHECK-NOT: cvt.
// CHECK: st.global.v4.b32
func.func @computed(%x: tensor<65536xbf16>, %y: tensor<65536xbf16>) -> tensor<65536xbf16> {
  %0 = stablehlo.multiply %x, %y : tensor<65536xbf16>
  %1 = stablehlo.add %0, %x : tensor<65536xbf16>
  %2 = stablehlo.maximum %1, %y : tensor<65536xbf16>
  return %2 : tensor<65536xbf16>
}

// -----

// What is computed on numbers of f32 reads the halves of registers.
// CHECK: .visible .entry wide_kernel(
// CHECK-NOT: cvt.f32.bf16
// CHECK-COUNT-4: cvt.rn.bf16x2.f32
func.func @wide(%x: tensor<65536xbf16>) -> tensor<65536xbf16> {
  %0 = stablehlo.sqrt %x : tensor<65536xbf16>
  return %0 : tensor<65536xbf16>
}
