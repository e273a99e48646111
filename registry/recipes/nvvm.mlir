// Recipes for `nvvm`.
// attr: #nvvm<shfl_kind bfly>
// attr: #nvvm.mma_layout<row>
// attr: #nvvm.shape<m = 16, n = 8, k = 16>
// attr: #nvvm.target<chip = "sm_90a", flags = {fast}>
// attr: #nvvm.target
// -----
// only
// op: nvvm.shfl.sync nvvm.vote.sync nvvm.match.sync nvvm.redux.sync nvvm.prmt nvvm.convert.float.to.tf32
func.func @f(%m: i32, %x: f32, %p: i1) {
  %0 = nvvm.shfl.sync $[bfly|up|down|idx] %m, %x, %m, %m : f32 -> f32
  %1 = nvvm.shfl.sync idx %m, %m, %m, %m {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
  %2 = nvvm.vote.sync $[any|all|uni] %m, %p -> i1
  %3 = nvvm.vote.sync ballot %m, %p -> i32
  %4 = nvvm.match.sync any %m, %m : i32 -> i32
  %5 = nvvm.redux.sync $[add|and|max|umin|xor] %m, %m : i32 -> i32
  %6 = nvvm.prmt <default> %m, %m, %m : i32
  %7 = nvvm.convert.float.to.tf32 %x {rnd = #nvvm.fp_rnd_mode<rna>}
  return
}
// -----
// only
// op: nvvm.memory.barrier nvvm.fence.proxy nvvm.fence.proxy.acquire nvvm.fence.proxy.release nvvm.setmaxregister nvvm.griddepcontrol
func.func @f(%p: !llvm.ptr, %m: i32) {
  nvvm.memory.barrier <$[cta|cluster|gpu|sys]>
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<$[alias|async|async.global]>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<$[cta|cluster]>}
  nvvm.fence.proxy.acquire <sys> %p, %m
  nvvm.fence.proxy.release <gpu>
  nvvm.setmaxregister $[increase 240|decrease 40]
  nvvm.griddepcontrol $[wait|launch_dependents]
  return
}
// -----
// only
// op: nvvm.cp.async.shared.global nvvm.cp.async.bulk.shared.cluster.global nvvm.cp.async.bulk.global.shared.cta
func.func @f(%s: !llvm.ptr<3>, %c: !llvm.ptr<7>, %g: !llvm.ptr<1>, %n: i32) {
  nvvm.cp.async.shared.global %s, %g, $[4|8|16], cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %s, %g, 16, cache = $[ca|cg], %n : !llvm.ptr<3>, !llvm.ptr<1>, i32
  nvvm.cp.async.bulk.shared.cluster.global %c, %g, %s, %n : !llvm.ptr<7>, !llvm.ptr<1>
  nvvm.cp.async.bulk.global.shared.cta %g, %s, %n : !llvm.ptr<1>, !llvm.ptr<3>
  return
}
// -----
// only
// op: nvvm.ldmatrix nvvm.stmatrix nvvm.mma.sync nvvm.wgmma.mma_async
func.func @f(%s: !llvm.ptr<3>, %m: i32, %a: vector<2xf16>, %c: f32, %d: i64, %r: !llvm.struct<(f32, f32, f32, f32)>) {
  %0 = nvvm.ldmatrix %s {num = 2 : i32, layout = #nvvm.mma_layout<$[row|col]>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
  nvvm.stmatrix %s, %m, %m {layout = #nvvm.mma_layout<$[row|col]>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32, i32
  %1 = nvvm.mma.sync A[%a, %a, %a, %a] B[%a, %a] C[%c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %2 = nvvm.wgmma.mma_async %d, %d, %r, <m = 64, n = 8, k = 16>, D [<f32>, <$[zero|one]>], A [<$[bf16|bf16]>, <one>, <row>], B [<bf16>, <$[one|neg]>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  return
}
// -----
// only
// op: nvvm.wmma.load nvvm.wmma.mma nvvm.wmma.store
func.func @f(%p: !llvm.ptr, %n: i32, %a: vector<2xf16>, %c: f32) {
  %0 = nvvm.wmma.load %p, %n {eltype = #nvvm.mma_type<f32>, frag = #nvvm.mma_frag<c>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  %1 = nvvm.wmma.mma %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %c, %c, %c, %c, %c, %c, %c, %c {eltypeA = #nvvm.mma_type<f16>, eltypeB = #nvvm.mma_type<f32>, k = 16 : i32, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  nvvm.wmma.store %p, %n, %c, %c, %c, %c, %c, %c, %c, %c {eltype = #nvvm.mma_type<f32>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : !llvm.ptr, f32, f32, f32, f32, f32, f32, f32, f32
  return
}
