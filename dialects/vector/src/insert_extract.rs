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
    interfaces = [Verify, Fold, InferTypes],
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
    interfaces = [Verify, Fold],
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
    /// What is at a position.
    pub fn of(b: &mut Builder<'_>, source: Value, at: &[MixedIndex]) -> Value {
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
    pub fn of(b: &mut Builder<'_>, value: Value, dest: Value, at: &[MixedIndex]) -> Value {
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

/// The constant at a static position of a constant.
fn constant_at(cx: &Context, dense: &DenseElementsAttr, at: &[i64], result: Type) -> Option<Attr> {
    let shape = cx.shaped(dense.ty)?.shape?;
    if let Some(scalar) = dense.splat.then(|| dense.element_attr(cx, 0)).flatten() {
        return if cx.shaped(result).is_some() { cx.splat_attr(result, scalar) } else { Some(scalar) };
    }
    let mut index = 0usize;
    for (d, &size) in shape.iter().enumerate() {
        let p = at.get(d).copied().unwrap_or(0);
        index = index * size as usize + usize::try_from(p).ok().filter(|&p| (p as i64) < size)?;
    }
    if cx.shaped(result).is_none() {
        return dense.element_attr(cx, index);
    }
    let n = cx.shaped(result)?.num_elements()? as usize;
    let bytes = dense.elem_bytes(cx);
    let data = dense.data.get(index * bytes..(index + n) * bytes)?;
    cx.dense_attr(result, data)
}

impl Fold for ExtractOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (source, ty) = (self.source(b), b.ty(self.result(b)));
        let at = self.mixed_position(b);
        if at.is_empty() && b.ty(source) == ty {
            return Some(source.into());
        }
        // Positions that are constants become static.
        if let Some(folded) = index_list::fold_constants(b, &at, |c| c >= 0) {
            let shape = vector_of(b, source)?.shape.clone();
            let inside = folded.iter().zip(&shape).all(|(m, &d)| m.as_static().is_none_or(|p| p < d));
            if inside {
                index_list::set_mixed(b, self.op(), "dynamic_position", "static_position", &folded);
                return Some(Folded::InPlace);
            }
        }
        let cx = b.cx();
        let statics: Option<Vec<i64>> = at.iter().map(|m| m.as_static()).collect();
        if let (Some(statics), Some(dense)) =
            (&statics, consts[0].and_then(|c| cx.attr_as::<DenseElementsAttr>(c)))
            && let Some(value) = constant_at(cx, dense, statics, ty)
        {
            return Some(value.into());
        }
        // Extracting from an extraction extracts from its source.
        if let Some(inner) = b.def_as::<ExtractOp>(source) {
            let mut all = inner.mixed_position(b);
            all.extend(at);
            let origin = inner.source(b);
            b.set_operand(self.op(), 0, origin);
            index_list::set_mixed(b, self.op(), "dynamic_position", "static_position", &all);
            return Some(Folded::InPlace);
        }
        if let Some(bc) = b.def_as::<crate::BroadcastOp>(source) {
            let from = bc.source(b);
            if b.ty(from) == ty && crate::broadcast::is_broadcastable(b.cx(), ty, b.ty(source)).is_ok() {
                let (r, s) = (cx_rank(b, ty), cx_rank(b, b.ty(source)));
                // Only leading dimensions were extracted, and those hold copies.
                if s - r == at.len() {
                    return Some(from.into());
                }
            }
        }
        if let Some(insert) = b.def_as::<InsertOp>(source) {
            let put = insert.mixed_position(b);
            if put == at && b.ty(insert.value_to_store(b)) == ty {
                return Some(insert.value_to_store(b).into());
            }
            // An insertion elsewhere does not matter.
            let differs = put.iter().zip(&at).any(|(x, y)| matches!((x.as_static(), y.as_static()), (Some(p), Some(q)) if p != q && p >= 0 && q >= 0));
            if differs {
                let dest = insert.dest(b);
                b.set_operand(self.op(), 0, dest);
                return Some(Folded::InPlace);
            }
        }
        if let (Some(from), Some(statics)) = (b.def_as::<crate::FromElementsOp>(source), statics)
            && statics.len() == cx_rank(b, b.ty(source))
        {
            let shape = &vector_of(b, source)?.shape;
            let index = statics.iter().zip(shape).try_fold(0usize, |n, (&p, &d)| {
                Some(n * d as usize + usize::try_from(p).ok().filter(|&p| (p as i64) < d)?)
            })?;
            return from.elements(b).nth(index).map(Into::into);
        }
        None
    }
}
fn cx_rank(b: &Body, ty: Type) -> usize {
    b.cx().shaped(ty).and_then(|s| s.rank()).unwrap_or(0)
}

impl Fold for InsertOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let at = self.mixed_position(b);
        let (value, dest) = (self.value_to_store(b), self.dest(b));
        if at.is_empty() && b.ty(value) == b.ty(dest) {
            return Some(value.into());
        }
        if let Some(folded) = index_list::fold_constants(b, &at, |c| c >= 0) {
            let shape = vector_of(b, dest)?.shape.clone();
            if folded.iter().zip(&shape).all(|(m, &d)| m.as_static().is_none_or(|p| p < d)) {
                index_list::set_mixed(b, self.op(), "dynamic_position", "static_position", &folded);
                return Some(Folded::InPlace);
            }
        }
        // Putting back what was taken from there changes nothing.
        if let Some(extract) = b.def_as::<ExtractOp>(value)
            && extract.source(b) == dest
            && extract.mixed_position(b) == at
        {
            return Some(dest.into());
        }
        // What an earlier insertion put there does not matter.
        if let Some(before) = b.def_as::<InsertOp>(dest)
            && before.mixed_position(b) == at
        {
            let v = before.dest(b);
            self.set_dest(b, v);
            return Some(Folded::InPlace);
        }
        let cx = b.cx();
        let (v, d) = (consts.first().copied()??, consts.get(1).copied()??);
        let (v, d) = (cx.splat_value(v).unwrap_or(v), cx.splat_value(d)?);
        if v == d { consts[1].map(Into::into) } else { None }
    }
}
