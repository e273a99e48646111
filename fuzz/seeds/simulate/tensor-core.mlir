// REQUIRES: strata-translate
// RUN: strata-translate --mlir-to-ptx --mcpu=sm_80 %s | FileCheck %s

// A warp multiplies two tiles of bf16 on the tensor cores. The tiles come through shared memory, whose size the launch says.

// CHECK: .version 7.0
// CHECK: .extern .shared .align 16 .b8 tiles[]
// CHECK: .visible .entry product(
// CHECK: .maxntid 32
// CHECK: .minnctapersm 2
// CHECK: cp.async.cg.shared.global [%r[[AT:[0-9]+]]], [%rd{{[0-9]+}}], 16;
// CHECK-NEXT: cp.async.cg.shared.global [%r[[AT]]+512], [%rd{{[0-9]+}}], 16;
// CHECK: cp.async.commit_group;
// CHECK: cp.async.wait_group 0;
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK: ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// CHECK: st.global.v2.b32
// CHECK: st.global.v2.b32

gpu.module @kernels {
  llvm.mlir.global external @tiles() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @product(%a: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias, llvm.readonly},
                     %b: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias, llvm.readonly},
                     %c: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias})
      attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 32, 1, 1>, nvvm.minctasm = 2 : i32} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %c15 = llvm.mlir.constant(15 : i32) : i32
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
    %zero = llvm.mlir.constant(0.0 : f32) : f32
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %tiles = llvm.mlir.addressof @tiles : !llvm.ptr<3>
    %at = llvm.mul %lane, %c16 : i32
    %ga = llvm.getelementptr inbounds %a[%at] : (!llvm.ptr, i32) -> !llvm.ptr, i8
    %gb = llvm.getelementptr inbounds %b[%at] : (!llvm.ptr, i32) -> !llvm.ptr, i8
    %gap = llvm.addrspacecast %ga : !llvm.ptr to !llvm.ptr<1>
    %gbp = llvm.addrspacecast %gb : !llvm.ptr to !llvm.ptr<1>
    %sa = llvm.getelementptr inbounds %tiles[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %sb = llvm.getelementptr inbounds %sa[%c512] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    nvvm.cp.async.shared.global %sa, %gap, 16, cache =  cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.shared.global %sb, %gbp, 16, cache =  cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    nvvm.bar.warp.sync %all : i32
    %row = llvm.and %lane, %c15 : i32
    %half = llvm.lshr %lane, %c4 : i32
    %r0 = llvm.mul %row, %c2 : i32
    %r1 = llvm.add %r0, %half : i32
    %r2 = llvm.mul %r1, %c16 : i32
    %pa = llvm.getelementptr inbounds %tiles[%r2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %fa = nvvm.ldmatrix %pa {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    %r3 = llvm.mul %row, %c16 : i32
    %r4 = llvm.add %r3, %c512 : i32
    %pb = llvm.getelementptr inbounds %tiles[%r4] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %fb = nvvm.ldmatrix %pb {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %a0 = llvm.extractvalue %fa[0] : !llvm.struct<(i32, i32, i32, i32)>
    %a1 = llvm.extractvalue %fa[1] : !llvm.struct<(i32, i32, i32, i32)>
    %a2 = llvm.extractvalue %fa[2] : !llvm.struct<(i32, i32, i32, i32)>
    %a3 = llvm.extractvalue %fa[3] : !llvm.struct<(i32, i32, i32, i32)>
    %b0 = llvm.extractvalue %fb[0] : !llvm.struct<(i32, i32)>
    %b1 = llvm.extractvalue %fb[1] : !llvm.struct<(i32, i32)>
    %d = nvvm.mma.sync A[%a0, %a1, %a2, %a3] B[%b0, %b1] C[%zero, %zero, %zero, %zero]
      {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>}
      : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %d0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %d1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %d2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %d3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %group = llvm.lshr %lane, %c2 : i32
    %pair = llvm.and %lane, %c3 : i32
    %o0 = llvm.mul %group, %c4 : i32
    %o1 = llvm.add %o0, %pair : i32
    %poison = llvm.mlir.poison : vector<2xf32>
    %i0 = llvm.mlir.constant(0 : i32) : i32
    %u0 = llvm.insertelement %d0, %poison[%i0 : i32] : vector<2xf32>
    %u1 = llvm.insertelement %d1, %u0[%c1 : i32] : vector<2xf32>
    %v0 = llvm.insertelement %d2, %poison[%i0 : i32] : vector<2xf32>
    %v1 = llvm.insertelement %d3, %v0[%c1 : i32] : vector<2xf32>
    %c32 = llvm.mul %c8, %c4 : i32
    %o2 = llvm.add %o1, %c32 : i32
    %p0 = llvm.getelementptr inbounds %c[%o1] : (!llvm.ptr, i32) -> !llvm.ptr, vector<2xf32>
    %p1 = llvm.getelementptr inbounds %c[%o2] : (!llvm.ptr, i32) -> !llvm.ptr, vector<2xf32>
    llvm.store %u1, %p0 : vector<2xf32>, !llvm.ptr
    llvm.store %v1, %p1 : vector<2xf32>, !llvm.ptr
    llvm.return
  }
}
