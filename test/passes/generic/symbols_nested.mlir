// RUN: strata-opt %s --symbol-dce --split-input-file --verify-diagnostics --allow-unregistered-dialect | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(builtin.module(symbol-dce))' --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=INNER

// The outermost module is all there is; one inside may be used from around it, unless it is private.
// CHECK-LABEL: module @open
// CHECK-NOT: @in_open
// INNER-LABEL: module @open
// INNER: @in_open
// INNER: module @closed
// INNER-NOT: @in_closed
module {
  module @open {
    func.func nested @in_open()
  }
  module @closed attributes {sym_visibility = "private"} {
    func.func nested @in_closed()
  }
  "u.use"() {of = @closed} : () -> ()
}

// -----

module {
  func.func private @unclear()
  // expected-error @below {{operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses}}
  "u.table"() ({
  }) : () -> ()
}
