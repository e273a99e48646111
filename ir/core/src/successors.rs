//! The successors of the ops of a body.
//!
//! Few ops have any, and these have mostly no results: so the place of the list is kept where the place of the results would be, and
//! no op has a field for it. For an op with both, a table has the place.

use rustc_hash::FxHashMap;

use crate::{
    Block, Entity, Op, Value,
    pool::{Pool, Runs},
};

/// Lists of successors by place. The place of an op without results is passed as a value; it is `None` for an op with results.
#[derive(Clone, Default)]
pub(crate) struct Successors {
    /// The lists, each after its length, which is kept as the block of that index.
    lists: Pool<Block>,
    free: Option<Box<Runs>>,
    /// The places of the lists of ops with results.
    places: FxHashMap<Op, u32>,
}

impl Successors {
    /// Adds a list and returns its place.
    pub fn add(&mut self, list: &[Block]) -> Value {
        let at = self.lists.alloc(list.len() + 1, Block::from_index(list.len()), self.free.as_deref_mut());
        self.lists.items[at as usize + 1..][..list.len()].copy_from_slice(list);
        Value::from_index(at as usize)
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
    /// The length of the list at a place.
    fn len(&self, at: usize) -> Option<usize> {
        self.lists.items.get(at).map(|n| n.index())
    }
    /// The list of an op that has one.
    pub fn get(&self, op: Op, place: Option<Value>) -> &[Block] {
        let found = self.place(op, place).and_then(|at| self.lists.items.get(at + 1..)?.get(..self.len(at)?));
        found.unwrap_or_default()
    }
    /// The list of an op that has one.
    pub fn get_mut(&mut self, op: Op, place: Option<Value>) -> &mut [Block] {
        let Some(at) = self.place(op, place) else { return &mut [] };
        let n = self.len(at).unwrap_or_default();
        self.lists.items.get_mut(at + 1..).and_then(|rest| rest.get_mut(..n)).unwrap_or_default()
    }
    /// Drops the list of an op that is erased.
    pub fn remove(&mut self, op: Op, place: Option<Value>) {
        let Some(at) = self.place(op, place) else { return };
        if place.is_none() {
            self.places.remove(&op);
        }
        if let Some(n) = self.len(at) {
            self.free.get_or_insert_default().add(at as u32, n + 1);
        }
    }
    /// Gives back the memory that the list has beyond its size.
    pub fn fit(&mut self) {
        self.lists.items.shrink_to_fit();
    }
    /// Bytes of the lists and of the table.
    pub fn bytes(&self) -> usize {
        self.lists.bytes()
            + self.free.as_ref().map_or(0, |runs| size_of::<Runs>() + runs.bytes())
            + self.places.capacity() * 8 / 7 * (1 + size_of::<(Op, u32)>())
    }
}
