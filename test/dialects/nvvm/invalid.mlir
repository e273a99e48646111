// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @size(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) {
  // expected-error @below {{expected byte size to be either 4, 8 or 16.}}
  nvvm.cp.async.shared.global %s, %g, 2, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  return
}

// -----

func.func @caches(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) {
  // expected-error @below {{CG cache modifier is only support for 16 bytes copy.}}
  nvvm.cp.async.shared.global %s, %g, 8, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  return
}

// -----

func.func @space(%g: !llvm.ptr<1>, %n: i32) {
  // expected-error @below {{operand #0 must be LLVM pointer in address space 0 or LLVM pointer in address space 3}}
  nvvm.mbarrier.init %g, %n : !llvm.ptr<1>, i32
  return
}

// -----

func.func @wide(%c: !llvm.ptr<7>, %n: i32) {
  // expected-error @below {{mbarrier scope must be either CTA or Cluster}}
  nvvm.mbarrier.arrive %c {scope = #nvvm.mem_scope<gpu>} : !llvm.ptr<7>
  return
}

// -----

func.func @state(%c: !llvm.ptr<7>) {
  // expected-error @below {{mbarrier in shared_cluster space cannot return any value}}
  %0 = nvvm.mbarrier.arrive %c : !llvm.ptr<7> -> i64
  return
}

// -----

func.func @box(%s: !llvm.ptr<3>, %p: !llvm.ptr, %i: i32) {
  // expected-error @below {{Shared::cluster destination requires address-space 7.}}
  nvvm.cp.async.bulk.tensor.shared.cluster.global %s, %p, %s, box[%i] : !llvm.ptr<3>, !llvm.ptr
  return
}

// -----

func.func @registers() {
  // expected-error @below {{new register size must be multiple of 8}}
  nvvm.setmaxregister decrease 25
  return
}

// -----

func.func @ballot(%m: i32, %p: i1) {
  // expected-error @below {{vote.sync 'ballot' returns an i32}}
  %0 = nvvm.vote.sync ballot %m, %p -> i1
  return
}

// -----

func.func @valid(%m: i32) {
  // expected-error @below {{expected second element in the returned struct to be of type 'i1' but got 'i32' instead}}
  %0 = nvvm.shfl.sync up %m, %m, %m, %m {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i32)>
  return
}

// -----

func.func @fragments(%a: vector<2xf16>, %c: f32) {
  // expected-error @below {{Could not match types for the A operands; expected one of 4xvector<2xf16> but got vector<2xf16>, vector<2xf16>}}
  %0 = nvvm.mma.sync A[%a, %a] B[%a, %a] C[%c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @shape(%a: vector<2xf16>, %c: f32) {
  // expected-error @below {{unimplemented variant for MMA shape <16, 8, 32>}}
  %0 = nvvm.mma.sync A[%a, %a] B[%a, %a] C[%c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @rows(%d: i64, %s: !llvm.struct<(f32, f32, f32, f32)>) {
  // expected-error @below {{shape 'm' must be 64}}
  %0 = nvvm.wgmma.mma_async %d, %d, %s, <m = 128, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @sum(%d: i64, %s: !llvm.struct<(f32, f32, f32, f32)>) {
  // expected-error @below {{results 8, however output struct has 4 elements}}
  %0 = nvvm.wgmma.mma_async %d, %d, %s, <m = 64, n = 16, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @nothing_named(%p: !llvm.ptr) {
  // expected-error @below {{requires specification of either cache level or tensormap}}
  nvvm.prefetch %p : !llvm.ptr
  return
}

// -----

func.func @uniform_descriptor(%p: !llvm.ptr) {
  // expected-error @below {{requires a cache level for 'uniform'}}
  "nvvm.prefetch"(%p) <{tensormap, uniform}> : (!llvm.ptr) -> ()
  return
}

// -----

// expected-error @below {{expected ::mlir::NVVM::MemScopeKind to be one of: cta, cluster, gpu, sys}}
module attributes {test.scope = #nvvm.mem_scope<warp>} {}

// -----

// expected-error @below {{expected ::mlir::NVVM::ShflKind to be one of: bfly, up, down, idx}}
module attributes {test.kind = #nvvm<shfl_kind left>} {}
