// Recipes for `llvm`.
// type: !llvm.ptr
// type: !llvm.ptr<3>
// type: !llvm.struct<(i32, f32)>
// type: !llvm.struct<(i32, i1)>
// type: !llvm.struct<(i64, i1)>
// type: !llvm.struct<(i8, i1)>
// type: !llvm.struct<"named", packed (i8, i32)>
// type: !llvm.array<2 x array<3 x f32>>
// type: vector<4x!llvm.ptr>
// attr: #llvm.fastmath<fast>
// attr: #llvm.fastmath<nnan, contract>
// -----
// op: llvm.func llvm.return llvm.mlir.global llvm.mlir.addressof
module {
  llvm.mlir.global internal constant @g(dense<[1.0, 2.0]> : tensor<2xf32>) {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<2 x f32>
  llvm.mlir.global $[external|private unnamed_addr constant] @e() : i32
  llvm.func $[|internal |internal fastcc ]@f(%a: !llvm.ptr$[| {llvm.noalias}], %b: $e) -> $e$[| attributes {passthrough = ["nounwind"]}] {
    %0 = llvm.mlir.addressof @g : !llvm.ptr
    llvm.return %b : $e
  }
  llvm.func @v(!llvm.ptr, ...) -> i32
  llvm.func @n() {
    llvm.return
  }
}
// -----
// op: llvm.call
module {
  llvm.func @malloc(i64) -> !llvm.ptr
  llvm.func @printf(!llvm.ptr, ...) -> i32
  llvm.func @f(%n: i64) -> i32 {
    %0 = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
    %1 = llvm.mlir.addressof @malloc : !llvm.ptr
    %2 = llvm.call %1(%n) : !llvm.ptr, (i64) -> !llvm.ptr
    %3 = llvm.call @printf(%2, %n) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
    llvm.return %3 : i32
  }
}
// -----
// op: llvm.br llvm.cond_br llvm.switch llvm.unreachable
module {
  llvm.func @f(%c: i1, %a: $i, %s: $j) -> $i {
    llvm.cond_br %c$[| weights([3, 4])], ^bb1(%a : $i), ^bb2
  ^bb1(%0: $i):
    llvm.br ^bb4(%0 : $i)
  ^bb2:
    llvm.switch %s : $j, ^bb3 [
      $c: ^bb1(%a : $i),
      $(c+1): ^bb3
    ]
  ^bb3:
    llvm.unreachable
  ^bb4(%1: $i):
    llvm.return %1 : $i
  }
}
// -----
// op: llvm.getelementptr
func.func @f(%p: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %0 = llvm.getelementptr $[|inbounds |inbounds|nuw ]%p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, $e
  %1 = llvm.getelementptr %0[$c, %i, 2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x array<3 x $e>>
  return %1 : !llvm.ptr
}
// -----
// op: llvm.alloca llvm.load llvm.store
func.func @f(%n: $i, %v: $e) -> $e {
  %0 = llvm.alloca %n x $e$[| {alignment = 8 : i64}] : ($i) -> !llvm.ptr
  llvm.store $[|volatile ]%v, %0$[| {alignment = 4 : i64}] : $e, !llvm.ptr
  %1 = llvm.load $[|volatile ]%0$[|{alignment = 4 : i64}] : !llvm.ptr -> $e
  return %1 : $e
}
// -----
// op: llvm.extractvalue llvm.insertvalue
func.func @f(%s: !llvm.struct<(ptr, $e, array<2 x $t>)>, %v: $t) -> $t {
  %0 = llvm.insertvalue %v, %s[2, $[0|1]] : !llvm.struct<(ptr, $e, array<2 x $t>)>
  %1 = llvm.extractvalue %0[2, $[0|1]] : !llvm.struct<(ptr, $e, array<2 x $t>)>
  return %1 : $t
}
// -----
// op: llvm.intr.sadd.with.overflow llvm.intr.ssub.with.overflow llvm.intr.smul.with.overflow llvm.intr.uadd.with.overflow llvm.intr.usub.with.overflow llvm.intr.umul.with.overflow
func.func @f(%a: $i, %b: $i) -> !llvm.struct<($i, i1)> {
  %0 = "$@"(%a, %b) : ($i, $i) -> !llvm.struct<($i, i1)>
  return %0 : !llvm.struct<($i, i1)>
}
// -----
// op: llvm.intr.masked.load llvm.intr.masked.store
func.func @f(%p: !llvm.ptr, %m: vector<$kxi1>, %v: vector<$kx$e>) -> vector<$kx$e> {
  %0 = llvm.intr.masked.load %p, %m, %v {alignment = 4 : i32} : (!llvm.ptr, vector<$kxi1>, vector<$kx$e>) -> vector<$kx$e>
  llvm.intr.masked.store %0, %p, %m {alignment = 4 : i32} : vector<$kx$e>, vector<$kxi1> into !llvm.ptr
  return %0 : vector<$kx$e>
}
// -----
// op: llvm.intr.memcpy llvm.intr.memmove
func.func @f(%p: !llvm.ptr, %q: !llvm.ptr, %n: $[1:i32|i64]) {
  "$@"(%p, %q, %n) <{isVolatile = $b}> : (!llvm.ptr, !llvm.ptr, $1) -> ()
  return
}
// -----
// op: llvm.intr.memset
func.func @f(%p: !llvm.ptr, %v: i8, %n: $[1:i32|i64]) {
  "llvm.intr.memset"(%p, %v, %n) <{isVolatile = $b}> : (!llvm.ptr, i8, $1) -> ()
  return
}
// -----
// op: llvm.intr.stacksave llvm.intr.stackrestore
func.func @f() {
  %0 = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %0 : !llvm.ptr
  return
}
// -----
// op: llvm.intr.assume
func.func @f(%c: i1) {
  llvm.intr.assume %c : i1
  return
}
// -----
// op: llvm.extractelement llvm.insertelement llvm.shufflevector
func.func @f(%v: vector<4x$e>, %x: $e, %i: $i) -> vector<2x$e> {
  %0 = llvm.insertelement %x, %v[%i : $i] : vector<4x$e>
  %1 = llvm.extractelement %0[%i : $i] : vector<4x$e>
  %2 = llvm.insertelement %1, %v[%i : $i] : vector<4x$e>
  %3 = llvm.shufflevector %0, %2 [$c, 5] : vector<4x$e>
  return %3 : vector<2x$e>
}
// -----
// op: llvm.intr.vector.extract llvm.intr.vector.insert
func.func @f(%v: vector<8x$e>) -> vector<8x$e> {
  %0 = llvm.intr.vector.extract %v[$[0|2|4]] : vector<2x$e> from vector<8x$e>
  %1 = llvm.intr.vector.insert %0, %v[$[0|2|6]] : vector<2x$e> into vector<8x$e>
  return %1 : vector<8x$e>
}
// -----
// op: llvm.mlir.constant
func.func @f() -> vector<$kx$f> {
  %0 = llvm.mlir.constant($c : $i) : $i
  %1 = llvm.mlir.constant(dense<0.5> : vector<$kx$f>) : vector<$kx$f>
  return %1 : vector<$kx$f>
}
