//! The `emitc` dialect: C and C++ as programs, for `strata-translate --mlir-to-cpp`.
//!
//! Each op is a piece of C: an operator, a statement, a declaration, or text that is written as it stands. What has an address is a value of
//! type `!emitc.lvalue`: it is assigned to and loaded, while all other values never change.

use strata_ir::prelude::*;

mod arithmetic;
mod attrs;
mod call;
mod class;
mod constant;
mod control;
mod expression;
mod function;
mod global;
mod memory;
mod switch;
mod text;
pub mod types;

pub use arithmetic::{
    AddOp, BitwiseAndOp, BitwiseLeftShiftOp, BitwiseNotOp, BitwiseOrOp, BitwiseRightShiftOp, BitwiseXorOp,
    CmpOp, ConditionalOp, DivOp, LogicalAndOp, LogicalNotOp, LogicalOrOp, MulOp, RemOp, SubOp, UnaryMinusOp,
    UnaryPlusOp,
};
pub use attrs::{CmpPredicate, OpaqueAttr};
pub use call::{CallOp, CallOpaqueOp};
pub use class::{ClassOp, FieldOp, GetFieldOp};
pub use constant::{CastOp, ConstantOp, LiteralOp};
pub use control::{DoOp, ForOp, IfOp, YieldOp};
pub use expression::{CExpression, ExpressionOp};
pub use function::{DeclareFuncOp, FuncOp, ReturnOp};
pub use global::{GetGlobalOp, GlobalOp};
pub use memory::{
    AddressOfOp, ApplyOp, AssignOp, DereferenceOp, LoadOp, MemberOfPtrOp, MemberOp, SubscriptOp, VariableOp,
};
pub use switch::SwitchOp;
pub use text::{FileOp, IncludeOp, Piece, VerbatimOp};
pub use types::{ArrayType, LValueType, OpaqueType, PointerType, PtrDiffType, SignedSizeType, SizeType};

dialect! {
    /// C and C++ as programs.
    emitc {
        execution: Annotation,
        constant: constant::materialize,
        types: [ArrayType, LValueType, OpaqueType, PointerType, PtrDiffType, SignedSizeType, SizeType],
        attrs: [OpaqueAttr],
        ops: [
            AddOp, AddressOfOp, ApplyOp, AssignOp, BitwiseAndOp, BitwiseLeftShiftOp, BitwiseNotOp, BitwiseOrOp,
            BitwiseRightShiftOp, BitwiseXorOp, CallOp, CallOpaqueOp, CastOp, ClassOp, CmpOp, ConditionalOp, ConstantOp,
            DeclareFuncOp, DereferenceOp, DivOp, DoOp, ExpressionOp, FieldOp, FileOp, ForOp, FuncOp, GetFieldOp,
            GetGlobalOp, GlobalOp, IfOp, IncludeOp, LiteralOp, LoadOp, LogicalAndOp, LogicalNotOp, LogicalOrOp,
            MemberOfPtrOp, MemberOp, MulOp, RemOp, ReturnOp, SubOp, SubscriptOp, SwitchOp, UnaryMinusOp, UnaryPlusOp,
            VariableOp, VerbatimOp, YieldOp,
        ],
    }
}
