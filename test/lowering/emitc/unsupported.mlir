// RUN: strata-opt %s --convert-to-emitc --split-input-file --verify-diagnostics

func.func @f(%n: index, %m: index) {
  // expected-error@+1 {{failed to legalize operation 'arith.minsi' that was explicitly marked illegal: it has no conversion to EmitC}}
  %0 = arith.minsi %n, %m : index
  return
}

// -----

func.func @f(%n: index, %m: index) {
  // expected-error@+1 {{failed to legalize operation 'arith.divui' that was explicitly marked illegal: expected integer type}}
  %0 = arith.divui %n, %m : index
  return
}

// -----

func.func @f(%b: i1, %c: i1) {
  // expected-error@+1 {{failed to legalize operation 'arith.addi' that was explicitly marked illegal: i1 type is not implemented}}
  %0 = arith.addi %b, %c : i1
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@+1 {{failed to legalize operation 'arith.fptoui' that was explicitly marked illegal: unsupported cast destination type}}
  %0 = arith.fptoui %x : f32 to i1
  return
}

// -----

func.func @f(%x: vector<2xf32>) {
  // expected-error@+1 {{failed to legalize operation 'arith.addf' that was explicitly marked illegal: type 'vector<2xf32>' is not supported by EmitC}}
  %0 = arith.addf %x, %x : vector<2xf32>
  return
}

// -----

// expected-error@+1 {{failed to legalize operation 'func.func' that was explicitly marked illegal: only functions with zero or one result can be converted}}
func.func @f(%a: i32) -> (i32, i32) {
  return %a, %a : i32, i32
}

// -----

func.func @f() {
  // expected-error@+1 {{failed to legalize operation 'memref.alloca' that was explicitly marked illegal: cannot transform alloca with alignment requirement}}
  %0 = memref.alloca() {alignment = 64 : i64} : memref<4xi32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@+1 {{failed to legalize operation 'memref.alloc' that was explicitly marked illegal: incompatible memref type for EmitC conversion}}
  %0 = memref.alloc(%n) : memref<?xi32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{failed to legalize operation 'memref.alloca' that was explicitly marked illegal: has type 'memref<i32>', which is no array of C}}
  %0 = memref.alloca() : memref<i32>
  return
}

// -----

// expected-error@+1 {{failed to legalize operation 'memref.global' that was explicitly marked illegal: global variable with alignment requirement is currently not supported}}
memref.global @g : memref<4xi32> {alignment = 64 : i64}

// -----

func.func @f(%n: i32) {
  // expected-error@+1 {{failed to legalize operation 'scf.for' that was explicitly marked illegal: unsigned loops are not supported}}
  scf.for unsigned %i = %n to %n step %n : i32 {
  }
  return
}
