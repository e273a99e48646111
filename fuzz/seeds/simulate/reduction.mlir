// REQUIRES: strata-translate
// RUN: strata-translate --mlir-to-ptx --mcpu=sm_80 %s | FileCheck %s

// A block adds 256 numbers: shuffles inside of a warp, shared memory between warps. Addresses in shared memory have 32 bits.

// CHECK-DAG: .shared .align 4 .b8 partial[32]
// CHECK-DAG: .visible .entry sum(
// CHECK: ld.global.nc.b32
// CHECK-COUNT-5: shfl.sync.bfly.b32
// CHECK: mov.b32 %r{{[0-9]+}}, partial
// CHECK: st.shared.b32 [%r
// CHECK: bar{{.*}}.sync
// CHECK: ld.shared.b32 %r{{[0-9]+}}, [%r
// CHECK-COUNT-3: shfl.sync.bfly.b32
// CHECK: st.global.b32

gpu.module @kernels {
  llvm.mlir.global internal @partial() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<8 x f32>
  llvm.func @sum(%in: !llvm.ptr {llvm.noalias, llvm.readonly}, %out: !llvm.ptr {llvm.noalias})
      attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %clamp = llvm.mlir.constant(31 : i32) : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c5 = llvm.mlir.constant(5 : i32) : i32
    %c7 = llvm.mlir.constant(7 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %lane = llvm.and %thread, %clamp : i32
    %warp = llvm.lshr %thread, %c5 : i32
    %0 = llvm.zext %thread : i32 to i64
    %p = llvm.getelementptr inbounds %in[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %p : !llvm.ptr -> f32
    %s1 = nvvm.shfl.sync bfly %all, %x, %c16, %clamp : f32 -> f32
    %a1 = llvm.fadd %x, %s1 : f32
    %s2 = nvvm.shfl.sync bfly %all, %a1, %c8, %clamp : f32 -> f32
    %a2 = llvm.fadd %a1, %s2 : f32
    %s3 = nvvm.shfl.sync bfly %all, %a2, %c4, %clamp : f32 -> f32
    %a3 = llvm.fadd %a2, %s3 : f32
    %s4 = nvvm.shfl.sync bfly %all, %a3, %c2, %clamp : f32 -> f32
    %a4 = llvm.fadd %a3, %s4 : f32
    %s5 = nvvm.shfl.sync bfly %all, %a4, %c1, %clamp : f32 -> f32
    %a5 = llvm.fadd %a4, %s5 : f32
    %shared = llvm.mlir.addressof @partial : !llvm.ptr<3>
    %first = llvm.icmp "eq" %lane, %c0 : i32
    llvm.cond_br %first, ^write, ^wait
  ^write:
    %pw = llvm.getelementptr inbounds %shared[%warp] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %a5, %pw : f32, !llvm.ptr<3>
    llvm.br ^wait
  ^wait:
    nvvm.barrier0
    %whole = llvm.icmp "eq" %warp, %c0 : i32
    llvm.cond_br %whole, ^last, ^end
  ^last:
    %eighth = llvm.and %lane, %c7 : i32
    %pr = llvm.getelementptr inbounds %shared[%eighth] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y = llvm.load %pr : !llvm.ptr<3> -> f32
    %t1 = nvvm.shfl.sync bfly %all, %y, %c4, %clamp : f32 -> f32
    %b1 = llvm.fadd %y, %t1 : f32
    %t2 = nvvm.shfl.sync bfly %all, %b1, %c2, %clamp : f32 -> f32
    %b2 = llvm.fadd %b1, %t2 : f32
    %t3 = nvvm.shfl.sync bfly %all, %b2, %c1, %clamp : f32 -> f32
    %b3 = llvm.fadd %b2, %t3 : f32
    llvm.cond_br %first, ^store, ^end
  ^store:
    llvm.store %b3, %out : f32, !llvm.ptr
    llvm.br ^end
  ^end:
    llvm.return
  }
}
