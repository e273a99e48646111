// REQUIRES: strata-translate
// Products of narrow numbers have the instructions of the target: pairs of 16 bits with AVX-VNNI and AVX512-VNNI, pairs of bf16 with AVX512-BF16, and
// tiles of bytes and of bf16 with AMX, which LLVM configures. No tiles go through loops without optimizations.
// RUN: strata-translate --mlir-to-asm --mcpu=alderlake %s | FileCheck %s --check-prefix=VEX
// RUN: strata-translate --mlir-to-asm --mcpu=sapphirerapids --mattr=-amx-tile %s | FileCheck %s --check-prefix=WIDE
// RUN: strata-translate --mlir-to-asm --mcpu=sapphirerapids -O0 %s | FileCheck %s --check-prefix=NO-TILES
// RUN: strata-translate --mlir-to-asm --mcpu=haswell %s | FileCheck %s --check-prefix=NONE
// RUN: strata-translate --mlir-to-asm --mcpu=sapphirerapids %s | FileCheck %s --check-prefix=TILES
// RUN: strata-translate --mlir-to-asm --mcpu=sapphirerapids --mattr=-amx-int8 %s | FileCheck %s --check-prefix=BF16
// RUN: strata-translate --mlir-to-llvmir --mcpu=sapphirerapids %s | FileCheck %s --check-prefix=IR

// VEX: {vex}{{.*}}vpdpwssd{{.*}}%ymm
// WIDE-DAG: vpdpwssd{{.*}}%zmm
// WIDE-DAG: vdpbf16ps{{.*}}%zmm
// WIDE-NOT: tmm
// NO-TILES-NOT: tmm
// NONE-NOT: vpdpwssd
// NONE: vpmaddwd{{.*}}%ymm
// NONE-NOT: vpdpwssd
// TILES-DAG: ldtilecfg
// TILES-DAG: tileloadd
// TILES-DAG: tdpbssd{{.*}}%tmm
// TILES-DAG: tdpbf16ps{{.*}}%tmm
// TILES-DAG: tilestored
// TILES-DAG: tilerelease
// TILES-NOT: vpdpwssd
// BF16-DAG: tdpbf16ps{{.*}}%tmm
// BF16-DAG: vpdpwssd{{.*}}%zmm
// IR-DAG: phi x86_amx
// IR-DAG: call x86_amx @llvm.x86.tdpbssd.internal(i16 16, i16 64, i16 64,
// IR-DAG: call x86_amx @llvm.x86.tdpbf16ps.internal(i16 16, i16 64, i16 64,
func.func @main(%a: tensor<256x256xi8>, %b: tensor<256x256xi8>, %c: tensor<256x256xbf16>, %d: tensor<256x256xbf16>) -> (tensor<256x256xi32>, tensor<256x256xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x256xi8>, tensor<256x256xi8>) -> tensor<256x256xi32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<256x256xbf16>, tensor<256x256xbf16>) -> tensor<256x256xf32>
  return %0, %1 : tensor<256x256xi32>, tensor<256x256xf32>
}
