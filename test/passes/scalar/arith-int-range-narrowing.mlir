// RUN: strata-opt %s --arith-int-range-narrowing=int-bitwidths-supported=8,16,32 | FileCheck %s

// The first width that all values fit is taken.

// CHECK-LABEL: func.func @index_sum(
// CHECK-NEXT:      %c7 = arith.constant 7 : index
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7 : index
// CHECK-NEXT:      %1 = arith.andi %arg1, %c7 : index
// CHECK-NEXT:      %2 = arith.index_castui %0 : index to i8
// CHECK-NEXT:      %3 = arith.index_castui %1 : index to i8
// CHECK-NEXT:      %4 = arith.addi %2, %3 : i8
// CHECK-NEXT:      %5 = arith.index_castui %4 : i8 to index
// CHECK-NEXT:      return %5 : index
// CHECK-NEXT:    }
func.func @index_sum(%x: index, %y: index) -> index {
  %c7 = arith.constant 7 : index
  %0 = arith.andi %x, %c7 : index
  %1 = arith.andi %y, %c7 : index
  %2 = arith.addi %0, %1 : index
  return %2 : index
}

// CHECK-LABEL: func.func @signed(
// CHECK-NEXT:      %c20_i8 = arith.constant 20 : i8
// CHECK-NEXT:      %c-100_i64 = arith.constant -100 : i64
// CHECK-NEXT:      %c20_i64 = arith.constant 20 : i64
// CHECK-NEXT:      %0 = arith.maxsi %arg0, %c-100_i64 : i64
// CHECK-NEXT:      %1 = arith.minsi %0, %c20_i64 : i64
// CHECK-NEXT:      %2 = arith.trunci %1 : i64 to i8
// CHECK-NEXT:      %3 = arith.subi %2, %c20_i8 : i8
// CHECK-NEXT:      %4 = arith.extsi %3 : i8 to i64
// CHECK-NEXT:      return %4 : i64
// CHECK-NEXT:    }
func.func @signed(%x: i64) -> i64 {
  %c = arith.constant -100 : i64
  %d = arith.constant 20 : i64
  %0 = arith.maxsi %x, %c : i64
  %1 = arith.minsi %0, %d : i64
  %2 = arith.subi %1, %d : i64
  return %2 : i64
}

// CHECK-LABEL: func.func @comparison(
// CHECK-NEXT:      %c5_i8 = arith.constant 5 : i8
// CHECK-NEXT:      %c7 = arith.constant 7 : index
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7 : index
// CHECK-NEXT:      %1 = arith.index_castui %0 : index to i8
// CHECK-NEXT:      %2 = arith.cmpi slt, %1, %c5_i8 : i8
// CHECK-NEXT:      return %2 : i1
// CHECK-NEXT:    }
func.func @comparison(%x: index) -> i1 {
  %c7 = arith.constant 7 : index
  %c5 = arith.constant 5 : index
  %0 = arith.andi %x, %c7 : index
  %1 = arith.cmpi slt, %0, %c5 : index
  return %1 : i1
}

// CHECK-LABEL: func.func @second_width(
// CHECK-NEXT:      %c1000_i64 = arith.constant 1000 : i64
// CHECK-NEXT:      %0 = arith.remui %arg0, %c1000_i64 : i64
// CHECK-NEXT:      %1 = arith.trunci %0 : i64 to i16
// CHECK-NEXT:      %2 = arith.addi %1, %1 : i16
// CHECK-NEXT:      %3 = arith.extui %2 : i16 to i64
// CHECK-NEXT:      return %3 : i64
// CHECK-NEXT:    }
func.func @second_width(%x: i64) -> i64 {
  %c = arith.constant 1000 : i64
  %0 = arith.remui %x, %c : i64
  %1 = arith.addi %0, %0 : i64
  return %1 : i64
}

// CHECK-LABEL: func.func @too_wide(
// CHECK-NEXT:      %0 = arith.addi %arg0, %arg1 : i64
// CHECK-NEXT:      return %0 : i64
// CHECK-NEXT:    }
func.func @too_wide(%x: i64, %y: i64) -> i64 {
  %1 = arith.addi %x, %y : i64
  return %1 : i64
}

// CHECK-LABEL: func.func @cast_chain(
// CHECK-NEXT:      return %arg0 : i8
// CHECK-NEXT:    }
func.func @cast_chain(%x: i8) -> i8 {
  %0 = arith.index_cast %x : i8 to index
  %1 = arith.index_cast %0 : index to i8
  return %1 : i8
}

// CHECK-LABEL: func.func @vector(
// CHECK-NEXT:      %cst = arith.constant dense<[1, 2, 4, 7]> : vector<4xi8>
// CHECK-NEXT:      %cst_0 = arith.constant dense<[1, 2, 4, 7]> : vector<4xi64>
// CHECK-NEXT:      %0 = arith.andi %arg0, %cst_0 : vector<4xi64>
// CHECK-NEXT:      %1 = arith.trunci %0 : vector<4xi64> to vector<4xi8>
// CHECK-NEXT:      %2 = arith.muli %1, %cst : vector<4xi8>
// CHECK-NEXT:      %3 = arith.extui %2 : vector<4xi8> to vector<4xi64>
// CHECK-NEXT:      return %3 : vector<4xi64>
// CHECK-NEXT:    }
func.func @vector(%x: vector<4xi64>) -> vector<4xi64> {
  %c = arith.constant dense<[1, 2, 4, 7]> : vector<4xi64>
  %0 = arith.andi %x, %c : vector<4xi64>
  %1 = arith.muli %0, %c : vector<4xi64>
  return %1 : vector<4xi64>
}
