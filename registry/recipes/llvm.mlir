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
// type: !llvm.token
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
func.func @f(%c: i1, %p: !llvm.ptr, %n: $i) {
  llvm.intr.assume %c : i1
  llvm.intr.assume %c ["align"(%p, %n : !llvm.ptr, $i)$[|, "cold"()]] : i1
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
// -----
// op: llvm.atomicrmw llvm.cmpxchg llvm.fence
func.func @f(%p: !llvm.ptr, %a: $[1:i8|i32|i64], %x: f32) -> $1 {
  %0 = llvm.atomicrmw $[|volatile ]$[add|sub|_and|_or|_xor|nand|xchg|max|umin|uinc_wrap] %p, %a $[|syncscope("agent") ]$[monotonic|acquire|seq_cst] : !llvm.ptr, $1
  %1 = llvm.atomicrmw $[fadd|fsub|fmax|fmin] %p, %x acq_rel {alignment = 4 : i64} : !llvm.ptr, f32
  %2 = llvm.cmpxchg $[|weak ]$[|volatile ]%p, %0, %a acq_rel $[monotonic|acquire] : !llvm.ptr, $1
  llvm.fence $[|syncscope("agent") ]$[acquire|release|seq_cst]
  return %0 : $1
}
// -----
// op: llvm.inline_asm llvm.call_intrinsic
func.func @f(%a: $i, %b: $i) -> $i {
  %0 = llvm.inline_asm $[|has_side_effects ]$[|asm_dialect = intel ]"nop", "=r,r,r" %a, %b : ($i, $i) -> $i
  %1 = llvm.call_intrinsic "llvm.smax.$i"(%0, %b)$[| ["tag"(%a : $i)]] : ($i, $i) -> $i
  return %1 : $i
}
// -----
// op: llvm.invoke llvm.landingpad llvm.resume llvm.intr.eh.typeid.for
module {
  llvm.mlir.global external constant @type() {addr_space = 0 : i32} : !llvm.ptr
  llvm.func @personality(...) -> i32
  llvm.func @g($i) -> $i
  llvm.func @f(%a: $i) -> $i attributes {personality = @personality} {
    %0 = llvm.mlir.addressof @type : !llvm.ptr
    %1 = llvm.invoke @g(%a) to ^bb1 unwind ^bb2$[| ["tag"(%a : $i)]] : ($i) -> $i
  ^bb1:
    llvm.return %1 : $i
  ^bb2:
    %2 = llvm.landingpad $[|cleanup ](catch %0 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
    %3 = llvm.intr.eh.typeid.for %0 : (!llvm.ptr) -> i32
    llvm.resume %2 : !llvm.struct<(ptr, i32)>
  }
}
// -----
// op: llvm.intr.vastart llvm.intr.vacopy llvm.intr.vaend llvm.va_arg
func.func @f(%p: !llvm.ptr, %q: !llvm.ptr) -> $e {
  llvm.intr.vastart %p : !llvm.ptr
  llvm.intr.vacopy %p to %q : !llvm.ptr, !llvm.ptr
  %0 = llvm.va_arg %q : (!llvm.ptr) -> $e
  llvm.intr.vaend %p : !llvm.ptr
  return %0 : $e
}
// -----
// op: llvm.intr.invariant.start llvm.intr.invariant.end llvm.intr.launder.invariant.group llvm.intr.strip.invariant.group
func.func @f(%p: !llvm.ptr) -> !llvm.ptr {
  %0 = llvm.intr.launder.invariant.group %p : !llvm.ptr
  %1 = llvm.intr.invariant.start $c, %0 : !llvm.ptr
  llvm.intr.invariant.end %1, $c, %0 : !llvm.ptr
  %2 = llvm.intr.strip.invariant.group %0 : !llvm.ptr
  return %2 : !llvm.ptr
}
// -----
// op: llvm.intr.experimental.noalias.scope.decl
func.func @f() {
  llvm.intr.experimental.noalias.scope.decl #llvm.alias_scope<id = "scope", domain = <id = "domain">>
  return
}
// -----
// op: llvm.intr.trap llvm.intr.debugtrap llvm.intr.ubsantrap
func.func @f() {
  llvm.intr.debugtrap
  "llvm.intr.ubsantrap"() <{failureKind = $c : i8}> : () -> ()
  llvm.intr.trap
  return
}
// -----
// op: llvm.intr.threadlocal.address llvm.intr.var.annotation llvm.intr.ptr.annotation llvm.intr.annotation
func.func @f(%p: !llvm.ptr, %l: i32, %v: $i) -> $i {
  %0 = "llvm.intr.threadlocal.address"(%p) : (!llvm.ptr) -> !llvm.ptr
  "llvm.intr.var.annotation"(%0, %p, %p, %l, %p) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %1 = "llvm.intr.ptr.annotation"(%0, %p, %p, %l, %p) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
  %2 = "llvm.intr.annotation"(%v, %1, %1, %l) : ($i, !llvm.ptr, !llvm.ptr, i32) -> $i
  return %2 : $i
}
// -----
// op: llvm.intr.memcpy.inline llvm.intr.memset.inline
func.func @f(%p: !llvm.ptr, %q: !llvm.ptr, %v: i8) {
  "llvm.intr.memcpy.inline"(%p, %q) <{isVolatile = $b, len = $c : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
  "llvm.intr.memset.inline"(%p, %v) <{isVolatile = $b, len = $c : i32}> : (!llvm.ptr, i8) -> ()
  return
}
// -----
// op: llvm.intr.scmp llvm.intr.ucmp
func.func @f(%a: $i, %b: $i) -> i8 {
  %0 = $@(%a, %b) : ($i, $i) -> i8
  return %0 : i8
}
// -----
// op: llvm.intr.lround llvm.intr.llround llvm.intr.lrint llvm.intr.llrint
func.func @f(%a: $[1:f32|f64]) -> i64 {
  %0 = $@(%a) : ($1) -> i64
  return %0 : i64
}
// -----
// op: llvm.intr.frexp llvm.intr.sincos
func.func @f(%a: $[1:f32|f64]) -> $1 {
  %0 = llvm.intr.frexp(%a) : ($1) -> !llvm.struct<($1, i32)>
  %1 = llvm.intr.sincos(%a) : ($1) -> !llvm.struct<($1, $1)>
  %2 = llvm.extractvalue %1[1] : !llvm.struct<($1, $1)>
  return %2 : $1
}
// -----
// op: llvm.intr.experimental.constrained.uitofp llvm.intr.experimental.constrained.sitofp
func.func @f(%a: $i) -> f32 {
  %0 = $@ %a $[towardzero|tonearest|upward|downward|tonearestaway] $[ignore|maytrap|strict] : $i to f32
  return %0 : f32
}
// -----
// op: llvm.intr.experimental.constrained.fptrunc llvm.intr.experimental.constrained.fpext
func.func @f(%a: f64) -> f64 {
  %0 = llvm.intr.experimental.constrained.fptrunc %a $[towardzero|tonearest|upward|downward] $[ignore|maytrap|strict] : f64 to f32
  %1 = llvm.intr.experimental.constrained.fpext %0 $[ignore|maytrap|strict] : f32 to f64
  return %1 : f64
}
// -----
// op: llvm.intr.is.constant llvm.intr.ssa.copy llvm.intr.expect.with.probability llvm.intr.ptrmask
func.func @f(%a: $i, %p: !llvm.ptr) -> i1 {
  %0 = llvm.intr.ssa.copy %a : $i
  %1 = llvm.intr.expect.with.probability %0, %a, $[5.000000e-01|0.9] : $i
  %2 = llvm.intr.ptrmask %p, %1 : (!llvm.ptr, $i) -> !llvm.ptr
  %3 = "llvm.intr.is.constant"(%1) : ($i) -> i1
  return %3 : i1
}
// -----
// op: llvm.intr.matrix.column.major.load llvm.intr.matrix.column.major.store llvm.intr.matrix.multiply llvm.intr.matrix.transpose
func.func @f(%p: !llvm.ptr, %s: i64) {
  %0 = llvm.intr.matrix.column.major.load %p, <stride = %s> {columns = 2 : i32, isVolatile = $b, rows = 2 : i32} : vector<4xf32> from !llvm.ptr stride i64
  %1 = llvm.intr.matrix.transpose %0 {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xf32>
  %2 = llvm.intr.matrix.multiply %0, %1 {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.matrix.column.major.store %2, %p, <stride = %s> {columns = 2 : i32, isVolatile = $b, rows = 2 : i32} : vector<4xf32> to !llvm.ptr stride i64
  return
}
// -----
// op: llvm.intr.get.active.lane.mask llvm.intr.masked.expandload llvm.intr.masked.compressstore
func.func @f(%p: !llvm.ptr, %n: $i, %v: vector<$kx$e>) -> vector<$kx$e> {
  %0 = llvm.intr.get.active.lane.mask %n, %n : $i, $i to vector<$kxi1>
  %1 = "llvm.intr.masked.expandload"(%p, %0, %v) : (!llvm.ptr, vector<$kxi1>, vector<$kx$e>) -> vector<$kx$e>
  "llvm.intr.masked.compressstore"(%1, %p, %0) : (vector<$kx$e>, !llvm.ptr, vector<$kxi1>) -> ()
  return %1 : vector<$kx$e>
}
// -----
// op: llvm.intr.vector.deinterleave2 llvm.intr.vscale
func.func @f(%v: vector<8x$e>) -> i64 {
  %0 = "llvm.intr.vector.deinterleave2"(%v) : (vector<8x$e>) -> !llvm.struct<(vector<4x$e>, vector<4x$e>)>
  %1 = "llvm.intr.vscale"() : () -> i64
  return %1 : i64
}
// -----
// op: llvm.mlir.global_ctors llvm.mlir.global_dtors llvm.mlir.alias llvm.mlir.ifunc llvm.dso_local_equivalent
module {
  llvm.mlir.global_ctors ctors = [@f], priorities = [$c : i32], data = [$[#llvm.zero|@x]]
  llvm.mlir.global_dtors dtors = [@f], priorities = [0 : i32], data = [#llvm.zero]
  llvm.mlir.global external @x(42 : i32) {addr_space = 0 : i32} : i32
  llvm.mlir.alias $[external|internal|weak] $[|thread_local |unnamed_addr ]@y : i32 {
    %0 = llvm.mlir.addressof @x : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.ifunc $[external|internal] @i : !llvm.func<void (ptr)>, !llvm.ptr @r$[| {dso_local}]
  llvm.func @r() -> !llvm.ptr {
    %0 = llvm.dso_local_equivalent @f : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.func @f() {
    llvm.return
  }
}
// -----
// op: llvm.comdat llvm.comdat_selector llvm.linker_options llvm.module_flags
module {
  llvm.linker_options ["/DEFAULTLIB:", "libcmt"]
  llvm.module_flags [#llvm.mlir.module_flag<$[error|warning|max], "wchar_size", 4 : i32>]
  llvm.comdat @group {
    llvm.comdat_selector @any $[any|largest|samesize]
  }
  llvm.mlir.global external @x(42 : i32) comdat(@group::@any) {addr_space = 0 : i32} : i32
  llvm.func @f() comdat(@group::@any) {
    llvm.return
  }
}
// -----
// op: llvm.blockaddress llvm.blocktag llvm.indirectbr
module {
  llvm.func @f(%a: $i) -> $i {
    %0 = llvm.blockaddress <function = @f, tag = <id = 1>> : !llvm.ptr
    llvm.indirectbr %0 : !llvm.ptr, [
      ^bb1(%a : $i),
      ^bb2
    ]
  ^bb1(%1: $i):
    llvm.blocktag <id = 1>
    llvm.return %1 : $i
  ^bb2:
    llvm.return %a : $i
  }
}
// -----
// op: llvm.intr.dbg.declare llvm.intr.dbg.value llvm.intr.dbg.label
#file = #llvm.di_file<"main.c" in "/src">
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = $[32|64], encoding = DW_ATE_$[signed|unsigned]>
#scope = #llvm.di_subprogram<scope = #file, name = "f", file = #file, line = $c>
#var = #llvm.di_local_variable<scope = #scope, name = "x", file = #file, line = 2, type = #int$[|, flags = Artificial]>
#label = #llvm.di_label<scope = #scope, name = "done"$[|, line = 7]>
func.func @f(%p: !llvm.ptr, %x: $i) {
  llvm.intr.dbg.declare #var$[| #llvm.di_expression<[DW_OP_deref, DW_OP_plus_uconst(8)]>] = %p : !llvm.ptr
  llvm.intr.dbg.value #var$[| #llvm.di_expression<[DW_OP_LLVM_fragment(0, 32)]>] = %x : $i
  llvm.intr.dbg.label #label
  return
}
// -----
// op: llvm.mlir.none llvm.intr.coro.id llvm.intr.coro.begin llvm.intr.coro.size llvm.intr.coro.align llvm.intr.coro.save llvm.intr.coro.suspend llvm.intr.coro.end llvm.intr.coro.free llvm.intr.coro.resume llvm.intr.coro.promise
func.func @f(%p: !llvm.ptr, %n: i32, %last: i1) -> i1 {
  %none = llvm.mlir.none : !llvm.token
  %id = llvm.intr.coro.id %n, %p, %p, %p : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : $[i32|i64]
  %align = llvm.intr.coro.align : $[i32|i64]
  %handle = llvm.intr.coro.begin %id, %p : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %next = llvm.intr.coro.suspend %save, %last : i8
  %memory = llvm.intr.coro.free %id, %handle : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.intr.coro.resume %handle : !llvm.ptr
  %promise = llvm.intr.coro.promise %handle, %n, %last : (!llvm.ptr, i32, i1) -> !llvm.ptr
  %end = llvm.intr.coro.end %handle, %last, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  return %end : i1
}
