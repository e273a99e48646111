//! Intrinsics that tell debuggers where the variables and labels of a program are.

use strata_ir::prelude::*;

use crate::{
    constraints::*,
    debug::{DiLabel, DiLocalVariable, LocationExpr},
};

/// Declares the memory of a variable.
#[op(
    name = "llvm.intr.dbg.declare",
    traits = [MemRead, MemWrite],
    asm = "qualified($varInfo) (qualified($locationExpr)^)? `=` $addr `:` qualified(type($addr)) attr-dict",
)]
pub struct DbgDeclareOp {
    /// Its address.
    pub addr: Operand<LlvmPointer>,
    /// The variable.
    #[ir_name = "varInfo"]
    pub var_info: Attr<DiLocalVariable>,
    /// Computes the location of the variable from the address.
    #[ir_name = "locationExpr"]
    pub location_expr: DefaultAttr<LocationExpr>,
}

/// Gives a variable a value, from here to the next one.
#[op(
    name = "llvm.intr.dbg.value",
    traits = [MemRead, MemWrite],
    asm = "qualified($varInfo) (qualified($locationExpr)^)? `=` $value `:` qualified(type($value)) attr-dict",
)]
pub struct DbgValueOp {
    /// The value.
    pub value: Operand<LlvmType>,
    /// The variable.
    #[ir_name = "varInfo"]
    pub var_info: Attr<DiLocalVariable>,
    /// Computes the variable's value from the operand.
    #[ir_name = "locationExpr"]
    pub location_expr: DefaultAttr<LocationExpr>,
}

/// A label of the program is here.
#[op(name = "llvm.intr.dbg.label", traits = [MemRead, MemWrite], asm = "$label attr-dict")]
pub struct DbgLabelOp {
    /// The label.
    pub label: Attr<DiLabel>,
}
