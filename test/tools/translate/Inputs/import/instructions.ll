%struct.S = type { i32, [4 x i64], %struct.T }
%struct.T = type <{ i8, ptr }>
%op = type opaque
@t = external global %op
define void @asm(i32 %a) {
  %r = call i32 asm sideeffect "mov $0, $1", "=r,r,~{memory}"(i32 %a) #0
  %e = call { i32, i32 } asm "foo $0 $1 $2", "=r,=r,r"(i32 %r)
  ret void
}
define i64 @gep(ptr %p, i64 %i, <2 x ptr> %vp) {
  %a = getelementptr inbounds %struct.S, ptr %p, i64 0, i32 1, i64 %i
  %b = getelementptr nusw nuw %struct.S, ptr %p, i64 %i, i32 2, i32 1
  %c = getelementptr i8, <2 x ptr> %vp, <2 x i64> <i64 1, i64 2>
  %x = load i64, ptr %a, align 8, !nontemporal !0, !invariant.load !1
  %y = load ptr, ptr %b, align 1
  %z = ptrtoint ptr %y to i64
  %w = add i64 %x, %z
  %t = trunc nuw i64 %w to i8
  %u = zext nneg i8 %t to i64
  %s = sitofp i64 %u to double
  %s2 = uitofp nneg i64 %u to float
  %f = fptosi double %s to i64
  %g = fpext float %s2 to double
  %h = fptrunc double %g to half
  %bc = bitcast half %h to i16
  %ip = inttoptr i64 %f to ptr
  %as = addrspacecast ptr %ip to ptr addrspace(3)
  store i16 %bc, ptr addrspace(3) %as, align 2
  %fr = freeze i64 %f
  %ic = icmp ugt ptr %ip, null
  %sel = select i1 %ic, i64 %fr, i64 undef
  %sh = lshr exact i64 %sel, 1
  %as2 = ashr i64 %sh, 2
  %sl = shl nuw nsw i64 %as2, 3
  %ur = urem i64 %sl, 7
  %sr = srem i64 %ur, 5
  %ud = udiv exact i64 %sr, 3
  %an = and i64 %ud, 255
  %xo = xor i64 %an, -1
  ret i64 %xo
}
define {i32, %struct.T} @agg(i32 %a) {
  %x = insertvalue {i32, %struct.T} undef, i32 %a, 0
  %y = insertvalue {i32, %struct.T} %x, ptr null, 1, 1
  ret {i32, %struct.T} %y
}
define void @ind(ptr sret(i32) %f, ptr byval(%struct.S) align 8 %s, ptr %r) {
  call void %f(i32 1)
  %v = call i32 (i32, ...) %f(i32 1, double 2.0)
  %t = tail call fastcc i32 @fast(i32 %v) #1
  musttail call void @ind(ptr sret(i32) %f, ptr byval(%struct.S) align 8 %s, ptr %r)
  ret void
}
define fastcc i32 @fast(i32 signext %x) #2 { 
  %c = call i32 @fast(i32 3)
  %d = notail call noundef zeroext i32 @ext(i32 noundef signext %c)
  ret i32 %x }
declare noundef zeroext i32 @ext(i32 noundef signext)
define i32 @unreach(i1 %c) {
  br i1 %c, label %a, label %b
dead:
  br label %a
a:
  %p = phi i32 [ 1, %0 ], [ 2, %dead ]
  ret i32 %p
b:
  unreachable
}
define i32 @loopy(i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l2 ]
  %acc = phi i32 [ 1, %e ], [ %acc2, %l2 ]
  %c = icmp sle i32 %i, %n
  br i1 %c, label %l2, label %x
l2:
  %j = add i32 %i, 1
  %acc2 = mul i32 %acc, %j
  switch i32 %j, label %l [
    i32 100, label %x
    i32 -1, label %x
  ], !prof !3
x:
  %r = phi i32 [ %acc, %l ], [ 7, %l2 ], [ 7, %l2 ]
  ret i32 %r
}
define void @ib(i1 %q) {
  %a = select i1 %q, ptr blockaddress(@ib, %x), ptr blockaddress(@ib, %y)
  indirectbr ptr %a, [label %x, label %y]
x:
  ret void
y:
  ret void
}
define void @me(ptr %p) memory(argmem: read, inaccessiblemem: write) { ret void }
define void @me2(ptr captures(none) %p, ptr captures(address) %q) memory(none) mustprogress norecurse willreturn nosync { ret void }
define void @me3() memory(errnomem: write) { ret void }
define <vscale x 4 x i32> @sc(<vscale x 4 x i32> %a) vscale_range(1,16) {
  %b = add <vscale x 4 x i32> %a, splat (i32 3)
  ret <vscale x 4 x i32> %b
}
define x86_fp80 @ld(x86_fp80 %x) { %y = fadd x86_fp80 %x, 0xK4000C000000000000000
 ret x86_fp80 %y }
define i32 @va(i32 %n, ...) {
  %l = alloca ptr
  call void @llvm.va_start.p0(ptr %l)
  %v = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %v
}
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
module asm "foo"
module asm "bar"
attributes #0 = { nounwind memory(none) }
attributes #1 = { noinline nounwind }
attributes #2 = { "no-infs-fp-math"="true" "denormal-fp-math"="preserve-sign,ieee" "tune-cpu"="generic" "prefer-vector-width"="256" "stack-protector-buffer-size"="8" }
!0 = !{i32 1}
!1 = !{}
!3 = !{!"branch_weights", i32 1, i32 2, i32 3}
