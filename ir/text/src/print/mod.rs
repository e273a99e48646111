//! The printer of MLIR syntax.
//!
//! Three steps: every value gets a name (`names`), shared attributes and locations get aliases (`alias`), and the
//! ops are written by a [`Printer`], in generic form, by their assembly format ([`format`]) or by hand.

mod alias;
mod attrs;
mod collector;
mod format;
mod location;
mod names;
mod op;
mod places;
mod printer;
mod repetition;
mod resources;
mod shown;
#[cfg(test)]
mod tests;
mod users;

use std::{io, rc::Rc};

use strata_core::{Body, ElementsPolicy, Op, Value};

pub use attrs::UNREGISTERED_PROPERTIES;
pub use places::{OpPlace, print_body_with_places};
use printer::Sink;
pub use printer::{Printer, RegionStyle};

use names::Names;

/// Bytes of IR that a diagnostic shows with its types and attributes.
const LONGEST_MESSAGE: usize = 256 << 10;

/// How IR is printed; the default is what `mlir-opt` prints without any option.
#[derive(Clone, Debug, Default)]
pub struct PrintOptions {
    /// Print every op in generic form.
    pub generic: bool,
    /// Print locations.
    pub debuginfo: bool,
    /// Print locations in a form that is shorter but cannot be parsed.
    pub pretty_debuginfo: bool,
    /// Use no aliases: everything is printed in place, unless the text would be mostly repetition and very long.
    pub local_scope: bool,
    /// Print larger elements attributes as `dense_resource<__elided__>`.
    pub elide_elements_larger_than: Option<u64>,
    /// Print larger elements attributes as a hexadecimal string; 100 elements when not given.
    pub hex_elements_larger_than: Option<u64>,
    /// Leave out resources whose text is longer than this.
    pub elide_resources_larger_than: Option<u64>,
    /// Use the names in locations as stems of value names.
    pub use_nameloc_as_prefix: bool,
    /// Print `{...}` for regions.
    pub skip_regions: bool,
    /// The caller asserts that the IR is valid. The printer ignores this, as it never verifies; drivers use it to
    /// skip the check that selects the generic form for invalid IR.
    pub assume_verified: bool,
    /// Never use the number of a value again in another region.
    pub unique_ssa: bool,
    /// Add comments with the users of each value.
    pub value_users: bool,
    /// Print `...` for types and attributes once the text has this many bytes. Without aliases, shared parts are
    /// printed at each occurrence, which can be exponentially often.
    pub at_most: Option<usize>,
}

impl PrintOptions {
    /// Options for quoting one op in a diagnostic: only the line of the op, with large constants elided.
    pub fn for_diagnostics() -> Self {
        Self {
            local_scope: true,
            skip_regions: true,
            elide_elements_larger_than: Some(16),
            at_most: Some(LONGEST_MESSAGE),
            ..Self::default()
        }
    }
    fn policy(&self) -> ElementsPolicy {
        ElementsPolicy {
            elide_above: self.elide_elements_larger_than,
            hex_above: self.hex_elements_larger_than,
        }
    }
}

/// The text of a whole file: the op of `body`, with the aliases before and after it and the resources at the end, as
/// `mlir-opt` prints it.
pub fn print_body(body: &Body, options: &PrintOptions) -> String {
    let mut out = String::new();
    print_body_to(body, options, &mut out);
    out
}

/// Appends the text of [`print_body`] to `out`.
pub fn print_body_to(body: &Body, options: &PrintOptions, out: &mut String) {
    // Without a writer nothing can fail.
    let _ = print_file(body, options, out, None);
}

/// Writes the text of [`print_body`] to `to` while it is made, so that it is never in memory as a whole.
pub fn write_body(body: &Body, options: &PrintOptions, to: &mut dyn io::Write) -> io::Result<()> {
    print_file(body, options, &mut String::new(), Some(to))
}

fn print_file(
    body: &Body,
    options: &PrintOptions,
    out: &mut String,
    to: Option<&mut dyn io::Write>,
) -> io::Result<()> {
    print_with(body, options, (out, None), to)
}

/// Prints a file, and notes where its ops are if there is a list for that.
fn print_with<'b>(
    body: &'b Body,
    options: &PrintOptions,
    (out, places): (&mut String, Option<&mut Vec<OpPlace<'b>>>),
    to: Option<&mut dyn io::Write>,
) -> io::Result<()> {
    // Aliases are used even where the options ask for none, if the text would grow exponentially without them.
    let bounded = PrintOptions { local_scope: false, ..options.clone() };
    let options = if options.local_scope && repetition::is_unbounded(body) { &bounded } else { options };
    let names = Rc::new(match places {
        None => Names::new_lazily(body, options),
        Some(_) => Names::new(body, None, options),
    });
    let found = alias::collect(body, &names, options).unwrap_or_default();
    let any = !found.table.names.is_empty() || !found.table.distinct.is_empty();
    let aliases = any.then_some(&found.table);
    let mut p = Printer::new(body, Rc::clone(&names), aliases, options);
    p.sink = to.map(|to| Sink { to, result: Ok(()) });
    p.places = places.is_some().then(Vec::new);
    std::mem::swap(&mut p.out, out);
    p.alias_definitions(&found.before);
    p.nested_op(Op::SELF);
    p.newline();
    p.alias_definitions(&found.after);
    resources::print(&mut p, &found.resources);
    if !options.local_scope {
        p.newline();
    }
    let result = p.sink.take().map_or(Ok(()), |sink| sink.finish(&mut p.out));
    std::mem::swap(&mut p.out, out);
    if let Some(places) = places {
        *places = places::in_bodies(body, &names, p.places.unwrap_or_default());
    }
    result
}

/// One op as a diagnostic shows it: all of it, in generic form, but for large constants.
pub fn print_op_for_diagnostic(body: &Body, op: Op) -> String {
    let options = PrintOptions { generic: true, skip_regions: false, ..PrintOptions::for_diagnostics() };
    print_op(body, op, &options)
}

/// The names, as `%0#1`, that these values of a body have where the body is printed.
pub fn value_names(body: &Body, values: &[Value], options: &PrintOptions) -> Vec<String> {
    ValueNames::new(body, options).texts(body, values)
}

/// The names of all values of a body and of the bodies in it, where that body is printed.
pub struct ValueNames<'a> {
    names: Rc<Names>,
    options: &'a PrintOptions,
}

impl<'a> ValueNames<'a> {
    /// Names the values in `root`.
    pub fn new(root: &Body, options: &'a PrintOptions) -> Self {
        Self { names: Rc::new(Names::new(root, None, options)), options }
    }
    /// The names of these values of a body.
    pub fn texts(&self, body: &Body, values: &[Value]) -> Vec<String> {
        let mut p = Printer::new(body, Rc::clone(&self.names), None, self.options);
        let name = |&v: &Value| {
            p.value(v);
            std::mem::take(&mut p.out)
        };
        values.iter().map(name).collect()
    }
}

/// The text of one op with its regions, without a line break at its end and without aliases.
pub fn print_op(body: &Body, op: Op, options: &PrintOptions) -> String {
    let names = Rc::new(Names::new(body, Some(op), options));
    let mut p = Printer::new(body, names, None, options);
    p.nested_op(op);
    p.out
}
