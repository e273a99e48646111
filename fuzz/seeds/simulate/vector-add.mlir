// REQUIRES: strata-translate
// RUN: strata-translate --mlir-to-ptx --mcpu=sm_80 %s | FileCheck %s
// RUN: strata-translate --mlir-to-ptx --mcpu=sm_90a %s | FileCheck %s --check-prefix=HOPPER
// RUN: strata-translate --mlir-to-ptx --mcpu=sm_100a %s | FileCheck %s --check-prefix=BLACKWELL

// The pointers of a kernel are addresses of global memory, and what is read only goes through the texture cache. Sixteen bytes are one
// access.

// CHECK: .version 7.0
// CHECK-NEXT: .target sm_80
// CHECK: .visible .entry vector_add(
// CHECK: .maxntid 256
// CHECK: ld.global.nc.v4.b32
// CHECK: ld.global.nc.v4.b32
// CHECK-COUNT-4: add.rn.f32
// CHECK-NOT: ld.b32
// CHECK: st.global.v4.b32
// CHECK: ret;
// HOPPER: .version 8.0
// HOPPER-NEXT: .target sm_90a
// BLACKWELL: .version 8.6
// BLACKWELL-NEXT: .target sm_100a

gpu.module @kernels {
  llvm.func @vector_add(%a: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias, llvm.readonly},
                        %b: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias, llvm.readonly},
                        %c: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias}, %n: i32)
      attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>} {
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %block = nvvm.read.ptx.sreg.ctaid.x : i32
    %size = nvvm.read.ptx.sreg.ntid.x : i32
    %0 = llvm.mul %block, %size : i32
    %i = llvm.add %0, %thread : i32
    %inside = llvm.icmp "slt" %i, %n : i32
    llvm.cond_br %inside, ^work, ^end
  ^work:
    %1 = llvm.sext %i : i32 to i64
    %pa = llvm.getelementptr inbounds %a[%1] : (!llvm.ptr, i64) -> !llvm.ptr, vector<4xf32>
    %pb = llvm.getelementptr inbounds %b[%1] : (!llvm.ptr, i64) -> !llvm.ptr, vector<4xf32>
    %pc = llvm.getelementptr inbounds %c[%1] : (!llvm.ptr, i64) -> !llvm.ptr, vector<4xf32>
    %x = llvm.load %pa : !llvm.ptr -> vector<4xf32>
    %y = llvm.load %pb : !llvm.ptr -> vector<4xf32>
    %z = llvm.fadd %x, %y : vector<4xf32>
    llvm.store %z, %pc : vector<4xf32>, !llvm.ptr
    llvm.br ^end
  ^end:
    llvm.return
  }
}
