// REQUIRES: strata-translate
// Numbers of f16 are added and divided by the instructions of AVX512-FP16, in f32 between the casts of F16C, or in f32 between casts of integers. Features
// of AMD that a processor of Intel lacks, which its list of features names, change nothing.
// RUN: strata-translate --mlir-to-asm --mcpu=sapphirerapids %s | FileCheck %s --check-prefix=FP16
// RUN: strata-translate --mlir-to-asm --mcpu=sapphirerapids --mattr=-sse4a,-fma4 %s | FileCheck %s --check-prefix=FP16
// RUN: strata-translate --mlir-to-asm --mcpu=sapphirerapids --mattr=-avx512fp16 %s | FileCheck %s --check-prefix=CASTS
// RUN: strata-translate --mlir-to-asm --mcpu=ivybridge %s | FileCheck %s --check-prefix=CASTS
// RUN: strata-translate --mlir-to-asm --mcpu=nehalem %s | FileCheck %s --check-prefix=NONE

// FP16-DAG: vaddph{{.*}}%zmm
// FP16-DAG: vdivph{{.*}}%zmm
// FP16-NOT: addps
// CASTS-NOT: {{add|div}}ph
// CASTS-DAG: vcvtph2ps{{[[:space:]]}}
// CASTS-DAG: vaddps
// CASTS-DAG: vdivps
// CASTS-DAG: vcvtps2ph
// NONE-NOT: {{add|div}}ph
// NONE-NOT: vcvt
// NONE-DAG: addps
// NONE-DAG: divps
func.func @main(%x: tensor<64x64xf16>, %y: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %0 = stablehlo.add %x, %y : tensor<64x64xf16>
  %1 = stablehlo.divide %0, %y : tensor<64x64xf16>
  return %1 : tensor<64x64xf16>
}
