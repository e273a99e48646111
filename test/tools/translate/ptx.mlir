// REQUIRES: strata-translate
// RUN: strata-translate --mlir-to-ptx --mcpu=sm_80 %s | FileCheck %s
// RUN: strata-translate --mlir-to-ptx --mcpu=sm_90a --mattr=+ptx83 -O1 %s | FileCheck %s --check-prefix=VERSION
// RUN: strata-translate --mlir-to-ptx --mcpu=sm_80 --line-info %s | FileCheck %s --check-prefix=LINES
// RUN: not strata-translate --mlir-to-ptx %s 2>&1 | FileCheck %s --check-prefix=ARCH
// RUN: not strata-translate --mlir-to-ptx --mcpu=sm_12 %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not strata-translate --mlir-to-ptx --mcpu=sm_90a --mattr=+ptx78 %s 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not strata-translate --mlir-to-cubin --mcpu=sm_80 --ptxas=%t.missing %s 2>&1 | FileCheck %s --check-prefix=PTXAS
// RUN: not strata-translate --mlir-to-asm --remarks %s 2>&1 | FileCheck %s --check-prefix=REMARKS
// RUN: not strata-translate --mlir-to-cubin --mcpu=sm_80 --split-input-file %s 2>&1 | FileCheck %s --check-prefix=SPLIT

// Two modules for a device become one text; the host's part is not in it.

// CHECK: .target sm_80
// CHECK-NOT: @host
// CHECK: .visible .entry one(
// CHECK: .visible .entry two(
// VERSION: .version 8.3
// VERSION-NEXT: .target sm_90a
// LINES: .loc	[[FILE:[0-9]+]] [[#@LINE+21]] 7
// LINES: .file	[[FILE]] "{{.*}}ptx.mlir"
// ARCH: error: --mcpu=ARCHITECTURE is needed for kernels, as --mcpu=sm_90a
// UNKNOWN: error: unsupported target: `sm_12` is not a known NVIDIA architecture
// OLD: error: unsupported target: sm_90a needs at least +ptx80, not +ptx78
// PTXAS: error: --ptxas names '{{.*}}.missing', which is not a file
// REMARKS: error: --remarks needs --mlir-to-ptx, --mlir-to-cubin or --mlir-to-fatbin
// SPLIT: error: --split-input-file needs a textual output

module attributes {gpu.container_module} {
  llvm.func @host() {
    llvm.return
  }
  gpu.module @first {
    llvm.func @one(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  gpu.module @second {
    llvm.func @two(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %0 = llvm.mlir.constant(1.0 : f32) : f32
      llvm.store %0, %p : f32, !llvm.ptr
      llvm.return
    }
  }
}
