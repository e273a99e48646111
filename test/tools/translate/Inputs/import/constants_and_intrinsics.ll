@c = linkonce_odr constant i32 3, comdat
$c = comdat any
$grp = comdat nodeduplicate
@d = global i32 1, comdat($grp)
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @ctor, ptr null }]
@llvm.used = appending global [1 x ptr] [ptr @d], section "llvm.metadata"
@f80 = global x86_fp80 0xK3FFF8000000000000000
@f128 = global fp128 0xL00000000000000003FFF000000000000
@wide = global i128 -170141183460469231731687303715884105728
@h = global half 1.0
@bf = global bfloat 1.0
@nan = global double 0x7FF8000000000001
@b1 = global i1 true
@bs = global <3 x i1> <i1 true, i1 false, i1 true>
@ps = global [2 x ptr] [ptr @c, ptr null]
@np = global ptr null
@zs = global { i32, [2 x float] } zeroinitializer
@mixed = global [2 x [2 x i32]] [[2 x i32] zeroinitializer, [2 x i32] [i32 1, i32 2]]
@as1 = addrspace(1) global i32 0
@0 = private constant i32 9
@ptrint = global i64 ptrtoint (ptr @d to i64)
@diff = global i64 sub (i64 ptrtoint (ptr @d to i64), i64 ptrtoint (ptr @c to i64))
@nested = global { i32, { ptr, i64 } } { i32 1, { ptr, i64 } { ptr @d, i64 2 } }
@str0 = constant [3 x i8] zeroinitializer
@weakg = weak global i32 0
@ew = extern_weak global i32
@pois = global i32 poison
declare i32 @__gxx_personality_v0(...)
declare void @may()
declare i32 @may2(i32)
define internal void @ctor() { ret void }
define i32 @eh(i32 %x) personality ptr @__gxx_personality_v0 {
entry:
  %r = invoke i32 @may2(i32 %x) to label %ok unwind label %bad
ok:
  %p = phi i32 [ %r, %entry ]
  invoke void @may() to label %ok2 unwind label %bad
ok2:
  ret i32 %p
bad:
  %lp = landingpad { ptr, i32 } cleanup catch ptr @c catch ptr null filter [1 x ptr] [ptr @d]
  %s = extractvalue { ptr, i32 } %lp, 1
  resume { ptr, i32 } %lp
}
define i32 @atom(ptr %p, i32 %v) {
  %a = atomicrmw add ptr %p, i32 %v monotonic
  %b = atomicrmw volatile xchg ptr %p, i32 %v syncscope("agent") seq_cst, align 8
  %c = cmpxchg weak ptr %p, i32 %a, i32 %b acq_rel monotonic
  %d = load atomic i32, ptr %p syncscope("singlethread") acquire, align 4
  store atomic i32 %d, ptr %p release, align 4
  fence syncscope("agent") acquire
  fence seq_cst
  %e = extractvalue { i32, i1 } %c, 0
  %ff = atomicrmw fmax ptr %p, float 1.0 monotonic
  ret i32 %e
}
define <4 x float> @vec(<4 x float> %a, <4 x i32> %m, float %s) {
  %i = insertelement <4 x float> %a, float %s, i32 1
  %x = extractelement <4 x float> %i, i64 2
  %sh = shufflevector <4 x float> %a, <4 x float> %i, <4 x i32> <i32 0, i32 5, i32 poison, i32 3>
  %sp = shufflevector <4 x float> %a, <4 x float> poison, <4 x i32> zeroinitializer
  %f = fadd <4 x float> %sh, <float 1.0, float 1.0, float 1.0, float 1.0>
  %g = fmul nnan nsz <4 x float> %f, %sp
  %c = fcmp fast ult <4 x float> %g, %a
  %se = select <4 x i1> %c, <4 x float> %f, <4 x float> zeroinitializer
  %n = fneg <4 x float> %se
  %t = call <4 x float> @llvm.fma.v4f32(<4 x float> %n, <4 x float> %f, <4 x float> %g)
  %r = call float @llvm.vector.reduce.fadd.v4f32(float %x, <4 x float> %t)
  %ml = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 null, <4 x i1> %c, <4 x float> poison)
  %ml2 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 16 null, <4 x i1> %c, <4 x float> %t)
  call void @llvm.masked.store.v4f32.p0(<4 x float> %ml, ptr align 8 null, <4 x i1> %c)
  ret <4 x float> %ml2
}
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, <4 x i1>)
define void @mem(ptr %p, ptr %q, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 4 %q, i64 %n, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 true)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 false)
  %a = alloca i32, i32 4, align 16
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  %z = call i32 @llvm.ctlz.i32(i32 5, i1 true)
  %ab = call i32 @llvm.abs.i32(i32 %z, i1 false)
  %o = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %ab, i32 1)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]
  %ob = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  %sv = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %sv)
  %fs = call i1 @llvm.is.fpclass.f32(float 1.0, i32 3)
  %ex = call i32 @llvm.expect.i32(i32 %z, i32 1)
  %pw = call float @llvm.powi.f32.i32(float 2.0, i32 3)
  call void @llvm.trap()
  call void @llvm.donothing()
  %v8 = call i32 @llvm.bswap.i32(i32 %z)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32 immarg)
declare i32 @llvm.ctlz.i32(i32, i1 immarg)
declare i32 @llvm.abs.i32(i32, i1 immarg)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare void @llvm.assume(i1)
declare i64 @llvm.objectsize.i64.p0(ptr, i1 immarg, i1 immarg, i1 immarg)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
declare i32 @llvm.expect.i32(i32, i32)
declare float @llvm.powi.f32.i32(float, i32)
declare void @llvm.trap()
declare void @llvm.donothing()
declare i32 @llvm.bswap.i32(i32)
