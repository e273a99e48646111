// RUN: strata-opt %s --int-range-optimizations | FileCheck %s

// What ranges decide becomes a constant; a remainder of what is less than the divisor is the dividend.

// CHECK-LABEL: func.func @loop_bounds(
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %0 = scf.for %arg1 = %c0 to %c8 step %c1 iter_args(%arg2 = %c0) -> (index) {
// CHECK-NEXT:        %1 = arith.addi %arg2, %arg1 : index
// CHECK-NEXT:        memref.store %1, %arg0[%arg1] : memref<?xindex>
// CHECK-NEXT:        memref.store %c1, %arg0[%arg1] : memref<?xindex>
// CHECK-NEXT:        %2 = arith.muli %arg1, %c8 : index
// CHECK-NEXT:        memref.store %2, %arg0[%2] : memref<?xindex>
// CHECK-NEXT:        scf.yield %1 : index
// CHECK-NEXT:      }
// CHECK-NEXT:      return %0 : index
// CHECK-NEXT:    }
func.func @loop_bounds(%m: memref<?xindex>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %c0) -> index {
    %0 = arith.cmpi slt, %i, %c8 : index
    %1 = arith.remsi %i, %c8 : index
    %2 = arith.addi %a, %1 : index
    %3 = arith.select %0, %2, %a : index
    %4 = arith.cmpi sge, %i, %c0 : index
    %5 = arith.divsi %i, %c8 : index
    %6 = arith.addi %3, %5 : index
    memref.store %6, %m[%i] : memref<?xindex>
    %7 = arith.extui %4 : i1 to i64
    %8 = arith.index_cast %7 : i64 to index
    memref.store %8, %m[%i] : memref<?xindex>
    %9 = arith.muli %i, %c8 : index
    memref.store %9, %m[%9] : memref<?xindex>
    scf.yield %6 : index
  }
  return %r : index
}

// CHECK-LABEL: func.func @region_branch(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true : i1
// CHECK-NEXT:    }
func.func @region_branch(%c: i1, %x: i32) -> i1 {
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %c9 = arith.constant 9 : i32
  %r = scf.if %c -> i32 {
    scf.yield %c4 : i32
  } else {
    %0 = arith.andi %x, %c4 : i32
    scf.yield %0 : i32
  }
  %1 = arith.cmpi slt, %r, %c9 : i32
  return %1 : i1
}

// CHECK-LABEL: func.func @branch(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:      %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:      cf.br ^bb1(%c0_i32 : i32)
// CHECK-NEXT:    ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:      %1 = arith.cmpi slt, %0, %c9_i32 : i32
// CHECK-NEXT:      cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT:    ^bb2:  // pred: ^bb1
// CHECK-NEXT:      %2 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:      cf.br ^bb1(%2 : i32)
// CHECK-NEXT:    ^bb3:  // pred: ^bb1
// CHECK-NEXT:      %3 = arith.minui %0, %c4_i32 : i32
// CHECK-NEXT:      return %true, %3 : i1, i32
// CHECK-NEXT:    }
func.func @branch(%c: i1, %x: i32) -> (i1, i32) {
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  cf.br ^h(%c0 : i32)
^h(%i: i32):
  %0 = arith.cmpi slt, %i, %c9 : i32
  cf.cond_br %0, ^b, ^e
^b:
  %1 = arith.addi %i, %c1 : i32
  cf.br ^h(%1 : i32)
^e:
  %2 = arith.minui %i, %c4 : i32
  %3 = arith.cmpi ult, %2, %c9 : i32
  return %3, %2 : i1, i32
}

// CHECK-LABEL: func.func @vector(
// CHECK-NEXT:      %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT:      %cst_0 = arith.constant dense<[1, 3, 7, 0]> : vector<4xi32>
// CHECK-NEXT:      %0 = arith.andi %arg0, %cst_0 : vector<4xi32>
// CHECK-NEXT:      return %cst, %0 : vector<4xi1>, vector<4xi32>
// CHECK-NEXT:    }
func.func @vector(%x: vector<4xi32>) -> (vector<4xi1>, vector<4xi32>) {
  %c = arith.constant dense<[1, 3, 7, 0]> : vector<4xi32>
  %d = arith.constant dense<8> : vector<4xi32>
  %0 = arith.andi %x, %c : vector<4xi32>
  %1 = arith.cmpi slt, %0, %d : vector<4xi32>
  %2 = arith.remsi %0, %d : vector<4xi32>
  return %1, %2 : vector<4xi1>, vector<4xi32>
}

// CHECK-LABEL: func.func @unreachable_is_dead(
// CHECK-NEXT:      %false = arith.constant false
// CHECK-NEXT:      return %false : i1
// CHECK-NEXT:    }
func.func @unreachable_is_dead(%x: i32) -> i1 {
  %c7 = arith.constant 7 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.cmpi ugt, %0, %c7 : i32
  return %1 : i1
}

// CHECK-LABEL: func.func @range_add(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_add(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.addi %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_sub(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_sub(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.subi %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_mul(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_mul(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.muli %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_div_s(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_div_s(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.divsi %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_div_u(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_div_u(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.divui %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_ceil_s(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_ceil_s(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.ceildivsi %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_ceil_u(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_ceil_u(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.ceildivui %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_floor_s(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_floor_s(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.floordivsi %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_rem_s(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_rem_s(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.remsi %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_rem_u(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_rem_u(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.remui %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_and(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_and(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.andi %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_or(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_or(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.ori %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_xor(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_xor(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.xori %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_shl(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_shl(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.shli %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_shr_u(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_shr_u(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.shrui %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_shr_s(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_shr_s(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.shrsi %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_max_s(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_max_s(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.maxsi %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_max_u(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_max_u(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.maxui %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_min_s(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_min_s(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.minsi %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_min_u(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true, %true : i1, i1
// CHECK-NEXT:    }
func.func @range_min_u(%x: i32) -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c12 = arith.constant 12 : i32
  %cm1 = arith.constant -100 : i32
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.minui %0, %c3 : i32
  %2 = arith.cmpi slt, %1, %c100 : i32
  %3 = arith.cmpi sgt, %1, %cm1 : i32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @range_zext(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true : i1
// CHECK-NEXT:    }
func.func @range_zext(%x: i32) -> i1 {
  %c12 = arith.constant 12 : i32
  %c13 = arith.constant 13 : i64
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.extui %0 : i32 to i64
  %2 = arith.cmpi slt, %1, %c13 : i64
  return %2 : i1
}

// CHECK-LABEL: func.func @range_sext(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true : i1
// CHECK-NEXT:    }
func.func @range_sext(%x: i32) -> i1 {
  %c12 = arith.constant 12 : i32
  %c13 = arith.constant 13 : i64
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.extsi %0 : i32 to i64
  %2 = arith.cmpi slt, %1, %c13 : i64
  return %2 : i1
}

// CHECK-LABEL: func.func @range_trunc(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true : i1
// CHECK-NEXT:    }
func.func @range_trunc(%x: i32) -> i1 {
  %c12 = arith.constant 12 : i32
  %c13 = arith.constant 13 : i8
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.trunci %0 : i32 to i8
  %2 = arith.cmpi slt, %1, %c13 : i8
  return %2 : i1
}

// CHECK-LABEL: func.func @range_index(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true : i1
// CHECK-NEXT:    }
func.func @range_index(%x: i32) -> i1 {
  %c12 = arith.constant 12 : i32
  %c13 = arith.constant 13 : index
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.index_cast %0 : i32 to index
  %2 = arith.cmpi slt, %1, %c13 : index
  return %2 : i1
}

// CHECK-LABEL: func.func @range_index_u(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true : i1
// CHECK-NEXT:    }
func.func @range_index_u(%x: i32) -> i1 {
  %c12 = arith.constant 12 : i32
  %c13 = arith.constant 13 : index
  %0 = arith.andi %x, %c12 : i32
  %1 = arith.index_castui %0 : i32 to index
  %2 = arith.cmpi slt, %1, %c13 : index
  return %2 : i1
}

// CHECK-LABEL: func.func @range_select(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true : i1
// CHECK-NEXT:    }
func.func @range_select(%x: i1) -> i1 {
  %c2 = arith.constant 2 : i32
  %c5 = arith.constant 5 : i32
  %c6 = arith.constant 6 : i32
  %0 = arith.select %x, %c2, %c5 : i32
  %1 = arith.cmpi ult, %0, %c6 : i32
  return %1 : i1
}

// CHECK-LABEL: func.func @nsw(
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %true : i1
// CHECK-NEXT:    }
func.func @nsw(%x: i32) -> i1 {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %0 = arith.maxsi %x, %c1 : i32
  %1 = arith.addi %0, %c1 overflow<nsw> : i32
  %2 = arith.cmpi sgt, %1, %c0 : i32
  return %2 : i1
}

// CHECK-LABEL: func.func @wraps(
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:      %0 = arith.maxsi %arg0, %c1_i32 : i32
// CHECK-NEXT:      %1 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:      %2 = arith.cmpi sgt, %1, %c0_i32 : i32
// CHECK-NEXT:      return %2 : i1
// CHECK-NEXT:    }
func.func @wraps(%x: i32) -> i1 {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %0 = arith.maxsi %x, %c1 : i32
  %1 = arith.addi %0, %c1 : i32
  %2 = arith.cmpi sgt, %1, %c0 : i32
  return %2 : i1
}

// CHECK-LABEL: func.func @trivial_rem(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      return %0, %0 : i32, i32
// CHECK-NEXT:    }
func.func @trivial_rem(%x: i32) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.remsi %0, %c8 : i32
  %2 = arith.remui %0, %c8 : i32
  return %1, %2 : i32, i32
}

// Control flow that becomes needless is simplified as well: blocks whose arguments all have the same value have none.
// CHECK-LABEL: func.func @counting(
// CHECK:           cf.br ^bb2(%c0 : index)
// CHECK-NEXT:    ^bb1:
// CHECK:         ^bb2(%[[I:.*]]: index):
// CHECK:           cf.cond_br %{{.*}}, ^bb1, ^bb3
// CHECK-NEXT:    ^bb3:
// CHECK-NEXT:      return %[[I]] : index
func.func @counting(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^body(%i: index):
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^head(%j: index):
  %more = arith.cmpi ult, %j, %n : index
  cf.cond_br %more, ^body(%j : index), ^exit(%j : index)
^exit(%k: index):
  return %k : index
}
