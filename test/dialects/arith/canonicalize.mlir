// RUN: strata-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @addi_zero(
// CHECK-NEXT:    return %arg0 : i32
func.func @addi_zero(%a: i32) -> i32 {
  %k = arith.constant 0 : i32
  %r = arith.addi %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi_zero(
// CHECK-NEXT:    return %arg0 : i32
func.func @subi_zero(%a: i32) -> i32 {
  %k = arith.constant 0 : i32
  %r = arith.subi %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ori_zero(
// CHECK-NEXT:    return %arg0 : i32
func.func @ori_zero(%a: i32) -> i32 {
  %k = arith.constant 0 : i32
  %r = arith.ori %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @xori_zero(
// CHECK-NEXT:    return %arg0 : i32
func.func @xori_zero(%a: i32) -> i32 {
  %k = arith.constant 0 : i32
  %r = arith.xori %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @shli_zero(
// CHECK-NEXT:    return %arg0 : i32
func.func @shli_zero(%a: i32) -> i32 {
  %k = arith.constant 0 : i32
  %r = arith.shli %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @shrsi_zero(
// CHECK-NEXT:    return %arg0 : i32
func.func @shrsi_zero(%a: i32) -> i32 {
  %k = arith.constant 0 : i32
  %r = arith.shrsi %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @shrui_zero(
// CHECK-NEXT:    return %arg0 : i32
func.func @shrui_zero(%a: i32) -> i32 {
  %k = arith.constant 0 : i32
  %r = arith.shrui %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @maxui_zero(
// CHECK-NEXT:    return %arg0 : i32
func.func @maxui_zero(%a: i32) -> i32 {
  %k = arith.constant 0 : i32
  %r = arith.maxui %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @muli_one(
// CHECK-NEXT:    return %arg0 : i32
func.func @muli_one(%a: i32) -> i32 {
  %k = arith.constant 1 : i32
  %r = arith.muli %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @divsi_one(
// CHECK-NEXT:    return %arg0 : i32
func.func @divsi_one(%a: i32) -> i32 {
  %k = arith.constant 1 : i32
  %r = arith.divsi %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @divui_one(
// CHECK-NEXT:    return %arg0 : i32
func.func @divui_one(%a: i32) -> i32 {
  %k = arith.constant 1 : i32
  %r = arith.divui %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ceildivsi_one(
// CHECK-NEXT:    return %arg0 : i32
func.func @ceildivsi_one(%a: i32) -> i32 {
  %k = arith.constant 1 : i32
  %r = arith.ceildivsi %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ceildivui_one(
// CHECK-NEXT:    return %arg0 : i32
func.func @ceildivui_one(%a: i32) -> i32 {
  %k = arith.constant 1 : i32
  %r = arith.ceildivui %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @floordivsi_one(
// CHECK-NEXT:    return %arg0 : i32
func.func @floordivsi_one(%a: i32) -> i32 {
  %k = arith.constant 1 : i32
  %r = arith.floordivsi %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @remsi_one(
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    return %c0_i32 : i32
func.func @remsi_one(%a: i32) -> i32 {
  %k = arith.constant 1 : i32
  %r = arith.remsi %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @remui_one(
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    return %c0_i32 : i32
func.func @remui_one(%a: i32) -> i32 {
  %k = arith.constant 1 : i32
  %r = arith.remui %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @muli_zero(
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    return %c0_i32 : i32
func.func @muli_zero(%a: i32) -> i32 {
  %k = arith.constant 0 : i32
  %r = arith.muli %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @andi_zero(
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    return %c0_i32 : i32
func.func @andi_zero(%a: i32) -> i32 {
  %k = arith.constant 0 : i32
  %r = arith.andi %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @minui_zero(
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    return %c0_i32 : i32
func.func @minui_zero(%a: i32) -> i32 {
  %k = arith.constant 0 : i32
  %r = arith.minui %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @andi_all_ones(
// CHECK-NEXT:    return %arg0 : i32
func.func @andi_all_ones(%a: i32) -> i32 {
  %k = arith.constant -1 : i32
  %r = arith.andi %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ori_all_ones(
// CHECK-NEXT:    %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:    return %c-1_i32 : i32
func.func @ori_all_ones(%a: i32) -> i32 {
  %k = arith.constant -1 : i32
  %r = arith.ori %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @maxui_all_ones(
// CHECK-NEXT:    %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:    return %c-1_i32 : i32
func.func @maxui_all_ones(%a: i32) -> i32 {
  %k = arith.constant -1 : i32
  %r = arith.maxui %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi_same(
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    return %c0_i32 : i32
func.func @subi_same(%a: i32) -> i32 {
  %r = arith.subi %a, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @xori_same(
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    return %c0_i32 : i32
func.func @xori_same(%a: i32) -> i32 {
  %r = arith.xori %a, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @andi_same(
// CHECK-NEXT:    return %arg0 : i32
func.func @andi_same(%a: i32) -> i32 {
  %r = arith.andi %a, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ori_same(
// CHECK-NEXT:    return %arg0 : i32
func.func @ori_same(%a: i32) -> i32 {
  %r = arith.ori %a, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @maxsi_same(
// CHECK-NEXT:    return %arg0 : i32
func.func @maxsi_same(%a: i32) -> i32 {
  %r = arith.maxsi %a, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @minsi_same(
// CHECK-NEXT:    return %arg0 : i32
func.func @minsi_same(%a: i32) -> i32 {
  %r = arith.minsi %a, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @addi_constant_right(
// CHECK-NEXT:    %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:    %0 = arith.addi %arg0, %c5_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @addi_constant_right(%a: i32) -> i32 {
  %k = arith.constant 5 : i32
  %r = arith.addi %k, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @muli_constant_right(
// CHECK-NEXT:    %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:    %0 = arith.muli %arg0, %c5_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @muli_constant_right(%a: i32) -> i32 {
  %k = arith.constant 5 : i32
  %r = arith.muli %k, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @andi_constant_right(
// CHECK-NEXT:    %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:    %0 = arith.andi %arg0, %c5_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @andi_constant_right(%a: i32) -> i32 {
  %k = arith.constant 5 : i32
  %r = arith.andi %k, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ori_constant_right(
// CHECK-NEXT:    %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:    %0 = arith.ori %arg0, %c5_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @ori_constant_right(%a: i32) -> i32 {
  %k = arith.constant 5 : i32
  %r = arith.ori %k, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @xori_constant_right(
// CHECK-NEXT:    %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:    %0 = arith.xori %arg0, %c5_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @xori_constant_right(%a: i32) -> i32 {
  %k = arith.constant 5 : i32
  %r = arith.xori %k, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @maxsi_constant_right(
// CHECK-NEXT:    %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:    %0 = arith.maxsi %arg0, %c5_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @maxsi_constant_right(%a: i32) -> i32 {
  %k = arith.constant 5 : i32
  %r = arith.maxsi %k, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @minui_constant_right(
// CHECK-NEXT:    %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:    %0 = arith.minui %arg0, %c5_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @minui_constant_right(%a: i32) -> i32 {
  %k = arith.constant 5 : i32
  %r = arith.minui %k, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @addi_constants(
// CHECK-NEXT:    %c-32_i32 = arith.constant -32 : i32
// CHECK-NEXT:    return %c-32_i32 : i32
func.func @addi_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.addi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi_constants(
// CHECK-NEXT:    %c-42_i32 = arith.constant -42 : i32
// CHECK-NEXT:    return %c-42_i32 : i32
func.func @subi_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.subi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @muli_constants(
// CHECK-NEXT:    %c-185_i32 = arith.constant -185 : i32
// CHECK-NEXT:    return %c-185_i32 : i32
func.func @muli_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.muli %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @divsi_constants(
// CHECK-NEXT:    %c-7_i32 = arith.constant -7 : i32
// CHECK-NEXT:    return %c-7_i32 : i32
func.func @divsi_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.divsi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @divui_constants(
// CHECK-NEXT:    %c858993451_i32 = arith.constant 858993451 : i32
// CHECK-NEXT:    return %c858993451_i32 : i32
func.func @divui_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.divui %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ceildivsi_constants(
// CHECK-NEXT:    %c-7_i32 = arith.constant -7 : i32
// CHECK-NEXT:    return %c-7_i32 : i32
func.func @ceildivsi_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.ceildivsi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ceildivui_constants(
// CHECK-NEXT:    %c858993452_i32 = arith.constant 858993452 : i32
// CHECK-NEXT:    return %c858993452_i32 : i32
func.func @ceildivui_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.ceildivui %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @floordivsi_constants(
// CHECK-NEXT:    %c-8_i32 = arith.constant -8 : i32
// CHECK-NEXT:    return %c-8_i32 : i32
func.func @floordivsi_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.floordivsi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @remsi_constants(
// CHECK-NEXT:    %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT:    return %c-2_i32 : i32
func.func @remsi_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.remsi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @remui_constants(
// CHECK-NEXT:    %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:    return %c4_i32 : i32
func.func @remui_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.remui %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @andi_constants(
// CHECK-NEXT:    %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:    return %c1_i32 : i32
func.func @andi_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.andi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ori_constants(
// CHECK-NEXT:    %c-33_i32 = arith.constant -33 : i32
// CHECK-NEXT:    return %c-33_i32 : i32
func.func @ori_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.ori %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @xori_constants(
// CHECK-NEXT:    %c-34_i32 = arith.constant -34 : i32
// CHECK-NEXT:    return %c-34_i32 : i32
func.func @xori_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.xori %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @shli_constants(
// CHECK-NEXT:    %c-1184_i32 = arith.constant -1184 : i32
// CHECK-NEXT:    return %c-1184_i32 : i32
func.func @shli_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.shli %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @shrsi_constants(
// CHECK-NEXT:    %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT:    return %c-2_i32 : i32
func.func @shrsi_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.shrsi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @shrui_constants(
// CHECK-NEXT:    %c134217726_i32 = arith.constant 134217726 : i32
// CHECK-NEXT:    return %c134217726_i32 : i32
func.func @shrui_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.shrui %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @maxsi_constants(
// CHECK-NEXT:    %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:    return %c5_i32 : i32
func.func @maxsi_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.maxsi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @maxui_constants(
// CHECK-NEXT:    %c-37_i32 = arith.constant -37 : i32
// CHECK-NEXT:    return %c-37_i32 : i32
func.func @maxui_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.maxui %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @minsi_constants(
// CHECK-NEXT:    %c-37_i32 = arith.constant -37 : i32
// CHECK-NEXT:    return %c-37_i32 : i32
func.func @minsi_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.minsi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @minui_constants(
// CHECK-NEXT:    %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:    return %c5_i32 : i32
func.func @minui_constants() -> i32 {
  %k = arith.constant -37 : i32
  %j = arith.constant 5 : i32
  %r = arith.minui %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @divsi_by_zero(
// CHECK-NEXT:    %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    %0 = arith.divsi %c7_i32, %c0_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @divsi_by_zero() -> i32 {
  %k = arith.constant 7 : i32
  %j = arith.constant 0 : i32
  %r = arith.divsi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @divui_by_zero(
// CHECK-NEXT:    %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    %0 = arith.divui %c7_i32, %c0_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @divui_by_zero() -> i32 {
  %k = arith.constant 7 : i32
  %j = arith.constant 0 : i32
  %r = arith.divui %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ceildivsi_by_zero(
// CHECK-NEXT:    %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    %0 = arith.ceildivsi %c7_i32, %c0_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @ceildivsi_by_zero() -> i32 {
  %k = arith.constant 7 : i32
  %j = arith.constant 0 : i32
  %r = arith.ceildivsi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ceildivui_by_zero(
// CHECK-NEXT:    %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    %0 = arith.ceildivui %c7_i32, %c0_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @ceildivui_by_zero() -> i32 {
  %k = arith.constant 7 : i32
  %j = arith.constant 0 : i32
  %r = arith.ceildivui %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @floordivsi_by_zero(
// CHECK-NEXT:    %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    %0 = arith.floordivsi %c7_i32, %c0_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @floordivsi_by_zero() -> i32 {
  %k = arith.constant 7 : i32
  %j = arith.constant 0 : i32
  %r = arith.floordivsi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @remsi_by_zero(
// CHECK-NEXT:    %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    %0 = arith.remsi %c7_i32, %c0_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @remsi_by_zero() -> i32 {
  %k = arith.constant 7 : i32
  %j = arith.constant 0 : i32
  %r = arith.remsi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @remui_by_zero(
// CHECK-NEXT:    %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    %0 = arith.remui %c7_i32, %c0_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @remui_by_zero() -> i32 {
  %k = arith.constant 7 : i32
  %j = arith.constant 0 : i32
  %r = arith.remui %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @divsi_overflow(
// CHECK-NEXT:    %c-2147483648_i32 = arith.constant -2147483648 : i32
// CHECK-NEXT:    %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:    %0 = arith.divsi %c-2147483648_i32, %c-1_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @divsi_overflow() -> i32 {
  %k = arith.constant -2147483648 : i32
  %j = arith.constant -1 : i32
  %r = arith.divsi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @shift_by_width(
// CHECK-NEXT:    %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:    %c32_i32 = arith.constant 32 : i32
// CHECK-NEXT:    %0 = arith.shli %c7_i32, %c32_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @shift_by_width() -> i32 {
  %k = arith.constant 7 : i32
  %j = arith.constant 32 : i32
  %r = arith.shli %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @dense(
// CHECK-NEXT:    %cst = arith.constant dense<[11, 12, 13, 14]> : vector<4xi32>
// CHECK-NEXT:    return %cst : vector<4xi32>
func.func @dense() -> vector<4xi32> {
  %k = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %j = arith.constant dense<10> : vector<4xi32>
  %r = arith.addi %k, %j : vector<4xi32>
  return %r : vector<4xi32>
}

// CHECK-LABEL: func.func @splat_shift(
// CHECK-NEXT:    return %arg0 : vector<4xi32>
func.func @splat_shift(%v: vector<4xi32>) -> vector<4xi32> {
  %k = arith.constant dense<0> : vector<4xi32>
  %r = arith.shrui %v, %k : vector<4xi32>
  return %r : vector<4xi32>
}

// CHECK-LABEL: func.func @addi_addi_0(
// CHECK-NEXT:    %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:    %0 = arith.addi %arg0, %c8_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @addi_addi_0(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.addi %a, %k : i32
  %r = arith.addi %q, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @addi_subi_0(
// CHECK-NEXT:    %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT:    %0 = arith.addi %arg0, %c-2_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @addi_subi_0(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.addi %a, %k : i32
  %r = arith.subi %q, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi_addi_0(
// CHECK-NEXT:    %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:    %0 = arith.addi %arg0, %c2_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @subi_addi_0(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.subi %a, %k : i32
  %r = arith.addi %q, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi_subi_0(
// CHECK-NEXT:    %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:    %0 = arith.subi %arg0, %c8_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @subi_subi_0(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.subi %a, %k : i32
  %r = arith.subi %q, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @addi_addi_1(
// CHECK-NEXT:    %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:    %0 = arith.addi %arg0, %c8_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @addi_addi_1(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.addi %k, %a : i32
  %r = arith.addi %q, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @addi_subi_1(
// CHECK-NEXT:    %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT:    %0 = arith.addi %arg0, %c-2_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @addi_subi_1(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.addi %k, %a : i32
  %r = arith.subi %q, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi_addi_1(
// CHECK-NEXT:    %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:    %0 = arith.subi %c8_i32, %arg0 : i32
// CHECK-NEXT:    return %0 : i32
func.func @subi_addi_1(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.subi %k, %a : i32
  %r = arith.addi %q, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi_subi_1(
// CHECK-NEXT:    %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT:    %0 = arith.subi %c-2_i32, %arg0 : i32
// CHECK-NEXT:    return %0 : i32
func.func @subi_subi_1(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.subi %k, %a : i32
  %r = arith.subi %q, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @addi_addi_2(
// CHECK-NEXT:    %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:    %0 = arith.addi %arg0, %c8_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @addi_addi_2(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.addi %a, %k : i32
  %r = arith.addi %j, %q : i32
  return %r : i32
}

// CHECK-LABEL: func.func @addi_subi_2(
// CHECK-NEXT:    %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:    %0 = arith.subi %c2_i32, %arg0 : i32
// CHECK-NEXT:    return %0 : i32
func.func @addi_subi_2(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.addi %a, %k : i32
  %r = arith.subi %j, %q : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi_addi_2(
// CHECK-NEXT:    %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:    %0 = arith.addi %arg0, %c2_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @subi_addi_2(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.subi %a, %k : i32
  %r = arith.addi %j, %q : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi_subi_2(
// CHECK-NEXT:    %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:    %0 = arith.subi %c8_i32, %arg0 : i32
// CHECK-NEXT:    return %0 : i32
func.func @subi_subi_2(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.subi %a, %k : i32
  %r = arith.subi %j, %q : i32
  return %r : i32
}

// CHECK-LABEL: func.func @addi_addi_3(
// CHECK-NEXT:    %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:    %0 = arith.addi %arg0, %c8_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @addi_addi_3(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.addi %k, %a : i32
  %r = arith.addi %j, %q : i32
  return %r : i32
}

// CHECK-LABEL: func.func @addi_subi_3(
// CHECK-NEXT:    %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:    %0 = arith.subi %c2_i32, %arg0 : i32
// CHECK-NEXT:    return %0 : i32
func.func @addi_subi_3(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.addi %k, %a : i32
  %r = arith.subi %j, %q : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi_addi_3(
// CHECK-NEXT:    %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:    %0 = arith.subi %c8_i32, %arg0 : i32
// CHECK-NEXT:    return %0 : i32
func.func @subi_addi_3(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.subi %k, %a : i32
  %r = arith.addi %j, %q : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi_subi_3(
// CHECK-NEXT:    %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:    %0 = arith.addi %arg0, %c2_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @subi_subi_3(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.subi %k, %a : i32
  %r = arith.subi %j, %q : i32
  return %r : i32
}

// CHECK-LABEL: func.func @muli_muli(
// CHECK-NEXT:    %c15_i32 = arith.constant 15 : i32
// CHECK-NEXT:    %0 = arith.muli %arg0, %c15_i32 overflow<nsw> : i32
// CHECK-NEXT:    return %0 : i32
func.func @muli_muli(%a: i32) -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 5 : i32
  %q = arith.muli %a, %k overflow<nsw> : i32
  %r = arith.muli %q, %j overflow<nsw, nuw> : i32
  return %r : i32
}

// CHECK-LABEL: func.func @addi_of_negated(
// CHECK-NEXT:    %0 = arith.subi %arg0, %arg1 : i32
// CHECK-NEXT:    return %0 : i32
func.func @addi_of_negated(%a: i32, %b: i32) -> i32 {
  %k = arith.constant -1 : i32
  %q = arith.muli %b, %k : i32
  %r = arith.addi %q, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @addi_subi_cancel(
// CHECK-NEXT:    return %arg0 : i32
func.func @addi_subi_cancel(%a: i32, %b: i32) -> i32 {
  %q = arith.subi %a, %b : i32
  %r = arith.addi %q, %b : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi_addi_cancel(
// CHECK-NEXT:    return %arg1 : i32
func.func @subi_addi_cancel(%a: i32, %b: i32) -> i32 {
  %q = arith.addi %a, %b : i32
  %r = arith.subi %q, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi_subi_same(
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    %0 = arith.subi %c0_i32, %arg1 : i32
// CHECK-NEXT:    return %0 : i32
func.func @subi_subi_same(%a: i32, %b: i32) -> i32 {
  %q = arith.subi %a, %b : i32
  %r = arith.subi %q, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @andi_complement(
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    return %c0_i32 : i32
func.func @andi_complement(%a: i32) -> i32 {
  %k = arith.constant -1 : i32
  %q = arith.xori %a, %k : i32
  %r = arith.andi %a, %q : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ori_complement(
// CHECK-NEXT:    %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:    return %c-1_i32 : i32
func.func @ori_complement(%a: i32) -> i32 {
  %k = arith.constant -1 : i32
  %q = arith.xori %a, %k : i32
  %r = arith.ori %a, %q : i32
  return %r : i32
}

// CHECK-LABEL: func.func @xori_cancels(
// CHECK-NEXT:    return %arg0 : i32
func.func @xori_cancels(%a: i32, %b: i32) -> i32 {
  %q = arith.xori %a, %b : i32
  %r = arith.xori %b, %q : i32
  return %r : i32
}

// CHECK-LABEL: func.func @andi_andi(
// CHECK-NEXT:    %0 = arith.andi %arg0, %arg1 : i32
// CHECK-NEXT:    return %0 : i32
func.func @andi_andi(%a: i32, %b: i32) -> i32 {
  %q = arith.andi %a, %b : i32
  %r = arith.andi %b, %q : i32
  return %r : i32
}

// CHECK-LABEL: func.func @not_cmpi(
// CHECK-NEXT:    %0 = arith.cmpi sge, %arg0, %arg1 : i32
// CHECK-NEXT:    return %0 : i1
func.func @not_cmpi(%a: i32, %b: i32) -> i1 {
  %q = arith.cmpi slt, %a, %b : i32
  %k = arith.constant true
  %r = arith.xori %q, %k : i1
  return %r : i1
}

// CHECK-LABEL: func.func @andi_extui(
// CHECK-NEXT:    %0 = arith.andi %arg0, %arg1 : i32
// CHECK-NEXT:    %1 = arith.extui %0 : i32 to i64
// CHECK-NEXT:    return %1 : i64
func.func @andi_extui(%a: i32, %b: i32) -> i64 {
  %p = arith.extui %a : i32 to i64
  %q = arith.extui %b : i32 to i64
  %r = arith.andi %p, %q : i64
  return %r : i64
}

// CHECK-LABEL: func.func @andi_extsi(
// CHECK-NEXT:    %0 = arith.andi %arg0, %arg1 : i32
// CHECK-NEXT:    %1 = arith.extsi %0 : i32 to i64
// CHECK-NEXT:    return %1 : i64
func.func @andi_extsi(%a: i32, %b: i32) -> i64 {
  %p = arith.extsi %a : i32 to i64
  %q = arith.extsi %b : i32 to i64
  %r = arith.andi %p, %q : i64
  return %r : i64
}

// CHECK-LABEL: func.func @ori_extui(
// CHECK-NEXT:    %0 = arith.ori %arg0, %arg1 : i32
// CHECK-NEXT:    %1 = arith.extui %0 : i32 to i64
// CHECK-NEXT:    return %1 : i64
func.func @ori_extui(%a: i32, %b: i32) -> i64 {
  %p = arith.extui %a : i32 to i64
  %q = arith.extui %b : i32 to i64
  %r = arith.ori %p, %q : i64
  return %r : i64
}

// CHECK-LABEL: func.func @ori_extsi(
// CHECK-NEXT:    %0 = arith.ori %arg0, %arg1 : i32
// CHECK-NEXT:    %1 = arith.extsi %0 : i32 to i64
// CHECK-NEXT:    return %1 : i64
func.func @ori_extsi(%a: i32, %b: i32) -> i64 {
  %p = arith.extsi %a : i32 to i64
  %q = arith.extsi %b : i32 to i64
  %r = arith.ori %p, %q : i64
  return %r : i64
}

// CHECK-LABEL: func.func @xori_extui(
// CHECK-NEXT:    %0 = arith.xori %arg0, %arg1 : i32
// CHECK-NEXT:    %1 = arith.extui %0 : i32 to i64
// CHECK-NEXT:    return %1 : i64
func.func @xori_extui(%a: i32, %b: i32) -> i64 {
  %p = arith.extui %a : i32 to i64
  %q = arith.extui %b : i32 to i64
  %r = arith.xori %p, %q : i64
  return %r : i64
}

// CHECK-LABEL: func.func @xori_extsi(
// CHECK-NEXT:    %0 = arith.xori %arg0, %arg1 : i32
// CHECK-NEXT:    %1 = arith.extsi %0 : i32 to i64
// CHECK-NEXT:    return %1 : i64
func.func @xori_extsi(%a: i32, %b: i32) -> i64 {
  %p = arith.extsi %a : i32 to i64
  %q = arith.extsi %b : i32 to i64
  %r = arith.xori %p, %q : i64
  return %r : i64
}

// CHECK-LABEL: func.func @addf_minus_0_0(
// CHECK-NEXT:    return %arg0 : f32
func.func @addf_minus_0_0(%x: f32) -> f32 {
  %k = arith.constant -0.0 : f32
  %r = arith.addf %x, %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @addf_0_0(
// CHECK-NEXT:    %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    %0 = arith.addf %arg0, %cst : f32
// CHECK-NEXT:    return %0 : f32
func.func @addf_0_0(%x: f32) -> f32 {
  %k = arith.constant 0.0 : f32
  %r = arith.addf %x, %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @subf_0_0(
// CHECK-NEXT:    return %arg0 : f32
func.func @subf_0_0(%x: f32) -> f32 {
  %k = arith.constant 0.0 : f32
  %r = arith.subf %x, %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @subf_minus_0_0(
// CHECK-NEXT:    %cst = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:    %0 = arith.subf %arg0, %cst : f32
// CHECK-NEXT:    return %0 : f32
func.func @subf_minus_0_0(%x: f32) -> f32 {
  %k = arith.constant -0.0 : f32
  %r = arith.subf %x, %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @mulf_1_0(
// CHECK-NEXT:    return %arg0 : f32
func.func @mulf_1_0(%x: f32) -> f32 {
  %k = arith.constant 1.0 : f32
  %r = arith.mulf %x, %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @divf_1_0(
// CHECK-NEXT:    return %arg0 : f32
func.func @divf_1_0(%x: f32) -> f32 {
  %k = arith.constant 1.0 : f32
  %r = arith.divf %x, %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @mulf_0_0(
// CHECK-NEXT:    %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    %0 = arith.mulf %arg0, %cst : f32
// CHECK-NEXT:    return %0 : f32
func.func @mulf_0_0(%x: f32) -> f32 {
  %k = arith.constant 0.0 : f32
  %r = arith.mulf %x, %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maximumf_0xFF800000(
// CHECK-NEXT:    return %arg0 : f32
func.func @maximumf_0xFF800000(%x: f32) -> f32 {
  %k = arith.constant 0xFF800000 : f32
  %r = arith.maximumf %x, %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minimumf_0x7F800000(
// CHECK-NEXT:    return %arg0 : f32
func.func @minimumf_0x7F800000(%x: f32) -> f32 {
  %k = arith.constant 0x7F800000 : f32
  %r = arith.minimumf %x, %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maxnumf_0x7FC00000(
// CHECK-NEXT:    return %arg0 : f32
func.func @maxnumf_0x7FC00000(%x: f32) -> f32 {
  %k = arith.constant 0x7FC00000 : f32
  %r = arith.maxnumf %x, %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maxnumf_0xFF800000(
// CHECK-NEXT:    %cst = arith.constant 0xFF800000 : f32
// CHECK-NEXT:    %0 = arith.maxnumf %arg0, %cst : f32
// CHECK-NEXT:    return %0 : f32
func.func @maxnumf_0xFF800000(%x: f32) -> f32 {
  %k = arith.constant 0xFF800000 : f32
  %r = arith.maxnumf %x, %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @mulf_zero_fast(
// CHECK-NEXT:    %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @mulf_zero_fast(%x: f32) -> f32 {
  %k = arith.constant 0.0 : f32
  %r = arith.mulf %x, %k fastmath<nnan,nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @addf_constants(
// CHECK-NEXT:    %cst = arith.constant 1.400000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @addf_constants() -> f32 {
  %k = arith.constant 1.5 : f32
  %j = arith.constant -0.1 : f32
  %r = arith.addf %k, %j : f32
  return %r : f32
}

// CHECK-LABEL: func.func @subf_constants(
// CHECK-NEXT:    %cst = arith.constant 1.600000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @subf_constants() -> f32 {
  %k = arith.constant 1.5 : f32
  %j = arith.constant -0.1 : f32
  %r = arith.subf %k, %j : f32
  return %r : f32
}

// CHECK-LABEL: func.func @mulf_constants(
// CHECK-NEXT:    %cst = arith.constant -1.500000e-01 : f32
// CHECK-NEXT:    return %cst : f32
func.func @mulf_constants() -> f32 {
  %k = arith.constant 1.5 : f32
  %j = arith.constant -0.1 : f32
  %r = arith.mulf %k, %j : f32
  return %r : f32
}

// CHECK-LABEL: func.func @divf_constants(
// CHECK-NEXT:    %cst = arith.constant -1.500000e+01 : f32
// CHECK-NEXT:    return %cst : f32
func.func @divf_constants() -> f32 {
  %k = arith.constant 1.5 : f32
  %j = arith.constant -0.1 : f32
  %r = arith.divf %k, %j : f32
  return %r : f32
}

// CHECK-LABEL: func.func @remf_constants(
// CHECK-NEXT:    %cst = arith.constant 0.0999999791 : f32
// CHECK-NEXT:    return %cst : f32
func.func @remf_constants() -> f32 {
  %k = arith.constant 1.5 : f32
  %j = arith.constant -0.1 : f32
  %r = arith.remf %k, %j : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maximumf_constants(
// CHECK-NEXT:    %cst = arith.constant 1.500000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @maximumf_constants() -> f32 {
  %k = arith.constant 1.5 : f32
  %j = arith.constant -0.1 : f32
  %r = arith.maximumf %k, %j : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minimumf_constants(
// CHECK-NEXT:    %cst = arith.constant -1.000000e-01 : f32
// CHECK-NEXT:    return %cst : f32
func.func @minimumf_constants() -> f32 {
  %k = arith.constant 1.5 : f32
  %j = arith.constant -0.1 : f32
  %r = arith.minimumf %k, %j : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maxnumf_constants(
// CHECK-NEXT:    %cst = arith.constant 1.500000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @maxnumf_constants() -> f32 {
  %k = arith.constant 1.5 : f32
  %j = arith.constant -0.1 : f32
  %r = arith.maxnumf %k, %j : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minnumf_constants(
// CHECK-NEXT:    %cst = arith.constant -1.000000e-01 : f32
// CHECK-NEXT:    return %cst : f32
func.func @minnumf_constants() -> f32 {
  %k = arith.constant 1.5 : f32
  %j = arith.constant -0.1 : f32
  %r = arith.minnumf %k, %j : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maximumf_nan(
// CHECK-NEXT:    %cst = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:    return %cst : f32
func.func @maximumf_nan() -> f32 {
  %k = arith.constant 0x7FC00000 : f32
  %j = arith.constant 2.0 : f32
  %r = arith.maximumf %k, %j : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maxnumf_nan(
// CHECK-NEXT:    %cst = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @maxnumf_nan() -> f32 {
  %k = arith.constant 0x7FC00000 : f32
  %j = arith.constant 2.0 : f32
  %r = arith.maxnumf %k, %j : f32
  return %r : f32
}

// CHECK-LABEL: func.func @f16_rounds(
// CHECK-NEXT:    %cst = arith.constant 2.998050e-01 : f16
// CHECK-NEXT:    return %cst : f16
func.func @f16_rounds() -> f16 {
  %k = arith.constant 0.1 : f16
  %j = arith.constant 0.2 : f16
  %r = arith.addf %k, %j : f16
  return %r : f16
}

// CHECK-LABEL: func.func @negf_negf(
// CHECK-NEXT:    return %arg0 : f32
func.func @negf_negf(%x: f32) -> f32 {
  %q = arith.negf %x : f32
  %r = arith.negf %q : f32
  return %r : f32
}

// CHECK-LABEL: func.func @mulf_negf(
// CHECK-NEXT:    %0 = arith.mulf %arg0, %arg1 fastmath<nsz> : f32
// CHECK-NEXT:    return %0 : f32
func.func @mulf_negf(%x: f32, %y: f32) -> f32 {
  %p = arith.negf %x : f32
  %q = arith.negf %y : f32
  %r = arith.mulf %p, %q fastmath<nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @divf_negf(
// CHECK-NEXT:    %0 = arith.divf %arg0, %arg1 fastmath<nsz> : f32
// CHECK-NEXT:    return %0 : f32
func.func @divf_negf(%x: f32, %y: f32) -> f32 {
  %p = arith.negf %x : f32
  %q = arith.negf %y : f32
  %r = arith.divf %p, %q fastmath<nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @cmpi_eq_same(
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    return %true : i1
func.func @cmpi_eq_same(%a: i32) -> i1 {
  %r = arith.cmpi eq, %a, %a : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_ne_same(
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    return %false : i1
func.func @cmpi_ne_same(%a: i32) -> i1 {
  %r = arith.cmpi ne, %a, %a : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_slt_same(
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    return %false : i1
func.func @cmpi_slt_same(%a: i32) -> i1 {
  %r = arith.cmpi slt, %a, %a : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_sle_same(
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    return %true : i1
func.func @cmpi_sle_same(%a: i32) -> i1 {
  %r = arith.cmpi sle, %a, %a : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_ult_same(
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    return %false : i1
func.func @cmpi_ult_same(%a: i32) -> i1 {
  %r = arith.cmpi ult, %a, %a : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_ule_same(
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    return %true : i1
func.func @cmpi_ule_same(%a: i32) -> i1 {
  %r = arith.cmpi ule, %a, %a : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_constant_right(
// CHECK-NEXT:    %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:    %0 = arith.cmpi sgt, %arg0, %c5_i32 : i32
// CHECK-NEXT:    return %0 : i1
func.func @cmpi_constant_right(%a: i32) -> i1 {
  %k = arith.constant 5 : i32
  %r = arith.cmpi slt, %k, %a : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_of_bit(
// CHECK-NEXT:    return %arg0 : i1
func.func @cmpi_of_bit(%c: i1) -> i1 {
  %k = arith.constant 0 : i32
  %q = arith.extsi %c : i1 to i32
  %r = arith.cmpi ne, %q, %k : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_ext(
// CHECK-NEXT:    %0 = arith.cmpi eq, %arg0, %arg1 : i32
// CHECK-NEXT:    return %0 : i1
func.func @cmpi_ext(%a: i32, %b: i32) -> i1 {
  %p = arith.extui %a : i32 to i64
  %q = arith.extui %b : i32 to i64
  %r = arith.cmpi eq, %p, %q : i64
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_constants(
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    return %false : i1
func.func @cmpi_constants() -> i1 {
  %k = arith.constant -5 : i32
  %j = arith.constant 3 : i32
  %r = arith.cmpi ult, %k, %j : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_nan(
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    return %true : i1
func.func @cmpf_nan(%x: f32) -> i1 {
  %k = arith.constant 0x7FC00000 : f32
  %r = arith.cmpf ult, %x, %k : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_sitofp_olt(
// CHECK-NEXT:    %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:    %0 = arith.cmpi sle, %arg0, %c4_i32 : i32
// CHECK-NEXT:    return %0 : i1
func.func @cmpf_sitofp_olt(%a: i32) -> i1 {
  %k = arith.constant 4.5 : f64
  %q = arith.sitofp %a : i32 to f64
  %r = arith.cmpf olt, %q, %k : f64
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_uitofp_olt(
// CHECK-NEXT:    %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:    %0 = arith.cmpi ule, %arg0, %c4_i32 : i32
// CHECK-NEXT:    return %0 : i1
func.func @cmpf_uitofp_olt(%a: i32) -> i1 {
  %k = arith.constant 4.5 : f64
  %q = arith.uitofp %a : i32 to f64
  %r = arith.cmpf olt, %q, %k : f64
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_sitofp_ogt(
// CHECK-NEXT:    %c-4_i32 = arith.constant -4 : i32
// CHECK-NEXT:    %0 = arith.cmpi sge, %arg0, %c-4_i32 : i32
// CHECK-NEXT:    return %0 : i1
func.func @cmpf_sitofp_ogt(%a: i32) -> i1 {
  %k = arith.constant -4.5 : f64
  %q = arith.sitofp %a : i32 to f64
  %r = arith.cmpf ogt, %q, %k : f64
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_uitofp_ogt(
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    return %true : i1
func.func @cmpf_uitofp_ogt(%a: i32) -> i1 {
  %k = arith.constant -4.5 : f64
  %q = arith.uitofp %a : i32 to f64
  %r = arith.cmpf ogt, %q, %k : f64
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_sitofp_oeq(
// CHECK-NEXT:    %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:    %0 = arith.cmpi eq, %arg0, %c4_i32 : i32
// CHECK-NEXT:    return %0 : i1
func.func @cmpf_sitofp_oeq(%a: i32) -> i1 {
  %k = arith.constant 4.0 : f64
  %q = arith.sitofp %a : i32 to f64
  %r = arith.cmpf oeq, %q, %k : f64
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_uitofp_oeq(
// CHECK-NEXT:    %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:    %0 = arith.cmpi eq, %arg0, %c4_i32 : i32
// CHECK-NEXT:    return %0 : i1
func.func @cmpf_uitofp_oeq(%a: i32) -> i1 {
  %k = arith.constant 4.0 : f64
  %q = arith.uitofp %a : i32 to f64
  %r = arith.cmpf oeq, %q, %k : f64
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_sitofp_une(
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    return %true : i1
func.func @cmpf_sitofp_une(%a: i32) -> i1 {
  %k = arith.constant 4.5 : f64
  %q = arith.sitofp %a : i32 to f64
  %r = arith.cmpf une, %q, %k : f64
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_uitofp_une(
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    return %true : i1
func.func @cmpf_uitofp_une(%a: i32) -> i1 {
  %k = arith.constant 4.5 : f64
  %q = arith.uitofp %a : i32 to f64
  %r = arith.cmpf une, %q, %k : f64
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_sitofp_oge(
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    return %false : i1
func.func @cmpf_sitofp_oge(%a: i32) -> i1 {
  %k = arith.constant 3.0e10 : f64
  %q = arith.sitofp %a : i32 to f64
  %r = arith.cmpf oge, %q, %k : f64
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_uitofp_oge(
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    return %false : i1
func.func @cmpf_uitofp_oge(%a: i32) -> i1 {
  %k = arith.constant 3.0e10 : f64
  %q = arith.uitofp %a : i32 to f64
  %r = arith.cmpf oge, %q, %k : f64
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_sitofp_uno(
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    return %false : i1
func.func @cmpf_sitofp_uno(%a: i32) -> i1 {
  %k = arith.constant 1.0 : f64
  %q = arith.sitofp %a : i32 to f64
  %r = arith.cmpf uno, %q, %k : f64
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_uitofp_uno(
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    return %false : i1
func.func @cmpf_uitofp_uno(%a: i32) -> i1 {
  %k = arith.constant 1.0 : f64
  %q = arith.uitofp %a : i32 to f64
  %r = arith.cmpf uno, %q, %k : f64
  return %r : i1
}

// CHECK-LABEL: func.func @extui_extui(
// CHECK-NEXT:    %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT:    return %0 : i32
func.func @extui_extui(%z: i8) -> i32 {
  %q = arith.extui %z : i8 to i16
  %r = arith.extui %q : i16 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @extsi_extui(
// CHECK-NEXT:    %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT:    return %0 : i32
func.func @extsi_extui(%z: i8) -> i32 {
  %q = arith.extui %z : i8 to i16
  %r = arith.extsi %q : i16 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @extsi_extsi(
// CHECK-NEXT:    %0 = arith.extsi %arg0 : i8 to i32
// CHECK-NEXT:    return %0 : i32
func.func @extsi_extsi(%z: i8) -> i32 {
  %q = arith.extsi %z : i8 to i16
  %r = arith.extsi %q : i16 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @trunci_extsi(
// CHECK-NEXT:    return %arg0 : i8
func.func @trunci_extsi(%z: i8) -> i8 {
  %q = arith.extsi %z : i8 to i32
  %r = arith.trunci %q : i32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @trunci_extsi_less(
// CHECK-NEXT:    %0 = arith.extsi %arg0 : i8 to i16
// CHECK-NEXT:    return %0 : i16
func.func @trunci_extsi_less(%z: i8) -> i16 {
  %q = arith.extsi %z : i8 to i32
  %r = arith.trunci %q : i32 to i16
  return %r : i16
}

// CHECK-LABEL: func.func @trunci_extui_more(
// CHECK-NEXT:    %0 = arith.trunci %arg0 : i16 to i8
// CHECK-NEXT:    return %0 : i8
func.func @trunci_extui_more(%z: i16) -> i8 {
  %q = arith.extui %z : i16 to i32
  %r = arith.trunci %q : i32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @trunci_trunci(
// CHECK-NEXT:    %0 = arith.trunci %arg0 : i32 to i8
// CHECK-NEXT:    return %0 : i8
func.func @trunci_trunci(%z: i32) -> i8 {
  %q = arith.trunci %z : i32 to i16
  %r = arith.trunci %q : i16 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @truncf_extf(
// CHECK-NEXT:    return %arg0 : f16
func.func @truncf_extf(%z: f16) -> f16 {
  %q = arith.extf %z : f16 to f32
  %r = arith.truncf %q : f32 to f16
  return %r : f16
}

// CHECK-LABEL: func.func @truncf_sitofp(
// CHECK-NEXT:    %0 = arith.sitofp %arg0 : i32 to f32
// CHECK-NEXT:    return %0 : f32
func.func @truncf_sitofp(%z: i32) -> f32 {
  %q = arith.sitofp %z : i32 to f64
  %r = arith.truncf %q : f64 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @bitcast_bitcast(
// CHECK-NEXT:    return %arg0 : f32
func.func @bitcast_bitcast(%z: f32) -> f32 {
  %q = arith.bitcast %z : f32 to i32
  %r = arith.bitcast %q : i32 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @index_cast_pair(
// CHECK-NEXT:    return %arg0 : i32
func.func @index_cast_pair(%z: i32) -> i32 {
  %q = arith.index_cast %z : i32 to index
  %r = arith.index_cast %q : index to i32
  return %r : i32
}

// CHECK-LABEL: func.func @index_cast_extsi(
// CHECK-NEXT:    %0 = arith.index_cast %arg0 : i8 to index
// CHECK-NEXT:    return %0 : index
func.func @index_cast_extsi(%z: i8) -> index {
  %q = arith.extsi %z : i8 to i32
  %r = arith.index_cast %q : i32 to index
  return %r : index
}

// CHECK-LABEL: func.func @index_castui_pair(
// CHECK-NEXT:    return %arg0 : index
func.func @index_castui_pair(%z: index) -> index {
  %q = arith.index_castui %z : index to i64
  %r = arith.index_castui %q : i64 to index
  return %r : index
}

// CHECK-LABEL: func.func @trunci_shrsi(
// CHECK-NEXT:    %c24_i32 = arith.constant 24 : i32
// CHECK-NEXT:    %0 = arith.shrui %arg0, %c24_i32 : i32
// CHECK-NEXT:    %1 = arith.trunci %0 : i32 to i8
// CHECK-NEXT:    return %1 : i8
func.func @trunci_shrsi(%a: i32) -> i8 {
  %k = arith.constant 24 : i32
  %q = arith.shrsi %a, %k : i32
  %r = arith.trunci %q : i32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @truncf_exact(
// CHECK-NEXT:    %cst = arith.constant 1.500000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @truncf_exact() -> f32 {
  %k = arith.constant 1.5 : f64
  %r = arith.truncf %k : f64 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @truncf_inexact(
// CHECK-NEXT:    %cst = arith.constant 1.100000e+00 : f64
// CHECK-NEXT:    %0 = arith.truncf %cst : f64 to f32
// CHECK-NEXT:    return %0 : f32
func.func @truncf_inexact() -> f32 {
  %k = arith.constant 1.1 : f64
  %r = arith.truncf %k : f64 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @fptosi_out_of_range(
// CHECK-NEXT:    %cst = arith.constant 3.000000e+02 : f32
// CHECK-NEXT:    %0 = arith.fptosi %cst : f32 to i8
// CHECK-NEXT:    return %0 : i8
func.func @fptosi_out_of_range() -> i8 {
  %k = arith.constant 300.0 : f32
  %r = arith.fptosi %k : f32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @fptosi(
// CHECK-NEXT:    %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:    return %c-1_i8 : i8
func.func @fptosi() -> i8 {
  %k = arith.constant -1.9 : f32
  %r = arith.fptosi %k : f32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @select_same(
// CHECK-NEXT:    return %arg0 : i32
func.func @select_same(%a: i32, %c: i1) -> i32 {
  %r = arith.select %c, %a, %a : i32
  return %r : i32
}

// CHECK-LABEL: func.func @select_true(
// CHECK-NEXT:    return %arg0 : i32
func.func @select_true(%a: i32, %b: i32) -> i32 {
  %k = arith.constant true
  %r = arith.select %k, %a, %b : i32
  return %r : i32
}

// CHECK-LABEL: func.func @select_cmpi_eq(
// CHECK-NEXT:    return %arg1 : i32
func.func @select_cmpi_eq(%a: i32, %b: i32) -> i32 {
  %k = arith.cmpi eq, %a, %b : i32
  %r = arith.select %k, %a, %b : i32
  return %r : i32
}

// CHECK-LABEL: func.func @select_not(
// CHECK-NEXT:    %0 = arith.select %arg2, %arg1, %arg0 : i32
// CHECK-NEXT:    return %0 : i32
func.func @select_not(%a: i32, %b: i32, %c: i1) -> i32 {
  %k = arith.constant true
  %n = arith.xori %c, %k : i1
  %r = arith.select %n, %a, %b : i32
  return %r : i32
}

// CHECK-LABEL: func.func @select_to_extui(
// CHECK-NEXT:    %0 = arith.extui %arg0 : i1 to i32
// CHECK-NEXT:    return %0 : i32
func.func @select_to_extui(%c: i1) -> i32 {
  %k = arith.constant 1 : i32
  %j = arith.constant 0 : i32
  %r = arith.select %c, %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @select_to_extui_not(
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT:    %1 = arith.extui %0 : i1 to i32
// CHECK-NEXT:    return %1 : i32
func.func @select_to_extui_not(%c: i1) -> i32 {
  %k = arith.constant 0 : i32
  %j = arith.constant 1 : i32
  %r = arith.select %c, %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @select_i1(
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT:    return %0 : i1
func.func @select_i1(%c: i1) -> i1 {
  %k = arith.constant true
  %j = arith.constant false
  %r = arith.select %c, %j, %k : i1
  return %r : i1
}

// CHECK-LABEL: func.func @select_nested(
// CHECK-NEXT:    %0 = arith.select %arg2, %arg0, %arg3 : i32
// CHECK-NEXT:    return %0 : i32
func.func @select_nested(%a: i32, %b: i32, %c: i1, %z: i32) -> i32 {
  %q = arith.select %c, %a, %b : i32
  %r = arith.select %c, %q, %z : i32
  return %r : i32
}

// CHECK-LABEL: func.func @select_dense(
// CHECK-NEXT:    %cst = arith.constant dense<[1, 6]> : vector<2xi32>
// CHECK-NEXT:    return %cst : vector<2xi32>
func.func @select_dense() -> vector<2xi32> {
  %k = arith.constant dense<[true, false]> : vector<2xi1>
  %p = arith.constant dense<[1, 2]> : vector<2xi32>
  %q = arith.constant dense<[5, 6]> : vector<2xi32>
  %r = arith.select %k, %p, %q : vector<2xi1>, vector<2xi32>
  return %r : vector<2xi32>
}

// CHECK-LABEL: func.func @addui_extended_low(
// CHECK-NEXT:    %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:    return %0 : i32
func.func @addui_extended_low(%a: i32, %b: i32) -> i32 {
  %r:2 = arith.addui_extended %a, %b : i32, i1
  return %r#0 : i32
}

// CHECK-LABEL: func.func @mulsi_extended_low(
// CHECK-NEXT:    %0 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:    return %0 : i32
func.func @mulsi_extended_low(%a: i32, %b: i32) -> i32 {
  %r:2 = arith.mulsi_extended %a, %b : i32
  return %r#0 : i32
}

// CHECK-LABEL: func.func @mului_extended_low(
// CHECK-NEXT:    %0 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:    return %0 : i32
func.func @mului_extended_low(%a: i32, %b: i32) -> i32 {
  %r:2 = arith.mului_extended %a, %b : i32
  return %r#0 : i32
}

// CHECK-LABEL: func.func @mulsi_extended_one(
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    %0 = arith.cmpi slt, %arg0, %c0_i32 : i32
// CHECK-NEXT:    %1 = arith.extsi %0 : i1 to i32
// CHECK-NEXT:    return %arg0, %1 : i32, i32
func.func @mulsi_extended_one(%a: i32) -> (i32, i32) {
  %k = arith.constant 1 : i32
  %r:2 = arith.mulsi_extended %a, %k : i32
  return %r#0, %r#1 : i32, i32
}

// CHECK-LABEL: func.func @mului_extended_one(
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    return %arg0, %c0_i32 : i32, i32
func.func @mului_extended_one(%a: i32) -> (i32, i32) {
  %k = arith.constant 1 : i32
  %r:2 = arith.mului_extended %a, %k : i32
  return %r#0, %r#1 : i32, i32
}

// CHECK-LABEL: func.func @poison(
// CHECK-NEXT:    %0 = ub.poison : i32
// CHECK-NEXT:    return %0 : i32
func.func @poison(%a: i32) -> i32 {
  %k = ub.poison : i32
  %r = arith.addi %a, %k : i32
  return %r : i32
}

// CHECK-LABEL: func.func @dead_division(
// CHECK-NEXT:    %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:    return %0 : i32
func.func @dead_division(%a: i32, %b: i32) -> i32 {
  %q = arith.divsi %a, %b : i32
  %r = arith.addi %a, %b : i32
  return %r : i32
}

// A comparison of floats is folded for scalars only.
// CHECK-LABEL: func.func @cmpf_splat(
// CHECK:         arith.cmpf olt
func.func @cmpf_splat() -> vector<2xi1> {
  %a = arith.constant dense<1.0> : vector<2xf32>
  %b = arith.constant dense<2.0> : vector<2xf32>
  %r = arith.cmpf olt, %a, %b : vector<2xf32>
  return %r : vector<2xi1>
}

// Division by the least number has no magnitude to divide by.
// CHECK-LABEL: func.func @ceildivsi_min(
// CHECK:         arith.ceildivsi
func.func @ceildivsi_min() -> i8 {
  %a = arith.constant 1 : i8
  %b = arith.constant -128 : i8
  %r = arith.ceildivsi %a, %b : i8
  return %r : i8
}

// A format without infinities has another NaN.
// CHECK-LABEL: func.func @truncf_nan(
// CHECK:         arith.truncf
func.func @truncf_nan() -> f8E4M3FN {
  %a = arith.constant 0x7FC00000 : f32
  %r = arith.truncf %a : f32 to f8E4M3FN
  return %r : f8E4M3FN
}

// Positive zero is neutral only where it is the negative one too, which no constant says.
// CHECK-LABEL: func.func @addf_zero_fnuz(
// CHECK:         arith.addf
func.func @addf_zero_fnuz(%x: f8E4M3FNUZ) -> f8E4M3FNUZ {
  %a = arith.constant 0.0 : f8E4M3FNUZ
  %r = arith.addf %x, %a : f8E4M3FNUZ
  return %r : f8E4M3FNUZ
}

// CHECK-LABEL: func.func @bitcast_poison(
// CHECK-NEXT:    %0 = ub.poison : vector<2xi32>
// CHECK-NEXT:    %1 = ub.poison : f32
// CHECK-NEXT:    %2 = arith.bitcast %0 : vector<2xi32> to vector<2xf32>
// CHECK-NEXT:    return %1, %2 : f32, vector<2xf32>
func.func @bitcast_poison() -> (f32, vector<2xf32>) {
  %a = ub.poison : i32
  %b = ub.poison : vector<2xi32>
  %0 = arith.bitcast %a : i32 to f32
  %1 = arith.bitcast %b : vector<2xi32> to vector<2xf32>
  return %0, %1 : f32, vector<2xf32>
}

// Constants of several results keep the order of the results.
// CHECK-LABEL: func.func @addui_extended_both(
// CHECK-NEXT:    %c-2_i8 = arith.constant -2 : i8
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    return %c-2_i8, %true
func.func @addui_extended_both() -> (i8, i1) {
  %a = arith.constant -1 : i8
  %sum, %overflow = arith.addui_extended %a, %a : i8, i1
  return %sum, %overflow : i8, i1
}
