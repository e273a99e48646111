//! Parts of vectors.

use strata_ir::prelude::*;
use strata_tensor::{index_list, index_list::MixedIndex};

use crate::constraints::{AnyVectorOfAnyRank, as_vector, element};

index_list! {
    /// A position in a vector.
    POSITION: "dynamic_position", "static_position";
}

/// The element or subvector at a position.
#[op(
    name = "vector.extract",
    traits = [Pure],
    interfaces = [Verify, Fold, InferTypes],
    asm = "$source `` custom<POSITION>($dynamic_position, $static_position) attr-dict `:` type($result) `from` type($source)",
)]
pub struct ExtractOp {
    /// The vector.
    pub source: Operand<AnyVectorOfAnyRank>,
    /// The parts of the position that are values.
    pub dynamic_position: Variadic<Index>,
    /// The parts of the position that are constants.
    pub static_position: Attr<I64Array>,
    /// The part.
    pub result: Res<AnyType>,
}

impl ExtractOp {
    /// Extracts at a constant position.
    pub fn at(b: &mut Builder<'_>, source: Value, position: &[i64]) -> Value {
        let ty = part_type(b.cx(), b.ty(source), position.len()).unwrap_or(b.ty(source));
        let position = b.cx().i64_array(position);
        Self::build(b, source, &[], position, ty)
    }
    /// The position.
    pub fn position(self, b: &Body) -> Vec<MixedIndex> {
        index_list::mixed_of(b, self.op(), "dynamic_position", "static_position")
    }
}

/// The type that is left after `n` indices.
fn part_type(cx: &Context, source: Type, n: usize) -> Option<Type> {
    let t = as_vector(cx, source)?;
    if n == t.shape.len() {
        return Some(t.elem);
    }
    let scalable = t.scalable.get(n..).unwrap_or(&[]).into();
    Some(cx.ty(VectorType { shape: t.shape.get(n..)?.into(), scalable, elem: t.elem }))
}

impl InferTypes for ExtractOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let n = self.static_position(b).get(b.cx()).values.len();
        match part_type(b.cx(), b.ty(self.source(b)), n) {
            Some(t) => Ok(smallvec![t]),
            None => Err("expected position attribute of rank no greater than vector rank".into()),
        }
    }
}

fn check_position(b: &Body, position: &[MixedIndex], vector: Type, what: &str) -> VerifyResult {
    let Some(t) = as_vector(b.cx(), vector) else { return Ok(()) };
    ensure!(
        position.len() <= t.shape.len(),
        "expected position attribute of rank no greater than {what} rank"
    );
    for (i, (p, &d)) in position.iter().zip(&t.shape).enumerate() {
        let bound = i + 1;
        // -1 stands for a poison index.
        ensure!(
            p.as_static().is_none_or(|p| p == -1 || (0..d).contains(&p)),
            "expected position attribute #{bound} to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)"
        );
    }
    Ok(())
}

impl Verify for ExtractOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (source, position) = (b.ty(self.source(b)), self.position(b));
        check_position(b, &position, source, "vector")?;
        let result = b.ty(self.result(b));
        ensure!(
            part_type(b.cx(), source, position.len()) == Some(result),
            "inferred type(s) of the result are incompatible with return type '{}'",
            b.cx().type_to_string(result)
        );
        Ok(())
    }
}

/// A vector with one part replaced.
#[op(
    name = "vector.insert",
    traits = [Pure],
    interfaces = [Verify],
    same = [dest, result],
    asm = "$valueToStore `,` $dest custom<POSITION>($dynamic_position, $static_position) attr-dict `:` type($valueToStore) `into` type($dest)",
)]
pub struct InsertOp {
    /// The new part.
    #[ir_name = "valueToStore"]
    pub value_to_store: Operand<AnyType>,
    /// The vector.
    pub dest: Operand<AnyVectorOfAnyRank>,
    /// The parts of the position that are values.
    pub dynamic_position: Variadic<Index>,
    /// The parts of the position that are constants.
    pub static_position: Attr<I64Array>,
    /// The vector with the part replaced.
    pub result: Res<AnyVectorOfAnyRank>,
}

impl InsertOp {
    /// Inserts at a constant position.
    pub fn at(b: &mut Builder<'_>, value: Value, dest: Value, position: &[i64]) -> Value {
        let position = b.cx().i64_array(position);
        Self::build(b, value, dest, &[], position)
    }
    /// The position.
    pub fn position(self, b: &Body) -> Vec<MixedIndex> {
        index_list::mixed_of(b, self.op(), "dynamic_position", "static_position")
    }
}

impl Verify for InsertOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (dest, position) = (b.ty(self.dest(b)), self.position(b));
        check_position(b, &position, dest, "dest vector")?;
        ensure!(
            part_type(b.cx(), dest, position.len()) == Some(b.ty(self.value_to_store(b))),
            "expected position attribute rank + source rank to match dest vector rank"
        );
        Ok(())
    }
}

/// All elements of a vector in row-major order.
#[op(
    name = "vector.to_elements",
    traits = [Pure],
    interfaces = [Verify, InferTypes],
    asm = "$source attr-dict `:` type($source)",
)]
pub struct ToElementsOp {
    /// The vector.
    pub source: Operand<AnyVectorOfAnyRank>,
    /// Its elements.
    pub elements: VariadicRes<AnyType>,
}

impl InferTypes for ToElementsOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let cx = b.cx();
        let source = b.ty(self.source(b));
        let n = cx.shaped(source).and_then(|s| s.num_elements()).unwrap_or(0);
        let limit = cx.limits().op_values as i64;
        match element(source, cx) {
            Some(elem) if n <= limit => Ok(SmallVec::from_elem(elem, n as usize)),
            _ => Err(format!("a vector of {n} elements has too many results")),
        }
    }
}

impl Verify for ToElementsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let source = b.ty(self.source(b));
        let n = cx.shaped(source).and_then(|s| s.num_elements()).unwrap_or(0);
        let elem = element(source, cx);
        let results = self.elements(b);
        ensure!(
            results.len() as i64 == n && results.iter().all(|&r| Some(b.ty(r)) == elem),
            "expected {n} results of the element type, got {}",
            results.len()
        );
        Ok(())
    }
}

/// A vector from all its elements in row-major order.
#[op(
    name = "vector.from_elements",
    traits = [Pure],
    interfaces = [Verify],
    asm = "$elements attr-dict `:` type($dest)",
)]
pub struct FromElementsOp {
    /// The elements.
    pub elements: Variadic<AnyType>,
    /// The vector.
    pub dest: Res<AnyVectorOfAnyRank>,
}

impl Verify for FromElementsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let dest = b.ty(self.dest(b));
        let n = cx.shaped(dest).and_then(|s| s.num_elements()).unwrap_or(0);
        let got = self.elements(b).len();
        ensure!(got as i64 == n, "expected {n} elements, got {got}");
        ensure!(
            self.elements(b).all(|v| Some(b.ty(v)) == element(dest, cx)),
            "elements and the element type of the result must be the same"
        );
        Ok(())
    }
}
