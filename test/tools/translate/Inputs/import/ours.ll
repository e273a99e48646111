@empty = global [0 x i32] zeroinitializer
define i32 @main(i32 %x) #0 {
  call void asm sideeffect "nop", ""()
  %r = call i32 @main(i32 %x) [ "deopt"(i32 1) ], !annotation !0
  %v = load i32, ptr null, align 4
  ret i32 %r
}
attributes #0 = { nounwind }
!0 = !{!"auto-init"}
