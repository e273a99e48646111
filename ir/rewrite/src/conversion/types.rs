//! [`TypeConverter`]: the types that values have after a conversion.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use strata_core::{Body, Context, FunctionType, Op, Type, TypeAttr};

use super::Converted;

/// A rule for types: the converted type or an error; `None` leaves the type to the next rule.
type Rule<'r> = Box<dyn Fn(&TypeConverter<'r>, &Context, Type) -> Option<Converted<Type>> + 'r>;

/// Rules for types, asked in the order in which they were added. Answers are remembered.
#[derive(Default)]
pub struct TypeConverter<'r> {
    rules: Vec<Rule<'r>>,
    known: RefCell<FxHashMap<Type, Converted<Type>>>,
}

impl<'r> TypeConverter<'r> {
    /// A converter without rules, which keeps all types.
    pub fn new() -> Self {
        Self::default()
    }
    /// The converter with one more rule, which may convert parts of the type through the converter it is given.
    pub fn with(
        mut self,
        rule: impl Fn(&TypeConverter<'r>, &Context, Type) -> Option<Converted<Type>> + 'r,
    ) -> Self {
        self.rules.push(Box::new(rule));
        self
    }
    /// The converted type of values of type `ty`. A type to which no rule applies is kept.
    ///
    /// # Errors
    /// Why there is no such type.
    pub fn convert(&self, cx: &Context, ty: Type) -> Converted<Type> {
        if let Some(known) = self.known.borrow().get(&ty) {
            return known.clone();
        }
        let new = self.rules.iter().find_map(|rule| rule(self, cx, ty)).unwrap_or(Ok(ty));
        self.known.borrow_mut().insert(ty, new.clone());
        new
    }
}

/// Converts the attribute `function_type` of the op that has this body, as of `func.func`.
///
/// # Errors
/// Why one of its types has no equivalent.
pub fn convert_function_type(body: &mut Body, types: &TypeConverter<'_>) -> Converted {
    let Some(attr) = body.attr(Op::SELF, "function_type") else { return Ok(()) };
    let cx = body.cx();
    let ty = cx.attr_as::<TypeAttr>(attr).map(|t| t.0);
    let Some(f) = ty.and_then(|t| cx.type_as::<FunctionType>(t)) else { return Ok(()) };
    let all = |list: &[Type]| list.iter().map(|&t| types.convert(cx, t)).collect::<Converted<_>>();
    let new = cx.type_attr(cx.ty(FunctionType { inputs: all(&f.inputs)?, results: all(&f.results)? }));
    if new != attr {
        body.set_attr(Op::SELF, "function_type", Some(new));
    }
    Ok(())
}
