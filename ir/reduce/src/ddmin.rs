//! The search: edits on ever smaller groups of places.

use strata_core::Body;

use crate::{
    Options, Property,
    edits::{self, Edit, Place},
    extent::extent,
};

/// The state of a search.
pub(crate) struct Search<'a> {
    /// The smallest module so far.
    pub(crate) best: Box<Body>,
    pub(crate) candidates: usize,
    options: &'a Options,
    property: &'a mut dyn Property,
    /// Whether candidates are verified.
    verifies: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(module: &Body, options: &'a Options, property: &'a mut dyn Property) -> Self {
        let verifies = module.verify().is_empty();
        Self { best: Box::new(module.clone()), candidates: 0, options, property, verifies }
    }

    /// Rounds of all edits until one changes nothing; returns whether that was the end.
    pub(crate) fn run(&mut self) -> bool {
        let edits: Vec<&Edit> =
            edits::all().iter().filter(|edit| !self.options.without.iter().any(|n| n == edit.name)).collect();
        loop {
            let before = extent(&self.best);
            let mut changed = false;
            for edit in &edits {
                changed |= self.edit(edit);
            }
            changed |= !self.options.without.iter().any(|n| n == edits::sizes::NAME) && self.sizes();
            if self.is_over() {
                return false;
            }
            // Edits that make nothing smaller could follow each other forever.
            if !changed || extent(&self.best) >= before {
                return true;
            }
        }
    }

    fn is_over(&self) -> bool {
        self.candidates >= self.options.max_candidates || self.property.is_over()
    }

    /// Applies an edit at as many places as possible; returns whether it was applied.
    fn edit(&mut self, edit: &Edit) -> bool {
        let mut places = (edit.places)(&self.best, &self.options.keep);
        let (mut size, mut changed) = (places.len(), false);
        while size > 0 {
            let mut at = 0;
            while at < places.len() && !self.is_over() {
                let (mut batch, mut spans) = (Vec::new(), Vec::new());
                let mut next = at;
                while next < places.len() && batch.len() < self.property.width() {
                    let end = (next + size).min(places.len());
                    if let Some(candidate) = self.candidate(edit, &places[next..end]) {
                        batch.push(candidate);
                        spans.push(next..end);
                    }
                    next = end;
                }
                match self.first(batch) {
                    Some(k) => {
                        at = spans[k].start;
                        places.drain(spans[k].clone());
                        changed = true;
                    }
                    None => at = next,
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        changed
    }

    /// The module with an edit at some places; none if it is the same or not valid.
    fn candidate(&self, edit: &Edit, places: &[Place]) -> Option<Box<Body>> {
        let mut next = self.best.clone();
        let mut changed = false;
        for place in places {
            changed |= (edit.apply)(&mut next, place);
        }
        (changed && self.is_valid(&next)).then_some(next)
    }

    fn is_valid(&self, module: &Body) -> bool {
        !self.verifies || module.verify().is_empty()
    }

    /// Keeps the first candidate that has the property, and returns its number.
    fn first(&mut self, mut batch: Vec<Box<Body>>) -> Option<usize> {
        if batch.is_empty() {
            return None;
        }
        let found = self.property.first(&batch);
        self.candidates += found.map_or(batch.len(), |k| k + 1);
        self.best = batch.swap_remove(found?);
        found
    }

    /// Makes sizes in types smaller.
    fn sizes(&mut self) -> bool {
        let mut changed = false;
        for change in edits::sizes::changes(&self.best) {
            if self.is_over() {
                break;
            }
            let candidate = edits::sizes::changed(&self.best, change).filter(|next| self.is_valid(next));
            changed |= candidate.is_some_and(|next| self.first(vec![next]).is_some());
        }
        changed
    }
}
