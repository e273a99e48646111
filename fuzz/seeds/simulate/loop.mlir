gpu.module @kernels {
  llvm.mlir.global private constant @c(dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>) {addr_space = 4 : i32} : !llvm.array<4 x f32>
  llvm.func @twice(%x: vector<4xf32>) -> vector<4xf32> {
    %y = llvm.fadd %x, %x : vector<4xf32>
    llvm.return %y : vector<4xf32>
  }
  llvm.func @loop(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) attributes {gpu.kernel, nvvm.kernel} {
    %c0 = llvm.mlir.constant(0 : i64) : i64
    %c1 = llvm.mlir.constant(1 : i64) : i64
    %c9 = llvm.mlir.constant(9 : i64) : i64
    %m = llvm.intr.smin(%n, %c9) : (i64, i64) -> i64
    %stack = llvm.alloca %c9 x vector<4xf32> : (i64) -> !llvm.ptr
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %t = llvm.zext %tid : i32 to i64
    llvm.br ^head(%c0 : i64)
  ^head(%i: i64):
    %go = llvm.icmp "slt" %i, %m : i64
    llvm.cond_br %go, ^body, ^exit
  ^body:
    %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, vector<4xf32>
    %v = llvm.load %p {alignment = 16 : i64} : !llvm.ptr -> vector<4xf32>
    %w = llvm.call @twice(%v) : (vector<4xf32>) -> vector<4xf32>
    %f = llvm.intr.fma(%w, %v, %w) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %q = llvm.getelementptr %stack[%i] : (!llvm.ptr, i64) -> !llvm.ptr, vector<4xf32>
    llvm.store %f, %q {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr
    %j = llvm.add %i, %c1 : i64
    llvm.br ^head(%j : i64)
  ^exit:
    %last = llvm.load %stack : !llvm.ptr -> f32
    %h = llvm.fptrunc %last : f32 to f16
    %g = llvm.mlir.addressof @c : !llvm.ptr<4>
    %k = llvm.load %g : !llvm.ptr<4> -> f32
    %i0 = llvm.fptosi %k : f32 to i32
    %sum = llvm.add %i0, %tid : i32
    %o = llvm.getelementptr %b[%t] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %sum, %o : i32, !llvm.ptr
    llvm.return
  }
}
