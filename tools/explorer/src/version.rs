//! A program after a pass: its text, and its ops with their numbers, lines and origins.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{
    core::{Body, Location, Op, Value},
    text::{PrintOptions, print_body_with_places},
};

use crate::numbering::{BodyNumber, Changes, Number, Numbering};

/// Elements of a constant that are shown.
const SHOWN_ELEMENTS: u64 = 32;

/// An op of a version.
#[derive(Clone, Debug)]
pub struct VersionOp {
    /// Its number.
    pub number: Number,
    /// Its body.
    pub body: BodyNumber,
    /// Its id there.
    pub op: Op,
    /// The body in it, if it is the shell of one.
    pub child: Option<BodyNumber>,
    /// Its first line of text, counted from 0.
    pub first_line: u32,
    /// Its last line.
    pub last_line: u32,
    /// Its kind.
    pub kind: &'static str,
    /// Where it comes from.
    pub loc: Location,
    /// The pass before made it.
    pub is_new: bool,
    /// The pass before changed it in place.
    pub is_touched: bool,
}

/// A program after a pass that changed it, or as it was read.
pub struct Version {
    /// The program.
    pub module: Box<Body>,
    /// Its text, without the elements of large constants.
    pub text: String,
    /// Its ops in the order of the text; an op is before those in its regions.
    pub ops: Vec<VersionOp>,
    /// Pairs of ops: one of this version, and one of the version before whose results it took the place of.
    pub replaced: Vec<(Number, Number)>,
    /// Where the ops are in [`Self::ops`].
    index: FxHashMap<Number, u32>,
}

impl Version {
    /// The version that `module` is now, which `changes` led to from the version `before`.
    pub fn new(
        module: Box<Body>,
        numbering: &Numbering,
        changes: &Changes,
        before: Option<&Version>,
    ) -> Self {
        let (text, ops) = print(&module, numbering, changes, before.is_none());
        let index = ops.iter().zip(0..).map(|(op, at)| (op.number, at)).collect();
        let mut version = Self { module, text, ops, replaced: Vec::new(), index };
        if let Some(before) = before {
            version.replaced = version.replacements(before, changes);
        }
        version
    }
    /// The op with a number.
    pub fn op(&self, number: Number) -> Option<&VersionOp> {
        self.ops.get(*self.index.get(&number)? as usize)
    }
    /// The numbers of the ops.
    pub fn numbers(&self) -> FxHashSet<Number> {
        self.ops.iter().map(|op| op.number).collect()
    }
    /// The bodies by their numbers.
    pub fn bodies(&self) -> FxHashMap<BodyNumber, &Body> {
        let shells: FxHashMap<(BodyNumber, Op), BodyNumber> =
            self.ops.iter().filter_map(|op| Some(((op.body, op.op), op.child?))).collect();
        let mut out = FxHashMap::default();
        let mut stack = vec![(0, &*self.module)];
        while let Some((number, body)) = stack.pop() {
            out.insert(number, body);
            let children = body.children();
            stack.extend(children.filter_map(|(op, child)| Some((*shells.get(&(number, op))?, child))));
        }
        out
    }
    /// The ops whose results took the place of those of ops of the version before.
    fn replacements(&self, before: &Version, changes: &Changes) -> Vec<(Number, Number)> {
        let (now, then) = (self.bodies(), before.bodies());
        let by_id = |version: &Version| -> FxHashMap<(BodyNumber, Op), Number> {
            version.ops.iter().map(|op| ((op.body, op.op), op.number)).collect()
        };
        let (numbers_now, numbers_then) = (by_id(self), by_id(before));
        let mut out = Vec::new();
        for (&number, log) in &changes.logs {
            let (Some(now), Some(then)) = (now.get(&number), then.get(&number)) else { continue };
            // A value that took the place of another may be replaced later, so the last event is looked at first.
            let mut finally: FxHashMap<Value, Value> = FxHashMap::default();
            for &(old, new) in log.replaced.iter().rev() {
                let new = finally.get(&new).copied().unwrap_or(new);
                finally.insert(old, new);
            }
            for (old, new) in finally {
                let alive = then.is_live_value(old) && now.is_live_value(new);
                let ops = alive.then(|| Some((then.def_op(old)?, now.def_op(new)?))).flatten();
                let Some((old, new)) = ops else { continue };
                let pair = (numbers_now.get(&(number, new)), numbers_then.get(&(number, old)));
                if let (Some(&new), Some(&old)) = pair
                    && new != old
                {
                    out.push((new, old));
                }
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }
}

/// The text of a program and its ops.
fn print(
    module: &Body,
    numbering: &Numbering,
    changes: &Changes,
    is_first: bool,
) -> (String, Vec<VersionOp>) {
    let options =
        PrintOptions { elide_elements_larger_than: Some(SHOWN_ELEMENTS), ..PrintOptions::default() };
    let (text, places) = print_body_with_places(module, &options);
    let mut bodies: FxHashMap<*const Body, BodyNumber> = FxHashMap::default();
    let mut stack = vec![(0, module)];
    while let Some((number, body)) = stack.pop() {
        bodies.insert(body, number);
        stack.extend(body.children().map(|(op, child)| (numbering.child(number, op), child)));
    }
    let lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let line = |at: usize| lines.partition_point(|&end| end < at) as u32;
    let ops = places.iter().filter_map(|place| {
        let body = *bodies.get(&std::ptr::from_ref(place.body))?;
        let number = numbering.number(body, place.op)?;
        let is_new = !is_first && changes.is_new(body, place.op);
        Some(VersionOp {
            number,
            body,
            op: place.op,
            child: place.body.child(place.op).map(|_| numbering.child(body, place.op)),
            first_line: line(place.text.start),
            last_line: line(place.text.end),
            kind: place.body.info(place.op).name,
            loc: place.body.loc(place.op),
            is_new,
            is_touched: !is_new && changes.touches(body, place.body, place.op),
        })
    });
    let ops = ops.collect();
    (text, ops)
}
