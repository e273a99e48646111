//! Attributes of the arguments and results of an entry function: their names, their memories and layouts, and whether a caller gives the
//! memory of an argument away.
//!
//! A name of an argument is that of an attribute, as `jax.arg_info = "params['w']"`, or else of its location, `loc("w")`; that of a result
//! is in `jax.result_info`. Names need not be unique.

pub use strata_func::Donation;
use strata_ir::{
    core::{NameLoc, symbols::SymbolTable},
    prelude::*,
};

/// Attributes with the name of an argument, in the order in which they are looked for.
const OF_ARGUMENTS: [&str; 3] = ["jax.arg_info", "mhlo.arg_name", "tf_saved_model.index_path"];
/// Attributes with the name of a result.
const OF_RESULTS: [&str; 1] = ["jax.result_info"];

/// The attribute with the kind of memory of an argument or a result.
const MEMORY_KIND: [&str; 1] = ["mhlo.memory_kind"];
/// The attribute with the layout of an argument or a result.
const LAYOUT_MODE: [&str; 1] = ["mhlo.layout_mode"];

/// The attributes of the arguments and results of a function, as far as it has any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryNames {
    /// The names of the arguments.
    pub inputs: Vec<Option<String>>,
    /// The names of the results.
    pub outputs: Vec<Option<String>>,
    /// The donation of each argument.
    pub donations: Vec<Option<Donation>>,
    /// The kind of memory that each argument is in, as JAX calls it (`mhlo.memory_kind`).
    pub input_memories: Vec<Option<String>>,
    /// The kind of memory that each result is to be in.
    pub output_memories: Vec<Option<String>>,
    /// The layout of each argument, as JAX asks for it (`mhlo.layout_mode`).
    pub input_layouts: Vec<Option<String>>,
    /// The layout of each result.
    pub output_layouts: Vec<Option<String>>,
}

impl EntryNames {
    /// Reads the attributes of the function `entry` of a module on tensors; all lists are empty when there is no such function.
    #[must_use]
    pub fn from_module(module: &Body, entry: &str) -> Self {
        let cx = module.cx();
        let op = SymbolTable::new(module).get(cx.intern(entry));
        let Some(body) = op.and_then(|op| module.child(op)) else { return Self::default() };
        let (of_arguments, of_results) = (dictionaries(body, "arg_attrs"), dictionaries(body, "res_attrs"));
        let in_location = |v: Value| {
            let name = cx.attr_as::<NameLoc>(body.value_loc(v).as_attr()?)?.name;
            usable(cx.str(name))
        };
        let args = body.entry().map(|block| body.block_args(block)).unwrap_or_default();
        let inputs = args.iter().enumerate().map(|(i, &v)| {
            let own = of_arguments.get(i).copied().flatten();
            own.and_then(|own| name(cx, own, &OF_ARGUMENTS)).or_else(|| in_location(v))
        });
        let of_input = |attributes: &[&str]| -> Vec<Option<String>> {
            (0..args.len()).map(|i| name(cx, of_arguments.get(i).copied().flatten()?, attributes)).collect()
        };
        let of_output = |attributes: &[&str]| -> Vec<Option<String>> {
            of_results.iter().map(|own| name(cx, (*own)?, attributes)).collect()
        };
        let donations =
            (0..args.len()).map(|i| Donation::of_argument(cx, of_arguments.get(i).copied().flatten()?));
        Self {
            inputs: inputs.collect(),
            outputs: of_output(&OF_RESULTS),
            donations: donations.collect(),
            input_memories: of_input(&MEMORY_KIND),
            output_memories: of_output(&MEMORY_KIND),
            input_layouts: of_input(&LAYOUT_MODE),
            output_layouts: of_output(&LAYOUT_MODE),
        }
    }
}

/// The dictionaries in an attribute of a function.
fn dictionaries<'b>(body: &'b Body, list: &str) -> Vec<Option<&'b DictionaryAttr>> {
    let cx = body.cx();
    let list = body.attr(Op::SELF, list).and_then(|a| cx.attr_as::<ArrayAttr>(a));
    list.map(|list| list.0.iter().map(|&own| cx.attr_as::<DictionaryAttr>(own)).collect()).unwrap_or_default()
}

/// The first name in these attributes.
fn name(cx: &Context, own: &DictionaryAttr, attributes: &[&str]) -> Option<String> {
    attributes.iter().find_map(|name| {
        let value = own.get(cx.intern(name))?;
        let path = cx.attr_as::<ArrayAttr>(value).and_then(|path| path.0.first().copied());
        usable(cx.attr_str(path.unwrap_or(value))?)
    })
}

/// A name that C and archives can have, too.
fn usable(name: &str) -> Option<String> {
    (!name.is_empty() && !name.contains('\0')).then(|| name.to_owned())
}
