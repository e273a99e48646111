// RUN: strata-opt %s --convert-nvvm-to-llvm | FileCheck %s

// CHECK-LABEL: @f
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "{{.*}}mbarrier.try_wait.parity.shared.b64 P1, [$0], $1, $2;{{.*}}", "r,r,r"
// CHECK: llvm.inline_asm {{.*}}mbarrier.try_wait.parity.b64 {{.*}}", "l,r,r"
// CHECK: llvm.inline_asm {{.*}}"@$2 mbarrier.init.shared.b64 [$0], $1;", "r,r,b"
// CHECK: nvvm.mbarrier.init
// CHECK: llvm.inline_asm {{.*}}"@$2 mbarrier.arrive.expect_tx.shared.b64 _, [$0], $1;"
// CHECK: llvm.inline_asm {{.*}}"bar.arrive $0, $1;", "r,r"
// CHECK: llvm.inline_asm {{.*}}"bar.arrive 0, $0;", "r"
// CHECK: llvm.inline_asm {{.*}}"@$5 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2,$3} ], [$4];", "r,l,r,r,r,b"
// CHECK: llvm.inline_asm {{.*}}"@$4 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$0, {$2, $3} ], [$1];", "l,r,r,r,b"
// CHECK: llvm.inline_asm {{.*}}"@$1 prefetch.tensormap [$0];", "l,b"
// CHECK-COUNT-4: llvm.extractvalue
// CHECK: llvm.inline_asm {{.*}}wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, $8, $9, p, 1, 1, 0, 1;{{.*}}", "=f,=f,=f,=f,0,1,2,3,l,l"
// CHECK: llvm.inline_asm {{.*}}"@$2 mov.b32 $0, $1;", "=r,r,b"
llvm.func @f(%s: !llvm.ptr<3>, %p: !llvm.ptr, %m: i32, %q: i1, %d: i64, %r: !llvm.struct<(f32, f32, f32, f32)>) {
  nvvm.mbarrier.try_wait.parity %s, %m, %m : !llvm.ptr<3>, i32, i32
  nvvm.mbarrier.try_wait.parity %p, %m, %m : !llvm.ptr, i32, i32
  nvvm.mbarrier.init %s, %m, predicate = %q : !llvm.ptr<3>, i32, i1
  nvvm.mbarrier.init %s, %m : !llvm.ptr<3>, i32
  nvvm.mbarrier.arrive.expect_tx %s, %m, predicate = %q : !llvm.ptr<3>, i32, i1
  nvvm.barrier.arrive id = %m number_of_threads = %m
  nvvm.barrier.arrive number_of_threads = %m
  nvvm.cp.async.bulk.tensor.shared.cluster.global %s, %p, %s, box[%m, %m] predicate = %q : !llvm.ptr<3>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.global.shared.cta %p, %s, box[%m, %m], predicate = %q : !llvm.ptr, !llvm.ptr<3>
  nvvm.prefetch tensormap, %p, predicate = %q : !llvm.ptr, i1
  %0 = nvvm.wgmma.mma_async %d, %d, %r, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <row>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  %x = nvvm.inline_ptx "mov.b32 {$w0}, {$r0};" ro(%m : i32), predicate = %q -> i32
  llvm.return
}
