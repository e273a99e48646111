//! [`TypeConverter`]: what types become.

use std::sync::RwLock;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use strata_core::{Attr, Builder, Context, FunctionType, Type, Value};

/// What a rule says about a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Converted {
    /// It becomes this type, which may be the same.
    To(Type),
    /// It becomes these types; none when the value vanishes.
    Many(SmallVec<[Type; 2]>),
    /// It cannot be converted.
    Fail,
}

impl From<Type> for Converted {
    fn from(ty: Type) -> Self {
        Converted::To(ty)
    }
}

type Rule = Box<dyn Fn(&TypeConverter, Type, &Context) -> Option<Converted> + Send + Sync>;

/// Makes a value of a type from others, at the insertion point; `None` when it does not know how.
type Materialize = Box<dyn Fn(&mut Builder<'_>, Type, &[Value]) -> Option<Value> + Send + Sync>;

/// Rules for types, the last one added first. A type without a rule cannot be converted.
#[derive(Default)]
pub struct TypeConverter {
    rules: Vec<Rule>,
    source: Vec<Materialize>,
    target: Vec<Materialize>,
    cache: RwLock<FxHashMap<Type, Option<SmallVec<[Type; 2]>>>>,
}

impl TypeConverter {
    /// Without rules.
    pub fn new() -> Self {
        Self::default()
    }
    /// Every type stays as it is.
    pub fn identity() -> Self {
        let mut c = Self::new();
        c.add(|_, ty, _| Some(ty.into()));
        c
    }
    /// Adds a rule, which is asked before those added so far. `None` passes the type on to them. The rule may convert
    /// component types through the converter that it is given.
    pub fn add(
        &mut self,
        rule: impl Fn(&TypeConverter, Type, &Context) -> Option<Converted> + Send + Sync + 'static,
    ) -> &mut Self {
        self.rules.push(Box::new(rule));
        self
    }
    /// Adds a way to make a value of an original type from converted ones.
    pub fn source_materialization(
        &mut self,
        f: impl Fn(&mut Builder<'_>, Type, &[Value]) -> Option<Value> + Send + Sync + 'static,
    ) -> &mut Self {
        self.source.push(Box::new(f));
        self
    }
    /// Adds a way to make a value of a converted type from original ones.
    pub fn target_materialization(
        &mut self,
        f: impl Fn(&mut Builder<'_>, Type, &[Value]) -> Option<Value> + Send + Sync + 'static,
    ) -> &mut Self {
        self.target.push(Box::new(f));
        self
    }
    /// What `ty` becomes; `None` when it cannot be converted.
    pub fn convert(&self, cx: &Context, ty: Type) -> Option<SmallVec<[Type; 2]>> {
        if let Some(known) = self.cache.read().unwrap_or_else(|e| e.into_inner()).get(&ty) {
            return known.clone();
        }
        let found = self.rules.iter().rev().find_map(|rule| rule(self, ty, cx));
        let result = match found {
            Some(Converted::To(t)) => Some(smallvec![t]),
            Some(Converted::Many(list)) => Some(list),
            Some(Converted::Fail) | None => None,
        };
        self.cache.write().unwrap_or_else(|e| e.into_inner()).insert(ty, result.clone());
        result
    }
    /// The one type that `ty` becomes.
    pub fn convert_one(&self, cx: &Context, ty: Type) -> Option<Type> {
        match self.convert(cx, ty)?[..] {
            [one] => Some(one),
            _ => None,
        }
    }
    /// What a list of types becomes.
    pub fn convert_all(&self, cx: &Context, types: impl IntoIterator<Item = Type>) -> Option<Vec<Type>> {
        let mut out = Vec::new();
        for ty in types {
            out.extend(self.convert(cx, ty)?);
        }
        Some(out)
    }
    /// Whether `ty` stays as it is.
    pub fn is_legal(&self, cx: &Context, ty: Type) -> bool {
        self.convert(cx, ty).is_some_and(|c| c[..] == [ty])
    }
    /// Whether all types stay as they are.
    pub fn all_legal(&self, cx: &Context, types: impl IntoIterator<Item = Type>) -> bool {
        types.into_iter().all(|t| self.is_legal(cx, t))
    }
    /// What a function type, as an attribute or not, becomes.
    pub fn convert_signature(&self, cx: &Context, f: &FunctionType) -> Option<FunctionType> {
        Some(FunctionType {
            inputs: self.convert_all(cx, f.inputs.iter().copied())?,
            results: self.convert_all(cx, f.results.iter().copied())?,
        })
    }
    /// What the type in a type attribute becomes.
    pub fn convert_type_attr(&self, cx: &Context, attr: Attr) -> Option<Attr> {
        let ty = cx.attr_as::<strata_core::TypeAttr>(attr)?.0;
        Some(cx.type_attr(self.convert_one(cx, ty)?))
    }
    pub(crate) fn materialize(
        &self,
        b: &mut Builder<'_>,
        ty: Type,
        inputs: &[Value],
        source: bool,
    ) -> Option<Value> {
        let list = if source { &self.source } else { &self.target };
        list.iter().rev().find_map(|f| f(b, ty, inputs))
    }
    pub(crate) fn materializes(&self) -> bool {
        !self.source.is_empty() || !self.target.is_empty()
    }
}
