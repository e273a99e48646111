//! Tuples.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{asm::TUPLE_TYPE, constraints::*};

/// Several values as one.
#[op(
    name = "stablehlo.tuple",
    facts = [CarriesValues],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
    asm = "$val attr-dict `:` custom<TUPLE_TYPE>(type($val), type($result))",
)]
pub struct TupleOp {
    /// The values.
    pub val: Variadic<TupleValue>,
    /// The tuple.
    pub result: Res<Tuple>,
}

impl InferTypes for TupleOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let types: Vec<Type> = self.val(b).map(|v| b.ty(v)).collect();
        Ok(smallvec![b.cx().ty(TupleType(types))])
    }
}

impl Verify for TupleOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let (inferred, result) = (self.infer_types(b)?[0], b.ty(self.result(b)));
        if inferred == result {
            return Ok(());
        }
        Err(crate::infer::contradiction(b.cx(), &[inferred], &[result]))
    }
}

/// One value of a tuple.
#[op(
    name = "stablehlo.get_tuple_element",
    facts = [CarriesValues],
    traits = [Pure],
    interfaces = [InferTypes, Verify, Fold],
    asm = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)",
)]
pub struct GetTupleElementOp {
    /// The tuple.
    pub operand: Operand<Tuple>,
    /// Number of the value.
    pub index: Attr<NonNegativeI32Attr>,
    /// The value.
    pub result: Res<TupleValue>,
}

impl InferTypes for GetTupleElementOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let types = b.cx().type_as::<TupleType>(b.ty(self.operand(b))).map_or(&[][..], |t| &t.0);
        let index = b.cx().attr_i64(self.index(b).raw()).unwrap_or(-1);
        // get_tuple_element_c1
        if index < 0 || index as usize >= types.len() {
            return Err(format!("index {index} is out of bounds of operand with size {}", types.len()));
        }
        Ok(smallvec![types[index as usize]])
    }
}
verify_by_inference!(GetTupleElementOp);

impl Fold for GetTupleElementOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let tuple = b.def_as::<TupleOp>(self.operand(b))?;
        let index = usize::try_from(b.cx().attr_i64(self.index(b).raw())?).ok()?;
        let value = tuple.val(b).nth(index)?;
        (b.ty(value) == b.ty(self.result(b))).then(|| value.into())
    }
}
