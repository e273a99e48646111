//! The successors of the ops of a body.
//!
//! Few ops have any, and these have mostly no results: so the place of the list is kept where the place of the results would be, and
//! no op has a field for it. For an op with both, a table has the place.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{Block, Entity, Op, Value};

/// Lists of successors by place. The place of an op without results is passed as a value; it is `None` for an op with results.
#[derive(Clone, Default)]
pub(crate) struct Successors {
    lists: Vec<SmallVec<[Block; 2]>>,
    /// Places that are free.
    free: Vec<u32>,
    /// The places of the lists of ops with results.
    places: FxHashMap<Op, u32>,
}

impl Successors {
    /// Adds a list and returns its place.
    pub fn add(&mut self, list: SmallVec<[Block; 2]>) -> Value {
        match self.free.pop() {
            Some(place) => {
                self.lists[place as usize] = list;
                Value::from_index(place as usize)
            }
            None => {
                self.lists.push(list);
                Value::from_index(self.lists.len() - 1)
            }
        }
    }
    /// Keeps the place of the list of an op with results.
    pub fn keep(&mut self, op: Op, place: Value) {
        self.places.insert(op, place.index() as u32);
    }
    fn place(&self, op: Op, place: Option<Value>) -> Option<usize> {
        match place {
            Some(place) => Some(place.index()),
            None => self.places.get(&op).map(|&place| place as usize),
        }
    }
    /// The list of an op that has one.
    pub fn get(&self, op: Op, place: Option<Value>) -> &[Block] {
        self.place(op, place).and_then(|place| self.lists.get(place)).map_or(&[], |list| list)
    }
    /// The list of an op that has one.
    pub fn get_mut(&mut self, op: Op, place: Option<Value>) -> &mut [Block] {
        self.place(op, place).and_then(|place| self.lists.get_mut(place)).map_or(&mut [], |list| list)
    }
    /// Drops the list of an op that is erased.
    pub fn remove(&mut self, op: Op, place: Option<Value>) {
        let Some(at) = self.place(op, place) else { return };
        if place.is_none() {
            self.places.remove(&op);
        }
        self.lists[at] = SmallVec::new();
        self.free.push(at as u32);
    }
    /// Bytes of the lists and of the table.
    pub fn bytes(&self) -> usize {
        self.lists.capacity() * size_of::<SmallVec<[Block; 2]>>()
            + self.lists.iter().map(crate::body::spilled).sum::<usize>()
            + self.free.capacity() * size_of::<u32>()
            + self.places.capacity() * 8 / 7 * (1 + size_of::<(Op, u32)>())
    }
}
