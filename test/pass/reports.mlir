// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(cse),canonicalize)' --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(cse),cse)' --mlir-pass-statistics --mlir-pass-statistics-display=list -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(cse),canonicalize)' --mlir-timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(cse),cse)' --mlir-timing --mlir-timing-display=list -o /dev/null 2>&1 | FileCheck %s --check-prefix=TIMELIST
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(cse),cse)' --mlir-timing --mlir-output-format=json -o /dev/null 2>&1 | FileCheck %s --check-prefix=TIMEJSON
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(cse),canonicalize)' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: strata-opt %s --cse --canonicalize --mlir-generate-reproducer=%t.mlir -o /dev/null
// RUN: strata-opt --run-reproducer --dump-pass-pipeline %t.mlir 2>&1 | FileCheck %s --check-prefix=AGAIN

// STATS: ... Pass statistics report ...
// STATS: 'func.func' Pipeline
// STATS-NEXT:   CSE
// STATS-NEXT:     (S) 1 num-cse'd - Number of operations CSE'd
// STATS-NEXT:     (S) 0 num-dce'd - Number of operations DCE'd
// STATS: Canonicalizer
// LIST: CSE
// LIST-NEXT: (S) 1 num-cse'd
// TIME: ... Execution time report ...
// TIME: Total Execution Time
// TIME: Parser
// TIME: 'func.func' Pipeline
// TIME:   CSE
// TIME: Canonicalizer
// TIME: Output
// TIME: Rest
// TIME: Total
// TIMELIST: root
// TIMELIST-DAG: {{^}}  {{.*}}%)  CSE
// TIMELIST-DAG: {{^}}  {{.*}}%)  'func.func' Pipeline
// TIMEJSON: {{^\[}}
// TIMEJSON: "name": "'func.func' Pipeline", "passes": [
// TIMEJSON-NEXT: {"wall": {"duration": {{.*}}, "percentage": {{.*}}}, "name": "CSE", "passes": [
// TIMEJSON: "name": "Total"}
// TIMEJSON-NEXT: ]
// DUMP: Pass Manager with 2 passes:
// DUMP-NEXT: builtin.module(
// DUMP-NEXT:   func.func(
// DUMP-NEXT:     cse
// DUMP-NEXT:   ),
// DUMP-NEXT:   canonicalize{max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true}
// DUMP-NEXT: )
// AGAIN: Pass Manager with 2 passes:
// AGAIN: cse,
// AGAIN: func.func @f(%arg0: i32) -> i32 {
// AGAIN-NEXT: arith.addi
// AGAIN-NEXT: arith.muli
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
