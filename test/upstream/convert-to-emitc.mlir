// FLAGS: --convert-to-emitc
// FLAGS: --convert-to-emitc=filter-dialects=arith,scf

func.func @sum(%a: memref<8xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
    %1 = memref.load %a[%i] : memref<8xf32>
    %2 = arith.addf %s, %1 : f32
    scf.yield %2 : f32
  }
  return %0 : f32
}

// -----

func.func @product(%a: memref<4x8xf32>, %b: memref<8x4xf32>, %c: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      scf.for %k = %c0 to %c8 step %c1 {
        %0 = memref.load %a[%i, %k] : memref<4x8xf32>
        %1 = memref.load %b[%k, %j] : memref<8x4xf32>
        %2 = memref.load %c[%i, %j] : memref<4x4xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        memref.store %4, %c[%i, %j] : memref<4x4xf32>
      }
    }
  }
  return
}

// -----

func.func private @callee(index) -> i1

func.func @branches(%n: index, %k: i32) -> i32 {
  %0 = call @callee(%n) : (index) -> i1
  %1 = scf.if %0 -> i32 {
    %2 = arith.index_cast %n : index to i32
    scf.yield %2 : i32
  } else {
    %3 = arith.addi %k, %k : i32
    scf.yield %3 : i32
  }
  return %1 : i32
}
