module {
  llvm.mlir.global internal constant @cst(dense<[1.0, 2.0]> : tensor<2xf32>) {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<2 x f32>
  llvm.mlir.global external @ext() : i32
  llvm.mlir.global private unnamed_addr constant @str("abc")
  llvm.func @malloc(i64) -> !llvm.ptr
  llvm.func @printf(!llvm.ptr, ...) -> i32
  llvm.func @"f"(%arg0: !llvm.ptr {llvm.noalias, llvm.align = 64 : i64}, %arg1: i64) -> (f32 {llvm.noundef}) attributes {passthrough = ["nounwind"]} {
    %0 = llvm.mlir.constant(1 : i64) : i64
    %1 = llvm.add %0, %arg1 overflow<nsw, nuw> : i64
    %2 = llvm.getelementptr inbounds|nuw %arg0[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %gb = llvm.getelementptr %arg0[0, %1, 2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x array<3 x f32>>
    %3 = llvm.load %2 {alignment = 4 : i64} : !llvm.ptr -> f32
    llvm.store %3, %2 : f32, !llvm.ptr
    %c = llvm.icmp "slt" %0, %1 : i64
    %c2 = llvm.fcmp "oeq" %3, %3 {fastmathFlags = #llvm.fastmath<nnan>} : f32
    %s = llvm.select %c, %0, %1 : i1, i64
    %z = llvm.zext nneg %c : i1 to i64
    %u = llvm.mlir.undef : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %i = llvm.insertvalue %arg0, %u[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %j = llvm.insertvalue %0, %i[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %k = llvm.extractvalue %j[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %f = llvm.fadd %3, %3 {fastmathFlags = #llvm.fastmath<fast>} : f32
    %f2 = llvm.fadd %3, %3 {fastmathFlags = #llvm.fastmath<contract, reassoc>} : f32
    %sq = llvm.intr.sqrt(%f) : (f32) -> f32
    %fma = llvm.intr.fma(%f, %f, %f) : (f32, f32, f32) -> f32
    %cz = "llvm.intr.ctlz"(%0) <{is_zero_poison = false}> : (i64) -> i64
    %v = llvm.mlir.constant(dense<0.0> : vector<4xf32>) : vector<4xf32>
    %vi = llvm.insertelement %f, %v[%0 : i64] : vector<4xf32>
    %ve = llvm.extractelement %v[%0 : i64] : vector<4xf32>
    %vs = llvm.shufflevector %v, %v [0, 1, 4, 5] : vector<4xf32>
    %vr = "llvm.intr.vector.reduce.fadd"(%f, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
    %vr2 = llvm.intr.vector.reduce.fmax(%v) : (vector<4xf32>) -> f32
    %m = llvm.mlir.constant(dense<true> : vector<4xi1>) : vector<4xi1>
    %ml = llvm.intr.masked.load %arg0, %m, %v {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    llvm.intr.masked.store %ml, %arg0, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
    %p = llvm.call @malloc(%0) : (i64) -> !llvm.ptr
    %fnp = llvm.mlir.addressof @malloc : !llvm.ptr
    %q = llvm.call %fnp(%0) : !llvm.ptr, (i64) -> !llvm.ptr
    %pf = llvm.call @printf(%p, %0) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
    %al = llvm.alloca %0 x f32 {alignment = 8 : i64} : (i64) -> !llvm.ptr
    "llvm.intr.memcpy"(%p, %q, %0) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %st = llvm.intr.stacksave : !llvm.ptr
    llvm.intr.stackrestore %st : !llvm.ptr
    %ov = "llvm.intr.sadd.with.overflow"(%0, %0) : (i64, i64) -> !llvm.struct<(i64, i1)>
    llvm.intr.assume %c : i1
    %ex = llvm.intr.expect %c, %c : i1
    %step = llvm.intr.stepvector : vector<4xi64>
    %fpc = "llvm.intr.is.fpclass"(%f) <{bit = 3 : i32}> : (f32) -> i1
    "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
    %ci = llvm.mlir.constant(3 : i32) : i32
    %pw = llvm.intr.powi(%f, %ci) : (f32, i32) -> f32
    %fr = llvm.freeze %f : f32
    %ps = llvm.ptrtoint %p : !llvm.ptr to i64
    %or = llvm.or disjoint %0, %1 : i64
    %ex2 = llvm.lshr exact %0, %1 : i64
    %vex = llvm.intr.vector.extract %v[0] : vector<2xf32> from vector<4xf32>
    %vin = llvm.intr.vector.insert %vex, %v[2] : vector<2xf32> into vector<4xf32>
    %ab = "llvm.intr.abs"(%0) <{is_int_min_poison = false}> : (i64) -> i64
    %an = llvm.inttoptr %0 : i64 to !llvm.ptr<3>
    %id = llvm.mlir.poison : !llvm.struct<"foo", packed (i8, i32)>
    %z2 = llvm.mlir.zero : !llvm.ptr
    llvm.cond_br %c weights([3, 4]), ^bb1(%0 : i64), ^bb2
  ^bb1(%a: i64):
    llvm.switch %ci : i32, ^bb2 [
      1: ^bb3,
      2: ^bb1(%a : i64)
    ]
  ^bb2:
    llvm.br ^bb3
  ^bb3:
    llvm.return %f : f32
  }
  llvm.func internal fastcc @g() attributes {dso_local} {
    llvm.unreachable
  }
}
