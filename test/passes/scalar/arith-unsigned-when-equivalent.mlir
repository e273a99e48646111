// RUN: strata-opt %s --arith-unsigned-when-equivalent | FileCheck %s

// Only where no operand and no result is negative.

// CHECK-LABEL: func.func @divsi(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.divui %0, %c1_i32 : i32
// CHECK-NEXT:      %2 = arith.divsi %arg1, %c1_i32 : i32
// CHECK-NEXT:      return %1, %2 : i32, i32
// CHECK-NEXT:    }
func.func @divsi(%x: i32, %y: i32) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.divsi %0, %c1 : i32
  %2 = arith.divsi %y, %c1 : i32
  return %1, %2 : i32, i32
}

// CHECK-LABEL: func.func @ceildivsi(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.ceildivui %0, %c1_i32 : i32
// CHECK-NEXT:      %2 = arith.ceildivsi %arg1, %c1_i32 : i32
// CHECK-NEXT:      return %1, %2 : i32, i32
// CHECK-NEXT:    }
func.func @ceildivsi(%x: i32, %y: i32) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.ceildivsi %0, %c1 : i32
  %2 = arith.ceildivsi %y, %c1 : i32
  return %1, %2 : i32, i32
}

// CHECK-LABEL: func.func @floordivsi(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.divui %0, %c1_i32 : i32
// CHECK-NEXT:      %2 = arith.floordivsi %arg1, %c1_i32 : i32
// CHECK-NEXT:      return %1, %2 : i32, i32
// CHECK-NEXT:    }
func.func @floordivsi(%x: i32, %y: i32) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.floordivsi %0, %c1 : i32
  %2 = arith.floordivsi %y, %c1 : i32
  return %1, %2 : i32, i32
}

// CHECK-LABEL: func.func @remsi(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.remui %0, %c1_i32 : i32
// CHECK-NEXT:      %2 = arith.remsi %arg1, %c1_i32 : i32
// CHECK-NEXT:      return %1, %2 : i32, i32
// CHECK-NEXT:    }
func.func @remsi(%x: i32, %y: i32) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.remsi %0, %c1 : i32
  %2 = arith.remsi %y, %c1 : i32
  return %1, %2 : i32, i32
}

// CHECK-LABEL: func.func @minsi(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.minui %0, %c1_i32 : i32
// CHECK-NEXT:      %2 = arith.minsi %arg1, %c1_i32 : i32
// CHECK-NEXT:      return %1, %2 : i32, i32
// CHECK-NEXT:    }
func.func @minsi(%x: i32, %y: i32) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.minsi %0, %c1 : i32
  %2 = arith.minsi %y, %c1 : i32
  return %1, %2 : i32, i32
}

// CHECK-LABEL: func.func @maxsi(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.maxui %0, %c1_i32 : i32
// CHECK-NEXT:      %2 = arith.maxsi %arg1, %c1_i32 : i32
// CHECK-NEXT:      return %1, %2 : i32, i32
// CHECK-NEXT:    }
func.func @maxsi(%x: i32, %y: i32) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.maxsi %0, %c1 : i32
  %2 = arith.maxsi %y, %c1 : i32
  return %1, %2 : i32, i32
}

// CHECK-LABEL: func.func @exact(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.divui %0, %c7_i32 exact : i32
// CHECK-NEXT:      return %1 : i32
// CHECK-NEXT:    }
func.func @exact(%x: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.divsi %0, %c7 exact : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @extsi(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.extui %0 : i32 to i64
// CHECK-NEXT:      return %1 : i64
// CHECK-NEXT:    }
func.func @extsi(%x: i32) -> i64 {
  %c7 = arith.constant 7 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.extsi %0 : i32 to i64
  return %1 : i64
}

// CHECK-LABEL: func.func @cmpi_slt(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.cmpi ult, %0, %c7_i32 : i32
// CHECK-NEXT:      %2 = arith.cmpi slt, %arg1, %c7_i32 : i32
// CHECK-NEXT:      return %1, %2 : i1, i1
// CHECK-NEXT:    }
func.func @cmpi_slt(%x: i32, %y: i32) -> (i1, i1) {
  %c7 = arith.constant 7 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.cmpi slt, %0, %c7 : i32
  %2 = arith.cmpi slt, %y, %c7 : i32
  return %1, %2 : i1, i1
}

// CHECK-LABEL: func.func @cmpi_sle(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.cmpi ule, %0, %c7_i32 : i32
// CHECK-NEXT:      %2 = arith.cmpi sle, %arg1, %c7_i32 : i32
// CHECK-NEXT:      return %1, %2 : i1, i1
// CHECK-NEXT:    }
func.func @cmpi_sle(%x: i32, %y: i32) -> (i1, i1) {
  %c7 = arith.constant 7 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.cmpi sle, %0, %c7 : i32
  %2 = arith.cmpi sle, %y, %c7 : i32
  return %1, %2 : i1, i1
}

// CHECK-LABEL: func.func @cmpi_sgt(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.cmpi ugt, %0, %c7_i32 : i32
// CHECK-NEXT:      %2 = arith.cmpi sgt, %arg1, %c7_i32 : i32
// CHECK-NEXT:      return %1, %2 : i1, i1
// CHECK-NEXT:    }
func.func @cmpi_sgt(%x: i32, %y: i32) -> (i1, i1) {
  %c7 = arith.constant 7 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.cmpi sgt, %0, %c7 : i32
  %2 = arith.cmpi sgt, %y, %c7 : i32
  return %1, %2 : i1, i1
}

// CHECK-LABEL: func.func @cmpi_sge(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.cmpi uge, %0, %c7_i32 : i32
// CHECK-NEXT:      %2 = arith.cmpi sge, %arg1, %c7_i32 : i32
// CHECK-NEXT:      return %1, %2 : i1, i1
// CHECK-NEXT:    }
func.func @cmpi_sge(%x: i32, %y: i32) -> (i1, i1) {
  %c7 = arith.constant 7 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.cmpi sge, %0, %c7 : i32
  %2 = arith.cmpi sge, %y, %c7 : i32
  return %1, %2 : i1, i1
}

// CHECK-LABEL: func.func @cmpi_ult(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.cmpi ult, %0, %c7_i32 : i32
// CHECK-NEXT:      %2 = arith.cmpi ult, %arg1, %c7_i32 : i32
// CHECK-NEXT:      return %1, %2 : i1, i1
// CHECK-NEXT:    }
func.func @cmpi_ult(%x: i32, %y: i32) -> (i1, i1) {
  %c7 = arith.constant 7 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.cmpi ult, %0, %c7 : i32
  %2 = arith.cmpi ult, %y, %c7 : i32
  return %1, %2 : i1, i1
}

// CHECK-LABEL: func.func @cmpi_eq(
// CHECK-NEXT:      %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:      %0 = arith.andi %arg0, %c7_i32 : i32
// CHECK-NEXT:      %1 = arith.cmpi eq, %0, %c7_i32 : i32
// CHECK-NEXT:      %2 = arith.cmpi eq, %arg1, %c7_i32 : i32
// CHECK-NEXT:      return %1, %2 : i1, i1
// CHECK-NEXT:    }
func.func @cmpi_eq(%x: i32, %y: i32) -> (i1, i1) {
  %c7 = arith.constant 7 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.cmpi eq, %0, %c7 : i32
  %2 = arith.cmpi eq, %y, %c7 : i32
  return %1, %2 : i1, i1
}
