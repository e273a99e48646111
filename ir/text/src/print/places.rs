//! Text with the places of its ops, for tools that show IR.

use std::ops::Range;

use rustc_hash::FxHashMap;
use strata_core::{Body, Op};

use super::{Names, PrintOptions, Printer, print_with};

/// Where an op is in a text.
#[derive(Clone)]
pub struct OpPlace<'a> {
    /// The body that has the operands and results of the op; for the outermost one its own body, with [`Op::SELF`].
    pub body: &'a Body,
    /// The op.
    pub op: Op,
    /// The bytes of its text, with its results and its regions.
    pub text: Range<usize>,
}

/// An [`OpPlace`] while it is printed: the number of the names of its body, the op, and its text.
pub(super) type Spot = (usize, Op, Range<usize>);

/// Finds the bodies of places.
pub(super) fn in_bodies<'b>(root: &'b Body, names: &Names, spots: Vec<Spot>) -> Vec<OpPlace<'b>> {
    let mut bodies: FxHashMap<usize, &Body> = FxHashMap::default();
    let mut stack = vec![root];
    while let Some(body) = stack.pop() {
        bodies.insert(names.index_of(body), body);
        stack.extend(body.children().map(|(_, child)| child));
    }
    let place = |(index, op, text)| Some(OpPlace { body: *bodies.get(&index)?, op, text });
    spots.into_iter().filter_map(place).collect()
}

/// The text of [`super::print_body`], and where its ops are, in the order of the text: an op is before those in its regions.
pub fn print_body_with_places<'a>(body: &'a Body, options: &PrintOptions) -> (String, Vec<OpPlace<'a>>) {
    let mut places = Vec::with_capacity(body.num_ops());
    let mut text = String::new();
    // Without a writer nothing can fail.
    let _ = print_with(body, options, (&mut text, Some(&mut places)), None);
    (text, places)
}

impl Printer<'_> {
    /// Notes that the text of an op begins here; the result is for [`Self::end_place`].
    pub(super) fn begin_place(&mut self, op: Op) -> usize {
        let at = self.out.len();
        let Some(places) = &mut self.places else { return 0 };
        places.push((self.index, op, at..at));
        places.len() - 1
    }
    /// Notes that the text of an op ends here.
    pub(super) fn end_place(&mut self, number: usize) {
        let at = self.out.len();
        if let Some(place) = self.places.as_mut().and_then(|places| places.get_mut(number)) {
            place.2.end = at;
        }
    }
}
