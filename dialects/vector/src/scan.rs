//! `vector.scan`.

use strata_ir::prelude::*;

use crate::{
    CombiningKind,
    constraints::{RankedVector, vector_of},
};

/// The combinations of all leading elements along one dimension.
#[op(
    name = "vector.scan",
    traits = [Pure],
    interfaces = [Verify, ResultNames],
    same = [source, dest],
    same = [initial_value, accumulated_value],
    asm = "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)",
)]
pub struct ScanOp {
    /// How elements are combined.
    pub kind: Attr<CombiningKind>,
    /// The elements.
    pub source: Operand<RankedVector>,
    /// The initial value, with which the first elements are combined.
    pub initial_value: Operand<AnyVector>,
    /// The dimension.
    pub reduction_dim: Attr<I64Attr>,
    /// Whether an element counts among its leading elements.
    pub inclusive: Attr<BoolAttr>,
    /// The combinations.
    pub dest: Res<RankedVector>,
    /// The combinations of all elements.
    pub accumulated_value: Res<AnyVector>,
}

impl Verify for ScanOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (Some(source), Some(init)) = (vector_of(b, self.source(b)), vector_of(b, self.initial_value(b)))
        else {
            return Ok(());
        };
        let dim = b.attr(self.op(), "reduction_dim").and_then(|a| cx.attr_i64(a)).unwrap_or(-1);
        let rank = source.shape.len();
        ensure!(dim >= 0 && (dim as usize) < rank, "reduction dimension {dim} has to be less than {rank}");
        ensure!(
            init.shape.len() + 1 == rank,
            "initial value rank {} has to be equal to {}",
            init.shape.len(),
            rank - 1
        );
        let mut expected = source.shape.clone();
        expected.remove(dim as usize);
        ensure!(init.shape == expected, "incompatible input/initial value shapes");
        let kind = *self.kind(b).get(cx);
        ensure!(
            kind.supports(cx, source.elem),
            "unsupported reduction type '{}' for kind '{}'",
            cx.type_to_string(source.elem),
            kind.word()
        );
        Ok(())
    }
}

impl ResultNames for ScanOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.dest(b), "dest");
        name(self.accumulated_value(b), "accumulated_value");
    }
}
