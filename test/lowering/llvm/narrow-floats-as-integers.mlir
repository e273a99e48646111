// RUN: strata-opt %s --llvm-narrow-floats-as-integers --canonicalize | FileCheck %s
// RUN: strata-opt %s --llvm-narrow-floats-as-integers="include-f16=true" | FileCheck %s --check-prefix=F16

// A loop that carries a vector.
// CHECK-LABEL: llvm.func @largest
// CHECK-NOT: xbf16
// CHECK: llvm.mlir.constant(dense<-128> : vector<16xi16>) : vector<16xi16>
// CHECK: llvm.br ^bb1(%{{.*}}, %{{.*}} : i64, vector<16xi16>)
// CHECK-NOT: xbf16
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<16xi16>
// CHECK-NOT: xbf16
// CHECK: llvm.store %{{.*}} : vector<16xi16>, !llvm.ptr
// CHECK-NEXT: llvm.return
llvm.func @largest(%from: !llvm.ptr, %to: !llvm.ptr) {
  %lowest = llvm.mlir.constant(dense<0xFF80> : vector<16xbf16>) : vector<16xbf16>
  %zero = llvm.mlir.constant(0 : i64) : i64
  %step = llvm.mlir.constant(16 : i64) : i64
  %end = llvm.mlir.constant(64 : i64) : i64
  llvm.br ^head(%zero, %lowest : i64, vector<16xbf16>)
^head(%i: i64, %max: vector<16xbf16>):
  %more = llvm.icmp "slt" %i, %end : i64
  llvm.cond_br %more, ^body, ^exit
^body:
  %at = llvm.getelementptr %from[%i] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
  %x = llvm.load %at {alignment = 2 : i64} : !llvm.ptr -> vector<16xbf16>
  %xi = llvm.bitcast %x : vector<16xbf16> to vector<16xi16>
  %mi = llvm.bitcast %max : vector<16xbf16> to vector<16xi16>
  %greater = llvm.icmp "sgt" %xi, %mi : vector<16xi16>
  %next = llvm.select %greater, %x, %max : vector<16xi1>, vector<16xbf16>
  %j = llvm.add %i, %step : i64
  llvm.br ^head(%j, %next : i64, vector<16xbf16>)
^exit:
  llvm.store %max, %to {alignment = 2 : i64} : vector<16xbf16>, !llvm.ptr
  llvm.return
}

// Functions and intrinsics keep their types.
// CHECK-LABEL: llvm.func @boundaries(
// CHECK-SAME: %[[X:.*]]: bf16, %[[V:.*]]: vector<32xbf16>, %[[S:.*]]: vector<16xf32>) -> bf16
// CHECK: %[[B:.*]] = llvm.bitcast %[[X]] : bf16 to i16
// CHECK: llvm.call @other(%[[X]]) : (bf16) -> bf16
// CHECK: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%[[S]], %[[V]], %[[V]])
// CHECK: %[[R:.*]] = llvm.bitcast %{{.*}} : i16 to bf16
// CHECK: llvm.return %[[R]] : bf16
llvm.func @boundaries(%x: bf16, %v: vector<32xbf16>, %s: vector<16xf32>) -> bf16 {
  %one = llvm.mlir.constant(1.000000e+00 : bf16) : bf16
  %r = llvm.call @other(%x) : (bf16) -> bf16
  %d = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%s, %v, %v) : (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
  %c = llvm.fcmp "uno" %r, %x : bf16
  %q = llvm.select %c, %x, %one : i1, bf16
  %p = llvm.mlir.addressof @place : !llvm.ptr
  llvm.store %d, %p : vector<16xf32>, !llvm.ptr
  llvm.return %q : bf16
}
llvm.func @other(bf16) -> bf16
llvm.mlir.global internal @place(dense<0.0> : vector<16xf32>) : vector<16xf32>

// CHECK-LABEL: llvm.func @halves
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> f16
// F16-LABEL: llvm.func @halves
// F16: llvm.load %{{.*}} : !llvm.ptr -> i16
// F16: llvm.store %{{.*}} : i16, !llvm.ptr
llvm.func @halves(%from: !llvm.ptr, %to: !llvm.ptr) {
  %x = llvm.load %from : !llvm.ptr -> f16
  llvm.store %x, %to : f16, !llvm.ptr
  llvm.return
}
