gpu.module @kernels {
  llvm.mlir.global internal @s() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<128 x i32>
  llvm.func @lanes(%a: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %all = llvm.mlir.constant(-1 : i32) : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c5 = llvm.mlir.constant(5 : i32) : i32
    %c31 = llvm.mlir.constant(31 : i32) : i32
    %odd = llvm.trunc %tid : i32 to i1
    %b = nvvm.shfl.sync bfly %all, %tid, %c5, %c31 : i32 -> i32
    %v = nvvm.vote.sync ballot %all, %odd -> i32
    %r = nvvm.redux.sync add %b, %all : i32 -> i32
    %m = nvvm.match.sync any %all, %v : i32 -> i32
    %s = llvm.mlir.addressof @s : !llvm.ptr<3>
    %p = llvm.getelementptr %s[0, %tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<128 x i32>
    llvm.store %m, %p : i32, !llvm.ptr<3>
    nvvm.barrier0
    llvm.cond_br %odd, ^odd, ^end(%c0 : i32)
  ^odd:
    %q = llvm.load %p : !llvm.ptr<3> -> i32
    llvm.br ^end(%q : i32)
  ^end(%e: i32):
    %x = llvm.add %e, %r : i32
    %old = llvm.atomicrmw add %a, %x monotonic : !llvm.ptr, i32
    llvm.return
  }
}
