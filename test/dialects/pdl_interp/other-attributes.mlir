// RUN: strata-opt %s | strata-opt | FileCheck %s

// Other attributes of an op without attributes of the new one; upstream prints this and does not read it.
pdl_interp.func @other_attributes() {
  // CHECK: pdl_interp.create_operation "foo.op"  {note, x.y = 1 : i64}
  %0 = pdl_interp.create_operation "foo.op" {note, x.y = 1}
  pdl_interp.finalize
}
