// RUN: not strata-opt %s --pass-pipeline='builtin.module(canonicalize{foo=1})' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not strata-opt %s --pass-pipeline='builtin.module(canonicaliz)' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not strata-opt %s --pass-pipeline='cse' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not strata-opt %s --pass-pipeline='func.func(cse)' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not strata-opt %s --pass-pipeline='builtin.module(cse' 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not strata-opt %s --canonicalise 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not strata-opt %s --cse --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=BOTH

// OPTION: error: <Pass-Options-Parser>: no such option foo
// OPTION: failed to add `canonicalize` with options `foo=1`
// NAME: MLIR Textual PassPipeline Parser:1:16: error: 'canonicaliz' does not refer to a registered pass or pass pipeline; did you mean 'canonicalize'?
// NAME-NEXT: builtin.module(canonicaliz)
// NAME-NEXT: {{^}}               ^
// ANCHOR: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
// OTHER: error: can't run 'func.func' pass manager on 'builtin.module' op
// OPEN: encountered unbalanced parentheses while parsing pipeline
// FLAG: Unknown command line argument '--canonicalise'.  Try: 'strata-opt --help'
// FLAG-NEXT: Did you mean '--canonicalize'?
// BOTH: '-pass-pipeline' option can't be used with individual pass options
module {
}
