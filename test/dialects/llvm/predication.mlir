// RUN: strata-opt --split-input-file %s | strata-opt --split-input-file | FileCheck %s

// The last operand of every op is the number of lanes.

// CHECK-LABEL: func.func @lanes
func.func @lanes(%a: vector<8xi32>, %m: vector<8xi1>, %n: i32) -> vector<8xi32> {
  // CHECK: "llvm.intr.vp.add"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %0 = "llvm.intr.vp.add"(%a, %a, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  // CHECK: "llvm.intr.vp.ashr"
  %1 = "llvm.intr.vp.ashr"(%0, %a, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  // CHECK: "llvm.intr.vp.smax"
  %2 = "llvm.intr.vp.smax"(%0, %1, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  // CHECK: "llvm.intr.vp.merge"
  %3 = "llvm.intr.vp.merge"(%m, %1, %2, %n) : (vector<8xi1>, vector<8xi32>, vector<8xi32>, i32) -> vector<8xi32>
  return %3 : vector<8xi32>
}

// -----

// CHECK-LABEL: func.func @floats
func.func @floats(%a: vector<[4]xf32>, %m: vector<[4]xi1>, %n: i32, %s: f32) -> f32 {
  // CHECK: "llvm.intr.vp.fneg"
  %0 = "llvm.intr.vp.fneg"(%a, %m, %n) : (vector<[4]xf32>, vector<[4]xi1>, i32) -> vector<[4]xf32>
  // CHECK: "llvm.intr.vp.fma"
  %1 = "llvm.intr.vp.fma"(%a, %0, %a, %m, %n) : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>, vector<[4]xi1>, i32) -> vector<[4]xf32>
  // CHECK: "llvm.intr.vp.fptosi"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<[4]xf32>, vector<[4]xi1>, i32) -> vector<[4]xi64>
  %2 = "llvm.intr.vp.fptosi"(%1, %m, %n) : (vector<[4]xf32>, vector<[4]xi1>, i32) -> vector<[4]xi64>
  // CHECK: "llvm.intr.vp.reduce.fadd"
  %3 = "llvm.intr.vp.reduce.fadd"(%s, %1, %m, %n) : (f32, vector<[4]xf32>, vector<[4]xi1>, i32) -> f32
  return %3 : f32
}

// -----

// CHECK-LABEL: func.func @memory
func.func @memory(%p: !llvm.ptr, %stride: i64, %m: vector<4xi1>, %n: i32) {
  // CHECK: "llvm.intr.vp.load"
  %0 = "llvm.intr.vp.load"(%p, %m, %n) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xf64>
  // CHECK: "llvm.intr.vp.store"
  "llvm.intr.vp.store"(%0, %p, %m, %n) : (vector<4xf64>, !llvm.ptr, vector<4xi1>, i32) -> ()
  // CHECK: "llvm.intr.experimental.vp.strided.load"
  %1 = "llvm.intr.experimental.vp.strided.load"(%p, %stride, %m, %n) : (!llvm.ptr, i64, vector<4xi1>, i32) -> vector<4xf64>
  // CHECK: "llvm.intr.experimental.vp.strided.store"
  "llvm.intr.experimental.vp.strided.store"(%1, %p, %stride, %m, %n) : (vector<4xf64>, !llvm.ptr, i64, vector<4xi1>, i32) -> ()
  return
}

// -----

// CHECK-LABEL: func.func @coroutine
func.func @coroutine(%p: !llvm.ptr, %n: i32, %last: i1) {
  // CHECK: llvm.mlir.none : !llvm.token
  %none = llvm.mlir.none : !llvm.token
  // CHECK: llvm.intr.coro.id %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %id = llvm.intr.coro.id %n, %p, %p, %p : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  // CHECK: llvm.intr.coro.size : i64
  %size = llvm.intr.coro.size : i64
  // CHECK: llvm.intr.coro.begin %{{.*}}, %{{.*}} : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %handle = llvm.intr.coro.begin %id, %p : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  // CHECK: llvm.intr.coro.save
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  // CHECK: llvm.intr.coro.suspend %{{.*}}, %{{.*}} : i8
  %next = llvm.intr.coro.suspend %save, %last : i8
  // CHECK: llvm.intr.coro.end %{{.*}}, %{{.*}}, %{{.*}} : (!llvm.ptr, i1, !llvm.token) -> i1
  %end = llvm.intr.coro.end %handle, %last, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  return
}

// -----

// A type of one target.
// CHECK-LABEL: func.func private @target(!llvm.target<"spirv.Image", i32, !llvm.ptr, 0, 2>)
func.func private @target(!llvm.target<"spirv.Image", i32, ptr, 0, 2>)

// -----

// No alignment is the same as an alignment of zero.
// CHECK-LABEL: func.func @alloca
func.func @alloca(%n: i64) {
  // CHECK: llvm.alloca %{{.*}} x i32 : (i64) -> !llvm.ptr
  %0 = llvm.alloca %n x i32 {alignment = 0 : i64} : (i64) -> !llvm.ptr
  return
}
