//! The successors of the ops of a body.
//!
//! Few ops have any, and these have mostly no results: so the place of the list is kept where the place of the results would be, and
//! [`OpData`] has no fields for it. For an op with both, a table has the place.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{Block, Entity, Op, Value, body::OpData};

/// Lists of successors by place.
#[derive(Clone, Default)]
pub(crate) struct Successors {
    lists: Vec<SmallVec<[Block; 2]>>,
    /// Places that are free.
    free: Vec<u32>,
    /// The places of the lists of ops with results.
    places: FxHashMap<Op, u32>,
}

impl Successors {
    /// Gives a list to an op whose results are there already and that has none yet.
    pub fn add(&mut self, op: Op, d: &mut OpData, list: SmallVec<[Block; 2]>) {
        let place = match self.free.pop() {
            Some(place) => {
                self.lists[place as usize] = list;
                place
            }
            None => {
                self.lists.push(list);
                self.lists.len() as u32 - 1
            }
        };
        if d.n_results == 0 {
            d.results_at = Value::from_index(place as usize);
        } else {
            self.places.insert(op, place);
        }
    }
    fn place(&self, op: Op, d: &OpData) -> Option<usize> {
        if d.n_results == 0 {
            return Some(d.results_at.index());
        }
        self.places.get(&op).map(|&place| place as usize)
    }
    /// The list of an op that has one.
    pub fn get(&self, op: Op, d: &OpData) -> &[Block] {
        self.place(op, d).and_then(|place| self.lists.get(place)).map_or(&[], |list| list)
    }
    /// The list of an op that has one.
    pub fn get_mut(&mut self, op: Op, d: &OpData) -> &mut [Block] {
        self.place(op, d).and_then(|place| self.lists.get_mut(place)).map_or(&mut [], |list| list)
    }
    /// Drops the list of an op that is erased.
    pub fn remove(&mut self, op: Op, d: &OpData) {
        let Some(place) = self.place(op, d) else { return };
        if d.n_results != 0 {
            self.places.remove(&op);
        }
        self.lists[place] = SmallVec::new();
        self.free.push(place as u32);
    }
    /// Bytes of the lists and of the table.
    pub fn bytes(&self) -> usize {
        self.lists.capacity() * size_of::<SmallVec<[Block; 2]>>()
            + self.lists.iter().map(crate::body::spilled).sum::<usize>()
            + self.free.capacity() * size_of::<u32>()
            + self.places.capacity() * 8 / 7 * (1 + size_of::<(Op, u32)>())
    }
}
