// RUN: strata-opt --split-input-file --verify-diagnostics %s

func.func @words(%x: i32) {
  // expected-error@+1 {{invalid kind of attribute specified}}
  %0 = llvm.icmp 3 %x, %x : i32
  return
}

// -----

func.func @alloca(%n: i64) {
  // expected-error@+1 {{expected trailing function type with one argument and one result}}
  %0 = llvm.alloca %n x f32 : !llvm.ptr<3>
  return
}

// -----

func.func @variable_member(%p: !llvm.ptr, %i: i32) {
  // expected-error@+1 {{expected index 2 indexing a struct to be constant}}
  %0 = llvm.getelementptr %p[0, 1, %i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i8, struct<(i16, i16)>)>
  return
}

// -----

func.func @missing_member(%p: !llvm.ptr) {
  // expected-error@+1 {{index 1 indexing a struct is out of bounds}}
  %0 = llvm.getelementptr %p[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i16)>
  return
}

// -----

func.func @no_parts(%p: !llvm.ptr) {
  // expected-error@+1 {{type 'f32' cannot be indexed (index #2)}}
  %0 = llvm.getelementptr %p[1, 2, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x f32>
  return
}

// -----

func.func @half_a_flag(%p: !llvm.ptr) {
  // expected-error@+1 {{'inbounds_flag' cannot be used directly}}
  %0 = llvm.getelementptr inbounds_flag %p[1] : (!llvm.ptr) -> !llvm.ptr, i8
  return
}

// -----

func.func @wide(%a: vector<[16]xi8>, %b: vector<65537xi16>) {
  // expected-error@+1 {{failed to verify that vectors are not bigger than 2^17 bits.}}
  %0 = llvm.intr.vector.insert %b, %a[0] : vector<65537xi16> into vector<[16]xi8>
  return
}

// -----

func.func @scalable_part(%a: vector<8xi8>) {
  // expected-error@+1 {{failed to verify that it is not extracting scalable from fixed-length vectors.}}
  %0 = llvm.intr.vector.extract %a[0] : vector<[4]xi8> from vector<8xi8>
  return
}

// -----

func.func @interleaved(%a: vector<4xf32>) {
  // expected-error@+1 {{failed to verify that result has twice as many elements as 'vec1'}}
  %0 = "llvm.intr.vector.interleave2"(%a, %a) : (vector<4xf32>, vector<4xf32>) -> vector<6xf32>
  return
}

// -----

func.func @weights(%c: i1) {
  // expected-error@+1 {{expects number of branch weights to match number of successors: 3 vs 2}}
  llvm.cond_br %c weights([1, 2, 3]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @target_types() {
  // expected-error@+1 {{target extension type does not support zero-initializer}}
  %0 = llvm.mlir.zero : !llvm.target<"machine", 3>
  return
}

// -----

func.func @on_the_stack(%n: i64) {
  // expected-error@+1 {{this target extension type cannot be used in alloca}}
  %0 = llvm.alloca %n x !llvm.target<"machine"> : (i64) -> !llvm.ptr
  return
}

// -----

// expected-error@+1 {{initializer region type 'f32' does not match global type 'i32'}}
llvm.mlir.global external @g() : i32 {
  %0 = llvm.mlir.constant(1.0 : f32) : f32
  llvm.return %0 : f32
}

// -----

llvm.mlir.global external @x(1 : i32) : i32
llvm.mlir.global external @y() : i32 {
  %0 = llvm.mlir.addressof @x : !llvm.ptr
  // expected-error@+1 {{ops with side effects not allowed in global initializers}}
  %1 = llvm.load %0 : !llvm.ptr -> i32
  llvm.return %1 : i32
}

// -----

llvm.func @tags() {
  llvm.blocktag <id = 7>
  // expected-error@+1 {{duplicate block tag '7' in the same function}}
  llvm.blocktag <id = 7>
  llvm.return
}

// -----

llvm.func @f() -> i32
llvm.func @personality(...) -> i32
// expected-error@+1 {{'llvm.resume' should have a consistent input type inside a function}}
llvm.func @exceptions() -> i32 attributes {personality = @personality} {
  %0 = llvm.invoke @f() to ^done unwind ^wrong : () -> i32
^done:
  llvm.return %0 : i32
^wrong:
  %1 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  %2 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, i32)>
  llvm.resume %2 : i32
}
