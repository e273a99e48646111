// RUN: strata-translate --mlir-to-cpp %s | FileCheck %s

// Where the text of mlir-translate is wrong C, it is another one here.

// A declaration is a prototype.
// CHECK: float declared(int32_t, float*);
func.func private @declared(i32, !emitc.ptr<f32>) -> f32

// What a dereferenced pointer leads to is in parentheses.
// CHECK-LABEL: void places(size_t v1, int32_t v2) {
// CHECK-NEXT: (*p).a[v1] = v2;
// CHECK-NEXT: (*q)->b = v2;
// CHECK-NEXT: (*r)[v1] = v2;
// CHECK-NEXT: return;
emitc.func @places(%i: index, %x: i32) {
  %p = literal "p" : !emitc.ptr<!emitc.opaque<"S">>
  %0 = dereference %p : !emitc.ptr<!emitc.opaque<"S">>
  %1 = "emitc.member"(%0) <{member = "a"}> : (!emitc.lvalue<!emitc.opaque<"S">>) -> !emitc.array<4xi32>
  %2 = subscript %1[%i] : (!emitc.array<4xi32>, index) -> !emitc.lvalue<i32>
  assign %x : i32 to %2 : <i32>
  %q = literal "q" : !emitc.ptr<!emitc.ptr<!emitc.opaque<"S">>>
  %3 = dereference %q : !emitc.ptr<!emitc.ptr<!emitc.opaque<"S">>>
  %4 = "emitc.member_of_ptr"(%3) <{member = "b"}> : (!emitc.lvalue<!emitc.ptr<!emitc.opaque<"S">>>) -> !emitc.lvalue<i32>
  assign %x : i32 to %4 : <i32>
  %r = literal "(*r)" : !emitc.ptr<i32>
  %5 = subscript %r[%i] : (!emitc.ptr<i32>, index) -> !emitc.lvalue<i32>
  assign %x : i32 to %5 : <i32>
  return
}

// An expression that is not to be inlined is a variable.
// CHECK-LABEL: int32_t noinline(int32_t v1) {
// CHECK-NEXT: int32_t v2 = v1 + v1;
// CHECK-NEXT: return v2;
emitc.func @noinline(%a: i32) -> i32 {
  %0 = expression %a noinline : (i32) -> i32 {
    %1 = add %a, %a : (i32, i32) -> i32
    yield %1 : i32
  }
  return %0 : i32
}
