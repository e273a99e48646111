//! Symbols that converted code needs from its module: functions that it calls, and texts.

use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use strata_ir::prelude::*;

use super::Lowered;

/// The signature of a function that converted code calls.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declaration {
    /// Types of the parameters.
    pub params: Vec<Type>,
    /// The result type, if any.
    pub result: Option<Type>,
    /// Whether it takes further arguments of any type.
    pub variadic: bool,
    /// Its attributes.
    pub attrs: Vec<(&'static str, Attr)>,
}

/// A symbol that the module needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Needed {
    /// A function that is defined elsewhere.
    Function(Declaration),
    /// The same, declared behind all others.
    Runtime(Declaration),
    /// A constant of these bytes.
    Text(Vec<u8>),
    /// A constant string of these bytes in an address space.
    Format(Vec<u8>, i32),
}

/// The symbols that the converted code of a module needs, in the order in which it asked for them.
#[derive(Debug, Default)]
pub struct Declarations {
    items: IndexMap<String, Needed>,
    taken: FxHashSet<String>,
}

impl Declarations {
    /// No symbols yet; those that the module has are not available for texts.
    pub fn new(module: &Body) -> Self {
        let names = module.all_ops().into_iter().filter_map(|op| module.attr(op, "sym_name"));
        let taken = names.filter_map(|a| module.cx().attr_str(a).map(str::to_owned)).collect();
        Self { items: IndexMap::new(), taken }
    }
    /// Asks for a function.
    ///
    /// # Errors
    /// If it is needed with another type.
    pub fn function(&mut self, name: &str, wanted: Declaration) -> Lowered {
        self.need(name, Needed::Function(wanted))
    }
    /// Asks for a function of upstream's runtime.
    ///
    /// # Errors
    /// If it is needed with another type.
    pub fn runtime(&mut self, name: &str, wanted: Declaration) -> Lowered {
        self.need(name, Needed::Runtime(wanted))
    }
    fn need(&mut self, name: &str, wanted: Needed) -> Lowered {
        if *self.items.entry(name.to_owned()).or_insert_with(|| wanted.clone()) == wanted {
            Ok(())
        } else {
            Err(format!("function '{name}' is needed with two types"))
        }
    }
    /// Asks for a constant under a new name that begins with `stem`.
    pub fn text(&mut self, stem: &str, bytes: Vec<u8>) -> String {
        let is_free = |name: &String| !self.taken.contains(name) && !self.items.contains_key(name);
        let numbered = (0..).map(|n: u64| format!("{stem}_{n}"));
        let name = std::iter::once(stem.to_owned()).chain(numbered).find(is_free).unwrap_or_default();
        self.items.insert(name.clone(), Needed::Text(bytes));
        name
    }
    /// Asks for a string in an address space; the same one has one name, of `stem` and a number. The second result is its length.
    pub fn format(&mut self, stem: &str, bytes: Vec<u8>, space: i32) -> (String, u64) {
        let len = bytes.len() as u64;
        let wanted = Needed::Format(bytes, space);
        if let Some((name, _)) = self.items.iter().find(|(_, needed)| **needed == wanted) {
            return (name.clone(), len);
        }
        let is_free = |name: &String| !self.taken.contains(name) && !self.items.contains_key(name);
        let name = (0..).map(|n: u64| format!("{stem}{n}")).find(is_free).unwrap_or_default();
        self.items.insert(name.clone(), wanted);
        (name, len)
    }
    /// The symbols in the order in which they were asked for.
    pub fn in_order(self) -> impl DoubleEndedIterator<Item = (String, Needed)> {
        self.items.into_iter()
    }
    /// The symbols in the order of their names.
    pub fn by_name(mut self) -> impl DoubleEndedIterator<Item = (String, Needed)> {
        self.items.sort_unstable_keys();
        self.items.into_iter()
    }
}
