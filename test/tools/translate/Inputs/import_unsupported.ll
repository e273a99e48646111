define void @f() personality ptr @p {
  invoke void @g() to label %a unwind label %b
a:
  ret void
b:
  %c = cleanuppad within none []
  cleanupret from %c unwind to caller
}
declare void @g()
declare i32 @p(...)
