//! Values together with their shapes, and functions of shapes.

use strata_func::function_op;
use strata_ir::prelude::*;

use crate::constraints::{ShapeOrExtents, ShapedOrValueShape, ValueShape};

/// The value of a value with a shape.
#[op(name = "shape.value_of", traits = [Pure], asm = "$arg attr-dict `:` type($result)")]
pub struct ValueOfOp {
    /// The value with its shape.
    pub arg: Operand<ValueShape>,
    /// The value.
    pub result: Res<AnyShaped>,
}

/// A value with the shape that it has.
#[op(name = "shape.with_shape", traits = [Pure], asm = "operands attr-dict `:` type($operand) `,` type($shape)")]
pub struct WithShapeOp {
    /// The value.
    pub operand: Operand<ShapedOrValueShape>,
    /// Its shape.
    pub shape: Operand<ShapeOrExtents>,
    /// Both.
    pub result: Res<ValueShape>,
}

/// A function that computes shapes.
#[op(
    name = "shape.func",
    traits = [IsolatedFromAbove, Symbol, FunctionLike, AffineScope, AutomaticAllocationScope],
    interfaces = [Verify, CallableOp, DefaultDialect],
    custom_asm,
)]
pub struct FuncOp {
    /// Name of the function.
    pub sym_name: Attr<SymbolName>,
    /// Types of the arguments and results.
    pub function_type: Attr<FunctionTypeAttr>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for each result.
    pub res_attrs: OptAttr<DictArray>,
    /// `"private"`, `"nested"` or `"public"`, which is also the default.
    pub sym_visibility: OptAttr<StringAttr>,
    /// The code; its entry block has the arguments of the function.
    pub body: AnyRegion,
}

function_op!(FuncOp);

impl DefaultDialect for FuncOp {
    fn default_dialect(&self) -> &'static str {
        "shape"
    }
}

/// Returns from a function of shapes.
#[op(
    name = "shape.return",
    traits = [Pure, Terminator, ReturnLike],
    parents = ["shape.func"],
    asm = "attr-dict ($operands^ `:` type($operands))?",
)]
pub struct ReturnOp {
    /// The results of the function.
    pub operands: Variadic<AnyType>,
}
