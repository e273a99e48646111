//! Strided parts of vectors.

use strata_ir::prelude::*;

use crate::{
    attrs,
    constraints::{I64Numbers, RankedVector, same_elem, same_type, vector_of},
};

/// A part of a vector.
#[op(
    name = "vector.extract_strided_slice",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize],
    asm = "$source attr-dict `:` type($source) `to` type(results)",
)]
pub struct ExtractStridedSliceOp {
    /// The vector.
    pub source: Operand<RankedVector>,
    /// Where the part begins, for the leading dimensions.
    pub offsets: Attr<I64Numbers>,
    /// How many elements it has.
    pub sizes: Attr<I64Numbers>,
    /// The distance of its elements; 1.
    pub strides: Attr<I64Numbers>,
    /// The part.
    pub result: Res<RankedVector>,
}

/// A vector with a part replaced.
#[op(
    name = "vector.insert_strided_slice",
    traits = [Pure],
    interfaces = [Verify, Fold],
    infer(result = same_type(dest), "all of {dest, result} have same type"),
    asm = "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)",
)]
pub struct InsertStridedSliceOp {
    /// The new part.
    #[ir_name = "valueToStore"]
    pub value_to_store: Operand<RankedVector>,
    /// The vector before.
    pub dest: Operand<RankedVector>,
    /// Where the part begins.
    pub offsets: Attr<I64Numbers>,
    /// The distance of its elements; 1.
    pub strides: Attr<I64Numbers>,
    /// The vector after.
    pub result: Res<RankedVector>,
}

pub(crate) fn numbers(b: &Body, op: Op, name: &str) -> Vec<i64> {
    b.attr(op, name).and_then(|a| attrs::i64s(b.cx(), a)).unwrap_or_default()
}

impl ExtractStridedSliceOp {
    /// The part at `offsets` of size `sizes`.
    pub fn create(b: &mut Builder<'_>, source: Value, offsets: &[i64], sizes: &[i64]) -> Option<Value> {
        let cx = b.cx();
        let v = vector_of(b, source)?;
        let mut shape = v.shape.clone();
        shape.iter_mut().zip(sizes).for_each(|(d, &s)| *d = s);
        let ty = cx.ty(VectorType { shape, ..v.clone() });
        let [o, s, t] =
            [offsets.to_vec(), sizes.to_vec(), vec![1; sizes.len()]].map(|l| attrs::i64s_attr(cx, &l));
        Some(Self::build(b, source, o, s, t, ty))
    }
}

impl Verify for ExtractStridedSliceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elem(b, self.source(b), self.result(b), "operand and result")?;
        let (Some(v), Some(r)) = (vector_of(b, self.source(b)), vector_of(b, self.result(b))) else {
            return Ok(());
        };
        let [o, s, t] = ["offsets", "sizes", "strides"].map(|n| numbers(b, self.op(), n));
        ensure!(
            o.len() == s.len() && o.len() == t.len(),
            "expected offsets, sizes and strides attributes of same size"
        );
        ensure!(o.len() <= v.shape.len(), "expected offsets attribute of rank no greater than vector rank");
        for i in 0..o.len() {
            let d = v.shape[i];
            ensure!((0..d).contains(&o[i]), "expected offsets dimension {i} to be confined to [0, {d})");
            ensure!((1..=d).contains(&s[i]), "expected sizes dimension {i} to be confined to [1, {})", d + 1);
            ensure!(t[i] == 1, "expected strides to be confined to [1, 2)");
            ensure!(
                o[i] + s[i] <= d,
                "expected sum(offsets, sizes) dimension {i} to be confined to [1, {})",
                d + 1
            );
        }
        let want: Vec<i64> =
            v.shape.iter().enumerate().map(|(i, &d)| s.get(i).copied().unwrap_or(d)).collect();
        let text = |shape: &[i64]| b.cx().type_to_string(b.cx().vector(shape, v.elem));
        ensure!(r.shape[..] == want[..], "expected result type to be '{}'", text(&want));
        for (i, &size) in s.iter().enumerate().filter(|&(i, _)| v.scalable.get(i) == Some(&true)) {
            verify_scalable(i, size, v.shape[i])?;
        }
        Ok(())
    }
}
impl Verify for InsertStridedSliceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elem(b, self.value_to_store(b), self.result(b), "operand #0 and result")?;
        let (Some(s), Some(d)) = (vector_of(b, self.value_to_store(b)), vector_of(b, self.dest(b))) else {
            return Ok(());
        };
        let [o, t] = ["offsets", "strides"].map(|n| numbers(b, self.op(), n));
        ensure!(o.len() == d.shape.len(), "expected offsets of same size as destination vector rank");
        ensure!(t.len() == s.shape.len(), "expected strides of same size as source vector rank");
        ensure!(
            s.shape.len() <= d.shape.len(),
            "expected source rank to be no greater than destination rank"
        );
        let lead = d.shape.len() - s.shape.len();
        for (i, (&at, &size)) in o.iter().zip(&d.shape).enumerate() {
            ensure!((0..size).contains(&at), "expected offsets dimension {i} to be confined to [0, {size})");
            let n = if i < lead { 1 } else { s.shape[i - lead] };
            ensure!(
                at + n <= size,
                "expected sum(offsets, source vector shape) dimension {i} to be confined to [1, {})",
                size + 1
            );
        }
        ensure!(t.iter().all(|&x| x == 1), "expected strides to be confined to [1, 2)");
        for (i, &size) in s.shape.iter().enumerate() {
            let scalable = |v: &VectorType, i: usize| v.scalable.get(i) == Some(&true);
            ensure!(
                scalable(s, i) == scalable(d, i + lead),
                "mismatching scalable flags (at source vector idx={i})"
            );
            if scalable(s, i) {
                verify_scalable(i, size, d.shape[i + lead])?;
            }
        }
        Ok(())
    }
}

/// Where the machine decides the length, all of it is moved.
fn verify_scalable(i: usize, size: i64, whole: i64) -> VerifyResult {
    ensure!(
        size == whole,
        "expected size at idx={i} to match the corresponding base size from the input vector ({size} vs {whole})"
    );
    Ok(())
}
