// REQUIRES: strata-translate
// Products of narrow numbers have the instructions of the target: pairs of 16 bits with AVX-VNNI and AVX512-VNNI, pairs of bf16 with AVX512-BF16.
// RUN: strata-translate --mlir-to-asm --mcpu=alderlake %s | FileCheck %s --check-prefix=VEX
// RUN: strata-translate --mlir-to-asm --mcpu=sapphirerapids %s | FileCheck %s --check-prefix=WIDE
// RUN: strata-translate --mlir-to-asm --mcpu=haswell %s | FileCheck %s --check-prefix=NONE

// VEX: {vex}{{.*}}vpdpwssd{{.*}}%ymm
// WIDE-DAG: vpdpwssd{{.*}}%zmm
// WIDE-DAG: vdpbf16ps{{.*}}%zmm
// NONE-NOT: vpdpwssd
// NONE: vpmaddwd{{.*}}%ymm
// NONE-NOT: vpdpwssd
func.func @main(%a: tensor<256x256xi8>, %b: tensor<256x256xi8>, %c: tensor<256x256xbf16>, %d: tensor<256x256xbf16>) -> (tensor<256x256xi32>, tensor<256x256xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x256xi8>, tensor<256x256xi8>) -> tensor<256x256xi32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<256x256xbf16>, tensor<256x256xbf16>) -> tensor<256x256xf32>
  return %0, %1 : tensor<256x256xi32>, tensor<256x256xf32>
}
