//! `snapshot-op-locations`: writes the IR to a file, and gives ops their places in it as locations.
//!
//! Before: `%0 = arith.addi %x, %x : i32 loc("source.py":7:3)`.
//! After: `%0 = arith.addi %x, %x : i32 loc("snapshot.mlir":3:4)`; with a tag, both locations together.
//!
//! As upstream's, columns are counted from zero. The file is named by an option, as its name becomes part of the IR.

use rustc_hash::FxHashMap;
use strata_ir::{
    core::{FileLineColLoc, FusedLoc, Location, NameLoc, writer::deep},
    prelude::*,
    text::{PrintOptions, print_body_with_places},
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Generate new locations from the current IR.
#[pass(name = "snapshot-op-locations", class = "LocationSnapshotPass")]
pub struct SnapshotOpLocations {
    /// The filename to print the generated IR
    pub filename: String,
    /// A tag to use when fusing the new locations with the original. If unset, the locations are replaced.
    pub tag: String,
    /// Print debug info in MLIR output
    pub print_debuginfo: bool,
    /// Print pretty debug info in MLIR output
    pub pretty_debuginfo: bool,
    /// Print the generic op form
    pub print_op_generic: bool,
    /// Print with local scope and inline information (eliding aliases for attributes, types, and locations
    pub print_local_scope: bool,
}

/// The new locations of the ops of each body.
type Locations = FxHashMap<*const Body, Vec<(Op, Location)>>;

impl BodyPass for SnapshotOpLocations {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if self.filename.is_empty() {
            return Err(cx.error(body.loc(Op::SELF), "the option 'filename' is missing"));
        }
        let options = PrintOptions {
            generic: self.print_op_generic,
            debuginfo: self.print_debuginfo || self.pretty_debuginfo,
            pretty_debuginfo: self.pretty_debuginfo,
            // The definitions of aliases belong to the outermost op.
            local_scope: self.print_local_scope || !cx.is_outermost(),
            ..PrintOptions::default()
        };
        let (text, found) = self.locations(body, &options);
        apply(body, &found);
        cx.write_file(&self.filename, text);
        Ok(())
    }
}

impl SnapshotOpLocations {
    /// The text of a body, and the new locations of its ops and those of its children.
    fn locations(&self, body: &Body, options: &PrintOptions) -> (String, Locations) {
        let cx = body.cx();
        let file = cx.intern(&self.filename);
        let (text, places) = print_body_with_places(body, options);
        let starts: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut found = Locations::default();
        for place in places {
            let line = starts.partition_point(|&start| start <= place.text.start);
            let column = place.text.start - starts[line - 1];
            let at = (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX));
            let new = Location::from_attr(cx.attr(FileLineColLoc { file, start: at, end: at }));
            let loc = self.with_tag(cx, place.body.loc(place.op), new);
            found.entry(std::ptr::from_ref(place.body)).or_default().push((place.op, loc));
        }
        (text, found)
    }
    fn with_tag(&self, cx: &Context, old: Location, new: Location) -> Location {
        if self.tag.is_empty() {
            return new;
        }
        let named = Location::from_attr(cx.attr(NameLoc { name: cx.intern(&self.tag), child: new }));
        let known = old.as_attr().and_then(|a| cx.attr_as::<FusedLoc>(a)).filter(|f| f.metadata.is_none());
        let mut locations = match known {
            Some(fused) => fused.locations.clone(),
            None if old == Location::UNKNOWN => return named,
            None => vec![old],
        };
        if !locations.contains(&named) {
            locations.push(named);
        }
        Location::from_attr(cx.attr(FusedLoc { locations, metadata: None }))
    }
}

fn apply(body: &mut Body, found: &Locations) {
    if let Some(locations) = found.get(&std::ptr::from_ref(&*body)) {
        for &(op, loc) in locations {
            body.set_loc(op, loc);
        }
    }
    for (_, child) in body.children_mut() {
        deep(|| apply(child, found));
    }
}
