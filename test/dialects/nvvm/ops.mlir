// RUN: strata-opt %s | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

func.func @f(%m: i32, %v: f32, %p: !llvm.ptr, %s: !llvm.ptr<3>, %g: !llvm.ptr<1>, %i1: i1, %i64: i64) {
  %0 = nvvm.shfl.sync bfly %m, %v, %m, %m : f32 -> f32
  %1 = nvvm.read.ptx.sreg.tid.x : i32
  %2 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 1024> : i32
  nvvm.barrier0
  nvvm.barrier id = %m number_of_threads = %m
  %e = nvvm.elect.sync -> i1
  nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %s, %g, 16, cache = cg, %m : !llvm.ptr<3>, !llvm.ptr<1>, i32
  nvvm.mbarrier.try_wait.parity %s, %m, %m : !llvm.ptr<3>, i32, i32
  nvvm.mbarrier.arrive.expect_tx %s, %m, predicate = %i1 : !llvm.ptr<3>, i32, i1
  nvvm.mbarrier.arrive.expect_tx %s, %m : !llvm.ptr<3>, i32
  %st = nvvm.mbarrier.arrive %s : !llvm.ptr<3> -> i64
  %w = nvvm.mbarrier.try_wait %s, %m : !llvm.ptr<3>, i32 -> i1
  %r = nvvm.redux.sync  add %m, %m : i32 -> i32
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.setmaxregister increase 240
  nvvm.griddepcontrol wait
  %mm = nvvm.mapa %s, %m : !llvm.ptr<3> -> !llvm.ptr<7>
  nvvm.cp.async.wait.group 2
  nvvm.wgmma.wait.group.sync.aligned 1
  nvvm.memory.barrier <gpu>
  %lm = nvvm.ldmatrix %s {num = 4 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  nvvm.prefetch tensormap, %p : !llvm.ptr
  nvvm.prefetch level = L2, %p : !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %s, %p, %s, box[%m, %m] {isCTAOnly = true, mode = #nvvm.tma_load_mode<tile>} : !llvm.ptr<3>, !llvm.ptr
  nvvm.inline_ptx "bar.sync 0;"
  %x = nvvm.inline_ptx "mov $0, $1;" ro(%m : i32), predicate = %i1 -> i32
  %b = nvvm.barrier #nvvm.reduction<popc> %m -> i32
  %vt = nvvm.vote.sync any %m, %i1 -> i1
  nvvm.cp.async.bulk.wait_group 1 {read}
  %ms = nvvm.match.sync any %m, %m : i32 -> i32
  nvvm.bar.warp.sync %m : i32
  %nn = nvvm.mbarrier.arrive.nocomplete %s, %m : !llvm.ptr<3>, i32 -> i64
  %rr = nvvm.rcp.approx.ftz.f %v : f32
  nvvm.nanosleep %m
  %pr = nvvm.prmt <default> %m, %m, %m : i32
  return
}
func.func @g(%i: i32, %d: i64, %s: !llvm.struct<(f32, f32, f32, f32)>, %a: vector<2xf16>, %c: f32, %p: !llvm.ptr<3>) attributes {x = #nvvm.target<O = 3, chip = "sm_90", flags = {fast}>, y = #nvvm.target, z= #nvvm<shfl_kind bfly>} {
  %r = nvvm.wgmma.mma_async %d, %d, %s, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  %m = nvvm.mma.sync A[%a, %a, %a, %a] B[%a, %a] C[%c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %m2 = nvvm.mma.sync A[%i, %i, %i, %i] B[%i, %i] C[%c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  nvvm.stmatrix %p, %i, %i {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32, i32
  return
}
func.func @more(%m: i32, %p: !llvm.ptr, %s: !llvm.ptr<3>, %c: !llvm.ptr<7>, %g: !llvm.ptr<1>, %q: i1, %l: i64, %h: i16, %f: f32, %v: vector<2xf16>) {
  %lane = nvvm.read.ptx.sreg.laneid range <i32, 0, 32> : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %below = nvvm.read.ptx.sreg.lanemask.lt : i32
  %clock = nvvm.read.ptx.sreg.clock64 : i64
  nvvm.barrier
  nvvm.barrier.arrive id = %m number_of_threads = %m
  nvvm.barrier.arrive number_of_threads = %m
  nvvm.cluster.arrive
  nvvm.cluster.arrive.relaxed {aligned}
  nvvm.cluster.wait {aligned}
  nvvm.fence.sc.cluster
  nvvm.fence.mbarrier.init
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
  nvvm.fence.proxy.acquire <sys> %p, %m
  nvvm.fence.proxy.release <gpu> from_proxy = <generic> to_proxy = <tensormap>
  nvvm.mbarrier.init %s, %m : !llvm.ptr<3>, i32
  nvvm.mbarrier.inval %p : !llvm.ptr
  nvvm.mbarrier.expect_tx %c, %m {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>, i32
  nvvm.mbarrier.arrive %c, %m {relaxed = true} : !llvm.ptr<7>
  %d = nvvm.mbarrier.arrive_drop %s : !llvm.ptr<3> -> i64
  %e = nvvm.mbarrier.arrive.expect_tx %s, %m : !llvm.ptr<3>, i32 -> i64
  %t = nvvm.mbarrier.test.wait %s, %e : !llvm.ptr<3>, i64 -> i1
  %u = nvvm.mbarrier.try_wait %s, %m, %m : !llvm.ptr<3>, i32, i32 -> i1
  nvvm.cp.async.commit.group
  nvvm.cp.async.mbarrier.arrive %s {noinc = true} : !llvm.ptr<3>
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.wait_group 0
  nvvm.cp.async.bulk.shared.cluster.global %c, %g, %s, %m multicast_mask = %h l2_cache_hint = %l : !llvm.ptr<7>, !llvm.ptr<1>
  nvvm.cp.async.bulk.global.shared.cta %g, %s, %m : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.shared.cluster.global %c, %p, %s, box[%m, %m, %m] im2col[%h] multicast_mask = %h l2_cache_hint = %l {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %s, %p, %s, box[%m] predicate = %q : !llvm.ptr<3>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.global.shared.cta %p, %s, box[%m, %m], predicate = %q : !llvm.ptr, !llvm.ptr<3>
  nvvm.wgmma.fence.aligned
  nvvm.wgmma.commit.group.sync.aligned
  %tf = nvvm.convert.float.to.tf32 %f {rnd = #nvvm.fp_rnd_mode<rna>}
  %ld = nvvm.ldmatrix %s {num = 1 : i32, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
  %i8 = nvvm.mma.sync A[%m, %m, %m, %m] B[%m, %m] C[%m, %m, %m, %m] {intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  %w = nvvm.wmma.load %p, %m {eltype = #nvvm.mma_type<f16>, frag = #nvvm.mma_frag<a>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr) -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
  nvvm.st.bulk %s, size = %l : !llvm.ptr<3>
  nvvm.breakpoint
  nvvm.exit
  return
}
llvm.func @kernel_attributes(!llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32, nvvm.cluster_dim = array<i32: 2, 1, 1>}

// CHECK-LABEL: @f
// CHECK: nvvm.shfl.sync bfly %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : f32 -> f32
// CHECK: nvvm.read.ptx.sreg.tid.x : i32
// CHECK: nvvm.read.ptx.sreg.tid.x range <i32, 0, 1024> : i32
// CHECK: nvvm.barrier0
// CHECK: nvvm.barrier id = %{{.*}} number_of_threads = %{{.*}}
// CHECK: nvvm.elect.sync -> i1
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>, i32
// CHECK: nvvm.mbarrier.try_wait.parity %{{.*}}, %{{.*}}, %{{.*}} : !llvm.ptr<3>, i32, i32
// CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %{{.*}}, predicate = %{{.*}} : !llvm.ptr<3>, i32, i1
// CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %{{.*}} : !llvm.ptr<3>, i32
// CHECK: nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<3> -> i64
// CHECK: nvvm.mbarrier.try_wait %{{.*}}, %{{.*}} : !llvm.ptr<3>, i32 -> i1
// CHECK: nvvm.redux.sync add %{{.*}}, %{{.*}} : i32 -> i32
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
// CHECK: nvvm.setmaxregister increase 240
// CHECK: nvvm.griddepcontrol wait
// CHECK: nvvm.mapa %{{.*}}, %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
// CHECK: nvvm.cp.async.wait.group 2
// CHECK: nvvm.wgmma.wait.group.sync.aligned 1
// CHECK: nvvm.memory.barrier <gpu>
// CHECK: nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
// CHECK: nvvm.prefetch tensormap, %{{.*}} : !llvm.ptr
// CHECK: nvvm.prefetch level = L2, %{{.*}} : !llvm.ptr
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %{{.*}}, %{{.*}}, box{{\[}}%{{.*}}, %{{.*}}] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
// CHECK: nvvm.inline_ptx "bar.sync 0;"
// CHECK: nvvm.inline_ptx "mov $0, $1;" ro(%{{.*}} : i32), predicate = %{{.*}} -> i32
// CHECK: nvvm.barrier #nvvm.reduction<popc> %{{.*}} -> i32
// CHECK: nvvm.vote.sync any %{{.*}}, %{{.*}} -> i1
// CHECK: nvvm.cp.async.bulk.wait_group 1 {read}
// CHECK: nvvm.match.sync any %{{.*}}, %{{.*}} : i32 -> i32
// CHECK: nvvm.bar.warp.sync %{{.*}} : i32
// CHECK: nvvm.mbarrier.arrive.nocomplete %{{.*}}, %{{.*}} : !llvm.ptr<3>, i32 -> i64
// CHECK: nvvm.rcp.approx.ftz.f %{{.*}} : f32
// CHECK: nvvm.nanosleep %{{.*}}
// CHECK: nvvm.prmt <default> %{{.*}}, %{{.*}}, %{{.*}} : i32
// CHECK-LABEL: @g
// CHECK: nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %{{.*}}, <m = 64, n = 8, k = 16>, D[<f32>, <zero>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK: nvvm.mma.sync A{{\[}}%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]  B{{\[}}%{{.*}}, %{{.*}}]  C{{\[}}%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]  {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK: nvvm.mma.sync A{{\[}}%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]  B{{\[}}%{{.*}}, %{{.*}}]  C{{\[}}%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]  {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK: nvvm.stmatrix %{{.*}}, %{{.*}}, %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32
// CHECK-LABEL: @more
// CHECK: nvvm.read.ptx.sreg.laneid range <i32, 0, 32> : i32
// CHECK: nvvm.read.ptx.sreg.cluster.ctarank : i32
// CHECK: nvvm.read.ptx.sreg.lanemask.lt : i32
// CHECK: nvvm.read.ptx.sreg.clock64 : i64
// CHECK: nvvm.barrier
// CHECK: nvvm.barrier.arrive id = %{{.*}} number_of_threads = %{{.*}}
// CHECK: nvvm.barrier.arrive number_of_threads = %{{.*}}
// CHECK: nvvm.cluster.arrive
// CHECK: nvvm.cluster.arrive.relaxed {aligned}
// CHECK: nvvm.cluster.wait {aligned}
// CHECK: nvvm.fence.sc.cluster
// CHECK: nvvm.fence.mbarrier.init
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
// CHECK: nvvm.fence.proxy.acquire <sys> %{{.*}}, %{{.*}}
// CHECK: nvvm.fence.proxy.release <gpu>
// CHECK: nvvm.mbarrier.init %{{.*}}, %{{.*}} : !llvm.ptr<3>, i32
// CHECK: nvvm.mbarrier.inval %{{.*}} : !llvm.ptr
// CHECK: nvvm.mbarrier.expect_tx %{{.*}}, %{{.*}} {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>, i32
// CHECK: nvvm.mbarrier.arrive %{{.*}}, %{{.*}} {relaxed = true} : !llvm.ptr<7>
// CHECK: nvvm.mbarrier.arrive_drop %{{.*}} : !llvm.ptr<3> -> i64
// CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %{{.*}} : !llvm.ptr<3>, i32 -> i64
// CHECK: nvvm.mbarrier.test.wait %{{.*}}, %{{.*}} : !llvm.ptr<3>, i64 -> i1
// CHECK: nvvm.mbarrier.try_wait %{{.*}}, %{{.*}}, %{{.*}} : !llvm.ptr<3>, i32, i32 -> i1
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.mbarrier.arrive %{{.*}} {noinc = true} : !llvm.ptr<3>
// CHECK: nvvm.cp.async.bulk.commit.group
// CHECK: nvvm.cp.async.bulk.wait_group 0
// CHECK: nvvm.cp.async.bulk.shared.cluster.global %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} multicast_mask = %{{.*}} l2_cache_hint = %{{.*}} : !llvm.ptr<7>, !llvm.ptr<1>
// CHECK: nvvm.cp.async.bulk.global.shared.cta %{{.*}}, %{{.*}}, %{{.*}} : !llvm.ptr<1>, !llvm.ptr<3>
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %{{.*}}, %{{.*}}, box{{\[}}%{{.*}}, %{{.*}}, %{{.*}}] im2col{{\[}}%{{.*}}] multicast_mask = %{{.*}} l2_cache_hint = %{{.*}} {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %{{.*}}, %{{.*}}, box{{\[}}%{{.*}}] predicate = %{{.*}} : !llvm.ptr<3>, !llvm.ptr
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %{{.*}}, %{{.*}}, box{{\[}}%{{.*}}, %{{.*}}], predicate = %{{.*}} : !llvm.ptr, !llvm.ptr<3>
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: nvvm.convert.float.to.tf32 %{{.*}} {rnd = #nvvm.fp_rnd_mode<rna>}
// CHECK: nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
// CHECK: nvvm.mma.sync A{{\[}}%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]  B{{\[}}%{{.*}}, %{{.*}}]  C{{\[}}%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]  {intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
// CHECK: nvvm.wmma.load %{{.*}}, %{{.*}} {eltype = #nvvm.mma_type<f16>, frag = #nvvm.mma_frag<a>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr) -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
// CHECK: nvvm.st.bulk %{{.*}}, size = %{{.*}} : !llvm.ptr<3>
// CHECK: nvvm.breakpoint
// CHECK: nvvm.exit
// CHECK: llvm.func @kernel_attributes(!llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}) attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32}
