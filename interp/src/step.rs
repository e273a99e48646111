//! [`Step`]: one op that is being executed, with accessors for its function.

use smallvec::SmallVec;
use strata_ir::{
    affine::AffineMap,
    core::Limits,
    prelude::{
        AffineMapAttr, AsmWriter, Attr, Body, Context, DYNAMIC, DenseArrayAttr, DenseElementsAttr,
        Diagnostic, Op, Region, Storage, StringAttr, SymbolRefAttr, TupleType, Type, Value as Ssa,
    },
};

use crate::{
    Elem, Eval, Fault, Flow, Frame, Machine, MemRef, Num, Outcome, Signed, Tensor, Value,
    error_text::{NOT_INTERPRETED, TOO_LARGE, type_text},
    tensor::Shape,
    value::static_shape,
};

/// The values that go into a block or out of a region.
pub type Args = SmallVec<[Value; 4]>;

/// One op that is being executed.
pub struct Step<'m, 'a> {
    /// The machine.
    pub m: &'m mut Machine<'a>,
    /// The values of the function.
    pub f: &'m mut Frame<'a>,
    /// The op.
    pub op: Op,
}

impl<'a> Step<'_, 'a> {
    /// The context.
    pub fn cx(&self) -> &'a Context {
        self.m.cx
    }
    /// The body of the op.
    pub fn body(&self) -> &'a Body {
        self.f.body
    }
    /// The name of the op.
    pub fn name(&self) -> &'a str {
        self.body().op_name(self.op)
    }
    /// The name of the op without its dialect.
    pub fn mnemonic(&self) -> &'a str {
        let name = self.name();
        name.split_once('.').map_or(name, |(_, m)| m)
    }
    /// An error at the op; the message goes after `'dialect.name' op `.
    pub fn fault(&self, message: impl AsRef<str>) -> Fault {
        let m = format!("'{}' op {}", self.name(), message.as_ref());
        Box::new(Diagnostic::error(self.body().loc(self.op), m))
    }
    /// An error, if the condition does not hold.
    pub fn ensure(&self, ok: bool, message: impl FnOnce() -> String) -> Eval<()> {
        if ok { Ok(()) } else { Err(self.fault(message())) }
    }

    // ---------------------------------------------------------------- operands

    /// Number of operands.
    pub fn num_operands(&self) -> usize {
        self.body().num_operands(self.op)
    }
    /// The value of operand `i`.
    pub fn operand(&self, i: usize) -> Eval<&Value> {
        match self.body().operands(self.op).nth(i) {
            Some(v) => self.value(v),
            None => Err(self.fault(format!("has no operand #{i}"))),
        }
    }
    /// The value of an SSA value that must have one.
    pub fn value(&self, v: Ssa) -> Eval<&Value> {
        self.f.get(v).ok_or_else(|| self.fault("reads a value that is not computed yet"))
    }
    /// The values of the operands from `from` on.
    pub fn operands_from(&self, from: usize) -> Eval<Args> {
        self.body().operands(self.op).skip(from).map(|v| self.value(v).cloned()).collect()
    }
    /// The values of operands `from..to`.
    pub fn operands_in(&self, range: std::ops::Range<usize>) -> Eval<Args> {
        range.map(|i| self.operand(i).cloned()).collect()
    }
    /// Operand `i` as a tensor or a vector.
    pub fn tensor(&self, i: usize) -> Eval<&Tensor> {
        let v = self.operand(i)?;
        v.elements()
            .ok_or_else(|| self.fault(format!("operand #{i} must be a tensor, but is {}", v.describe())))
    }
    /// The value of operand `i`; taken, not copied, when nothing reads it after this op.
    pub fn take(&mut self, i: usize) -> Eval<Value> {
        let v = self.body().operands(self.op).nth(i);
        let v = v.ok_or_else(|| self.fault(format!("has no operand #{i}")))?;
        if self.f.is_last_use(self.op, i)
            && let Some(value) = self.f.take(v)
        {
            return Ok(value);
        }
        self.value(v).cloned()
    }
    /// The values of the operands from `from` on, taken where nothing reads them after this op.
    pub fn take_from(&mut self, from: usize) -> Eval<Args> {
        (from..self.num_operands()).map(|i| self.take(i)).collect()
    }
    /// Operand `i` as a tensor or vector; taken, not copied, when nothing reads it after this op.
    pub fn take_tensor(&mut self, i: usize) -> Eval<Tensor> {
        match self.take(i)? {
            Value::Tensor(t) | Value::Vector(t) => Ok(t),
            v => Err(self.fault(format!("operand #{i} must be a tensor, but is {}", v.describe()))),
        }
    }
    /// Operand `i` as a memref.
    pub fn memref(&self, i: usize) -> Eval<&MemRef> {
        match self.operand(i)? {
            Value::MemRef(m) => Ok(m),
            v => Err(self.fault(format!("operand #{i} must be a memref, but is {}", v.describe()))),
        }
    }
    /// Operand `i` as one number: a scalar, or a tensor or vector of one element.
    pub fn scalar(&self, i: usize) -> Eval<(Elem, Num)> {
        match self.operand(i)? {
            Value::Scalar(e, n) => Ok((*e, *n)),
            Value::Tensor(t) | Value::Vector(t) if t.len() == 1 => Ok((t.elem, t.at(0))),
            v => Err(self.fault(format!("operand #{i} must be a scalar, but is {}", v.describe()))),
        }
    }
    /// Operand `i` as an integer.
    pub fn int(&self, i: usize) -> Eval<i64> {
        match self.scalar(i)? {
            (_, Num::Int(v)) => Ok(v),
            (e, _) => Err(self.fault(format!("operand #{i} must be an integer, but is {e}"))),
        }
    }
    /// The operands from `from` on as integers.
    pub fn ints_from(&self, from: usize) -> Eval<SmallVec<[i64; 4]>> {
        (from..self.num_operands()).map(|i| self.int(i)).collect()
    }
    /// Where the operands of group `group` are, by the sizes in `operandSegmentSizes`.
    pub fn segment(&self, group: usize) -> Eval<std::ops::Range<usize>> {
        let sizes = self.ints("operandSegmentSizes")?;
        let start: i64 = sizes.iter().take(group).sum();
        let size = sizes.get(group).copied().unwrap_or(0);
        let range = start.max(0) as usize..(start + size).max(0) as usize;
        self.ensure(range.end <= self.num_operands(), || "has wrong operandSegmentSizes".into())?;
        Ok(range)
    }
    /// A mixed list of static and dynamic integers: a static array whose dynamic entries come from an operand group.
    pub fn mixed(&self, name: &str, dynamic: std::ops::Range<usize>) -> Eval<SmallVec<[i64; 4]>> {
        let mut next = dynamic;
        let all = self.ints(name)?;
        all.iter()
            .map(|&v| {
                if v != DYNAMIC {
                    return Ok(v);
                }
                let i = next.next().ok_or_else(|| self.fault(format!("has too few operands for {name}")))?;
                self.int(i)
            })
            .collect()
    }

    // ---------------------------------------------------------------- attributes

    /// An attribute.
    pub fn attr(&self, name: &str) -> Option<Attr> {
        self.body().attr(self.op, name)
    }
    /// A flag: a unit attribute, or a boolean.
    pub fn flag(&self, name: &str) -> bool {
        self.attr(name).is_some_and(|a| self.cx().attr_i64(a) != Some(0))
    }
    /// An integer attribute.
    pub fn int_attr(&self, name: &str) -> Eval<i64> {
        self.int_attr_opt(name).ok_or_else(|| self.fault(format!("needs an integer attribute '{name}'")))
    }
    /// An integer attribute that may be missing.
    pub fn int_attr_opt(&self, name: &str) -> Option<i64> {
        self.attr(name).and_then(|a| self.cx().attr_i64(a))
    }
    /// The numbers of a dense array or of an integer elements attribute.
    pub fn ints(&self, name: &str) -> Eval<SmallVec<[i64; 4]>> {
        self.ints_opt(name).ok_or_else(|| self.fault(format!("needs an attribute '{name}' of integers")))
    }
    /// The same, for an attribute that may be missing.
    pub fn ints_opt(&self, name: &str) -> Option<SmallVec<[i64; 4]>> {
        let a = self.attr(name)?;
        if let Some(d) = self.cx().attr_as::<DenseArrayAttr>(a) {
            return Some(d.values.clone());
        }
        self.cx().attr_as::<DenseElementsAttr>(a)?.to_i64s(self.cx()).map(SmallVec::from)
    }
    /// Sizes or dimension numbers, none of which is negative.
    pub fn sizes(&self, name: &str) -> Eval<Shape> {
        let all = self.ints(name)?;
        static_shape(&all).ok_or_else(|| self.fault(format!("has a negative number in '{name}'")))
    }
    /// A string attribute.
    pub fn string(&self, name: &str) -> Option<&'a str> {
        self.cx().attr_as::<StringAttr>(self.attr(name)?).map(StringAttr::as_str)
    }
    /// A reference to a symbol.
    pub fn symbol(&self, name: &str) -> Eval<&'a str> {
        let r = self.attr(name).and_then(|a| self.cx().attr_as::<SymbolRefAttr>(a));
        r.map(|r| self.cx().str(r.leaf())).ok_or_else(|| self.fault(format!("needs a symbol '{name}'")))
    }
    /// An attribute as text.
    pub fn attr_text(&self, name: &str) -> Option<String> {
        let mut out = String::new();
        AsmWriter::new(self.cx(), &mut out).attr(self.attr(name)?);
        Some(out)
    }
    /// The word of an enumeration attribute: `LT` of `#stablehlo<comparison_direction LT>`.
    pub fn word(&self, name: &str) -> Option<String> {
        let text = self.attr_text(name)?;
        let word =
            text.trim_end_matches('>').rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
        Some(word.to_owned())
    }
    /// An attribute of a dialect.
    pub fn typed<T: Storage>(&self, name: &str) -> Eval<&'a T> {
        let a = self.attr(name).and_then(|a| self.cx().attr_as::<T>(a));
        a.ok_or_else(|| self.fault(format!("needs an attribute '{name}'")))
    }
    /// Numbers as dimensions of a value of rank `rank`.
    pub fn dims(&self, numbers: &[i64], rank: usize) -> Eval<Shape> {
        let all: Option<Shape> =
            numbers.iter().map(|&d| usize::try_from(d).ok().filter(|&d| d < rank)).collect();
        all.ok_or_else(|| {
            self.fault(format!("names a dimension of {numbers:?} that a value of rank {rank} lacks"))
        })
    }
    /// An affine map attribute.
    pub fn map(&self, name: &str) -> Eval<&'a AffineMap> {
        let map = self.attr(name).and_then(|a| self.cx().attr_as::<AffineMapAttr>(a));
        map.map(|m| &m.0).ok_or_else(|| self.fault(format!("needs an affine map '{name}'")))
    }

    // ---------------------------------------------------------------- types and results

    /// The type of result `i`.
    pub fn result_type(&self, i: usize) -> Eval<Type> {
        match self.body().results(self.op).get(i) {
            Some(&v) => Ok(self.body().ty(v)),
            None => Err(self.fault(format!("has no result #{i}"))),
        }
    }
    /// Element type of a type.
    pub fn elem_of(&self, ty: Type) -> Eval<Elem> {
        let elem = self.cx().elem_or_self(ty);
        Elem::from_type(self.cx(), elem).ok_or_else(|| {
            self.fault(format!("uses the type {}, which is {NOT_INTERPRETED}", type_text(self.cx(), elem)))
        })
    }
    /// Element type of result `i`.
    pub fn result_elem(&self, i: usize) -> Eval<Elem> {
        self.elem_of(self.result_type(i)?)
    }
    /// Sizes of a shaped type; [`DYNAMIC`] where unknown.
    pub fn dims_of(&self, ty: Type) -> Eval<&'a [i64]> {
        let dims = self.cx().shaped(ty).and_then(|s| s.shape);
        dims.ok_or_else(|| {
            self.fault(format!("needs a ranked shaped type, not {}", type_text(self.cx(), ty)))
        })
    }
    /// Sizes of result `i`, which must all be known.
    pub fn result_shape(&self, i: usize) -> Eval<Shape> {
        let dims = self.dims_of(self.result_type(i)?)?;
        let shape = static_shape(dims).ok_or_else(|| self.fault("needs a result of known sizes"))?;
        self.elements(&shape)?;
        Ok(shape)
    }
    /// Number of elements of a shape that is about to be made; an error beyond the limit. Counts as work.
    pub fn elements(&self, shape: &[usize]) -> Eval<usize> {
        // The product of the sizes other than 0 must fit as well, since strides and indices are computed from them.
        let others = shape.iter().try_fold(1u64, |n, &d| n.checked_mul(d.max(1) as u64));
        match crate::tensor::count(shape).filter(|_| others.is_some_and(|n| n <= Limits::ELEMENTS as u64)) {
            Some(n) if n <= self.m.options.max_elements => {
                has_memory(n).map_err(|bytes| self.fault(format!("out of memory: {bytes} bytes")))?;
                Ok(n)
            }
            _ => Err(self.fault(format!("{TOO_LARGE} {} elements", self.m.options.max_elements))),
        }
    }
    /// The integers of operand `i` with the signedness of their type; a number that does not fit in an `i64` is a fault.
    pub fn numbers(&self, i: usize) -> Eval<Signed> {
        let t = self.tensor(i)?;
        let number = |&n: &i64| match t.elem.is_unsigned() {
            true => i64::try_from(t.elem.zext(n)).map_err(|_| self.fault("gets a number that is too large")),
            false => Ok(n),
        };
        t.data.ints().iter().map(number).collect()
    }
    /// Counts work beyond the op itself.
    pub fn charge(&mut self, n: usize) -> Eval<()> {
        self.m.charge(n as u64).map_err(|m| self.fault(m))
    }
    /// Sets result `i` and continues with the next op.
    pub fn set(&mut self, i: usize, value: Value) -> Eval {
        let Some(&r) = self.body().results(self.op).get(i) else {
            return Err(self.fault(format!("has no result #{i}")));
        };
        let ty = self.body().ty(r);
        if !self.f.surely_fits(r, &value) && !value.fits(self.cx(), ty) {
            let ty = type_text(self.cx(), ty);
            return Err(self.fault(format!("gives a {} for result #{i} of type {ty}", value.describe())));
        }
        self.f.put(r, value);
        Ok(Flow::Next)
    }
    /// Gives result `i` elements: as a vector if its type is one, as a scalar if it is not shaped, else as a tensor.
    pub fn set_elements(&mut self, i: usize, t: Tensor) -> Eval {
        let ty = self.result_type(i)?;
        let value = self.shaped_value(ty, t);
        self.set(i, value)
    }
    /// Elements as a value of a type.
    pub fn shaped_value(&self, ty: Type, t: Tensor) -> Value {
        let cx = self.cx();
        if cx.type_as::<strata_ir::prelude::VectorType>(ty).is_some() {
            Value::Vector(t)
        } else if cx.shaped(ty).is_some() {
            Value::Tensor(t)
        } else {
            Value::Scalar(t.elem, t.at(0))
        }
    }
    /// Gives all results their values.
    pub fn set_all(&mut self, values: Args) -> Eval {
        let n = self.body().results(self.op).len();
        self.ensure(n == values.len(), || format!("gets {} values for {n} results", values.len()))?;
        for (i, v) in values.into_iter().enumerate() {
            self.set(i, v)?;
        }
        Ok(Flow::Next)
    }

    /// Sets all results, or the only result to a tuple of the values if its type is a tuple.
    pub fn set_list(&mut self, values: Args) -> Eval {
        let tuple = match *self.body().results(self.op) {
            [only] => self.cx().type_as::<TupleType>(self.body().ty(only)).is_some(),
            _ => false,
        };
        if tuple { self.set(0, Value::Tuple(values.into_vec().into())) } else { self.set_all(values) }
    }

    // ---------------------------------------------------------------- regions

    /// Region `i` of the op.
    pub fn region(&self, i: usize) -> Eval<Region> {
        let r = self.body().regions(self.op).get(i).copied();
        r.ok_or_else(|| self.fault(format!("has no region #{i}")))
    }
    /// Runs a region.
    pub fn run(&mut self, region: Region, args: Args) -> Eval<Args> {
        self.m.run_region(self.f, region, args)
    }
    /// Takes over what processes that this op started printed, recorded and sent, and counts their work.
    pub(crate) fn take_outcomes(&mut self, outcomes: Vec<Outcome>) -> Eval<()> {
        for outcome in outcomes {
            self.m.output.extend(outcome.output);
            self.m.probes.extend(outcome.probes);
            for out in outcome.outfeed {
                self.m.process.grid.outfeed(out);
            }
            self.charge(usize::try_from(outcome.steps).unwrap_or(usize::MAX))?;
        }
        Ok(())
    }
    /// Turns an error text into a failure of the op.
    pub fn check<T>(&self, r: Result<T, String>) -> Eval<T> {
        r.map_err(|m| self.fault(m))
    }
}

/// Checks that memory for this many elements of the narrowest type can be allocated; the error is the number of bytes. Most allocations
/// of vectors cannot report an error, so this is checked beforehand.
fn has_memory(elements: usize) -> Result<(), usize> {
    /// Fewer elements are not checked.
    const MANY: usize = 1 << 16;
    let mut probe = Vec::<f32>::new();
    if elements >= MANY && probe.try_reserve_exact(elements).is_err() {
        return Err(elements.saturating_mul(size_of::<f32>()));
    }
    // Keeps the compiler from removing the allocation.
    std::hint::black_box(&mut probe);
    Ok(())
}
