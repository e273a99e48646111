// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @ops(
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:    %c-5_i64 = arith.constant -5 : i64
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    %false = arith.constant {foo} false
// CHECK-NEXT:    %cst = arith.constant 1.500000e+00 : f32
// CHECK-NEXT:    %cst_0 = arith.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT:    %cst_1 = arith.constant dense<3.000000e+00> : vector<[4]xf32>
// CHECK-NEXT:    %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:    %1 = arith.addi %arg0, %arg1 overflow<nsw> {bar = 1 : i32} : i32
// CHECK-NEXT:    %2 = arith.subi %arg6, %arg6 overflow<nsw, nuw> : tensor<?xi32>
// CHECK-NEXT:    %3 = arith.muli %arg2, %arg2 : index
// CHECK-NEXT:    %4 = arith.shli %arg0, %arg1 overflow<nuw> : i32
// CHECK-NEXT:    %5 = arith.divui %arg0, %arg1 : i32
// CHECK-NEXT:    %6 = arith.divsi %arg0, %arg1 exact : i32
// CHECK-NEXT:    %7 = arith.shrui %arg0, %arg1 exact : i32
// CHECK-NEXT:    %8 = arith.shrsi %arg0, %arg1 : i32
// CHECK-NEXT:    %9 = arith.ceildivui %arg0, %arg1 : i32
// CHECK-NEXT:    %10 = arith.ceildivsi %arg0, %arg1 : i32
// CHECK-NEXT:    %11 = arith.floordivsi %arg0, %arg1 : i32
// CHECK-NEXT:    %12 = arith.remui %arg0, %arg1 : i32
// CHECK-NEXT:    %13 = arith.remsi %arg0, %arg1 : i32
// CHECK-NEXT:    %14 = arith.andi %arg0, %arg1 : i32
// CHECK-NEXT:    %15 = arith.ori %arg0, %arg1 : i32
// CHECK-NEXT:    %16 = arith.xori %arg0, %arg1 : i32
// CHECK-NEXT:    %17 = arith.maxsi %arg0, %arg1 : i32
// CHECK-NEXT:    %18 = arith.maxui %arg0, %arg1 : i32
// CHECK-NEXT:    %19 = arith.minsi %arg0, %arg1 : i32
// CHECK-NEXT:    %20 = arith.minui %arg13, %arg13 : vector<[4]xi32>
// CHECK-NEXT:    %sum, %overflow = arith.addui_extended %arg0, %arg1 : i32, i1
// CHECK-NEXT:    %low, %high = arith.mulsi_extended %arg0, %arg1 : i32
// CHECK-NEXT:    %low_2, %high_3 = arith.mului_extended %arg0, %arg1 {foo} : i32
// CHECK-NEXT:    %21 = arith.addf %arg3, %arg4 : f32
// CHECK-NEXT:    %22 = arith.subf %arg3, %arg4 fastmath<reassoc,nnan> : f32
// CHECK-NEXT:    %23 = arith.mulf %arg7, %arg7 fastmath<fast> : vector<4xf32>
// CHECK-NEXT:    %24 = arith.divf %arg3, %arg4 : f32
// CHECK-NEXT:    %25 = arith.remf %arg3, %arg4 : f32
// CHECK-NEXT:    %26 = arith.maximumf %arg3, %arg4 : f32
// CHECK-NEXT:    %27 = arith.minimumf %arg3, %arg4 fastmath<fast> : f32
// CHECK-NEXT:    %28 = arith.maxnumf %arg3, %arg4 fastmath<ninf> {a = "b"} : f32
// CHECK-NEXT:    %29 = arith.minnumf %arg3, %arg4 : f32
// CHECK-NEXT:    %30 = arith.negf %arg3 fastmath<contract> : f32
// CHECK-NEXT:    %31 = arith.extui %arg0 : i32 to i64
// CHECK-NEXT:    %32 = arith.extsi %arg9 : vector<4xi1> to vector<4xi8>
// CHECK-NEXT:    %33 = arith.trunci %arg0 : i32 to i8
// CHECK-NEXT:    %34 = arith.trunci %arg0 overflow<nsw, nuw> {z} : i32 to i8
// CHECK-NEXT:    %35 = arith.extf %arg3 : f32 to f64
// CHECK-NEXT:    %36 = arith.extf %arg3 fastmath<none> : f32 to f64
// CHECK-NEXT:    %37 = arith.truncf %arg3 : f32 to bf16
// CHECK-NEXT:    %38 = arith.truncf %arg3 downward : f32 to bf16
// CHECK-NEXT:    %39 = arith.truncf %arg3 to_nearest_away fastmath<fast> : f32 to bf16
// CHECK-NEXT:    %40 = arith.uitofp %arg0 : i32 to f32
// CHECK-NEXT:    %41 = arith.sitofp %arg0 : i32 to f32
// CHECK-NEXT:    %42 = arith.fptoui %arg3 : f32 to i8
// CHECK-NEXT:    %43 = arith.fptosi %arg3 {k} : f32 to i8
// CHECK-NEXT:    %44 = arith.index_cast %arg0 : i32 to index
// CHECK-NEXT:    %45 = arith.index_castui %arg2 : index to i32
// CHECK-NEXT:    %46 = arith.index_cast %arg10 : memref<2xi32> to memref<2xindex>
// CHECK-NEXT:    %47 = arith.bitcast %arg3 : f32 to i32
// CHECK-NEXT:    %48 = arith.bitcast %arg10 : memref<2xi32> to memref<2xf32>
// CHECK-NEXT:    %49 = arith.cmpi ult, %arg0, %arg1 : i32
// CHECK-NEXT:    %50 = arith.cmpi eq, %arg6, %arg6 : tensor<?xi32>
// CHECK-NEXT:    %51 = arith.cmpf oeq, %arg3, %arg4 : f32
// CHECK-NEXT:    %52 = arith.cmpf true, %arg3, %arg4 fastmath<nnan> : f32
// CHECK-NEXT:    %53 = arith.cmpf false, %arg7, %arg7 {b} : vector<4xf32>
// CHECK-NEXT:    %54 = arith.select %arg8, %arg10, %arg10 : memref<2xi32>
// CHECK-NEXT:    %55 = arith.select %arg8, %arg0, %arg1 {foo} : i32
// CHECK-NEXT:    %56 = arith.select %arg9, %arg7, %arg7 : vector<4xi1>, vector<4xf32>
// CHECK-NEXT:    %57 = arith.select %arg8, %arg7, %arg7 : vector<4xf32>
// CHECK-NEXT:    %58 = arith.scaling_extf %arg12, %arg11 : f4E2M1FN, f8E8M0FNU to f32
// CHECK-NEXT:    %59 = arith.scaling_extf %arg12, %arg11 fastmath<fast> : f4E2M1FN, f8E8M0FNU to f32
// CHECK-NEXT:    %60 = arith.scaling_truncf %arg3, %arg11 : f32, f8E8M0FNU to f4E2M1FN
// CHECK-NEXT:    %61 = arith.scaling_truncf %arg3, %arg11 upward fastmath<fast> {b} : f32, f8E8M0FNU to f4E2M1FN
// CHECK-NEXT:    return
func.func @ops(%a: i32, %b: i32, %i: index, %x: f32, %y: f32, %h: f16, %t: tensor<?xi32>, %v: vector<4xf32>, %c: i1, %vc: vector<4xi1>, %m: memref<2xi32>, %s: f8E8M0FNU, %q: f4E2M1FN, %sv: vector<[4]xi32>) {
  %c0 = arith.constant 0 : index
  %c1_i32 = arith.constant 1 : i32
  %cm = arith.constant -5 : i64
  %true = arith.constant true
  %false = arith.constant {foo} false
  %cst = arith.constant 1.5 : f32
  %cst_0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %cst_1 = arith.constant dense<3.0> : vector<[4]xf32>
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b overflow<nsw> {bar = 1 : i32} : i32
  %2 = arith.subi %t, %t overflow<nuw, nsw> : tensor<?xi32>
  %3 = arith.muli %i, %i overflow<none> : index
  %4 = arith.shli %a, %b overflow<nuw> : i32
  %5 = arith.divui %a, %b : i32
  %6 = arith.divsi %a, %b exact : i32
  %7 = arith.shrui %a, %b exact : i32
  %8 = arith.shrsi %a, %b : i32
  %9 = arith.ceildivui %a, %b : i32
  %10 = arith.ceildivsi %a, %b : i32
  %11 = arith.floordivsi %a, %b : i32
  %12 = arith.remui %a, %b : i32
  %13 = arith.remsi %a, %b : i32
  %14 = arith.andi %a, %b : i32
  %15 = arith.ori %a, %b : i32
  %16 = arith.xori %a, %b : i32
  %17 = arith.maxsi %a, %b : i32
  %18 = arith.maxui %a, %b : i32
  %19 = arith.minsi %a, %b : i32
  %20 = arith.minui %sv, %sv : vector<[4]xi32>
  %21, %22 = arith.addui_extended %a, %b : i32, i1
  %23:2 = arith.mulsi_extended %a, %b : i32
  %24:2 = arith.mului_extended %a, %b {foo} : i32
  %25 = arith.addf %x, %y : f32
  %26 = arith.subf %x, %y fastmath<nnan,reassoc> : f32
  %27 = arith.mulf %v, %v fastmath<fast> : vector<4xf32>
  %28 = arith.divf %x, %y fastmath<none> : f32
  %29 = arith.remf %x, %y : f32
  %30 = arith.maximumf %x, %y : f32
  %31 = arith.minimumf %x, %y fastmath<reassoc, nnan, ninf, nsz, arcp, contract, afn> : f32
  %32 = arith.maxnumf %x, %y fastmath<ninf> {a = "b"} : f32
  %33 = arith.minnumf %x, %y : f32
  %34 = arith.negf %x fastmath<contract> : f32
  %35 = arith.extui %a : i32 to i64
  %36 = arith.extsi %vc : vector<4xi1> to vector<4xi8>
  %37 = arith.trunci %a : i32 to i8
  %38 = arith.trunci %a overflow<nsw, nuw> {z} : i32 to i8
  %39 = arith.extf %x : f32 to f64
  %40 = arith.extf %x fastmath<none> : f32 to f64
  %41 = arith.truncf %x : f32 to bf16
  %42 = arith.truncf %x downward : f32 to bf16
  %43 = arith.truncf %x to_nearest_away fastmath<fast> : f32 to bf16
  %44 = arith.uitofp %a : i32 to f32
  %45 = arith.sitofp %a : i32 to f32
  %46 = arith.fptoui %x : f32 to i8
  %47 = arith.fptosi %x {k} : f32 to i8
  %48 = arith.index_cast %a : i32 to index
  %49 = arith.index_castui %i : index to i32
  %50 = arith.index_cast %m : memref<2xi32> to memref<2xindex>
  %51 = arith.bitcast %x : f32 to i32
  %52 = arith.bitcast %m : memref<2xi32> to memref<2xf32>
  %53 = arith.cmpi ult, %a, %b : i32
  %54 = arith.cmpi "eq", %t, %t : tensor<?xi32>
  %55 = arith.cmpf oeq, %x, %y : f32
  %56 = arith.cmpf true, %x, %y fastmath<nnan> : f32
  %57 = arith.cmpf "false", %v, %v {b} : vector<4xf32>
  %58 = arith.select %c, %m, %m : memref<2xi32>
  %59 = arith.select %c, %a, %b {foo} : i32
  %60 = arith.select %vc, %v, %v : vector<4xi1>, vector<4xf32>
  %61 = arith.select %c, %v, %v : vector<4xf32>
  %62 = arith.scaling_extf %q, %s : f4E2M1FN, f8E8M0FNU to f32
  %63 = arith.scaling_extf %q, %s fastmath<fast> : f4E2M1FN, f8E8M0FNU to f32
  %64 = arith.scaling_truncf %x, %s : f32, f8E8M0FNU to f4E2M1FN
  %65 = arith.scaling_truncf %x, %s upward fastmath<fast> {b} : f32, f8E8M0FNU to f4E2M1FN
  return
}

// CHECK-LABEL: func.func @attributes(
// CHECK-NEXT:    return
func.func @attributes() attributes {a = #arith.fastmath<reassoc,afn>, b = #arith.overflow<nuw, nsw>, d = #arith.fastmath<none>} {
  return
}
