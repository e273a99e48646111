target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
%pair = type { i32, ptr }
%node = type { i32, %node2 }
%node2 = type { [2 x i8], <4 x float> }
@g = global i32 42, align 4
@h = internal constant [3 x i32] [i32 1, i32 2, i32 3], align 16
@s = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@p = global ptr @g
@q = global ptr getelementptr inbounds nuw (i8, ptr @h, i64 4)
@st = global %pair { i32 7, ptr @g }
@z = common dso_local global [10 x i64] zeroinitializer, align 16
@tl = thread_local(localexec) global i32 0
@ex = external global i32
@f = global float 1.5
@u = global i32 undef
@hid = hidden local_unnamed_addr global i8 1, section ".foo"
@arr2 = global [2 x [2 x i32]] [[2 x i32] [i32 1, i32 2], [2 x i32] [i32 3, i32 4]]
@vec = global <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>
@al = alias i32, ptr @g
declare i32 @printf(ptr noundef, ...)
declare noalias ptr @malloc(i64) #0
define i32 @add(i32 noundef %a, i32 %b) local_unnamed_addr #1 {
entry:
  %c = add nsw i32 %a, %b
  %d = mul nuw nsw i32 %c, 3
  %e = sdiv exact i32 %d, %a
  %f = or disjoint i32 %e, 1
  %x = icmp slt i32 %f, 0
  br i1 %x, label %t, label %u, !prof !0
t:
  br label %u
u:
  %ph = phi i32 [ %a, %entry ], [ 5, %t ]
  ret i32 %ph
}
define void @loop(ptr noalias nocapture readonly align 8 dereferenceable(16) %p, i64 %n) #1 {
entry:
  %cmp = icmp sgt i64 %n, 0
  br i1 %cmp, label %body, label %exit
body:
  %i = phi i64 [ 0, %entry ], [ %i2, %body ]
  %gep = getelementptr inbounds nuw float, ptr %p, i64 %i
  %v = load float, ptr %gep, align 4, !tbaa !1
  %w = fadd fast float %v, 1.0
  store volatile float %w, ptr %gep, align 4
  %i2 = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %i2, %n
  br i1 %c, label %exit, label %body, !llvm.loop !5
exit:
  ret void
}
define i32 @sw(i32 %a) {
  switch i32 %a, label %d [ i32 1, label %x  i32 2, label %y ]
x: ret i32 10
y: ret i32 20
d:
  %r = call i32 (ptr, ...) @printf(ptr @s, i32 %a, double 2.0)
  %k = call i32 @add(i32 %r, i32 4)
  %m = call i32 @llvm.smax.i32(i32 %k, i32 0)
  %sq = call float @llvm.sqrt.f32(float 2.0)
  %sel = select i1 true, i32 %m, i32 %k
  ret i32 %sel
}
declare i32 @llvm.smax.i32(i32, i32)
declare float @llvm.sqrt.f32(float)
attributes #0 = { allocsize(0) nounwind }
attributes #1 = { noinline nounwind optnone uwtable memory(read) "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+sse,+avx" "foo"="bar" }
!0 = !{!"branch_weights", i32 1, i32 9}
!1 = !{!2, !2, i64 0}
!2 = !{!"float", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C++ TBAA"}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
!llvm.module.flags = !{!7, !8}
!7 = !{i32 1, !"wchar_size", i32 4}
!8 = !{i32 8, !"PIC Level", i32 2}
!llvm.ident = !{!9}
!9 = !{!"clang version 22"}
