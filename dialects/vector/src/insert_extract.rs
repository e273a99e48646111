//! `vector.extract` and `vector.insert`.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{MixedIndex, index_list};

use crate::constraints::{same_elem, same_type, vector_of, with_dims};

strata_tensor::index_list! {
    /// A position.
    POSITION: "dynamic_position", "static_position";
}

/// An element or a subvector.
#[op(
    name = "vector.extract",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize, InferTypes],
    asm = "$source `` custom<POSITION>($dynamic_position, $static_position) attr-dict `:` type($result) `from` type($source)",
)]
pub struct ExtractOp {
    /// The vector.
    pub source: Operand<AnyVector>,
    /// Dynamic parts of the position.
    pub dynamic_position: Variadic<Index>,
    /// The position.
    pub static_position: Attr<I64Array>,
    /// The element or subvector there.
    pub result: Res<AnyType>,
}

/// The vector with an element or a subvector replaced.
#[op(
    name = "vector.insert",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize],
    infer(result = same_type(dest), "all of {dest, result} have same type"),
    asm = "$valueToStore `,` $dest custom<POSITION>($dynamic_position, $static_position) attr-dict `:` type($valueToStore) `into` type($dest)",
)]
pub struct InsertOp {
    /// The new element or subvector.
    #[ir_name = "valueToStore"]
    pub value_to_store: Operand<AnyType>,
    /// The vector before.
    pub dest: Operand<AnyVector>,
    /// Dynamic parts of the position.
    pub dynamic_position: Variadic<Index>,
    /// The position.
    pub static_position: Attr<I64Array>,
    /// The vector after.
    pub result: Res<AnyVector>,
}

/// The position of either op.
fn position(b: &Body, op: Op) -> Vec<MixedIndex> {
    index_list::mixed_of(b, op, "dynamic_position", "static_position")
}

impl ExtractOp {
    /// The position.
    pub fn mixed_position(self, b: &Body) -> Vec<MixedIndex> {
        position(b, self.op())
    }
    /// Extracts the element or vector at a position.
    pub fn create(b: &mut Builder<'_>, source: Value, at: &[MixedIndex]) -> Value {
        let (statics, values) = index_list::split(at);
        let ty = vector_of(b, source)
            .map_or(b.ty(source), |v| with_dims(b.cx(), v, at.len().min(v.shape.len())..v.shape.len()));
        let s = b.cx().i64_array(&statics);
        Self::build(b, source, &values, s, ty)
    }
}
impl InsertOp {
    /// The position.
    pub fn mixed_position(self, b: &Body) -> Vec<MixedIndex> {
        position(b, self.op())
    }
    /// Puts a value at a position.
    pub fn create(b: &mut Builder<'_>, value: Value, dest: Value, at: &[MixedIndex]) -> Value {
        let (statics, values) = index_list::split(at);
        let s = b.cx().i64_array(&statics);
        Self::build(b, value, dest, &values, s)
    }
}

impl InferTypes for ExtractOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let n = self.mixed_position(b).len();
        let v = vector_of(b, self.source(b)).ok_or("expected a vector")?;
        if n > v.shape.len() {
            return Err("expected position attribute of rank no greater than vector rank".into());
        }
        Ok(smallvec![with_dims(b.cx(), v, n..v.shape.len())])
    }
}

fn verify_position(b: &Body, op: Op, shape: &[i64], what: &str) -> VerifyResult {
    let list = index_list::statics(b, op, "static_position");
    let dynamic = list.iter().filter(|&&p| p == DYNAMIC).count();
    // Every group but the last, the dynamic positions, is one operand.
    let given = b.num_operands(op) + 1 - b.info(op).operands.len();
    ensure!(
        dynamic == given,
        "mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- this can only happen due to an incorrect fold/rewrite"
    );
    ensure!(list.len() <= shape.len(), "expected position attribute of rank no greater than {what} rank");
    for (i, (&p, &d)) in list.iter().zip(shape).enumerate() {
        ensure!(
            p == DYNAMIC || p == -1 || (0..d).contains(&p),
            "expected position attribute #{} to be a non-negative integer smaller than the corresponding {what} dimension or poison (-1)",
            i + 1
        );
    }
    Ok(())
}

impl Verify for ExtractOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(v) = vector_of(b, self.source(b)) else { return Ok(()) };
        verify_position(b, self.op(), &v.shape, "vector")?;
        let want = self.infer_types(b).map(|t| t[0]).unwrap_or(b.ty(self.result(b)));
        let got = b.ty(self.result(b));
        let text = |t| b.cx().type_to_string(t);
        let single =
            got != want && vector_of(b, self.result(b)).is_some_and(|r| r.shape.is_empty() && r.elem == want);
        ensure!(
            got == want || single,
            "inferred type(s) '{}' are incompatible with return type(s) of operation '{}'",
            text(want),
            text(got)
        );
        Ok(())
    }
}
impl Verify for InsertOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elem(b, self.value_to_store(b), self.result(b), "source operand and result")?;
        let Some(v) = vector_of(b, self.dest(b)) else { return Ok(()) };
        verify_position(b, self.op(), &v.shape, "dest vector")?;
        let n = self.mixed_position(b).len();
        match vector_of(b, self.value_to_store(b)) {
            Some(s) => ensure!(
                n + s.shape.len() == v.shape.len(),
                "expected position attribute rank + source rank to match dest vector rank"
            ),
            None => {
                ensure!(n == v.shape.len(), "expected position attribute rank to match the dest vector rank")
            }
        }
        Ok(())
    }
}
