// REQUIRES: strata-translate
// Instructions of Arm's vector unit, as ops of `arm_neon` in a program of `llvm`, and as calls of intrinsics.
// RUN: strata-translate --mlir-to-llvmir --mtriple=aarch64-unknown-linux-gnu --mattr=+i8mm,+bf16,+dotprod %s | FileCheck %s --check-prefix=IR
// RUN: strata-translate --mlir-to-asm --mtriple=aarch64-unknown-linux-gnu --mattr=+i8mm,+bf16,+dotprod %s | FileCheck %s --check-prefix=ASM
// RUN: not strata-translate --mlir-to-asm --mtriple=aarch64-unknown-linux-gnu --mattr=+bf16,+dotprod %s 2>&1 | FileCheck %s --check-prefix=ERROR

// IR: call <8 x i16> @llvm.aarch64.neon.smull.v8i16(<8 x i8> %{{.*}}, <8 x i8> %{{.*}})
// IR: call <4 x i32> @llvm.aarch64.neon.sdot.v4i32.v16i8(<4 x i32> %{{.*}}, <16 x i8> %{{.*}}, <16 x i8> %{{.*}})
// IR: call <4 x i32> @llvm.aarch64.neon.smmla.v4i32.v16i8(
// IR: call <4 x i32> @llvm.aarch64.neon.ummla.v4i32.v16i8(
// IR: call <4 x i32> @llvm.aarch64.neon.usmmla.v4i32.v16i8(
// IR: call <4 x float> @llvm.aarch64.neon.bfmmla(
// ASM-DAG: smull v{{.*}}.8h, v{{.*}}.8b, v{{.*}}.8b
// ASM-DAG: sdot v{{.*}}.4s, v{{.*}}.16b, v{{.*}}.16b
// ASM-DAG: smmla v{{.*}}.4s, v{{.*}}.16b, v{{.*}}.16b
// ASM-DAG: ummla v{{.*}}.4s, v{{.*}}.16b, v{{.*}}.16b
// ASM-DAG: usmmla v{{.*}}.4s, v{{.*}}.16b, v{{.*}}.16b
// ASM-DAG: bfmmla v{{.*}}.4s, v{{.*}}.8h, v{{.*}}.8h
// ERROR: {{.*}}arm_neon.mlir:[[# @LINE + 5]]:{{.*}}error: 'arm_neon.intr.smmla' op calls the intrinsic `llvm.aarch64.neon.smmla.v4i32.v16i8`, which needs the feature i8mm, which `generic` does not have
llvm.func @f(%p: !llvm.ptr, %a: vector<8xi8>, %b: vector<4xi32>, %c: vector<16xi8>, %d: vector<4xf32>, %e: vector<8xbf16>) {
  %0 = arm_neon.intr.smull %a, %a : vector<8xi8> to vector<8xi16>
  llvm.store volatile %0, %p : vector<8xi16>, !llvm.ptr
  %1 = arm_neon.intr.sdot %b, %c, %c : vector<16xi8>, vector<16xi8> to vector<4xi32>
  %2 = arm_neon.intr.smmla %1, %c, %c : vector<16xi8> to vector<4xi32>
  %3 = arm_neon.intr.ummla %2, %c, %c : vector<16xi8> to vector<4xi32>
  %4 = arm_neon.intr.usmmla %3, %c, %c {note} : vector<16xi8> to vector<4xi32>
  llvm.store volatile %4, %p : vector<4xi32>, !llvm.ptr
  %5 = arm_neon.intr.bfmmla %d, %e, %e : vector<8xbf16> to vector<4xf32>
  llvm.store volatile %5, %p : vector<4xf32>, !llvm.ptr
  llvm.return
}
