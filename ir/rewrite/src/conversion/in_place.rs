//! [`InPlace`]: the state of a conversion at one op, and conversions of whole bodies by tables of functions.

use smallvec::SmallVec;
use strata_core::{
    Attr, Block, Body, Builder, Context, Diagnostic, IdMap, InsertPoint, Op, OpInfo, Type, Value,
};

use super::{
    Conversion, ConversionTable, Converted, Failure, Rule, TypeConverter, ValueMap, convert_function_type,
    convert_ops, definitions_first, failure,
};

/// The conversion of one body, at one of its ops.
pub struct InPlace<'b> {
    /// The body.
    pub body: &'b mut Body,
    /// The types that values get.
    pub types: TypeConverter<'b>,
    /// The replacements of the values of converted ops.
    pub values: ValueMap,
    op: Op,
}

/// Converts one op: builds its replacement, and sets the replacements of its results.
pub type Handler = fn(&mut InPlace<'_>) -> Converted;

impl<'b> InPlace<'b> {
    /// A conversion of `body`, at no op yet.
    pub fn new(body: &'b mut Body, types: TypeConverter<'b>) -> Self {
        Self { body, types, values: ValueMap::default(), op: Op::SELF }
    }
    /// Goes to an op.
    pub fn start(&mut self, op: Op) {
        self.op = op;
    }
    /// The op that is converted.
    pub fn op(&self) -> Op {
        self.op
    }
    /// The context.
    pub fn cx(&self) -> &Context {
        self.body.cx()
    }
    /// Builds before the op that is converted.
    pub fn at(&mut self) -> Builder<'_> {
        Builder::before(self.body, self.op)
    }
    /// An attribute of the op.
    pub fn attr(&self, name: &str) -> Option<Attr> {
        self.body.attr(self.op, name)
    }

    /// The type that values of type `ty` get.
    ///
    /// # Errors
    /// Why there is none.
    pub fn convert(&self, ty: Type) -> Converted<Type> {
        self.types.convert(self.body.cx(), ty)
    }
    /// The type of operand `i` before the conversion.
    pub fn operand_type(&self, i: usize) -> Type {
        self.body.ty(self.body.operand(self.op, i))
    }
    /// The type of result `i` before the conversion.
    pub fn result_type(&self, i: usize) -> Type {
        self.body.ty(self.body.result(self.op, i))
    }
    /// The type of result `i` after the conversion.
    ///
    /// # Errors
    /// Why there is none.
    pub fn new_result_type(&self, i: usize) -> Converted<Type> {
        self.convert(self.result_type(i))
    }

    /// The replacement of a value of the input, with the converted type.
    ///
    /// # Errors
    /// Why its type cannot be converted.
    pub fn value(&mut self, old: Value) -> Converted<Value> {
        self.values.converted(self.body, &self.types, old)
    }
    /// Operand `i` after the conversion.
    ///
    /// # Errors
    /// When there is no such operand, or its type cannot be converted.
    pub fn operand(&mut self, i: usize) -> Converted<Value> {
        if i >= self.body.num_operands(self.op) {
            return Err("misses an operand".to_owned());
        }
        self.value(self.body.operand(self.op, i))
    }
    /// The operands of a range after the conversion.
    ///
    /// # Errors
    /// As [`Self::operand`].
    pub fn operands(&mut self, range: impl IntoIterator<Item = usize>) -> Converted<Vec<Value>> {
        range.into_iter().map(|i| self.operand(i)).collect()
    }
    /// All operands after the conversion.
    ///
    /// # Errors
    /// As [`Self::operand`].
    pub fn all_operands(&mut self) -> Converted<Vec<Value>> {
        self.operands(0..self.body.num_operands(self.op))
    }
    /// Sets the replacements of the results of the op.
    ///
    /// # Errors
    /// None: the result lets a conversion end with this.
    pub fn replace(&mut self, values: &[Value]) -> Converted {
        let results: SmallVec<[Value; 2]> = SmallVec::from_slice(self.body.results(self.op));
        for (old, &new) in results.into_iter().zip(values) {
            self.values.replace(self.body, old, new);
        }
        Ok(())
    }
    /// Replaces the op by the same op on converted operands, with converted results.
    ///
    /// # Errors
    /// Why a type cannot be converted.
    pub fn rebuild(&mut self) -> Converted {
        let (operands, op) = (self.all_operands()?, self.op);
        let types = (0..self.body.results(op).len()).map(|i| self.new_result_type(i));
        let types: SmallVec<[Type; 2]> = types.collect::<Converted<_>>()?;
        let copy = self.body.clone_op(op, &mut IdMap::new());
        self.body.insert(copy, InsertPoint::before(self.body, op));
        self.body.set_operands(copy, &operands);
        let results: SmallVec<[Value; 2]> = SmallVec::from_slice(self.body.results(copy));
        for (&v, ty) in results.iter().zip(types) {
            self.body.set_type(v, ty);
        }
        self.replace(&results)
    }
    /// Sets the replacement of the only result of the op.
    ///
    /// # Errors
    /// As [`Self::replace`].
    pub fn replace_one(&mut self, value: Value) -> Converted {
        self.replace(&[value])
    }
}

/// Which blocks get arguments of converted types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// All, and the type of the function with them.
    Convert,
    /// The entry block, and the type of the function with it.
    Entry,
    /// None: casts stand between arguments and converted ops.
    Keep,
}

struct ByTable<'b, 't> {
    state: InPlace<'b>,
    table: &'t ConversionTable<Handler>,
}

impl Conversion for ByTable<'_, '_> {
    type Handler = Handler;
    fn body(&self) -> &Body {
        self.state.body
    }
    fn rule(&self, info: &'static OpInfo) -> Rule<Handler> {
        self.table.rule(info)
    }
    fn convert(&mut self, op: Op, handler: Handler) -> Result<(), Failure> {
        self.state.start(op);
        Ok(handler(&mut self.state)?)
    }
}

/// Converts the ops of a body, not of its children, that `table` has rows for.
///
/// # Errors
/// One diagnostic for each op that cannot be converted.
pub fn convert_body<'b>(
    body: &'b mut Body,
    types: TypeConverter<'b>,
    table: &ConversionTable<Handler>,
    blocks: Blocks,
) -> Result<(), Vec<Diagnostic>> {
    let order = definitions_first(body);
    let all: Vec<Block> = match blocks {
        Blocks::Convert => body.regions(Op::SELF).iter().flat_map(|&r| body.blocks(r)).copied().collect(),
        Blocks::Entry => body.entry().into_iter().collect(),
        Blocks::Keep => Vec::new(),
    };
    let mut state = InPlace::new(body, types);
    let mut args = Vec::new();
    let signature = || {
        if blocks != Blocks::Keep {
            convert_function_type(state.body, &state.types)?;
        }
        for block in all {
            args.extend(state.values.convert_args(state.body, &state.types, block)?);
        }
        Ok(())
    };
    let failed: Converted = signature();
    if let Err(why) = failed {
        return Err(vec![failure(state.body, Op::SELF, &why)]);
    }
    let mut conversion = ByTable { state, table };
    let outcome = convert_ops(&mut conversion, order);
    let InPlace { body, values, .. } = conversion.state;
    let mut errors = outcome.errors;
    if let Err(why) = values.finish(body, &outcome.converted, &args) {
        errors.push(failure(body, Op::SELF, &why));
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
