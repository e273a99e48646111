//! The conversion of a body: ops are folded, or replaced by the rows of tables.

use rustc_hash::FxHashMap;
use strata_ir::{
    prelude::*,
    rewrite::conversion::{
        Conversion, ConversionTable, ConvertedArgs, DialectConversions, Failure, Folding, InPlace, Rule,
        TypeConverter, convert_function_type, convert_ops, definitions_first, failure, fold_op,
    },
};

/// The result of a step of the conversion of an op.
pub(crate) type Converted<T = ()> = Result<T, Failure>;
/// Converts one op.
pub(crate) type Handler = fn(&mut ToC<'_>) -> Converted;
/// The rows of a dialect.
pub(crate) type Dialect = DialectConversions<Handler>;

/// The state of a conversion.
pub(crate) struct ToC<'b> {
    pub state: InPlace<'b>,
    /// The variables for the results of ops with regions, by the op that the old one became.
    pub results: FxHashMap<Op, Vec<Value>>,
    /// Blocks that were moved to new ops, with the number of their old arguments.
    pub args: Vec<ConvertedArgs>,
    /// The functions of C++ are used, where there are several.
    pub cpp: bool,
    made: Vec<Op>,
}

impl<'b> std::ops::Deref for ToC<'b> {
    type Target = InPlace<'b>;
    fn deref(&self) -> &InPlace<'b> {
        &self.state
    }
}
impl std::ops::DerefMut for ToC<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.state
    }
}

impl ToC<'_> {
    /// Replaces the results of the op.
    pub fn replace(&mut self, new: &[Value]) -> Converted {
        Ok(self.state.replace(new)?)
    }
    /// Replaces the op, which has one result.
    pub fn replace_one(&mut self, new: Value) -> Converted {
        Ok(self.state.replace_one(new)?)
    }
    /// The context, for types and attributes of ops that are built.
    pub fn context(&self) -> std::sync::Arc<Context> {
        self.state.body.cx_arc().clone()
    }
}

struct Run<'b, 't> {
    to_c: ToC<'b>,
    table: &'t ConversionTable<Handler>,
}

impl Conversion for Run<'_, '_> {
    type Handler = Handler;
    fn body(&self) -> &Body {
        self.to_c.state.body
    }
    fn rule(&self, info: &'static OpInfo) -> Rule<Handler> {
        match self.table.rule(info) {
            // It may fold.
            Rule::Illegal(_) => Rule::Convert(|_| Err("it has no conversion to EmitC".into())),
            rule => rule,
        }
    }
    fn convert(&mut self, op: Op, handler: Handler) -> Result<(), Failure> {
        let foldable = !self.body().has_trait(op, Trait::ConstantLike) && self.body().regions(op).is_empty();
        if foldable && self.fold(op)? {
            return Ok(());
        }
        self.to_c.state.start(op);
        handler(&mut self.to_c)
    }
    fn failure(&self, op: Op, why: &str) -> Diagnostic {
        let name = self.body().op_name(op);
        let message =
            format!("failed to legalize operation '{name}' that was explicitly marked illegal: {why}");
        Diagnostic::error(self.body().loc(op), message)
    }
}

impl Run<'_, '_> {
    /// Replaces an op by what it folds to, and converts the constants among that.
    fn fold(&mut self, op: Op) -> Result<bool, Failure> {
        let table = self.table;
        let convertible = |b: &Body, op: Op| table.has_row(b.info(op));
        let Some(Folding::Values(values, made)) = fold_op(self.to_c.state.body, op, &convertible) else {
            return Ok(false);
        };
        // The constants are replaced where the op was used.
        self.to_c.state.start(op);
        self.to_c.state.replace(&values)?;
        for &new in &made {
            if let Rule::Convert(handler) = self.table.rule(self.body().info(new)) {
                self.to_c.state.start(new);
                handler(&mut self.to_c)?;
                self.to_c.made.push(new);
            }
        }
        Ok(true)
    }
}

/// Converts the ops of a body, not of its children; `entry` says whether the arguments and the type of the function are converted.
///
/// # Errors
/// One diagnostic for each op that cannot be converted.
pub(crate) fn convert<'b>(
    body: &'b mut Body,
    types: TypeConverter<'b>,
    dialects: &[Dialect],
    cpp: bool,
    entry: bool,
) -> Result<(), Vec<Diagnostic>> {
    let order = definitions_first(body);
    let table = ConversionTable::new(dialects.iter().copied());
    let state = InPlace::new(body, types);
    let (results, args, made) = (FxHashMap::default(), Vec::new(), Vec::new());
    let mut to_c = ToC { state, results, args, cpp, made };
    if entry {
        let InPlace { body, types, values, .. } = &mut to_c.state;
        let blocks: Vec<Block> =
            body.regions(Op::SELF).iter().flat_map(|&r| body.blocks(r)).copied().collect();
        let convert = || {
            convert_function_type(body, types)?;
            for block in blocks {
                to_c.args.extend(values.convert_args(body, types, block)?);
            }
            Ok(())
        };
        let converted: Result<(), String> = convert();
        if let Err(why) = converted {
            return Err(vec![failure(to_c.state.body, Op::SELF, &why)]);
        }
    }
    let mut run = Run { to_c, table: &table };
    let outcome = convert_ops(&mut run, order);
    let ToC { state, args, made, .. } = run.to_c;
    let InPlace { body, values, .. } = state;
    let mut errors = outcome.errors;
    let mut converted = outcome.converted;
    converted.extend(made);
    if let Err(why) = values.finish(body, &converted, &args) {
        errors.push(failure(body, Op::SELF, &why));
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
